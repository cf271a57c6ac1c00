"""The outbox in odd moments: several entries about one thing, two tabs, a browser that keeps nothing, a clock that jumps."""

from typing import Any

import pytest

from scorekeeper.ledger.entries import Stop
from tests.browser.at_the_table import HandPage, Home, Page, Table, expect
from tests.browser.conftest import Complaints, Phones
from tests.browser.prepared import Cupboard, rules
from tests.browser.test_outbox import NO_LINE, Line, open_bids, tap, without_a_line
from tests.ledger.playing import open_hand

WAITS = "() => outbox.entries().length"
NOTHING_WAITS = "() => outbox.entries().length === 0"


@pytest.fixture(autouse=True)
def _slow(complaints: Complaints) -> None:
    """The phone's clock runs ahead of its line: a question for news may be given up."""
    complaints.expect("htmx:error: timeout")


def all_saved(table: Table, line: Line) -> None:
    """Everything is answered, and nothing was refused."""
    line.let_through()
    expect(table.page.locator("#page.unsaved")).to_have_count(0)
    expect(table.alert).to_have_count(0)
    expect(table.page.get_by_role("list", name="Not entered").get_by_role("listitem")).to_have_count(0)


# Several entries about one thing


def test_a_suit_and_then_another_are_both_entered(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 6]))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    tap(table, table.suit("hearts"))
    tap(table, table.suit("spades"))
    expect(table.suit("spades")).to_have_attribute("aria-pressed", "true")
    expect(table.suit("hearts")).to_have_attribute("aria-pressed", "false")
    expect(table.trump).to_contain_text("spades")
    all_saved(table, line)
    assert open_hand(cupboard.game(slug)).trump == "spades"


def test_a_suit_that_waits_is_taken_back_by_tapping_it_again(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 6]))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    tap(table, table.suit("hearts"))
    tap(table, table.suit("hearts"))
    expect(table.suit("hearts")).to_have_attribute("aria-pressed", "false")
    all_saved(table, line)
    assert open_hand(cupboard.game(slug)).trump is None
    assert cupboard.game(slug).version == 3


def test_what_is_at_stake_is_changed_while_it_waits(scorekeeper: Page, cupboard: Cupboard):
    """Blind, not blind after all, and blind; the hand is recorded with that."""
    slug = cupboard.start_named("blind-20", sizes=[5, 5])
    cupboard.bid(slug, [1, 2, 1, 1])
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    for _ in range(3):
        tap(table, table.blind("Bo"))
    expect(table.blind("Bo")).to_have_attribute("aria-pressed", "true")
    tap(table, table.blind("Cy"))
    tap(table, table.blind("Cy"))
    expect(table.blind("Cy")).to_have_attribute("aria-pressed", "false")
    tap(table, table.record_button)
    all_saved(table, line)
    assert cupboard.game(slug).closed[0].extras.blind == (False, True, False, False)


def test_a_wager_is_changed_while_it_waits(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start_named("rickytann", sizes=[5, 5])
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    for amount in (5, 10):
        tap(table, table.fold("Bo", "Wager"))
        tap(table, table.button(f"Bo wagers {amount}"))
    expect(table.fold("Bo", "Wager")).to_contain_text("10")
    all_saved(table, line)
    assert open_hand(cupboard.game(slug)).extras.wager == (0, 10, 0, 0)


def test_a_wager_typed_after_one_that_is_no_number_is_entered(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """The first has no answer yet when the second is sent: nothing was entered by it, nor shown."""
    complaints.expect("status of 422")
    slug = cupboard.start_named("rickytann", sizes=[5, 5])
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    for typed, shown in (("1x", "0"), ("15", "15")):
        tap(table, table.fold("Bo", "Wager"))
        table.field("Bo", "Wager").fill(typed)
        scorekeeper.keyboard.press("Enter")
        expect(table.fold("Bo", "Wager")).to_have_text(f"Bo Wager {shown}")
    assert scorekeeper.evaluate(WAITS) == 2
    line.let_through()
    scorekeeper.wait_for_function(NOTHING_WAITS)
    assert open_hand(cupboard.game(slug)).extras.wager == (0, 15, 0, 0)


def test_a_bid_that_waits_stays_open_for_a_change_when_news_come(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect(*NO_LINE)
    slug = cupboard.start(ruleset=rules([5, 6]))
    table = Table(scorekeeper).open(slug)
    scorekeeper.route("**/g/*", lambda route: route.fulfill(status=503) if route.request.method == "POST" else route.continue_())
    tap(table, table.bid_key("Bo", 2))
    tap(table, table.bid_of("Bo", 2))
    cupboard.name_trump(slug, "hearts")
    for _ in range(3):
        table.later()
    expect(table.trump).to_contain_text("hearts")
    expect(table.bid_key("Bo", 1)).to_be_visible()
    scorekeeper.unroute("**/g/*")
    tap(table, table.bid_key("Bo", 1))
    expect(table.bid_of("Bo", 1)).to_be_visible()
    scorekeeper.wait_for_function(NOTHING_WAITS)
    assert open_bids(cupboard, slug) == (None, 1, None, None)


def test_an_undo_that_waits_is_not_asked_for_twice(scorekeeper: Page, cupboard: Cupboard):
    """Which entry would be next, only the server knows."""
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug).bids({"Bo": 2, "Cy": 1})
    line = Line(scorekeeper)
    tap(table, table.button("Undo"))
    assert table.button("Undo").evaluate("(button) => button.closest('[inert]') !== null")
    line.let_through()
    expect(table.turn("Cy")).to_be_visible()
    table.undo()
    assert open_bids(cupboard, slug) == (None, None, None, None)


# Two tabs, two phones


def test_two_tabs_do_not_write_over_each_other(scorekeeper: Page, cupboard: Cupboard):
    """The other tab puts an entry down while this one is about to write."""
    slug = cupboard.start(ruleset=rules([5, 6]))
    table = Table(scorekeeper).open(slug)
    other = scorekeeper.context.new_page()
    Table(other).open(slug)
    for page in (scorekeeper, other):
        Line(page)
    scorekeeper.evaluate(
        """([path, body]) => {
          const write = Storage.prototype.setItem;
          Storage.prototype.setItem = function (...thing) {
            Storage.prototype.setItem = write;
            outbox.put(path, { csrf_token: $("[name=csrf_token]").value, ...body }, "the other tab");
            write.apply(this, thing);
          };
        }""",
        [f"/g/{slug}", {"do": "trump", "hand": "1", "trump": "hearts", "was": ""}],
    )
    tap(table, table.bid_key("Bo", 2))
    assert scorekeeper.evaluate(WAITS) == other.evaluate(WAITS) == 2


def test_a_game_stopped_elsewhere_refuses_what_waits_and_says_so(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect(*NO_LINE, "status of 409", "status of 422")
    slug = cupboard.start(ruleset=rules([5, 5]), hands=1)
    table = Table(scorekeeper).open(slug)
    with without_a_line(scorekeeper):
        tap(table, table.bid_key("Cy", 2))
        tap(table, table.bid_key("Dee", 1))
        expect(table.status).to_contain_text("Not saved yet: 2")
        cupboard.enter(slug, Stop())
    table.sees("Finished")
    told = scorekeeper.get_by_role("list", name="Not entered").get_by_role("listitem")
    expect(told).to_contain_text(["Cy bids 2: ", "Dee bids 1: "])
    expect(table.alert).to_be_visible()


# Pages that come and go


def test_what_was_refused_is_told_until_it_was_read(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """Also on the next page, and after the tab was closed."""
    complaints.expect(*NO_LINE, "status of 409")
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    context = scorekeeper.context
    context.set_offline(True)
    tap(table, table.bid_key("Bo", 1))
    expect(table.status).to_contain_text("Not saved yet: 1")
    scorekeeper.close()
    context.set_offline(False)
    cupboard.bid(slug, [None, 3, None, None])
    page = context.new_page()
    home = Home(page).open()
    told = page.get_by_role("list", name="Not entered").get_by_role("listitem")
    expect(told).to_contain_text("Bo bids 1: Not entered: this bid was set to 3 elsewhere, you tapped 1.")
    home.tap(home.running)
    expect(told).to_have_count(1)
    page.reload()
    expect(told).to_contain_text("Bo bids 1: ")
    home.tap(home.button("I have read it"))
    expect(told).to_have_count(0)
    page.reload()
    expect(told).to_have_count(0)


def test_a_page_opened_again_does_not_enter_twice_what_waits(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 5]), hands=1)
    there = HandPage(scorekeeper).open(slug).unfold("Points for one or all")
    waiting: list[Any] = []
    scorekeeper.route("**/g/**", lambda route: waiting.append(route) if route.request.method == "POST" else route.continue_())
    there.field("Points").fill("10")
    there.choose("Who", "Bo")
    there.button("Enter these points").tap()
    scorekeeper.wait_for_function("() => outbox.entries().length === 1")
    scorekeeper.reload()
    there.unfold("Points for one or all")
    assert there.field("Points").evaluate("(field) => field.closest('[inert]') !== null")
    scorekeeper.unroute("**/g/**")
    scorekeeper.clock.run_for(20_000)
    scorekeeper.wait_for_function(NOTHING_WAITS)
    assert [given.points for given in cupboard.game(slug).adjustments] == [10]


# Browsers as they are


FULL = "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
BLOCKED = """() => {
  Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("blocked", "SecurityError"); } });
}"""


@pytest.mark.parametrize("broken", [FULL, BLOCKED], ids=["full", "blocked"])
def test_a_browser_that_keeps_nothing_enters_all_the_same(
    scorekeeper: Page, cupboard: Cupboard, complaints: Complaints, broken: str
):
    complaints.expect(*NO_LINE)
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = Table(scorekeeper).open(slug)
    with without_a_line(scorekeeper):
        if broken == FULL:
            tap(table, table.bid_key("Bo", 2))
        scorekeeper.evaluate(broken)
        if broken == BLOCKED:
            tap(table, table.bid_key("Bo", 2))
        tap(table, table.bid_key("Cy", 1))
        tap(table, table.bid_key("Dee", 0))
        expect(table.bid_of("Dee", 0)).to_be_visible()
        expect(table.status).to_contain_text("Not saved yet: 3")
    scorekeeper.wait_for_function(NOTHING_WAITS)
    assert open_bids(cupboard, slug) == (None, 2, 1, 0)


@pytest.mark.parametrize(
    "older",
    [
        pytest.param("delete AbortSignal.timeout;", id="that cannot end a request after some time"),
        pytest.param("FormData = class extends FormData { constructor(form) { super(form); } };", id="that leaves out the button"),
    ],
)
def test_an_older_browser_sends_what_was_entered(new_context: Phones, live_server: str, cupboard: Cupboard, older: str):
    slug = cupboard.start(ruleset=rules([5, 5]))
    phone = new_context()
    phone.add_cookies([cupboard.cookie(live_server)])
    phone.add_init_script(older)
    table = Table(phone.new_page()).open(slug).bids({"Bo": 2, "Cy": 1})
    table.page.wait_for_function(NOTHING_WAITS)
    assert open_bids(cupboard, slug) == (None, 2, 1, None)


def test_a_clock_set_back_does_not_stop_the_news(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect("status of 409")
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    with table.clock_stopped():
        cupboard.bid(slug, [None, 3, None, None])
        table.tap_before_long(table.bid_key("Bo", 1))
        expect(table.row("Bo").get_by_role("alert")).to_be_visible()
    scorekeeper.clock.set_system_time(scorekeeper.evaluate("Date.now()") / 1000 - 3_600)
    cupboard.bid(slug, [None, None, 2, None])
    table.later(25_000)
    table.later()
    expect(table.bid_of("Cy", 2)).to_be_visible()
