"""A new game: names, seats, the first dealer, the choices; what cannot be played is said beside the field."""

import re

import pytest

from tests.browser.at_the_table import Home, NewGame, Page, Table, expect
from tests.browser.conftest import Complaints
from tests.browser.prepared import FOUR, Cupboard, rules


def bidding_order(table: Table) -> list[str]:
    names = [row.split()[0] for row in table.page.get_by_role("listitem").all_inner_texts()]
    return [name for name in names if name.isalpha()]


def test_the_return_key_moves_on_and_makes_room_for_a_fifth(page: Page):
    setup = NewGame(page).open()
    assert len(setup.lines) == 4
    assert setup.type("Ana", "Bo", "Cy", "Dee", "Eli").lines == ["Ana", "Bo", "Cy", "Dee", "Eli"]
    setup.start()
    assert bidding_order(Table(page).plays_hand(1)) == ["Bo", "Cy", "Dee", "Eli", "Ana"]


def test_four_names_need_three_taps_besides(page: Page):
    home = Home(page).open()
    home.tap(home.link("New game"))
    setup = NewGame(page).sees("New game").type(*FOUR)
    setup.tap(setup.hook)
    setup.start()
    Table(page).plays_hand(1)
    assert home.taps + setup.taps <= 3


@pytest.mark.parametrize("leave", ["return", "another field", "start"])
def test_a_typed_name_counts_however_the_field_is_left(page: Page, leave: str):
    """G35: never dropped, never added twice."""
    setup = NewGame(page).open().fill("Ana", "Bo")
    setup.line(3).tap()
    page.keyboard.type("Cy")
    if leave == "return":
        page.keyboard.press("Enter")
    elif leave == "another field":
        setup.line(1).tap()
    setup.start()
    assert bidding_order(Table(page).plays_hand(1)) == ["Bo", "Cy", "Ana"]


def test_removing_and_moving_keeps_everybody_else(page: Page):
    """G34."""
    setup = NewGame(page).open().type("Ana", "Bo", "Cy", "Dee", "Eli")
    setup.tap(setup.button("Remove player 2"))
    assert setup.lines == ["Ana", "Cy", "Dee", "Eli"]
    setup.tap(setup.button("Remove player 3"))
    assert setup.lines == ["Ana", "Cy", "Eli"]
    setup.tap(setup.button("Add a player"))
    expect(setup.line(4)).to_be_focused()
    page.keyboard.type("Fay")
    assert setup.lines == ["Ana", "Cy", "Eli", "Fay"]
    setup.tap(setup.button("Move player 2 up"))
    assert setup.lines == ["Cy", "Ana", "Eli", "Fay"]
    setup.tap(setup.button("Remove player 1"))
    assert setup.lines == ["Ana", "Eli", "Fay"]
    setup.tap(setup.button("Remove player 1"))
    expect(setup.button("Remove player 1")).to_be_disabled()
    expect(setup.button("Move player 1 up")).to_be_disabled()


def test_seats_follow_the_order_after_moving_and_so_does_the_sheet(page: Page):
    """G05: typed Zoe, Ana, Mia, Bea; Mia moves up."""
    setup = NewGame(page).open().type("Zoe", "Ana", "Mia", "Bea")
    setup.tap(setup.button("Move player 3 up"))
    setup.start()
    table = Table(page).plays_hand(1)
    assert bidding_order(table) == ["Mia", "Ana", "Bea", "Zoe"]
    table.play({"Mia": 0, "Ana": 0, "Bea": 0, "Zoe": 0}, {"Zoe": 1}).plays_hand(2)
    assert bidding_order(table) == ["Ana", "Bea", "Zoe", "Mia"]
    columns = table.sheet().table.get_by_role("columnheader").all_inner_texts()
    assert [name.strip() for name in columns[1:]] == ["Zoe", "Mia", "Ana", "Bea"]


def test_the_chosen_dealer_keeps_the_deal_when_names_move(page: Page):
    setup = NewGame(page).open().type("Ana", "Bo", "Cy", "Dee")
    setup.dealer.select_option(label="Cy")
    setup.tap(setup.button("Move player 3 up"))
    setup.tap(setup.button("Remove player 1"))
    assert setup.lines == ["Cy", "Bo", "Dee"]
    expect(setup.dealer).to_have_value("0")
    setup.start()
    assert bidding_order(Table(page).plays_hand(1)) == ["Bo", "Dee", "Cy"]


def test_a_line_is_dragged_by_its_number(page: Page):
    setup = NewGame(page).open().type("Ana", "Bo", "Cy", "Dee")
    page.keyboard.press("Tab")
    grip, goal = page.get_by_text("Player 4", exact=True).first.bounding_box(), setup.line(2).bounding_box()
    assert grip is not None
    assert goal is not None
    finger = page.context.new_cdp_session(page)
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        here = {"x": x, "y": y + (goal["y"] + goal["height"] / 2 - y) * step / 10}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [here]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert setup.lines == ["Ana", "Dee", "Bo", "Cy"]


def test_the_first_dealer_may_be_drawn_in_sight_of_all(page: Page):
    setup = NewGame(page).open().type(*FOUR)
    setup.dealer.select_option(label="Draw by lot")
    setup.start()
    expect(Table(page).plays_hand(1).status).to_contain_text("was drawn to deal first")


def test_a_fault_stands_beside_its_field_and_what_was_typed_stays(page: Page, complaints: Complaints):
    """G33."""
    complaints.expect("status of 422")
    setup = NewGame(page).open()
    setup.tap(setup.hook)
    for names, seat, fault in (
        (("Ana", "Bo", " ana ", "Dee"), 3, "same name"),
        (("Ana", "", "Cy", "Dee"), 2, "needs a name"),
        (("Ana", "  ", "Cy", ""), 2, "needs a name"),
        (("Ana", "\u200b", "Cy", ""), 2, "needs a name"),
        (("Ana", "x" * 41, "Cy", ""), 2, "at most 40"),
    ):
        setup.fill(*names).dealer.select_option("2")
        setup.start()
        expect(setup.line(seat)).to_have_accessible_description(re.compile(fault))
        setup.in_sight(setup.line(seat))
        assert setup.lines == list(names)
        expect(setup.hook).to_be_checked()
        expect(setup.dealer).to_have_value("2")
    setup.fill(*FOUR).start()
    Table(page).plays_hand(1)


def test_a_refused_start_brings_its_fault_into_sight(page: Page, complaints: Complaints):
    """The tenth name is like the first; then a list of hands that no pack has cards for, far below."""
    complaints.expect("status of 422")
    setup = NewGame(page).open().type("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "ana")
    setup.start()
    setup.in_sight(page.get_by_text("Two players may not have the same name"))
    setup.in_sight(setup.line(10))
    setup.line(10).fill("Jo")
    setup.own_hands("9").start()
    setup.in_sight(page.get_by_text("10 players × 9 cards = 90"))
    setup.in_sight(page.get_by_role("textbox", name="Own list of hands"))


def test_nothing_is_called_a_fault_before_anybody_could_type(page: Page):
    setup = NewGame(page).open()
    setup.tap(setup.more)
    with page.expect_response(re.compile("/new/choices")):
        setup.choose("Hands", "a list of one's own")
    expect(page.get_by_role("combobox", name="Hands")).to_have_value("list")
    expect(setup.alert).to_have_count(0)


def test_a_single_player_is_told_that_two_are_needed(page: Page, complaints: Complaints):
    complaints.expect("status of 422")
    setup = NewGame(page).open().fill("Ana")
    setup.start()
    expect(setup.alert).to_contain_text("This game is for 2 to 10 players, not 1.")
    assert setup.lines[0] == "Ana"


def test_hands_too_large_for_the_pack_are_refused_with_the_sum(page: Page, complaints: Complaints):
    complaints.expect("status of 422")
    setup = NewGame(page).open().type(*FOUR).own_hands("5 14")
    setup.start()
    field = page.get_by_role("textbox", name="Own list of hands")
    expect(field).to_have_accessible_description(re.compile("4 players × 14 cards = 56"))
    expect(field).to_have_value("5 14")
    assert setup.lines == list(FOUR)
    field.fill("5 13")
    setup.start()
    Table(page).plays_hand(1)


def test_the_fold_stays_open_while_choices_are_made_in_it(page: Page):
    setup = NewGame(page).open()
    setup.tap(setup.more)
    for what, choice in (("Hands", "up and down"), ("Bids", "all at once, no hook"), ("Direction", "anticlockwise")):
        with page.expect_response(re.compile("/new/choices")):
            setup.choose(what, choice)
    expect(page.get_by_role("listitem").filter(has_text="anticlockwise")).to_be_visible()
    expect(page.get_by_role("combobox", name="Direction")).to_be_visible()


def test_the_game_is_said_in_plain_words_before_the_start(page: Page):
    setup = NewGame(page).open().type(*FOUR)
    setup.later()
    expect(setup.button("Start game")).to_have_accessible_description(re.compile("1 to 13 cards, hook off"))
    setup.tap(setup.hook)
    expect(setup.button("Start game")).to_have_accessible_description(re.compile("hook on"))
    expect(page.get_by_role("listitem").filter(has_text="hook")).to_be_visible()


def test_the_last_choice_is_remembered_on_this_phone(page: Page):
    table = Table(page).start("Ana", "Bo", "Cy", hook=True)
    setup = NewGame(page).open()
    expect(setup.hook).to_be_checked()
    setup.fill("Ana", "Bo", "Cy").start()
    table.plays_hand(1).bids({"Bo": 1, "Cy": 0})
    expect(table.bid_key("Ana", 0)).to_be_disabled()
    expect(table.bid_key("Ana", 0)).to_have_accessible_description(re.compile("Not 0: the bids would total 1"))


def test_a_group_that_has_played_before_needs_two_taps(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([1, 2]), hands=2)
    table = Table(scorekeeper).open(slug).sees("Finished")
    table.tap(table.link("Play again"))
    setup = NewGame(scorekeeper).sees("New game")
    assert setup.lines == list(FOUR)
    setup.start()
    assert bidding_order(table.plays_hand(1)) == ["Cy", "Dee", "Ana", "Bo"]
    assert table.taps + setup.taps == 2
