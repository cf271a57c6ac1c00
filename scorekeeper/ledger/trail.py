"""How a game came to its position: earlier positions, so that an undo need not fold the whole game.

Of the last ones all are kept while a game is played, of those before every 16th, and of the oldest
even fewer: going back folds some facts again at most.
"""

from collections.abc import Iterable, Sequence

from scorekeeper.ledger.entries import Entry, Fact
from scorekeeper.ledger.fold import apply, begin
from scorekeeper.ledger.position import Position

Mark = tuple[int, Position]  # the position after so many facts that followed the start
Marks = tuple[Mark, ...]  # the last one is the position now
NEAR, FAR = 16, 512


def first_mark(fact: Fact | None) -> Marks:
    """Where a game begins. A `RuleError` tells why it cannot."""
    return ((0, begin(fact)),)


def onward(marks: Marks, fact: Fact) -> Marks:
    """One fact further. A `RuleError` tells why it is refused."""
    last = marks[-1][0] + 1
    further = (*marks, (last, apply(marks[-1][1], fact)))
    if last % NEAR:
        return further
    return tuple(mark for mark in further if last - mark[0] < NEAR or _lasts(mark[0], last))


def far_onward(marks: Marks, facts: Iterable[Fact]) -> Marks:
    """Many facts further, with few of the positions on the way: enough for a game that is read."""
    (number, position), found = marks[-1], list(marks[:-1])
    for fact in facts:
        if number % NEAR == 0:
            found.append((number, position))
        number, position = number + 1, apply(position, fact)
    return (*(mark for mark in found if _lasts(mark[0], number)), (number, position))


def back(marks: Marks, active: Sequence[Entry]) -> Marks:
    """Back to where only these entries were in force, the start and what followed it."""
    last, end = len(active) - 1, len(marks)
    while marks[end - 1][0] > last:
        end -= 1
    marks = marks[:end]
    for entry in active[marks[-1][0] + 1 :]:
        marks = onward(marks, entry.fact)
    return marks


def _lasts(number: int, last: int) -> bool:
    """Whether the position after fact `number` is kept for long when the last one is after `last`.

    >>> [number for number in range(2001) if _lasts(number, 2000)][:5]
    [0, 512, 1024, 1488, 1504]
    """
    return number % (NEAR if last - number <= FAR else FAR) == 0
