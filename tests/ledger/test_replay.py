"""What `scorekeeper replay` answers, game file in, result out: never an exception, whatever the text."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.file_reading import GAME_KEYS, HAND_KEYS
from scorekeeper.ledger.replay import replay, result
from scorekeeper.rules.catalogue import presets
from scorekeeper.rules.ruleset import KEYS as RULE_KEYS
from tests.ledger.playing import HOOK, PATIENT, b3, begin, play_on

ANSWER = {"players", "schedule", "hands", "next", "totals", "places", "winners", "finished"}


def game_file(*hands, **changes):
    return {"format": "scorekeeper-game", "version": 1, "players": ["Ana", "Bo", "Cy"], "hands": list(hands)} | changes


def answer(*hands, **changes):
    return replay(json.dumps(game_file(*hands, **changes)))


def assert_answered(text):
    """A result, or an error with its code, its place and a sentence; either of them can be printed as JSON."""
    found = replay(text)
    json.dumps(found, allow_nan=False)
    if set(found) == ANSWER:
        return
    assert set(found) == {"error"}
    error = found["error"]
    assert set(error) == {"code", "hand", "player", "message"}
    assert error["code"]
    assert error["message"].strip()
    for key in ("hand", "player"):
        assert error[key] is None or isinstance(error[key], int)


def test_the_example_of_the_rules_page():
    text = """
    {"format": "scorekeeper-game", "version": 1,
     "title": "Friday", "started": "2026-11-27T19:30:00+01:00",
     "rules": "seed",
     "players": ["Ana", "Bo", "Cy"],
     "first_dealer": 0,
     "hands": [
       {"bids": [1, 0, 1], "tricks": [1, 0, 0], "trump": "hearts"},
       {"bids": [null, null, 1]}
     ]}"""
    found = replay(text)
    schedule = found.pop("schedule")
    assert schedule[0] == {"hand": 1, "cards": 1, "dealer": 0, "first_bidder": 1, "leader": 1, "no_trump": False}
    assert [hand["cards"] for hand in schedule] == list(range(1, 16))
    assert [hand["no_trump"] for hand in schedule] == [False] * 14 + [True]
    assert found == {
        "players": ["Ana", "Bo", "Cy"],
        "hands": [{"hand": 1, "cards": 1, "dealer": 0, "points": [11, 10, 0], "totals": [11, 10, 0]}],
        "next": {"hand": 2, "phase": "bids", "bidder": 0, "legal_bids": [0, 1, 2], "barred": []},
        "totals": [11, 10, 0],
        "places": [1, 2, 3],
        "winners": [0],
        "finished": False,
    }


def test_the_answer_has_its_keys_in_the_order_of_the_rules_page():
    assert list(answer()) == ["players", "schedule", "hands", "next", "totals", "places", "winners", "finished"]
    assert list(answer()["schedule"][0]) == ["hand", "cards", "dealer", "first_bidder", "leader", "no_trump"]
    assert list(answer()["next"]) == ["hand", "phase", "bidder", "legal_bids", "barred"]


def test_what_is_due_while_bids_are_made_in_turn():
    five = {"schedule": {"shape": "list", "hands": [5]}, "bidding": HOOK}
    players = ["Ana", "Bo", "Cy", "Dee"]
    assert answer(players=players, rules=five)["next"] == {
        "hand": 1,
        "phase": "bids",
        "bidder": 1,
        "legal_bids": [0, 1, 2, 3, 4, 5],
        "barred": [],
    }
    assert answer({"bids": [None, 2, 1, 1]}, players=players, rules=five)["next"] == {
        "hand": 1,
        "phase": "bids",
        "bidder": 0,
        "legal_bids": [0, 2, 3, 4, 5],
        "barred": [1],
    }


def test_what_is_due_while_bids_are_made_at_once():
    due = {"hand": 1, "phase": "bids", "bidder": None, "legal_bids": [0, 1], "barred": []}
    simultaneous = {"bidding": {"order": "simultaneous", "hook": "always"}}
    for bids in ([None, None, None], [1, None, 0], [None, 1, 0]):
        assert answer({"bids": bids}, rules=simultaneous)["next"] == due


def test_what_is_due_while_the_tricks_are_out():
    assert answer({"bids": [1, 0, 1]})["next"] == {"hand": 1, "phase": "tricks", "bidder": None, "legal_bids": [], "barred": []}


def test_nothing_is_due_when_the_game_is_finished():
    found = answer({"bids": [1, 0, 1], "tricks": [1, 0, 0]}, rules={"schedule": {"shape": "list", "hands": [1]}})
    assert (found["next"], found["finished"], found["winners"]) == (None, True, [0])


def test_the_leader_is_open_until_the_bids_are_in_where_the_highest_bidder_leads():
    found = answer({"bids": [1, 0, 1], "tricks": [1, 0, 0]}, {"bids": [None, None, 2]}, rules={"lead": "highest-bidder"})
    assert [hand["leader"] for hand in found["schedule"][:3]] == [2, None, None]
    assert [hand["first_bidder"] for hand in found["schedule"][:3]] == [1, 2, 0]


def test_whole_numbers_are_printed_as_integers_and_halves_as_decimals():
    played = (([1, 0, 0], [1, 0, 0]), ([0, 0, 0], [2, 0, 0]), ([1, 0, 0], [1, 1, 1]))
    hands = [{"bids": bids, "tricks": tricks} for bids, tricks in played]
    found = answer(*hands, rules={"scoring": {"made": {"k": 0.5}}})
    assert json.dumps([line["points"] for line in found["hands"]]) == "[[0.5, 0.5, 0.5], [0, 0.5, 0.5], [0.5, 0, 0]]"
    assert json.dumps([line["totals"] for line in found["hands"]]) == "[[0.5, 0.5, 0.5], [0.5, 1, 1], [1, 1, 1]]"
    assert json.dumps(found["totals"]) == "[1, 1, 1]"


def test_a_negative_total_stays_negative_and_nought_stays_nought():
    missed = {"d": -10}
    rules = {"scoring": {"made": {"k": 20, "t": 10}, "over": missed, "under": missed}, "schedule": {"max": 2}}
    found = answer({"bids": [0, 1, 1], "tricks": [0, 1, 0]}, {"bids": [2, 1, 1], "tricks": [0, 1, 1]}, rules=rules)
    assert [line["totals"] for line in found["hands"]] == [[20, 30, -10], [0, 60, 20]]


# Errors


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({}, ("format", None, None)),
        (game_file(version=7), ("format", None, None)),
        (game_file(speed=7), ("format", None, None)),
        (game_file({"bidz": []}), ("format", 1, None)),
        (game_file(rules="nothing"), ("rules", None, None)),
        (game_file(rules={"hook": 1}), ("rules", None, None)),
        (game_file(players=["Ana"]), ("players", None, None)),
        (game_file(players=["Ana", "Ana"]), ("players", None, 1)),
        (game_file(rules={"schedule": {"shape": "list", "hands": []}}), ("schedule", None, None)),
        (game_file(rules={"schedule": {"shape": "list", "hands": [18]}}), ("pack", 1, None)),
        (game_file({"bids": [0, 2, 0]}), ("bid-range", 1, 1)),
        (game_file({"bids": [1, 0, 0]}, rules={"bidding": HOOK}), ("bid-barred", 1, 0)),
        (game_file({"bids": [0, None, None]}), ("bid-order", 1, 0)),
        (game_file({"bids": [0, 0, 0], "tricks": [2, 0, -1]}), ("tricks-range", 1, 2)),
        (game_file({"bids": [0, 0, 0], "tricks": [1, 1, 0]}), ("tricks-sum", 1, None)),
        (game_file({"bids": [None, 0, 0], "tricks": [1, 0, 0]}), ("tricks-before-bids", 1, 0)),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_game_that_breaks_a_rule_answers_its_code_and_its_place(data, error):
    found = replay(json.dumps(data))
    assert set(found) == {"error"}
    assert (found["error"]["code"], found["error"]["hand"], found["error"]["player"]) == error
    assert found["error"]["message"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "nul",
        "NaN",
        "-Infinity",
        "1e999",
        "\x00",
        "\ufeff{}",
        "[" * 100_000,
        '{"a":' * 100_000,
        "1" * 5_000,
        '{"format": "scorekeeper-game", "version": ' + "1" * 5_000 + "}",
        '{"format": "scorekeeper-game", "version": -' + "9" * 10_000 + "}",
        '"\\ud800"',
        '{"\\ud800": 1}',
        json.dumps(game_file(players=["\ud800", "Bo", "Cy"])),
        json.dumps(game_file(rules="\ud800")),
        json.dumps(game_file(**{"%(key)s %": 1})),
        json.dumps(game_file(rules="%s %(x)d")),
        json.dumps(game_file(players=["%(name)s", "%(name)s", "%"])),
        json.dumps(game_file(started="0001-01-01T00:00:00+14:00")),
        json.dumps(game_file(started="9999-12-31T23:59:59-14:00")),
        json.dumps(game_file({"bids": [0, int("9" * 4300), 0]})),
        json.dumps(game_file({"bids": [0, 0, 0], "tricks": [int("9" * 4300)] * 3})),
    ],
    ids=lambda text: text[:40],
)
def test_a_strange_text_is_answered(text):
    assert_answered(text)


def test_a_message_stays_short_whatever_is_in_the_file():
    for data in (game_file({"bids": [0, 0, 0], "tricks": [int("9" * 4300)] * 3}), game_file(**{"x" * 5000: 1})):
        assert len(replay(json.dumps(data))["error"]["message"]) < 500


@PATIENT
@given(st.text())
def test_any_text_is_answered(text):
    assert_answered(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=15,
)


@PATIENT
@given(JSON)
def test_any_json_is_answered(data):
    assert_answered(json.dumps(data))


def objects(keys, values):
    """Objects that have some of the known keys, with values of any kind."""
    return st.dictionaries(st.sampled_from(keys), values | JSON, max_size=len(keys))


SMALL = st.none() | st.integers(-1, 3)
HANDS = st.lists(objects(HAND_KEYS, st.lists(SMALL, min_size=2, max_size=4) | st.sampled_from(["hearts", "none"])), max_size=4)
SECTION_KEYS = ["shape", "max", "min", "step", "hands", "count", "table", "order", "hook", "first", "policy", "suit", "made", "k"]
WORDS = st.sampled_from(["up", "list", "always", "fixed", "spades", "rotation", "players"])
SECTION = objects(SECTION_KEYS, st.integers(-1, 60) | WORDS)
RULES = objects(RULE_KEYS, SECTION | st.dictionaries(st.sampled_from(SECTION_KEYS), SECTION, max_size=3))
NAMES = st.lists(st.sampled_from(["Ana", "Bo", "Cy", "ana", ""]) | st.text(max_size=5), max_size=5)


@PATIENT
@given(
    objects(GAME_KEYS, HANDS | RULES | NAMES),
    st.booleans(),
    st.none() | NAMES | st.just(["Ana", "Bo", "Cy"]),
    st.none() | HANDS,
    st.none() | RULES | st.sampled_from([preset.id for preset in presets()]),
)
def test_any_object_that_looks_like_a_game_file_is_answered(data, headed, names, hands, rules):
    if headed:
        data |= {"format": "scorekeeper-game", "version": 1}
    for key, value in (("players", names), ("hands", hands), ("rules", rules)):
        if value is not None:
            data[key] = value
    assert_answered(json.dumps(data))


@PATIENT
@given(st.integers(0, 10_000), st.data())
def test_a_real_game_with_one_value_changed_is_answered(seed, data):
    """A slip of the pen anywhere in a game file is told, never a crash."""
    file = json.loads(json.dumps(write_game(play_on(begin(3, schedule={"max": 3}, bidding=HOOK), Random(seed)))))
    where, key = file, data.draw(st.sampled_from(list(file)))
    while isinstance(where[key], dict | list) and where[key] and data.draw(st.booleans()):
        where = where[key]
        key = data.draw(st.sampled_from(list(where) if isinstance(where, dict) else range(len(where))))
    where[key] = data.draw(JSON)
    assert_answered(json.dumps(file))


def test_a_game_played_at_the_table_and_its_file_give_the_same_answer():
    assert replay(json.dumps(write_game(b3()))) == result(b3())
