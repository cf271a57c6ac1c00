"""Reading a game: the score sheet, its files, the history of entries, and the rules it is played by."""

import json
from collections.abc import Callable
from io import BytesIO

from flask import Blueprint, request, send_file
from werkzeug.wrappers import Response

from scorekeeper.export import picture, spreadsheet, table, text, wide
from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.history import late_changes
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.storage.games import steps
from scorekeeper.web.file_words import picture_words, reads_right_to_left, text_words
from scorekeeper.web.pages import load_game, nothing_new, page, unchanged
from scorekeeper.web.security import may_score
from scorekeeper.web.words import file_name

pages = Blueprint("sheet", __name__)
STEPS = 100  # of the history, on a page


def _game_file(game: Game) -> bytes:
    return (json.dumps(write_game(game), ensure_ascii=False, indent=1) + "\n").encode()


def _workbook(game: Game) -> bytes:
    return spreadsheet.write(score_sheet(game), late_changes(game), right_to_left=reads_right_to_left())


def _text(game: Game) -> bytes:
    sheet = score_sheet(game)
    return text.write(sheet, text_words(game, sheet)).encode()


def _picture(game: Game) -> bytes:
    sheet = score_sheet(game)
    return picture.picture(sheet, picture_words(game, sheet)).encode()


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES: dict[str, tuple[str, Callable[[Game], bytes]]] = {  # by the ending of their names
    ".csv": ("text/csv", lambda game: table.write_csv(score_sheet(game), late_changes(game))),
    "-wide.csv": ("text/csv", lambda game: wide.write_csv(score_sheet(game))),
    ".xlsx": (XLSX, _workbook),
    ".txt": ("text/plain", _text),
    ".svg": ("image/svg+xml", _picture),
    ".json": ("application/json", _game_file),
}


@pages.get("/g/<slug>/sheet")
def sheet(slug: str) -> Response:
    """The score sheet, following the game while it is open."""
    if nothing_new(slug):
        return unchanged()
    stored = load_game(slug)
    return page(
        "sheet/sheet.html",
        slug=slug,
        game=stored.game,
        sheet=score_sheet(stored.game.uncovered),
        scoring=may_score(stored),
        changes=late_changes(stored.game),
    )


@pages.get("/g/<slug>/sheet<any('.csv', '-wide.csv', '.xlsx', '.txt', '.svg', '.json'):ending>")
def file(slug: str, ending: str) -> Response:
    """The sheet as a file to keep or to send on, or the whole game as a game file. Covered bids stay covered."""
    game = load_game(slug).game
    content_type, write = FILES[ending]
    content = BytesIO(write(game.told))
    response = send_file(content, content_type, as_attachment=True, download_name=file_name(game, ending), etag=False)
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/g/<slug>/history")
def history(slug: str) -> Response:
    """Entries in words, the newest first, and what they changed: the last, or those `before` one."""
    before = request.args.get("before", type=int)
    if before is None and nothing_new(slug):
        return unchanged()
    stored = load_game(slug)
    newest = stored.game.version
    last = newest if before is None else min(max(before - 1, 1), newest)
    first = max(last - STEPS + 1, 1)
    return page(
        "sheet/history.html",
        slug=slug,
        game=stored.game,
        steps=steps(stored, first, last)[::-1],
        older=first if first > 1 else None,
        newer=min(last + STEPS, newest) + 1 if last < newest else None,
        scoring=may_score(stored),
    )


@pages.get("/g/<slug>/rules")
def rules(slug: str) -> Response:
    """What this table plays, in plain words."""
    game = load_game(slug).game
    ways = {game.rules_of(hand.number).bidding.simultaneous for hand in game.plan}
    return page("sheet/rules.html", slug=slug, game=game, ways=ways)
