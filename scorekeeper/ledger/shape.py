"""The shape of what a game file holds: a value is what its key asks for, or the key is named in the refusal (`format`)."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from scorekeeper.ledger.entries import Numbers
from scorekeeper.ledger.names import NOTE_LENGTH, TITLE_LENGTH, tidy
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.number import LIMIT, Points
from scorekeeper.rules.number import number as exact

FIRST_TIME, LAST_TIME = datetime(1970, 1, 1, tzinfo=UTC), datetime(9998, 1, 1, tzinfo=UTC)  # the same day on every clock


def mapping(data: object, keys: Sequence[str] | None, hand: int | None) -> Mapping[str, Any]:
    """An object with no other keys than these (any, if none are named)."""
    if not isinstance(data, Mapping):
        raise RuleError("format", N_("An object is expected here."), hand=hand)
    unknown = [] if keys is None else [key for key in data if key not in keys]
    if unknown:
        raise RuleError("format", N_("Unknown key: %(key)s."), hand=hand, key=shown(unknown[0]))
    return data


def shown(key: object) -> str:
    """A key of a file as a sentence may tell it: in short, without what cannot be shown."""
    return tidy(str(key)[:40])


def sequence(data: object, key: str) -> Sequence[Any]:
    """A list; nothing is an empty one."""
    if data is None:
        return ()
    if not isinstance(data, list):
        raise RuleError("format", N_("%(key)s must be a list."), key=key)
    return data


def numbers(data: object, key: str, hand: int, players: int) -> Numbers:
    """One whole number, or a gap, for every player."""
    if data is None:
        return (None,) * players
    if not isinstance(data, list) or len(data) != players:
        raise RuleError("format", N_("%(key)s must be a list with one number for every player."), hand=hand, key=key)
    return tuple(None if number is None else integer(number, key, hand) for number in data)


def integer(data: object, key: str, hand: int | None) -> int:
    """A whole number; true is none."""
    if isinstance(data, bool) or not isinstance(data, int) or abs(data) > LIMIT:
        raise RuleError("format", N_("%(key)s must be a whole number, and not beyond a million."), hand=hand, key=key)
    return data


def flag(data: object, key: str, hand: int | None) -> bool:
    """True or false; nothing is false."""
    if data is not None and not isinstance(data, bool):
        raise RuleError("format", N_("%(key)s must be true or false."), hand=hand, key=key)
    return bool(data)


def text(data: object, key: str, length: int = TITLE_LENGTH) -> str:
    """A text, tidied; nothing is an empty one."""
    if data is None:
        return ""
    if not isinstance(data, str) or len(data) > length:
        raise RuleError("format", N_("%(key)s must be a text of at most %(length)s letters."), key=key, length=length)
    return tidy(data)


def time(data: object) -> str:
    """A moment with its offset, in one form; nothing stays nothing."""
    if data is None or data == "":
        return ""
    try:
        time = datetime.fromisoformat(str(data))
        if time.tzinfo and FIRST_TIME <= time <= LAST_TIME:
            return time.isoformat()
    except ValueError:
        pass
    raise RuleError("format", N_("started must be a time since 1970 like 2026-11-27T19:30:00+01:00."))


def points(data: object, key: str, hand: int | None) -> Points:
    """A number of points: whole or a half."""
    try:
        return exact(data)
    except RuleError:
        raise RuleError("format", N_("%(key)s must be a number of points: whole or a half."), hand=hand, key=key) from None


def seats(data: object, key: str, players: int, hand: int | None) -> tuple[int, ...]:
    """Different seats, counted from 0; nothing is none."""
    found = tuple(integer(seat, key, hand) for seat in sequence(data, key))
    if len(set(found)) != len(found) or not all(0 <= seat < players for seat in found):
        raise RuleError("format", N_("%(key)s must be a list of different seats from 0."), hand=hand, key=key)
    return found


def fits(value: object, hint: Any) -> bool:
    """Whether a value is of an annotated type: for facts that come from elsewhere. Texts must be tidy, numbers within reason.

    >>> fits((1, None), tuple[int | None, ...]), fits("1", int), fits(True, int)
    (True, False, False)
    """
    origin, inner = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        known = isinstance(value, hint)
        return known and all(fits(getattr(value, name), one) for name, one in _hints(hint))
    if origin in {Union, UnionType}:
        return any(fits(value, one) for one in inner)
    if origin is tuple:
        return isinstance(value, tuple) and all(fits(one, inner[0]) for one in value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return isinstance(value, Mapping)
    return type(value) is hint and _within_reason(value)


def _within_reason(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= NOTE_LENGTH and tidy(value) == value
    return not isinstance(value, int) or abs(value) <= LIMIT


@cache
def _hints(kind: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a dataclass, each with what it is annotated as."""
    hints = get_type_hints(kind)
    return tuple((field.name, hints[field.name]) for field in fields(kind))
