"""The score sheet as rows: one for each hand and player, in columns that say what they are. Both files are made from these."""

import csv
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO

from scorekeeper.ledger.sheet import ScoreSheet
from scorekeeper.rules.number import Points

COLUMNS = (
    "Hand", "Cards", "Dealer", "Trump", "Player", "Bid", "Tricks", "Made", "Points", "Total", "Place",
    "Bonus", "Wager", "Blind", "Multiplier", "Discarded",
)  # fmt: skip
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # full-width ones run in Japanese spreadsheets

WORDS = {True: "yes", False: "no", None: None}

Cell = str | int | float | None


def rows(sheet: ScoreSheet) -> Iterator[tuple[Cell, ...]]:
    """A row for each recorded hand and player, hand by hand in seat order. `Place` stands in the rows of the last hand.

    `Made` is `yes`, `no`, or empty for somebody who did not play the hand. The last five columns are there in every game: mostly
    nobody has a bonus or a wager, no bid is blind, every hand counts once, and every trick was won.
    """
    for line in sheet.lines:
        hand = line.hand
        last = line is sheet.lines[-1]
        for seat, name in enumerate(sheet.players):
            own = hand.extras.of(seat)
            yield (
                hand.number,
                hand.size,
                sheet.players[hand.dealer],
                hand.trump,
                name,
                hand.bids[seat],
                hand.tricks[seat],
                WORDS[hand.made(seat)],
                number(line.points[seat]),
                number(line.totals[seat]),
                sheet.places[seat] if last else None,
                own.bonus,
                own.wager,
                WORDS[own.blind],
                hand.extras.multiplier,
                hand.extras.discarded,
            )


def number(points: Points | None) -> int | float | None:
    """Points as a file has them: halves as decimals.

    >>> number(Fraction(1, 2)), number(-3)
    (0.5, -3)
    """
    return float(points) if isinstance(points, Fraction) else points


def write_csv(sheet: ScoreSheet) -> bytes:
    """The rows as CSV that spreadsheets open right: a byte order mark, numbers as numbers, no name run as a formula."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([harmless(cell) for cell in row] for row in rows(sheet))
    return text.getvalue().encode("utf-8-sig")


def harmless(cell: Cell) -> Cell:
    """Text that a spreadsheet would run gets an apostrophe in front.

    >>> harmless("=1+2"), harmless("Ana"), harmless(-5)
    ("'=1+2", 'Ana', -5)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell
