"""The board on everything from a small phone to a screen on the wall: all in sight, readable, and following by itself."""

from collections.abc import Callable

import pytest

from scorekeeper.ledger.entries import Bid
from tests.browser.at_the_table import POLL, Page, expect
from tests.browser.prepared import FOUR, TOGETHER, Cupboard, rules
from tests.browser.test_fit import SIDEWAYS, TEN, TOO_SMALL

SIZES = [(320, 568), (360, 640), (768, 1024), (1280, 800), (1920, 1080)]


def test_it_follows_by_itself_and_covered_bids_stay_covered(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([3, 3], bidding=TOGETHER))
    scorekeeper.goto(f"/g/{slug}/board")
    row = scorekeeper.get_by_role("row", name="Bo")
    expect(row).to_contain_text("no bid yet")
    cupboard.enter(slug, Bid(1, 1, 2))
    scorekeeper.clock.run_for(POLL)
    expect(row).to_contain_text("in")
    cupboard.bid(slug, [1, None, 0, 1])
    scorekeeper.clock.run_for(POLL)
    expect(row.get_by_role("cell").first).to_have_text("2")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everybody_is_in_sight(scorekeeper: Page, cupboard: Cupboard, width: int, height: int):
    scorekeeper.set_viewport_size({"width": width, "height": height})
    names = [f"Player {letter}" for letter in "ABCDEFGHIJ"]
    for players in (names, FOUR):
        slug = cupboard.start(players, ruleset=rules([1, 2, 3]), hands=1)
        scorekeeper.goto(f"/g/{slug}/board")
        assert scorekeeper.evaluate(SIDEWAYS) == []
        for name in players:
            if height > 600:
                expect(scorekeeper.get_by_role("rowheader", name=name)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("hands", [2, 3])
def test_long_names_fit_and_axe_finds_nothing(scorekeeper: Page, cupboard: Cupboard, axe: Callable[..., None], hands: int):
    slug = cupboard.start(TEN, ruleset=rules([1, 2, 3]), hands=hands)
    scorekeeper.goto(f"/g/{slug}/board")
    for width, height in SIZES:
        scorekeeper.set_viewport_size({"width": width, "height": height})
        assert scorekeeper.evaluate(SIDEWAYS) == []
        assert scorekeeper.evaluate(TOO_SMALL) == []
    scorekeeper.emulate_media(color_scheme="light")
    axe(scorekeeper)
    scorekeeper.emulate_media(color_scheme="dark")
    axe(scorekeeper, "color-contrast")
