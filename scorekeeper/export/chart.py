"""The totals of a score sheet as a line chart, hand by hand: an SVG drawing in ink alone.

Lines are told apart by their marks and dashes, and each has its name and total at its end. Nothing is styled inline: a page may
style the classes (`first`, `hollow`, `grid`), and where none does, the drawing stands in the colour of the text around it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from scorekeeper.export.text import isolated
from scorekeeper.ledger.names import shortened
from scorekeeper.ledger.sheet import ScoreSheet
from scorekeeper.rules.number import Points

WIDTH, TYPE, MARK = 360, 12, 3.1
RIGHT, ABOVE, BELOW = 106, 8, 20
LETTERS, ROOM = 13, RIGHT - 20  # for name and total beside the end of a line
DASHES = ("", "7 3", "2 2.5", "9 3 2 3", "4 4")
LOOK = f'direction="ltr" font-size="{TYPE}" fill="currentColor" stroke="none"'


@dataclass(frozen=True, slots=True)
class Look:
    """Two colours where no style sheet says another: what hollow marks are filled with, and who is first."""

    paper: str = "#fff"
    accent: str = "currentColor"


PLAIN = Look()


@dataclass(frozen=True, slots=True)
class Curve:
    """The totals of a seat as places in the chart: hands played so far, and the total then. Points given between two hands step up
    where they were given.
    """

    seat: int
    places: tuple[tuple[int, Points], ...]


def curves(sheet: ScoreSheet) -> tuple[Curve, ...]:
    """A curve for everybody who has a total. Who came later begins there, and who left ends with the last hand played."""
    found = [Curve(seat, tuple(dict.fromkeys(_places(sheet, seat)))) for seat in range(len(sheet.players))]
    return tuple(curve for curve in found if curve.places)


def _places(sheet: ScoreSheet, seat: int) -> Iterator[tuple[int, Points]]:
    rows = [row for row in sheet.rows if row.totals[seat] is not None]
    if seat in sheet.left:
        last = max((index for index, row in enumerate(rows) if row.points[seat] is not None), default=-1)
        rows = rows[: last + 1]
    for index, row in enumerate(rows):
        after = row.line.hand.number if row.line else row.given.after_hand if row.given else 0
        if row.line and index == 0:
            yield after - 1, 0
        yield after, row.totals[seat] or 0


def chart(
    sheet: ScoreSheet,
    *,
    label: str,
    figure: Callable[[Points], str] = str,
    hand: str = "Hand",
    width: int = WIDTH,
    height: int = 0,
    look: Look = PLAIN,
    place: str = "",
) -> str:
    """The chart as an `svg` element, called `label`; nothing before the first hand is recorded.

    `figure` writes a number; `place` are attributes that say where in another drawing the chart stands. Names are shortened to what
    fits beside their totals.
    """
    drawn = curves(sheet)
    if not sheet.lines or not drawn:
        return ""
    height = height or max(200, 14 * len(drawn) + 44)
    longest = max(len(figure(total)) for total in sheet.totals)
    names = [isolated(name) for name in shortened(sheet.players, max(LETTERS - longest - 1, 4))]
    scale = _Scale.of(drawn, sheet.lines[-1].hand.number, width, height, figure)
    ends = _spread([scale.y(curve.places[-1][1]) for curve in drawn], ABOVE + 4, height - BELOW)
    parts = [
        f'<svg class="chart" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}" {LOOK}{place}>',
        *_axes(scale, figure, hand),
        *(
            _line(scale, curve, end, sheet, f"{names[curve.seat]} {figure(curve.places[-1][1])}", look)
            for curve, end in sorted(zip(drawn, ends, strict=True), key=lambda pair: pair[0].seat in sheet.leaders)
        ),
        "</svg>",
    ]
    return "\n".join(parts)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where a place in the chart is drawn."""

    first: int
    last: int
    low: float
    high: float
    step: int
    left: int
    width: int
    height: int

    @classmethod
    def of(cls, drawn: Sequence[Curve], last: int, width: int, height: int, figure: Callable[[Points], str]) -> "_Scale":
        totals = [float(total) for curve in drawn for _, total in curve.places]
        low, high = min(0.0, *totals), max(0.0, *totals)
        step = _step(max(high - low, 1), 5)
        first = min(curve.places[0][0] for curve in drawn)
        letters = max(len(figure(tick)) for tick in _ticks(low, high, step))
        left = 7 + 7 * max(letters, 4)
        return cls(first, max(last, first + 1), low, max(high, low + 1), step, left, width, height)

    @property
    def right(self) -> int:
        return self.width - RIGHT

    def x(self, hand: int) -> float:
        return round(self.left + (self.right - self.left) * (hand - self.first) / (self.last - self.first), 1)

    def y(self, total: Points | float) -> float:
        inner = self.height - ABOVE - BELOW
        return round(ABOVE + inner * (self.high - float(total)) / (self.high - self.low), 1)


def _step(extent: float, at_most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20 … with which so many steps cover an extent.

    >>> _step(23, 5), _step(60, 8), _step(1250, 5)
    (5, 10, 500)
    """
    power = 1
    while True:
        for digit in (1, 2, 5):
            if extent / (digit * power) <= at_most:
                return digit * power
        power *= 10


def _ticks(low: float, high: float, step: int) -> range:
    """The numbers beside the chart: nought, and every step above and below it.

    >>> list(_ticks(-12, 23, 10))
    [-10, 0, 10, 20]
    """
    return range(-(int(-low) // step) * step, int(high) + 1, step)


def _spread(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Where labels go that may not touch: as near as possible to where they are wanted, in the same order.

    >>> _spread([50, 52, 20], 0, 100)
    [50, 63.0, 20]
    """
    gap = min(TYPE + 1.0, (bottom - top) / max(len(wanted) - 1, 1))
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    found = list(wanted)
    least = top
    for index in order:
        found[index] = max(found[index], least)
        least = found[index] + gap
    most = bottom
    for index in reversed(order):
        found[index] = min(found[index], most)
        most = found[index] - gap
    return found


def _axes(scale: _Scale, figure: Callable[[Points], str], hand: str) -> Iterator[str]:
    left = scale.left
    for tick in _ticks(scale.low, scale.high, scale.step):
        y, stroke = scale.y(tick), 'stroke-width="1" opacity="0.6"' if tick == 0 else 'stroke-width="0.5" opacity="0.3"'
        yield f'<path class="grid" d="M{left} {y}H{scale.right}" stroke="currentColor" {stroke}/>'
        yield f'<text x="{left - 5}" y="{y + 4:g}" text-anchor="end">{figure(tick)}</text>'
    step, foot = _step(scale.last - scale.first, 8), scale.height - 4
    yield f'<text x="{left - 5}" y="{foot}" text-anchor="end" font-size="10">{escape(hand)}</text>'
    for number in range(max(scale.first, 1), scale.last + 1):
        if number % step == 0:
            yield f'<text x="{scale.x(number)}" y="{foot}" text-anchor="middle">{number}</text>'


def _line(scale: _Scale, curve: Curve, end: float, sheet: ScoreSheet, words: str, look: Look) -> str:
    seat, first = curve.seat, curve.seat in sheet.leaders
    places = [(scale.x(hand), scale.y(total)) for hand, total in curve.places]
    (x, y), dash = places[-1], DASHES[seat % len(DASHES)]
    every = max(1, len(places) // 8)
    marked = [place for index, place in enumerate(places) if index % every == seat % every and index] + [(scale.right + 12.0, end)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    course = "L".join(f"{across:g} {down:g}" for across, down in places)
    fitted = f' textLength="{ROOM}" lengthAdjust="spacingAndGlyphs"' if width_of(words) * TYPE > ROOM else ""
    weight, wide, begins = (
        (' font-weight="700"', 2.4, f'class="line first" color="{look.accent}"') if first else ("", 1.3, 'class="line"')
    )
    return (
        f'<g {begins} stroke-linejoin="round">'
        f'<path d="M{course}" fill="none" stroke="currentColor" stroke-width="{wide}"{dashed}/>'
        f'<path d="M{x:g} {y:g}L{scale.right + 6} {end:g}" fill="none" stroke="currentColor" stroke-width="0.7" opacity="0.5"/>'
        f"{_marks(seat, marked, look.paper)}"
        f'<text x="{scale.right + 18}" y="{end + 4:g}"{weight}{fitted}>{escape(words)}</text></g>'
    )


def width_of(text: str) -> float:
    """How wide a text is, in the height of its letters: a guess, rather too much.

    >>> round(width_of("Ana"), 2), round(width_of("WWW"), 2)
    (1.71, 2.85)
    """
    return sum(0.95 if letter in "WMwm●—★" else 0.3 if letter in "il.,:'| \u00a0/" else 0.57 for letter in text)


def _marks(seat: int, places: Sequence[tuple[float, float]], paper: str) -> str:
    """Five shapes, filled and hollow: ten kinds of marks."""
    shape, hollow = divmod(seat % 10, 2)
    drawn = "".join(_shape(shape, x, y) for x, y in places)
    fill = f'class="hollow" fill="{paper}"' if hollow else 'fill="currentColor"'
    return f'<path d="{drawn}" {fill} stroke="currentColor" stroke-width="1.1"/>'


def _shape(shape: int, x: float, y: float) -> str:
    r = MARK
    match shape:
        case 0:  # a dot
            return f"M{x - r:g} {y:g}a{r} {r} 0 1 0 {2 * r:g} 0a{r} {r} 0 1 0 {-2 * r:g} 0z"
        case 1:  # a square
            return f"M{x - r:g} {y - r:g}h{2 * r:g}v{2 * r:g}h{-2 * r:g}z"
        case 2:  # a triangle
            return f"M{x:g} {y - r - 0.8:g}l{r + 0.6:g} {2 * r:g}h{-2 * r - 1.2:g}z"
        case 3:  # a diamond
            return f"M{x:g} {y - r - 1:g}l{r + 1:g} {r + 1:g}l{-r - 1:g} {r + 1:g}l{-r - 1:g} {-r - 1:g}z"
        case _:  # a triangle upside down
            return f"M{x:g} {y + r + 0.8:g}l{r + 0.6:g} {-2 * r:g}h{-2 * r - 1.2:g}z"
