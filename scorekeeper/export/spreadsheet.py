"""The score sheet as an XLSX workbook: a page like the sheet, with totals as formulas, and one with the rows of the CSV file."""

from io import BytesIO
from typing import Any

from scorekeeper.export import table, wide
from scorekeeper.export.table import Cell
from scorekeeper.ledger.history import NO_CHANGES, Changes
from scorekeeper.ledger.sheet import ScoreSheet

SHEET, ROWS = "Score sheet", "Rows"
HEADS = 2  # lines: the players' names, and what stands below each


def write(sheet: ScoreSheet, changes: Changes = NO_CHANGES, *, right_to_left: bool = False) -> bytes:
    """The workbook: numbers as numbers, text as text whatever it looks like, heads frozen; mirrored if read from the right."""
    import xlsxwriter

    memory = BytesIO()
    with xlsxwriter.Workbook(memory, {"in_memory": True}) as book:
        book.set_calc_mode("auto")
        pages = book.add_worksheet(SHEET), book.add_worksheet(ROWS)
        _write_sheet(book, pages[0], sheet)
        _write_rows(book, pages[1], sheet, changes)
        for page in pages:
            page.set_landscape()
            page.fit_to_pages(1, 0)
            if right_to_left:
                page.right_to_left()
    return memory.getvalue()


def _write(page: Any, row: int, column: int, cell: Cell, look: Any = None) -> None:
    if isinstance(cell, str):
        page.write_string(row, column, cell, look)
    elif cell is not None:
        page.write_number(row, column, cell, look)


def _write_rows(book: Any, page: Any, sheet: ScoreSheet, changes: Changes) -> None:
    bold = book.add_format({"bold": True})
    page.freeze_panes(1, 0)
    page.repeat_rows(0)
    for column, head in enumerate(table.COLUMNS):
        page.write_string(0, column, head, bold)
    for row, cells in enumerate(table.rows(sheet, changes), start=1):
        for column, cell in enumerate(cells):
            _write(page, row, column, cell)
    page.autofit()


def _write_sheet(book: Any, page: Any, sheet: ScoreSheet) -> None:
    """A missed bid has a dot behind its tricks, which stay a number."""
    bold, name = book.add_format({"bold": True}), book.add_format({"bold": True, "align": "center", "left": 1})
    missed, edge = book.add_format({"num_format": '0" ●"'}), book.add_format({"left": 1})
    first, last = len(wide.BEFORE), len(wide.BEFORE) + len(wide.EACH) * len(sheet.circle)
    page.freeze_panes(HEADS, 2)
    page.repeat_rows(0, HEADS - 1)
    for column, head in enumerate((*wide.BEFORE, *wide.EACH * len(sheet.circle), *wide.AFTER)):
        page.write_string(1, column, head, bold)
    for index, seat in enumerate(sheet.circle):
        column = first + index * len(wide.EACH)
        page.merge_range(0, column, 0, column + len(wide.EACH) - 1, "", name)
        page.write_string(0, column, sheet.players[seat], name)
    for row, cells in enumerate(wide.rows(sheet), start=HEADS):
        for column, cell in enumerate(cells):
            place = (column - first) % len(wide.EACH) if first <= column < last else None
            if place == wide.TOTAL and cell is not None:
                _write_sum(page, row, column, column - 1, row, cell, bold)
            elif place == wide.POINTS and cells[0] == "total":
                _write_sum(page, row, column, column, row - 1, cell, bold)
            elif place == wide.TRICKS and cell != cells[column - 1]:
                _write(page, row, column, cell, missed)
            else:
                _write(page, row, column, cell, bold if cells[0] in {"total", "place"} else edge if place == wide.BID else None)
    page.autofit()


def _write_sum(page: Any, row: int, column: int, points: int, to: int, value: Cell, look: Any) -> None:
    """The sum of a column of points down to a row, and what it comes to; a number before the first hand."""
    from xlsxwriter.utility import xl_range_abs

    if to < HEADS:
        page.write_number(row, column, value, look)
    else:
        page.write_formula(row, column, f"=SUM({xl_range_abs(HEADS, points, to, points)})", look, value)
