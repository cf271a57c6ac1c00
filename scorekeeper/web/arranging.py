"""What is arranged at the table as forms: each turns into one fact, judged by what its page knew.

The forms of the page "Hand…" are here, those about who plays in `people`.
"""

from flask import request
from wtforms import HiddenField

from scorekeeper.ledger import seen
from scorekeeper.ledger.entries import About, Adjustment, Coming, Dealer, Fact, Note, Redeal, Resume, SetPoints, Size, Stop
from scorekeeper.ledger.fold import apply
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.names import NOTE_LENGTH, TITLE_LENGTH, tidy
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.number import Points
from scorekeeper.web.fields import EntryForm, WholeNumber, given, signed_points, whole

EVERYBODY = "all"


class ArrangementForm(EntryForm):
    """What one form of the page wants of `game`, the game as it is now; `seen` is the last entry that the page knew."""

    game: Game
    seen = WholeNumber(validators=[given])

    def wanted(self) -> Fact:
        """What is to be entered."""
        raise seen.garbled()

    def fact(self, game: Game) -> Fact | None:
        """That, unless it is so already."""
        self.check()
        self.game = game
        fact = self.wanted()
        if not seen.is_new(game, fact, self.entry_key) or seen.fresh_arrangement(game, fact, self.seen.data) is None:
            return None
        self.check_open(game)
        return None if apply(game, fact) == game else fact

    def check_open(self, game: Game) -> None:
        """Refuse what was about an open hand that meanwhile is not open any more."""


class HandForm(ArrangementForm):
    """Something about `hand`, or from it on."""

    hand = WholeNumber(validators=[given])


class OpenHandForm(HandForm):
    """Something about the open hand."""

    def check_open(self, game: Game) -> None:
        """It must still be the open one, also where the fact alone would be legal."""
        if game.hand is None or game.hand.number != self.hand.data:
            raise game.not_now(self.hand.data)


class RedealForm(OpenHandForm):
    """The hand is dealt again."""

    def wanted(self) -> Redeal:
        """By the same dealer."""
        return Redeal(self.hand.data)


class DealerForm(OpenHandForm):
    """Who deals the hand."""

    seat = WholeNumber()

    def wanted(self) -> Dealer:
        """The player who was chosen."""
        if self.seat.data is None:
            raise seen.garbled()
        return Dealer(self.hand.data, self.seat.data)

    def fact(self, game: Game) -> Fact | None:
        """Nothing for the one who deals anyway."""
        fact = super().fact(game)
        return None if game.hand is not None and game.hand.dealer == self.seat.data else fact


class SizeForm(OpenHandForm):
    """The cards of the hand."""

    size = HiddenField()

    def wanted(self) -> Size:
        """As many as were typed."""
        size = whole(self.size.data)
        if size is None:
            raise RuleError("number", N_("A number is missing here."), field="size")
        return Size(self.hand.data, size)


class ComingForm(HandForm):
    """The cards of all hands from number `hand` on."""

    sizes = HiddenField()
    skip = HiddenField()

    def wanted(self) -> Coming:
        """As they were typed, or as a button has them."""
        if "sizes" not in request.form:
            raise seen.garbled()
        words = (self.sizes.data or "").replace(",", " ").replace(";", " ").split()
        try:
            return Coming(self.hand.data, tuple(whole(word) or 0 for word in words))
        except RuleError:
            raise RuleError("number", N_("Write the cards of each hand, such as 1 3 5 7: whole numbers from 1.")) from None

    def check_open(self, game: Game) -> None:
        """No hand at all is left only behind one that is being played, or where `skip` says that the last one is not to be played:
        a game is not ended by emptying a field.
        """
        begun = game.hand is not None and not game.hand.untouched
        if (self.sizes.data or "").strip() or begun:
            return
        if not skips_the_last(game):
            raise RuleError("schedule", N_("Write the cards of at least one hand."))
        if not self.skip.data:
            sentence = N_(
                "Write the cards of at least one hand. "
                "To play no more hands, tap “Skip hand %(number)s: the game ends with hand %(last)s”."
            )
            raise RuleError("schedule", sentence, number=game.next_unbegun, last=game.next_unbegun - 1)


def skips_the_last(game: Game) -> bool:
    """Whether the open hand is the last one and may be left out: not the only one, and not where a score ends the game."""
    hand = game.hand
    last = hand is not None and hand.untouched and hand.number == len(game.sizes)
    return last and bool(game.closed) and not game.rules.open_ended


class SetPointsForm(OpenHandForm):
    """Points set by hand, in fields `points-0`, `points-1`, … with a minus each."""

    def wanted(self) -> SetPoints:
        """One number for everybody who plays the hand."""
        return typed_set_points(self.game, self.game.opened_hand(self.hand.data))


class AdjustmentForm(HandForm):
    """Points for one or all, after hand number `hand`."""

    who = HiddenField()

    def wanted(self) -> Adjustment:
        """With the reason that was typed."""
        points = typed_points("points")
        if not self.who.data:
            raise RuleError("players", N_("Whose points? Choose a player, or everybody."), field="who")
        if not points:
            raise RuleError("number", N_("How many points? Write a number, such as 10 or −10."), field="points")
        seats = {str(seat): seat for seat in range(len(self.game.players))}
        if self.who.data not in {EVERYBODY, *seats}:
            raise seen.garbled()
        return Adjustment(points, seats.get(self.who.data), typed_text("reason"), self.hand.data)


class NoteForm(HandForm):
    """A note about hand number `hand`, or (0) about the game."""

    def wanted(self) -> Note:
        """As typed; empty takes it away."""
        return Note(typed_text("text", NOTE_LENGTH), self.hand.data or None)


class AboutForm(HandForm):
    """Title, place, and who keeps score."""

    def wanted(self) -> About:
        """As typed."""
        return About(typed_text("title"), typed_text("place"), typed_text("keeper"))


class StopForm(OpenHandForm):
    """The game ends with the hands before this one."""

    def wanted(self) -> Stop:
        """Now."""
        return Stop()


class ResumeForm(HandForm):
    """A game that was stopped goes on."""

    def wanted(self) -> Resume:
        """Where it was."""
        return Resume()


FORMS: dict[str, type[ArrangementForm]] = {
    "redeal": RedealForm,
    "dealer": DealerForm,
    "size": SizeForm,
    "set-points": SetPointsForm,
    "coming": ComingForm,
    "adjust": AdjustmentForm,
    "note": NoteForm,
    "about": AboutForm,
    "stop": StopForm,
    "resume": ResumeForm,
}


def typed_points(field: str, seat: int | None = None) -> Points | None:
    """Points and the minus beside them; a `RuleError` names the field."""
    try:
        return signed_points(request.form, field)
    except RuleError as error:
        error.figures["field"], error.seat = field, seat
        raise


def typed_set_points(game: Game, hand: Hand) -> SetPoints:
    """Points set by hand for everybody who plays or played it, in fields `points-0`, `points-1`, …, and what happened."""
    points = tuple(typed_points(f"points-{seat}", seat) if seat in hand.order else None for seat in range(len(game.players)))
    return SetPoints(hand.number, points, typed_text("reason"))


def typed_text(field: str, length: int = TITLE_LENGTH) -> str:
    """A text, tidied. A request without it is garbled: it must not take away what is there."""
    if field not in request.form:
        raise seen.garbled()
    text = tidy(request.form[field])
    if len(text) > length:
        raise RuleError("title", N_("At most %(length)s letters fit here."), field=field, length=length)
    return text
