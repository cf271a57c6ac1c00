"""Home: the running game in one tap, a new one, and the earlier games of this device."""

from flask import Blueprint, Response, abort, request

from scorekeeper.storage import groups, lists
from scorekeeper.web.pages import page
from scorekeeper.web.security import device

pages = Blueprint("home", __name__)
SHOWN = 15


@pages.get("/")
def home() -> Response:
    """Running games first, then finished ones, page by page; or those with a player."""
    name, player = device(), request.args.get("player", "")
    try:
        listed = lists.games_of(name, before=request.args.get("before"), limit=SHOWN + 1, player=player) if name else []
    except LookupError:
        abort(404)
    shown, older = listed[:SHOWN], listed[SHOWN - 1].cursor if len(listed) > SHOWN else None
    running = [game for game in shown if not game.summary.finished]
    finished = [game for game in shown if game.summary.finished]
    return page(
        "home/home.html",
        running=running,
        finished=finished,
        older=older,
        player=player,
        groups=groups.groups_of(name) if name else [],
        added=request.args.get("added", type=int),
        deleted=bool(name and lists.deleted_games_of(name, limit=1)),
    )
