"""Who plays: people join, leave, come back, sit a hand out, change names and seats. Each form of this page turns into one fact."""

import secrets
from dataclasses import replace

from flask import Blueprint, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response
from wtforms import BooleanField, HiddenField

from scorekeeper.ledger import seen
from scorekeeper.ledger.entries import DealerRests, Fact, Join, Presence, Rename, Seating, SitOut
from scorekeeper.ledger.fold import apply
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.names import tidy
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.storage.games import Stored
from scorekeeper.web import table
from scorekeeper.web.arranging import ArrangementForm
from scorekeeper.web.entering import entered
from scorekeeper.web.entry_words import fact_sentence
from scorekeeper.web.fields import NumbersInSeatOrder, WholeNumber, given, signed_points
from scorekeeper.web.pages import load_game, page
from scorekeeper.web.security import may_score
from scorekeeper.web.words import bdi, say

pages = Blueprint("people", __name__)
FROM_A_HAND_ON = (Join, Presence, DealerRests, Seating)


class PeopleForm(ArrangementForm):
    """What one form of the page wants."""

    level = BooleanField()

    def check_open(self, game: Game) -> None:
        """All but names need a hand that is still to come."""
        if game.coming is None and not isinstance(self.wanted(), Rename):
            raise RuleError("hand", N_("No hand is left that could begin with it."))


class JoinForm(PeopleForm):
    """Somebody joins on the left of the seat `after`."""

    name = HiddenField()
    after = WholeNumber(validators=[given])

    def wanted(self) -> Join:
        """With the points that were typed, or none."""
        return Join(tidy(self.name.data or ""), self.after.data, signed_points(request.form, "points") or 0, self.level.data)


class PresenceForm(PeopleForm):
    """Somebody leaves, or is back."""

    seat = WholeNumber(validators=[given])
    there = BooleanField()

    def wanted(self) -> Presence:
        """For good, or until told otherwise."""
        return Presence(self.seat.data, self.there.data, self.level.data)


class SitOutForm(PeopleForm):
    """Somebody sits one hand out, or plays it after all."""

    hand = WholeNumber(validators=[given])
    seat = WholeNumber(validators=[given])
    out = BooleanField()

    def wanted(self) -> SitOut:
        """In the hand that the page named."""
        return SitOut(self.hand.data, self.seat.data, self.out.data)

    def fact(self, game: Game) -> Fact | None:
        """That, unless the hand has begun since."""
        self.check()
        fact = self.wanted()
        if game.first_hand <= fact.hand < game.next_unbegun and fact not in [entry.fact for entry in game.active]:
            sentence = N_("Hand %(hand_number)s has begun meanwhile: it is played by those who began it.")
            raise RuleError("hand", sentence, hand=fact.hand, seat=fact.seat, hand_number=fact.hand)
        return super().fact(game)


class NameForm(PeopleForm):
    """Another name for a seat."""

    seat = WholeNumber(validators=[given])
    name = HiddenField()

    def wanted(self) -> Rename:
        """The same person."""
        return Rename(self.seat.data, tidy(self.name.data or ""))


class SubstituteForm(NameForm):
    """Somebody else goes on in a seat."""

    def wanted(self) -> Rename:
        """Another person."""
        return replace(super().wanted(), substitute=True)


class SeatingForm(PeopleForm):
    """Everybody as they are to sit (`circle`), or as they sit (`sat`) and with whom `seat`, who moves, changes places (`other`)."""

    seat = WholeNumber(validators=[given])
    other = WholeNumber()
    circle = NumbersInSeatOrder()
    sat = NumbersInSeatOrder()

    def wanted(self) -> Seating:
        """Clockwise."""
        if self.circle.data:
            return Seating(tuple(-1 if seat is None else seat for seat in self.circle.data))
        if self.other.data is None or not self.sat.data:
            raise seen.garbled()
        exchanged = {self.seat.data: self.other.data, self.other.data: self.seat.data}
        return Seating(tuple(-1 if seat is None else exchanged.get(seat, seat) for seat in self.sat.data))


class DealerRestsForm(PeopleForm):
    """Whether whoever deals plays."""

    rests = BooleanField()

    def wanted(self) -> DealerRests:
        """From the coming hand on."""
        return DealerRests(self.rests.data, self.level.data)


FORMS: dict[str, type[PeopleForm]] = {
    "join": JoinForm,
    "presence": PresenceForm,
    "sit-out": SitOutForm,
    "name": NameForm,
    "substitute": SubstituteForm,
    "seating": SeatingForm,
    "dealer": DealerRestsForm,
}


@pages.route("/g/<slug>/players", methods=["GET", "POST"])
def people(slug: str) -> Response:
    """Everybody as they sit, with what can be arranged; a POST arranges one thing."""
    stored = load_game(slug)
    if not may_score(stored):
        return table.turn_away(slug)
    return _arrange(slug) if request.method == "POST" else show(stored)


def _arrange(slug: str) -> Response:
    form = sent()
    try:
        stored = entered(slug, form.entry_key, lambda locked: form.fact(locked.game))
        done = next((entry.number for entry in reversed(stored.game.active) if entry.fact == form.wanted()), None)
    except RuleError as error:
        stored = load_game(slug)
        return show(stored, error=error, status=table.status_of(error, stored.game))
    moved = form.seat.data if isinstance(form, SeatingForm) else None
    return redirect(url_for("people.people", slug=slug, done=done, moved=moved, _anchor="page"), 303)


def sent() -> PeopleForm:
    """The form of this request."""
    return FORMS.get(request.form.get("do", ""), PeopleForm)(request.form)


def show(stored: Stored, *, error: RuleError | None = None, status: int = 200) -> Response:
    """The page as it stands, with what was refused beside what was typed."""
    game, hand = stored.game, stored.game.coming
    return page(
        "people/people.html",
        status=status,
        slug=stored.slug,
        game=game,
        coming=hand,
        swapped=swapped,
        deals=_deals(game, hand),
        notice=_notice(game, request.args.get("done", type=int)),
        moved=request.args.get("moved", type=int),
        error=error,
        field=_field(game, error),
        most=_most_cards(game, error),
        typed=request.form if error else {},
        key=secrets.token_urlsafe(9),
    )


def _deals(game: Game, hand: int | None) -> int | None:
    """Who deals that hand."""
    return next((planned.dealer for planned in game.plan if planned.number == hand), None)


def swapped(circle: tuple[int, ...], place: int) -> tuple[int, ...]:
    """The circle with the one in this place and the neighbour before having changed places.

    >>> swapped((0, 1, 2), 1), swapped((0, 1, 2), 0)
    ((1, 0, 2), (2, 1, 0))
    """
    seats = list(circle)
    seats[place], seats[place - 1] = seats[place - 1], seats[place]
    return tuple(seats)


def _notice(game: Game, done: int | None) -> Markup | None:
    """What was done last, as long as "Undo" would take it back."""
    last, hand = game.undoable, game.coming
    if last is None or last.number != done:
        return None
    parts = [fact_sentence(game, last.fact)]
    if isinstance(last.fact, FROM_A_HAND_ON) and hand is not None:
        parts.append(say("This holds from hand %(number)s on.", number=hand))
        deals = _deals(game, hand)
        if deals is not None:
            parts.append(say("%(name)s deals hand %(number)s.", name=bdi(game.players[deals]), number=hand))
    return Markup(" ").join([*parts, say("“Undo” at the table takes it back.")])


def _field(game: Game, error: RuleError | None) -> str | None:
    """The field of "Somebody joins" that an error is about; `None` where it is about the whole form."""
    if error is None:
        return None
    new = error.code == "players" and error.seat == len(game.players)
    return "name" if new else "points" if error.code in {"number", "adjustment"} else None


def _most_cards(game: Game, error: RuleError | None) -> int | None:
    """To how many cards the coming hands would have to shrink for what was refused; `None` where that is not the reason."""
    if error is None or error.code != "pack":
        return None
    fact = sent().wanted()
    if not isinstance(fact, Join | Presence | DealerRests):
        return None
    try:
        after = apply(game, replace(fact, level=True))
    except RuleError:
        return None
    return max(after.sizes[after.next_unbegun - 1 :], default=None)
