"""Game: a ledger and the position it folds to. It refuses what is illegal and never changes in place.

`Game.replay` folds a whole ledger; `game.after` adds one entry. An undo strikes the last effective entry through, and the
rest is folded again, so that points, dealer and phase always go back together.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, TypeVar

from scorekeeper.ledger.covered import covered_entries, outside
from scorekeeper.ledger.entries import NO_EXTRAS, Bid, Entry, Extras, Fact, Numbers, Stake, Start, Tricks, Trump, Undo
from scorekeeper.ledger.fold import apply, begin
from scorekeeper.ledger.position import Position
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.errors import N_, RuleError

Played = TypeVar("Played", Bid, Stake, Trump, Tricks)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list of games shows.

    `hand` is the one being played, in a game that is over the last one recorded; `hands` how many there are, 0 where nobody knows.
    """

    players: tuple[str, ...]
    hand: int
    hands: int
    finished: bool
    title: str
    winners: tuple[str, ...]

    @property
    def ended_early(self) -> bool:
        """The game was stopped before its last hand: it has more of them than were recorded, or nobody knows how many."""
        return self.finished and (self.hand != self.hands or not self.hand)


@dataclass(frozen=True, slots=True)
class Game(Position):
    """A position with the entries that led to it.

    `active` are the entries that count, `undone` the struck ones that can still be entered again, the next one last.
    """

    entries: tuple[Entry, ...] = ()
    active: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()

    @classmethod
    def replay(cls, entries: Iterable[Entry]) -> "Game":
        """Fold a ledger from its first entry, which must be the start."""
        entries = tuple(entries)
        active, undone = _strike_through(entries)
        position = begin(active[0].fact if active else None)
        for entry in active[1:]:
            position = apply(position, entry.fact)
        return cls(**_values(position), entries=entries, active=active, undone=undone)

    @property
    def covered(self) -> frozenset[int]:
        """The numbers of the entries that nobody may read yet."""
        return covered_entries(self.entries, self)

    @property
    def told(self) -> "Game":
        """The game as a file may tell it: as if what is still covered had not been entered, nor what is only possible with it."""
        covered = self.covered
        if not covered:
            return self
        told = Game.replay(self.entries[:1])
        renumbered: dict[int, int] = {}
        for entry in self.entries[1:]:
            fact = entry.fact
            if isinstance(fact, Undo):
                if fact.entry not in renumbered:
                    continue
                fact = Undo(renumbered[fact.entry])
            if entry.number not in covered:
                with suppress(RuleError):  # "from hand 2 on" means nothing where hand 1 has not begun
                    told = told.after(replace(entry, number=told.version + 1, fact=fact))
                    renumbered[entry.number] = told.version
        return told

    def after(self, entry: Entry) -> "Game":
        """The game with one more entry. A `RuleError` tells why it is refused; the game itself stays as it is."""
        if isinstance(entry.fact, Undo):
            self._check_undo(entry.fact)
            return Game.replay((*self.entries, entry))
        return replace(
            apply(self, entry.fact),
            entries=(*self.entries, entry),
            active=(*self.active, entry),
            undone=_still_undone(self.undone, entry),
        )

    def after_all(self, facts: Iterable[Fact], at: datetime) -> "Game":
        """The game with several facts more, none of them an undo: folded at one go."""
        position, entries, undone = Position(**_values(self)), list(self.entries), self.undone
        for fact in facts:
            position = apply(position, fact)
            entries.append(Entry(len(entries) + 1, fact, at))
            undone = _still_undone(undone, entries[-1])
        more = tuple(entries[len(self.entries) :])
        return Game(**_values(position), entries=tuple(entries), active=self.active + more, undone=undone)

    def _check_undo(self, fact: Undo) -> None:
        last = self.undoable
        if last is None:
            raise RuleError("undo-nothing", N_("There is nothing left to undo."))
        if last.number != fact.entry:
            raise RuleError("undo-order", N_("Something else was entered in between; look again before undoing."))

    @property
    def start(self) -> Start:
        """How it began."""
        fact = self.entries[0].fact
        assert isinstance(fact, Start)  # noqa: S101 (the fold has checked it)
        return fact

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.entries[-1].number if self.entries else 0

    @property
    def undoable(self) -> Entry | None:
        """The last effective entry; `None` when only the start is left."""
        return self.active[-1] if len(self.active) > 1 else None

    @property
    def redoable(self) -> Entry | None:
        """What was undone last, while entering it again gives the game as it was; `None` once something else was entered.

        While bids are covered, another one in the place of one that was undone is no difference:
        to see one would tell whether they are alike.
        """
        last = self.undone[-1] if self.undone else None
        if last is None:
            return None
        before, _ = _strike_through(self.entries[: last.number - 1])
        was, now = ([entry.fact for entry in some] for some in (before, self.active))
        if self.hides_bids:
            was, now = list(map(outside, was)), list(map(outside, now))
        return last if was == now else None

    def ghost_bid(self, seat: int) -> int | None:
        """The bid of `seat` that was just undone in the open hand; none that is covered."""
        ghost = self._ghost(Bid, seat)
        return ghost.bid if ghost and not self._hides(ghost) else None

    def ghost_wager(self, seat: int) -> int | None:
        """What `seat` wagered in the open hand before the undo; nothing that is covered."""
        ghost = self._ghost(Stake, seat)
        return ghost.wager if ghost and not self._hides(ghost) else None

    def ghost_blind(self, seat: int) -> bool:
        """Whether `seat` had bid blind in the open hand before the undo."""
        ghost = self._ghost(Stake, seat)
        return ghost is not None and ghost.blind

    def _hides(self, ghost: Bid | Stake) -> bool:
        """Whether nobody may read it: also where the rules that covered it were undone since."""
        numbers = (entry.number for entry in self.undone if entry.fact is ghost)
        return self.hides_bids or not self.covered.isdisjoint(numbers)

    @property
    def ghost_tricks(self) -> Numbers:
        """The tricks of the open hand as they were recorded before the undo; empty when there are none."""
        ghost = self._ghost(Tricks)
        return ghost.tricks if ghost else ()

    @property
    def ghost_extras(self) -> Extras:
        """What was recorded with those tricks."""
        ghost = self._ghost(Tricks)
        return ghost.extras if ghost else NO_EXTRAS

    @property
    def ghost_trump(self) -> str | None:
        """The trump of the open hand that was just undone."""
        ghost = self._ghost(Trump)
        return ghost.trump if ghost else None

    def _ghost(self, kind: type[Played], seat: int | None = None) -> Played | None:
        """The undone fact of that kind, about the open hand (and a seat), that would be entered next."""
        number = self.hand.number if self.hand else None
        facts = (entry.fact for entry in reversed(self.undone) if isinstance(entry.fact, kind))
        return next((fact for fact in facts if fact.hand == number and (seat is None or getattr(fact, "seat", None) == seat)), None)

    @property
    def summary(self) -> Summary:
        """The line for a list of games."""
        hands = 0 if self.rules.open_ended else len(self.sizes)
        if not self.finished:
            return Summary(self.players, self.hands[-1].number, hands, False, self.title, ())
        winners = tuple(self.players[seat] for seat in score_sheet(self).winners)
        done = self.hands_done
        return Summary(self.players, done, hands if self.ended_early else done, True, self.title, winners)


_FIELDS = tuple(field.name for field in fields(Position))


def _values(position: Position) -> dict[str, Any]:
    return {name: getattr(position, name) for name in _FIELDS}


def _strike_through(entries: tuple[Entry, ...]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The effective entries, and those undone that can still be entered again (the next one last)."""
    active: list[Entry] = []
    undone: tuple[Entry, ...] = ()
    for entry in entries:
        if isinstance(entry.fact, Undo):
            if len(active) < 2 or active[-1].number != entry.fact.entry:
                raise RuleError("undo-order", N_("Something else was entered in between; look again before undoing."))
            undone = (*undone, active.pop())
        else:
            active.append(entry)
            undone = _still_undone(undone, entry)
    return tuple(active), undone


def _still_undone(undone: tuple[Entry, ...], entry: Entry) -> tuple[Entry, ...]:
    """What can be entered again after `entry`: the rest when it repeats what was undone, else only
    what concerns its hand.

    Any bid in the place of one that was undone repeats it: what may be covered is not compared.
    """
    if undone and outside(undone[-1].fact) == outside(entry.fact):
        return undone[:-1]
    if isinstance(entry.fact, Tricks):
        return ()
    return tuple(old for old in undone if _hand_number(old.fact) == _hand_number(entry.fact))


def _hand_number(fact: Fact) -> int | None:
    return getattr(fact, "hand", None)
