"""A figure, what it is judged by, and the table of all."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

HEAD = ("what", "measured", "baseline", "ratio", "target", "")


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured. With a `baseline`, measured in the same run, `target` is how many times that it may be; else how much.

    >>> Figure("one bid", 3.2, "ms", target=1.6, baseline=2.0).cells
    ('one bid', '3.20 ms', '2.00 ms', '1.60×', '≤ 1.6×', 'pass')
    >>> Figure("the page", 31_000, "bytes", target=30_000).cells
    ('the page', '31,000 bytes', '–', '1.03×', '≤ 30,000 bytes', 'MISS')
    """

    what: str
    value: float
    unit: str
    target: float
    baseline: float | None = None

    @property
    def ratio(self) -> float:
        """How many times the baseline, or where there is none the target."""
        beside = self.target if self.baseline is None else self.baseline
        return self.value / beside if beside else float(self.value > 0)

    @property
    def met(self) -> bool:
        return round(self.ratio, 2) <= (1 if self.baseline is None else self.target)

    @property
    def cells(self) -> tuple[str, ...]:
        """The figure as a line of the table."""
        beside = "–" if self.baseline is None else quantity(self.baseline, self.unit)
        target = quantity(self.target, self.unit) if self.baseline is None else f"{self.target:g}×"
        return (
            self.what,
            quantity(self.value, self.unit),
            beside,
            f"{self.ratio:.2f}×",
            f"≤ {target}",
            "pass" if self.met else "MISS",
        )


def quantity(number: float, unit: str) -> str:
    """A number with as many digits as tell something.

    >>> quantity(0.1234, "s"), quantity(123.4, "ms"), quantity(6, "statements")
    ('0.12 s', '123 ms', '6 statements')
    """
    whole = isinstance(number, int) or number >= 100
    return f"{number:,.0f} {unit}" if whole else f"{number:.2f} {unit}"


def table(figures: Iterable[Figure]) -> str:
    """All figures as a table that reads well here and in Markdown."""
    rows = [HEAD, *(figure.cells for figure in figures)]
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])
