"""The wide table: hands down, players across."""

import csv
from io import StringIO

import pytest

from scorekeeper.export.wide import columns, rows, write_csv
from scorekeeper.ledger.entries import Adjustment, Join, Note, Seating, SetPoints
from scorekeeper.ledger.sheet import score_sheet
from tests.export.sheets import FORMULAS, many, one_hand
from tests.ledger.playing import b3, begin, enter


def read(sheet):
    return list(csv.reader(StringIO(write_csv(sheet).decode("utf-8-sig"), newline="")))


def test_the_file_of_a_whole_game():
    head, *lines = write_csv(score_sheet(b3())).decode("utf-8-sig").splitlines()
    assert head == (
        "Kind,Hand,Cards,Dealer,Trump,Ana: Bid,Ana: Tricks,Ana: Points,Ana: Total,"
        "Bo: Bid,Bo: Tricks,Bo: Points,Bo: Total,Cy: Bid,Cy: Tricks,Cy: Points,Cy: Total,Reason,Note"
    )
    assert lines == [
        "hand,1,1,Ana,,1,1,11,11,0,0,10,10,1,0,0,0,,",
        "hand,2,2,Bo,,0,1,0,11,2,0,0,10,1,1,11,11,,",
        "hand,3,3,Cy,none,2,2,12,23,1,1,11,21,1,0,0,11,,",
        "total,,,,,,,23,,,,21,,,,11,,,",
        "place,,,,,,,1,,,,2,,,,3,,,",
    ]


def test_players_stand_as_they_sit():
    assert columns(score_sheet(enter(begin(), Seating((0, 2, 1)))))[5::4][:3] == ("Ana: Bid", "Cy: Bid", "Bo: Bid")


def test_points_outside_of_the_hands_have_their_row_and_their_reason():
    game = enter(b3(2), Adjustment(-10, None, "=overtime", 2), SetPoints(2, (1, 2, 3), "@why"), Note("+1", 1), Join("Dee", 2, 24))
    told = read(score_sheet(game))
    assert [(row[0], row[-2], row[-1]) for row in told[1:]] == [
        ("hand", "", "'+1"),
        ("set", "'@why", ""),
        ("adjustment", "'=overtime", ""),
        ("joined", "", ""),
        ("total", "", ""),
        ("place", "", ""),
    ]


@pytest.mark.parametrize("name", FORMULAS)
def test_no_name_is_a_formula(name):
    told = read(one_hand((name, "Bo", "Cy")))
    assert told[0][5] == f"'{name}: Bid"
    assert told[1][3] == f"'{name}"


def test_every_row_has_every_column():
    for sheet in (score_sheet(begin()), many(10, 25), many(2, 60)):
        assert {len(row) for row in rows(sheet)} == {len(columns(sheet))}
