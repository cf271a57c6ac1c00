"""Importing: the games of game files, all of them or none. What is wrong is said beside the field, game by game.

First it is shown what would be added; the games come along with that page, so that nothing is stored before somebody agrees.
"""

import json
import secrets
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from typing import Any, NoReturn
from zlib import compress, decompressobj

from flask import Blueprint, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.names import tidy
from scorekeeper.ledger.several import Fault, games_in, read_games
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.storage import games, groups
from scorekeeper.web.pages import page
from scorekeeper.web.security import named_device
from scorekeeper.web.texts import gettext, ngettext
from scorekeeper.web.words import bdi, error_sentence, say, seat_label

pages = Blueprint("imports", __name__)
MOST_BYTES, MOST_GAMES, MOST_PARTS, SHOWN = 16 * 2**20, 10_000, 1_000, 20
CHOOSE_AGAIN = N_("Nothing was imported: please choose the files again.")


class Refused(Exception):
    """A file that is not imported: what to say, and every fault in its place."""

    def __init__(self, sentence: str, faults: Sequence[Markup] = ()) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Looked:
    """Games that were looked at and not stored yet: `there` has the address of each that is here already, if it is.

    `again` are the places of games that stand earlier in the same files.
    """

    whole: Sequence[Game]
    there: Sequence[str | None]
    again: frozenset[int]

    @property
    def new(self) -> list[Game]:
        """What an import would add."""
        return [game for number, game in enumerate(self.whole) if self.there[number] is None and number not in self.again]

    @property
    def known(self) -> list[tuple[str, Game]]:
        """What is here already, with its address."""
        return [(slug, game) for slug, game in zip(self.there, self.whole, strict=True) if slug is not None]

    @property
    def doubled(self) -> list[Game]:
        """What stands in the files more than once."""
        return [self.whole[number] for number in sorted(self.again) if self.there[number] is None]


@pages.url_value_preprocessor
def _take_large_files(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Only here, and before the form's token is looked for, which reads the whole request."""
    request.max_content_length = MOST_BYTES if request.mimetype == "multipart/form-data" else MOST_BYTES * 3 // 2
    request.max_form_memory_size = request.max_content_length
    request.max_form_parts = MOST_PARTS


@pages.route("/import", methods=["GET", "POST"])
def add() -> Response:
    """The form; a POST with files shows what is in them, and one with what was shown stores it. Nothing is kept in between."""
    if request.method != "POST":
        return show()
    try:
        if request.form.get("do") == "import":
            return _store(_unpacked(request.form.get("games", "")))
        text, whole = _sent()
        return _preview(text, _look(whole))
    except Refused as refused:
        return show(refused)


def _sent() -> tuple[str, list[Game]]:
    """What the chosen files hold: one game a line, and the games."""
    files = [(file.filename, file.read()) for file in request.files.getlist("file") if file.filename]
    if not files:
        raise Refused(gettext("Choose a file first."))
    several = len(files) > 1
    found = [(name if several else "", _texts(content, name, several=several)) for name, content in files]
    texts = [text for _, some in found for _, text in some]
    if len(texts) > MOST_GAMES:
        raise Refused(
            gettext("There are %(games)s games in what you chose; the most is %(most)s.", games=len(texts), most=MOST_GAMES)
        )
    whole: list[Game] = []
    faults: list[Markup] = []
    for name, some in found:
        read, faulty = read_games(some)
        whole += read
        faults += [_told(fault, name, alone=len(some) == 1) for fault in faulty]
    if faults:
        _refuse(len(texts), faults)
    return "\n".join(text.replace("\n", " ") for text in texts), whole


def _texts(content: bytes, name: str, *, several: bool) -> list[tuple[int, str]]:
    """The games of one file, each as its line and its text."""
    try:
        texts = list(islice(games_in(content.decode("utf-8-sig"), name), MOST_GAMES + 1))
    except UnicodeDecodeError:
        texts, sentence = [], gettext("Nothing was imported: this is no game file, since it is not text in UTF-8.")
    else:
        sentence = gettext("Nothing was imported: there is no game in this file.")
    if not texts:
        raise Refused(sentence, [bdi(tidy(name))] if several else [])
    return texts


def _refuse(games: int, faults: Sequence[Markup]) -> NoReturn:
    if games == 1:
        raise Refused(gettext("Nothing was imported, because the game in this file is faulty."), faults)
    sentence = ngettext(
        "Nothing was imported, because %(num)s of %(games)s games is faulty.",
        "Nothing was imported, because %(num)s of %(games)s games are faulty.",
        len(faults),
        games=games,
    )
    raise Refused(sentence, faults)


def _told(fault: Fault, file: str, *, alone: bool) -> Markup:
    """A fault and where it is: in which file and line, as far as there are several."""
    places = [bdi(tidy(file))] if file else []
    if not alone:
        places.append(say("Line %(number)s", number=fault.line))
    return Markup(" · ").join([*places, _sentence(fault)])


def _read_again(text: str) -> list[Game]:
    try:
        whole, faults = read_games(games_in(text, ".jsonl"), most=MOST_GAMES, most_faults=1)
    except RuleError:
        whole, faults = [], []
    if faults or not whole:
        raise Refused(gettext(CHOOSE_AGAIN))
    return whole


def _look(whole: Sequence[Game]) -> Looked:
    """The games compared with those that are here and with each other. One without a time is a new one each time."""
    first: dict[str, int] = {}
    dated = [(number, json.dumps(write_game(game))) for number, game in enumerate(whole) if game.started]
    again = frozenset(number for number, written in dated if first.setdefault(written, number) != number)
    return Looked(whole, games.there_already(whole, device=named_device()), again)


def _preview(text: str, looked: Looked, *, fault: Markup | str = "", status: int = 200) -> Response:
    return page(
        "imports/preview.html",
        status=status,
        looked=looked,
        packed=_packed(text),
        shown=SHOWN,
        key=request.form.get("key", "")[:100],
        groups=groups.groups_of(named_device()),
        chosen=request.values.get("group", ""),
        fault=fault,
    )


def _store(text: str) -> Response:
    """Everything that was shown and is not here yet, in one transaction, and this device may score it."""
    looked, device, group = _look(_read_again(text)), named_device(), request.form.get("group", "")
    key = sha256(
        request.form.get("key", "").encode() + text.encode()
    ).hexdigest()  # others sent from an old page are another import
    if group and group not in {one.slug for one in groups.groups_of(device)}:
        fault = gettext("Nothing was imported: this phone does not belong to that group.")
        return _preview(text, looked, fault=fault, status=422)
    slugs = games.add(looked.new, device=device, key=key, at=datetime.now(UTC), group=group)
    if group:
        games.gather([slug for slug, _ in looked.known], group, device)
    if len(looked.whole) == 1:
        return redirect(url_for("table.table", slug=next(iter(slugs), looked.there[0])), 303)
    return redirect(url_for("groups.group", group=group) if group else url_for("home.home", added=len(looked.new)), 303)


def _packed(text: str) -> str:
    """Games as a field of a form takes them along: a thousand are some hundred kilobytes."""
    return urlsafe_b64encode(compress(text.encode())).decode()


def _unpacked(field: str) -> str:
    """Read back, unless somebody made it up."""
    try:
        content = decompressobj()
        text = content.decompress(urlsafe_b64decode(field), MOST_BYTES)
        if content.eof:
            return text.decode()
    except (ValueError, zlib.error):
        pass
    raise Refused(gettext(CHOOSE_AGAIN))


def show(refused: Refused | None = None, *, status: int = 422) -> Response:
    """The form, with what was wrong. The device is named now, so that a doubled "Import" comes from one device."""
    named_device()
    return page(
        "imports/import.html",
        status=status if refused else 200,
        refused=refused,
        shown=SHOWN,
        key=secrets.token_urlsafe(9),
        chosen=request.values.get("group", ""),
    )


def show_refused(error: RuleError) -> Response:
    """The form, when the request could not be trusted; or what was shown before, which came along."""
    if request.form.get("do") == "import":
        try:
            text = _unpacked(request.form.get("games", ""))
            return _preview(text, _look(_read_again(text)), fault=error_sentence(error), status=400)
        except Refused as refused:
            return show(refused, status=400)
    return show(Refused(error_sentence(error)), status=400)


def _sentence(fault: Fault) -> Markup:
    """A fault in words: in which hand, about whom, what is wrong."""
    error = fault.error
    place = [] if error.hand is None else [say("Hand %(number)s", number=error.hand)]
    if error.seat is not None:
        place.append(bdi(fault.player) if fault.player else Markup.escape(seat_label(error.seat)))
    sentence = Markup(tidy(error_sentence(error)))  # noqa: S704 (escaped; what cannot be shown is taken out)
    return Markup("%s: %s") % (Markup(" · ").join(place), sentence) if place else sentence
