"""Choosing from the whole catalogue: a game, or only its points or its hands, found by words and shown with worked examples.

These pages stand inside the form of a new game: they carry everything that was typed there and lead back to it.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.examples import SIZE, Example, worked_examples
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.web import named
from scorekeeper.web.draft import Draft
from scorekeeper.web.named import Named, catalogue, found_by, kept
from scorekeeper.web.pages import page
from scorekeeper.web.texts import gettext

pages = Blueprint("picking", __name__)


@dataclass
class Offer:
    """One thing to choose: the game it comes from, other games that say the same, and what it means at this table.

    `sizes` is empty where the hands cannot be played by so many.
    """

    game: Named
    sizes: tuple[int, ...]
    examples: tuple[Example, ...]
    others: list[str] = field(default_factory=list)

    def told_by(self, words: str) -> bool:
        """Whether the words are found in its names or its sentence."""
        return found_by(words, " ".join((self.game.name, self.game.id, self.game.family, self.game.sentence, *self.others)))


@pages.before_request
def only_within_the_form() -> Response | None:
    """These pages need what the form of a new game sends; an address alone leads to that form."""
    return redirect(url_for("setup.new"), 303) if request.method != "POST" else None


@pages.route("/new/<any(game, scoring, schedule):what>", methods=["GET", "POST"])
def pick(what: str) -> Response:
    """The list, narrowed to what the words find."""
    return _show(what, Draft.sent())


@pages.route("/new/<any(game, scoring, schedule):what>/found", methods=["GET", "POST"])
def found(what: str) -> Response:
    """The list alone, while words are being typed."""
    return _show(what, Draft.sent(), "setup/_found.html")


@pages.route("/new/forget", methods=["GET", "POST"])
def forget() -> Response:
    """Forget rules of one's own, and show the list of games without them."""
    named.forget(request.form.get("do", ""))
    return _show("game", Draft.sent())


def _show(what: str, draft: Draft, template: str = "setup/pick.html") -> Response:
    words = request.form.get("words", "")[:100]
    offers = [offer for offer in _offers(what, draft) if offer.told_by(words)]
    damaged = [rules for rules in named.damaged() if found_by(words, rules.name)] if what == "game" else []
    return page(
        template, what=what, draft=draft, words=words, offers=offers, damaged=damaged, title=_titles()[what], example_size=SIZE
    )


def _titles() -> dict[str, str]:
    return {"game": gettext("Choose a game"), "scoring": gettext("Choose points"), "schedule": gettext("Choose hands")}


def _offers(what: str, draft: Draft) -> Iterable[Offer]:
    """What can be chosen, the device's own first; what is the same at this table is one offer under several names."""
    players = draft.playing
    told, same = _KINDS[what]
    here = draft.rules(draft.count()) or draft.choices.named.ruleset
    found: dict[Hashable, Offer] = {}
    for game in filter(told, (*kept(), *catalogue())):
        rules = replace(here, schedule=game.ruleset.schedule) if what == "schedule" else game.ruleset
        sizes = _sizes(rules, players)
        offer = Offer(game, sizes, worked_examples(game.ruleset.scoring, players=players))
        known = found.setdefault(same(offer), offer)
        if known is not offer:
            known.others.append(game.name)
    return found.values()


_KINDS: dict[str, tuple[Callable[[Named], bool], Callable[[Offer], Hashable]]] = {
    "game": (lambda _game: True, lambda offer: offer.game.id),
    "scoring": (lambda game: game.has_scoring, lambda offer: offer.game.ruleset.scoring),
    "schedule": (lambda game: game.has_schedule, lambda offer: offer.sizes or offer.game.id),
}


def _sizes(rules: Ruleset, players: int) -> tuple[int, ...]:
    try:
        return rules.sizes(players)
    except RuleError:
        return ()
