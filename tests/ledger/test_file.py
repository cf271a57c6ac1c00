import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from scorekeeper.ledger.entries import (
    Bid,
    Correction,
    Dealer,
    DealerRests,
    Entry,
    Join,
    Presence,
    Rename,
    SitOut,
    Start,
    Trump,
    Undo,
)
from scorekeeper.ledger.file import write_game, write_hands
from scorekeeper.ledger.file_reading import GAME_KEYS, HAND_KEYS, read_game, read_rules, read_text
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.names import TITLE_LENGTH
from scorekeeper.rules.catalogue import preset
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Ruleset
from tests.ledger.playing import (
    ANA,
    BO,
    CY,
    EVENING,
    HOOK,
    NAMES,
    ONE_TWO_THREE,
    b3,
    begin,
    bid,
    enter,
    f4,
    place,
    play_on,
    state,
    undo,
)

SHORT = {"schedule": ONE_TWO_THREE}
HAND_1 = {"bids": [1, 0, 1], "tricks": [1, 0, 0]}


def game_file(*hands, **changes):
    """A game of Ana, Bo and Cy with one, two and three cards."""
    return {
        "format": "scorekeeper-game",
        "version": 1,
        "rules": SHORT,
        "players": ["Ana", "Bo", "Cy"],
        "hands": list(hands),
    } | changes


def refused(data):
    with pytest.raises(RuleError) as error:
        read_game(data)
    assert str(error.value)
    return error.value


def through_the_file(game):
    """The game as somebody else reads it from its file's text."""
    return read_game(json.loads(json.dumps(write_game(game))))


# Reading


def test_it_works():
    game = read_game(game_file(HAND_1, {"bids": [None, None, 1]}, title="Friday", first_dealer=0))
    assert (game.title, game.players, game.first_dealer, len(game.closed)) == ("Friday", ("Ana", "Bo", "Cy"), 0, 1)
    assert (game.bidder, state(game)["totals"]) == (ANA, [11, 10, 0])


def test_what_is_missing_is_as_in_the_base_game():
    game = read_game({"format": "scorekeeper-game", "version": 1, "players": ["Ana", "Bo", "Cy"]})
    assert (game.rules, game.first_dealer, game.title, game.started, len(game.sizes)) == (Ruleset(), 0, "", "", 15)
    null = dict.fromkeys(("title", "started", "rules", "first_dealer", "hands"))
    assert state(read_game(game_file() | null)) == state(game)


def test_rules_are_named_or_written_out():
    assert read_rules("hook-only") == preset("hook-only").ruleset
    assert read_rules({"bidding": HOOK}) == Ruleset.from_data({"bidding": HOOK})
    assert read_rules(None) == read_rules({}) == Ruleset()


def test_names_are_tidied():
    assert read_game(game_file(players=[" Ana ", "Jose\u0301", "C\u202ey"])).players == ("Ana", "José", "Cy")


def test_the_time_of_the_beginning_keeps_its_offset():
    game = read_game(game_file(started="2026-11-27T19:30:00+01:00"))
    assert game.started == "2026-11-27T19:30:00+01:00"
    assert game.entries[0].at.utcoffset() == timedelta(hours=1)


def test_bids_given_in_seat_order_are_entered_in_bidding_order():
    game = read_game(game_file(HAND_1, first_dealer=0))
    assert [entry.fact for entry in game.entries[1:4]] == [Bid(1, BO, 0), Bid(1, CY, 1), Bid(1, ANA, 1)]


def test_entries_of_a_game_that_was_read_are_numbered_and_dated_like_its_beginning():
    game = read_game(game_file(HAND_1, {"bids": [None, None, 1], "trump": "clubs"}, started="2026-11-27T19:30:00+01:00"))
    assert [entry.number for entry in game.entries] == [1, 2, 3, 4, 5, 6, 7]
    assert {entry.at.isoformat() for entry in game.entries} == {"2026-11-27T19:30:00+01:00"}


def test_a_title_may_be_as_long_as_it_says():
    assert read_game(game_file(title="x" * TITLE_LENGTH)).title == "x" * TITLE_LENGTH


def test_an_empty_hand_is_one_that_has_just_begun():
    for hand in ({}, {"bids": None}, {"bids": [None] * 3}, {"bids": [None] * 3, "tricks": None, "trump": None}):
        assert state(read_game(game_file(HAND_1, hand))) == state(read_game(game_file(HAND_1)))


def test_simultaneous_bids_may_be_there_in_part():
    game = read_game(game_file({"bids": [1, None, 0]}, rules={"bidding": {"order": "simultaneous"}}))
    assert (game.phase, game.hands[0].bids) == ("bids", (1, None, 0))


@pytest.mark.parametrize(
    ("given", "kept"), [("hearts", "hearts"), ("none", "none"), (None, None)], ids=["a suit", "no trump", "not known"]
)
def test_trump_is_read(given, kept):
    assert read_game(game_file(HAND_1 | {"trump": given})).hands[0].trump == kept


def test_where_the_file_says_nothing_trump_is_as_the_rules_say():
    hands = [HAND_1, {"bids": [0, 2, 1], "tricks": [1, 0, 1]}, {"bids": [2, 1, 1], "tricks": [2, 1, 0]}]
    assert [hand.trump for hand in read_game(game_file(*hands)).hands] == [None, None, "none"]


# Refusals


@pytest.mark.parametrize(
    "data",
    [None, [], "", "x", 1, 1.5, True, {}, {"version": 1}, game_file(format="x"), game_file(version=2), [game_file()]],
    ids=str,
)
def test_what_is_no_game_file_is_refused(data):
    assert place(refused(data)) == ("format", None, None)


@pytest.mark.parametrize(
    "change",
    [
        {"players": "Ana"},
        {"players": {"0": "Ana"}},
        {"hands": {}},
        {"hands": "x"},
        {"title": 5},
        {"title": "x" * (TITLE_LENGTH + 1)},
        {"first_dealer": "0"},
        {"first_dealer": 0.0},
        {"first_dealer": True},
        {"started": "yesterday"},
        {"started": "2026-11-27"},
        {"started": "2026-11-27T19:30:00"},
        {"started": 20261127},
        {"started": "1969-12-31T23:59:59+00:00"},
        {"started": "1970-01-01T00:00:00+14:00"},
        {"started": "9999-12-31T23:59:59-14:00"},
        {"started": []},
    ],
    ids=str,
)
def test_a_wrong_kind_of_value_is_refused(change):
    assert place(refused(game_file() | change)) == ("format", None, None)


@pytest.mark.parametrize(
    "hand",
    [
        None,
        [],
        5,
        "x",
        {"bids": [0, 0]},
        {"bids": [0, 0, 0, 0]},
        {"bids": 0},
        {"bids": "000"},
        {"bids": ["0", 0, 0]},
        {"bids": [0.0, 0, 0]},
        {"bids": [True, 0, 0]},
        {"bids": [0, 0, 0], "tricks": [1, 0]},
        {"bids": [0, 0, 0], "tricks": 1},
        {"bids": [0, 0, 0], "tricks": [False, 0, 1]},
        {"bids": [0, 0, 0], "tricks": []},
    ],
    ids=str,
)
def test_a_wrong_kind_of_hand_is_refused(hand):
    assert place(refused(game_file(hand))) == ("format", 1, None)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (game_file(scores=[1]), "scores"),
        (game_file(Players=[]), "Players"),
        (game_file({"bids": [0, 0, 0], "tricsk": [1, 0, 0]}), "tricsk"),
        (game_file(rules={"hook": True}), "hook"),
        (game_file(rules={"bidding": {"hok": "always"}}), "bidding.hok"),
        (game_file(rules={"scoring": {"made": {"q": 1}}}), "scoring.made.q"),
    ],
    ids=["of the game", "in capitals", "of a hand", "of the rules", "inside bidding", "inside scoring"],
)
def test_an_unknown_key_is_refused_by_its_name(data, key):
    error = refused(data)
    assert key in str(error)
    assert error.code in {"format", "rules"}


def test_known_keys_are_not_unknown():
    assert {"players", "rules", "hands", "first_dealer"} <= set(GAME_KEYS)
    assert {"bids", "tricks", "trump"} <= set(HAND_KEYS)


@pytest.mark.parametrize(
    "rules",
    [
        "no-such-game",
        "",
        5,
        [],
        True,
        {"deck": 0},
        {"deck": "52"},
        {"players": [3]},
        {"players": [1, 3]},
        {"players": [3, 11]},
        {"players": [5, 3]},
        {"bidding": {"hook": "sometimes"}},
        {"bidding": []},
        {"schedule": {"shape": "list"}},
        {"scoring": {"made": {"k": 0.25}}},
        {"scoring": {"made": {"k": float("nan")}}},
        {"scoring": {"made": {"k": float("inf")}}},
        {"trump": {"policy": "fixed"}},
        {"tie": 1},
    ],
    ids=str,
)
def test_rules_that_do_not_exist_are_refused(rules):
    assert place(refused(game_file(rules=rules))) == ("rules", None, None)


@pytest.mark.parametrize(
    ("change", "seat"),
    [
        ({"players": None}, None),
        ({"players": []}, None),
        ({"players": ["Ana"]}, None),
        ({"players": [f"P{number}" for number in range(11)]}, None),
        ({"players": ["Ana", 2, "Cy"]}, None),
        ({"players": ["Ana", None, "Cy"]}, None),
        ({"players": ["Ana", "", "Cy"]}, 1),
        ({"players": ["Ana", "\u200b", "Cy"]}, 1),
        ({"players": ["Ana", "Bo", "ANA"]}, 2),
        ({"players": ["x" * 41, "Bo", "Cy"]}, 0),
        ({"first_dealer": 3}, None),
        ({"first_dealer": -1}, None),
        ({"rules": "jaylipp"}, None),
    ],
    ids=str,
)
def test_players_who_cannot_sit_down_are_refused(change, seat):
    assert place(refused(game_file() | change)) == ("players", None, seat)


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"rules": {"schedule": {"shape": "list", "hands": []}}}, ("schedule", None, None)),
        ({"rules": {"schedule": {"shape": "up", "min": 5, "max": 4}}}, ("schedule", None, None)),
        ({"rules": {"schedule": {"shape": "list", "hands": [1] * 121}}}, ("schedule", None, None)),
        ({"rules": {"schedule": {"shape": "list", "hands": [1]}}, "hands": [HAND_1, {}]}, ("schedule", 2, None)),
        ({"rules": {"schedule": {"shape": "list", "hands": [17, 18]}}}, ("pack", 2, None)),
        ({"rules": {"deck": 2}}, ("pack", None, None)),
    ],
    ids=["no hand", "none between", "too many", "one too many", "too large", "too few cards"],
)
def test_hands_that_cannot_be_dealt_are_refused(change, refusal):
    assert place(refused(game_file() | change)) == refusal


def test_the_refusal_of_a_hand_too_large_has_the_sum():
    rules = {"schedule": {"shape": "list", "hands": [7]}}
    players = [f"P{number}" for number in range(8)]
    assert "8 players × 7 cards = 56, but the pack has only 52." in str(refused(game_file(rules=rules, players=players)))


@pytest.mark.parametrize(
    ("hand", "refusal"),
    [
        ({"bids": [0, 3, 0]}, ("bid-range", 2, BO)),
        ({"bids": [None, None, 3]}, ("bid-range", 2, CY)),
        ({"bids": [None, None, -1]}, ("bid-range", 2, CY)),
        ({"bids": [None, 0, None]}, ("bid-order", 2, BO)),
        ({"bids": [0, None, None]}, ("bid-order", 2, ANA)),
        ({"bids": [0, 1, 1]}, ("bid-barred", 2, BO)),
        ({"bids": [0, 2, 1], "tricks": [3, 0, 0]}, ("tricks-range", 2, ANA)),
        ({"bids": [0, 2, 1], "tricks": [3, -1, 0]}, ("tricks-range", 2, ANA)),
        ({"bids": [0, 2, 1], "tricks": [1, 0, 0]}, ("tricks-sum", 2, None)),
        ({"bids": [0, 2, 1], "tricks": [1, 1, 1]}, ("tricks-sum", 2, None)),
        ({"bids": [0, 2, 1], "tricks": [1, None, 1]}, ("tricks-missing", 2, BO)),
        ({"bids": [0, None, 1], "tricks": [1, 0, 1]}, ("tricks-before-bids", 2, BO)),
        ({"tricks": [1, 0, 1]}, ("tricks-before-bids", 2, CY)),
        ({"trump": "joker"}, ("trump", 2, None)),
        ({"trump": 4}, ("trump", 2, None)),
        ({"trump": ["hearts"]}, ("trump", 2, None)),
    ],
    ids=str,
)
def test_a_hand_that_breaks_a_rule_is_refused_with_its_place(hand, refusal):
    rules = SHORT | {"bidding": HOOK}
    assert place(refused(game_file(HAND_1, hand, rules=rules))) == refusal


def test_a_hand_after_an_open_one_is_refused():
    assert place(refused(game_file({"bids": [1, 0, 1]}, {"bids": [0, 0, 0]}))) == ("hand-order", 2, None)


def test_deeply_nested_and_very_long_files_are_refused_or_read():
    nested = []
    for _ in range(5000):
        nested = [nested]
    assert refused(game_file(players=nested)).code == "players"
    assert refused(game_file(*[{}] * 100_000)).code == "hand-order"


# Writing


def test_a_game_is_written_with_all_its_rules():
    written = write_game(b3())
    assert list(written) == ["format", "version", "title", "started", "rules", "players", "first_dealer", "hands"]
    assert (written["format"], written["version"], written["players"], written["first_dealer"]) == (
        "scorekeeper-game",
        1,
        ["Ana", "Bo", "Cy"],
        0,
    )
    assert Ruleset.from_data(written["rules"]) == b3().rules
    assert written["hands"] == [
        {"bids": [1, 0, 1], "tricks": [1, 0, 0]},
        {"bids": [0, 2, 1], "tricks": [1, 0, 1]},
        {"bids": [2, 1, 1], "tricks": [2, 1, 0], "trump": "none"},
    ]


def test_a_hand_in_which_nothing_was_entered_is_not_written():
    assert write_game(begin())["hands"] == []
    assert len(write_game(b3(1))["hands"]) == 1
    assert write_game(bid(b3(1), 0))["hands"][1] == {"bids": [None, None, 0]}
    assert write_game(enter(b3(1), Trump(2, "clubs")))["hands"][1] == {"bids": [None, None, None], "trump": "clubs"}


def test_undone_entries_are_not_in_the_hands_of_the_file():
    assert write_hands(undo(b3(), 4)) == write_game(b3(2))


@pytest.mark.parametrize(
    "game",
    [
        begin(),
        begin(10, first_dealer=9),
        b3(),
        b3(2),
        bid(b3(2), 2),
        bid(b3(2), 2, 0, 0),
        undo(b3()),
        f4(),
        f4(rotation="right"),
        enter(b3(1), Trump(2, "clubs")),
        enter(b3(2), Trump(3, "hearts")),
        enter(b3(), Correction(2, (0, 2, 1), (0, 1, 1), "clubs")),
        enter(bid(b3(2), 2, 0, 0), Bid(3, BO, 1)),
        enter(begin(3, bidding={"order": "simultaneous"}), Bid(1, CY, 0)),
    ],
    ids=[
        "begun",
        "ten players",
        "finished",
        "two hands",
        "bidding",
        "bids in",
        "undone",
        "four players",
        "anticlockwise",
        "trump",
        "trump after all",
        "corrected",
        "taken back",
        "simultaneous",
    ],
)
def test_a_game_written_and_read_again_is_the_same(game):
    assert state(through_the_file(game)) == state(game)
    assert through_the_file(game).rules == game.rules


def test_title_and_beginning_survive_the_file():
    game = read_game(game_file(title="Ana’s 🎂", started="2026-11-27T19:30:00+01:00"))
    again = through_the_file(game)
    assert (again.title, again.started) == ("Ana’s 🎂", "2026-11-27T19:30:00+01:00")


@pytest.mark.parametrize("text", ["2026-11-27T19:30:00Z", "20261127T193000+00", "2026-11-27/19:30:00+00:00"])
def test_a_time_is_kept_in_one_form(text):
    """It stands in the names of files."""
    assert read_game(game_file(started=text)).started == "2026-11-27T19:30:00+00:00"


FIRST_TO_20 = {"schedule": {"shape": "fixed", "max": 1}, "end": {"score": 20}}


def test_an_adjustment_counts_from_its_hand_on_where_a_score_ends_the_game():
    """Ana has 22 after the second hand, less the penalty 12: the game goes on."""
    made, missed = {"bids": [1, 0, 0], "tricks": [1, 0, 0]}, {"bids": [1, 1, 1], "tricks": [1, 0, 0]}
    penalty = {"player": ANA, "points": -12, "after_hand": 1}
    game = read_game(game_file(made, missed, made, rules=FIRST_TO_20, adjustments=[penalty]))
    assert (state(game)["totals"], game.finished) == ([21, 20, 20], True)
    assert state(through_the_file(game)) == state(game)
    assert refused(game_file(made, missed, made, rules=FIRST_TO_20)).code == "schedule"


def test_points_before_the_first_hand_end_no_game():
    game = read_game(game_file(rules=FIRST_TO_20, adjustments=[{"points": 50}]))
    assert not game.finished
    assert read_game(game_file(HAND_1, rules=FIRST_TO_20, adjustments=[{"points": 50}])).finished


def test_even_bids_that_were_kept_survive_the_file():
    game = enter(f4(3), Correction(2, (0, 1, 1, 0), (1, 0, 1, 0), even_kept=True))
    assert write_game(game)["hands"][1] == {"bids": [0, 1, 1, 0], "tricks": [1, 0, 1, 0], "even_kept": True}
    assert state(through_the_file(game)) == state(game)
    assert through_the_file(game).hands[1].even_kept


def test_even_bids_that_end_with_a_bid_of_nought_survive_the_file():
    game = enter(b3(2), Correction(2, (1, 0, 1), (1, 0, 1), even_kept=True))
    assert state(through_the_file(game)) == state(game)


def test_even_bids_are_refused_in_a_file_that_does_not_say_they_were_kept():
    hand = {"bids": [0, 1, 1], "tricks": [1, 0, 1]}
    hooked = SHORT | {"bidding": HOOK}
    assert place(refused(game_file(HAND_1, hand, rules=hooked))) == ("bid-barred", 2, BO)
    assert place(refused(game_file(HAND_1, hand | {"even_kept": False}, rules=hooked))) == ("bid-barred", 2, BO)
    kept = read_game(game_file(HAND_1, hand | {"even_kept": True}, rules=hooked))
    assert (kept.hands[1].even_kept, state(kept)["totals"]) == (True, [11, 10, 11])


@pytest.mark.parametrize("value", [1, "yes", [], {}])
def test_the_mark_of_even_bids_kept_is_true_or_false(value):
    assert place(refused(game_file(HAND_1 | {"even_kept": value}))) == ("format", 1, None)


def test_even_bids_cannot_be_kept_in_a_hand_that_is_still_open():
    hooked = SHORT | {"bidding": HOOK}
    assert refused(game_file(HAND_1, {"bids": [0, 1, 1], "even_kept": True}, rules=hooked)).hand == 2


def test_trump_that_the_rules_know_but_the_table_took_back_survives_the_file():
    fixed = {"trump": {"policy": "fixed", "suit": "spades"}}
    for game in (
        enter(b3(1, **fixed), Trump(2, None)),
        enter(b3(2), Trump(3, None)),
        enter(b3(**fixed), Correction(1, (1, 0, 1), (1, 0, 0), None)),
        enter(b3(), Correction(3, (2, 1, 1), (2, 1, 0), None)),
    ):
        assert state(through_the_file(game)) == state(game)


def test_a_long_game_of_seven_survives_the_file(dice):
    game = play_on(begin(7, first_dealer=4, schedule={"shape": "up-down"}), dice, hands=9)
    assert state(through_the_file(game)) == state(game)


@pytest.mark.parametrize(
    "hand", [{"cards": 10**4200, "bids": [0, 0, 0]}, {"bids": [0, 0, 0], "tricks": [1, 0, 0], "discarded": -(10**4200)}]
)
def test_a_number_of_thousands_of_digits_is_refused_in_a_sentence(refusal_of_file, hand):
    told = refusal_of_file({"bids": [0, 0, 0], **hand})
    assert (told.code, len(str(told)) < 100) == ("format", True)


def test_tricks_nobody_won_that_are_more_than_the_hand_has_are_refused_as_such(refusal_of_file):
    assert str(refusal_of_file({"bids": [0, 0, 0], "tricks": [1, 0, 0], "discarded": 2})) == "Tricks in this hand are 0 to 1."


def test_a_file_without_players_says_so():
    with pytest.raises(RuleError) as told:
        read_game({"format": "scorekeeper-game", "version": 1, "players": []})
    assert str(told.value) == "At least 2 players need a name."


def test_a_key_that_is_there_twice_is_refused_and_nothing_dropped():
    with pytest.raises(RuleError) as told:
        read_text('{"format": "scorekeeper-game", "version": 1, "players": ["A", "B"], "hands": [{"bids": [1, 0]}], "hands": []}')
    assert (told.value.code, str(told.value)) == ("format", "The key hands is there twice.")


@pytest.mark.parametrize(("key", "value"), [("version", 1.0), ("first_dealer", False), ("version", True)])
def test_a_file_with_a_ledger_is_as_strict_about_the_rest(key, value):
    written = json.loads(json.dumps(write_game(undo(b3()))))
    assert "ledger" in written
    with pytest.raises(RuleError) as told:
        read_game(written | {key: value})
    assert told.value.code == "format"


@pytest.mark.parametrize("first", [0, -3])
def test_hands_are_counted_from_one(first):
    with pytest.raises(RuleError) as told:
        read_game({"format": "scorekeeper-game", "version": 1, "players": ["A", "B"], "first_hand": first})
    assert str(told.value) == "Hands are counted from 1."


@pytest.mark.parametrize("before", [0, 2], ids=["before anything was bid", "after two hands"])
def test_a_latecomer_for_whom_a_list_of_hands_has_to_shrink_survives_the_file(before):
    """Nine cards for six are more than the pack holds."""
    game = play_on(begin(5, schedule={"shape": "list", "hands": [2, 3, 9, 9]}), Random(1), before)
    game = enter(game, Join("Fay", 2, 24, level=True))
    assert game.sizes == (2, 3, 8, 8)
    assert state(through_the_file(game)) == state(game)
    if before:
        again = read_game(write_hands(game))
        assert (again.sizes, state(again)["totals"]) == (game.sizes, state(game)["totals"])


# Whoever deals does not play, from the first hand on


EIGHTS: dict[str, Any] = {"schedule": {"shape": "list", "hands": [8, 8, 8]}}


def seven(hands=0, **more):
    """Seven at a game of eight cards, in which whoever deals does not play."""
    return play_on(begin(7, 2, dealer_rests=True, **(EIGHTS | more)), Random(1), hands)


@pytest.mark.parametrize(
    "game",
    [
        seven(),
        seven(1),
        bid(seven(1), 3, 2),
        seven(3),
        seven(schedule={"shape": "up"}),
        seven(2, schedule={"shape": "up"}),
        seven(2, schedule={"shape": "fixed", "max": {"deck": 52}}, rotation="right"),
        enter(seven(1), DealerRests(rests=False, level=True)),
        play_on(enter(seven(1), DealerRests(rests=False, level=True)), Random(2), 2),
        enter(play_on(enter(seven(1), DealerRests(rests=False, level=True)), Random(2), 2), DealerRests(rests=True)),
        enter(seven(), DealerRests(rests=False, level=True)),
        play_on(enter(seven(), DealerRests(rests=False, level=True)), Random(2), 1),
        play_on(enter(seven(1), SitOut(2, 5)), Random(2), 2),
        play_on(enter(seven(1), Presence(4, there=False), Dealer(2, 6)), Random(2), 2),
        play_on(enter(seven(1), Join("Hal", 2, 24, level=True)), Random(2), 2),
        play_on(begin(4, dealer_rests=True, players=[3, 3], **EIGHTS), Random(2), 2),
    ],
    ids=[
        "begun",
        "one hand",
        "bidding",
        "finished",
        "planned for six",
        "planned for six, two hands",
        "no set number of hands",
        "plays again",
        "played again",
        "rests once more",
        "plays at once",
        "played at once",
        "somebody sits out",
        "somebody left",
        "somebody joined",
        "a game for three",
    ],
)
def test_a_game_in_which_the_dealer_rested_from_the_beginning_survives_the_file(game):
    again = through_the_file(game)
    assert state(again) == state(game)
    assert [entry.fact for entry in again.entries] == [entry.fact for entry in game.entries] or "ledger" not in write_game(game)
    told = read_game(json.loads(json.dumps(write_hands(game))))
    assert state(told) == state(game)
    assert (told.sizes, told.dealer_rests, told.start.dealer_rests) == (game.sizes, game.dealer_rests, True)
    assert write_hands(told) == write_hands(game)


def test_a_late_start_from_paper_in_which_the_dealer_rests_survives_the_file():
    start = Start(Ruleset.from_data(EIGHTS).to_data(), NAMES[:7], 3, first_hand=2, carried=(1, 2, 3, 4, 5, 6, 7), dealer_rests=True)
    game = Game.replay([Entry(1, start, EVENING)])
    for one in (game, play_on(game, Random(1), 1)):
        assert state(read_game(write_hands(one))) == state(one)
        assert (one.first_hand, one.hands[0].dealer, one.hands[0].order) == (2, 3, (4, 5, 6, 0, 1, 2))


def test_somebody_who_comes_later_to_a_game_in_which_the_dealer_rests_survives_the_file():
    start = Start(Ruleset.from_data(EIGHTS).to_data(), NAMES[:8], dealer_rests=True, absent=(5,))
    game = Game.replay([Entry(1, start, EVENING)])
    for one in (game, play_on(game, Random(1), 1)):
        again = read_game(write_hands(one))
        assert (state(again), again.start.absent) == (state(one), (5,))


def test_a_dealer_who_rests_from_the_beginning_is_written_so():
    written = write_hands(seven(1))
    assert (written["dealer_rested"], written["dealer_rests"]) == (True, True)
    assert (written["hands"][0]["absent"], written["hands"][0]["dealer"]) == ([2], 2)
    assert "coming" not in written
    assert "dealer_rested" not in write_hands(begin())
    assert place(refused(written | {"dealer_rested": "yes"})) == ("format", None, None)


# What no program writes


PLACES_OF_NUMBERS = {
    "carried": '"first_hand": 2, "carried": [{}, 0, 0]',
    "adjustments": '"adjustments": [{{"points": {}}}]',
    "rules": '"rules": {{"end": {{"score": {}}}}}',
    "bids": '"hands": [{{"bids": [{}, 0, 0], "tricks": [0, 0, 1]}}]',
    "bonus": '"hands": [{{"bids": [0, 0, 0], "tricks": [0, 0, 1], "bonus": [{}, 0, 0]}}]',
}


NO_NUMBERS = ("NaN", "Infinity", "-Infinity", "1e308", "1e999", "0.1", "1" * 4000, "[1]", "{}", "true")


@pytest.mark.parametrize("written", NO_NUMBERS)
@pytest.mark.parametrize("place", PLACES_OF_NUMBERS)
def test_what_is_no_number_of_a_game_is_refused_wherever_it_stands(place, written):
    whole = '{{"format": "scorekeeper-game", "version": 1, "players": ["Ana", "Bo", "Cy"], '
    whole += PLACES_OF_NUMBERS[place] + "}}"
    assert read_text(whole.format(1))
    with pytest.raises(RuleError) as refused:
        read_text(whole.format(written))
    assert refused.value.code in {"format", "rules"}


@pytest.mark.parametrize("half", ["\\ud800", "a\\udfffb", "\\u0000"])
def test_half_characters_are_dropped_or_refused_and_never_kept(half):
    def with_half(**more):
        return read_text(json.dumps(game_file(**more)).replace("HALF", half))

    game = with_half(players=["Ana", "BoHALF", "Cy"], title="xHALF", note="HALFy")
    assert json.dumps([game.players, game.title, game.note]).isascii()
    "".join([*game.players, game.title, game.note]).encode()
    rules = ({"rules": {"HALF": 1}}, {"rules": "HALF"})
    for more in ({"HALF": 1}, *rules, {"started": "HALF"}, {"ledger": [{"HALF": 1}]}):
        with pytest.raises(RuleError) as refused:
            with_half(**more)
        str(refused.value).encode()


def test_a_game_has_at_most_thirty_people_in_a_file_too():
    names = [f"P{number}" for number in range(31)]
    assert refused(game_file(players=names, away=list(range(10, 31)))).code == "players"
    game = read_game(game_file(players=names[:30], away=list(range(10, 30))))
    assert len(game.players) == 30
    told = write_game(enter(game, Rename(0, "Zoe")))
    told["ledger"][0]["data"]["players"] = names
    assert "at most 30 people" in str(refused(told))


def test_what_was_struck_was_legal_too_when_it_was_entered():
    told = write_game(enter(begin(), Rename(0, "Zoe"), Undo(2)))
    told["ledger"][1] |= {"kind": "bid", "data": {"hand": 1, "seat": 1, "bid": 7}}
    assert refused(told).code == "bid-range"
    told["ledger"][1]["data"]["bid"] = 1
    assert read_game(told).version == 3


def test_a_name_is_refused_for_its_length_before_it_is_looked_at():
    error = refused(game_file(players=["Ana", "o" + "\u0301" * 1000, "Cy"]))
    assert place(error) == ("players", None, 1)
