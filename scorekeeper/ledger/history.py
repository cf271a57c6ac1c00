"""The history: every entry of the ledger with what it replaced, readable from the first to the last."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
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
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.sheet import Line, score_sheet

Was = int | str | Numbers | Extras | Hand | Fact | None


@dataclass(frozen=True, slots=True)
class Step:
    """An entry and what it changed: `was` is the bid, the trump, the dealer's seat, the name, the sizes, the seats, the note, the
    extras or the hand before it, or the fact that an undo struck out.

    `before` is the game until then, by the names of that time; the game itself, for the entry that began it. `struck`: a later undo
    took it back. `after_end`: it changed points of a finished game.
    """

    entry: Entry
    was: Was
    struck: bool
    after_end: bool
    before: Game


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


def history(game: Game) -> tuple[Step, ...]:
    """Every step of the game, the oldest first."""
    struck = {entry.fact.entry for entry in game.entries if isinstance(entry.fact, Undo)}
    trail = [Game.replay(game.entries[:1])]  # the game after each effective entry, so that an undo goes back without folding again
    steps = [Step(game.entries[0], None, False, False, trail[0])]
    for entry in game.entries[1:]:
        before = trail[-1]
        was = before.active[-1].fact if isinstance(entry.fact, Undo) else _was(before, entry.fact)
        after_end = before.finished and isinstance(was if isinstance(entry.fact, Undo) else entry.fact, POINTS)
        steps.append(Step(entry, was, entry.number in struck, after_end, before))
        if isinstance(entry.fact, Undo):
            trail.pop()
        else:
            trail.append(before.after(entry))
    return tuple(steps)


def changed_after_end(game: Game) -> tuple[Step, ...]:
    """The corrections, points set by hand and adjustments in force that came after a finished game's end, the oldest first."""
    if not game.finished or not any(isinstance(entry.fact, GIVEN) for entry in game.active):
        return ()
    return tuple(step for step in history(game) if step.after_end and not step.struck and isinstance(step.entry.fact, GIVEN))


def late_changes(game: Game) -> Changes:
    """What `changed_after_end` tells, by what it changed.

    A game that went on after an end has several: a hand is told as it stood at the first one that it was recorded at.
    """
    steps = changed_after_end(game)
    lines, hands, given = dict[int, Line](), dict[int, Changed](), dict[int, datetime]()
    for step in steps:
        fact, at = step.entry.fact, step.entry.at
        lines = {line.hand.number: line for line in score_sheet(step.before).lines} | lines
        if isinstance(fact, Correction | SetPoints):
            hands[fact.hand] = Changed(at, lines.get(fact.hand))
        else:
            given[len(step.before.adjustments)] = at
    return Changes(hands, given, steps)


GIVEN = (Correction, SetPoints, Adjustment)
POINTS = (Tricks, *GIVEN)


def _was(before: Game, fact: Fact) -> Was:
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
_WAS: dict[type[Fact], Callable[[Game, Any], Was]] = {
    Note: lambda game, _: game.note,
    About: lambda game, _: About(game.title, game.place, game.keeper),
    Rename: lambda game, fact: game.players[fact.seat],
    Seating: lambda game, _: game.circle,
    Coming: lambda game, fact: game.sizes[fact.hand - 1 :],
}
