"""A table of players: facts entered one after the other, whole hands, and the two games many tests begin with."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from scorekeeper.ledger.entries import Bid, Entry, Fact, Stake, Start, Tricks, Undo
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.replay import result
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Ruleset

# A busy machine is no fault of the game.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

EVENING = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")
ANA, BO, CY, DEE = range(4)

HOOK = {"hook": "always"}
ONE_TWO_THREE = {"shape": "list", "hands": [1, 2, 3]}
ONE_TO_EIGHT = {"shape": "up", "max": 8}

B3_BIDS_IN_TURN = ((0, 1, 1), (1, 0, 2), (2, 1, 1))
B3_TRICKS = ((1, 0, 0), (1, 0, 1), (2, 1, 0))
F4_BIDS_IN_TURN = ((0, 0, 0, 0), (1, 0, 0, 2), (1, 1, 1, 1), (0, 2, 1, 2), (3, 2, 1, 0), (0, 0, 5, 2), (4, 0, 2, 0), (2, 3, 1, 3))
F4_TRICKS = ((0, 1, 0, 0), (1, 0, 1, 0), (1, 1, 0, 1), (0, 2, 1, 1), (0, 3, 1, 1), (5, 0, 0, 1), (1, 2, 0, 4), (2, 2, 1, 3))


def begin(table: int | Sequence[str] = 3, /, first_dealer: int = 0, *, dealer_rests: bool = False, **rules: Any) -> Game:
    """A game just begun; rules as a file has them, the base game's where nothing is said."""
    names = NAMES[:table] if isinstance(table, int) else tuple(table)
    start = Start(Ruleset.from_data(rules).to_data(), names, first_dealer, dealer_rests=dealer_rests)
    return Game.replay([Entry(1, start, EVENING)])


def enter(game: Game, *facts: Fact) -> Game:
    """The game after these facts, a minute apart."""
    for fact in facts:
        game = game.after(Entry(game.version + 1, fact, EVENING + timedelta(minutes=game.version)))
    return game


def open_hand(game: Game) -> Hand:
    assert game.hand is not None
    return game.hand


def bid(game: Game, *in_turn: int) -> Game:
    """The next bids in bidding order."""
    for number in in_turn:
        hand = open_hand(game)
        assert hand.bidder is not None
        game = enter(game, Bid(hand.number, hand.bidder, number))
    return game


def take(game: Game, *tricks: int | None) -> Game:
    """The tricks of the open hand, in seat order."""
    return enter(game, Tricks(open_hand(game).number, tricks))


def undo(game: Game, times: int = 1) -> Game:
    for _ in range(times):
        assert game.undoable is not None
        game = enter(game, Undo(game.undoable.number))
    return game


def undo_until(game: Game, there: Callable[[Game], bool]) -> Game:
    while not there(game):
        game = undo(game)
    return game


def b3(hands: int = 3, **rules: Any) -> Game:
    """Ana, Bo and Cy; Ana deals first; one, two, three cards; hook on. It ends 23, 21, 11."""
    game = _hooked(3, ONE_TWO_THREE, rules)
    for bids, tricks in list(zip(B3_BIDS_IN_TURN, B3_TRICKS, strict=True))[:hands]:
        game = take(bid(game, *bids), *tricks)
    return game


def f4(hands: int = 8, **rules: Any) -> Game:
    """Ana, Bo, Cy and Dee; Ana deals first; one to eight cards; hook on. It ends 68, 48, 63, 69."""
    game = _hooked(4, ONE_TO_EIGHT, rules)
    for bids, tricks in list(zip(F4_BIDS_IN_TURN, F4_TRICKS, strict=True))[:hands]:
        game = take(bid(game, *bids), *tricks)
    return game


def _hooked(table: int, schedule: dict[str, Any], rules: dict[str, Any]) -> Game:
    given: dict[str, Any] = {"schedule": schedule, "bidding": HOOK}
    return begin(table, **(given | rules))


def refusal(game: Game, fact: Fact) -> RuleError:
    """Why the fact is refused."""
    with pytest.raises(RuleError) as refused:
        enter(game, fact)
    return refused.value


def code(game: Game, fact: Fact) -> str:
    return refusal(game, fact).code


def place(error: RuleError) -> tuple[str, int | None, int | None]:
    """Code, hand and seat of a refusal."""
    return error.code, error.hand, error.seat


def facts(game: Game) -> list[Fact]:
    """What is in force, undone facts left out."""
    return [entry.fact for entry in game.active]


def state(game: Game) -> dict[str, Any]:
    """All a table can see of a game; the way it came there is left out."""
    return result(game) | {"seen": [(hand.bids, hand.tricks, hand.trump, hand.even_kept, hand.extras) for hand in game.hands]}


def random_bid(game: Game, dice: Random) -> Game:
    """A legal bid of whoever is next, and what is at stake with it where the rules enter that."""
    hand = open_hand(game)
    seat = dice.choice([seat for seat in hand.order if hand.bids[seat] is None]) if game.simultaneous else hand.bidder
    assert seat is not None
    blind, wager = game.rules.enters("blind") and dice.random() < 0.3, game.rules.enters("wager") and dice.choice((0, 5, 10, -5))
    if blind or wager:
        game = enter(game, Stake(hand.number, seat, blind, int(wager)))
    return enter(game, Bid(hand.number, seat, dice.choice(game.legal_bids(seat))))


def random_tricks(game: Game, dice: Random) -> Game:
    """Possible tricks, with the stakes of the hand and the other extras that the rules enter."""
    hand, rules = open_hand(game), game.rules
    discarded = dice.randint(0, min(2, hand.size)) if rules.enters("discarded") and dice.random() < 0.3 else 0
    taken = [0] * len(game.players)
    for _ in range(hand.size - discarded):
        taken[dice.choice(hand.order)] += 1
    extras = replace(
        hand.extras,
        discarded=discarded,
        multiplier=dice.choice((1, 1, 2)) if rules.enters("multiplier") else 1,
        bonus=tuple(dice.choice((0, 0, 20, 30, -10)) for _ in taken) if rules.enters("bonus") else (),
    )
    tricks = tuple(number if seat in hand.order else None for seat, number in enumerate(taken))
    return enter(game, Tricks(hand.number, tricks, extras))


def play_on(game: Game, dice: Random, hands: int | None = None) -> Game:
    """Legal bids and possible tricks until so many hands are recorded, or to the end."""
    while not game.finished and (hands is None or len(game.closed) < hands):
        game = random_bid(game, dice) if game.phase == "bids" else random_tricks(game, dice)
    return game
