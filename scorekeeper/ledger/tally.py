"""What somebody did in many games: records added up, one after the other, in the order in which the games were begun.

Adding a game that is later than all others takes the same time however many there are. To take one away, the rest is added up anew.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from scorekeeper.ledger.record import (
    NOT_READABLE,
    Record,
    Scored,
    Tried,
    Tries,
    hand_of,
    number_of,
    points_of,
    tries_of,
    whole,
)
from scorekeeper.ledger.shape import exactly
from scorekeeper.rules.number import Points, plain, tidy

When = tuple[str, int]  # when a game was begun, and its id among those begun at once
Hand = tuple[Points, int, int]  # the points of a hand, the id of its game, its number there


@dataclass(frozen=True, slots=True)
class Result:
    """A record and its game: `others` are the places of all other people in it, by person."""

    record: Record
    when: When
    others: Mapping[int, int] = field(default_factory=dict)

    def met(self) -> dict[int, "Against"]:
        """How this game went against everybody else, for whoever finished it."""
        place = self.record.place
        if place is None:
            return {}
        return {other: Against(place < its, place == its, place > its) for other, its in self.others.items()}


@dataclass(frozen=True, slots=True)
class Against:
    """How often somebody finished ahead of somebody else, level with him and behind him."""

    ahead: int = 0
    level: int = 0
    behind: int = 0

    @property
    def games(self) -> int:
        """How many games both finished."""
        return self.ahead + self.level + self.behind

    def plus(self, other: "Against") -> "Against":
        """Both together."""
        return Against(self.ahead + other.ahead, self.level + other.level, self.behind + other.behind)


@dataclass(frozen=True, slots=True)
class Totals:
    """Points of games by the same rules: their sum, the best and the worst total, the best and the worst hand."""

    game: str
    low: bool
    games: int
    points: Points
    best: Points
    worst: Points
    best_hand: Hand | None = None
    worst_hand: Hand | None = None

    @property
    def average(self) -> float:
        """The average total."""
        return float(self.points) / self.games

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        points = {name: plain(getattr(self, name)) for name in ("points", "best", "worst")}
        hands = {
            name: [plain(hand[0]), *hand[1:]] if (hand := getattr(self, name)) else None for name in ("best_hand", "worst_hand")
        }
        return {"game": self.game, "low": self.low, "games": self.games, **points, **hands}

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Read back, as a part of a sum."""
        given = exactly(cls, data)
        points = {name: points_of(given[name]) for name in ("points", "best", "worst")}
        hands = {name: hand_of(given[name]) for name in ("best_hand", "worst_hand")}
        if not given["games"]:
            raise ValueError("no Totals")
        return cls(**{**given, **points, **hands})


@dataclass(frozen=True, slots=True)
class Tally:
    """The sum. `places` and `players` are sums too, so that an average place can say of how many.

    `row_won` is how many of the last games in a row were won, `rows_won` the longest such row. `totals` are by rules, `against` by
    person. `last` is the last game in it.
    """

    games: int = 0
    wins: int = 0
    shared: int = 0
    places: int = 0
    players: int = 0
    by_bid: Tries = field(default_factory=dict)
    by_size: Tries = field(default_factory=dict)
    over: int = 0
    under: int = 0
    beyond: int = 0
    run_made: int = 0
    run_missed: int = 0
    row_won: int = 0
    rows_won: int = 0
    totals: Mapping[str, Totals] = field(default_factory=dict)
    against: Mapping[int, Against] = field(default_factory=dict)
    last: When | None = None

    @property
    def made(self) -> int:
        """How many bids were made."""
        return sum(made for made, _ in self.by_bid.values())

    @property
    def hands(self) -> int:
        """How many hands were bid and played."""
        return sum(played for _, played in self.by_bid.values())

    def comes_before(self, when: When) -> bool:
        """Whether a game can simply be added, since it was begun after all others."""
        return self.last is None or self.last < when

    def plus(self, result: Result) -> "Tally":
        """With one game more, begun after all others."""
        record, finished = result.record, result.record.place is not None
        row_won = self.row_won + 1 if record.won else 0 if finished else self.row_won
        return Tally(
            games=self.games + finished,
            wins=self.wins + record.won,
            shared=self.shared + record.shared,
            places=self.places + (record.place or 0),
            players=self.players + (record.players if finished else 0),
            by_bid=_both(self.by_bid, record.by_bid),
            by_size=_both(self.by_size, record.by_size),
            over=self.over + record.over,
            under=self.under + record.under,
            beyond=self.beyond + record.beyond,
            run_made=max(self.run_made, record.run_made),
            run_missed=max(self.run_missed, record.run_missed),
            row_won=row_won,
            rows_won=max(self.rows_won, row_won),
            totals=self._totals(record.scored, result.when[1]),
            against=self._against(result),
            last=result.when,
        )

    def _totals(self, scored: Scored | None, game: int) -> Mapping[str, Totals]:
        if scored is None:
            return self.totals
        best, worst = ((hand[0], game, hand[1]) if hand else None for hand in (scored.best, scored.worst))
        one = Totals(scored.game, scored.low, 1, scored.total, scored.total, scored.total, best, worst)
        before = self.totals.get(scored.rules)
        return {**self.totals, scored.rules: one if before is None else _together(before, one)}

    def _against(self, result: Result) -> Mapping[int, Against]:
        met = result.met()
        return {
            **self.against,
            **{other: self.against.get(other, Against()).plus(one) for other, one in met.items()},
        }

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON; numbers as keys become texts there."""
        return asdict(self) | {"totals": {rules: totals.to_data() for rules, totals in self.totals.items()}}

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Read back, if every figure of a sum is there, no other, and each of its type; else a `ValueError`.

        >>> Tally.from_data(Tally().to_data()) == Tally()
        True
        """
        given = exactly(cls, data)
        try:
            tables = {name: tries_of(given[name]) for name in ("by_bid", "by_size")}
            totals = {rules: Totals.from_data(one) for rules, one in given["totals"].items()}
            against = {number_of(person): Against(**exactly(Against, one)) for person, one in given["against"].items()}
            last = None if given["last"] is None else tuple(given["last"])
            return whole(cls(**{**given, **tables, "totals": totals, "against": against, "last": last}))
        except NOT_READABLE as error:
            raise ValueError("no Tally") from error


def tally(results: Iterable[Result]) -> Tally:
    """All of them added up, whatever order they come in."""
    found, against = Tally(), dict[int, Against]()
    for result in sorted(results, key=lambda result: result.when):
        found = found.plus(replace(result, others={}))
        for other, one in result.met().items():  # here, as whoever met a thousand people would be copied for each game
            against[other] = against.get(other, Against()).plus(one)
    return replace(found, against=against)


def _both(one: Tries, other: Tries) -> dict[int, Tried]:
    return {key: _sum(one.get(key, (0, 0)), other.get(key, (0, 0))) for key in sorted({*one, *other})}


def _sum(one: Tried, other: Tried) -> Tried:
    return one[0] + other[0], one[1] + other[1]


def _together(before: Totals, one: Totals) -> Totals:
    """Level with the best so far, the earlier one stays it."""
    better, poorer = (min, max) if one.low else (max, min)
    return Totals(
        one.game or before.game,
        one.low,
        before.games + one.games,
        tidy(before.points + one.points),
        better(before.best, one.best),
        poorer(before.worst, one.worst),
        _hand(better, before.best_hand, one.best_hand),
        _hand(poorer, before.worst_hand, one.worst_hand),
    )


def _hand(choose: Any, before: Hand | None, one: Hand | None) -> Hand | None:
    hands = [hand for hand in (before, one) if hand is not None]
    return choose(hands, key=lambda hand: hand[0]) if hands else None
