"""What everybody did in one game, and in many."""

import json
from dataclasses import replace
from fractions import Fraction

from scorekeeper.ledger.entries import Adjustment, Bid, Join, Presence, Rename, Rules, SetPoints, Stop, Tricks
from scorekeeper.ledger.record import Record, Scored, records
from scorekeeper.ledger.tally import Against, Result, Tally, tally
from scorekeeper.rules.ruleset import Ruleset
from tests.ledger.playing import ANA, BO, CY, b3, begin, enter, f4, open_hand
from tests.ledger.test_sheet import hands_of


def played(game, *hands):
    """More hands, as bids and tricks in seat order, whoever is away with `None`."""
    for bids, tricks in hands:
        hand = open_hand(game)
        game = enter(game, *(Bid(hand.number, seat, bids[seat]) for seat in hand.order), Tricks(hand.number, tuple(tricks)))
    return game


def test_it_works():
    """Totals 23 21 11: Ana makes 1 and 2, and takes a trick too many in the second hand."""
    ana, bo, cy = records(b3())
    assert (ana.name, ana.place, ana.players, ana.won, ana.shared) == ("Ana", 1, 3, True, False)
    assert (bo.place, cy.place, bo.won, cy.won) == (2, 3, False, False)
    assert ana.by_size == {1: (1, 1), 2: (0, 1), 3: (1, 1)}
    assert ana.by_bid == {1: (1, 1), 0: (0, 1), 2: (1, 1)}
    assert (ana.over, ana.under, ana.beyond, ana.run_made, ana.run_missed) == (1, 0, 1, 1, 1)
    assert (ana.scored.total, ana.scored.best, ana.scored.worst) == (23, (12, 3), (0, 2))
    assert len({record.scored.rules for record in (ana, bo, cy)}) == 1


def test_a_running_game_has_no_records_nor_has_one_in_which_nothing_happened():
    assert records(b3(2)) == ()
    assert records(enter(begin(3), Stop())) == ()


def test_a_game_stopped_early_counts_as_its_sheet_does():
    ana, _, cy = records(enter(b3(2), Stop()))
    assert (ana.won, ana.shared, cy.won, cy.shared) == (True, True, True, True)


def test_runs_are_the_longest_in_the_game():
    game = hands_of([1, 1, 1, 1, 1], *[([1, 0, 0], [1, 0, 0])] * 2, ([0, 0, 0], [0, 1, 0]), *[([0, 1, 0], [1, 0, 0])] * 2)
    ana, bo, cy = records(game)
    assert (ana.run_made, ana.run_missed) == (3, 2)
    assert (bo.run_made, bo.run_missed, bo.over, bo.under, bo.beyond) == (2, 3, 1, 2, -1)
    assert (cy.run_made, cy.run_missed) == (5, 0)


def test_points_set_by_hand_count_for_nothing_but_points():
    ana = records(enter(b3(), SetPoints(2, (50, 0, -5), "")))[ANA]
    assert (ana.by_size, ana.run_made, ana.scored.best) == ({1: (1, 1), 3: (1, 1)}, 2, (50, 2))


def test_points_of_two_rules_are_not_compared():
    other = Ruleset.from_data({"scoring": {"made": {"k": 20}}, "schedule": {"shape": "list", "hands": [1, 2, 3]}})
    changed = enter(b3(2), Rules(other.to_data()))
    ended = played(changed, ([2, 1, 1], [2, 1, 0]))
    assert [record.scored for record in records(ended)] == [None] * 3
    assert records(ended)[ANA].by_size[3] == (1, 1)


def test_the_lowest_hand_is_the_best_where_low_totals_win():
    low = hands_of(
        [1, 1],
        ([1, 0, 0], [1, 0, 0]),
        ([0, 0, 1], [0, 1, 0]),
        scoring={"direction": "low", "made": {"k": 0}, "over": {"d": 3}, "under": {"d": 5}},
    )
    _, bo, cy = records(low)
    assert (bo.scored.low, bo.scored.best, bo.scored.worst) == (True, (0, 1), (3, 2))
    assert (cy.scored.best, cy.scored.worst) == ((0, 1), (5, 2))


def test_latecomers_and_leavers_stand_where_the_sheet_puts_them():
    game = hands_of([1, 1, 1], ([1, 0, 0], [1, 0, 0]))
    game = enter(game, Join("Dee", CY))
    game = played(game, ([0, 0, 1, 0], [0, 0, 1, 0]))
    game = enter(game, Presence(CY, False))
    game = played(game, ([1, 0, None, 0], [1, 0, None, 0]))
    assert game.finished
    dee, cy = records(game)[3], records(game)[CY]
    assert (dee.place, sum(played for _, played in dee.by_size.values())) == (4, 2)
    assert (cy.place, cy.players, sum(played for _, played in cy.by_size.values())) == (3, 4, 2)


def test_whoever_finishes_in_a_seat_has_the_place_and_everybody_the_hands_played():
    game = enter(b3(2), Rename(BO, "Zoe", substitute=True))
    game = played(game, ([2, 1, 1], [2, 1, 0]))
    ana, zoe, cy, bo = records(game)
    assert (zoe.name, zoe.place, zoe.by_size, zoe.scored.best) == ("Zoe", 2, {3: (1, 1)}, (11, 3))
    assert (bo.name, bo.seat, bo.place, bo.by_size, bo.scored) == ("Bo", BO, None, {1: (1, 1), 2: (0, 1)}, None)
    assert (ana.players, cy.players) == (3, 3)


def test_records_and_sums_are_written_and_read_back():
    halves = hands_of([1], ([1, 0, 0], [1, 0, 0]), scoring={"made": {"k": 2.5}})
    for record in (*records(b3()), *records(f4(8)), *records(halves)):
        assert Record.from_data(json.loads(json.dumps(record.to_data()))) == record
        added = tally([Result(record, ("2026", 1), {7: 2}), Result(record, ("2027", 1), {7: 1})])
        assert Tally.from_data(json.loads(json.dumps(added.to_data()))) == added
    assert records(halves)[ANA].scored.total == Fraction(5, 2)


def test_games_add_up():
    one = records(b3())[ANA]
    lost = replace(one, won=False, place=3, scored=replace(one.scored, total=7, best=(12, 1), worst=(-1, 3)))
    other = replace(one, scored=Scored("other", "Wizard", False, 250, (90, 1), (20, 2)))
    found = tally(
        [
            Result(one, ("2026-01-03", 3), {1: 2, 2: 3}),
            Result(one, ("2026-01-01", 1), {1: 2}),
            Result(lost, ("2026-01-04", 4), {1: 2, 2: 3}),
            Result(other, ("2026-01-05", 5)),
        ]
    )
    assert (found.games, found.wins, found.places, found.players, found.rows_won, found.row_won) == (4, 3, 6, 12, 2, 1)
    assert (found.made, found.hands, found.by_size[2]) == (8, 12, (0, 4))
    assert found.against == {1: Against(2, 0, 1), 2: Against(1, 1, 0)}
    mine, wizard = found.totals[one.scored.rules], found.totals["other"]
    assert (mine.games, mine.points, mine.best, mine.worst, mine.average) == (3, 53, 23, 7, 53 / 3)
    assert (mine.best_hand, mine.worst_hand) == ((12, 1, 3), (-1, 4, 3))
    assert (wizard.game, wizard.average, wizard.best_hand) == ("Wizard", 250, (90, 5, 1))
    assert not found.comes_before(("2026-01-05", 5))
    assert found.comes_before(("2026-01-05", 6))


def test_a_game_that_somebody_else_finished_counts_for_its_hands_only():
    bo = replace(records(b3())[BO], place=None, won=False, scored=None)
    found = tally([Result(records(b3())[ANA], ("1", 1)), Result(bo, ("2", 2), {1: 1})])
    assert (found.games, found.wins, found.row_won, found.hands, found.against) == (1, 1, 1, 6, {})


def test_adjustments_count_in_the_total_alone():
    ana = records(enter(b3(), Adjustment(5, ANA, "cake", 3)))[ANA]
    assert (ana.scored.total, ana.scored.best) == (28, (12, 3))
