"""What one person did in one finished game, small enough to be kept and added up (`tally`). Computed from the score sheet.

Nothing is told that is not known: hands with points set by hand count for nothing but points, and points count for nothing where
the rules changed during the game, since they were not reckoned in one way.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from typing import Any, Self, TypeVar

from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.shape import checker, exactly
from scorekeeper.ledger.sheet import Line, ScoreSheet, score_sheet
from scorekeeper.rules.number import Points, plain, tidy

Tried = tuple[int, int]  # how many bids were made, of how many that were played
Tries = Mapping[int, Tried]


@dataclass(frozen=True, slots=True)
class Scored:
    """The points of a whole game, reckoned by the rules that `rules` stands for and the table calls `game`.

    `low`: the lowest total wins. `best` and `worst` are hands, as points and number; `None` where no hand gave points.
    """

    rules: str
    game: str
    low: bool
    total: Points
    best: tuple[Points, int] | None = None
    worst: tuple[Points, int] | None = None

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        hands = {name: [plain(hand[0]), hand[1]] if hand else None for name, hand in (("best", self.best), ("worst", self.worst))}
        return {"rules": self.rules, "game": self.game, "low": self.low, "total": plain(self.total), **hands}

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Read back, as a part of a record."""
        given = exactly(cls, data)
        hands = {name: hand_of(given[name]) for name in ("best", "worst")}
        return cls(**{**given, "total": points_of(given["total"]), **hands})


@dataclass(frozen=True, slots=True)
class Record:
    """What the person called `name` did in a seat.

    `place` is `None` for somebody in whose seat another one finished: those hands count, the game does not. `players` are those
    who have a place. `by_bid` and `by_size` tell what was made and played, `beyond` how many tricks were taken more than bid.
    """

    seat: int
    name: str
    players: int = 0
    place: int | None = None
    won: bool = False
    shared: bool = False
    by_bid: Tries = field(default_factory=dict)
    by_size: Tries = field(default_factory=dict)
    over: int = 0
    under: int = 0
    beyond: int = 0
    run_made: int = 0
    run_missed: int = 0
    scored: Scored | None = None

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON; numbers as keys become texts there."""
        return asdict(self) | {"scored": self.scored and self.scored.to_data()}

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Read back, if every figure of a record is there, no other, and each of its type; else a `ValueError`."""
        given = exactly(cls, data)
        try:
            tables = {name: tries_of(given[name]) for name in ("by_bid", "by_size")}
            scored = None if given["scored"] is None else Scored.from_data(given["scored"])
            return whole(cls(**{**given, **tables, "scored": scored}))
        except NOT_READABLE as error:
            raise ValueError("no Record") from error


def records(game: Game) -> tuple[Record, ...]:
    """A record for everybody who played in a finished game; none while it runs, or when nothing was recorded in it.

    Those who finished come first, in seat order; then those in whose seats others finished.
    """
    sheet = score_sheet(game)
    if not game.finished or not sheet.rows:
        return ()
    there = [seat for seat, total in enumerate(sheet.rows[-1].totals) if total is not None]
    finished = [_finished(game, sheet, seat, len(there)) for seat in there]
    earlier = [
        _hands_only(sheet, seat, name)
        for seat, last in enumerate(sheet.players)
        for name in dict.fromkeys(line.names[seat] for line in sheet.lines if line.hand.made(seat) is not None)
        if name != last
    ]
    return (*finished, *earlier)


def rules_key(game: Game) -> str:
    """Equal for games whose points can be compared; empty for a game that changed its rules on the way."""
    if not game.closed or any(game.rules_of(hand.number) != game.rules_of(game.closed[0].number) for hand in game.closed):
        return ""
    rules = game.rules_of(game.closed[0].number).to_data()
    return sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:16]


def _finished(game: Game, sheet: ScoreSheet, seat: int, players: int) -> Record:
    name, won = sheet.players[seat], seat in sheet.winners
    return Record(
        seat,
        name,
        players=players,
        place=sheet.places[seat],
        won=won,
        shared=won and len(sheet.winners) > 1,
        scored=_scored(game, sheet, seat),
        **_counted(sheet.lines, seat, name),
    )


def _hands_only(sheet: ScoreSheet, seat: int, name: str) -> Record:
    return Record(seat, name, **_counted(sheet.lines, seat, name))


def _scored(game: Game, sheet: ScoreSheet, seat: int) -> Scored | None:
    """A hand belongs to whoever played it: those of an earlier player in this seat are nobody's best here."""
    key = rules_key(game)
    if not key:
        return None
    low = game.rules_of(game.closed[0].number).scoring.direction == "low"
    own = [line for line in sheet.lines if line.names[seat] == sheet.players[seat]]
    hands = [(points, line.hand.number) for line in own if (points := line.points[seat]) is not None]
    ranked = sorted(hands, key=lambda hand: (hand[0] if low else -hand[0], hand[1]))
    best, worst = (ranked[0], _first_like(ranked, ranked[-1][0])) if ranked else (None, None)
    return Scored(key, game.game, low, sheet.totals[seat], best, worst)


def _first_like(hands: Sequence[tuple[Points, int]], points: Points) -> tuple[Points, int]:
    return next(hand for hand in hands if hand[0] == points)


def _counted(lines: Iterable[Line], seat: int, name: str) -> dict[str, Any]:
    """What the hands of one person in a seat count for; hands not played neither add to a run nor break it."""
    hands = [line.hand for line in lines if line.names[seat] == name and line.hand.made(seat) is not None]
    off = [_taken(hand, seat) - _bid(hand, seat) for hand in hands]
    runs = [(made, len(list(row))) for made, row in groupby(difference == 0 for difference in off)]
    return {
        "by_bid": _tries((_bid(hand, seat), difference == 0) for hand, difference in zip(hands, off, strict=True)),
        "by_size": _tries((hand.size, difference == 0) for hand, difference in zip(hands, off, strict=True)),
        "over": sum(difference > 0 for difference in off),
        "under": sum(difference < 0 for difference in off),
        "beyond": sum(off),
        "run_made": max((length for made, length in runs if made), default=0),
        "run_missed": max((length for made, length in runs if not made), default=0),
    }


def _bid(hand: Hand, seat: int) -> int:
    return hand.bids[seat] or 0


def _taken(hand: Hand, seat: int) -> int:
    return hand.tricks[seat] or 0


def _tries(hands: Iterator[tuple[int, bool]]) -> dict[int, Tried]:
    found: dict[int, Tried] = {}
    for key, made in hands:
        before = found.get(key, (0, 0))
        found[key] = before[0] + made, before[1] + 1
    return found


# Read back, nothing is believed: a row may be damaged, or written by another version of this program.

LARGEST = 2**63  # as much as a database can count
NOT_READABLE = (TypeError, LookupError, AttributeError)  # what reading another thing than expected comes to, besides `ValueError`
Read = TypeVar("Read")


def whole(read: Read) -> Read:
    """What was read, if everything in it is of its type; else a `ValueError`."""
    kind: Any = type(read)
    if not checker(kind, most=LARGEST)(read):
        raise ValueError(f"no {kind.__name__}")
    return read


def tries_of(data: Mapping[str, Sequence[int]]) -> Tries:
    """A table of tries, read back.

    >>> tries_of({"3": [1, 2]})
    {3: (1, 2)}
    """
    return {number_of(key): (made, played) for key, (made, played) in data.items()}


@lru_cache(1000)
def number_of(key: str) -> int:
    """A number that is a key, and so a text in JSON; written in one way only, or two would be one."""
    if str(int(key)) != key:
        raise ValueError("no number")
    return int(key)


def hand_of(data: Sequence[Any] | None) -> Any:
    """The points of a hand, and where it was played; or none."""
    return None if data is None else (points_of(data[0]), *data[1:])


def points_of(value: Any) -> Any:
    """Points, or a sum of them, read back.

    >>> points_of(2.5), points_of(7)
    (Fraction(5, 2), 7)
    """
    return tidy(Fraction(value)) if type(value) is float and abs(value) < LARGEST else value
