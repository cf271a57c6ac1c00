"""Static files under addresses that carry their hash, so that a browser may keep them for a year."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, current_app, request, url_for

YEAR = 365 * 24 * 3600


@cache
def _hash(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a static file; it changes whenever the file does."""
    return url_for("static", filename=name, v=_hash(Path(current_app.static_folder or "") / name))


def _keep(response: Response) -> Response:
    if request.endpoint == "static" and "v" in request.args and response.status_code == 200:
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def init_app(app: Flask) -> None:
    """Give templates `asset()`."""
    app.jinja_env.globals["asset"] = asset
    app.after_request(_keep)
