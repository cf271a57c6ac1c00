"""The turning points of a game and the gaps to the leader."""

from scorekeeper.ledger.entries import Adjustment, Bid, Join, Presence, SetPoints, SitOut
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.ledger.story import Best, Lead, Run, Story, Swing, story
from tests.ledger.playing import ANA, BO, CY, DEE, b3, begin, bid, enter, f4, take


def told(game):
    return story(score_sheet(game))


def of_ones(*winners, players=3, **rules):
    """Hands of one card that everybody bid nothing in, or all the one who takes it: `winners` by seat, negative for a miss."""
    game = begin(players, schedule={"shape": "list", "hands": [1] * len(winners)}, bidding={"order": "simultaneous"}, **rules)
    for winner in winners:
        hand = game.hand
        for seat in range(players):
            game = enter(game, Bid(hand.number, seat, int(seat == winner)))
        game = take(game, *[int(seat == abs(winner)) for seat in range(players)])
    return game


def test_nothing_is_told_of_a_game_just_begun():
    assert told(begin()) == Story(None, None, (), (), (), ())


def test_the_turning_points_of_a_whole_game():
    """F4: totals 68, 48, 63, 69, and Dee is first for the first time at the end."""
    found = told(f4())
    assert (found.lead.seats, found.lead.hand) == ((DEE,), 8)
    assert found.perfect == ()
    assert found.swing == Swing(6, ANA, DEE, 15)


def test_the_lead_is_told_since_the_hand_it_was_taken_in():
    assert told(of_ones(ANA, ANA, -BO, -BO)).lead is None  # Ana all along
    game = enter(of_ones(ANA, BO, BO), Adjustment(0, BO, "nothing", 3))
    assert told(game).lead == Lead((BO,), 3, 1)
    game = enter(b3(2), Adjustment(5, BO, "served the drinks", 2))
    assert told(game).lead == Lead((BO,), 2, 1)


def test_the_biggest_swing_is_on_who_was_leading():
    """B3: Ana leads with 11 after hand 1; in hand 2 Cy gets 11 and Ana nothing."""
    assert told(b3()).swing == Swing(2, CY, ANA, 11)


def test_where_low_totals_win_less_is_a_gain():
    """Bo misses, then Cy, who was level with Ana: Bo gains on Cy."""
    low = {"made": {"k": 0}, "over": {"k": 5}, "under": {"k": 7}, "direction": "low"}
    assert told(of_ones(-BO, -CY, scoring=low)).swing == Swing(2, BO, CY, 5)


def test_perfect_hands_and_hands_that_nobody_made():
    assert told(of_ones(ANA, -BO, CY)).perfect == (1, 3)
    game = take(bid(begin(2, schedule={"shape": "list", "hands": [1, 1]}), 1, 1), 1, 0)
    assert told(game).missed == ()
    game = take(bid(begin(2, schedule={"shape": "list", "hands": [2, 1]}), 2, 2), 1, 1)
    assert told(game).missed == (1,)


def test_the_longest_run_of_made_bids():
    assert told(of_ones(ANA, BO, -CY, ANA)).runs == (Run(ANA, 4, 1, 4), Run(BO, 4, 1, 4))
    assert told(b3()).runs == ()


def test_a_hand_not_played_does_not_end_a_run():
    game = begin(3, schedule={"shape": "list", "hands": [1] * 4}, bidding={"order": "simultaneous"})
    for number in range(1, 5):
        if number == 3:
            game = enter(game, SitOut(3, CY))
        seats = game.hand.order
        game = enter(game, *[Bid(number, seat, int(seat == ANA)) for seat in seats])
        game = take(game, *[(int(seat == (BO if number == 2 else ANA)) if seat in seats else None) for seat in range(3)])
    assert told(game).runs == (Run(CY, 3, 1, 4),)


def test_the_most_points_in_one_hand():
    assert told(b3()).best == (Best(3, ANA, 12),)
    assert told(enter(b3(), SetPoints(2, (1, 30, 1)))).best == (Best(2, BO, 30),)


def test_gaps_are_to_the_best_total():
    assert score_sheet(b3()).gaps == (0, 2, 12)
    assert score_sheet(begin()).gaps == (None, None, None)
    low = begin(2, scoring={"made": {"k": 0}, "over": {"d": 2}, "under": {"d": 2}, "direction": "low"})
    low = take(bid(low, 1, 1), 1, 0)
    assert score_sheet(low).gaps == tuple(abs(total - min(score_sheet(low).totals)) for total in score_sheet(low).totals)


def test_who_joins_or_leaves_has_a_gap_too_and_who_never_came_has_none():
    game = enter(b3(2), Join("Dee", CY, 5), Presence(BO, there=False))
    assert score_sheet(game).gaps == (0, 1, 0, 6)
