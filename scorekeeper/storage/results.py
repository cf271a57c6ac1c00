"""What people did in the games of a group: a result for everybody in a finished game, and their sum for every person.

Both are written in the transaction of the entry that changes them, under the group's lock. A new game is added to the sums at the
same cost however many there are; where a game is corrected, begun again or deleted, the sums of its people are added up anew.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, exists, insert, or_, select, update
from sqlalchemy.orm import aliased

from scorekeeper.ledger.game import Game
from scorekeeper.ledger.names import likeness
from scorekeeper.ledger.record import Record, records
from scorekeeper.ledger.tally import Result, Tally, When, tally
from scorekeeper.storage.tables import LIKENESS_LENGTH, GameRow, GroupRow, ListingRow, PersonRow, ResultRow

VERSION = 1  # of the code that makes records and sums
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
        return [name for name in self.merged if self.root(name) == root]


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
    found = {game_id: records(game) for game_id, game in played}
    names = _with_new_names(connection, group_id, (record.name for game in found.values() for record in game))
    rows = [row for game_id, game in found.items() for row in _rows(game_id, game, names)]
    before = _rows_of(connection, list(found))
    if before != rows:
        if before:
            connection.execute(delete(ResultRow).where(ResultRow.game_id.in_(found)))
        if rows:
            connection.execute(insert(ResultRow), rows)
    return before, rows, names


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


def recount(connection: Connection, people: Iterable[int], names: Names) -> None:
    """Add up the results of these people anew."""
    for person in sorted(people):
        _keep(connection, person, tally(_results_of(connection, names.all_of(person))))


def _with_new_names(connection: Connection, group_id: int, called: Iterable[str]) -> Names:
    names = names_of(connection, group_id)
    new: dict[str, str] = {}
    for name in called:
        if (key := key_of(name)) not in names.ids:
            new.setdefault(key, name)
    if not new:
        return names
    rows = [{"group_id": group_id, "name": name, "likeness": key, "tally": "{}"} for key, name in new.items()]
    connection.execute(insert(PersonRow), rows)
    return names_of(connection, group_id)


def _rows(game_id: int, game: Sequence[Record], names: Names) -> Rows:
    """A row for each record; of two that are the same person's, the second counts for nobody."""
    rows: Rows = []
    seen: set[int] = set()
    for number, record in enumerate(game):
        name = names.ids[key_of(record.name)]
        person = None if names.root(name) in seen else name
        seen.add(names.root(name))
        row = {"game_id": game_id, "number": number, "person_id": person, "place": record.place, "version": VERSION}
        rows.append({**row, "record": _json(record.to_data())})
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
        so_far = read_tally(connection.scalar(select(PersonRow.tally).where(PersonRow.id == person)))
        if so_far.comes_before(when):
            others = {other: place for other, place in places.items() if other != row["person_id"]}
            _keep(connection, person, so_far.plus(Result(Record.from_data(json.loads(row["record"])), when, others)))
        else:
            recount(connection, [person], names)


def _results_of(connection: Connection, names: Sequence[int]) -> list[Result]:
    """Everything somebody did under these names."""
    mine = ResultRow.person_id.in_(names)
    theirs = aliased(ResultRow)
    met = (
        select(ResultRow.game_id, theirs.person_id, theirs.place)
        .join(theirs, theirs.game_id == ResultRow.game_id)
        .where(mine, theirs.person_id.is_not(None), theirs.person_id.not_in(names), theirs.place.is_not(None))
    )
    others: dict[int, dict[int, int]] = {}
    for row in connection.execute(met):
        game_id, person, place = row
        others.setdefault(game_id, {})[person] = place  # type: ignore[index, assignment]  # both are there
    own = select(ResultRow.game_id, ResultRow.record, GameRow.started_at).join(GameRow, GameRow.id == ResultRow.game_id).where(mine)
    return [
        Result(Record.from_data(json.loads(row.record)), (_moment(row.started_at), row.game_id), others.get(row.game_id, {}))
        for row in connection.execute(own)
    ]


def read_tally(text: str | None) -> Tally:
    """The sum in a person's row."""
    return Tally.from_data(json.loads(text or "{}"))


def _keep(connection: Connection, person: int, summed: Tally) -> None:
    connection.execute(update(PersonRow).where(PersonRow.id == person).values(tally=_json(summed.to_data()), version=VERSION))


def _moment(at: datetime) -> str:
    """A time that is compared as a text."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
