"""Bidding: who deals, bids and leads in which order, and which bids are legal. What a bid is worth is the business of `scoring`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.rules import reading

ORDERS = ("sequential", "simultaneous")
HOOKS = ("never", "always", "min_cards", "must_exceed")
FIRSTS = ("left", "dealer", "right")
LEADS = ("left", "highest-bidder", "opposite")
ROTATIONS = ("left", "right")


@dataclass(frozen=True, slots=True)
class Bidding:
    """How bids are made: one after the other or all at once, by whom first, and with which hook on the last bidder."""

    order: str = "sequential"
    hook: str = "never"
    min_cards: int = 1
    first: str = "left"

    @property
    def simultaneous(self) -> bool:
        """All bids are shown at the same moment: nobody is the last bidder, so there is no hook."""
        return self.order == "simultaneous"

    def hooked(self, size: int) -> bool:
        """Whether the last bidder is bound in a hand of this size.

        >>> Bidding(hook="min_cards", min_cards=3).hooked(2), Bidding(hook="min_cards", min_cards=3).hooked(3)
        (False, True)
        """
        if self.simultaneous or self.hook == "never":
            return False
        return self.hook != "min_cards" or size >= self.min_cards

    @classmethod
    def from_data(cls, data: object, key: str = "bidding") -> Bidding:
        """Bidding is written as its four choices; a missing one is as in the base game.

        >>> Bidding.from_data({"hook": "always"}) == Bidding(hook="always")
        True
        """
        given = reading.section(data, key, ("order", "hook", "min_cards", "first"))
        return cls(
            reading.choice(given.get("order", "sequential"), reading.path(key, "order"), ORDERS),
            reading.choice(given.get("hook", "never"), reading.path(key, "hook"), HOOKS),
            reading.whole(given.get("min_cards", 1), reading.path(key, "min_cards"), 1, 10_000),
            reading.choice(given.get("first", "left"), reading.path(key, "first"), FIRSTS),
        )

    def to_data(self) -> dict[str, object]:
        return {"order": self.order, "hook": self.hook, "min_cards": self.min_cards, "first": self.first}


def legal_bids(bidding: Bidding, size: int, bids_before: Sequence[int], players: int) -> tuple[int, ...]:
    """A bid is 0 to the size of the hand, except what the hook bars the last bidder.

    `bids_before` are the bids of the others made so far; the bidder is the last one when all the others have bid.

    >>> legal_bids(Bidding(hook="always"), 5, (2, 1, 1), players=4)
    (0, 2, 3, 4, 5)
    >>> legal_bids(Bidding(), 2, (), players=4)
    (0, 1, 2)
    """
    barred = barred_bids(bidding, size, bids_before, players)
    return tuple(bid for bid in range(size + 1) if bid not in barred)


def barred_bids(bidding: Bidding, size: int, others: Sequence[int], players: int) -> tuple[int, ...]:
    """The hook bars the last bidder from making the bids even, or (`must_exceed`) from not bringing them above the size.

    >>> barred_bids(Bidding(hook="always"), 5, (2, 1, 1), players=4)
    (1,)
    >>> barred_bids(Bidding(hook="always"), 5, (2, 1), players=4)
    ()
    >>> barred_bids(Bidding(hook="must_exceed"), 5, (1, 1, 1), players=4)
    (0, 1, 2)
    """
    if len(others) != players - 1 or not bidding.hooked(size):
        return ()
    even = size - sum(others)
    if bidding.hook == "must_exceed":
        return tuple(range(even + 1)) if even < size else ()
    return (even,) if even >= 0 else ()


def next_dealer(circle: Sequence[int], dealer: int, rotation: str = "left", *, absent: Collection[int] = ()) -> int:
    """The deal passes to the next one taking part, to the left unless the game goes anticlockwise.

    `circle` is everybody clockwise as they sit; `absent` are those among them who do not take part.

    >>> next_dealer((0, 1, 2, 3), 3), next_dealer((0, 1, 2, 3), 3, "right"), next_dealer((0, 1, 2, 3), 0, absent={1})
    (0, 2, 2)
    >>> next_dealer((0, 2, 1, 3), 0)
    2
    """
    return _after(circle, dealer, rotation, absent)[0]


def bidding_order(
    circle: Sequence[int], dealer: int, *, first: str = "left", rotation: str = "left", absent: Collection[int] = ()
) -> tuple[int, ...]:
    """Those taking part in the order in which they bid, from the dealer's left neighbour to the dealer.

    `first` may also be the dealer, or the dealer's right neighbour. When the game goes anticlockwise (rotation "right"), left and
    right change places throughout. A dealer who does not take part is passed over: his neighbours stay the same.

    >>> bidding_order((0, 1, 2, 3), dealer=1)
    (2, 3, 0, 1)
    >>> bidding_order((0, 1, 2, 3), dealer=1, first="dealer"), bidding_order((0, 1, 2, 3), dealer=1, rotation="right")
    ((1, 2, 3, 0), (0, 3, 2, 1))
    """
    order = _after(circle, dealer, rotation, absent)
    start = {"left": 0, "dealer": order.index(dealer) if dealer in order else 0, "right": _before(order, dealer)}[first]
    return order[start:] + order[:start]


def first_leader(
    lead: str,
    circle: Sequence[int],
    dealer: int,
    *,
    bids: Mapping[int, int] | None = None,
    first: str = "left",
    rotation: str = "left",
    absent: Collection[int] = (),
) -> int | None:
    """The dealer's left neighbour leads, or the seat opposite the dealer, or the highest bidder (the earlier one when level).

    `None` while it depends on bids, by seat, that are not all made. Opposite is half the way round, rounded down.

    >>> first_leader("left", (0, 1, 2, 3), 0), first_leader("opposite", (0, 1, 2, 3), 0)
    (1, 2)
    >>> first_leader("highest-bidder", (0, 1, 2), 0, bids={0: 2, 1: 0, 2: 2}), first_leader("highest-bidder", (0, 1, 2), 0)
    (2, None)
    """
    order = _after(circle, dealer, rotation, absent)
    if lead == "highest-bidder":
        if bids is None or any(seat not in bids for seat in order):
            return None
        return max(bidding_order(circle, dealer, first=first, rotation=rotation, absent=absent), key=bids.__getitem__)
    return order[max(len(order) // 2 - 1, 0)] if lead == "opposite" else order[0]


def _after(circle: Sequence[int], dealer: int, rotation: str, absent: Collection[int]) -> tuple[int, ...]:
    """Those taking part in the direction of play, from the dealer's neighbour on."""
    direction = tuple(circle) if rotation == "left" else tuple(reversed(circle))
    place = direction.index(dealer) + 1
    return tuple(seat for seat in direction[place:] + direction[:place] if seat not in absent)


def _before(order: tuple[int, ...], dealer: int) -> int:
    """Where the seat just before the dealer stands in an order that ends with the dealer."""
    return len(order) - (2 if dealer in order else 1)
