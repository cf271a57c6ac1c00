"""Position: how the table stands, as far as the rules are concerned. What is due, what may be bid, what is still to come."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from scorekeeper.ledger.changed import replace
from scorekeeper.ledger.entries import NO_EXTRAS
from scorekeeper.ledger.growing import Growing
from scorekeeper.ledger.hand import Hand
from scorekeeper.rules.bidding import barred_bids, bidding_order, first_leader, legal_bids, next_dealer
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.number import Points, tidy
from scorekeeper.rules.ruleset import EXTRAS, Ruleset
from scorekeeper.rules.trump import known_trump, without_trump

Sums = tuple[Points | None, ...]  # in seat order, `None` for somebody who was given nothing
NOTHING = Growing[Any]()


@dataclass(frozen=True, slots=True)
class PlannedHand:
    """A hand of the schedule, played or not, with how many `players`. `leader` is `None` while it depends on bids not yet made."""

    number: int
    size: int
    dealer: int
    first_bidder: int
    leader: int | None
    no_trump: bool
    players: int


@dataclass(frozen=True, slots=True)
class Given:
    """Points given or taken outside of the hands: so many to each of these seats, after a hand.

    `origin` tells of points that somebody `joined` with, or that were `carried` over from paper; else there is a `reason`, perhaps.
    """

    points: Points
    seats: tuple[int, ...]
    reason: str = ""
    after_hand: int = 0
    origin: str = ""


def hands_before(given: Given, first_hand: int, recorded: int) -> int:
    """Behind how many of the recorded hands points were given; hands on paper are none of them."""
    return min(max(given.after_hand - first_hand + 1, 0), recorded)


@dataclass(frozen=True, slots=True)
class Substitution:
    """From `hand` on somebody else plays in this seat, where somebody called `before` had played."""

    hand: int
    seat: int
    before: str


@dataclass(frozen=True, slots=True)
class Position:
    """A game as it stands, without how it came about.

    `players` are named in the order in which they were written down, which never changes: a seat is a place in it. `circle` is how
    they sit, clockwise, those who left (`away`) included. `hands` holds the closed hands, from `first_hand` on, and the open one as
    the last, unless the game is over. `sizes` is the schedule from hand 1 on. `rules` are those of the coming hands, and
    `earlier_rules` pairs other ones with the last hand played by them. `dealers` and `sitting_out` pair hands with seats.
    `taken_back` is the seat and the bid of a last bidder whose bid became illegal by another change.
    `given` has the sums of the `adjustments`, by how many recorded hands they stand behind.
    `awaited` are those who have not come yet.

    A game whose end is a score gets its next hand when the last one has not brought anybody there.
    """

    rules: Ruleset
    players: tuple[str, ...]
    first_dealer: int
    sizes: tuple[int, ...]
    circle: tuple[int, ...]
    hands: tuple[Hand, ...] = ()
    title: str = ""
    started: str = ""
    drawn: bool = False
    game: str = ""
    taken_back: tuple[int, int] | None = None
    adjustments: Growing[Given] = NOTHING
    given: Mapping[int, Sums] = field(default_factory=dict)
    first_hand: int = 1
    away: frozenset[int] = frozenset()
    awaited: frozenset[int] = frozenset()
    sitting_out: frozenset[tuple[int, int]] = frozenset()
    dealers: tuple[tuple[int, int], ...] = ()
    dealer_rests: bool = False
    earlier_rules: tuple[tuple[int, Ruleset], ...] = ()
    stopped: bool = False
    note: str = ""
    place: str = ""
    keeper: str = ""
    substitutions: tuple[Substitution, ...] = ()

    @property
    def begun(self) -> Hand | None:
        """The hand that is open, also while the game is stopped."""
        return self.hands[-1] if self.hands and not self.hands[-1].closed else None

    @property
    def hand(self) -> Hand | None:
        """The hand being played, or `None` when the game is over."""
        return None if self.stopped else self.begun

    @property
    def closed(self) -> tuple[Hand, ...]:
        """The recorded hands."""
        return self.hands if self.begun is None else self.hands[:-1]

    @property
    def finished(self) -> bool:
        """No hand is being played any more."""
        return self.hand is None

    @property
    def ended_early(self) -> bool:
        """The game was stopped before its last hand."""
        return self.stopped and (self.begun is not None or self.last_begun < len(self.sizes))

    @property
    def last_begun(self) -> int:
        """The number of the last hand that was opened."""
        return self.first_hand - 1 + len(self.hands)

    @property
    def hands_done(self) -> int:
        """How many hands were played, those on paper included."""
        return self.first_hand - 1 + len(self.closed)

    @property
    def next_unbegun(self) -> int:
        """The number of the first hand in which nothing was entered yet."""
        hand = self.begun
        return self.last_begun if hand is not None and hand.untouched else self.last_begun + 1

    @property
    def coming(self) -> int | None:
        """The number of the first hand that has not begun; `None` when there is none to come, as the game stands."""
        over = self.finished and not self.stopped
        left = self.next_unbegun <= len(self.sizes) or self.rules.open_ended
        return self.next_unbegun if left and not over else None

    @property
    def present(self) -> tuple[int, ...]:
        """Who takes part in the game now, in seat order: nobody who left."""
        return tuple(seat for seat in range(len(self.players)) if seat not in self.away)

    def player_of(self, seat: int, hand_number: int) -> str:
        """The name of the one who plays, played or will play a hand in this seat."""
        replaced = (one.before for one in self.substitutions if one.seat == seat and one.hand > hand_number)
        return next(replaced, self.players[seat])

    def players_of(self, hand_number: int) -> tuple[str, ...]:
        """The names of all, as in that hand."""
        if not self.substitutions:
            return self.players
        return tuple(self.player_of(seat, hand_number) for seat in range(len(self.players)))

    def rules_of(self, hand_number: int) -> Ruleset:
        """The rules that a hand is, was or will be played by."""
        if not self.earlier_rules or hand_number > self.earlier_rules[-1][0]:
            return self.rules
        for last, rules in self.earlier_rules:
            if hand_number <= last:
                return rules
        return self.rules

    @property
    def open_rules(self) -> Ruleset:
        """The rules of the open hand; when none is open, those of coming ones."""
        return self.rules_of(self.last_begun) if self.begun else self.rules

    @property
    def phase(self) -> str:
        """What is due: `"bids"`, `"tricks"` or `"finished"`."""
        hand = self.hand
        return "finished" if hand is None else "tricks" if hand.bids_in else "bids"

    @property
    def simultaneous(self) -> bool:
        """Bids come in any order and are shown when the last is in."""
        return self.open_rules.bidding.order == "simultaneous"

    def covers(self, hand: Hand) -> bool:
        """The bids of this hand are made at once, and the last is not in: nobody may read one.

        A hand closed with points set by hand may stay so for good: an undo lets it go on.
        """
        return self.rules_of(hand.number).bidding.simultaneous and not hand.bids_in

    def reveals(self, number: int) -> bool:
        """All bids of that hand are in."""
        place = number - self.first_hand
        return 0 <= place < len(self.hands) and self.hands[place].bids_in

    @property
    def hides_bids(self) -> bool:
        """Simultaneous bids are being made and stay covered until the last is in, also while the game is stopped."""
        return self.begun is not None and self.covers(self.begun)

    @property
    def uncovered(self) -> Self:
        """The game without the bids and wagers that are still covered: what anybody may read.

        Who bids blind says so before looking at the cards, so that gives nothing away.
        """
        if not any(not hand.tricks and self.covers(hand) for hand in self.hands):
            return self
        told = (hand.without_bids if self.covers(hand) else hand for hand in self.hands)
        return replace(self, hands=tuple(told))

    @property
    def bidder(self) -> int | None:
        """The seat whose bid is due; `None` when bids are simultaneous or none is due."""
        hand = self.hand
        return None if hand is None or self.simultaneous else hand.bidder

    def legal_bids(self, seat: int) -> tuple[int, ...]:
        """What `seat` may bid in the open hand: the one source for the buttons and for the refusals."""
        hand = self._open_hand()
        bound = hand.others(seat) if hand.bound_by_hook(seat) else ()
        return legal_bids(self.open_rules.bidding, hand.size, bound, len(hand.order))

    def barred_bids(self, seat: int) -> tuple[int, ...]:
        """The bids the hook takes from `seat` in the open hand."""
        return self.barred_in(self._open_hand(), seat)

    def barred_in(self, hand: Hand, seat: int) -> tuple[int, ...]:
        """The bids that the hook takes from `seat` in a hand as given."""
        if not hand.bound_by_hook(seat):
            return ()
        return barred_bids(self.rules_of(hand.number).bidding, hand.size, hand.others(seat), len(hand.order))

    @property
    def leader(self) -> int | None:
        """Who leads to the first trick of the open hand; `None` where that is simply who bids first, or not known yet."""
        rules = self.open_rules
        if self.hand is None or (rules.lead == rules.bidding.first == "left" and not self.simultaneous):
            return None
        return self._leader(self.hand, rules.lead)

    @property
    def names_trump(self) -> int | None:
        """The highest bidder, who names the trump of the open hand; `None` where trump comes otherwise, or before all have bid."""
        hand = self.hand
        if hand is None or hand.no_trump or self.open_rules.trump.policy != "highest-bidder":
            return None
        return self._leader(hand, "highest-bidder")

    def extras_of(self, hand: Hand) -> tuple[str, ...]:
        """The extras (`EXTRAS`) that are entered in a hand: those this table plays with, and whatever stands there already."""
        rules = self.rules_of(hand.number)
        return tuple(name for name in EXTRAS if rules.enters(name) or getattr(hand.extras, name) != getattr(NO_EXTRAS, name))

    def giving(self, *given: Given) -> Self:
        """With these points given outside of the hands."""
        sums, nothing = dict(self.given), (None,) * len(self.players)
        for one in given:
            place = hands_before(one, self.first_hand, len(self.closed))
            sums[place] = tuple(
                tidy((before or 0) + one.points) if seat in one.seats else before
                for seat, before in enumerate(sums.get(place, nothing))
            )
        return replace(self, adjustments=self.adjustments.plus(given), given=sums)

    def not_now(self, number: int) -> RuleError:
        """The refusal of an entry for a hand other than the open one."""
        here, nowhere = N_("Hand %(hand_number)s is not being played now."), N_("There is no hand %(hand_number)s in this game.")
        known = self.first_hand <= number <= len(self.sizes)
        return RuleError("hand", here if known else nowhere, hand=number, hand_number=number)

    def opened_hand(self, number: int) -> Hand:
        """The hand of that number, recorded or open, or a `RuleError` when it has not come up."""
        if not self.first_hand <= number <= self.last_begun:
            raise self.not_now(number)
        return self.hands[number - self.first_hand]

    def closed_hand(self, number: int) -> Hand:
        """The recorded hand of that number, or a `RuleError` when there is none."""
        if not 0 <= number - self.first_hand < len(self.closed):
            raise RuleError("hand", N_("Hand %(hand_number)s has not been recorded."), hand=number, hand_number=number)
        return self.closed[number - self.first_hand]

    @property
    def plan(self) -> tuple[PlannedHand, ...]:
        """Every hand of the game, played or still to come."""
        return tuple(self._planned(hand) for hand in self._all_hands())

    def opening(self, number: int) -> Hand:
        """Hand `number` (one already begun) as it was before anything was entered in it."""
        before = number - self.first_hand - 1
        return self.coming_hand(number, self.hands[before].dealer if before >= 0 else None)

    def coming_hand(self, number: int, last_dealer: int | None) -> Hand:
        """Hand `number` as it will begin, given who dealt the one before (`None`: it is the first)."""
        rules, size, seats = self.rules_of(number), self.sizes[number - 1], len(self.players)
        dealer = self._dealer_of(number, last_dealer, rules.rotation)
        absent = self._absent_in(number) | ({dealer} if self.dealer_rests else set())
        order = bidding_order(self.circle, dealer, first=rules.bidding.first, rotation=rules.rotation, absent=absent)
        no_trump = without_trump(rules, self.sizes, number, len(order))
        trump = "none" if no_trump else known_trump(rules, number)
        nothing = (None,) * seats
        return Hand(number, size, dealer, order, nothing, (), trump, no_trump, circle=self.circle, largest=max(self.sizes))

    def _absent_in(self, number: int) -> set[int]:
        return set(self.away) | {seat for hand, seat in self.sitting_out if hand == number}

    def _dealer_of(self, number: int, last_dealer: int | None, rotation: str) -> int:
        """The one who was set, else the next one there after the last dealer."""
        absent = self._absent_in(number)
        if number in (chosen := dict(self.dealers)):
            return chosen[number]
        if last_dealer is None and self.first_dealer not in absent:
            return self.first_dealer
        return next_dealer(self.circle, self.first_dealer if last_dealer is None else last_dealer, rotation, absent=absent)

    def _all_hands(self) -> list[Hand]:
        hands = list(self.hands)
        while self.first_hand - 1 + len(hands) < len(self.sizes):
            hands.append(self.coming_hand(self.first_hand + len(hands), hands[-1].dealer if hands else None))
        return hands

    def _planned(self, hand: Hand) -> PlannedHand:
        leader = self._leader(hand, self.rules_of(hand.number).lead)
        return PlannedHand(hand.number, hand.size, hand.dealer, hand.order[0], leader, hand.no_trump, len(hand.order))

    def _leader(self, hand: Hand, lead: str) -> int | None:
        rules = self.rules_of(hand.number)
        bids = {seat: bid for seat, bid in enumerate(hand.bids) if bid is not None}
        first, absent = rules.bidding.first, hand.absent
        return first_leader(lead, hand.circle, hand.dealer, bids=bids, first=first, rotation=rules.rotation, absent=absent)

    def _open_hand(self) -> Hand:
        hand = self.hand
        if hand is None:
            raise RuleError("finished", N_("The game is finished."))
        return hand
