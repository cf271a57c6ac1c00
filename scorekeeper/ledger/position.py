"""Position: how the table stands, as far as the rules are concerned. What is due, what may be bid, what is still to come."""

from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.ledger.entries import NO_EXTRAS, Adjustment
from scorekeeper.ledger.hand import Hand
from scorekeeper.rules.bidding import barred_bids, bidding_order, first_leader, legal_bids, next_dealer
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import EXTRAS, Ruleset
from scorekeeper.rules.trump import known_trump


@dataclass(frozen=True, slots=True)
class PlannedHand:
    """A hand of the schedule, played or not. `leader` is `None` while it depends on bids not yet made."""

    number: int
    size: int
    dealer: int
    first_bidder: int
    leader: int | None
    no_trump: bool


@dataclass(frozen=True, slots=True)
class Position:
    """A game as it stands, without how it came about.

    `hands` holds the closed hands and, unless the game is finished, the open one as the last. `sizes` is the schedule, `no_trump`
    says which of its hands have none. `taken_back` is the seat and the bid of a last bidder whose bid became illegal when another
    bid was changed. A game whose end is a score gets its next hand when the last one has not brought anybody there.
    """

    rules: Ruleset
    players: tuple[str, ...]
    first_dealer: int
    sizes: tuple[int, ...]
    no_trump: tuple[bool, ...]
    hands: tuple[Hand, ...] = ()
    title: str = ""
    started: str = ""
    drawn: bool = False
    game: str = ""
    taken_back: tuple[int, int] | None = None
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def hand(self) -> Hand | None:
        """The hand being played, or `None` when the game is finished."""
        return self.hands[-1] if self.hands and not self.hands[-1].closed else None

    @property
    def closed(self) -> tuple[Hand, ...]:
        """The recorded hands."""
        return self.hands if self.hand is None else self.hands[:-1]

    @property
    def finished(self) -> bool:
        """No hand is open any more."""
        return self.hand is None

    @property
    def phase(self) -> str:
        """What is due: `"bids"`, `"tricks"` or `"finished"`."""
        hand = self.hand
        return "finished" if hand is None else "tricks" if hand.bids_in else "bids"

    @property
    def simultaneous(self) -> bool:
        """Bids come in any order and are shown when the last is in."""
        return self.rules.bidding.order == "simultaneous"

    @property
    def hides_bids(self) -> bool:
        """Simultaneous bids are being made and stay covered until the last is in."""
        return self.simultaneous and self.phase == "bids"

    @property
    def uncovered(self) -> Self:
        """The game without the bids that are still covered, and what is wagered on them: what may leave the scorekeeper's hands.

        Who bids blind says so before looking at the cards, so that gives nothing away.
        """
        hand = self.hand
        if hand is None or not self.hides_bids:
            return self
        covered = replace(hand, bids=(None,) * len(hand.bids), extras=replace(hand.extras, wager=()))
        return replace(self, hands=(*self.hands[:-1], covered))

    @property
    def bidder(self) -> int | None:
        """The seat whose bid is due; `None` when bids are simultaneous or none is due."""
        hand = self.hand
        return None if hand is None or self.simultaneous else hand.bidder

    def legal_bids(self, seat: int) -> tuple[int, ...]:
        """What `seat` may bid in the open hand: the one source for the buttons and for the refusals."""
        hand = self._open_hand()
        bound = hand.others(seat) if hand.bound_by_hook(seat) else ()
        return legal_bids(self.rules.bidding, hand.size, bound, len(hand.order))

    def barred_bids(self, seat: int) -> tuple[int, ...]:
        """The bids the hook takes from `seat` in the open hand."""
        return self.barred_in(self._open_hand(), seat)

    def barred_in(self, hand: Hand, seat: int) -> tuple[int, ...]:
        """The bids that the hook takes from `seat` in a hand as given."""
        if not hand.bound_by_hook(seat):
            return ()
        return barred_bids(self.rules.bidding, hand.size, hand.others(seat), len(hand.order))

    @property
    def leader(self) -> int | None:
        """Who leads to the first trick of the open hand; `None` where that is simply who bids first, or not known yet."""
        rules = self.rules
        if self.hand is None or (rules.lead == rules.bidding.first == "left" and not self.simultaneous):
            return None
        return self._leader(self.hand, rules.lead)

    @property
    def names_trump(self) -> int | None:
        """The highest bidder, who names the trump of the open hand; `None` where trump comes otherwise, or before all have bid."""
        hand = self.hand
        if hand is None or hand.no_trump or self.rules.trump.policy != "highest-bidder":
            return None
        return self._leader(hand, "highest-bidder")

    def extras_of(self, hand: Hand) -> tuple[str, ...]:
        """The extras (`EXTRAS`) that are entered in a hand: those this table plays with, and whatever stands there already."""
        return tuple(name for name in EXTRAS if self.rules.enters(name) or getattr(hand.extras, name) != getattr(NO_EXTRAS, name))

    def not_now(self, number: int) -> RuleError:
        """The refusal of an entry for a hand other than the open one."""
        here, nowhere = N_("Hand %(hand_number)s is not being played now."), N_("There is no hand %(hand_number)s in this game.")
        known = 1 <= number <= len(self.sizes)
        return RuleError("hand", here if known else nowhere, hand=number, hand_number=number)

    def closed_hand(self, number: int) -> Hand:
        """The recorded hand of that number, or a `RuleError` when there is none."""
        if not 1 <= number <= len(self.closed):
            raise RuleError("hand", N_("Hand %(hand_number)s has not been recorded."), hand=number, hand_number=number)
        return self.closed[number - 1]

    @property
    def plan(self) -> tuple[PlannedHand, ...]:
        """Every hand of the game, played or still to come."""
        return tuple(self._planned(hand) for hand in self._all_hands())

    def opening(self, number: int) -> Hand:
        """Hand `number` (one already begun) as it was before anything was entered in it."""
        return self.coming_hand(number, self.hands[number - 2].dealer if number > 1 else None)

    def coming_hand(self, number: int, last_dealer: int | None) -> Hand:
        """Hand `number` as it will begin, given who dealt the one before (`None`: it is the first)."""
        rules, seats = self.rules, tuple(range(len(self.players)))
        dealer = self.first_dealer if last_dealer is None else next_dealer(seats, last_dealer, rules.rotation)
        order = bidding_order(seats, dealer, first=rules.bidding.first, rotation=rules.rotation)
        no_trump = self.no_trump[number - 1]
        trump = "none" if no_trump else known_trump(rules, number)
        return Hand(number, self.sizes[number - 1], dealer, order, (None,) * len(seats), (), trump, no_trump)

    def _all_hands(self) -> list[Hand]:
        hands = list(self.hands)
        while len(hands) < len(self.sizes):
            hands.append(self.coming_hand(len(hands) + 1, hands[-1].dealer))
        return hands

    def _planned(self, hand: Hand) -> PlannedHand:
        leader = self._leader(hand, self.rules.lead)
        return PlannedHand(hand.number, hand.size, hand.dealer, hand.order[0], leader, hand.no_trump)

    def _leader(self, hand: Hand, lead: str) -> int | None:
        rules, circle = self.rules, range(len(self.players))
        bids = {seat: bid for seat, bid in enumerate(hand.bids) if bid is not None}
        return first_leader(lead, circle, hand.dealer, bids=bids, first=rules.bidding.first, rotation=rules.rotation)

    def _open_hand(self) -> Hand:
        hand = self.hand
        if hand is None:
            raise RuleError("finished", N_("The game is finished."))
        return hand
