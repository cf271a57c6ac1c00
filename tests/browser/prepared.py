"""Games played through the program's own storage as far as a test needs them: what a test doesn't look at it needn't tap."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

from flask import Flask

from scorekeeper.ledger.entries import (
    About,
    Adjustment,
    Bid,
    Correction,
    DealerRests,
    Fact,
    Join,
    Note,
    Presence,
    Rules,
    SetPoints,
    SitOut,
    Start,
    Stop,
    Tricks,
    Trump,
    Undo,
)
from scorekeeper.ledger.game import Game
from scorekeeper.rules.bidding import Bidding
from scorekeeper.rules.catalogue import preset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.schedule import Schedule
from scorekeeper.storage import games

DEVICE = "the scorekeeper's phone"
FOUR = ("Ana", "Bo", "Cy", "Dee")
HOOK = Bidding(hook="always")
NO_HOOK = Bidding(hook="never")
TOGETHER = Bidding(order="simultaneous")
B3 = [([1, 0, 1], [1, 0, 0]), ([0, 2, 1], [1, 0, 1]), ([2, 1, 1], [2, 1, 0])]  # three players, 1 2 3 cards, hook: 23, 21, 11
HOUSE = Ruleset.from_data({"bidding": {"hook": "never"}, "scoring": {"made": {"k": 5, "b": 1}, "over": {"d": -1}}}).to_data()
Played = Sequence[tuple[Sequence[int], Sequence[int]]]


def rules(sizes: Sequence[int] = (), *, bidding: Bidding = HOOK) -> Ruleset:
    """The base game with the hook, and a list of hands if `sizes` are given."""
    base = replace(Ruleset(), bidding=bidding)
    return replace(base, schedule=Schedule("list", hands=tuple(sizes))) if sizes else base


def legal_hand(game: Game) -> tuple[list[int], list[int]]:
    """Bids and tricks for the hand that is open, not all alike: the first bidder takes the odd trick."""
    hand = game.hand
    assert hand is not None
    seats = len(game.players)
    bids, tricks = [0] * seats, [0] * seats
    for place, seat in enumerate(hand.order):
        bids[seat] = tricks[seat] = hand.size // seats + (place < hand.size % seats)
    last = hand.order[-1]
    bids[last] += 1 if bids[last] < hand.size else -1
    return bids, tricks


class Cupboard:
    """Starts games and plays them on, all kept by the phone `DEVICE`."""

    def __init__(self, app: Flask) -> None:
        self.app = app

    def cookie(self, address: str, device: str = DEVICE) -> Any:
        """The signed cookie that makes a browser that phone."""
        with self.app.app_context():
            interface: Any = self.app.session_interface
            signed = interface.get_signing_serializer(self.app).dumps({"device": device})
        parts = urlsplit(address)
        return {"name": self.app.config["SESSION_COOKIE_NAME"], "value": signed, "url": f"{parts.scheme}://{parts.netloc}"}

    def start(
        self,
        players: Sequence[str] = FOUR,
        *,
        ruleset: Ruleset | None = None,
        hands: int = 0,
        played: Played = (),
        title: str = "",
        game: str = "",
    ) -> str:
        """A game that has begun: `played` hands as given (bids and tricks in seat order), then some up to `hands`."""
        chosen = rules() if ruleset is None else ruleset
        started = datetime.now().astimezone().isoformat(timespec="seconds")
        fact = Start(chosen.to_data(), tuple(players), title=title, started=started, game=game)
        with self.app.app_context():
            slug = games.start(fact, key=token_urlsafe(9), device=DEVICE, at=datetime.now(UTC))
        for bids, tricks in played:
            self.play(slug, bids, tricks)
        for _ in range(hands - len(played)):
            self.play(slug, *legal_hand(self.game(slug)))
        return slug

    def start_named(self, id_: str, players: Sequence[str] = FOUR, *, sizes: Sequence[int] = (), hands: int = 0) -> str:
        """A game of the catalogue, with a list of hands if `sizes` are given."""
        named = preset(id_)
        ruleset = replace(named.ruleset, schedule=Schedule("list", hands=tuple(sizes))) if sizes else named.ruleset
        return self.start(players, ruleset=ruleset, hands=hands, game=named.name)

    def play(self, slug: str, bids: Sequence[int | None], tricks: Sequence[int | None]) -> None:
        """One whole hand, in seat order; `None` for those who do not play it."""
        self.bid(slug, bids)
        hand = self.game(slug).hand
        assert hand is not None
        self.enter(slug, Tricks(hand.number, tuple(tricks)))

    def bid(self, slug: str, bids: Sequence[int | None]) -> None:
        """Bids in seat order, entered in bidding order; `None` for those who have not bid yet."""
        hand = self.game(slug).hand
        assert hand is not None
        made = [(seat, bids[seat]) for seat in hand.order]
        self.enter(slug, *(Bid(hand.number, seat, bid) for seat, bid in made if bid is not None))

    def name_trump(self, slug: str, suit: str) -> None:
        """The trump of the open hand."""
        hand = self.game(slug).hand
        assert hand is not None
        self.enter(slug, Trump(hand.number, suit))

    def enter(self, slug: str, *facts: Fact) -> None:
        """Entries, as another phone that keeps score would make them."""
        with self.app.app_context(), games.writing(slug) as stored:
            for fact in facts:
                stored = games.append(stored, fact, key="", at=datetime.now(UTC))

    def undo(self, slug: str) -> None:
        """The last entry is taken back."""
        self.enter(slug, Undo(self.game(slug).version))

    def stop(self, slug: str) -> None:
        """The game is stopped."""
        self.enter(slug, Stop())

    def game(self, slug: str) -> Game:
        """The game as it is stored now."""
        with self.app.app_context():
            return games.load(slug).game


def play(cupboard: Cupboard, slug: str, hands: int) -> None:
    """Hands among those who are there: everybody bids as little as possible, the first bidder takes every trick."""
    for _ in range(hands):
        hand = cupboard.game(slug).hand
        assert hand is not None
        for seat in hand.order:
            cupboard.enter(slug, Bid(hand.number, seat, cupboard.game(slug).legal_bids(seat)[0]))
        taken = [hand.size * (seat == hand.order[0]) if seat in hand.order else None for seat in range(len(hand.bids))]
        cupboard.enter(slug, Tricks(hand.number, tuple(taken)))


def evening(cupboard: Cupboard, players: tuple[str, ...]) -> str:
    """Four people begin, three come, one goes; points are given and set by hand, rules and dealers change, and it ends early."""
    sizes = [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1]
    slug = cupboard.start(players, ruleset=rules(sizes), hands=2, title="Friday evening", game="Oh Hell")
    cupboard.enter(slug, Adjustment(-10, None, "overtime", 2), Adjustment(-1250, 1, "revoked twice in the same hand", 2))
    cupboard.enter(slug, Join("Eli", 0, 12), Join("Maximilian of Konstanz", 2), Note("Wine went over the cards.\nAnother pack.", 2))
    play(cupboard, slug, 1)
    cupboard.enter(slug, Join("Gus", 1, 1), Presence(1, there=False))
    play(cupboard, slug, 1)
    cupboard.enter(slug, SetPoints(5, (12, None, -4, 11, 0, 12, 11), "wrong number of cards"), Rules(HOUSE, "House"), SitOut(6, 2))
    play(cupboard, slug, 1)
    cupboard.enter(slug, DealerRests(rests=True))
    play(cupboard, slug, 2)
    cupboard.enter(slug, About("Friday evening", "at Dee's", "Ana"), Note("For the last piece of cake."), Stop())
    hand = cupboard.game(slug).hands[0]
    cupboard.enter(slug, Correction(1, hand.bids, hand.tricks[1:4] + hand.tricks[:1] + hand.tricks[4:], even_kept=True))
    cupboard.enter(slug, Adjustment(3, 3, "for the cake", 8))
    return slug
