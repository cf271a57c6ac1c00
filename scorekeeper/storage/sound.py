"""Whether a back-up is sound. It may come from anywhere, and SQLite keeps anything in any column.

The file is only read. Each of its rows is looked at, and what is sound goes into a fresh database
of the same version, so that nothing of the file itself (a view, a trigger) is ever run. What a
column may hold follows from `tables`; `COLUMNS` and `ROWS` add what only the program knows.
"""

import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any

from sqlalchemy import Column, Integer, String, Table

from scorekeeper.ledger.entries import KINDS, Entry, fact_from_data
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.names import tidy
from scorekeeper.ledger.record import Record
from scorekeeper.ledger.typed import is_plain, is_typed
from scorekeeper.storage import results
from scorekeeper.storage.records import extract
from scorekeeper.storage.tables import Base, Flag, Moment

LARGEST = 2**31 - 1  # the largest whole number that both databases take
LONGEST_NAME = 200
AT_ONCE, SHOWN = 1000, 5  # rows written, faults told
MADE_AGAIN = {"listing", "result"}  # tables that `upkeep.rebuild` makes from the others
Row = dict[str, Any]


class Unsound(Exception):
    """What stands in the file was not written by the scorekeeper, or not kept as it was written."""


class Damaged(Unsound):
    """Some games can't be read, or what is made from games: everything else is sound."""


@dataclass(frozen=True, slots=True)
class Check:
    """A condition, and the words for it."""

    words: str
    holds: Callable[[Any], bool]


def _whole(least: int, most: int = LARGEST) -> Check:
    return Check(
        f"a whole number from {least} to {most}",
        lambda value: type(value) is int and least <= value <= most,
    )


def _text(most: int | None) -> Check:
    return Check(
        "a text" if most is None else f"a text of at most {most} letters",
        lambda value: type(value) is str and "\0" not in value and len(value) <= (most or len(value)),
    )


def _is_moment(value: Any) -> bool:
    if type(value) is not str or not _MOMENT.fullmatch(value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


_MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}", re.ASCII)


def _data(text: str) -> Any:
    """What a text holds as JSON; `None` for anything that is none, or could not be written again."""
    try:
        data = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    return data if is_plain(data) else None


def _no_number(name: str) -> None:
    raise ValueError(name)


def _are_names(value: str) -> bool:
    names = _data(value)
    return isinstance(names, list) and all(type(name) is str and len(name) <= LONGEST_NAME for name in names)


def _can_be_read(read: Callable[[Any], Any], data: Any) -> bool:
    try:
        read(data)
    except Exception:  # noqa: BLE001 (whatever goes wrong with a stranger's data, it can't be read)
        return False
    return True


LINK = Check("an address", lambda value: re.fullmatch(r"[A-Za-z0-9_-]+", value) is not None)
NAMES = Check("a list of names", _are_names)
OBJECT = Check("a JSON object", lambda value: isinstance(_data(value), dict))

COLUMNS: dict[str, Check] = {
    "calendar.id": _whole(1, 1),
    "calendar.day": _whole(0),
    "game.id": _whole(1),
    "game.slug": LINK,
    "game.version": _whole(0),
    "game.generation": _whole(1),
    "game.hand": _whole(0),
    "game.hands": _whole(0),
    "game.players": NAMES,
    "game.winners": NAMES,
    "game.deleted_day": _whole(0),
    "entry.number": _whole(1),
    "entry.kind": Check("a kind of entry", lambda value: value in KINDS),
    "entry.data": OBJECT,
    "house_rules.id": _whole(1),
    "house_rules.rules": OBJECT,
    "listing.shelf": _whole(0, 2),
    "person.id": _whole(1),
    "person.tally": OBJECT,
    "person.version": _whole(0),
    "player_group.id": _whole(1),
    "player_group.slug": LINK,
    "player_group.generation": _whole(1),
    "result.number": _whole(0),
    "result.place": _whole(1),
    "result.record": OBJECT,
    "result.version": _whole(0),
}


@dataclass(slots=True)
class Known:
    """What earlier tables hold: ids, the groups of games and people, who is merged into whom."""

    ids: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    groups: dict[str, dict[int, int | None]] = field(default_factory=lambda: defaultdict(dict))
    merged: dict[int, int | None] = field(default_factory=dict)

    def note(self, table: str, row: Row) -> None:
        """A sound row that others may refer to."""
        if "id" in row:
            self.ids[table].add(row["id"])
            self.groups[table][row["id"]] = row.get("group_id")
        if table == "person":
            self.merged[row["id"]] = row["merged_into"]

    def forget_game(self, game_id: int) -> None:
        """It was not sound after all."""
        self.ids["game"].discard(game_id)

    def of_one_group(self, row: Row) -> bool:
        """Whether a result is of a game of a group, and of one of its people."""
        group, person = self.groups["game"].get(row["game_id"]), row["person_id"]
        return group is not None and (person is None or self.groups["person"].get(person) == group)


ROWS: dict[str, tuple[tuple[str, Callable[[Row, Known], bool]], ...]] = {
    "game": (
        (
            "a game that was not deleted has entries",
            lambda row, _: row["version"] > 0 or row.get("deleted_at") is not None,
        ),
    ),
    "person": (
        (
            "the sum can be read",
            lambda row, _: row.get("version") != results.VERSION or results.read_tally(row["tally"], results.VERSION) is not None,
        ),
    ),
    "result": (
        ("game and person are of one group", lambda row, known: known.of_one_group(row)),
        (
            "the record can be read",
            lambda row, _: (
                row.get("version") != results.VERSION
                or _can_be_read(lambda text: Record.from_data(json.loads(text)), row["record"])
            ),
        ),
    ),
}


@cache
def _checks(column: Column[Any]) -> tuple[Check, ...]:
    own = COLUMNS.get(f"{column.table.name}.{column.name}")
    return (_check_of(column), own) if own else (_check_of(column),)


def _check_of(column: Column[Any]) -> Check:
    kind = column.type
    if isinstance(kind, Moment):
        return Check("a time", _is_moment)
    if isinstance(kind, Flag):
        return _whole(0, 1)
    if isinstance(kind, Integer):
        return _whole(-LARGEST)
    assert isinstance(kind, String)  # noqa: S101 (there are no other kinds of columns)
    return _text(kind.length)


def fault_in(table: Table, row: Row, known: Known) -> str:
    """What is wrong with a row, in words; empty if nothing is."""
    for name, value in row.items():
        column = table.c[name]
        if value is None and column.nullable:
            continue
        for check in _checks(column):
            if not check.holds(value):
                return f"{name} is not {check.words}"
        for key in column.foreign_keys:
            if value not in known.ids[key.column.table.name]:
                return f"{name} is that of no row in {key.column.table.name}"
    return next((f"not true: {words}" for words, holds in ROWS.get(table.name, ()) if not holds(row, known)), "")


# The file as a whole


def reading(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A connection to a file that may hold anything: nothing of it is trusted."""
    connection.text_factory = _decoded
    for setting in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON", "ignore_check_constraints = ON"):
        connection.execute(f"PRAGMA {setting}")
    return connection


def _decoded(text: bytes) -> str | bytes:
    """Text; what is none stays bytes, which no column takes."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text


def version_in(connection: sqlite3.Connection) -> Any:
    """The version of the tables, whatever stands there; `None` if the file is nobody's."""
    kept = "SELECT rootpage FROM sqlite_master WHERE name = 'alembic_version' AND type = 'table'"
    if not any(root for (root,) in connection.execute(kept)):
        return None
    found = connection.execute("SELECT version_num FROM alembic_version LIMIT 2").fetchall()
    return found[0][0] if len(found) == 1 else None


def check_shape(found: sqlite3.Connection, fresh: sqlite3.Connection) -> None:
    """Refuse anything but the tables and columns that a fresh database of that version has."""
    there, wanted = _shape(found), _shape(fresh)
    for kind, name in there:
        if (kind, name) not in wanted:
            raise Unsound(f"it has the {kind} {name[:60]!r}, which the scorekeeper does not make")
    for kind, name in wanted:
        if (kind, name) not in there:
            raise Unsound(f"the {kind} {name} is missing")
        if _columns(found, kind, name) != _columns(fresh, kind, name):
            raise Unsound(f"the {kind} {name} has other columns")


def _shape(connection: sqlite3.Connection) -> list[tuple[str, Any]]:
    rows = connection.execute("SELECT type, name, rootpage FROM sqlite_master")
    own = ((kind if root or kind != "table" else "virtual table", name) for kind, name, root in rows)
    return [(kind, name) for kind, name in own if not str(name).startswith("sqlite_")]


def _columns(connection: sqlite3.Connection, kind: str, name: str) -> list[tuple[Any, ...]]:
    """Name, place in the primary key and whether it is computed, for a column of a table; those of an index."""
    if kind == "table":
        return [(row[1], row[5], row[6]) for row in connection.execute(f'PRAGMA table_xinfo("{name}")')]
    return connection.execute(f'PRAGMA index_xinfo("{name}")').fetchall()


@dataclass(slots=True)
class TakeOver:
    """Every sound row of one database put into a fresh one of the same version.

    With `without_damaged` games that can't be read are left out, and what is made from games; else
    they are a reason to refuse. `damaged` tells of each, by its id.
    """

    source: sqlite3.Connection
    fresh: sqlite3.Connection
    without_damaged: bool
    known: Known = field(default_factory=Known)
    damaged: dict[Any, str] = field(default_factory=dict)
    to_make_again: list[str] = field(default_factory=list)

    def run(self) -> list[str]:
        """All tables. Answers which games are left out."""
        tables = [table for table in Base.metadata.sorted_tables if self._names(table)]
        for table in tables:
            if table.name == "game":
                self._games(table)
            elif table.name not in {"entry", *(MADE_AGAIN if self.without_damaged else ())}:
                self._rows(table)
        check_merges(self.known)
        faults = [*self.damaged.values(), *self.to_make_again]
        if faults and not self.without_damaged:
            raise Damaged("; ".join(faults[:SHOWN]) + (" and more" if len(faults) > SHOWN else ""))
        self.fresh.commit()
        return list(self.damaged.values())

    def _names(self, table: Table) -> list[str]:
        there = {row[1] for row in self.fresh.execute(f'PRAGMA table_info("{table.name}")')}
        return [column.name for column in table.c if column.name in there]

    def _read(self, table: Table, condition: str = "", *values: Any) -> Iterator[Row]:
        names = self._names(table)
        wanted = ", ".join(f'"{name}"' for name in names)
        order = ", ".join(f'"{column.name}"' for column in table.primary_key)
        statement = f'SELECT {wanted} FROM "{table.name}" {condition} ORDER BY {order}'  # noqa: S608 (our names)
        rows = self.source.execute(statement, values)
        return (dict(zip(names, row, strict=True)) for row in rows)

    def _write(self, table: Table, rows: Sequence[Row]) -> None:
        if not rows:
            return
        names = ", ".join(f'"{name}"' for name in rows[0])
        places = ", ".join("?" * len(rows[0]))
        statement = f'INSERT INTO "{table.name}" ({names}) VALUES ({places})'  # noqa: S608 (our names)
        try:
            self.fresh.executemany(statement, [tuple(row.values()) for row in rows])
        except sqlite3.IntegrityError as error:
            raise Unsound(f"the table {table.name} has a row twice") from error

    def _rows(self, table: Table) -> None:
        sound: list[Row] = []
        emptied = table.name == "person" and self.without_damaged
        for number, found in enumerate(self._read(table), start=1):
            row = found | _without_sum(found) if emptied else found
            fault = fault_in(table, row, self.known)
            if not fault:
                self.known.note(table.name, row)
                sound.append(row)
            elif row.get("game_id") not in self.damaged:
                self._tell(table, row, f"row {number} of the table {table.name}: {fault}")
            if len(sound) == AT_ONCE:
                self._write(table, sound)
                sound = []
        self._write(table, sound)

    def _tell(self, table: Table, row: Row, fault: str) -> None:
        """What can be made again from the games is no reason to give them up."""
        if table.name == "person" and not fault_in(table, row | _without_sum(row), self.known):
            self.known.note(table.name, row)
        elif table.name not in MADE_AGAIN:
            raise Unsound(fault)
        self.to_make_again.append(fault)

    def _games(self, table: Table) -> None:
        entries = Base.metadata.tables["entry"]
        for row in self._read(table):
            own, fault = self._entries_of(entries, row)
            if fault:
                self.damaged[row["id"]] = f"{_called(row)}: {fault}"
                self.known.forget_game(row["id"])
                continue
            self._write(entries, own)
            self._write(table, [row])
        nobodys = "SELECT game_id FROM entry WHERE game_id NOT IN (SELECT id FROM game) LIMIT 1"
        if not self.without_damaged and (found := self.source.execute(nobodys).fetchone()):
            raise Unsound(f"the table entry: game_id {found[0]!r} is that of no row in game")

    def _entries_of(self, entries: Table, row: Row) -> tuple[list[Row], str]:
        """The rows of a game's entries, and what is wrong with the game. What lists show of it is as they tell."""
        try:
            own = list(self._read(entries, "WHERE game_id = ?", row["id"]))
        except sqlite3.DatabaseError:
            return [], "its record can't be read"
        if fault := fault_in(Base.metadata.tables["game"], row, self.known):
            return own, fault
        self.known.note("game", row)
        for number, entry in enumerate(own, start=1):
            fault = fault_in(entries, entry, self.known)
            if fault or entry["number"] != number:
                return own, f"entry {number}: {fault or 'it is missing'}"
        if len(own) != row["version"]:
            return own, f"it has {len(own)} entries, not {row['version']}"
        try:
            row |= extract(_game(own)) if own else {}
        except Exception:  # noqa: BLE001 (whatever goes wrong with a stranger's record, it can't be read)
            return own, "its record can't be read"
        return own, ""


def _without_sum(row: Row) -> Row:
    return {name: empty for name, empty in (("tally", "{}"), ("version", 0)) if name in row}


def check_merges(known: Known) -> None:
    """Nobody is merged into somebody of another group, or in a circle."""
    done: set[int | None] = {None}
    for person, into in known.merged.items():
        if into is not None and known.groups["person"].get(into) != known.groups["person"][person]:
            raise Unsound(f"person {person} is merged into nobody of the group")
    for person in known.merged:
        path: dict[int | None, None] = {}
        at: int | None = person
        while at not in done:
            if at in path:
                raise Unsound(f"person {person} is merged in a circle")
            path[at] = None
            at = known.merged[at]  # type: ignore[index]  # None is done
        done.update(path)


def _game(rows: Sequence[Row]) -> Game:
    entries = [_entry(row) for row in rows]
    if not all(is_typed(entry.fact) for entry in entries):
        raise ValueError("a value of another kind")
    game = Game.replay(entries)
    if game.started:  # the only text that pages read again
        datetime.fromisoformat(game.started)
    return game


def _entry(row: Mapping[str, Any]) -> Entry:
    at = datetime.fromisoformat(row["at"]).replace(tzinfo=UTC)
    return Entry(row["number"], fact_from_data(row["kind"], json.loads(row["data"])), at, row["key"] or "")


def _called(row: Row) -> str:
    """A game in words: its number, and what else can be read of it."""
    players = row["players"] if type(row["players"]) is str else ""
    names = tidy(", ".join(_data(players)) if players and _are_names(players) else "")[:60]
    begun = row["started_at"][:10] if _is_moment(row["started_at"]) else ""
    told = "; ".join(filter(None, (names, begun and f"begun {begun}")))
    return f"game {row['id']!r}" + (f" ({told})" if told else "")
