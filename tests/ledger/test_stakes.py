"""What players put at stake beside their bids: noted when it is said, counted when the hand is recorded."""

import pytest

from scorekeeper.ledger.entries import Bid, Extras, Stake, Tricks, Trump
from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.file_reading import read_game
from scorekeeper.ledger.sheet import score_sheet
from tests.ledger.playing import ANA, BO, CY, begin, bid, enter, open_hand, refusal, state, undo

BLIND = {"scoring": {"made": {"k": 10, "t": 1}, "over": {"t": 1}, "under": {"t": 1}, "blind": 10}}


def test_a_stake_is_noted_before_during_and_after_the_bids():
    game = enter(begin(), Stake(1, ANA, blind=True))
    assert open_hand(game).extras == Extras(blind=(True, False, False))
    game = enter(bid(game, 0, 0), Stake(1, BO, wager=5))
    game = enter(bid(game, 1), Stake(1, CY, wager=-3))
    assert open_hand(game).extras == Extras(blind=(True, False, False), wager=(0, 5, -3))


def test_a_stake_is_changed_and_taken_back():
    game = enter(begin(), Stake(1, ANA, wager=5), Stake(1, ANA, wager=7, blind=True))
    assert open_hand(game).extras == Extras(wager=(7, 0, 0), blind=(True, False, False))
    assert open_hand(undo(game)).extras == Extras(wager=(5, 0, 0))
    assert open_hand(undo(game, 2)).untouched
    assert open_hand(enter(game, Stake(1, ANA))).untouched


@pytest.mark.parametrize(
    ("stake", "code"),
    [(Stake(1, 3), "players"), (Stake(1, -1), "players"), (Stake(2, ANA), "hand"), (Stake(1, ANA, wager=10_001), "bonus")],
)
def test_a_stake_that_cannot_be_is_refused(stake, code):
    assert refusal(begin(), stake).code == code


def test_a_stake_in_a_recorded_hand_is_refused():
    game = enter(bid(begin(), 0, 0, 0), Tricks(1, (1, 0, 0)))
    assert refusal(game, Stake(1, ANA, blind=True)).code == "hand"


def test_a_blind_bid_that_is_made_scores_more():
    """Bid 1 and took 1 in the first hand: 10 for making it, 1 for the trick, 10 more for bidding blind."""
    game = enter(begin(**BLIND), Stake(1, ANA, blind=True), Stake(1, BO, blind=True))
    game = bid(game, 1, 0, 1)
    game = enter(game, Tricks(1, (1, 0, 0), open_hand(game).extras))
    assert score_sheet(game).lines[0].points == (21, 0, 10)


def test_stakes_of_an_open_hand_are_in_the_game_file():
    game = enter(bid(enter(begin(), Stake(1, CY, blind=True)), 0), Stake(1, BO, wager=4), Trump(1, "clubs"))
    written = write_game(game)
    assert written["hands"] == [
        {"bids": [None, 0, None], "trump": "clubs", "wager": [0, 4, 0], "blind": [False, False, True]},
    ]
    assert state(read_game(written)) == state(game)


def test_a_bonus_without_tricks_is_refused_in_a_game_file(refusal_of_file):
    hand = {"bids": [None, 0, None], "bonus": [10, 0, 0]}
    assert refusal_of_file(hand).code == "format"


def test_an_undone_stake_is_remembered_until_its_hand_is_over():
    game = undo(enter(begin(**BLIND), Stake(1, ANA, blind=True), Stake(1, BO, wager=5)), 2)
    assert [game.ghost_blind(seat) for seat in (ANA, BO, CY)] == [True, False, False]
    assert [game.ghost_wager(seat) for seat in (ANA, BO, CY)] == [0, 5, None]
    game = enter(game, Stake(1, ANA, blind=True))
    assert (game.ghost_blind(ANA), game.ghost_wager(BO)) == (False, 5)
    game = enter(bid(game, 0, 0, 0), Tricks(1, (1, 0, 0), open_hand(game).extras))
    assert game.ghost_wager(BO) is None


def test_an_undone_record_comes_back_with_all_that_was_recorded():
    extras = Extras(multiplier=2, discarded=1, bonus=(0, 20, -10))
    game = enter(bid(begin(), 0, 0, 0), Tricks(1, (0, 0, 0), extras))
    assert game.ghost_extras == Extras()
    game = undo(game)
    assert (game.ghost_tricks, game.ghost_extras, open_hand(game).extras) == ((0, 0, 0), extras, Extras())
    assert enter(game, Tricks(1, game.ghost_tricks, game.ghost_extras)).closed[0].extras == extras


def test_a_covered_wager_stays_with_the_scorekeeper_and_a_blind_bid_does_not():
    game = enter(begin(bidding={"order": "simultaneous"}), Stake(1, BO, blind=True, wager=5))
    assert open_hand(game.uncovered).extras == Extras(blind=(False, True, False))
    game = enter(game, *(Bid(1, seat, 0) for seat in range(3)))
    assert open_hand(game.uncovered).extras == open_hand(game).extras


def test_a_hand_is_entered_with_what_the_table_plays_and_with_what_it_has():
    game = begin(**BLIND)
    assert game.extras_of(open_hand(game)) == ("blind",)
    game = enter(game, Stake(1, ANA, wager=5))
    assert game.extras_of(open_hand(game)) == ("blind", "wager")
    assert begin().extras_of(open_hand(begin())) == ()
    wide = begin(extras=["wager", "discarded", "multiplier"], scoring={"bonus": "made"})
    assert wide.extras_of(open_hand(wide)) == ("bonus", "wager", "discarded", "multiplier")
