"""Gathering: games of this device that are no group's yet become a group's, page by page or those with a player."""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.errors import RuleError
from scorekeeper.storage import games, lists
from scorekeeper.storage.groups import Group
from scorekeeper.storage.lists import Listed
from scorekeeper.web.groups import load_group, members_group, refuse_stranger, stranger
from scorekeeper.web.pages import page
from scorekeeper.web.security import named_device
from scorekeeper.web.words import error_sentence

pages = Blueprint("gathering", __name__)
SHOWN, MOST_LOOKED_THROUGH = 50, 20  # games on a page, and how many times as many are looked through for it


@pages.route("/groups/<group>/gather", methods=["GET", "POST"])
def gather(group: str) -> Response:
    """The games of this device that are no group's yet; a POST makes those that are ticked the group's."""
    found = members_group(group)
    if request.method != "POST":
        return _gather(found)
    try:
        games.gather(request.form.getlist("game")[:SHOWN], found.slug, named_device())
    except games.NoSuchGame:
        abort(404)
    older, player = request.form.get("older", ""), request.form.get("player", "")
    return redirect(
        url_for("gathering.gather", group=found.slug, before=older, player=player or None)
        if older
        else url_for("groups.group", group=found.slug),
        303,
    )


def _gather(found: Group, error: RuleError | None = None) -> Response:
    before, player = request.values.get("before"), request.values.get("player", "")
    try:
        listed, older = _free(named_device(), before, player)
    except LookupError:
        abort(404)
    return page(
        "gathering/gather.html",
        status=400 if error else 200,
        group=found,
        listed=listed,
        older=older,
        before=before,
        player=player,
        ticked=request.form.getlist("game"),
        fault=error_sentence(error) if error else "",
    )


def _free(name: str, before: str | None, player: str) -> tuple[list[Listed], str | None]:
    """A page of games that are no group's yet, and where the next one begins, if there are games left to look at."""
    free: list[Listed] = []
    for _ in range(MOST_LOOKED_THROUGH):
        some = lists.games_of(name, before=before, limit=SHOWN, player=player)
        for one in some:
            free += [one] if one.group_id is None else []
            before = one.cursor
            if len(free) == SHOWN:
                return free, before
        if len(some) < SHOWN:
            return free, None
    return free, before


def show_refused(error: RuleError) -> Response:
    """The page with what was ticked, when the request could not be trusted."""
    found = load_group((request.view_args or {})["group"])
    return _gather(found, error) if found.member else refuse_stranger(stranger(), status=400)
