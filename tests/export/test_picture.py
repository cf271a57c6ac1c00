"""The picture: well formed, everything of the sheet in it, nothing outside of it."""

import re
import xml.etree.ElementTree as ET

import pytest

from scorekeeper.export.picture import Words, picture
from scorekeeper.ledger.sheet import score_sheet
from tests.export.sheets import FORMULAS, many, one_hand, with_halves
from tests.ledger.playing import b3, begin

SVG = "{http://www.w3.org/2000/svg}"


def words(**others):
    plain = {
        "heads": ["Friday", "Ana wins", "3 hands"],
        "rules": ["made 10 + bid"],
        "size": lambda hand: f"{hand.size}c",
        "above": lambda row: [],
        "below": lambda row: ["A note & more"],
        "signs": lambda hand, seat: [],
        "figure": str,
        "gain": lambda points: f"{float(points):+g}" if points else "0",
        "no_trump": "NT",
        "total": "Total",
        "place": "Place",
        "hand": "Hand",
        "legend": "dot: missed",
        "chart": "Chart",
    }
    return Words(**(plain | others))


def drawn(sheet, **others):
    return ET.fromstring(picture(sheet, words(**others)))  # noqa: S314 (ours)


def said(root):
    return [("".join(text.itertext()), float(text.get("x")), float(text.get("y"))) for text in root.findall(f"{SVG}text")]


def test_every_cell_of_the_sheet_is_in_it():
    sheet = score_sheet(b3())
    told = [re.sub("[ \u00a0]+", " ", text) for text, _, _ in said(drawn(sheet))]
    for line in sheet.lines:
        for seat in range(3):
            hand = line.hand
            dot = "" if hand.made(seat) else " ●"
            points = f"+{line.points[seat]}" if line.points[seat] else "0"
            assert f"{points} {hand.bids[seat]}/{hand.tricks[seat]}{dot}" in told
            assert str(line.totals[seat]) in told
    assert {"Friday", "Ana wins", "made 10 + bid", "A note & more", "Total", "1.", "2.", "3.", "dot: missed"} <= set(told)


@pytest.mark.parametrize("sheet", [one_hand(FORMULAS), many(10, 25), many(3, 7), many(2, 60), with_halves(), score_sheet(begin())])
@pytest.mark.parametrize("right_to_left", [False, True])
def test_everything_is_inside(sheet, right_to_left):
    root = drawn(sheet, right_to_left=right_to_left)
    wide, high = float(root.get("width")), float(root.get("height"))
    assert root.get("viewBox") == f"0 0 {wide:g} {high:g}"
    for text, x, y in said(root):
        assert 0 < x < wide, text
        assert 0 < y < high, text
    for part in root:
        if part.get("height") and part.get("y"):
            assert float(part.get("y")) + float(part.get("height")) <= high


def test_from_right_to_left_the_first_player_stands_on_the_right():
    places = [
        {text.strip("\u2068\u2069"): x for text, x, _ in said(drawn(score_sheet(b3()), right_to_left=turned))}
        for turned in (False, True)
    ]
    assert places[0]["#"] < places[0]["Ana"] < places[0]["Cy"]
    assert places[1]["#"] > places[1]["Ana"] > places[1]["Cy"]


def test_it_needs_no_style_sheet_and_runs_nothing():
    text = picture(many(10, 25), words())
    assert not re.search(r"style=|<style|<script|href|<foreignObject", text)
