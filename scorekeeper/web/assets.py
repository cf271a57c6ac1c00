"""Scripts and style sheets under addresses that carry their hash, so that a browser may keep them for a year.

They are written in several files and answered as two bundles each: what every page needs, the table among them,
and what the other pages need besides. Bundles go without comments and blanks.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from flask import Blueprint, Flask, Response, abort, current_app, request, url_for
from markupsafe import Markup
from rcssmin import cssmin
from rjsmin import jsmin

from scorekeeper.rules.trump import SUITS
from scorekeeper.web.pages import page
from scorekeeper.web.security import FILES

pages = Blueprint("assets", __name__)
YEAR = 365 * 24 * 3600
BUNDLES = {
    "scorekeeper.css": ("tokens", "elements", "table"),
    "pages.css": (
        "page",
        "board",
        "extras",
        "correct",
        "hand",
        "home",
        "groups",
        "imports",
        "people",
        "setup",
        "share",
        "sheet",
        "print",
    ),
    "scorekeeper.js": ("common", "guard", "tricks", "wake", "outbox", "ahead", "follow"),
    "pages.js": ("besides", "extras", "times", "correct", "setup", "sending"),
}  # each file may use, or overrule, those before it
BEFORE = {"scorekeeper.js": "vendor/htmx-4.0.1.min.js"}  # what goes in front of a bundle as it is
SIGN = Markup('<svg class="suit %s" viewBox="0 0 16 16" aria-hidden="true"><use href="#suit-%s"></use></svg>')


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()


@cache
def _bundle(static: Path, name: str) -> bytes:
    kind = name.rpartition(".")[2]
    minified = cssmin if kind == "css" else jsmin
    ours = minified("\n".join(_read(static / kind / f"{part}.{kind}").decode() for part in BUNDLES[name])).encode()
    return _read(static / BEFORE[name]) + b"\n" + ours if name in BEFORE else bytes(ours)


def _static() -> Path:
    return Path(current_app.static_folder or "")


def asset(name: str) -> str:
    """The address of a bundle; it changes whenever its content does."""
    return _address(current_app.static_folder or "", request.script_root, name)


@cache
def _address(static: str, root: str, name: str) -> str:  # noqa: ARG001 (`url_for` puts the root in front)
    return url_for("assets.bundle", name=name, v=sha256(_bundle(Path(static), name)).hexdigest()[:8])


def suit(trump: str | None) -> Markup:
    """The sign of a suit, of which words stand beside it; nothing without one."""
    return SIGN % (trump, trump) if trump in SUITS else Markup()


def icon() -> str:
    """The sign of the program as an address that needs no request."""
    return _inline(_static() / "icons/icon.svg")


@cache
def _inline(path: Path) -> str:
    return "data:image/svg+xml," + quote(_read(path).decode().strip(), safe=" ='/:;,()")


@pages.get("/assets/<name>")
def bundle(name: str) -> Response:
    """Several style sheets, or scripts, as one."""
    if name not in BUNDLES:
        abort(404)
    return Response(_bundle(_static(), name), mimetype="text/css" if name.endswith(".css") else "text/javascript")


@pages.get("/worker.js")
def worker() -> Response:
    """The script that browsers run beside the pages where the line is encrypted, told which files it may keep."""
    files = [asset(name) for name in BUNDLES]
    mark = sha256("".join(files).encode()).hexdigest()[:12]
    told = f"const FILES = {json.dumps(files)}, MARK = {json.dumps(mark)}, AWAY = {json.dumps(url_for('assets.away'))};\n"
    response = Response(told.encode() + _read(_static() / "js" / "worker.js"), mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@pages.get("/away")
def away() -> Response:
    """What a phone shows while it has no connection: kept there by the worker, so nothing in it is about a game."""
    return page("errors/away.html")


def _keep(response: Response) -> Response:
    if request.endpoint in FILES and "v" in request.args and response.status_code == 200:
        response.headers["Cache-Control"] = f"max-age={YEAR}, immutable"
    return response


def init_app(app: Flask) -> None:
    """Give templates `asset()`, `icon()` and `suit()`."""
    app.jinja_env.globals.update(asset=asset, icon=icon, suit=suit)
    app.after_request(_keep)
