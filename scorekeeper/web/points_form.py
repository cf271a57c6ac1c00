"""The form for points of a table's own: every row of a scoring, and what comes on top."""

import re
from typing import Any

import wtforms
from wtforms import BooleanField, FormField, SelectField, StringField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than its types
from wtforms.validators import ValidationError

from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.form import MEASURES, Form
from scorekeeper.rules.number import Points, number
from scorekeeper.rules.scoring import PLAYERS_AND_ONE, Near, Scoring, Streak
from scorekeeper.web.fields import PointsNumber, WholeNumber, points_typed, whole
from scorekeeper.web.texts import gettext, lazy
from scorekeeper.web.words import figure

SLOTS = 3
MOST_BID = 60
COUNTED = [
    SelectChoice("", lazy("for each …")),
    SelectChoice("b", lazy("× bid")),
    SelectChoice("b2", lazy("× bid²")),
    SelectChoice("bT", lazy("× (1 + 2 + … + bid)")),
    SelectChoice("t", lazy("× tricks taken")),
    SelectChoice("d", lazy("× tricks missed by")),
    SelectChoice("d2", lazy("× (tricks missed by)²")),
    SelectChoice("dT", lazy("× (1 + 2 + … + tricks missed by)")),
    SelectChoice("h", lazy("× cards in the hand")),
    SelectChoice("i", lazy("× (cards below the largest hand + 1)")),
]


class Part(wtforms.Form):
    """A number, perhaps below zero, and what it is counted for (nothing in the first part of a row)."""

    minus = BooleanField()
    number = PointsNumber()
    counted = SelectField(choices=COUNTED, default="")

    @property
    def empty(self) -> bool:
        """Nothing was entered."""
        return self.number.data is None and not self.counted.data

    def value(self) -> Points:
        """The number with its sign."""
        number: Points = self.number.data
        return -number if self.minus.data and number > 0 else number

    def show(self, number: Points, counted: str = "") -> None:
        """Fill the part in."""
        self.minus.data = number < 0
        self.number.process_data(abs(number))
        self.counted.data = counted


class Row(wtforms.Form):
    """What one kind of result scores: fixed points, and up to three counted ones. Left empty, the row gives way."""

    fixed = FormField(Part, separator="-")
    part1 = FormField(Part, separator="-")
    part2 = FormField(Part, separator="-")
    part3 = FormField(Part, separator="-")

    @property
    def counted(self) -> list[Part]:
        """The parts that count something."""
        return [self.part1.form, self.part2.form, self.part3.form]

    @property
    def empty(self) -> bool:
        """Nothing was entered in any part."""
        return self.fixed.form.empty and all(part.empty for part in self.counted)

    @property
    def rest_used(self) -> bool:
        """Whether more than one thing is counted."""
        return not all(part.empty for part in self.counted[1:])

    def form(self) -> Form | None:
        """The row as the rules have it; `None` when nothing was entered."""
        measures: dict[str, Points] = {}
        if self.fixed.form.number.data is not None:
            measures["k"] = self.fixed.form.value()
        for part in self.counted:
            if part.number.data is not None and not part.counted.data:
                raise RuleError("rules", N_("Say what %(number)s is counted for."), number=part.number.typed)
            if part.counted.data in measures:
                raise RuleError("rules", N_("Count each thing once."))
            if part.number.data is None and part.counted.data:
                raise RuleError("rules", N_("Write how many points each counts, or choose nothing to count."))
            if not part.empty:
                measures[part.counted.data] = part.value()
        return Form(**measures) if measures else None

    def show(self, form: Form | None) -> bool:
        """Fill the row in, if it has room for the form."""
        if form is None:
            return True
        counted = [(name, getattr(form, name)) for name in MEASURES if name != "k" and getattr(form, name)]
        if form.k or not counted:
            self.fixed.form.show(form.k)
        for part, (name, times) in zip(self.counted, counted, strict=False):
            part.show(times, name)
        return len(counted) <= SLOTS


class OwnPoints(wtforms.Form):
    """A scoring as a form. `same`: too few tricks score as too many do."""

    made = FormField(Row, lazy("A bid that is made"), separator="-")
    over = FormField(Row, lazy("A bid that is missed"), separator="-")
    same = BooleanField(lazy("Too few tricks score the same"), default=True)
    under = FormField(Row, lazy("A bid that is missed with too few tricks"), separator="-")
    zero_made = FormField(Row, lazy("A bid of 0 that is made"), separator="-")
    zero_missed = FormField(Row, lazy("A bid of 0 that is missed"), separator="-")
    zero_from = WholeNumber(lazy("Only in hands of so many cards or more"))
    zero_crowd = BooleanField(lazy("Only in hands of more cards than players"))
    near = FormField(Row, lazy("A bid nearly made"), separator="-")
    near_by = WholeNumber(lazy("Missed by at most how many tricks"))
    table = StringField(lazy("Certain bids, if made: bid = points"))
    blind = PointsNumber(lazy("A bid made blind adds"))
    bonus = SelectField(
        lazy("Bonus points"),
        default="none",
        choices=[
            SelectChoice("none", lazy("are not played")),
            SelectChoice("made", lazy("count if the bid is made")),
            SelectChoice("made+half", lazy("count half if nearly made")),
            SelectChoice("always", lazy("always count")),
        ],
    )
    streak = WholeNumber(lazy("Hands in a row: how many"))
    streak_win = PointsNumber(lazy("Such a row of made bids adds"))
    streak_loss = PointsNumber(lazy("Such a row of missed bids takes off"))
    streak_ignore = StringField(lazy("Hands that do not count for it (cards)"))
    low = BooleanField(lazy("The lowest total wins"))

    def validate_near_by(self, field: WholeNumber) -> None:
        """A near miss is by 1 trick or more."""
        _within(field, 1, MOST_BID)

    def validate_zero_from(self, field: WholeNumber) -> None:
        """Hands have 1 card or more."""
        _within(field, 1, 10_000)

    def validate_streak(self, field: WholeNumber) -> None:
        """A row has at least one hand."""
        _within(field, 1, 120)

    def row(self, name: str) -> Row:
        """The form of one row."""
        field: Any = self[name]
        row: Row = field.form
        return row

    @property
    def zero_used(self) -> bool:
        """Whether a bid of 0 has points of its own, so that its rows are shown."""
        return not (self.row("zero_made").empty and self.row("zero_missed").empty)

    @property
    def more_used(self) -> bool:
        """Whether anything is entered that only few scorings have."""
        typed = (self.near_by, self.blind, self.streak, self.streak_win, self.streak_loss)
        given = any(field.typed.strip() not in {"", "0"} for field in typed) or bool(self.table.data)
        return given or self.bonus.data != "none" or not self.row("near").empty

    @property
    def faults(self) -> dict[str, str]:
        """The first fault of each field, and of each row."""
        return {str(name): _first_fault(faults) for name, faults in self.errors.items()}

    def show(self, scoring: Scoring) -> bool:
        """Fill the form with a scoring, if it has room for all of it."""
        near = scoring.near
        rows = {"made": scoring.made, "over": scoring.over, "under": scoring.under, "near": near.form if near else None}
        rows |= {"zero_made": scoring.zero_made, "zero_missed": scoring.zero_missed}
        fits = [self.row(name).show(form) for name, form in rows.items()]
        self.same.data = scoring.over == scoring.under
        self.zero_crowd.data = scoring.zero_from_cards == PLAYERS_AND_ONE
        self.zero_from.process_data(None if self.zero_crowd.data or scoring.zero_from_cards == 1 else scoring.zero_from_cards)
        self.near_by.process_data(near.dist if near and near.dist != 1 else None)
        self.table.data = "; ".join(f"{bid} = {figure(form.k)}" for bid, form in scoring.made_table)
        self.blind.process_data(scoring.blind or None)
        self.bonus.data, self.low.data = scoring.bonus, scoring.direction == "low"
        if scoring.streak is not None:
            self.streak.process_data(scoring.streak.n)
            self.streak_win.process_data(scoring.streak.win)
            self.streak_loss.process_data(-scoring.streak.loss)
            self.streak_ignore.data = " ".join(map(str, scoring.streak.ignore_cards))
        return all(fits)

    def scoring(self) -> Scoring:
        """The scoring that was typed. A `RuleError` names the field in its figures."""
        over = self._row("over") or Form()
        near = self._row("near")
        if near is None and self.near_by.data is not None:
            raise RuleError("rules", N_("Say what a bid nearly made scores."), field="near")
        typed = Scoring(
            made=self._row("made") or Form(),
            over=over,
            under=over if self.same.data else self._row("under") or Form(),
            zero_made=self._row("zero_made"),
            zero_missed=self._row("zero_missed"),
            zero_from_cards=PLAYERS_AND_ONE if self.zero_crowd.data else self.zero_from.data or 1,
            near=None if near is None else Near(near, self.near_by.data or 1),
            made_table=self._table(),
            blind=self.blind.data or 0,
            bonus=self.bonus.data,
            streak=self._streak(),
            direction="low" if self.low.data else "high",
        )
        return Scoring.from_data(typed.to_data())

    def _row(self, name: str) -> Form | None:
        try:
            return self.row(name).form()
        except RuleError as error:
            error.figures["field"] = name
            raise

    def _table(self) -> tuple[tuple[int, Form], ...]:
        table: dict[int, Form] = {}
        for text in filter(None, map(str.strip, re.split(r"[;\n]|,(?=\s*\d+\s*=)", self.table.data or ""))):
            bid, _, points = text.partition("=")
            try:
                exact, typed = whole(bid), points_typed(points)
                worth = None if typed is None else number(typed)
            except RuleError:
                exact = worth = None
            if exact is None or worth is None or exact > MOST_BID:
                raise RuleError("rules", N_("Write each as bid = points, such as 1 = 15, 10 = 110."), field="table")
            if exact in table:
                raise RuleError("rules", N_("The bid %(bid)s is there twice."), field="table", bid=exact)
            table[exact] = Form(k=worth)
        return tuple(sorted(table.items(), key=lambda pair: pair[0]))

    def _streak(self) -> Streak | None:
        if self.streak.data is None:
            if self.streak_win.data or self.streak_loss.data or (self.streak_ignore.data or "").strip():
                raise RuleError("rules", N_("Of how many hands is the row?"), field="streak")
            return None
        try:
            ignored = tuple(whole(word) or 0 for word in re.split(r"[\s,;]+", (self.streak_ignore.data or "").strip()) if word)
        except RuleError:
            ignored = (0,)
        if not all(0 < size <= 10_000 for size in ignored) or len(ignored) > MOST_BID:
            raise RuleError("rules", N_("Write numbers of cards, such as 1 8."), field="streak_ignore")
        return Streak(self.streak.data, self.streak_win.data or 0, -(self.streak_loss.data or 0), ignored)


def _within(field: WholeNumber, least: int, most: int) -> None:
    if field.data is not None and not least <= field.data <= most:
        raise ValidationError(gettext("This must be a number from %(least)s to %(most)s.", least=least, most=most))


def _first_fault(faults: object) -> str:
    while isinstance(faults, dict):
        faults = next(iter(faults.values()))
    return str(faults[0] if isinstance(faults, list) else faults)
