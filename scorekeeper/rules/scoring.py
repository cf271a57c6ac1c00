"""Scoring: the points of one player in one hand. Totals and places are elsewhere, and so is every rule of bidding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.rules import reading
from scorekeeper.rules.form import MEASURES, Form
from scorekeeper.rules.number import Points, plain, tidy

BONUSES = ("none", "made", "made+half", "always")
DIRECTIONS = ("high", "low")
PLAYERS_AND_ONE = "players+1"
NOTHING = Form()


@dataclass(frozen=True, slots=True)
class Near:
    """The row for a bid missed by little: by at most `dist` tricks."""

    form: Form
    dist: int = 1

    @classmethod
    def from_data(cls, data: object, key: str) -> Near:
        given = reading.section(data, key, ("dist", *MEASURES))
        dist = reading.whole(given.pop("dist", 1), reading.path(key, "dist"), 1, 60)
        return cls(Form.from_data(given, key), dist)

    def to_data(self) -> dict[str, object]:
        return {"dist": self.dist, **self.form.to_data()}


@dataclass(frozen=True, slots=True)
class Streak:
    """What a row of `n` hands made, or missed, adds; hands of the sizes in `ignore_cards` neither count nor break it."""

    n: int
    win: Points = 0
    loss: Points = 0
    ignore_cards: tuple[int, ...] = ()

    @classmethod
    def from_data(cls, data: object, key: str) -> Streak:
        given = reading.section(data, key, ("n", "win", "loss", "ignore_cards"))
        if "n" not in given:
            raise reading.missing(reading.path(key, "n"))
        ignored = reading.items(given.get("ignore_cards", ()), reading.path(key, "ignore_cards"), 60)
        return cls(
            reading.whole(given["n"], reading.path(key, "n"), 1, 120),
            reading.points(given.get("win", 0), reading.path(key, "win")),
            reading.points(given.get("loss", 0), reading.path(key, "loss")),
            tuple(reading.whole(size, reading.path(key, "ignore_cards"), 1, 10_000) for size in ignored),
        )

    def to_data(self) -> dict[str, object]:
        return {"n": self.n, "win": plain(self.win), "loss": plain(self.loss), "ignore_cards": list(self.ignore_cards)}


@dataclass(frozen=True, slots=True)
class Scoring:
    """Every choice a table can make about points. A row that is `None` gives way to the next one that applies."""

    made: Form = NOTHING
    over: Form = NOTHING
    under: Form = NOTHING
    zero_made: Form | None = None
    zero_missed: Form | None = None
    zero_from_cards: int | str = 1
    near: Near | None = None
    made_table: tuple[tuple[int, Form], ...] = ()
    blind: Points = 0
    bonus: str = "none"
    streak: Streak | None = None
    direction: str = "high"

    def row(self, size: int, bid: int, tricks: int, players: int) -> Form:
        """Made: the table, a zero bid, any bid; missed: by little, a zero bid, over or under. The first that applies counts.

        >>> BASE_SCORING.row(5, 2, 2, 4) == Form(k=10, b=1)
        True
        """
        return self._made(size, bid, players) if tricks == bid else self._missed(size, bid, tricks, players)

    def _made(self, size: int, bid: int, players: int) -> Form:
        for exact, form in self.made_table:
            if exact == bid:
                return form
        if bid == 0 and self.zero_made is not None and self._zero_counts(size, players):
            return self.zero_made
        return self.made

    def _missed(self, size: int, bid: int, tricks: int, players: int) -> Form:
        if self.near is not None and abs(tricks - bid) <= self.near.dist:
            return self.near.form
        if bid == 0 and self.zero_missed is not None and self._zero_counts(size, players):
            return self.zero_missed
        return self.over if tricks > bid else self.under

    def _zero_counts(self, size: int, players: int) -> bool:
        return size >= (self.zero_from_cards if isinstance(self.zero_from_cards, int) else players + 1)

    @classmethod
    def from_data(cls, data: object, key: str = "scoring") -> Scoring:
        """A scoring is written as its rows and switches; a missing row is worth 0.

        >>> Scoring.from_data({"made": {"k": 10, "b": 1}}) == BASE_SCORING
        True
        """
        given = reading.section(data, key, KEYS)
        return cls(**{name: READERS[name](value, reading.path(key, name)) for name, value in given.items()})

    def to_data(self) -> dict[str, object]:
        """The scoring as JSON; rows that give way to others are left out.

        >>> BASE_SCORING.to_data()["made"]
        {'k': 10, 'b': 1}
        """
        rows = {name: getattr(self, name) for name in ("made", "over", "under", "zero_made", "zero_missed", "near", "streak")}
        return {
            **{name: row.to_data() for name, row in rows.items() if row is not None},
            "made_table": {str(bid): plain(form.k) for bid, form in self.made_table},
            "zero_from_cards": self.zero_from_cards,
            "blind": plain(self.blind),
            "bonus": self.bonus,
            "direction": self.direction,
        }


def points(
    scoring: Scoring,
    *,
    size: int,
    bid: int,
    tricks: int,
    players: int,
    largest: int,
    multiplier: Points = 1,
    blind: bool = False,
    bonus: Points = 0,
    wager: Points = 0,
) -> Points:
    """Points of one player in one hand = multiplier × (row + blind + bonus + wager); a streak comes on top (`streak_points`).

    >>> points(BASE_SCORING, size=5, bid=4, tricks=4, players=4, largest=13)
    14
    >>> points(BASE_SCORING, size=5, bid=3, tricks=4, players=4, largest=13)
    0
    >>> points(BASE_SCORING, size=5, bid=3, tricks=3, players=4, largest=13, multiplier=2)
    26
    """
    made = tricks == bid
    value = scoring.row(size, bid, tricks, players).value(size, bid, tricks, largest)
    if blind and made:
        value += scoring.blind
    if bonus:
        value += bonus * _share(scoring, abs(tricks - bid))
    if wager:
        value += wager if made else -wager
    return tidy(multiplier * value)


def _share(scoring: Scoring, off: int) -> Points:
    """How much of a bonus counts for a bid missed by `off`: all of it, half or nothing."""
    if scoring.bonus == "always" or (off == 0 and scoring.bonus != "none"):
        return 1
    near = scoring.near is not None and off <= scoring.near.dist
    return Fraction(1, 2) if near and scoring.bonus == "made+half" else 0


def streak_points(streak: Streak | None, hands: Iterable[tuple[int, bool | None]]) -> list[Points]:
    """At the n-th hand in a row made (missed) the streak's win (loss) is added, and the count starts again.

    `hands` are one player's, as (size, made); `None` for a hand not played, which neither counts nor breaks the row.

    >>> streak_points(Streak(2, win=5, loss=-5), [(1, True), (2, True), (3, True), (4, False), (5, False)])
    [0, 5, 0, 0, -5]
    """
    if streak is None:
        return [0 for _ in hands]
    added: list[Points] = []
    last, run = None, 0
    for size, made in hands:
        if made is None or size in streak.ignore_cards:
            added.append(0)
            continue
        run = run % streak.n + 1 if made is last else 1
        last = made
        added.append((streak.win if made else streak.loss) if run == streak.n else 0)
    return added


def _table(data: object, key: str) -> tuple[tuple[int, Form], ...]:
    given = reading.numbered(data, key, 0, 60)
    return tuple((bid, Form(k=reading.points(given[bid], reading.path(key, str(bid))))) for bid in sorted(given))


def _zero_from(data: object, key: str) -> int | str:
    return PLAYERS_AND_ONE if data == PLAYERS_AND_ONE else reading.whole(data, key, 1, 10_000)


READERS: dict[str, reading.Reader] = {
    "made": Form.from_data,
    "over": Form.from_data,
    "under": Form.from_data,
    "zero_made": Form.from_data,
    "zero_missed": Form.from_data,
    "zero_from_cards": _zero_from,
    "near": Near.from_data,
    "made_table": _table,
    "blind": reading.points,
    "bonus": lambda value, key: reading.choice(value, key, BONUSES),
    "streak": Streak.from_data,
    "direction": lambda value, key: reading.choice(value, key, DIRECTIONS),
}
KEYS = tuple(READERS)

BASE_SCORING = Scoring(made=Form(k=10, b=1))
