"""Entering tricks: each bid is a ghost until a number is entered, and only what adds up can be recorded."""

import re

import pytest

from tests.browser.at_the_table import Page, Table, expect
from tests.browser.prepared import FOUR, NO_HOOK, Cupboard, rules


@pytest.fixture
def table(scorekeeper: Page, cupboard: Cupboard) -> Table:
    """Five cards; Ana deals and bids 1, Bo 2, Cy 1, Dee 0: under by 1."""
    slug = cupboard.start(ruleset=rules([5, 5]))
    cupboard.bid(slug, [1, 2, 1, 0])
    return Table(scorekeeper).open(slug)


def test_nothing_is_entered_and_every_bid_is_a_ghost(table: Table):
    """G14."""
    for name, bid in zip(FOUR, (1, 2, 1, 0), strict=True):
        assert table.looks(name, bid) == "ghost"
        for number in range(6):
            expect(table.trick_key(name, number)).not_to_be_checked()
    table.lacks("1 trick too few")


def test_record_wakes_up_when_numbers_and_ghosts_add_up(table: Table):
    table.took("Cy", 3).lacks("1 trick too many")
    table.took("Bo", 1).will_record("Dee, Ana made it; Bo 1, Cy 3")
    table.took("Dee", 1).lacks("1 trick too many")
    table.took("Dee", 0).will_record("Dee, Ana made it; Bo 1, Cy 3")
    table.took("Ana", 0).lacks("1 trick too few")


def test_a_number_tapped_again_is_a_ghost_again(table: Table):
    table.took("Cy", 2).will_record("Bo, Dee, Ana made it; Cy 2")
    assert table.looks("Cy", 2) == "entered"
    table.took("Cy", 2).lacks("1 trick too few")
    assert table.looks("Cy", 2) == "open"
    assert table.looks("Cy", 1) == "ghost"
    table.took("Cy", 1).took("Cy", 1)
    assert table.looks("Cy", 1) == "ghost"


def test_numbers_that_can_no_longer_be_right_are_marked_but_can_be_tapped(table: Table):
    table.took("Bo", 3)
    assert [table.looks("Cy", number) for number in range(6)] == ["open", "ghost", "open", "spent", "spent", "spent"]
    assert [table.looks("Bo", number) for number in range(6)] == ["open", "open", "open", "entered", "open", "open"]
    table.took("Cy", 4).lacks("too many")
    table.took("Bo", 0).will_record("Dee, Ana made it; Bo 0, Cy 4")


def test_with_the_hook_off_and_even_bids_all_made_it_is_one_tap(scorekeeper: Page, cupboard: Cupboard):
    table = Table(scorekeeper).open(cupboard.start(ruleset=rules([5, 5], bidding=NO_HOOK)))
    table.bids({"Bo": 2, "Cy": 2, "Dee": 0, "Ana": 1})
    expect(scorekeeper.get_by_text("even", exact=True)).to_be_visible()
    table.will_record("all made it").record().plays_hand(2)
    expect(table.status).to_contain_text("Bo +12, Cy +12, Dee +10, Ana +11")
    assert table.taps == 5


def test_with_the_hook_on_no_hand_can_be_recorded_untouched(scorekeeper: Page, cupboard: Cupboard):
    table = Table(scorekeeper)
    for size in range(2, 6):
        slug = cupboard.start(("Ana", "Bo"), ruleset=rules([size]))
        cupboard.bid(slug, [size - 1, size])
        expect(table.open(slug).record_button).to_be_disabled()


def test_numbers_entered_outlive_a_reload(table: Table):
    """G40."""
    table.took("Cy", 3).took("Bo", 1)
    table.page.reload()
    table.will_record("Dee, Ana made it; Bo 1, Cy 3")
    assert table.looks("Dee", 0) == "ghost"
    table.record().plays_hand(2)


def test_over_under_even_is_said_in_words_at_every_step(scorekeeper: Page, cupboard: Cupboard):
    """G11: hook off, 4 cards; bids 1, 1, 1, 1; one becomes 3; another becomes 0."""
    table = Table(scorekeeper).open(cupboard.start(ruleset=rules([4], bidding=NO_HOOK)))
    table.bids({"Bo": 1, "Cy": 1, "Dee": 1, "Ana": 1})
    balance = scorekeeper.get_by_text(re.compile(r"^Bids \d"))
    expect(balance).to_contain_text("Bids 4 of 4")
    expect(balance).to_contain_text("even")
    table.change("Bo", 1, 3)
    expect(balance).to_contain_text("over by 2")
    table.change("Cy", 1, 0)
    expect(balance).to_contain_text("over by 1")
    expect(table.record_button).to_be_visible()


def test_a_last_bid_made_illegal_is_asked_again_and_no_other_is_lost(table: Table):
    """Hook on, bids 2 1 0 1 of 5; Cy's bid becomes 2, so that Ana's 1 would make them even."""
    table.took("Dee", 2)
    table.tap(table.bid_of("Cy", 1))
    table.tap(table.bid_key("Cy", 2))
    expect(table.turn("Ana")).to_be_visible()
    expect(table.alert).to_contain_text("Ana's bid of 1 would now make the bids total 5, so it was taken back")
    expect(table.bid_key("Ana", 1)).to_be_disabled()
    for name, bid in (("Bo", 2), ("Cy", 2), ("Dee", 0)):
        expect(table.bid_of(name, bid)).to_be_visible()
    table.bid("Ana", 0)
    expect(table.alert).to_have_count(0)
    expect(table.record_button).to_be_visible()


def test_a_change_of_a_bid_may_be_left_as_it_is(table: Table):
    table.tap(table.bid_of("Bo", 2))
    expect(table.bid_key("Bo", 2)).to_be_visible()
    table.tap(table.link("Leave it as it is"))
    expect(table.turn("Bo")).to_have_count(0)
    expect(table.bid_of("Bo", 2)).to_be_visible()


def test_the_barred_bid_is_there_disabled_and_says_why(scorekeeper: Page, cupboard: Cupboard):
    """G07, G08: named with its reason, following every change; none when the others are above the hand."""
    table = Table(scorekeeper).open(cupboard.start(ruleset=rules([5])))
    table.bids({"Bo": 2, "Cy": 1, "Dee": 0})
    barred = table.bid_key("Ana", 2)
    expect(barred).to_be_disabled()
    expect(barred).to_have_accessible_description("Not 2: the bids would total 5.")
    table.change("Dee", 0, 1)
    expect(table.bid_key("Ana", 1)).to_be_disabled()
    expect(table.bid_key("Ana", 2)).to_be_enabled()
    table.change("Dee", 1, 3)
    for number in range(6):
        expect(table.bid_key("Ana", number)).to_be_enabled()
    expect(scorekeeper.get_by_text("the bids would total")).to_have_count(0)


def test_the_only_legal_bid_is_shown_with_its_reason_and_not_entered_by_itself(scorekeeper: Page, cupboard: Cupboard):
    """RG03: one card, nobody bid it."""
    table = Table(scorekeeper).open(cupboard.start(ruleset=rules([1])))
    table.bids({"Bo": 0, "Cy": 0, "Dee": 0})
    expect(table.bid_key("Ana", 1)).to_be_disabled()
    expect(scorekeeper.get_by_text("Only 0 is left")).to_be_visible()
    table.bid("Ana", 0)


def test_trump_is_noted_and_taken_back(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([3, 5]))
    table = Table(scorekeeper).open(slug)
    table.name_trump("hearts")
    assert table.taps == 1
    expect(table.trump).to_contain_text("hearts")
    expect(table.suit("hearts")).to_have_attribute("aria-pressed", "true")
    table.name_trump("hearts")
    expect(table.trump).not_to_contain_text("hearts")
    cupboard.bid(slug, [1, 1, 1, 1])
    table.open(slug).name_trump("no trump")
    expect(table.trump).to_contain_text("no trump")


def test_a_hand_without_trump_asks_for_none(scorekeeper: Page, cupboard: Cupboard):
    table = Table(scorekeeper).open(cupboard.start(ruleset=rules([5])))
    expect(scorekeeper.get_by_text("No trump in this hand.")).to_be_visible()
    expect(table.suit("hearts")).to_have_count(0)


def test_who_bid_what_stays_in_sight_in_a_large_hand(scorekeeper: Page, cupboard: Cupboard):
    """The rows of thirteen keys do not fit on the screen together; the bids do."""
    slug = cupboard.start(ruleset=rules([13]))
    cupboard.bid(slug, [5, 3, 0, 4])
    Table(scorekeeper).open(slug)
    line = scorekeeper.locator(".who-bid")
    expect(line).to_be_in_viewport(ratio=1)
    assert " ".join(line.inner_text().split()) == "Bids: Bo 3 Cy 0 Dee 4 Ana 5"
