"""Groups: people who play together. Their games, what everybody did, and the link by which another phone joins them."""

from collections.abc import Iterable

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import Form, HiddenField, StringField

from scorekeeper import clock
from scorekeeper.ledger.tally import Hand
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.storage import groups, lists
from scorekeeper.storage.groups import Group, Person
from scorekeeper.web import record_words
from scorekeeper.web.pages import page
from scorekeeper.web.security import device, named_device
from scorekeeper.web.share import outside_url, qr_code
from scorekeeper.web.words import error_sentence

pages = Blueprint("groups", __name__)
SHOWN = 15
STRANGER = N_("Nothing was saved: this phone does not belong to the group. Join it first.")


class NameForm(Form):
    """A name for a group or a person; whether it can be one is the domain's business."""

    do = HiddenField()
    name = StringField()


@pages.route("/groups", methods=["GET", "POST"])
def mine() -> Response:
    """The groups of this device; a POST makes a new one."""
    form = NameForm(request.form)
    if request.method != "POST":
        named_device()  # so that a doubled answer comes from one device
        return _mine(form)
    try:
        slug = groups.create(named_device(), form.name.data or "", clock.now())
    except RuleError as error:
        return _mine(form, error=error)
    return redirect(url_for("groups.group", group=slug), 303)


def _mine(form: NameForm, error: RuleError | None = None, *, status: int = 422) -> Response:
    fault = error_sentence(error) if error else ""
    name = device()
    return page(
        "groups/mine.html", status=status if error else 200, groups=groups.groups_of(name) if name else [], form=form, fault=fault
    )


@pages.get("/groups/<group>")
def group(group: str) -> Response:
    """Everybody with what they did, and the games: running ones first, page by page, or those with a player."""
    found = load_group(group)
    player = request.args.get("player", "")
    try:
        listed = lists.games_of(
            found.slug, before=request.args.get("before"), limit=SHOWN + 1, player=player, device=device() or ""
        )
    except LookupError:
        abort(404)
    people = groups.people_of(found)
    bests = record_words.bests(people)
    return page(
        "groups/group.html",
        group=found,
        people=people,
        everybody=record_words.everybody(people),
        bests=bests,
        played_at=_addresses(best.hand for best in bests),
        listed=listed[:SHOWN],
        older=listed[SHOWN - 1].cursor if len(listed) > SHOWN else None,
        player=player,
        first="before" not in request.args,
    )


@pages.route("/groups/<group>/join", methods=["GET", "POST"])
def join(group: str) -> Response:
    """The group's link: asks, then lets this phone keep score for the group. Looking at the link changes nothing."""
    found = load_group(group)
    if request.method == "POST":
        groups.join(found, named_device(), clock.now())
        return redirect(url_for("groups.group", group=found.slug), 303)
    return _join(found)


def _join(found: Group, error: RuleError | None = None, *, status: int = 200) -> Response:
    named_device()  # so that a doubled answer comes from one device
    return page("groups/join.html", status=status, group=found, fault=error_sentence(error) if error else "")


@pages.route("/groups/<group>/link", methods=["GET", "POST"])
def link(group: str) -> Response:
    """The group's link as text and as a QR code, its name, and the way out; for phones of the group."""
    found = load_group(group)
    if request.method != "POST":
        return _link(found) if found.member else redirect(url_for("groups.join", group=found.slug), 303)
    if not found.member:
        return refuse_stranger(found)
    form = NameForm(request.form)
    if form.do.data == "leave":
        groups.leave(found, named_device())
        return redirect(url_for("groups.group", group=found.slug), 303)
    try:
        groups.call(found, form.name.data or "")
    except RuleError as error:
        return _link(found, error=error)
    return redirect(url_for("groups.group", group=found.slug), 303)


def _link(found: Group, error: RuleError | None = None, *, status: int = 422) -> Response:
    address = outside_url(url_for("groups.join", group=found.slug))
    return page(
        "groups/link.html",
        status=status if error else 200,
        group=found,
        name=request.form.get("name", found.name) if error else found.name,
        fault=error_sentence(error) if error else "",
        address=address,
        code=qr_code(address),
    )


@pages.route("/groups/<group>/people/<int:person>", methods=["GET", "POST"])
def person(group: str, person: int) -> Response:
    """What one person did; a POST calls it otherwise, or takes a merge back."""
    found = load_group(group)
    one, others = _person(found, person)
    if request.method != "POST":
        return _show(found, one, others)
    if not found.member:
        return refuse_stranger(found)
    form = NameForm(request.form)
    if form.do.data == "split":
        name = request.form.get("other", type=int)
        if name is None or name not in one.others:
            return _show(found, one, others, error=RuleError("name", N_("These two are two people already.")))
        groups.split(found, name)
        return redirect(url_for("groups.person", group=found.slug, person=one.id), 303)
    try:
        groups.rename(found, one.id, form.name.data or "")
    except RuleError as error:
        return _show(found, one, others, error=error)
    return redirect(url_for("groups.person", group=found.slug, person=one.id), 303)


def _show(found: Group, one: Person, others: dict[int, str], error: RuleError | None = None, *, status: int = 422) -> Response:
    met = [(other, others[other], against) for other, against in one.against.items() if other in others]
    hands = [hand for totals in one.tally.totals.values() for hand in (totals.best_hand, totals.worst_hand)]
    return page(
        "groups/person.html",
        status=status if error else 200,
        group=found,
        person=one,
        tally=one.tally,
        totals=sorted(one.tally.totals.values(), key=lambda totals: (-totals.games, totals.game)),
        played_at=_addresses(hands),
        met=sorted(met, key=lambda pair: -pair[2].games),
        others={other: name for other, name in others.items() if other not in one.against},
        name=request.form.get("name", one.name) if error else one.name,
        fault=error_sentence(error) if error else "",
    )


@pages.route("/groups/<group>/people/<int:person>/merge", methods=["GET", "POST"])
def merge(group: str, person: int) -> Response:
    """Asks whether two people are one; a POST makes them one."""
    found = load_group(group)
    one, other = _two(found, person)
    if not found.member:
        return refuse_stranger(found)
    if request.method != "POST":
        return _merge(found, one, other)
    try:
        groups.merge(found, one.id, other.id)
    except RuleError as error:
        return _merge(found, one, other, error)
    return redirect(url_for("groups.person", group=found.slug, person=other.id), 303)


def _two(found: Group, person: int) -> tuple[Person, Person]:
    (one, _), (other, _) = _person(found, person), _person(found, request.values.get("into", 0, type=int))
    if one.id == other.id:
        abort(404)
    return one, other


def _merge(found: Group, one: Person, other: Person, error: RuleError | None = None, *, status: int = 422) -> Response:
    fault = error_sentence(error) if error else ""
    return page("groups/merge.html", status=status if error else 200, group=found, person=one, other=other, fault=fault)


def load_group(slug: str) -> Group:
    """The group of that address, or 404."""
    try:
        return groups.find(slug, device() or "")
    except LookupError:
        abort(404)


def _person(found: Group, person: int) -> tuple[Person, dict[int, str]]:
    """Somebody of the group, by any of the names, and what all others are called; or 404."""
    try:
        return groups.person_of(found, person)
    except LookupError:
        abort(404)


def _addresses(hands: Iterable[Hand | None]) -> dict[int, str]:
    """The addresses of the games in which these hands were played."""
    ids = {hand[1] for hand in hands if hand is not None}
    return groups.slugs_of(ids) if ids else {}


def refuse_stranger(found: Group, *, status: int = 403) -> Response:
    """Asks a phone that does not belong to the group to join first."""
    return _join(found, RuleError("watcher", STRANGER), status=status)


def show_refused(error: RuleError) -> Response:
    """The page as it was sent, with what was typed and ticked, when the request could not be trusted."""
    place = request.view_args or {}
    if "group" not in place:
        return _mine(NameForm(request.form), error, status=400)
    found = load_group(place["group"])
    if request.endpoint == "groups.join":
        return _join(found, error, status=400)
    if not found.member:
        return refuse_stranger(found, status=400)
    if request.endpoint == "groups.link":
        return _link(found, error, status=400)
    if request.endpoint == "groups.merge":
        return _merge(found, *_two(found, place["person"]), error, status=400)
    return _show(found, *_person(found, place["person"]), error, status=400)
