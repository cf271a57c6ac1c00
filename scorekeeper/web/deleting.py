"""Deleting a game, for all phones, and taking that back as long as it is kept."""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import clock
from scorekeeper.storage import games, lists, purging
from scorekeeper.storage.damage import DamagedGame
from scorekeeper.web.pages import load_game, page
from scorekeeper.web.security import device, may_score, named_device
from scorekeeper.web.table import refuse_watcher

pages = Blueprint("deleting", __name__)


@pages.route("/delete/<slug>", methods=["GET", "POST"])
def delete(slug: str) -> Response:
    """Asks, naming the game; a POST deletes it. A damaged game can be deleted too."""
    try:
        stored = load_game(slug)
        game, mine = stored.game, may_score(stored)
    except DamagedGame as damaged:
        game, mine = None, damaged.scorer
    if not mine:
        return refuse_watcher(slug)
    if request.method != "POST":
        return page("deleting/delete.html", slug=slug, game=game, days=purging.KEPT_FOR.days)
    try:
        games.delete_game(slug, named_device(), at=clock.now())
    except LookupError:  # the right to write was taken away in this very moment
        abort(404)
    return redirect(url_for("deleting.deleted", done=1), 303)


@pages.route("/deleted", methods=["GET", "POST"])
def deleted() -> Response:
    """The games whose deletion can be taken back; a POST does it."""
    name = device()
    if request.method == "POST":
        try:
            games.restore_game(request.form.get("game", ""), named_device())
        except games.DeletedGame:
            abort(410)
        except LookupError:
            abort(404)
        return redirect(url_for("home.home"), 303)
    listed = lists.deleted_games_of(name) if name else []
    return page("deleting/deleted.html", listed=listed, days=purging.KEPT_FOR.days, done="done" in request.args)
