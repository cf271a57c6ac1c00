"""What people did in the games of a group: a result for everybody in a finished game, and their sum for every person.

Both are written in the transaction of the entry that changes them, under the group's lock. A new game is added to the sums at the
same cost however many there are; where a game is corrected, begun again or deleted, the sums of its people are added up anew.

Where many games come in, their results are written first, which marks the sums of their people as out of date, and those are added
up afterwards, without keeping anybody waiting (`write_ahead`, `add_up`).

A result or a sum that cannot be read, or was made by another version of this code, keeps nobody from playing: whose sum it is, or
would be in, is not counted until `upkeep.renew` has made it anew from the games.
"""

import json
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, bindparam, case, delete, exists, func, insert, or_, select, update

from scorekeeper.ledger.game import Game
from scorekeeper.ledger.names import likeness
from scorekeeper.ledger.record import Record, records
from scorekeeper.ledger.tally import Result, Tally, When, tally
from scorekeeper.storage.damage import Unreadable, is_count, is_time, tell
from scorekeeper.storage.database import reading, write_transaction
from scorekeeper.storage.tables import LIKENESS_LENGTH, GameRow, GroupRow, ListingRow, PersonRow, ResultRow

VERSION = 1  # of the code that makes records and sums; below zero, a mark that a sum is out of date
UNKNOWN = 0  # the version of a sum that cannot be made without looking at the games: older than any
AT_ONCE = 5_000  # results held in memory at a time
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a group by likeness, and into which each is merged: `root` is the person."""

    ids: Mapping[str, int]
    merged: Mapping[int, int | None]
    _roots: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def root(self, person: int) -> int:
        """Who a name stands for, through any number of merges. One that is merged in a circle, or into nobody, stands for itself.

        >>> Names({}, {1: None, 2: 1, 3: 2}).root(3)
        1
        >>> circle = Names({}, {1: 2, 2: 1, 3: 2, 4: 5})
        >>> [circle.root(name) for name in (1, 2, 3, 4)]
        [1, 2, 2, 4]
        """
        if not self._roots:
            for name in self.merged:
                self._follow(name)
        return self._roots.get(person, person)

    def _follow(self, name: int) -> None:
        """Find whom this name stands for, and all names on the way there."""
        way: dict[int, None] = {}
        while name not in self._roots and name not in way:
            way[name] = None
            into = self.merged[name]
            if into is None or into not in self.merged:
                self._roots[name] = name
            else:
                name = into
        while name not in self._roots:  # a circle
            self._roots[name] = name
            name = self.merged[name] or 0
        for one in reversed(way):
            if one not in self._roots:
                self._roots[one] = self._roots[self.merged[one] or 0]

    @property
    def astray(self) -> list[int]:
        """The names that are merged in a circle, or into nobody."""
        return [name for name, into in self.merged.items() if into is not None and self.root(name) == name]

    def all_of(self, root: int) -> list[int]:
        """All names of a person."""
        return self.by_root().get(root, [])

    def by_root(self) -> dict[int, list[int]]:
        """All names of every person.

        >>> Names({}, {1: None, 2: 1, 3: 2, 4: None}).by_root()
        {1: [1, 2, 3], 4: [4]}
        """
        found: dict[int, list[int]] = {}
        for name in self.merged:
            found.setdefault(self.root(name), []).append(name)
        return found


def lock(connection: Connection, group_id: int) -> bool:
    """Nobody else writes the group's results and people until this transaction ends. False where there is no such group.

    A new game refers to its group, which keeps its row from going; two who both did that can still take turns here.
    """
    return connection.scalar(select(GroupRow.id).where(GroupRow.id == group_id).with_for_update(key_share=True)) is not None


def names_of(connection: Connection, group_id: int) -> Names:
    """All names of a group."""
    rows = connection.execute(
        select(PersonRow.id, PersonRow.likeness, PersonRow.merged_into).where(PersonRow.group_id == group_id)
    ).all()
    return names_in(rows)


def names_in(rows: Sequence[Row[*tuple[Any, ...]]]) -> Names:
    """The names of a group in rows that tell id, likeness and what each is merged into."""
    return Names({row.likeness: row.id for row in rows}, {row.id: row.merged_into for row in rows})


@lru_cache(10_000)
def key_of(name: str) -> str:
    """What a name is known by in its group."""
    return likeness(name)[:LIKENESS_LENGTH]


def settle(connection: Connection, group_id: int, played: Sequence[tuple[int, Game]]) -> None:
    """Write the results of these games of a group as they are now, and add them up; those of a game that is not finished go.

    A game may name a group that is not there: it is nobody's.
    """
    if not lock(connection, group_id):
        return
    before, rows, names = write(connection, group_id, played)
    if before == rows:
        return
    if before or len(played) > 1:
        recount(connection, _people_in((*before, *rows), names), names, changed=(before, rows))
    else:
        _add(connection, names, rows, (_moment(played[0][1].entries[0].at), played[0][0]))


Rows = list[dict[str, Any]]


def _people_in(rows: Iterable[Mapping[str, Any]], names: Names) -> set[int]:
    """Whose results these are."""
    return {names.root(row["person_id"]) for row in rows if row["person_id"] in names.merged}


def write(connection: Connection, group_id: int, played: Sequence[tuple[int, Game]]) -> tuple[Rows, Rows, Names]:
    """Write the results of these games of a group, without adding them up: what was there, and what is. The group is locked."""
    return _write(connection, group_id, {game_id: done_in(game) for game_id, game in played})


@dataclass(frozen=True, slots=True)
class Done:
    """What somebody of a name did in a game, as its row has it: all that can be made before anything is locked."""

    key: str
    name: str
    place: int | None
    record: str


def done_in(game: Game) -> list[Done]:
    """What everybody did in a game; nothing as long as it is not finished."""
    done = records(game) if game.finished else ()
    return [Done(key_of(one.name), one.name, one.place, _json(one.to_data())) for one in done]


def _write(connection: Connection, group_id: int, found: Mapping[int, Sequence[Done]]) -> tuple[Rows, Rows, Names]:
    names = _with_new_names(connection, group_id, (one for game in found.values() for one in game))
    rows = [row for game_id, game in found.items() for row in _rows(game_id, game, names)]
    before = _rows_of(connection, list(found))
    if before != rows:
        if before:
            connection.execute(delete(ResultRow).where(ResultRow.game_id.in_(found)))
        if rows:
            connection.execute(insert(ResultRow), rows)
    return before, rows, names


def write_ahead(connection: Connection, group_id: int, found: Mapping[int, Sequence[Done]]) -> None:
    """Write the results of games of a group, and mark the sums of their people as out of date, for `add_up` to follow."""
    lock(connection, group_id)
    before, rows, names = _write(connection, group_id, found)
    mark(connection, _people_in((*before, *rows), names))


def mark(connection: Connection, people: Iterable[int]) -> None:
    """The sums of these people are out of date; those that cannot be made without looking at the games stay so."""
    one = _another_mark()
    sums = or_(PersonRow.version < 0, PersonRow.version == VERSION)
    for some in _portions(sorted(people)):
        connection.execute(update(PersonRow).where(PersonRow.id.in_(some), sums).values(version=one))


def mark_all(connection: Connection, group_id: int) -> None:
    """All sums of a group are out of date; the games were looked at."""
    lock(connection, group_id)
    connection.execute(update(PersonRow).where(PersonRow.group_id == group_id).values(version=_another_mark()))


def _another_mark() -> int:
    """Not the same twice, so that `add_up` sees what came in meanwhile."""
    return -1 - secrets.randbelow(2**31 - 1)


def add_up(group_id: int) -> None:
    """Add up what is marked as out of date in a group, whatever came in.

    It is read and added up without a lock, and written under the group's lock if the mark is still
    the one that was read: else another process has added it up by now, or will.
    """
    wanted = select(PersonRow.id, PersonRow.version)
    marked = PersonRow.group_id == group_id, PersonRow.version < 0, PersonRow.merged_into.is_(None)
    with reading() as connection:
        marks = {row.id: row.version for row in connection.execute(wanted.where(*marked).order_by(PersonRow.id))}
    for some in _portions(list(marks)):
        with reading() as connection:
            known = {row.id: row.version for row in connection.execute(wanted.where(*marked, PersonRow.id.in_(some)))}
            sums = list(_sums(connection, known, names_of(connection, group_id)))
        marked_as = {person: {"person": person, "mark": mark} for person, mark in known.items()}
        whole = [{**marked_as[one], "new": _json(did.to_data())} for one, did in sums if did is not None]
        no_good = [marked_as[person] for person, did in sums if did is None]
        with write_transaction() as connection:
            lock(connection, group_id)
            if whole:
                connection.execute(_WRITE_SUM, whole)
            if no_good:
                connection.execute(_LEAVE_SUM, no_good)


_STILL = update(PersonRow).where(
    PersonRow.id == bindparam("person"), PersonRow.version == bindparam("mark"), PersonRow.merged_into.is_(None)
)
_WRITE_SUM = _STILL.values(tally=bindparam("new"), version=VERSION)
_LEAVE_SUM = _STILL.values(version=UNKNOWN)


def _portions(people: Sequence[int]) -> Iterator[Sequence[int]]:
    return (people[at : at + 100] for at in range(0, len(people), 100))


def remove(connection: Connection, group_id: int, game_id: int) -> None:
    """Take the results of a game away: it is deleted."""
    lock(connection, group_id)
    names = names_of(connection, group_id)
    before = _rows_of(connection, [game_id])
    connection.execute(delete(ResultRow).where(ResultRow.game_id == game_id))
    recount(connection, _people_in(before, names), names, changed=(before, []))


def forget_names(connection: Connection, group_id: int, gone: Collection[str]) -> None:
    """After a purge, names that stand in no game of the group any more go; `gone` stood in those purged.

    Somebody whose names all stand nowhere goes with all of them. Of everybody else only names in `gone`
    go: one that was given by hand stands in no game yet.
    """
    lock(connection, group_id)
    rows = connection.execute(_STANDING, {"group": group_id}).all()
    names = names_in(rows)
    there = {names.root(row.id) for row in rows if row.stands}
    idle = {row.id for row in rows if names.root(row.id) not in there}
    others = (row for row in rows if row.merged_into is not None and not row.stands)
    idle |= {row.id for row in others if row.likeness in gone}
    for row in rows:
        if row.merged_into in idle and row.id not in idle:
            left = update(PersonRow).where(PersonRow.id == row.id)
            connection.execute(left.values(merged_into=names.root(row.id)))
    if idle:
        connection.execute(_FORGET, [{"idle": name} for name in sorted(idle)])


_FORGET = delete(PersonRow).where(PersonRow.id == bindparam("idle"))
_STANDING = (
    select(
        PersonRow.id,
        PersonRow.likeness,
        PersonRow.merged_into,
        or_(
            exists().where(ResultRow.person_id == PersonRow.id),
            exists().where(
                ListingRow.owner == GroupRow.slug,
                ListingRow.likeness == PersonRow.likeness,
            ),
        ).label("stands"),
    )
    .join(GroupRow, GroupRow.id == PersonRow.group_id)
    .where(PersonRow.group_id == bindparam("group"))
)


def recount(connection: Connection, people: Iterable[int], names: Names, changed: tuple[Rows, Rows] | None = None) -> None:
    """Add up the results of these people anew. Where only these rows `changed`, from what they were, the sum must tell."""
    for some in _portions(sorted(people)):
        games = _games_expected(connection, some, names, changed) if changed else {}
        for person, summed in _sums(connection, some, names):
            right = summed is not None and games.get(person, summed.games) == summed.games
            _keep(connection, person, summed if right else None)


def _games_expected(
    connection: Connection, people: Sequence[int], names: Names, changed: tuple[Rows, Rows]
) -> dict[int, int | None]:
    """How many games the sums of these people must be of by now: a result that got lost would else be missed by nobody.

    `None` where nobody knows, and is not said where the sum was out of date anyway.
    """
    before, after = (Counter(names.root(row["person_id"]) for row in rows if _counts(row, names)) for rows in changed)
    rows = connection.execute(select(PersonRow.id, PersonRow.tally, PersonRow.version).where(PersonRow.id.in_(people)))
    sums = {row.id: read_tally(row.tally, row.version) for row in rows if not is_out_of_date(row.version)}
    return {person: None if summed is None else summed.games - before[person] + after[person] for person, summed in sums.items()}


def _counts(row: Mapping[str, Any], names: Names) -> bool:
    """Whether a game counts as one of somebody's."""
    return row["person_id"] in names.merged and row["place"] is not None


def is_out_of_date(version: object) -> bool:
    """Whether a sum only has to be added up once more."""
    return type(version) is int and version < 0


def _sums(connection: Connection, people: Iterable[int], names: Names) -> Iterator[tuple[int, Tally | None]]:
    """What each of these people did, all names together; `None` where a result is no good.

    Those with few results are read together, to ask less often.
    """
    called = names.by_root()
    theirs = {person: called.get(person, []) for person in people}
    asked = {name for some in theirs.values() for name in some}
    count = select(ResultRow.person_id, func.count()).where(ResultRow.person_id.in_(asked)).group_by(ResultRow.person_id)
    results = {row[0]: row[1] for row in connection.execute(count)}
    some: dict[int, list[int]] = {}
    room = AT_ONCE
    for person, known_as in theirs.items():
        number = sum(results.get(name, 0) for name in known_as)
        if some and number > room:
            yield from _sums_at_once(connection, some, names)
            some, room = {}, AT_ONCE
        some[person] = known_as
        room -= number
    yield from _sums_at_once(connection, some, names)


def _sums_at_once(connection: Connection, people: Mapping[int, Sequence[int]], names: Names) -> Iterator[tuple[int, Tally | None]]:
    found = _results_of(connection, people, names)
    return ((person, None if (did := found.get(person, ())) is None else tally(did)) for person in people)


def _with_new_names(connection: Connection, group_id: int, called: Iterable[Done]) -> Names:
    names = names_of(connection, group_id)
    new: dict[str, str] = {}
    for one in called:
        if one.key not in names.ids:
            new.setdefault(one.key, one.name)
    if not new:
        return names
    known = _known_otherwise(connection, group_id, new)
    made = {"group_id": group_id, **_sum_values(Tally())}
    rows = [{**made, "name": name, "likeness": key} for key, name in new.items() if key not in known]
    if rows:
        connection.execute(insert(PersonRow), rows)
    return names_of(connection, group_id)


def _known_otherwise(connection: Connection, group_id: int, new: Mapping[str, str]) -> list[str]:
    """Which of these names stand in a row already that is not found by them, since its likeness is damaged: it is mended."""
    wanted = select(PersonRow.id, PersonRow.name, PersonRow.merged_into).where(PersonRow.group_id == group_id)
    rows = connection.execute(wanted.where(PersonRow.name.in_(new.values()))).all()
    there = {row.name: row.id for row in sorted(rows, key=lambda row: row.merged_into is not None)}  # renamed to it, if anybody was
    found = [key for key, name in new.items() if name in there]
    for key in found:
        connection.execute(update(PersonRow).where(PersonRow.id == there[new[key]]).values(likeness=key))
    return found


def _rows(game_id: int, game: Sequence[Done], names: Names) -> Rows:
    """A row for each record; of two that are the same person's, the second counts for nobody."""
    rows: Rows = []
    seen: set[int] = set()
    for number, one in enumerate(game):
        name = names.ids[one.key]
        person = None if names.root(name) in seen else name
        seen.add(names.root(name))
        row = {"game_id": game_id, "number": number, "person_id": person, "place": one.place, "version": VERSION}
        rows.append({**row, "record": one.record})
    return rows


def _rows_of(connection: Connection, games: Sequence[int]) -> Rows:
    found = connection.execute(
        select(ResultRow.__table__).where(ResultRow.game_id.in_(games)).order_by(ResultRow.game_id, ResultRow.number)
    )
    return [dict(row) for row in found.mappings()]


def _add(connection: Connection, names: Names, rows: Rows, when: When) -> None:
    """Add the results of one new game to the sums of its people."""
    places: dict[int, int] = {
        row["person_id"]: row["place"] for row in rows if row["person_id"] is not None and row["place"] is not None
    }
    for row in rows:
        if row["person_id"] is None:
            continue
        person = names.root(row["person_id"])
        there = connection.execute(select(PersonRow.tally, PersonRow.version).where(PersonRow.id == person)).one()
        so_far = read_tally(there.tally, there.version)
        if so_far is None:
            _leave_uncounted(connection, person, there.version)
        elif so_far.comes_before(when):
            others = {other: place for other, place in places.items() if other != row["person_id"]}
            _keep(connection, person, so_far.plus(Result(Record.from_data(json.loads(row["record"])), when, others)))
        else:
            recount(connection, [person], names, changed=([], rows))


def _leave_uncounted(connection: Connection, person: int, version: object) -> None:
    """The sum is no good, or about to be made: it is made once more, with what was written now."""
    if is_out_of_date(version):
        mark(connection, [person])
    else:
        _keep(connection, person, None)


def _results_of(connection: Connection, people: Mapping[int, Sequence[int]], names: Names) -> dict[int, list[Result] | None]:
    """Everything that these people did, under all the names of each; `None` for somebody of whom a result is no good."""
    person_of = {name: person for person, known_as in people.items() for name in known_as}
    mine = ResultRow.person_id.in_(person_of)
    nobodys = case((ResultRow.person_id.is_(None), ResultRow.record)).label("record")
    all_in = select(ResultRow.game_id, ResultRow.person_id, ResultRow.place, nobodys)
    games: dict[int, list[Row[Any]]] = {}
    for row in connection.execute(all_in.where(ResultRow.game_id.in_(select(ResultRow.game_id).where(mine)))):
        games.setdefault(row.game_id, []).append(row)
    places = {game_id: _places(rows, names) for game_id, rows in games.items()}
    own = select(ResultRow.__table__, GameRow.started_at).outerjoin(GameRow, GameRow.id == ResultRow.game_id).where(mine)
    found: dict[int, list[Result] | None] = {person: [] for person in people}
    for row in connection.execute(own):
        person, met = person_of[row.person_id], places[row.game_id]
        record, so_far = read_record(row, met, names), found[person]
        if record is None or met is None or not is_time(row.started_at):
            found[person] = None
        elif so_far is not None:
            others = {other: place for other, place in met if other is not None and person_of.get(other) != person}
            so_far.append(Result(record, (_moment(row.started_at), row.game_id), others))
    return found


Places = list[tuple[int | None, int]]


def _places(rows: Iterable[Row[Any]], names: Names) -> Places | None:
    """The people of a game and their places; `None` if that cannot be all, as somebody counts for nobody who should not."""
    people, places = [], []
    for row in rows:
        if row.person_id is not None:
            people.append(names.root(row.person_id))
        if row.place is not None:
            places.append((row.person_id, row.place))
    nobodys = [_read(Record.from_data, row.record) for row in rows if row.person_id is None]
    counted = all(record is not None and names.root(names.ids.get(key_of(record.name), 0)) in people for record in nobodys)
    known = len(set(people)) == len(people) and all(person in names.merged for person in people)
    return places if counted and known and all(is_count(place) for _, place in places) else None


def read_record(row: Row[Any], places: Places | None, names: Names) -> Record | None:
    """The record in a row, if all that can be told of it is right; `places` are those of its game."""
    record = _read(Record.from_data, row.record) if row.version == VERSION else None
    if record is None:
        if row.version == VERSION:
            tell(Unreadable("result", "record", game_id=row.game_id, number=row.number))
        return None
    whole = places is not None and (record.place is None or len(places) == record.players)
    right = record.place == row.place and row.person_id in {None, names.ids.get(key_of(record.name))}
    return record if whole and right else None


Read = TypeVar("Read")


def _read(from_data: Callable[[object], Read], text: object) -> Read | None:
    try:
        return from_data(json.loads(text)) if type(text) is str else None
    except (ValueError, RecursionError):
        return None


def read_tally(text: object, version: object) -> Tally | None:
    """The sum in a person's row; `None` where it cannot be read, is out of date, or was made by another version of this code."""
    return _read(Tally.from_data, text) if version == VERSION else None


def read_anyhow(text: object) -> Tally:
    """The sum as far as it can be read, whoever made it: for when it cannot be made anew."""
    return _read(Tally.from_data, text) or Tally()


def _keep(connection: Connection, person: int, summed: Tally | None) -> None:
    connection.execute(update(PersonRow).where(PersonRow.id == person).values(_sum_values(summed)))


def _sum_values(summed: Tally | None) -> dict[str, Any]:
    """The columns of a sum; `None` is one that cannot be made without looking at the games."""
    return {"version": UNKNOWN} if summed is None else {"tally": _json(summed.to_data()), "version": VERSION}


def _moment(at: datetime) -> str:
    """A time that is compared as a text."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


# Making anew what is no good (`upkeep.renew`)


def mend_people(connection: Connection, group_id: int) -> None:
    """People of a group who lead nowhere are people again: merged in a circle or into nobody, or with an id no page can have."""
    lock(connection, group_id)
    rows = connection.execute(select(PersonRow.__table__).where(PersonRow.group_id == group_id)).all()
    names = names_in(rows)
    connection.execute(update(PersonRow).where(PersonRow.id.in_(names.astray)).values(merged_into=None))
    lost = [row for row in rows if row.id < 1]
    for row in lost:
        connection.execute(delete(ResultRow).where(ResultRow.person_id == row.id))
        connection.execute(delete(PersonRow).where(PersonRow.id == row.id))
        into = None if row.id in names.astray else row.merged_into
        values = {"group_id": group_id, "name": row.name, "likeness": row.likeness, "merged_into": into, **_sum_values(Tally())}
        person = connection.scalar(insert(PersonRow).returning(PersonRow.id).values(values))
        connection.execute(update(PersonRow).where(PersonRow.merged_into == row.id).values(merged_into=person))
    ours = ResultRow.person_id.in_(select(PersonRow.id).where(PersonRow.group_id == group_id))
    connection.execute(delete(ResultRow).where(ours, ResultRow.game_id.not_in(select(GameRow.id))))
    if names.astray or lost:
        connection.execute(update(PersonRow).where(PersonRow.group_id == group_id).values(version=UNKNOWN))


def no_good(connection: Connection, group_id: int, games: Sequence[int]) -> list[int]:
    """Those of these games of a group whose results are not what they should be, as far as that can be told without the games."""
    names = names_of(connection, group_id)
    rows: dict[int, list[Row[Any]]] = {game_id: [] for game_id in games}
    for row in connection.execute(select(ResultRow.__table__).where(ResultRow.game_id.in_(games)).order_by(ResultRow.number)):
        rows[row.game_id].append(row)
    wanted = select(GameRow.id, GameRow.finished, GameRow.deleted_at, GameRow.started_at).where(GameRow.id.in_(games))
    return [row.id for row in connection.execute(wanted) if not _are_sound(rows[row.id], row, names)]


def _are_sound(rows: Sequence[Row[Any]], game: Row[int, bool, datetime | None, datetime], names: Names) -> bool:
    if not game.finished or game.deleted_at is not None:
        return not rows and game.finished is not None
    places = _places(rows, names)
    return (
        is_time(game.started_at)
        and [row.number for row in rows] == list(range(len(rows)))
        and all(read_record(row, places, names) is not None for row in rows)
        and bool(rows)
    )


def people_in(connection: Connection, group_id: int) -> Sequence[Row[Any]]:
    """The rows of a group's names, and whether there are results under each."""
    played = exists().where(ResultRow.person_id == PersonRow.id).label("played")
    wanted = select(PersonRow.__table__, played).where(PersonRow.group_id == group_id)
    return connection.execute(wanted.order_by(PersonRow.id)).all()


def are_whole(connection: Connection, group_id: int) -> bool:
    """Whether all sums of a group are there, and right as far as that can be told."""
    rows = people_in(connection, group_id)
    names = names_in(rows)
    there = {names.root(row.id) for row in rows if row.played}
    people = [row for row in rows if names.root(row.id) == row.id]
    return not names.astray and all(
        is_whole(row.id, read_tally(row.tally, row.version), names, played=row.id in there) for row in people
    )


def is_whole(person: int, summed: Tally | None, names: Names, *, played: bool) -> bool:
    """Whether somebody's sum is there, knows nobody who is not, and is of something: whether any results are there."""
    if summed is None or person < 1 or not summed.against.keys() <= names.merged.keys():
        return False
    return played or not (summed.games or summed.hands)
