"""How a game came to its position: earlier positions, kept so that an undo goes back without folding the whole game again.

All of the last ones are kept, of those before only some, and of the oldest few: going back folds some facts again at most.
"""

from collections.abc import Sequence

from scorekeeper.ledger.entries import Entry
from scorekeeper.ledger.fold import apply
from scorekeeper.ledger.position import Position

Mark = tuple[int, Position]  # the position after so many facts that followed the start
Marks = tuple[Mark, ...]
NEAR, FAR = 32, 1024
MANY = 4 * NEAR


def kept(number: int, last: int) -> bool:
    """Whether the position after fact `number` is kept when the last fact is number `last`.

    >>> [number for number in range(2001) if kept(number, 2000)][:5]
    [0, 992, 1024, 1056, 1088]
    """
    behind = last - number
    return behind < NEAR or number % (NEAR if behind <= FAR else FAR) == 0


def onward(marks: Marks, position: Position) -> Marks:
    """One fact further."""
    last = marks[-1][0] + 1
    further = (*marks, (last, position))
    return further if len(further) < MANY else tuple(mark for mark in further if kept(mark[0], last))


def back(marks: Marks, active: Sequence[Entry]) -> Marks:
    """Back to where only these entries were in force, the start and what followed it."""
    last, end = len(active) - 1, len(marks)
    while marks[end - 1][0] > last:
        end -= 1
    marks = marks[:end]
    for entry in active[marks[-1][0] + 1 :]:
        marks = onward(marks, apply(marks[-1][1], entry.fact))
    return marks
