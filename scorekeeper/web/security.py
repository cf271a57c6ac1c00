"""Who may write, and the headers that keep a page to itself."""

import hmac
import secrets
from hashlib import sha256
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request, session

from scorekeeper.storage.games import Stored
from scorekeeper.storage.groups import Group

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "worker-src 'self'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # without a referrer, forms sent over https would be refused
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "X-Robots-Tag": "noindex",
    "X-Scorekeeper": "yes",  # no network in between that answers in our place says so (`ours` in the scripts)
}
FILES = {"static", "assets.bundle"}  # the endpoints whose answers only change with the program, and are never a page
FILE_HEADERS = {"X-Content-Type-Options": "nosniff"}


def device() -> str | None:
    """The name this browser goes by, from its signed cookie; `None` until it started or joined a game."""
    return session.get("device")


def named_device() -> str:
    """The name this browser goes by, given to it now if it has none."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(16)
    return str(session["device"])


def may_score(stored: Stored) -> bool:
    """Does this browser hold the right to write in this game? `stored` was loaded for it (`pages.load_game`)."""
    return stored.scorer


def scoring_token(slug: str, generation: int) -> str:
    """The secret part of a game's private link; a new generation makes the old ones worthless."""
    return _token("score", slug, generation)


def is_scoring_token(stored: Stored, token: str) -> bool:
    """Whether a private link of the game is the one that is valid now."""
    return _same(scoring_token(stored.slug, stored.generation), token)


def joining_token(group: Group) -> str:
    """The secret part of a group's private link; a new generation makes the old ones worthless."""
    return _token("join", group.slug, group.generation)


def is_joining_token(group: Group, token: str) -> bool:
    """Whether a private link of the group is the one that is valid now."""
    return _same(joining_token(group), token)


def _token(what: str, slug: str, generation: int) -> str:
    message = f"{what} {slug} {generation}".encode()
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(secret, message, sha256).hexdigest()[:32]


def _same(token: str, sent: str) -> bool:
    """Compares in constant time."""
    return hmac.compare_digest(token.encode(), sent.encode())


def _refuse_foreign_forms() -> None:
    origin = request.headers.get("Origin")
    if request.method == "POST" and origin and _place(origin) != request.host:
        abort(400)


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _add_headers(response: Response) -> Response:
    of_a_file = request.endpoint in FILES and response.status_code == 200
    for name, value in (FILE_HEADERS if of_a_file else HEADERS).items():
        response.headers.setdefault(name, value)
    if request.is_secure:  # browsers complain about it elsewhere
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    return response


def init_app(app: Flask) -> None:
    """Check where forms come from; add the headers to every answer."""
    app.before_request(_refuse_foreign_forms)
    app.after_request(_add_headers)
