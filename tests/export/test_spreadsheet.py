import re
from io import BytesIO
from zipfile import ZipFile

import openpyxl
import pytest

from scorekeeper.export import wide
from scorekeeper.export.spreadsheet import ROWS, SHEET, write
from scorekeeper.export.table import COLUMNS, rows
from scorekeeper.ledger.entries import Adjustment, Join, Note, SetPoints
from scorekeeper.ledger.history import Changed, Changes, late_changes
from scorekeeper.ledger.sheet import score_sheet
from tests.export.sheets import FORMULAS, many, one_hand, with_halves
from tests.ledger.playing import EVENING, b3, begin, enter, f4

NUMBERS = {
    *("Hand", "Cards", "Bid", "Tricks", "Points", "Total", "Place"),
    *("Bonus", "Wager", "Multiplier", "Discarded"),
    *("Bid before", "Tricks before", "Points before"),
}


def page(sheet):
    book = openpyxl.load_workbook(BytesIO(write(sheet)))
    assert book.sheetnames == [SHEET, ROWS]
    return book[ROWS]


def cells(sheet):
    return [tuple(cell.value for cell in row) for row in page(sheet).iter_rows()]


@pytest.mark.parametrize(
    "game",
    [
        begin(),
        b3(2),
        b3(),
        f4(),
        f4(5),
        enter(b3(), Adjustment(-5, 1, "revoke", 3), SetPoints(2, (1, 2, 3), "why"), Note("long", 1)),
        enter(b3(2), Join("Dee", 2, 24)),
    ],
)
def test_the_workbook_has_the_rows_of_the_table(game):
    sheet = score_sheet(game)
    assert cells(sheet) == [COLUMNS, *rows(sheet)]


def test_numbers_are_numbers_and_text_is_text():
    for row in page(score_sheet(f4())).iter_rows(min_row=2):
        for head, cell in zip(COLUMNS, row, strict=True):
            if cell.value is not None:
                assert cell.data_type == ("n" if head in NUMBERS else "s")


def test_halves_and_negative_points_are_numbers():
    assert [row[8:10] for row in cells(with_halves())[1:]] == [(0.5, 0.5), (-1, -1), (0.5, 1), (-1, -2)]


def test_a_nought_is_there_and_what_is_unknown_is_empty():
    first, *_ = cells(score_sheet(f4()))[1:]
    assert dict(zip(COLUMNS, first, strict=True)) == {
        "Hand": 1,
        "Cards": 1,
        "Dealer": "Ana",
        "Trump": None,
        "Player": "Ana",
        "Bid": 0,
        "Tricks": 0,
        "Made": "yes",
        "Points": 10,
        "Total": 10,
        "Place": None,
        "Bonus": 0,
        "Wager": 0,
        "Blind": "no",
        "Multiplier": 1,
        "Discarded": 0,
        "Kind": "hand",
        "Reason": None,
        "Note": None,
        "Even kept": "no",
        **dict.fromkeys(("Changed after end", "Bid before", "Tricks before", "Points before", "Played by")),
        "Left": None,
        "Ended early": "no",
        **dict.fromkeys(("Title", "Started", "Where", "Scorekeeper", "Game note")),
    }


@pytest.mark.parametrize("name", [*FORMULAS, "http://example.org", "mailto:a@b", "{=1}", "1e5", "0012", "TRUE", "'=1"])
def test_a_name_is_text_whatever_it_looks_like(name):
    sheet = one_hand((name, "Bo", "Cy"))
    cell = page(sheet).cell(2, 5)
    assert (cell.value, cell.data_type, cell.hyperlink) == (name, "s", None)
    with ZipFile(BytesIO(write(sheet))) as parts:
        formulas = [found for part in parts.namelist() for found in re.findall(rb"<f>(.*?)</f>", parts.read(part))]
    assert all(re.fullmatch(rb"SUM\(\$[A-Z]+\$3(:\$[A-Z]+\$\d+)?\)", formula) for formula in formulas)


@pytest.mark.parametrize("name", ["Zoë Łukasz", "李小龍", "👩‍👧 Mia 🃏", "نرگس", "<b>&amp;</b>", 'Ana "the Ace" Lu', "_x0041_"])
def test_names_come_through_as_they_are(name):
    assert [row[4] for row in cells(one_hand((name, "Bo", "Cy")))[1:]] == [name, "Bo", "Cy"]


def test_a_hand_changed_after_the_end_says_when():
    book = openpyxl.load_workbook(BytesIO(write(score_sheet(b3()), Changes({2: Changed(EVENING, None)}, {}))))
    when = COLUMNS.index("Changed after end")
    assert [row[when].value for row in book[ROWS].iter_rows(min_row=4, max_row=5)] == [None, "2026-05-01T20:00:00+00:00"]


def test_what_stood_in_a_hand_is_numbers():
    game = enter(b3(), SetPoints(2, (1, 2, 3)))
    book = openpyxl.load_workbook(BytesIO(write(score_sheet(game), late_changes(game))))
    before = COLUMNS.index("Bid before")
    told = [[cell.value for cell in row[before : before + 3]] for row in book[ROWS].iter_rows(min_row=4, max_row=6)]
    assert told == [[None] * 3, [0, 1, 0], [2, 0, 0]]


def test_the_head_stays_in_sight_and_stands_out():
    first = page(score_sheet(b3()))
    assert first.freeze_panes == "A2"
    assert all(cell.font.bold for cell in first[1])
    assert not any(cell.font.bold for cell in first[2])


def test_the_same_sheet_gives_the_same_cells_again():
    assert cells(score_sheet(b3())) == cells(score_sheet(b3()))


def like_the_sheet(sheet, *, values, **how):
    """The cells of the first page: formulas, or what the file says they come to."""
    book = openpyxl.load_workbook(BytesIO(write(sheet, **how)), data_only=values)
    return book[SHEET]


@pytest.mark.parametrize("sheet", [score_sheet(b3()), score_sheet(f4(5)), with_halves(), many(10, 25), score_sheet(begin())])
def test_the_first_page_is_the_wide_table(sheet):
    page = like_the_sheet(sheet, values=True)
    names, heads, *lines = [tuple(cell.value for cell in row) for row in page.iter_rows()]
    assert [name for name in names if name] == [sheet.players[seat] for seat in sheet.circle]
    assert heads == (*wide.BEFORE, *wide.EACH * len(sheet.players), *wide.AFTER)
    assert lines == list(wide.rows(sheet))


def test_totals_are_sums_that_come_to_what_the_file_says():
    game = enter(b3(2), Adjustment(-5, 1, "revoke", 1), Join("Dee", 2, 24))
    sheet = score_sheet(game)
    formulas, values = like_the_sheet(sheet, values=False), like_the_sheet(sheet, values=True)
    told = 0
    for row in formulas.iter_rows(min_row=3):
        for cell in row:
            if isinstance(cell.value, str) and cell.value.startswith("="):
                column, last = re.fullmatch(r"=SUM\(\$([A-Z]+)\$3(?::\$[A-Z]+\$(\d+))?\)", cell.value).groups()
                points = [values[f"{column}{number}"].value for number in range(3, int(last or 3) + 1)]
                assert sum(one for one in points if one is not None) == values[cell.coordinate].value
                told += 1
    assert told == len([row for row in sheet.rows for total in row.totals if total is not None]) + 4


def test_a_missed_bid_has_its_dot_and_stays_a_number():
    page = like_the_sheet(score_sheet(b3()), values=False)
    assert [(page.cell(3, column).value, page.cell(3, column).number_format) for column in (7, 11, 15)] == [
        (1, "General"),
        (0, "General"),
        (0, '0" ●"'),
    ]


@pytest.mark.parametrize("right_to_left", [True, False])
def test_names_and_hands_stay_in_sight_and_pages_turn_with_the_language(right_to_left):
    page = like_the_sheet(score_sheet(b3()), values=False, right_to_left=right_to_left)
    assert page.freeze_panes == "C3"
    assert bool(page.sheet_view.rightToLeft) is right_to_left
