"""Reload, back, a closed tab, a sleeping phone, a lost cookie: no entry is lost and no old state comes back as a new one."""

import pytest

from tests.browser.at_the_table import Home, NewGame, Page, Phone, Sheet, Table, expect
from tests.browser.conftest import Complaints, Phones
from tests.browser.prepared import FOUR, Cupboard, rules


def open_bids(cupboard: Cupboard, slug: str) -> tuple[int | None, ...]:
    hand = cupboard.game(slug).hand
    assert hand is not None
    return hand.bids


def is_whole(page: Page) -> None:
    """A page with its heading and its styles, not a bare fragment (G42)."""
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("main")).to_have_css("max-width", "576px")


def test_a_reload_in_the_middle_of_the_bids_keeps_them(scorekeeper: Page, cupboard: Cupboard):
    """G40: F4, hand 3, bids of Dee and Ana."""
    table = Table(scorekeeper).open(cupboard.start(hands=2)).plays_hand(3)
    table.bids({"Dee": 0, "Ana": 2})
    scorekeeper.reload()
    table.plays_hand(3)
    expect(table.bid_of("Dee", 0)).to_be_visible()
    expect(table.bid_of("Ana", 2)).to_be_visible()
    expect(table.turn("Bo")).to_be_visible()


def test_after_a_closed_tab_home_offers_the_game_in_one_tap(scorekeeper: Page, cupboard: Cupboard):
    """G40b"""
    table = Table(scorekeeper).open(cupboard.start(hands=2))
    table.bid("Dee", 0)
    phone = scorekeeper.context
    scorekeeper.close()
    page = phone.new_page()
    home = Home(page).open()
    expect(home.running).to_have_count(1)
    expect(home.running).to_contain_text("Continue, hand 3 of 13")
    home.tap(home.running)
    expect(Table(page).plays_hand(3).bid_of("Dee", 0)).to_be_visible()


def test_back_and_forward_show_every_page_whole_and_current(new_context: Phones, cupboard: Cupboard):
    """G41, G42: home, setup, two hands, the sheet; then five times back and forward."""
    page = new_context().new_page()
    home = Home(page).open()
    home.tap(home.link("New game"))
    NewGame(page).sees("New game").type(*FOUR).start()
    table = Table(page).plays_hand(1)
    table.play({"Bo": 0, "Cy": 0, "Dee": 0, "Ana": 0}, {"Ana": 1}).plays_hand(2)
    table.bids({"Cy": 1, "Dee": 1})
    slug = page.url.rsplit("/", 1)[-1]
    sheet = table.sheet()
    cupboard.bid(slug, [1, None, None, None])  # another phone goes on meanwhile
    for way in (page.go_back, page.go_forward):
        for _ in range(5):
            way()
            if page.url == "about:blank":
                page.go_forward()
            is_whole(page)
            if "/g/" in page.url and "sheet" not in page.url:
                table.plays_hand(2)
                expect(table.bid_of("Ana", 1)).to_be_visible()
            if page.url.endswith("/new"):  # a form for another game, not that of the running one
                assert not any(NewGame(page).lines)
    sheet.sees("Score sheet")
    sheet.back().plays_hand(2).bid("Bo", 0)
    expect(Home(page).open().running).to_have_count(1)


def test_back_from_another_site_brings_the_whole_page_back(scorekeeper: Page, cupboard: Cupboard):
    """G42: after five partial updates, and with nothing kept in the browser."""
    table = Table(scorekeeper).open(cupboard.start(ruleset=rules([5])))
    table.bids({"Bo": 1, "Cy": 1}).undo().undo().bid("Bo", 2)
    scorekeeper.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    scorekeeper.goto("data:text/html,<h1>elsewhere</h1>")
    scorekeeper.go_back()
    is_whole(scorekeeper)
    expect(table.bid_of("Bo", 2)).to_be_visible()
    table.bid("Cy", 1)
    scorekeeper.reload()
    is_whole(scorekeeper)
    expect(table.bid_of("Cy", 1)).to_be_visible()


def test_a_page_taken_up_as_it_was_left_is_loaded_anew_where_there_is_a_line(
    scorekeeper: Page, cupboard: Cupboard, complaints: Complaints
):
    """G41: as WebKit does, see tests/webkit; this browser is only told so. Without a line the old page stays."""
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    slug = cupboard.start(ruleset=rules([2, 3]))
    scorekeeper.goto(f"/g/{slug}/hand")
    taken_up = "() => { window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); }"
    cupboard.play(slug, [1, 1, 1, 1], [1, 1, 0, 0])
    scorekeeper.context.set_offline(True)
    with scorekeeper.expect_event("requestfailed", lambda request: request.method == "HEAD"):
        scorekeeper.evaluate(taken_up)
    scorekeeper.context.set_offline(False)
    expect(scorekeeper.get_by_role("main")).to_contain_text("Hand 1 begins again")
    scorekeeper.evaluate(taken_up)
    expect(scorekeeper.get_by_role("main")).to_contain_text("Hand 2 begins again")


def test_an_old_form_changes_nothing_and_says_so(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """G41b, G49: a tab left open at hand 1 while the game went on to hand 2."""
    complaints.expect("status of 409")
    slug = cupboard.start(ruleset=rules([2, 3]))
    table = Table(scorekeeper).open(slug)
    with table.clock_stopped():
        cupboard.play(slug, [1, 1, 1, 1], [1, 1, 0, 0])
        version = cupboard.game(slug).version
        table.tap_before_long(table.bid_key("Bo", 0))
        table.plays_hand(2)
        expect(table.alert.first).to_contain_text("Bo")
    assert cupboard.game(slug).version == version
    table.bid("Cy", 1)
    assert open_bids(cupboard, slug) == (None, None, 1, None)


def test_old_pages_do_nothing_with_scripts_off(new_context: Phones, cupboard: Cupboard, live_server: str):
    """G49: plain forms; refresh and back send nothing again."""
    context = new_context(scripts=False)
    context.add_cookies([cupboard.cookie(live_server)])
    page = context.new_page()
    slug = cupboard.start(ruleset=rules([2, 2]))
    table = Table(page, scripts=False).open(slug)
    table.bids({"Bo": 1, "Cy": 1})
    version = cupboard.game(slug).version
    page.reload()
    for way in (page.go_back, page.go_forward):
        way()
        is_whole(page)
    assert cupboard.game(slug).version == version
    expect(table.open(slug).turn("Dee")).to_be_visible()


def test_a_phone_that_slept_goes_on_with_the_same_game(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """G45: half an hour asleep, ten times; meanwhile another phone bid."""
    complaints.expect("htmx:error: timeout")  # a question asked before falling asleep is never answered
    slug = cupboard.start(hands=3)
    table = Table(scorekeeper).open(slug)
    for _ in range(10):
        with scorekeeper.expect_response("**/g/*?v=*"):
            scorekeeper.clock.fast_forward("30:00")
        table.plays_hand(4)
    cupboard.bid(slug, [1, None, None, None])
    scorekeeper.clock.fast_forward("30:00")
    expect(table.bid_of("Ana", 1)).to_be_visible()
    table.bid("Bo", 2)
    expect(Home(scorekeeper).open().running).to_have_count(1)


def test_a_lost_cookie_is_said_plainly_and_nothing_is_stored(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """G43: the cookie alone says who keeps score; the message tells how to get back in."""
    complaints.expect("status of 400", "status of 403")
    slug = cupboard.start(hands=2)
    table = Table(scorekeeper).open(slug)
    table.bids({"Dee": 1, "Ana": 1, "Bo": 1})
    version = cupboard.game(slug).version
    scorekeeper.context.clear_cookies()
    table.tap(table.bid_key("Cy", 1))
    expect(table.alert).to_contain_text("Nothing was saved")
    expect(table.alert).to_contain_text("scoring link")
    is_whole(scorekeeper)
    expect(table.plays_hand(3).row("Bo")).to_contain_text("1")
    assert cupboard.game(slug).version == version


@pytest.mark.parametrize("way", ["undo", "record", "correct"])
def test_without_its_cookie_a_phone_neither_undoes_nor_records(
    scorekeeper: Page, cupboard: Cupboard, complaints: Complaints, way: str
):
    complaints.expect("status of 400", "status of 403")
    slug = cupboard.start(ruleset=rules([2, 2, 2]), hands=1)
    cupboard.bid(slug, [1, 1, 1, 0])
    table = Table(scorekeeper).open(slug)
    version = cupboard.game(slug).version
    if way == "correct":
        correction = Sheet(scorekeeper).open(slug).correct(1)
        scorekeeper.context.clear_cookies()
        correction.takes({"Ana": 1, "Bo": 1, "Cy": 0, "Dee": 0}).try_to_record()
    else:
        table.took("Ana", 0)
        scorekeeper.context.clear_cookies()
        table.tap(table.button("Undo") if way == "undo" else table.record_button)
    expect(Phone(scorekeeper).alert).to_contain_text("Nothing was saved")
    assert cupboard.game(slug).version == version
