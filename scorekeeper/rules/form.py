"""One row of a scoring: a linear form over what happened to a player in a hand. Which row counts is the business of `scoring`."""

from __future__ import annotations

from dataclasses import dataclass, fields

from scorekeeper.rules import reading
from scorekeeper.rules.number import Points, plain


@dataclass(frozen=True, slots=True)
class Form:
    """Points = a sum of measures, each times its coefficient.

    k: 1; b, b2, bT: bid, its square, its triangular number; t: tricks; d, d2, dT: how far the bid was missed, likewise;
    h: size of the hand; i: how much smaller than the largest hand this one is, plus 1.
    """

    k: Points = 0
    b: Points = 0
    b2: Points = 0
    bT: Points = 0  # noqa: N815 (as scorings write it)
    t: Points = 0
    d: Points = 0
    d2: Points = 0
    dT: Points = 0  # noqa: N815 (same)
    h: Points = 0
    i: Points = 0

    def value(self, size: int, bid: int, tricks: int, largest: int) -> Points:
        """The form reckoned for one result.

        >>> Form(k=10, b=1).value(5, 4, 4, 13)
        14
        >>> Form(dT=-1).value(5, 1, 4, 13)
        -6
        """
        off = abs(tricks - bid)
        return (
            self.k
            + self.b * bid
            + self.b2 * bid * bid
            + self.bT * (bid * (bid + 1) // 2)
            + self.t * tricks
            + self.d * off
            + self.d2 * off * off
            + self.dT * (off * (off + 1) // 2)
            + self.h * size
            + self.i * (largest - size + 1)
        )

    @classmethod
    def from_data(cls, data: object, key: str) -> Form:
        """A row is written as its coefficients; what is left out is 0.

        >>> Form.from_data({"k": 5, "h": 1}, "scoring.zero_made") == Form(k=5, h=1)
        True
        """
        given = reading.section(data, key, MEASURES)
        return cls(**{name: reading.points(value, reading.path(key, name)) for name, value in given.items()})

    def to_data(self) -> dict[str, int | float]:
        """The coefficients that are not 0.

        >>> Form(k=10, b=1).to_data()
        {'k': 10, 'b': 1}
        """
        coefficients = {name: getattr(self, name) for name in MEASURES}
        return {name: plain(value) for name, value in coefficients.items() if value}


MEASURES = tuple(field.name for field in fields(Form))
