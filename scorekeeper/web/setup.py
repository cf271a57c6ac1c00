"""A new game: who sits where, who deals first, what is played."""

import secrets
from datetime import UTC, datetime

from flask import Blueprint, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.bidding import next_dealer
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import MOST_PLAYERS
from scorekeeper.storage import games
from scorekeeper.web.draft import LEAST_LINES, Draft
from scorekeeper.web.named import EARLIER, UP_FRONT, Named, kept, named
from scorekeeper.web.pages import page
from scorekeeper.web.security import named_device
from scorekeeper.web.words import error_sentence

pages = Blueprint("setup", __name__)


@pages.route("/new", methods=["GET", "POST"])
def new() -> Response:
    """The form; a POST starts the game, or does what can be done without scripts: add, move or remove a line."""
    if request.method != "POST":
        return show(_again(request.args["again"]) if "again" in request.args else Draft.empty())
    draft = Draft.sent()
    wanted = request.form.get("do", "start")
    if wanted == "keep":
        draft.keep_rules()
        draft.opened = True
        return show(draft, status=422 if draft.errors else 200)
    if wanted != "start":
        _rearrange(draft, wanted)
        return show(draft)
    start = draft.check()
    if start is None:
        return show(draft, status=422)
    session["choices"] = draft.choices.remembered()
    key = request.form.get("key", "").replace("\0", "")[:100] or secrets.token_urlsafe(9)
    slug = games.start(start, key=key, device=named_device(), at=datetime.now(UTC))
    if games.load(slug).game.players != start.players:  # the page of an earlier game, filled in anew
        fault = RuleError("conflict", N_("This page has already started a game. Tap Start once more for another one."))
        draft.errors["players"] = error_sentence(fault)
        return show(draft, status=409)
    return redirect(url_for("table.table", slug=slug), 303)


@pages.get("/new/choices")
def choices() -> Response:
    """The choices and the card for what is typed so far, while it is being typed."""
    return show(Draft.sent(), template="setup/choices.html")


def show_refused(error: RuleError) -> Response:
    """The form as it was sent, when the request could not be trusted."""
    draft = Draft.sent()
    draft.errors["players"] = error_sentence(error)
    return show(draft, status=400)


def show(draft: Draft, *, status: int = 200, template: str = "setup/new.html") -> Response:
    """The form as it stands. The device is named now, so that a doubled "Start" comes from one device."""
    named_device()
    line, card, as_named = draft.line(), draft.card(), draft.plays_as_named
    if not draft.players and request.method != "POST":  # nothing was typed yet that could be a fault
        draft.errors.clear()
    return page(
        template,
        status=status,
        draft=draft,
        offered=_offered(draft),
        card=card,
        as_named=as_named,
        line=line,
        most=MOST_PLAYERS,
        key=secrets.token_urlsafe(9),
    )


def _offered(draft: Draft) -> list[list[Named]]:
    """The games in the list: those of the device, those up front, and the chosen one wherever it comes from."""
    groups = [list(kept()), [game for game in map(named, UP_FRONT) if game is not None]]
    if draft.choices.named not in groups[0] + groups[1]:
        groups[1].append(draft.choices.named)
    return groups


def _rearrange(draft: Draft, wanted: str) -> None:
    """Take what was chosen elsewhere, add a line, move a player up, or take a line away; everything else stays as typed."""
    what, _, chosen = wanted.partition(" ")
    if chosen:
        draft.take(what, chosen)
        return
    what, _, place = wanted.partition("-")
    seat = int(place) if place.isascii() and place.isdecimal() and len(place) < 3 else -1
    names, dealer = draft.names, int(draft.dealer) if draft.dealer.isdecimal() and len(draft.dealer) < 3 else None
    if what == "add":
        draft.lines = min(draft.lines + 1, MOST_PLAYERS)
    elif what == "up" and 0 < seat < len(names):
        names[seat - 1], names[seat] = names[seat], names[seat - 1]
        draft.paper.rearrange([*range(seat - 1), seat, seat - 1, *range(seat + 1, len(names))])
        dealer = {seat: seat - 1, seat - 1: seat}.get(dealer, dealer) if dealer is not None else None
    elif what == "remove" and draft.lines <= LEAST_LINES:
        draft.errors["players"] = error_sentence(RuleError("players", N_("A game needs at least 2 players.")))
    elif what == "remove" and 0 <= seat < len(names):
        draft.names = [*names[:seat], *names[seat + 1 :], ""]
        draft.paper.rearrange([line for line in range(len(names)) if line != seat])
        draft.lines -= 1
        dealer = dealer - 1 if dealer is not None and dealer > seat else dealer
    draft.dealer = draft.dealer if dealer is None else str(dealer)


def _again(slug: str) -> Draft:
    """The people of an earlier game as they sat at its end, without those who left, the deal moved on by one."""
    draft = Draft.empty()
    try:
        game = games.load(slug).game
    except (LookupError, games.DamagedGame, ValueError):
        return draft
    draft.choices.dealer_rests.data = game.dealer_rests
    seats = [seat for seat in game.circle if seat in game.present]
    if not draft.choices.show_rules(game.rules, len(seats) - game.dealer_rests, game.game):
        draft.choices.take_game(f"{EARLIER}{slug}")
    draft.names, draft.lines = [game.players[seat] for seat in seats], max(len(seats), 2)
    draft.dealer = str(seats.index(next_dealer(game.circle, game.first_dealer, game.rules.rotation, absent=game.away)))
    return draft
