"""Groups: people who play together. Their games, what everybody did, and who may read and write.

A group's address is for reading; its private link lets a phone write for it.
"""

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
from scorekeeper.web.security import device, is_joining_token, joining_token, named_device
from scorekeeper.web.share import not_replaced, sent_generation, shown, worthless_link
from scorekeeper.web.texts import gettext
from scorekeeper.web.words import error_sentence

pages = Blueprint("groups", __name__)
SHOWN = 15


def stranger() -> RuleError:
    """Why a phone that keeps no score for the group is refused."""
    sentence = N_("Nothing was saved: this phone only reads along. Open the group's private link first.")
    return RuleError("watcher", sentence)


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
    return _group(load_group(group), request.args.get("before"), request.args.get("player", ""))


def _group(
    found: Group,
    before: str | None = None,
    player: str = "",
    *,
    error: RuleError | None = None,
    status: int = 200,
) -> Response:
    try:
        listed = lists.games_of(found.slug, before=before, limit=SHOWN + 1, player=player, device=found.device)
    except LookupError:
        abort(404)
    people = groups.people_of(found)
    bests = record_words.bests(people)
    return page(
        "groups/group.html",
        status=status,
        fault=error_sentence(error) if error else "",
        group=found,
        people=people,
        everybody=record_words.everybody(people),
        bests=bests,
        played_at=_addresses(best.hand for best in bests),
        listed=listed[:SHOWN],
        older=listed[SHOWN - 1].cursor if len(listed) > SHOWN else None,
        player=player,
        first=before is None,
    )


@pages.route("/groups/<group>/join", methods=["GET", "POST"])
@pages.route("/groups/<group>/join/<token>", methods=["GET", "POST"])
def join(group: str, token: str = "") -> Response:
    """The private link: asks, then lets this phone write for the group. Looking at it changes nothing.

    Without a token it was handed out when a group had one link for everything: it is for reading now.
    """
    found = load_group(group)
    if token and not is_joining_token(found, token):
        return _worthless(found)
    if token and request.method != "POST":
        return _join(found, token)
    if token:
        try:
            groups.join(found, named_device(), clock.now())
        except LookupError:  # replaced in this very moment
            return _worthless(found)
    return redirect(url_for("groups.group", group=found.slug), 303)


def _join(found: Group, token: str, error: RuleError | None = None, *, status: int = 200) -> Response:
    named_device()  # so that a doubled answer comes from one device
    fault = error_sentence(error) if error else ""
    return page("groups/join.html", status=status, group=found, token_text=token, fault=fault)


def _worthless(found: Group) -> Response:
    sentence = gettext("Ask for the group's new private link.")
    return worthless_link(sentence, url_for("groups.group", group=found.slug))


@pages.route("/groups/<group>/link", methods=["GET", "POST"])
def link(group: str) -> Response:
    """For phones that keep score: both links as text and as a QR code, the name, the way out."""
    form = NameForm(request.form)
    if form.do.data == "leave":  # no matter whether it has left already
        groups.leave(load_group(group), named_device())
        return redirect(url_for("groups.group", group=group), 303)
    found = members_group(group)
    if request.method != "POST":
        return _link(found)
    if form.do.data == "replace":
        if (generation := sent_generation(found.generation)) is None:
            return not_replaced()
        groups.replace_private_link(found, shown=generation)
        return redirect(url_for("groups.link", group=found.slug, replaced=1, _anchor="private"), 303)
    try:
        groups.call(found, form.name.data or "")
    except RuleError as error:
        return _link(found, error=error)
    return redirect(url_for("groups.group", group=found.slug), 303)


def _link(found: Group, error: RuleError | None = None, *, status: int = 422) -> Response:
    token = joining_token(found)
    return page(
        "groups/link.html",
        status=status if error else 200,
        group=found,
        name=request.form.get("name", found.name) if error else found.name,
        fault=error_sentence(error) if error else "",
        naming=request.form.get("do") not in {"leave", "replace"},
        reading=shown(url_for("groups.group", group=found.slug)),
        private=shown(url_for("groups.join", group=found.slug, token=token)),
        replaced="replaced" in request.args,
    )


@pages.route("/groups/<group>/people/<int:person>", methods=["GET", "POST"])
def person(group: str, person: int) -> Response:
    """What one person did; a POST calls it otherwise, or takes a merge back."""
    found = members_group(group) if request.method == "POST" else load_group(group)
    one, others = _person(found, person)
    if request.method != "POST":
        return _show(found, one, others)
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
    found = members_group(group)
    one, other = _two(found, person)
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


def members_group(slug: str) -> Group:
    """The group of that address for a phone that keeps score for it; others are turned away."""
    found = load_group(slug)
    if not found.member:
        raise groups.NotAMember("The device does not keep score for the group.")
    return found


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


def refuse_stranger(error: RuleError, *, status: int = 403) -> Response:
    """A phone that keeps no score for the group asked for a page that writes, or sent its form."""
    found = load_group((request.view_args or {})["group"])
    if request.method != "POST":
        return redirect(url_for("groups.group", group=found.slug), 303)
    return _group(found, error=error, status=status)


def show_refused(error: RuleError) -> Response:
    """The page as it was sent, with what was typed and ticked, when the request could not be trusted."""
    place = request.view_args or {}
    if "group" not in place:
        return _mine(NameForm(request.form), error, status=400)
    found = load_group(place["group"])
    if request.endpoint == "groups.join":
        token = place.get("token", "")
        valid = is_joining_token(found, token)
        return _join(found, token, error, status=400) if valid else join(found.slug, token)
    if not found.member:
        return refuse_stranger(stranger(), status=400)
    if request.endpoint == "groups.link":
        return _link(found, error, status=400)
    if request.endpoint == "groups.merge":
        return _merge(found, *_two(found, place["person"]), error, status=400)
    return _show(found, *_person(found, place["person"]), error, status=400)
