"""The shape of what comes from a game file or from the database: a value is what its place asks for.

In a file the key is named in the refusal (`format`).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache, partial
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from scorekeeper.ledger.entries import Numbers
from scorekeeper.ledger.names import TITLE_LENGTH, tidy
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
    """Whether a value is of an annotated type: for facts from elsewhere. Texts must be tidy, numbers within reason.

    >>> fits((1, None), tuple[int | None, ...]), fits("1", int), fits(True, int)
    (True, False, False)
    """
    return checker(hint, most=LIMIT, tidied=True)(value)


Check = Callable[[Any], bool]
_NUMBERS = {int, Fraction, type(None)}


@cache
def checker(hint: Any, *, most: int, tidied: bool = False) -> Check:
    """The same as a function, made once for each type: quick enough for every row that is read.

    Numbers are at most `most` either way. `tidied`: texts must be as `tidy` leaves them, and not only fit to be shown.
    """
    of = partial(checker, most=most, tidied=tidied)
    origin, inner = get_origin(hint), get_args(hint)
    kinds = frozenset(inner if origin in {Union, UnionType} else (hint,))
    if kinds <= _NUMBERS:
        return lambda value: type(value) in kinds and (value is None or -most <= value <= most)
    if len(kinds) > 1:
        return _any_of(tuple(map(of, inner)))
    if origin is tuple:
        return _row(inner, of, most)
    if origin is Mapping:
        return _table(of(inner[0]), of(inner[1]))
    return _parts(hint, of) if is_dataclass(hint) else _plain(hint, tidied=tidied)


@cache
def of_fact(kind: Any) -> Check:
    """Whether everything in a fact of this kind is of its type, as in every fact that was ever entered.

    >>> from scorekeeper.ledger.entries import Bid
    >>> of_fact(Bid)(Bid(1, 0, 2)), of_fact(Bid)(Bid(1, 0, "2"))
    (True, False)
    """
    return checker(kind, most=LIMIT)


def is_text(value: object) -> bool:
    """A text that can be shown and kept: half a character, which JSON is able to write, cannot, nor a NUL.

    >>> is_text("Zoé"), is_text("\\ud800"), is_text(5)
    (True, False, False)
    """
    return type(value) is str and "\0" not in value and (value.isascii() or not _HALF.search(value))


def is_tidy(value: object) -> bool:
    """A text as it would be kept."""
    return type(value) is str and tidy(value) == value


_HALF = re.compile("[\ud800-\udfff]")


def _plain(hint: Any, *, tidied: bool) -> Check:
    if hint is str:
        return is_tidy if tidied else is_text
    return lambda value: hint is Any or type(value) is hint


def _any_of(checks: tuple[Check, ...]) -> Check:
    return lambda value: any(check(value) for check in checks)


def _row(inner: tuple[Any, ...], of: Callable[[Any], Check], most: int) -> Check:
    """A tuple: any number of the same, or one for each place."""
    if inner[1:] == (...,):
        every = of(inner[0])
        return lambda value: type(value) is tuple and all(map(every, value))
    return _whole_numbers(inner, most) if set(inner) == {int} else _in_turn(tuple(map(of, inner)))


def _whole_numbers(kinds: tuple[type, ...], most: int) -> Check:
    """So many whole numbers: tables of statistics are made of them."""
    return lambda value: type(value) is tuple and tuple(map(type, value)) == kinds and -most <= min(value) <= max(value) <= most


def _in_turn(checks: tuple[Check, ...]) -> Check:
    def check(value: Any) -> bool:
        if type(value) is not tuple or len(value) != len(checks):
            return False
        for fits, part in zip(checks, value, strict=True):  # noqa: SIM110 (as below)
            if not fits(part):
                return False
        return True

    return check


def _table(of_key: Check, of_value: Check) -> Check:
    return lambda value: isinstance(value, Mapping) and all(map(of_key, value)) and all(map(of_value, value.values()))


def _parts(kind: Any, of: Callable[[Any], Check]) -> Check:
    hints = get_type_hints(kind)
    parts = [(field.name, of(hints[field.name])) for field in fields(kind)]

    def check(value: Any) -> bool:
        if type(value) is not kind:
            return False
        for name, fits in parts:  # noqa: SIM110 (twice as quick as a generator, for every entry that is read)
            if not fits(getattr(value, name)):
                return False
        return True

    return check


def exactly(kind: type, data: object) -> dict[str, Any]:
    """Plain data with a key for each field of this dataclass and no other; else a `ValueError`."""
    if type(data) is not dict or data.keys() != _names(kind):
        raise ValueError(f"no {kind.__name__}")
    return data


@cache
def _names(kind: Any) -> frozenset[str]:
    return frozenset(field.name for field in fields(kind))
