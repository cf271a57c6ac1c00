"""The choices of a new game as a form, turned into a ruleset: a preset, and what this table plays differently."""

import re
from dataclasses import replace
from typing import Any

import wtforms
from wtforms import BooleanField, HiddenField, SelectField, StringField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than its types

from scorekeeper.rules.bidding import Bidding
from scorekeeper.rules.catalogue import preset
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.form import Form
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.schedule import Schedule
from scorekeeper.rules.scoring import BASE_SCORING, Scoring
from scorekeeper.web.fields import WholeNumber, whole
from scorekeeper.web.texts import lazy

UP_FRONT = (
    "seed",
    "wizard",
    "podrida",
    "pocha",
    "romanian-whist",
    "judgement",
    "nomination",
    "boerenbridge-10-2",
    "ascenseur",
    "rikiki",
)
MISS_TRICKS, ZERO_BONUS = Form(t=1), Form(k=5, h=1)


class Choices(wtforms.Form):
    """What can be chosen; `shown` is the preset whose choices the page showed, so that another preset brings its own."""

    game = SelectField(lazy("Game"), choices=[SelectChoice(game, preset(game).name) for game in UP_FRONT], default=UP_FRONT[0])
    shown = HiddenField(default=UP_FRONT[0])
    hook = BooleanField(lazy("The hook"), description=lazy("The last bid may not make the bids total the size of the hand."))
    min_cards = WholeNumber(lazy("Hook from how many cards"))
    bidding = SelectField(
        lazy("Bids"),
        choices=[SelectChoice("sequential", lazy("in turn")), SelectChoice("simultaneous", lazy("all at once, no hook"))],
    )
    shape = SelectField(
        lazy("Hands"),
        choices=[
            SelectChoice("up", lazy("up: 1 2 3 …")),
            SelectChoice("down", lazy("down: … 3 2 1")),
            SelectChoice("up-down", lazy("up and down")),
            SelectChoice("down-up", lazy("down and up")),
            SelectChoice("list", lazy("a list of one's own")),
        ],
    )
    largest = WholeNumber(lazy("Most cards in a hand"))
    sizes = StringField(lazy("Own list of hands"))
    miss_tricks = BooleanField(lazy("A missed bid still scores 1 for each trick"))
    zero_bonus = BooleanField(lazy("A made bid of 0 scores 5 + the cards of the hand"))
    no_trump = SelectField(
        lazy("No trump"),
        choices=[
            SelectChoice("max-hand", lazy("in the largest hand")),
            SelectChoice("last-hand", lazy("in the last hand")),
            SelectChoice("exhausted", lazy("when no card is left to turn")),
            SelectChoice("rotation", lazy("by the order of trumps")),
            SelectChoice("never", lazy("never")),
            SelectChoice("all", lazy("always")),
        ],
    )
    must_trump = BooleanField(lazy("Remind: who cannot follow suit must trump"))
    rotation = SelectField(
        lazy("Direction"), choices=[SelectChoice("left", lazy("clockwise")), SelectChoice("right", lazy("anticlockwise"))]
    )

    @property
    def switches_scoring(self) -> bool:
        """The two scoring switches belong to the base game's scoring only."""
        return _base_rows(self.rules_as_named.scoring)

    @property
    def rules_as_named(self) -> Ruleset:
        """What the chosen game says by itself; the first game's rules while a wrong one is named."""
        return preset(self.game.data if self.game.data in UP_FRONT else UP_FRONT[0]).ruleset

    def show_preset(self) -> None:
        """Fill the choices with what the chosen game says."""
        self._show(self.rules_as_named)

    def _show(self, rules: Ruleset) -> None:
        self.shown.data = self.game.data
        self.hook.data = rules.bidding.hook != "never"
        self.min_cards.process_data(rules.bidding.min_cards if rules.bidding.min_cards > 1 else None)
        self.bidding.data = rules.bidding.order
        self.shape.data = rules.schedule.shape
        self.largest.process_data(None)
        self.sizes.data = ""
        self.miss_tricks.data = rules.scoring.over == MISS_TRICKS
        self.zero_bonus.data = rules.scoring.zero_made == ZERO_BONUS
        self.no_trump.data = rules.no_trump
        self.must_trump.data = rules.must_trump
        self.rotation.data = rules.rotation

    def show_rules(self, rules: Ruleset) -> None:
        """Fill the choices with the rules of an earlier game, as far as they are choices of this page."""
        named = (game for game in UP_FRONT if self._same_game(preset(game).ruleset, rules))
        self.game.data = next(named, UP_FRONT[0])
        self._show(rules)
        if rules.schedule.shape == "list":
            self.sizes.data = " ".join(map(str, rules.schedule.hands))
        elif rules.schedule.high != self.rules_as_named.schedule.high and isinstance(rules.schedule.high, int):
            self.largest.process_data(rules.schedule.high)

    def _same_game(self, named: Ruleset, rules: Ruleset) -> bool:
        """Do they differ in nothing but what can be chosen here?"""
        switched = _base_rows(named.scoring) and _base_rows(rules.scoring)
        return (switched or named.scoring == rules.scoring) and (named.deck, named.tie, named.trump) == (
            rules.deck,
            rules.tie,
            rules.trump,
        )

    def remembered(self) -> dict[str, Any]:
        """The choices as the device remembers them."""
        values = {field.name: field.data for field in self if field.name != "shown"}
        return values | {"sizes": " ".join(map(str, self._own_sizes())) if self.shape.data == "list" or self.sizes.data else ""}

    def ruleset(self, players: int) -> Ruleset:
        """The rules as chosen, checked for this many players. A `RuleError` names the field in its figures."""
        base = self.rules_as_named
        return replace(
            base,
            bidding=self._bidding(base, players),
            schedule=self._schedule(base, players),
            scoring=self._scoring(base.scoring) if self.switches_scoring else base.scoring,
            no_trump=self.no_trump.data,
            must_trump=self.must_trump.data,
            rotation=self.rotation.data,
        )

    def _bidding(self, rules: Ruleset, players: int) -> Bidding:
        base = rules.bidding
        if self.bidding.data == "simultaneous" or not (self.hook.data or self.min_cards.data):
            return replace(base, order=self.bidding.data, hook="never")
        if self.min_cards.data is None:
            return replace(base, order="sequential", hook=base.hook if base.hook == "must_exceed" else "always", min_cards=1)
        most = rules.largest_size(players)
        if not 1 <= self.min_cards.data <= most:
            raise RuleError("hook", N_("The hook begins at 1 to %(most)s cards."), field="min_cards", most=most)
        return replace(base, order="sequential", hook="min_cards", min_cards=self.min_cards.data)

    def _schedule(self, base: Ruleset, players: int) -> Schedule:
        if self.shape.data == "list" or (self.sizes.data or "").strip():
            return Schedule("list", hands=self._own_sizes())
        schedule = base.schedule if self.shape.data == base.schedule.shape else replace(base.schedule, shape=self.shape.data)
        if self.largest.data is None:
            return schedule
        most = base.largest_size(players)
        if not 1 <= self.largest.data <= most:
            sentence = N_("%(players)s players × %(size)s cards = %(needed)s, but the pack has %(pack)s cards: 1 to %(most)s each.")
            size, pack = self.largest.data, base.pack(players)
            raise RuleError(
                "pack", sentence, field="largest", players=players, size=size, needed=players * size, pack=pack, most=most
            )
        return replace(schedule, high=self.largest.data)

    def _own_sizes(self) -> tuple[int, ...]:
        words = re.split(r"[\s,;]+", (self.sizes.data or "").strip())
        try:
            sizes = tuple(whole(word) or 0 for word in words)
        except RuleError:
            sizes = (0,)
        if not all(sizes) or len(sizes) > 120:
            raise RuleError("schedule", N_("Write the cards of each hand, such as 1 3 5 7: whole numbers from 1."), field="sizes")
        return sizes

    def _scoring(self, base: Scoring) -> Scoring:
        miss = MISS_TRICKS if self.miss_tricks.data else Form()
        return replace(base, over=miss, under=miss, zero_made=ZERO_BONUS if self.zero_bonus.data else None)


def _base_rows(scoring: Scoring) -> bool:
    plain = replace(scoring, over=Form(), under=Form(), zero_made=None)
    return plain == BASE_SCORING and scoring.over == scoring.under and scoring.over in (Form(), MISS_TRICKS)
