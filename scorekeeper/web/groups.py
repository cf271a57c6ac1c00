"""Groups: people who play together. Their games, what everybody did, and the link by which another phone joins them."""

from collections.abc import Iterable
from datetime import UTC, datetime

from flask import Blueprint, abort, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response
from wtforms import Form, HiddenField, StringField

from scorekeeper.ledger.tally import Hand
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.storage import games, groups, lists
from scorekeeper.storage.groups import Group, Person
from scorekeeper.web import record_words
from scorekeeper.web.pages import page
from scorekeeper.web.security import device, named_device
from scorekeeper.web.share import outside_url, qr_code
from scorekeeper.web.words import error_sentence

pages = Blueprint("groups", __name__)
SHOWN, MOST_GATHERED = 15, 200
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
        slug = groups.create(named_device(), form.name.data or "", datetime.now(UTC))
    except RuleError as error:
        return _mine(form, error=error)
    return redirect(url_for("groups.group", group=slug), 303)


def _mine(form: NameForm, error: RuleError | None = None) -> Response:
    fault = error_sentence(error) if error else ""
    name = device()
    return page(
        "groups/mine.html", status=422 if error else 200, groups=groups.groups_of(name) if name else [], form=form, fault=fault
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
        groups.join(found, named_device(), datetime.now(UTC))
        return redirect(url_for("groups.group", group=found.slug), 303)
    named_device()  # so that a doubled answer comes from one device
    return page("groups/join.html", group=found)


@pages.route("/groups/<group>/link", methods=["GET", "POST"])
def link(group: str) -> Response:
    """The group's link as text and as a QR code, its name, and the way out; for phones of the group."""
    found = load_group(group)
    if request.method != "POST":
        return _link(found) if found.member else redirect(url_for("groups.join", group=found.slug), 303)
    if not found.member:
        return _refuse_stranger(found)
    form = NameForm(request.form)
    if form.do.data == "leave":
        groups.leave(found, named_device())
        return redirect(url_for("groups.group", group=found.slug), 303)
    try:
        groups.call(found, form.name.data or "")
    except RuleError as error:
        return _link(found, error=error)
    return redirect(url_for("groups.group", group=found.slug), 303)


def _link(found: Group, error: RuleError | None = None) -> Response:
    address = outside_url(url_for("groups.join", group=found.slug))
    return page(
        "groups/link.html",
        status=422 if error else 200,
        group=found,
        name=request.form.get("name", "") if error else found.name,
        fault=error_sentence(error) if error else "",
        address=address,
        code=qr_code(address),
    )


@pages.route("/groups/<group>/gather", methods=["GET", "POST"])
def gather(group: str) -> Response:
    """The games of this device that are no group's yet; a POST makes those that are ticked the group's."""
    found = load_group(group)
    if not found.member:
        return _refuse_stranger(found) if request.method == "POST" else redirect(url_for("groups.join", group=found.slug), 303)
    if request.method != "POST":
        listed = [one for one in lists.games_of(named_device(), limit=MOST_GATHERED) if one.group_id is None]
        return page("groups/gather.html", group=found, listed=listed)
    try:
        games.gather(request.form.getlist("game")[:MOST_GATHERED], found.slug, named_device())
    except games.DeletedGame:
        abort(410)
    except LookupError:
        abort(404)
    return redirect(url_for("groups.group", group=found.slug), 303)


@pages.route("/groups/<group>/people/<int:person>", methods=["GET", "POST"])
def person(group: str, person: int) -> Response:
    """What one person did; a POST calls it otherwise, or takes a merge back."""
    found = load_group(group)
    one, others = _person(found, person)
    if request.method != "POST":
        return _show(found, one, others)
    if not found.member:
        return _refuse_stranger(found)
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


def _show(found: Group, one: Person, others: dict[int, str], error: RuleError | None = None) -> Response:
    met = [(other, others[other], against) for other, against in one.against.items() if other in others]
    hands = [hand for totals in one.tally.totals.values() for hand in (totals.best_hand, totals.worst_hand)]
    return page(
        "groups/person.html",
        status=422 if error else 200,
        group=found,
        person=one,
        tally=one.tally,
        totals=sorted(one.tally.totals.values(), key=lambda totals: (-totals.games, totals.game)),
        played_at=_addresses(hands),
        met=sorted(met, key=lambda pair: -pair[2].games),
        others={other: name for other, name in others.items() if other not in one.against},
        name=request.form.get("name", "") if error else one.name,
        fault=error_sentence(error) if error else "",
    )


@pages.route("/groups/<group>/people/<int:person>/merge", methods=["GET", "POST"])
def merge(group: str, person: int) -> Response:
    """Asks whether two people are one; a POST makes them one."""
    found = load_group(group)
    people = {one.id: one for one in groups.people_of(found)}
    one, other = people.get(person), people.get(request.values.get("into", 0, type=int))
    if one is None or other is None or one is other:
        abort(404)
    if not found.member:
        return _refuse_stranger(found)
    fault: Markup | str = ""
    if request.method == "POST":
        try:
            groups.merge(found, one.id, other.id)
            return redirect(url_for("groups.person", group=found.slug, person=other.id), 303)
        except RuleError as error:
            fault = error_sentence(error)
    return page("groups/merge.html", status=422 if fault else 200, group=found, person=one, other=other, fault=fault)


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


def _refuse_stranger(found: Group) -> Response:
    return page("groups/join.html", status=403, group=found, fault=error_sentence(RuleError("watcher", STRANGER)))
