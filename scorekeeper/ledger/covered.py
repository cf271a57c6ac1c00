"""What is covered: bids that are all made at once, and what is wagered on them, until the last bid of their hand is in.

What was covered when it was entered stays so until then, also where it was struck out, the hand was dealt again, the dealer or the
rules were changed, the game was stopped, or any of that was undone. After it, everything may be told.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scorekeeper.ledger.entries import Bid, Entry, Fact, Redeal, Rules, Stake, Start, Tricks, Undo
from scorekeeper.ledger.fold import apply, begin
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.position import Position
from scorekeeper.rules.ruleset import Ruleset


def is_covered(fact: Fact, then: Position, now: Position) -> bool:
    """Whether nobody may read yet, as the game is `now`, what was entered in the game as it was `then`."""
    return isinstance(fact, Bid | Stake) and then.rules_of(fact.hand).bidding.simultaneous and not now.reveals(fact.hand)


def covered_entries(entries: Sequence[Entry], now: Position) -> frozenset[int]:
    """The numbers of the entries that nobody may read yet, in the ledger of a game that is now like this."""
    hidden = any(isinstance(entry.fact, Bid | Stake) and not now.reveals(entry.fact.hand) for entry in entries)
    return frozenset(_covered(entries, now)) if hidden and _ever_at_once(entries) else frozenset()


def _ever_at_once(entries: Iterable[Entry]) -> bool:
    rules = (entry.fact.rules for entry in entries if isinstance(entry.fact, Start | Rules))
    return any(Ruleset.from_data(one).bidding.simultaneous for one in rules)


def _covered(entries: Sequence[Entry], now: Position) -> Iterator[int]:
    trail = [begin(entries[0].fact)]  # the position after each effective entry, so that an undo goes back without folding again
    for entry in entries[1:]:
        if isinstance(entry.fact, Undo):
            trail.pop()
            continue
        if is_covered(entry.fact, trail[-1], now):
            yield entry.number
        trail.append(apply(trail[-1], entry.fact))


def outside(fact: Fact) -> Fact:
    """What is seen of a fact from outside: of a bid that it was made, of a wager whether there is one.

    >>> outside(Bid(hand=1, seat=2, bid=3)) == outside(Bid(hand=1, seat=2, bid=0)), outside(Stake(1, 2, wager=-5)).wager
    (True, 1)
    """
    if isinstance(fact, Bid):
        return replace(fact, bid=0)
    return replace(fact, wager=int(bool(fact.wager))) if isinstance(fact, Stake) else fact


def bid_entries(position: Position, active: Sequence[Entry]) -> dict[int, Entry]:
    """By seat, the entry that set the bid in the open hand, of a game in which these entries are in force."""
    hand = position.begun
    made = {} if hand is None else {fact.seat: entry for entry, fact in _since_dealt(hand, active) if isinstance(fact, Bid)}
    return {seat: entry for seat, entry in made.items() if hand is not None and hand.bids[seat] is not None}


def wager_entries(position: Position, active: Sequence[Entry]) -> dict[int, Entry]:
    """By seat, the entry that set what is wagered in the open hand. One that only says who bids blind has set nothing."""
    found: dict[int, Entry] = {}
    last: dict[int, Stake] = {}
    for entry, fact in _since_dealt(position.begun, active) if position.begun else ():
        if not isinstance(fact, Stake):
            continue
        before = last.get(fact.seat, Stake(fact.hand, fact.seat))
        if fact.wager != before.wager or fact.blind == before.blind:
            found[fact.seat] = entry
        last[fact.seat] = fact
    return {seat: entry for seat, entry in found.items() if last[seat].wager}


def _since_dealt(hand: Hand, active: Sequence[Entry]) -> list[tuple[Entry, Bid | Stake]]:
    """Bids and stakes in force in the open hand as it was dealt the last time, the oldest first."""
    found = list[tuple[Entry, Bid | Stake]]()
    for entry in reversed(active):
        fact = entry.fact
        if isinstance(fact, Tricks) or (isinstance(fact, Redeal) and fact.hand == hand.number):
            break
        if isinstance(fact, Bid | Stake) and fact.hand == hand.number:
            found.append((entry, fact))
    return found[::-1]
