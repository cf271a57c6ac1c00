"""Numbers as people and pages send them, checked for shape only. What they may be is the domain's business."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from wtforms import Field, Form, HiddenField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError
from wtforms.widgets import TextInput

from scorekeeper.ledger.arrangements import MOST_PEOPLE
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.number import Points, number, plain, tidy
from scorekeeper.web.texts import gettext

WHOLE = re.compile(r"\s*\+?\d+\s*")
HUGE = 10**30  # stands for all that is longer to read; far beyond every bound


def whole(text: str | None, *, seat: int | None = None, hand: int | None = None) -> int | None:
    """A whole number from 0 in the digits of any script; `None` for nothing, a `RuleError` for anything else.

    >>> whole(" 007 "), whole(""), whole("٣")
    (7, None, 3)
    """
    if text is None or not text.strip():
        return None
    if not WHOLE.fullmatch(text):
        raise RuleError("number", N_("This must be a whole number."), seat=seat, hand=hand)
    return int(text) if len(text) <= len(str(HUGE)) else HUGE


class WholeNumber(Field):
    """A form field for a whole number; what was typed is kept when it is none."""

    widget = TextInput()
    data: Any

    def process_formdata(self, valuelist: list[str]) -> None:
        self.typed = valuelist[0] if valuelist else ""
        try:
            self.data = whole(self.typed)
        except RuleError as error:
            self.data = None
            raise ValueError(gettext(error.sentence)) from error

    def process_data(self, value: Any) -> None:
        self.data = value
        self.typed = "" if value is None else str(value)

    def _value(self) -> str:
        return self.typed


class Shown(HiddenField):
    """What a page had shown, as text; or, where it is covered, "#" and the entry behind it, `set_by`.

    That is its number, or its key while the phone had no answer to it yet.
    """

    set_by = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = valuelist[0] if valuelist else ""
        if self.data.startswith("#"):
            self.data, self.set_by = "", self.data[1:]


MINUSES = "-‐‑‒–−﹣－"  # what keyboards and paste put where a minus is meant: hyphens, a figure dash, an en dash
TERM = re.compile(rf"\s*([+{re.escape(MINUSES)}]?)\s*(?=[\d½.,])(\d*)\s*(½|[.,][05]0*)?\s*(?=[+{re.escape(MINUSES)}]|$)")
LONGEST_SUM = 100


def points_typed(text: str | None) -> Points | None:
    """A number of points as people write it, or a sum of them; `None` for nothing, a `RuleError` for anything else.

    How many there may be is for those to say who know what they are for.

    >>> points_typed("−3"), points_typed("0,5"), points_typed("2½"), points_typed(" "), points_typed("12 + 12 – 4")
    (-3, Fraction(1, 2), Fraction(5, 2), None, 20)
    """
    if text is None or not text.strip():
        return None
    terms = list(TERM.finditer(text[:LONGEST_SUM]))
    if "".join(term[0] for term in terms) != text:
        raise RuleError("number", N_("Write a whole number or a half, such as 10, 0.5 or −3."))
    return tidy(sum((_term(*term.groups()) for term in terms), Fraction(0)))


def _term(sign: str, whole_part: str, half: str | None) -> Fraction:
    halves = 2 * int(whole_part or 0) + (half is not None and (half == "½" or "5" in half))
    return Fraction(halves if sign in {"", "+"} else -halves, 2)


def signed_points(source: Mapping[str, str], name: str) -> Points | None:
    """The points in the field `name`, below zero when the minus beside it is ticked: phones show digits without one.

    >>> signed_points({"points": "4 + 6", "points-minus": "y"}, "points"), signed_points({"points": "−3"}, "points")
    (-10, -3)
    """
    points = points_typed(source.get(name))
    return -points if points is not None and points > 0 and source.get(f"{name}-minus") else points


class PointsNumber(WholeNumber):
    """A form field for points: whole or half, above or below zero; what was typed is kept when it is none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.typed = valuelist[0] if valuelist else ""
        try:
            points = points_typed(self.typed)
            self.data = None if points is None else number(points)
        except RuleError as error:
            self.data = None
            raise ValueError(gettext(error.sentence) % error.figures) from error

    def process_data(self, value: Any) -> None:
        self.data = None if value is None else number(value)
        self.typed = "" if value is None else str(plain(self.data))


class NumbersInSeatOrder(Field):
    """Whole numbers or gaps, separated by spaces: what a page showed, sent back with the request."""

    def process_formdata(self, valuelist: list[str]) -> None:
        words = (valuelist[0] if valuelist else "").split()[:MOST_PEOPLE]
        self.data = tuple(whole(word) if WHOLE.fullmatch(word) else None for word in words) or None


class EntryForm(Form):
    """What every request that writes an entry carries: the key under which it is written at most once.

    The token against forged requests is checked for every POST of the program, so not a second time here.
    """

    key = HiddenField()

    def check(self, seat: int | None = None) -> None:
        """Refuse what has not even the shape of an entry; these fields are filled by the page, not typed."""
        if not self.validate():
            field = next(iter(self.errors))
            if field == "bid":
                raise RuleError("number", N_("This must be a whole number."), seat=seat)
            raise RuleError("number", N_("Part of this request is missing or garbled: %(field)s."), field=field)

    @property
    def entry_key(self) -> str:
        """The idempotency key, bounded."""
        return str(self.key.data or "").replace("\0", "")[:100]


def given(_form: BaseForm, field: Field) -> None:
    """The field must be there and hold a number."""
    if field.data is None:
        raise ValidationError(N_("A number is missing here."))
