import csv
from dataclasses import replace
from fractions import Fraction
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.export.table import COLUMNS, harmless, rows, write_csv
from scorekeeper.ledger.entries import About, Adjustment, Correction, Extras, Join, Note, Presence, Rename, SetPoints, Stop
from scorekeeper.ledger.history import Changed, Changes, late_changes
from scorekeeper.ledger.names import likeness, tidy
from scorekeeper.ledger.sheet import score_sheet
from tests.export.sheets import FORMULAS, one_hand, with_halves
from tests.ledger.playing import BO, EVENING, PATIENT, b3, begin, bid, enter, f4

BOM = b"\xef\xbb\xbf"


def read(data):
    """The cells as a spreadsheet finds them."""
    return list(csv.reader(StringIO(data.decode("utf-8-sig"), newline="")))


def test_the_file_of_a_whole_game():
    head, *lines = write_csv(score_sheet(b3())).decode("utf-8-sig").splitlines()
    assert head == (
        "Hand,Cards,Dealer,Trump,Player,Bid,Tricks,Made,Points,Total,Place,Bonus,Wager,Blind,Multiplier,Discarded,"
        "Kind,Reason,Note,Even kept,Changed after end,Bid before,Tricks before,Points before,Played by,"
        "Left,Ended early,Title,Started,Where,Scorekeeper,Game note"
    )
    plain = ",0,0,no,1,0,hand,,,no,,,,,,,no,,,,,"
    last = ",0,0,no,1,0,hand,,,no,,,,,,no,no,,,,,"
    assert lines == [
        f"1,1,Ana,,Ana,1,1,yes,11,11,{plain}",
        f"1,1,Ana,,Bo,0,0,yes,10,10,{plain}",
        f"1,1,Ana,,Cy,1,0,no,0,0,{plain}",
        f"2,2,Bo,,Ana,0,1,no,0,11,{plain}",
        f"2,2,Bo,,Bo,2,0,no,0,10,{plain}",
        f"2,2,Bo,,Cy,1,1,yes,11,11,{plain}",
        f"3,3,Cy,none,Ana,2,2,yes,12,23,1{last}",
        f"3,3,Cy,none,Bo,1,1,yes,11,21,2{last}",
        f"3,3,Cy,none,Cy,1,0,no,0,11,3{last}",
    ]


def test_the_file_begins_with_a_byte_order_mark():
    for sheet in (score_sheet(begin()), score_sheet(b3())):
        assert write_csv(sheet).startswith(BOM + b"Hand,")
        assert write_csv(sheet).count(BOM) == 1


def test_before_the_first_hand_there_is_only_the_head():
    assert read(write_csv(score_sheet(begin()))) == [list(COLUMNS)]


@pytest.mark.parametrize("game", [b3(), b3(2), f4(), f4(5), begin()])
def test_there_is_a_row_for_each_recorded_hand_and_player(game):
    table = read(write_csv(score_sheet(game)))
    assert [(row[0], row[4]) for row in table[1:]] == [(str(hand.number), name) for hand in game.closed for name in game.players]
    assert {len(row) for row in table} == {len(COLUMNS)}


@pytest.mark.parametrize("game", [b3(), f4(), enter(f4(), Correction(2, (0, 2, 1, 0), (2, 0, 0, 0), "hearts"))])
def test_the_cells_are_those_of_the_sheet(game):
    sheet = score_sheet(game)
    places = [(line, seat) for line in sheet.lines for seat in range(len(sheet.players))]
    for row, (line, seat) in zip(rows(sheet), places, strict=True):
        cells = dict(zip(COLUMNS, row, strict=True))
        hand, last = line.hand, line is sheet.lines[-1]
        assert cells == {
            "Hand": hand.number,
            "Cards": hand.size,
            "Dealer": game.players[hand.dealer],
            "Trump": hand.trump,
            "Player": game.players[seat],
            "Bid": hand.bids[seat],
            "Tricks": hand.tricks[seat],
            "Made": "yes" if hand.bids[seat] == hand.tricks[seat] else "no",
            "Points": line.points[seat],
            "Total": line.totals[seat],
            "Place": sheet.places[seat] if last else None,
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
            "Left": "no" if last else None,
            "Ended early": "no",
            **dict.fromkeys(("Title", "Started", "Where", "Scorekeeper", "Game note")),
        }
    assert read(write_csv(sheet))[1:] == [["" if cell is None else str(cell) for cell in row] for row in rows(sheet)]


def test_numbers_are_numbers_and_a_minus_is_no_formula():
    table = read(write_csv(with_halves()))
    assert [row[8:11] for row in table[1:]] == [["0.5", "0.5", ""], ["-1", "-1", ""], ["0.5", "1", "1"], ["-1", "-2", "2"]]
    assert all(row[index].isdigit() for row in table[1:] for index in (0, 1, 5, 6))


def test_who_did_not_play_a_hand_has_empty_cells_and_keeps_the_total():
    game = b3(2)
    without_cy = replace(game.hands[1], order=(0, 1), bids=(0, 2, None), tricks=(0, 2, None))
    table = read(write_csv(score_sheet(replace(game, hands=(game.hands[0], without_cy, game.hands[2])))))
    assert table[-1][4:] == [
        "Cy",
        "",
        "",
        "",
        "",
        "0",
        "3",
        "",
        "",
        "",
        "1",
        "0",
        "hand",
        "",
        "",
        "no",
        *[""] * 5,
        "no",
        "no",
        *[""] * 5,
    ]


def test_extras_stand_in_columns_of_their_own():
    extras = Extras(multiplier=2, discarded=1, bonus=(20, 0, -10), wager=(0, 5, 0), blind=(False, False, True))
    table = read(write_csv(score_sheet(enter(b3(2), Correction(2, (0, 2, 1), (1, 0, 0), extras=extras)))))
    assert [row[11:16] for row in table[-3:]] == [
        ["20", "0", "no", "2", "1"],
        ["0", "5", "no", "2", "1"],
        ["-10", "0", "yes", "2", "1"],
    ]


def test_points_outside_of_the_hands_have_rows_of_their_own_in_the_place_where_they_were_given():
    game = enter(b3(2), Adjustment(-10, None, "overtime", 2), Adjustment(Fraction(1, 2), 1, after_hand=1), Join("Dee", 2, 24))
    sheet = score_sheet(game)
    told = [tuple(row[:21]) for row in read(write_csv(sheet)) if row[COLUMNS.index("Kind")] not in {"hand", "Kind"}]
    assert told == [
        ("1", "", "", "", "Bo", "", "", "", "0.5", "10.5", "", "", "", "", "", "", "adjustment", "", "", "", ""),
        ("2", "", "", "", "Ana", "", "", "", "-10", "1", "2", "", "", "", "", "", "adjustment", "overtime", "", "", ""),
        ("2", "", "", "", "Bo", "", "", "", "-10", "0.5", "4", "", "", "", "", "", "adjustment", "overtime", "", "", ""),
        ("2", "", "", "", "Cy", "", "", "", "-10", "1", "2", "", "", "", "", "", "adjustment", "overtime", "", "", ""),
        ("2", "", "", "", "Dee", "", "", "", "24", "24", "1", "", "", "", "", "", "joined", "", "", "", ""),
    ]


def test_every_player_has_one_place():
    for game in (b3(), f4(), enter(b3(2), Adjustment(5, 1, after_hand=1)), enter(b3(2), Join("Dee", 2))):
        sheet = score_sheet(game)
        placed = [(row[4], row[10]) for row in rows(sheet) if row[10] is not None]
        assert sorted(placed) == sorted(zip(sheet.players, sheet.places, strict=True))


def test_a_reason_that_looks_like_a_formula_is_text():
    game = enter(b3(), Adjustment(1, 0, "=1+2", 3), SetPoints(2, (1, 1, 1), "@A1"), Note("+1", 1))
    cells = {cell for row in read(write_csv(score_sheet(game))) for cell in row[17:19]}
    assert cells == {"Reason", "Note", "", "'=1+2", "'@A1", "'+1"}


def test_points_set_by_hand_are_marked_and_nobody_made_a_bid():
    game = enter(bid(b3(2), 2, 1, 1), SetPoints(3, (12, 11, -4), "wrong number of cards"))
    told = [(row[5], row[6], row[7], row[8], row[16], row[17]) for row in rows(score_sheet(game))]
    assert told[6:] == [
        (2, None, None, 12, "set", "wrong number of cards"),
        (1, None, None, 11, "set", "wrong number of cards"),
        (1, None, None, -4, "set", "wrong number of cards"),
    ]


def test_a_hand_changed_after_the_end_says_when():
    table = read(write_csv(score_sheet(b3()), Changes({2: Changed(EVENING, None)}, {})))
    assert [row[COLUMNS.index("Changed after end")] for row in table[1:]] == [""] * 3 + ["2026-05-01T20:00:00+00:00"] * 3 + [""] * 3


def test_a_hand_changed_after_the_end_says_what_stood_there():
    game = enter(b3(), SetPoints(2, (1, 2, Fraction(5, 2))), Correction(3, (2, 1, 1), (1, 1, 1)), Adjustment(-5, BO, after_hand=3))
    table = read(write_csv(score_sheet(game), late_changes(game)))
    when = COLUMNS.index("Changed after end")
    assert [row[when : when + 4] for row in table[4:]] == [
        ["2026-05-01T20:13:00+00:00", "0", "1", "0"],
        ["2026-05-01T20:13:00+00:00", "2", "0", "0"],
        ["2026-05-01T20:13:00+00:00", "1", "1", "11"],
        ["2026-05-01T20:14:00+00:00", "2", "2", "12"],
        ["2026-05-01T20:14:00+00:00", "1", "1", "11"],
        ["2026-05-01T20:14:00+00:00", "1", "0", "0"],
        ["2026-05-01T20:15:00+00:00", "", "", ""],
    ]


def test_who_played_a_hand_by_another_name_is_told():
    game = enter(b3(2), Rename(BO, "=Eli", substitute=True))
    table = read(write_csv(score_sheet(game)))
    assert [(row[4], row[COLUMNS.index("Played by")]) for row in table[1:4]] == [("Ana", ""), ("'=Eli", "Bo"), ("Cy", "")]


@pytest.mark.parametrize("name", FORMULAS)
def test_a_name_that_looks_like_a_formula_is_text(name):
    table = read(write_csv(one_hand((name, "Bo", "Cy"))))
    assert table[1][4] == table[1][2] == f"'{name}"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\t=", "＝", "＋", "－", "＠"])
def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe(start):
    assert harmless(f"{start}1+1") == f"'{start}1+1"


@pytest.mark.parametrize("cell", ["Ana", "1+1", "a=b", "'=1", "", "#", "0", None, 0, -5, -0.5])
def test_anything_else_stays_as_it_is(cell):
    assert harmless(cell) == cell
    assert type(harmless(cell)) is type(cell)


@pytest.mark.parametrize(
    "name", ['Ana "the Ace" Lu', "Lu, Ana", "Ana; Lu", "Zoë Łukasz", "李小龍", "👩‍👧 Mia 🃏", "نرگس", "O'Neill", "None"]
)
def test_names_come_through_as_they_are(name):
    table = read(write_csv(one_hand((name, "Bo", "Cy"))))
    assert [row[4] for row in table[1:]] == [name, "Bo", "Cy"]


@PATIENT
@given(st.lists(st.text(min_size=1, max_size=12).map(tidy).filter(likeness), min_size=3, max_size=5, unique_by=likeness))
def test_no_name_breaks_the_table_or_runs(names):
    table = read(write_csv(one_hand(tuple(names))))
    assert {len(row) for row in table} == {len(COLUMNS)}
    assert [row[4].removeprefix("'") for row in table[1:]] == [name.removeprefix("'") for name in names]
    assert not any(row[4].startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for row in table)


def test_what_is_said_of_the_whole_game_stands_in_every_row():
    """Bo goes after the first hand, and the game is stopped."""
    game = enter(b3(1), About("Friday", "at Dee's", "Cy"), Note("for the cake"), Presence(1, there=False), Stop())
    head, *table = read(write_csv(score_sheet(game)))
    assert head[-7:] == ["Left", "Ended early", "Title", "Started", "Where", "Scorekeeper", "Game note"]
    assert [row[-7] for row in table] == ["no", "yes", "no"]
    assert [row[-6:] for row in table] == [["yes", "Friday", "", "at Dee's", "Cy", "for the cake"]] * 3


@pytest.mark.parametrize("text", FORMULAS)
def test_nothing_said_of_the_game_is_a_formula(text):
    game = enter(b3(1), About(text, text, text), Note(text))
    assert read(write_csv(score_sheet(game)))[1][-5:] == [f"'{text}", "", *[f"'{text}"] * 3]
