"""A damaged value anywhere in the database spoils nothing but what it belongs to: every column of every table, with junk in it.

SQLite keeps anything anywhere, PostgreSQL what its types let through. Each time lists and statistics are looked at, and a game of
the group is played to its end.
"""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from secrets import token_urlsafe

import pytest
from sqlalchemy import create_engine, delete, insert, select, text
from sqlalchemy.exc import DBAPIError

from scorekeeper import create_app
from scorekeeper.ledger.entries import Bid, Start, Undo
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage import games, groups, house_rules
from scorekeeper.storage.backup import _go_on_counting as go_on_counting
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.tables import Base
from tests.storage.conftest import NOW
from tests.storage.test_groups import another

COLUMNS = [f"{table.name}.{column.name}" for table in Base.metadata.sorted_tables for column in table.columns]
ODD = ("NULL", "''", "'x'", "-1", "1000000000000000000", "9e999", "x'ff00'", "CAST(x'ff' AS TEXT)", "'[{\"seat\": [true]}]'")
TYPED = ("NULL", "''", "'x'", "-1", "2147483647", "'infinity'", "'0044-03-15 BC'", "true", "'[{\"seat\": [true]}]'")
JUNK = {"sqlite": (*ODD, "'2026-99-99'"), "postgresql": TYPED}
SPARE = 10  # games and rules to be damaged, each in another way


@dataclass
class House:
    """What was furnished: the addresses of games by what they are, and of the group."""

    group: str = ""
    games: dict[str, str] = field(default_factory=dict)


def furnish():
    """Two devices and a group with finished games and a running one; a game of nobody's, a deleted one, rules that are kept."""
    house = House(groups.create("phone", "Friday", NOW))
    group = groups.find(house.group, "phone")
    groups.join(group, "tablet", NOW)
    names = [f"Old {number}" for number in range(SPARE)]
    of_phone = [*(another(day, title=name) for day, name in enumerate(names, 1)), another(0, "Ana", "Bob", "Cyril")]
    for name, slug in zip((*names, "other"), games.add(of_phone, device="phone", at=NOW, group=house.group), strict=True):
        house.games[name] = slug
        house_rules.keep("phone", name, Ruleset().to_data(), NOW)
    (house.games["theirs"],) = games.add([another(20)], device="tablet", at=NOW, group=house.group)
    (house.games["alone"],) = games.add([another(21, "Dee", "Eli", "Fay")], device="phone", at=NOW)
    (house.games["deleted"],) = games.add([another(22)], device="phone", at=NOW, group=house.group)
    games.delete_game(house.games["deleted"], "phone", at=NOW + timedelta(days=23))
    known = {person.name: person.id for person in groups.people_of(group)}
    groups.merge(group, known["Bob"], known["Boris"])
    rules = Ruleset.from_data({"schedule": {"shape": "list", "hands": [1]}, "bidding": {"hook": "never"}})
    at = NOW + timedelta(days=24)
    start = Start(rules.to_data(), ("Ana", "Boris", "Cyril"), title="Running")
    house.games["running"] = games.start(start, key="k", device="phone", at=at, group=house.group)
    with games.writing(house.games["running"]) as stored:
        for seat in (1, 2):
            stored = games.append(stored, Bid(1, seat, 0), key=f"bid {seat}", at=at)
    return house


@pytest.fixture(scope="session")
def furnished(empty_database, tmp_path_factory):
    """The file to be copied, and what is in it."""
    folder = tmp_path_factory.mktemp("furnished")
    shutil.copy(empty_database, folder / "scorekeeper.sqlite3")
    app = create_app({"TESTING": True, "SCOREKEEPER_DATA": str(folder)})
    with app.app_context():
        house = furnish()
        db.engine.dispose()
    return folder / "scorekeeper.sqlite3", house


@pytest.fixture
def told(app):
    """Faults are answered as they would be on a server, not raised; forms need no token here."""
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False, WTF_CSRF_ENABLED=False)
    return app


class Visitor:
    """Somebody who looks at everything and plays the running game to its end."""

    def __init__(self, app, house):
        self.house = house
        self.client = app.test_client()
        self.client.checking = False
        with self.client.session_transaction() as session:
            session["device"] = "phone"

    def forget(self):
        """As after a start."""
        self.client.application.extensions.pop("scorekeeper.folded", None)

    def open(self, url, *allowed):
        answer = self.client.get(url)
        assert answer.status_code in (allowed or (200,)), f"{url} answers {answer.status_code}"
        return answer.text

    def look(self):
        """Lists show what is whole, whatever else is in them."""
        for url in ("/", "/new", "/deleted"):
            page = self.open(url)
            assert url != "/" or (self.house.games["running"] in page and self.house.games["alone"] in page)
        assert self.client.post("/new/game").status_code == 200
        self.open(f"/g/{self.house.games['alone']}")

    def look_at_group(self, *, closely=False):
        """What the group's table of people says."""
        url = f"/groups/{self.house.group}"
        page = self.open(url)
        assert self.house.games["running"] in page
        assert self.house.games["theirs"] in page
        if closely:
            self.open(f"/new?group={self.house.group}")
            self.open(f"{url}/gather", 200, 303)
            for person in sorted(set(re.findall(rf'href="({url}/people/[^"]*)"', page))):
                self.open(person)
        rows = page.partition("<tbody>")[2].partition("</tbody>")[0].split("</tr>")
        return {name: figures for name, *figures in (re.findall(r"[^<>\n]+(?=</)", row) for row in rows if "<tr>" in row)}

    def look_into(self, slug):
        """Whatever is wrong with a game, its pages and files are answered."""
        for path in ("", "?v=1", "/sheet.csv", "/scoring"):
            self.open(f"/g/{slug}{path}", 200, 403, 404, 409, 410)
        self.open(f"/delete/{slug}", 200, 403, 404, 409, 410)

    def tap(self, **fields):
        sent = {"hand": "1", "key": token_urlsafe(6), **fields}
        answer = self.client.post(f"/g/{self.house.games['running']}", data=sent, headers={"HX-Request": "true"})
        assert answer.status_code == 200, f"{fields} is answered {answer.status_code}"
        return answer.text

    def finish(self, *, again=False):
        """The last hand is played; and taken back and entered again, so that all sums are made anew."""
        tricks = {"do": "tricks", "bids": "0 0 0", "tricks-0": "1", "tricks-1": "0", "tricks-2": "0"}
        self.tap(do="bid", seat="0", bid="0", was="")
        assert "Finished" in self.tap(**tricks)
        if again:
            self.tap(do="undo", entry="5")
            assert "Finished" in self.tap(**tricks)


@pytest.fixture(scope="session")
def expected(furnished, tmp_path_factory):
    """What the group's table of people says, before the running game is finished and after."""
    folder = tmp_path_factory.mktemp("expected")
    shutil.copy(furnished[0], folder / "scorekeeper.sqlite3")
    visitor = Visitor(create_app({"SCOREKEEPER_DATA": str(folder), "WTF_CSRF_ENABLED": False}), furnished[1])
    before = visitor.look_at_group()
    visitor.finish()
    after = visitor.look_at_group()
    assert [before["Ana"][0], after["Ana"][0]] == ["12", "13"]
    return before, after


# Damage


class OnSqlite:
    """A file that is copied anew for each case, and damaged behind the program's back."""

    def __init__(self, app, source, file):
        self.app, self.source, self.file = app, source, file

    def restore(self):
        with self.app.app_context():
            db.engine.dispose()
        for path in self.file.parent.glob(f"{self.file.name}*"):
            path.unlink()
        shutil.copy(self.source, self.file)

    def damaged(self, statement):
        """Whether the database took that."""
        with closing(sqlite3.connect(self.file)) as connection:
            try:
                with connection:
                    return connection.execute(statement).rowcount > 0
            except sqlite3.Error:
                return False


class OnPostgresql:
    """A database whose rows are written anew for each case, and damaged without looking at references."""

    def __init__(self, app, source):
        self.app = app
        engine = create_engine(f"sqlite:///{source}")
        with engine.connect() as connection:
            tables = Base.metadata.sorted_tables
            self.rows = {table: list(map(dict, connection.execute(select(table)).mappings())) for table in tables}
        engine.dispose()

    def restore(self):
        with self.app.app_context(), write_transaction() as connection:
            for table in reversed(self.rows):
                connection.execute(delete(table))
            for table, rows in self.rows.items():
                if rows:
                    connection.execute(insert(table), rows)
            go_on_counting(connection)

    def damaged(self, statement):
        with self.app.app_context():
            try:
                with write_transaction() as connection:
                    connection.execute(text("SET LOCAL session_replication_role = replica"))
                    return connection.execute(text(statement)).rowcount > 0
            except DBAPIError:
                return False


@pytest.fixture
def place(told, database, data, furnished):
    """Where the furnished house stands and can be damaged."""
    there = OnSqlite(told, furnished[0], data / "scorekeeper.sqlite3") if database == "sqlite" else OnPostgresql(told, furnished[0])
    there.junk = JUNK[database]
    return there


# In these tables there is one row for each kind of junk; in the others one row after the other is damaged.
OLD = "game_id = (SELECT id FROM game WHERE title = 'Old {}')"
SPARED = {
    "game": "title = 'Old {}'",
    "entry": f"{OLD} AND number = 2",
    "scorer": OLD,
    "listing": f"{OLD} AND owner = 'phone'",
    "house_rules": "name = 'Old {}'",
    "result": f"{OLD} AND number = 0",
}
ONE = {"person": "name = 'Ana'", "member": "device = 'phone'"}
# What is an extract of the ledgers may be damaged as a whole.
LISTED = ("players", "hand", "hands", "finished", "title", "winners", "started_at", "updated_at")
WHOLE = {*(f"game.{name}" for name in LISTED), *(f"result.{name}" for name in ("record", "place", "version", "person_id"))}
WHOLE |= {"person.tally", "person.version", "person.merged_into"}


def cases(column, junk):
    """The damages to one column, each as its statements."""
    table, _, name = column.partition(".")
    put = f"UPDATE {table} SET {name} = {{}}"  # noqa: S608 (names of ours)
    if table in SPARED:
        where = SPARED[table] + (" AND likeness = ''" if name == "likeness" else "")
        yield [f"{put.format(value)} WHERE {where.format(number)}" for number, value in enumerate(junk)]
    else:
        yield from ([f"{put.format(value)} WHERE {ONE.get(table, '1 = 1')}"] for value in junk)
    if column in WHOLE:
        yield from ([put.format(value)] for value in junk[::4])


def failures(visitor, place, column, expected):
    """What is not as it should be, by what was done."""
    for statements in cases(column, place.junk):
        place.restore()
        visitor.forget()
        if sum(place.damaged(statement) for statement in statements):
            try:
                CHECKS.get(column, check)(visitor, column, expected)
            except AssertionError as fault:
                yield statements[-1], str(fault).splitlines()[0]


@pytest.mark.parametrize("column", COLUMNS)
def test_junk_in_a_column_spoils_nothing_else(told, place, furnished, expected, column):
    found = list(failures(Visitor(told, furnished[1]), place, column, expected))
    assert not found, "\n".join(f"{statement}: {fault}" for statement, fault in found)


def seen(visitor, column):
    """What the group's table says, before the running game is finished and after."""
    table = column.partition(".")[0]
    if table in {"game", "entry", "scorer", "listing", "house_rules"}:
        visitor.look()
    else:
        visitor.open("/")
    before = visitor.look_at_group(closely=table in {"game", "person", "result"})
    if table in {"game", "entry", "scorer"}:
        for number in range(SPARE):
            visitor.look_into(visitor.house.games[f"Old {number}"])
    visitor.finish(again=table in {"game", "person", "result"})
    return before, visitor.look_at_group()


def check(visitor, column, expected):
    assert seen(visitor, column) == expected


def check_lists(visitor, _column, _expected):
    """The group is gone."""
    visitor.look()
    visitor.finish()


def check_names(visitor, column, expected):
    """Somebody is called otherwise."""
    found = seen(visitor, column)
    assert [sorted(told.values()) for told in found] == [sorted(told.values()) for told in expected]


def check_merges(visitor, column, expected):
    """Two who were made one may be two again."""
    for told, whole in zip(seen(visitor, column), expected, strict=True):
        assert (told["Ana"], told["Cyril"]) == (whole["Ana"], whole["Cyril"])
        assert sum(int(told[name][0]) for name in ("Boris", "Bob") if name in told) == int(whole["Boris"][0])


def check_before(visitor, column, expected):
    """The ledgers of these games are gone: in the end they count for nobody."""
    assert seen(visitor, column)[0] == expected[0]


CHECKS = {
    "player_group.id": check_lists,
    "player_group.slug": check_lists,
    "person.name": check_names,
    "person.merged_into": check_merges,
    "game.id": check_before,
}


def test_an_undone_entry_that_was_never_possible_spoils_the_history_alone(told, furnished):
    visitor = Visitor(told, furnished[1])
    with told.app_context():
        house = furnish()
        visitor.house = house
        slug = house.games["running"]
        with games.writing(slug) as stored:
            stored = games.append(stored, Bid(1, 0, 1), key="last", at=NOW)
            games.append(stored, Undo(stored.game.version), key="undone", at=NOW)
        impossible = json.dumps({"hand": 1, "seat": 0, "bid": 7})
        with db.engine.begin() as connection:
            written = text("UPDATE entry SET data = :data WHERE key = 'last'")
            connection.execute(written, {"data": impossible})
    visitor.forget()
    visitor.look_into(slug)
    visitor.open(f"/g/{slug}")
    assert "cannot be read" in visitor.open(f"/g/{slug}/history", 409)
    visitor.open(f"/g/{slug}/sheet.json")
