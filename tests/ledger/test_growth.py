"""A game of twice the length costs twice as much to fold and to read; one more entry the same."""

import json
import tracemalloc
from itertools import islice

import pytest

from scorekeeper.export import spreadsheet, table, wide
from scorekeeper.ledger.entries import Bid, Entry, Undo
from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.file_reading import read_text
from scorekeeper.ledger.game import MOST_ENTRIES, Game
from scorekeeper.ledger.history import history, late_changes
from scorekeeper.ledger.seen import fresh_undo, is_new
from scorekeeper.ledger.several import games_in, read_games
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.ledger.story import story
from scorekeeper.rules.errors import RuleError
from tests.growth import costs_the_same, grows_evenly
from tests.ledger.long_games import KINDS, OPEN
from tests.ledger.playing import EVENING, enter


def entered(entries):
    return Game.replay(entries[:1]).going_on(entries[1:])


def read(game):
    sheet = score_sheet(game.told)
    return history(game), late_changes(game), sheet.rows, story(sheet), game.summary


def written_and_read(game):
    return read_text(json.dumps(write_game(game.told)))


@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_entries_cost_twice_as_much(kind):
    entries = KINDS[kind].even_from
    once, twice = (KINDS[kind].ledger(entries) for entries in (entries, 2 * entries))
    assert grows_evenly(Game.replay, once, twice)
    assert grows_evenly(entered, once, twice)
    once, twice = entered(once), entered(twice)
    assert grows_evenly(read, once, twice)
    assert grows_evenly(written_and_read, once, twice)


@pytest.mark.parametrize("kind", ["late adjustments", "adjustments", "late corrections"])
def test_the_files_of_a_sheet_cost_as_their_length(kind):
    once, twice = (Game.replay(KINDS[kind].ledger(entries)) for entries in (200, 400))
    for write in (spreadsheet.write, table.write_csv, lambda sheet, _: wide.write_csv(sheet)):

        def written(game, write=write):
            return write(score_sheet(game), late_changes(game))

        assert grows_evenly(written, once, twice)


def judged(game):
    """What a request says that it saw is compared with the ledger."""
    first, last = game.entries[1], game.entries[-2]
    for number in range(100):
        assert is_new(game, Bid(OPEN, 2, 0), f"new {number}")
        assert not is_new(game, first.fact, first.key)
        assert not is_new(game, last.fact, last.key)
        assert game.entry(2) is first
        assert not game.is_struck(game.undoable.number)
        assert fresh_undo(game, Undo(game.undoable.number))


def entered_and_undone(game):
    """Taps at the table, folded and shown."""
    for number in range(30):
        key = f"new {number}"
        bid = game.after(Entry(game.version + 1, Bid(OPEN, 2, number % 2), EVENING, key))
        back = Undo(bid.undoable.number)
        undone = bid.after(Entry(bid.version + 1, back, EVENING))
        assert undone.redoable.fact == bid.entries[-1].fact
        assert score_sheet(undone).totals
        assert undone.summary.hand == OPEN
        assert undone.ghost_bid(2) is not None


@pytest.mark.parametrize(
    "kind",
    ["bids", "bids and undos", "names and undos", "adjustments", "notes", "rules"],
)
def test_a_tap_costs_the_same_in_a_game_of_ten_times_the_entries(kind):
    short, long = (entered(KINDS[kind].ledger(entries)) for entries in (300, 3000))
    if short.hand.bids[2] is None:
        short, long = (enter(game, Bid(OPEN, 2, 0)) for game in (short, long))
    assert costs_the_same(judged, short, long)
    assert costs_the_same(entered_and_undone, short, long)


# Files

GAME = {"format": "scorekeeper-game", "version": 1, "players": ["Ana", "Bo", "Cy"]}
MARKED = "\u0301\u0316"
HAND = {"bids": [0, 0, 0], "tricks": [1, 0, 0]}
AT = "2026-05-01T20:00:00+00:00"
START = {"kind": "start", "at": AT, "data": {"rules": {}, "players": ["Ana", "Bo", "Cy"]}}


def a_game(**more):
    return json.dumps(GAME | more, ensure_ascii=False)


def a_ledger(*facts, players=3):
    names = [f"P{seat}" for seat in range(players)]
    start = START | {"data": {"rules": {}, "players": names}}
    entries = [{"kind": kind, "at": AT, "data": data} for kind, data in facts]
    return a_game(players=names[:30], ledger=[start, *entries])


def keys(number):
    return {f"k{key}": 1 for key in range(number)}


def twice(number):
    return [f'"k{key // 2}": 1' for key in range(number)]


FILES = {
    "keys": lambda n: json.dumps(keys(n)),
    "keys that are there twice": lambda n: "{" + ", ".join(twice(n)) + "}",
    "keys of rules": lambda n: a_game(rules=keys(n)),
    "adjustments": lambda n: a_game(adjustments=[{"points": 1}] * n),
    "adjustments of a hand": lambda n: a_game(hands=[HAND | {"adjustments": [{"points": 1}] * n}]),
    "hands": lambda n: a_game(hands=[HAND] * n),
    "players": lambda n: a_game(players=[f"P{seat}" for seat in range(n)]),
    "people away": lambda n: a_game(away=list(range(n))),
    "people absent": lambda n: a_game(hands=[HAND | {"absent": list(range(n))}]),
    "points carried over": lambda n: a_game(carried=[1] * n, first_hand=2),
    "coming hands": lambda n: a_game(coming=[1] * n),
    "bids of a hand": lambda n: a_game(hands=[HAND | {"bids": [0] * n}]),
    "a long name": lambda n: a_game(players=[MARKED * n, "Bo"]),
    "a long note": lambda n: a_game(note=MARKED * n),
    "digits": lambda n: a_game()[:-1] + f', "first_hand": {"1" * n}' + "}",
    "long numbers": lambda n: a_game(coming=["LONG"] * (n // 100)).replace('"LONG"', "1" * 4000),
    "brackets": lambda n: a_game()[:-1] + ', "note": ' + "[" * n + "]" * n + "}",
    "braces": lambda n: "{" * n,
    "entries": lambda n: a_ledger(*[("note", {"text": f"{number}"}) for number in range(n)]),
    "players of a ledger": lambda n: a_ledger(players=n),
    "seats of a ledger": lambda n: a_ledger(("seating", {"circle": [0] * n})),
    "sizes of a ledger": lambda n: a_ledger(("coming", {"hand": 1, "sizes": [1] * n})),
    "a name of a ledger": lambda n: a_ledger(("rename", {"seat": 0, "name": MARKED * n})),
    "rules of a ledger": lambda n: a_ledger(("rules", {"rules": keys(n)})),
    "lines": lambda n: "1\n" * n,
    "blank lines": lambda n: "\n" * n,
    "lines of one game": lambda n: a_game(adjustments=[{"points": 1}] * n).replace(", ", ",\n"),
}


def read_or_refused(text):
    for _ in range(3):
        read_games(games_in(text))


@pytest.mark.parametrize("file", FILES)
def test_a_file_costs_as_its_length(file):
    assert grows_evenly(read_or_refused, FILES[file](2000), FILES[file](4000))


def test_lines_are_looked_at_one_after_the_other():
    text = "1\n" * 500_000
    tracemalloc.start()
    assert list(islice(games_in(text), 2)) == [(1, "1"), (2, "1")]
    games, faults = read_games(games_in(text), most_faults=10)
    assert (games, len(faults)) == ([], 10)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3 * len(text)


def test_a_file_of_more_entries_than_a_game_takes_is_refused():
    for text in (
        FILES["adjustments"](MOST_ENTRIES + 1),
        FILES["adjustments of a hand"](MOST_ENTRIES),
        FILES["entries"](MOST_ENTRIES),
    ):
        with pytest.raises(RuleError) as refused:
            read_text(text)
        assert refused.value.code == "full"
