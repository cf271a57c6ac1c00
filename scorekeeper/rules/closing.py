"""The close of a hand: whether the tricks written down can be right. What they are worth is the business of `scoring`."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.rules.errors import N_, RuleError


def check_tricks(size: int, tricks: Mapping[int, int], *, discarded: int = 0, hand: int | None = None) -> None:
    """The tricks by seat add up to the size of the hand, less the tricks that nobody won.

    >>> check_tricks(3, {0: 1, 1: 1}, discarded=1)
    >>> try:
    ...     check_tricks(2, {0: 1, 1: 0})
    ... except RuleError as error:
    ...     print(error.code, error)
    tricks-sum The tricks add up to 1 of 2: 1 too few.
    """
    for seat, taken in tricks.items():
        if not 0 <= taken <= size:
            sentence = N_("Tricks in this hand are 0 to %(size)s.")
            raise RuleError("tricks-range", sentence, hand=hand, seat=seat, size=size)
    due, total = size - discarded, sum(tricks.values())
    if total != due:
        few, many = (
            N_("The tricks add up to %(total)s of %(due)s: %(off)s too few."),
            N_("The tricks add up to %(total)s of %(due)s: %(off)s too many."),
        )
        raise RuleError("tricks-sum", few if total < due else many, hand=hand, total=total, due=due, off=abs(due - total))
