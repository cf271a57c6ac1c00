import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.bidding import (
    FIRSTS,
    HOOKS,
    ORDERS,
    ROTATIONS,
    Bidding,
    barred_bids,
    bidding_order,
    first_leader,
    legal_bids,
    next_dealer,
)

HOOK = Bidding(hook="always")
TABLE = (0, 1, 2, 3)


def test_the_last_bidder_may_not_make_the_bids_even():
    assert legal_bids(HOOK, 5, (2, 0, 1), 4) == (0, 1, 3, 4, 5)


def test_only_the_last_bidder_is_bound():
    assert legal_bids(HOOK, 5, (2, 3), 4) == (0, 1, 2, 3, 4, 5)


def test_bids_already_above_the_tricks_leave_everything_open_and_even_ones_bar_zero():
    assert barred_bids(HOOK, 5, (3, 3, 0), 4) == ()
    assert barred_bids(HOOK, 5, (3, 2, 0), 4) == (0,)


def test_the_last_bid_of_a_one_card_hand_may_be_forced():
    assert legal_bids(HOOK, 1, (0, 0, 0), 4) == (0,)
    assert legal_bids(HOOK, 1, (1, 0, 0), 4) == (1,)
    assert legal_bids(HOOK, 1, (1, 1, 0), 4) == (0, 1)


def test_the_hook_may_hold_from_so_many_cards_up():
    bidding = Bidding(hook="min_cards", min_cards=3)
    assert barred_bids(bidding, 2, (0, 0, 0), 4) == ()
    assert barred_bids(bidding, 3, (0, 0, 0), 4) == (3,)


def test_the_dealer_may_have_to_bring_the_bids_above_the_tricks():
    above = Bidding(hook="must_exceed")
    assert legal_bids(above, 5, (2, 1, 0), 4) == (3, 4, 5)
    assert legal_bids(above, 5, (5, 5, 0), 4) == (0, 1, 2, 3, 4, 5)
    assert legal_bids(above, 5, (0, 0, 0), 4) == (0, 1, 2, 3, 4, 5)


@pytest.mark.parametrize("hook", HOOKS)
def test_simultaneous_bidding_knows_no_hook(hook):
    assert legal_bids(Bidding("simultaneous", hook), 5, (2, 1, 1), 4) == (0, 1, 2, 3, 4, 5)


@given(
    st.builds(Bidding, st.sampled_from(ORDERS), st.sampled_from(HOOKS), st.integers(1, 6)),
    st.integers(1, 20),
    st.lists(st.integers(0, 20), max_size=9),
    st.integers(2, 10),
)
def test_a_bid_is_either_legal_or_barred_and_never_are_all_barred(bidding, size, others, players):
    legal, barred = legal_bids(bidding, size, others, players), barred_bids(bidding, size, others, players)
    assert sorted((*legal, *barred)) == list(range(size + 1))
    assert legal


def test_the_deal_passes_to_the_left_and_past_the_last_seat():
    assert [next_dealer(TABLE, dealer) for dealer in TABLE] == [1, 2, 3, 0]
    assert [next_dealer(TABLE, dealer, "right") for dealer in TABLE] == [3, 0, 1, 2]


def test_the_deal_passes_over_those_who_are_away():
    assert next_dealer(TABLE, 1, absent={2}) == 3
    assert next_dealer(TABLE, 3, absent={2}) == 0
    assert next_dealer(TABLE, 2, absent={2}) == 3
    assert next_dealer(TABLE, 2, "right", absent={2}) == 1


def test_the_deal_follows_the_seats_after_people_changed_theirs():
    swapped = (0, 3, 2, 1)
    assert [next_dealer(swapped, dealer) for dealer in swapped] == [3, 2, 1, 0]
    assert bidding_order(swapped, 2) == (1, 0, 3, 2)
    assert first_leader("opposite", swapped, 0) == 2
    assert bidding_order(swapped, 2, absent={1}) == (0, 3, 2)


@pytest.mark.parametrize(
    ("first", "rotation", "order"),
    [
        ("left", "left", (2, 3, 0, 1)),
        ("dealer", "left", (1, 2, 3, 0)),
        ("right", "left", (0, 1, 2, 3)),
        ("left", "right", (0, 3, 2, 1)),
        ("dealer", "right", (1, 0, 3, 2)),
        ("right", "right", (2, 1, 0, 3)),
    ],
)
def test_bids_go_round_from_the_first_bidder(first, rotation, order):
    assert bidding_order(TABLE, 1, first=first, rotation=rotation) == order


@pytest.mark.parametrize(("first", "order"), [("left", (3, 0, 1)), ("dealer", (3, 0, 1)), ("right", (1, 3, 0))])
def test_a_dealer_who_does_not_play_keeps_his_neighbours(first, order):
    assert bidding_order(TABLE, 2, first=first, absent={2}) == order


@given(
    st.permutations(range(10)),
    st.sets(st.integers(0, 9), max_size=8),
    st.integers(0, 9),
    st.sampled_from(FIRSTS),
    st.sampled_from(ROTATIONS),
)
def test_everybody_taking_part_bids_once(circle, absent, dealer, first, rotation):
    order = bidding_order(circle, dealer, first=first, rotation=rotation, absent=absent)
    assert sorted(order) == sorted(set(circle) - absent)
    if first == "left" and dealer not in absent:
        assert order[-1] == dealer


def test_the_dealers_left_leads_whoever_bids_first():
    assert first_leader("left", TABLE, 1, first="dealer") == 2


def highest_bidder(*bids, **more):
    made = {seat: bid for seat, bid in enumerate(bids) if bid is not None}
    return first_leader("highest-bidder", TABLE, 0, bids=made, **more)


def test_the_highest_bidder_leads_once_all_have_bid():
    assert first_leader("highest-bidder", TABLE, 0) is None
    assert highest_bidder(None, 1, 3, 0) is None
    assert highest_bidder(2, 1, 3, 0) == 2


def test_of_level_high_bids_the_earlier_leads():
    assert highest_bidder(3, 1, 0, 3) == 3
    assert highest_bidder(0, 0, 0, 0) == 1
    assert highest_bidder(0, 0, 0, 0, rotation="right") == 3
    assert highest_bidder(0, 0, 0, 0, first="dealer") == 0


@pytest.mark.parametrize(("seats", "leader"), [((0, 1, 2, 3), 2), ((0, 1), 1), ((0, 1, 2), 1), ((0, 1, 2, 3, 4, 5), 3)])
def test_the_seat_opposite_the_dealer_may_lead(seats, leader):
    assert first_leader("opposite", seats, 0) == leader
