import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.bidding import Bidding
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import KEYS, Deck, Ruleset
from scorekeeper.rules.schedule import Schedule, Share
from scorekeeper.rules.scoring import Scoring


def refusal_of(data):
    with pytest.raises(RuleError) as refusal:
        Ruleset.from_data(data)
    assert refusal.value.code == "rules"
    return str(refusal.value)


def test_no_rules_at_all_are_the_base_game():
    assert Ruleset.from_data({}) == Ruleset()
    assert Ruleset.from_data(dict.fromkeys(KEYS)) == Ruleset()


def test_one_key_changes_one_thing():
    rules = Ruleset.from_data({"bidding": {"hook": "always"}, "deck": {"per_player": 8}, "end": {"score": 100}})
    assert rules == Ruleset(bidding=Bidding(hook="always"), deck=Deck(per_player=8), end_score=100)


def test_a_given_scoring_replaces_the_base_games():
    assert Ruleset.from_data({"scoring": {}}).scoring == Scoring()


def test_a_null_inside_a_section_counts_as_missing():
    rules = Ruleset.from_data({"schedule": {"shape": "down", "max": None, "count": None}, "scoring": {"made": None}})
    assert rules == Ruleset(schedule=Schedule("down"), scoring=Scoring())


def test_a_share_of_the_pack_may_be_written_out():
    rules = Ruleset.from_data({"schedule": {"max": {"deck": 52, "reserve": 1, "cap": 15}}})
    assert rules.schedule.high == Share(52, 1, 15)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"skoring": {}}, "skoring"),
        ({"id": "seed"}, "id"),
        ({"scoring": {"mode": {}}}, "scoring.mode"),
        ({"scoring": {"made": {"x": 1}}}, "scoring.made.x"),
        ({"scoring": {"made": {"k": "10"}}}, "scoring.made.k"),
        ({"scoring": {"made": {"k": True}}}, "scoring.made.k"),
        ({"scoring": {"made": {"k": 0.3}}}, "scoring.made.k"),
        ({"scoring": {"made": 10}}, "scoring.made"),
        ({"scoring": {"near": {"dist": 0}}}, "scoring.near.dist"),
        ({"scoring": {"near": {"b3": 1}}}, "scoring.near.b3"),
        ({"scoring": {"made_table": {"x": 1}}}, "scoring.made_table.x"),
        ({"scoring": {"made_table": {"1": []}}}, "scoring.made_table.1"),
        ({"scoring": {"zero_from_cards": "players"}}, "scoring.zero_from_cards"),
        ({"scoring": {"bonus": "often"}}, "scoring.bonus"),
        ({"scoring": {"blind": None, "direction": "up"}}, "scoring.direction"),
        ({"scoring": {"streak": {"win": 5}}}, "scoring.streak.n"),
        ({"scoring": {"streak": {"n": 0}}}, "scoring.streak.n"),
        ({"scoring": {"streak": {"n": 5, "ignore_cards": 1}}}, "scoring.streak.ignore_cards"),
        ({"schedule": []}, "schedule"),
        ({"schedule": {"shape": "sideways"}}, "schedule.shape"),
        ({"schedule": {"shape": ["up"]}}, "schedule.shape"),
        ({"schedule": {"max": 0}}, "schedule.max"),
        ({"schedule": {"max": True}}, "schedule.max"),
        ({"schedule": {"max": 7.0}}, "schedule.max"),
        ({"schedule": {"max": {"table": {}}}}, "schedule.max.table"),
        ({"schedule": {"max": {"table": {"11": 3}}}}, "schedule.max.table.11"),
        ({"schedule": {"max": {"table": {"4": 3}, "deck": 52}}}, "schedule.max.deck"),
        ({"schedule": {"max": {"pack": 52}}}, "schedule.max.pack"),
        ({"schedule": {"max": {"deck": -1}}}, "schedule.max.deck"),
        ({"schedule": {"min": 0}}, "schedule.min"),
        ({"schedule": {"step": 0}}, "schedule.step"),
        ({"schedule": {"low_repeat": "twice"}}, "schedule.low_repeat"),
        ({"schedule": {"start_aligned": "left"}}, "schedule.start_aligned"),
        ({"schedule": {"shape": "list"}}, "schedule.hands"),
        ({"schedule": {"shape": "list", "hands": [1, "2"]}}, "schedule.hands"),
        ({"schedule": {"shape": "list", "hands": [0]}}, "schedule.hands"),
        ({"schedule": {"shape": "fixed", "count": 121}}, "schedule.count"),
        ({"bidding": {"hook": True}}, "bidding.hook"),
        ({"bidding": {"order": "secret"}}, "bidding.order"),
        ({"bidding": {"min_cards": -1}}, "bidding.min_cards"),
        ({"bidding": {"first": "opposite"}}, "bidding.first"),
        ({"trump": {"policy": "fixed"}}, "trump.suit"),
        ({"trump": {"policy": "fixed", "suit": "none"}}, "trump.suit"),
        ({"trump": {"policy": "rotation"}}, "trump.order"),
        ({"trump": {"policy": "rotation", "order": ["stars"]}}, "trump.order"),
        ({"trump": "spades"}, "trump"),
        ({"no_trump": "sometimes"}, "no_trump"),
        ({"deck": 0}, "deck"),
        ({"deck": 10_001}, "deck"),
        ({"deck": "52"}, "deck"),
        ({"deck": {"per_player": 0}}, "deck.per_player"),
        ({"deck": {}}, "deck.per_player"),
        ({"lead": "dealer"}, "lead"),
        ({"tie": "split"}, "tie"),
        ({"players": [1, 4]}, "players"),
        ({"players": [3, 11]}, "players"),
        ({"players": [4, 3]}, "players"),
        ({"players": [4]}, "players"),
        ({"players": [2, 3, 4]}, "players"),
        ({"players": 4}, "players"),
        ({"end": {"score": 0}}, "end.score"),
        ({"end": {"score": "100"}}, "end.score"),
        ({"end": {}}, "end.score"),
        ({"end": 100}, "end"),
        ({"rotation": "clockwise"}, "rotation"),
        ({"must_trump": 1}, "must_trump"),
    ],
)
def test_a_wrong_key_or_value_is_refused_by_name(data, key):
    assert f"“{key}”" in refusal_of(data)


@pytest.mark.parametrize("data", [None, [], "seed", 7])
def test_rules_are_an_object(data):
    assert "must be an object" in refusal_of(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
WORDS = st.sampled_from(
    (
        *KEYS,
        "made",
        "over",
        "under",
        "near",
        "dist",
        "k",
        "bT",
        "zero_from_cards",
        "players+1",
        "streak",
        "n",
        "made_table",
        "shape",
        "list",
        "up",
        "fixed",
        "max",
        "table",
        "hands",
        "hook",
        "order",
        "policy",
        "spades",
        "per_player",
        "score",
        "1",
        "4",
    )
)
NEARLY = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 60) | st.just(0.5) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=10,
)


@given(JSON | st.dictionaries(st.sampled_from(KEYS), NEARLY, max_size=4) | st.dictionaries(st.sampled_from(KEYS), JSON, max_size=4))
def test_whatever_is_read_is_rules_or_refused(data):
    with suppress(RuleError):
        rules = Ruleset.from_data(data)
        assert Ruleset.from_data(json.loads(json.dumps(rules.to_data()))) == rules


def test_rules_are_written_out_complete():
    assert tuple(Ruleset().to_data()) == KEYS
