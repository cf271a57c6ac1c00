"""The board: who bid what, totals and gaps, large enough for a tablet in the middle of the table or a screen on the wall."""

from flask import Blueprint
from werkzeug.wrappers import Response

from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.web.pages import load_game, nothing_new, page, unchanged

pages = Blueprint("board", __name__)


@pages.get("/g/<slug>/board")
def board(slug: str) -> Response:
    """The hand being played, read only, following by itself; the standings once the game is over. Covered bids stay covered."""
    if nothing_new(slug):
        return unchanged()
    game = load_game(slug).game
    return page("board/board.html", slug=slug, game=game, sheet=score_sheet(game))
