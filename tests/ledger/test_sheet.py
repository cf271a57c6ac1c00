from dataclasses import replace
from fractions import Fraction

import pytest

from scorekeeper.ledger.entries import Adjustment, Bid, Correction, Entry, Extras, Join, Presence, SetPoints, Start
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.ruleset import Ruleset
from tests.ledger.playing import ANA, BO, CY, EVENING, b3, begin, bid, enter, f4, open_hand, take, undo


def hands_of(sizes, *played, players=3, **rules):
    """A game without hook, every hand as its bids and its tricks in seat order."""
    game = begin(players, schedule={"shape": "list", "hands": sizes}, bidding={"order": "simultaneous"}, **rules)
    for bids, tricks in played:
        number = open_hand(game).number
        game = take(enter(game, *(Bid(number, seat, bid) for seat, bid in enumerate(bids))), *tricks)
    return game


def columns(game):
    return [line.points for line in score_sheet(game).lines]


def test_points_and_totals_of_a_whole_game():
    sheet = score_sheet(b3())
    assert [line.points for line in sheet.lines] == [(11, 10, 0), (0, 0, 11), (12, 11, 0)]
    assert [line.totals for line in sheet.lines] == [(11, 10, 0), (11, 10, 11), (23, 21, 11)]
    assert (sheet.totals, sheet.places, sheet.leaders, sheet.winners) == ((23, 21, 11), (1, 2, 3), (ANA,), (ANA,))
    assert (sheet.made, sheet.finished, sheet.players) == ((2, 2, 1), True, ("Ana", "Bo", "Cy"))


def test_a_line_is_the_hand_with_its_bids_and_tricks():
    game = b3()
    assert tuple(line.hand for line in score_sheet(game).lines) == game.hands
    assert [[line.hand.made(seat) for seat in range(3)] for line in score_sheet(game).lines] == [
        [True, True, False],
        [False, False, True],
        [True, True, False],
    ]


def test_before_the_first_hand_everybody_has_nothing_and_nobody_leads():
    sheet = score_sheet(bid(begin(3), 0, 1))
    assert (sheet.lines, sheet.totals, sheet.places, sheet.leaders, sheet.winners, sheet.made) == (
        (),
        (0, 0, 0),
        (1, 1, 1),
        (),
        (),
        (0, 0, 0),
    )


def test_an_open_hand_is_not_on_the_sheet_and_nobody_has_won_yet():
    sheet = score_sheet(bid(b3(2), 2, 1, 1))
    assert (len(sheet.lines), sheet.totals, sheet.leaders, sheet.winners, sheet.finished) == (2, (11, 10, 11), (ANA, CY), (), False)


def test_level_players_share_a_place_and_the_next_place_is_left_out():
    sheet = score_sheet(b3(2))
    assert (sheet.places, sheet.standings) == ((1, 3, 1), (ANA, CY, BO))


def test_level_winners_share_the_win():
    game = hands_of([1, 1, 1], ((1, 1, 1), (0, 1, 0)), ((1, 1, 1), (0, 0, 1)), ((1, 1, 1), (1, 0, 0)))
    sheet = score_sheet(game)
    assert (sheet.totals, sheet.places, sheet.winners, sheet.standings) == ((11, 11, 11), (1, 1, 1), (0, 1, 2), (0, 1, 2))


def test_standings_are_by_place_then_by_seat():
    sheet = score_sheet(hands_of([1], ((1, 1, 0, 0), (1, 0, 0, 0)), players=4))
    assert (sheet.totals, sheet.places, sheet.standings) == ((11, 0, 10, 10), (1, 4, 2, 2), (0, 2, 3, 1))


def test_who_made_more_bids_comes_first_among_level_totals_where_the_rules_say_so():
    flat = {"made": {"k": 10}, "under": {"k": 10}}
    hand = ((0, 1, 0), (0, 0, 1))
    shared, parted = (score_sheet(hands_of([1], hand, scoring=flat, tie=tie)) for tie in ("shared", "most-made"))
    assert (shared.totals, shared.made) == ((10, 10, 0), (1, 0, 0))
    assert (shared.places, shared.winners) == ((1, 1, 3), (ANA, BO))
    assert (parted.places, parted.winners) == ((1, 2, 3), (ANA,))


def test_who_made_the_larger_bids_comes_first_among_level_totals_where_the_rules_say_so():
    flat = {"made": {"k": 10}}
    hand = ((0, 1, 0), (0, 1, 0))
    shared, parted = (score_sheet(hands_of([1], hand, scoring=flat, tie=tie)) for tie in ("shared", "bid-sum"))
    assert shared.places == (1, 1, 1)
    assert (parted.places, parted.winners) == ((2, 1, 2), (BO,))


def test_the_lowest_total_wins_where_low_is_good():
    low = {"direction": "low", "over": {"d": 1}, "under": {"d": 1}}
    sheet = score_sheet(hands_of([3], ((1, 1, 1), (3, 0, 0)), scoring=low))
    assert (sheet.totals, sheet.places, sheet.winners) == ((2, 1, 1), (3, 1, 1), (BO, CY))


def test_halves_are_exact():
    half = {"made": {"k": 0.5}, "under": {"k": -0.5}}
    game = hands_of([1, 1, 1], *[((1, 0, 1), (1, 0, 0))] * 3, scoring=half)
    sheet = score_sheet(game)
    assert sheet.totals == (Fraction(3, 2), Fraction(3, 2), Fraction(-3, 2))
    assert sheet.lines[0].points == (Fraction(1, 2), Fraction(1, 2), Fraction(-1, 2))
    assert sheet.lines[1].totals == (1, 1, -1)


def test_whole_totals_are_whole_numbers_even_where_halves_were_added():
    game = hands_of([1, 1], *[((1, 0, 1), (1, 0, 0))] * 2, scoring={"made": {"k": 0.5}})
    assert [type(total) for total in score_sheet(game).totals] == [int, int, int]


def test_a_streak_is_added_at_its_last_hand_and_counts_again_from_there():
    streak = {"made": {"k": 10, "b": 1}, "streak": {"n": 2, "win": 5, "loss": -5}}
    game = hands_of([1] * 4, *[((1, 0, 1), (1, 0, 0))] * 4, scoring=streak)
    assert columns(game) == [(11, 10, 0), (16, 15, -5), (11, 10, 0), (16, 15, -5)]
    assert score_sheet(game).totals == (54, 50, -10)


def test_a_correction_moves_a_streak_and_undo_puts_it_back():
    streak = {"made": {"k": 10, "b": 1}, "streak": {"n": 2, "win": 5, "loss": -5}}
    game = hands_of([1] * 3, *[((1, 0, 1), (1, 0, 0))] * 3, scoring=streak)
    corrected = enter(game, Correction(1, (1, 0, 1), (0, 1, 0)))
    assert columns(corrected) == [(0, 0, 0), (11, 10, -5), (16, 15, 0)]
    assert score_sheet(undo(corrected)) == score_sheet(game)


def test_hands_that_a_streak_ignores_neither_count_nor_break_it():
    streak = {"made": {"k": 10, "b": 1}, "streak": {"n": 2, "win": 5, "ignore_cards": [2]}}
    game = hands_of([1, 2, 1], ((0, 0, 1), (1, 0, 0)), ((0, 0, 0), (2, 0, 0)), ((0, 0, 1), (0, 0, 1)), scoring=streak)
    assert columns(game)[2] == (10, 15, 11)


def test_points_may_depend_on_how_large_the_largest_hand_is():
    shrinking = {"made": {"i": 1}}
    game = hands_of([1, 3], ((1, 0, 0), (1, 0, 0)), ((3, 0, 0), (3, 0, 0)), scoring=shrinking)
    assert columns(game) == [(3, 3, 3), (1, 1, 1)]


@pytest.mark.parametrize(("hands", "made"), [(0, (0, 0, 0)), (1, (1, 1, 0)), (2, (1, 1, 1)), (3, (2, 2, 1))])
def test_bids_made_are_counted(hands, made):
    assert score_sheet(b3(hands)).made == made


def test_eight_hands_of_four_players():
    sheet = score_sheet(f4())
    assert [line.totals for line in sheet.lines] == [
        (10, 0, 10, 10),
        (10, 0, 21, 20),
        (21, 11, 21, 31),
        (31, 23, 32, 31),
        (41, 36, 32, 42),
        (56, 36, 42, 42),
        (56, 48, 52, 56),
        (68, 48, 63, 69),
    ]
    assert (sheet.places, sheet.winners, sheet.made) == ((2, 4, 3, 1), (3,), (6, 4, 6, 6))


def test_who_does_not_play_a_hand_has_no_points_in_it_rather_than_nought():
    game = b3()
    without_cy = replace(game.hands[1], order=(ANA, BO), bids=(0, 2, None), tricks=(0, 2, None))
    sheet = score_sheet(replace(game, hands=(game.hands[0], without_cy, game.hands[2])))
    assert sheet.lines[1].points == (10, 12, None)
    assert sheet.lines[1].totals == (21, 22, 0)
    assert (sheet.lines[1].hand.made(CY), sheet.made) == (None, (3, 3, 0))


@pytest.mark.parametrize(
    ("extras", "points"),
    [
        (Extras(multiplier=2), (22, 20, -4)),
        (Extras(bonus=(5, None, 5)), (16, 10, -2)),
        (Extras(wager=(3, None, 3)), (14, 10, -5)),
        (Extras(blind=(True, False, True)), (18, 10, -2)),
        (Extras(multiplier=2, bonus=(5, 0, 0), wager=(3, 0, 0), blind=(True, False, False)), (52, 20, -4)),
    ],
)
def test_multiplier_bonus_wager_and_blind_bid_count_as_the_scoring_says(extras, points):
    scoring = {"made": {"k": 10, "b": 1}, "under": {"k": -2}, "blind": 7, "bonus": "made"}
    game = hands_of([1], ((1, 0, 1), (1, 0, 0)), scoring=scoring)
    sheet = score_sheet(replace(game, hands=(replace(game.hands[0], extras=extras),)))
    assert sheet.lines[0].points == points


# Rows: what was given outside of the hands


def rows(game):
    """What each row is about, what it gives and what stands after it."""
    return [
        (row.line.hand.number if row.line else row.given.reason or row.given.origin, row.points, row.totals)
        for row in score_sheet(game).rows
    ]


def test_without_adjustments_the_rows_are_the_hands():
    sheet = score_sheet(f4())
    assert tuple(row.line for row in sheet.rows) == sheet.lines
    assert [row.totals for row in sheet.rows] == [line.totals for line in sheet.lines]
    assert not any(row.given for row in sheet.rows)


def test_what_was_given_stands_after_its_hand():
    game = enter(b3(), Adjustment(-10, None, "overtime", 3), Adjustment(-5, BO, "revoke", 3), Adjustment(1, CY, "luck"))
    assert rows(game) == [
        ("luck", (None, None, 1), (None, None, 1)),
        (1, (11, 10, 0), (11, 10, 1)),
        (2, (0, 0, 11), (11, 10, 12)),
        (3, (12, 11, 0), (23, 21, 12)),
        ("overtime", (-10, -10, -10), (13, 11, 2)),
        ("revoke", (None, -5, None), (13, 6, 2)),
    ]
    assert score_sheet(game).totals == (13, 6, 2)


def test_a_latecomer_has_no_total_before_the_first_points():
    game = enter(b3(2), Join("Dee", CY))
    assert rows(game)[-1] == (2, (0, 0, 11, None), (11, 10, 11, None))
    game = take(bid(game, 0, 2, 0, 2), 1, 0, 2, 0)
    assert rows(game)[-1] == (3, (0, 10, 12, 10), (11, 20, 23, 10))
    assert (score_sheet(game).made, score_sheet(game).played) == ((1, 2, 2, 1), (3, 3, 3, 1))


def on_paper(**about):
    start = Start(Ruleset().to_data(), ("Ana", "Bo", "Cy"), first_hand=4, **about)
    return Game.replay([Entry(1, start, EVENING)])


def test_points_carried_over_from_paper_are_one_row():
    game = on_paper(carried=(33, 0, -10))
    assert rows(game) == [("carried", (33, 0, -10), (33, 0, -10))]
    assert (score_sheet(game).leaders, score_sheet(game).totals) == ((ANA,), (33, 0, -10))
    assert score_sheet(game).rows[0].given.after_hand == 3


def test_who_comes_later_has_nothing_yet_and_stands_behind_everybody():
    game = on_paper(carried=(-1, -2, 0), absent=(CY,))
    sheet = score_sheet(game)
    assert rows(game) == [("carried", (-1, -2, None), (-1, -2, None))]
    assert (sheet.places, sheet.leaders) == ((1, 2, 3), (ANA,))
    assert score_sheet(enter(game, Presence(CY, there=True))).places == (2, 3, 1)


def test_a_hand_with_points_set_by_hand_is_no_bid_made_or_missed():
    sheet = score_sheet(enter(b3(), SetPoints(2, (1, 2, 3))))
    assert (sheet.totals, sheet.made, sheet.played) == ((24, 23, 3), (2, 2, 0), (2, 2, 2))
