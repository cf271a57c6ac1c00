"""Correcting a recorded hand: all its numbers as stored, recomputed everywhere at once."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest

from scorekeeper.ledger.entries import Correction, Join, Note, Presence, SetPoints, Start
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.schedule import Schedule
from scorekeeper.storage import games
from tests.web.playing import Table, at_once, b3, enter, f4, open_hand, start_named
from tests.web.test_access import own_token, with_token

JUNK = ["", " ", "two", "-1", "2.5", "²", "9" * 21, "9" * 10_000, "NaN", "0x1", "--5", "5-", "\0", "3"]


def sheet_rows(table):
    """Bids/tricks, points and totals of every hand as the sheet shows them."""
    rows = table.phone.open(f"{table.url}/sheet").main.all("table", class_="scores")[0].all("tbody")[0].all("tr")
    return [
        [
            (
                cell.all(class_="bid-tricks")[0].all(aria_hidden="true")[0].raw,
                cell.all(class_="gain")[0].text,
                cell.all("b")[0].text,
            )
            for cell in row.all("td")
        ]
        for row in rows
    ]


def columns(row, which):
    return " ".join(cell[which] for cell in row)


def test_it_works(any_phone):
    table = b3(any_phone)
    table.correct(2, tricks="0 1 1")
    assert (any_phone.status, any_phone.screen.heading) == (200, "Score sheet")
    assert table.game.closed[1].tricks == (0, 1, 1)


def test_every_recorded_hand_is_one_tap_away_while_the_game_runs_and_after_its_end(phone, other_phone):
    """For the scorekeeper: watchers have nothing to correct."""
    for table in (f4(phone, 2), b3(phone)):
        ways = [way.text for way in table.look().main.all("nav", class_="corrections")[0].all("a")]
        assert ways == [f"Correct hand {hand.number}" for hand in reversed(table.game.closed)]
        assert not other_phone.open(table.url).main.all("nav", class_="corrections")


def test_totals_after_a_correction_agree_everywhere(phone, other_phone):
    """G26: hand 2 gives 10 0 11, totals 21 10 11 and then 33 21 11; hands 1 and 3 stay."""
    table = b3(phone)
    before = sheet_rows(table)
    table.correct(2, tricks="0 1 1")
    for _ in range(2):
        rows = sheet_rows(table)
        assert columns(rows[1], 1) == "+10 0 +11"
        assert [columns(row, 2) for row in rows] == ["11 10 0", "21 10 11", "33 21 11"]
        for hand in (0, 2):
            assert (columns(rows[hand], 0), columns(rows[hand], 1)) == (columns(before[hand], 0), columns(before[hand], 1))
    assert "Ana wins with 33" in table.look().text
    standings = [row.text for row in phone.screen.main.all("table", class_="standings")[0].all("tr")[1:]]
    assert standings == ["1 Ana won 3 of 3 33", "2 Bo 2 of 3 12 21", "3 Cy 1 of 3 22 11"]
    assert "won by Ana" in phone.open("/").text
    assert ",33," in other_phone.client.get(f"{table.url}/sheet.csv").text.splitlines()[-3]
    assert "Hand 2 corrected" in other_phone.open(f"{table.url}/history").text


def test_a_correction_does_not_move_the_hand_being_played(phone):
    table = b3(phone, hands=2)
    table.bids("Ana 2, Bo 1")
    table.correct(1, bids="1 0 1", tricks="0 0 1")
    table.look()
    assert (table.screen.heading, table.dealer, table.shown_bids) == ("Hand 3 of 3", "Cy", {"Ana": "2", "Bo": "1", "Cy": None})
    assert table.shown_totals == ["0", "10", "22"]


def test_the_form_shows_what_is_stored_and_cancel_changes_nothing(phone, stored):
    """G28: all eight values, nought as nought."""
    table = f4(phone)
    table.play_any()
    phone.press("hearts")
    table.play("Cy 1, Dee 0, Ana 0, Bo 2", "1 0 1 0")
    before = stored()
    screen = table.open_correction(2)
    checked = {name for name, field in screen.fields.items() if "checked" in field}
    assert checked == {
        "Ana bids 0", "Bo bids 2", "Cy bids 1", "Dee bids 0", "Ana took 1", "Bo took 0", "Cy took 1", "Dee took 0", "hearts",
    }  # fmt: skip  # many short ones: one a line hides what is there
    assert phone.follow("Cancel").heading == "Score sheet"
    assert stored() == before


def test_a_correction_put_back_leaves_no_trace_in_the_figures(phone):
    """G30: three times there and back."""
    table = b3(phone)
    before = sheet_rows(table)
    standings = phone.screen.main.all("table", class_="standings")[0].text
    for _ in range(3):
        table.correct(1, tricks="0 1 0")
        assert columns(sheet_rows(table)[0], 1) == "0 0 0"
        table.correct(1, tricks="1 0 0")
        assert sheet_rows(table) == before
        assert phone.screen.main.all("table", class_="standings")[0].text == standings


def test_trump_can_be_corrected_and_taken_out(phone):
    table = b3(phone)
    for tapped, stored in (("hearts", "hearts"), ("no trump", "none"), ("not noted", None)):
        table.correct(1, trump=tapped)
        assert table.game.closed[0].trump == stored


def test_recording_a_correction_without_a_change_adds_no_entry(phone, stored):
    table = b3(phone)
    before = stored()
    table.correct(2)
    assert phone.status == 200
    assert stored() == before


def test_bids_that_come_out_even_are_asked_about_and_marked(phone, stored):
    """An even total in a played hand: the program asks, and marks the hand."""
    table = b3(phone)
    before = stored()
    table.correct(1, bids="0 0 1")
    assert phone.status == 422
    assert "Was it really played like this?" in " ".join(phone.screen.alerts)
    assert stored() == before
    phone.press("Yes, keep it as played")
    assert phone.status == 200
    assert table.game.closed[0].even_kept
    row = phone.open(f"{table.url}/sheet").element("hand-1")
    assert "even" in row.all("th")[0].text


def test_a_hook_slip_noticed_too_late_is_kept_as_played(phone, stored):
    """RG08: F4, hand 2; Bo's bid of 2 was a 1 in truth. In the hand being played the same sum stays refused."""
    table = f4(phone, hands=1)
    table.play("Cy 1, Dee 0, Ana 0, Bo 2", "0 0 1 1")
    before = stored()
    table.correct(2, bids="0 1 1 0")
    assert phone.status == 422
    assert "These bids total 2, which the hook bars." in " ".join(phone.screen.alerts)
    assert stored() == before
    phone.press("Yes, keep it as played")
    assert (table.game.closed[1].bids, table.game.closed[1].tricks) == ((0, 1, 1, 0), (0, 0, 1, 1))
    assert "even" in phone.open(f"{table.url}/sheet").element("hand-2").all("th")[0].text
    table.look()
    table.bids("Dee 1, Ana 1, Bo 1")
    phone.press("Cy bids 1", bid="0")
    assert (phone.status, table.shown_bid("Cy")) == (422, None)


def test_even_bids_can_be_changed_instead_of_kept(phone):
    table = b3(phone)
    table.correct(1, bids="0 0 1")
    phone.screen.choose("Ana bids 1")
    phone.press("Record correction")
    assert phone.status == 200
    assert not table.game.closed[0].even_kept


def test_a_finished_game_is_corrected_and_the_win_moves(phone):
    """G36: with 11 10 11 Ana and Cy share the first place."""
    table = b3(phone)
    table.correct(3, tricks="3 0 0")
    assert "Ana and Cy share the win with 11" in phone.screen.text
    assert "changed after the end" in phone.open(f"{table.url}/history").text


def test_a_hand_bid_at_once_is_corrected_like_any_other(phone):
    table = at_once(phone, "2 1")
    table.play("Ana 1, Bo 1, Cy 1", "1 1 0")
    table.correct(1, bids="2 0 0", tricks="2 0 0")
    assert (phone.status, table.game.closed[0].bids) == (200, (2, 0, 0))


# Refusals


@pytest.mark.parametrize(("tricks", "words"), [("0 0 0", "0 of 2: 2 too few"), ("2 1 0", "3 of 2: 1 too many")])
def test_tricks_that_do_not_add_up_are_refused_and_stay_as_chosen(phone, stored, tricks, words):
    """G12"""
    table = b3(phone)
    before = stored()
    table.correct(2, bids="1 1 1", tricks=tricks)
    assert phone.status == 422
    assert words in " ".join(phone.screen.alerts)
    assert phone.screen.heading == "Correct hand 2"
    for player, taken in zip(table.players, tricks.split(), strict=True):
        assert "checked" in phone.screen.field(f"{player} took {taken}")
        assert "checked" in phone.screen.field(f"{player} bids 1")
    assert stored() == before


@pytest.mark.parametrize("field", ["bid_1", "tricks_1"])
def test_what_is_no_number_is_refused_in_its_line(phone, stored, field):
    """G53: and what was chosen besides stays."""
    table = b3(phone, hands=2)
    table.open_correction(2)
    phone.screen.choose("Ana bids 2")
    before = stored()
    for junk in (*JUNK, None):
        phone.press("Record correction", **{field: junk})
        assert phone.status == 422, repr(junk)
        assert table.refused_in_line("Bo"), repr(junk)
        assert "checked" in phone.screen.field("Ana bids 2")
    assert stored() == before


@pytest.mark.parametrize("field", ["seen", "trump"])
def test_a_correction_with_a_field_missing_or_garbled_is_refused_in_words(phone, stored, field):
    table = b3(phone, hands=2)
    table.open_correction(2)
    phone.screen.choose("Ana bids 2")
    before = stored()
    for junk in ("x", " ", "9" * 5000, "-1", "\0", *(("", None) if field == "seen" else ())):
        phone.press("Record correction", **{field: junk})
        assert phone.status in {409, 422}, repr(junk)
        assert phone.screen.alerts, repr(junk)
        if "Use mine" in phone.screen.buttons:  # nobody can tell which version the page knew
            assert dict(phone.screen.sent_by(phone.screen.button("Use mine")))["bid-0"] == "2"
            table.open_correction(2)
            phone.screen.choose("Ana bids 2")
        assert "checked" in phone.screen.field("Ana bids 2")
    assert stored() == before


@pytest.mark.parametrize("hand", ["0", "3", "4", "99", "9" * 30, "9" * 5000])
def test_a_hand_that_is_not_recorded_has_no_correction(phone, stored, hand):
    table = b3(phone, hands=2)
    before = stored()
    response = phone.client.get(f"{table.url}/hands/{hand}")
    assert response.status_code in {303, 404}
    assert stored() == before


@pytest.mark.parametrize("hand", ["0", "3", "99", "9" * 30])
def test_a_correction_of_a_hand_that_is_not_recorded_is_told(phone, stored, hand):
    """Never an error page, never a silent nothing."""
    table = b3(phone, hands=2)
    table.open_correction(2)
    url, fields = phone.would_send("Record correction")
    before = stored()
    phone.send(url.replace("/hands/2", f"/hands/{hand}"), fields)
    assert phone.status in {404, 409, 422}
    assert phone.status == 404 or phone.screen.alerts
    assert stored() == before


def test_what_is_no_hand_is_not_found(phone):
    table = b3(phone, hands=1)
    for hand in ("-1", "x", "1.5", "²", "%00", "1/2", ""):
        assert phone.client.get(f"{table.url}/hands/{hand}").status_code == 404, hand


def test_a_correction_of_a_hand_undone_meanwhile_is_told(phone, stored):
    """Never a silent nothing: the page says that the hand is no longer recorded."""
    table = b3(phone, hands=2)
    q = phone.second_tab()
    q.open(f"{table.url}/hands/2")
    q.screen.choose("Ana took 0")
    q.screen.choose("Bo took 1")
    table.look()
    table.undo()
    before = stored()
    q.press("Record correction")
    assert q.status in {409, 422}
    assert "hand 2" in " ".join(q.screen.alerts).lower()
    assert stored() == before


def corrected_on_two_phones(phone, stored, *, theirs="2 0 0"):
    """The table, and the second phone as it is refused, with nothing of it stored."""
    table = b3(phone)
    q = phone.second_tab()
    q.open(f"{table.url}/hands/2")
    q.screen.choose("Ana took 0")
    q.screen.choose("Bo took 1")
    table.correct(2, tricks=theirs)
    before = stored()
    q.press("Record correction")
    assert q.status == 409
    assert "meanwhile this hand was changed elsewhere" in " ".join(q.screen.alerts)
    assert stored() == before
    return table, q


def both(q):
    """The two versions of every line as they stand side by side, theirs first."""
    rows = q.screen.main.all("table", class_="both")[0].all("tbody")[0].all("tr")
    return {row.all("th")[0].text: tuple(cell.text for cell in row.all("td")) for row in rows}


def test_a_hand_corrected_on_two_phones_shows_both_versions_side_by_side(phone, stored):
    """G50: what differs is told apart."""
    _, q = corrected_on_two_phones(phone, stored)
    assert both(q) == {
        "Ana": ("bid 0 took 2", "bid 0 took 0"),
        "Bo": ("bid 2 took 0", "bid 2 took 1"),
        "Cy": ("bid 1 took 0", "bid 1 took 1"),
    }
    assert {element.text for element in q.screen.main.all(class_="differs")} == {"took 2", "took 0", "took 1"}


def test_keeping_theirs_stores_nothing(phone, stored):
    _, q = corrected_on_two_phones(phone, stored)
    before = stored()
    q.follow("Keep theirs")
    assert q.screen.heading == "Score sheet"
    assert stored() == before


def test_using_mine_records_it_over_theirs(phone, stored):
    table, q = corrected_on_two_phones(phone, stored)
    q.press("Use mine")
    assert (q.status, q.screen.heading) == (200, "Score sheet")
    assert table.game.closed[1].tricks == (0, 1, 1)
    before = stored()
    q.send_again()
    assert q.status == 200
    assert stored() == before


def test_using_mine_is_asked_again_when_theirs_changed_once_more(phone, stored):
    table, q = corrected_on_two_phones(phone, stored)
    table.correct(2, tricks="1 1 0")
    before = stored()
    q.press("Use mine")
    assert q.status == 409
    assert both(q)["Ana"] == ("bid 0 took 1", "bid 0 took 0")
    assert stored() == before
    q.press("Use mine")
    assert table.game.closed[1].tricks == (0, 1, 1)


def test_trump_and_extras_stand_side_by_side_too(phone):
    table = start_named(phone, "skull-king", ("Ana", "Bo", "Cy"))
    table.play("Ana 1, Bo 0, Cy 0", "1 0 0")
    q = phone.second_tab()
    q.open(f"{table.url}/hands/1")
    q.screen.choose("hearts")
    q.screen.type("Bonus of Ana", "20")
    table.open_correction(1)
    phone.screen.choose("Ana took 0")
    phone.screen.choose("nobody won 1")
    phone.press("Record correction")
    q.press("Record correction")
    shown = both(q)
    assert shown["Trump"] == ("spades", "hearts")
    assert shown["The hand"][1] == "–"
    assert "1" in shown["The hand"][0]
    assert "20" in shown["Ana"][1]
    q.press("Use mine")
    hand = table.game.closed[0]
    assert (hand.tricks, hand.trump, hand.extras.bonus, hand.extras.discarded) == ((1, 0, 0), "hearts", (20, 0, 0), 0)


def test_a_note_written_meanwhile_does_no_harm_and_stays(phone):
    table = b3(phone)
    q = phone.second_tab()
    q.open(f"{table.url}/hands/2")
    q.screen.choose("Ana took 0")
    q.screen.choose("Bo took 1")
    enter(table, Note("Bo dealt badly", 2))
    q.press("Record correction")
    assert q.status == 200
    hand = table.game.closed[1]
    assert (hand.tricks, hand.note) == ((0, 1, 1), "Bo dealt badly")


# Hands that are not like the others


def test_only_those_who_played_a_hand_are_in_its_correction(phone, stored):
    table = b3(phone, hands=1)
    enter(table, Join("Dee", 2), Presence(0, there=False))
    table.look()
    table.players = table.game.players
    table.bids("Cy 1, Dee 0, Bo 0")
    table.record("- 1 1 0")
    screen = table.open_correction(2)
    assert [line.all("bdi")[0].text for line in screen.main.all("li", class_="seat")] == ["Cy", "Dee", "Bo"]
    screen.choose("Bo took 0")
    screen.choose("Dee took 1")
    phone.press("Record correction")
    assert phone.status == 200
    assert table.game.closed[1].tricks == (None, 0, 1, 1)
    assert not [name for name in table.open_correction(1).fields if name.startswith("Dee")]
    before = stored()
    phone.press("Record correction", bid_3="0", tricks_3="0")
    assert phone.status == 422
    assert "did not play" in " ".join(phone.screen.alerts)
    assert stored() == before


def test_a_hand_closed_with_points_set_by_hand_is_corrected_into_a_normal_one(phone, stored):
    """What was set is shown; a number that is missing is asked for."""
    table = b3(phone, hands=2)
    enter(table, SetPoints(3, (12, 11, -4), "Cy had four cards"))
    screen = phone.open(f"{table.url}/hands/3")
    for words in ("points set by hand", "Ana +12", "Bo +11", "Cy −4", "Cy had four cards"):
        assert words in " ".join(screen.text.replace("\N{NO-BREAK SPACE}", " ").split()), words
    before = stored()
    phone.press("Record correction")
    assert phone.status == 422
    assert phone.screen.alerts
    assert stored() == before
    for choice in ("Ana bids 2", "Bo bids 1", "Cy bids 1", "Ana took 2", "Bo took 1", "Cy took 0"):
        phone.screen.choose(choice)
    phone.press("Record correction")
    assert phone.status == 200
    assert (table.game.closed[2].set_points, columns(sheet_rows(table)[2], 1)) == ((), "+12 +11 0")


def test_points_set_over_a_recorded_hand_give_way_to_the_same_numbers(phone):
    table = b3(phone)
    enter(table, SetPoints(2, (1, 1, 1), "by mistake"))
    phone.open(f"{table.url}/hands/2")
    phone.press("Record correction")
    assert phone.status == 200
    assert (table.game.closed[1].set_points, table.game.closed[1].tricks) == ((), (1, 0, 1))


def test_theirs_may_be_points_set_by_hand(phone):
    table = b3(phone)
    q = phone.second_tab()
    q.open(f"{table.url}/hands/2")
    q.screen.choose("Ana took 0")
    q.screen.choose("Bo took 1")
    enter(table, SetPoints(2, (5, 6, -7), ""))
    q.press("Record correction")
    assert q.status == 409
    assert both(q)["Cy"] == ("−7", "bid 1 took 1")
    q.press("Use mine")
    assert (table.game.closed[1].set_points, table.game.closed[1].tricks) == ((), (0, 1, 1))


# Points set by hand, and notes


def type_points(phone, points, reason=None):
    """Points as typed, by name: "Ana 12, Bo −4"."""
    for name, text in (one.rsplit(" ", 1) for one in points.split(", ")):
        phone.screen.choose(f"{name}: minus", checked=False)
        phone.screen.type(name, text)
    if reason is not None:
        phone.screen.type("What happened", reason)


def test_a_recorded_hand_is_turned_into_one_with_points_set_by_hand(any_phone):
    """RG05: with a later hand begun, too."""
    table = b3(any_phone, hands=2)
    table.bids("Ana 1")
    screen = table.open_correction(1)
    fold = screen.button("Set these points for hand 1").above("details")
    assert "open" not in fold
    assert "Hand 1 counts with these points, whatever was bid and taken. “Undo” brings it back." in fold.text
    assert [screen.value(name) for name in ("Ana", "Bo", "Cy", "What happened")] == ["", "", "", ""]
    type_points(any_phone, "Ana 12, Bo 4½, Cy −7", "Cy had four cards")
    any_phone.press("Set these points for hand 1")
    assert (any_phone.status, any_phone.screen.heading) == (200, "Score sheet")
    assert any_phone.url.endswith("/sheet")
    hand = table.game.closed[0]
    assert (hand.set_points, hand.reason) == ((12, 4.5, -7), "Cy had four cards")
    assert table.game.hand.bids == (1, None, None)


def test_points_set_by_hand_are_corrected_after_later_hands(phone, stored):
    table = b3(phone)
    enter(table, SetPoints(2, (12, Fraction(1, 2), -4), "Cy had four cards"))
    screen = table.open_correction(2)
    fields = ("Ana", "Ana: minus", "Bo", "Bo: minus", "Cy", "Cy: minus", "What happened")
    assert [screen.value(name) for name in fields] == ["12", "no", "0.5", "no", "4", "yes", "Cy had four cards"]
    before = stored()
    phone.press("Set these points for hand 2")
    assert (phone.status, stored()) == (200, before)
    table.open_correction(2)
    phone.screen.type("Ana", "10")
    phone.press("Set these points for hand 2")
    hand = table.game.closed[1]
    assert (hand.set_points, hand.reason) == ((10, 0.5, -4), "Cy had four cards")
    told = phone.open(f"{table.url}/history").text
    assert "Hand 2 closed with points set by hand: Ana +10" in told.replace("\N{NO-BREAK SPACE}", " ")
    table.look()
    table.undo()
    assert table.game.closed[1].set_points == (12, 0.5, -4)


@pytest.mark.parametrize(
    ("typed", "why"),
    [("", "Points are missing here."), ("x", "whole number or a half"), ("10001", "at most 10000"), ("9" * 30, "at most 10000")],
)
def test_points_for_a_recorded_hand_that_are_none_are_refused_beside_their_player(phone, stored, typed, why):
    table = b3(phone)
    table.open_correction(2)
    type_points(phone, "Ana 12, Cy −4", "a slip")
    phone.screen.type("Bo", typed)
    before = stored()
    phone.press("Set these points for hand 2")
    assert phone.status == 422
    assert why in phone.screen.description(phone.screen.field("Bo"))
    assert [phone.screen.value(name) for name in ("Ana", "Bo", "Cy", "What happened")] == ["12", typed, "−4", "a slip"]
    assert "open" in phone.screen.element("set-points")
    assert len(phone.screen.alerts) == 1
    assert "checked" in phone.screen.field("Bo bids 2")
    assert stored() == before
    phone.screen.type("Bo", "0")
    phone.press("Set these points for hand 2")
    assert table.game.closed[1].set_points == (12, 0, -4)


def test_too_long_a_reason_for_points_is_refused_beside_it(phone, stored):
    table = b3(phone)
    table.open_correction(2)
    type_points(phone, "Ana 1, Bo 2, Cy 3", "x" * 101)
    before = stored()
    phone.press("Set these points for hand 2")
    assert phone.status == 422
    assert "At most 100 letters" in phone.screen.description(phone.screen.field("What happened"))
    assert phone.screen.value("What happened") == "x" * 101
    assert stored() == before


def test_only_those_who_played_a_hand_get_points_for_it(phone, stored):
    table = b3(phone, hands=1)
    enter(table, Join("Dee", 2), Presence(0, there=False))
    table.look()
    table.bids("Cy 1, Dee 0, Bo 0")
    table.players = table.game.players
    table.record("- 1 1 0")
    table.open_correction(2)
    assert "Ana" not in phone.screen.fields
    type_points(phone, "Bo 1, Cy 2, Dee 3")
    phone.press("Set these points for hand 2", points_0="9")
    assert table.game.closed[1].set_points == (None, 1, 2, 3)


def set_on_two_phones(phone, stored, theirs):
    """The second phone as its points are refused, because `theirs` was entered in hand 2 meanwhile."""
    table = b3(phone)
    q = phone.second_tab()
    q.open(f"{table.url}/hands/2")
    type_points(q, "Ana 5, Bo 6, Cy −7", "a revoke")
    enter(table, theirs)
    before = stored()
    q.press("Set these points for hand 2")
    assert q.status == 409
    assert "meanwhile this hand was changed elsewhere" in " ".join(q.screen.alerts)
    assert stored() == before
    return table, q


def test_points_set_on_a_hand_corrected_meanwhile_stand_beside_it(phone, stored):
    table, q = set_on_two_phones(phone, stored, Correction(2, (0, 2, 1), (0, 1, 1)))
    shown = both(q)
    assert (shown["Ana"], shown["Cy"]) == (("bid 0 took 0", "+5"), ("bid 1 took 1", "−7"))
    assert shown["What happened"] == ("–", "a revoke")
    assert {one.text for one in q.screen.main.all(class_="differs")} >= {"bid 0", "took 0", "+5", "−7", "a revoke"}
    q.press("Use mine")
    hand = table.game.closed[1]
    assert (q.status, hand.set_points, hand.reason) == (200, (5, 6, -7), "a revoke")


def test_other_points_set_meanwhile_stand_beside_them(phone, stored):
    table, q = set_on_two_phones(phone, stored, SetPoints(2, (5, 6, 7), ""))
    assert {name: both(q)[name] for name in table.players} == {"Ana": ("+5", "+5"), "Bo": ("+6", "+6"), "Cy": ("+7", "−7")}
    assert {one.text for one in q.screen.main.all(class_="differs")} == {"+7", "−7", "–", "a revoke"}
    before = stored()
    q.follow("Keep theirs")
    assert stored() == before


def test_the_same_points_from_two_phones_or_sent_twice_are_entered_once(phone, stored):
    table = b3(phone)
    q = phone.second_tab()
    for one in (q, phone):
        one.open(f"{table.url}/hands/2")
        type_points(one, "Ana 5, Bo 6, Cy −7", "a revoke")
    phone.press("Set these points for hand 2")
    before = stored()
    q.press("Set these points for hand 2")
    assert q.status == 200
    phone.send_again()
    assert (phone.status, stored()) == (200, before)


def test_points_and_a_note_are_not_entered_for_a_hand_that_is_not_recorded(phone, stored):
    table = b3(phone, hands=2)
    table.open_correction(2)
    type_points(phone, "Ana 5, Bo 6, Cy −7")
    phone.screen.type("Note for hand 2", "late")
    sent = [phone.would_send("Set these points for hand 2"), phone.would_send("Keep the note for hand 2")]
    before = stored()
    for url, fields in sent:
        for number in ("0", "99", "9" * 30):
            phone.send(url.replace("/hands/2", f"/hands/{number}"), fields)
            assert phone.status in {404, 409, 422}
            assert phone.status == 404 or phone.screen.alerts
    assert stored() == before
    table.look()
    table.undo()
    before = stored()
    phone.send(*sent[0])
    assert phone.status == 409
    assert "Hand 2 has not been recorded." in " ".join(phone.screen.alerts)
    assert stored() == before


def test_a_note_is_written_about_any_recorded_hand(any_phone):
    """Not only about the last one: the page “Hand…” has only that."""
    table = b3(any_phone)
    table.open_correction(1)
    any_phone.screen.type("Note for hand 1", "Cy dealt too fast")
    any_phone.press("Keep the note for hand 1")
    assert (any_phone.status, any_phone.screen.heading) == (200, "Score sheet")
    assert "Cy dealt too fast" in any_phone.screen.text
    assert table.open_correction(1).value("Note for hand 1") == "Cy dealt too fast"
    any_phone.screen.type("Note for hand 1", " ")
    any_phone.press("Keep the note for hand 1")
    assert [hand.note for hand in table.game.closed] == ["", "", ""]


def test_a_note_about_a_recorded_hand_has_the_same_limit(phone, stored):
    table = b3(phone)
    table.open_correction(1)
    phone.screen.type("Note for hand 1", "x" * 501)
    before = stored()
    phone.press("Keep the note for hand 1")
    assert phone.status == 422
    assert "At most 500 letters" in phone.screen.description(phone.screen.field("Note for hand 1"))
    assert phone.screen.value("Note for hand 1") == "x" * 501
    assert stored() == before


def test_a_note_is_not_written_over_what_was_arranged_meanwhile(phone, stored):
    table = b3(phone)
    table.open_correction(1)
    phone.screen.type("Note for hand 1", "mine")
    enter(table, Note("theirs", 1))
    before = stored()
    phone.press("Keep the note for hand 1")
    assert phone.status == 409
    assert "meanwhile something else was arranged" in " ".join(phone.screen.alerts)
    assert phone.screen.value("Note for hand 1") == "mine"
    assert stored() == before
    phone.press("Keep the note for hand 1")
    assert table.game.closed[0].note == "mine"


@pytest.mark.parametrize("button", ["Set these points for hand 2", "Keep the note for hand 2"])
def test_points_and_notes_with_a_field_missing_or_garbled_are_refused(phone, stored, button):
    table = b3(phone)
    table.open_correction(2)
    type_points(phone, "Ana 5, Bo 6, Cy −7", "a revoke")
    phone.screen.type("Note for hand 2", "late")
    url, fields = phone.would_send(button)
    before = stored()
    for name in ("do", "seen", "reason" if "Set" in button else "text"):
        phone.send(url, [pair for pair in fields if pair[0] != name])
        assert 400 <= phone.status < 500, name
        assert phone.screen.alerts, name
    for name in ("do", "seen"):
        for garbled in ("x", "\0", "²", "-1", "1 2"):
            phone.send(url, [(key, garbled if key == name else value) for key, value in fields])
            assert 400 <= phone.status < 500, (name, garbled)
            assert phone.screen.alerts, (name, garbled)
    phone.send(url, [(key, "old" if key == "csrf_token" else value) for key, value in fields])
    assert phone.status == 400
    assert phone.screen.value("Ana" if "Set" in button else "Note for hand 2") in {"5", "late"}
    assert stored() == before


def test_no_two_controls_of_a_correction_have_the_same_name(phone):
    table = start_named(phone, "skull-king", ("Ana", "Bo", "Cy"))
    table.play_any()
    screen = table.open_correction(1)
    controls = [one for one in screen.main.all("button", "input", "select", "textarea") if one["type"] != "hidden"]
    names = [screen.name(one) for one in controls]
    assert all(names)
    assert len(names) == len(set(names))


def test_a_watcher_may_set_no_points_and_write_no_note(phone, other_phone, stored):
    table = b3(phone)
    table.open_correction(2)
    type_points(phone, "Ana 5, Bo 6, Cy −7")
    sent = [phone.would_send("Set these points for hand 2"), phone.would_send("Keep the note for hand 2")]
    token = own_token(other_phone)
    before = stored()
    for url, fields in sent:
        other_phone.send(url, with_token(fields, token))
        assert other_phone.status == 403
        assert "only reads along" in " ".join(other_phone.screen.alerts)
    assert stored() == before


def test_hands_of_a_game_begun_on_paper_have_their_own_numbers(phone):
    phone.open("/new")
    with phone.client.session_transaction() as session:
        device = session["device"]
    rules = Ruleset(schedule=Schedule("list", hands=(1, 2, 3, 4, 5))).to_data()
    fact = Start(rules, ("Ana", "Bo", "Cy"), first_hand=4, carried=(10, 0, 20))
    with phone.app.app_context():
        slug = games.start(fact, key="", device=device, at=datetime.now(UTC))
    phone.open(f"/g/{slug}")
    table = Table(phone, ("Ana", "Bo", "Cy"))
    table.play("Bo 1, Cy 1, Ana 1", "1 1 2")
    assert phone.client.get(f"{table.url}/hands/1").status_code == 303
    table.correct(4, tricks="2 1 1")
    assert phone.status == 200
    assert table.game.closed[0].tricks == (2, 1, 1)


# The way there


def test_every_recorded_hand_can_be_corrected_from_the_table(phone, other_phone):
    """The latest first; a watcher is offered none."""
    table = b3(phone, hands=2)
    table.look()
    links = [name for name in phone.screen.links if name.startswith("Correct hand")]
    assert links == ["Correct hand 2", "Correct hand 1"]
    assert phone.follow("Correct hand 1").heading == "Correct hand 1"
    assert not [name for name in other_phone.open(table.url).links if name.startswith("Correct")]
    assert not [name for name in f4(phone).screen.links if name.startswith("Correct")]


def test_the_same_correction_from_two_phones_is_one(phone, stored):
    table = b3(phone)
    q = phone.second_tab()
    q.open(f"{table.url}/hands/2")
    q.screen.choose("Ana took 0")
    q.screen.choose("Bo took 1")
    table.correct(2, tricks="0 1 1")
    before = stored()
    q.press("Record correction")
    assert q.status == 200
    assert stored() == before


def test_an_old_key_with_another_correction_is_refused(phone, stored):
    table = b3(phone)
    table.correct(2, tricks="0 1 1")
    url, fields = phone.last_sent
    before = stored()
    phone.send(url, [(name, {"tricks-0": "2", "tricks-1": "0", "tricks-2": "0"}.get(name, value)) for name, value in fields])
    assert phone.status in {409, 422}
    assert phone.screen.alerts
    assert stored() == before


def test_a_correction_sent_twice_is_one(phone, stored):
    table = b3(phone)
    table.correct(2, tricks="0 1 1")
    before = stored()
    phone.send_again()
    assert phone.status == 200
    assert stored() == before


def test_the_hook_off_asks_nothing(phone):
    table = open_hand(phone, 2, hook=False)
    table.play("Bo 1, Cy 1, Dee 1, Ana 1", "1 1 0 0")
    table.correct(1, bids="1 1 0 0")
    assert (phone.status, table.game.closed[0].even_kept) == (200, False)


def test_a_watcher_sees_no_correction_and_may_make_none(phone, other_phone, stored):
    table = b3(phone)
    table.open_correction(2)
    url, fields = phone.would_send("Record correction", tricks_0="0", tricks_1="1")
    assert other_phone.open(f"{table.url}/sheet").links.keys().isdisjoint({"Correct hand 1", "Correct hand 2"})
    assert other_phone.open(url).heading == "Score sheet"
    other_phone.open("/new")
    token = dict(other_phone.would_send("Start game")[1])["csrf_token"]
    before = stored()
    other_phone.send(url, [(name, token if name == "csrf_token" else value) for name, value in fields])
    assert other_phone.status == 403
    assert "only reads along" in " ".join(other_phone.screen.alerts)
    assert stored() == before


def test_whoever_came_from_the_table_goes_on_there(any_phone):
    """With what was corrected told, and also without having changed anything."""
    table = b3(any_phone, 2)
    table.look()
    any_phone.follow("Correct hand 2")
    assert any_phone.screen.link("Cancel")["href"] == table.url
    any_phone.screen.choose("Ana took 0")
    any_phone.screen.choose("Bo took 1")
    screen = any_phone.press("Record correction")
    assert not screen.alerts
    assert (any_phone.url.partition("?")[0], screen.heading) == (table.url, "Hand 3 of 3")
    assert "Hand 2 corrected" in screen.status


def test_a_hand_with_points_set_by_hand_shows_them_first(phone):
    table = b3(phone, 2)
    enter(table, SetPoints(3, (12, 11, -4), "four cards"))
    screen = phone.open(f"{table.url}/hands/3")
    folds = screen.main.all("details", class_="act")
    assert (folds[0]["id"], "open" in folds[0]) == ("set-points", True)
    assert folds[0].start < screen.main.all("form", id="correction")[0].start
