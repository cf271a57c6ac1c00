"""Evenings as they really go, through the pages: any button with anything in its fields, and what must hold after each."""

import json
import os
from random import Random

import pytest

from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.file_reading import read_game
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.sheet import score_sheet
from tests.web.playing import Phone, everything_stored, start, stored_game

STEPS = int(os.environ.get("STEPS", "120"))  # make long takes many more
PAGES = ("", "", "", "/hand", "/players", "/change", "/sheet", "/hands/1", "/hands/2", "/history")
WORDS = (
    "",
    "0",
    "1",
    "2",
    "3",
    "5",
    "-3",
    "12 + 12",
    "7",
    "99",
    "x",
    "Eli",
    "Fay",
    "Zoe",
    "2 3 2",
    "1 1",
    "revoke",
    "y",
    "−10",
    "0.5",
)


def press_any(phone: Phone, table_url: str, dice: Random) -> None:
    """One request: a button of a page, most of its fields as they stand, some as somebody might change them."""
    phone.open(f"{table_url}{dice.choice(PAGES)}")
    buttons = [one for one in phone.screen.main.all("button") if "disabled" not in one and one.above("form")]
    if not buttons:
        return
    url, fields = phone.would_send(dice.choice(buttons))
    kept = {"csrf_token", "key", "seen", "do"}
    changed = [(name, value if name in kept or dice.random() < 0.75 else dice.choice(WORDS)) for name, value in fields]
    if url != "/new":
        phone.send(url, changed)


def check(game: Game) -> None:
    """What every evening keeps."""
    assert Game.replay(game.entries) == game
    sheet = score_sheet(game)
    for seat in range(len(game.players)):
        given = sum(one.points for one in game.adjustments if seat in one.seats)
        assert sheet.totals[seat] == given + sum(line.points[seat] or 0 for line in sheet.lines)
    for hand in game.hands:
        assert hand.size * len(hand.order) <= game.rules_of(hand.number).pack(len(hand.order))
        if hand.closed and not hand.set_points:
            assert sum(taken or 0 for taken in hand.tricks) == hand.size - hand.extras.discarded
    written = json.loads(json.dumps(write_game(game)))
    assert json.loads(json.dumps(write_game(read_game(written)))) == written


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_the_evening_holds(app, seed):
    """No 500, nothing lost, nothing twice; looking changes nothing."""
    dice = Random(seed)
    phone = Phone(app)
    table = start(
        phone, ("Ana", "Bo", "Cy", "Dee")[: dice.randint(3, 4)], hook=dice.random() < 0.5, choices={"Most cards in a hand": "4"}
    )
    for step in range(STEPS // 3):
        before = everything_stored(app)
        for page in dict.fromkeys(PAGES):
            if step % 10 == 0:
                phone.open(f"{table.url}{page}")
                assert phone.status < 500, page
        assert everything_stored(app) == before
        press_any(phone, table.url, dice)
        assert phone.status < 500, phone.last_sent
        after = everything_stored(app)
        if phone.status < 400 and after != before:
            phone.send_again()
            assert phone.status < 500, phone.last_sent
            assert everything_stored(app) == after, phone.last_sent
        check(stored_game(app, table.slug))
