"""Points as numbers: whole or half, and never a float inside the program.

Whole points are plain `int`; only a real half is a `Fraction`. Whatever comes from outside passes `number`, whatever goes out as
JSON passes `plain`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import overload

from scorekeeper.rules.errors import N_, RuleError

Points = int | Fraction

LIMIT = 1_000_000


def number(value: object) -> Points:
    """A number of points is whole or a half, and at most a million either way.

    >>> number(12), number(-3.0), number(0.5)
    (12, -3, Fraction(1, 2))
    >>> number("12")
    Traceback (most recent call last):
    scorekeeper.rules.errors.RuleError: Points are a whole number or a half, from -1000000 to 1000000.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise _refusal()
    if not -LIMIT <= value <= LIMIT:  # neither is NaN
        raise _refusal()
    doubled = Fraction(value) * 2
    if doubled.denominator != 1:
        raise _refusal()
    return tidy(doubled / 2)


def tidy(value: Points) -> Points:
    """A whole number of points is a plain `int`, however it was reckoned.

    >>> tidy(Fraction(4, 2))
    2
    """
    if type(value) is int:
        return value
    return int(value) if value.denominator == 1 else value


@overload
def plain(value: Points) -> int | float: ...
@overload
def plain(value: None) -> None: ...
def plain(value: Points | None) -> int | float | None:
    """Whole points are printed as integers, halves as decimals; no points stay none.

    >>> plain(7), plain(Fraction(1, 2)), plain(None)
    (7, 0.5, None)
    """
    return float(value) if isinstance(value, Fraction) else value


def _refusal() -> RuleError:
    return RuleError("number", N_("Points are a whole number or a half, from %(least)s to %(most)s."), least=-LIMIT, most=LIMIT)
