"""The outbox: what is tapped is there at once, goes to the server by itself, in order and once, however bad the connection is."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.at_the_table import HandPage, Home, Page, Sheet, Table, expect
from tests.browser.chaos import Line as SlowLine
from tests.browser.conftest import Complaints, Phones
from tests.browser.prepared import B3, FOUR, NO_HOOK, TOGETHER, Cupboard, rules

NO_LINE = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_RESET", "ERR_FAILED", "fetch", "status of 503", "status of 429")

HOTEL = '<!doctype html><title>Hotel</title><div id="page">Accept our terms</div>'  # many sites have a part of that name


@pytest.fixture(autouse=True)
def _slow(complaints: Complaints) -> None:
    """The phone's clock runs ahead of its line: a question for news may be given up."""
    complaints.expect("htmx:error: timeout")


def open_bids(cupboard: Cupboard, slug: str) -> tuple[int | None, ...]:
    hand = cupboard.game(slug).hand
    assert hand is not None
    return hand.bids


class Line:
    """The line to the server: what is posted waits until it is let through, or is answered in the server's place."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.waiting: list[Any] = []
        self.open = False
        page.route("**/g/*", self._hold)

    def _hold(self, route: Any) -> None:
        if route.request.method == "POST" and not self.open:
            self.waiting.append(route)
        else:
            route.continue_()

    def let_one_through(self) -> None:
        """The entry that was sent; the next one waits here."""
        self.waiting.pop().continue_()

    def lose_one(self) -> None:
        """The entry that was sent arrives, and its answer does not."""
        route = self.waiting.pop()
        route.fetch()
        route.abort("connectionreset")

    def let_through(self) -> None:
        self.open = True
        for route in self.waiting:
            route.continue_()
        self.waiting.clear()


@contextmanager
def without_a_line(page: Page) -> Iterator[None]:
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)


LOOK = """() => ['.seat', '.tally > p', '.facts', '#record button', '.who-bid'].flatMap((part) =>
  [...document.querySelectorAll(`#page ${part}`)]).map((one) => {
    const { top, height } = one.getBoundingClientRect();
    return [one.innerText.replace(/\\s+/g, ' ').trim(), Math.round(top), Math.round(height)];
  })"""

SHOWN_WHEN_ANSWERED = """globalThis.shown = [];
document.addEventListener("outbox:answered", ({ detail: { entry: { body } } }) => {
  const there = body.do === "bid" ? `#seat-${body.seat}[data-bid="${body.bid}"] a.bid` : "#record.sending";
  shown.push(document.querySelector(there) ? body.do : `not yet: ${body.do}`);
});"""


def tap(table: Table, control: Any) -> None:
    """A tap that waits for no answer."""
    control.wait_for()
    table.later(500)
    control.tap()
    table.taps += 1


def all_taps_of_a_hand(table: Table) -> None:
    """The reference hand: bids 2 1 0 1 of 5 cards, two made and two missed; seven taps."""
    for name, bid in {"Bo": 2, "Cy": 1, "Dee": 0, "Ana": 1}.items():
        tap(table, table.bid_key(name, bid))
        expect(table.bid_of(name, bid)).to_be_visible()
    tap(table, table.trick_key("Bo", 1))
    tap(table, table.trick_key("Cy", 3))
    table.will_record("Dee, Ana made it; Bo 1, Cy 3")
    tap(table, table.record_button)


def test_no_tap_of_a_hand_waits_for_the_answer_to_the_one_before(scorekeeper: Page, cupboard: Cupboard):
    """Nothing at all is answered until the hand is recorded; seven taps as ever."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    all_taps_of_a_hand(table)
    assert table.taps == 7
    assert len(line.waiting) == 1
    assert cupboard.game(slug).version == 1
    line.let_through()
    table.plays_hand(2)
    expect(table.status).to_contain_text("Hand 1: Dee +10, Ana +11, Bo and Cy missed")
    assert cupboard.game(slug).closed[0].tricks == (1, 1, 3, 0)
    assert cupboard.game(slug).version == 6


def test_every_tap_of_a_hand_is_shown_before_its_answer_on_a_slow_line(
    new_context: Phones, live_server: str, cupboard: Cupboard, complaints: Complaints
):
    """300 ms on every answer; what the page shows is looked at when an answer comes, before it is shown."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    port = urlsplit(live_server).port
    assert port is not None
    with SlowLine(port, lambda _method: "slow") as line:
        phone = new_context(base_url=line.address)
        phone.add_cookies([cupboard.cookie(line.address)])
        phone.add_init_script(SHOWN_WHEN_ANSWERED)
        table = Table(phone.new_page()).open(slug)
        all_taps_of_a_hand(table)
        table.plays_hand(2)
        assert table.taps == 7
        assert table.page.evaluate("shown") == ["bid", "bid", "bid", "bid", "tricks"]
        phone.close()
    hand = cupboard.game(slug).closed[0]
    assert (hand.bids, hand.tricks) == ((1, 2, 1, 0), (1, 1, 3, 0))
    assert cupboard.game(slug).version == 6


def test_what_is_shown_ahead_is_what_the_server_shows_then(scorekeeper: Page, cupboard: Cupboard):
    """Row by row, before the answers and after: nothing moves when they come."""
    slug = cupboard.start(("Ana", "Bo", "Cy", "Dee", "Eli"), ruleset=rules([4, 4]))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    for name, bid in {"Bo": 1, "Cy": 0, "Dee": 2, "Eli": 0, "Ana": 0}.items():
        line.open = False
        tap(table, table.bid_key(name, bid))
        expect(table.bid_of(name, bid)).to_be_visible()
        ahead = scorekeeper.evaluate(LOOK)
        line.let_through()
        expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
        assert scorekeeper.evaluate(LOOK) == ahead, f"after {name}"


def test_the_hook_is_known_before_the_answer(scorekeeper: Page, cupboard: Cupboard):
    table = Table(scorekeeper).open(cupboard.start(ruleset=rules([5])))
    Line(scorekeeper)
    for name, bid in {"Bo": 2, "Cy": 1, "Dee": 0}.items():
        tap(table, table.bid_key(name, bid))
    expect(table.bid_key("Ana", 2)).to_be_disabled()
    expect(table.bid_key("Ana", 2)).to_have_accessible_description("Not 2: the bids would total 5.")
    expect(table.bid_key("Ana", 1)).to_be_enabled()


def test_a_change_that_makes_the_last_bid_even_asks_for_it_again(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """Ahead of the answers and with them: 2 1 0 and 1 of 5; then Dee has bid 1."""
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    for name, bid in {"Bo": 2, "Cy": 1, "Dee": 0, "Ana": 1}.items():
        tap(table, table.bid_key(name, bid))
    tap(table, table.bid_of("Dee", 0))
    tap(table, table.bid_key("Dee", 1))
    expect(table.alert).to_contain_text("s bid of 1 would now make the bids total 5, so it was taken back")
    expect(table.bid_key("Ana", 1)).to_be_disabled()
    line.let_through()
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
    expect(table.alert).to_contain_text("s bid of 1 would now make the bids total 5, so it was taken back")
    assert open_bids(cupboard, slug) == (None, 2, 1, 1)
    table.bid("Ana", 0)


def test_a_hand_is_entered_without_a_line_and_saved_when_it_is_back(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect(*NO_LINE)
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = Table(scorekeeper).open(slug)
    with without_a_line(scorekeeper):
        all_taps_of_a_hand(table)
        expect(table.status).to_contain_text("Not saved yet: 5")
        scorekeeper.clock.run_for(20_000)
        expect(table.status).to_contain_text("Not saved yet: 5")
        assert cupboard.game(slug).version == 1
    table.plays_hand(2)
    assert cupboard.game(slug).closed[0].tricks == (1, 1, 3, 0)
    assert cupboard.game(slug).version == 6


def test_entries_outlive_a_closed_tab(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """They are sent as soon as any page of the scorekeeper is opened again."""
    complaints.expect(*NO_LINE)
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = Table(scorekeeper).open(slug)
    context = scorekeeper.context
    context.set_offline(True)
    tap(table, table.bid_key("Bo", 2))
    tap(table, table.bid_key("Cy", 1))
    expect(table.status).to_contain_text("Not saved yet: 2")
    scorekeeper.close()
    context.set_offline(False)
    page = context.new_page()
    Home(page).open()
    page.wait_for_function("() => outbox.entries().length === 0")
    assert open_bids(cupboard, slug) == (None, 2, 1, None)


def test_what_waits_is_shown_again_after_a_reload(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = Table(scorekeeper).open(slug)
    Line(scorekeeper)
    tap(table, table.bid_key("Bo", 2))
    expect(table.bid_of("Bo", 2)).to_be_visible()
    scorekeeper.reload()
    expect(table.bid_of("Bo", 2)).to_be_visible()
    expect(table.turn("Cy")).to_be_visible()
    assert cupboard.game(slug).version == 1


@pytest.mark.parametrize("lost", [1, 3])
def test_an_answer_lost_on_the_way_is_no_second_bid(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints, lost: int):
    """The server has stored the bid and the phone never hears of it: it is sent again, by itself, with its key."""
    complaints.expect(*NO_LINE)
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    swallowed: list[str | None] = []

    def swallow(route: Any) -> None:
        if route.request.method == "POST" and len(swallowed) < lost:
            swallowed.append(route.request.post_data)
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    scorekeeper.route("**/g/*", swallow)
    tap(table, table.bid_key("Bo", 1))
    for pause in (1_000, 2_000, 4_000)[:lost]:
        expect(table.status).to_contain_text("Not saved yet: 1")
        scorekeeper.wait_for_function("() => !outbox.busy()")
        with scorekeeper.expect_request(lambda request: request.method == "POST"):
            scorekeeper.clock.run_for(pause)
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
    assert len(set(swallowed)) == 1
    assert cupboard.game(slug).version == 2


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 503, "body": "down"},
        {"status": 429, "body": "slow"},
        {"status": 200, "body": HOTEL},
        {"status": 403, "body": HOTEL},
    ],
)
def test_an_answer_that_is_none_of_ours_takes_nothing_out(
    scorekeeper: Page, cupboard: Cupboard, complaints: Complaints, answer: dict[str, Any]
):
    """The server is not up, asks to be left alone, or something in between has answered in its place."""
    complaints.expect(*NO_LINE, "status of 403")
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    scorekeeper.route("**/g/*", lambda route: route.fulfill(**answer) if route.request.method == "POST" else route.continue_())
    tap(table, table.bid_key("Bo", 1))
    expect(table.status).to_contain_text("Not saved yet: 1")
    tap(table, table.bid_key("Cy", 0))
    expect(table.status).to_contain_text("Not saved yet: 2")
    scorekeeper.unroute("**/g/*")
    scorekeeper.clock.run_for(15_000)
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
    assert open_bids(cupboard, slug) == (None, 1, 0, None)


def test_news_that_are_none_of_ours_are_not_shown(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    scorekeeper.route("**/g/*?v=*", lambda route: route.fulfill(status=200, content_type="text/html", body=HOTEL))
    for _ in range(2):
        with scorekeeper.expect_response("**/g/*?v=*"):
            table.later()
    expect(scorekeeper.get_by_text("No connection")).to_be_visible()
    scorekeeper.unroute("**/g/*?v=*")
    cupboard.bid(slug, [None, 3, None, None])
    table.later()
    expect(table.bid_of("Bo", 3)).to_be_visible()


def test_tapped_tricks_stay_when_the_answer_to_a_bid_comes(scorekeeper: Page, cupboard: Cupboard):
    """The server knows two bids while the tricks are tapped already."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    for name, bid in {"Bo": 2, "Cy": 1, "Dee": 0, "Ana": 1}.items():
        tap(table, table.bid_key(name, bid))
    tap(table, table.trick_key("Bo", 1))
    line.let_one_through()
    expect(scorekeeper.locator("#page")).to_have_attribute("data-version", "2")
    expect(table.trick_key("Bo", 1)).to_be_checked()
    tap(table, table.trick_key("Cy", 3))
    line.let_through()
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
    table.will_record("Dee, Ana made it; Bo 1, Cy 3")


def test_what_is_refused_is_told_though_more_was_entered(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """Without a line Bo's bid was entered here as 1; on another phone as 3. Cy's 0 is taken, Bo's 1 is told."""
    complaints.expect(*NO_LINE, "status of 409")
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    with without_a_line(scorekeeper):
        tap(table, table.bid_key("Bo", 1))
        tap(table, table.bid_key("Cy", 0))
        expect(table.status).to_contain_text("Not saved yet: 2")
        cupboard.bid(slug, [None, 3, None, None])
    told = scorekeeper.get_by_role("list", name="Not entered").get_by_role("listitem")
    expect(told).to_contain_text("Bo bids 1: ")
    expect(table.bid_of("Bo", 3)).to_be_visible()
    expect(table.bid_of("Cy", 0)).to_be_visible()
    assert open_bids(cupboard, slug) == (None, 3, 0, None)
    table.tap(table.button("I have read it"))
    expect(told).to_have_count(0)


def test_a_refusal_stands_beside_its_field(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect(*NO_LINE, "status of 409")
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    with without_a_line(scorekeeper):
        tap(table, table.bid_key("Bo", 1))
        expect(table.status).to_contain_text("Not saved yet: 1")
        cupboard.bid(slug, [None, 3, None, None])
    expect(table.row("Bo").get_by_role("alert")).to_be_visible()
    assert open_bids(cupboard, slug) == (None, 3, None, None)


def test_what_waits_is_undone_like_everything_else(scorekeeper: Page, cupboard: Cupboard):
    """Undo names what it takes back by the key under which it was sent, whether that was answered or not."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = Table(scorekeeper).open(slug).bid("Bo", 2)
    line = Line(scorekeeper)
    tap(table, table.bid_key("Cy", 4))
    tap(table, table.button("Undo"))
    expect(table.turn("Cy")).to_be_visible()
    expect(table.bid_of("Bo", 2)).to_be_visible()
    tap(table, table.bid_key("Cy", 1))
    expect(table.bid_of("Cy", 1)).to_be_visible()
    line.let_through()
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
    assert open_bids(cupboard, slug) == (None, 2, 1, None)


def test_a_record_that_waits_is_undone_and_its_numbers_are_there(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    all_taps_of_a_hand(table)
    tap(table, table.button("Undo"))
    expect(table.record_button).to_be_visible()
    expect(table.bid_of("Dee", 0)).to_be_visible()
    line.let_through()
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
    assert cupboard.game(slug).closed == ()
    table.record().plays_hand(2)
    assert cupboard.game(slug).closed[0].tricks == (1, 1, 3, 0)


def test_nothing_is_entered_on_top_of_what_is_being_undone(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """The answer to a bid was lost, and the page has read of that bid by itself: the undo that waits has still to come."""
    complaints.expect(*NO_LINE)
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    tap(table, table.bid_key("Bo", 2))
    tap(table, table.button("Undo"))
    expect(table.turn("Bo")).to_be_visible()
    expect(scorekeeper.locator("#page .seats:not([inert])")).to_be_visible()
    line.lose_one()
    table.later()
    expect(table.bid_of("Bo", 2)).to_be_attached()
    expect(scorekeeper.locator("#page .seats[inert]")).to_be_visible()
    line.let_through()
    table.later(2_000)
    expect(table.turn("Bo")).to_be_visible()
    expect(scorekeeper.locator("#page .seats:not([inert])")).to_be_visible()
    assert open_bids(cupboard, slug) == (None, None, None, None)


def test_a_hand_without_the_last_seat_is_recorded_before_its_bids_are_answered(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(("Ana", "Bo", "Cy"), ruleset=rules([2, 2], bidding=NO_HOOK))
    Table(scorekeeper).open(slug).people_page().lets("Cy", "sits hand 1 out").back()
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    for name in ("Bo", "Ana"):
        tap(table, table.bid_key(name, 1))
    tap(table, table.record_button)
    line.let_through()
    table.plays_hand(2)
    assert cupboard.game(slug).closed[0].tricks == (1, 1, None)


def test_bids_made_at_once_are_taken_without_an_answer(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(("Ana", "Bo", "Cy"), ruleset=rules([3], bidding=TOGETHER))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    tap(table, table.bid_key("Cy", 2))
    tap(table, table.bid_key("Ana", 1))
    expect(table.bid_of("Cy")).to_have_text("in")
    line.let_through()
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
    table.bid("Bo", 0, covered=False)
    expect(table.bid_of("Cy", 2)).to_be_visible()


def test_news_from_another_phone_comes_while_something_waits(scorekeeper: Page, cupboard: Cupboard):
    """What waits stays on top of it."""
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    tap(table, table.bid_key("Bo", 2))
    cupboard.name_trump(slug, "hearts")
    line.let_through()
    expect(table.bid_of("Bo", 2)).to_be_visible()
    table.later()
    expect(table.trump).to_contain_text("hearts")
    expect(table.bid_of("Bo", 2)).to_be_visible()


def test_a_page_does_not_change_under_a_thumb_that_is_down(scorekeeper: Page, cupboard: Cupboard):
    """The answer comes between pressing and letting go: the tap still means the control it was aimed at."""
    slug = cupboard.start(FOUR, ruleset=rules([5], bidding=NO_HOOK))
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    tap(table, table.bid_key("Bo", 2))
    table.later(500)
    table.aim(table.bid_key("Cy", 3))
    scorekeeper.mouse.move(*table.spot)
    scorekeeper.mouse.down()
    with scorekeeper.expect_response(lambda response: response.request.method == "POST"):
        line.let_through()
    scorekeeper.mouse.up()
    expect(table.bid_of("Cy", 3)).to_be_visible()
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
    assert open_bids(cupboard, slug) == (None, 2, 3, None)


def test_a_number_of_tricks_is_chosen_though_the_answer_to_the_last_bid_comes_while_it_is_pressed(
    scorekeeper: Page, cupboard: Cupboard
):
    slug = cupboard.start(FOUR, ruleset=rules([5], bidding=NO_HOOK))
    cupboard.bid(slug, [None, 2, 1, 1])
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    tap(table, table.bid_key("Ana", 2))
    table.later(500)
    table.aim(table.trick_key("Bo", 1))
    scorekeeper.mouse.move(*table.spot)
    scorekeeper.mouse.down()
    with scorekeeper.expect_response(lambda response: response.request.method == "POST") as answer:
        line.let_through()
    answer.value.finished()
    scorekeeper.mouse.up()
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
    expect(table.trick_key("Bo", 1)).to_be_checked()
    table.will_record("Cy, Dee, Ana made it; Bo 1")


# Pages besides the table


def test_what_is_arranged_without_a_line_is_saved_when_it_is_back(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """Bids that wait go first; then the page that was waiting goes on to where it would have gone."""
    complaints.expect(*NO_LINE)
    slug = cupboard.start(ruleset=rules([5, 5]), hands=1)
    there = HandPage(scorekeeper).open(slug).unfold("Points for one or all")
    there.field("Points").fill("10")
    there.choose("Who", "Bo")
    with without_a_line(scorekeeper):
        there.button("Enter these points").tap()
        expect(scorekeeper.get_by_text("Not saved yet: 1")).to_be_visible()
        assert not cupboard.game(slug).adjustments
    Table(scorekeeper).plays_hand(2)
    assert [given.points for given in cupboard.game(slug).adjustments] == [10]


def test_a_refusal_of_what_was_arranged_keeps_what_was_typed(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect("status of 422")
    slug = cupboard.start(ruleset=rules([5, 5]), hands=1)
    there = HandPage(scorekeeper).open(slug).unfold("Points for one or all")
    there.field("Reason").fill("revoke")
    there.tap(there.button("Enter these points"))
    expect(there.alert).to_contain_text("Whose points?")
    expect(there.field("Reason")).to_have_value("revoke")
    there.field("Points").fill("5")
    there.choose("Who", "Bo")
    there.press("Enter these points").plays_hand(2)


def test_a_correction_waits_for_the_line_and_then_goes_on(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect(*NO_LINE)
    slug = cupboard.start(("Ana", "Bo", "Cy"), ruleset=rules([1, 2, 3]), played=B3[:2])
    correction = Table(scorekeeper).open(slug).correct(2).took("Ana", 0).took("Bo", 1)
    with without_a_line(scorekeeper):
        correction.record_button.tap()
        expect(scorekeeper.get_by_text("Not saved yet: 1")).to_be_visible()
    Table(scorekeeper).plays_hand(3)
    assert Sheet(scorekeeper).open(slug).totals == [21, 10, 11]


def test_one_more_hand_is_asked_for_on_the_last_page(scorekeeper: Page, cupboard: Cupboard):
    """A form of another page stands on it."""
    slug = cupboard.start(("Ana", "Bo", "Cy"), ruleset=rules([1, 2, 3]), played=B3)
    table = Table(scorekeeper).open(slug).sees("Finished")
    table.tap(scorekeeper.get_by_text("One more hand", exact=True))
    table.tap(table.button("Play hand 4"))
    table.plays_hand(4)


def test_while_a_bid_is_put_right_nothing_is_recorded_and_tapped_tricks_stay(scorekeeper: Page, cupboard: Cupboard):
    """Ahead of the answer and with it."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    cupboard.bid(slug, [1, 2, 1, 0])
    table = Table(scorekeeper).open(slug)
    tap(table, table.trick_key("Cy", 3))
    tap(table, table.bid_of("Bo", 2))
    table.lacks("First Bo's bid: it is being changed.")
    tap(table, table.bid_key("Bo", 1))
    expect(table.trick_key("Cy", 3)).to_be_checked()
    table.will_record("Bo, Dee, Ana made it; Cy 3")
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
    expect(table.trick_key("Cy", 3)).to_be_checked()
    table.record().plays_hand(2)
    assert cupboard.game(slug).closed[0].tricks == (1, 1, 3, 0)
