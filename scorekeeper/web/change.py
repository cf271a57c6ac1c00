"""Other rules for the hands to come: chosen as those of a new game are, shown in plain words, and only then played."""

import secrets
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from flask import Blueprint, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.ledger.entries import Fact, Rules
from scorekeeper.ledger.fold import apply
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage.games import Stored
from scorekeeper.web import table
from scorekeeper.web.arranging import HandForm
from scorekeeper.web.choices import Choices
from scorekeeper.web.entering import entered
from scorekeeper.web.named import EARLIER, Named, catalogue, kept
from scorekeeper.web.pages import load_game, page
from scorekeeper.web.rules_card import coming_card
from scorekeeper.web.security import may_score
from scorekeeper.web.texts import gettext
from scorekeeper.web.words import error_sentence, names, say

pages = Blueprint("change", __name__)
ASKED = ("scoring", "hook", "min_cards", "hook_kind", "bidding", "trump", "no_trump", "tie", "end", "extras")


class RulesForm(HandForm):
    """The rules as chosen, from hand number `hand` on."""

    choices: Choices

    def wanted(self) -> Rules:
        """Complete, with what the table calls them."""
        return _rules(self.choices, self.game)

    def check_open(self, game: Game) -> None:
        """They must begin with the hand that the page named."""
        if game.next_unbegun != self.hand.data:
            raise game.not_now(self.hand.data)
        _check_use(game, apply(game, self.wanted()))


def _rules(choices: Choices, game: Game) -> Rules:
    rules = chosen(choices, game)
    return Rules(rules.to_data(), choices.name(rules))


@pages.route("/g/<slug>/change", methods=["GET", "POST"])
def change(slug: str) -> Response:
    """The choices. A POST shows what they change or (`do` is `play`) makes them the rules."""
    stored = load_game(slug)
    if not may_score(stored):
        return table.turn_away(slug)
    if request.method != "POST" or request.form.get("do") == "choose":
        return show(stored)
    try:
        return _play(slug) if request.form.get("do") == "play" else _preview(stored)
    except RuleError as error:
        stored = load_game(slug)
        return show(stored, error, status=table.status_of(error, stored.game))


def _play(slug: str) -> Response:
    form = RulesForm(request.form)

    def fact(locked: Stored) -> Fact | None:
        form.choices = sent(locked)
        return form.fact(locked.game)

    entered(slug, form.entry_key, fact)
    return redirect(url_for("table.table", slug=slug, _anchor="page"), 303)


def _preview(stored: Stored) -> Response:
    """What will change, in words, before it does."""
    game, choices = stored.game, sent(stored)
    changed = apply(game, _rules(choices, game))
    _check_use(game, changed)
    before, after = (coming_card(one, game.next_unbegun) for one in (game, changed))
    begins, ends = [one for one in after if one not in before], [one for one in before if one not in after]
    if not begins and not ends:
        raise RuleError("same", N_("These are the rules as they are now: nothing would change."))
    return _page("change/preview.html", stored, begins=begins, ends=ends, follows=list(_follows(game, changed)), carried=_carried())


def _check_use(game: Game, changed: Game) -> None:
    """Refuse rules that nobody could ever play by: the score that ended the game ends it by them, too."""
    if game.finished and changed.finished and not changed.stopped and not table.prolongs(changed):
        raise RuleError("finished", N_("The game is over, and by these rules no hand would follow: nothing would change."))


def _follows(game: Game, changed: Game) -> Iterator[Markup]:
    """What the rules will do besides, though no sentence of them says it: to the points so far, and to the end of the game."""
    first, sheet, rules = game.next_unbegun, score_sheet(game), changed.rules
    if first > len(game.sizes) and not rules.open_ended:
        yield say("Hand %(number)s is the last one so far: these rules are for hands that are added behind it.", number=first - 1)
        return
    if game.finished and not changed.finished:
        yield say("The game goes on with hand %(number)s.", number=first)
    if game.closed and rules.scoring.direction != game.rules_of(game.closed[-1].number).scoring.direction:
        yield say(
            N_("The lowest total wins then: once hand %(number)s is recorded, the points so far are ranked that way too.")
            if rules.scoring.direction == "low"
            else N_("The highest total wins then: once hand %(number)s is recorded, the points so far are ranked that way too."),
            number=first,
        )
    there = [seat for seat, total in enumerate(sheet.totals) if rules.end_score is not None and total >= rules.end_score]
    if there and game.closed:
        one = N_("%(names)s has that many points already: the game ends with hand %(number)s.")
        several = N_("%(names)s have that many points already: the game ends with hand %(number)s.")
        yield say(one if len(there) == 1 else several, names=names(game.players, there), number=first)


def _carried() -> list[tuple[str, str]]:
    """The choices as they were sent, for the page that asks whether they are to be played."""
    return [(name, value) for name, value in request.form.items(multi=True) if name in ASKED]


def show(stored: Stored, error: RuleError | None = None, status: int = 200) -> Response:
    """The choices, with what is wrong beside its field."""
    choices = sent(stored) if request.method == "POST" else as_now(stored)
    choices.validate()
    faults = dict(_faults(choices, error))
    return _page(
        "change/change.html",
        stored,
        status=status,
        choices=choices,
        draft={"errors": faults},
        fault=error_sentence(error) if error and not faults else "",
        offered=_offered(stored.game),
    )


def _page(template: str, stored: Stored, **context: Any) -> Response:
    return page(template, slug=stored.slug, game=stored.game, key=secrets.token_urlsafe(9), **context)


def _faults(choices: Choices, error: RuleError | None) -> Iterator[tuple[str, Markup]]:
    """By field. How many hands there are is not asked here: where that is missing, an end is."""
    for field in choices:
        if field.errors:
            yield field.name, Markup.escape(field.errors[0])
    named = error.figures.get("field") if error else None
    if error and named in {*ASKED, "count"}:
        yield "end" if named == "count" else str(named), error_sentence(error)


def as_now(stored: Stored) -> Choices:
    """The rules of the coming hands as choices."""
    choices = Choices(formdata=None)
    choices.take_game(f"{EARLIER}{stored.slug}")
    return choices


def sent(stored: Stored) -> Choices:
    """The choices of this request; whatever the page does not ask is as it is now."""
    choices, now = Choices(formdata=request.form), as_now(stored)
    for field in choices:
        if field.name not in ASKED:
            field.data = now[field.name].data
    choices.complete(request.form)
    choices.take_scoring(choices.scoring.data or "")
    return choices


def chosen(choices: Choices, game: Game) -> Ruleset:
    """The rules as chosen. Hands keep their sizes."""
    if not choices.validate():
        raise RuleError("choices", N_("Not understood: please look at what is marked."))
    return replace(choices.ruleset(len(game.present) - game.dealer_rests), schedule=game.rules.schedule)


def _offered(game: Game) -> list[tuple[str, list[Named]]]:
    """Whose points can be taken, in groups: the device's own rules, then the catalogue's, each scoring once."""
    known, games = {game.rules.scoring}, []
    for one in (*kept(), *catalogue()):
        if one.has_scoring and one.ruleset.scoring not in known:
            known.add(one.ruleset.scoring)
            games.append(one)
    return [(family or gettext("Rules of your own"), list(group)) for family, group in groupby(games, key=lambda one: one.family)]
