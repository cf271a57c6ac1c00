"""What all pages share: full page or fragment, loading a game or answering 404, "nothing new" for a page that follows."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any

from flask import Flask, Response, abort, make_response, render_template, request
from jinja2.runtime import Macro
from markupsafe import Markup

from scorekeeper.ledger.game import Game
from scorekeeper.storage import games
from scorekeeper.storage.games import Stored
from scorekeeper.web.security import device
from scorekeeper.web.texts import locale

PAGE, FRAGMENT = "_page.html", "_fragment.html"


def wants_fragment() -> bool:
    """An htmx request wants the bare fragment, unless it stands for a whole page: a link followed, or history restored."""
    whole = {"HX-History-Restore-Request", "HX-Boosted"}
    return "HX-Request" in request.headers and not any(name in request.headers for name in whole)


def page(template: str, *, status: int = 200, **context: Any) -> Response:
    """A page or its fragment. Pages are never kept: an old state must not come back as a new one."""
    response = make_response(render_template(template, layout=FRAGMENT if wants_fragment() else PAGE, **context), status)
    response.headers["Cache-Control"] = "no-store"
    response.vary.add("HX-Request")
    return response


def load_game(slug: str) -> Stored:
    """The game of that address, or 404; 410 if it was deleted."""
    try:
        return games.load(slug, device() or "")
    except games.NoSuchGame as error:
        abort(410 if isinstance(error, games.DeletedGame) else 404)


@contextmanager
def writing_game(slug: str) -> Iterator[Stored]:
    """The game of that address locked for a change, or 404 or 410. Whether this browser may change it is judged under that lock."""
    try:
        with games.writing(slug, device() or "") as stored:
            yield stored
    except games.NoSuchGame as error:
        abort(410 if isinstance(error, games.DeletedGame) else 404)


def nothing_new(slug: str) -> bool:
    """The page that follows asks for what came after version `v`, whose last entry was made `at`, and nothing did.

    A game that was put back to an older state may have as many entries by now, and others.
    """
    seen = request.args.get("v", type=int)
    latest = games.latest(slug) if seen is not None and wants_fragment() else None
    return latest is not None and seen == latest[0] and request.args.get("at", moment(latest[1])) == moment(latest[1])


def moment(at: datetime) -> str:
    """A moment as an address carries it, in microseconds.

    >>> moment(datetime.fromisoformat("2026-11-30T20:15:00.000005+00:00"))
    '1796069700000005'
    """
    return str(round(at.timestamp() * 1_000_000))


def news_of(game: Game) -> dict[str, Any]:
    """What a page that follows asks with, so that only news are sent."""
    return {"v": game.version, "at": moment(game.entries[-1].at)}


def unchanged() -> Response:
    """204: the page that follows stays as it is."""
    response = make_response("", 204)
    response.headers["Cache-Control"] = "no-store"
    return response


def foot() -> Markup:
    """What stands below every page, rendered once for each language."""
    return _foot(str(locale()))


@cache
def _foot(_language: str) -> Markup:
    return Markup(render_template("_foot.html"))  # noqa: S704 (a template of ours, escaped as any other)


def init_app(app: Flask) -> None:
    """Templates may call `foot`, `moment` and `news_of`; whitespace that only lays them out is not sent."""
    app.jinja_env.globals.update(foot=foot, moment=moment, news_of=news_of)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True


def share_parts(app: Flask) -> None:
    """Every template may call the macros of `_parts.html`: imported, they would be looked up anew for every page."""
    parts = vars(app.jinja_env.get_template("_parts.html").module)
    app.jinja_env.globals |= {name: part for name, part in parts.items() if isinstance(part, Macro)}
