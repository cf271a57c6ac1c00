"""Letting others in: the reading address for everybody, the private scoring link for a second phone."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.storage import games
from scorekeeper.web.pages import load_game, page
from scorekeeper.web.security import is_scoring_token, may_score, named_device, scoring_token
from scorekeeper.web.table import refuse_watcher
from scorekeeper.web.texts import gettext

pages = Blueprint("share", __name__)
LOOPBACK = {"localhost", "127.0.0.1", "::1"}


@pages.get("/g/<slug>/read")
def reading(slug: str) -> Response:
    """The reading address as text and as a QR code."""
    load_game(slug)
    address = outside_url(url_for("table.table", slug=slug))
    here_only = urlsplit(address).hostname in LOOPBACK
    return page("share/reading.html", slug=slug, address=address, code=qr_code(address), here_only=here_only)


@pages.route("/g/<slug>/scoring", methods=["GET", "POST"])
def scoring(slug: str) -> Response:
    """The private scoring link, for those who may score; a POST replaces it and shuts out all other phones."""
    stored = load_game(slug)
    if not may_score(stored):
        return refuse_watcher(slug)
    if request.method == "POST":
        shown = request.form.get("generation", "")
        if shown in map(str, range(1, stored.generation + 1)):
            games.replace_scoring_link(slug, keep=named_device(), shown=int(shown))
            return redirect(url_for("share.scoring", slug=slug, replaced=1), 303)
        return page(
            "errors/error.html", status=422, heading=gettext("Not replaced"), sentence=gettext("The request was not understood.")
        )
    address = outside_url(url_for("share.join", slug=slug, token=scoring_token(slug, stored.generation)))
    return page(
        "share/scoring.html",
        slug=slug,
        generation=stored.generation,
        game=stored.game,
        address=address,
        code=qr_code(address),
        replaced="replaced" in request.args,
    )


@pages.route("/g/<slug>/score/<token>", methods=["GET", "POST"])
def join(slug: str, token: str) -> Response:
    """The private scoring link: asks, then lets this phone write. Looking at the link changes nothing."""
    stored = load_game(slug)
    if not is_scoring_token(stored, token):
        abort(404)
    if request.method == "POST":
        try:
            games.grant(slug, named_device(), generation=stored.generation)
        except LookupError:  # replaced in this very moment
            abort(404)
        return redirect(url_for("table.table", slug=slug), 303)
    named_device()  # so that a doubled answer comes from one device
    return page("share/join.html", slug=slug, game=stored.game, token_text=token)


def paths(slug: str, generation: int) -> tuple[str, str]:
    """The reading address and the private scoring link of a game, without the machine; also outside of a request."""
    build = current_app.url_map.bind("localhost").build
    return build("table.table", {"slug": slug}), build("share.join", {"slug": slug, "token": scoring_token(slug, generation)})


def outside_url(path: str) -> str:
    """The address of a page as other phones reach it; the machine's own name for itself is of no use to them."""
    addresses: Sequence[str] = current_app.config.get("SCOREKEEPER_ADDRESSES") or ()
    here = request.host_url.rstrip("/")
    public = current_app.config.get("SCOREKEEPER_PUBLIC_URL")
    if public or (addresses and urlsplit(here).hostname in LOOPBACK):
        here = (public or addresses[0]).rstrip("/")
    return here + path


def qr_code(address: str) -> Markup:
    """The address as a QR code, drawn as inline SVG; big enough to scan across a table."""
    import segno

    svg = segno.make(address, micro=False, error="m").svg_inline(scale=6, border=3, dark="#000", light="#fff", omitsize=True)
    return Markup(svg)  # noqa: S704 (drawn by the library from figures, no text in it)
