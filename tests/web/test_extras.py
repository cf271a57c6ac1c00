"""What few games enter beside bids and tricks: blind bids, wagers, bonus points, tricks nobody won, and what a hand counts."""

import csv
from io import StringIO

import pytest

from scorekeeper.ledger.entries import Correction, Extras, SitOut
from scorekeeper.storage import games
from tests.web.playing import Phone, enter, everything_stored, f4, start_named, start_with_sizes

NO_POINTS = ("ten", "--5", "5-", "1.5", "1e3", "²", "NaN", "0x1", "9" * 20 + "x", "\0", "None", "+", "−", "5 5")
HUGE = ("99999999", "-99999999", "9" * 30, "10001")


def pressed(table, name):
    return table.screen.button(name)["aria-pressed"]


def fold(table, player):
    """What the fold in a player's line says while it is closed."""
    (summary,) = table.line(player).all("summary")
    return summary.text


def opened(table, player):
    (one,) = table.line(player).all("details")
    return "open" in one


def extras(table):
    return table.game.hands[-1].extras


def three_bids(phone):
    """Skull King, its first hand with all bids in: one card, Ana, Bo and Cy bid 1, 0 and 0."""
    table = start_named(phone, "skull-king")
    table.bids("Ana 1, Bo 0, Cy 0")
    return table


# Blind bids


def test_a_blind_bid_is_one_tap_and_one_tap_takes_it_back(any_phone):
    table = start_named(any_phone, "blind-20")
    any_phone.press("Bo bids blind")
    assert (any_phone.status, pressed(table, "Bo bids blind"), pressed(table, "Cy bids blind")) == (200, "true", "false")
    assert table.screen.status == "Bo bids blind."
    assert extras(table) == Extras(blind=(False, True, False))
    any_phone.press("Bo bids blind")
    assert (pressed(table, "Bo bids blind"), extras(table)) == ("false", Extras())


def test_a_blind_bid_is_noted_before_the_bids_and_until_the_hand_is_recorded(phone):
    table = start_named(phone, "blind-20")
    phone.press("Bo bids blind")
    table.bids("Bo 1, Cy 0")
    phone.press("Cy bids blind")
    table.bids("Ana 1")
    phone.press("Ana bids blind")
    phone.press("Cy bids blind")
    table.record("0 1 0")
    assert table.shown_totals == ["0", "21", "10"]
    assert table.game.closed[0].extras == Extras(blind=(True, True, False))
    assert pressed(table, "Bo bids blind") == "false"


def test_a_blind_bid_is_seen_by_all(phone, other_phone):
    table = start_named(phone, "blind-20")
    phone.press("Bo bids blind")
    other_phone.open(table.url)
    assert [mark.text for mark in other_phone.screen.main.all(class_="at-stake")] == ["blind"]
    assert "Bo bids blind" not in other_phone.screen.buttons


def test_undo_takes_a_blind_bid_back_and_leaves_a_ghost(phone):
    table = start_named(phone, "blind-20")
    phone.press("Bo bids blind")
    table.undo()
    assert pressed(table, "Bo bids blind") == "false"
    assert "ghost" in phone.screen.button("Bo bids blind")["class"]
    assert "ghost" not in phone.screen.button("Cy bids blind")["class"]
    phone.press("Bo bids blind")
    assert "ghost" not in phone.screen.button("Bo bids blind")["class"]


def test_the_same_blind_bid_from_two_phones_is_one(phone, stored):
    table = start_named(phone, "blind-20")
    q = phone.second_tab()
    q.open(table.url)
    phone.press("Bo bids blind")
    before = stored()
    q.press("Bo bids blind")
    assert (q.status, q.screen.button("Bo bids blind")["aria-pressed"]) == (200, "true")
    phone.send_again()
    assert stored() == before


# Wagers


def test_a_wager_is_one_tap_in_its_fold_or_typed(any_phone):
    table = start_named(any_phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    assert fold(table, "Bo") == "Bo Wager 0"
    any_phone.press("Bo wagers 10")
    assert (fold(table, "Bo"), table.screen.status) == ("Bo Wager 10", "Bo wagers 10.")
    any_phone.screen.type("Wager of Cy", "7")
    any_phone.press("Enter the wager of Cy")
    assert extras(table) == Extras(wager=(0, 10, 7, 0))
    assert any_phone.screen.value("Wager of Cy") == "7"
    any_phone.press("Bo wagers 0")
    assert (fold(table, "Bo"), extras(table)) == ("Bo Wager 0", Extras(wager=(0, 0, 7, 0)))


def test_a_wager_is_won_with_the_bid_or_lost(phone):
    table = start_named(phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    phone.press("Bo wagers 5")
    table.bids("Bo 1, Cy 0, Dee 0, Ana 1")
    phone.press("Ana wagers 10")
    table.record("0 1 0 0")
    assert table.shown_totals == ["−10", "16", "11", "11"]


def test_a_wager_is_seen_by_all(phone, other_phone):
    table = start_named(phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    phone.press("Bo wagers 5")
    assert [mark.text for mark in other_phone.open(table.url).main.all(class_="at-stake")] == ["wager 5"]


@pytest.mark.parametrize("typed", [*NO_POINTS, *HUGE])
def test_a_wager_that_cannot_be_is_refused_in_its_line_and_stays_as_typed(phone, stored, typed):
    table = start_named(phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    before = stored()
    phone.screen.type("Wager of Bo", typed)
    phone.press("Enter the wager of Bo")
    assert phone.status == 422
    assert table.refused_in_line("Bo")
    assert not table.refused_in_line("Cy")
    assert opened(table, "Bo")
    assert not opened(table, "Cy")
    assert phone.screen.value("Wager of Bo") == typed
    assert stored() == before


def test_a_wager_set_elsewhere_is_not_overwritten_and_both_values_are_told(phone, stored):
    table = start_named(phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    q = phone.second_tab()
    q.open(table.url)
    phone.press("Bo wagers 5")
    before = stored()
    q.press("Bo wagers 10")
    assert q.status == 409
    said = q.screen.alerts[0]
    assert "set to 5" in said
    assert "10" in said
    assert stored() == before
    q.press("Bo wagers 10")
    assert (q.status, extras(table)) == (200, Extras(wager=(0, 10, 0, 0)))


def test_undo_takes_a_wager_back_and_its_amount_is_a_ghost(phone):
    table = start_named(phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    phone.press("Bo wagers 5")
    phone.press("Bo wagers 10")
    table.undo()
    assert fold(table, "Bo") == "Bo Wager 5"
    assert "ghost" in phone.screen.button("Bo wagers 10")["class"]


@pytest.mark.parametrize("changed", [{"seat": "9"}, {"seat": "-1"}, {"seat": None}, {"seat": "x"}, {"hand": None}, {"hand": "5"}])
def test_a_stake_of_nobody_or_in_no_hand_is_refused(phone, stored, changed):
    start_named(phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    before = stored()
    phone.press("Bo wagers 5", **changed)
    assert phone.status in {409, 422}
    assert phone.screen.alerts
    assert stored() == before


def test_a_stake_that_names_nothing_changes_nothing(phone, stored):
    start_named(phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    before = stored()
    phone.press("Bo wagers 5", wager=None)
    assert phone.status == 200
    assert stored() == before


def test_a_watcher_stakes_nothing(phone, other_phone, stored):
    table = start_named(phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    url, fields = phone.would_send("Bo wagers 5")
    other_phone.open("/new")
    token = dict(other_phone.would_send("Start game")[1])["csrf_token"]
    before = stored()
    other_phone.send(url, [(name, token if name == "csrf_token" else value) for name, value in fields])
    assert other_phone.status == 403
    assert "only reads along" in " ".join(other_phone.screen.alerts)
    assert stored() == before
    assert other_phone.open(table.url).fields == {}


def test_tricks_counted_on_another_wager_are_refused_and_both_are_told(phone, stored):
    table = start_named(phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    table.bids("Bo 1, Cy 0, Dee 0, Ana 1")
    q = phone.second_tab()
    q.open(table.url)
    phone.press("Bo wagers 5")
    before = stored()
    for player, tricks in zip(table.players, "0100", strict=True):
        q.screen.choose(f"{player} took {tricks}")
    q.press("Record")
    assert q.status == 409
    assert "± 0 5 0 0" in q.screen.alerts[0]
    assert stored() == before


def test_a_covered_wager_is_told_to_nobody_before_the_last_bid_is_in(phone, other_phone):
    table = start_with_sizes(
        phone, ("Ana", "Bo", "Cy"), "2 3", choices={"Bids": "all at once", "wagers: won with the bid, or lost": "yes"}
    )
    token, slug = dict(phone.would_send("Ana bids 0")[1])["csrf_token"], table.url
    phone.send(slug, [("csrf_token", token), ("do", "stake"), ("hand", "1"), ("seat", "0"), ("was", "0"), ("wager", "7007")])
    assert (phone.status, fold(table, "Ana"), table.screen.status) == (200, "Ana Wager in", "Ana's wager is in.")
    assert phone.screen.value("Wager of Ana") == ""
    for reader in (phone, other_phone):
        assert not [path for path in ("", "/history", "/sheet", "/rules") if "7007" in reader.open(table.url + path).text]
        assert not any("wager" in hand for hand in reader.client.get(f"{table.url}/sheet.json").get_json()["hands"])
    table.look()
    table.bids("Ana 0, Bo 0, Cy 0")
    assert "wager 7007" in " ".join(mark.text for mark in other_phone.open(table.url).main.all(class_="at-stake"))
    assert "Ana wagers 7007." in other_phone.open(f"{table.url}/history").text


# Bonus


def test_a_bonus_is_recorded_with_the_tricks(any_phone):
    table = three_bids(any_phone)
    assert fold(table, "Ana") == "Ana Bonus 0"
    any_phone.screen.type("Bonus of Ana", "20")
    any_phone.screen.type("Bonus of Bo", "-10")
    any_phone.screen.type("Bonus of Cy", "−30")
    table.record("1 0 0")
    assert table.game.closed[0].extras == Extras(bonus=(20, -10, -30))
    assert table.shown_totals == ["40", "0", "−20"]


def test_a_bonus_counts_with_a_made_bid_only(phone):
    table = three_bids(phone)
    assert "A bonus counts only if the bid is made." in table.line("Ana").text
    for player in table.players:
        phone.screen.type(f"Bonus of {player}", "20")
    table.record("0 1 0")
    assert table.shown_totals == ["−10", "−10", "30"]


def test_half_a_bonus_counts_for_a_bid_nearly_made(phone):
    table = start_named(phone, "skull-king-rascal")
    table.bids("Ana 1, Bo 0, Cy 0")
    assert "half if it is nearly made" in table.line("Ana").text
    for player in table.players:
        phone.screen.type(f"Bonus of {player}", "20")
    table.record("0 1 0")
    assert table.shown_totals == ["15", "15", "30"]


@pytest.mark.parametrize("typed", [*NO_POINTS, *HUGE])
def test_a_bonus_that_cannot_be_is_refused_in_its_line_and_everything_stays_as_entered(phone, stored, typed):
    table = three_bids(phone)
    before = stored()
    phone.screen.type("Bonus of Bo", typed)
    phone.screen.type("Bonus of Cy", "30")
    table.record("1 0 0")
    assert phone.status == 422
    assert table.refused_in_line("Bo")
    assert opened(table, "Bo")
    assert not opened(table, "Cy")
    assert (phone.screen.value("Bonus of Bo"), phone.screen.value("Bonus of Cy")) == (typed, "30")
    assert table.chosen_tricks() == "1 0 0"
    assert stored() == before
    phone.screen.type("Bonus of Bo", "")
    phone.press("Record")
    assert table.game.closed[0].extras == Extras(bonus=(0, 0, 30))


@pytest.mark.parametrize("field", ["hand", "bids", "tricks_1"])
def test_a_bonus_outlives_a_record_refused_for_something_else(phone, stored, field):
    table = three_bids(phone)
    phone.screen.type("Bonus of Bo", "30")
    phone.screen.choose("nobody won 1")
    table.choose_tricks("0 0 0")
    before = stored()
    phone.press("Record", **{field: None})
    assert phone.status == 422
    assert (phone.screen.value("Bonus of Bo"), phone.screen.value("nobody won 1")) == ("30", "yes")
    assert stored() == before


def test_an_undone_record_comes_back_with_bonus_and_all(phone):
    table = three_bids(phone)
    phone.screen.type("Bonus of Cy", "-20")
    phone.screen.choose("nobody won 1")
    table.record("0 0 0")
    table.undo()
    assert (table.chosen_tricks(), phone.screen.value("Bonus of Cy"), phone.screen.value("nobody won 1")) == ("0 0 0", "-20", "yes")
    phone.press("Record")
    assert table.game.closed[0].extras == Extras(discarded=1, bonus=(0, 0, -20))


def test_the_same_record_sent_again_is_one_and_another_bonus_is_told(phone, stored):
    table = three_bids(phone)
    phone.screen.type("Bonus of Ana", "20")
    table.record("1 0 0")
    before = stored()
    url, fields = phone.last_sent
    phone.send_again()
    assert phone.status == 200
    phone.send(url, [(name, {"bonus-0": "40", "key": "another"}.get(name, value)) for name, value in fields])
    assert phone.status == 409
    assert "★ 20 0 0" in " ".join(phone.screen.alerts)
    assert "★ 40 0 0" in " ".join(phone.screen.alerts)
    assert stored() == before


# Tricks nobody won


def test_tricks_nobody_won_are_missing_from_the_sum(any_phone):
    table = three_bids(any_phone)
    assert any_phone.screen.value("nobody won 0") == "yes"
    any_phone.screen.choose("nobody won 1")
    table.record("0 0 0")
    assert (any_phone.status, table.game.closed[0].extras) == (200, Extras(discarded=1))
    assert table.shown_totals == ["−10", "10", "10"]


def test_tricks_that_do_not_add_up_with_those_nobody_won_are_refused(phone, stored):
    table = three_bids(phone)
    before = stored()
    phone.screen.choose("nobody won 1")
    table.record("1 0 0")
    assert phone.status == 422
    assert "1 of 0: 1 too many" in " ".join(phone.screen.alerts)
    assert phone.screen.value("nobody won 1") == "yes"
    phone.screen.choose("nobody won 0")
    table.record("0 0 0")
    assert "0 of 1: 1 too few" in " ".join(phone.screen.alerts)
    assert stored() == before


@pytest.mark.parametrize("sent", ["2", "-1", "x", "1.5", "9" * 30, "\0"])
def test_a_number_of_tricks_nobody_won_that_cannot_be_is_refused(phone, stored, sent):
    table = three_bids(phone)
    table.choose_tricks("1 0 0")
    before = stored()
    phone.press("Record", discarded=sent)
    assert phone.status == 422
    assert phone.screen.alerts
    assert stored() == before


# What a hand counts


def test_a_hand_counts_as_often_as_chosen(any_phone):
    table = start_named(any_phone, "spades-double")
    table.bids("Bo 1, Cy 0, Ana 0")
    assert any_phone.screen.value("this hand counts ×1") == "yes"
    any_phone.screen.choose("this hand counts ×2")
    table.record("0 1 0")
    assert table.shown_totals == ["20", "22", "20"]
    assert table.game.closed[0].extras == Extras(multiplier=2)


@pytest.mark.parametrize("sent", ["0", "101", "-1", "x", "1.5", "9" * 30])
def test_a_multiplier_that_cannot_be_is_refused(phone, stored, sent):
    table = start_named(phone, "spades-double")
    table.bids("Bo 1, Cy 0, Ana 0")
    table.choose_tricks("0 1 0")
    before = stored()
    phone.press("Record", multiplier=sent)
    assert phone.status == 422
    assert phone.screen.alerts
    assert stored() == before


# Games without


def test_other_games_show_none_of_it_and_take_none_of_it(phone):
    table = f4(phone)
    words = ("blind", "Wager", "Bonus", "nobody", "counts")
    assert not [name for name in [*phone.screen.buttons, *phone.screen.fields] for word in words if word in name]
    table.bids("Bo 0, Cy 0, Dee 0, Ana 0")
    assert not [name for name in [*phone.screen.buttons, *phone.screen.fields] for word in words if word in name]
    assert not phone.screen.main.all(class_="with-extras")
    table.choose_tricks("1 0 0 0")
    phone.press("Record", bonus_0="20", discarded="1", multiplier="2", wager_0="5", blind_0="y")
    assert (phone.status, table.game.closed[0].extras) == (200, Extras())


@pytest.mark.parametrize(
    ("game", "fields"),
    [
        ("blind-20", {"Ana bids blind"}),
        ("rickytann", {"Wager of Ana", "Ana wagers 5"}),
        ("skull-king", {"Bonus of Ana", "nobody won 0"}),
        ("skull-king-initial", {"Bonus of Ana"}),
        ("spades-double", {"this hand counts ×4"}),
    ],
)
def test_each_game_asks_for_what_it_plays_with_and_nothing_else(phone, game, fields):
    players = ("Ana", "Bo", "Cy", "Dee")
    table = start_named(phone, game, players)
    for seat in table.game.hand.order:
        table.bid(players[seat], table.game.legal_bids(seat)[0])
    every = {"Ana bids blind", "Wager of Ana", "Ana wagers 5", "Bonus of Ana", "nobody won 0", "this hand counts ×4"}
    assert every & {*phone.screen.buttons, *phone.screen.fields} == fields


# Reading it


def test_the_history_says_what_was_staked_and_recorded_beside(phone):
    table = start_named(phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    phone.press("Bo wagers 5")
    phone.press("Bo wagers 10")
    table.bids("Bo 1, Cy 0, Dee 0, Ana 1")
    table.record("0 1 0 0")
    said = [item.all("p")[0].text for item in phone.open(f"{table.url}/history").main.all("ol", class_="steps")[0].all("li")]
    assert said[0] == "Hand 1 recorded: Ana 0, Bo 1 (wager 10), Cy 0, Dee 0."
    assert said[-2:] == ["Bo wagers 5.", "The game begins: Ana deals first."]
    assert said[-3] == "Bo wagers 10. Before: wager 5."


def test_the_history_says_what_a_corrected_hand_had_before(phone):
    table = three_bids(phone)
    phone.screen.type("Bonus of Cy", "20")
    phone.screen.choose("nobody won 1")
    table.record("0 0 0")
    assert "Hand 1 recorded: Ana 0, Bo 0, Cy 0 (bonus +20), 1 trick won by nobody." in phone.open(f"{table.url}/history").text
    table.open_correction(1)
    phone.screen.type("Bonus of Cy", "-10")
    phone.screen.choose("nobody won 0")
    phone.screen.choose("Ana took 1")
    phone.press("Record correction")
    said = phone.open(f"{table.url}/history").text
    assert "Hand 1 corrected: Ana 1/1, Bo 0/0, Cy 0/0 (bonus −10), spades." in said
    assert "Before: Ana 1/0, Bo 0/0, Cy 0/0 (bonus +20), spades, 1 trick won by nobody." in said


def test_the_sheet_shows_extras_in_signs_and_says_them_in_words(phone, other_phone):
    table = three_bids(phone)
    phone.screen.type("Bonus of Cy", "20")
    phone.screen.choose("nobody won 1")
    table.record("0 0 0")
    for reader in (phone, other_phone):
        row = reader.open(f"{table.url}/sheet").element("hand-1")
        cell = row.all("td")[2]
        assert [sign.raw for sign in cell.all(class_="besides")] == ["★+20"]
        assert "made, bonus +20" in cell.text
        assert "bonus" not in row.all("td")[1].text
        assert "∅1" in row.all("th")[0].raw
        assert "1 trick won by nobody" in row.all("th")[0].text
        legend = reader.screen.main.all(class_="legend")[0].raw
        assert "★ bonus" in " ".join(legend.replace("\n", " ").split())
        assert "wager" not in legend


def test_a_doubled_hand_a_wager_and_a_blind_bid_are_on_the_sheet(phone):
    double = start_named(phone, "spades-double")
    double.bids("Bo 1, Cy 0, Ana 0")
    phone.screen.choose("this hand counts ×2")
    double.record("0 1 0")
    head = phone.open(f"{double.url}/sheet").element("hand-1").all("th")[0]
    assert "×2" in head.raw
    assert "counts ×2" in head.text
    blind = start_named(phone, "blind-20")
    phone.press("Bo bids blind")
    blind.play("Bo 1, Cy 0, Ana 1", "0 1 0")
    assert "made, blind" in phone.open(f"{blind.url}/sheet").element("hand-1").all("td")[1].text


def test_the_files_have_the_extras(phone):
    table = three_bids(phone)
    phone.screen.type("Bonus of Cy", "20")
    phone.screen.choose("nobody won 1")
    table.record("0 0 0")
    rows = list(csv.DictReader(StringIO(phone.client.get(f"{table.url}/sheet.csv").data.decode("utf-8-sig"))))
    assert [(row["Bonus"], row["Discarded"], row["Multiplier"], row["Blind"], row["Wager"]) for row in rows] == [
        ("0", "1", "1", "no", "0"),
        ("0", "1", "1", "no", "0"),
        ("20", "1", "1", "no", "0"),
    ]


# Correcting it


def test_a_correction_shows_and_changes_the_extras(any_phone):
    table = three_bids(any_phone)
    any_phone.screen.type("Bonus of Cy", "20")
    any_phone.screen.choose("nobody won 1")
    table.record("0 0 0")
    table.open_correction(1)
    assert (any_phone.screen.value("Bonus of Cy"), any_phone.screen.value("Bonus of Ana")) == ("20", "")
    assert any_phone.screen.value("nobody won 1") == "yes"
    any_phone.screen.type("Bonus of Ana", "30")
    any_phone.screen.choose("nobody won 0")
    any_phone.screen.choose("Ana took 1")
    any_phone.press("Record correction")
    assert (any_phone.status, table.game.closed[0].extras) == (200, Extras(bonus=(30, 0, 20)))


def test_a_blind_bid_and_a_wager_are_corrected(phone):
    table = start_named(phone, "blind-20")
    phone.press("Bo bids blind")
    table.play("Bo 1, Cy 0, Ana 1", "0 1 0")
    table.open_correction(1)
    assert (phone.screen.value("Bo bids blind"), phone.screen.value("Cy bids blind")) == ("yes", "no")
    phone.screen.choose("Bo bids blind", checked=False)
    phone.screen.choose("Cy bids blind")
    phone.press("Record correction")
    assert table.game.closed[0].extras == Extras(blind=(False, False, True))
    table = start_named(phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    phone.press("Bo wagers 5")
    table.play("Bo 1, Cy 0, Dee 0, Ana 1", "0 1 0 0")
    table.open_correction(1)
    phone.screen.type("Wager of Bo", "")
    phone.screen.type("Wager of Dee", "20")
    phone.press("Record correction")
    assert table.game.closed[0].extras == Extras(wager=(0, 0, 0, 20))


def test_a_correction_without_a_change_of_the_extras_is_none(phone, stored):
    table = three_bids(phone)
    phone.screen.type("Bonus of Cy", "20")
    table.record("1 0 0")
    before = stored()
    table.correct(1)
    assert phone.status == 200
    assert stored() == before


def test_a_stake_in_a_game_without_stakes_is_refused(phone, stored):
    table = f4(phone)
    forged = [("csrf_token", dict(phone.would_send("Bo bids 0")[1])["csrf_token"]), ("do", "stake"), ("hand", "1"), ("seat", "1")]
    before = stored()
    for stake in (("wager", "5"), ("blind", "y")):
        phone.send(table.url, [*forged, ("was", "0"), stake])
        assert phone.status == 422
    assert stored() == before


@pytest.mark.parametrize("typed", ["–5", "‒5", "‑5", "−5", "-5", "－5"])
def test_a_bonus_below_zero_is_read_whatever_stands_for_the_minus(phone, typed):
    table = three_bids(phone)
    table.record("1 0 0")
    table.open_correction(1)
    phone.screen.type("Bonus of Bo", typed)
    phone.press("Record correction")
    assert (phone.status, table.game.closed[0].extras.bonus) == (200, (0, -5, 0))


@pytest.mark.parametrize("typed", ["5", "x", "99999"])
def test_whoever_does_not_play_a_hand_has_no_extras_in_it(phone, typed):
    """A forged field of such a seat is not looked at, whether the hand is recorded or corrected."""
    table = start_named(phone, "skull-king", ("Ana", "Bo", "Cy", "Dee"))
    enter(table, SitOut(1, 3))
    table.look()
    forged = {"bonus_3": typed, "wager_3": typed, "blind_3": "y"}
    table.bids(", ".join(f"{name} 0" for name in table.order))
    table.choose_tricks("1 0 0 -")
    phone.press("Record", bonus_0="10", **forged)
    assert (phone.status, table.game.closed[0].extras) == (200, Extras(bonus=(10, 0, 0, 0)))
    table.open_correction(1)
    phone.screen.choose("Ana took 0")
    phone.screen.choose("Bo took 1")
    phone.press("Record correction", **forged)
    assert (phone.status, table.game.closed[0].extras) == (200, Extras(bonus=(10, 0, 0, 0)))


def test_a_correction_keeps_extras_that_only_the_hand_has(phone):
    """A hand of a game file may have what its game does not play with: it is shown, kept, and can be taken out."""
    table = f4(phone)
    table.play("Bo 0, Cy 0, Dee 0, Ana 0", "1 0 0 0")
    with phone.app.app_context(), games.writing(table.slug) as stored:
        as_read = Correction(1, (0, 0, 0, 0), (1, 0, 0, 0), extras=Extras(wager=(0, 5, 0, 0)))
        games.append(stored, as_read, key="", at=stored.game.entries[-1].at)
    table.look()
    table.correct(1, tricks="0 0 1 0")
    assert table.game.closed[0].extras == Extras(wager=(0, 5, 0, 0))
    table.open_correction(1)
    phone.screen.type("Wager of Bo", "0")
    phone.press("Record correction")
    assert table.game.closed[0].extras == Extras()
    assert "Wager of Bo" not in table.open_correction(1).fields


@pytest.mark.parametrize("typed", ["ten", "99999999", "--5"])
def test_a_correction_to_a_bonus_that_cannot_be_is_refused_and_stays_as_typed(phone, stored, typed):
    table = three_bids(phone)
    table.record("1 0 0")
    table.open_correction(1)
    phone.screen.type("Bonus of Bo", typed)
    before = stored()
    phone.press("Record correction")
    assert phone.status == 422
    assert table.refused_in_line("Bo")
    assert phone.screen.value("Bonus of Bo") == typed
    assert stored() == before


def test_a_correction_is_checked_with_the_tricks_nobody_won(phone, stored):
    table = three_bids(phone)
    table.record("1 0 0")
    table.open_correction(1)
    phone.screen.choose("nobody won 1")
    before = stored()
    phone.press("Record correction")
    assert phone.status == 422
    assert "1 of 0: 1 too many" in " ".join(phone.screen.alerts)
    assert phone.screen.value("nobody won 1") == "yes"
    assert stored() == before


def test_a_taken_out_blind_bid_stays_out_in_a_refused_correction(phone):
    table = start_named(phone, "blind-20")
    phone.press("Bo bids blind")
    table.play("Bo 1, Cy 0, Ana 1", "0 1 0")
    table.open_correction(1)
    phone.screen.choose("Bo bids blind", checked=False)
    phone.screen.choose("Bo took 0")
    phone.press("Record correction")
    assert phone.status == 422
    assert phone.screen.value("Bo bids blind") == "no"


def test_nothing_of_it_is_written_by_looking(phone, app):
    table = three_bids(phone)
    table.record("1 0 0")
    before = everything_stored(app)
    for path in ("", "/sheet", "/history", "/rules", "/hands/1", "/sheet.csv"):
        Phone(app).client.get(table.url + path)
        phone.client.get(table.url + path)
    assert everything_stored(app) == before
