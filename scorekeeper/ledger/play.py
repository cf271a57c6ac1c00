"""What the facts of play do to a position, and why they are refused: bids, stakes, trump, tricks, corrections, set points."""

from scorekeeper.ledger.changed import replace
from scorekeeper.ledger.entries import Bid, Correction, Extras, Numbers, SetPoints, Stake, Tricks, Trump
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.names import TITLE_LENGTH, check_length
from scorekeeper.ledger.opening import P, current, open_next, settled, with_hand
from scorekeeper.ledger.position import Position
from scorekeeper.rules.closing import check_tricks
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.trump import TRUMPS

MOST_POINTS, MOST_TIMES = 10_000, 100


def bid(position: P, fact: Bid) -> P:
    """A bid, in turn unless all bid at once."""
    hand = current(position, fact.hand)
    _check_seat(hand, fact.seat)
    if not position.simultaneous and hand.bids[fact.seat] is None and hand.bidder != fact.seat:
        raise RuleError("bid-order", N_("It is somebody else's turn to bid."), hand=hand.number, seat=fact.seat)
    _check_range(hand, fact.seat, fact.bid)
    if fact.bid not in position.legal_bids(fact.seat):
        raise bid_barred(hand, fact.seat, fact.bid)
    hand = replace(hand, bids=_with(hand.bids, fact.seat, fact.bid))
    return without_illegal_last_bid(position, hand, fact.seat)


def without_illegal_last_bid(position: P, hand: Hand, changed: int | None) -> P:
    """A bid of the last bidder that another change made illegal is taken back, to be asked again; `changed` is who bid."""
    last = hand.order[-1]
    bid = hand.bids[last]
    asked = position.taken_back
    taken_back = None if asked is not None and asked[0] == changed else asked  # who was last may not be so under another dealer
    if bid is not None and bid in position.barred_in(hand, last):
        hand, taken_back = replace(hand, bids=_with(hand.bids, last, None)), (last, bid)
    return with_hand(position, hand, taken_back=taken_back)


def stake(position: P, fact: Stake) -> P:
    """A wager, or a blind bid."""
    hand, players = current(position, fact.hand), len(position.players)
    _check_seat(hand, fact.seat)
    wager, blind = hand.extras.wager or (0,) * players, hand.extras.blind or (False,) * players
    blind = (*blind[: fact.seat], fact.blind, *blind[fact.seat + 1 :])
    extras = replace(hand.extras, wager=_with(wager, fact.seat, fact.wager), blind=blind)
    _check_extras(position, hand, extras)
    return with_hand(position, replace(hand, extras=extras))


def trump(position: P, fact: Trump) -> P:
    """The trump of the open hand."""
    hand = current(position, fact.hand)
    _check_trump(hand, fact.trump)
    return with_hand(position, replace(hand, trump=fact.trump))


def tricks(position: P, fact: Tricks) -> P:
    """The tricks of the open hand: it is closed, and the next one opens."""
    hand = current(position, fact.hand)
    if not hand.bids_in:
        raise RuleError(
            "tricks-before-bids", N_("The bids come first: somebody has not bid yet."), hand=hand.number, seat=hand.bidder
        )
    _check_tricks(position, hand, fact.tricks, fact.extras)
    hand = replace(hand, tricks=fact.tricks, extras=fact.extras)
    return open_next(with_hand(position, hand, taken_back=None))


def correction(position: P, fact: Correction) -> P:
    """A recorded hand as it really was."""
    hand = position.closed_hand(fact.hand)
    for numbers in (fact.bids, fact.tricks):
        if len(numbers) != len(position.players):
            raise RuleError("format", N_("There must be one number for every player."), hand=hand.number)
    for seat in hand.order:
        _check_range(hand, seat, fact.bids[seat])
    _check_absent(hand, fact.bids)
    _check_tricks(position, hand, fact.tricks, fact.extras)
    _check_trump(hand, fact.trump)
    played = replace(hand, bids=fact.bids, tricks=fact.tricks, trump=fact.trump, extras=fact.extras)
    corrected = replace(played, set_points=(), reason="")
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
    return settled(with_hand(position, corrected))


def set_points(position: P, fact: SetPoints) -> P:
    """The hand, open or recorded, closed with points set by hand."""
    opened = position.hand is not None and fact.hand == position.hand.number
    hand = current(position, fact.hand) if opened else position.closed_hand(fact.hand)
    check_length(fact.reason, TITLE_LENGTH, hand=hand.number)
    if len(fact.points) != len(position.players):
        raise RuleError("format", N_("There must be one number for every player."), hand=hand.number)
    for seat in (*hand.order, *hand.absent):  # as a page asks for them
        points = fact.points[seat]
        if (points is None) is (seat in hand.order):
            sentence = N_("Points are missing here.") if points is None else N_("This player did not play the hand.")
            raise RuleError("points-missing" if points is None else "players", sentence, hand=hand.number, seat=seat)
        if points is not None and not -MOST_POINTS <= points <= MOST_POINTS:
            sentence = N_("Points set by hand are at most %(most)s either way.")
            raise RuleError("adjustment", sentence, hand=hand.number, seat=seat, most=MOST_POINTS)
    closed = replace(hand, set_points=fact.points, reason=fact.reason)
    return open_next(with_hand(position, closed, taken_back=None)) if opened else settled(with_hand(position, closed))


def bid_barred(hand: Hand, seat: int, bid: int) -> RuleError:
    """The refusal of the hook, with the figures that explain it."""
    total = sum(hand.others(seat)) + bid
    sentence = N_("Not %(bid)s: the bids would total %(total)s.")
    return RuleError("bid-barred", sentence, hand=hand.number, seat=seat, bid=bid, total=total, size=hand.size)


def _check_seat(hand: Hand, seat: int) -> None:
    if seat not in hand.order:
        raise RuleError("players", N_("Nobody sits there in this hand."), hand=hand.number, seat=seat)


def _check_absent(hand: Hand, numbers: Numbers) -> None:
    for seat in hand.absent:
        if numbers[seat] is not None:
            raise RuleError("players", N_("This player did not play the hand."), hand=hand.number, seat=seat)


def _check_range(hand: Hand, seat: int, bid: int | None) -> None:
    if bid is None or not 0 <= bid <= hand.size:
        raise RuleError("bid-range", N_("A bid in this hand is 0 to %(size)s."), hand=hand.number, seat=seat, size=hand.size)


def _check_trump(hand: Hand, trump: str | None) -> None:
    if trump is not None and trump not in TRUMPS:
        raise RuleError("trump", N_("That is no trump suit."), hand=hand.number)


def _check_tricks(position: Position, hand: Hand, tricks: Numbers, extras: Extras) -> None:
    if len(tricks) != len(position.players):
        raise RuleError("format", N_("There must be one number for every player."), hand=hand.number)
    _check_absent(hand, tricks)
    _check_extras(position, hand, extras)
    taken: dict[int, int] = {}
    for seat in hand.order:
        number = tricks[seat]
        if number is None:
            raise RuleError("tricks-missing", N_("How many tricks? This number is missing."), hand=hand.number, seat=seat)
        taken[seat] = number
    check_tricks(hand.size, taken, discarded=extras.discarded, hand=hand.number)


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
            if points is not None and not -MOST_POINTS <= points <= MOST_POINTS:
                sentence = N_("Bonus and wager are at most %(most)s points either way.")
                raise RuleError("bonus", sentence, hand=hand.number, seat=seat, most=MOST_POINTS)


def _with(numbers: Numbers, seat: int, number: int | None) -> Numbers:
    return (*numbers[:seat], number, *numbers[seat + 1 :])
