"""How entries and the line of a list are written as rows, and read back."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from scorekeeper.ledger.entries import Entry, fact_from_data, fact_to_data
from scorekeeper.ledger.game import Game
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
    """The entries of a game that follow entry `number`, read in one statement."""
    wanted = select(EntryRow.number, EntryRow.kind, EntryRow.data, EntryRow.key, EntryRow.at)
    rows = connection.execute(wanted.where(EntryRow.game_id == game_id, EntryRow.number > number).order_by(EntryRow.number))
    return [Entry(row.number, fact_from_data(row.kind, json.loads(row.data)), row.at, row.key or "") for row in rows]


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


def names(text: str) -> tuple[str, ...]:
    """The names in a list's column; a damaged one must not spoil the list.

    >>> names('["Ann","Bob"]'), names('["Ann",')
    (('Ann', 'Bob'), ())
    """
    try:
        return tuple(json.loads(text))
    except (ValueError, TypeError):
        return ()
