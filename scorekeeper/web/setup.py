"""A new game: who sits where, who deals first, what is played; whose game it is, and who usually plays."""

import secrets
from collections import Counter
from typing import Any

from flask import Blueprint, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper import clock
from scorekeeper.ledger.entries import Start
from scorekeeper.ledger.names import likeness
from scorekeeper.rules.bidding import next_dealer
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import MOST_PLAYERS
from scorekeeper.storage import games, groups, lists
from scorekeeper.storage.damage import DamagedGame
from scorekeeper.storage.lists import Listed
from scorekeeper.web.draft import LEAST_LINES, Draft
from scorekeeper.web.named import EARLIER, UP_FRONT, Named, kept, named
from scorekeeper.web.pages import load_game, page
from scorekeeper.web.security import named_device
from scorekeeper.web.words import error_sentence

pages = Blueprint("setup", __name__)
CHOICES = "setup/choices.html"
LATEST, MOST_REGULARS = 20, 12
_FOREIGN = RuleError("choices", N_("This phone does not belong to that group."))


@pages.route("/new", methods=["GET", "POST"])
def new() -> Response:
    """The form; a POST starts the game, or does what can be done without scripts: add, move or remove a line."""
    if request.method != "POST":
        return show(_opened())
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
    return show(draft, status=422) if start is None or draft.errors else _start(draft, start)


def _start(draft: Draft, start: Start) -> Response:
    key = request.form.get("key", "").replace("\0", "")[:100] or secrets.token_urlsafe(9)
    device, now = named_device(), clock.now()
    try:
        slug = games.start(start, key=key, device=device, at=now, group=draft.group)
    except groups.NotAMember:
        draft.errors["group"] = error_sentence(_FOREIGN)
        return show(draft, status=422)
    session["choices"], session["group"] = draft.choices.remembered(slug), draft.group
    if load_game(slug).game.players != start.players:  # the page of an earlier game, filled in anew
        fault = RuleError("conflict", N_("This page has already started a game. Tap Start once more for another one."))
        draft.errors["players"] = error_sentence(fault)
        return show(draft, status=409)
    return redirect(url_for("table.table", slug=slug), 303)


@pages.get("/new/regulars")
def regulars() -> Response:
    """Who usually plays in the group that is being chosen."""
    return show(Draft.sent(), template="setup/_regulars.html")


@pages.get("/new/choices")
def choices() -> Response:
    """The choices and the card for what is typed so far, while it is being typed."""
    return show(Draft.sent(), template=CHOICES)


def show_refused(error: RuleError) -> Response:
    """The form as it was sent, when the request could not be trusted."""
    draft = Draft.sent()
    draft.errors["players"] = error_sentence(error)
    return show(draft, status=400)


def show(draft: Draft, *, status: int = 200, template: str = "setup/new.html") -> Response:
    """The form as it stands. The device is named now, so that a doubled "Start" comes from one device."""
    device = named_device()
    mine = groups.groups_of(device)
    if draft.group and draft.group not in {group.slug for group in mine}:  # left, or shut out
        if request.method == "POST":
            draft.errors["group"] = error_sentence(_FOREIGN)
        draft.group = ""
    line, card, as_named = draft.line(), draft.card(), draft.plays_as_named
    if not draft.players and request.method != "POST":  # nothing was typed yet that could be a fault
        draft.errors.clear()
    return page(
        template,
        status=status,
        draft=draft,
        offered=_offered(draft),
        groups=mine,
        **(_known(draft, device) if template != CHOICES else {}),
        card=card,
        as_named=as_named,
        line=line,
        most=MOST_PLAYERS,
        key=secrets.token_urlsafe(9),
    )


def _known(draft: Draft, device: str) -> dict[str, Any]:
    """The names to tap, the most frequent of the latest games first; and the last game, to seat its people while nobody is."""
    latest = (_sound(draft.group) if draft.group else []) or _sound(device)
    names: dict[str, str] = {}
    played = [name for one in latest for name in one.summary.players]
    for name, _ in Counter(groups.called_now(draft.group, played) if draft.group else played).most_common():
        names.setdefault(likeness(name), name)
    last = max(latest, key=lambda one: one.started_at, default=None)
    return {
        "regulars": list(names.values())[:MOST_REGULARS],
        "seated": [names.get(likeness(name)) for name in draft.names],
        "last": None if last is None or any(draft.names) else last.slug,
    }


def _sound(owner: str) -> list[Listed]:
    """The latest games of somebody's, without those that cannot be read."""
    return [one for one in lists.games_of(owner, limit=LATEST) if not one.damaged]


def _opened() -> Draft:
    """What the page opens with; `again` names an earlier game, `group` a group."""
    draft = _again(request.args["again"]) if "again" in request.args else Draft.empty()
    draft.group = request.args.get("group", draft.group)
    return draft


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
        if what == "seat":
            draft.seat(chosen)
        else:
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
        stored = games.load(slug)
    except (LookupError, DamagedGame, ValueError):
        return draft
    game = stored.game
    draft.group = next((group.slug for group in groups.groups_of(named_device()) if group.id == stored.group_id), "")
    draft.choices.dealer_rests.data = game.dealer_rests
    seats = [seat for seat in game.circle if seat in game.present]
    if not draft.choices.show_rules(game.rules, len(seats) - game.dealer_rests, game.game):
        draft.choices.take_game(f"{EARLIER}{slug}")
    draft.names, draft.lines = [game.players[seat] for seat in seats], max(len(seats), 2)
    if draft.group:
        draft.names = groups.called_now(draft.group, draft.names)
    draft.dealer = str(seats.index(next_dealer(game.circle, game.first_dealer, game.rules.rotation, absent=game.away)))
    return draft
