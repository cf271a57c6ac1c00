"""Score sheets to be exported: a game of three with awkward names, and one with halves."""

from random import Random

from scorekeeper.ledger.entries import Bid, Trump
from scorekeeper.ledger.sheet import ScoreSheet, score_sheet
from tests.ledger.playing import NAMES, begin, bid, enter, play_on, take

FORMULAS = ("=1+2", "+49 170", "-5", "@SUM(A1)", '=HYPERLINK("http://x","y")', "=cmd|' /C calc'!A0")


def one_hand(names: tuple[str, ...]) -> ScoreSheet:
    """One recorded hand of one card, which the second player takes; everybody bid nothing."""
    game = bid(begin(names), *[0] * len(names))
    return score_sheet(take(game, *[int(seat == 1) for seat in range(len(names))]))


def with_halves() -> ScoreSheet:
    game = begin(
        ("Ana", "Bo"),
        scoring={"made": {"k": 0.5}, "over": {"k": -1}, "under": {"k": -1}},
        schedule={"shape": "list", "hands": [1, 1]},
        bidding={"order": "simultaneous"},
    )
    for hand in (1, 2):
        game = take(enter(game, Bid(hand, 0, 1), Bid(hand, 1, 1), Trump(hand, "clubs")), 1, 0)
    return score_sheet(game)


def many(players: int, hands: int) -> ScoreSheet:
    """A long game, played at random but always alike."""
    game = begin(NAMES[:players], schedule={"shape": "list", "hands": [1 + number % 5 for number in range(hands)]})
    return score_sheet(play_on(game, Random(players * hands)))
