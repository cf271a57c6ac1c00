"""The examples beside a scoring say what the engine says."""

import pytest

from scorekeeper.rules.catalogue import preset, presets
from scorekeeper.rules.examples import worked_examples
from scorekeeper.rules.scoring import Scoring, points


def told(scoring, **hand):
    return {(example.bid, example.tricks): example.points for example in worked_examples(scoring, **hand)}


def test_examples_of_wizard():
    """20 and 10 for each trick when made, 10 off for each trick missed."""
    assert told(preset("wizard").ruleset.scoring) == {(3, 3): 50, (3, 4): -10, (3, 1): -20, (0, 0): 20, (0, 2): -20}


def test_a_near_miss_and_bids_with_points_of_their_own_have_examples():
    assert told(preset("skull-king-rascal").ruleset.scoring)[3, 2] == 25
    assert told(preset("plump").ruleset.scoring, size=10)[10, 10] == 110
    assert (10, 10) not in told(preset("plump").ruleset.scoring)


def test_a_miss_that_is_not_a_near_one_has_an_example_too():
    scoring = Scoring.from_data({"made": {"k": 5}, "near": {"dist": 2, "k": 1}, "over": {"k": -7}, "under": {"k": -9}})
    assert set(told(scoring, size=7).values()) == {5, 1, -7, -9}


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_examples_fit_the_hand(size):
    assert all(0 <= taken <= size and 0 <= bid <= size for bid, taken in told(preset("seed").ruleset.scoring, size=size))


@pytest.mark.parametrize("entry", presets(), ids=[preset.id for preset in presets()])
def test_every_example_is_what_the_engine_scores(entry):
    scoring = entry.ruleset.scoring
    for example in worked_examples(scoring, size=7, players=5, largest=10):
        hand = {"size": 7, "bid": example.bid, "tricks": example.tricks, "players": 5, "largest": 10}
        assert example.points == points(scoring, **hand)
