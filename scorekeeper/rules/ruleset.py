"""Ruleset: every choice a table can make, as one value. A game copies it when it starts, so it never changes under the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.rules import reading
from scorekeeper.rules.bidding import LEADS, ROTATIONS, Bidding
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.number import Points, plain
from scorekeeper.rules.ranking import TIES
from scorekeeper.rules.schedule import MOST_CARDS, Schedule, hand_sizes, largest_size
from scorekeeper.rules.scoring import BASE_SCORING, Scoring
from scorekeeper.rules.trump import NO_TRUMP_SETTINGS, TrumpPolicy

FEWEST_PLAYERS, MOST_PLAYERS = 2, 10
TABLE_EXTRAS = ("wager", "discarded", "multiplier")
EXTRAS = ("bonus", "blind", *TABLE_EXTRAS)


@dataclass(frozen=True, slots=True)
class Deck:
    """The pack: so many cards, or so many for each player."""

    cards: int = 52
    per_player: int | None = None

    @classmethod
    def from_data(cls, data: object, key: str = "deck") -> Deck:
        """A pack is written as its number of cards, or per player.

        >>> Deck.from_data(60), Deck.from_data({"per_player": 8}).for_players(4)
        (Deck(cards=60, per_player=None), 32)
        """
        if not isinstance(data, Mapping):
            return cls(reading.whole(data, key, 1, MOST_CARDS))
        given = reading.section(data, key, ("per_player",))
        if not given:
            raise reading.missing(reading.path(key, "per_player"))
        return cls(per_player=reading.whole(given["per_player"], reading.path(key, "per_player"), 1, MOST_CARDS // MOST_PLAYERS))

    def to_data(self) -> object:
        return self.cards if self.per_player is None else {"per_player": self.per_player}

    def for_players(self, players: int) -> int:
        """The cards in play with so many players."""
        return self.cards if self.per_player is None else self.per_player * players


BASE_SCHEDULE, BASE_BIDDING, BASE_TRUMP, BASE_DECK = Schedule(), Bidding(), TrumpPolicy(), Deck(52)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Every choice a table can make; as it comes, the base game."""

    scoring: Scoring = BASE_SCORING
    schedule: Schedule = BASE_SCHEDULE
    bidding: Bidding = BASE_BIDDING
    trump: TrumpPolicy = BASE_TRUMP
    no_trump: str = "max-hand"
    deck: Deck = BASE_DECK
    lead: str = "left"
    tie: str = "shared"
    players: tuple[int, int] = (FEWEST_PLAYERS, MOST_PLAYERS)
    end_score: Points | None = None
    rotation: str = "left"
    must_trump: bool = False
    extras: tuple[str, ...] = ()

    def enters(self, extra: str) -> bool:
        """Whether this table enters an extra (`EXTRAS`) of a hand or a bid, by its scoring or because it plays so.

        >>> Ruleset(scoring=Scoring(bonus="made")).enters("bonus"), Ruleset().enters("bonus")
        (True, False)
        """
        by_scoring = {"bonus": self.scoring.bonus != "none", "blind": bool(self.scoring.blind)}
        return by_scoring.get(extra, extra in self.extras)

    @property
    def open_ended(self) -> bool:
        """Whether the schedule leaves open how many hands are played."""
        return self.schedule.open_ended

    def pack(self, players: int) -> int:
        """The cards in play with so many players.

        >>> Ruleset().pack(4), Ruleset(deck=Deck(per_player=8)).pack(4)
        (52, 32)
        """
        return self.deck.for_players(players)

    def largest_size(self, players: int) -> int:
        """The most cards that everybody can get.

        >>> Ruleset().largest_size(3)
        17
        """
        return largest_size(players, self.pack(players))

    def sizes(self, players: int) -> tuple[int, ...]:
        """The size of every hand of the game; of an open-ended one, of its first hand.

        >>> Ruleset().sizes(7)
        (1, 2, 3, 4, 5, 6, 7)
        """
        self.check_players(players)
        return hand_sizes(self.schedule, players, self.pack(players))

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the game is not for.

        >>> try:
        ...     Ruleset(players=(4, 4)).check_players(3)
        ... except RuleError as error:
        ...     print(error)
        This game is for 4 players, not 3.
        """
        least, most = self.players
        if not least <= players <= most:
            several = N_("This game is for %(least)s to %(most)s players, not %(players)s.")
            sentence = N_("This game is for %(most)s players, not %(players)s.") if least == most else several
            raise RuleError("players", sentence, least=least, most=most, players=players)

    def plans_for(self, players: int) -> bool:
        """Whether so many can play all hands: the game is for them, and a list of hands fits the pack.

        >>> Ruleset.from_data({"schedule": {"shape": "list", "hands": [9]}}).plans_for(6)
        False
        """
        try:
            self.sizes(players)
        except RuleError:
            return False
        return True

    @classmethod
    def from_data(cls, data: object) -> Ruleset:
        """Rules are written as JSON; a missing or null key takes the base game's value, a wrong one is refused by name.

        >>> Ruleset.from_data({}) == Ruleset()
        True
        >>> try:
        ...     Ruleset.from_data({"bidding": {"hok": "always"}})
        ... except RuleError as error:
        ...     print(error)
        The rules have no key “bidding.hok”.
        """
        given = reading.section(data, "", KEYS)
        return cls(**{NAMES.get(name, name): READERS[name](value, name) for name, value in given.items()})

    def to_data(self) -> dict[str, object]:
        """The rules as JSON, complete: reading them again gives the same rules.

        >>> Ruleset.from_data(Ruleset().to_data()) == Ruleset()
        True
        """
        return {
            "scoring": self.scoring.to_data(),
            "schedule": self.schedule.to_data(),
            "bidding": self.bidding.to_data(),
            "trump": self.trump.to_data(),
            "no_trump": self.no_trump,
            "deck": self.deck.to_data(),
            "lead": self.lead,
            "tie": self.tie,
            "players": list(self.players),
            "end": None if self.end_score is None else {"score": plain(self.end_score)},
            "rotation": self.rotation,
            "must_trump": self.must_trump,
            "extras": list(self.extras),
        }


def _players(data: object, key: str) -> tuple[int, int]:
    match [reading.whole(count, key, FEWEST_PLAYERS, MOST_PLAYERS) for count in reading.items(data, key, 2)]:
        case [least, most] if least <= most:
            return least, most
    raise RuleError("rules", N_("In the rules, “%(key)s” must be the least and the most players, such as [3, 7]."), key=key)


def _end_score(data: object, key: str) -> Points:
    given = reading.section(data, key, ("score",))
    if "score" not in given:
        raise reading.missing(reading.path(key, "score"))
    score = reading.points(given["score"], reading.path(key, "score"))
    if score <= 0:
        raise RuleError("rules", N_("In the rules, “%(key)s” must be above 0."), key=reading.path(key, "score"))
    return score


READERS: dict[str, reading.Reader] = {
    "scoring": Scoring.from_data,
    "schedule": Schedule.from_data,
    "bidding": Bidding.from_data,
    "trump": TrumpPolicy.from_data,
    "no_trump": lambda value, key: reading.choice(value, key, NO_TRUMP_SETTINGS),
    "deck": Deck.from_data,
    "lead": lambda value, key: reading.choice(value, key, LEADS),
    "tie": lambda value, key: reading.choice(value, key, TIES),
    "players": _players,
    "end": _end_score,
    "rotation": lambda value, key: reading.choice(value, key, ROTATIONS),
    "must_trump": reading.flag,
    "extras": lambda value, key: tuple(reading.choice(one, key, TABLE_EXTRAS) for one in reading.items(value, key, 10)),
}
KEYS = tuple(READERS)
NAMES = {"end": "end_score"}
