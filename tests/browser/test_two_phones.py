"""Others read along, a second phone writes, and two who write at once are told of each other."""

import re

import pytest

from tests.browser.at_the_table import Home, Page, Phone, Sheet, Table, expect
from tests.browser.conftest import Complaints, Phones
from tests.browser.prepared import Cupboard, rules


@pytest.fixture
def watcher(new_context: Phones) -> Page:
    """Another phone, without any right."""
    return new_context().new_page()


@pytest.fixture
def second(new_context: Phones, cupboard: Cupboard, live_server: str) -> Page:
    """Another phone that keeps score, too."""
    phone = new_context()
    phone.add_cookies([cupboard.cookie(live_server)])
    return phone.new_page()


def test_a_watcher_sees_a_bid_within_three_seconds_and_can_change_nothing(scorekeeper: Page, watcher: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 5]))
    table, reading = Table(scorekeeper).open(slug), Table(watcher).open(slug)
    expect(watcher.get_by_text("You are reading along")).to_be_visible()
    watcher.evaluate("() => { globalThis.notReloaded = true; }")
    table.bid("Bo", 3)
    reading.later(3_000)
    expect(reading.row("Bo")).to_contain_text("3")
    expect(reading.status).to_contain_text("Bo bids 3.")
    table.bids({"Cy": 1, "Dee": 0, "Ana": 0})
    reading.later(3_000)
    expect(reading.status).to_contain_text("Ana bids 0.")
    assert watcher.evaluate("() => globalThis.notReloaded") is True
    has_no_controls(reading)
    table.took("Ana", 1).record()
    reading.later(3_000)
    reading.plays_hand(2)
    has_no_controls(reading)


def has_no_controls(reading: Table) -> None:
    for role in ("button", "radio", "textbox"):
        expect(reading.page.get_by_role(role)).to_have_count(0)
    expect(reading.page.get_by_role("link", name=re.compile("Change"))).to_have_count(0)
    asked = reading.page.get_by_role("main").get_by_text(re.compile(r"\btap\b", re.IGNORECASE))
    expect(asked.filter(visible=True)).to_have_count(0)  # nothing is asked of them either


def test_a_watcher_follows_the_sheet_to_the_end(watcher: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([1, 1]), hands=1)
    sheet = Sheet(watcher).open(slug)
    assert len(sheet.hands) == 1
    expect(watcher.get_by_role("link", name=re.compile("Correct"))).to_have_count(0)
    cupboard.play(slug, [0, 1, 0, 1], [0, 1, 0, 0])
    sheet.later()
    expect(watcher.get_by_text(re.compile("win with|wins with|share the win"))).to_be_visible()
    assert len(sheet.hands) == 2


def test_a_second_phone_joins_by_the_private_scoring_link_and_writes(scorekeeper: Page, watcher: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    table.tap(table.more)
    table.tap(table.link("Keep score on another phone"))
    address = scorekeeper.get_by_role("textbox", name="Private scoring link").input_value()
    watcher.goto(address)
    joining = Phone(watcher).sees("Keep score on this phone?")
    joining.tap(joining.button("Keep score here"))
    Table(watcher).plays_hand(1).bid("Bo", 2)
    expect(Home(watcher).open().running).to_have_count(1)
    back = Phone(scorekeeper)
    back.tap(back.link("Back"))
    expect(table.plays_hand(1).bid_of("Bo", 2)).to_be_visible()


def test_only_reading_along_is_a_way_out_of_the_scoring_link(scorekeeper: Page, watcher: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5]))
    scorekeeper.goto(f"/g/{slug}/scoring")
    watcher.goto(scorekeeper.get_by_role("textbox", name="Private scoring link").input_value())
    Phone(watcher).tap(Phone(watcher).link("Only read along"))
    has_no_controls(Table(watcher).plays_hand(1))


def test_a_replaced_link_shuts_the_other_phone_out(scorekeeper: Page, watcher: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect("status of 404", "status of 403")
    slug = cupboard.start(ruleset=rules([5]))
    scorekeeper.goto(f"/g/{slug}/scoring")
    old = scorekeeper.get_by_role("textbox", name="Private scoring link").input_value()
    watcher.goto(old)
    Phone(watcher).tap(Phone(watcher).button("Keep score here"))
    other = Table(watcher).plays_hand(1)
    keeper = Phone(scorekeeper)
    keeper.tap(keeper.button("Replace the link"))
    expect(keeper.status).to_contain_text("The link is new.")
    with other.clock_stopped():
        other.tap_before_long(other.bid_key("Bo", 1))
        expect(other.alert).to_contain_text("Nothing was saved: this phone only reads along")
    assert cupboard.game(slug).version == 1
    watcher.goto(old)
    Phone(watcher).sees("This link no longer works")


def test_the_reading_address_brings_others_to_the_table(scorekeeper: Page, watcher: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    table.tap(table.more)
    table.tap(table.link("Let others read along"))
    expect(scorekeeper.get_by_role("img", name="QR code of the reading address")).to_be_visible()
    watcher.goto(scorekeeper.get_by_role("textbox", name="Reading address").input_value())
    has_no_controls(Table(watcher).plays_hand(1))


def test_two_who_enter_different_bids_are_told_both_values(
    scorekeeper: Page, second: Page, cupboard: Cupboard, complaints: Complaints
):
    """G50: the other's page is old."""
    complaints.expect("status of 409")
    slug = cupboard.start(ruleset=rules([2, 2]))
    one, other = Table(scorekeeper).open(slug), Table(second).open(slug)
    with other.clock_stopped():
        one.bid("Bo", 2)
        other.tap_before_long(other.bid_key("Bo", 1))
        expect(other.alert).to_contain_text("this bid was set to 2 elsewhere, you tapped 1")
        expect(other.row("Bo")).to_contain_text("you tapped 1")
    hand = cupboard.game(slug).hand
    assert hand is not None
    assert hand.bids == (None, 2, None, None)


def test_two_who_enter_the_same_bid_disturb_nobody(scorekeeper: Page, second: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([2, 2]))
    one, other = Table(scorekeeper).open(slug), Table(second).open(slug)
    with other.clock_stopped():
        one.bid("Bo", 2)
        other.tap_before_long(other.bid_key("Bo", 2))
        expect(other.bid_of("Bo", 2)).to_be_visible()
    expect(other.alert).to_have_count(0)
    assert cupboard.game(slug).version == 2


def test_two_who_record_different_tricks_are_told_both(scorekeeper: Page, second: Page, cupboard: Cupboard, complaints: Complaints):
    """G50: one set of tricks is kept, the second recorder is told."""
    complaints.expect("status of 409")
    slug = cupboard.start(ruleset=rules([2, 2]))
    cupboard.bid(slug, [0, 2, 1, 0])
    one, other = Table(scorekeeper).open(slug), Table(second).open(slug)
    with other.clock_stopped():
        one.took("Bo", 1).record().plays_hand(2)
        other.tap_before_long(other.trick_key("Cy", 0))
        other.tap_before_long(other.record_button)
        expect(other.alert).to_contain_text("Hand 1 was recorded elsewhere with 0 1 1 0 tricks; yours were 0 2 0 0")
        other.plays_hand(2)
    assert cupboard.game(slug).closed[0].tricks == (0, 1, 1, 0)


def test_an_undo_of_something_the_page_has_not_seen_is_refused(
    scorekeeper: Page, second: Page, cupboard: Cupboard, complaints: Complaints
):
    complaints.expect("status of 409")
    slug = cupboard.start(ruleset=rules([2, 2]))
    cupboard.bid(slug, [None, 1, None, None])
    one, other = Table(scorekeeper).open(slug), Table(second).open(slug)
    with other.clock_stopped():
        one.bid("Cy", 1)
        other.tap_before_long(other.button("Undo"))
        expect(other.alert).to_contain_text("Something else was entered in between")
        expect(other.bid_of("Cy", 1)).to_be_visible()
    assert cupboard.game(slug).version == 3
