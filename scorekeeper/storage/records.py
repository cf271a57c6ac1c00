"""How entries and the line of a list are written as rows, and read back."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select

from scorekeeper.ledger.entries import KINDS, Entry, fact_from_data, fact_to_data
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.shape import Check, is_text, of_fact
from scorekeeper.rules.errors import RuleError
from scorekeeper.storage.damage import DamagedGame, Unreadable, fault, is_count, is_time, tell
from scorekeeper.storage.tables import EntryRow

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def entry_values(entry: Entry) -> dict[str, Any]:
    """The columns of an entry, without its game."""
    return {
        "number": entry.number,
        "kind": entry.fact.kind,
        "data": _json(fact_to_data(entry.fact)),
        "key": entry.key or None,
        "at": entry.at,
    }


def entries_after(connection: Connection, game_id: int, number: int) -> Sequence[Entry]:
    """The entries of a game that follow entry `number`, read in one statement; `Unreadable` names the first damaged one."""
    rows = connection.execute(_ENTRIES, {"game": game_id, "number": number})
    return [_entry(game_id, place, row) for place, row in enumerate(rows, start=number + 1)]


_ENTRIES = (
    select(EntryRow.number, EntryRow.kind, EntryRow.data, EntryRow.key, EntryRow.at)
    .where(EntryRow.game_id == bindparam("game"), EntryRow.number > bindparam("number"))
    .order_by(EntryRow.number)
)


def _entry(game_id: int, place: int, row: Row[int, str, str, str | None, datetime]) -> Entry:
    """The entry that a row holds, which must be the one that belongs in this place."""
    number, kind, data, key, at = row
    if type(number) is int and number == place and type(data) is str and is_time(at) and (key is None or type(key) is str):
        try:
            fact = fact_from_data(kind, json.loads(data))
        except NOT_READABLE:
            pass
        else:
            if of_fact(type(fact))(fact):  # type: ignore[arg-type]  # a class can be a key
                return Entry(number, fact, at, key or "")
    column = fault(row, {**_SHAPES, "number": lambda number: number == place}) or "data"
    raise Unreadable("entry", column, game_id=game_id, number=place)


_SHAPES: Mapping[str, Check] = {
    "number": is_count,
    "kind": KINDS.__contains__,
    "data": is_text,
    "key": lambda key: key is None or is_text(key),
    "at": is_time,
}
# What reading a damaged record, or folding one that does not hang together, may come to.
NOT_READABLE = (RuleError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, Unreadable)


def game_of(connection: Connection, game_id: int, version: object) -> Game:
    """The game with that id from its first entry to its last, which is number `version`; `DamagedGame` if it can't be read.

    Where nobody knows the number of its last entry (`None`), the game is what is there.
    """
    try:
        game = Game.replay(entries_after(connection, game_id, 0))
        return game if version is None else checked(game_id, version, game)
    except NOT_READABLE as error:
        raise DamagedGame(game_id, reason_of(error)) from error


def readable_game(connection: Connection, row: Any) -> Game | None:
    """The game in a row that tells id and version; `None` for a damaged one, which the log names."""
    try:
        return game_of(connection, row.id, row.version)
    except DamagedGame as damaged:
        tell(damaged)
        return None


def checked(game_id: int, version: object, game: Game) -> Game:
    """The game, if it goes as far as its row says."""
    if game.version != version:
        raise Unreadable("game", "version", id=game_id)
    return game


def reason_of(error: Exception) -> str:
    """Why a game cannot be read, without anything that somebody typed."""
    if isinstance(error, RuleError):
        place = "" if error.hand is None else f" in hand {error.hand}"
        return f"its entries do not follow from one another{place} ({error.code})"
    return str(error) if isinstance(error, Unreadable) else f"its entries do not follow from one another ({type(error).__name__})"


def extract(game: Game) -> dict[str, Any]:
    """What the row of a game keeps for lists."""
    line = game.summary
    return {
        "players": _json(line.players),
        "hand": line.hand,
        "hands": line.hands,
        "finished": line.finished,
        "title": line.title,
        "winners": _json(line.winners),
    }


@lru_cache(1000)
def names(text: object) -> tuple[str, ...] | None:
    """The names in a list's column; `None` for a damaged one. A list has the same people again and again.

    >>> names('["Ann","Bob"]'), names('["Ann",'), names('["Ann",5]')
    (('Ann', 'Bob'), None, None)
    """
    try:
        found = json.loads(text) if type(text) is str else None
    except (ValueError, RecursionError):
        return None
    return tuple(found) if type(found) is list and all(map(is_text, found)) else None
