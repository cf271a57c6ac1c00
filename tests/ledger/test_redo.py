"""Redo: what was undone last, entered again, as long as that gives the game as it was."""

import pytest

from scorekeeper.ledger.entries import Adjustment, Bid, Redeal
from scorekeeper.ledger.seen import fresh_redo
from scorekeeper.rules.errors import RuleError
from tests.ledger.playing import b3, begin, bid, enter, state, undo


def redo(game):
    """The last undone entry, entered again."""
    return enter(game, fresh_redo(game, game.redoable.number))


def test_it_works():
    game = b3(2)
    back = undo(game)
    assert back.redoable.fact == game.active[-1].fact
    again = redo(back)
    assert state(again) == state(game)
    assert again.redoable is None


def test_a_whole_game_goes_back_and_forth():
    game = b3()
    here = game
    while here.undoable:
        here = undo(here)
    while here.redoable:
        here = redo(here)
    assert state(here) == state(game)


def test_undo_and_redo_in_any_turn_end_where_they_began():
    game = bid(enter(b3(1), Adjustment(5, 1)), 1, 0)
    here = game
    for step in (undo, undo, redo, undo, undo, redo, redo, undo, redo, redo):
        here = step(here)
    assert state(here) == state(game)
    assert here.redoable is None


def test_nothing_is_redone_over_what_was_entered_instead():
    """Another bid of the same player."""
    assert enter(undo(bid(b3(1), 1)), Bid(2, 2, 2)).redoable is None
    assert enter(undo(bid(b3(1), 1, 0), 2), Bid(2, 2, 2)).redoable is None


def test_what_was_entered_instead_and_undone_is_redone_first_and_the_old_one_never():
    game = undo(enter(undo(bid(b3(1), 1)), Bid(2, 2, 2)))
    assert game.redoable.fact == Bid(2, 2, 2)
    assert redo(game).redoable is None


def test_an_arrangement_is_redone_too():
    game = enter(bid(b3(1), 1, 0), Redeal(2))
    assert state(redo(undo(game))) == state(game)


def test_nothing_was_undone():
    assert begin().redoable is None
    assert b3().redoable is None


# Judged by what a page knew


def test_a_redo_is_entered_once():
    game = undo(b3(1))
    entry = game.redoable.number
    assert fresh_redo(game, entry) == game.redoable.fact
    assert fresh_redo(redo(game), entry) is None


@pytest.mark.parametrize("entry", [0, 99, -1])
def test_an_entry_that_does_not_exist_is_not_redone(entry):
    with pytest.raises(RuleError, match="entered in between"):
        fresh_redo(undo(b3(1)), entry)


def test_an_entry_that_something_else_took_the_place_of_is_not_redone():
    game = undo(bid(b3(1), 1))
    entry = game.redoable.number
    with pytest.raises(RuleError, match="entered in between"):
        fresh_redo(enter(game, Bid(2, 2, 2)), entry)
