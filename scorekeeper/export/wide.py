"""The score sheet as it is read: hands down, players across, in the order in which they sit. The wide CSV file and the workbook's
first page are made of its rows.
"""

import csv
from collections.abc import Iterator
from io import StringIO

from scorekeeper.export.table import Cell, harmless
from scorekeeper.ledger.sheet import Row, ScoreSheet
from scorekeeper.rules.number import plain

BEFORE = ("Kind", "Hand", "Cards", "Dealer", "Trump")
EACH = ("Bid", "Tricks", "Points", "Total")
AFTER = ("Reason", "Note")
BID, TRICKS, POINTS, TOTAL = range(len(EACH))


def columns(sheet: ScoreSheet) -> tuple[str, ...]:
    """The head of the wide table: four columns for each player, called by name.

    The head for Ana alone is Kind, Hand, Cards, Dealer, Trump, Ana: Bid, Ana: Tricks, Ana: Points, Ana: Total, Reason, Note.
    """
    return (*BEFORE, *(f"{sheet.players[seat]}: {what}" for seat in sheet.circle for what in EACH), *AFTER)


def rows(sheet: ScoreSheet) -> Iterator[tuple[Cell, ...]]:
    """A row for each hand, and for points given outside of the hands where they were given.

    `Kind` is `hand`, `set`, `adjustment`, `joined` or `carried`, as in the long table. Who did not play has no bid, tricks and
    points. Two more rows end it, `total` and `place`, with their figures in the columns of the points.
    """
    for row in sheet.rows:
        before, after = _hand(row) if row.line else _given(row)
        yield (*before, *(cell for seat in sheet.circle for cell in _of(row, seat)), *after)
    nothing = (None,) * (len(BEFORE) - 1)
    for kind, figures in (("total", [plain(total) for total in sheet.totals]), ("place", sheet.places)):
        yield (kind, *nothing, *(cell for seat in sheet.circle for cell in (None, None, figures[seat], None)), None, None)


def _of(row: Row, seat: int) -> tuple[Cell, ...]:
    """Bid, tricks, points and total of one player."""
    hand = row.line.hand if row.line else None
    bid = hand.bids[seat] if hand else None
    tricks = hand.tricks[seat] if hand and hand.tricks else None
    return (bid, tricks, plain(row.points[seat]), plain(row.totals[seat]))


def _hand(row: Row) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    if row.line is None:
        return (), ()
    hand = row.line.hand
    kind = "set" if hand.set_points else "hand"
    return (kind, hand.number, hand.size, row.line.names[hand.dealer], hand.trump), (hand.reason or None, hand.note or None)


def _given(row: Row) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    given = row.given
    if given is None:
        return (), ()
    return (given.origin or "adjustment", given.after_hand, None, None, None), (given.reason or None, None)


def write_csv(sheet: ScoreSheet) -> bytes:
    """The rows as CSV, as spreadsheets open it right; no name is run as a formula."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerows([harmless(cell) for cell in row] for row in (columns(sheet), *rows(sheet)))
    return text.getvalue().encode("utf-8-sig")
