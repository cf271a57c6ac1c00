"""What is arranged at the table besides the play: hands, people, turn, points, rules and notes. What it does to a position, and why
it may be refused.

A change of people or rules holds from the first hand that has not begun; the hand being played goes on as it began.
"""

from collections.abc import Iterable

from scorekeeper.ledger.changed import replace
from scorekeeper.ledger.entries import (
    NO_EXTRAS,
    About,
    Adjustment,
    Coming,
    Dealer,
    DealerRests,
    Join,
    Note,
    Presence,
    Redeal,
    Rename,
    Resume,
    Rules,
    Seating,
    SitOut,
    Size,
    Stop,
)
from scorekeeper.ledger.names import NOTE_LENGTH, TITLE_LENGTH, check_length, check_names
from scorekeeper.ledger.opening import FEWEST_AT_THE_TABLE, P, check_coming, current, levelled, refreshed, settled, with_hand
from scorekeeper.ledger.play import MOST_POINTS, without_illegal_last_bid
from scorekeeper.ledger.position import Given, Position, Substitution
from scorekeeper.rules.bidding import bidding_order
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.number import Points
from scorekeeper.rules.ruleset import MOST_PLAYERS, Ruleset
from scorekeeper.rules.schedule import MOST_HANDS

MOST_PEOPLE = 30


# Hands


def size(position: P, fact: Size) -> P:
    """Other cards in the coming hand."""
    hand = current(position, fact.hand)
    if not hand.untouched:
        raise RuleError("hand", N_("The size can only be changed before the first bid."), hand=hand.number)
    return coming(position, Coming(hand.number, (fact.size, *position.sizes[hand.number :])))


def redeal(position: P, fact: Redeal) -> P:
    """The hand begins anew with the same dealer and size; whoever has joined or left since it began is counted now."""
    hand = current(position, fact.hand)
    if hand.dealer in position.present:
        position = replace(position, dealers=_set_dealer(position, hand.number, hand.dealer))
    position = replace(position, substitutions=_none_after(position, hand.number))
    begun = replace(hand, bids=(None,) * len(position.players), extras=NO_EXTRAS, trump=None)
    return _rearranged(
        replace(with_hand(position, replace(begun, trump=position.opening(hand.number).trump)), taken_back=None), level=True
    )


def dealer(position: P, fact: Dealer) -> P:
    """Another dealer for the open hand, whatever was bid in it."""
    hand, rules = current(position, fact.hand), position.open_rules
    if fact.seat not in position.present:
        raise RuleError("players", N_("Nobody sits there in this game."), hand=hand.number, seat=fact.seat)
    changed = replace(position, dealers=_set_dealer(position, hand.number, fact.seat))
    if hand.untouched:
        return refreshed(check_coming(changed))
    if position.dealer_rests:
        raise RuleError("hand", N_("The dealer rests, so another one means other players: deal again first."), hand=hand.number)
    order = bidding_order(hand.circle, fact.seat, first=rules.bidding.first, rotation=rules.rotation, absent=hand.absent)
    return without_illegal_last_bid(changed, replace(hand, dealer=fact.seat, order=order), None)


def _set_dealer(position: Position, number: int, seat: int) -> tuple[tuple[int, int], ...]:
    others = (pair for pair in position.dealers if pair[0] != number)
    return (*others, (number, seat))


def _not_set_to_deal(position: P, seat: int) -> P:
    """Whoever goes does not deal either, in any hand that has not begun: it is the turn of the next one."""
    return replace(position, dealers=tuple(pair for pair in position.dealers if pair[1] != seat or pair[0] < position.next_unbegun))


def coming(position: P, fact: Coming) -> P:
    """Other hands to come: more, fewer, larger or smaller ones."""
    if position.stopped:
        raise RuleError("finished", N_("The game was stopped. Let it go on first."))
    if fact.hand != position.next_unbegun:
        raise position.not_now(fact.hand)
    sizes = (*position.sizes[: fact.hand - 1], *fact.sizes)
    if len(sizes) < position.first_hand:
        raise RuleError("schedule", N_("A game has at least 1 hand."))
    if len(sizes) > MOST_HANDS:
        raise RuleError("schedule", N_("A game has at most %(most)s hands."), most=MOST_HANDS)
    return settled(refreshed(check_coming(replace(position, sizes=sizes))))


def stop(position: P, _fact: Stop) -> P:
    """The game is over; the open hand does not count."""
    if position.hand is None:
        raise RuleError("finished", N_("The game is finished."))
    return replace(position, stopped=True)


def resume(position: P, _fact: Resume) -> P:
    """The game goes on with the hand it was stopped in."""
    if not position.stopped:
        raise RuleError("running", N_("The game was not stopped."))
    return replace(position, stopped=False)


# People


def join(position: P, fact: Join) -> P:
    """Somebody new at the table."""
    seat = len(position.players)
    _check_new_name(position, seat, fact.name)
    if seat == MOST_PEOPLE:
        raise too_many_people()
    if len(position.present) == MOST_PLAYERS:
        raise RuleError("players", N_("At most %(most)s people can play."), most=MOST_PLAYERS)
    if fact.after not in position.circle:
        raise RuleError("players", N_("Nobody sits there in this game."), seat=fact.after)
    place = position.circle.index(fact.after) + 1
    points = (Given(fact.points, (seat,), "", position.hands_done, "joined"),) if fact.points else ()
    _check_points(fact.points)
    at_the_table = len(position.present) + 1 - position.dealer_rests
    if at_the_table > position.rules.players[1]:
        position.rules.check_players(at_the_table)
    changed = replace(
        position,
        players=(*position.players, fact.name),
        circle=(*position.circle[:place], seat, *position.circle[place:]),
        hands=tuple(hand.with_seats(seat + 1) for hand in position.hands),
        given={place: (*sums, None) for place, sums in position.given.items()},
    ).giving(*points)
    return settled(_rearranged(changed, level=fact.level))


def too_many_people() -> RuleError:
    """The refusal of one person more."""
    sentence = N_("A game has at most %(most)s people, those who left included.")
    return RuleError("players", sentence, most=MOST_PEOPLE)


def presence(position: P, fact: Presence) -> P:
    """Somebody leaves, or comes back."""
    _check_person(position, fact.seat)
    if fact.there and fact.seat in position.away and len(position.present) == MOST_PLAYERS:
        raise RuleError("players", N_("At most %(most)s people can play."), most=MOST_PLAYERS)
    one = {fact.seat}
    if fact.there:
        changed = replace(position, away=position.away - one, awaited=position.awaited - one)
    else:
        changed = _not_set_to_deal(replace(position, away=position.away | one), fact.seat)
    return _rearranged(changed, level=fact.level)


def sit_out(position: P, fact: SitOut) -> P:
    """Somebody misses one hand."""
    _check_person(position, fact.seat)
    if fact.hand != position.next_unbegun or (fact.hand > len(position.sizes) and not position.rules.open_ended):
        raise position.not_now(fact.hand)
    pair = {(fact.hand, fact.seat)}
    changed = replace(position, sitting_out=position.sitting_out | pair if fact.out else position.sitting_out - pair)
    if fact.out:
        changed = _not_set_to_deal(changed, fact.seat)
    missing = position.away | {seat for hand, seat in changed.sitting_out if hand == fact.hand}
    if len(position.players) - len(missing) - position.dealer_rests < FEWEST_AT_THE_TABLE:
        raise RuleError("players", N_("At least 2 people must go on playing."), hand=fact.hand, seat=fact.seat)
    return refreshed(check_coming(changed))


def dealer_rests(position: P, fact: DealerRests) -> P:
    """Whoever deals does not play, or plays again."""
    return _rearranged(replace(position, dealer_rests=fact.rests), level=fact.level)


def seating(position: P, fact: Seating) -> P:
    """Other seats."""
    if sorted(fact.circle) != sorted(position.circle):
        raise RuleError("players", N_("Everybody must have one seat."))
    return _rearranged(replace(position, circle=fact.circle), level=False)


def rename(position: P, fact: Rename) -> P:
    """Another name for a seat, or another person in it."""
    _check_person(position, fact.seat)
    _check_new_name(position, fact.seat, fact.name)
    renamed = replace(position, players=(*position.players[: fact.seat], fact.name, *position.players[fact.seat + 1 :]))
    if not fact.substitute:
        return renamed
    hand, before = position.next_unbegun, position.players[fact.seat]
    substitutions = (*_none_after(position, hand), Substitution(hand, fact.seat, before))
    return replace(renamed, substitutions=_first_of_each(substitutions))


def _none_after(position: Position, hand: int) -> tuple[Substitution, ...]:
    """The substitutions, where this hand, once begun, begins anew: it is played by whoever sits there now."""
    kept = (one if one.hand <= hand else replace(one, hand=hand) for one in position.substitutions)
    return _first_of_each(kept)


def _first_of_each(substitutions: Iterable[Substitution]) -> tuple[Substitution, ...]:
    """Of several in a seat before the same hand the first: those between have played no hand."""
    found: dict[tuple[int, int], Substitution] = {}
    for one in substitutions:
        found.setdefault((one.hand, one.seat), one)
    return tuple(found.values())


# Points, rules, notes


def adjustment(position: P, fact: Adjustment) -> P:
    """Points outside of the hands."""
    if fact.after_hand and not position.first_hand - 1 <= fact.after_hand <= position.hands_done:
        raise RuleError(
            "hand", N_("Hand %(hand_number)s has not been recorded."), hand=fact.after_hand, hand_number=fact.after_hand
        )
    if fact.seat is not None:
        _check_person(position, fact.seat)
    check_length(fact.reason, TITLE_LENGTH)
    _check_points(fact.points)
    seats = position.present if fact.seat is None else (fact.seat,)
    return settled(position.giving(Given(fact.points, seats, fact.reason, fact.after_hand)))


def rules(position: P, fact: Rules) -> P:
    """Other rules for hands that have not begun."""
    changed, last = Ruleset.from_data(fact.rules), position.next_unbegun - 1
    earlier = position.earlier_rules
    if last >= position.first_hand and (not earlier or earlier[-1][0] < last):
        earlier = (*earlier, (last, position.rules))
    return settled(_rearranged(replace(position, rules=changed, game=fact.game, earlier_rules=earlier), level=fact.level))


def note(position: P, fact: Note) -> P:
    """A remark about the game or one of its hands."""
    if len(fact.text) > NOTE_LENGTH:
        raise RuleError("note", N_("A note has at most %(length)s letters."), hand=fact.hand, length=NOTE_LENGTH)
    if fact.hand is None:
        return replace(position, note=fact.text)
    place = fact.hand - position.first_hand
    if not 0 <= place < len(position.hands):
        raise position.not_now(fact.hand)
    return with_hand(position, replace(position.hands[place], note=fact.text))


def about(position: P, fact: About) -> P:
    """Title, place, and who keeps score."""
    for text in (fact.title, fact.place, fact.keeper):
        check_length(text, TITLE_LENGTH)
    return replace(position, title=fact.title, place=fact.place, keeper=fact.keeper)


def _rearranged(position: P, *, level: bool) -> P:
    """The table with other people or seats at it; the pack must hold every coming hand, or they are made smaller if so wished."""
    return refreshed(check_coming(levelled(position) if level else position))


def _check_person(position: Position, seat: int) -> None:
    if not 0 <= seat < len(position.players):
        raise RuleError("players", N_("Nobody sits there in this game."), seat=seat)


def _check_new_name(position: Position, seat: int, name: str) -> None:
    others = [*position.players[:seat], *position.players[seat + 1 :]]
    try:
        check_names([*others, name])
    except RuleError as error:
        error.seat = seat
        raise


def _check_points(points: Points) -> None:
    if not -MOST_POINTS <= points <= MOST_POINTS:
        raise RuleError("adjustment", N_("An adjustment is at most %(most)s points either way."), most=MOST_POINTS)
