"""The schedule: how many cards everybody gets in each hand. Who deals, and what is trump, is elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.rules import reading
from scorekeeper.rules.errors import N_, RuleError

SHAPES = ("up", "down", "up-down", "down-up", "fixed", "list")
ALIGNMENTS = ("min", "max")
MOST_HANDS = 120
MOST_CARDS = 10_000
PLAYERS = "players"

Repeat = int | str


@dataclass(frozen=True, slots=True)
class Table:
    """The largest hand by number of players; for other numbers, what leaves a card of the pack to turn up."""

    sizes: tuple[tuple[int, int], ...]

    def largest(self, players: int, pack: int) -> int:
        """Without an entry for this many players: (pack - 1) ÷ players, at most the table's largest.

        >>> BASE_TABLE.largest(5, 52), BASE_TABLE.largest(8, 52), BASE_TABLE.largest(2, 52)
        (10, 6, 15)
        """
        sizes = dict(self.sizes)
        return sizes[players] if players in sizes else min((pack - 1) // players, max(sizes.values()))

    def to_data(self) -> dict[str, object]:
        return {"table": {str(players): size for players, size in self.sizes}}


@dataclass(frozen=True, slots=True)
class Share:
    """The largest hand as everybody's equal share of the pack (`deck` cards, unless `None`), after a reserve, up to a cap."""

    deck: int | None = None
    reserve: int = 0
    cap: int | None = None

    def largest(self, players: int, pack: int) -> int:
        """The share is (deck - reserve) ÷ players, at most the cap.

        >>> Share(52).largest(5, 52), Share(52, reserve=1, cap=15).largest(3, 52)
        (10, 15)
        """
        share = ((pack if self.deck is None else self.deck) - self.reserve) // players
        return share if self.cap is None else min(share, self.cap)

    def to_data(self) -> dict[str, object]:
        return {"deck": self.deck, "reserve": self.reserve, "cap": self.cap}


BASE_TABLE = Table(((3, 15), (4, 13), (5, 10), (6, 8), (7, 7)))


@dataclass(frozen=True, slots=True)
class Schedule:
    """Which hand sizes are played: a shape between the smallest (`low`) and the largest (`high`), or a typed list (`hands`)."""

    shape: str = "up"
    high: int | Table | Share = BASE_TABLE
    low: int = 1
    step: int = 1
    start_aligned: str = "min"
    low_repeat: Repeat = 1
    high_repeat: Repeat = 1
    count: int | None = None
    hands: tuple[int, ...] = ()

    @property
    def open_ended(self) -> bool:
        """Hands of one size without a count go on until something else ends the game."""
        return self.shape == "fixed" and self.count is None

    @classmethod
    def from_data(cls, data: object, key: str = "schedule") -> Schedule:
        """A schedule is written as its shape and bounds; what is missing is as in the base game.

        >>> Schedule.from_data({"shape": "up-down", "max": 8}) == Schedule("up-down", high=8)
        True
        """
        given = reading.section(data, key, KEYS)
        schedule = cls(**{NAMES.get(name, name): READERS[name](value, reading.path(key, name)) for name, value in given.items()})
        if schedule.shape == "list" and "hands" not in given:
            raise reading.missing(reading.path(key, "hands"))
        return schedule

    def to_data(self) -> dict[str, object]:
        """The schedule as JSON.

        >>> Schedule("list", hands=(1, 2)).to_data()["hands"]
        [1, 2]
        """
        return {
            "shape": self.shape,
            "max": self.high if isinstance(self.high, int) else self.high.to_data(),
            "min": self.low,
            "step": self.step,
            "start_aligned": self.start_aligned,
            "low_repeat": self.low_repeat,
            "high_repeat": self.high_repeat,
            "count": self.count,
            "hands": list(self.hands),
        }


def largest_size(players: int, pack: int) -> int:
    """The most cards that everybody can get from the pack.

    >>> largest_size(8, 52)
    6
    """
    return pack // players


def check_size(size: int, players: int, pack: int, *, hand: int | None = None) -> None:
    """A hand never needs more cards than the pack holds; a size typed by a person is refused with the sum.

    >>> try:
    ...     check_size(7, 8, 52)
    ... except RuleError as error:
    ...     print(error)
    8 players × 7 cards = 56, but the pack has only 52.
    """
    if size > largest_size(players, pack):
        sentence = N_("%(players)s players × %(size)s cards = %(needed)s, but the pack has only %(pack)s.")
        raise RuleError("pack", sentence, hand=hand, players=players, size=size, needed=players * size, pack=pack)


def hand_sizes(schedule: Schedule, players: int, pack: int) -> tuple[int, ...]:
    """The size of every hand of the game; a generated schedule is levelled at the pack, a typed one has to fit it.

    An open-ended schedule gives its one size once: whoever plays on repeats it.

    >>> hand_sizes(Schedule("up", high=10), 8, 70)
    (1, 2, 3, 4, 5, 6, 7, 8, 8, 8)
    >>> hand_sizes(Schedule("down-up", high=3), 4, 52)
    (3, 2, 1, 2, 3)
    """
    check_size(1, players, pack)
    sizes = _typed(schedule, players, pack) if schedule.shape == "list" else _generated(schedule, players, pack)
    if not sizes:
        raise RuleError("schedule", N_("This schedule has no hand to play."))
    if len(sizes) > MOST_HANDS:
        raise RuleError(
            "schedule", N_("This schedule has %(hands)s hands; the most is %(most)s."), hands=len(sizes), most=MOST_HANDS
        )
    return sizes


def _typed(schedule: Schedule, players: int, pack: int) -> tuple[int, ...]:
    for hand, size in enumerate(schedule.hands, start=1):
        check_size(size, players, pack, hand=hand)
    return schedule.hands


def _generated(schedule: Schedule, players: int, pack: int) -> tuple[int, ...]:
    limit = largest_size(players, pack)
    high = schedule.high if isinstance(schedule.high, int) else schedule.high.largest(players, pack)
    if schedule.shape == "fixed":
        return (min(high, limit),) * (schedule.count or 1) if high >= 1 else ()
    climb = _climb(schedule, players, _run(schedule, high))
    steps = {
        "up": climb,
        "down": climb[::-1],
        "up-down": climb + climb[-2::-1],
        "down-up": climb[::-1] + climb[1:],
    }[schedule.shape]
    return tuple(_dealt(steps, limit))


def _run(schedule: Schedule, high: int) -> list[int]:
    """The sizes from low to high, in steps that start at either end."""
    if schedule.start_aligned == "max":
        return list(range(high, schedule.low - 1, -schedule.step))[::-1]
    return list(range(schedule.low, high + 1, schedule.step))


def _climb(schedule: Schedule, players: int, run: list[int]) -> list[tuple[int, int]]:
    """Each size with how often it is played: both ends may be repeated, and a lone size is both ends at once."""
    times = dict.fromkeys(run, 1)
    for end, repeat in ((run[:1], schedule.low_repeat), (run[-1:], schedule.high_repeat)):
        for size in end:
            times[size] = max(times[size], players if repeat == PLAYERS else int(repeat))
    return list(times.items())


def _dealt(steps: Iterable[tuple[int, int]], limit: int) -> Iterable[int]:
    for size, times in steps:
        yield from [min(size, limit)] * times


def _high(data: object, key: str) -> int | Table | Share:
    """The largest hand: a number, a table by players, or a share of the pack."""
    if not isinstance(data, Mapping):
        return reading.whole(data, key, 1, MOST_CARDS)
    if "table" in data:
        return _table(reading.section(data, key, ("table",)).get("table"), reading.path(key, "table"))
    given = reading.section(data, key, ("deck", "reserve", "cap"))
    bounds = {"deck": 1, "reserve": 0, "cap": 1}
    return Share(**{name: reading.whole(value, reading.path(key, name), bounds[name], MOST_CARDS) for name, value in given.items()})


def _table(data: object, key: str) -> Table:
    given = reading.numbered(data, key, 2, 10)
    if not given:
        raise reading.missing(key)
    return Table(
        tuple((players, reading.whole(given[players], reading.path(key, str(players)), 1, MOST_CARDS)) for players in sorted(given))
    )


def _repeat(data: object, key: str) -> Repeat:
    return PLAYERS if data == PLAYERS else reading.whole(data, key, 1, MOST_HANDS)


def _hands(data: object, key: str) -> tuple[int, ...]:
    return tuple(reading.whole(size, key, 1, MOST_CARDS) for size in reading.items(data, key, 1000))


def _cards(data: object, key: str) -> int:
    return reading.whole(data, key, 1, MOST_CARDS)


READERS: dict[str, reading.Reader] = {
    "shape": lambda value, key: reading.choice(value, key, SHAPES),
    "max": _high,
    "min": _cards,
    "step": _cards,
    "start_aligned": lambda value, key: reading.choice(value, key, ALIGNMENTS),
    "low_repeat": _repeat,
    "high_repeat": _repeat,
    "count": lambda value, key: reading.whole(value, key, 1, MOST_HANDS),
    "hands": _hands,
}
KEYS = tuple(READERS)
NAMES = {"max": "high", "min": "low"}
