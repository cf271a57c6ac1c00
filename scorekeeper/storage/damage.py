"""What cannot be read: a value that the program never wrote, in a row that would otherwise spoil a whole page.

SQLite keeps any value in any column. Rows are looked at where they become objects, by the shapes below, and a damaged one spoils
nothing but itself. It is told by its table, its ids and its column, never by what is in it: that may be somebody's name.
"""

import logging
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask import current_app

from scorekeeper.ledger.shape import Check, is_text
from scorekeeper.storage.tables import UNREADABLE

log = logging.getLogger("scorekeeper")
MOST = 1_000_000  # of anything: entries, hands, links handed out
MOST_TOLD = 1000
_ADDRESS = re.compile("[ -.0-~]+")  # not what would be two parts of it
GARBLED = "\N{REPLACEMENT CHARACTER}"


class Unreadable(Exception):
    """A row that cannot be read: its table, the column, and what tells the row from others."""

    def __init__(self, table: str, column: str, **key: object) -> None:
        ids = ", ".join(f"{name} {value if type(value) is int else '?'}" for name, value in key.items())
        super().__init__(f"{table} ({ids}): {column}")


class DamagedGame(Exception):
    """A game whose record can't be read: spoilt by a fault of the disk, or written by a newer version of this program.

    `slug` and `scorer` are there where somebody asked for the game: its address, and whether the device that asked may score it.
    """

    def __init__(self, game_id: int, reason: object, slug: str = "", *, scorer: bool = False) -> None:
        super().__init__(f"game {game_id} cannot be read: {reason}")
        self.game_id = game_id
        self.slug = slug
        self.scorer = scorer


def is_count(value: object) -> bool:
    """How many there are of something, or which of them: a whole number within reason.

    >>> is_count(3), is_count(-1), is_count("3"), is_count(10**18)
    (True, False, False, False)
    """
    return type(value) is int and 0 <= value <= MOST


def is_address(value: object) -> bool:
    """The end of a page's address.

    >>> is_address("b0TZMkOTteLhr_cQFQF4ag"), is_address(""), is_address("a/b")
    (True, False, False)
    """
    return type(value) is str and _ADDRESS.fullmatch(value) is not None


def is_time(value: object) -> bool:
    """A point in time."""
    return isinstance(value, datetime) and value != UNREADABLE


def fault(row: Any, shapes: Mapping[str, Check]) -> str | None:
    """The first column of a row that has not its shape."""
    return next((name for name, fits in shapes.items() if not fits(getattr(row, name))), None)


def shown(text: object, instead: object = GARBLED) -> str:
    """A name as a page can show it, whatever is in its column.

    >>> shown("Ana"), shown(5), shown("", "ana")
    ('Ana', '�', 'ana')
    """
    return text if type(text) is str and text.strip() and is_text(text) else shown(instead) if instead != GARBLED else GARBLED


def tell(damage: object) -> None:
    """Name what is damaged in the log: once, however often it is met."""
    told = current_app.extensions.setdefault("scorekeeper.damage", set())
    if (sentence := str(damage)) not in told and len(told) < MOST_TOLD:
        told.add(sentence)
        log.warning("damaged: %s", sentence)
