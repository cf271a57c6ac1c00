"""Games that somebody keeps tapping at: pages cost as their length, and a tap always the same."""

from datetime import UTC, datetime

import pytest

from scorekeeper.ledger.game import MOST_ENTRIES, Game
from scorekeeper.storage import games
from tests.growth import costs_the_same, grows_evenly
from tests.ledger.long_games import KINDS
from tests.web.playing import Table

ENDINGS = (".csv", "-wide.csv", ".txt", ".svg", ".json")
PATHS = ("", "/sheet", "/history", "/history?before=150", "/board", "/rules", "/hands/1")


@pytest.fixture
def opened(phone):
    """A long game of some kind, kept by the phone."""

    def opened(kind, entries):
        phone.open("/new")
        with phone.client.session_transaction() as session:
            device = session["device"]
        game = Game.replay(KINDS[kind].ledger(entries))
        with phone.app.app_context():
            (slug,) = games.add([game], device=device, at=datetime.now(UTC))
        phone.open(f"/g/{slug}")
        return Table(phone, game.players)

    phone.client.checking = False
    return opened


def pages(table):
    """Everything that anybody may look at, the game read from the database first."""
    table.phone.app.extensions.pop("scorekeeper.folded", None)
    for path in (*PATHS, *(f"/sheet{ending}" for ending in ENDINGS)):
        assert table.phone.client.get(table.url + path).status_code == 200, path


@pytest.mark.parametrize(
    "kind",
    [
        "bids, undone and entered again",
        "covered bids, undone and entered again",
        "late adjustments",
        "late corrections on the way to a score",
        "rules",
        "substitutes",
    ],
)
def test_the_pages_of_a_game_cost_as_its_length(opened, kind):
    assert grows_evenly(pages, opened(kind, 300), opened(kind, 600))


def taps(table):
    """Bids, undone and entered again, and the page each time."""
    table.look()
    with table.quickly():
        for _ in range(4):
            table.bid("Cy", 1 - (table.game.hands[-1].bids[2] or 0))
            table.undo()
            table.phone.press("Redo")
            assert table.phone.status == 200


@pytest.mark.parametrize("kind", ["bids", "bids and undos", "adjustments", "names and undos"])
def test_a_tap_costs_the_same_in_a_game_of_ten_times_the_entries(opened, kind):
    short, long = (opened(kind, entries) for entries in (300, 3000))
    for table in (short, long):
        table.look()
        if table.game.hands[-1].bids[2] is None:
            table.bid("Cy", 0)
    assert costs_the_same(taps, short, long)


@pytest.mark.parametrize("more", [0, 5])
def test_a_full_game_takes_no_more_and_can_be_read(opened, stored, more):
    """Also one whose record is longer than it may become here."""
    table = opened("bids", MOST_ENTRIES - KINDS["bids"].begun + more)
    assert table.game.version == MOST_ENTRIES + more
    before = stored()
    table.phone.client.checking = True
    table.bid("Cy", 1 - table.game.hands[-1].bids[2])
    assert table.phone.status == 422
    full = "A game has at most 10000 entries, and this one is full. Start a new one."
    assert full in table.screen.text
    table.look()
    table.undo()
    assert table.phone.status == 422
    assert stored() == before
    for path in PATHS:
        table.phone.open(table.url + path)
        assert table.phone.status == 200
