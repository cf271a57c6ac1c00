"""Importing: the games of game files, all of them or none. What is wrong is said beside the field, game by game.

First it is shown what would be added; the games come along with that page, so that nothing is stored before somebody agrees.
Games are read one after the other and none is held for long; and one import is read at a time, so that it never holds more than one
of the server's threads.
"""

import secrets
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock
from typing import Any
from zlib import compressobj, decompressobj

from flask import Blueprint, g, redirect, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response

from scorekeeper import clock
from scorekeeper.ledger.file import fingerprint
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.names import tidy
from scorekeeper.ledger.several import Fault, games_in, read_games
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.storage import adding, games, groups
from scorekeeper.web.pages import page
from scorekeeper.web.security import named_device
from scorekeeper.web.sent import Texts
from scorekeeper.web.texts import gettext, ngettext
from scorekeeper.web.words import bdi, error_sentence, say, seat_label

pages = Blueprint("imports", __name__)
MOST_BYTES, MOST_GAMES, MOST_PARTS, SHOWN = 16 * 2**20, 10_000, 1_000, 20
SOON = 10  # seconds after which it is worth to try again
CHOOSE_AGAIN = N_("Nothing was imported: please choose the files again.")
TOO_MANY = N_("There are more than %(most)s games in what you chose. Choose fewer at a time.")
BUSY = N_("Another import is being read. Try again in a moment.")
_turn = Lock()


class WithGames(Texts):
    """The fields of these forms: one of them carries all games."""

    whole = frozenset({"games"})


class Refused(Exception):
    """A file that is not imported: what to say, faults in their places, and how many there are besides."""

    def __init__(self, sentence: str, faults: Sequence[Markup] = (), more: int = 0) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.faults = faults
        self.more = more


@dataclass(slots=True)
class Some:
    """How many games of a kind there are, and the first of them, each with its address if it is here already."""

    number: int = 0
    first: list[tuple[str, Game]] = field(default_factory=list)

    def add(self, game: Game, slug: str = "") -> None:
        """One more."""
        self.number += 1
        if len(self.first) < SHOWN:
            self.first.append((slug, game))


class Looked:
    """Games compared, one after the other, with those that are here and with each other: what an import adds of them."""

    def __init__(self, known: adding.Known) -> None:
        self.new, self.known, self.doubled = Some(), Some(), Some()
        self.here: list[str] = []
        self._known = known
        self._marks: set[bytes] = set()

    @property
    def games(self) -> int:
        """All of them."""
        return self.new.number + self.known.number + self.doubled.number

    def is_new(self, game: Game) -> bool:
        """Look at one more game. One without a time is a new one each time."""
        mark = fingerprint(game)
        slug = self._known.slug_of(game, mark)
        if slug is not None:
            self.known.add(game, slug)
            self.here.append(slug)
        elif game.started and mark in self._marks:
            self.doubled.add(game)
        else:
            self._marks.add(mark)
            self.new.add(game)
            return True
        return False


class Faults:
    """How many games are faulty, of how many, and what is wrong with the first of them."""

    def __init__(self) -> None:
        self.games = 0
        self.number = 0
        self.told: list[Markup] = []

    def refuse(self) -> None:
        """Import none of the games if there is a fault in one."""
        if not self.number:
            return
        sentence = ngettext(
            "Nothing was imported, because %(num)s of %(games)s games is faulty.",
            "Nothing was imported, because %(num)s of %(games)s games are faulty.",
            self.number,
            games=self.games,
        )
        if self.games == 1:
            sentence = gettext("Nothing was imported, because the game in this file is faulty.")
        raise Refused(sentence, self.told, self.number - len(self.told))


class Packed:
    """Games on their way into a field of a form: a thousand are some hundred kilobytes."""

    def __init__(self) -> None:
        self._packer = compressobj()
        self._pieces: list[bytes] = []

    def add(self, text: str) -> None:
        """One more, in a line of its own."""
        self._pieces.append(self._packer.compress(text.replace("\n", " ").encode() + b"\n"))

    def field(self) -> str:
        """What the field holds."""
        self._pieces.append(self._packer.flush())
        return urlsafe_b64encode(b"".join(self._pieces)).decode()


@pages.url_value_preprocessor
def _take_large_files(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Only here, one at a time, and before the form's token is looked for, which reads the whole request."""
    request.max_content_length = MOST_BYTES if request.mimetype == "multipart/form-data" else MOST_BYTES * 3 // 2
    request.max_form_memory_size = request.max_content_length
    request.max_form_parts = MOST_PARTS
    request.parameter_storage_class = WithGames
    if request.method == "POST":
        if not _turn.acquire(blocking=False):
            raise ServiceUnavailable(gettext(BUSY), retry_after=SOON)
        g.has_turn = True


@pages.teardown_request
def _next(_error: BaseException | None) -> None:
    if g.pop("has_turn", False):
        _turn.release()


@pages.route("/import", methods=["GET", "POST"])
def add() -> Response:
    """The form; a POST with files shows what is in them, and one with what was shown stores it. Nothing is kept in between."""
    if request.method != "POST":
        return show()
    try:
        if request.form.get("do") == "import":
            return _store(_unpacked(request.form.get("games", "")))
        files = [file for file in request.files.getlist("file") if file.filename]
        if not files:
            raise Refused(gettext("Choose a file first."))
        return _preview(*_look_at(files))
    except Refused as refused:
        return show(refused)


def _look_at(files: Sequence[FileStorage]) -> tuple[str, Looked]:
    """What the files hold, as a field of a form takes it along, and what is new in it."""
    packed, looked, faults = Packed(), Looked(adding.Known(named_device())), Faults()
    for file in files:
        for text, game in _read(file, faults, alone=len(files) == 1):
            packed.add(text)
            looked.is_new(game)
    faults.refuse()
    return packed.field(), looked


def _read(file: FileStorage, faults: Faults, *, alone: bool) -> Iterator[tuple[str, Game]]:
    """The games of one file, as long as none is faulty; what is wrong is noted, with the file's name unless it is `alone`."""
    before, found, name = faults.games, list[Fault](), "" if alone else tidy(file.filename or "")
    for line, text in games_in(_text(file, name), file.filename or ""):
        faults.games += 1
        if faults.games > MOST_GAMES:
            raise Refused(gettext(TOO_MANY, most=MOST_GAMES))
        whole, faulty = read_games([(line, text)])
        faults.number += len(faulty)
        found += faulty[: SHOWN - len(faults.told) - len(found)]
        if not faults.number:
            yield text, whole[0]
    if faults.games == before:
        raise Refused(gettext("Nothing was imported: there is no game in this file."), _named(name))
    faults.told += [_told(fault, name, alone=faults.games == before + 1) for fault in found]


def _text(file: FileStorage, name: str) -> str:
    content: bytes = file.read()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        sentence = gettext("Nothing was imported: this is no game file, since it is not text in UTF-8.")
        raise Refused(sentence, _named(name)) from None


def _named(file: str) -> list[Markup]:
    return [bdi(file)] if file else []


def _told(fault: Fault, file: str, *, alone: bool) -> Markup:
    """A fault and where it is: in which file and line, as far as there are several."""
    line = [] if alone else [say("Line %(number)s", number=fault.line)]
    return Markup(" · ").join([*_named(file), *line, _sentence(fault)])


def _read_again(text: str) -> Iterator[Game]:
    """The games that came along with the page, one a line, unless somebody made them up."""
    number = 0
    for number, one in enumerate(games_in(text, ".jsonl"), start=1):
        whole, faulty = read_games([one])
        if faulty or number > MOST_GAMES:
            raise Refused(gettext(CHOOSE_AGAIN))
        yield whole[0]
    if not number:
        raise Refused(gettext(CHOOSE_AGAIN))


def _look_again(text: str) -> Looked:
    looked = Looked(adding.Known(named_device()))
    for game in _read_again(text):
        looked.is_new(game)
    return looked


def _preview(packed: str, looked: Looked, *, fault: Markup | str = "", status: int = 200) -> Response:
    return page(
        "imports/preview.html",
        status=status,
        looked=looked,
        packed=packed,
        key=request.form.get("key", "")[:100],
        groups=groups.groups_of(named_device()),
        chosen=request.values.get("group", ""),
        fault=fault,
    )


def _store(text: str) -> Response:
    """Everything that was shown and is not here yet; this device may score it."""
    device, group = named_device(), request.form.get("group", "")
    key = sha256(f"{request.form.get('key', '')}{text}".encode()).hexdigest()  # others from an old page are another import
    looked = Looked(adding.Known(device, but=adding.import_of(device, key)))
    coming = (game if looked.is_new(game) else None for game in _read_again(text))
    try:
        slugs = games.add(coming, device=device, key=key, at=clock.now(), group=group)
        if group and (looked.here or not slugs):
            games.gather(looked.here, group, device)
    except groups.NotAMember:
        fault = gettext("Nothing was imported: this phone does not belong to that group.")
        return _preview(request.form["games"], _look_again(text), fault=fault, status=422)
    except adding.Incomplete:  # sent twice at once, and the other one failed
        raise Refused(gettext(CHOOSE_AGAIN)) from None
    if looked.games == 1:
        return redirect(url_for("table.table", slug=(slugs + looked.here)[0]), 303)
    return redirect(url_for("groups.group", group=group) if group else url_for("home.home", added=len(slugs)), 303)


def _unpacked(field: str) -> str:
    """Read back, unless somebody made it up."""
    try:
        content = decompressobj()
        text = content.decompress(urlsafe_b64decode(field), MOST_BYTES)
        if content.eof:
            return text.decode()
    except (ValueError, zlib.error):  # also where it is no text
        pass
    raise Refused(gettext(CHOOSE_AGAIN))


def show(refused: Refused | None = None, *, status: int = 422) -> Response:
    """The form, with what was wrong. The device is named now, so that a doubled "Import" comes from one device."""
    named_device()
    return page(
        "imports/import.html",
        status=status if refused else 200,
        refused=refused,
        key=secrets.token_urlsafe(9),
        chosen=request.values.get("group", ""),
    )


def show_refused(error: RuleError) -> Response:
    """The form, when the request could not be trusted; or what was shown before, which came along."""
    if request.form.get("do") == "import":
        try:
            looked = _look_again(_unpacked(request.form.get("games", "")))
            return _preview(request.form["games"], looked, fault=error_sentence(error), status=400)
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
