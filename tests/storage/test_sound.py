"""A back-up from anywhere: whatever stands in it, it is sound or refused in words, and nothing of it is run."""

import gc
import os
import random
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import timedelta
from time import process_time

import pytest
from sqlalchemy import Integer, String, insert

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.settings import sqlite_url
from scorekeeper.storage import games, groups, house_rules, purging
from scorekeeper.storage.backup import BackupError, backup, checked
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.sound import Damaged, TakeOver, Unsound, check_shape, reading
from scorekeeper.storage.tables import Base, CalendarRow, Flag, Moment
from tests.storage.conftest import NOW, storage_app
from tests.storage.test_groups import HANDS, another

LONG_AGO = NOW - timedelta(days=400)


@pytest.fixture(scope="module")
def whole(empty_database, tmp_path_factory):
    """A back-up with a row in every table: games that are over, running, deleted and purged, two groups, merged people."""
    folder = tmp_path_factory.mktemp("whole")
    path = shutil.copy(empty_database, folder / "scorekeeper.sqlite3")
    with storage_app(sqlite_url(path)).app_context():
        friday, monday = (groups.create("phone", name, NOW) for name in ("Friday", "Monday"))
        groups.join(groups.find(friday), "tablet", NOW)
        over = [another(day) for day in (1, 2)] + [another(3, "Ana", "Bo", "Cyril")]
        games.add(over, device="phone", at=NOW, group=friday)
        games.add([another(4, "Dee", "Eve", "Flo")], device="phone", at=NOW, group=monday)
        slugs = games.add([another(5, hands=HANDS[:1]), another(6), another(7)], device="phone", at=NOW)
        people = {person.name: person.id for person in groups.people_of(groups.find(friday))}
        groups.merge(groups.find(friday, "phone"), people["Boris"], people["Bo"])
        games.delete_game(slugs[1], "phone", at=LONG_AGO)
        purging.purge(NOW, 0)  # begins to wait
        purging.purge(NOW, 30)
        games.delete_game(slugs[2], "phone", at=NOW)
        house_rules.keep("phone", "Ours", Ruleset().to_data(), NOW)
        with write_transaction() as connection:
            connection.execute(insert(CalendarRow).values(id=1, day=3, at=NOW))
        db.engine.dispose()
    backup(sqlite_url(path), folder / "whole.backup")
    return folder / "whole.backup"


@pytest.fixture
def taken(whole, empty_database, tmp_path):
    """Takes over a back-up in which statements changed something. Answers the games left out and all rows of the new database."""

    def take(*statements, without_damaged=False):
        path = tmp_path / "changed"
        shutil.copy(whole, path)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            for statement in statements:
                connection.execute(*([statement] if isinstance(statement, str) else statement))
            connection.commit()
        return look(without_damaged=without_damaged)

    def look(*, without_damaged=False):
        shutil.copy(empty_database, tmp_path / "fresh")
        with closing(sqlite3.connect(tmp_path / "changed")) as found, closing(sqlite3.connect(tmp_path / "fresh")) as new:
            began = process_time()
            reading(found)
            check_shape(found, new)
            left_out = TakeOver(found, new, without_damaged).run()
            take.seconds = process_time() - began
            return left_out, rows(new)

    take.look = look
    return take


def rows(connection):
    return {name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in Base.metadata.tables}  # noqa: S608 (our tables)


@pytest.fixture(scope="module")
def before(whole):
    with closing(sqlite3.connect(whole)) as connection:
        return rows(connection)


def test_every_row_of_a_sound_back_up_is_taken_as_it_is(taken, before):
    assert all(before.values())
    assert taken() == ([], before)


WRONG = {
    Moment: ["yesterday", 5, "2026-05-01", "2026-13-01 20:00:00.000000", b"x"],
    Flag: [2, "yes", b"x", 0.5],
    Integer: ["x", b"x", 1.5, -(2**31), 2**31],
    String: [b"x", "a\0b", "\udcff"],
}


def columns():
    return [column for table in Base.metadata.sorted_tables for column in table.c]


@pytest.mark.parametrize("column", columns(), ids=str)
def test_a_value_of_another_kind_is_found_in_every_column(taken, before, column):
    values = next(wrong for kind, wrong in WRONG.items() if isinstance(column.type, kind))
    values = [*values, *([] if column.nullable else [None])]
    values += ["x" * 301] if isinstance(column.type, String) and column.type.length else []
    first = dict(zip((one.name for one in column.table.c), before[column.table.name][0], strict=True))
    where = " AND ".join(f'"{one.name}" = ?' for one in column.table.primary_key)
    keys = [first[one.name] for one in column.table.primary_key]
    for value in values:
        new = "CAST(x'ff' AS TEXT)" if value == "\udcff" else "?"
        given = [] if value == "\udcff" else [value]
        try:
            with pytest.raises(Unsound, match=r"the table \w+: |^game \d"):
                taken((f'UPDATE {column.table.name} SET "{column.name}" = {new} WHERE {where}', [*given, *keys]))  # noqa: S608 (ours)
        except sqlite3.IntegrityError:  # SQLite itself takes nothing else there
            assert column.primary_key or not column.nullable


ENTRY = "INSERT INTO entry VALUES (1, {}, '{}', '{}', NULL, '2026-05-01 20:00:00.000000')"
UNDONE = [  # a hand corrected to what nobody could bid, and that taken back
    ENTRY.format(10, "correction", '{"hand": 1, "bids": [9, 0, 0], "tricks": [1, 0, 0]}'),
    ENTRY.format(11, "undo", '{"entry": 10}'),
    "UPDATE game SET version = 11 WHERE id = 1",
]
CIRCLE = "UPDATE person SET merged_into = (SELECT max(id) FROM person WHERE group_id = 1) WHERE group_id = 1"


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        (["CREATE VIEW v AS SELECT * FROM game"], "it has the view 'v'"),
        (["CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM entry; END"], "it has the trigger 't'"),
        (["CREATE VIRTUAL TABLE v USING fts5(x)"], "it has the virtual table 'v'"),
        (["CREATE TABLE more (x)"], "it has the table 'more'"),
        (["CREATE INDEX i ON game (title)"], "it has the index 'i'"),
        (["DROP TABLE listing"], "the (table|index) .*listing.* is missing"),
        (["DROP TABLE listing", "CREATE VIEW listing AS SELECT * FROM game"], "it has the view 'listing'"),
        (["DROP TABLE calendar", "CREATE VIRTUAL TABLE calendar USING fts5(id, day, at)"], "the virtual table 'calendar'"),
        (["DROP TABLE calendar", "CREATE TABLE calendar (id, day, at)"], "the table calendar has other columns"),
        (["ALTER TABLE game ADD COLUMN x"], "the table game has other columns"),
        (["ALTER TABLE game ADD COLUMN x AS (hex(title))"], "the table game has other columns"),
        (["ALTER TABLE game RENAME COLUMN title TO text"], "the table game has other columns"),
        (
            ["DROP INDEX ix_game_group_id", "CREATE INDEX ix_game_group_id ON game (abs(group_id))"],
            "the index ix_game_group_id has other columns",
        ),
        (
            ["ALTER TABLE scorer RENAME TO x", "ALTER TABLE member RENAME TO scorer", "ALTER TABLE x RENAME TO member"],
            "has other columns",
        ),
        (["UPDATE person SET merged_into = id WHERE id = 1"], "person 1 is merged in a circle"),
        ([CIRCLE], "is merged in a circle"),
        (["UPDATE person SET merged_into = 99 WHERE id = 1"], "person 1 is merged into nobody of the group"),
        (["UPDATE person SET merged_into = (SELECT max(id) FROM person) WHERE id = 1"], "person 1 is merged into nobody"),
        (["UPDATE person SET group_id = 99 WHERE id = 1"], "row 1 of the table person: group_id is that of no row"),
        (["UPDATE scorer SET game_id = 99 WHERE game_id = 1"], "the table scorer: game_id is that of no row in game"),
        (["UPDATE member SET group_id = 99 WHERE device = 'tablet'"], "the table member: group_id is that of no row"),
        (["UPDATE result SET game_id = 99 WHERE game_id = 1 AND number = 0"], "the table result: game_id is that of no row"),
        (["UPDATE result SET person_id = 99 WHERE game_id = 1 AND number = 0"], "the table result: person_id is that of no"),
        (["UPDATE result SET game_id = 5 WHERE game_id = 1"], "the table result: not true: game and person are of one group"),
        (["UPDATE result SET person_id = 6 WHERE game_id = 1 AND number = 0"], "game and person are of one group"),
        (["UPDATE listing SET game_id = 99 WHERE game_id = 1"], "the table listing: game_id is that of no row in game"),
        (["UPDATE listing SET shelf = 3 WHERE game_id = 1"], "the table listing: shelf is not a whole number from 0 to 2"),
        (["UPDATE entry SET game_id = 99 WHERE game_id = 1 AND number = 7"], "the table entry: game_id 99 is that of no row"),
        (["DELETE FROM entry WHERE game_id = 1 AND number = 9"], "game 1 .*: it has 8 entries, not 9"),
        (["UPDATE player_group SET generation = 0"], "row 1 of the table player_group: generation is not a whole"),
        (["UPDATE player_group SET slug = 'a/b' WHERE id = 1"], "row 1 of the table player_group: slug is not an address"),
        (["UPDATE house_rules SET rules = '[]'"], "row 1 of the table house_rules: rules is not a JSON object"),
        (["UPDATE calendar SET id = 2"], "row 1 of the table calendar: id is not a whole number from 1 to 1"),
        (["UPDATE result SET record = '{}' WHERE game_id = 1"], "row 1 of the table result: not true: the record can be"),
        (["UPDATE person SET tally = '{\"games\": 1}' WHERE id = 1"], "row 1 of the table person: not true: the sum can"),
        (["UPDATE game SET version = -1 WHERE id = 1"], "game 1 .*: version is not a whole number from 0"),
        (["UPDATE game SET version = 8 WHERE id = 1"], "game 1 .*: it has 9 entries, not 8"),
        (["UPDATE game SET version = 0, deleted_at = NULL WHERE id = 1"], "game 1 .*: not true: a game that was not deleted"),
        (["UPDATE game SET generation = 0 WHERE id = 1"], "game 1 .*: generation is not a whole number from 1"),
        (["UPDATE game SET players = '[\"Ana\"' WHERE id = 1"], r"game 1 \(begun 2026-05-02\): players is not a list of names"),
        (["UPDATE game SET players = '[1, 2]' WHERE id = 1"], "game 1 .*: players is not a list of names"),
        (["UPDATE game SET winners = '[\"\\ud800\"]' WHERE id = 1"], "game 1 .*: winners is not a list of names"),
        (["UPDATE game SET players = '[\"\x1b[2J\"', title = '\x1b[2J' WHERE id = 1"], r"game 1 \(begun 2026-05-02\)"),
        (["DELETE FROM entry WHERE game_id = 1 AND number = 2"], "game 1 .*: entry 2: it is missing"),
        (["UPDATE entry SET kind = 'penalty' WHERE game_id = 1 AND number = 2"], "entry 2: kind is not a kind of entry"),
        (["UPDATE entry SET data = '[]' WHERE game_id = 1 AND number = 2"], "entry 2: data is not a JSON object"),
        (["UPDATE entry SET data = '{\"bid\": NaN}' WHERE game_id = 1 AND number = 2"], "entry 2: data is not a JSON object"),
        ([("UPDATE entry SET data = ? WHERE game_id = 1 AND number = 2", ["[" * 100_000])], "entry 2: data is not a JSON"),
        (["UPDATE entry SET data = '{}' WHERE game_id = 1 AND number = 2"], "game 1 .*: its record can't be read"),
        (["UPDATE entry SET data = replace(data, '\"bid\":1', '\"bid\":true') WHERE game_id = 1"], "its record can't be read"),
        (["UPDATE entry SET data = replace(data, '\"bid\":1', '\"bid\":9') WHERE game_id = 1"], "its record can't be read"),
        (["UPDATE entry SET data = json_set(data, '$.title', json('{}')) WHERE number = 1"], "its record can't be read"),
        (UNDONE, r"game 1 .*: its record can't be read"),
        (["UPDATE entry SET data = json_set(data, '$.started', 'once') WHERE number = 1"], "its record can't be read"),
    ],
)
def test_what_the_scorekeeper_never_wrote_is_refused_with_its_place(taken, statements, words):
    with pytest.raises(Unsound, match=words) as fault:
        taken(*statements)
    assert str(fault.value).isprintable()


def test_damaged_games_are_left_out_with_all_that_is_theirs_and_nothing_else(taken, before):
    spoilt = ["UPDATE entry SET data = '{' WHERE game_id = 1 AND number = 2", "UPDATE game SET hand = 'x' WHERE id = 5"]
    with pytest.raises(Damaged, match=r"game 1 \(Ana, Boris, Cyril; begun 2026-05-02\): entry 2.*; game 5 "):
        taken(*spoilt)
    left_out, after = taken(*spoilt, without_damaged=True)
    assert [one[:6] for one in left_out] == ["game 1", "game 5"]
    assert [row[0] for row in after["game"]] == [row[0] for row in before["game"] if row[0] not in {1, 5}]
    for name in ("entry", "scorer"):
        place = list(Base.metadata.tables[name].c.keys()).index("game_id")
        assert after[name] == [row for row in before[name] if row[place] not in {1, 5}]
    assert after["listing"] == after["result"] == []  # `rebuild` makes them again
    assert {row[5] for row in after["person"]} == {"{}"}
    for name in ("player_group", "member", "house_rules", "calendar"):
        assert after[name] == before[name]


@pytest.mark.parametrize("name", ["listing", "result", "person"])
def test_what_is_made_again_from_games_is_no_reason_to_give_them_up(taken, before, name):
    spoilt = {"listing": "shelf = 'x'", "result": "place = 'x'", "person": "tally = '{'"}[name]
    with pytest.raises(Damaged, match=f"row 1 of the table {name}"):
        taken(f"UPDATE {name} SET {spoilt}")  # noqa: S608 (a test)
    left_out, after = taken(f"UPDATE {name} SET {spoilt}", without_damaged=True)  # noqa: S608 (a test)
    assert (left_out, after["game"]) == ([], before["game"])


def test_what_lists_show_of_a_game_is_what_its_record_says(taken, before):
    _, after = taken(
        "UPDATE game SET players = '[\"Zoe\"]', winners = '[]', hand = 99, finished = 0, title = 'No' WHERE version > 0"
    )
    assert after == before


def more(times):
    """So many games more, like the first, and as many names in a row, each merged into the next."""
    for number in range(1000, 1000 + times):
        for name, place in (("game", "id"), ("entry", "game_id"), ("scorer", "game_id"), ("listing", "game_id")):
            new = {place: str(number), "slug": f"'slug{number}'", "group_id": "NULL"}
            wanted = [new.get(column.name, f'"{column.name}"') for column in Base.metadata.tables[name].c]
            yield f"INSERT INTO {name} SELECT {', '.join(wanted)} FROM {name} WHERE {place} = 1"  # noqa: S608 (a test)
        into = number + 1 if number < 999 + times else "NULL"
        yield f"INSERT INTO person VALUES ({number}, 1, 'x', 'name {number}', {into}, '{{}}', 0)"  # noqa: S608 (a test)


def test_looking_at_a_back_up_takes_time_as_its_size(taken):
    def seconds(times):
        taken(*more(times))
        spent = []
        for _ in range(3):
            gc.collect()
            gc.disable()
            taken.look()
            gc.enable()
            spent.append(taken.seconds)
        return min(spent)

    once, twice = seconds(60), seconds(120)
    assert twice / once < 2.5


# The whole way, with files that were spoilt at random


def flipped(dice, content):
    content = bytearray(content)
    for _ in range(dice.choice([1, 3, 30])):
        content[dice.randrange(dice.choice([200, len(content)]))] ^= 1 << dice.randrange(8)
    return content


def cut(dice, content):
    return content[: dice.randrange(len(content))]


def spliced(dice, content):
    at, other, size = dice.randrange(len(content)), dice.randrange(len(content)), dice.choice([7, 300, 4096])
    return content[:at] + content[other : other + size] + content[at + size :]


def swapped(dice, content):
    pages = [content[at : at + 4096] for at in range(0, len(content), 4096)]
    one, other = dice.sample(range(len(pages)), 2)
    pages[one], pages[other] = pages[other], pages[one]
    return b"".join(pages)


def test_games_on_whole_parts_of_a_file_are_restored_without_those_on_broken_ones(whole, tmp_path):
    """Each page in turn is wiped, as a disk does that loses a block."""
    path = tmp_path / "wiped"
    shutil.copy(whole, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")  # no page stands empty
    content, left_out = path.read_bytes(), set()
    for at in range(4096, len(content), 4096):
        path.write_bytes(content[:at] + bytes(4096) + content[at + 4096 :])
        with pytest.raises(BackupError), checked(path):
            pass
        with suppress(BackupError), checked(path, without_damaged=True) as sound:
            left_out.add(len(sound.left_out))
    assert 0 in left_out  # what is made again from games
    assert left_out & {1, 2, 3, 4}


def test_files_spoilt_at_random_are_refused_in_words_or_sound(whole, tmp_path):
    dice, content, path = random.Random(int(os.environ.get("SEED", "11"))), whole.read_bytes(), tmp_path / "spoilt"
    said = set()
    for number in range(int(os.environ.get("FILES", "60"))):
        path.write_bytes(dice.choice([flipped, flipped, cut, spliced, swapped])(dice, content))
        try:
            with checked(path, without_damaged=number % 2 == 1):
                said.add("")
        except BackupError as fault:
            said.add(str(fault))
    assert len(said) > 5
    assert all(str(path) in one and one.isprintable() for one in said - {""})
