"""Who won, by the places that totals give."""

from typing import Any

from scorekeeper.rules.ranking import places


def winners(totals: Any, **apart: Any) -> tuple[int, ...]:
    """The seats in first place, all of them."""
    return tuple(seat for seat, place in enumerate(places(totals, **apart)) if place == 1)
