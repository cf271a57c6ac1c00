"""The score sheet and its chart as one picture, to be sent on: an SVG drawing that needs no style sheet and no font of its own.

A browser turns it into a PNG file; opened by itself it looks the same. Widths of letters are only guessed here, so a text that
might not fit says how wide it may become.
"""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from scorekeeper.export.chart import WIDTH as CHART
from scorekeeper.export.chart import Look, chart, width_of
from scorekeeper.export.text import SUITS, isolated
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.names import shortened
from scorekeeper.ledger.sheet import Row, ScoreSheet
from scorekeeper.rules.number import Points

PAPER, CARD, INK, SOFT, EDGE, RED, ACCENT, WASH = (
    "#fbf8f1", "#fffefa", "#1b221e", "#545e57", "#ddd5c3", "#b3261e", "#14613f", "#e4f0e8",
)  # fmt: skip  # many short ones: one a line hides what is there
WIDTH, MARGIN, CORNER, LINE = 1080, 40, 92, 56
SANS, SERIF = "system-ui, sans-serif", "Georgia, 'Times New Roman', serif"
PLAIN_SUIT = "\ufe0e"  # a suit as a letter, not as a coloured picture


@dataclass(frozen=True, slots=True)
class Words:
    """What the picture says besides names and numbers, in the reader's language: as for the text, and the words of the table."""

    heads: Sequence[str]
    rules: Sequence[str]
    size: Callable[[Hand], str]
    above: Callable[[Row], Sequence[str]]
    below: Callable[[Row], Sequence[str]]
    signs: Callable[[Hand, int], Sequence[str]]
    figure: Callable[[Points], str]
    gain: Callable[[Points], str]
    no_trump: str
    total: str
    place: str
    hand: str
    legend: str
    chart: str
    right_to_left: bool = False


@dataclass(slots=True)
class _Page:
    """What has been drawn, from top to bottom."""

    sheet: ScoreSheet
    words: Words
    y: float = MARGIN
    parts: list[str] = field(default_factory=list)

    @property
    def column(self) -> float:
        """How wide a player's column is."""
        return (WIDTH - 2 * MARGIN - CORNER) / len(self.sheet.players)

    def left(self, column: int) -> float:
        """Where a column begins; 0 is the one of the hands."""
        start = MARGIN + (0 if column == 0 else CORNER + (column - 1) * self.column)
        return WIDTH - start - (CORNER if column == 0 else self.column) if self.words.right_to_left else start

    def middle(self, column: int) -> float:
        """The middle of a column."""
        return self.left(column) + (CORNER if column == 0 else self.column) / 2

    def centred(self, column: int, down: float, text: str, size: int, **look: str) -> None:
        """A text in the middle of a cell, narrower letters if it might not fit."""
        room = (CORNER if column == 0 else self.column) - 8
        self.parts.append(_text(self.middle(column), self.y + down, text, size, room=room, text_anchor="middle", **look))

    def sentence(self, text: str, size: int, **look: str) -> None:
        """Lines of a sentence, each across the whole picture."""
        start, anchor = (WIDTH - MARGIN, "end") if self.words.right_to_left else (MARGIN, "start")
        for line in textwrap.wrap(text, int((WIDTH - 2 * MARGIN) / size / 0.53)):
            self.y += size * 1.35
            self.parts.append(_text(start, self.y, line, size, room=WIDTH - 2 * MARGIN, text_anchor=anchor, **look))

    def box(self, height: float, fill: str = CARD) -> None:
        """The paper of a row, with its edges."""
        self.parts.append(
            f'<rect x="{MARGIN}" y="{self.y:g}" width="{WIDTH - 2 * MARGIN}" height="{height:g}" fill="{fill}" stroke="{EDGE}"/>'
        )
        self.parts += [
            f'<path d="M{edge:g} {self.y:g}v{height:g}" stroke="{EDGE}"/>'
            for column in range(1, len(self.sheet.players) + 1)
            for edge in [self.left(column) + (self.column if self.words.right_to_left else 0)]
        ]


def picture(sheet: ScoreSheet, words: Words) -> str:
    """The whole picture."""
    page = _Page(sheet, words)
    _heading(page)
    _names(page)
    for row in sheet.rows:
        _sentences(page, words.above(row))
        _row(page, row)
        _sentences(page, words.below(row))
    _ends(page)
    page.y += 6
    page.sentence(words.legend, 18, fill=SOFT)
    _chart(page)
    height = round(page.y + MARGIN)
    heads = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="{SANS}" fill="{INK}" color="{INK}" direction="ltr">'
    )
    return "\n".join([heads, f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>', *page.parts, "</svg>"]) + "\n"


def _heading(page: _Page) -> None:
    first, *others = page.words.heads
    page.sentence(first, 22, fill=SOFT)
    for sentence in others[:1]:
        page.y += 8
        page.sentence(sentence, 38, font_weight="700")
    for sentence in (*others[1:], *page.words.rules):
        page.sentence(sentence, 20, fill=SOFT)
    page.y += 16


def _names(page: _Page) -> None:
    page.box(46)
    page.centred(0, 30, "#", 20, fill=SOFT)
    room = int((page.column - 8) / 12)
    for column, seat in enumerate(page.sheet.circle, start=1):
        name = shortened(page.sheet.players, max(room, 4))[seat]
        page.centred(column, 30, isolated(name, right_to_left=page.words.right_to_left), 20, font_weight="600")
    page.y += 46


def _sentences(page: _Page, sentences: Sequence[str]) -> None:
    for sentence in sentences:
        page.sentence(sentence, 19)
        page.y += 8


def _row(page: _Page, row: Row) -> None:
    hand, words = row.line.hand if row.line else None, page.words
    page.box(LINE, CARD if hand else PAPER)
    if hand:
        page.centred(0, 24, str(hand.number), 20)
        _below_number(page, hand)
    else:
        page.centred(0, 34, "±", 22, fill=SOFT)
    for column, seat in enumerate(page.sheet.circle, start=1):
        total, points = row.totals[seat], row.points[seat]
        if total is None or (hand is None and points is None):
            continue
        page.centred(column, 26, words.figure(total), 26, font_family=SERIF, font_weight="700")
        _result(page, column, hand, seat, "–" if points is None else words.gain(points))
    page.y += LINE


def _below_number(page: _Page, hand: Hand) -> None:
    size, suit = page.words.size(hand), SUITS.get(hand.trump or "", "")
    sign = f"{suit}{PLAIN_SUIT}" if suit else page.words.no_trump if hand.trump == "none" else ""
    look = {"fill": RED} if hand.trump in {"hearts", "diamonds"} else {"fill": SOFT}
    page.centred(0, 47, " ".join(part for part in (size, sign) if part), 17, **look)


def _result(page: _Page, column: int, hand: Hand | None, seat: int, points: str) -> None:
    """Points, bid and tricks below the total; underlined for who dealt, a dot for a miss."""
    made = hand.made(seat) if hand else None
    parts = [points]
    if hand and made is not None:
        parts.append(f"{hand.bids[seat]}/{hand.tricks[seat]}{'' if made else ' ●'}")
    parts += page.words.signs(hand, seat) if hand else []
    dealt = {"text_decoration": "underline"} if hand and hand.dealer == seat else {}
    page.centred(column, 47, " \u00a0".join(parts), 16, fill=INK if made is False else SOFT, **dealt)


def _ends(page: _Page) -> None:
    sheet, words = page.sheet, page.words
    for head, figures, fill in (
        (words.total, [words.figure(total) for total in sheet.totals], WASH),
        (words.place, [f"{place}." for place in sheet.places], CARD),
    ):
        page.box(44, fill)
        page.centred(0, 29, head, 17, font_weight="600")
        for column, seat in enumerate(sheet.circle, start=1):
            page.centred(column, 30, figures[seat], 24, font_family=SERIF, font_weight="700" if seat in sheet.leaders else "600")
        page.y += 44


def _chart(page: _Page) -> None:
    """As wide as the sheet; its letters are drawn larger than on a page."""
    sheet, words, wide = page.sheet, page.words, WIDTH - 2 * MARGIN
    high = max(210, 14 * len(sheet.players) + 44)
    inner = CHART * 3 // 2
    height = wide * high / inner
    look = Look(PAPER, ACCENT)
    place = f' x="{MARGIN}" y="{page.y + 16:g}" width="{wide}" height="{height:g}"'
    drawn = chart(sheet, label=words.chart, figure=words.figure, hand=words.hand, width=inner, height=high, look=look, place=place)
    if drawn:
        page.parts.append(drawn)
        page.y += height + 16


def _text(x: float, y: float, text: str, size: int, *, room: float, **look: str) -> str:
    """A text element; one that might be wider than its room is told to fit."""
    named = {**look, "font_size": str(size)}
    if width_of(text) * size > room:
        named |= {"textLength": f"{room:g}", "lengthAdjust": "spacingAndGlyphs"}
    written = "".join(_attributes(named))
    return f'<text x="{x:g}" y="{y:g}"{written}>{escape(text)}</text>'


def _attributes(named: dict[str, str]) -> Iterator[str]:
    for name, value in named.items():
        yield f' {name.replace("_", "-")}="{escape(value)}"'
