import json
from fractions import Fraction

import pytest

from scorekeeper.ledger.entries import (
    KINDS,
    About,
    Adjustment,
    Bid,
    Coming,
    Correction,
    Dealer,
    DealerRests,
    Extras,
    Join,
    Note,
    Presence,
    Redeal,
    Rename,
    Resume,
    Rules,
    Seating,
    SetPoints,
    SitOut,
    Size,
    Stake,
    Start,
    Stop,
    Tricks,
    Trump,
    Undo,
    fact_from_data,
    fact_to_data,
)
from scorekeeper.ledger.typed import is_typed
from scorekeeper.rules.ruleset import Ruleset

FACTS = [
    Start(Ruleset().to_data(), ("Ana", "Bo", "Cy"), 2, "Friday", "2026-11-27T19:30:00+01:00", drawn=True, game="Oh Hell"),
    Size(1, 3),
    Bid(1, 2, 0),
    Stake(1, 2, blind=True, wager=10),
    Trump(1, "hearts"),
    Trump(1, None),
    Tricks(1, (1, 0, 0)),
    Tricks(1, (1, None, 0)),
    Correction(1, (1, 0, 1), (0, 0, 1), "none", even_kept=True),
    Correction(1, (1, 0, 1), (0, 0, 1)),
    Tricks(2, (1, 0, 0), Extras(multiplier=2, discarded=1, bonus=(10, None, 0), wager=(5, 0, -5), blind=(True, False, False))),
    Adjustment(-5, 1, "revoke", after_hand=2),
    Adjustment(10),
    Adjustment(Fraction(-1, 2)),
    SetPoints(3, (12, Fraction(1, 2), -4, None), "wrong number of cards"),
    Redeal(3),
    Dealer(3, 1),
    Coming(4, (4, 4, 5)),
    Stop(),
    Resume(),
    Join("Eli", after=0, points=Fraction(49, 2), level=True),
    Presence(1, there=False),
    SitOut(4, 2),
    DealerRests(True),
    Seating((0, 2, 1)),
    Rename(1, "Bob", substitute=True),
    Rules(Ruleset().to_data(), "Oh Hell"),
    Note("blind", 2),
    Note("a long evening"),
    About("Friday", "at Bo's", "Ana"),
    Start(Ruleset().to_data(), ("Ana", "Bo"), absent=(1,), first_hand=5, carried=(10, Fraction(1, 2))),
    Undo(4),
]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.kind)
def test_a_fact_stored_and_loaded_is_the_same(fact):
    stored = json.loads(json.dumps(fact_to_data(fact)))
    assert fact_from_data(fact.kind, stored) == fact


def test_every_kind_of_fact_has_a_name_of_its_own():
    assert set(KINDS) == {fact.kind for fact in FACTS}
    assert len(KINDS) == len({*KINDS.values()}) == 24


def values_in(data, path=()):
    """Where a value stands in plain data: every list, and everything in it."""
    if isinstance(data, list | tuple):
        yield path
    elif not isinstance(data, dict):
        yield path
        return
    for key in data if isinstance(data, dict) else range(len(data)):
        yield from values_in(data[key], (*path, key))


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.kind)
def test_a_value_of_another_kind_in_a_fact_is_found(fact):
    """What a record holds for a number may be a text, for a text a list, anywhere."""
    assert is_typed(fact)
    plain = json.dumps(fact_to_data(fact))
    for path in values_in(json.loads(plain)):
        if path[0] == "rules":
            continue
        for wrong in ({"a": 1}, [[1]], ["\ud800"], "a\0b"):
            data = json.loads(plain)
            place = data
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = wrong
            try:
                read = fact_from_data(fact.kind, data)
            except ValueError:
                continue
            assert not is_typed(read), (path, wrong)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("penalty", {}),
        ("", {}),
        ("bid", {}),
        ("bid", {"hand": 1, "seat": 0}),
        ("bid", {"hand": 1, "seat": 0, "bid": 0, "by": "Ana"}),
        ("bid", [1, 0, 0]),
        ("bid", None),
    ],
)
def test_a_damaged_record_is_told_and_never_guessed(kind, data):
    with pytest.raises(ValueError, match="unreadable entry"):
        fact_from_data(kind, data)


def test_a_record_of_before_a_key_was_added_is_still_read():
    assert fact_from_data("start", {"rules": {}, "players": ["Ana", "Bo"]}) == Start({}, ("Ana", "Bo"))
    assert fact_from_data("correction", {"hand": 1, "bids": [0, 1], "tricks": [0, 1]}) == Correction(1, (0, 1), (0, 1))


def test_a_start_written_before_dealers_could_rest_is_read_as_one_in_which_they_play():
    data = fact_to_data(Start({}, ("Ana", "Bo", "Cy")))
    assert data.pop("dealer_rests") is False
    assert fact_from_data("start", data) == Start({}, ("Ana", "Bo", "Cy"))
