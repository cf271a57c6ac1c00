"""The score sheet on paper, read back from the PDF that the browser prints."""

import io
import re

import pytest
from pypdf import PdfReader

from tests.browser.at_the_table import Page, Sheet, expect
from tests.browser.prepared import FOUR, Cupboard, rules

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


@pytest.mark.parametrize(("paper", "landscape"), PAPERS)
def test_a_long_game_prints_every_hand_with_the_names_on_each_page(
    scorekeeper: Page, cupboard: Cupboard, paper: str, landscape: bool
):
    """G59: 8 players, 19 hands."""
    sizes = [*range(1, 7)] * 3 + [1]
    slug = cupboard.start(EIGHT, ruleset=rules(sizes), hands=19)
    sheet = Sheet(scorekeeper).open(slug)
    texts = printed(scorekeeper, paper, landscape=landscape)
    for text in texts:
        if re.search(r"\d/\d", text):
            assert all(name in text for name in EIGHT)
            assert len(re.findall(r"\d+/\d+", text)) % 8 == 0, "a row is split"
    whole = " ".join(" ".join(texts).split())
    assert len(re.findall(r"\d+/\d+", whole)) == 19 * 8
    for number in range(1, 20):
        assert re.search(rf"\b{number}\b", whole)
    for total in sheet.totals:
        assert re.search(rf"\b{total}\b", whole)
    for word in ("Print", "CSV", "Spreadsheet", "Game file", "History", "Back", "Tap"):
        assert word not in whole


def test_a_sheet_long_enough_for_two_pages_repeats_its_heading(scorekeeper: Page, cupboard: Cupboard):
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
