"""Points of a table's own: the form, with worked examples while it is filled in. It stands inside the form of a new game."""

from flask import Blueprint, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.examples import worked_examples
from scorekeeper.rules.scoring import BASE_SCORING, Scoring
from scorekeeper.web.draft import Draft
from scorekeeper.web.pages import page
from scorekeeper.web.picking import only_within_the_form
from scorekeeper.web.points_form import OwnPoints
from scorekeeper.web.setup import show as show_setup
from scorekeeper.web.words import error_sentence

pages = Blueprint("own_points", __name__)


pages.before_request(only_within_the_form)


@pages.route("/new/own", methods=["GET", "POST"])
def own() -> Response:
    """The form, at first with the points chosen so far; its button takes them back to the new game."""
    draft = Draft.sent()
    if "own-bonus" not in request.form:
        form = OwnPoints(prefix="own-")
        if not form.show(draft.choices.taken_scoring):
            form = OwnPoints(prefix="own-")
            form.show(BASE_SCORING)
            draft.errors["own-made"] = error_sentence(RuleError("rules", N_("The points chosen so far do not fit into this form.")))
        return _show(draft, form)
    form = OwnPoints(request.form, prefix="own-")
    scoring = _checked(draft, form)
    if scoring is None or request.form.get("do") != "use":
        return _show(draft, form, status=422 if scoring is None else 200)
    draft.take_own(scoring)
    if draft.keep.strip():
        draft.keep_rules()
    return show_setup(draft, status=422 if "keep" in draft.errors else 200)


@pages.route("/new/own/examples", methods=["GET", "POST"])
def examples() -> Response:
    """What the points typed so far score."""
    return _show(Draft.sent(), OwnPoints(request.form, prefix="own-"), template="setup/_examples.html")


def _checked(draft: Draft, form: OwnPoints) -> Scoring | None:
    """The scoring, or `None` with every fault noted beside its field."""
    if not form.validate():
        draft.errors |= {f"own-{name}": Markup.escape(fault) for name, fault in form.faults.items()}
        return None
    try:
        return form.scoring()
    except RuleError as error:
        draft.errors[f"own-{error.figures.get('field', 'made')}"] = error_sentence(error)
        return None


def _show(draft: Draft, form: OwnPoints, *, status: int = 200, template: str = "setup/own.html") -> Response:
    scoring = _checked(draft, form)
    shown = worked_examples(scoring, players=draft.playing) if scoring else ()
    fault = next((sentence for name, sentence in draft.errors.items() if name.startswith("own-")), "")
    return page(template, status=status, draft=draft, form=form, examples=shown, fault_now=fault)
