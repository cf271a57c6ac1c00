"""The text for a chat: standings first, then a line for each hand."""

from scorekeeper.export.text import Words, write
from scorekeeper.ledger.entries import Adjustment
from scorekeeper.ledger.sheet import score_sheet
from tests.export.sheets import one_hand
from tests.ledger.playing import b3, begin, enter

PLAIN = Words(
    heads=["Friday"],
    hand=lambda hand, dealer: f"Hand {hand.number}, {dealer} deals",
    given=lambda row: f"Given ({row.given.reason if row.given else ''})",
    above=lambda row: [],
    below=lambda row: [],
    signs=lambda hand, seat: [],
    figure=str,
    gain=lambda points: f"{points:+}",
    missed="● missed",
)


def test_the_text_of_a_whole_game():
    assert write(score_sheet(enter(b3(), Adjustment(-5, None, "overtime", 3))), PLAIN) == (
        "Friday\n\n"
        "1. Ana 18\n2. Bo 16 (-2)\n3. Cy 6 (-12)\n\n"
        "Hand 1, Ana deals: Ana 1/1 +11, Bo 0/0 +10, Cy 1/0 ● +0\n"
        "Hand 2, Bo deals: Ana 0/1 ● +0, Bo 2/0 ● +0, Cy 1/1 +11\n"
        "Hand 3, Cy deals: Ana 2/2 +12, Bo 1/1 +11, Cy 1/0 ● +0\n"
        "Given (overtime): Ana -5, Bo -5, Cy -5\n\n"
        "● missed\n"
    )


def test_before_the_first_hand_there_are_only_standings():
    assert write(score_sheet(begin()), PLAIN) == "Friday\n\n1. Ana 0\n1. Bo 0\n1. Cy 0\n"


def test_a_name_of_the_other_direction_keeps_it():
    assert "1. Bo 10\n2. \u2068דנה\u2069 0 (-10)" in write(one_hand(("Bo", "דנה")), PLAIN)
