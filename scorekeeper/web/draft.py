"""A new game as it is being set up: what is typed and chosen so far, and every fault in it beside its field."""

import secrets
from dataclasses import dataclass, field, replace

from flask import request, session
from markupsafe import Markup

from scorekeeper import clock
from scorekeeper.ledger.entries import Start
from scorekeeper.ledger.fold import begin
from scorekeeper.ledger.names import TITLE_LENGTH, check_names, likeness, tidy
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import MOST_PLAYERS, Ruleset
from scorekeeper.rules.scoring import Scoring
from scorekeeper.web.choices import OWN, Choices
from scorekeeper.web.named import keep, named
from scorekeeper.web.paper import FIRST_HAND, SO_FAR, Paper
from scorekeeper.web.rules_card import rules_card, rules_line
from scorekeeper.web.texts import gettext, ngettext
from scorekeeper.web.words import error_sentence

LINES, LEAST_LINES = 4, 2
DRAW = "draw"
OUTSIDE_THE_FOLD = {"players", "dealer", "game", "hook", FIRST_HAND}
SEATS = tuple(map(str, range(MOST_PLAYERS)))


@dataclass
class Draft:
    """The new game as it is being set up: lines of names as typed, how many lines show, who deals, the choices, the faults.

    `paper` is what was played before on paper. `group` is that of the group whose game it will be, if any. `keep` is the name under
    which its rules are to be kept, `kept` the one under which they just were; `opened` opens the fold.
    """

    names: list[str]
    lines: int
    dealer: str
    title: str
    choices: Choices
    paper: Paper = field(default_factory=lambda: Paper({}))
    group: str = ""
    keep: str = ""
    opened: bool = False
    kept: str = ""
    errors: dict[str, Markup] = field(default_factory=dict)

    @classmethod
    def empty(cls) -> "Draft":
        """What the page opens with: four lines, and the choices made last time on this device."""
        choices = Choices.from_remembered(session.get("choices") or {})
        if "choices" not in session or not choices.validate():  # never chosen here, or by an older program
            choices = Choices(formdata=None)
            choices.show_named()
        choices.shown.data = choices.game.data
        return cls([], LINES, "0", "", choices, group=session.get("group") or "")

    @classmethod
    def sent(cls) -> "Draft":
        """What a request carries. Another game than the page showed brings its own choices."""
        source = request.form if request.method == "POST" else request.args
        names = [source.get(f"player-{seat}", "") for seat in range(MOST_PLAYERS)]
        crowd = any(name.startswith("player-") and name[7:] not in SEATS and source[name].strip() for name in source)
        choices = Choices(formdata=source)
        choices.complete(source)
        draft = cls(names, _lines(source.get("lines", ""), names), source.get("dealer", "0"), source.get("title", ""), choices)
        draft.paper = Paper(source)
        draft.keep, draft.group = source.get("keep", ""), source.get("group", "")
        if crowd:
            fault = RuleError("players", N_("At most %(most)s people can play."), most=MOST_PLAYERS)
            draft.errors["players"] = error_sentence(fault)
        if not choices.validate():
            draft.errors |= {field.name: Markup.escape(field.errors[0]) for field in choices if field.errors}
        elif choices.shown.data != choices.game.data:
            choices.show_named()
        return draft

    @property
    def players(self) -> tuple[str, ...]:
        """The names, tidied, without the empty lines at the end."""
        last = max((seat for seat, name in enumerate(self.names) if name), default=-1)
        return tuple(tidy(name) for name in self.names[: last + 1])

    @property
    def plays_as_named(self) -> bool:
        """Whether the rules are those of the chosen game, so that its sentence is true."""
        return self.rules(self.count()) in {None, self.choices.named.ruleset}

    @property
    def folded_faults(self) -> bool:
        """A fault stands in the fold, which must then be open."""
        return any(name not in OUTSIDE_THE_FOLD and not name.startswith(("player-", SO_FAR)) for name in self.errors)

    @staticmethod
    def carried(*shown: str) -> list[tuple[str, str]]:
        """Everything as it was sent, for a page that leads back here: nothing typed is lost, not even what is wrong.

        `shown` are fields that the page shows itself.
        """
        left = {"csrf_token", "do", "words", *shown}
        return [(name, value) for name, value in request.form.items(multi=True) if name not in left and not name.startswith("own-")]

    def seat(self, name: str) -> None:
        """Put a name on the first free line, or on one more; a name that is there already stays where it is."""
        if likeness(name) in map(likeness, self.names):
            return
        free = next((line for line, typed in enumerate(self.names) if not typed.strip()), len(self.names))
        if free < MOST_PLAYERS:
            self.names[free : free + 1] = [name]
            self.lines = max(self.lines, free + 1)

    def take(self, what: str, id: str) -> None:  # noqa: A002 (the catalogue's word)
        """A game, points or hands chosen on a page of their own."""
        taken = {"game": self.choices.take_game, "scoring": self.choices.take_scoring, "schedule": self.choices.take_schedule}
        if what in taken and named(id) is not None:
            taken[what](id)
            self.opened = what != "game"

    def take_own(self, scoring: Scoring) -> None:
        """Points of one's own."""
        self.choices.take_scoring(OWN, scoring)
        self.opened = True

    def keep_rules(self) -> None:
        """Keep the rules as chosen under the name that was typed; from then on they are the game that is chosen."""
        rules = self.rules(self.count())
        if rules is None:
            return
        try:
            self.choices.take_game(keep(self.keep, rules))
        except RuleError as error:
            self.errors["keep"] = error_sentence(error)
            return
        self.kept, self.keep = tidy(self.keep), ""

    def count(self) -> int:
        """How many players the card speaks of: those named, or as many as there are lines."""
        return len(self.players) if len(self.players) > 1 else self.lines

    @property
    def playing(self) -> int:
        """How many of those play a hand."""
        return self._playing(self.count())

    def _playing(self, players: int) -> int:
        return max(players - self.choices.dealer_rests.data, LEAST_LINES)

    def card(self) -> list[Markup | str]:
        """The chosen game in plain words; empty while the choices are faulty."""
        rules = self.rules(self.count())
        return rules_card(rules, self.playing, rests=self.choices.dealer_rests.data) if rules else []

    def line(self) -> str:
        """What "Start" will start, or what is missing, in one line."""
        rules = self.rules(self.count())
        if rules is None and not self.players:
            return gettext("Names are missing.")
        if rules is None:
            return self.errors.get("players") or gettext("This cannot be played: see above.")
        if not all(self.players):
            return gettext("A name is missing between the others.")
        rests = self.choices.dealer_rests.data
        least, most = (players + rests for players in rules.players)
        if len(self.players) < least:
            return gettext(
                "Names are missing: this game needs %(least)s to %(most)s players.", least=least, most=min(most, MOST_PLAYERS)
            )
        players = ngettext("%(num)s player", "%(num)s players", len(self.players))
        if rests:
            players = gettext("%(players)s, whoever deals does not play", players=players)
        return f"{players}: {rules_line(rules, self.playing)}"

    def rules(self, players: int) -> Ruleset | None:
        """The rules, if they can be played with so many players; else the fault is noted beside its field."""
        if self.choices.errors:
            return None
        try:
            if self.choices.dealer_rests.data:
                _check_resting(self.choices.named.ruleset, players)
            rules = self.choices.ruleset(self._playing(players))
            rules.sizes(self._playing(players))
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
            if len(players) < 2:
                self.choices.named.ruleset.check_players(len(players))
        except RuleError as error:
            self.errors["players" if error.seat is None else f"player-{error.seat}"] = error_sentence(error)
        rules = self.rules(max(len(players), 2))
        if len(self.title) > TITLE_LENGTH:
            fault = RuleError("title", N_("A title has at most %(length)s letters."), length=TITLE_LENGTH)
            self.errors["title"] = error_sentence(fault)
        dealer = self._first_dealer(players)
        first_hand, carried, faults = self.paper.read(len(players))
        self.errors |= {name: error_sentence(fault) for name, fault in faults.items()}
        if self.keep.strip() and not self.errors:
            self.keep_rules()
        if rules is None or dealer is None or self.errors:
            return None
        started = clock.now().astimezone().isoformat(timespec="seconds")
        start = Start(rules.to_data(), players, dealer, tidy(self.title), started, self.dealer == DRAW, self.choices.name(rules))
        rests = bool(self.choices.dealer_rests.data)
        return self._begun(replace(start, first_hand=first_hand, carried=carried, dealer_rests=rests))

    def _begun(self, start: Start) -> Start | None:
        """The start, if the game has the hand that it is to begin with."""
        try:
            begin(start)
        except RuleError as error:
            self.errors[FIRST_HAND] = error_sentence(error)
            return None
        return start

    def _first_dealer(self, players: tuple[str, ...]) -> int | None:
        if self.dealer == DRAW and players:
            return secrets.randbelow(len(players))
        if self.dealer in map(str, range(max(len(players), 1))):
            return int(self.dealer)
        self.errors["dealer"] = error_sentence(RuleError("dealer", N_("Choose one of the players to deal first.")))
        return None


def _check_resting(rules: Ruleset, players: int) -> None:
    """Without the dealer, there must be enough players, and not too many."""
    if players <= LEAST_LINES:
        raise RuleError("players", N_("Whoever deals can only rest with at least 3 players."), field="dealer_rests")
    least, most = rules.players
    if not least <= players - 1 <= most:
        several = N_("Without the dealer there are %(players)s players, but this game is for %(least)s to %(most)s.")
        sentence = (
            N_("Without the dealer there are %(players)s players, but this game is for %(most)s.") if least == most else several
        )
        raise RuleError("players", sentence, least=least, most=most, players=players - 1)


def _lines(sent: str, names: list[str]) -> int:
    filled = max((seat + 1 for seat, name in enumerate(names) if name.strip()), default=0)
    lines = int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 3 else LINES
    return min(max(lines, filled, LEAST_LINES), MOST_PLAYERS)
