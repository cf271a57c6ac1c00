"""The turning points of a game, found on its score sheet: who took the lead, the biggest swing, perfect hands, the longest run.

Words for them: `web/sheet_words.py`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.ledger.sheet import Line, Row, ScoreSheet
from scorekeeper.rules.number import Points, tidy


@dataclass(frozen=True, slots=True)
class Lead:
    """Those who are first, since the hand it is so. `changes` counts how often somebody else came to be first alone."""

    seats: tuple[int, ...]
    hand: int
    changes: int


@dataclass(frozen=True, slots=True)
class Swing:
    """In this hand `seat` gained so many points on one of those who were `leading` before it."""

    hand: int
    seat: int
    leading: int
    points: Points


@dataclass(frozen=True, slots=True)
class Best:
    """Who got the most points in one hand, and in which."""

    hand: int
    seat: int
    points: Points


@dataclass(frozen=True, slots=True)
class Run:
    """So many bids made in a row, from the hand `first` to the hand `last`. Hands that somebody did not play do not end it."""

    seat: int
    length: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Story:
    """What a game is remembered for. What did not happen, or happened to everybody alike, is `None` or empty.

    `perfect` are the numbers of the hands in which everybody made the bid, `missed` of those in which nobody did.
    """

    lead: Lead | None
    swing: Swing | None
    best: tuple[Best, ...]
    runs: tuple[Run, ...]
    perfect: tuple[int, ...]
    missed: tuple[int, ...]


RUN = 3  # a shorter one is nothing to tell


def story(sheet: ScoreSheet) -> Story:
    """The turning points of the game as far as it has been recorded."""
    results = {line.hand.number: _results(line) for line in sheet.lines}
    runs = [run for seat in range(len(sheet.players)) for run in _runs(sheet.lines, seat)]
    longest = max((run.length for run in runs), default=0)
    return Story(
        _lead(sheet),
        _swing(sheet),
        _best(sheet),
        tuple(run for run in runs if run.length == longest),
        tuple(number for number, made in results.items() if made and all(made)),
        tuple(number for number, made in results.items() if made and not any(made)),
    )


def _results(line: Line) -> list[bool]:
    return [made for seat in line.hand.order if (made := line.hand.made(seat)) is not None]


def _runs(lines: Sequence[Line], seat: int) -> Iterator[Run]:
    """Every run of one seat that is long enough.

    >>> from types import SimpleNamespace as Some
    >>> made = (True, True, None, True, False, True)
    >>> lines = [Some(hand=Some(number=n, made=lambda seat, so=so: so)) for n, so in enumerate(made, start=1)]
    >>> list(_runs(lines, seat=0))
    [Run(seat=0, length=3, first=1, last=4)]
    """
    row: list[int] = []
    for line in lines:
        made = line.hand.made(seat)
        if made:
            row.append(line.hand.number)
        elif made is False:
            yield from _run(seat, row)
            row = []
    yield from _run(seat, row)


def _run(seat: int, row: list[int]) -> Iterator[Run]:
    if len(row) >= RUN:
        yield Run(seat, len(row), row[0], row[-1])


def _first(sheet: ScoreSheet, totals: Sequence[Points | None]) -> tuple[int, ...]:
    """The seats with the best total of those who have any."""
    known = [total for total in totals if total is not None]
    if not known:
        return ()
    best = min(known) if sheet.direction == "low" else max(known)
    return tuple(seat for seat, total in enumerate(totals) if total == best)


def _lead(sheet: ScoreSheet) -> Lead | None:
    """By totals alone: where a rule for ties parts those who are level, it does so at the end."""
    first = [(row.line.hand.number, _first(sheet, row.totals)) for row in _settled(sheet) if row.line]
    sole = [(number, seats) for number, seats in first if len(seats) == 1]
    if not sole:
        return None
    changed = [now for before, now in pairwise(sole) if before[1] != now[1]]
    number, seats = first[-1]
    for earlier, those in reversed(first):
        if those != seats:
            break
        number = earlier
    return Lead(seats, number, len(changed)) if changed else None


def _settled(sheet: ScoreSheet) -> Iterator[Row]:
    """A row for every hand, with the totals after everything that was given below it."""
    hand: Row | None = None
    for row in sheet.rows:
        if row.line is not None:
            if hand is not None:
                yield hand
            hand = row
        elif hand is not None:
            hand = Row(hand.line, None, hand.points, row.totals)
    if hand is not None:
        yield hand


def _swing(sheet: ScoreSheet) -> Swing | None:
    """What somebody gained in one hand on who was leading before it, at the most; the earlier hand where two are alike."""
    sign = -1 if sheet.direction == "low" else 1
    found: list[Swing] = []
    before: tuple[Points | None, ...] = ()
    for row in sheet.rows:
        if row.line is not None and before:
            leaders = [seat for seat in _first(sheet, before) if row.points[seat] is not None]
            found += [
                Swing(row.line.hand.number, seat, leader, tidy(sign * (points - (row.points[leader] or 0))))
                for leader in leaders
                for seat, points in enumerate(row.points)
                if points is not None and seat not in leaders
            ]
        before = row.totals
    most = max(found, key=lambda swing: swing.points, default=None)
    return most if most is not None and most.points > 0 else None


def _best(sheet: ScoreSheet) -> tuple[Best, ...]:
    """Several where they are level; nothing where they are more than three, which is no event."""
    sign = -1 if sheet.direction == "low" else 1
    given = [
        Best(line.hand.number, seat, points)
        for line in sheet.lines
        for seat, points in enumerate(line.points)
        if points is not None
    ]
    most = max((sign * one.points for one in given), default=0)
    best = tuple(one for one in given if sign * one.points == most)
    return best if 0 < len(best) <= 3 and len(sheet.lines) > 1 else ()
