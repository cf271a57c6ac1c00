"""Every game of the catalogue, with every number of players it is for, is played to its end, written down and read again."""

import json
from random import Random

import pytest

from scorekeeper.ledger.entries import NO_EXTRAS, Stake
from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.file_reading import read_game
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.catalogue import preset, presets
from scorekeeper.rules.ruleset import EXTRAS
from tests.ledger.playing import begin, enter, open_hand, play_on, random_bid, state

OPEN_ENDED = [chosen.id for chosen in presets() if chosen.ruleset.open_ended]


def through_the_file(game):
    return read_game(json.loads(json.dumps(write_game(game))))


def assert_fits_the_table(game):
    assert all(hand.size * len(game.players) <= game.rules.pack(len(game.players)) for hand in game.hands)
    assert all(sum(taken or 0 for taken in hand.tricks) == hand.size - hand.extras.discarded for hand in game.closed)
    assert [hand.dealer for hand in game.hands] == [hand.dealer for hand in game.plan][: len(game.hands)]


@pytest.mark.parametrize("chosen", presets(), ids=[chosen.id for chosen in presets()])
def test_a_game_of_the_catalogue_is_played_to_its_end_and_survives_its_file(chosen):
    least, most = chosen.ruleset.players
    for players in range(least, most + 1):
        dice = Random(f"{chosen.id} {players}")
        half = play_on(begin(players, dice.randrange(players), **chosen.ruleset.to_data()), dice, hands=dice.randint(0, 6))
        for _ in range(0 if half.finished else dice.randint(0, players)):  # in the middle of the bids, or before the tricks
            half = random_bid(half, dice)
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


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_extra_occurs_in_the_games_that_have_it(extra, dice):
    """So that the test above says something about it."""
    rules = next(chosen.ruleset for chosen in presets() if chosen.ruleset.enters(extra))
    game = play_on(begin(rules.players[0], **rules.to_data()), dice)
    assert any(getattr(hand.extras, extra) != getattr(NO_EXTRAS, extra) for hand in game.closed)


@pytest.mark.parametrize("id", ["blind-20", "rickytann", "rickytann-7"])
def test_stakes_survive_the_file_at_every_moment_of_an_open_hand(id, dice):  # noqa: A002 (the catalogue's word)
    rules = preset(id).ruleset
    game = play_on(begin(rules.players[0], **rules.to_data()), dice, hands=2)
    game = enter(game, Stake(3, dice.choice(open_hand(game).order), rules.enters("blind"), 5 * rules.enters("wager")))
    while game.phase == "bids":
        assert open_hand(game).extras != NO_EXTRAS
        assert state(through_the_file(game)) == state(game)
        game = random_bid(game, dice)
    assert state(through_the_file(game)) == state(game)


def test_there_is_a_game_that_ends_by_its_score():
    assert "to-101" in OPEN_ENDED


@pytest.mark.parametrize("id", OPEN_ENDED)
def test_a_game_that_ends_by_its_score_goes_on_until_somebody_has_it(id, dice):  # noqa: A002 (the catalogue's word)
    rules = preset(id).ruleset
    game = play_on(begin(rules.players[0], **rules.to_data()), dice)
    assert max(score_sheet(game).totals) >= rules.end_score
    assert max(score_sheet(game).lines[-2].totals) < rules.end_score
