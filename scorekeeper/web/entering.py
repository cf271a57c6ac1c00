"""The requests that write an entry at the table: each form turns into one fact, judged by what its page had shown."""

from flask import request
from wtforms import HiddenField

from scorekeeper.ledger import seen
from scorekeeper.ledger.entries import Bid, Fact, Tricks, Trump, Undo
from scorekeeper.ledger.game import Game
from scorekeeper.web.fields import EntryForm, NumbersInSeatOrder, WholeNumber, given, whole


class BidForm(EntryForm):
    """One bid; `was` is what the page showed for this seat."""

    hand = WholeNumber(validators=[given])
    seat = WholeNumber(validators=[given])
    bid = WholeNumber(validators=[given])
    was = WholeNumber()

    def fact(self, game: Game) -> Fact | None:
        """The bid, unless it is there already."""
        self.check(self.seat.data if self.seat.data in range(len(game.players)) else None)
        fact = Bid(self.hand.data, self.seat.data, self.bid.data)
        return seen.fresh_bid(game, fact, self.was.data) if seen.is_new(game, fact, self.entry_key) else None


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
    """The tricks of every seat, in fields `tricks-0`, `tricks-1`, …; `bids` is what the page showed."""

    hand = WholeNumber(validators=[given])
    bids = NumbersInSeatOrder(validators=[given])

    def fact(self, game: Game) -> Fact | None:
        """The tricks, unless they are recorded already."""
        self.check()
        fact = Tricks(self.hand.data, typed_numbers("tricks", game, self.hand.data))
        return seen.fresh_tricks(game, fact, self.bids.data or ()) if seen.is_new(game, fact, self.entry_key) else None


class UndoForm(EntryForm):
    """The undo of the entry that the page named."""

    entry = WholeNumber(validators=[given])

    def fact(self, game: Game) -> Fact | None:
        """The undo, unless that entry is undone already."""
        self.check()
        fact = Undo(self.entry.data)
        return seen.fresh_undo(game, fact) if seen.is_new(game, fact, self.entry_key) else None


class UnknownForm(EntryForm):
    """A request that names nothing this page can do."""

    def fact(self, game: Game) -> Fact | None:  # noqa: ARG002 (the others' signature)
        """Refused."""
        raise seen.garbled()


FORMS: dict[str, type[BidForm | TrumpForm | TricksForm | UndoForm | UnknownForm]] = {
    "bid": BidForm,
    "trump": TrumpForm,
    "tricks": TricksForm,
    "undo": UndoForm,
}


def typed_trump() -> str | None:
    """The trump that was tapped, `None` where an empty one says "not noted". A request without any is garbled."""
    if "trump" not in request.form:
        raise seen.garbled()
    return request.form["trump"] or None


def typed_numbers(name: str, game: Game, hand: int) -> tuple[int | None, ...]:
    """One number for every seat from the fields `name-0`, `name-1`, …"""
    return tuple(whole(request.form.get(f"{name}-{seat}"), seat=seat, hand=hand) for seat in range(len(game.players)))
