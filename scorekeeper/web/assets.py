"""Static files under addresses that carry their hash, so that a browser may keep them for a year.

Style sheets and scripts are written in several files and answered as one each.
"""

import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request, url_for
from markupsafe import Markup

from scorekeeper.rules.trump import SUITS
from scorekeeper.web.pages import page

pages = Blueprint("assets", __name__)
YEAR = 365 * 24 * 3600
FILES = {"static", "assets.joined"}  # the endpoints whose answers only change with the program
SCRIPTS = (
    "common",
    "guard",
    "times",
    "tricks",
    "correct",
    "setup",
    "wake",
    "sending",
    "outbox",
    "ahead",
    "follow",
)  # each may use those before it
COMMENT = re.compile(rb"^[ \t]*(?://.*|/\*(?s:.*?)\*/[ \t]*)\n", re.MULTILINE)  # on lines of its own: for us, not for the phone


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()


@cache
def _joined(static: Path, name: str) -> bytes | None:
    match name:
        case "scorekeeper.css":
            files = sorted(static.joinpath("css").glob("*.css"))
        case "scorekeeper.js":
            files = [static / "js" / f"{script}.js" for script in SCRIPTS]
        case _:
            return None
    return COMMENT.sub(b"", b"\n".join(map(_read, files)))


def _static() -> Path:
    return Path(current_app.static_folder or "")


def asset(name: str) -> str:
    """The address of a static or joined file; it changes whenever its content does."""
    return _address(current_app.static_folder or "", request.script_root, name)


@cache
def _address(static: str, root: str, name: str) -> str:  # noqa: ARG001 (`url_for` puts the root in front)
    joined, mark = _mark(static, name)
    return url_for("assets.joined", name=name, v=mark) if joined else url_for("static", filename=name, v=mark)


def suit(trump: str | None) -> Markup:
    """The sign of a suit, of which words stand beside it; nothing without one."""
    return _sign(asset("icons/suits.svg"), trump) if trump in SUITS else Markup()


@cache
def _sign(drawn: str, trump: str) -> Markup:
    sign = '<svg class="suit %s" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><use href="%s#%s"></use></svg>'
    return Markup(sign) % (trump, drawn, trump)  # noqa: S704 (ours, and what is filled in is escaped)


@cache
def _mark(static: str, name: str) -> tuple[bool, str]:
    """Whether the file is a joined one, and the hash of its content."""
    joined = _joined(Path(static), name)
    content = _read(Path(static) / name) if joined is None else joined
    return joined is not None, sha256(content).hexdigest()[:12]


@pages.get("/assets/<name>")
def joined(name: str) -> Response:
    """All style sheets, or all scripts, as one file."""
    content = _joined(_static(), name)
    if content is None:
        abort(404)
    return Response(content, mimetype="text/css" if name.endswith(".css") else "text/javascript")


KEPT = ("scorekeeper.css", "scorekeeper.js", "vendor/htmx-4.0.1.min.js", "icons/icon.svg", "icons/suits.svg")


@pages.get("/worker.js")
def worker() -> Response:
    """The script that browsers run beside the pages where the line is encrypted, told which files it may keep."""
    files = [asset(name) for name in KEPT]
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
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def init_app(app: Flask) -> None:
    """Give templates `asset()` and `suit()`."""
    app.jinja_env.globals.update(asset=asset, suit=suit)
    app.after_request(_keep)
