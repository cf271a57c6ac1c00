"""What a page shows ahead never becomes what the server said: news, late answers and refusals find their way all the same."""

import re
from typing import Any

from tests.browser.at_the_table import HandPage, Page, Table, expect
from tests.browser.conftest import Complaints
from tests.browser.prepared import NO_HOOK, Cupboard, rules
from tests.browser.test_outbox import Line, open_bids, tap

POLLED = re.compile(r"[?]v=\d+")


def asks_for_news(table: Table) -> None:
    """The page asks, and is told that there are none."""
    with table.page.expect_response(POLLED) as answer:
        table.later()
    assert answer.value.status == 204
    answer.value.finished()


def test_a_bid_that_waits_is_undone_also_after_the_page_asked_for_news(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5], bidding=NO_HOOK))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    tap(table, table.bid_key("Bo", 1))
    asks_in_between(table)
    tap(table, table.button("Undo"))
    expect(table.turn("Bo")).to_be_visible()
    expect(table.bid_of("Bo", 1)).to_have_count(0)
    tap(table, table.bid_key("Bo", 2))
    line.let_through()
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
    assert open_bids(cupboard, slug) == (None, 2, None, None)


def asks_in_between(table: Table) -> None:
    """While an entry is on its way the page does not ask; here it does all the same, as it would between two tries."""
    with table.page.expect_response(POLLED) as answer:
        table.page.evaluate("() => document.querySelector('#page').dispatchEvent(new CustomEvent('poll'))")
    assert answer.value.status == 204
    answer.value.finished()


def test_a_bid_is_left_as_it_is_also_after_the_page_asked_for_news(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5], bidding=NO_HOOK))
    table = Table(scorekeeper).open(slug).bid("Bo", 1)
    tap(table, table.bid_of("Bo", 1))
    expect(table.bid_key("Bo", 3)).to_be_visible()
    asks_for_news(table)
    tap(table, table.link("Leave it as it is"))
    expect(table.bid_key("Bo", 3)).to_have_count(0)
    expect(table.bid_of("Bo", 1)).to_be_visible()


def test_chosen_tricks_stay_when_there_are_no_news_though_the_browser_keeps_nothing(scorekeeper: Page, cupboard: Cupboard):
    page = scorekeeper.context.new_page()  # the script stays on it
    page.add_init_script("Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('none'); } });")
    slug = cupboard.start(ruleset=rules([3], bidding=NO_HOOK))
    cupboard.bid(slug, [1, 1, 1, 0])
    table = Table(page).open(slug)
    tap(table, table.trick_key("Bo", 2))
    table.lacks("1 trick too many")
    asks_for_news(table)
    expect(table.trick_key("Bo", 2)).to_be_checked()
    table.lacks("1 trick too many")


def test_an_answer_that_comes_after_newer_news_uncovers_them(scorekeeper: Page, cupboard: Cupboard):
    """Bo bids; before the answer is here another phone takes it back, and the page has read of that."""
    slug = cupboard.start(ruleset=rules([5], bidding=NO_HOOK))
    table = Table(scorekeeper).open(slug)
    answers: list[Any] = []

    def answer_late(route: Any) -> None:
        if route.request.method == "POST":
            answers.append((route, route.fetch()))
        else:
            route.continue_()

    scorekeeper.route("**/g/*", answer_late)
    tap(table, table.bid_key("Bo", 1))
    scorekeeper.wait_for_function("() => outbox.busy()")
    while not answers:
        scorekeeper.evaluate("() => new Promise(requestAnimationFrame)")
    cupboard.undo(slug)
    with scorekeeper.expect_response(POLLED):
        scorekeeper.evaluate("() => document.querySelector('#page').dispatchEvent(new CustomEvent('poll'))")
    expect(scorekeeper.locator("#page[data-version='3']")).to_be_visible()
    route, answer = answers[0]
    route.fulfill(response=answer)
    expect(table.turn("Bo")).to_be_visible()
    expect(table.bid_of("Bo", 1)).to_have_count(0)
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)


def test_a_refusal_is_shown_though_two_fingers_were_on_the_glass(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect("status of 409")
    slug = cupboard.start(ruleset=rules([5], bidding=NO_HOOK))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    cupboard.bid(slug, [None, 3, None, None])
    tap(table, table.bid_key("Bo", 1))
    expect(table.bid_of("Bo", 1)).to_be_visible()
    fingers = scorekeeper.context.new_cdp_session(scorekeeper)

    def touch(kind: str, *places: int) -> None:
        points = [{"x": x, "y": 620, "id": number} for number, x in enumerate(places)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 20)
    line.let_through()
    scorekeeper.wait_for_function("() => outbox.entries().length === 0")
    touch("touchStart", 20, 300)
    touch("touchEnd", 20)
    touch("touchEnd")
    expect(table.row("Bo").get_by_role("alert")).to_contain_text("you tapped 1")


def test_every_refusal_of_several_is_named(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect("status of 409")
    slug = cupboard.start(ruleset=rules([5], bidding=NO_HOOK))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    for name in ("Bo", "Cy", "Dee"):
        tap(table, table.bid_key(name, 1))
    cupboard.stop(slug)
    line.let_through()
    told = scorekeeper.get_by_role("list", name="Not entered").get_by_role("listitem")
    expect(told).to_have_count(3)
    for number, name in enumerate(("Bo", "Cy", "Dee")):
        expect(told.nth(number)).to_contain_text(f"{name} bids 1")


def test_a_page_takes_one_entry_at_a_time_and_keeps_what_was_typed_for_the_next(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 5]), hands=1)
    there = HandPage(scorekeeper).open(slug).unfold("Note for the game").unfold("Note for hand 2")
    there.field("Note for hand 2").fill("blind")
    there.field("Note for the game").fill("a long evening")
    line = Line(scorekeeper)
    scorekeeper.route("**/g/*/hand", line._hold)
    scorekeeper.locator("form").filter(has=there.field("Note for hand 2")).get_by_role("button").last.tap()
    expect(scorekeeper.locator("#page form[method=post]:has([name=key]):not([inert])")).to_have_count(0)
    assert there.page.evaluate("outbox.entries().length") == 1
    line.let_through()
    Table(scorekeeper).plays_hand(2)


def test_several_extras_chosen_at_once_are_all_played(scorekeeper: Page, cupboard: Cupboard):
    """What a form sends twice under one name arrives twice."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    scorekeeper.goto(f"/g/{slug}/change")
    for fold in scorekeeper.locator("#page details").all():
        fold.evaluate("(one) => { one.open = true; }")
    for extra in ("wager", "multiplier"):
        scorekeeper.locator(f"input[name=extras][value={extra}]").check()
    table = Table(scorekeeper)
    table.tap(table.button("Show what changes"))
    table.tap(table.button(re.compile("^Play so")))
    table.plays_hand(1)
    assert set(cupboard.game(slug).rules.extras) == {"wager", "multiplier"}
