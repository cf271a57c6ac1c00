from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.catalogue import preset, presets
from scorekeeper.rules.form import Form
from scorekeeper.rules.scoring import BASE_SCORING, Near, Scoring, Streak, points, streak_points


def score(scoring, bid, tricks, size=5, players=4, largest=10, **more):
    return points(scoring, size=size, bid=bid, tricks=tricks, players=players, largest=largest, **more)


def test_a_made_bid_scores_ten_and_the_tricks_a_missed_one_nothing():
    assert [score(BASE_SCORING, 4, tricks) for tricks in (3, 4, 5)] == [0, 14, 0]
    assert score(BASE_SCORING, 0, 0) == 10


def test_the_two_switches_of_the_base_game():
    both = preset("seed+both").ruleset.scoring
    assert score(both, 3, 4) == 4
    assert score(both, 0, 0, size=7) == 12
    assert score(both, 0, 2, size=7) == 2


@pytest.mark.parametrize(
    ("coefficient", "value"),
    [("k", 1), ("b", 4), ("b2", 16), ("bT", 10), ("t", 7), ("d", 3), ("d2", 9), ("dT", 6), ("h", 8), ("i", 5)],
)
def test_each_measure_of_a_row(coefficient, value):
    assert Form(**{coefficient: 1}).value(size=8, bid=4, tricks=7, largest=12) == value


def test_rows_give_way_in_their_order():
    scoring = Scoring(
        made=Form(k=1),
        over=Form(k=2),
        under=Form(k=3),
        zero_made=Form(k=4),
        zero_missed=Form(k=5),
        near=Near(Form(k=6)),
        made_table=((2, Form(k=7)),),
    )
    found = {(bid, tricks): score(scoring, bid, tricks) for bid in (0, 1, 2, 3) for tricks in (0, 1, 2, 3)}
    assert found[1, 1] == 1
    assert found[1, 3] == 2
    assert found[3, 0] == 3
    assert found[0, 0] == 4
    assert found[0, 3] == 5
    assert found[0, 1] == found[2, 1] == found[2, 3] == 6
    assert found[2, 2] == 7


def test_near_may_reach_further():
    scoring = Scoring(near=Near(Form(k=6), dist=2))
    assert [score(scoring, 0, tricks) for tricks in (1, 2, 3)] == [6, 6, 0]


def test_zero_may_count_only_from_so_many_cards():
    scoring = Scoring(made=Form(k=1), under=Form(k=2), zero_made=Form(k=9), zero_missed=Form(k=-9), zero_from_cards=4)
    assert [score(scoring, 0, 0, size=size) for size in (3, 4)] == [1, 9]
    assert [score(scoring, 0, 1, size=size) for size in (3, 4)] == [0, -9]


def test_zero_may_count_only_with_more_cards_than_players():
    scoring = preset("binary-nil").ruleset.scoring
    assert [score(scoring, 0, 0, size=size, players=6) for size in (6, 7)] == [10, 20]


def test_a_multiplier_counts_everything_twice():
    scoring = Scoring(made=Form(k=10), blind=5, bonus="made")
    assert score(scoring, 1, 1, multiplier=2, blind=True, bonus=3, wager=1) == 2 * (10 + 5 + 3 + 1)


def test_a_blind_bid_adds_only_when_made():
    scoring = Scoring(blind=10)
    assert score(scoring, 1, 1, blind=True) == 10
    assert score(scoring, 1, 2, blind=True) == 0


def test_a_wager_is_won_or_lost():
    assert score(Scoring(), 1, 1, wager=7) == 7
    assert score(Scoring(), 1, 2, wager=7) == -7


@pytest.mark.parametrize(
    ("setting", "counted"),
    [("none", [0, 0, 0]), ("made", [30, 0, 0]), ("made+half", [30, 15, 0]), ("always", [30, 30, 30])],
)
def test_a_bonus_counts_as_the_scoring_says(setting, counted):
    scoring = Scoring(near=Near(Form()), bonus=setting)
    assert [score(scoring, 2, tricks, bonus=30) for tricks in (2, 3, 4)] == counted


def test_half_a_bonus_needs_a_row_for_near_misses():
    assert score(Scoring(bonus="made+half"), 2, 3, bonus=30) == 0


def test_half_points_stay_exact_and_whole_ones_plain():
    halves = preset("trick-scoring").ruleset.scoring
    assert score(halves, 0, 0) == Fraction(1, 2)
    doubled = score(halves, 0, 0, multiplier=2)
    assert (doubled, type(doubled)) == (1, int)


def test_a_row_of_hands_alike_adds_and_starts_again():
    streak = Streak(3, win=5, loss=-5)
    alike = [(size, True) for size in range(2, 9)]
    assert streak_points(streak, alike) == [0, 0, 5, 0, 0, 5, 0]
    assert streak_points(streak, [(size, False) for size in range(2, 6)]) == [0, 0, -5, 0]


def test_the_other_result_breaks_a_row():
    assert streak_points(Streak(2, win=5), [(2, True), (3, False), (4, True), (5, True)]) == [0, 0, 0, 5]


def test_ignored_sizes_and_hands_not_played_neither_count_nor_break():
    streak = Streak(2, win=5, loss=-5, ignore_cards=(1,))
    assert streak_points(streak, [(2, True), (1, False), (3, None), (4, True)]) == [0, 0, 0, 5]
    assert streak_points(streak, [(1, True), (1, True)]) == [0, 0]


def test_a_scoring_without_streak_adds_nothing():
    assert streak_points(None, [(1, True), (2, True)]) == [0, 0]


@given(st.sampled_from(presets()), st.integers(1, 15), st.data())
def test_whole_coefficients_give_plain_whole_points(chosen, size, data):
    bid, tricks = (data.draw(st.integers(0, size)) for _ in range(2))
    scored = score(chosen.ruleset.scoring, bid, tricks, size=size, largest=15)
    assert type(scored) is int or chosen.id == "trick-scoring"
