"""Every game of the catalogue, with every number of players it is for, is played to its end, written down and read again."""

import json
from random import Random

import pytest

from scorekeeper.ledger.file import read_game, write_game
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.catalogue import presets
from tests.ledger.playing import begin, play_on, state

OPEN_ENDED = [preset.id for preset in presets() if preset.ruleset.open_ended]


def through_the_file(game):
    return read_game(json.loads(json.dumps(write_game(game))))


def assert_fits_the_table(game):
    assert all(hand.size * len(game.players) <= game.rules.pack(len(game.players)) for hand in game.hands)
    assert all(sum(taken or 0 for taken in hand.tricks) == hand.size for hand in game.closed)
    assert [hand.dealer for hand in game.hands] == [hand.dealer for hand in game.plan][: len(game.hands)]


@pytest.mark.parametrize("preset", presets(), ids=[preset.id for preset in presets()])
def test_a_game_of_the_catalogue_is_played_to_its_end_and_survives_its_file(preset):
    least, most = preset.ruleset.players
    for players in range(least, most + 1):
        dice = Random(f"{preset.id} {players}")
        half = play_on(begin(players, dice.randrange(players), **preset.ruleset.to_data()), dice, hands=dice.randint(0, 6))
        assert state(through_the_file(half)) == state(half)
        game = play_on(half, dice)
        assert game.finished
        assert_fits_the_table(game)
        again = through_the_file(game)
        assert state(again) == state(game)
        assert score_sheet(again) == score_sheet(game)
        assert score_sheet(game).winners


@pytest.mark.parametrize("players", range(2, 8))
def test_a_whole_game_folds_from_its_ledger_as_it_was_played(players):
    game = play_on(begin(players), Random(players))
    assert Game.replay(game.entries) == game


def test_there_is_a_game_that_ends_by_its_score():
    assert OPEN_ENDED == ["to-101"]


@pytest.mark.parametrize("id", OPEN_ENDED)
def test_a_game_that_ends_by_its_score_goes_on_until_somebody_has_it(id, dice):  # noqa: A002 (the catalogue's word)
    rules = next(preset.ruleset for preset in presets() if preset.id == id)
    game = play_on(begin(4, **rules.to_data()), dice)
    assert max(score_sheet(game).totals) >= 101
    assert max(score_sheet(game).lines[-2].totals) < 101
