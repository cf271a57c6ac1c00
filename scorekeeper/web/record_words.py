"""What somebody did in many games, in words, figures and bars.

Small numbers stay small: few tries are told as "3 of 4", not in percent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from babel.numbers import format_decimal, format_percent
from flask import Flask

from scorekeeper.ledger.record import Tried, Tries
from scorekeeper.ledger.tally import Against, Hand, Tally, Totals
from scorekeeper.storage.groups import Person
from scorekeeper.web.texts import gettext, locale
from scorekeeper.web.words import MINUS

FEW = 10  # below so many tries, a percentage would say more than is known
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a chart: what was tried, how often it was made, and both as widths of 100."""

    label: str
    tried: Tried
    width: int

    @property
    def few(self) -> bool:
        """Too few tries to tell much."""
        return self.tried[1] < FEW


@dataclass(frozen=True, slots=True)
class Best:
    """The best by the same rules within a group: the total and the hand, and whose they are; several may share them."""

    game: str
    games: int
    total: Totals
    whose_total: tuple[str, ...]
    hand: Hand | None
    whose_hand: tuple[str, ...]


def rate(made: int, played: int) -> str:
    """How often something was made: a dash for nothing, a share of few, else a percentage."""
    if not played:
        return NOTHING
    if played < FEW:
        return gettext("%(made)s of %(played)s", made=made, played=played)
    return str(format_percent(made / played, locale=locale()))


def rate_in_full(made: int, played: int) -> str:
    """The same with its figures beside the percentage."""
    if played < FEW:
        return rate(made, played)
    return gettext("%(percent)s (%(made)s of %(played)s)", percent=rate(made, played), made=made, played=played)


def average(total: float | Fraction, count: int) -> str:
    """An average with one decimal; a dash where there is nothing to average. (Adding 0 takes the sign from a rounded −0.)"""
    if not count:
        return NOTHING
    return str(format_decimal(round(float(total) / count, 1) + 0, format="0.0", locale=locale())).replace("-", MINUS)


def average_place(tally: Tally) -> str:
    """The average place, and of how many."""
    if not tally.games:
        return NOTHING
    return gettext(
        "%(place)s of %(players)s", place=average(tally.places, tally.games), players=average(tally.players, tally.games)
    )


def bars(tries: Tries) -> list[Bar]:
    """A bar for each bid, or size, that was ever tried."""
    return [Bar(str(key), tried, _percent(tried[0], tried[1])) for key, tried in sorted(tries.items())]


def tendency(tally: Tally) -> list[tuple[str, int, int, int]]:
    """Under, made and over as the parts of one bar: kind, how often, where it begins and how wide it is."""
    parts = [("under", tally.under), ("made", tally.made), ("over", tally.over)]
    edges = [_percent(sum(count for _, count in parts[:number]), tally.hands) for number in range(4)]
    return [(kind, count, edges[number], edges[number + 1] - edges[number]) for number, (kind, count) in enumerate(parts)]


def duel(against: Against) -> list[tuple[str, int, int]]:
    """Ahead, level and behind as the parts of one bar: kind, where it begins and how wide it is."""
    counts = (against.ahead, against.level, against.behind)
    edges = [_percent(sum(counts[:number]), against.games) for number in range(4)]
    return [(kind, edges[number], edges[number + 1] - edges[number]) for number, kind in enumerate(("ahead", "level", "behind"))]


def everybody(people: Iterable[Person]) -> Tally:
    """What all people of a group bid and made, together."""
    by_bid: dict[int, Tried] = {}
    by_size: dict[int, Tried] = {}
    over = under = beyond = 0
    for person in people:
        _add(by_bid, person.tally.by_bid)
        _add(by_size, person.tally.by_size)
        over, under, beyond = over + person.tally.over, under + person.tally.under, beyond + person.tally.beyond
    return Tally(by_bid=by_bid, by_size=by_size, over=over, under=under, beyond=beyond)


def bests(people: Iterable[Person]) -> list[Best]:
    """The best of each rules, those played most first."""
    by_rules: dict[str, list[tuple[str, Totals]]] = {}
    for person in people:
        for rules, totals in person.tally.totals.items():
            by_rules.setdefault(rules, []).append((person.name, totals))
    found = [_best(several) for several in by_rules.values()]
    return sorted(found, key=lambda best: (-best.games, best.game))


def _best(several: list[tuple[str, Totals]]) -> Best:
    choose = min if several[0][1].low else max
    total = choose((one for _, one in several), key=lambda one: one.best)
    hands = [(name, one.best_hand) for name, one in several if one.best_hand is not None]
    hand = choose((one for _, one in hands), key=lambda one: one[0]) if hands else None
    game = next((one.game for _, one in several if one.game), "")
    whose_total = tuple(name for name, one in several if one.best == total.best)
    whose_hand = tuple(name for name, one in hands if hand is not None and one[0] == hand[0])
    return Best(game, max(one.games for _, one in several), total, whose_total, hand, whose_hand)


def _add(tries: dict[int, Tried], more: Mapping[int, Tried]) -> None:
    for key, (made, played) in more.items():
        before = tries.get(key, (0, 0))
        tries[key] = before[0] + made, before[1] + played


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0


def init_app(app: Flask) -> None:
    """Give templates these words."""
    for function in (rate, rate_in_full, average, average_place, bars, tendency, duel):
        app.jinja_env.globals[function.__name__] = function
