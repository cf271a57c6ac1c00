"""Trump: what decides the trump suit of a hand, and which hands have none. What was turned up or named is recorded elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules import reading

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset

SUITS = ("spades", "hearts", "diamonds", "clubs")
NO_TRUMP = "none"
TRUMPS = (*SUITS, NO_TRUMP)
POLICIES = ("turn-up", "fixed", "rotation", "highest-bidder", "none")
NO_TRUMP_SETTINGS = ("max-hand", "last-hand", "exhausted", "rotation", "all", "never")


@dataclass(frozen=True, slots=True)
class TrumpPolicy:
    """Trump is turned up, one suit for good, a rotation (`order`) hand by hand, named by the highest bidder, or never there."""

    policy: str = "turn-up"
    suit: str | None = None
    order: tuple[str, ...] = ()

    @classmethod
    def from_data(cls, data: object, key: str = "trump") -> TrumpPolicy:
        """A policy is written with its suit when fixed, with its order when it rotates.

        >>> TrumpPolicy.from_data({"policy": "fixed", "suit": "spades"}) == TrumpPolicy("fixed", "spades")
        True
        """
        given = reading.section(data, key, ("policy", "suit", "order"))
        policy = reading.choice(given.get("policy", "turn-up"), reading.path(key, "policy"), POLICIES)
        suit = reading.choice(given["suit"], reading.path(key, "suit"), SUITS) if "suit" in given else None
        order = _order(given.get("order", ()), reading.path(key, "order"))
        if policy == "fixed" and suit is None:
            raise reading.missing(reading.path(key, "suit"))
        if policy == "rotation" and not order:
            raise reading.missing(reading.path(key, "order"))
        return cls(policy, suit, order)

    def to_data(self) -> dict[str, object]:
        return {"policy": self.policy, "suit": self.suit, "order": list(self.order) or None}


def known_trump(ruleset: Ruleset, hand_number: int) -> str | None:
    """The trump that a hand (counted from 1) has by the rules alone: the fixed suit, or the rotation's; else it must be entered.

    A hand without trump by size is not looked at here: see `no_trump_hands`.

    >>> from scorekeeper.rules.ruleset import Ruleset
    >>> rotating = Ruleset(trump=TrumpPolicy("rotation", order=("spades", "none")))
    >>> [known_trump(rotating, hand) for hand in (1, 2, 3)], known_trump(Ruleset(), 1)
    (['spades', 'none', 'spades'], None)
    """
    trump = ruleset.trump
    if trump.policy == "rotation":
        return trump.order[(hand_number - 1) % len(trump.order)]
    if trump.policy == "none":
        return NO_TRUMP
    return trump.suit if trump.policy == "fixed" else None


def no_trump_hands(ruleset: Ruleset, sizes: Sequence[int], players: int) -> tuple[bool, ...]:
    """Whether each hand is played without trump by the rules.

    Hands of a fixed size are all alike, so none of them is the largest; a game without a set number of hands has no last one.

    >>> from scorekeeper.rules.ruleset import Ruleset
    >>> no_trump_hands(Ruleset(), (3, 2, 1, 2, 3), players=4)
    (True, False, False, False, True)
    >>> no_trump_hands(Ruleset(no_trump="exhausted"), (12, 13, 12), players=4)
    (False, True, False)
    """
    hands = range(len(sizes))
    if ruleset.trump.policy == "none" or ruleset.no_trump == "all":
        return tuple(True for _ in hands)
    if ruleset.no_trump == "max-hand":
        largest = 0 if ruleset.schedule.shape == "fixed" else max(sizes, default=0)
        return tuple(size == largest for size in sizes)
    if ruleset.no_trump == "last-hand":
        return tuple(hand == len(sizes) - 1 and not ruleset.open_ended for hand in hands)
    if ruleset.no_trump == "exhausted":
        return tuple(size * players >= ruleset.pack(players) for size in sizes)
    if ruleset.no_trump == "rotation":
        return tuple(known_trump(ruleset, hand + 1) == NO_TRUMP for hand in hands)
    return tuple(False for _ in hands)


def _order(data: object, key: str) -> tuple[str, ...]:
    return tuple(reading.choice(trump, key, TRUMPS) for trump in reading.items(data, key, 20))
