"""Whether the values of a fact are of the kinds that its class says.

Facts are made by this program and need no such look. One that was read from a stranger's file does.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


def is_typed(fact: Any) -> bool:
    """Whether every value, also inside of lists, is of the kind that its field says.

    >>> from scorekeeper.ledger.entries import Bid
    >>> is_typed(Bid(hand=1, seat=0, bid=2)), is_typed(Bid(hand=1, seat=0, bid=True))
    (True, False)
    """
    return all(fits(getattr(fact, name)) for name, fits in _fields(fact.__class__))


@cache
def _fields(kind: Any) -> list[tuple[str, Callable[[Any], bool]]]:
    hints = get_type_hints(kind)
    return [(field.name, _test(hints[field.name])) for field in fields(kind)]


@cache
def _test(kind: Any) -> Callable[[Any], bool]:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        tests = [_test(part) for part in parts]
        return lambda value: any(test(value) for test in tests)
    if origin is tuple:
        test = _test(parts[0])
        return lambda value: type(value) is tuple and all(map(test, value))
    if origin is Mapping:
        return lambda value: isinstance(value, dict) and is_plain(value)
    if is_dataclass(kind):
        return lambda value: type(value) is kind and is_typed(value)
    if kind is str:
        return lambda value: type(value) is str and is_plain(value)
    only = NoneType if kind is None else kind
    return lambda value: type(value) is only


def is_plain(value: Any) -> bool:
    """Whether every text in this data can be written down: no half characters, no NUL.

    >>> is_plain({"name": ["Ana"]}), is_plain(["\\ud800"])
    (True, False)
    """
    if isinstance(value, str):
        return "\0" not in value and (value.isascii() or not _HALF.search(value))
    if isinstance(value, Mapping):
        return all(is_plain(key) and is_plain(one) for key, one in value.items())
    if isinstance(value, list | tuple):
        return all(map(is_plain, value))
    return True


_HALF = re.compile("[\ud800-\udfff]")
