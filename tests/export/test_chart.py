"""The line chart: every total is in it, in ink alone, well formed whatever the names."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from scorekeeper.export.chart import chart, curves
from scorekeeper.ledger.entries import Adjustment, Join, Presence
from scorekeeper.ledger.sheet import score_sheet
from tests.export.sheets import FORMULAS, many, one_hand, with_halves
from tests.ledger.playing import ANA, BO, CY, DEE, b3, begin, enter, f4

SVG = "{http://www.w3.org/2000/svg}"


def drawn(sheet, **words):
    return ET.fromstring(chart(sheet, label="Totals", **words))  # noqa: S314 (ours)


def texts(sheet):
    return ["".join(text.itertext()).replace("\u2068", "").replace("\u2069", "") for text in drawn(sheet).iter("text")]


def test_there_is_none_before_the_first_hand():
    assert chart(score_sheet(begin()), label="Totals") == ""


def test_every_total_is_a_place_of_its_line():
    sheet = score_sheet(f4())
    for curve in curves(sheet):
        assert curve.places == ((0, 0), *((line.hand.number, line.totals[curve.seat]) for line in sheet.lines))


def test_who_comes_later_begins_there_and_who_leaves_ends_there():
    game = enter(b3(1), Join("Dee", CY), Join("Eli", DEE, 7), Presence(BO, there=False))
    assert {curve.seat: curve.places for curve in curves(score_sheet(game))} == {
        ANA: ((0, 0), (1, 11)),
        BO: ((0, 0), (1, 10)),
        CY: ((0, 0), (1, 0)),
        4: ((1, 7),),
    }


def test_points_between_two_hands_are_a_step():
    game = enter(b3(2), Adjustment(-5, ANA, after_hand=1))
    assert curves(score_sheet(game))[ANA].places == ((0, 0), (1, 11), (1, 6), (2, 6))


def test_names_and_totals_stand_at_the_ends_and_do_not_touch():
    for sheet in (score_sheet(b3()), score_sheet(f4()), many(10, 25), with_halves()):
        said = texts(sheet)
        for seat, name in enumerate(sheet.players):
            assert f"{name} {sheet.totals[seat]}" in said
        heights = sorted(float(text.get("y")) for text in drawn(sheet).iter("text") if text.get("text-anchor") is None)
        assert all(lower - upper >= 12 for upper, lower in pairwise(heights))


@pytest.mark.parametrize("sheet", [one_hand(FORMULAS), one_hand(('<b>&"', "דנה", "Bo")), many(2, 1), many(10, 60), with_halves()])
def test_everything_is_inside_and_nothing_is_styled_inline(sheet):
    text = chart(sheet, label='Totals "<&"')
    assert "style=" not in text
    root = drawn(sheet)
    _, _, width, height = map(float, root.get("viewBox").split())
    for text in root.iter("text"):
        assert 0 <= float(text.get("x")) < width
        assert 0 < float(text.get("y")) <= height


def test_lines_are_told_apart_without_colour():
    looks = set()
    for line in drawn(many(10, 25)).iter("g"):
        course, _, marks = line.iter("path")
        looks.add((course.get("stroke-dasharray"), marks.get("fill"), marks.get("d").split("a")[0].split("l")[0].count("h")))
    assert len(looks) >= 8


def test_all_below_nought():
    sheet = score_sheet(enter(b3(1), Adjustment(-1250, None, "all", 1)))
    assert "-1000" in texts(sheet)
    assert f"Ana {-1239}" in texts(sheet)
