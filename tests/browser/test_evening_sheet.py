"""Sheet, history and rules of an evening on which everything happened: they fit a small phone and a sheet of paper."""

import re
from collections.abc import Callable, Iterator

import pytest

from scorekeeper.ledger.entries import (
    Adjustment,
    Join,
    Note,
    Presence,
    SetPoints,
)
from tests.browser.at_the_table import Page, Sheet, expect
from tests.browser.prepared import Cupboard, evening, play, rules
from tests.browser.test_fit import BROKEN, LONG, SIDEWAYS, TOO_SMALL, TORN, collect
from tests.browser.test_print import printed

SHORT = ("Ana", "Bo", "Cy", "Dee")


def pages(page: Page, cupboard: Cupboard, players: tuple[str, ...]) -> Iterator[str]:
    slug = evening(cupboard, players)
    for address in ("sheet", "history", "rules"):
        page.goto(f"/g/{slug}/{address}")
        yield address


@pytest.mark.parametrize("players", [SHORT, LONG], ids=["short", "long"])
def test_nothing_is_cut_off_or_too_small(scorekeeper: Page, cupboard: Cupboard, players: tuple[str, ...]):
    looks = {"sideways": SIDEWAYS, "too small": TOO_SMALL, "broken word": BROKEN, "torn apart": TORN}
    faults = collect(scorekeeper, pages(scorekeeper, cupboard, players), looks)
    assert not faults, "\n".join(faults)


def test_axe_finds_nothing(scorekeeper: Page, cupboard: Cupboard, axe: Callable[..., None]):
    for _ in pages(scorekeeper, cupboard, SHORT):
        scorekeeper.emulate_media(color_scheme="light")
        axe(scorekeeper)
        scorekeeper.emulate_media(color_scheme="dark")
        axe(scorekeeper, "color-contrast")


def test_it_prints_everything_that_was_said(scorekeeper: Page, cupboard: Cupboard):
    Sheet(scorekeeper).open(evening(cupboard, SHORT))
    texts = printed(scorekeeper)
    assert len(texts) <= 2
    whole = " ".join(" ".join(texts).split())
    for words in (
        "Friday evening · at Dee's",
        "Score kept by Ana",
        "For the last piece of cake.",
        "Ended early after 8 of 13 hands",
        "(overtime)",
        "Eli joins with 12 points.",
        "points set by hand, wrong number of cards",
        "Other rules from hand 6 on.",
        "Another pack.",
        "Changed after the end",
        "Bo left",
    ):
        assert words in whole, words


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_an_evening_with_a_few_events_prints_on_one_page(scorekeeper: Page, cupboard: Cupboard, paper: str):
    """Thirteen hands; somebody joins, somebody leaves, a penalty, a note, a hand with points set by hand."""
    slug = cupboard.start(SHORT, ruleset=rules([1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1]), hands=4, title="Friday")
    cupboard.enter(
        slug, Join("Eli", 3, 20), Presence(1, there=False), Adjustment(-5, 0, "revoke", 4), Note("Wine went over it.", 3)
    )
    play(cupboard, slug, 3)
    cupboard.enter(slug, SetPoints(8, (12, None, -4, 11, 0), "wrong number of cards"))
    play(cupboard, slug, 5)
    Sheet(scorekeeper).open(slug)
    [text] = printed(scorekeeper, paper)
    assert "Eli joins with 20 points." in text
    assert "Examples" in text


def test_a_row_of_points_says_what_it_is(scorekeeper: Page, cupboard: Cupboard):
    sheet = Sheet(scorekeeper).open(evening(cupboard, SHORT))
    for name, number in {"Adjustment": 3, "Points to begin with": 2}.items():
        expect(sheet.table.get_by_role("rowheader", name=re.compile(name))).to_have_count(number)
    expect(sheet.table.get_by_role("columnheader", name="Bo left")).to_be_visible()


def test_the_chart_of_a_sheet_is_large_enough_to_be_read(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(hands=5, ruleset=rules([1, 2, 3, 4, 5]))
    scorekeeper.goto(f"/g/{slug}/sheet")
    chart = scorekeeper.locator("svg.chart").bounding_box()
    assert chart is not None
    assert chart["height"] > 150
