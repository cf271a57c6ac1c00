"""From facts to positions: how a game begins, and which function says what a fact does to it."""

from collections.abc import Callable
from typing import Any

from scorekeeper.ledger import arrangements, entries, play
from scorekeeper.ledger.entries import Fact, Start
from scorekeeper.ledger.names import TITLE_LENGTH, check_length, check_names
from scorekeeper.ledger.opening import FEWEST_AT_THE_TABLE, P, check_coming, open_next, planned_for
from scorekeeper.ledger.position import Given, Position
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.schedule import MOST_HANDS


def begin(fact: Fact | None) -> Position:
    """The position before the first bid."""
    if not isinstance(fact, Start):
        raise RuleError("format", N_("A game begins with its players and rules."))
    _check_people(fact)
    seats = range(len(fact.players))
    rules = Ruleset.from_data(fact.rules)
    sizes = _sizes(rules, fact)
    if len(fact.carried) not in {0, len(seats)}:
        raise RuleError("format", N_("There must be one number for every player."))
    position = Position(
        rules,
        fact.players,
        fact.first_dealer,
        sizes,
        tuple(seats),
        title=fact.title,
        started=fact.started,
        drawn=fact.drawn,
        game=fact.game,
        first_hand=fact.first_hand,
        away=frozenset(fact.absent),
        awaited=frozenset(fact.absent),
        dealer_rests=fact.dealer_rests,
    ).giving(
        *(
            Given(points, (seat,), after_hand=fact.first_hand - 1, origin="carried")
            for seat, points in enumerate(fact.carried)
            if points is not None and (points or seat not in fact.absent)
        )
    )
    return open_next(check_coming(position) if fact.absent or fact.dealer_rests else position)


def _check_people(fact: Start) -> None:
    if len(fact.players) < FEWEST_AT_THE_TABLE:
        raise RuleError("players", N_("At least 2 players need a name."))
    if fact.dealer_rests and len(fact.players) <= FEWEST_AT_THE_TABLE:
        raise RuleError("players", N_("Where whoever deals does not play, at least 3 players need a name."))
    check_names(fact.players)
    for text in (fact.title, fact.game):
        check_length(text, TITLE_LENGTH)
    if not 0 <= fact.first_dealer < len(fact.players):
        raise RuleError("players", N_("The first dealer is not one of the players."))
    if not set(fact.absent) <= set(range(len(fact.players))):
        raise RuleError("players", N_("Nobody sits there in this game."))


def _sizes(rules: Ruleset, fact: Start) -> tuple[int, ...]:
    """The size of every hand, those on paper included."""
    sizes = rules.sizes(planned_for(rules, len(fact.players) - fact.dealer_rests, fact.absent))
    if fact.first_hand < 1:
        raise RuleError("schedule", N_("Hands are counted from 1."))
    if rules.open_ended:
        sizes *= min(fact.first_hand, MOST_HANDS)
    if fact.first_hand > len(sizes):
        raise RuleError("schedule", N_("The game has only %(hands)s hands."), hands=len(sizes))
    return sizes


def apply(position: P, fact: Fact) -> P:
    """The position after a fact. A `RuleError` tells why it is refused."""
    if type(fact) not in _EFFECTS:
        raise RuleError("format", N_("A game begins once."))
    after: P = _EFFECTS[type(fact)](position, fact)
    return after


_EFFECTS: dict[type[Fact], Callable[[Any, Any], Any]] = {
    entries.Bid: play.bid,
    entries.Stake: play.stake,
    entries.Trump: play.trump,
    entries.Tricks: play.tricks,
    entries.Correction: play.correction,
    entries.SetPoints: play.set_points,
    entries.Size: arrangements.size,
    entries.Redeal: arrangements.redeal,
    entries.Dealer: arrangements.dealer,
    entries.Coming: arrangements.coming,
    entries.Stop: arrangements.stop,
    entries.Resume: arrangements.resume,
    entries.Join: arrangements.join,
    entries.Presence: arrangements.presence,
    entries.SitOut: arrangements.sit_out,
    entries.DealerRests: arrangements.dealer_rests,
    entries.Seating: arrangements.seating,
    entries.Rename: arrangements.rename,
    entries.Adjustment: arrangements.adjustment,
    entries.Rules: arrangements.rules,
    entries.Note: arrangements.note,
    entries.About: arrangements.about,
}
