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

    >>> from scorekeeper.rules.ruleset import Ruleset
    >>> no_trump_hands(Ruleset(), (3, 2, 1, 2, 3), players=4)
    (True, False, False, False, True)
    >>> no_trump_hands(Ruleset(no_trump="exhausted"), (12, 13, 12), players=4)
    (False, True, False)
    """
    return tuple(without_trump(ruleset, sizes, hand, players) for hand in range(1, len(sizes) + 1))


def without_trump(ruleset: Ruleset, sizes: Sequence[int], hand_number: int, players: int) -> bool:
    """Whether a hand (counted from 1) of a game with these sizes, played by so many, has no trump by the rules.

    Hands of a fixed size are all alike, so none of them is the largest; a game without a set number of hands has no last one.
    """
    size = sizes[hand_number - 1]
    if ruleset.trump.policy == "none":
        return True
    match ruleset.no_trump:
        case "max-hand":
            return ruleset.schedule.shape != "fixed" and size == max(sizes)
        case "last-hand":
            return hand_number == len(sizes) and not ruleset.open_ended
        case "exhausted":
            return size * players >= ruleset.pack(players)
        case "rotation":
            return known_trump(ruleset, hand_number) == NO_TRUMP
    return ruleset.no_trump == "all"


def _order(data: object, key: str) -> tuple[str, ...]:
    return tuple(reading.choice(trump, key, TRUMPS) for trump in reading.items(data, key, 20))
