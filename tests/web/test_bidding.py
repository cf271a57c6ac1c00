"""Bids: one tap each, the next bidder opens by himself, what the rules bar is named and refused."""

import re

import pytest

from tests.web.playing import at_once, f4, open_hand, start_with_rules, start_with_sizes

JUNK = [
    "", " ", "two", "-1", "2.5", "1e1", "²", "½", "007", "6", "1e9", "9" * 21, "9" * 10_000, "NaN", "Infinity", "0x2", "1,5", "--5",
    "5-", "\0", "2\0", "+-2", "1 2", "true", "None", "🂡", "2\u0301", "−2",
]  # fmt: skip  # many short ones: one a line hides what is there


def test_it_works(any_phone):
    table = f4(any_phone)
    table.bid("Bo", 1)
    assert table.shown_bids == {"Bo": "1", "Cy": None, "Dee": None, "Ana": None}
    assert "Bo bids 1." in table.screen.status


def test_only_the_next_bidder_has_numbers(phone):
    table = f4(phone, hands=1)
    assert [name for name in table.screen.buttons if " bids " in name] == ["Cy bids 0", "Cy bids 1", "Cy bids 2"]
    table.bid("Cy", 0)
    assert [name for name in table.screen.buttons if " bids " in name] == ["Dee bids 0", "Dee bids 1", "Dee bids 2"]


def test_with_the_last_bid_the_tricks_are_asked(any_phone):
    table = open_hand(any_phone, 2)
    table.bids("Bo 1, Cy 1, Dee 1")
    assert "Record" not in " ".join(table.screen.buttons)
    table.bid("Ana", 1)
    assert "Record hand 1" in " ".join(table.screen.buttons)
    assert "Ana took 2" in table.screen.fields


def test_a_bid_of_nought_is_a_bid(phone):
    """G06: nothing is bid before it was bid, and 0 shows as 0, after a reload too."""
    table = f4(phone, hands=2)
    assert set(table.shown_bids.values()) == {None}
    assert "no bid yet" in table.line("Dee").text
    table.bid("Dee", 0)
    for _ in range(2):
        assert table.shown_bids == {"Dee": "0", "Ana": None, "Bo": None, "Cy": None}
        table.look()


def test_tricks_are_refused_while_a_bid_is_missing_and_its_line_says_so(phone, stored):
    """G06: the request that a page never sends."""
    table = f4(phone, hands=1)
    table.bids("Cy 1, Dee 0, Ana 0, Bo 2")
    url, fields = phone.would_send("Record hand 2")
    fields = [*fields, *((f"tricks-{seat}", str(int(seat == 1))) for seat in range(4))]
    phone.press("Undo")
    phone.press("Undo")
    before = stored()
    phone.send(url, fields)
    assert phone.status == 422
    assert "bid" in table.refused_in_line("Ana")
    assert stored() == before


def test_the_last_bidder_may_not_make_the_bids_even(phone, stored):
    """G07: the barred number is there, disabled, with its reason, and follows the other bids."""
    table = open_hand(phone, 5)
    table.bids("Bo 2, Cy 1, Dee 0")
    keys = {name: "disabled" in button for name, button in table.screen.buttons.items() if name.startswith("Ana bids")}
    assert keys == {f"Ana bids {bid}": bid == 2 for bid in range(6)}
    assert "Not 2: the bids would total 5." in table.screen.description(table.screen.button("Ana bids 2"))
    table.bid("Dee", 1)
    assert [name for name, button in table.screen.buttons.items() if "disabled" in button] == ["Ana bids 1"]
    before = stored()
    phone.press("Ana bids 0", bid="1")
    assert phone.status == 422
    assert "Not 1: the bids would total 5." in table.refused_in_line("Ana")
    assert stored() == before
    assert table.shown_bids == {"Bo": "2", "Cy": "1", "Dee": "1", "Ana": None}


@pytest.mark.parametrize(("said", "barred"), [("Bo 3, Cy 2, Dee 1", None), ("Bo 3, Cy 2, Dee 0", 0), ("Bo 0, Cy 0, Dee 0", 5)])
def test_nothing_is_barred_where_the_bids_cannot_come_out_even(phone, said, barred):
    """G08: no negative number is shown anywhere."""
    table = open_hand(phone, 5)
    table.bids(said)
    disabled = [name for name, button in table.screen.buttons.items() if "disabled" in button]
    assert disabled == ([] if barred is None else [f"Ana bids {barred}"])
    assert "-" not in table.screen.text
    assert "\N{MINUS SIGN}" not in table.screen.text
    for bid in range(6):
        table.look()
        phone.press(f"Ana bids {1 if barred == 0 else 0}", bid=str(bid))
        assert phone.status == (422 if bid == barred else 200)
        if phone.status == 200:
            table.undo()


@pytest.mark.parametrize(("others", "left"), [("Bo 0, Cy 0, Dee 0", "0"), ("Bo 1, Cy 0, Dee 0", "1"), ("Bo 1, Cy 1, Dee 0", "01")])
def test_a_single_legal_bid_is_shown_with_its_reason_and_not_entered_by_itself(phone, others, left):
    """RG03"""
    table = f4(phone)
    table.bids(others)
    assert table.shown_bid("Ana") is None
    free = "".join(name[-1] for name, button in table.screen.buttons.items() if "Ana bids" in name and "disabled" not in button)
    assert free == left
    assert ("is left" in table.line("Ana").text) is (len(left) == 1)


@pytest.mark.parametrize("bidder", ["Dee", "Ana"])
def test_what_is_no_bid_of_this_hand_is_refused_in_the_line(phone, stored, bidder):
    """G09, G53: nothing is stored, other bids stay, the sentence stands in the line, for a new bid and for a change."""
    table = f4(phone, hands=2)
    if bidder == "Ana":
        table.bids("Dee 1, Ana 1")
        phone.follow("Change Ana's bid of 1")
    before, bids = stored(), table.shown_bids
    for junk in (*JUNK, "4"):
        phone.press(f"{bidder} bids 0", bid=junk)
        assert phone.status == 422, repr(junk)
        assert table.refused_in_line(bidder), repr(junk)
        assert table.shown_bids == bids
        assert "NaN" not in table.screen.text
    assert stored() == before


def test_a_bid_beyond_the_hand_is_refused_with_the_bounds(phone):
    """G09, G53b: however large."""
    table = f4(phone, hands=2)
    for bid in ("4", "007", "9" * 21, "9" * 10_000):
        phone.press("Dee bids 0", bid=bid)
        assert "0 to 3" in table.refused_in_line("Dee"), bid[:30]


def test_a_number_may_be_written_oddly_and_is_shown_as_a_number(phone):
    """G09: read or refused, never kept as typed."""
    table = f4(phone, hands=2)
    for typed, meant in (("000", "0"), ("03", "3"), (" 2 ", "2"), ("٣", "3"), ("+1", "1"), ("３", "3")):
        phone.press("Dee bids 0", bid=typed)
        assert phone.status in {200, 422}
        assert table.shown_bid("Dee") == (meant if phone.status == 200 else None)
        if phone.status == 200:
            table.undo()


def test_without_the_hook_even_bids_are_accepted_and_called_even(phone):
    """G10: hook off."""
    table = open_hand(phone, 4, hook=False)
    table.bids("Bo 1, Cy 1, Dee 1, Ana 1")
    assert table.balance == "Bids 4 of 4: even"
    assert table.screen.alerts == []


@pytest.mark.parametrize(("hook", "words"), [(True, "The hook is on"), (False, "The hook is off")])
def test_a_running_game_states_its_hook(phone, hook, words):
    """G10b"""
    f4(phone, hook=hook)
    assert words in phone.follow("Rules of this game").text


def test_the_hook_from_some_size_on(phone, stored):
    """RG01: hand of 3 even, hand of 4 refused; the running game says so."""
    table = start_with_sizes(phone, ("Ana", "Bo", "Cy", "Dee"), "3 4", hook=True, choices={"Hook from how many cards": "4"})
    assert "The hook is on from 4 cards" in phone.follow("Rules of this game").text
    table.look()
    table.play("Bo 1, Cy 1, Dee 1, Ana 0", "0 1 1 1")
    table.bids("Cy 1, Dee 1, Ana 1")
    before = stored()
    phone.press("Bo bids 0", bid="1")
    assert phone.status == 422
    assert stored() == before


@pytest.mark.parametrize(("said", "barred"), [("Bo 2, Cy 1, Dee 0", "012"), ("Bo 5, Cy 5, Dee 0", "")])
def test_the_dealer_may_have_to_bring_the_bids_above_the_hand(phone, stored, said, barred):
    """RG02: whom the hook binds stands in words; an even bid is refused like a smaller one."""
    bidding = {"hook": "must_exceed"}
    table = start_with_rules(phone, ("Ana", "Bo", "Cy", "Dee"), schedule={"shape": "list", "hands": [5]}, bidding=bidding)
    assert "The last bid must bring the bids above the size of the hand" in phone.follow("Rules of this game").text
    table.look()
    table.bids(said)
    disabled = "".join(name[-1] for name, button in table.screen.buttons.items() if "disabled" in button)
    assert disabled == barred
    free = next(name for name in table.screen.buttons if name.startswith("Ana bids") and name[-1] not in barred)
    before = stored()
    for bid in barred:
        phone.press(free, bid=bid)
        assert phone.status == 422
        assert table.refused_in_line("Ana")
    assert stored() == before
    phone.press(free)
    assert (phone.status, table.shown_bid("Ana")) == (200, free[-1])


def test_only_the_last_bid_is_ever_barred(phone):
    """RG02: whoever bids before the last one may make the bids even, and the form of a new game offers nothing else."""
    table = open_hand(phone, 5)
    assert [button for button in table.screen.buttons.values() if "disabled" in button] == []
    table.bids("Bo 2, Cy 3")
    assert [button for button in table.screen.buttons.values() if "disabled" in button] == []
    table.bids("Dee 0")
    assert [name for name, button in table.screen.buttons.items() if "disabled" in button] == ["Ana bids 0"]
    options = [option.text for option in phone.open("/new").field("The hook says").all("option")]
    assert options == ["bids may not total the cards", "bids must total more than the cards"]


def test_over_under_and_even_follow_every_change(phone):
    """G11: in words, during the bids and during the tricks."""
    table = open_hand(phone, 4, hook=False)
    said = [table.balance]
    for bids in ("Bo 1", "Cy 1", "Dee 1", "Ana 1", "Bo 3", "Cy 0"):
        table.bids(bids)
        said.append(table.balance)
    assert said == [
        "Bids 0 of 4: under by 4",
        "Bids 1 of 4: under by 3",
        "Bids 2 of 4: under by 2",
        "Bids 3 of 4: under by 1",
        "Bids 4 of 4: even",
        "Bids 6 of 4: over by 2",
        "Bids 5 of 4: over by 1",
    ]
    assert "Record hand 1" in " ".join(table.screen.buttons)


def test_a_bid_is_changed_by_tapping_its_line_and_no_other_is_lost(any_phone):
    """RG04: Ana 0, Bo 2 stay, Dee's barred number is 4 - 3 = 1, and the change can be read."""
    table = f4(any_phone, hands=3)
    table.bids("Ana 1, Bo 2")
    table.bid("Ana", 0)
    table.bid("Cy", 1)
    assert table.shown_bids == {"Ana": "0", "Bo": "2", "Cy": "1", "Dee": None}
    assert [name for name, button in table.screen.buttons.items() if "disabled" in button] == ["Dee bids 1"]
    assert "Ana bids 0. Before: 1." in any_phone.open(f"{table.url}/history").text


def test_an_opened_line_can_be_left_as_it_is(any_phone, stored):
    table = f4(any_phone, hands=3)
    table.bids("Ana 1, Bo 2")
    before = stored()
    any_phone.follow("Change Ana's bid of 1")
    assert "aria-pressed" in table.screen.button("Ana bids 1")
    any_phone.follow("Leave it as it is")
    assert "Ana bids 1" not in table.screen.buttons
    assert stored() == before


def test_a_last_bid_made_illegal_by_a_change_is_taken_back_in_words(phone):
    table = open_hand(phone, 5)
    table.bids("Bo 2, Cy 1, Dee 0, Ana 1")
    table.bid("Dee", 1)
    assert table.shown_bids == {"Bo": "2", "Cy": "1", "Dee": "1", "Ana": None}
    assert "Ana's bid of 1 would now make the bids total 5, so it was taken back" in " ".join(table.screen.alerts)
    table.bid("Ana", 0)
    assert table.screen.alerts == []


def test_a_bid_taken_back_that_would_be_legal_again_is_asked_for_without_a_sum(phone):
    table = open_hand(phone, 5)
    table.bids("Bo 2, Cy 1, Dee 0, Ana 1")
    table.bid("Dee", 1)
    table.bid("Dee", 2)
    assert "Ana's bid of 1 was taken back: ask again." in " ".join(table.screen.alerts)


def test_changing_a_bid_to_what_it_is_changes_nothing(phone, stored):
    table = f4(phone, hands=1)
    table.bid("Cy", 1)
    before = stored()
    table.bid("Cy", 1)
    assert phone.status == 200
    assert stored() == before


# Refusals


def test_nobody_bids_out_of_turn(phone, stored):
    table = f4(phone)
    before = stored()
    phone.press("Bo bids 0", seat="3")
    assert phone.status == 422
    assert "somebody else's turn" in table.refused_in_line("Dee")
    assert stored() == before


def test_nobody_bids_from_a_seat_that_is_not_there(phone, stored):
    f4(phone)
    before = stored()
    for seat in ("4", "10", "999999", "9" * 30, "-1", "", "Bo", "1.0", "\0", "None"):
        phone.press("Bo bids 0", seat=seat)
        assert phone.status == 422, seat
        assert phone.screen.alerts, seat
    assert stored() == before


def test_nobody_bids_in_a_hand_that_is_not_being_played(phone, stored):
    f4(phone)
    before = stored()
    for hand in ("0", "2", "8", "9", "999999"):
        phone.press("Bo bids 0", hand=hand)
        assert phone.status in {409, 422}
        assert f"hand {hand}" in " ".join(phone.screen.alerts).lower()
    assert stored() == before


@pytest.mark.parametrize("field", ["hand", "seat", "bid", "do"])
def test_a_request_with_a_field_missing_or_garbled_is_refused_in_words(phone, stored, field):
    f4(phone)
    before = stored()
    for value in (None, "", " ", "\u3000", "x", "9" * 5000, "\0", "-1", "²"):
        phone.press("Bo bids 0", **{field: value})
        assert phone.status == 422, repr(value)
        assert phone.screen.alerts, repr(value)
    assert stored() == before


def test_a_bid_without_a_key_is_still_a_bid(phone):
    table = f4(phone)
    phone.press("Bo bids 0", key=None)
    assert (phone.status, table.shown_bid("Bo")) == (200, "0")


def test_a_garbled_memory_of_the_page_is_refused(phone, stored):
    f4(phone)
    before = stored()
    for was in ("x", "9" * 5000, "-1", "2.5", "\0"):
        phone.press("Bo bids 0", was=was)
        assert phone.status in {409, 422}, was
        assert phone.screen.alerts, was
    assert stored() == before


# Two phones, old pages


def test_a_bid_made_on_an_old_page_is_told_and_shows_both(phone, stored):
    """G50: P and Q bid for the same hand; Q's page is old."""
    table = f4(phone, hands=1)
    q = phone.second_tab()
    q.open(table.url)
    old = {bid: q.would_send(f"Cy bids {bid}") for bid in (0, 1)}
    table.bids("Cy 1, Dee 0, Ana 0, Bo 2")
    before = stored()
    q.send(*old[0])
    assert q.status == 409
    assert "1 elsewhere" in " ".join(q.screen.alerts)
    assert "you tapped 0" in " ".join(q.screen.alerts)
    q.send(*old[1])
    assert q.status == 200
    assert stored() == before


def test_the_same_bid_from_two_phones_is_one_bid(phone, stored):
    table = f4(phone)
    q = phone.second_tab()
    q.open(table.url)
    table.bid("Bo", 1)
    before = stored()
    q.press("Bo bids 1")
    assert q.status == 200
    assert stored() == before


def test_a_change_made_on_an_old_page_is_told(phone, stored):
    table = f4(phone, hands=2)
    table.bid("Dee", 1)
    q = phone.second_tab()
    q.open(table.url)
    q.follow("Change Dee's bid of 1")
    table.bid("Dee", 2)
    before = stored()
    q.press("Dee bids 0")
    assert q.status == 409
    assert "2 elsewhere" in " ".join(q.screen.alerts)
    assert stored() == before


def test_a_bid_taken_back_elsewhere_is_told(phone, stored):
    table = f4(phone, hands=2)
    table.bid("Dee", 1)
    q = phone.second_tab()
    q.open(table.url)
    q.follow("Change Dee's bid of 1")
    table.undo()
    before = stored()
    q.press("Dee bids 0")
    assert q.status == 409
    assert "taken back elsewhere" in " ".join(q.screen.alerts)
    assert stored() == before


def test_a_bid_of_an_earlier_hand_never_touches_the_hand_being_played(phone, stored):
    """G41, G49: the recorded requests of hand 1 while hand 3 is running, the same and with other numbers."""
    table = f4(phone)
    url, fields = phone.would_send("Bo bids 1")
    table.play_any(2)
    before = stored()
    phone.send(url, fields)
    assert phone.status == 409
    phone.send(url, [(name, "0" if name == "bid" else value) for name, value in fields])
    assert phone.status in {200, 409}
    assert table.screen.heading == "Hand 3 of 8"
    assert stored() == before


def test_an_old_key_with_another_bid_is_refused(phone, stored):
    table = f4(phone, hands=1)
    table.bid("Cy", 1)
    url, fields = phone.last_sent
    before = stored()
    changed = [(name, {"bid": "2", "was": "1"}.get(name, value)) for name, value in fields]
    phone.send(url, changed)
    assert phone.status in {409, 422}
    assert phone.screen.alerts
    assert stored() == before


# All at once


def test_all_at_once_anybody_bids_in_any_order_and_the_bids_stay_covered(any_phone):
    """RG17: no hook; what was bid is shown when the last is in."""
    table = at_once(any_phone)
    table.bid("Cy", 2)
    assert "Cy's bid is in." in table.screen.status
    assert table.shown_bids == {"Bo": None, "Cy": "in", "Ana": None}
    table.bid("Ana", 0)
    assert "1 still to bid" in table.balance
    table.bid("Bo", 0)
    assert table.shown_bids == {"Bo": "0", "Cy": "2", "Ana": "0"}
    assert table.balance == "Bids 2 of 2: even"


def test_no_bid_can_be_read_off_the_page_before_all_are_in(phone, other_phone):
    """What differs between two games that differ only in a covered bid is nothing."""
    pages = []
    for bid in (0, 2):
        table = at_once(phone)
        table.bid("Cy", bid)
        page = []
        for path in ("", "/history", "/sheet", "/rules", "/read", "/sheet.json", "/sheet.csv"):
            text = other_phone.client.get(table.url + path).text
            page.append(text.replace(table.slug, "SLUG"))
        pages.append(page)
    for first, second in zip(*pages, strict=True):
        assert without_times(first) == without_times(second)


def without_times(text: str) -> str:
    """A page without what differs from game to game in any case."""
    return re.sub(r"at=\d+|\d{4}-\d\d-\d\dT[\d:.+]+|\d\d:\d\d|<path[^>]*>|<svg.*?</svg>", "", text, flags=re.DOTALL)


def test_a_covered_bid_can_be_changed(phone):
    table = at_once(phone)
    table.bid("Cy", 2)
    phone.follow("Change Cy's bid")
    phone.press("Cy bids 1")
    table.bids("Ana 0, Bo 0")
    assert table.shown_bid("Cy") == "1"


# Trump


def test_trump_is_tapped_changed_and_taken_back(any_phone):
    table = f4(any_phone)
    for tapped, stored in (("hearts", "hearts"), ("no trump", "none"), ("no trump", None), ("spades", "spades")):
        any_phone.press(tapped)
        assert table.game.hand.trump == stored
        pressed = [
            name
            for name in ("spades", "hearts", "diamonds", "clubs", "no trump")
            if table.screen.button(name)["aria-pressed"] == "true"
        ]
        assert pressed == ([tapped] if stored else [])
        assert tapped in table.screen.text
    assert table.shown_bids == dict.fromkeys(("Bo", "Cy", "Dee", "Ana"))


def test_trump_is_not_asked_where_the_rules_have_none(phone):
    table = start_with_sizes(phone, ("Ana", "Bo"), "2 1")
    assert "No trump in this hand." in table.screen.text
    assert "hearts" not in table.screen.buttons


def test_what_is_no_trump_is_refused(phone, stored):
    f4(phone)
    before = stored()
    for junk in ("x", " ", "Hearts", "♥", "none\0", "9" * 5000, "\0", "<b>"):
        phone.press("hearts", trump=junk)
        assert phone.status == 422, junk
        assert phone.screen.alerts, junk
    assert stored() == before


def test_trump_named_on_an_old_page_is_told(phone, stored):
    table = f4(phone)
    q = phone.second_tab()
    q.open(table.url)
    phone.press("hearts")
    before = stored()
    q.press("spades")
    assert q.status == 409
    assert "trump was set to hearts elsewhere" in " ".join(q.screen.alerts)
    assert stored() == before


def test_reloading_in_the_middle_of_a_hand_keeps_every_bid(phone):
    """G40"""
    table = f4(phone, hands=2)
    table.bids("Dee 1, Ana 2")
    phone.press("hearts")
    for _ in range(2):
        phone.reload()
        assert table.shown_bids == {"Dee": "1", "Ana": "2", "Bo": None, "Cy": None}
        assert "Trump: hearts" in table.screen.text
