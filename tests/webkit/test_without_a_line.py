"""In WebKit: nothing is lost and nothing is entered twice, however bad the line is."""

import threading

import pytest

from tests.browser.prepared import FOUR, NO_HOOK, Cupboard, rules
from tests.ledger.playing import open_hand
from tests.webkit.phone import HandPage, Home, Phone, Sheet, Table

BIDS = {"Bo": 2, "Cy": 1, "Dee": 0, "Ana": 1}


def table_of(phone: Phone, slug: str) -> Table:
    return Table(phone.driver, phone.line).open(slug)


def test_a_hand_is_entered_without_a_line_and_saved_once_when_it_is_back(phone: Phone, cupboard: Cupboard):
    """Nothing arrives, and the page goes ahead by itself from the first bid to "Record"."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = table_of(phone, slug)
    with phone.without_a_line():
        table.bids(BIDS).took("Bo", 1).took("Cy", 3)
        table.sees("Dee, Ana made it; Bo 1, Cy 3", "#record button")
        table.tap(table.record_button)
        table.told("Not saved yet: 5")
        assert cupboard.game(slug).version == 1
    table.wake()
    table.plays_hand(2).nothing_waits().told("Hand 1: Dee +10, Ana +11, Bo and Cy missed")
    assert cupboard.game(slug).closed[0].tricks == (1, 1, 3, 0)
    assert cupboard.game(slug).version == 6


def test_the_hook_is_known_without_a_line(phone: Phone, cupboard: Cupboard):
    table = table_of(phone, cupboard.start(ruleset=rules([5])))
    with phone.without_a_line():
        table.bids({"Bo": 2, "Cy": 1, "Dee": 0})
        assert not table.bid_key("Ana", 2).is_enabled()
        assert table.bid_key("Ana", 1).is_enabled()


def test_what_waits_is_shown_again_after_a_reload(phone: Phone, cupboard: Cupboard):
    """G40: with the marks of what is not saved."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = table_of(phone, slug)
    with phone.on_a_line("lost"):
        table.bids({"Bo": 2, "Cy": 1}).told("Not saved yet: 2")
        table.reload()
        table.stands("Bo", 2).stands("Cy", 1).is_asked("Dee").told("Not saved yet: 2")
        assert cupboard.game(slug).version == 1
    table.wake()
    table.nothing_waits()
    assert open_hand(cupboard.game(slug)).bids == (None, 2, 1, None)


def test_what_waits_outlives_a_closed_window(phone: Phone, cupboard: Cupboard):
    """G40: it is sent as soon as any page of the scorekeeper is opened."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = table_of(phone, slug)
    with phone.without_a_line():
        table.bids({"Bo": 2, "Cy": 1}).told("Not saved yet: 2")
        phone.closes_and_opens()
    Home(phone.driver, phone.line).open().nothing_waits()
    assert open_hand(cupboard.game(slug)).bids == (None, 2, 1, None)
    assert cupboard.game(slug).version == 3


@pytest.mark.parametrize("fate", ["swallowed", "torn", "twice"])
def test_an_answer_lost_on_the_way_enters_nothing_twice(phone: Phone, cupboard: Cupboard, fate: str):
    """G48: the server has it, the phone never hears of it and sends it again; or it arrives twice by itself."""
    slug = cupboard.start(ruleset=rules([5, 5]), hands=1)
    there = HandPage(phone.driver, phone.line).open(slug).unfold("Points for one or all").fill("Points", "5").choose("Who", "Bo")
    with phone.on_a_line(fate):
        there.tap(there.one("button", "Enter these points"))
        if fate != "twice":
            there.told("Not saved yet: 1")
            there.wake()
            phone.until(lambda: not phone.script("return outbox.busy()"))
            assert phone.waiting == 1
            assert len(cupboard.game(slug).adjustments) == 1
    there.wake()
    there.sees("Hand 2 of").nothing_waits()
    assert [given.points for given in cupboard.game(slug).adjustments] == [5]


@pytest.mark.parametrize("fate", ["busy", "hotel"])
def test_an_answer_that_is_none_of_ours_takes_nothing_out(phone: Phone, cupboard: Cupboard, fate: str):
    slug = cupboard.start(ruleset=rules([5]))
    table = table_of(phone, slug)
    with phone.on_a_line(fate):
        table.bids({"Bo": 1, "Cy": 0}).told("Not saved yet: 2")
    table.wake()
    table.nothing_waits()
    assert open_hand(cupboard.game(slug)).bids == (None, 1, 0, None)


def test_a_line_that_says_nothing_is_given_up(phone: Phone, cupboard: Cupboard):
    """The browser's own `AbortSignal` ends the waiting; here after a fifth of a second."""
    slug = cupboard.start(ruleset=rules([5]))
    table = table_of(phone, slug)
    phone.script("const { timeout } = AbortSignal; AbortSignal.timeout = () => timeout.call(AbortSignal, 200);")
    speaks = threading.Event()

    def silent(method: str) -> str:
        if method == "POST":
            speaks.wait(10)
        return "pass"

    phone.line.fate = silent
    try:
        table.bid("Bo", 1).told("Not saved yet: 1")
    finally:
        speaks.set()
    table.wake()
    table.nothing_waits().stands("Bo", 1)
    assert cupboard.game(slug).version == 2


def test_a_browser_with_no_room_left_enters_all_the_same(phone: Phone, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5]))
    table = table_of(phone, slug)
    phone.script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };")
    with phone.without_a_line():
        table.bids({"Bo": 2, "Cy": 1}).told("Not saved yet: 2")
    table.wake()
    table.nothing_waits()
    assert open_hand(cupboard.game(slug)).bids == (None, 2, 1, None)


# What is refused


def test_a_refusal_stands_beside_its_field(phone: Phone, cupboard: Cupboard):
    """G50: 409; another phone was quicker while there was no line."""
    slug = cupboard.start(ruleset=rules([5]))
    table = table_of(phone, slug)
    with phone.without_a_line():
        table.bid("Bo", 1).told("Not saved yet: 1")
        cupboard.bid(slug, [None, 3, None, None])
    table.wake()
    table.sees("this bid was set to 3 elsewhere, you tapped 1", "#seat-1 [role=alert]").nothing_waits()
    assert cupboard.game(slug).version == 2


def test_what_is_refused_is_told_though_more_was_entered(phone: Phone, cupboard: Cupboard):
    """G50: until it was read, in every window."""
    slug = cupboard.start(ruleset=rules([5]))
    table = table_of(phone, slug)
    with phone.without_a_line():
        table.bids({"Bo": 1, "Cy": 0}).told("Not saved yet: 2")
        cupboard.bid(slug, [None, 3, None, None])
        phone.closes_and_opens()
    Home(phone.driver, phone.line).open().sees("Bo bids 1: Not entered", "#not-entered li").nothing_waits()
    assert open_hand(cupboard.game(slug)).bids == (None, 3, 0, None)
    table.open(slug).sees("Bo bids 1: ", "#not-entered li")
    table.tap(table.one("button", "I have read it"))
    phone.until(lambda: not phone.read("#not-entered li"))


def test_points_that_are_refused_keep_what_was_typed(phone: Phone, cupboard: Cupboard):
    """422: the form takes no second tap until there is an answer, and then it is as it was, with the reason beside it."""
    slug = cupboard.start(ruleset=rules([5, 5]), hands=1)
    there = HandPage(phone.driver, phone.line).open(slug).unfold("Points for one or all").fill("Reason", "revoke")
    with phone.on_a_line("lost"):
        there.tap(there.one("button", "Enter these points"))
        there.told("Not saved yet: 1")
        there.touch_there(there.one("button", "Enter these points"))
        assert phone.waiting == 1
    there.wake()
    there.sees("Whose points?", "[role=alert]").nothing_waits()
    assert there.one("input", "Reason").get_attribute("value") == "revoke"
    there.fill("Points", "5").choose("Who", "Bo")
    there.tap(there.one("button", "Enter these points"))
    there.sees("Hand 2 of")
    assert [given.points for given in cupboard.game(slug).adjustments] == [5]


def test_a_lost_cookie_is_said_plainly_and_nothing_is_stored(phone: Phone, cupboard: Cupboard):
    """G43: and no page stands within the page."""
    slug = cupboard.start(hands=2)
    table = table_of(phone, slug).bids({"Dee": 1, "Ana": 1}).nothing_waits()
    version = cupboard.game(slug).version
    phone.driver.delete_all_cookies()
    table.tap(table.bid_key("Bo", 1))
    table.sees("Nothing was saved", "[role=alert]").sees("scoring link", "[role=alert]").plays_hand(3)
    assert phone.is_whole
    assert phone.script("return document.querySelectorAll('h1').length") == 1
    assert cupboard.game(slug).version == version


# Undo


def test_what_waits_is_undone_like_everything_else(phone: Phone, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = table_of(phone, slug).bid("Bo", 2).nothing_waits()
    with phone.without_a_line():
        table.bid("Cy", 4).undo().is_asked("Cy").stands("Bo", 2)
        table.bid("Cy", 1)
    table.wake()
    table.nothing_waits()
    assert open_hand(cupboard.game(slug)).bids == (None, 2, 1, None)


def test_nothing_is_entered_on_top_of_an_undo_that_waits(phone: Phone, cupboard: Cupboard):
    """What it takes back only the server knows: the table takes neither clicks nor the focus."""
    slug = cupboard.start(ruleset=rules([5]))
    table = table_of(phone, slug).bids({"Bo": 2, "Cy": 1}).nothing_waits()
    with phone.on_a_line("lost"):
        table.undo().told("Not saved yet: 1")
        held = [table.one("button", "Undo"), table.bid_key("Dee", 1)]
        for control in held:
            table.touch_there(control)
            phone.script("arguments[0].focus()", control)
            assert phone.focused != control
        assert phone.waiting == 1
    table.wake()
    table.nothing_waits().is_asked("Cy")
    assert open_hand(cupboard.game(slug)).bids == (None, 2, None, None)


# Two windows, and pages that come and go


def test_two_windows_of_one_game_enter_everything_once(phone: Phone, cupboard: Cupboard):
    """G48: both know what waits, and both send it."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = table_of(phone, slug)
    one = phone.window
    with phone.on_a_line("lost"):
        table.bid("Bo", 2)
        other = phone.new_window()
        table.open(slug).stands("Bo", 2).bid("Cy", 1)
        phone.look_at(one)
        phone.until(lambda: phone.waiting == 2)
    for window in (one, other):
        phone.look_at(window)
        table.wake()
    for window in (one, other):
        phone.look_at(window)
        table.wake()
        table.nothing_waits().stands("Bo", 2).stands("Cy", 1).is_asked("Dee")
        assert not table.alerts
    assert cupboard.game(slug).version == 3


def test_a_page_taken_up_again_does_not_show_as_waiting_what_was_saved_meanwhile(phone: Phone, cupboard: Cupboard):
    """G45: WebKit keeps the page as it was left, also in the middle of sending; the sheet has sent what waited."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = table_of(phone, slug)
    table.mark()
    with phone.on_a_line("lost"):
        table.bid("Bo", 2).told("Not saved yet: 1")
    Sheet(phone.driver, phone.line).open(slug).nothing_waits()
    assert cupboard.game(slug).version == 2
    table.back().plays_hand(1).nothing_waits().stands("Bo", 2).bid("Cy", 1).nothing_waits()
    assert table.resumed
    assert cupboard.game(slug).version == 3


def test_an_entry_on_its_way_when_the_page_is_left_is_entered_once(phone: Phone, cupboard: Cupboard):
    """The answer comes while another page is shown."""
    slug = cupboard.start(FOUR, ruleset=rules([5, 5], bidding=NO_HOOK))
    table = table_of(phone, slug)
    with phone.on_a_line("slow"):
        table.bid("Bo", 2)
        Sheet(phone.driver, phone.line).open(slug)
    table.wake()
    table.nothing_waits()
    table.back().plays_hand(1).nothing_waits().stands("Bo", 2)
    assert cupboard.game(slug).version == 2
