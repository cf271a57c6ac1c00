"""The tricks of a hand: nothing is preset, they add up or are refused in words, and the next hand is there at once."""

import pytest

from tests.web.playing import B3, b3, f4, open_hand, start_with_sizes

JUNK = [
    "",
    " ",
    "two",
    "-1",
    "2.5",
    "1e1",
    "²",
    "9" * 21,
    "9" * 10_000,
    "NaN",
    "Infinity",
    "0x1",
    "1,5",
    "--5",
    "5-",
    "\0",
    "None",
    "🂡",
    "6",
]


def five_cards(phone):
    """A hand of five with its bids in."""
    table = open_hand(phone, 5)
    table.bids("Bo 1, Cy 1, Dee 0, Ana 2")
    return table


def test_it_works(any_phone):
    table = five_cards(any_phone)
    table.record("2 2 1 0")
    assert table.screen.heading == "Hand 2 of 2"
    assert "Hand 1:" in table.screen.status
    assert table.shown_totals == ["12", "0", "11", "10"]
    assert "Undo" in table.screen.buttons


def test_tricks_that_do_not_add_up_are_refused_and_stay_as_chosen(any_phone, stored):
    """G12: dealer, hand and totals don't move."""
    table = five_cards(any_phone)
    before = stored()
    sentences = {
        "2 1 1 0": "4 of 5: 1 too few",
        "2 2 1 1": "6 of 5: 1 too many",
        "0 0 0 0": "0 of 5: 5 too few",
        "5 5 5 5": "20 of 5: 15 too many",
    }
    for taken, sentence in sentences.items():
        table.record(taken)
        assert any_phone.status == 422
        assert sentence in " ".join(table.screen.alerts)
        assert table.chosen_tricks() == taken
        assert (table.screen.heading, table.dealer, table.shown_totals) == ("Hand 1 of 2", "Ana", ["0"] * 4)
    assert stored() == before
    table.record("2 2 1 0")
    assert table.screen.heading == "Hand 2 of 2"


def test_more_than_ten_tricks_can_be_taken(phone):
    """G13"""
    table = start_with_sizes(phone, ("Ana", "Bo", "Cy"), "13", dealer="Cy", hook=True)
    table.play("Ana 12, Bo 1, Cy 1", "12 1 0")
    assert [cell.text for cell in phone.open(f"{table.url}/sheet").main.all("tfoot")[0].all("td")] == ["22", "11", "0"]


def test_trick_entry_opens_empty_and_records_nothing_untouched(any_phone, stored):
    """G14: neither zeros nor the last hand's numbers."""
    table = f4(any_phone)
    table.play("Bo 0, Cy 0, Dee 0, Ana 0", "1 0 0 0")
    table.bids("Cy 1, Dee 0, Ana 0, Bo 2")
    assert table.chosen_tricks() == "- - - -"
    before = stored()
    any_phone.press("Record")
    assert any_phone.status == 422
    assert table.screen.heading == "Hand 2 of 8"
    assert stored() == before


def test_every_control_says_what_it_does_and_for_whom(phone):
    """G54b: while bids, then tricks are entered; no two controls are called the same."""
    table = open_hand(phone, 3)
    for said, names in (
        ("Bo 1", [*(f"Cy bids {bid}" for bid in range(4)), "Change Bo's bid of 1"]),
        ("Cy 1, Dee 0, Ana 0", [f"{player} took {tricks}" for player in table.players for tricks in range(4)]),
    ):
        table.bids(said)
        controls = [
            one for one in phone.screen.main.all("button", "input", "a", "summary") if one["type"] != "hidden" and not one.unseen
        ]
        called = [phone.screen.name(one) for one in controls]
        assert set(names) <= set(called)
        assert all(called)
        assert len(called) == len(set(called))


def test_hurried_taps_on_record_store_no_tricks(phone, stored):
    """G15: four presses in a row, nothing chosen."""
    table = open_hand(phone, 3)
    table.bids("Bo 1, Cy 1, Dee 0, Ana 0")
    before = stored()
    for _ in range(4):
        phone.press("Record")
        assert phone.status == 422
    assert table.chosen_tricks() == "- - - -"
    assert stored() == before


def test_a_missing_number_is_asked_for_in_its_line(phone, stored):
    table = five_cards(phone)
    before = stored()
    table.record("2 2 - 1")
    assert phone.status == 422
    assert "missing" in table.refused_in_line("Cy")
    assert table.chosen_tricks() == "2 2 - 1"
    assert stored() == before


def test_what_is_no_number_of_tricks_is_refused_in_its_line(phone, stored):
    """G53: the others stay as chosen."""
    table = five_cards(phone)
    table.choose_tricks("2 2 1 0")
    before = stored()
    for junk in JUNK:
        phone.press("Record", tricks_2=junk)
        assert phone.status == 422, repr(junk)
        assert table.refused_in_line("Cy"), repr(junk)
        assert table.chosen_tricks() == "2 2 - 0", repr(junk)
        assert "NaN" not in table.screen.text
    assert stored() == before


@pytest.mark.parametrize("field", ["hand", "bids"])
def test_a_record_with_a_field_missing_or_garbled_is_refused_in_words(phone, stored, field):
    table = five_cards(phone)
    table.choose_tricks("2 2 1 0")
    before = stored()
    for value in (None, "", " ", "x", "9" * 5000, "\0", "0", "9", "-1"):
        phone.press("Record", **{field: value})
        assert phone.status in {409, 422}, repr(value)
        assert table.screen.alerts, repr(value)
        assert table.chosen_tricks() == "2 2 1 0", repr(value)
    assert stored() == before


def test_tricks_of_seats_that_are_not_there_are_left_alone(phone):
    table = five_cards(phone)
    table.choose_tricks("2 2 1 0")
    phone.press("Record", tricks_4="3", tricks_99="x")
    assert table.game.closed[0].tricks == (2, 2, 1, 0)


def test_totals_points_and_dealer_follow_each_record(phone):
    """B3, hand by hand."""
    table = b3(phone, hands=0)
    for (said, taken), (heading, totals) in zip(
        B3, [("Hand 2 of 3", ["11", "10", "0"]), ("Hand 3 of 3", ["11", "10", "11"]), ("Finished", [])], strict=True
    ):
        table.play(said, taken)
        assert table.screen.heading == heading
        if totals:
            assert table.shown_totals == totals
    assert phone.follow("Score sheet").main.all("tfoot")[0].text == "Total 23 21 11"


def test_the_last_hand_is_scored_and_the_game_is_over(phone):
    """G19: no waiting for a hand 4, and the final view comes back."""
    table = b3(phone)
    for _ in range(2):
        assert table.screen.heading == "Finished"
        assert "Ana wins with 23" in table.screen.text
        assert not [name for name in table.screen.buttons if " bids " in name or name.startswith("Record")]
        table.look()
    game = table.game
    assert (game.finished, len(game.closed)) == (True, 3)
    for path in ("/sheet", "/history", "/rules", "/sheet.csv", "/sheet.xlsx", "/sheet.json", "/hands/3"):
        assert phone.client.get(table.url + path).status_code == 200


def test_who_missed_and_who_made_it_stands_in_one_line(phone):
    table = b3(phone, hands=1)
    assert table.screen.status == "Hand 1: Bo +10, Ana +11, Cy missed"


# Old pages, two phones


def test_only_one_set_of_tricks_is_kept_and_the_other_phone_is_told(phone, stored):
    """G50: no mixture of the two; the sentence has both."""
    table = five_cards(phone)
    q = phone.second_tab()
    q.open(table.url)
    other = [*q.would_send("Record")[1], *((f"tricks-{seat}", tricks) for seat, tricks in enumerate("5000"))]
    table.record("2 2 1 0")
    before = stored()
    q.send(table.url, other)
    assert q.status == 409
    said = " ".join(q.screen.alerts)
    assert "2 2 1 0" in said
    assert "5 0 0 0" in said
    assert stored() == before


def test_the_same_tricks_from_two_phones_are_one_hand(phone, stored):
    table = five_cards(phone)
    q = phone.second_tab()
    q.open(table.url)
    same = [*q.would_send("Record")[1], *((f"tricks-{seat}", tricks) for seat, tricks in enumerate("2210"))]
    table.record("2 2 1 0")
    before = stored()
    q.send(table.url, same)
    assert (q.status, q.screen.heading) == (200, "Hand 2 of 2")
    assert stored() == before


def test_tricks_counted_against_other_bids_are_refused_and_both_are_shown(phone, stored):
    """G50: the bids were changed while somebody entered tricks."""
    table = five_cards(phone)
    q = phone.second_tab()
    q.open(table.url)
    tricks = [*q.would_send("Record")[1], *((f"tricks-{seat}", tricks) for seat, tricks in enumerate("2210"))]
    table.bid("Bo", 3)
    before = stored()
    q.send(table.url, tricks)
    assert q.status == 409
    assert "2 3 1 0" in " ".join(q.screen.alerts)
    assert "2 1 1 0" in " ".join(q.screen.alerts)
    assert stored() == before


def test_the_recorded_tricks_of_an_old_hand_never_close_a_later_one(phone, stored):
    """G41, G49: hand 1's requests again while hand 3 is running."""
    table = f4(phone)
    sent = []
    for player, bid in (("Bo", 0), ("Cy", 0), ("Dee", 0), ("Ana", 0)):
        table.bid(player, bid)
        sent.append(phone.last_sent)
    table.record("1 0 0 0")
    sent.append(phone.last_sent)
    table.play_any()
    table.bids("Dee 1, Ana 0, Bo 0, Cy 0")
    before = stored()
    for request in sent:
        phone.send(*request)
        assert phone.status == 200
    url, fields = sent[-1]
    phone.send(url, [(name, {"tricks-0": "0", "tricks-1": "1", "key": "another"}.get(name, value)) for name, value in fields])
    assert phone.status == 409
    assert stored() == before


def test_an_old_key_with_other_tricks_is_refused(phone, stored):
    table = five_cards(phone)
    table.record("2 2 1 0")
    url, fields = phone.last_sent
    phone.press("Undo")
    before = stored()
    phone.send(url, [(name, {"tricks-0": "3", "tricks-1": "1"}.get(name, value)) for name, value in fields])
    assert phone.status in {409, 422}
    assert phone.screen.alerts
    assert stored() == before


def test_after_the_end_nothing_can_be_bid_or_recorded(phone, stored):
    table = b3(phone, hands=2)
    bid = phone.would_send("Ana bids 3")
    table.bids(B3[2][0])
    tricks = phone.would_send("Record")
    table.record(B3[2][1])
    before = stored()
    for url, fields in (bid, (tricks[0], [*tricks[1], ("tricks-0", "3"), ("tricks-1", "0"), ("tricks-2", "0")])):
        phone.send(url, [(name, "another" if name == "key" else value) for name, value in fields])
        assert phone.status == 409
        assert phone.screen.alerts
        assert phone.screen.heading == "Finished"
    assert stored() == before
