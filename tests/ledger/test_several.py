"""Several games in one file: all are read, or every faulty one is named."""

import json

import pytest

from scorekeeper.ledger.file_reading import MOST_PARTS
from scorekeeper.ledger.several import Fault, games_in, read_games

ANA = {"format": "scorekeeper-game", "version": 1, "players": ["Ana", "Bo", "Cy"], "hands": []}
DEE = ANA | {"players": ["Dee", "Eli"]}


def lines(*games):
    return "\n".join(map(json.dumps, games))


def read(text, name=""):
    return read_games(games_in(text, name))


def told(fault: Fault):
    return fault.line, fault.error.code, fault.error.hand, fault.error.seat, fault.player


def test_it_works():
    games, faults = read(lines(ANA, DEE))
    assert ([game.players for game in games], faults) == ([("Ana", "Bo", "Cy"), ("Dee", "Eli")], [])


@pytest.mark.parametrize("name", ["", "-", "games.jsonl", "GAMES.JSONL", "games.txt"])
def test_one_game_a_line_and_blank_lines_are_none(name):
    text = f"\n{json.dumps(ANA)}\r\n \n{json.dumps(DEE)}"
    assert [line for line, _ in games_in(text, name)] == [2, 4]
    assert len(read(text, name)[0]) == 2


@pytest.mark.parametrize("name", ["", "-", "game.json", "GAME.JSON", "game"])
def test_one_game_over_many_lines(name):
    games, faults = read(json.dumps(ANA, indent=2), name)
    assert (len(games), faults) == (1, [])


def test_the_ending_decides_where_it_can():
    assert len(list(games_in(lines(ANA, DEE), "two.json"))) == 1
    assert len(list(games_in(json.dumps(ANA, indent=1), "one.jsonl"))) > 1


def test_every_faulty_game_is_named_with_its_line_and_its_player():
    wrong_sum = ANA | {"hands": [{"bids": [0, 0, 0], "tricks": [1, 1, 0]}]}
    wrong_bid = ANA | {"hands": [{"bids": [0, 2, 0]}]}
    same_name = ANA | {"players": ["Ana", " ana\u202e "]}
    games, faults = read(lines(ANA, wrong_sum, wrong_bid, DEE, same_name, []) + "\n{")
    assert len(games) == 2
    assert [told(fault) for fault in faults] == [
        (2, "tricks-sum", 1, None, ""),
        (3, "bid-range", 1, 1, "Bo"),
        (5, "players", None, 1, "ana"),
        (6, "format", None, None, ""),
        (7, "format", None, None, ""),
    ]


def test_a_name_that_is_refused_for_its_length_is_told_in_short():
    _, (fault,) = read(lines(ANA | {"players": ["Ana", "B" * 5000]}))
    assert fault.player == "B" * 40


@pytest.mark.parametrize("text", ["", " \n\n", "\r\n"])
def test_a_text_without_games(text):
    assert read(text) == ([], [])


@pytest.mark.parametrize("text", ["{" * 100_000, "[" * 100_000, "1" * 5000, "\0", '"\\ud800"', "\x00\xff", "NaN"])
def test_whatever_is_no_game_is_a_fault(text):
    for name in ("", "x.json", "x.jsonl"):
        games, faults = read(text, name)
        assert (games, [fault.error.code for fault in faults]) == ([], ["format"])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', [1]),
        ('\n{"a": 1}\n', [2]),
        ('{"a":\n1}', [1]),
        ('\n{"a":\n1}\n\n', [1]),
        ('{"a": 1}\n{', [1, 2]),
        ('{\n{"a": 1}', [1, 2]),
        ('{"a":\n1}\n{"b": 1}', [1, 2, 3]),
        ("[\n1]", [1, 2]),
    ],
)
def test_an_object_on_several_lines_is_one_game_and_anything_else_one_a_line(text, found):
    assert [line for line, _ in games_in(text)] == found


def test_reading_stops_after_as_many_faults_as_are_wanted():
    texts = games_in(lines(ANA, {}, DEE, {}))
    games, faults = read_games(texts, most_faults=1)
    assert (len(games), [fault.line for fault in faults]) == (1, [2])
    assert [line for line, _ in texts] == [3, 4]


def test_a_fault_holds_on_to_nothing_that_was_read():
    for one in ("{", "[" * 100_000, "1" * 5000, json.dumps(ANA | {"players": ["Ana", "Ana"]})):
        _, (fault,) = read_games([(1, one)])
        error = fault.error
        assert (error.__traceback__, error.__context__, error.__cause__) == (None, None, None)
        assert not any(isinstance(value, Exception) for value in error.figures.values())


@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a"])
def test_what_has_more_parts_than_any_game_is_not_taken_apart(name, monkeypatch):
    monkeypatch.setattr(json, "loads", None)
    text = '{"a": [' + "[]," * (MOST_PARTS // 2) + "[]]}"
    _, (fault,) = read_games(games_in(text, name))
    assert fault.error.sentence == "It has more parts than any game."


def test_it_is_not_taken_apart_to_see_whether_it_is_one_game_either(monkeypatch):
    monkeypatch.setattr(json, "JSONDecoder", None)
    text = '{"a": [\n' + "[]," * (MOST_PARTS // 2) + "[]]}"
    assert [line for line, _ in games_in(text)] == [1, 2]


def test_lines_of_nothing_but_blanks_count_and_cost_little():
    text = " \n\t\n" * 3 + "a\n\n \n b \n"
    assert list(games_in(text, ".jsonl")) == [(7, "a"), (10, " b ")]
    assert list(games_in("\n" * 10_000_000 + "a", ".jsonl")) == [(10_000_001, "a")]
