"""One hand as it stands: who deals, who bids in which order, what was bid, named and taken. No scoring, no history."""

from dataclasses import dataclass

from scorekeeper.ledger.entries import NO_EXTRAS, Extras, Numbers


@dataclass(frozen=True, slots=True)
class Hand:
    """Hand `number` (from 1) of `size` cards each. `bids` and `tricks` are in seat order; `tricks` is empty until recorded.

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

    @property
    def closed(self) -> bool:
        """The tricks are recorded."""
        return bool(self.tricks)

    @property
    def bids_in(self) -> bool:
        """Everybody who plays this hand has bid."""
        return self.bidder is None

    @property
    def untouched(self) -> bool:
        """Nothing was bid or recorded yet."""
        return not self.tricks and self.extras == NO_EXTRAS and all(bid is None for bid in self.bids)

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

    def others(self, seat: int) -> list[int]:
        """The bids of everybody else that are in."""
        return [bid for other in self.order if other != seat and (bid := self.bids[other]) is not None]

    def bound_by_hook(self, seat: int) -> bool:
        """The hook speaks to the last in bidding order, once all others have bid."""
        return seat == self.order[-1] and len(self.others(seat)) == len(self.order) - 1

    def made(self, seat: int) -> bool | None:
        """Did the seat take exactly what it bid? `None` when it did not play the hand or it is still open."""
        if not self.tricks or self.tricks[seat] is None:
            return None
        return self.bids[seat] == self.tricks[seat]
