"""What people did in the games of a group: a result for everybody in a finished game, and their sum for every person.

Both are written in the transaction of the entry that changes them, under the group's lock. A new game is added to the sums at the
same cost however many there are; where a game is corrected, begun again or deleted, the sums of its people are added up anew.

Where many games come in, their results are written first, which marks the sums of their people as out of date, and those are added
up afterwards, without keeping anybody waiting (`write_ahead`, `add_up`).
"""

import json
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, exists, func, insert, or_, select, update

from scorekeeper.ledger.game import Game
from scorekeeper.ledger.names import likeness
from scorekeeper.ledger.record import Record, records
from scorekeeper.ledger.tally import Result, Tally, When, tally
from scorekeeper.storage.database import reading, write_transaction
from scorekeeper.storage.tables import LIKENESS_LENGTH, GameRow, GroupRow, ListingRow, PersonRow, ResultRow

VERSION = 1  # of the code that makes records and sums; below zero, a mark that a sum is out of date
AT_ONCE = 5_000  # results held in memory at a time
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a group by likeness, and into which each is merged: `root` is the person."""

    ids: Mapping[str, int]
    merged: Mapping[int, int | None]

    def root(self, person: int) -> int:
        """Who a name stands for, through any number of merges.

        >>> Names({}, {1: None, 2: 1, 3: 2}).root(3)
        1
        """
        while (into := self.merged.get(person)) is not None:
            person = into
        return person

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


def lock(connection: Connection, group_id: int) -> None:
    """Nobody else writes the group's results and people until this transaction ends.

    A new game refers to its group, which keeps its row from going; two who both did that can still take turns here.
    """
    connection.execute(select(GroupRow.id).where(GroupRow.id == group_id).with_for_update(key_share=True))


def names_of(connection: Connection, group_id: int) -> Names:
    """All names of a group."""
    rows = connection.execute(
        select(PersonRow.id, PersonRow.likeness, PersonRow.merged_into).where(PersonRow.group_id == group_id)
    ).all()
    return names_in(rows)


def names_in(rows: Sequence[Row[*tuple[Any, ...]]]) -> Names:
    """The names of a group in rows that tell id, likeness and what each is merged into."""
    return Names({row.likeness: row.id for row in rows}, {row.id: row.merged_into for row in rows})


def key_of(name: str) -> str:
    """What a name is known by in its group."""
    return likeness(name)[:LIKENESS_LENGTH]


def settle(connection: Connection, group_id: int, played: Sequence[tuple[int, Game]]) -> None:
    """Write the results of these games of a group as they are now, and add them up; those of a game that is not finished go."""
    lock(connection, group_id)
    before, rows, names = write(connection, group_id, played)
    if before == rows:
        return
    people = {names.root(row["person_id"]) for row in (*before, *rows) if row["person_id"] is not None}
    if before or len(played) > 1:
        recount(connection, people, names)
    else:
        _add(connection, names, rows, (_moment(played[0][1].entries[0].at), played[0][0]))


Rows = list[dict[str, Any]]


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
    people = {names.root(row["person_id"]) for row in (*before, *rows) if row["person_id"] is not None}
    mark = -1 - secrets.randbelow(2**31 - 1)  # another one each time, so that `add_up` sees what has come in meanwhile
    for some in _portions(sorted(people)):
        connection.execute(update(PersonRow).where(PersonRow.id.in_(some)).values(version=mark))


def add_up(group_id: int) -> None:
    """Add up what is marked as out of date in a group, whatever came in.

    It is read and added up without a lock, and written where the mark is still the one that was read:
    else somebody has added it up by now, or will.
    """
    wanted = select(PersonRow.id, PersonRow.version)
    marked = PersonRow.group_id == group_id, PersonRow.version < 0, PersonRow.merged_into.is_(None)
    with reading() as connection:
        marks = {row.id: row.version for row in connection.execute(wanted.where(*marked).order_by(PersonRow.id))}
    for some in _portions(list(marks)):
        with reading() as connection:
            known = {row.id: row.version for row in connection.execute(wanted.where(*marked, PersonRow.id.in_(some)))}
            sums = [
                {"person": person, "mark": known[person], "tally": _json(summed.to_data())}
                for person, summed in _sums(connection, known, names_of(connection, group_id))
            ]
        if sums:
            with write_transaction() as connection:
                connection.execute(_WRITE_SUM, sums)


_WRITE_SUM = (
    update(PersonRow)
    .where(PersonRow.id == bindparam("person"), PersonRow.version == bindparam("mark"), PersonRow.merged_into.is_(None))
    .values(tally=bindparam("tally"), version=VERSION)
)


def _portions(people: Sequence[int]) -> Iterator[Sequence[int]]:
    return (people[at : at + 100] for at in range(0, len(people), 100))


def remove(connection: Connection, group_id: int, game_id: int) -> None:
    """Take the results of a game away: it is deleted."""
    lock(connection, group_id)
    names = names_of(connection, group_id)
    before = _rows_of(connection, [game_id])
    connection.execute(delete(ResultRow).where(ResultRow.game_id == game_id))
    recount(connection, {names.root(row["person_id"]) for row in before if row["person_id"] is not None}, names)


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
    connection.execute(delete(PersonRow).where(PersonRow.id.in_(idle)))


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


def recount(connection: Connection, people: Iterable[int], names: Names) -> None:
    """Add up the results of these people anew."""
    for some in _portions(sorted(people)):
        for person, summed in _sums(connection, some, names):
            _keep(connection, person, summed)


def _sums(connection: Connection, people: Iterable[int], names: Names) -> Iterator[tuple[int, Tally]]:
    """What each of these people did, all names together. Those with few results are read together, to ask less often."""
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
            yield from _sums_at_once(connection, some)
            some, room = {}, AT_ONCE
        some[person] = known_as
        room -= number
    yield from _sums_at_once(connection, some)


def _sums_at_once(connection: Connection, people: Mapping[int, Sequence[int]]) -> Iterator[tuple[int, Tally]]:
    found = _results_of(connection, people)
    return ((person, tally(found.get(person, ()))) for person in people)


def _with_new_names(connection: Connection, group_id: int, called: Iterable[Done]) -> Names:
    names = names_of(connection, group_id)
    new: dict[str, str] = {}
    for one in called:
        if one.key not in names.ids:
            new.setdefault(one.key, one.name)
    if not new:
        return names
    made = {"group_id": group_id, "tally": "{}", "version": VERSION}
    rows = [{**made, "name": name, "likeness": key} for key, name in new.items()]
    connection.execute(insert(PersonRow), rows)
    return names_of(connection, group_id)


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


def _add(connection: Connection, names: Names, rows: Sequence[Mapping[str, Any]], when: When) -> None:
    """Add the results of one new game to the sums of its people."""
    places: dict[int, int] = {
        row["person_id"]: row["place"] for row in rows if row["person_id"] is not None and row["place"] is not None
    }
    for row in rows:
        if row["person_id"] is None:
            continue
        person = names.root(row["person_id"])
        there = connection.execute(select(PersonRow.tally, PersonRow.version).where(PersonRow.id == person)).one()
        so_far = read_tally(there.tally) if there.version == VERSION else None
        if so_far is not None and so_far.comes_before(when):
            others = {other: place for other, place in places.items() if other != row["person_id"]}
            _keep(connection, person, so_far.plus(Result(Record.from_data(json.loads(row["record"])), when, others)))
        else:
            recount(connection, [person], names)


def _results_of(connection: Connection, people: Mapping[int, Sequence[int]]) -> dict[int, list[Result]]:
    """Everything that these people did, under all the names of each."""
    person_of = {name: person for person, names in people.items() for name in names}
    mine = ResultRow.person_id.in_(person_of)
    met = select(ResultRow.game_id, ResultRow.person_id, ResultRow.place).where(
        ResultRow.game_id.in_(select(ResultRow.game_id).where(mine)), ResultRow.person_id.is_not(None), ResultRow.place.is_not(None)
    )
    places: dict[int, list[tuple[int, int]]] = {}
    for game_id, person_id, place in connection.execute(met):
        places.setdefault(game_id, []).append((person_id, place))  # type: ignore[arg-type]  # both are there
    own = (
        select(ResultRow.person_id, ResultRow.game_id, ResultRow.record, GameRow.started_at)
        .join(GameRow, GameRow.id == ResultRow.game_id)
        .where(mine)
    )
    found: dict[int, list[Result]] = {}
    for row in connection.execute(own):
        person = person_of[row.person_id]
        others = {other: place for other, place in places.get(row.game_id, ()) if person_of.get(other) != person}
        when = _moment(row.started_at), row.game_id
        found.setdefault(person, []).append(Result(Record.from_data(json.loads(row.record)), when, others))
    return found


def read_tally(text: str | None) -> Tally:
    """The sum in a person's row."""
    return Tally.from_data(json.loads(text or "{}"))


def _keep(connection: Connection, person: int, summed: Tally) -> None:
    connection.execute(update(PersonRow).where(PersonRow.id == person).values(tally=_json(summed.to_data()), version=VERSION))


def _moment(at: datetime) -> str:
    """A time that is compared as a text."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
