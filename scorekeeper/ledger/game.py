"""Game: the entries folded into a state. It says what is due next and refuses what is illegal; it never changes in place.

`Game.replay` folds a whole ledger; `game.after` adds one entry. An undo strikes the last effective entry through, and the
rest is folded again, so that points, dealer and phase always go back together.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorekeeper.ledger.entries import Bid, Correction, Entry, Fact, Numbers, Start, Tricks, Trump, Undo
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.names import check_names
from scorekeeper.rules.bidding import barred_bids, bidding_order, first_leader, legal_bids, next_dealer
from scorekeeper.rules.closing import check_tricks
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.trump import TRUMPS, known_trump, no_trump_hands


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list of games shows: `hand` is the one being played (the last one when finished), `hands` how many there are."""

    players: tuple[str, ...]
    hand: int
    hands: int
    finished: bool
    title: str
    winners: tuple[str, ...]


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
class Game:
    """A game in progress or finished.

    `hands` holds the closed hands and, unless the game is finished, the open one as the last. `sizes` is the schedule.
    `undone` are the struck entries that can still be entered again, the next one last. `taken_back` is the seat and the bid
    of a last bidder whose bid became illegal when another bid was changed.
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
    taken_back: tuple[int, int] | None = None
    entries: tuple[Entry, ...] = ()
    active: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()

    @classmethod
    def replay(cls, entries: Iterable[Entry]) -> "Game":
        """Fold a ledger from its first entry, which must be the start."""
        entries = tuple(entries)
        active, undone = _strike_through(entries)
        game = _begin(active[0].fact if active else None)
        for entry in active[1:]:
            game = _apply(game, entry.fact)
        return replace(game, entries=entries, active=active, undone=undone)

    def after(self, entry: Entry) -> "Game":
        """The game with one more entry. A `RuleError` tells why it is refused; the game itself stays as it is."""
        if isinstance(entry.fact, Undo):
            self._check_undo(entry.fact)
            return Game.replay((*self.entries, entry))
        return replace(
            _apply(self, entry.fact),
            entries=(*self.entries, entry),
            active=(*self.active, entry),
            undone=_still_undone(self.undone, entry),
        )

    def _check_undo(self, fact: Undo) -> None:
        last = self.undoable
        if last is None:
            raise RuleError("undo-nothing", N_("There is nothing left to undo."))
        if last.number != fact.entry:
            raise RuleError("undo-order", N_("Something else was entered in between; look again before undoing."))

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.entries[-1].number if self.entries else 0

    @property
    def undoable(self) -> Entry | None:
        """The last effective entry; `None` when only the start is left."""
        return self.active[-1] if len(self.active) > 1 else None

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
    def uncovered(self) -> "Game":
        """The game without the bids that are still covered: what may leave the scorekeeper's hands."""
        hand = self.hand
        if hand is None or not self.hides_bids:
            return self
        return replace(self, hands=(*self.hands[:-1], replace(hand, bids=(None,) * len(hand.bids))))

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
        return _barred(self, self._open_hand(), seat)

    def ghost_bid(self, seat: int) -> int | None:
        """The bid of `seat` that was just undone in the open hand."""
        hand = self.hand
        facts = (entry.fact for entry in reversed(self.undone))
        return next(
            (fact.bid for fact in facts if isinstance(fact, Bid) and hand and (fact.hand, fact.seat) == (hand.number, seat)), None
        )

    @property
    def ghost_tricks(self) -> Numbers:
        """The tricks of the open hand as they were recorded before the undo; empty when there are none."""
        hand = self.hand
        facts = (entry.fact for entry in reversed(self.undone))
        return next((fact.tricks for fact in facts if isinstance(fact, Tricks) and hand and fact.hand == hand.number), ())

    @property
    def plan(self) -> tuple[PlannedHand, ...]:
        """Every hand of the game, played or still to come."""
        return tuple(_planned(self, hand) for hand in _all_hands(self))

    def opening(self, number: int) -> Hand:
        """Hand `number` (one already begun) as it was before anything was entered in it."""
        return _coming_hand(self, number, self.hands[number - 2].dealer if number > 1 else None)

    @property
    def summary(self) -> Summary:
        """The line for a list of games."""
        from scorekeeper.ledger.sheet import score_sheet

        winners = tuple(self.players[seat] for seat in score_sheet(self).winners) if self.finished else ()
        return Summary(self.players, self.hands[-1].number, len(self.sizes), self.finished, self.title, winners)

    def _open_hand(self) -> Hand:
        hand = self.hand
        if hand is None:
            raise RuleError("finished", N_("The game is finished."))
        return hand


def _strike_through(entries: tuple[Entry, ...]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The effective entries, and those undone that can still be entered again (the next one last)."""
    active: list[Entry] = []
    undone: tuple[Entry, ...] = ()
    for entry in entries:
        if isinstance(entry.fact, Undo):
            if len(active) < 2 or active[-1].number != entry.fact.entry:
                raise RuleError("undo-order", N_("Something else was entered in between; look again before undoing."))
            undone = (*undone, active.pop())
        else:
            active.append(entry)
            undone = _still_undone(undone, entry)
    return tuple(active), undone


def _still_undone(undone: tuple[Entry, ...], entry: Entry) -> tuple[Entry, ...]:
    """What can be entered again after `entry`: the rest when it repeats what was undone, else only what concerns its hand."""
    if undone and undone[-1].fact == entry.fact:
        return undone[:-1]
    return tuple(old for old in undone if _hand_number(old.fact) == _hand_number(entry.fact))


def _hand_number(fact: Fact) -> int | None:
    return getattr(fact, "hand", None)


def _begin(fact: Fact | None) -> Game:
    if not isinstance(fact, Start):
        raise RuleError("format", N_("A game begins with its players and rules."))
    check_names(fact.players)
    if not 0 <= fact.first_dealer < len(fact.players):
        raise RuleError("players", N_("The first dealer is not one of the players."))
    rules = Ruleset.from_data(fact.rules)
    sizes = rules.sizes(len(fact.players))
    no_trump = no_trump_hands(rules, sizes, len(fact.players))
    game = Game(rules, fact.players, fact.first_dealer, sizes, no_trump, (), fact.title, fact.started, fact.drawn)
    return _open_next(game)


def _open_next(game: Game) -> Game:
    """The game with its next hand opened, unless the last one was played."""
    hands = game.hands
    if len(hands) == len(game.sizes):
        return game
    return replace(game, hands=(*hands, _coming_hand(game, len(hands) + 1, hands[-1].dealer if hands else None)))


def _coming_hand(game: Game, number: int, last_dealer: int | None) -> Hand:
    """Hand `number` as it will begin, given who dealt the one before (`None`: it is the first)."""
    rules, seats = game.rules, tuple(range(len(game.players)))
    dealer = game.first_dealer if last_dealer is None else next_dealer(seats, last_dealer, rules.rotation)
    order = bidding_order(seats, dealer, first=rules.bidding.first, rotation=rules.rotation)
    no_trump = game.no_trump[number - 1]
    trump = "none" if no_trump else known_trump(rules, number)
    return Hand(number, game.sizes[number - 1], dealer, order, (None,) * len(seats), (), trump, no_trump)


def _apply(game: Game, fact: Fact) -> Game:
    match fact:
        case Bid():
            return _apply_bid(game, fact)
        case Tricks():
            return _apply_tricks(game, fact)
        case Trump():
            return _apply_trump(game, fact)
        case Correction():
            return _apply_correction(game, fact)
    raise RuleError("format", N_("A game begins once."), seat=None)


def _apply_bid(game: Game, fact: Bid) -> Game:
    hand = _current(game, fact.hand)
    _check_seat(hand, fact.seat)
    if not game.simultaneous and hand.bids[fact.seat] is None and hand.bidder != fact.seat:
        raise RuleError("bid-order", N_("It is somebody else's turn to bid."), hand=hand.number, seat=fact.seat)
    _check_range(hand, fact.seat, fact.bid)
    if fact.bid not in game.legal_bids(fact.seat):
        raise bid_barred(hand, fact.seat, fact.bid)
    hand = replace(hand, bids=_with(hand.bids, fact.seat, fact.bid))
    return _without_illegal_last_bid(game, hand, fact.seat)


def _without_illegal_last_bid(game: Game, hand: Hand, changed: int) -> Game:
    """A bid of the last bidder that another change made illegal is taken back, to be asked again."""
    last = hand.order[-1]
    bid = hand.bids[last]
    taken_back = None if changed == last else game.taken_back
    if bid is not None and bid in _barred(game, hand, last):
        hand, taken_back = replace(hand, bids=_with(hand.bids, last, None)), (last, bid)
    return replace(game, hands=(*game.hands[:-1], hand), taken_back=taken_back)


def _apply_trump(game: Game, fact: Trump) -> Game:
    hand = _current(game, fact.hand)
    _check_trump(hand, fact.trump)
    return replace(game, hands=(*game.hands[:-1], replace(hand, trump=fact.trump)))


def _apply_tricks(game: Game, fact: Tricks) -> Game:
    hand = _current(game, fact.hand)
    if not hand.bids_in:
        raise RuleError(
            "tricks-before-bids", N_("The bids come first: somebody has not bid yet."), hand=hand.number, seat=hand.bidder
        )
    _check_tricks(game, hand, fact.tricks)
    hand = replace(hand, tricks=fact.tricks)
    return _open_next(replace(game, hands=(*game.hands[:-1], hand), taken_back=None))


def _apply_correction(game: Game, fact: Correction) -> Game:
    hand = closed_hand(game, fact.hand)
    for numbers in (fact.bids, fact.tricks):
        if len(numbers) != len(game.players):
            raise RuleError("format", N_("There must be one number for every player."), hand=hand.number)
    for seat in hand.order:
        _check_range(hand, seat, fact.bids[seat])
    _check_tricks(game, hand, fact.tricks)
    _check_trump(hand, fact.trump)
    corrected = replace(hand, bids=fact.bids, tricks=fact.tricks, trump=fact.trump)
    last = hand.order[-1]
    barred = fact.bids[last] in _barred(game, corrected, last)
    if barred and not fact.even_kept:
        raise RuleError(
            "even-kept", N_("These bids total %(size)s, which the hook bars."), hand=hand.number, seat=last, size=hand.size
        )
    corrected = replace(corrected, even_kept=barred)
    return replace(game, hands=(*game.hands[: hand.number - 1], corrected, *game.hands[hand.number :]))


def closed_hand(game: Game, number: int) -> Hand:
    """The recorded hand of that number, or a `RuleError` when there is none."""
    if not 1 <= number <= len(game.closed):
        raise RuleError("hand", N_("Hand %(hand_number)s has not been recorded."), hand=number, hand_number=number)
    return game.closed[number - 1]


def bid_barred(hand: Hand, seat: int, bid: int) -> RuleError:
    """The refusal of the hook, with the figures that explain it."""
    total = sum(hand.others(seat)) + bid
    sentence = N_("Not %(bid)s: the bids would total %(total)s.")
    return RuleError("bid-barred", sentence, hand=hand.number, seat=seat, bid=bid, total=total, size=hand.size)


def _current(game: Game, number: int) -> Hand:
    hand = game.hand
    if hand is None or number != hand.number:
        known = 1 <= number <= len(game.sizes)
        sentence = (
            N_("Hand %(hand_number)s is not being played now.") if known else N_("There is no hand %(hand_number)s in this game.")
        )
        raise RuleError("hand", sentence, hand=number, hand_number=number)
    return hand


def _barred(game: Game, hand: Hand, seat: int) -> tuple[int, ...]:
    if not hand.bound_by_hook(seat):
        return ()
    return barred_bids(game.rules.bidding, hand.size, hand.others(seat), len(hand.order))


def _check_seat(hand: Hand, seat: int) -> None:
    if seat not in hand.order:
        raise RuleError("players", N_("Nobody sits there in this hand."), hand=hand.number, seat=seat)


def _check_range(hand: Hand, seat: int, bid: int | None) -> None:
    if bid is None or not 0 <= bid <= hand.size:
        raise RuleError("bid-range", N_("A bid in this hand is 0 to %(size)s."), hand=hand.number, seat=seat, size=hand.size)


def _check_trump(hand: Hand, trump: str | None) -> None:
    if trump is not None and trump not in TRUMPS:
        raise RuleError("trump", N_("That is no trump suit."), hand=hand.number)


def _check_tricks(game: Game, hand: Hand, tricks: Numbers) -> None:
    if len(tricks) != len(game.players):
        raise RuleError("format", N_("There must be one number for every player."), hand=hand.number)
    taken: dict[int, int] = {}
    for seat in hand.order:
        number = tricks[seat]
        if number is None:
            raise RuleError("tricks-missing", N_("How many tricks? This number is missing."), hand=hand.number, seat=seat)
        taken[seat] = number
    check_tricks(hand.size, taken, discarded=hand.extras.discarded, hand=hand.number)


def _with(numbers: Numbers, seat: int, number: int | None) -> Numbers:
    return (*numbers[:seat], number, *numbers[seat + 1 :])


def _all_hands(game: Game) -> list[Hand]:
    hands = list(game.hands)
    while len(hands) < len(game.sizes):
        hands.append(_coming_hand(game, len(hands) + 1, hands[-1].dealer))
    return hands


def _planned(game: Game, hand: Hand) -> PlannedHand:
    rules = game.rules
    bids = {seat: bid for seat, bid in enumerate(hand.bids) if bid is not None}
    leader = first_leader(rules.lead, hand.order, hand.dealer, bids=bids, first=rules.bidding.first, rotation=rules.rotation)
    return PlannedHand(hand.number, hand.size, hand.dealer, hand.order[0], leader, hand.no_trump)
