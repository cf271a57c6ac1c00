"""A value with some of its fields changed: what `dataclasses.replace` gives, in less time, since
every entry of a game makes several.
"""

from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def replace(value: T, **changes: Any) -> T:
    """A copy of a dataclass with these fields changed.

    >>> from scorekeeper.ledger.entries import Bid
    >>> replace(Bid(hand=1, seat=2, bid=0), bid=3)
    Bid(hand=1, seat=2, bid=3)
    """
    kind: Any = type(value)
    values_of, places = _layout(kind)
    values = list(values_of(value))
    for name, new in changes.items():
        values[places[name]] = new
    changed: T = kind(*values)
    return changed


@cache
def _layout(kind: Any) -> tuple[Any, dict[str, int]]:
    """What reads the fields of a class, and the place of each."""
    names = [field.name for field in fields(kind) if field.init]
    return attrgetter(*names), {name: place for place, name in enumerate(names)}
