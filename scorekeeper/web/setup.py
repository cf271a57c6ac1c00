"""A new game: who sits where, who deals first, what is played."""

import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime

from flask import Blueprint, redirect, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.ledger.entries import Start
from scorekeeper.ledger.file import TITLE_LENGTH
from scorekeeper.ledger.names import check_names, tidy
from scorekeeper.rules.bidding import next_dealer
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import MOST_PLAYERS, Ruleset
from scorekeeper.storage import games
from scorekeeper.web.choices import Choices
from scorekeeper.web.pages import page
from scorekeeper.web.rules_card import rules_card, rules_line
from scorekeeper.web.security import named_device
from scorekeeper.web.texts import gettext, ngettext
from scorekeeper.web.words import error_sentence

pages = Blueprint("setup", __name__)
LINES, LEAST_LINES = 4, 2
DRAW = "draw"
FOLDED = {"shape", "largest", "sizes", "bidding", "min_cards", "no_trump", "rotation", "title", "game"}
SEATS = tuple(map(str, range(MOST_PLAYERS)))


@dataclass
class Draft:
    """The new game as it is being set up: lines of names as typed, how many lines show, who deals, the choices, the faults."""

    names: list[str]
    lines: int
    dealer: str
    title: str
    choices: Choices
    errors: dict[str, Markup] = field(default_factory=dict)

    @classmethod
    def empty(cls) -> "Draft":
        """What the page opens with: four lines, and the choices made last time on this device."""
        choices = Choices(formdata=None, data=session.get("choices") or {})
        if "choices" not in session or not choices.validate():  # never chosen here, or by an older program
            choices = Choices(formdata=None)
            choices.show_preset()
        return cls([], LINES, "0", "", choices)

    @classmethod
    def sent(cls) -> "Draft":
        """What a request carries. Another game than the page showed brings its own choices."""
        source = request.form if request.method == "POST" else request.args
        names = [source.get(f"player-{seat}", "") for seat in range(MOST_PLAYERS)]
        crowd = any(name.startswith("player-") and name[7:] not in SEATS and source[name].strip() for name in source)
        choices = Choices(formdata=source)
        draft = cls(names, _lines(source.get("lines", ""), names), source.get("dealer", "0"), source.get("title", ""), choices)
        if crowd:
            fault = RuleError("players", N_("At most %(most)s people can play."), most=MOST_PLAYERS)
            draft.errors["players"] = error_sentence(fault)
        if not choices.validate():
            draft.errors |= {field.name: Markup.escape(field.errors[0]) for field in choices if field.errors}
        elif choices.shown.data != choices.game.data:
            choices.show_preset()
        return draft

    @property
    def players(self) -> tuple[str, ...]:
        """The names, tidied, without the empty lines at the end."""
        last = max((seat for seat, name in enumerate(self.names) if name), default=-1)
        return tuple(tidy(name) for name in self.names[: last + 1])

    @property
    def folded_faults(self) -> bool:
        """A fault stands in the fold, which must then be open."""
        return bool(self.errors.keys() & FOLDED)

    def count(self) -> int:
        """How many players the card speaks of: those named, or as many as there are lines."""
        return len(self.players) if len(self.players) > 1 else self.lines

    def card(self) -> list[Markup | str]:
        """The chosen game in plain words; empty while the choices are faulty."""
        rules = self.rules(self.count())
        return rules_card(rules, self.count()) if rules else []

    def line(self) -> str:
        """What "Start" will start, or what is missing, in one line."""
        rules = self.rules(self.count())
        if rules is None and not self.players:
            return gettext("Names are missing.")
        if rules is None:
            return gettext("This cannot be played: see above.")
        if not all(self.players):
            return gettext("A name is missing between the others.")
        if len(self.players) < rules.players[0]:
            return gettext(
                "Names are missing: this game needs %(least)s to %(most)s players.", least=rules.players[0], most=rules.players[1]
            )
        return f"{ngettext('%(num)s player', '%(num)s players', len(self.players))}: {rules_line(rules, self.count())}"

    def rules(self, players: int) -> Ruleset | None:
        """The rules, if they can be played with so many players; else the fault is noted beside its field."""
        if self.choices.errors:
            return None
        try:
            rules = self.choices.ruleset(players)
            rules.sizes(players)
        except RuleError as error:
            beside = {"players": "players", "schedule": "sizes", "pack": "sizes"}.get(error.code, "game")
            self.errors.setdefault(str(error.figures.get("field", beside)), error_sentence(error))
            return None
        return rules

    def check(self) -> Start | None:
        """The first entry of the game, or `None` with every fault noted."""
        players = self.players
        try:
            check_names(players)
        except RuleError as error:
            self.errors[f"player-{error.seat}"] = error_sentence(error)
        if len(players) < 2 and not self.errors:
            self.errors["players"] = error_sentence(RuleError("players", N_("At least 2 players need a name.")))
        rules = self.rules(max(len(players), 2))
        if len(self.title) > TITLE_LENGTH:
            fault = RuleError("title", N_("A title has at most %(length)s letters."), length=TITLE_LENGTH)
            self.errors["title"] = error_sentence(fault)
        dealer = self._first_dealer(players)
        if rules is None or dealer is None or self.errors:
            return None
        started = datetime.now().astimezone().isoformat(timespec="seconds")
        return Start(rules.to_data(), players, dealer, tidy(self.title), started, self.dealer == DRAW)

    def _first_dealer(self, players: tuple[str, ...]) -> int | None:
        if self.dealer == DRAW and players:
            return secrets.randbelow(len(players))
        if self.dealer in map(str, range(max(len(players), 1))):
            return int(self.dealer)
        self.errors["dealer"] = error_sentence(RuleError("dealer", N_("Choose one of the players to deal first.")))
        return None


def _lines(sent: str, names: list[str]) -> int:
    filled = max((seat + 1 for seat, name in enumerate(names) if name.strip()), default=0)
    lines = int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 3 else LINES
    return min(max(lines, filled, LEAST_LINES), MOST_PLAYERS)


@pages.route("/new", methods=["GET", "POST"])
def new() -> Response:
    """The form; a POST starts the game, or does what can be done without scripts: add, move or remove a line."""
    if request.method != "POST":
        return show(_again(request.args["again"]) if "again" in request.args else Draft.empty())
    draft = Draft.sent()
    wanted = request.form.get("do", "start")
    if wanted != "start":
        _rearrange(draft, wanted)
        return show(draft)
    start = draft.check()
    if start is None:
        return show(draft, status=422)
    session["choices"] = draft.choices.remembered()
    key = request.form.get("key", "").replace("\0", "")[:100] or secrets.token_urlsafe(9)
    slug = games.start(start, key=key, device=named_device(), at=datetime.now(UTC))
    if games.load(slug).game.players != start.players:  # the page of an earlier game, filled in anew
        fault = RuleError("conflict", N_("This page has already started a game. Tap Start once more for another one."))
        draft.errors["players"] = error_sentence(fault)
        return show(draft, status=409)
    return redirect(url_for("table.table", slug=slug), 303)


@pages.get("/new/choices")
def choices() -> Response:
    """The choices and the card for what is typed so far, while it is being typed."""
    return show(Draft.sent(), template="setup/choices.html")


def show_refused(error: RuleError) -> Response:
    """The form as it was sent, when the request could not be trusted."""
    draft = Draft.sent()
    draft.errors["players"] = error_sentence(error)
    return show(draft, status=400)


def show(draft: Draft, *, status: int = 200, template: str = "setup/new.html") -> Response:
    """The form as it stands. The device is named now, so that a doubled "Start" comes from one device."""
    named_device()
    line, card = draft.line(), draft.card()
    if not draft.players and request.method != "POST":  # nothing was typed yet that could be a fault
        draft.errors.clear()
    return page(template, status=status, draft=draft, card=card, line=line, most=MOST_PLAYERS, key=secrets.token_urlsafe(9))


def _rearrange(draft: Draft, wanted: str) -> None:
    """Add a line, move a player up, or take a line away; everything else stays as typed."""
    what, _, place = wanted.partition("-")
    seat = int(place) if place.isascii() and place.isdecimal() and len(place) < 3 else -1
    names, dealer = draft.names, int(draft.dealer) if draft.dealer.isdecimal() and len(draft.dealer) < 3 else None
    if what == "add":
        draft.lines = min(draft.lines + 1, MOST_PLAYERS)
    elif what == "up" and 0 < seat < len(names):
        names[seat - 1], names[seat] = names[seat], names[seat - 1]
        dealer = {seat: seat - 1, seat - 1: seat}.get(dealer, dealer) if dealer is not None else None
    elif what == "remove" and draft.lines <= LEAST_LINES:
        draft.errors["players"] = error_sentence(RuleError("players", N_("A game needs at least 2 players.")))
    elif what == "remove" and 0 <= seat < len(names):
        draft.names = [*names[:seat], *names[seat + 1 :], ""]
        draft.lines -= 1
        dealer = dealer - 1 if dealer is not None and dealer > seat else dealer
    draft.dealer = draft.dealer if dealer is None else str(dealer)


def _again(slug: str) -> Draft:
    """The same people as in an earlier game, the deal moved on by one."""
    draft = Draft.empty()
    try:
        game = games.load(slug).game
    except (LookupError, games.DamagedGame, ValueError):
        return draft
    draft.choices.show_rules(game.rules)
    draft.names, draft.lines = list(game.players), max(len(game.players), 2)
    draft.dealer = str(next_dealer(range(len(game.players)), game.first_dealer, game.rules.rotation))
    return draft
