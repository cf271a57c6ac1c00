from random import Random

import pytest

from scorekeeper.ledger.entries import Bid, Correction, Entry, Tricks, Trump, Undo
from scorekeeper.ledger.game import Game
from scorekeeper.rules.errors import RuleError
from tests.ledger.playing import (
    ANA,
    BO,
    CY,
    DEE,
    EVENING,
    F4_BIDS_IN_TURN,
    F4_TRICKS,
    HOOK,
    b3,
    begin,
    bid,
    code,
    enter,
    f4,
    facts,
    open_hand,
    play_on,
    refusal,
    state,
    take,
    undo,
    undo_until,
)

TOTALS_OF_B3 = [23, 21, 11]


def at_the_start(game):
    return game.undoable is None


def enter_again(game):
    """Everything that was undone, in the order in which it was entered first."""
    while game.undone:
        game = enter(game, game.undone[-1].fact)
    return game


def test_undo_takes_back_the_last_thing_entered():
    before = bid(b3(1), 1)
    for fact in (Bid(2, ANA, 0), Bid(2, CY, 2), Trump(2, "hearts"), Correction(1, (1, 0, 1), (0, 0, 1))):
        assert state(undo(enter(before, fact))) == state(before)


def test_undo_brings_hand_dealer_bidder_and_points_back_together():
    game = f4(2)
    assert (open_hand(game).number, open_hand(game).size, open_hand(game).dealer) == (3, 3, CY)
    game = undo(game)
    assert (open_hand(game).number, open_hand(game).size, open_hand(game).dealer, open_hand(game).order[0]) == (2, 2, BO, CY)
    assert (game.phase, state(game)["totals"]) == ("tricks", [10, 0, 10, 10])
    game = undo_until(game, lambda game: open_hand(game).number == 1)
    assert (open_hand(game).size, open_hand(game).dealer, open_hand(game).order[0]) == (1, ANA, BO)
    assert game.phase == "tricks"
    game = take(bid(take(game, *F4_TRICKS[0]), *F4_BIDS_IN_TURN[1]), *F4_TRICKS[1])
    game = bid(game, 1, 1, 0)
    assert (open_hand(game).number, open_hand(game).dealer, game.bidder, game.barred_bids(CY)) == (3, CY, CY, (1,))


def test_everything_can_be_undone_back_to_the_start():
    start = f4(0)
    game = undo_until(enter(f4(), Correction(2, (0, 1, 1, 0), (1, 0, 1, 0), "clubs", even_kept=True)), at_the_start)
    assert state(game) == state(start)
    assert facts(game) == facts(start)


def test_at_the_start_there_is_nothing_left_to_undo():
    game = undo_until(b3(1), at_the_start)
    for number in (0, 1, 2, game.version):
        assert code(game, Undo(number)) == "undo-nothing"
    assert code(begin(), Undo(1)) == "undo-nothing"


def test_only_the_last_thing_in_force_can_be_undone():
    game = bid(b3(1), 1, 0)
    last = game.version
    for number in (0, 1, last - 1, last + 1, 99):
        assert code(game, Undo(number)) == "undo-order"
    game = undo(game)
    assert code(game, Undo(last)) == "undo-order"
    assert code(game, Undo(game.version)) == "undo-order"
    assert enter(game, Undo(last - 1)).bidder == CY


def test_a_ledger_with_an_undo_out_of_order_is_refused():
    entries = b3(1).entries
    for number in (1, 2, 99):
        with pytest.raises(RuleError) as refused:
            Game.replay([*entries, Entry(len(entries) + 1, Undo(number), EVENING)])
        assert refused.value.code == "undo-order"


def test_an_undone_entry_stays_in_the_ledger():
    game = undo(b3(1), 2)
    assert game.version == 7
    assert [entry.number for entry in game.entries] == [1, 2, 3, 4, 5, 6, 7]
    assert [entry.number for entry in game.active] == [1, 2, 3]
    assert [entry.number for entry in game.undone] == [5, 4]


def test_undoing_a_change_of_a_bid_gives_the_old_bid_back():
    game = undo(enter(bid(b3(1), 1, 0), Bid(2, CY, 2)))
    assert open_hand(game).bids == (0, None, 1)


def test_undoing_a_change_gives_back_the_last_bid_it_took():
    game = enter(bid(b3(2), 2, 0, 0), Bid(3, BO, 1))
    assert game.taken_back == (CY, 0)
    game = undo(game)
    assert (open_hand(game).bids, game.phase, game.taken_back) == ((2, 0, 0), "tricks", None)


def test_undoing_the_new_last_bid_tells_again_what_was_taken_back():
    game = undo(bid(enter(bid(b3(2), 2, 0, 0), Bid(3, BO, 1)), 1))
    assert (game.bidder, game.taken_back) == (CY, (CY, 0))


def test_undoing_the_trump_gives_the_old_one_back():
    game = enter(begin(3), Trump(1, "hearts"), Trump(1, "clubs"))
    assert open_hand(undo(game)).trump == "hearts"
    assert open_hand(undo(game, 2)).trump is None


# The end of the game


def test_undo_from_the_end_goes_back_to_the_tricks_of_the_last_hand():
    game = undo(b3())
    assert (game.finished, open_hand(game).number, game.phase) == (False, 3, "tricks")
    assert open_hand(game).bids == (2, 1, 1)
    assert (game.summary.finished, game.summary.winners) == (False, ())
    game = take(game, 1, 1, 1)
    assert (state(game)["totals"], state(game)["winners"], game.summary.winners) == ([11, 21, 22], [CY], ("Cy",))


# Ghosts


def test_undone_tricks_are_shown_as_ghosts_until_they_are_recorded():
    game = undo(f4(2))
    assert game.ghost_tricks == (1, 0, 1, 0)
    assert open_hand(game).bids == (0, 2, 1, 0)
    game = take(game, *game.ghost_tricks)
    assert state(game) == state(f4(2))
    assert game.ghost_tricks == ()


def test_undone_bids_are_shown_as_ghosts():
    game = undo(f4(2), 5)
    assert open_hand(game).bids == (None, None, None, None)
    assert [game.ghost_bid(seat) for seat in (CY, DEE, ANA, BO)] == [1, 0, 0, 2]
    assert game.ghost_tricks == (1, 0, 1, 0)
    game = bid(game, 1)
    assert [game.ghost_bid(seat) for seat in (CY, DEE, ANA, BO)] == [None, 0, 0, 2]


def test_a_ghost_is_not_entered():
    game = undo(f4(2), 5)
    assert (game.phase, game.bidder, open_hand(game).bid_total) == ("bids", CY, 0)
    assert code(game, Tricks(2, game.ghost_tricks)) == "tricks-before-bids"


def test_where_nothing_was_undone_there_are_no_ghosts():
    game = bid(f4(2), 1)
    assert [game.ghost_bid(seat) for seat in range(4)] == [None] * 4
    assert game.ghost_tricks == ()


def test_ghosts_of_a_hand_do_not_haunt_another():
    game = undo(f4(2), 6)
    assert open_hand(game).number == 1
    assert game.ghost_tricks == (0, 1, 0, 0)
    assert [game.ghost_bid(seat) for seat in range(4)] == [None] * 4


def test_the_ghost_of_a_bid_that_was_changed_is_the_latest():
    game = undo(enter(bid(b3(1), 1, 0), Bid(2, CY, 2)), 3)
    assert open_hand(game).bids == (None, None, None)
    first = game.undone[-1].fact
    assert first == Bid(2, CY, 1)
    assert game.ghost_bid(ANA) == 0


def test_other_ghosts_of_the_hand_stay_when_one_bid_is_made_differently():
    game = bid(undo(f4(2), 5), 2)
    assert [game.ghost_bid(seat) for seat in (DEE, ANA, BO)] == [0, 0, 2]
    assert game.ghost_tricks == (1, 0, 1, 0)


def test_stale_ghosts_are_forgotten_when_an_earlier_hand_was_played_differently():
    game = undo_until(f4(2), lambda game: open_hand(game).number == 1)
    game = take(game, 1, 0, 0, 0)
    assert open_hand(game).number == 2
    assert [game.ghost_bid(seat) for seat in range(4)] == [None] * 4
    assert game.ghost_tricks == ()


@pytest.mark.parametrize(
    "game",
    [take(undo(b3(1)), 0, 1, 0), take(bid(undo(b3(1), 3), 0, 0), 1, 0, 0), take(bid(undo(b3(1), 4), 0, 1, 1), 0, 1, 0)],
    ids=["other tricks", "other bids", "the same bids and other tricks"],
)
def test_nothing_of_a_recorded_hand_waits_to_be_entered_again(game):
    assert open_hand(game).number == 2
    assert game.undone == ()


def test_ghosts_of_the_next_hand_wait_while_an_earlier_hand_is_played_as_before():
    game = undo_until(f4(2), lambda game: open_hand(game).number == 1)
    game = take(game, *game.ghost_tricks)
    assert [game.ghost_bid(seat) for seat in (CY, DEE, ANA, BO)] == [1, 0, 0, 2]
    assert game.ghost_tricks == (1, 0, 1, 0)


# Forward again


@pytest.mark.parametrize("steps", range(1, 13))
def test_undo_and_the_same_again_gives_the_same_game(steps):
    game = enter_again(undo(b3(), steps))
    assert state(game) == state(b3())
    assert facts(game) == facts(b3())
    assert state(game)["totals"] == TOTALS_OF_B3


@pytest.mark.parametrize("seed", range(10))
def test_any_game_undone_to_the_start_can_be_entered_again(seed):
    dice = Random(seed)
    game = play_on(begin(dice.randint(2, 7), schedule={"max": 4}, bidding=HOOK), dice)
    assert facts(enter_again(undo_until(game, at_the_start))) == facts(game)


def test_a_chain_of_undo_and_forward_ends_where_it_should():
    game = enter_again(undo(b3(), 3))
    assert state(game)["totals"] == TOTALS_OF_B3
    game = take(undo(game), 2, 1, 0)
    assert state(game) == state(b3())
    game = enter(game, Correction(1, (1, 0, 1), (0, 0, 1)), Correction(1, (1, 0, 1), (1, 0, 0)))
    assert state(game) == state(b3())
    game = undo_until(game, at_the_start)
    assert (open_hand(game).number, open_hand(game).untouched) == (1, True)
    assert refusal(game, Undo(game.version)).code == "undo-nothing"


def test_undo_and_forward_alternate_as_often_as_one_likes():
    game = b3()
    for _ in range(20):
        game = enter_again(undo(game, 2))
    assert (state(game), game.version) == (state(b3()), b3().version + 80)


def test_a_game_with_many_undos_folds_to_the_same_from_its_ledger():
    game = enter_again(undo(bid(undo(f4(), 9), 4), 3))
    assert Game.replay(game.entries) == game
