"""Undo: the last entry is struck through, and everything that followed from it goes back together."""

from tests.web.playing import B3, b3, f4, open_hand, start


def where(table):
    """Hand, size, dealer, first bidder as the screen says them."""
    screen = table.screen
    return screen.heading, table.game.hand.size, table.dealer, table.order[0]


def undo_all(table, most=60):
    """Undo until no button is left."""
    for count in range(most):
        if "Undo" not in table.screen.buttons:
            return count
        table.undo()
        assert table.phone.status == 200
    raise AssertionError("undo never ends")


def test_it_works(any_phone):
    table = f4(any_phone)
    table.bids("Bo 1, Cy 0")
    table.undo()
    assert table.shown_bids == {"Bo": "1", "Cy": None, "Dee": None, "Ana": None}
    assert "Taken back: Cy bids 0." in table.screen.status


def test_dealer_and_points_go_back_together(phone):
    """G01: first to hand 2, then to hand 1, then forward again; no seat is skipped or deals twice."""
    table = f4(phone)
    hands = [("Bo 0, Cy 0, Dee 0, Ana 0", "1 0 0 0"), ("Cy 1, Dee 0, Ana 0, Bo 2", "1 0 1 0")]
    for said, taken in hands:
        table.play(said, taken)
    assert where(table) == ("Hand 3 of 8", 3, "Cy", "Dee")
    totals = table.shown_totals
    table.undo()
    assert where(table) == ("Hand 2 of 8", 2, "Bo", "Cy")
    assert "Cy deals" not in table.screen.text
    while table.screen.heading != "Hand 1 of 8":
        table.undo()
    assert where(table) == ("Hand 1 of 8", 1, "Ana", "Bo")
    undo_all(table)
    for said, taken in hands:
        table.play(said, taken)
    assert where(table) == ("Hand 3 of 8", 3, "Cy", "Dee")
    assert table.shown_totals == totals
    table.bids("Dee 1, Ana 1, Bo 0")
    assert [name for name, button in table.screen.buttons.items() if "disabled" in button] == ["Cy bids 1"]


def test_after_undoing_a_record_its_numbers_stand_as_entered(any_phone):
    """G28: eight values, nought as nought; going on without a change gives the same hand again."""
    table = f4(any_phone)
    table.play("Bo 0, Cy 0, Dee 0, Ana 0", "1 0 0 0")
    table.play("Cy 1, Dee 0, Ana 0, Bo 2", "1 0 1 0")
    before = table.game.closed[1]
    table.undo()
    assert table.chosen_tricks() == "1 0 1 0"
    assert table.shown_bids == {"Cy": "1", "Dee": "0", "Ana": "0", "Bo": "2"}
    any_phone.press("Record")
    assert any_phone.status == 200
    assert table.game.closed[1] == before


def test_further_undos_take_bids_back_the_last_first_and_show_them_as_ghosts(any_phone):
    """G28: back to the bids, each old value is there, visibly not entered, and going forward gives the same hand."""
    table = f4(any_phone)
    table.play_any()
    table.play("Cy 1, Dee 0, Ana 0, Bo 2", "1 0 1 0")
    before = table.game.closed[1]
    table.undo()
    for player, bid in (("Bo", 2), ("Ana", 0), ("Dee", 0), ("Cy", 1)):
        table.undo()
        assert table.shown_bid(player) is None
        ghosts = [name for name, button in table.screen.buttons.items() if "ghost" in button["class"].split()]
        assert ghosts == [f"{player} bids {bid}"]
    for _ in range(4):
        (ghost,) = [name for name, button in table.screen.buttons.items() if "ghost" in button["class"].split()]
        any_phone.press(ghost)
    assert table.chosen_tricks() == "1 0 1 0"
    any_phone.press("Record")
    assert table.game.closed[1] == before


def test_undo_from_the_end_makes_the_game_run_again(phone):
    """G29: at the tricks of hand 3, not listed as finished; with other tricks there is another winner, once."""
    table = b3(phone)
    table.undo()
    assert table.screen.heading == "Hand 3 of 3"
    assert table.chosen_tricks() == "2 1 0"
    screen = phone.open("/")
    assert "Continue, hand 3 of 3" in screen.text
    assert "Earlier games" not in screen.text
    table.look()
    table.record("1 1 1")
    assert "Cy wins with 22" in table.screen.text
    screen = phone.open("/")
    assert len([name for name in screen.links if "Ana, Bo, and Cy" in name]) == 1
    assert "won by Cy" in screen.text
    assert phone.open(f"{table.url}/sheet").main.all("tfoot")[0].text == "Total 11 21 22"
    assert "22" in phone.client.get(f"{table.url}/sheet.csv").text


def test_undo_of_everything_is_the_start(phone):
    """Undo ends cleanly: no button, no error, no hand 0."""
    table = b3(phone)
    assert undo_all(table) == 12
    game = table.game
    assert (game.hand.number, game.hand.untouched, game.closed) == (1, True, ())
    assert table.screen.heading == "Hand 1 of 3"
    for said, taken in B3:
        table.play(said, taken)
    assert "Ana wins with 23" in table.screen.text


def test_trump_is_undone_in_its_turn(phone):
    table = f4(phone)
    phone.press("hearts")
    table.bid("Bo", 0)
    table.undo()
    assert table.game.hand.trump == "hearts"
    table.undo()
    assert table.game.hand.trump is None


def test_undo_of_a_change_brings_the_old_bid_back(phone):
    table = f4(phone, hands=1)
    table.bids("Cy 1, Dee 0")
    table.bid("Cy", 2)
    table.undo()
    assert table.shown_bids == {"Cy": "1", "Dee": "0", "Ana": None, "Bo": None}


def test_undo_of_a_change_that_took_the_last_bid_back_brings_both_back(phone):
    table = open_hand(phone, 5)
    table.bids("Bo 2, Cy 1, Dee 0, Ana 1")
    table.bid("Dee", 1)
    table.undo()
    assert table.shown_bids == {"Bo": "2", "Cy": "1", "Dee": "0", "Ana": "1"}
    assert "taken back: ask again" not in table.screen.text


def test_undo_of_a_correction_brings_the_hand_back(phone):
    table = b3(phone)
    table.correct(2, tricks="0 1 1")
    table.look()
    table.undo()
    assert phone.open(f"{table.url}/sheet").main.all("tfoot")[0].text == "Total 23 21 11"


# Refusals


def test_a_doubled_undo_takes_one_step(phone, stored):
    """G47, G48"""
    table = f4(phone)
    table.bids("Bo 1, Cy 0")
    table.undo()
    before = stored()
    phone.send_again()
    assert phone.status == 200
    assert table.shown_bid("Bo") == "1"
    assert stored() == before


def test_two_phones_that_undo_the_same_take_one_step(phone, stored):
    table = f4(phone)
    table.bids("Bo 1, Cy 0")
    q = phone.second_tab()
    q.open(table.url)
    table.undo()
    before = stored()
    q.press("Undo")
    assert q.status == 200
    assert stored() == before


def test_undo_on_an_old_page_never_takes_back_something_else(phone, stored):
    table = f4(phone)
    table.bids("Bo 1")
    q = phone.second_tab()
    q.open(table.url)
    table.bids("Cy 0")
    before = stored()
    q.press("Undo")
    assert q.status == 409
    assert "entered in between" in " ".join(q.screen.alerts)
    assert stored() == before


def test_an_entry_that_is_not_the_last_is_not_undone(phone, stored):
    table = f4(phone)
    table.bids("Bo 1")
    before = stored()
    for entry in ("0", "1", "3", "99", "999999", "9" * 30, "-1", "", " ", "x", None, "1.0", "\0", "²"):
        phone.press("Undo", entry=entry)
        assert phone.status in {409, 422}, repr(entry)
        assert phone.screen.alerts, repr(entry)
    assert stored() == before


def test_with_nothing_entered_there_is_nothing_to_undo(phone, stored):
    table = f4(phone)
    table.bid("Bo", 1)
    _, fields = phone.would_send("Undo")
    table = start(phone, ("Ana", "Bo"))
    assert "Undo" not in table.screen.buttons
    before = stored()
    phone.send(table.url, [(name, "1" if name == "entry" else value) for name, value in fields])
    assert phone.status in {409, 422}
    assert "nothing left to undo" in " ".join(phone.screen.alerts)
    assert stored() == before


def test_an_undone_bid_sent_again_with_its_old_key_stays_undone(phone, stored):
    """A retry that comes late must not bring back what was taken back."""
    table = f4(phone)
    table.bid("Bo", 1)
    late = phone.last_sent
    table.undo()
    before = stored()
    phone.send(*late)
    assert phone.status in {200, 409}
    assert table.shown_bid("Bo") is None
    assert stored() == before
