"""The history: every entry of the ledger with what it replaced, readable from the first to the last."""

from dataclasses import dataclass

from scorekeeper.ledger.entries import Bid, Correction, Entry, Extras, Fact, Note, Rename, SetPoints, Stake, Trump, Undo
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand


@dataclass(frozen=True, slots=True)
class Step:
    """An entry and what it changed: `was` is the bid, the trump, the extras or the hand before it, or the fact an undo struck out.

    `struck`: a later undo took it back. `after_end`: the game was finished when it was made.
    """

    entry: Entry
    was: int | str | Extras | Hand | Fact | None
    struck: bool
    after_end: bool


def history(game: Game) -> tuple[Step, ...]:
    """Every step of the game, the oldest first."""
    struck = {entry.fact.entry for entry in game.entries if isinstance(entry.fact, Undo)}
    trail = [Game.replay(game.entries[:1])]  # the game after each effective entry, so that an undo goes back without folding again
    steps = [Step(game.entries[0], None, False, False)]
    for entry in game.entries[1:]:
        before = trail[-1]
        if isinstance(entry.fact, Undo):
            undone = before.active[-1]
            steps.append(Step(entry, undone.fact, entry.number in struck, before.finished))
            trail.pop()
        else:
            steps.append(Step(entry, _was(before, entry.fact), entry.number in struck, before.finished))
            trail.append(before.after(entry))
    return tuple(steps)


def _was(before: Game, fact: Fact) -> int | str | Extras | Hand | Fact | None:
    match fact:
        case Rename(seat, _, _):
            return before.players[seat]
        case Note(_, None):
            return before.note
        case Bid() | Stake() | Trump() | Note() | Correction() | SetPoints():
            return _was_in(before.opened_hand(fact.hand or 0), fact)
    return None


def _was_in(hand: Hand, fact: Bid | Stake | Trump | Note | Correction | SetPoints) -> int | str | Extras | Hand | None:
    match fact:
        case Bid():
            return hand.bids[fact.seat]
        case Stake():
            return hand.extras
        case Trump():
            return hand.trump
        case Note():
            return hand.note
    return hand
