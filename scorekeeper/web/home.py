"""Home: the running game in one tap, a new one, and the earlier games of this device."""

from flask import Blueprint, Response, abort, request

from scorekeeper.storage import games
from scorekeeper.web.pages import page
from scorekeeper.web.security import device

pages = Blueprint("home", __name__)
SHOWN = 20


@pages.get("/")
def home() -> Response:
    """Running games first, then finished ones; older ones page by page."""
    name = device()
    before = request.args.get("before")
    try:
        listed = games.games_of(name, before=before, limit=SHOWN + 1) if name else []
    except LookupError:
        abort(404)
    shown = listed[:SHOWN]
    running = [game for game in shown if not game.summary.finished]
    finished = [game for game in shown if game.summary.finished]
    older = shown[-1].cursor if len(listed) > SHOWN else None
    return page("home/home.html", running=running, finished=finished, older=older)
