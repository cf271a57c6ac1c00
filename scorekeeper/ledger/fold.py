"""What each kind of fact does to a position, and why it may be refused."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from scorekeeper.ledger.entries import Adjustment, Bid, Correction, Extras, Fact, Numbers, Size, Stake, Start, Tricks, Trump
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.names import check_names
from scorekeeper.ledger.position import Position
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.closing import check_tricks
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.schedule import MOST_HANDS, check_size
from scorekeeper.rules.trump import TRUMPS, no_trump_hands

MOST_POINTS, MOST_TIMES = 10_000, 100
P = TypeVar("P", bound=Position)


def begin(fact: Fact | None) -> Position:
    """The position before the first bid."""
    if not isinstance(fact, Start):
        raise RuleError("format", N_("A game begins with its players and rules."))
    check_names(fact.players)
    if not 0 <= fact.first_dealer < len(fact.players):
        raise RuleError("players", N_("The first dealer is not one of the players."))
    rules = Ruleset.from_data(fact.rules)
    sizes = rules.sizes(len(fact.players))
    no_trump = no_trump_hands(rules, sizes, len(fact.players))
    position = Position(
        rules, fact.players, fact.first_dealer, sizes, no_trump, (), fact.title, fact.started, fact.drawn, fact.game
    )
    return _open_next(position)


def _open_next(position: P) -> P:
    """The position with its next hand opened, unless the game is over: by its last hand, or by the score that ends it."""
    hands = position.hands
    if _score_reached(position):
        return position
    if len(hands) == len(position.sizes):
        if not position.rules.open_ended or len(hands) == MOST_HANDS:
            return position
        planned = position.rules.sizes(len(position.players))[-1]  # whatever was dealt in the hand before
        sizes = (*position.sizes, planned)
        position = replace(position, sizes=sizes, no_trump=no_trump_hands(position.rules, sizes, len(position.players)))
    return replace(position, hands=(*hands, position.coming_hand(len(hands) + 1, hands[-1].dealer if hands else None)))


def _score_reached(position: Position) -> bool:
    """First to 100: the game ends with the hand that brings anybody there, whichever way the winner is found."""
    end = position.rules.end_score
    return end is not None and bool(position.closed) and max(score_sheet(position).totals) >= end


def _settled(position: P) -> P:
    """After a change of what was played: the open hand goes if the game has ended, and comes if it has not."""
    if position.rules.end_score is None:
        return position
    hand = position.hand
    if hand is None:
        return _open_next(position)
    return replace(position, hands=position.closed) if hand.untouched and _score_reached(position) else position


def apply(position: P, fact: Fact) -> P:
    """The position after a fact. A `RuleError` tells why it is refused."""
    if type(fact) not in _EFFECTS:
        raise RuleError("format", N_("A game begins once."))
    after: P = _EFFECTS[type(fact)](position, fact)
    return after


def _apply_size(position: P, fact: Size) -> P:
    hand, players = _current(position, fact.hand), len(position.players)
    if not hand.untouched:
        raise RuleError("hand", N_("The size can only be changed before the first bid."), hand=hand.number)
    if fact.size < 1:
        raise RuleError("pack", N_("A hand has at least 1 card."), hand=hand.number)
    check_size(fact.size, players, position.rules.pack(players), hand=hand.number)
    sizes = (*position.sizes[: hand.number - 1], fact.size, *position.sizes[hand.number :])
    changed = replace(position, sizes=sizes, no_trump=no_trump_hands(position.rules, sizes, players))
    opening = changed.opening(hand.number)
    if hand.trump != position.opening(hand.number).trump:  # somebody has noted it already
        opening = replace(opening, trump=hand.trump)
    return replace(changed, hands=(*position.hands[:-1], opening))


def _apply_stake(position: P, fact: Stake) -> P:
    hand, players = _current(position, fact.hand), len(position.players)
    _check_seat(hand, fact.seat)
    wager, blind = hand.extras.wager or (0,) * players, hand.extras.blind or (False,) * players
    blind = (*blind[: fact.seat], fact.blind, *blind[fact.seat + 1 :])
    extras = replace(hand.extras, wager=_with(wager, fact.seat, fact.wager), blind=blind)
    _check_extras(position, hand, extras)
    return replace(position, hands=(*position.hands[:-1], replace(hand, extras=extras)))


def _apply_bid(position: P, fact: Bid) -> P:
    hand = _current(position, fact.hand)
    _check_seat(hand, fact.seat)
    if not position.simultaneous and hand.bids[fact.seat] is None and hand.bidder != fact.seat:
        raise RuleError("bid-order", N_("It is somebody else's turn to bid."), hand=hand.number, seat=fact.seat)
    _check_range(hand, fact.seat, fact.bid)
    if fact.bid not in position.legal_bids(fact.seat):
        raise bid_barred(hand, fact.seat, fact.bid)
    hand = replace(hand, bids=_with(hand.bids, fact.seat, fact.bid))
    return _without_illegal_last_bid(position, hand, fact.seat)


def _without_illegal_last_bid(position: P, hand: Hand, changed: int) -> P:
    """A bid of the last bidder that another change made illegal is taken back, to be asked again."""
    last = hand.order[-1]
    bid = hand.bids[last]
    taken_back = None if changed == last else position.taken_back
    if bid is not None and bid in position.barred_in(hand, last):
        hand, taken_back = replace(hand, bids=_with(hand.bids, last, None)), (last, bid)
    return replace(position, hands=(*position.hands[:-1], hand), taken_back=taken_back)


def _apply_trump(position: P, fact: Trump) -> P:
    hand = _current(position, fact.hand)
    _check_trump(hand, fact.trump)
    return replace(position, hands=(*position.hands[:-1], replace(hand, trump=fact.trump)))


def _apply_tricks(position: P, fact: Tricks) -> P:
    hand = _current(position, fact.hand)
    if not hand.bids_in:
        raise RuleError(
            "tricks-before-bids", N_("The bids come first: somebody has not bid yet."), hand=hand.number, seat=hand.bidder
        )
    _check_tricks(position, hand, fact.tricks, fact.extras)
    hand = replace(hand, tricks=fact.tricks, extras=fact.extras)
    return _open_next(replace(position, hands=(*position.hands[:-1], hand), taken_back=None))


def _apply_correction(position: P, fact: Correction) -> P:
    hand = position.closed_hand(fact.hand)
    for numbers in (fact.bids, fact.tricks):
        if len(numbers) != len(position.players):
            raise RuleError("format", N_("There must be one number for every player."), hand=hand.number)
    for seat in hand.order:
        _check_range(hand, seat, fact.bids[seat])
    _check_tricks(position, hand, fact.tricks, fact.extras)
    _check_trump(hand, fact.trump)
    corrected = replace(hand, bids=fact.bids, tricks=fact.tricks, trump=fact.trump, extras=fact.extras)
    last = hand.order[-1]
    barred = fact.bids[last] in position.barred_in(corrected, last)
    if barred and not fact.even_kept:
        raise RuleError(
            "even-kept",
            N_("These bids total %(total)s, which the hook bars."),
            hand=hand.number,
            seat=last,
            total=corrected.bid_total,
        )
    corrected = replace(corrected, even_kept=barred)
    return _settled(replace(position, hands=(*position.hands[: hand.number - 1], corrected, *position.hands[hand.number :])))


def bid_barred(hand: Hand, seat: int, bid: int) -> RuleError:
    """The refusal of the hook, with the figures that explain it."""
    total = sum(hand.others(seat)) + bid
    sentence = N_("Not %(bid)s: the bids would total %(total)s.")
    return RuleError("bid-barred", sentence, hand=hand.number, seat=seat, bid=bid, total=total, size=hand.size)


def _current(position: Position, number: int) -> Hand:
    hand = position.hand
    if hand is None or number != hand.number:
        raise position.not_now(number)
    return hand


def _check_seat(hand: Hand, seat: int) -> None:
    if seat not in hand.order:
        raise RuleError("players", N_("Nobody sits there in this hand."), hand=hand.number, seat=seat)


def _check_range(hand: Hand, seat: int, bid: int | None) -> None:
    if bid is None or not 0 <= bid <= hand.size:
        raise RuleError("bid-range", N_("A bid in this hand is 0 to %(size)s."), hand=hand.number, seat=seat, size=hand.size)


def _check_trump(hand: Hand, trump: str | None) -> None:
    if trump is not None and trump not in TRUMPS:
        raise RuleError("trump", N_("That is no trump suit."), hand=hand.number)


def _apply_adjustment(position: P, fact: Adjustment) -> P:
    if not 0 <= fact.after_hand <= len(position.closed):
        raise RuleError(
            "hand", N_("Hand %(hand_number)s has not been recorded."), hand=fact.after_hand, hand_number=fact.after_hand
        )
    if fact.seat is not None and not 0 <= fact.seat < len(position.players):
        raise RuleError("players", N_("Nobody sits there in this game."))
    if abs(fact.points) > MOST_POINTS:
        raise RuleError("adjustment", N_("An adjustment is at most %(most)s points either way."), most=MOST_POINTS)
    return _settled(replace(position, adjustments=(*position.adjustments, fact)))


def _check_tricks(position: Position, hand: Hand, tricks: Numbers, extras: Extras) -> None:
    if len(tricks) != len(position.players):
        raise RuleError("format", N_("There must be one number for every player."), hand=hand.number)
    taken: dict[int, int] = {}
    for seat in hand.order:
        number = tricks[seat]
        if number is None:
            raise RuleError("tricks-missing", N_("How many tricks? This number is missing."), hand=hand.number, seat=seat)
        taken[seat] = number
    check_tricks(hand.size, taken, discarded=extras.discarded, hand=hand.number)
    _check_extras(position, hand, extras)


def _check_extras(position: Position, hand: Hand, extras: Extras) -> None:
    players = len(position.players)
    if any(len(numbers) not in {0, players} for numbers in (extras.bonus, extras.wager, extras.blind)):
        raise RuleError("format", N_("There must be one number for every player."), hand=hand.number)
    if not 1 <= extras.multiplier <= MOST_TIMES:
        raise RuleError("multiplier", N_("A hand counts 1 to %(most)s times."), hand=hand.number, most=MOST_TIMES)
    if not 0 <= extras.discarded <= hand.size:
        raise RuleError("tricks-range", N_("Tricks in this hand are 0 to %(size)s."), hand=hand.number, size=hand.size)
    for numbers in (extras.bonus, extras.wager):
        for seat, points in enumerate(numbers):
            if points is not None and abs(points) > MOST_POINTS:
                sentence = N_("Bonus and wager are at most %(most)s points either way.")
                raise RuleError("bonus", sentence, hand=hand.number, seat=seat, most=MOST_POINTS)


def _with(numbers: Numbers, seat: int, number: int | None) -> Numbers:
    return (*numbers[:seat], number, *numbers[seat + 1 :])


_EFFECTS: dict[type[Fact], Callable[[Any, Any], Any]] = {
    Size: _apply_size,
    Bid: _apply_bid,
    Stake: _apply_stake,
    Trump: _apply_trump,
    Tricks: _apply_tricks,
    Correction: _apply_correction,
    Adjustment: _apply_adjustment,
}
