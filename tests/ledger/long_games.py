"""Ledgers as long as one likes: a few hands, and then one kind of thing entered over and over."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import chain, count, islice
from typing import Any

from scorekeeper.ledger.entries import (
    About,
    Adjustment,
    Bid,
    Coming,
    Correction,
    Dealer,
    DealerRests,
    Entry,
    Fact,
    Note,
    Presence,
    Redeal,
    Rename,
    Resume,
    Rules,
    Seating,
    SetPoints,
    SitOut,
    Size,
    Stake,
    Start,
    Stop,
    Tricks,
    Trump,
    Undo,
)
from scorekeeper.rules.ruleset import Ruleset
from tests.ledger.playing import EVENING, NAMES

HANDS, OPEN = 20, 6
THE_ENTRY_BEFORE = Undo(0)


def ones(**more: Any) -> dict[str, Any]:
    """Rules with hands of one card."""
    schedule = {"shape": "list", "hands": [1] * HANDS}
    return Ruleset.from_data({"schedule": schedule, **more}).to_data()


def played(hands: int) -> Iterator[Fact]:
    """Four players bid nothing, and whoever deals takes the trick."""
    for number in range(1, hands + 1):
        dealer = (number - 1) % 4
        yield from (Bid(number, (dealer + turn) % 4, 0) for turn in (1, 2, 3, 4))
        yield Tricks(number, tuple(int(seat == dealer) for seat in range(4)))


@dataclass(frozen=True)
class Kind:
    """What is entered over and over, given how often before, after so many hands by these rules.

    From so many entries on, one more costs what the one before did.
    """

    facts_of: Callable[[int], tuple[Fact, ...]]
    hands: int = OPEN - 1
    rules: dict[str, Any] = field(default_factory=ones)
    even_from: int = 300

    @property
    def begun(self) -> int:
        """How many entries come before."""
        return 1 + 5 * self.hands

    def ledger(self, entries: int) -> list[Entry]:
        """A ledger with so many of these entries."""
        again = chain.from_iterable(map(self.facts_of, count()))
        return numbered(chain(played(self.hands), islice(again, entries)), self.rules)


@dataclass(frozen=True)
class ThereAndBack(Kind):
    """The same; then everything but the hands is undone, and entered again."""

    def ledger(self, entries: int) -> list[Entry]:
        times = entries // 3
        facts = list(islice(chain.from_iterable(map(self.facts_of, count())), times))
        undone = (Undo(self.begun + number) for number in range(times, 0, -1))
        return numbered(chain(played(self.hands), facts, undone, facts), self.rules)


def numbered(facts: Iterator[Fact], rules: dict[str, Any]) -> list[Entry]:
    """These facts as entries, the start before them."""
    found: list[Entry] = []
    for number, fact in enumerate(chain([Start(rules, NAMES[:4])], facts), start=1):
        undo = Undo(number - 1) if fact is THE_ENTRY_BEFORE else fact
        found.append(Entry(number, undo, EVENING + timedelta(seconds=number), f"key {number}"))
    return found


def turns(number: int) -> tuple[int | None, ...]:
    """The trick of a hand, taken by one after the other."""
    return tuple(int(seat == number % 4) for seat in range(4))


SOME_RULES = tuple(ones(bidding={"hook": hook}) for hook in ("always", "never"))
AT_ONCE = ones(bidding={"order": "simultaneous"})
TO_A_SCORE = ones(end={"score": 100_000})

KINDS: dict[str, Kind] = {
    "bids": Kind(lambda n: (Bid(OPEN, 2, n % 2),)),
    "bids and undos": Kind(lambda n: (Bid(OPEN, 2, n % 2), THE_ENTRY_BEFORE)),
    "bids, undone and entered again": ThereAndBack(lambda n: (Bid(OPEN, 2, n % 2),)),
    "covered bids and undos": Kind(
        lambda n: (Bid(OPEN, 3, n % 2), THE_ENTRY_BEFORE, Note(f"{n}")),
        rules=AT_ONCE,
    ),
    "covered bids, undone and entered again": ThereAndBack(
        lambda n: (Bid(OPEN, 3, n % 2), Note(f"{n}")),
        rules=AT_ONCE,
    ),
    "bids by rules that cover and do not": Kind(
        lambda n: (
            Rules((AT_ONCE, ones())[n % 2]),
            Bid(OPEN, 2, 0),
            Redeal(OPEN),
            THE_ENTRY_BEFORE,
            Redeal(OPEN),
        ),
        rules=AT_ONCE,
    ),
    "stakes": Kind(lambda n: (Stake(OPEN, 2, wager=n % 7),), rules=ones(extras=["wager"])),
    "trumps": Kind(lambda n: (Trump(OPEN, ("hearts", "clubs")[n % 2]),)),
    "adjustments": Kind(
        lambda n: (Adjustment(n % 9 - 4, (0, 1, 2, 3, None)[n % 5], "late", n % OPEN),),
    ),
    "adjustments on the way to a score": Kind(
        lambda n: (Adjustment(n % 9 - 4, n % 4, "late", n % OPEN),),
        rules=TO_A_SCORE,
    ),
    "late adjustments": Kind(lambda n: (Adjustment(1, n % 4, "late", HANDS),), HANDS),
    "late corrections": Kind(lambda n: (Correction(n % HANDS + 1, (0, 0, 0, 0), turns(n)),), HANDS),
    "late corrections on the way to a score": Kind(
        lambda n: (Correction(n % HANDS + 1, (0, 0, 0, 0), turns(n)),),
        HANDS,
        TO_A_SCORE,
    ),
    "late points set by hand": Kind(
        lambda n: (SetPoints(n % HANDS + 1, (n % 9, 0, 0, 0), "why"),),
        HANDS,
    ),
    "notes": Kind(lambda n: (Note(f"note {n}", n % OPEN or None),)),
    "names": Kind(lambda n: (Rename(n % 4, f"N{n}"),)),
    "names and undos": Kind(lambda n: (Rename(1, f"N{n}"), THE_ENTRY_BEFORE), even_from=1200),
    "substitutes": Kind(lambda n: (Rename(n % 4, f"N{n}", substitute=True),)),
    "people who leave and come back": Kind(lambda n: (Presence(3, there=n % 2 == 1, level=True),)),
    "people who sit a hand out": Kind(lambda n: (SitOut(OPEN, 3, n % 2 == 0),)),
    "dealers who rest": Kind(lambda n: (DealerRests(n % 2 == 0, level=True),)),
    "dealers": Kind(lambda n: (Dealer(OPEN, n % 4),)),
    "seats": Kind(lambda n: (Seating(((0, 2, 1, 3), (0, 1, 2, 3))[n % 2]),)),
    "rules": Kind(lambda n: (Rules(SOME_RULES[n % 2], f"G{n}"),)),
    "sizes": Kind(lambda n: (Size(OPEN, n % 3 + 1),)),
    "coming hands": Kind(lambda n: (Coming(OPEN, (n % 3 + 1,) * 10),)),
    "redeals": Kind(lambda _: (Bid(OPEN, 2, 0), Redeal(OPEN))),
    "stops": Kind(lambda _: (Stop(), Resume())),
    "titles": Kind(lambda n: (About(f"T{n}", "home", "Ana"),)),
}
