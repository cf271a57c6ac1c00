"""The page "Hand…": what happens at a table besides bids and tricks, one form each. A POST answers the table as it is then."""

import secrets

from flask import Blueprint, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.ledger.game import Game
from scorekeeper.rules.errors import RuleError
from scorekeeper.storage.games import Stored
from scorekeeper.web import table
from scorekeeper.web.arranging import FORMS, ArrangementForm, ComingForm, OpenHandForm, skips_the_last
from scorekeeper.web.entering import entered
from scorekeeper.web.hand_words import redeal_sentence
from scorekeeper.web.not_entered import not_entered
from scorekeeper.web.pages import load_game, page
from scorekeeper.web.security import may_score
from scorekeeper.web.words import error_sentence, say

pages = Blueprint("hand_page", __name__)
FIELDS = {
    "dealer": ("seat",),
    "size": ("size",),
    "coming": ("sizes",),
    "adjust": ("points", "who", "reason"),
    "set-points": ("reason",),
    "note": ("text",),
    "about": ("title", "place", "keeper"),
}


@pages.route("/g/<slug>/hand", methods=["GET", "POST"])
def hand(slug: str) -> Response:
    """A short menu of what else may happen; a POST enters one of them."""
    stored = load_game(slug)
    if not may_score(stored):
        return table.turn_away(slug)
    return _arrange(slug) if request.method == "POST" else show(stored)


def _arrange(slug: str) -> Response:
    form = FORMS.get(request.form.get("do", ""), ArrangementForm)(request.form)
    try:
        entered(slug, form.entry_key, lambda locked: form.fact(locked.game))
    except RuleError as error:
        stored = load_game(slug)
        return show(stored, error, status=table.status_of(error, stored.game))
    return redirect(url_for("table.table", slug=slug, _anchor="page"), 303)


def show(stored: Stored, error: RuleError | None = None, status: int = 200) -> Response:
    """The menu as it stands. What was refused is open with everything typed in it, unless it was about another hand."""
    game = stored.game
    refused = _refused() if error and _refused() in _folds(game) and not _about_another_hand(game) else ""
    on_top = error is not None and not refused
    return page(
        "hand_page/hand.html",
        status=status,
        slug=stored.slug,
        game=game,
        hand=game.hand,
        coming=game.sizes[game.next_unbegun - 1 :],
        last_skips=skips_the_last(game),
        dealers=_dealers(game),
        again=_again(game),
        prolongs=table.prolongs(game),
        refused=refused,
        fault=_sentence(error) if error else Markup(),
        on_top=on_top,
        lost=not_entered(game, request.form) if on_top else Markup(),
        beside=field_of(error) if error and refused else "",
        typed=request.form if refused else {},
        key=secrets.token_urlsafe(9),
    )


def _about_another_hand(game: Game) -> bool:
    """Whether what was sent is about another hand than its fold: filled in and open, that would ask for something never meant."""
    what = request.form.get("do", "")
    open_number = game.hand.number if game.hand else None
    now = game.next_unbegun if what == "coming" else open_number
    return issubclass(FORMS.get(what, ArrangementForm), (OpenHandForm, ComingForm)) and request.form.get("hand") != str(now)


def _again(game: Game) -> tuple[Markup, bool]:
    """What dealing again would give, or why it cannot be done."""
    try:
        return redeal_sentence(game), True
    except RuleError as error:
        return error_sentence(error), False


def _dealers(game: Game) -> list[int]:
    """Who may deal the open hand; nobody where another dealer would mean other players."""
    hand = game.hand
    if hand is None or (game.dealer_rests and not hand.untouched):
        return []
    return [seat for seat in game.circle if seat in game.present and (hand.number, seat) not in game.sitting_out]


def _folds(game: Game) -> set[str]:
    """What the page has a fold for."""
    noted = [one.number for one in (*game.closed[-1:], game.hand) if one is not None]
    folds = {"adjust", "about", "note-0", *(f"note-{number}" for number in noted)}
    if table.prolongs(game):
        folds.add("coming")
    if game.hand is not None:
        folds |= {"redeal", "dealer", "set-points", "coming", "stop"}
        folds |= {"size"} if game.hand.untouched else set()
    return folds


def _refused() -> str:
    """The fold whose form was sent: notes have one for each hand."""
    what = request.form.get("do", "")
    return f"note-{request.form.get('hand', '')}" if what == "note" else what


def field_of(error: RuleError) -> str:
    """The field that a refusal stands beside; empty where it is about the form as a whole."""
    what = request.form.get("do", "")
    if error.code in table.CONFLICTS or error.code in {"format", "forged"}:
        return ""
    if what == "set-points" and error.seat is not None:
        return f"points-{error.seat}"
    fields = FIELDS.get(what, ("",))
    named = error.figures.get("field", fields[0])
    return str(named) if named in fields else ""


def _sentence(error: RuleError) -> Markup:
    """Why it was refused; of several hands, which one is meant."""
    sentence = error_sentence(error)
    if request.form.get("do") != "coming" or error.code != "pack":
        return sentence
    return say("Hand %(number)s: %(refusal)s", number=error.hand, refusal=sentence)
