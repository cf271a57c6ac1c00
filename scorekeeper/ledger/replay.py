"""The answer of `scorekeeper replay` to one game: schedule, points, totals, places and what is due next, as plain data."""

from typing import Any

from scorekeeper.ledger.file_reading import read_text
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.position import PlannedHand
from scorekeeper.ledger.sheet import Line, score_sheet
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.number import plain


def replay(text: str) -> dict[str, Any]:
    """The result of the game in `text` (a game file), or `{"error": …}` with code, hand, player and a message.

    >>> replay('{"format": "scorekeeper-game"}')["error"]["code"]
    'format'
    """
    try:
        return result(read_text(text))
    except RuleError as error:
        return {"error": {"code": error.code, "hand": error.hand, "player": error.seat, "message": str(error)}}


def result(game: Game) -> dict[str, Any]:
    """Everything that follows from a game."""
    sheet = score_sheet(game)
    return {
        "players": list(game.players),
        "schedule": [_planned(hand) for hand in game.plan],
        "hands": [_line(line) for line in sheet.lines],
        "next": _next(game),
        "totals": list(map(plain, sheet.totals)),
        "places": list(sheet.places),
        "winners": [seat for seat, place in enumerate(sheet.places) if place == 1],
        "finished": sheet.finished,
    }


def _planned(hand: PlannedHand) -> dict[str, Any]:
    return {
        "hand": hand.number,
        "cards": hand.size,
        "dealer": hand.dealer,
        "first_bidder": hand.first_bidder,
        "leader": hand.leader,
        "no_trump": hand.no_trump,
    }


def _line(line: Line) -> dict[str, Any]:
    hand = line.hand
    return {
        "hand": hand.number,
        "cards": hand.size,
        "dealer": hand.dealer,
        "points": [plain(points) for points in line.points],
        "totals": list(map(plain, line.totals)),
    }


def _next(game: Game) -> dict[str, Any] | None:
    hand = game.hand
    if hand is None:
        return None
    due = {"hand": hand.number, "phase": game.phase, "bidder": game.bidder, "legal_bids": [], "barred": []}
    if game.phase == "bids":
        seat = hand.order[0] if game.bidder is None else game.bidder
        due |= {"legal_bids": list(game.legal_bids(seat)), "barred": list(game.barred_bids(seat))}
    return due
