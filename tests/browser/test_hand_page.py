"""The page "Hand…" on a phone: deal again, stop and go on, points by hand, points without a minus key, redo."""

import re

import pytest

from tests.browser.at_the_table import HandPage, Page, Table, expect
from tests.browser.conftest import Complaints, Phones
from tests.browser.prepared import B3, FOUR, Cupboard, rules

THREE = ("Ana", "Bo", "Cy")
DESTRUCTIVE = re.compile(r"\b(stop|end|delete|remove|forget|deal again|restart|reset|new game|close)\b", re.IGNORECASE)


def test_a_hand_is_dealt_again(scorekeeper: Page, cupboard: Cupboard):
    """RG06: B3, hand 2 after Cy 1 and Ana 0 have bid."""
    slug = cupboard.start(THREE, ruleset=rules([1, 2, 3]), played=B3[:1])
    table = Table(scorekeeper).open(slug).bids({"Cy": 1, "Ana": 0})
    there = table.hand_page().unfold("Deal again")
    expect(scorekeeper.get_by_text("Hand 2 begins again: Bo deals 2 cards once more.")).to_be_visible()
    table = there.press("Yes, deal again").plays_hand(2)
    expect(table.turn("Cy")).to_be_visible()
    expect(table.dealer("Bo")).to_be_visible()
    expect(table.bid_of("Cy", 1)).to_have_count(0)
    table.undo()
    expect(table.bid_of("Cy", 1)).to_be_visible()
    expect(table.bid_of("Ana", 0)).to_be_visible()


@pytest.mark.parametrize("at_once", [True, False])
def test_a_double_tap_on_the_menu_deals_nothing_again(scorekeeper: Page, cupboard: Cupboard, at_once: bool):
    """What unfolds below the thumb does not take the second tap."""
    slug = cupboard.start(THREE, ruleset=rules([1, 2, 3]), played=B3[:1])
    cupboard.bid(slug, [None, None, 1])
    there = HandPage(scorekeeper).open(slug)
    there.double_tap(there.fold("Deal again"), first=None if at_once else there.button("Yes, deal again"))
    assert cupboard.game(slug).hands[-1].bids == (None, None, 1)


def test_stopping_a_game_asks_first_and_the_game_goes_on_again(scorekeeper: Page, cupboard: Cupboard):
    """G39: F4 after hand 2, hand 3 in the middle of the bids. Folding, going back and Escape mean "do nothing"."""
    slug = cupboard.start(ruleset=rules([1, 2, 3, 4, 5, 6, 7, 8]), hands=2)
    cupboard.bid(slug, [0, None, None, 1])
    version = cupboard.game(slug).version
    there = Table(scorekeeper).open(slug).hand_page().unfold("Stop the game here")
    question = "2 of 8 hands were played; hand 3, which is open, will not count."
    expect(scorekeeper.get_by_text(question)).to_be_visible()
    there.unfold("Stop the game here")
    expect(there.button("Yes, stop the game")).to_be_hidden()
    there.unfold("Stop the game here")
    scorekeeper.keyboard.press("Escape")
    table = there.back().plays_hand(3)
    assert cupboard.game(slug).version == version

    table = table.hand_page().unfold("Stop the game here").press("Yes, stop the game").sees("Finished")
    expect(scorekeeper.get_by_text("Ended early after 2 of 8 hands")).to_be_visible()
    rows = scorekeeper.get_by_role("table", name="Standings").get_by_role("row").all_inner_texts()[1:]
    assert sorted(row.split()[-1] for row in rows) == ["10", "11", "21", "21"]
    table.tap(table.button("Go on with this game"))
    table.plays_hand(3)
    expect(table.bid_of("Dee", 1)).to_be_visible()
    expect(table.turn("Bo")).to_be_visible()


def test_what_ends_or_throws_away_is_not_beside_undo_or_record(scorekeeper: Page, cupboard: Cupboard):
    """G44: at the table there is no such control at all; where there is one, it is folded and far from any other."""
    slug = cupboard.start(ruleset=rules([1, 2, 3, 4, 5, 6, 7, 8]), hands=4)
    table = Table(scorekeeper).open(slug)
    cupboard.bid(slug, [1, 1, 1, 0])
    for _ in range(2):
        names = [button.inner_text() for button in scorekeeper.get_by_role("button").all()]
        assert not [name for name in names if DESTRUCTIVE.search(name)]
        table.open(slug)
    there = table.hand_page()
    assert not [button.inner_text() for button in scorekeeper.get_by_role("button").all()]
    assert scorekeeper.get_by_role("button", name="Undo").count() == 0
    there.unfold("Stop the game here")
    expect(scorekeeper.get_by_text("The game of Ana, Bo, Cy, and Dee ends:")).to_be_visible()
    expect(scorekeeper.get_by_text("“Undo” brings it back.").last).to_be_visible()


def test_a_hand_is_closed_with_points_set_by_hand(scorekeeper: Page, cupboard: Cupboard):
    """RG05: B3, hand 3 with its bids in; Cy had four cards. Ana 12, Bo 11, Cy −4."""
    slug = cupboard.start(THREE, ruleset=rules([1, 2, 3]), played=B3[:2])
    cupboard.bid(slug, [2, 1, 1])
    there = Table(scorekeeper).open(slug).hand_page().unfold("Set points by hand")
    for name, points in {"Ana": "12", "Bo": "11", "Cy": "4"}.items():
        there.field(name).fill(points)
    there.tap(there.minus("Cy"))
    there.field("What happened").fill("Cy had four cards")
    table = there.press("Close hand 3 with these points").sees("Finished")
    expect(table.status).to_have_text("Hand 3, set by hand: Ana +12, Bo +11, Cy −4")
    assert table.sheet().totals == [23, 21, 7]


def test_points_are_taken_without_a_minus_key(scorekeeper: Page, cupboard: Cupboard):
    """G52, RG07: the phone shows digits only; a key beside the field makes them count below zero."""
    slug = cupboard.start(THREE, ruleset=rules([1, 2, 3, 3]), played=B3)
    there = Table(scorekeeper).open(slug).hand_page().unfold("Points for one or all")
    there.choose("Who", "Everybody")
    there.field("Points").fill("10")
    there.tap(there.minus("Points"))
    there.field("Reason").fill("overtime")
    table = there.press("Enter these points").plays_hand(4)
    expect(table.row("Ana")).to_contain_text("13")
    assert table.sheet().totals == [13, 11, 1]


def test_points_that_are_none_are_refused_in_sight_and_kept(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect("status of 422")
    slug = cupboard.start(THREE, ruleset=rules([1, 2, 3, 3]), played=B3)
    there = HandPage(scorekeeper).open(slug).unfold("Points for one or all")
    there.choose("Who", "Bo")
    there.field("Points").fill("ten")
    there.tap(there.minus("Points"))
    there.tap(there.button("Enter these points"))
    there.in_sight(there.alert)
    expect(there.field("Points")).to_have_value("ten")
    expect(there.minus("Points")).to_be_checked()
    there.field("Points").fill("10")
    there.press("Enter these points").plays_hand(4)
    assert cupboard.game(slug).adjustments[-1].points == -10


def test_without_scripts_it_is_the_same(new_context: Phones, cupboard: Cupboard, live_server: str):
    slug = cupboard.start(THREE, ruleset=rules([1, 2, 3, 3]), played=B3)
    context = new_context(scripts=False)
    context.add_cookies([cupboard.cookie(live_server)])
    table = Table(context.new_page(), scripts=False).open(slug)
    there = table.hand_page().unfold("Points for one or all")
    there.choose("Who", "Bo")
    there.field("Points").fill("5")
    there.tap(there.minus("Points"))
    table = there.press("Enter these points").plays_hand(4)
    there = table.hand_page().unfold("Stop the game here")
    table = there.press("Yes, stop the game").sees("Finished")
    table.tap(table.button("Undo"))
    table.plays_hand(4)
    table.tap(table.button("Redo"))
    table.sees("Finished")


def test_what_was_undone_is_redone_step_by_step(scorekeeper: Page, cupboard: Cupboard):
    """G27: B3 after hand 3, back three steps and forth again; hand 3 is there once."""
    slug = cupboard.start(THREE, ruleset=rules([1, 2, 3]), played=B3)
    table = Table(scorekeeper).open(slug).sees("Finished")
    for _ in range(3):
        table.undo()
    for _ in range(3):
        table.redo()
    table.sees("Finished")
    expect(table.button("Redo")).to_have_count(0)
    assert table.sheet().totals == [23, 21, 11]
    assert [hand.number for hand in cupboard.game(slug).closed] == [1, 2, 3]


@pytest.mark.parametrize("at_once", [True, False])
def test_a_double_tap_on_redo_enters_one_thing(scorekeeper: Page, cupboard: Cupboard, at_once: bool):
    slug = cupboard.start(FOUR, ruleset=rules([5]))
    cupboard.bid(slug, [None, 1, 1, 1])
    table = Table(scorekeeper).open(slug)
    table.undo().undo()
    table.double_tap(table.button("Redo"), first=None if at_once else table.turn("Dee"))
    expect(table.turn("Dee")).to_be_visible()
    assert cupboard.game(slug).hands[-1].bids == (None, 1, 1, None)
    table.redo()
    expect(table.turn("Ana")).to_be_visible()


@pytest.mark.parametrize("at_once", [True, False])
def test_a_double_tap_on_undo_redoes_nothing(scorekeeper: Page, cupboard: Cupboard, at_once: bool):
    """Redo appears beside Undo, which stays where it is."""
    slug = cupboard.start(FOUR, ruleset=rules([5]))
    cupboard.bid(slug, [None, 1, 1, 1])
    table = Table(scorekeeper).open(slug)
    before = table.button("Undo").bounding_box()
    table.double_tap(table.button("Undo"), first=None if at_once else table.button("Redo"))
    expect(table.turn("Dee")).to_be_visible()
    assert cupboard.game(slug).hands[-1].bids == (None, 1, 1, None)
    after = table.button("Undo").bounding_box()
    assert before is not None
    assert after is not None
    assert (after["x"], after["width"]) == (before["x"], before["width"])


def test_other_rules_are_told_before_they_are_played(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(THREE, ruleset=rules([1, 2, 3, 3]), played=B3[:1])
    there = Table(scorekeeper).open(slug).hand_page()
    there.tap(there.link(re.compile("^Other rules")))
    there.sees("Other rules").choose("Points", "Wizard")
    there.tap(there.button("Show what changes"))
    there.sees("From hand 2 on")
    expect(scorekeeper.get_by_text("A bid that is made scores 20 + 10 × bid.")).to_be_visible()
    there.tap(there.button("Play so from hand 2 on"))
    Table(scorekeeper).plays_hand(2)
    assert cupboard.game(slug).rules.scoring != cupboard.game(slug).rules_of(1).scoring
