"""Files to keep: opened right elsewhere, nothing run as a formula, read back as the same game."""

import csv
import json
import re
from io import BytesIO, StringIO

import openpyxl
import pytest

from scorekeeper.ledger.entries import Note
from scorekeeper.ledger.file_reading import read_game
from scorekeeper.ledger.replay import replay
from tests.web.playing import at_once, b3, enter, f4, start, start_with_sizes

FORMULAS = ("=1+2", "+SUM(1)", "-2+3", "@x", "=cmd|' /C calc'!A1")
ACCENTED = ("Jürgen", "Şule", "Łucja", "李", "🂡 Bo")


def csv_rows(phone, table):
    response = phone.client.get(f"{table.url}/sheet.csv")
    return list(csv.DictReader(StringIO(response.data.decode("utf-8-sig"))))


def test_it_works(phone, other_phone):
    table = b3(phone)
    for reader in (phone, other_phone):
        for kind in (".csv", "-wide.csv", ".xlsx", ".txt", ".json"):
            response = reader.client.get(f"{table.url}/sheet{kind}")
            assert response.status_code == 200
            assert response.headers["Content-Disposition"].startswith("attachment")
            assert response.headers["Cache-Control"] == "no-store"
            assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_accented_names_arrive_intact(phone):
    """G62: byte order mark, charset, a safe name with date and game."""
    table = start_with_sizes(phone, ACCENTED, "1", choices={"Name of the game, if you like": "Frühlingsfest/№ 1"})
    table.play_any()
    response = phone.client.get(f"{table.url}/sheet.csv")
    assert response.data.startswith(b"\xef\xbb\xbf")
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert [row["Player"] for row in csv_rows(phone, table)] == list(ACCENTED)
    disposition = response.headers["Content-Disposition"]
    assert re.search(r"\d{4}-\d\d-\d\d", disposition)
    assert "Fr" in disposition
    assert disposition.isascii()
    assert not re.search(r"filename=\"?[^;]*[/\\]", disposition)


def test_a_name_is_never_run_as_a_formula(phone):
    """G63: neutral in the files, as typed on the screen."""
    table = start_with_sizes(phone, FORMULAS, "1", choices={"Name of the game, if you like": "=1+2"})
    table.play_any()
    for row in csv.reader(StringIO(phone.client.get(f"{table.url}/sheet.csv").data.decode("utf-8-sig"))):
        assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert [row["Player"] for row in csv_rows(phone, table)] == [f"'{name}" for name in FORMULAS]
    book = openpyxl.load_workbook(BytesIO(phone.client.get(f"{table.url}/sheet.xlsx").data))
    typed = [cell for row in book["Rows"].iter_rows(min_row=2) for cell in row if isinstance(cell.value, str)]
    assert typed
    assert {cell.data_type for cell in typed} == {"s"}
    assert [row[4].value for row in book["Rows"].iter_rows(min_row=2)] == list(FORMULAS)
    text = phone.open(f"{table.url}/sheet").text
    assert all(name in text for name in FORMULAS)


@pytest.mark.parametrize("start_of_name", ["\t=1+2", "\r=1+2", "\n=1+2", " =1+2", "\u200b=1+2"])
def test_a_formula_does_not_hide_behind_what_is_not_seen(phone, start_of_name):
    """G63: a leading tab and its kin."""
    table = start_with_sizes(phone, (start_of_name, "Bo"), "1")
    table.play_any()
    assert csv_rows(phone, table)[0]["Player"] == "'=1+2"


def test_numbers_are_numbers(phone):
    table = b3(phone)
    assert [row["Total"] for row in csv_rows(phone, table)[-3:]] == ["23", "21", "11"]
    book = openpyxl.load_workbook(BytesIO(phone.client.get(f"{table.url}/sheet.xlsx").data))
    last = [[cell.value for cell in row] for row in book["Rows"].iter_rows(min_row=8)]
    assert [(row[4], row[5], row[6], row[8], row[9], row[10]) for row in last] == [
        ("Ana", 2, 2, 12, 23, 1),
        ("Bo", 1, 1, 11, 21, 2),
        ("Cy", 1, 0, 0, 11, 3),
    ]


def test_the_game_file_is_the_whole_game(phone):
    table = b3(phone, choices={"Name of the game, if you like": "Friday"})
    text = phone.client.get(f"{table.url}/sheet.json").text
    result = replay(text)
    assert (result["totals"], result["places"], result["winners"], result["finished"]) == ([23, 21, 11], [1, 2, 3], [0], True)
    game = read_game(json.loads(text))
    stored = table.game
    assert (game.rules, game.players, game.hands, game.title) == (stored.rules, stored.players, stored.hands, "Friday")


def test_the_game_file_of_a_running_game_goes_on_elsewhere(phone):
    table = f4(phone, hands=2)
    phone.press("hearts")
    table.bids("Dee 1, Ana 0")
    game = read_game(json.loads(phone.client.get(f"{table.url}/sheet.json").text))
    assert game.hands == table.game.hands
    assert game.bidder == table.game.bidder


def test_a_correction_is_in_the_files(phone):
    """G26"""
    table = b3(phone)
    table.correct(2, tricks="0 1 1")
    assert [row["Total"] for row in csv_rows(phone, table)[3:]] == ["21", "10", "11", "33", "21", "11"]
    assert replay(phone.client.get(f"{table.url}/sheet.json").text)["totals"] == [33, 21, 11]


def test_a_hand_kept_even_is_read_back(phone):
    """What was asked about and kept must not make the file unreadable."""
    table = b3(phone)
    table.correct(1, bids="0 0 1")
    phone.press("Yes, keep it as played")
    result = replay(phone.client.get(f"{table.url}/sheet.json").text)
    assert "error" not in result
    assert result["totals"] == [12, 21, 11]


def test_covered_bids_are_in_no_file(phone, other_phone):
    table = at_once(phone)
    enter(table, Note("with arrangements there is a ledger in the file"))
    table.bids("Cy 2, Ana 1")
    for reader in (phone, other_phone):
        text = reader.client.get(f"{table.url}/sheet.json").text
        assert '"bid"' not in text
        assert replay(text)["next"]["phase"] == "bids"
        assert json.loads(reader.client.get(f"{table.url}/sheet.json").text)["hands"] == []
        assert csv_rows(reader, table) == []
    table.bid("Bo", 0)
    assert json.loads(other_phone.client.get(f"{table.url}/sheet.json").text)["hands"][0]["bids"] == [1, 0, 2]


@pytest.mark.parametrize(
    "title", ["", "../../etc/passwd", "a\r\nSet-Cookie: x=1", '"; filename="evil.exe', "…", "😀", "x" * 60, "CON", ".hidden"]
)
def test_a_file_name_is_safe_whatever_the_game_is_called(phone, title):
    table = start(phone, ("Ana", "Bo"), choices={"Name of the game, if you like": title})
    for kind in ("csv", "xlsx", "json"):
        response = phone.client.get(f"{table.url}/sheet.{kind}")
        disposition = response.headers["Content-Disposition"]
        assert disposition.isascii()
        assert disposition.count("filename=") <= 1
        assert f".{kind}" in disposition
        assert "Set-Cookie" not in response.headers
        assert not re.search(r"[/\\\r\n]|\.\.|evil\.exe", disposition)


def test_other_kinds_of_file_are_not_found(phone):
    table = b3(phone, hands=1)
    for kind in ("pdf", "CSV", "csv.exe", "", "json\0", "xls"):
        assert phone.client.get(f"{table.url}/sheet.{kind}").status_code == 404
