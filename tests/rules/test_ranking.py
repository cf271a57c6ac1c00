from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.ranking import places
from tests.rules.ranked import winners

TOTALS = st.lists(st.integers(-50, 50), min_size=1, max_size=10)


def test_equal_totals_share_the_place_and_the_next_is_left_out():
    assert places((30, 40, 40, 10)) == (3, 1, 1, 4)
    assert winners((30, 40, 40, 10)) == (1, 2)


def test_the_lowest_total_may_win():
    assert places((3, 0, 3), direction="low") == (2, 1, 2)


def test_more_bids_made_part_equal_totals():
    assert places((40, 40, 50), tie="most-made", made=(2, 3, 0)) == (3, 2, 1)
    assert places((40, 40, 50), tie="shared", made=(2, 3, 0)) == (2, 2, 1)


def test_a_larger_sum_of_made_bids_parts_equal_totals_even_where_low_wins():
    assert places((2, 2, 5), direction="low", tie="bid-sum", bid_sum=(4, 9, 30)) == (2, 1, 3)


def test_players_level_in_everything_still_share():
    assert winners((2, 2), tie="most-made", made=(1, 1)) == (0, 1)


def test_a_tie_stands_until_the_extra_hand_is_played():
    assert winners((2, 2), tie="extra-hand", made=(1, 3), bid_sum=(1, 3)) == (0, 1)


def test_a_tie_rule_without_counts_leaves_the_tie():
    assert winners((2, 2), tie="most-made") == (0, 1)


def test_nobody_wins_a_game_of_nobody():
    assert winners(()) == ()


@given(TOTALS, st.sampled_from(["high", "low"]))
def test_a_place_is_one_more_than_the_number_of_those_ahead(totals, direction):
    sign = -1 if direction == "low" else 1
    ahead = [1 + sum(sign * other > sign * total for other in totals) for total in totals]
    assert list(places(totals, direction=direction)) == ahead
