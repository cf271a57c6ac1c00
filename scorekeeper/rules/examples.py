"""Worked examples of a scoring, reckoned by the scoring itself: what a page shows and what a game scores cannot differ."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.number import Points
from scorekeeper.rules.scoring import Scoring, points

SIZE, PLAYERS, LARGEST = 5, 4, 10


@dataclass(frozen=True, slots=True)
class Example:
    """What one player's bid and tricks score in a hand of `size` cards."""

    size: int
    bid: int
    tricks: int
    points: Points


def worked_examples(scoring: Scoring, *, size: int = SIZE, players: int = PLAYERS, largest: int = LARGEST) -> tuple[Example, ...]:
    """A bid made, over and under, a zero made and missed, a bid just missed where that counts, and bids with points of their own.

    All in one hand of `size` cards, in a game of so many players whose largest hand has `largest` cards.

    >>> from scorekeeper.rules.scoring import BASE_SCORING
    >>> [(example.bid, example.tricks, example.points) for example in worked_examples(BASE_SCORING)]
    [(3, 3, 13), (3, 4, 0), (3, 1, 0), (0, 0, 10), (0, 2, 0)]
    """
    bid, off = min(3, size), scoring.near.dist if scoring.near else 0
    nearly = [(bid, bid - 1)] if off else []
    missed = [(bid, min(bid + off + 1, size)), (bid, max(bid - max(off + 1, 2), 0))]
    own = [(exact, exact) for exact, _ in scoring.made_table]
    pairs = [(bid, bid), *nearly, *missed, (0, 0), (0, min(max(off + 1, 2), size)), *own]
    possible = [(bid, taken) for bid, taken in dict.fromkeys(pairs) if 0 <= taken <= size]
    return tuple(
        Example(size, bid, taken, points(scoring, size=size, bid=bid, tricks=taken, players=players, largest=largest))
        for bid, taken in possible
    )
