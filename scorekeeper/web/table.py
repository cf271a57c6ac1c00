"""The table: bids, trump and tricks of the hand being played, undo; for watchers the same page without controls."""

import secrets
from collections.abc import Mapping

from flask import Blueprint, g, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.ledger.covered import bid_entries, wager_entries
from scorekeeper.ledger.entries import Entry
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.opening import score_reached
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.errors import RuleError
from scorekeeper.storage.games import Stored
from scorekeeper.web.entering import FORMS, WATCHER, UnknownForm, entered
from scorekeeper.web.pages import load_game, nothing_new, page, unchanged, wants_fragment
from scorekeeper.web.security import may_score

pages = Blueprint("table", __name__)
CONFLICTS = {"conflict", "key-reused", "undo-order", "hand"}


@pages.route("/g/<slug>", methods=["GET", "POST"])
def table(slug: str) -> Response:
    """The table page; a POST appends one entry and answers the table as it is then."""
    if request.method == "POST":
        return _enter(slug)
    if nothing_new(slug):
        return unchanged()
    return show(load_game(slug))


def _enter(slug: str) -> Response:
    form = FORMS.get(request.form.get("do", ""), UnknownForm)(request.form)
    try:
        stored = entered(slug, form.entry_key, lambda locked: form.fact(locked.game))
    except RuleError as error:
        stored = load_game(slug)
        return show(stored, error=error, status=status_of(error, stored.game))
    return show(stored) if wants_fragment() else redirect(url_for("table.table", slug=slug), 303)


def show(stored: Stored, *, error: RuleError | None = None, status: int = 200) -> Response:
    """The table as it stands, with what was refused."""
    game, scoring = stored.game, may_score(stored)
    covers = scoring and game.hides_bids
    return page(
        "table/finished.html" if game.finished else "table/table.html",
        status=status,
        game=game,
        hand=game.hand,
        sheet=score_sheet(game),
        slug=stored.slug,
        here=url_for("table.table", slug=stored.slug),
        scoring=scoring,
        shown=game.uncovered.hand,
        bid_was=_behind(bid_entries(game, game.active)) if covers else {},
        wager_was=_behind(wager_entries(game, game.active)) if covers else {},
        opened=_opened_seat(game, error),
        error=error,
        typed=request.form if error else {},
        kept=request.form if error and request.form.get("do") == "tricks" else {},
        prolongs=prolongs(game),
        key=secrets.token_urlsafe(9),
    )


def _behind(entries: Mapping[int, Entry]) -> dict[int, str]:
    """What forms say in the place of a value that is covered, by seat (`fields.Shown`)."""
    return {seat: f"#{entry.number}" for seat, entry in entries.items()}


def prolongs(game: Game) -> bool:
    """Whether one more hand would make a game that has ended go on: not where it was stopped, or a score has ended it."""
    return game.finished and not game.stopped and not score_reached(game)


def status_of(error: RuleError, game: Game) -> int:
    """409 for what was right on the page it was made on, 403 for watchers, 422 for what never was right."""
    g.refused = error.code  # for the log
    if error.code == "watcher":
        return 403
    stale = error.code in CONFLICTS and (error.hand is None or 1 <= error.hand <= len(game.sizes))
    return 409 if stale else 422


def turn_away(slug: str, to: str = "table.table") -> Response:
    """Someone without the right to write asks for a page that only writes, or sends its form."""
    return refuse_watcher(slug) if request.method == "POST" else redirect(url_for(to, slug=slug), 303)


def refuse_watcher(slug: str, *, status: int = 403) -> Response:
    """Someone without the right to write tried to."""
    return show(load_game(slug), error=RuleError("watcher", WATCHER), status=status)


def _opened_seat(game: Game, error: RuleError | None) -> int | None:
    """The seat whose bid is being changed: the one asked for, or the one whose change was refused."""
    asked = request.args.get("change", type=int)
    if error is not None and request.form.get("do") == "bid":
        asked = error.seat
    return asked if game.hand is not None and asked in game.hand.order else None
