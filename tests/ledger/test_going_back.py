"""However long a game is and however often it went back and forth: it is what its ledger says."""

from contextlib import suppress
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from scorekeeper.ledger.entries import (
    Adjustment,
    Bid,
    Coming,
    Correction,
    Entry,
    Join,
    Note,
    Presence,
    Redeal,
    Rename,
    Resume,
    Rules,
    SetPoints,
    Size,
    Stop,
    Tricks,
    Trump,
    Undo,
)
from scorekeeper.ledger.game import MOST_ENTRIES, MOST_UNDONE, Game
from scorekeeper.ledger.history import GIVEN, changed_after_end, history
from scorekeeper.ledger.position import Position
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Ruleset
from tests.ledger.playing import EVENING, b3, begin, bid, code, enter, facts, play_on, undo

RULES: tuple[dict[str, Any], ...] = (
    {},
    {"bidding": {"hook": "always"}},
    {"bidding": {"order": "simultaneous"}},
    {"scoring": {"made": {"k": 1, "b": 10}, "streak": {"n": 2, "win": 5}}},
)


def some_fact(game, dice):
    """Something that may be entered, or not."""
    number, seats = game.last_begun, len(game.players)
    seat = dice.randrange(seats)
    hand = game.hands[-1] if game.hands else None
    closed = dice.choice([hand.number for hand in game.closed] or [1])
    return dice.choice(
        [
            Bid(number, hand.bidder or 0 if hand else 0, dice.randint(0, 2)),
            Bid(number, seat, dice.randint(0, 2)),
            Tricks(number, tuple(dice.randint(0, 1) for _ in game.players)),
            Trump(number, dice.choice(["hearts", "clubs"])),
            Note(dice.choice(["", "long"]), dice.choice([None, number])),
            Adjustment(dice.choice([5, -5]), dice.choice([None, seat]), "late", game.hands_done),
            Rename(seat, dice.choice(["Zoe", "Max", "Ida"]), dice.random() < 0.5),
            Presence(seat, dice.random() < 0.7, level=True),
            Join(f"J{len(game.players)}", seat, dice.choice([0, 7]), level=True),
            Size(number, dice.randint(1, 3)),
            Coming(game.next_unbegun, (1,) * dice.randint(1, 5)),
            Redeal(number),
            Rules(Ruleset.from_data(dice.choice(RULES)).to_data()),
            Stop(),
            Resume(),
            Correction(closed, (0,) * seats, tuple(dice.randint(0, 1) for _ in range(seats))),
            SetPoints(closed, tuple(dice.randint(0, 9) for _ in game.players)),
        ]
    )


def some_step(game, dice):
    """Something entered, or some undone, or some of that entered again."""
    match dice.choice(["enter", "enter", "play", "back", "again"]):
        case "enter":
            with suppress(RuleError):
                game = enter(game, some_fact(game, dice))
        case "play":
            one_more = len(game.closed) + 1
            game = play_on(game, dice, hands=one_more) if game.bidder is not None else game
        case "back":
            for _ in range(dice.choice([1, 1, 2, 30, 300])):
                game = undo(game) if game.undoable else game
        case "again":
            for _ in range(dice.choice([1, 2, 300])):
                game = enter(game, game.redoable.fact) if game.redoable else game
    return game


def long_evening(seed, entries):
    """A game that went back and forth, after every step of it."""
    dice = Random(seed)
    game = begin(3, schedule={"shape": "list", "hands": [1] * 60})
    while game.version < entries:
        game = some_step(game, dice)
        yield game


def position_of(game):
    return Position(**{field.name: getattr(game, field.name) for field in fields(Position)})


@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_what_its_ledger_says(seed):
    for number, game in enumerate(long_evening(seed, 1200)):
        if number % 20 == 0:
            again = Game.replay(game.entries)
            assert again == game
            assert again.redoable == game.redoable
            assert again.told == game.told
            assert score_sheet(again) == score_sheet(game)
    assert Game.replay(game.entries[:1]).going_on(game.entries[1:]) == game
    assert [game.is_struck(entry.number) for entry in game.entries] == [
        entry not in game.active and not isinstance(entry.fact, Undo) for entry in game.entries
    ]


@pytest.mark.parametrize("seed", range(2))
def test_the_positions_on_the_way_are_those_of_what_is_in_force(seed):
    for game in long_evening(seed, 700):
        if game.version % 7:
            continue
        for number, position in (game.marks[0], *game.marks[-2:], Random(seed).choice(game.marks)):
            assert position == position_of(Game.replay(game.active[: number + 1]))
        assert game.before_last == position_of(Game.replay(game.active[:-1] or game.active))
    assert len(game.marks) < 200


@pytest.mark.parametrize("seed", range(5))
def test_redo_gives_what_was_there_before_the_undo(seed):
    """Only while what was in force before the undone entry is in force."""
    for game in long_evening(seed, 300):
        last = game.undone[-1] if game.undone else None
        before = Game.replay(game.entries[: last.number - 1]) if last else None
        exactly = last if before and facts(before) == facts(game) else None
        assert game.redoable == exactly or game.hides_bids


@pytest.mark.parametrize("seed", range(2))
def test_the_history_knows_how_the_game_was(seed):
    *_, game = long_evening(seed, 250)
    steps = history(game)
    for number, step in enumerate(steps[1:], start=1):
        assert step.before == position_of(Game.replay(game.entries[:number]))
        if isinstance(step.entry.fact, Undo):
            assert step.back == position_of(Game.replay(game.entries[: number + 1]))
    assert history(game, 101, 200) == steps[100:200]
    assert history(game, 240, 999) == steps[239:]


@pytest.mark.parametrize("seed", range(5))
def test_changes_after_the_end_are_the_steps_of_the_history_that_made_them(seed):
    dice = Random(seed)
    *_, game = long_evening(seed, 200)
    if game.bidder is not None and game.hands_done:
        game = enter(game, Coming(game.next_unbegun, ()))
    game = play_on(game, dice)
    for _ in range(60):
        game = some_step(game, dice)
    given = [step for step in history(game) if isinstance(step.entry.fact, GIVEN)]
    late = [step for step in given if step.after_end and not step.struck]
    assert changed_after_end(game) == (tuple(late) if game.finished else ())


def test_only_the_last_ones_of_many_that_were_undone_are_entered_again():
    game = bid(begin(3), 0)
    for number in range(MOST_UNDONE + 50):
        game = enter(game, Bid(1, 1, number % 2))
    start = game
    game = undo(game, MOST_UNDONE + 50)
    while game.redoable:
        game = enter(game, game.redoable.fact)
    assert len(start.active) - len(game.active) == 50


def test_a_long_way_back_leads_through_everything_that_was():
    game = b3(1)
    start = game
    game = game.after_all([Note(f"{number}") for number in range(1500)], EVENING)
    assert len(game.marks) < 60
    for number in range(1499, 0, -1):
        game = undo(game)
        assert game.note == f"{number - 1}"
        assert len(game.marks) < 120
    assert position_of(undo(game)) == position_of(start)


# How long a game may be


def test_a_full_game_takes_no_more_and_is_read_and_goes_on_where_its_record_is_longer():
    game = b3(1)
    game = game.after_all([Note("so far")] * (MOST_ENTRIES - game.version), EVENING)
    more = (Note("more"), Bid(2, 2, 0), Undo(game.version))
    assert {code(game, fact) for fact in more} == {"full"}
    with pytest.raises(RuleError, match="at most 10000 entries"):
        game.after_all([Note("more")], EVENING)
    longer = game.going_on([Entry(MOST_ENTRIES + 1, Note("more"), EVENING)])
    assert longer.note == "more"
    assert Game.replay(longer.entries) == longer
