"""What the score sheet says in words between its numbers: points given outside of the hands, notes, other rules, who left."""

from collections.abc import Iterator

from flask import Flask
from markupsafe import Markup

from scorekeeper.ledger.game import Game
from scorekeeper.ledger.position import Given
from scorekeeper.ledger.sheet import Row
from scorekeeper.web.texts import gettext
from scorekeeper.web.words import bdi, gain, points_in_words, say


def row_name(row: Row) -> str:
    """What a row without a hand is called."""
    given = row.given
    names = {"": gettext("Adjustment"), "joined": gettext("Points to begin with"), "carried": gettext("Carried over")}
    return names[given.origin] if given else ""


def said_above(game: Game, row: Row) -> list[Markup]:
    """What is written above a row: what was given and why; or that other rules hold, or others play, from this hand on."""
    if row.given is not None:
        return [_given(game, row.given)]
    number = row.line.hand.number if row.line else 0
    other_rules = number > game.first_hand and game.rules_of(number) != game.rules_of(number - 1)
    said = [say("Other rules from hand %(number)s on.", number=number)] if other_rules else []
    return [*said, *_substitutes(game, number)]


def said_last(game: Game) -> list[Markup]:
    """What is written below the last row: who goes on in a hand that is not recorded yet."""
    numbers = sorted({one.hand for one in game.substitutions if one.hand > game.hands_done})
    return [sentence for number in numbers for sentence in _substitutes(game, number)]


def _substitutes(game: Game, number: int) -> Iterator[Markup]:
    for seat in game.circle:
        old, name = game.player_of(seat, number - 1), game.player_of(seat, number)
        if name != old:
            yield say("From hand %(number)s on %(name)s plays for %(old)s.", number=number, name=bdi(name), old=bdi(old))


def said_below(row: Row) -> list[Markup]:
    """What is written below a hand: why its points were set by hand, and its note."""
    if row.line is None:
        return []
    hand = row.line.hand
    said = [_set_by_hand(hand.number, hand.reason)] if hand.set_points else []
    return [*said, say("Hand %(number)s: %(note)s", number=hand.number, note=bdi(hand.note))] if hand.note else said


def _set_by_hand(number: int, reason: str) -> Markup:
    if not reason:
        return say("Hand %(number)s: points set by hand.", number=number)
    return say("Hand %(number)s: points set by hand, %(reason)s.", number=number, reason=bdi(reason))


def _given(game: Game, given: Given) -> Markup:
    if given.origin == "carried":
        last = game.first_hand - 1
        return say("Carried over from paper, hands 1 to %(last)s.", last=last) if last > 1 else say("Carried over from paper.")
    who = bdi(game.players[given.seats[0]]) if len(given.seats) == 1 else say("Everybody")
    if given.origin == "joined":
        return say("%(name)s joins with %(points)s.", name=who, points=points_in_words(given.points))
    if not given.reason:
        return say("%(name)s: %(points)s", name=who, points=gain(given.points))
    return say("%(name)s: %(points)s (%(reason)s)", name=who, points=gain(given.points), reason=bdi(given.reason))


def away_word(game: Game, seat: int) -> str:
    """A word for somebody who is not at the table: left, or not there yet; empty for everybody else."""
    if seat not in game.away:
        return ""
    waited_for = seat in game.start.absent and not any(seat in hand.order for hand in game.hands)
    return gettext("later") if waited_for else gettext("left")


def init_app(app: Flask) -> None:
    """Give templates these words."""
    for function in (row_name, said_above, said_below, said_last, away_word):
        app.jinja_env.globals[function.__name__] = function
