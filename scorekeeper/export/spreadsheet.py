"""The score sheet as an XLSX workbook, with the same rows as the CSV file."""

from io import BytesIO

from scorekeeper.export.table import COLUMNS, rows
from scorekeeper.ledger.history import NO_CHANGES, Changes
from scorekeeper.ledger.sheet import ScoreSheet


def write(sheet: ScoreSheet, changes: Changes = NO_CHANGES) -> bytes:
    """The workbook: numbers as numbers, text as text whatever it looks like, the head frozen."""
    import xlsxwriter

    memory = BytesIO()
    with xlsxwriter.Workbook(memory, {"in_memory": True}) as book:
        page = book.add_worksheet("Score sheet")
        bold = book.add_format({"bold": True})
        page.freeze_panes(1, 0)
        for column, head in enumerate(COLUMNS):
            page.write_string(0, column, head, bold)
        for row, cells in enumerate(rows(sheet, changes), start=1):
            for column, cell in enumerate(cells):
                if isinstance(cell, str):
                    page.write_string(row, column, cell)
                elif cell is not None:
                    page.write_number(row, column, cell)
        page.autofit()
    return memory.getvalue()
