"""The history: every entry of the ledger with what it replaced, readable from the first to the last."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any

from scorekeeper.ledger.entries import (
    About,
    Adjustment,
    Bid,
    Coming,
    Correction,
    Dealer,
    Entry,
    Extras,
    Fact,
    Note,
    Numbers,
    Rename,
    Seating,
    SetPoints,
    Size,
    Stake,
    Tricks,
    Trump,
    Undo,
)
from scorekeeper.ledger.game import Game, strike_through
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.position import Position
from scorekeeper.ledger.sheet import Line, score_sheet
from scorekeeper.ledger.trail import back, onward

Was = int | str | Numbers | Extras | Hand | Fact | None


@dataclass(frozen=True, slots=True)
class Step:
    """An entry and what it changed: `was` is the bid, the trump, the dealer's seat, the name, the sizes, the seats, the note, the
    extras or the hand before it, or the fact that an undo struck out.

    `before` is how the game was until then, by the names of that time; for the entry that began it,
    how it was then. `back` is the same of what an undo struck out: where the game went back to.
    `struck`: a later undo took it back. `after_end`: it changed points of a finished game.
    """

    entry: Entry
    was: Was
    struck: bool
    after_end: bool
    before: Position
    back: Position


@dataclass(frozen=True, slots=True)
class Changed:
    """A hand that was changed after the end: when, the last time, and its line on the sheet at the end."""

    at: datetime
    was: Line | None


@dataclass(frozen=True, slots=True)
class Changes:
    """What was changed after the end: the `steps` that did it, the oldest first, the `hands` by number, and when points were
    `given`, by their place among the adjustments.
    """

    hands: Mapping[int, Changed]
    given: Mapping[int, datetime]
    steps: tuple[Step, ...] = ()


NO_CHANGES = Changes({}, {})


def history(game: Game, first: int = 1, last: int | None = None) -> tuple[Step, ...]:
    """The steps from entry `first` to entry `last`, the oldest first; all if nothing is said."""
    last = game.version if last is None else last
    struck = {entry.fact.entry for entry in game.entries if isinstance(entry.fact, Undo)}
    start = game.marks[0][1]
    begun = Step(game.entries[0], None, struck=False, after_end=False, before=start, back=start)
    earlier = max(first - 1, 1)
    active, *_ = strike_through(game.entries[:earlier])
    way = _way(game, active, game.entries[earlier:last])
    steps = tuple(_step(passed, struck=passed.entry.number in struck) for passed in way)
    return (begun, *steps) if first <= 1 <= last else steps


def changed_after_end(game: Game) -> tuple[Step, ...]:
    """The corrections, points set by hand and adjustments in force that came after a finished game's end, the oldest first."""
    places = (place for place, entry in enumerate(game.active) if isinstance(entry.fact, GIVEN))
    place = next(places, None)
    if not game.finished or place is None:
        return ()
    # What is in force now was so when each of these was entered.
    way = _way(game, list(game.active[:place]), game.active[place:])
    given = (passed for passed in way if isinstance(passed.entry.fact, GIVEN))
    return tuple(_step(passed, struck=False) for passed in given if passed.before.finished)


def late_changes(game: Game) -> Changes:
    """What `changed_after_end` tells, by what it changed.

    A game that went on after an end has several: a hand is told as it stood at the first one that it was recorded at.
    """
    steps = changed_after_end(game)
    lines, hands, given = dict[int, Line](), dict[int, Changed](), dict[int, datetime]()
    for step in steps:
        fact, at = step.entry.fact, step.entry.at
        if len(lines) < len(step.before.closed):  # hands recorded since
            lines = {line.hand.number: line for line in score_sheet(step.before).lines} | lines
        if isinstance(fact, Correction | SetPoints):
            hands[fact.hand] = Changed(at, lines.get(fact.hand))
        else:
            given[len(step.before.adjustments)] = at
    return Changes(hands, given, steps)


@dataclass(frozen=True, slots=True)
class _Passed:
    """An entry with the position it was made in; of an undo, what it struck and went back to."""

    entry: Entry
    before: Position
    undone: Fact | None
    back: Position


def _way(game: Game, active: list[Entry], entries: Iterable[Entry]) -> Iterator[_Passed]:
    """These entries, one after the other, from where those in `active` were in force."""
    both = zip(active, game.active, strict=False)
    still = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], both))
    marks = back(tuple(mark for mark in game.marks if mark[0] < still), active)
    for entry in entries:
        before, undone = marks[-1][1], None
        if isinstance(entry.fact, Undo):
            undone = active.pop().fact
            marks = back(marks, active)
        else:
            active.append(entry)
            marks = onward(marks, entry.fact)
        yield _Passed(entry, before, undone, marks[-1][1] if undone else before)


def _step(passed: _Passed, *, struck: bool) -> Step:
    entry, before, undone = passed.entry, passed.before, passed.undone
    was = _was(before, entry.fact) if undone is None else undone
    after_end = before.finished and isinstance(undone or entry.fact, POINTS)
    return Step(entry, was, struck, after_end, before, passed.back)


GIVEN = (Correction, SetPoints, Adjustment)
POINTS = (Tricks, *GIVEN)


def _was(before: Position, fact: Fact) -> Was:
    of_game, of_hand = _WAS.get(type(fact)), _WAS_IN_HAND.get(type(fact))
    number = getattr(fact, "hand", None)
    if of_hand is not None and number is not None:
        return of_hand(before.opened_hand(number), fact)
    return of_game(before, fact) if of_game is not None else None


_WAS_IN_HAND: dict[type[Fact], Callable[[Hand, Any], Was]] = {
    Bid: lambda hand, fact: hand.bids[fact.seat],
    Stake: lambda hand, _: hand.extras,
    Trump: lambda hand, _: hand.trump,
    Size: lambda hand, _: hand.size,
    Dealer: lambda hand, _: hand.dealer,
    Note: lambda hand, _: hand.note,
    Correction: lambda hand, _: hand,
    SetPoints: lambda hand, _: hand,
}
_WAS: dict[type[Fact], Callable[[Position, Any], Was]] = {
    Note: lambda game, _: game.note,
    About: lambda game, _: About(game.title, game.place, game.keeper),
    Rename: lambda game, fact: game.players[fact.seat],
    Seating: lambda game, _: game.circle,
    Coming: lambda game, fact: game.sizes[fact.hand - 1 :],
}
