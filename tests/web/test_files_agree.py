"""One score sheet: its page, both tables, both pages of the workbook and the text say the same, cell by cell."""

import csv
import re
from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO, StringIO
from itertools import groupby

import openpyxl
import pytest

from scorekeeper.ledger.entries import Adjustment, Join, Seating
from tests.browser.prepared import FOUR, Cupboard, evening, play, rules

TEN = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")
Cells = dict[str, tuple[str, str, str, str]]  # bid, tricks, points and total of everybody who was given something
Told = tuple[list[tuple[str, Cells]], dict[str, str]]  # hand by hand, and what everybody has in the end


def figure(cell: object) -> str:
    """A number as files have it."""
    text = "" if cell is None else str(cell)
    return text.replace("\N{MINUS SIGN}", "-").removeprefix("+").replace("–", "").removesuffix(".0")


def page(client, address: str, players: tuple[str, ...]) -> Told:
    from tests.web.screen import Screen

    screen = Screen(client.get(f"{address}/sheet").text)
    table = screen.main.all("table", class_="scores")[0]
    names = [head["aria-label"].split(",")[0] or head.all("bdi")[0].text for head in table.all("thead")[0].all("th")[1:]]
    rows = []
    for row in table.all("tbody")[0].all("tr"):
        if "said" in row["class"].split():
            continue
        cells: Cells = {}
        for name, cell in zip(names, row.all("td"), strict=True):
            bid = [part.all(aria_hidden="true")[0].raw for part in cell.all(class_="bid-tricks")] or ["/"]
            points = [figure(part.text) for part in cell.all(class_="gain")]
            if any(points):
                cells[name] = (*bid[0].split("/"), points[0], figure(cell.all("b")[0].text))  # type: ignore[assignment]  # three texts and a figure, as every other cell
        rows.append((row["id"].removeprefix("hand-"), cells))
    ends = [figure(cell.text) for cell in table.all("tfoot")[0].all("td")]
    return rows, dict(zip(names, ends, strict=True))


def long(lines: list[dict[str, str]]) -> Told:
    rows, ends = [], {}

    def of_one_row(line: dict[str, str]) -> tuple[str, str, str]:
        return line["Hand"], line["Kind"], line["Reason"]

    for (hand, kind, _), together in groupby(lines, of_one_row):
        cells: Cells = {}
        for line in together:
            if line["Points"] != "":
                taken = kind == "hand"
                bid = (line["Bid"], line["Tricks"]) if taken else ("", "")
                cells[line["Player"]] = (*bid, figure(line["Points"]), figure(line["Total"]))
            if line["Place"] != "":
                ends[line["Player"]] = figure(line["Total"]) or "0"
        rows.append((hand if kind in {"hand", "set"} else "", cells))
    return rows, ends


def wide(lines: list[list[str]], names: list[str]) -> Told:
    rows: list[tuple[str, Cells]] = []
    ends: dict[str, str] = {}
    for kind, hand, _cards, _dealer, _trump, *cells in lines:
        four = {name: tuple(map(figure, cells[4 * index : 4 * index + 4])) for index, name in enumerate(names)}
        if kind == "total":
            ends = {name: cell[2] for name, cell in four.items()}
        elif kind != "place":
            given = {name: (*(cell[:2] if kind == "hand" else ("", "")), *cell[2:]) for name, cell in four.items() if cell[2] != ""}
            rows.append((hand if kind in {"hand", "set"} else "", given))  # type: ignore[arg-type]  # a number of a hand, or none
    return rows, ends


def text(told: str, players: tuple[str, ...]) -> Told:
    """Totals after every hand are not in it: they are added up here."""
    rows, ends, sums = [], {}, dict.fromkeys(players, 0.0)
    for line in told.splitlines():
        if standing := re.fullmatch(r"\d+\. (.+?) (\S+?)(?: \((\S+)\))?", line):
            ends[standing[1]] = figure(standing[2])
        head, _, rest = line.partition("): ") if line.startswith("Hand") else line.partition(": ")
        found = [re.fullmatch(r"(.+?)(?: (\d+)/(\d+)( ●)?)? ([+−]?[\d.]+)", part) for part in rest.split(", ")]
        if not rest or not all(one and one[1] in players for one in found) or not re.match(r"Hand \d+ \(|Adj|Points to|Carr", line):
            continue
        cells: Cells = {}
        for one in filter(None, found):
            sums[one[1]] += float(figure(one[5]))
            assert (one[4] is not None) == (one[2] != one[3])
            cells[one[1]] = (one[2] or "", one[3] or "", figure(one[5]), figure(sums[one[1]]))
        rows.append((re.sub(r"Hand (\d+) .*", r"\1", head) if line.startswith("Hand") else "", cells))
    return rows, ends


def views(client, address: str, players: tuple[str, ...]) -> Iterator[tuple[str, Told]]:
    def read(file: str) -> bytes:
        answer = client.get(f"{address}/{file}")
        assert answer.status_code == 200
        return bytes(answer.data)

    yield "page", page(client, address, players)
    yield "CSV", long(list(csv.DictReader(StringIO(read("sheet.csv").decode("utf-8-sig")))))
    head, *lines = csv.reader(StringIO(read("sheet-wide.csv").decode("utf-8-sig")))
    names = [cell.removesuffix(": Bid") for cell in head[5:-2:4]]
    yield "wide CSV", wide([line[:-2] for line in lines], names)
    book = openpyxl.load_workbook(BytesIO(read("sheet.xlsx")), data_only=True)
    above, _, *cells = book["Score sheet"].iter_rows(values_only=True)
    assert [name for name in above if name] == names
    yield "first page", wide([[figure(cell) for cell in row[:-2]] for row in cells], names)
    columns, *cells = book["Rows"].iter_rows(values_only=True)
    yield "second page", long([dict(zip(columns, map(figure, row), strict=True)) for row in cells])
    yield "text", text(read("sheet.txt").decode(), players)


def games(cupboard: Cupboard) -> Iterator[str]:
    slug = cupboard.start(FOUR[:3], ruleset=rules([1, 2, 3, 4, 3, 2, 1]))
    play(cupboard, slug, 7)
    yield slug
    slug = cupboard.start(TEN, ruleset=rules([1, 2, 3, 4, 5] * 5))
    play(cupboard, slug, 25)
    yield slug
    yield evening(cupboard, FOUR)
    slug = cupboard.start_named("wizard", FOUR, sizes=[1, 2, 3, 4, 5])
    play(cupboard, slug, 3)
    cupboard.enter(slug, Adjustment(Fraction(-1, 2), 1, "half a trick", 3), Join("Eli", 1, 30), Seating((0, 2, 4, 1, 3)))
    play(cupboard, slug, 2)
    yield slug
    yield cupboard.start(FOUR)


@pytest.mark.parametrize("number", range(5), ids=["three", "ten", "evening", "wizard", "empty"])
def test_all_views_of_a_game_agree_cell_by_cell(app, number):
    cupboard = Cupboard(app)
    slug = list(games(cupboard))[number]
    players = cupboard.game(slug).players
    found = dict(views(app.test_client(), f"/g/{slug}", players))
    rows, ends = found.pop("page")
    assert set(ends) == set(players)
    for name, (others, sums) in found.items():
        assert others == rows, name
        assert sums == ends or (name != "text" and number == 4), name
