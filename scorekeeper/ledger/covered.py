"""What is covered: bids that are all made at once, and wagers on them, until the last one is in.

What was covered when it was entered stays so until then, also where it was struck out, the hand
was dealt again, the dealer or the rules were changed, the game was stopped, or any of that was
undone. After it, everything may be told.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from scorekeeper.ledger.entries import Bid, Entry, Fact, Redeal, Rules, Stake, Start, Tricks, Undo
from scorekeeper.ledger.position import Position
from scorekeeper.ledger.trail import back, first_mark, onward
from scorekeeper.rules.bidding import Bidding


def is_covered(fact: Fact, then: Position, now: Position) -> bool:
    """Whether nobody may read yet, in the game as it is `now`, what was entered in it `then`."""
    return was_covered(fact, then) and not now.reveals(fact.hand)


def was_covered(fact: Fact, then: Position) -> TypeGuard[Bid | Stake]:
    """Whether it was covered when it was entered."""
    return isinstance(fact, Bid | Stake) and then.rules_of(fact.hand).bidding.simultaneous


def entered_covered(entries: Sequence[Entry]) -> Iterator[int]:
    """The numbers of the entries of a ledger that were covered when they were entered."""
    rules = [entry.fact.rules for entry in entries if isinstance(entry.fact, Start | Rules)]
    if not any(Bidding.from_data(one.get("bidding", {})).simultaneous for one in rules):
        return iter(())
    if len(rules) == 1:
        return (entry.number for entry in entries if isinstance(entry.fact, Bid | Stake))
    return _by_rules_of_their_time(entries)


def _by_rules_of_their_time(entries: Sequence[Entry]) -> Iterator[int]:
    active, marks = [entries[0]], first_mark(entries[0].fact)
    for entry in entries[1:]:
        if isinstance(entry.fact, Undo):
            active.pop()
            marks = back(marks, active)
            continue
        if was_covered(entry.fact, marks[-1][1]):
            yield entry.number
        active.append(entry)
        marks = onward(marks, entry.fact)


def outside(fact: Fact) -> Fact:
    """What is seen of a fact from outside: that a bid was made, whether there is a wager.

    >>> outside(Bid(hand=1, seat=2, bid=3)) == outside(Bid(hand=1, seat=2, bid=0))
    True
    >>> [outside(Stake(hand=1, seat=2, wager=points)).wager for points in (0, 5, -10)]
    [0, 1, 1]
    """
    if isinstance(fact, Bid):
        return replace(fact, bid=0)
    return replace(fact, wager=int(fact.wager != 0)) if isinstance(fact, Stake) else fact


def bid_entries(game: Position, active: Sequence[Entry]) -> dict[int, Entry]:
    """By seat, the entry that set the bid in the open hand; `active` are the entries in force."""
    bids = game.begun.bids if game.begun else ()
    wanted = {seat for seat, bid in enumerate(bids) if bid is not None}
    found: dict[int, Entry] = {}
    for entry, fact in _dealt(game, active):
        if isinstance(fact, Bid) and fact.seat in wanted:
            found.setdefault(fact.seat, entry)
        if len(found) == len(wanted):
            break
    return found


def wager_entries(game: Position, active: Sequence[Entry]) -> dict[int, Entry]:
    """The same of wagers. An entry that only says who bids blind has set none."""
    wagers = game.begun.extras.wager if game.begun else ()
    wanted = {seat for seat, points in enumerate(wagers) if points}
    found: dict[int, Entry] = {}
    later: dict[int, tuple[Entry, Stake]] = {}
    for entry, fact in _dealt(game, active):
        if isinstance(fact, Stake) and fact.seat in wanted:
            before = later.get(fact.seat)
            if before and (before[1].wager != fact.wager or before[1].blind == fact.blind):
                found[fact.seat] = before[0]
                wanted.remove(fact.seat)
            later[fact.seat] = entry, fact
        if not wanted:
            break
    return found | {seat: later[seat][0] for seat in wanted if seat in later}


def _dealt(game: Position, active: Sequence[Entry]) -> Iterator[tuple[Entry, Fact]]:
    """What was bid and staked in the open hand since it was dealt last, the latest first."""
    number = game.begun.number if game.begun else None
    for entry in reversed(active):
        fact = entry.fact
        if isinstance(fact, Tricks) or (isinstance(fact, Redeal) and fact.hand == number):
            return
        if isinstance(fact, Bid | Stake) and fact.hand == number:
            yield entry, fact
