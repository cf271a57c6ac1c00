"""The score sheet on paper, read back from the PDF that the browser prints."""

import io
import re

import pytest
from pypdf import PdfReader

from scorekeeper.ledger.entries import NO_EXTRAS, Extras, Tricks
from scorekeeper.rules.catalogue import preset
from tests.browser.at_the_table import Page, Sheet, expect
from tests.browser.prepared import FOUR, Cupboard, legal_hand, rules

SEVEN = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus")
EIGHT = (*SEVEN, "Hal")
PAPERS = [("A4", False), ("A4", True), ("Letter", False), ("Letter", True)]


def printed(page: Page, paper: str = "A4", *, landscape: bool = False) -> list[str]:
    """The text of each printed page."""
    pdf = page.pdf(format=paper, landscape=landscape)
    return [sheet.extract_text() for sheet in PdfReader(io.BytesIO(pdf)).pages]


@pytest.mark.parametrize(("players", "hands"), [(FOUR, 13), (SEVEN, 7)], ids=["four", "seven"])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_whole_game_prints_on_one_page(scorekeeper: Page, cupboard: Cupboard, players: tuple[str, ...], hands: int, paper: str):
    slug = cupboard.start(players, ruleset=rules(range(1, hands + 1)), hands=hands, title="Friday")
    sheet = Sheet(scorekeeper).open(slug)
    [text] = printed(scorekeeper, paper)
    assert all(name in text for name in (*players, "Friday"))
    assert len(re.findall(r"\d+/\d+", text)) == hands * len(players)
    assert all(str(total) in text for total in sheet.totals)


@pytest.mark.parametrize(
    ("game", "players", "paper"),
    [
        ("wizard", SEVEN[:3], "A4"),
        ("wizard", SEVEN[:3], "Letter"),
        ("wizard", SEVEN[:6], "A4"),
        ("skull-king", SEVEN[:6], "A4"),
        ("skull-king", SEVEN[:6], "Letter"),
        ("wiki-exact", FOUR, "A4"),
        ("romanian-whist", FOUR, "A4"),
    ],
)
def test_a_whole_game_by_other_rules_prints_on_one_page_with_its_rules(
    scorekeeper: Page, cupboard: Cupboard, game: str, players: tuple[str, ...], paper: str
):
    """Twenty hands of three players, twenty-five hands of four; every Skull King with a bonus and a trick nobody won."""
    slug = cupboard.start_named(game, players)
    while not cupboard.game(slug).finished:
        bids, tricks = legal_hand(cupboard.game(slug))
        cupboard.bid(slug, bids)
        lost = tricks.index(max(tricks))
        tricks[lost] -= 1
        hand = cupboard.game(slug).hands[-1]
        extras = Extras(discarded=1, bonus=(20,) * len(players)) if game == "skull-king" else NO_EXTRAS
        tricks[(lost + 1) % len(players)] += 1 - extras.discarded
        cupboard.enter(slug, Tricks(hand.number, tuple(tricks), extras))
    Sheet(scorekeeper).open(slug)
    expect(scorekeeper.get_by_text("Examples, in a hand of")).to_be_hidden()
    [text] = printed(scorekeeper, paper)
    whole = " ".join(text.split())
    assert f"{preset(game).name}." in whole
    assert "Examples, in a hand of 5 cards: Bid 3, took 3:" in whole
    assert "A bid that is missed scores" in whole
    assert ("tricks nobody won" in whole) == (game == "skull-king")


@pytest.mark.parametrize(("players", "hands"), [(EIGHT, 19), (FOUR, 9)], ids=["eight", "four"])
@pytest.mark.parametrize(("paper", "landscape"), PAPERS)
def test_a_game_prints_every_hand_with_the_names_on_each_page(
    scorekeeper: Page, cupboard: Cupboard, paper: str, landscape: bool, players: tuple[str, ...], hands: int
):
    """G59: 8 players, 19 hands; 4 players, 9 hands."""
    sizes = ([*range(1, 7)] * 3 + [1])[:hands]
    slug = cupboard.start(players, ruleset=rules(sizes), hands=hands)
    sheet = Sheet(scorekeeper).open(slug)
    texts = printed(scorekeeper, paper, landscape=landscape)
    for text in texts:
        if re.search(r"\d/\d", text):
            assert all(name in text for name in players)
            assert len(re.findall(r"\d+/\d+", text)) % len(players) == 0, "a row is split"
    whole = " ".join(" ".join(texts).split())
    assert len(re.findall(r"\d+/\d+", whole)) == hands * len(players)
    for number in range(1, hands + 1):
        assert re.search(rf"\b{number}\b", whole)
    for total in sheet.totals:
        assert re.search(rf"\b{total}\b", whole)
    for word in ("Print", "CSV", "Spreadsheet", "Game file", "History", "Back", "Tap"):
        assert word not in whole


def test_a_sheet_long_enough_for_two_pages_repeats_its_heading(scorekeeper: Page, cupboard: Cupboard):
    """G59"""
    slug = cupboard.start(EIGHT, ruleset=rules([*range(1, 7)] * 10), hands=60)
    Sheet(scorekeeper).open(slug)
    texts = printed(scorekeeper)
    with_hands = [text for text in texts if re.search(r"\d/\d", text)]
    assert len(with_hands) > 1
    for text in with_hands:
        assert all(name in text for name in EIGHT)


def test_printing_in_the_dark_is_dark_on_white(scorekeeper: Page, cupboard: Cupboard):
    """G58."""
    Sheet(scorekeeper).open(cupboard.start(hands=2))
    scorekeeper.emulate_media(media="print", color_scheme="dark")
    body = scorekeeper.locator("body")
    expect(body).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(body).to_have_css("color", "rgb(0, 0, 0)")


def test_the_print_button_prints(scorekeeper: Page, cupboard: Cupboard):
    sheet = Sheet(scorekeeper).open(cupboard.start(hands=2))
    scorekeeper.evaluate("() => { globalThis.print = () => { globalThis.printed = true; }; }")
    sheet.tap(sheet.button("Print"))
    assert scorekeeper.evaluate("() => globalThis.printed") is True
