"""The requests that write an entry at the table: each form turns into one fact, judged by what its page had shown."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import request
from wtforms import HiddenField

from scorekeeper import clock
from scorekeeper.ledger import seen
from scorekeeper.ledger.entries import NO_EXTRAS, Bid, Extras, Fact, Stake, Tricks, Trump, Undo
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.storage import games
from scorekeeper.storage.games import Stored
from scorekeeper.web.fields import MINUSES, EntryForm, NumbersInSeatOrder, Shown, WholeNumber, given, whole
from scorekeeper.web.pages import writing_game
from scorekeeper.web.security import may_score

WATCHER = N_("Nothing was saved: this phone only reads along. To keep score here, open the private scoring link.")
POINTS = re.compile(rf"([+{re.escape(MINUSES)}]?)(\d+)")


class BidForm(EntryForm):
    """One bid; `was` is what the page showed for this seat."""

    hand = WholeNumber(validators=[given])
    seat = WholeNumber(validators=[given])
    bid = WholeNumber(validators=[given])
    was = Shown()

    def fact(self, game: Game) -> Fact | None:
        """The bid, unless it is there already."""
        self.check(self.seat.data if self.seat.data in range(len(game.players)) else None)
        fact = Bid(self.hand.data, self.seat.data, self.bid.data)
        if not seen.is_new(game, fact, self.entry_key):
            return None
        return seen.fresh_bid(game, fact, whole(self.was.data), self.was.set_by)


class StakeForm(EntryForm):
    """A wager, or whether the bid is blind: what the request does not name stays as it is.

    `was` is about the wager, as with a bid.
    """

    hand = WholeNumber(validators=[given])
    seat = WholeNumber(validators=[given])
    was = Shown()

    def fact(self, game: Game) -> Fact | None:
        """The stake, unless it is there already."""
        self.check()
        hand, seat = self.hand.data, self.seat.data
        entered = game.extras_of(game.opened_hand(hand))
        if any(name in request.form and name not in entered for name in ("blind", "wager")):
            raise seen.garbled()
        before = seen.entered_as(game, self.entry_key)
        rest = before if isinstance(before, Stake) else seen.at_stake(game, hand, seat)
        blind = request.form["blind"] == "y" if "blind" in request.form else rest.blind
        wager = points(request.form["wager"], hand, seat) if "wager" in request.form else rest.wager
        fact, was = Stake(hand, seat, blind, wager), points(self.was.data, hand, seat)
        if not seen.is_new(game, fact, self.entry_key):
            return None
        if "wager" not in request.form:
            return seen.fresh_blind(game, fact)
        return seen.fresh_stake(game, fact, was, self.was.set_by)


class TrumpForm(EntryForm):
    """The trump; empty takes it back."""

    hand = WholeNumber(validators=[given])
    was = HiddenField()

    def fact(self, game: Game) -> Fact | None:
        """The trump, unless it is there already."""
        self.check()
        fact = Trump(self.hand.data, typed_trump())
        return seen.fresh_trump(game, fact, self.was.data or None) if seen.is_new(game, fact, self.entry_key) else None


class TricksForm(EntryForm):
    """The tricks of every seat, in fields `tricks-0`, `tricks-1`, …, and the extras; `bids` is what the page showed."""

    hand = WholeNumber(validators=[given])
    bids = NumbersInSeatOrder(validators=[given])

    def fact(self, game: Game) -> Fact | None:
        """The tricks, unless they are recorded already."""
        self.check()
        hand = self.hand.data
        fact = Tricks(hand, typed_numbers("tricks", game, hand), typed_extras(game, game.opened_hand(hand)))
        return seen.fresh_tricks(game, fact, self.bids.data or ()) if seen.is_new(game, fact, self.entry_key) else None


class UndoForm(EntryForm):
    """The undo of the entry that the page named: by its number, or by its key while the phone had no answer to it yet (`of`)."""

    entry = WholeNumber()
    of = HiddenField()

    def fact(self, game: Game) -> Fact | None:
        """The undo, unless that entry is undone already."""
        self.check()
        fact = Undo(self.number(game))
        return seen.fresh_undo(game, fact) if seen.is_new(game, fact, self.entry_key) else None

    def number(self, game: Game) -> int:
        """The number of that entry. One with this key that never came in cannot be undone, and nothing else is instead."""
        if self.of.data:
            found = game.entry_with(self.of.data)
            if found is None:
                raise RuleError("undo-order", N_("What was to be undone was never entered, so nothing was undone."))
            return found.number
        if self.entry.data is None:
            raise seen.garbled()
        return int(self.entry.data)


class RedoForm(EntryForm):
    """What was undone last, entered again; the page named its entry."""

    entry = WholeNumber(validators=[given])

    def fact(self, game: Game) -> Fact | None:
        """The fact once more, unless it is in force again already."""
        self.check()
        fact = seen.fresh_redo(game, self.entry.data)
        return fact if fact is not None and seen.is_new(game, fact, self.entry_key) else None


class UnknownForm(EntryForm):
    """A request that names nothing this page can do."""

    def fact(self, game: Game) -> Fact | None:  # noqa: ARG002 (the others' signature)
        """Refused."""
        raise seen.garbled()


FORMS: dict[str, type[BidForm | StakeForm | TrumpForm | TricksForm | UndoForm | RedoForm | UnknownForm]] = {
    "bid": BidForm,
    "stake": StakeForm,
    "trump": TrumpForm,
    "tricks": TricksForm,
    "undo": UndoForm,
    "redo": RedoForm,
}


def entered(slug: str, key: str, fact_of: Callable[[Stored], Fact | None]) -> Stored:
    """The game after what a request enters, judged under the game's lock; the same game where nothing is left to do.

    Who may not keep score here is refused as a `watcher`.
    """
    with writing_game(slug) as locked:
        if not may_score(locked):
            raise RuleError("watcher", WATCHER)
        fact = fact_of(locked)
        return locked if fact is None else games.append(locked, fact, key=key, at=clock.now())


def typed_trump() -> str | None:
    """The trump that was tapped, `None` where an empty one says "not noted". A request without any is garbled."""
    if "trump" not in request.form:
        raise seen.garbled()
    return request.form["trump"] or None


def typed_numbers(name: str, game: Game, hand: int) -> tuple[int | None, ...]:
    """One number for every seat from the fields `name-0`, `name-1`, …"""
    return tuple(whole(request.form.get(f"{name}-{seat}"), seat=seat, hand=hand) for seat in range(len(game.players)))


def typed_extras(game: Game, hand: Hand) -> Extras:
    """The extras that are entered in this hand as the request has them; all others stay as they are.

    Whoever does not play the hand has none of them, whatever a request says.
    """
    return replace(hand.extras, **{name: _typed_extra(name, game, hand) for name in game.extras_of(hand)})


def _typed_extra(name: str, game: Game, hand: Hand) -> Any:
    seats = range(len(game.players))
    if name == "blind":
        return tuple(seat in hand.order and bool(request.form.get(f"blind-{seat}")) for seat in seats)
    if name in {"bonus", "wager"}:
        typed = (request.form.get(f"{name}-{seat}") if seat in hand.order else None for seat in seats)
        return tuple(points(text, hand.number, seat) for seat, text in enumerate(typed))
    number = whole(request.form.get(name), hand=hand.number)
    return getattr(NO_EXTRAS, name) if number is None else number


def points(text: str | None, hand: int, seat: int) -> int:
    """A whole number of points, above or below zero; nothing typed is 0.

    >>> points("+20", 1, 0), points("–5", 1, 0), points("", 1, 0)
    (20, -5, 0)
    """
    match = POINTS.fullmatch((text or "").strip() or "0")
    if match is None:
        raise RuleError("number", N_("Points are a whole number, such as 20 or −10."), hand=hand, seat=seat)
    number = whole(match[2]) or 0
    return number if match[1] in {"", "+"} else -number
