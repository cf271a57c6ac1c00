"""The same figures wherever a game shows them: at the table, on the sheet, in the standings and in each of its files."""

import csv
from io import BytesIO, StringIO

import openpyxl

from scorekeeper.ledger.replay import replay
from tests.web.playing import Phone, Table
from tests.web.screen import Screen


def standings(screen: Screen) -> dict[str, tuple[str, str, str]]:
    """Place, bids made and total of everybody in the standings on this page, in their order."""
    (table,) = screen.main.all("table", class_="standings")
    rows = [row for row in table.all("tr") if row.all("td")]
    return {row.all("bdi")[0].text: (*(cell.text for cell in row.all("td")),) for row in rows}  # type: ignore[misc]  # as many cells as the table has columns


def totals_everywhere(table: Table, *readers: Phone) -> list[str]:
    """The totals in seat order, which every view shows alike to the phone that keeps score and to all `readers`."""
    found = {
        f"{view} for reader {number}": totals
        for number, phone in enumerate((table.phone, *readers))
        for view, totals in _views(table, phone).items()
    }
    first = next(iter(found.values()))
    assert [(view, totals) for view, totals in found.items() if totals != first] == []
    return first


def _views(table: Table, phone: Phone) -> dict[str, list[str]]:
    names = table.game.players
    here = Table(phone, names)
    here.url = table.url
    here.look()
    finished = bool(phone.screen.main.all("table", class_="standings"))
    views = {"the table": _in_seat_order(phone.screen, names) if finished else here.shown_totals}
    sheet = phone.open(f"{table.url}/sheet")
    views["the sheet"] = [cell.text for cell in sheet.main.all("tfoot")[0].all("td")]
    views["the standings"] = _in_seat_order(sheet, names)

    def read(kind: str) -> bytes:
        data: bytes = phone.client.get(f"{table.url}/sheet.{kind}").data
        return data

    rows = list(csv.DictReader(StringIO(read("csv").decode("utf-8-sig"))))
    views["CSV"] = _last(names, [(row["Player"], row["Total"]) for row in rows])
    head, *lines = openpyxl.load_workbook(BytesIO(read("xlsx")))["Rows"].iter_rows(values_only=True)
    player, total = head.index("Player"), head.index("Total")
    views["the spreadsheet"] = _last(names, [(line[player], line[total]) for line in lines])
    views["the game file"] = [_figure(total) for total in replay(read("json").decode())["totals"]]
    return views


def _in_seat_order(screen: Screen, names: tuple[str, ...]) -> list[str]:
    told = standings(screen)
    return [told[name][-1] for name in names]


def _last(names: tuple[str, ...], rows: list[tuple[str, object]]) -> list[str]:
    last = {player: total for player, total in rows if total not in {"", None}}
    return [_figure(last[name]) for name in names]


def _figure(total: object) -> str:
    return str(total).replace("-", "\N{MINUS SIGN}")
