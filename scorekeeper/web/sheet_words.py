"""What the score sheet says in words between its numbers: points given outside of the hands, notes, other rules, who left, how
people sit; and what the game is remembered for, below them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Flask
from markupsafe import Markup

from scorekeeper.export.chart import chart
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.names import shortened
from scorekeeper.ledger.position import Given
from scorekeeper.ledger.sheet import Row, ScoreSheet
from scorekeeper.ledger.story import Best, Run, story
from scorekeeper.rules.errors import N_
from scorekeeper.web.texts import gettext, ngettext
from scorekeeper.web.words import bdi, figure, gain, listed, names, points_in_words, say


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
    return [*said, *_substitutes(game, number), *_seats(game, row)]


def said_last(game: Game) -> list[Markup]:
    """What is written below the last row: who goes on in a hand that is not recorded yet."""
    numbers = sorted({one.hand for one in game.substitutions if one.hand > game.hands_done})
    return [sentence for number in numbers for sentence in _substitutes(game, number)]


def _substitutes(game: Game, number: int) -> Iterator[Markup]:
    for seat in game.circle:
        old, name = game.player_of(seat, number - 1), game.player_of(seat, number)
        if name != old:
            yield say("From hand %(number)s on %(name)s plays for %(old)s.", number=number, name=bdi(name), old=bdi(old))


def _seats(game: Game, row: Row) -> Iterator[Markup]:
    """How people sit from this hand on, if not as in the one before. Who joined or left has moved nobody else."""
    if row.line is None or row.line.hand.number == game.first_hand:
        return
    hand, before = row.line.hand, game.opened_hand(row.line.hand.number - 1)
    if _round(hand, before) != _round(before, hand):
        seated = [row.line.names[seat] for seat in hand.circle if seat in hand.order or seat in game.present]
        yield say("From hand %(number)s on the seats are: %(names)s.", number=hand.number, names=listed(map(bdi, seated)))


def _round(hand: Hand, other: Hand) -> list[int]:
    """Those who play both hands, clockwise from the first of them."""
    both = [seat for seat in hand.circle if seat in hand.order and seat in other.order]
    first = both.index(min(both)) if both else 0
    return both[first:] + both[:first]


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


@dataclass(frozen=True, slots=True)
class Head:
    """A name above a column of a small phone: shortened where it must be, `tight` where it needs smaller letters.

    A short name with a number would be the same as another's without it.
    """

    short: str
    tight: bool
    numbered: bool


ROOM = {2: 15, 3: 11, 4: 9, 5: 8, 6: 7, 7: 6}  # letters that fit a column, small as they may be; a column of eight and more scrolls


def column_names(players: tuple[str, ...]) -> tuple[Head, ...]:
    """What stands above the columns of a small phone.

    >>> [head.short for head in column_names(("Dagmar", "Ottmar", "Sigrid", "Wilma", "Ingrid", "Bartholomew"))]
    ['Dagmar', 'Ottmar', 'Sigrid', 'Wilma', 'Ingrid', 'Barth…']
    """
    room = ROOM.get(len(players), 7)
    cut = [name if len(name) <= room else short for name, short in zip(players, shortened(players, room - 1), strict=True)]
    return tuple(
        Head(short, len(short) > room - 3, short != name and not short.endswith("…"))
        for name, short in zip(players, cut, strict=True)
    )


def turning_points(sheet: ScoreSheet) -> list[Markup]:
    """What the game is remembered for, a sentence each."""
    told, players = story(sheet), sheet.players
    said = []
    if told.lead is not None:
        if sheet.finished:
            one, several = (
                N_("%(names)s took the lead in hand %(number)s and won."),
                N_("%(names)s are level since hand %(number)s."),
            )
        else:
            one, several = N_("%(names)s leads since hand %(number)s."), N_("%(names)s are level since hand %(number)s.")
        sentence = one if len(told.lead.seats) == 1 else several
        changes = ngettext("The lead changed once.", "The lead changed %(num)s times.", told.lead.changes)
        said.append(say(sentence, names=names(players, told.lead.seats), number=told.lead.hand) + " " + changes)
    if told.swing is not None:
        sentence = N_("Biggest swing: in hand %(number)s %(name)s gained %(points)s on %(leader)s, who was leading.")
        swing = told.swing
        who, leader = bdi(players[swing.seat]), bdi(players[swing.leading])
        said.append(say(sentence, number=swing.hand, name=who, points=figure(swing.points), leader=leader))
    if told.best:
        said.append(say("Best hand: %(what)s.", what=listed(_best(players, best) for best in told.best)))
    if told.runs:
        said.append(say("Longest run of bids made: %(what)s.", what=listed(_run(players, run) for run in told.runs)))
    for numbers, one, several in (
        (told.perfect, N_("Everybody made the bid in hand %(numbers)s."), N_("Everybody made the bid in hands %(numbers)s.")),
        (told.missed, N_("Nobody made the bid in hand %(numbers)s."), N_("Nobody made the bid in hands %(numbers)s.")),
    ):
        if numbers:
            said.append(say(one if len(numbers) == 1 else several, numbers=listed(numbers)))
    return said


def _best(players: tuple[str, ...], best: Best) -> Markup:
    return say("%(name)s, %(points)s in hand %(number)s", name=bdi(players[best.seat]), points=gain(best.points), number=best.hand)


def _run(players: tuple[str, ...], run: Run) -> Markup:
    sentence = N_("%(name)s, %(length)s (hands %(first)s to %(last)s)")
    return say(sentence, name=bdi(players[run.seat]), length=run.length, first=run.first, last=run.last)


def totals_chart(sheet: ScoreSheet) -> Markup:
    """The line chart of totals; nothing before the first hand."""
    drawn = chart(sheet, label=gettext("Line chart of the totals after every hand"), figure=figure, hand=gettext("Hand"))
    return Markup(drawn)  # noqa: S704 (names and words are escaped there)


def init_app(app: Flask) -> None:
    """Give templates these words."""
    for function in (row_name, said_above, said_below, said_last, away_word, column_names, turning_points, totals_chart):
        app.jinja_env.globals[function.__name__] = function
