"""Importing: the games of a game file, all of them or none. What is wrong is said beside the field, game by game."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from flask import Blueprint, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.ledger.game import Game
from scorekeeper.ledger.names import tidy
from scorekeeper.ledger.several import Fault, games_in, read_games
from scorekeeper.rules.errors import RuleError
from scorekeeper.storage import games, groups
from scorekeeper.web.pages import page
from scorekeeper.web.security import named_device
from scorekeeper.web.texts import gettext, ngettext
from scorekeeper.web.words import bdi, error_sentence, say, seat_label

pages = Blueprint("imports", __name__)
MOST_BYTES, MOST_GAMES, SHOWN = 16 * 2**20, 10_000, 20


class Refused(Exception):
    """A file that is not imported: what to say, and every fault in its place."""

    def __init__(self, sentence: str, faults: Sequence[Markup] = ()) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.faults = faults


@pages.url_value_preprocessor
def _take_large_files(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Only here, and before the form's token is looked for, which reads the whole request."""
    request.max_content_length = MOST_BYTES


@pages.route("/import", methods=["GET", "POST"])
def add() -> Response:
    """The form; a POST stores all games of the file that this device has not yet, and it may score them."""
    if request.method != "POST":
        return show()
    file = request.files.get("file")
    if file is None or not file.filename:
        return show(Refused(gettext("Choose a file first.")))
    content = file.read()
    try:
        whole = _read(content, file.filename)
    except Refused as refused:
        return show(refused)
    key = sha256(request.form.get("key", "").encode() + content).hexdigest()  # another file sent from an old page is another import
    device = named_device()
    there = games.there_already(whole, device=device)
    group = request.form.get("group", "")
    if group and group not in {one.slug for one in groups.groups_of(device)}:
        return show(Refused(gettext("Nothing was imported: this phone does not belong to that group.")))
    new = [game for game, slug in zip(whole, there, strict=True) if slug is None]
    slugs = games.add(new, device=device, key=key, at=datetime.now(UTC), group=group) or there
    if group:
        games.gather([slug for slug in there if slug is not None], group, device)
    if len(whole) == 1:
        return redirect(url_for("table.table", slug=slugs[0]), 303)
    return redirect(url_for("groups.group", group=group) if group else url_for("home.home"), 303)


def show(refused: Refused | None = None, *, status: int = 422) -> Response:
    """The form, with what was wrong. The device is named now, so that a doubled "Import" comes from one device."""
    return page(
        "imports/import.html",
        status=status if refused else 200,
        refused=refused,
        shown=SHOWN,
        key=secrets.token_urlsafe(9),
        groups=groups.groups_of(named_device()),
        chosen=request.values.get("group", ""),
    )


def show_refused(error: RuleError) -> Response:
    """The form, when the request could not be trusted."""
    return show(Refused(error_sentence(error)), status=400)


def _read(content: bytes, name: str) -> list[Game]:
    try:
        texts = games_in(content.decode("utf-8-sig"), name)
    except UnicodeDecodeError:
        raise Refused(gettext("Nothing was imported: this is no game file, since it is not text in UTF-8.")) from None
    if not texts:
        raise Refused(gettext("Nothing was imported: there is no game in this file."))
    if len(texts) > MOST_GAMES:
        raise Refused(gettext("There are %(games)s games in this file; the most is %(most)s.", games=len(texts), most=MOST_GAMES))
    whole, faults = read_games(texts)
    if len(texts) == 1 and faults:
        raise Refused(gettext("Nothing was imported, because the game in this file is faulty."), [_sentence(faults[0])])
    if faults:
        sentence = ngettext(
            "Nothing was imported, because %(num)s of %(games)s games is faulty.",
            "Nothing was imported, because %(num)s of %(games)s games are faulty.",
            len(faults),
            games=len(texts),
        )
        raise Refused(sentence, [Markup("%s · %s") % (say("Line %(number)s", number=one.line), _sentence(one)) for one in faults])
    return whole


def _sentence(fault: Fault) -> Markup:
    """A fault in words: in which hand, about whom, what is wrong."""
    error = fault.error
    place = [] if error.hand is None else [say("Hand %(number)s", number=error.hand)]
    if error.seat is not None:
        place.append(bdi(fault.player) if fault.player else Markup.escape(seat_label(error.seat)))
    sentence = Markup(tidy(error_sentence(error)))  # noqa: S704 (escaped; what cannot be shown is taken out)
    return Markup("%s: %s") % (Markup(" · ").join(place), sentence) if place else sentence
