"""A second tap that was meant for what stood there before does nothing; a deliberate one works.

The phone's clock stands still in these tests: 80 ms go by between two quick taps, however long the machine takes.
"""

import pytest

from tests.browser.at_the_table import Home, NewGame, Page, Sheet, Table, expect
from tests.browser.prepared import NO_HOOK, Cupboard, rules
from tests.browser.test_outbox import Line

SEVEN = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus")


@pytest.mark.parametrize(("players", "last"), [(2, 3), (4, 2), (7, 0)])
def test_four_quick_taps_from_the_end_of_the_bids_enter_no_tricks(scorekeeper: Page, cupboard: Cupboard, players: int, last: int):
    """G15: three cards and even bids, so that "Record" is awake as soon as it is there."""
    slug = cupboard.start(SEVEN[:players], ruleset=rules([3, 3], bidding=NO_HOOK))
    cupboard.bid(slug, [None, 3 - last, *[0] * (players - 2)])
    table = Table(scorekeeper).open(slug)
    with table.clock_stopped():
        table.tap_before_long(table.bid_key("Ana", last))
        expect(table.record_button).to_be_enabled()
        for _ in range(3):
            scorekeeper.clock.run_for(80)
            table.tap_there_again()
        scorekeeper.clock.run_for(80)
    expect(scorekeeper.get_by_role("radio", checked=True)).to_have_count(0)
    assert cupboard.game(slug).closed == ()
    table.record().plays_hand(2)
    assert len(cupboard.game(slug).closed) == 1


@pytest.mark.parametrize("at_once", [True, False])
def test_a_double_tap_on_record_records_one_hand_and_no_bid(scorekeeper: Page, cupboard: Cupboard, at_once: bool):
    """G47."""
    slug = cupboard.start(ruleset=rules([2, 2, 2], bidding=NO_HOOK))
    cupboard.bid(slug, [1, 1, 0, 0])
    table = Table(scorekeeper).open(slug)
    table.double_tap(table.record_button, first=None if at_once else table.turn("Cy"))
    table.plays_hand(2)
    expect(table.status).to_contain_text("Hand 1:")
    hand = cupboard.game(slug).hand
    assert hand is not None
    assert (hand.number, hand.bids) == (2, (None,) * 4)


@pytest.mark.parametrize("at_once", [True, False])
def test_a_double_tap_on_a_bid_is_one_bid(scorekeeper: Page, cupboard: Cupboard, at_once: bool):
    slug = cupboard.start(ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    for number in range(3):
        name = SEVEN[number + 1]
        table.double_tap(table.bid_key(name, number), first=None if at_once else table.bid_of(name, number))
        expect(table.bid_of(name, number)).to_be_visible()
    hand = cupboard.game(slug).hand
    assert hand is not None
    assert hand.bids == (None, 0, 1, 2)
    expect(table.turn("Ana")).to_be_visible()


@pytest.mark.parametrize("at_once", [True, False])
def test_a_double_tap_on_undo_takes_back_one_entry(scorekeeper: Page, cupboard: Cupboard, at_once: bool):
    slug = cupboard.start(ruleset=rules([5]))
    cupboard.bid(slug, [None, 1, 1, 1])
    table = Table(scorekeeper).open(slug)
    table.double_tap(table.button("Undo"), first=None if at_once else table.turn("Dee"))
    expect(table.turn("Dee")).to_be_visible()
    hand = cupboard.game(slug).hand
    assert hand is not None
    assert hand.bids == (None, 1, 1, None)
    table.tap(table.button("Undo"))
    expect(table.turn("Cy")).to_be_visible()


def test_a_double_tap_on_undo_after_a_hand_opens_that_hand_and_no_more(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([2, 2]), hands=1)
    table = Table(scorekeeper).open(slug)
    table.double_tap(table.button("Undo"), first=table.record_button)
    expect(table.record_button).to_be_enabled()
    hand = cupboard.game(slug).hand
    assert hand is not None
    assert hand.bids_in


@pytest.mark.parametrize("at_once", [True, False])
def test_a_double_tap_on_a_suit_notes_it(scorekeeper: Page, cupboard: Cupboard, at_once: bool):
    """The second tap, which would take it back, was not meant."""
    slug = cupboard.start(ruleset=rules([3, 5]))
    table = Table(scorekeeper).open(slug)
    table.double_tap(table.suit("hearts"), first=None if at_once else scorekeeper.get_by_text("Trump: hearts.", exact=True))
    expect(table.trump).to_contain_text("hearts")
    table.later()
    expect(table.trump).to_contain_text("hearts")
    table.name_trump("hearts")
    expect(table.trump).not_to_contain_text("hearts")


def test_a_double_tap_on_the_last_record_ends_the_game_and_opens_nothing_else(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([2], bidding=NO_HOOK))
    cupboard.bid(slug, [1, 1, 0, 0])
    table = Table(scorekeeper).open(slug)
    table.double_tap(table.record_button, first=table.link("Play again"))
    table.sees("Finished")
    assert cupboard.game(slug).finished


def test_a_double_tap_on_add_makes_room_for_one(page: Page):
    setup = NewGame(page).open()
    setup.double_tap(setup.button("Add a player"))
    assert len(setup.lines) == 5


def test_a_double_tap_on_remove_removes_one(page: Page):
    """G34, G47: the next person has slipped under the finger."""
    setup = NewGame(page).open().type("Ana", "Bo", "Cy", "Dee", "Eli")
    setup.double_tap(setup.button("Remove player 2"))
    assert setup.lines == ["Ana", "Cy", "Dee", "Eli"]


@pytest.mark.parametrize("at_once", [True, False])
def test_a_double_tap_on_start_starts_one_game_and_bids_nothing(page: Page, at_once: bool):
    setup, table = NewGame(page).open().type(*SEVEN), Table(page)
    setup.double_tap(setup.button("Start game"), first=None if at_once else table.turn("Bo"))
    table.plays_hand(1)
    expect(table.turn("Bo")).to_be_visible()
    expect(table.button("Undo")).to_have_count(0)
    expect(Home(page).open().running).to_have_count(1)


@pytest.mark.parametrize("across", [0.5, 0.9])
def test_a_double_tap_on_continue_undoes_nothing(scorekeeper: Page, cupboard: Cupboard, across: float):
    """The next page's controls lie under the finger as well."""
    slug = cupboard.start(ruleset=rules([5]))
    cupboard.bid(slug, [None, 1, 1, 1])
    home = Home(scorekeeper).open()
    version = cupboard.game(slug).version
    box = home.running.bounding_box()
    assert box is not None
    table = Table(scorekeeper)
    for down in (0.3, 0.8):
        home.open().later()
        home.spot = (box["x"] + box["width"] * across, box["y"] + box["height"] * down)
        home.tap_there_again()
        table.plays_hand(1)
        home.tap_there_again()
        expect(scorekeeper.get_by_role("heading", level=1)).to_be_visible()
        assert cupboard.game(slug).version == version


def test_half_a_second_later_a_tap_at_the_same_place_works(scorekeeper: Page, cupboard: Cupboard):
    """G47: a deliberate second tap."""
    slug = cupboard.start(("Ana", "Bo"), ruleset=rules([5]))
    table = Table(scorekeeper).open(slug)
    with table.clock_stopped():
        table.tap_before_long(table.bid_key("Bo", 1))
        expect(table.turn("Ana")).to_be_visible()
        box = table.bid_key("Ana", 1).bounding_box()
        assert box is not None
        near = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert abs(near[1] - table.spot[1]) < 44 + box["height"]
        table.spot = near
        table.tap_there_again()
        scorekeeper.clock.run_for(390)
        table.tap_there_again()
        scorekeeper.clock.run_for(390)
        expect(table.turn("Ana")).to_be_visible()
        table.tap_there_again()
        scorekeeper.clock.run_for(500)
        assert cupboard.game(slug).version == 2
        table.tap_there_again()
    expect(table.bid_of("Ana", 1)).to_be_visible()


def test_a_control_that_was_there_before_takes_quick_taps(scorekeeper: Page, cupboard: Cupboard):
    """Nothing else ever ignores a tap: three numbers in a row, quickly."""
    slug = cupboard.start(ruleset=rules([5]))
    cupboard.bid(slug, [1, 1, 1, 1])
    table = Table(scorekeeper).open(slug)
    with table.clock_stopped():
        for number in (0, 1, 2):
            table.tap_before_long(table.trick_key("Bo", number))
            expect(table.trick_key("Bo", number)).to_be_checked()
    table.will_record("Cy, Dee, Ana made it; Bo 2")


def test_the_sheet_opened_by_a_double_tap_leads_nowhere_else(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([2, 2]), hands=1)
    table = Table(scorekeeper).open(slug)
    table.tap_before_long(table.link("Score sheet"))
    Sheet(scorekeeper).sees("Score sheet")
    table.tap_there_again()
    Sheet(scorekeeper).sees("Score sheet")


def test_a_control_that_came_by_scrolling_takes_a_tap_though_an_answer_comes_just_then(scorekeeper: Page, cupboard: Cupboard):
    """Nobody's second tap is meant for what was under the thumb before the page was moved."""
    slug = cupboard.start(SEVEN, ruleset=rules([7, 7], bidding=NO_HOOK))
    cupboard.bid(slug, [None, 1, 1, 1, 1, 1, 1])
    table = Table(scorekeeper).open(slug)
    line = Line(scorekeeper)
    table.later(500)
    table.bid_key("Ana", 1).tap()
    expect(table.record_button).to_be_enabled()
    table.later(500)
    table.aim(table.trick_key("Bo", 3))
    table.touch()
    expect(table.trick_key("Bo", 3)).to_be_checked()
    with table.clock_stopped():
        key = table.trick_key("Dee", 3).bounding_box()
        assert key is not None
        scorekeeper.evaluate("(by) => scrollBy(0, by)", key["y"] + key["height"] / 2 - table.spot[1])
        with scorekeeper.expect_response(lambda response: response.request.method == "POST") as answer:
            line.let_through()
        answer.value.finished()
        scorekeeper.clock.run_for(80)
        expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
        table.tap_there_again()
    expect(table.trick_key("Bo", 3)).to_be_checked()
    expect(table.trick_key("Dee", 3)).to_be_checked()
