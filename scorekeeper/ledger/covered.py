"""What is covered: bids that are all made at once, and wagers on them, until the last one is in.

What was covered when it was entered stays so until then, also where it was struck out, the hand
was dealt again, the dealer or the rules were changed, the game was stopped, or any of that was
undone. After it, everything may be told.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scorekeeper.ledger.entries import Bid, Entry, Fact, Redeal, Rules, Stake, Start, Tricks, Undo
from scorekeeper.ledger.fold import apply, begin
from scorekeeper.ledger.position import Position
from scorekeeper.rules.bidding import Bidding


def is_covered(fact: Fact, then: Position, now: Position) -> bool:
    """Whether nobody may read yet, in the game as it is `now`, what was entered in it `then`."""
    if not isinstance(fact, Bid | Stake) or now.reveals(fact.hand):
        return False
    return then.rules_of(fact.hand).bidding.simultaneous


def covered_entries(entries: Sequence[Entry], now: Position) -> frozenset[int]:
    """The numbers of the entries that nobody may read yet; `now` is the game that they led to."""
    played = (entry.fact for entry in entries if isinstance(entry.fact, Bid | Stake))
    if all(now.reveals(fact.hand) for fact in played) or not _ever_at_once(entries):
        return frozenset()
    return frozenset(_covered(entries, now))


def _ever_at_once(entries: Iterable[Entry]) -> bool:
    rules = (entry.fact.rules for entry in entries if isinstance(entry.fact, Start | Rules))
    return any(Bidding.from_data(one.get("bidding", {})).simultaneous for one in rules)


def _covered(entries: Sequence[Entry], now: Position) -> Iterator[int]:
    trail = [begin(entries[0].fact)]  # after each effective entry, so that an undo folds nothing
    for entry in entries[1:]:
        if isinstance(entry.fact, Undo):
            trail.pop()
            continue
        if is_covered(entry.fact, trail[-1], now):
            yield entry.number
        trail.append(apply(trail[-1], entry.fact))


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
    made = {fact.seat: entry for entry, fact in _dealt(game, active) if isinstance(fact, Bid)}
    return {seat: entry for seat, entry in made.items() if bids[seat] is not None}


def wager_entries(game: Position, active: Sequence[Entry]) -> dict[int, Entry]:
    """The same of wagers. An entry that only says who bids blind has set none."""
    found: dict[int, Entry] = {}
    last: dict[int, Stake] = {}
    for entry, fact in _dealt(game, active):
        if isinstance(fact, Stake):
            before = last.get(fact.seat, Stake(fact.hand, fact.seat))
            if fact.wager != before.wager or fact.blind == before.blind:
                found[fact.seat] = entry
            last[fact.seat] = fact
    return {seat: entry for seat, entry in found.items() if last[seat].wager}


def _dealt(game: Position, active: Sequence[Entry]) -> list[tuple[Entry, Bid | Stake]]:
    """What was bid and staked in the open hand since it was dealt the last time."""
    number = game.begun.number if game.begun else None
    found: list[tuple[Entry, Bid | Stake]] = []
    for entry in reversed(active):
        fact = entry.fact
        if isinstance(fact, Tricks) or (isinstance(fact, Redeal) and fact.hand == number):
            break
        if isinstance(fact, Bid | Stake) and fact.hand == number:
            found.append((entry, fact))
    return found[::-1]
