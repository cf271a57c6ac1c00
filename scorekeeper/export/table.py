"""The score sheet as rows: one for each hand and player, and one for each who was given points outside of the hands, in columns
that say what they are. Both files are made from these.
"""

import csv
from collections.abc import Iterator
from datetime import datetime
from io import StringIO

from scorekeeper.ledger.history import NO_CHANGES, Changed, Changes
from scorekeeper.ledger.position import Given
from scorekeeper.ledger.sheet import Line, ScoreSheet
from scorekeeper.rules.number import plain

COLUMNS = (
    "Hand", "Cards", "Dealer", "Trump", "Player", "Bid", "Tricks", "Made", "Points", "Total", "Place",
    "Bonus", "Wager", "Blind", "Multiplier", "Discarded",
    "Kind", "Reason", "Note", "Even kept", "Changed after end",
    "Bid before", "Tricks before", "Points before", "Played by",
    "Left", "Ended early", "Title", "Started", "Where", "Scorekeeper", "Game note",
)  # fmt: skip  # many short ones: one a line hides what is there
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # full-width ones run in Japanese spreadsheets

WORDS = {True: "yes", False: "no", None: None}

Cell = str | int | float | None


def rows(sheet: ScoreSheet, changes: Changes = NO_CHANGES) -> Iterator[tuple[Cell, ...]]:
    """The rows of the sheet as it is read down, each player's in seat order. `Place` stands in the last row of every player, and so
    does `Left`. What is said of the whole game stands in every row, so that the rows of many games can stand below each other.

    `Kind` is `hand`, `set` (a hand closed with points set by hand), `adjustment`, `joined` (with points) or `carried` (over from
    paper). A row of the last three is there for everybody who was given something; `Hand` is the one before it. `Made` is `yes`,
    `no`, or empty where there is nothing to be made. Who did not play a hand has no points in it, and no total before the first.
    What was changed after the end says when, and a hand what stood in it at the end.
    """
    occasion = sheet.occasion
    whole: dict[str, Cell] = {
        "Ended early": WORDS[sheet.ended_early],
        "Title": occasion.title or None,
        "Started": occasion.started or None,
        "Where": occasion.place or None,
        "Scorekeeper": occasion.keeper or None,
        "Game note": occasion.note or None,
    }
    concerned = [(row, seat) for row in sheet.rows for seat, points in enumerate(row.points) if row.line or points is not None]
    last = {seat: row for row, seat in concerned}
    for row, seat in concerned:
        cells: dict[str, Cell] = {
            "Player": sheet.players[seat],
            "Points": plain(row.points[seat]),
            "Total": plain(row.totals[seat]),
            **({"Place": sheet.places[seat], "Left": WORDS[seat in sheet.left]} if last[seat] is row else {}),
            **(_hand(sheet, row.line, seat) if row.line else {}),
            **(_before(changes.hands.get(row.line.hand.number), seat) if row.line else {}),
            **(_given(row.given, changes.given.get(row.place or 0)) if row.given else {}),
            **whole,
        }
        yield tuple(cells.get(column) for column in COLUMNS)


def _hand(sheet: ScoreSheet, line: Line, seat: int) -> dict[str, Cell]:
    hand = line.hand
    own, name = hand.extras.of(seat), line.names[seat]
    beside = {"Bonus": own.bonus, "Wager": own.wager, "Blind": WORDS[own.blind]} if seat in hand.order else {}
    return {
        "Hand": hand.number,
        "Cards": hand.size,
        "Dealer": line.names[hand.dealer],
        "Trump": hand.trump,
        "Bid": hand.bids[seat],
        "Tricks": hand.tricks[seat] if hand.tricks else None,
        "Made": WORDS[hand.made(seat)],
        **beside,
        "Multiplier": hand.extras.multiplier,
        "Discarded": hand.extras.discarded,
        "Kind": "set" if hand.set_points else "hand",
        "Reason": hand.reason or None,
        "Note": hand.note or None,
        "Even kept": WORDS[hand.even_kept],
        "Played by": name if seat in hand.order and name != sheet.players[seat] else None,
    }


def _before(changed: Changed | None, seat: int) -> dict[str, Cell]:
    was = changed.was if changed else None
    then: dict[str, Cell] = (
        {
            "Bid before": was.hand.bids[seat],
            "Tricks before": was.hand.tricks[seat] if was.hand.tricks else None,
            "Points before": plain(was.points[seat]),
        }
        if was
        else {}
    )
    return then | {"Changed after end": moment(changed.at) if changed else None}


def _given(given: Given, late: datetime | None) -> dict[str, Cell]:
    return {
        "Hand": given.after_hand,
        "Kind": given.origin or "adjustment",
        "Reason": given.reason or None,
        "Changed after end": moment(late) if late else None,
    }


def moment(time: datetime) -> str:
    """A time as a file has it."""
    return time.isoformat(timespec="seconds")


def write_csv(sheet: ScoreSheet, changes: Changes = NO_CHANGES) -> bytes:
    """The rows as CSV that spreadsheets open right: a byte order mark, numbers as numbers, no name run as a formula."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([harmless(cell) for cell in row] for row in rows(sheet, changes))
    return text.getvalue().encode("utf-8-sig")


def harmless(cell: Cell) -> Cell:
    """Text that a spreadsheet would run gets an apostrophe in front.

    >>> harmless("=1+2"), harmless("Ana"), harmless(-5)
    ("'=1+2", 'Ana', -5)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell
