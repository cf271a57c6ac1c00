"""Two phones at one table: what was entered elsewhere is not overwritten unseen, what is there already is not entered twice."""

from dataclasses import replace

import pytest

from scorekeeper.ledger.entries import Bid, Correction, Entry, Extras, SetPoints, Stake, Tricks, Trump, Undo
from scorekeeper.ledger.seen import (
    fresh_bid,
    fresh_correction,
    fresh_set_points,
    fresh_stake,
    fresh_tricks,
    fresh_trump,
    fresh_undo,
    garbled,
    is_new,
    last_touched,
)
from scorekeeper.rules.errors import RuleError
from tests.ledger.playing import ANA, BO, CY, EVENING, b3, begin, bid, enter, f4, take, undo


def conflict(judge, *seen):
    with pytest.raises(RuleError) as refused:
        judge(*seen)
    assert refused.value.code == "conflict"
    return refused.value


def refused_with(judge, *seen):
    with pytest.raises(RuleError) as refused:
        judge(*seen)
    return refused.value.code


# A repeated request


def test_a_request_sent_twice_is_known_by_its_key():
    game = bid(b3(1), 1)
    game = game.after(Entry(game.version + 1, Bid(2, ANA, 0), EVENING, "a1"))
    assert not is_new(game, Bid(2, ANA, 0), "a1")
    assert is_new(game, Bid(2, BO, 2), "a2")


def test_a_key_used_for_something_else_is_out_of_date():
    game = begin()
    game = game.after(Entry(2, Bid(1, BO, 0), EVENING, "a1"))
    assert "out of date" in str(conflict(is_new, game, Bid(1, BO, 1), "a1"))


def test_without_a_key_every_request_is_new():
    assert is_new(bid(begin(), 0), Bid(1, BO, 0), "")


def test_an_undone_request_sent_again_stays_undone():
    game = begin()
    game = undo(game.after(Entry(2, Bid(1, BO, 0), EVENING, "a1")))
    assert not is_new(game, Bid(1, BO, 0), "a1")


def test_a_request_that_makes_no_sense_has_a_sentence():
    assert (garbled().code, str(garbled())) == ("format", "This request was not understood. Nothing was entered.")


# Bids


def test_a_bid_made_on_what_is_there_is_entered():
    game = bid(b3(1), 1)
    assert fresh_bid(game, Bid(2, ANA, 0), None) == Bid(2, ANA, 0)
    assert fresh_bid(game, Bid(2, CY, 2), 1) == Bid(2, CY, 2)


def test_a_bid_that_is_there_already_is_not_entered_again():
    game = bid(b3(1), 1)
    for seen in (None, 0, 1, 2):
        assert fresh_bid(game, Bid(2, CY, 1), seen) is None


def test_a_bid_of_nought_is_told_apart_from_no_bid():
    game = bid(b3(1), 0)
    assert fresh_bid(game, Bid(2, CY, 0), None) is None
    assert conflict(fresh_bid, game, Bid(2, CY, 1), None).figures["stored"] == 0
    assert fresh_bid(b3(1), Bid(2, CY, 0), None) == Bid(2, CY, 0)


def test_a_bid_set_elsewhere_is_not_overwritten_and_both_values_are_told():
    error = conflict(fresh_bid, bid(b3(1), 1), Bid(2, CY, 2), None)
    assert (error.hand, error.seat, error.figures["stored"], error.figures["yours"]) == (2, CY, 1, 2)
    assert str(error) == "Not entered: this bid was set to 1 elsewhere, you tapped 2."


def test_a_bid_taken_back_elsewhere_is_not_set_again():
    error = conflict(fresh_bid, b3(1), Bid(2, CY, 2), 1)
    assert (error.figures["stored"], error.figures["yours"]) == (None, 2)
    assert str(error) == "Not entered: this bid was taken back elsewhere, you tapped 2."


def test_a_bid_for_a_hand_recorded_meanwhile_is_left_to_the_game_to_refuse():
    game = b3(2)
    fact = fresh_bid(game, Bid(2, CY, 2), 1)
    assert fact == Bid(2, CY, 2)
    assert refused_with(enter, game, fact) == "hand"
    conflict(fresh_bid, game, Bid(2, CY, 2), None)


@pytest.mark.parametrize("hand", [-1, 0, 3, 99])
def test_a_bid_for_a_hand_that_has_not_begun_is_refused(hand):
    assert refused_with(fresh_bid, b3(1), Bid(hand, CY, 1), None) == "hand"


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_bid_of_somebody_who_is_not_there_is_refused(seat):
    assert refused_with(fresh_bid, b3(1), Bid(2, seat, 1), None) == "players"


# Trump


def test_trump_named_on_what_is_there_is_entered_once():
    assert fresh_trump(begin(), Trump(1, "hearts"), None) == Trump(1, "hearts")
    game = enter(begin(), Trump(1, "hearts"))
    assert fresh_trump(game, Trump(1, "hearts"), None) is None
    assert fresh_trump(game, Trump(1, None), "hearts") == Trump(1, None)


def test_trump_named_elsewhere_is_not_overwritten():
    error = conflict(fresh_trump, enter(begin(), Trump(1, "hearts")), Trump(1, "clubs"), None)
    assert (error.hand, error.figures["stored"], error.figures["yours"]) == (1, "hearts", "clubs")
    assert refused_with(fresh_trump, begin(), Trump(2, "hearts"), None) == "hand"


# Stakes


def test_a_stake_is_entered_once():
    assert fresh_stake(begin(), Stake(1, ANA, blind=True), 0) == Stake(1, ANA, blind=True)
    game = enter(begin(), Stake(1, ANA, blind=True, wager=5))
    assert fresh_stake(game, Stake(1, ANA, blind=True, wager=5), 0) is None
    assert fresh_stake(game, Stake(1, ANA, wager=5), 5) == Stake(1, ANA, wager=5)
    assert fresh_stake(game, Stake(1, BO), None) is None


def test_a_wager_set_elsewhere_is_not_overwritten_and_both_values_are_told():
    error = conflict(fresh_stake, enter(begin(), Stake(1, BO, wager=5)), Stake(1, BO, wager=10), 0)
    assert (error.hand, error.seat) == (1, BO)
    assert str(error) == "Not entered: this wager was set to 5 elsewhere, you entered 10."


def test_a_stake_in_a_recorded_hand_is_harmless_when_it_is_there_and_else_refused():
    game = bid(enter(begin(), Stake(1, ANA, blind=True)), 0, 0, 0)
    game = enter(game, Tricks(1, (1, 0, 0), game.hand.extras))
    assert fresh_stake(game, Stake(1, ANA, blind=True), 0) is None
    assert refused_with(enter, game, fresh_stake(game, Stake(1, ANA), 0)) == "hand"
    assert refused_with(fresh_stake, game, Stake(3, ANA), 0) == "hand"


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_stake_of_somebody_who_is_not_there_is_refused(seat):
    assert refused_with(fresh_stake, begin(), Stake(1, seat, blind=True), 0) == "players"


# Tricks


def test_tricks_counted_on_these_bids_are_recorded():
    game = bid(b3(1), 1, 0, 2)
    assert fresh_tricks(game, Tricks(2, (1, 0, 1)), (0, 2, 1)) == Tricks(2, (1, 0, 1))


def test_tricks_that_are_there_already_are_not_recorded_again():
    assert fresh_tricks(b3(2), Tricks(2, (1, 0, 1)), (0, 2, 1)) is None
    assert fresh_tricks(b3(), Tricks(3, (2, 1, 0)), (None, None, None)) is None


def test_a_hand_recorded_elsewhere_with_other_tricks_is_kept_and_both_are_told():
    error = conflict(fresh_tricks, b3(2), Tricks(2, (0, 1, 1)), (0, 2, 1))
    assert (error.hand, error.figures["stored"], error.figures["yours"]) == (2, "1 0 1", "0 1 1")
    assert "Hand 2" in str(error)


def test_tricks_counted_on_other_bids_are_not_recorded():
    game = enter(bid(b3(1), 1, 0, 2), Bid(2, ANA, 1))
    error = conflict(fresh_tricks, game, Tricks(2, (1, 0, 1)), (0, 2, 1))
    assert (error.figures["stored"], error.figures["yours"]) == ("1 2 1", "0 2 1")
    assert "–" in str(conflict(fresh_tricks, game, Tricks(2, (1, 0, 1)), (None, 2, 1)))


def test_tricks_counted_on_other_stakes_are_not_recorded():
    game = bid(enter(b3(1), Stake(2, BO, wager=5)), 1, 0, 2)
    error = conflict(fresh_tricks, game, Tricks(2, (1, 0, 1)), (0, 2, 1))
    assert str(error) == "Not recorded: what is at stake was changed elsewhere to ± 0 5 0, you saw –."
    fact = Tricks(2, (1, 0, 1), Extras(wager=(0, 5, 0)))
    assert fresh_tricks(game, fact, (0, 2, 1)) == fact


def test_a_hand_recorded_elsewhere_with_other_extras_is_kept_and_both_are_told():
    game = enter(bid(b3(1), 1, 0, 2), Tricks(2, (1, 0, 1), Extras(bonus=(20, 0, 0))))
    assert fresh_tricks(game, Tricks(2, (1, 0, 1), Extras(bonus=(20, 0, 0))), (0, 2, 1)) is None
    error = conflict(fresh_tricks, game, Tricks(2, (1, 0, 1), Extras(multiplier=2)), (0, 2, 1))
    assert (error.figures["stored"], error.figures["yours"]) == ("1 0 1, ★ 20 0 0", "1 0 1, ×2")


def test_tricks_before_the_bids_are_left_to_the_game_to_refuse():
    game = bid(b3(1), 1, 0)
    fact = fresh_tricks(game, Tricks(2, (1, 0, 1)), (0, 2, 1))
    assert refused_with(enter, game, fact) == "tricks-before-bids"
    assert refused_with(fresh_tricks, b3(1), Tricks(3, (1, 1, 1)), ()) == "hand"


# Corrections


def test_a_correction_of_what_was_seen_is_entered():
    game = b3()
    fact = Correction(2, (0, 2, 1), (0, 1, 1))
    assert fresh_correction(game, fact, last_touched(game, 2)) == fact


def test_a_correction_to_what_is_there_already_is_not_entered():
    for seen in (0, last_touched(b3(), 2)):
        assert fresh_correction(b3(), Correction(2, (0, 2, 1), (1, 0, 1)), seen) is None
    assert fresh_correction(b3(), Correction(2, (0, 2, 1), (1, 0, 1), "hearts"), last_touched(b3(), 2)) is not None


def test_a_hand_changed_elsewhere_is_not_corrected_unseen():
    game = b3()
    seen = last_touched(game, 2)
    game = enter(game, Correction(2, (0, 2, 1), (0, 1, 1)))
    error = conflict(fresh_correction, game, Correction(2, (0, 2, 1), (2, 0, 0)), seen)
    assert (error.hand, error.figures["stored"], error.figures["yours"]) == (2, "0 2 1, 0 1 1", "0 2 1, 2 0 0")


def test_a_correction_of_the_extras_alone_is_one():
    fact = Correction(2, (0, 2, 1), (1, 0, 0), extras=Extras(discarded=1))
    assert fresh_correction(b3(), fact, last_touched(b3(), 2)) == fact
    game = enter(b3(), fact)
    assert fresh_correction(game, fact, 0) is None
    error = conflict(fresh_correction, game, Correction(2, (0, 2, 1), (1, 0, 1)), last_touched(b3(), 2))
    assert (error.figures["stored"], error.figures["yours"]) == ("0 2 1, 1 0 0, ∅ 1", "0 2 1, 1 0 1")


def test_a_correction_undone_elsewhere_counts_as_a_change():
    game = enter(b3(), Correction(2, (0, 2, 1), (0, 1, 1)))
    seen = last_touched(game, 2)
    conflict(fresh_correction, undo(game), Correction(2, (0, 2, 1), (2, 0, 0)), seen)


def test_points_set_by_hand_are_judged_like_a_correction():
    game, fact = b3(), SetPoints(2, (1, 2, 3), "why")
    seen = last_touched(game, 2)
    assert fresh_set_points(game, fact, seen) == fact
    changed = enter(game, fact)
    assert fresh_set_points(changed, fact, seen) is None
    error = conflict(fresh_set_points, changed, SetPoints(2, (1, 2, 4), "why"), seen)
    assert (error.figures["stored"], error.figures["yours"]) == (changed.hands[1], SetPoints(2, (1, 2, 4), "why"))


def test_changes_of_other_hands_do_not_stand_in_the_way_of_a_correction():
    game = b3(2)
    seen = last_touched(game, 2)
    game = enter(bid(game, 2), Correction(1, (1, 0, 1), (0, 0, 1)))
    fact = Correction(2, (0, 2, 1), (0, 1, 1))
    assert fresh_correction(game, fact, seen) == fact


@pytest.mark.parametrize("hand", [-1, 0, 3, 99])
def test_a_hand_not_yet_recorded_is_not_corrected(hand):
    assert refused_with(fresh_correction, b3(2), Correction(hand, (0, 0, 0), (1, 0, 0)), 0) == "hand"


# Undo


def test_an_undo_is_entered_once():
    game = b3(1)
    fact = Undo(game.version)
    assert fresh_undo(game, fact) == fact
    assert fresh_undo(undo(game), fact) is None
    assert fresh_undo(take(undo(game), 0, 1, 0), fact) is None


# What was touched last


def test_the_last_entry_about_a_hand_is_the_last_one_in_force():
    game = f4(2)
    assert [last_touched(game, hand) for hand in (1, 2, 3)] == [6, 11, 0]
    game = bid(game, 1)
    assert last_touched(game, 3) == 12
    assert last_touched(undo(game), 3) == 0
    assert last_touched(enter(game, Correction(1, (0, 0, 0, 0), (1, 0, 0, 0))), 1) == 13


def test_a_hand_has_begun_when_it_is_recorded_or_open():
    game = b3(1)
    assert [game.opened_hand(number).number for number in (1, 2)] == [1, 2]
    assert refused_with(lambda game, number: game.opened_hand(number), game, 3) == "hand"
    assert replace(b3().opened_hand(3), tricks=()).size == 3
