"""Correcting a recorded hand: all its bids, tricks, trump and extras, filled with what is stored; or points set by hand instead of
them. A note about it can be written here too.

When another phone corrected it meanwhile, both versions stand side by side.
"""

import secrets
from dataclasses import replace

from flask import Blueprint, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response
from wtforms import BooleanField

from scorekeeper.ledger import seen
from scorekeeper.ledger.entries import Correction, Fact, SetPoints
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.number import plain
from scorekeeper.storage.games import Stored
from scorekeeper.web import table
from scorekeeper.web.arranging import NoteForm, typed_set_points
from scorekeeper.web.entering import entered, typed_extras, typed_numbers, typed_trump
from scorekeeper.web.fields import EntryForm, WholeNumber, given
from scorekeeper.web.hand_page import field_of
from scorekeeper.web.pages import load_game, page
from scorekeeper.web.security import may_score
from scorekeeper.web.words import error_sentence

pages = Blueprint("correct", __name__)


class CorrectionForm(EntryForm):
    """`seen` is the last entry about the hand that the page knew. Numbers come as `bid-0`, `tricks-0`, …"""

    seen = WholeNumber(validators=[given])
    even_kept = BooleanField()

    def wanted(self, game: Game, hand: int) -> Correction:
        """The hand as it is to be."""
        self.check()
        bids, tricks = typed_numbers("bid", game, hand), typed_numbers("tricks", game, hand)
        extras = typed_extras(game, game.closed_hand(hand))
        return Correction(hand, bids, tricks, typed_trump(), self.even_kept.data, extras)

    def fact(self, game: Game, hand: int) -> Correction | None:
        """That, unless it is stored like that already."""
        fact = self.wanted(game, hand)
        return seen.fresh_correction(game, fact, self.seen.data) if seen.is_new(game, fact, self.entry_key) else None


class PointsForm(EntryForm):
    """Points set by hand for a recorded hand; `seen` as in a correction."""

    seen = WholeNumber(validators=[given])

    def fact(self, game: Game, hand: int) -> SetPoints | None:
        """They, unless they are stored already."""
        self.check()
        fact = typed_set_points(game, game.closed_hand(hand))
        return seen.fresh_set_points(game, fact, self.seen.data) if seen.is_new(game, fact, self.entry_key) else None


def _fact(game: Game, number: int) -> Fact | None:
    """What the form that was sent has about the hand of that number."""
    what = request.form.get("do", "")
    if what == "note":
        note = NoteForm(request.form)
        note.hand.data = game.opened_hand(number).number
        return note.fact(game)
    if what not in {"", "set-points"}:
        raise seen.garbled()
    return (PointsForm if what else CorrectionForm)(request.form).fact(game, number)


@pages.route("/g/<slug>/hands/<int:number>", methods=["GET", "POST"])
def correct(slug: str, number: int) -> Response:
    """The recorded hand to look at and, for the scorekeeper, to correct."""
    stored = load_game(slug)
    if not may_score(stored):
        return table.turn_away(slug, "sheet.sheet")
    return _enter(slug, number) if request.method == "POST" else show(stored, number)


def _enter(slug: str, number: int) -> Response:
    try:
        entered(slug, EntryForm(request.form).entry_key, lambda locked: _fact(locked.game, number))
    except RuleError as error:
        now = load_game(slug)
        return show(now, number, error=error, status=table.status_of(error, now.game))
    return redirect(_back(slug), 303)


def _from_table() -> bool:
    """Whoever came from the table in the middle of a hand goes on there; everybody else with the sheet."""
    return request.args.get("from") == "table"


def _back(slug: str) -> str:
    return url_for("table.table" if _from_table() else "sheet.sheet", slug=slug)


def show(stored: Stored, number: int, *, error: RuleError | None = None, status: int = 200) -> Response:
    """The hand with what is stored or was typed; the table, when there is no such hand (any more)."""
    game, slug = stored.game, stored.slug
    try:
        hand = game.uncovered.closed_hand(number)
    except RuleError:
        return redirect(url_for("table.table", slug=slug), 303) if error is None else table.show(stored, error=error, status=status)
    both = error is not None and error.code == "conflict" and "stored" in error.figures
    refused = {"set-points": "set-points", "note": f"note-{number}"}.get(request.form.get("do", ""), "") if error else ""
    return page(
        "correct/both.html" if both else "correct/hand.html",
        status=status,
        slug=slug,
        game=game,
        hand=hand,
        mine=_as_typed(game, hand) if both else None,
        extras=game.extras_of(hand),
        seen=seen.last_touched(game, number),
        error=None if refused else error,
        kept=request.form if error and not refused else {},
        points_now=_points_now(hand),
        address=url_for("correct.correct", slug=slug, number=number) + "?from=table" * _from_table(),
        back=_back(slug),
        refused=refused,
        fault=error_sentence(error) if error and refused and not both else Markup(),
        beside=field_of(error) if error and refused else "",
        typed=request.form if error else {},
        key=secrets.token_urlsafe(9),
    )


def _points_now(hand: Hand) -> dict[str, str]:
    """The points set by hand as the fields have them, the minus beside each number."""
    given = {f"points-{seat}": points for seat, points in enumerate(hand.set_points) if points is not None}
    minus = {f"{field}-minus": "y" for field, points in given.items() if points < 0}
    return {**{field: str(plain(max(points, -points))) for field, points in given.items()}, **minus, "reason": hand.reason}


def show_again(stored: Stored, *, error: RuleError, status: int) -> Response:
    """The hand as it was typed, when the request could not be trusted."""
    return show(stored, (request.view_args or {})["number"], error=error, status=status)


def _as_typed(game: Game, hand: Hand) -> Hand:
    if request.form.get("do") == "set-points":
        given = typed_set_points(game, hand)
        return replace(hand, set_points=given.points, reason=given.reason)
    typed = CorrectionForm(request.form).wanted(game, hand.number)
    played = replace(hand, bids=typed.bids, tricks=typed.tricks, trump=typed.trump, extras=typed.extras)
    return replace(played, set_points=(), reason="")
