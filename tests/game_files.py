"""Game files made of what others recorded: which tricks may have been taken where only "made" or "missed" is known."""

from collections.abc import Mapping, Sequence
from typing import Any


def game_file(players: int, hands: Sequence[Mapping[str, Any]], **more: Any) -> dict[str, Any]:
    """A game file of so many players, whatever they are called."""
    names = [f"Player {seat + 1}" for seat in range(players)]
    return {"format": "scorekeeper-game", "version": 1, "players": names, "hands": list(hands), **more}


def fitting_tricks(size: int, bids: Sequence[int], made: Sequence[bool]) -> list[int] | None:
    """Tricks that add up to the size and make the bids that were made, and only those; `None` where there are none.

    >>> fitting_tricks(5, [1, 2, 0], [True, False, False]), fitting_tricks(2, [1, 0], [True, True])
    ([1, 0, 4], None)
    """
    if not bids:
        return [] if size == 0 else None
    for taken in [bids[0]] if made[0] else [taken for taken in range(size + 1) if taken != bids[0]]:
        rest = fitting_tricks(size - taken, bids[1:], made[1:])
        if rest is not None:
            return [taken, *rest]
    return None
