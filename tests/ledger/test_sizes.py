"""The coming hand may be dealt with other cards than planned, as long as the pack has them."""

import pytest

from scorekeeper.ledger.entries import Correction, Size, Stake, Trump
from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.file_reading import read_game
from scorekeeper.ledger.sheet import score_sheet
from tests.ledger.playing import ANA, b3, begin, bid, enter, open_hand, refusal, state, take, undo


def test_the_coming_hand_gets_another_size():
    game = enter(begin(4), Size(1, 5))
    assert (open_hand(game).size, [hand.size for hand in game.plan][:3]) == (5, [5, 2, 3])
    assert open_hand(undo(game)).size == 1
    game = take(bid(game, 5, 0, 0, 0), 1, 4, 0, 0)
    assert score_sheet(game).lines[0].points == (0, 0, 10, 10)


def test_no_trump_follows_the_sizes():
    """The largest hand has no trump: once it is made smaller, another one is the largest."""
    game = enter(b3(2), Size(3, 1))
    assert [hand.no_trump for hand in game.plan] == [False, False, False]
    assert enter(begin(4), Size(1, 13)).plan[0].no_trump


@pytest.mark.parametrize(
    ("size", "code", "sentence"),
    [
        (0, "pack", "A hand has at least 1 card."),
        (-1, "pack", "A hand has at least 1 card."),
        (14, "pack", "4 players × 14 cards = 56, but the pack has only 52."),
    ],
)
def test_a_size_the_pack_does_not_have_is_refused_with_the_sum(size, code, sentence):
    told = refusal(begin(4), Size(1, size))
    assert (told.code, str(told)) == (code, sentence)


def test_a_hand_begun_keeps_its_size():
    assert refusal(bid(begin(), 0), Size(1, 2)).code == "hand"
    assert refusal(enter(begin(), Stake(1, ANA, blind=True)), Size(1, 2)).code == "hand"
    assert refusal(b3(1), Size(1, 2)).code == "hand"
    assert refusal(b3(1), Size(3, 2)).code == "hand"


@pytest.mark.parametrize("played", [0, 1, 2])
def test_sizes_are_in_the_game_file(played):
    game = enter(b3(played), Size(played + 1, 7))
    assert write_game(game)["hands"][-1] == {"cards": 7, "bids": [None, None, None], "trump": "none"}  # now the largest
    assert state(read_game(write_game(game))) == state(game)
    on = bid(game, 2, 3)
    assert state(read_game(write_game(on))) == state(on)


def test_cards_of_a_game_file_win_over_the_schedule():
    hands = [{"cards": 9, "bids": [2, 3, 4], "tricks": [2, 3, 4]}, {"bids": [0, None, 0]}]
    game = read_game({"format": "scorekeeper-game", "version": 1, "players": ["Ana", "Bo", "Cy"], "hands": hands})
    assert [hand.size for hand in game.hands] == [9, 2]
    assert score_sheet(game).totals == (12, 13, 14)


def test_cards_that_do_not_fit_are_refused_by_hand(refusal_of_file):
    told = refusal_of_file({"cards": 18, "bids": [0, 0, 0], "tricks": [18, 0, 0]})
    assert (told.code, told.hand) == ("pack", 1)


OPEN_ENDED = {"schedule": {"shape": "fixed", "max": 5}, "end": {"score": 500}}


def test_another_size_is_for_one_hand_where_the_game_goes_on_as_long_as_it_likes():
    game = take(bid(enter(begin(**OPEN_ENDED), Size(1, 3)), 1, 1, 1), 1, 1, 1)
    assert [hand.size for hand in game.hands] == [3, 5]
    game = take(bid(enter(game, Size(2, 4), Size(2, 5)), 1, 1, 1), 3, 1, 1)
    assert [hand.size for hand in game.hands] == [3, 5, 5]
    assert state(read_game(write_game(game))) == state(game)


def test_a_trump_noted_before_the_size_was_changed_stays():
    game = enter(begin(), Trump(1, "hearts"), Size(1, 4))
    assert (open_hand(game).size, open_hand(game).trump) == (4, "hearts")
    assert open_hand(enter(begin(), Size(1, 15))).trump == "none"
    assert state(read_game(write_game(game))) == state(game)


def test_trump_taken_back_survives_the_file_though_a_larger_hand_follows():
    """When it was played, the second hand was the largest and had no trump by the rules."""
    alike = {"schedule": {"shape": "list", "hands": [2, 2, 2]}}
    game = take(bid(begin(**alike), 0, 0, 0), 2, 0, 0)
    game = enter(game, Correction(1, (0, 0, 0), (2, 0, 0), None), Size(2, 4))
    assert state(read_game(write_game(game))) == state(game)
