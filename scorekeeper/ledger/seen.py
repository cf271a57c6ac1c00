"""A request says what it saw. Judged here: is the fact new, is it there already, or did somebody enter something else meanwhile?

Every function answers the fact to append, or `None` when nothing is left to do; a `RuleError` with code `conflict` carries both
values, what is stored and what was asked (`yours`).

What is covered is never compared: whether two values are alike would tell one of them. A page that
shows "in" names the entry behind it instead (`set_by`: its number or, where the phone had no answer
to it yet, its key), and what it enters is new or a conflict.
"""

from itertools import takewhile

from scorekeeper.ledger.covered import bid_entries, outside, wager_entries
from scorekeeper.ledger.entries import (
    PLAYED,
    Bid,
    Correction,
    Entry,
    Extras,
    Fact,
    Note,
    Numbers,
    SeatExtras,
    SetPoints,
    Stake,
    Tricks,
    Trump,
    Undo,
)
from scorekeeper.ledger.game import Game
from scorekeeper.rules.errors import N_, RuleError


def entered_as(game: Game, key: str) -> Fact | None:
    """What was entered under this key, if anything was."""
    known = game.entry_with(key)
    return None if known is None else known.fact


def is_new(game: Game, fact: Fact, key: str) -> bool:
    """A key that is in the ledger marks a repeated request: harmless when it says the same, refused when it says something else."""
    known = entered_as(game, key)
    if known is not None and known != fact:
        raise RuleError(
            "conflict", N_("This page was out of date, so nothing was entered. It is fresh now: please look and tap again.")
        )
    return known is None


def garbled() -> RuleError:
    """A request that makes no sense."""
    return RuleError("format", N_("This request was not understood. Nothing was entered."))


def fresh_bid(game: Game, fact: Bid, was: int | None, set_by: str = "") -> Bid | None:
    """A bid, made on a page that showed `was` for this seat."""
    hand, seat = game.opened_hand(fact.hand), _seat(game, fact.hand, fact.seat)
    if game.covers(hand):
        now = bid_entries(game, game.active).get(seat)
        elsewhere = N_("Not entered: this bid was entered elsewhere.")
        taken_back = N_("Not entered: this bid was taken back elsewhere.")
        _check_covered(game, fact, now, was, set_by, elsewhere if now else taken_back)
        return fact
    stored = hand.bids[seat]
    if stored == fact.bid:
        return None
    if stored != was and not (set_by and _names(set_by, bid_entries(game, game.active).get(seat))):
        raise _conflict(
            N_("Not entered: this bid was set to %(stored)s elsewhere, you tapped %(yours)s.")
            if stored is not None
            else N_("Not entered: this bid was taken back elsewhere, you tapped %(yours)s."),
            fact.hand,
            fact.seat,
            stored,
            fact.bid,
        )
    return fact


def fresh_stake(game: Game, fact: Stake, was: int, set_by: str = "") -> Stake | None:
    """What is at stake, entered on a page that showed a wager of `was` (0: none).

    Whether there is a wager is seen by everybody, how much it is is covered.
    """
    stored = at_stake(game, fact.hand, fact.seat)
    some = fact.wager or stored.wager or was or set_by
    if some and game.covers(game.opened_hand(fact.hand)):
        now = wager_entries(game, game.active).get(fact.seat)
        elsewhere = N_("Not entered: this wager was entered elsewhere.")
        taken_back = N_("Not entered: this wager was taken back elsewhere.")
        _check_covered(game, fact, now, was or None, set_by, elsewhere if now else taken_back)
        return fact
    if (stored.wager, stored.blind) == (fact.wager, fact.blind):
        return None
    known = set_by and _names(set_by, wager_entries(game, game.active).get(fact.seat))
    if stored.wager not in {fact.wager, was} and not known:
        sentence = N_("Not entered: this wager was set to %(stored)s elsewhere, you entered %(yours)s.")
        raise _conflict(sentence, fact.hand, fact.seat, stored.wager, fact.wager)
    return fact


def fresh_blind(game: Game, fact: Stake) -> Stake | None:
    """A bid made blind, or not.

    It is there or not: whoever sets it saw the other, so that no two phones can disagree about it.
    """
    return None if at_stake(game, fact.hand, fact.seat).blind == fact.blind else fact


def _check_covered(
    game: Game,
    fact: Bid | Stake,
    now: Entry | None,
    was: int | None,
    set_by: str,
    sentence: str,
) -> None:
    """Refuse what was entered on a page that did not know `now`, the entry that set it last.

    What is not about the hand being played is left to the rules, which refuse it.
    """
    fresh = _names(set_by, now) if now else not set_by and was is None
    if not fresh and game.hand is not None and game.hand.number == fact.hand:
        raise RuleError("conflict", sentence, hand=fact.hand, seat=fact.seat, hand_number=fact.hand)


def _names(set_by: str, entry: Entry | None) -> bool:
    """Whether a page named this entry, by its number or its key."""
    return entry is not None and set_by in {str(entry.number), entry.key} - {""}


def at_stake(game: Game, hand: int, seat: int) -> SeatExtras:
    """What a seat has at stake in a hand that has begun."""
    return game.opened_hand(hand).extras.of(_seat(game, hand, seat))


def fresh_trump(game: Game, fact: Trump, was: str | None) -> Trump | None:
    """A trump, named on a page that showed `was`."""
    stored = game.opened_hand(fact.hand).trump
    if stored == fact.trump:
        return None
    if stored != was:
        sentence = N_("Not entered: trump was set to %(stored)s elsewhere, you tapped %(yours)s.")
        raise _conflict(sentence, fact.hand, None, stored, fact.trump)
    return fact


def fresh_tricks(game: Game, fact: Tricks, bids: Numbers) -> Tricks | None:
    """The tricks of a hand, counted on a page that showed these bids."""
    hand = game.opened_hand(fact.hand)
    if game.covers(hand):
        return fact  # which the rules refuse: bids come first
    if (hand.tricks, hand.extras) == (fact.tricks, fact.extras):
        return None
    if hand.closed:
        sentence = N_(
            "Hand %(hand_number)s was recorded elsewhere with %(stored)s tricks; yours were %(yours)s. Correct it if that is wrong."
        )
        stored, yours = (", ".join([_list(one.tricks), *_signs(one.extras)]) for one in (hand, fact))
        raise _conflict(sentence, fact.hand, None, stored, yours)
    if hand.bids_in and hand.bids != bids:
        sentence = N_("Not recorded: the bids were changed elsewhere to %(stored)s, you saw %(yours)s.")
        raise _conflict(sentence, fact.hand, None, _list(hand.bids), _list(bids))
    stakes, shown = (Extras(wager=one.extras.wager, blind=one.extras.blind) for one in (hand, fact))
    if stakes != shown:
        sentence = N_("Not recorded: what is at stake was changed elsewhere to %(stored)s, you saw %(yours)s.")
        raise _conflict(sentence, fact.hand, None, *(", ".join(_signs(one)) or "–" for one in (stakes, shown)))
    return fact


def fresh_correction(game: Game, fact: Correction, seen: int) -> Correction | None:
    """A correction, made on a page that knew the hand as of entry number `seen`."""
    hand = game.uncovered.closed_hand(fact.hand)
    if not hand.set_points and (hand.bids, hand.tricks, hand.trump, hand.extras) == (
        fact.bids,
        fact.tricks,
        fact.trump,
        fact.extras,
    ):
        return None
    if seen != last_touched(game, fact.hand):
        sentence = N_("Not corrected: meanwhile this hand was changed elsewhere. Stored: bids %(stored)s. Yours: bids %(yours)s.")
        stored, yours = (", ".join([_list(one.bids), _list(one.tricks), *_signs(one.extras)]) for one in (hand, fact))
        raise _conflict(sentence, fact.hand, None, stored, yours)
    return fact


def fresh_set_points(game: Game, fact: SetPoints, seen: int) -> SetPoints | None:
    """Points set by hand for a recorded hand, on a page that knew the hand as of entry number `seen`."""
    hand = game.closed_hand(fact.hand)
    if (hand.set_points, hand.reason) == (fact.points, fact.reason):
        return None
    if seen != last_touched(game, fact.hand):
        raise _conflict(N_("Not entered: meanwhile this hand was changed elsewhere."), fact.hand, None, hand, fact)
    return fact


def fresh_undo(game: Game, fact: Undo) -> Undo | None:
    """The undo of one entry; undone already, nothing is left to do."""
    return None if game.is_struck(fact.entry) else fact


def last_touched(game: Game, number: int) -> int:
    """The number of the last effective entry about how hand `number` went; 0 when there is none."""
    entries = (entry for entry in reversed(game.active) if not isinstance(entry.fact, Note))
    about = (entry.number for entry in entries if getattr(entry.fact, "hand", None) == number)
    return next(about, 0)


def fresh_arrangement(game: Game, fact: Fact, seen: int) -> Fact | None:
    """What was arranged on a page that knew the game as of entry number `seen`.

    Bids and tricks entered since do no harm; another arrangement may have changed what the page was about.
    """
    later = takewhile(lambda entry: entry.number > seen, reversed(game.active))
    since = [entry.fact for entry in later if not isinstance(entry.fact, PLAYED)]
    if fact in since:
        return None
    if since:
        raise RuleError(
            "conflict",
            N_("Not done: meanwhile something else was arranged elsewhere. It is shown here now; look and choose again."),
        )
    return fact


def fresh_redo(game: Game, entry: int) -> Fact | None:
    """What was undone last, entered again; `entry` is its number.

    Nothing is left to do where it is in force again already: while bids are covered, any bid in its
    place.
    """
    last = game.redoable
    if last is not None and last.number == entry:
        return last.fact
    seen = outside if game.hides_bids else lambda fact: fact
    known = game.entry(entry)
    in_force = (seen(one.fact) for one in reversed(game.active))
    if known is None or seen(known.fact) not in in_force:
        raise RuleError("undo-order", N_("Something else was entered in between; look again before redoing."))
    return None


def _seat(game: Game, hand: int, seat: int) -> int:
    if not 0 <= seat < len(game.players):
        raise RuleError("players", N_("Nobody sits there in this hand."), hand=hand)
    return seat


def _conflict(sentence: str, hand: int, seat: int | None, stored: object, yours: object) -> RuleError:
    return RuleError("conflict", sentence, hand=hand, seat=seat, hand_number=hand, stored=stored, yours=yours)


def _list(numbers: Numbers) -> str:
    return " ".join("–" if number is None else str(number) for number in numbers)


def _signs(extras: Extras) -> list[str]:
    """Extras in signs, as the score sheet has them.

    >>> _signs(Extras(multiplier=2, wager=(5, 0), blind=(False, True)))
    ['± 5 0', '– ✓', '×2']
    """
    signs = [f"{sign} {_list(numbers)}" for sign, numbers in (("★", extras.bonus), ("±", extras.wager)) if numbers]
    signs += [" ".join("✓" if blind else "–" for blind in extras.blind)] if extras.blind else []
    signs += [f"∅ {extras.discarded}"] if extras.discarded else []
    return [*signs, f"×{extras.multiplier}"] if extras.multiplier != 1 else signs
