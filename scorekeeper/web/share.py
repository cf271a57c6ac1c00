"""Letting others in: the reading address for everybody, the private scoring link for a second phone.

Groups have the same two, and share how an address is shown and what a worthless link leads to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Blueprint, current_app, redirect, request, url_for
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
    return page("share/reading.html", slug=slug, address=shown(url_for("table.table", slug=slug)))


@pages.route("/g/<slug>/scoring", methods=["GET", "POST"])
def scoring(slug: str) -> Response:
    """The private scoring link, for those who may score; a POST replaces it and shuts out all other phones."""
    stored = load_game(slug)
    if not may_score(stored):
        return refuse_watcher(slug)
    if request.method == "POST":
        if (generation := sent_generation(stored.generation)) is None:
            return not_replaced()
        games.replace_scoring_link(slug, keep=named_device(), shown=generation)
        return redirect(url_for("share.scoring", slug=slug, replaced=1), 303)
    token = scoring_token(slug, stored.generation)
    return page(
        "share/scoring.html",
        slug=slug,
        generation=stored.generation,
        address=shown(url_for("share.join", slug=slug, token=token)),
        replaced="replaced" in request.args,
    )


@pages.route("/g/<slug>/score/<token>", methods=["GET", "POST"])
def join(slug: str, token: str) -> Response:
    """The private scoring link: asks, then lets this phone write. Looking at the link changes nothing."""
    stored = load_game(slug)
    if not is_scoring_token(stored, token):
        return _worthless(slug)
    if request.method == "POST":
        try:
            games.grant(slug, named_device(), generation=stored.generation)
        except LookupError:  # replaced in this very moment
            return _worthless(slug)
        return redirect(url_for("table.table", slug=slug), 303)
    named_device()  # so that a doubled answer comes from one device
    return page("share/join.html", slug=slug, game=stored.game, token_text=token)


def _worthless(slug: str) -> Response:
    sentence = gettext("Ask for the game's new private scoring link.")
    return worthless_link(sentence, url_for("table.table", slug=slug))


def worthless_link(sentence: str, reading: str) -> Response:
    """A private link that was replaced or cut short: what to ask for, and the way to read along."""
    return page("share/worthless.html", status=404, sentence=sentence, reading=reading)


def sent_generation(latest: int) -> int | None:
    """Which of `latest` private links the page had shown; `None` for a made-up request."""
    sent = request.form.get("generation", "")
    return int(sent) if sent in map(str, range(1, latest + 1)) else None


def not_replaced() -> Response:
    """The answer to a made-up request to replace a private link."""
    sentence = gettext("The request was not understood.")
    return page("errors/error.html", status=422, heading=gettext("Not replaced"), sentence=sentence)


def paths(slug: str, generation: int) -> tuple[str, str]:
    """The reading address and the private scoring link of a game, without the machine; also outside of a request."""
    build = current_app.url_map.bind("localhost").build
    return build("table.table", {"slug": slug}), build("share.join", {"slug": slug, "token": scoring_token(slug, generation)})


@dataclass(frozen=True, slots=True)
class Address:
    """An address to be passed on, as a text and a code; `here_only`: on this machine only."""

    text: str
    code: Markup
    here_only: bool


def shown(path: str) -> Address:
    """The address of a page, to be passed on to other phones."""
    text = outside_url(path)
    return Address(text, qr_code(text), urlsplit(text).hostname in LOOPBACK)


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
