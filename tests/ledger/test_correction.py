import pytest

from scorekeeper.ledger.entries import Bid, Correction, Trump
from scorekeeper.ledger.sheet import score_sheet
from tests.ledger.playing import (
    ANA,
    BO,
    CY,
    DEE,
    b3,
    begin,
    bid,
    code,
    enter,
    f4,
    open_hand,
    place,
    refusal,
    state,
    take,
    undo,
)

HAND_2 = Correction(2, (0, 2, 1), (0, 1, 1))
EVEN = {"bids": (0, 1, 1, 0), "tricks": (1, 0, 1, 0)}


def columns(game):
    sheet = score_sheet(game)
    return [line.points for line in sheet.lines], [line.totals for line in sheet.lines]


def test_correcting_an_earlier_hand_moves_every_total_after_it():
    points, totals = columns(enter(b3(), HAND_2))
    assert points == [(11, 10, 0), (10, 0, 11), (12, 11, 0)]
    assert totals == [(11, 10, 0), (21, 10, 11), (33, 21, 11)]


def test_a_correction_moves_neither_dealer_nor_hand():
    before = bid(b3(2), 2)
    after = enter(before, HAND_2)
    assert (after.plan, open_hand(after), after.bidder) == (before.plan, open_hand(before), before.bidder)
    assert (after.hands[0], after.hands[2]) == (before.hands[0], before.hands[2])


def test_a_finished_game_can_be_corrected_and_may_have_another_winner():
    game = enter(b3(), Correction(3, (2, 1, 1), (1, 1, 1)))
    assert game.finished
    assert (score_sheet(game).totals, score_sheet(game).winners) == ((11, 21, 22), (CY,))


def test_bids_tricks_and_trump_are_corrected_together():
    game = enter(b3(2), Correction(1, (0, 0, 0), (0, 1, 0), "clubs"))
    assert (game.hands[0].bids, game.hands[0].tricks, game.hands[0].trump) == ((0, 0, 0), (0, 1, 0), "clubs")
    assert enter(game, Correction(1, (0, 0, 0), (0, 1, 0), None)).hands[0].trump is None


def test_putting_a_correction_back_restores_every_number():
    game = b3()
    for _ in range(3):
        game = enter(game, Correction(1, (1, 0, 1), (0, 1, 0)))
        assert score_sheet(game).lines[0].points == (0, 0, 0)
        game = enter(game, Correction(1, (1, 0, 1), (1, 0, 0)))
        assert state(game) == state(b3())
        assert score_sheet(game) == score_sheet(b3())


def test_undoing_a_correction_restores_every_number():
    assert state(undo(enter(b3(), HAND_2))) == state(b3())
    twice = enter(b3(), HAND_2, Correction(2, (0, 2, 1), (2, 0, 0)))
    assert score_sheet(undo(twice)) == score_sheet(enter(b3(), HAND_2))


@pytest.mark.parametrize("number", [-1, 0, 2, 3, 99])
def test_only_a_recorded_hand_is_corrected(number):
    game = bid(b3(1), 1, 0, 2)
    assert place(refusal(game, Correction(number, (1, 0, 1), (1, 0, 0)))) == ("hand", number, None)


@pytest.mark.parametrize(
    ("bids", "tricks", "trump", "refused"),
    [
        ((0, 3, 1), (0, 1, 1), None, ("bid-range", 2, BO)),
        ((0, -1, 1), (0, 1, 1), None, ("bid-range", 2, BO)),
        ((0, None, 1), (0, 1, 1), None, ("bid-range", 2, BO)),
        ((0, 2), (0, 1, 1), None, ("format", 2, None)),
        ((0, 2, 1), (0, 1), None, ("format", 2, None)),
        ((0, 2, 1), (0, 2, 1), None, ("tricks-sum", 2, None)),
        ((0, 2, 1), (0, 0, 0), None, ("tricks-sum", 2, None)),
        ((0, 2, 1), (0, 3, 1), None, ("tricks-range", 2, BO)),
        ((0, 2, 1), (None, 1, 1), None, ("tricks-missing", 2, ANA)),
        ((0, 2, 1), (0, 1, 1), "joker", ("trump", 2, None)),
    ],
)
def test_a_correction_is_checked_like_the_hand_itself(bids, tricks, trump, refused):
    assert place(refusal(b3(), Correction(2, bids, tricks, trump))) == refused


# Even bids, noticed too late


def test_even_bids_in_a_recorded_hand_are_asked_about_then_kept_and_marked():
    game = f4(2)
    error = refusal(game, Correction(2, **EVEN))
    assert place(error) == ("even-kept", 2, BO)
    assert "2" in str(error)
    game = enter(game, Correction(2, **EVEN, even_kept=True))
    assert (game.hands[1].even_kept, game.hands[1].balance) == (True, 0)
    assert score_sheet(game).lines[1].points == (0, 0, 11, 10)
    assert [hand.even_kept for hand in game.hands] == [False, True, False]


def test_even_bids_in_a_hand_not_yet_recorded_are_refused():
    assert code(bid(f4(1), 1, 0, 0), Bid(2, BO, 1)) == "bid-barred"


def test_the_mark_goes_when_the_bids_are_corrected_to_uneven_ones():
    kept = enter(f4(2), Correction(2, **EVEN, even_kept=True))
    again = enter(kept, Correction(2, (0, 2, 1, 0), (1, 0, 1, 0), even_kept=True))
    assert not again.hands[1].even_kept
    assert state(again) == state(f4(2))


def test_a_hand_kept_even_is_asked_about_again_when_it_is_corrected_again():
    kept = enter(f4(2), Correction(2, **EVEN, even_kept=True))
    assert code(kept, Correction(2, EVEN["bids"], (0, 1, 1, 0))) == "even-kept"
    assert enter(kept, Correction(2, EVEN["bids"], (0, 1, 1, 0), even_kept=True)).hands[1].even_kept


def test_undoing_the_correction_takes_the_mark_away():
    assert not undo(enter(f4(2), Correction(2, **EVEN, even_kept=True))).hands[1].even_kept


def test_without_a_hook_even_bids_are_nothing_to_ask_about():
    game = enter(f4(2, bidding={"hook": "never"}), Correction(2, **EVEN, even_kept=True))
    assert not game.hands[1].even_kept


def test_a_hand_below_the_hooks_size_may_be_corrected_to_even_bids():
    game = enter(f4(2, bidding={"hook": "min_cards", "min_cards": 3}), Correction(2, **EVEN))
    assert not game.hands[1].even_kept


def test_the_question_tells_the_bids_as_they_are_where_they_must_exceed_the_size():
    game = begin(4, schedule={"shape": "list", "hands": [5, 5]}, bidding={"hook": "must_exceed"})
    game = take(bid(game, 2, 1, 1, 3), 3, 2, 0, 0)
    error = refusal(game, Correction(1, (0, 2, 1, 1), (3, 2, 0, 0)))
    assert place(error) == ("even-kept", 1, ANA)
    assert "4" in str(error)


def test_correcting_a_hand_leaves_the_open_hands_trump_alone():
    game = enter(b3(1), Trump(2, "spades"), Correction(1, (1, 0, 1), (0, 0, 1), "clubs"))
    assert [hand.trump for hand in game.hands] == ["clubs", "spades"]
    assert DEE not in open_hand(game).order
