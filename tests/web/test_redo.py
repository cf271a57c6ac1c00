"""Redo: what was undone is entered again, the last one first, as long as nothing else was entered in between."""

from tests.web.playing import B3, at_once, b3, f4, open_hand
from tests.web.test_hand_page import do, standings


def redo_all(table, most=40):
    """Redo until no button is left."""
    for count in range(most):
        if "Redo" not in table.screen.buttons:
            return count
        table.phone.press("Redo")
        assert table.phone.status == 200, table.screen.alerts
    raise AssertionError("redo never ends")


def test_it_works(any_phone):
    table = f4(any_phone)
    table.bids("Bo 1, Cy 0")
    assert "Redo" not in table.screen.buttons
    table.undo()
    any_phone.press("Redo")
    assert table.shown_bids == {"Bo": "1", "Cy": "0", "Dee": None, "Ana": None}
    assert "Cy bids 0." in table.screen.status
    assert "Redo" not in table.screen.buttons


def test_both_buttons_say_what_they_would_do(phone):
    table = f4(phone)
    table.bids("Bo 1, Cy 0")
    table.undo()
    screen = phone.screen
    assert screen.description(screen.button("Redo")) == "Enters again: Cy bids 0."
    assert screen.description(screen.button("Undo")) == "Takes back: Bo bids 1."
    assert screen.button("Undo")["title"] == "Takes back: Bo bids 1."


def test_covered_bids_stay_covered_in_what_the_buttons_say(phone):
    table = at_once(phone)
    table.bids("Cy 2, Ana 1")
    table.undo()
    screen = phone.screen
    assert screen.description(screen.button("Redo")) == "Enters again: Ana's bid is in."
    assert screen.description(screen.button("Undo")) == "Takes back: Cy's bid is in."


def test_a_chain_of_undo_and_redo_ends_where_it_began(phone):
    """G27: B3 after hand 3; the same totals, hand 3 recorded once."""
    table = b3(phone)
    for _ in range(3):
        table.undo()
    assert redo_all(table) == 3
    table.undo()
    table.record("2 1 0")
    game = table.game
    assert standings(phone) == ["23", "21", "11"]
    assert [hand.number for hand in game.closed] == [1, 2, 3]
    assert "Redo" not in phone.screen.buttons


def test_the_undo_list_ends_cleanly_after_points_and_corrections(phone):
    """G27: Bo +5, hand 1 corrected and put back, then undo until nothing is left."""
    table = b3(phone)
    phone.open(f"{table.url}/hand")
    phone.screen.type("Who", "Bo")
    phone.screen.type("Points", "+5")
    phone.press("Enter these points")
    table.correct(1, tricks="0 1 0")
    table.correct(1, tricks="1 0 0")
    table.look()
    count = 0
    while "Undo" in phone.screen.buttons:
        table.undo()
        assert phone.status == 200
        count += 1
    assert count == 15
    assert phone.screen.heading == "Hand 1 of 3"
    assert redo_all(table) == 15
    assert standings(phone) == ["26", "23", "11"]


def test_redo_of_a_whole_game_gives_the_same_game(phone):
    table = b3(phone)
    before = table.game
    while "Undo" in phone.screen.buttons:
        table.undo()
    redo_all(table)
    after = table.game
    assert (after.hands, after.sizes, after.dealers) == (before.hands, before.sizes, before.dealers)
    assert len(B3) == len(after.closed)


def test_something_else_entered_leaves_nothing_to_redo(phone):
    """Another bid in the same place too: redo never puts the old one over it."""
    table = f4(phone)
    table.bids("Bo 1, Cy 0")
    table.undo()
    do(table, "about")
    assert "Redo" not in phone.screen.buttons
    table.bid("Cy", 1)
    table.undo()
    table.bid("Cy", 0)
    assert "Redo" not in phone.screen.buttons
    table.undo()
    phone.press("Redo")
    assert table.shown_bid("Cy") == "0"
    assert "Redo" not in phone.screen.buttons


def test_watchers_have_no_redo(phone, other_phone):
    table = f4(phone)
    table.bids("Bo 1")
    table.undo()
    assert not {"Undo", "Redo"} & set(other_phone.open(table.url).buttons)


# Refusals


def test_a_doubled_redo_takes_one_step(phone, stored):
    table = f4(phone)
    table.bids("Bo 1, Cy 0")
    table.undo()
    table.undo()
    phone.press("Redo")
    before = stored()
    phone.send_again()
    assert phone.status == 200
    assert table.shown_bids == {"Bo": "1", "Cy": None, "Dee": None, "Ana": None}
    assert stored() == before


def test_two_phones_that_redo_the_same_take_one_step(phone, stored):
    table = f4(phone)
    table.bids("Bo 1, Cy 0")
    table.undo()
    table.undo()
    tab = phone.second_tab()
    tab.open(table.url)
    phone.press("Redo")
    before = stored()
    tab.press("Redo")
    assert tab.status == 200
    assert stored() == before


def test_redo_on_an_old_page_never_enters_something_else(phone, stored):
    table = open_hand(phone, 5)
    table.bids("Bo 1, Cy 0")
    table.undo()
    tab = phone.second_tab()
    tab.open(table.url)
    table.bids("Cy 3")
    before = stored()
    tab.press("Redo")
    assert tab.status == 409
    assert "entered in between" in " ".join(tab.screen.alerts)
    assert stored() == before


def test_an_entry_that_is_not_the_next_is_not_redone(phone, stored):
    table = f4(phone)
    table.bids("Bo 1")
    table.undo()
    before = stored()
    for entry in ("0", "1", "3", "99", "9" * 30, "-1", "", " ", "x", None, "1.0", "\0", "²"):
        phone.press("Redo", entry=entry)
        assert phone.status in ({200} if entry == "1" else {409, 422}), repr(entry)
        assert phone.screen.alerts or entry == "1", repr(entry)
    assert stored() == before


def test_what_was_redone_and_undone_again_is_not_brought_back_by_a_late_retry(phone, stored):
    table = f4(phone)
    table.bids("Bo 1")
    table.undo()
    phone.press("Redo")
    late = phone.last_sent
    table.undo()
    before = stored()
    phone.send(*late)
    assert phone.status in {200, 409}
    assert table.shown_bid("Bo") is None
    assert stored() == before
