"""Recorded games in plain text: `golden/NAME.json` is the game, `golden/NAME.result.json` what was reckoned by hand for it."""

import json
from pathlib import Path

import pytest

from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.file_reading import read_game
from scorekeeper.ledger.replay import replay, result

GOLDEN = Path(__file__).parent / "golden"
GAMES = sorted(path.name.removesuffix(".result.json") for path in GOLDEN.glob("*.result.json"))


def text(name):
    return (GOLDEN / name).read_text("utf-8")


def canonical(value):
    """As JSON text, where 3 and 3.0 are not the same."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def test_there_are_recorded_games():
    assert {"b3", "f4", "friday"} <= set(GAMES)
    assert {path.name for path in GOLDEN.iterdir()} == {f"{name}{end}" for name in GAMES for end in (".json", ".result.json")}


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_gives_the_result_reckoned_by_hand(name):
    assert canonical(replay(text(f"{name}.json"))) == canonical(json.loads(text(f"{name}.result.json")))


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_written_out_and_read_again_gives_the_same_result(name):
    written = write_game(read_game(json.loads(text(f"{name}.json"))))
    assert write_game(read_game(json.loads(canonical(written)))) == written
    assert result(read_game(written)) == json.loads(text(f"{name}.result.json"))
