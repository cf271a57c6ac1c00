"""Everything fits a small phone: no sideways scrolling, nothing too small for a thumb, whatever the names and the type."""

import re
from collections.abc import Iterator
from itertools import chain, pairwise

import pytest

from tests.browser.at_the_table import Correction, Home, NewGame, Page, Sheet, Table, expect
from tests.browser.conftest import Complaints, Phones
from tests.browser.extra_states import extra_pages
from tests.browser.hand_states import hand_pages
from tests.browser.people_states import people_pages
from tests.browser.prepared import TOGETHER, Cupboard, rules

LONG = ("Bartholomew-Maximilian", "W" + "w" * 29, "Al", "Maximiliana Konstantinopolitana Schmidts")
SEVEN = (*LONG, "Bartholomew-Maximiliane", "Gus", "Hal")
TEN = (*SEVEN, "Ida", "Jo", "Kim")
WIDTHS = (320, 360, 412)

SIDEWAYS = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  const over = [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > wide + 0.5);
  return [`${document.documentElement.scrollWidth} > ${wide}`, ...over.slice(0, 5).map((one) => one.outerHTML.slice(0, 120))];
}"""
TOO_SMALL = """() => {
  const shown = (one) => one.checkVisibility({visibilityProperty: true}) && !one.closest("[aria-hidden=true]");
  return [...document.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea, summary, [tabindex]")]
    .filter(shown).map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
    .filter(([one, box]) => Math.min(box.width, box.height) < 43.5)
    .map(([one, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${one.outerHTML.slice(0, 120)}`);
}"""
BROKEN = r"""() => {
  const found = [], texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, holder = text.parentElement;
    if (!holder.checkVisibility() || holder.closest("option, .vh, svg")) continue;
    if (holder.closest("bdi") && !holder.closest("thead")) continue; // a long name may be broken, a shortened one not
    for (const word of text.data.matchAll(/[\p{L}\p{N}…]+/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (word[0].length < 16 && lines.size > 1) found.push(word[0]);
    }
  }
  return found;
}"""
TORN = """() => {
  const found = [];
  for (const line of document.querySelectorAll("main p:not(:has(input, select))")) {
    let before = null;
    for (const node of line.checkVisibility() ? line.childNodes : []) {
      const range = document.createRange();
      range.selectNode(node);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1), first = boxes[0];
      const besides = before && first && first.top < before.bottom && before.top < first.bottom;
      if (besides && first.left - before.right > 32) found.push(line.innerText);
      before = boxes.at(-1) ?? before;
    }
  }
  return found;
}"""
ROUNDED = "(one) => [one.getBoundingClientRect().x, one.getBoundingClientRect().y]"
SMALL_TYPE = """() => [...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16).map((one) => one.outerHTML.slice(0, 120))"""


def pages(page: Page, cupboard: Cupboard, players: tuple[str, ...]) -> Iterator[str]:
    """The main pages with a game of these players in them."""
    seats = len(players)
    Home(page).open()
    yield "home, empty" if not page.get_by_role("link", name=re.compile("Continue")).count() else "home"
    bidding = cupboard.start(players, ruleset=rules([5, 5]), title="Friday evening at Konstantinopolitana's")
    cupboard.bid(bidding, [None, *[1] * (seats - 1)])
    tricks = cupboard.start(players, ruleset=rules([5, 4]))
    cupboard.bid(tricks, [1] * seats)
    together = cupboard.start(players, ruleset=rules([5], bidding=TOGETHER))
    running = cupboard.start(players, ruleset=rules([1, 2, 3, 4, 5, 4, 3, 2]), hands=7, title="Friday")
    finished = cupboard.start(players, ruleset=rules([2, 1]), hands=2)
    Home(page).open()
    yield "home with games"
    setup = NewGame(page).open()
    while len(setup.lines) < seats:
        setup.tap(setup.button("Add a player"))
    setup.fill(*players)
    page.keyboard.press("Tab")
    yield "setup"
    setup.tap(setup.more)
    expect(page.get_by_role("combobox", name="Hands")).to_be_visible()
    yield "setup with its fold open"
    setup.line(2).fill(players[0])
    setup.start()
    expect(setup.alert.first).to_be_visible()
    yield "setup with a fault"
    for button, heading in {"More games": "Choose a game", "Points of your own": "Points of your own"}.items():
        setup.open().tap(setup.more)
        setup.tap(setup.button(button))
        setup.sees(heading)
        yield heading
    table = Table(page).open(bidding)
    yield "bids"
    table.tap(table.bid_of(players[1], 1))
    yield "a bid being changed"
    table.tap(table.more)
    yield "the menu"
    table.open(tricks)
    yield "tricks"
    table.took(players[1], 5 - seats + 1 + 1 if seats < 5 else 0)
    yield "tricks entered"
    table.open(together)
    yield "bids all at once"
    table.open(finished).sees("Finished")
    yield "finished"
    Sheet(page).open(running)
    yield "sheet"
    page.goto(f"/g/{running}/hands/5")
    yield "correction"
    expect(Correction(page).bid(players[0], 5).took(players[0], 5).record_button).to_be_disabled()
    yield "correction that does not add up"
    for address in ("history", "rules", "read", "scoring"):
        page.goto(f"/g/{running}/{address}")
        yield address
    page.goto(page.get_by_role("textbox", name="Private scoring link").input_value())
    yield "join"
    page.goto("/g/nothing")
    yield "error"


def collect(page: Page, names: Iterator[str], looks: dict[str, str], widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """What is wrong where."""
    faults = []
    for name in names:
        for width in widths:
            page.set_viewport_size({"width": width, "height": 640})
            for what, script in looks.items():
                faults += [f"{name} at {width}, {what}: {found}" for found in page.evaluate(script)]
        page.set_viewport_size({"width": 360, "height": 640})
    return faults


@pytest.mark.parametrize("players", [LONG, TEN], ids=["four", "ten"])
def test_nothing_is_cut_off_or_too_small(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints, players: tuple[str, ...]):
    """G51, G54, G56: four long names and ten of them, on three widths."""
    complaints.expect("status of 422", "status of 404")
    looks = {"sideways": SIDEWAYS, "too small": TOO_SMALL, "small type": SMALL_TYPE, "broken word": BROKEN, "torn apart": TORN}
    faults = collect(scorekeeper, pages(scorekeeper, cupboard, players), looks)
    assert not faults, "\n".join(faults)


def test_what_few_games_enter_besides_fits_too(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect("status of 422")
    looks = {"sideways": SIDEWAYS, "too small": TOO_SMALL, "small type": SMALL_TYPE, "broken word": BROKEN, "torn apart": TORN}
    faults = collect(scorekeeper, extra_pages(scorekeeper, cupboard, LONG), looks)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("players", [LONG, TEN], ids=["four", "ten"])
def test_what_happens_besides_bids_and_tricks_fits(
    scorekeeper: Page, cupboard: Cupboard, complaints: Complaints, players: tuple[str, ...]
):
    complaints.expect("status of 422")
    looks = {"sideways": SIDEWAYS, "too small": TOO_SMALL, "small type": SMALL_TYPE, "broken word": BROKEN, "torn apart": TORN}
    faults = collect(scorekeeper, hand_pages(scorekeeper, cupboard, players), looks)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("players", [LONG, SEVEN], ids=["four", "seven"])
def test_players_and_corrections_of_every_kind_fit_too(
    scorekeeper: Page, cupboard: Cupboard, complaints: Complaints, players: tuple[str, ...]
):
    complaints.expect("status of 422", "status of 409")
    looks = {"sideways": SIDEWAYS, "too small": TOO_SMALL, "small type": SMALL_TYPE, "broken word": BROKEN, "torn apart": TORN}
    faults = collect(scorekeeper, people_pages(scorekeeper, cupboard, players), looks)
    assert not faults, "\n".join(faults)


def test_text_twice_as_large_still_fits(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect("status of 422", "status of 404", "status of 409")

    def enlarged() -> Iterator[str]:
        players = ("Ana", "Bo", "Cyprian", "Dee")
        states = (pages, people_pages, hand_pages, extra_pages)
        for name in chain.from_iterable(some(scorekeeper, cupboard, players) for some in states):
            scorekeeper.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
            yield name
            scorekeeper.evaluate("() => { document.documentElement.style.fontSize = ''; }")

    faults = collect(scorekeeper, enlarged(), {"sideways": SIDEWAYS}, (360,))
    assert not faults, "\n".join(faults)


def test_the_page_can_be_zoomed(page: Page):
    """G51."""
    Home(page).open()
    viewport = page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "user-scalable" not in viewport
    assert "maximum-scale" not in viewport


@pytest.mark.parametrize("width", WIDTHS)
def test_the_sheet_of_seven_fits_without_sideways_scrolling(scorekeeper: Page, cupboard: Cupboard, width: int):
    slug = cupboard.start(SEVEN, ruleset=rules([1, 2, 3, 4, 5, 6, 7]), hands=7)
    scorekeeper.set_viewport_size({"width": width, "height": 640})
    sheet = Sheet(scorekeeper).open(slug)
    box = sheet.table.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    cells = sheet.table.get_by_role("cell")
    assert cells.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)") == []


def test_only_the_table_scrolls_on_the_sheet_of_ten_and_names_stay_in_view(scorekeeper: Page, cupboard: Cupboard):
    """G57."""
    slug = cupboard.start(TEN, ruleset=rules([1, 2, 3, 4, 5] * 4), hands=19)
    sheet = Sheet(scorekeeper).open(slug)
    paper = scorekeeper.get_by_role("region", name="Score sheet, scrolls sideways")
    paper.scroll_into_view_if_needed()
    corner, last = sheet.table.get_by_role("columnheader").first, sheet.table.get_by_role("columnheader", name="Kim")
    total = sheet.table.get_by_role("rowheader", name="Total")
    before = corner.evaluate(ROUNDED)
    expect(total).to_be_in_viewport()
    paper.evaluate("(paper) => paper.scrollTo(paper.scrollWidth, paper.scrollHeight)")
    expect(last).to_be_in_viewport(ratio=1)
    expect(sheet.table.get_by_role("rowheader").nth(18)).to_be_in_viewport()
    assert corner.evaluate(ROUNDED) == pytest.approx(before, abs=1)
    assert scorekeeper.evaluate("scrollX") == 0


@pytest.mark.parametrize("width", WIDTHS)
def test_every_number_is_on_its_players_row(scorekeeper: Page, cupboard: Cupboard, width: int):
    """G56: the bid is to the right of its name, not below it."""
    slug = cupboard.start(LONG, ruleset=rules([5, 5]))
    cupboard.bid(slug, [1, 1, 1, 1])
    scorekeeper.set_viewport_size({"width": width, "height": 640})
    table = Table(scorekeeper).open(slug)
    for name in LONG:
        label = scorekeeper.get_by_role("list").get_by_text(name, exact=True).bounding_box()
        for number in (table.bid_of(name, 1), table.row(name).get_by_text(re.compile(r"^total"))):
            box = number.bounding_box()
            assert label is not None
            assert box is not None
            assert box["x"] >= label["x"] + label["width"] - 1
            assert label["y"] - 12 <= box["y"] + box["height"] / 2 <= label["y"] + label["height"] + 12


def test_shortened_names_on_the_sheet_can_be_told_apart_and_read_in_full(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(SEVEN, ruleset=rules([1, 2]), hands=1)
    sheet = Sheet(scorekeeper).open(slug)
    shown = sheet.table.get_by_role("columnheader").all_inner_texts()[1:]
    assert len(set(shown)) == 7
    for name in SEVEN:
        expect(sheet.table.get_by_role("columnheader", name=name, exact=True)).to_be_visible()
        expect(scorekeeper.get_by_role("table", name="Standings").get_by_text(name, exact=True)).to_be_visible()


def test_trump_and_first_bidder_are_in_view_when_a_hand_begins(scorekeeper: Page, cupboard: Cupboard):
    """Hand, size, dealer and the first bidder's keys, without scrolling, with the most cards a hand may have."""
    slug = cupboard.start(ruleset=rules([12, 13]), hands=1)
    scorekeeper.set_viewport_size({"width": 320, "height": 568})
    table = Table(scorekeeper).open(slug)
    expect(table.heading).to_be_in_viewport(ratio=1)
    expect(table.dealer("Bo")).to_be_in_viewport(ratio=1)
    expect(table.bid_key("Cy", 13)).to_be_in_viewport(ratio=1)
    expect(table.row("Bo")).to_be_in_viewport()


def test_the_next_bidder_of_ten_is_always_in_sight(scorekeeper: Page, cupboard: Cupboard):
    table = Table(scorekeeper).open(cupboard.start(TEN, ruleset=rules([5, 5])))
    order = (*TEN[1:], TEN[0])
    for name, following in pairwise(order):
        table.bid(name, 1)
        table.in_sight(table.bid_key(following, 0))
        table.in_sight(table.bid_key(following, 5))
    table.bid(order[-1], 1)
    table.in_sight(table.record_button)
    table.in_sight(table.heading)


def test_who_bid_what_is_on_the_screen_while_tricks_are_entered(new_context: Phones, scorekeeper: Page, cupboard: Cupboard):
    """Every bid and total of four players at once on a small phone, in a hand of five cards."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    cupboard.bid(slug, [1, 2, 1, 0])
    table = Table(scorekeeper).open(slug)
    for name, bid in {"Bo": 2, "Cy": 1, "Dee": 0, "Ana": 1}.items():
        expect(table.bid_of(name, bid)).to_be_in_viewport(ratio=1)
    expect(table.record_button).to_be_in_viewport(ratio=1)
