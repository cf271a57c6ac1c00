"""Statistics that are damaged, or made by another version of their code, keep nobody from playing and are made anew."""

import json
import logging
import sqlite3
from dataclasses import fields

import pytest
from sqlalchemy import event, text

from scorekeeper.ledger.entries import Bid, Start, Tricks, Undo
from scorekeeper.ledger.record import Record, Scored
from scorekeeper.ledger.tally import Against, Tally, Totals
from scorekeeper.storage import games, groups, lists, results, upkeep
from scorekeeper.storage.database import db, reading, write_transaction
from scorekeeper.storage.results import Names
from tests.growth import grows_evenly
from tests.storage.conftest import NOW
from tests.storage.test_groups import add, another, enter, people

FIELDS = {
    1: {
        Record: "seat name players place won shared by_bid by_size over under beyond run_made run_missed scored",
        Scored: "rules game low total best worst",
        Tally: "games wins shared places players by_bid by_size over under beyond run_made run_missed row_won rows_won"
        " totals against last",
        Totals: "game low games points best worst best_hand worst_hand",
        Against: "ahead level behind",
    }
}


def test_a_statistic_is_added_with_another_version():
    """Else rows written before would lack it: raise `results.VERSION`, and pin the new fields here."""
    assert {kind: " ".join(field.name for field in fields(kind)) for kind in FIELDS[1]} == FIELDS[results.VERSION]


@pytest.fixture
def group(storage):
    return groups.find(groups.create("phone", "Friday", NOW), "phone")


@pytest.fixture
def running(group, start_fact):
    """A game of the group in its last hand, beside two that are finished."""
    add(group, another(-3), another(-2))
    rules = {**start_fact.rules, "schedule": {"shape": "list", "hands": [1]}}
    return games.start(Start(rules, start_fact.players), key="k", device="phone", at=NOW, group=group.slug)


def finish(slug):
    for fact in (*(Bid(1, seat, 0) for seat in games.load(slug).game.hand.order), Tricks(1, (1, 0, 0))):
        enter(slug, fact)


def again(slug):
    """The last hand taken back and entered once more."""
    enter(slug, Undo(games.load(slug).game.undoable.number))
    enter(slug, Tricks(1, (1, 0, 0)))


def execute(statement, **values):
    with write_transaction() as connection:
        return connection.execute(text(statement), values)


def written(table):
    """What is in the columns of statistics."""
    with reading() as connection:
        return connection.execute(text(f"SELECT * FROM {table}")).all()  # noqa: S608 (a table of ours)


@pytest.fixture
def whole(group, running):
    """What the people did in all three games."""
    finish(running)
    found = people(group)
    enter(running, Undo(games.load(running).game.undoable.number))
    return found


DAMAGES = {
    "a result": "UPDATE result SET record = '{' WHERE number = 1",
    "a result of another version": "UPDATE result SET version = 0, record = '{}' WHERE number = 1",
    "a place": "UPDATE result SET place = 17 WHERE number = 1",
    "a result of nobody's": "UPDATE result SET person_id = NULL WHERE number = 1",
    "a lost result": "DELETE FROM result WHERE number = 1",
    "lost results": "DELETE FROM result",
    "a sum": "UPDATE person SET tally = '[]' WHERE name = 'Ana'",
    "no sum": "UPDATE person SET tally = '{}'",
    "a sum of another version": "UPDATE person SET version = 7, tally = '{}'",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_game_is_finished_whatever_is_wrong_with_the_others_and_the_figures_are_right_again(group, running, whole, damage):
    execute(DAMAGES[damage])
    enter(running, Tricks(1, (1, 0, 0)))
    again(running)
    assert people(group) == whole
    assert people(group) == whole
    assert not [row for row in written("person") if row.version != results.VERSION]


@pytest.mark.parametrize("change", ["lacks a key", "has one more"])
@pytest.mark.parametrize(("table", "column"), [("result", "record"), ("person", "tally")])
def test_statistics_of_another_code_are_made_anew(group, running, whole, table, column, change):
    """Rows that say they are of this version, and are not."""
    for row in written(table):
        old = getattr(row, column)
        data = {key: value for key, value in json.loads(old).items() if key != "beyond"}
        new = json.dumps(data if change == "lacks a key" else {**json.loads(old), "most": 1})
        execute(f"UPDATE {table} SET {column} = :new WHERE {column} = :old", new=new, old=old)  # noqa: S608 (ours)
    enter(running, Tricks(1, (1, 0, 0)))
    again(running)
    assert people(group) == whole
    assert all(results.read_tally(row.tally, row.version) for row in written("person"))


def test_a_damaged_game_counts_for_nobody_and_keeps_nobody_from_finishing(group, running, whole):
    with reading() as connection:
        lost = connection.scalar(text("SELECT min(game_id) FROM result"))
    execute("UPDATE entry SET data = 'x' WHERE game_id = :lost AND number = 2", lost=lost)
    execute("UPDATE result SET record = 'x' WHERE game_id = :lost", lost=lost)
    enter(running, Tricks(1, (1, 0, 0)))
    again(running)
    assert {name: one.tally.games for name, one in people(group).items()} == {"Ana": 2, "Boris": 2, "Cyril": 2}


def test_finishing_and_deleting_fold_no_other_game(group, running, monkeypatch):
    execute("UPDATE result SET version = 0")
    execute("UPDATE person SET version = 0")
    folded = []
    replay = games.Game.replay
    monkeypatch.setattr(games.Game, "replay", lambda entries: folded.append(list(entries)) or replay(folded[-1]))
    finish(running)
    again(running)
    games.delete_game(running, "phone", at=NOW)
    assert {entries[0].key for entries in folded} <= {"k"}


def test_what_cannot_be_written_is_shown_as_far_as_it_can_be_read(group, running, database):
    before = people(group)
    execute("UPDATE person SET version = 0")
    execute("UPDATE person SET tally = '{' WHERE name = 'Cyril'")
    db.engine.dispose()
    event.listen(db.engine, "connect", read_only)
    try:
        found = people(group)
    finally:
        event.remove(db.engine, "connect", read_only)
        db.engine.dispose()
    assert found == {name: one for name, one in before.items() if name != "Cyril"}
    assert people(group) == before


def read_only(connection, _record):
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA query_only = ON")
    else:
        connection.read_only = True


def test_many_games_are_renewed_in_steps(group, monkeypatch):
    monkeypatch.setattr(upkeep, "AT_ONCE", 2)
    add(group, *map(another, range(5)))
    before = people(group)
    execute("UPDATE result SET version = 0")
    execute("UPDATE person SET version = 0")
    steps = []
    monkeypatch.setattr(upkeep, "_make_anew", lambda ids, make=upkeep._make_anew: steps.append(len(ids)) or make(ids))
    upkeep.renew_all()
    assert steps == [2, 2, 1]
    assert [row.version for row in (*written("person"), *written("result"))] == [results.VERSION] * 18
    upkeep.renew_all()
    assert (steps, people(group)) == ([2, 2, 1], before)


def test_twice_the_games_take_twice_the_time_to_renew(storage):
    groups_of_two_sizes = [groups.find(groups.create("phone", name, NOW), "phone") for name in ("Few", "Many")]
    for size, group in zip((25, 50), groups_of_two_sizes, strict=True):
        add(group, *map(another, range(size)))

    def renew(group):
        execute("UPDATE result SET version = 0")
        execute("UPDATE person SET version = 0")
        upkeep.renew(group.id)

    assert grows_evenly(renew, *groups_of_two_sizes)


def test_a_name_merged_in_a_circle_is_its_own_person():
    for merged, roots in (
        ({1: 1}, [1]),
        ({1: 2, 2: 1}, [1, 2]),
        ({1: 2, 2: 3, 3: 2}, [2, 2, 3]),
        ({1: 9, 2: "x", 3: 1}, [1, 2, 1]),
        ({number: number + 1 for number in range(1, 5000)}, [4999] * 4999),
    ):
        names = Names({}, merged)
        assert [names.root(name) for name in merged] == roots


@pytest.mark.parametrize("into", ["id", "1 - id + 2", "id + 1000"])
def test_merges_that_lead_nowhere_are_taken_back(group, into):
    """To itself, in a circle, to nobody: pages answer, the figures are those of two, and names can be put right again."""
    add(group, another(0, "Ana", "Boris", "Cyril"), another(1))
    before = people(group)
    first = min(person.id for person in before.values())
    execute(f"UPDATE person SET merged_into = {into.replace('1 -', f'{first} -').replace('+ 2', f'+ {first} + 1')}")  # noqa: S608 (ours)
    assert groups.called_now(group.slug, ["Ana", "Zoe"]) == ["Ana", "Zoe"]
    assert people(group) == before
    with reading() as connection:
        assert set(connection.scalars(text("SELECT merged_into FROM person"))) == {None}
    groups.rename(group, before["Ana"].id, "Anna")
    assert people(group)["Anna"].tally.games == 2


# Made anew on demand


def test_everything_that_a_ledger_tells_is_mended(group):
    slugs = add(group, *(another(day) for day in range(4)))
    games.delete_game(slugs[3], "phone", at=NOW)
    ids = {slug: games.load(slug).id for slug in slugs[:3]}
    before, listed = people(group), lists.games_of("phone")
    for column in ("players = 'x'", "hand = -1", "title = '?'", "winners = '[5]'", "version = -1", "generation = -1"):
        execute(f"UPDATE game SET {column} WHERE id = :id", id=ids[slugs[0]])  # noqa: S608 (ours)
    execute("UPDATE result SET place = 0")
    execute("DELETE FROM listing")
    done, damaged = upkeep.rebuild()
    assert (done, damaged) == (4, [])
    assert (people(group), lists.games_of("phone")) == (before, listed)
    assert [one.slug for one in lists.deleted_games_of("phone")] == [slugs[3]]
    assert games.load(slugs[0]).generation > 1


def test_damaged_games_are_told_and_stop_nothing(group, caplog):
    slugs = add(group, *(another(day) for day in range(4)))
    wrong = [games.load(slug).id for slug in slugs[:2]]
    for game_id, column in zip(wrong, ("data = '{'", "number = 99"), strict=True):
        execute(f"UPDATE entry SET {column} WHERE game_id = :id AND number = 2", id=game_id)  # noqa: S608 (ours)
    done, damaged = upkeep.rebuild()
    assert (done, [game.game_id for game in damaged]) == (2, wrong)
    assert str(damaged[0]) == f"game {wrong[0]} cannot be read: entry (game_id {wrong[0]}, number 2): data"
    assert {person.tally.games for person in people(group).values()} == {2}
    assert len(lists.games_of("phone", player="ana")) == len(lists.games_of(group.slug)) == 4
    assert "Ana" not in caplog.text


def test_a_damaged_record_is_told_once(group, caplog, storage):
    (slug,) = add(group, another(0, title="Secret"))
    execute("UPDATE entry SET data = replace(data, 'Ana', 'A\"na') WHERE number = 1")
    storage.extensions.pop("scorekeeper.folded", None)
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            upkeep.rebuild()
    told = [record.getMessage() for record in caplog.records if record.name == "scorekeeper"]
    assert len(told) == 1
    assert "entry" in told[0]
    assert not [word for word in ("na", "Secret", slug) if word in told[0].replace("damaged: game", "").split()]
