"""The next hand opens, or the game is over; and a hand that has opened, but not begun, follows whatever is changed about it."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from scorekeeper.ledger.changed import replace
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.position import Position
from scorekeeper.ledger.sheet import totals_of
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.schedule import MOST_HANDS, check_size

FEWEST_AT_THE_TABLE = 2
P = TypeVar("P", bound=Position)


def open_next(position: P) -> P:
    """The position with its next hand opened, unless the game is over: by its last hand, or by the score that ends it."""
    if score_reached(position):
        return position
    number = position.last_begun + 1
    if number > len(position.sizes):
        if not position.rules.open_ended or number > MOST_HANDS:
            return position
        planned = position.rules.sizes(_table(position))[-1]  # whatever was dealt in the hand before
        position = levelled(replace(position, sizes=(*position.sizes, planned)))  # more may sit there than the rules plan for
    hands = position.hands
    return replace(position, hands=(*hands, position.coming_hand(number, hands[-1].dealer if hands else None)))


def planned_for(rules: Ruleset, named: int, absent: Sequence[int]) -> int:
    """For how many the hands are planned: everybody `named`, unless those are too many and some come later.

    >>> planned_for(Ruleset.from_data({"players": [3, 6]}), 7, [6])
    6
    """
    return named if rules.plans_for(named) else named - len(absent)


def _table(position: Position) -> int:
    """How many play, as far as the rules are for so many."""
    least, most = position.rules.players
    return min(max(len(position.present) - position.dealer_rests, least), most)


def score_reached(position: Position) -> bool:
    """First to 100: the game ends with the hand that brings anybody there, whichever way the winner is found.

    After a change of rules the new score ends it from the next recorded hand on; a higher one lets a game go on that had ended.
    """
    end, last = position.rules.end_score, position.closed[-1:]
    before = position.rules_of(last[0].number).end_score if last else None
    return end is not None and before is not None and max(totals_of(position)) >= max(end, before)


def settled(position: P) -> P:
    """After a change of what was played: the open hand goes if the game has ended, and comes if it has not."""
    hand = position.begun
    if hand is None:
        return open_next(position)
    over = hand.number > len(position.sizes) or score_reached(position)
    return replace(position, hands=position.closed) if hand.untouched and over else position


def refreshed(position: P) -> P:
    """After a change at the table: an open hand in which nothing was bid yet is as the change makes it. Trump and note stay."""
    hand = position.begun
    if hand is None or not hand.untouched or hand.number > len(position.sizes):
        return position
    fresh = position.opening(hand.number)
    kept = replace(fresh, note=hand.note, trump=fresh.trump if fresh.no_trump or hand.no_trump else hand.trump)
    return with_hand(position, kept)


def with_hand(position: P, hand: Hand, **changes: Any) -> P:
    """The position with that hand in its place, and whatever else changes."""
    place = hand.number - position.first_hand
    return replace(position, hands=(*position.hands[:place], hand, *position.hands[place + 1 :]), **changes)


def current(position: Position, number: int) -> Hand:
    """The open hand, which must have this number."""
    hand = position.hand
    if hand is None or number != hand.number:
        raise position.not_now(number)
    return hand


def check_coming(position: P) -> P:
    """The position, if everybody can play and the pack holds every hand that has not begun; else a `RuleError`."""
    if len(position.present) - position.dealer_rests < FEWEST_AT_THE_TABLE:
        raise RuleError("players", N_("At least 2 people must go on playing."))
    for number, size, players, most in _unbegun(position):
        if size < 1:
            raise RuleError("pack", N_("A hand has at least 1 card."), hand=number)
        if players < FEWEST_AT_THE_TABLE:
            raise RuleError("players", N_("At least 2 people must go on playing."), hand=number)
        if size > most:
            check_size(size, players, position.rules_of(number).pack(players), hand=number)
    return position


def levelled(position: P) -> P:
    """The position with every hand that has not begun made as small as the pack asks for."""
    coming = (min(size, most) for _, size, _, most in _unbegun(position))
    return replace(position, sizes=(*position.sizes[: position.next_unbegun - 1], *coming))


def _unbegun(position: Position) -> Iterator[tuple[int, int, int, int]]:
    """Every hand that has not begun: number, size, how many will play it, and the most for each."""
    begun, usual = position.next_unbegun - 1, len(position.present) - position.dealer_rests
    most = position.rules.largest_size(max(usual, FEWEST_AT_THE_TABLE))
    arranged = (*position.sitting_out, *position.dealers)
    special = {begun + 1, *(number for number, _ in arranged)}
    for number, size in enumerate(position.sizes[begun:], start=begun + 1):
        if number not in special:
            yield number, size, usual, most
            continue
        players = len(position.coming_hand(number, position.circle[0]).order)
        rules = position.rules_of(number)
        yield number, size, players, rules.largest_size(max(players, FEWEST_AT_THE_TABLE))
