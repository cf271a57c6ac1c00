"""A page that follows by itself disturbs nobody: focus, caret and scroll position stay."""

import re
from typing import Any

from tests.browser.at_the_table import NewGame, Page, Sheet, Table, expect
from tests.browser.prepared import Cupboard, rules

LATE = {"Content-Type": "text/html", "X-Scorekeeper": "yes"}


def test_choices_that_refresh_while_one_types_keep_field_and_caret(page: Page):
    """G55: the card of the game is fetched anew whenever something is chosen."""
    setup = NewGame(page).open()
    setup.tap(setup.more)
    field = page.get_by_role("textbox", name="Most cards in a hand")
    field.tap()
    page.keyboard.type("1")
    with page.expect_response(re.compile("/new/choices")):
        page.evaluate("() => document.querySelector('#choices').dispatchEvent(new Event('change', {bubbles: true}))")
    page.keyboard.type("2")
    expect(field).to_be_focused()
    expect(field).to_have_value("12")


def test_names_typed_slowly_lose_no_letter(page: Page):
    setup = NewGame(page).open()
    setup.line(1).tap()
    for letter in "Ana":
        page.keyboard.type(letter)
        setup.later()
    expect(setup.line(1)).to_be_focused()
    expect(setup.line(1)).to_have_value("Ana")
    page.keyboard.press("ArrowLeft")
    setup.later()
    page.keyboard.type("n")
    expect(setup.line(1)).to_have_value("Anna")


def test_news_from_another_phone_keep_the_focus_on_a_number_of_tricks(scorekeeper: Page, cupboard: Cupboard):
    """G55: the scorekeeper chooses by keyboard while somebody notes the trump."""
    slug = cupboard.start(ruleset=rules([5, 6]))
    cupboard.bid(slug, [1, 2, 1, 0])
    table = Table(scorekeeper).open(slug)
    table.took("Cy", 3).took("Dee", 0)
    key = table.trick_key("Bo", 1)
    key.focus()
    scorekeeper.keyboard.press("Space")
    expect(key).to_be_checked()
    cupboard.name_trump(slug, "hearts")
    table.later()
    expect(table.trump).to_contain_text("hearts")
    expect(key).to_be_focused()
    expect(key).to_be_checked()
    expect(table.trick_key("Cy", 3)).to_be_checked()
    expect(table.record_button).to_be_enabled()


def test_news_keep_the_focus_on_a_bid(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 6]))
    table = Table(scorekeeper).open(slug)
    table.bid_key("Bo", 3).focus()
    cupboard.name_trump(slug, "spades")
    table.later()
    expect(table.status).to_contain_text("spades")
    expect(table.bid_key("Bo", 3)).to_be_focused()


def test_a_bid_by_keyboard_leaves_the_focus_on_the_page(scorekeeper: Page, cupboard: Cupboard):
    """Who bids by keyboard finds the next bidder's keys next, not the top of the page."""
    table = Table(scorekeeper).open(cupboard.start(ruleset=rules([5, 6])))
    table.bid_key("Bo", 3).focus()
    scorekeeper.keyboard.press("Enter")
    expect(table.bid_of("Bo", 3)).to_be_visible()
    assert scorekeeper.evaluate("() => document.activeElement.tagName") != "BODY"


def test_the_sheet_stays_where_it_was_scrolled_to(scorekeeper: Page, cupboard: Cupboard):
    """G61: 19 hands; the height changes five times, another hand is recorded, the phone is turned and back."""
    slug = cupboard.start(ruleset=rules([3] * 20), hands=19)
    sheet = Sheet(scorekeeper).open(slug)
    row = sheet.table.get_by_role("row").nth(10)
    row.evaluate("(row) => row.scrollIntoView({block: 'center'})")
    before = row.bounding_box()
    for height in (580, 640, 580, 640, 580, 640):
        scorekeeper.set_viewport_size({"width": 360, "height": height})
    assert row.bounding_box() == before
    scorekeeper.set_viewport_size({"width": 640, "height": 360})
    expect(row).to_be_in_viewport()
    scorekeeper.set_viewport_size({"width": 360, "height": 640})
    expect(row).to_be_in_viewport()
    row.evaluate("(row) => row.scrollIntoView({block: 'center'})")
    before = row.bounding_box()
    cupboard.play(slug, [1, 1, 1, 1], [1, 1, 1, 0])
    sheet.later()
    expect(sheet.table.get_by_role("row")).to_have_count(22)
    after = row.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 1


def test_what_was_chosen_stays_when_the_phone_is_turned(scorekeeper: Page, cupboard: Cupboard):
    """G61: numbers of tricks, and a name that is being typed."""
    slug = cupboard.start(ruleset=rules([5, 6]))
    cupboard.bid(slug, [1, 2, 1, 0])
    table = Table(scorekeeper).open(slug)
    table.took("Cy", 3).took("Dee", 0)
    turned = ((640, 360), (360, 640))
    for width, height in turned:
        scorekeeper.set_viewport_size({"width": width, "height": height})
        expect(table.trick_key("Cy", 3)).to_be_checked()
        expect(table.trick_key("Dee", 0)).to_be_checked()
    setup = NewGame(scorekeeper).open().fill("Ana", "Bo")
    for width, height in turned:
        scorekeeper.set_viewport_size({"width": width, "height": height})
        assert setup.lines[:2] == ["Ana", "Bo"]


def test_a_watchers_table_stays_where_it_was_scrolled_to(new_context, cupboard: Cupboard):
    names = tuple(f"Player {letter}" for letter in "ABCDEFGHIJ")
    slug = cupboard.start(names, ruleset=rules([3, 3]))
    page = new_context().new_page()
    reading = Table(page).open(slug)
    page.evaluate("() => scrollTo(0, 120)")
    at = page.evaluate("scrollY")
    cupboard.bid(slug, [None, 1, *[None] * 8])
    reading.later()
    expect(reading.status).to_contain_text("Player B bids 1.")
    assert page.evaluate("scrollY") == at


def test_an_open_menu_and_an_open_bid_survive_news(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 6]))
    cupboard.bid(slug, [None, 1, None, None])
    table = Table(scorekeeper).open(slug)
    table.tap(table.bid_of("Bo", 1))
    expect(table.bid_key("Bo", 2)).to_be_visible()
    table.tap(table.more)
    cupboard.name_trump(slug, "spades")
    table.later()
    expect(table.status).to_contain_text("spades")
    expect(table.bid_key("Bo", 2)).to_be_visible()
    expect(table.link("All games")).to_be_visible()


def test_an_answer_overtaken_by_a_newer_one_changes_nothing(scorekeeper: Page, cupboard: Cupboard):
    """The page had asked for news before the tap; the news arrive after the answer to the tap."""
    slug = cupboard.start(ruleset=rules([5, 6]))
    table = Table(scorekeeper).open(slug)
    late: list[tuple[Any, Any]] = []
    scorekeeper.route("**/g/*?v=*", lambda route: late.append((route, route.fetch())))
    cupboard.name_trump(slug, "spades")
    table.later()
    table.aim(table.bid_key("Bo", 3))
    table.touch()
    expect(table.bid_of("Bo", 3)).to_be_visible()
    assert late
    while late:
        route, response = late.pop(0)
        with scorekeeper.expect_event("requestfinished"):
            route.fulfill(response=response)
    expect(table.bid_of("Bo", 3)).to_be_visible()
    expect(table.turn("Cy")).to_be_visible()


def test_a_server_put_back_to_an_older_state_is_believed(scorekeeper: Page, cupboard: Cupboard):
    """Somebody restored a back-up: every phone shows what the server has."""
    slug = cupboard.start(ruleset=rules([5, 6]))
    table = Table(scorekeeper).open(slug)
    before = scorekeeper.request.get(f"/g/{slug}", headers={"HX-Request": "true"})
    text, headers = before.text(), before.headers
    table.bid("Bo", 2).bid("Cy", 1)
    scorekeeper.route("**/g/*?v=*", lambda route: route.fulfill(status=200, headers=headers, body=text))
    table.later()
    expect(table.bid_of("Bo", 2)).to_have_count(0)
    expect(table.turn("Bo")).to_be_visible()


def test_an_answer_that_was_long_on_its_way_is_not_shown(scorekeeper: Page, cupboard: Cupboard):
    """It was asked for before the bids that are on the page by now."""
    slug = cupboard.start(ruleset=rules([5, 6]))
    table = Table(scorekeeper).open(slug)
    held: list[Any] = []
    scorekeeper.route("**/g/*?v=*", lambda route: held.append(route))  # noqa: PLW0108 (it takes no built-in function)
    cupboard.name_trump(slug, "hearts")
    with scorekeeper.expect_request(re.compile(r"[?]v=1&")):
        table.later()
    table.bid("Bo", 2).bid("Cy", 1)
    held[0].fulfill(status=200, headers=LATE, body='<main id="page" class="table" data-version="2">late</main>')
    expect(table.bid_of("Cy", 1)).to_be_visible()
    scorekeeper.unroute("**/g/*?v=*")
    table.later()
    expect(table.bid_of("Cy", 1)).to_be_visible()
