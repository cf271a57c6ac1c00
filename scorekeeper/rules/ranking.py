"""Places from totals: who is first, and who shares a place. How the totals came about is not known here."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.number import Points

TIES = ("shared", "most-made", "bid-sum", "extra-hand")


def places(
    totals: Sequence[Points],
    *,
    direction: str = "high",
    tie: str = "shared",
    made: Sequence[int] = (),
    bid_sum: Sequence[int] = (),
) -> tuple[int, ...]:
    """Equal totals share a place, and the next place is left out; a tie rule may part them by bids made or by their sum.

    `made` counts each player's bids made, `bid_sum` adds up those bids. An extra hand is for the table to play: it is a tie here.

    >>> places((14, 14, 3))
    (1, 1, 3)
    >>> places((14, 14, 3), direction="low")
    (2, 2, 1)
    >>> places((250, 250, 250), tie="most-made", made=(3, 2, 1))
    (1, 2, 3)
    """
    parting = {"most-made": made, "bid-sum": bid_sum}.get(tie) or (0,) * len(totals)
    sign = -1 if direction == "low" else 1
    ranks = [(sign * total, apart) for total, apart in zip(totals, parting, strict=True)]
    place = {rank: index for index, rank in reversed(list(enumerate(sorted(ranks, reverse=True), start=1)))}
    return tuple(place[rank] for rank in ranks)
