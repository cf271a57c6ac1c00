"""One hand as it stands: who deals, who bids in which order, what was bid, named and taken. No scoring, no history."""

from dataclasses import dataclass, field
from typing import Any, Self

from scorekeeper.ledger.changed import replace
from scorekeeper.ledger.entries import NO_EXTRAS, Extras, Numbers
from scorekeeper.rules.number import Points


@dataclass(frozen=True, slots=True)
class Hand:
    """Hand `number` (from 1) of `size` cards each. `bids` and `tricks` are in seat order; `tricks` is empty until recorded.

    `order` is who plays, in bidding order; `circle` is how everybody sits, clockwise. A hand closed by hand has `set_points` and a
    `reason`, whatever else is known of it. `largest` is the size of the game's largest hand, as it was planned when this one began.
    `counted` is where the score sheet notes what this very hand is worth, since that never changes.

    >>> hand = Hand(number=2, size=2, dealer=1, order=(2, 0, 1), bids=(0, None, 1))
    >>> hand.bidder, hand.bid_total, hand.bids_in
    (1, 1, False)
    """

    number: int
    size: int
    dealer: int
    order: tuple[int, ...]
    bids: Numbers
    tricks: Numbers = ()
    trump: str | None = None
    no_trump: bool = False
    even_kept: bool = False
    extras: Extras = NO_EXTRAS
    circle: tuple[int, ...] = ()
    largest: int = 0
    set_points: tuple[Points | None, ...] = ()
    reason: str = ""
    note: str = ""
    counted: Any = field(default=None, init=False, repr=False, compare=False)

    @property
    def closed(self) -> bool:
        """The tricks are recorded, or points were set by hand instead."""
        return bool(self.tricks or self.set_points)

    @property
    def absent(self) -> tuple[int, ...]:
        """Those who do not play this hand."""
        return tuple(seat for seat in range(len(self.bids)) if seat not in self.order)

    @property
    def bids_in(self) -> bool:
        """Everybody who plays this hand has bid."""
        return self.bidder is None

    @property
    def untouched(self) -> bool:
        """Nothing was bid or recorded yet."""
        return not self.closed and self.extras == NO_EXTRAS and all(bid is None for bid in self.bids)

    @property
    def bidder(self) -> int | None:
        """The first seat in bidding order without a bid; `None` when all have bid."""
        return next((seat for seat in self.order if self.bids[seat] is None), None)

    @property
    def bid_total(self) -> int:
        """The sum of the bids made so far."""
        return sum(bid for bid in self.bids if bid is not None)

    @property
    def balance(self) -> int:
        """Total of bids less size: above 0 the hand is overbid, below 0 underbid, 0 even."""
        return self.bid_total - self.size

    @property
    def without_bids(self) -> Self:
        """The hand as it is told while bids are covered: nobody's bid, and no wager."""
        return replace(self, bids=(None,) * len(self.bids), extras=replace(self.extras, wager=()))

    def with_seats(self, seats: int) -> Self:
        """The hand as it is when more people have joined since: they did not play it."""
        more = seats - len(self.bids)
        return replace(
            self,
            bids=self.bids + (None,) * more,
            tricks=self.tricks and self.tricks + (None,) * more,
            set_points=self.set_points and self.set_points + (None,) * more,
            extras=self.extras.with_seats(seats),
            circle=self.circle + tuple(range(len(self.bids), seats)),
        )

    def others(self, seat: int) -> list[int]:
        """The bids of everybody else that are in."""
        return [bid for other in self.order if other != seat and (bid := self.bids[other]) is not None]

    def bound_by_hook(self, seat: int) -> bool:
        """The hook speaks to the last in bidding order, once all others have bid."""
        return seat == self.order[-1] and len(self.others(seat)) == len(self.order) - 1

    def made(self, seat: int) -> bool | None:
        """Did the seat take exactly what it bid? `None` when it did not play the hand or it is still open."""
        if not self.tricks or self.set_points or self.tricks[seat] is None:
            return None
        return self.bids[seat] == self.tricks[seat]
