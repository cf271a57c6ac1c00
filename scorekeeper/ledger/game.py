"""Game: a ledger and the position it folds to. It refuses what is illegal and never changes in place.

`Game.replay` folds a whole ledger; `game.after` adds one entry, at the same cost however many there
are. An undo strikes the last effective entry through and goes back to the position before it, so
that points, dealer and phase always go back together.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import reduce
from typing import Any, TypeVar

from scorekeeper.ledger.covered import entered_covered, outside, was_covered
from scorekeeper.ledger.entries import NO_EXTRAS, Bid, Entry, Extras, Fact, Numbers, Stake, Start, Tricks, Trump, Undo
from scorekeeper.ledger.growing import Growing
from scorekeeper.ledger.position import Position
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.ledger.trail import Marks, back, far_onward, first_mark, onward
from scorekeeper.rules.errors import N_, RuleError

Played = TypeVar("Played", Bid, Stake, Trump, Tricks)
MOST_ENTRIES = 10_000  # undone ones and their undos included
MOST_UNDONE = 200  # so many can be entered again
NOTHING, NO_NUMBERS = Growing[Entry](), Growing[int]()
Struck = tuple[Entry, ...]
Again = tuple[int, int]
NONE: Again = (0, 0)


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

    `active` are the entries that count. `undone` are struck ones that are shown as ghosts, the next
    one last. `again` is how many of the last ones can be entered again, one after the other, since
    nothing else was entered in between: exactly so, and as it is seen from `outside`. `sealed` are
    the numbers of entries that were covered when they were entered. `marks` are positions on the
    way. `keys` has the entries of full blocks by the key that they came with.
    """

    entries: Growing[Entry] = NOTHING
    active: Growing[Entry] = NOTHING
    undone: tuple[Entry, ...] = ()
    again: Again = NONE
    sealed: Growing[int] = NO_NUMBERS
    marks: Marks = field(default=(), repr=False, compare=False)
    keys: Mapping[str, Entry] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def replay(cls, entries: Iterable[Entry]) -> "Game":
        """Fold a ledger, however long it is, from its first entry, which must be the start."""
        ledger = NOTHING.plus(entries)
        active, undone, again = strike_through(ledger)
        begun = first_mark(active[0].fact if active else None)
        marks = far_onward(begun, (entry.fact for entry in active[1:]))
        return cls(
            **_values(marks[-1][1]),
            entries=ledger,
            active=NOTHING.plus(active),
            undone=undone,
            again=again,
            sealed=NO_NUMBERS.plus(entered_covered(ledger)),
            marks=marks,
            keys=_with_keys({}, ledger.blocks),
        )

    @property
    def covered(self) -> frozenset[int]:
        """The numbers of the entries that nobody may read yet."""
        return frozenset(number for number in self.sealed if self._is_covered(number))

    def _is_covered(self, number: int) -> bool:
        """Whether the entry of that number, which was covered once, still is."""
        entry = self.entry(number)
        return entry is not None and not self.reveals(getattr(entry.fact, "hand", 0))

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
                    told = told.going_on([replace(entry, number=told.version + 1, fact=fact)])
                    renumbered[entry.number] = told.version
        return told

    def after(self, entry: Entry) -> "Game":
        """The game with one more entry. A `RuleError` tells why it is refused; the game itself stays as it is."""
        check_room(len(self.entries) + 1)
        return self._with(entry)

    def going_on(self, entries: Iterable[Entry]) -> "Game":
        """The game with the entries that its record has besides, however many they are."""
        return reduce(Game._with, entries, self)

    def after_all(self, facts: Iterable[Fact], at: datetime) -> "Game":
        """The game with several facts more, none of them an undo or other rules, at one go."""
        first = self.version + 1
        more = [Entry(number, fact, at) for number, fact in enumerate(facts, start=first)]
        check_room(len(self.entries) + len(more))
        undone, again = self.undone, self.again
        for entry in more:
            undone, again = _still_undone(undone, again, entry)
        marks = far_onward(self.marks, (entry.fact for entry in more))
        return self._moved(marks, more, self.active.plus(more), undone, again)

    def _with(self, entry: Entry) -> "Game":
        if not isinstance(entry.fact, Undo):
            marks = onward(self.marks, entry.fact)
            undone, again = _still_undone(self.undone, self.again, entry)
            return self._moved(marks, [entry], self.active.plus([entry]), undone, again)
        last = self.undoable
        if last is None:
            raise RuleError("undo-nothing", N_("There is nothing left to undo."))
        if last.number != entry.fact.entry:
            raise RuleError("undo-order", N_("Something else was entered in between; look again before undoing."))
        active = self.active.without_last()
        undone, again = _undone(self.undone, self.again, last)
        return self._moved(back(self.marks, active), [entry], active, undone, again)

    def _moved(
        self,
        marks: Marks,
        more: Sequence[Entry],
        active: Growing[Entry],
        undone: tuple[Entry, ...],
        again: Again,
    ) -> "Game":
        entries = self.entries.plus(more)
        sealed = [entry.number for entry in more if was_covered(entry.fact, self)]
        return Game(
            **_values(marks[-1][1]),
            entries=entries,
            active=active,
            undone=undone,
            again=again,
            sealed=self.sealed.plus(sealed) if sealed else self.sealed,
            marks=marks,
            keys=_with_keys(self.keys, entries.blocks[len(self.entries.blocks) :]),
        )

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

    def entry(self, number: int) -> Entry | None:
        """The entry of that number, if there is one."""
        return _numbered(self.entries, number)

    def is_struck(self, number: int) -> bool:
        """Whether the entry of that number was undone."""
        entry = self.entry(number)
        if entry is None or isinstance(entry.fact, Undo):
            return False
        return _numbered(self.active, number) is None

    def entry_with(self, key: str) -> Entry | None:
        """The entry that came with this key, if one did; most have none."""
        if not key or key in self.keys:
            return self.keys.get(key)
        return next((entry for entry in self.entries.rest if entry.key == key), None)

    @property
    def undoable(self) -> Entry | None:
        """The last effective entry; `None` when only the start is left."""
        return self.active[-1] if len(self.active) > 1 else None

    @property
    def redoable(self) -> Entry | None:
        """What was undone last, while entering it again gives the game as it was; else `None`.

        While bids are covered, another one in the place of one that was undone is no difference:
        to see one would tell whether they are alike.
        """
        exactly, from_outside = self.again
        return self.undone[-1] if (from_outside if self.hides_bids else exactly) else None

    @property
    def before_last(self) -> Position:
        """The position before the last effective entry; as it is, when only the start is left."""
        return back(self.marks, self.active.without_last() if self.undoable else self.active)[-1][1]

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
        sealed = (number for number in numbers if _has(self.sealed, number))
        return self.hides_bids or any(map(self._is_covered, sealed))

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


def check_room(entries: int) -> None:
    """Refuse more entries than a game may have."""
    if entries > MOST_ENTRIES:
        sentence = N_("A game has at most %(most)s entries, and this one is full. Start a new one.")
        raise RuleError("full", sentence, most=MOST_ENTRIES)


def _values(position: Position) -> dict[str, Any]:
    return {name: getattr(position, name) for name in _FIELDS}


def _numbered(entries: Sequence[Entry], number: int) -> Entry | None:
    place = bisect_left(entries, number, key=lambda entry: entry.number)
    return entries[place] if place < len(entries) and entries[place].number == number else None


def _has(numbers: Sequence[int], number: int) -> bool:
    place = bisect_left(numbers, number)
    return place < len(numbers) and numbers[place] == number


def _with_keys(keys: Mapping[str, Entry], blocks: Sequence[Sequence[Entry]]) -> Mapping[str, Entry]:
    """With the entries of these blocks too; of several with one key the first one stays."""
    if not blocks:
        return keys
    new = {one.key: one for block in reversed(blocks) for one in reversed(block) if one.key}
    return {**new, **keys}


def strike_through(entries: Iterable[Entry]) -> tuple[list[Entry], Struck, Again]:
    """The effective entries, the undone ones still shown, and how many can be entered again."""
    active: list[Entry] = []
    undone: tuple[Entry, ...] = ()
    again = NONE
    for entry in entries:
        if isinstance(entry.fact, Undo):
            if len(active) < 2 or active[-1].number != entry.fact.entry:
                raise RuleError("undo-order", N_("Something else was entered in between; look again before undoing."))
            undone, again = _undone(undone, again, active.pop())
        else:
            active.append(entry)
            undone, again = _still_undone(undone, again, entry)
    return active, undone, again


def _undone(undone: Struck, again: Again, struck: Entry) -> tuple[Struck, Again]:
    """What is undone, and how much of it can be entered again, once this is undone too."""
    undone = (*undone, struck)[-MOST_UNDONE:]
    exactly, from_outside = (min(number + 1, len(undone)) for number in again)
    return undone, (exactly, from_outside)


def _still_undone(undone: Struck, again: Again, entry: Entry) -> tuple[Struck, Again]:
    """The same after `entry`: the rest if it repeats what was undone, else what concerns its hand.

    Any bid in the place of one that was undone repeats it: what may be covered is not compared.
    """
    if undone and outside(undone[-1].fact) == outside(entry.fact):
        exactly = max(again[0] - 1, 0) if undone[-1].fact == entry.fact else 0
        return undone[:-1], (exactly, max(again[1] - 1, 0))
    if isinstance(entry.fact, Tricks):
        return (), NONE
    number = getattr(entry.fact, "hand", None)
    return tuple([old for old in undone if getattr(old.fact, "hand", None) == number]), NONE
