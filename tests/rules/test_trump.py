import pytest

from scorekeeper.rules.catalogue import preset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.schedule import Schedule
from scorekeeper.rules.trump import TrumpPolicy, known_trump, no_trump_hands

UP_DOWN = (1, 2, 3, 2, 1)


@pytest.mark.parametrize(
    ("setting", "hands"),
    [("max-hand", [3]), ("last-hand", [5]), ("exhausted", []), ("rotation", []), ("all", [1, 2, 3, 4, 5]), ("never", [])],
)
def test_hands_without_trump_by_setting(setting, hands):
    assert without_trump(Ruleset(no_trump=setting), UP_DOWN) == hands


def without_trump(rules, sizes, players=4):
    return [hand for hand, none in enumerate(no_trump_hands(rules, sizes, players), start=1) if none]


def test_every_largest_hand_is_without_trump():
    assert without_trump(Ruleset(), (3, 2, 1, 2, 3)) == [1, 5]


def test_hands_that_are_all_alike_have_no_largest():
    assert without_trump(Ruleset(schedule=Schedule("fixed", high=10, count=3)), (10, 10, 10)) == []


def test_a_game_without_an_end_has_no_last_hand():
    rules = Ruleset(schedule=Schedule("fixed", high=10), no_trump="last-hand")
    assert without_trump(rules, (10, 10)) == []


def test_no_trump_when_the_pack_is_dealt_out():
    rules = Ruleset(no_trump="exhausted")
    assert without_trump(rules, (12, 13)) == [2]
    assert without_trump(rules, (17,), players=3) == []


def test_a_game_that_knows_no_trump_never_has_one():
    assert without_trump(Ruleset(trump=TrumpPolicy("none"), no_trump="never"), UP_DOWN) == [1, 2, 3, 4, 5]
    assert known_trump(Ruleset(trump=TrumpPolicy("none")), 1) == "none"


def test_trump_goes_round_by_the_number_of_the_hand():
    rules = preset("judgement").ruleset
    assert [known_trump(rules, hand) for hand in range(1, 8)] == [
        "spades",
        "diamonds",
        "clubs",
        "hearts",
        "none",
        "spades",
        "diamonds",
    ]
    assert without_trump(rules, rules.sizes(4)) == [5, 10]


def test_a_fixed_suit_is_known_and_a_turned_one_is_not():
    assert known_trump(preset("skull-king").ruleset, 7) == "spades"
    assert known_trump(Ruleset(), 7) is None
    assert known_trump(Ruleset(trump=TrumpPolicy("highest-bidder")), 7) is None
