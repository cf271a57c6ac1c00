"""The program's facts as sentences for people: what was entered, why something was refused, how a hand stands.

Names come as `<bdi>` elements, so that a Hebrew name never turns an English sentence around. Rules in words: `rules_card`.
"""

import re
from collections.abc import Iterable
from datetime import date, datetime
from fractions import Fraction
from functools import cache, lru_cache

from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal
from flask import Flask
from flask_babel import format_datetime, get_locale
from markupsafe import Markup, escape

from scorekeeper.clock import now
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.names import shortened
from scorekeeper.ledger.sheet import Line, ScoreSheet
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.number import Points
from scorekeeper.rules.trump import TRUMPS
from scorekeeper.web.texts import gettext, locale, ngettext

MINUS = "\N{MINUS SIGN}"
_TRUMP_NAMES = {
    "spades": N_("spades"),
    "hearts": N_("hearts"),
    "diamonds": N_("diamonds"),
    "clubs": N_("clubs"),
    "none": N_("no trump"),
}


def say(sentence: str, **figures: object) -> Markup:
    """A translated sentence with its figures, escaped for a page."""
    return Markup(escape(gettext(sentence))) % {name: escape(figure) for name, figure in figures.items()}  # noqa: S704 (escaped)


def bdi(name: str) -> Markup:
    """A name that keeps its own direction of writing."""
    return Markup("<bdi>%s</bdi>") % name


def listed(items: Iterable[object]) -> Markup:
    """Several things in a row: "Ana, Bo and Cy"."""
    items = tuple(items)
    return _row(len(items), str(locale())) % items


@cache
def _row(number: int, language: str) -> Markup:
    """So many places for things in a row, which a language always takes in their order."""
    row = escape(format_list(["\ue000"] * number, locale=language))
    return Markup(row.replace("%", "%%").replace("\ue000", "%s"))  # noqa: S704 (escaped)


def names(players: tuple[str, ...], seats: Iterable[int]) -> Markup:
    """The names of these seats in a row."""
    return listed(bdi(players[seat]) for seat in seats)


def listed_names(players: tuple[str, ...]) -> Markup:
    """All these names in a row. A list has the same people again and again."""
    return _listed_names(players, str(locale()))


@lru_cache(1000)
def _listed_names(players: tuple[str, ...], _language: str) -> Markup:
    return listed(bdi(name) for name in players)


def figure(points: Points | None) -> str:
    """Points for reading: a real minus sign, halves as decimals, a dash where there is no number."""
    if points is None:
        return "–"
    text = format_decimal(float(points), locale=locale(), group_separator=False) if isinstance(points, Fraction) else str(points)
    return text.replace("-", MINUS)


def gain(points: Points | None) -> str:
    """The points of a hand with their sign: +12, −3, 0."""
    return f"+{figure(points)}" if points is not None and points > 0 else figure(points)


def trump_name(trump: str | None) -> str:
    """The trump in words; a dash when it was not entered."""
    return gettext(_TRUMP_NAMES[trump]) if trump in _TRUMP_NAMES else "–"


def points_in_words(points: Points) -> str:
    """Points as a quantity: "24 points"."""
    return ngettext(
        "%(points)s point", "%(points)s points", 2 if isinstance(points, Fraction) else abs(points), points=figure(points)
    )


def cards(size: int) -> str:
    """The size of a hand: "5 cards"."""
    return ngettext("%(num)s card", "%(num)s cards", size)


def balance(hand: Hand) -> str:
    """The total of bids against the size: over by, under by, or even."""
    if hand.balance > 0:
        return gettext("over by %(tricks)s", tricks=hand.balance)
    if hand.balance < 0:
        return gettext("under by %(tricks)s", tricks=-hand.balance)
    return gettext("even")


def still_to_bid(hand: Hand) -> str:
    """How many bids are missing."""
    return ngettext("%(num)s still to bid", "%(num)s still to bid", sum(hand.bids[seat] is None for seat in hand.order))


def error_sentence(error: RuleError) -> Markup:
    """Why something was refused."""
    return say(error.sentence, **{key: _figure_in_words(value) for key, value in error.figures.items()})


def _figure_in_words(value: object) -> object:
    return trump_name(value) if value is None or (isinstance(value, str) and value in TRUMPS) else value


def line_sentence(players: tuple[str, ...], line: Line) -> Markup:
    """A recorded hand in one line: who gained what, who missed; of a hand closed by hand, what everybody was given."""
    if line.hand.set_points:
        given = [_gained(players, line, seat) for seat in line.hand.order]
        return say("Hand %(number)s, set by hand: %(parts)s", number=line.hand.number, parts=Markup(", ").join(given))
    made = [seat for seat in line.hand.order if line.hand.made(seat)]
    missed = [seat for seat in line.hand.order if not line.hand.made(seat)]
    plain = [seat for seat in missed if not line.points[seat]]
    gained = [*made, *(seat for seat in missed if seat not in plain)]
    parts = [_gained(players, line, seat) for seat in gained]
    if plain:
        parts.append(say("%(names)s missed", names=names(players, plain)))
    return say("Hand %(number)s: %(parts)s", number=line.hand.number, parts=Markup(", ").join(parts))


def _gained(players: tuple[str, ...], line: Line, seat: int) -> Markup:
    return Markup('%s&nbsp;<bdi class="gained">%s</bdi>') % (bdi(players[seat]), gain(line.points[seat]))


def hands_played(game: Game) -> str:
    """How far the game is, hands on paper included: "5 of 13 hands played."; where a score ends it, at how many points."""
    done, hands, end = game.hands_done, len(game.sizes), game.rules.end_score
    if end is None and not game.rules.open_ended:
        return gettext("%(done)s of %(hands)s hands played.", done=done, hands=hands)
    if end is None:
        return ngettext("%(num)s hand played.", "%(num)s hands played.", done)
    if not game.rules.open_ended:
        sentence = N_("%(done)s of %(hands)s hands played; the game ends at %(points)s points.")
        return gettext(sentence, done=done, hands=hands, points=figure(end))
    return ngettext(
        "%(num)s hand played; the game ends at %(points)s points.",
        "%(num)s hands played; the game ends at %(points)s points.",
        done,
        points=figure(end),
    )


def result_sentence(sheet: ScoreSheet) -> Markup:
    """Who leads, or who has won; level players share it."""
    if not sheet.leaders:
        return say("Nothing is recorded yet.")
    who, total = names(sheet.players, sheet.leaders), figure(sheet.totals[sheet.leaders[0]])
    if sheet.finished:
        one, several = N_("%(names)s wins with %(total)s"), N_("%(names)s share the win with %(total)s")
    else:
        one, several = N_("%(names)s leads with %(total)s"), N_("%(names)s share the lead with %(total)s")
    return say(one if len(sheet.leaders) == 1 else several, names=who, total=total)


def day(moment: str | datetime) -> str:
    """A date for reading; nothing for an unknown one."""
    if not moment:
        return ""
    when = datetime.fromisoformat(moment) if isinstance(moment, str) else moment.astimezone()
    return _day(when.date(), str(locale()))


@lru_cache(1000)
def _day(when: date, language: str) -> str:
    return str(format_date(when, "d MMMM y", locale=language))


def day_and_clock(moment: datetime) -> str:
    """A day and its time on the server's clock."""
    return str(format_datetime(moment.astimezone(), "d MMM y HH:mm", rebase=False))


def clock(moment: datetime) -> str:
    """A time of day on the server's clock, with the date where it is another day."""
    local = moment.astimezone()
    return str(format_datetime(local, "HH:mm" if local.date() == now().astimezone().date() else "d MMM HH:mm", rebase=False))


def file_name(game: Game, ending: str) -> str:
    """A file name that carries game and date and is safe everywhere."""
    title = re.sub(r"[^\w-]+", "-", game.title or "-".join(game.players), flags=re.UNICODE).strip("-_")[:60] or "game"
    return "-".join(part for part in ("scorekeeper", game.started[:10], title + ending) if part)


def short_names(players: tuple[str, ...]) -> tuple[str, ...]:
    """Names for narrow columns, shorter the more there are, and still told apart.

    >>> short_names(("Ana", "Bartholomew the Elder", "Bartholomew the Younger"))
    ('Ana', 'Barth…2', 'Barth…3')
    """
    return shortened(players, 8 if len(players) < 5 else 5)


def hand_heading(game: Game) -> Markup:
    """The hand being played, of how many: "Hand 5 of 13"; without the number where a score ends the game."""
    hand = game.hand or game.hands[-1]
    if game.rules.open_ended:
        return say("Hand %(number)s", number=hand.number)
    return say("Hand %(number)s of %(hands)s", number=hand.number, hands=len(game.sizes))


def seat_label(seat: int) -> str:
    """What a line for a name is called: "Player 1"."""
    return gettext("Player %(number)s", number=seat + 1)


def init_app(app: Flask) -> None:
    """Give templates these words."""
    spoken = (
        bdi, listed, listed_names, figure, gain, trump_name, cards, balance, still_to_bid, short_names, seat_label,
        error_sentence, line_sentence, result_sentence, hand_heading, file_name, day, clock, day_and_clock, hands_played,
    )  # fmt: skip  # many short ones: one a line hides what is there
    app.jinja_env.globals["get_locale"] = get_locale
    app.jinja_env.globals.update({function.__name__: function for function in spoken})
