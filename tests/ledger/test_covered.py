"""Covered bids: judged without being compared, told to nobody before the last one is in."""

import pytest

from scorekeeper.ledger.covered import bid_entries, wager_entries
from scorekeeper.ledger.entries import (
    Bid,
    Correction,
    Dealer,
    Entry,
    Note,
    Redeal,
    Rules,
    SetPoints,
    Stake,
    Tricks,
    Undo,
)
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.seen import fresh_bid, fresh_correction, fresh_redo, fresh_stake, fresh_tricks
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Ruleset
from tests.ledger.playing import ANA, BO, CY, EVENING, begin, code, enter, undo

SCHEDULE = {"shape": "list", "hands": [3, 3]}
TOGETHER = {"bidding": {"order": "simultaneous"}, "schedule": SCHEDULE, "extras": ["wager"]}
IN_TURN = Rules(Ruleset.from_data({"schedule": SCHEDULE}).to_data())
AT_ONCE = Rules(Ruleset.from_data(TOGETHER).to_data())


def at_once(*facts):
    return enter(begin(3, **TOGETHER), *facts)


def keyed(game: Game, fact, key: str) -> Game:
    return game.after(Entry(game.version + 1, fact, EVENING, key))


def numbers(entries: dict[int, Entry]) -> dict[int, int]:
    return {seat: entry.number for seat, entry in entries.items()}


def refused(judge, *seen) -> str:
    with pytest.raises(RuleError) as error:
        judge(*seen)
    assert error.value.code == "conflict"
    return str(error.value)


# What a page saw


def test_a_bid_made_on_what_is_there_is_entered_whatever_it_is():
    game = keyed(at_once(), Bid(1, ANA, 2), "a1")
    for number in range(4):
        for set_by in ("2", "a1"):
            assert fresh_bid(game, Bid(1, ANA, number), None, set_by) == Bid(1, ANA, number)
        assert fresh_bid(game, Bid(1, BO, number), None) == Bid(1, BO, number)


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(
    ("was", "set_by"),
    [(None, ""), (2, ""), (1, ""), (None, "1"), (None, "3"), (None, "a2"), (None, "None")],
)
def test_a_bid_made_on_an_old_page_is_refused_whatever_it_is(number, was, set_by):
    game = keyed(at_once(), Bid(1, ANA, 2), "a1")
    said = refused(fresh_bid, game, Bid(1, ANA, number), was, set_by)
    assert said == "Not entered: this bid was entered elsewhere."
    said = refused(fresh_bid, undo(game), Bid(1, ANA, number), was, set_by or "2")
    assert said == "Not entered: this bid was taken back elsewhere."


def test_a_bid_is_named_by_the_last_entry_that_set_it():
    game = at_once(Bid(1, ANA, 2), Bid(1, BO, 0), Bid(1, ANA, 2), Note("wine", 1), Dealer(1, CY))
    assert numbers(bid_entries(game, game.active)) == {
        ANA: 4,
        BO: 3,
    }
    game = enter(game, Redeal(1), Bid(1, BO, 0))
    assert numbers(bid_entries(game, game.active)) == {BO: 8}


def test_a_wager_is_named_by_the_entry_that_set_it_and_not_by_a_blind_bid():
    game = at_once(
        Stake(1, BO, wager=5),
        Stake(1, ANA, blind=True),
        Stake(1, BO, wager=5, blind=True),
        Stake(1, BO, True, 5),
    )
    assert numbers(wager_entries(game, game.active)) == {BO: 5}
    game = undo(game)
    assert numbers(wager_entries(game, game.active)) == {BO: 2}
    game = enter(game, Stake(1, BO, blind=True))
    assert wager_entries(game, game.active) == {}


@pytest.mark.parametrize("points", [0, 5, 7])
def test_a_wager_is_judged_like_a_bid(points):
    game, fact = at_once(Stake(1, BO, wager=5)), Stake(1, BO, wager=points)
    assert fresh_stake(game, fact, 0, "2") == fact
    for was, set_by in ((0, ""), (5, ""), (0, "9")):
        said = refused(fresh_stake, game, fact, was, set_by)
        assert said == "Not entered: this wager was entered elsewhere."
    said = refused(fresh_stake, undo(game), fact, 0, "2")
    assert said == "Not entered: this wager was taken back elsewhere."


def test_no_wager_where_there_is_none_is_nothing_to_do():
    assert fresh_stake(at_once(), Stake(1, BO), 0) is None


def test_a_page_from_before_the_last_bid_is_judged_by_what_it_named():
    """By then the values are open, so that a refusal tells them again."""
    game = at_once(Bid(1, ANA, 2), Stake(1, ANA, wager=5), Bid(1, BO, 0), Bid(1, CY, 0))
    assert fresh_bid(game, Bid(1, ANA, 1), None, "2") == Bid(1, ANA, 1)
    assert fresh_bid(game, Bid(1, ANA, 2), None, "9") is None
    assert "set to 2 elsewhere" in refused(fresh_bid, game, Bid(1, ANA, 1), None, "9")
    assert fresh_stake(game, Stake(1, ANA, wager=7), 0, "3") == Stake(1, ANA, wager=7)
    assert "set to 5 elsewhere" in refused(fresh_stake, game, Stake(1, ANA, wager=7), 0, "9")


def test_what_is_not_being_played_is_refused_by_the_rules_alone():
    game = at_once(Bid(1, ANA, 2), SetPoints(1, (1, 2, 3)))
    assert code(game, fresh_bid(game, Bid(1, ANA, 2), None)) == "hand"
    game = at_once(Bid(1, ANA, 2), Stake(1, BO, wager=5))
    fact = fresh_tricks(game, Tricks(1, (1, 1, 1)), (2, None, None))
    assert code(game, fact) == "tricks-before-bids"


def test_a_correction_of_a_hand_closed_by_hand_is_refused_without_telling_its_bids():
    game = at_once(Bid(1, ANA, 2), Stake(1, BO, wager=5), SetPoints(1, (1, 2, 3)))
    said = refused(fresh_correction, game, Correction(1, (1, 1, 1), (1, 1, 1)), 1)
    assert "Stored: bids – – –, . Yours" in said


# What is told


def hidden(game: Game) -> set[int]:
    return set(game.covered)


def test_every_bid_is_covered_until_the_last_is_in():
    game = at_once(Bid(1, ANA, 1), Stake(1, BO, wager=5), Bid(1, ANA, 2), Undo(4))
    assert hidden(game) == {2, 3, 4}
    assert hidden(enter(game, Bid(1, BO, 0))) == {2, 3, 4, 6}
    assert hidden(enter(game, Bid(1, BO, 0), Bid(1, CY, 0))) == set()


def test_what_was_covered_stays_so_under_other_rules_and_what_was_not_does_not():
    game = enter(at_once(Bid(1, ANA, 1), Undo(2)), IN_TURN, Bid(1, BO, 1))
    assert (hidden(game), [entry.fact for entry in game.told.entries[1:]]) == (
        {2},
        [IN_TURN, Bid(1, BO, 1)],
    )
    game = undo(game, 2)
    assert (hidden(game), game.ghost_bid(BO)) == ({2}, None)
    game = enter(begin(3, schedule=SCHEDULE), Bid(1, BO, 1), Undo(2), AT_ONCE, Bid(1, ANA, 1))
    assert hidden(game) == {5}


def test_points_set_by_hand_uncover_nothing():
    game = at_once(Bid(1, ANA, 1), Stake(1, BO, wager=5), SetPoints(1, (1, 2, 3)))
    assert hidden(game) == {2, 3}
    assert game.uncovered.hands[0].bids == (None,) * 3
    assert game.uncovered.hands[0].extras.wager == ()


def test_no_ghost_is_shown_of_what_is_covered():
    game = undo(at_once(Bid(1, ANA, 1), Stake(1, BO, blind=True, wager=5)), 2)
    assert (game.ghost_bid(ANA), game.ghost_wager(BO), game.ghost_blind(BO)) == (None, None, True)


def test_nor_after_the_rules_that_covered_it_are_undone():
    game = undo(enter(begin(3, schedule=SCHEDULE), AT_ONCE, Bid(1, ANA, 1)), 2)
    assert not game.hides_bids
    assert game.ghost_bid(ANA) is None


@pytest.mark.parametrize("number", [1, 2])
def test_redo_does_not_depend_on_what_was_bid(number):
    game = enter(undo(at_once(Bid(1, ANA, 1), Bid(1, BO, 0)), 2), Bid(1, ANA, number))
    assert game.redoable.fact == Bid(1, BO, 0)
    assert fresh_redo(game, 2) is None
    assert fresh_redo(enter(game, fresh_redo(game, 3)), 3) is None
