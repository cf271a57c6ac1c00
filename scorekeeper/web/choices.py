"""The choices of a new game as a form: a named game and what this table plays differently. `chosen_rules` makes a ruleset of it."""

import json
from collections.abc import Container
from contextlib import suppress
from typing import Any
from zlib import compress

import wtforms
from wtforms import BooleanField, HiddenField, SelectField, SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than its types
from wtforms.validators import ValidationError
from wtforms.widgets import CheckboxInput, ListWidget

from scorekeeper.rules.catalogue import presets
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.number import plain
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.schedule import Schedule
from scorekeeper.rules.scoring import Scoring
from scorekeeper.rules.trump import SUITS, TrumpPolicy
from scorekeeper.web import chosen_rules
from scorekeeper.web.chosen_rules import MISS_TRICKS, ZERO_BONUS, base_rows
from scorekeeper.web.fields import PointsNumber, WholeNumber
from scorekeeper.web.named import EARLIER, FIRST, UP_FRONT, Named, catalogue, kept, named
from scorekeeper.web.texts import gettext, lazy
from scorekeeper.web.words import listed, trump_name

OWN = "own"
MOST_REMEMBERED = 2_200  # bytes, packed: a browser throws a cookie of more than 4 kB away, and with it the name of the device


def _trump_value(trump: TrumpPolicy) -> str:
    """A trump policy as the value of a choice: "turn-up", "fixed spades", "rotation spades hearts"."""
    return " ".join((trump.policy, *((trump.suit,) if trump.suit else ()), *trump.order))


def _trump_label(trump: TrumpPolicy) -> Any:
    match trump.policy:
        case "fixed":
            return lazy("always %(suit)s", suit=trump_name(trump.suit))
        case "rotation":
            return lazy("in turn: %(order)s", order=listed(trump_name(one) for one in trump.order))
    plain = {"turn-up": N_("turned up"), "highest-bidder": N_("named by the highest bidder"), "none": N_("no trumps at all")}
    return lazy(plain[trump.policy])


def _trumps() -> dict[str, TrumpPolicy]:
    """Every way of making trump that is on offer: all suits, and every order that the catalogue has."""
    orders = [entry.ruleset.trump for entry in presets() if entry.ruleset.trump.policy == "rotation"]
    policies = [
        TrumpPolicy(),
        *(TrumpPolicy("fixed", suit) for suit in SUITS),
        *orders,
        TrumpPolicy("rotation", order=("spades", "hearts", "diamonds", "clubs", "none")),
        TrumpPolicy("highest-bidder"),
        TrumpPolicy("none"),
    ]
    return {_trump_value(policy): policy for policy in policies}


class Choices(wtforms.Form):
    """What can be chosen. `game` is a named game (`web.named`), `shown` the one whose choices the page showed, so that another game
    brings its own. `scoring` and `schedule` name the game they were taken from; empty, they are the chosen game's. Points of one's
    own (`scoring` is `own`) are carried in `own`. `dealer_rests` is no part of the rules, so another game leaves it as it is.
    """

    game = HiddenField(lazy("Game"), default=FIRST)
    shown = HiddenField(default=FIRST)
    scoring = HiddenField()
    own = HiddenField()
    schedule = HiddenField()
    hook = BooleanField(lazy("The hook"), description=lazy("The last bid may not make the bids total the size of the hand."))
    min_cards = WholeNumber(lazy("Hook from how many cards"))
    hook_kind = SelectField(
        lazy("The hook says"),
        choices=[
            SelectChoice("even", lazy("bids may not total the cards")),
            SelectChoice("exceed", lazy("bids must total more than the cards")),
        ],
    )
    bidding = SelectField(
        lazy("Bids"),
        choices=[SelectChoice("sequential", lazy("in turn")), SelectChoice("simultaneous", lazy("all at once, no hook"))],
    )
    first = SelectField(
        lazy("Bids first"),
        choices=[
            SelectChoice("left", lazy("left of the dealer")),
            SelectChoice("dealer", lazy("the dealer")),
            SelectChoice("right", lazy("right of the dealer")),
        ],
    )
    lead = SelectField(
        lazy("Leads first"),
        choices=[
            SelectChoice("left", lazy("left of the dealer")),
            SelectChoice("highest-bidder", lazy("the highest bidder")),
            SelectChoice("opposite", lazy("opposite the dealer")),
        ],
    )
    shape = SelectField(
        lazy("Hands"),
        choices=[
            SelectChoice("up", lazy("up: 1 2 3 …")),
            SelectChoice("down", lazy("down: … 3 2 1")),
            SelectChoice("up-down", lazy("up and down")),
            SelectChoice("down-up", lazy("down and up")),
            SelectChoice("fixed", lazy("all of one size")),
            SelectChoice("list", lazy("a list of one's own")),
        ],
    )
    largest = WholeNumber(lazy("Most cards in a hand"))
    count = WholeNumber(lazy("How many hands of one size"))
    sizes = StringField(lazy("Own list of hands"))
    deck = WholeNumber(lazy("Cards in the pack"))
    miss_tricks = BooleanField(lazy("A missed bid still scores 1 for each trick"))
    zero_bonus = BooleanField(lazy("A made bid of 0 scores 5 + the cards of the hand"))
    extras = SelectMultipleField(
        lazy("The table also writes down"),
        choices=[
            SelectChoice("wager", lazy("wagers: won with the bid, or lost")),
            SelectChoice("discarded", lazy("tricks that nobody won")),
            SelectChoice("multiplier", lazy("hands that count double or more")),
        ],
        widget=ListWidget(prefix_label=False),
        option_widget=CheckboxInput(),
    )
    trump = SelectField(lazy("Trump"))
    no_trump = SelectField(lazy("No trump"))
    must_trump = BooleanField(lazy("Remind: who cannot follow suit must trump"))
    tie = SelectField(
        lazy("Equal totals"),
        choices=[
            SelectChoice("shared", lazy("share the place")),
            SelectChoice("most-made", lazy("more bids made is ahead")),
            SelectChoice("bid-sum", lazy("larger sum of made bids is ahead")),
            SelectChoice("extra-hand", lazy("are settled by an extra hand")),
        ],
    )
    end = PointsNumber(lazy("Ends when somebody has (points)"))
    rotation = SelectField(
        lazy("Direction"), choices=[SelectChoice("left", lazy("clockwise")), SelectChoice("right", lazy("anticlockwise"))]
    )
    dealer_rests = BooleanField(lazy("Whoever deals does not play"))

    def __init__(self, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        self._offer_trumps()

    def complete(self, sent: Container[str]) -> None:
        """A list that a request did not send at all says what the chosen game says."""
        named = Choices(formdata=None)
        named.take_game(self.named.id)
        for field in self:
            if type(field) is SelectField and field.name not in sent:  # boxes that are not ticked send nothing either
                field.data = named[field.name].data
        if not self.hook.data and self.min_cards.data == named.min_cards.data:
            self.min_cards.process_data(None)  # it went with the hook
        self._offer_trumps()

    def _offer_trumps(self) -> None:
        """What can be chosen about trump depends on what is chosen: the game's own order, and the hands an order leaves without."""
        own = self.named.ruleset.trump
        policies = _trumps() | {_trump_value(own): own}
        self.trump.choices = [SelectChoice(value, _trump_label(policy)) for value, policy in policies.items()]
        rotates = (self.trump.data or "").startswith("rotation")
        self.no_trump.choices = [
            SelectChoice("max-hand", lazy("in the largest hand")),
            SelectChoice("last-hand", lazy("in the last hand")),
            SelectChoice("exhausted", lazy("when no card is left to turn")),
            *([SelectChoice("rotation", lazy("when the order of trumps says so"))] if rotates else []),
            SelectChoice("never", lazy("never")),
            SelectChoice("all", lazy("always")),
        ]
        if not rotates and self.no_trump.data == "rotation":  # the order went, and with it what it said
            self.no_trump.data = "never"

    def validate_game(self, field: HiddenField) -> None:
        """Only a game that exists can be chosen."""
        if named(field.data or "") is None:
            raise ValidationError(lazy("This game is not on offer."))

    def validate_scoring(self, field: HiddenField) -> None:
        """Points come from a game that exists, or are of one's own."""
        known = self._own() if field.data == OWN else named(field.data or FIRST)
        if known is None:
            raise ValidationError(lazy("These points are not understood: choose points anew."))

    def validate_schedule(self, field: HiddenField) -> None:
        """Hands come from a game that exists."""
        if named(field.data or FIRST) is None:
            raise ValidationError(lazy("These hands are not on offer: choose hands anew."))

    @property
    def named(self) -> Named:
        """The chosen game; the first one on offer while a wrong one is named."""
        game = named(self.game.data or "") or named(FIRST)
        assert game is not None  # noqa: S101 (the catalogue has it)
        return game

    @property
    def switches_scoring(self) -> bool:
        """The two scoring switches belong to the base game's points only."""
        return base_rows(self.taken_scoring)

    @property
    def taken_scoring(self) -> Scoring:
        """The points as named or as typed, before the two switches."""
        own = self._own() if self.scoring.data == OWN else None
        return own or self._taken_from(self.scoring.data).scoring

    def _own(self) -> Scoring | None:
        try:
            return Scoring.from_data(json.loads(self.own.data or "null"))
        except (ValueError, RecursionError, RuleError):
            return None

    @property
    def chosen_scoring(self) -> Scoring:
        """The points as they will be scored."""
        return chosen_rules.scoring(self)

    @property
    def taken_schedule(self) -> Schedule:
        """The hands of the game they were taken from."""
        return self._taken_from(self.schedule.data).schedule

    def _taken_from(self, id: str | None) -> Ruleset:  # noqa: A002 (the catalogue's word)
        source = named(id) if id else None
        return (source or self.named).ruleset

    def take_game(self, id: str) -> None:  # noqa: A002 (the catalogue's word)
        """Another game, with its own choices."""
        self.game.data = id
        self.show_named()

    def take_scoring(self, id: str, own: Scoring | None = None) -> None:  # noqa: A002 (the catalogue's word)
        """Other points, from a named game or of one's own."""
        self.scoring.data, self.own.data = id, json.dumps(own.to_data(), separators=(",", ":")) if own else ""
        self._show_switches(self.taken_scoring)

    def take_schedule(self, id: str) -> None:  # noqa: A002 (the catalogue's word)
        """Other hands, from a named game."""
        self.schedule.data = id
        self._show_schedule(self.taken_schedule)

    def show_named(self) -> None:
        """Fill the choices with what the chosen game says."""
        self.scoring.data = self.own.data = self.schedule.data = ""
        self._show(self.named.ruleset)

    def show_rules(self, rules: Ruleset, players: int, called: str) -> bool:
        """Fill the choices with these rules, if some named game and the choices of this page can say them wholly.

        Best is the game that is `called` so; then one that says just the same, and then those up front.
        """
        games = [*kept(), *catalogue()]
        games = [game for game in games if called.startswith(game.name)] + [game for game in games if game.ruleset == rules]
        for game in (*sorted(games, key=lambda game: (game.ruleset != rules, -len(game.name))), *map(named, UP_FRONT)):
            if game is not None and (game.ruleset.scoring == rules.scoring or base_rows(rules.scoring)):
                self.take_game(game.id)
                self._show(rules)
                with suppress(RuleError):
                    if self.ruleset(players) == rules:
                        return True
        return False

    def _show(self, rules: Ruleset) -> None:
        """Fill the choices with rules that differ from the chosen game's in nothing but what can be chosen."""
        self.shown.data = self.game.data
        bidding = rules.bidding
        self.hook.data = bidding.hook != "never"
        self.hook_kind.data = "exceed" if bidding.hook == "must_exceed" else "even"
        self.min_cards.process_data(bidding.min_cards if bidding.hook == "min_cards" and bidding.min_cards > 1 else None)
        self.bidding.data, self.first.data, self.lead.data = bidding.order, bidding.first, rules.lead
        self.deck.process_data(None if rules.deck == self.named.ruleset.deck else rules.deck.cards)
        self.extras.data = list(rules.extras)
        self.trump.data, self.no_trump.data = _trump_value(rules.trump), rules.no_trump
        self.must_trump.data, self.rotation.data, self.tie.data = rules.must_trump, rules.rotation, rules.tie
        self.end.process_data(rules.end_score)
        self._show_schedule(rules.schedule)
        self._show_switches(rules.scoring)
        self._offer_trumps()

    def _show_schedule(self, schedule: Schedule) -> None:
        high = schedule.high if schedule.high != self.taken_schedule.high and isinstance(schedule.high, int) else None
        self.shape.data = schedule.shape
        self.largest.process_data(high)
        self.count.process_data(schedule.count)
        self.sizes.data = " ".join(map(str, schedule.hands))

    def _show_switches(self, scoring: Scoring) -> None:
        self.miss_tricks.data = scoring.over == MISS_TRICKS
        self.zero_bonus.data = scoring.zero_made == ZERO_BONUS

    def remembered(self, slug: str) -> dict[str, Any]:
        """The choices as the device remembers them: those of the game of that address, where they are too long for a cookie."""
        values = {field.name: field.data for field in self if field.name != "shown"}
        values |= {
            "sizes": " ".join(map(str, chosen_rules.own_sizes(self.sizes.data)))
            if self.shape.data == "list" or self.sizes.data
            else "",
            "end": None if self.end.data is None else plain(self.end.data),
        }
        fits = len(compress(json.dumps(values).encode())) <= MOST_REMEMBERED
        return values if fits else {"game": f"{EARLIER}{slug}"}

    @classmethod
    def from_remembered(cls, values: dict[str, Any]) -> "Choices":
        """Read back. What they are worth today is for `validate` to say."""
        choices = cls(formdata=None, data=values)
        if list(values) == ["game"]:
            choices.show_named()
        return choices

    def name(self, rules: Ruleset) -> str:
        """What the table calls the game that it plays by these rules; nothing when the points are not those of the chosen game."""
        named = self.named
        if rules == named.ruleset:
            return named.name
        if not named.name or self.taken_scoring != named.ruleset.scoring:
            return ""
        return named.name if named.id.startswith(EARLIER) else gettext("%(game)s, with changes", game=named.name)

    def ruleset(self, players: int) -> Ruleset:
        """The rules as chosen, checked for this many players. A `RuleError` names the field in its figures."""
        return chosen_rules.ruleset(self, players)
