"""A damaged value anywhere in the database spoils nothing but what it belongs to: every column of every table, with junk in it.

SQLite keeps anything anywhere, PostgreSQL what its types let through. Each time all lists and statistics are looked at, a tap is made,
and a game of the group is played to its end.
"""

import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from scorekeeper import create_app
from scorekeeper.ledger.entries import Bid, Start
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage import games, groups, house_rules
from scorekeeper.storage.database import db
from scorekeeper.storage.tables import Base
from tests.storage.conftest import NOW
from tests.storage.test_groups import another
from tests.web.screen import Screen
from tests.web.test_groups import people

QUICK = {"HX-Request": "true"}
COLUMNS = [f"{table.name}.{column.name}" for table in Base.metadata.sorted_tables for column in table.columns]
JUNK = (
    "NULL",
    "''",
    "'x'",
    "-1",
    "1000000000000000000",
    "9e999",
    "x'ff00'",
    "CAST(x'ff' AS TEXT)",
    "'2026-99-99'",
    "'{\"seat\": [true]}'",
)
STRICT_JUNK = ("''", "'x'", "-1", "0", "2147483647", "'infinity'", "'-infinity'", "'0044-03-15 BC'", "'[]'", "'{\"seat\": [true]}'")


@dataclass
class House:
    """What was furnished: the addresses of games by what they are, and of the group."""

    group: str = ""
    games: dict[str, str] = field(default_factory=dict)


def furnish():
    """Two devices and a group with three finished games and a running one; a game of nobody's, a deleted one, rules kept."""
    house = House(groups.create("phone", "Friday", NOW))
    group = groups.find(house.group, "phone")
    groups.join(group, "tablet", NOW)
    of_phone = [another(0, title="Old"), another(1, "Ana", "Bob", "Cyril")]
    house.games["old"], house.games["other"] = games.add(of_phone, device="phone", at=NOW, group=house.group)
    (house.games["theirs"],) = games.add([another(2)], device="tablet", at=NOW, group=house.group)
    (house.games["alone"],) = games.add([another(3, "Dee", "Eli", "Fay")], device="phone", at=NOW)
    (house.games["deleted"],) = games.add([another(4)], device="phone", at=NOW, group=house.group)
    games.delete_game(house.games["deleted"], "phone", at=NOW + timedelta(days=4))
    known = {person.name: person.id for person in groups.people_of(group)}
    groups.merge(group, known["Bob"], known["Boris"])
    rules = Ruleset.from_data({"schedule": {"shape": "list", "hands": [1]}, "bidding": {"hook": "never"}})
    start = Start(rules.to_data(), ("Ana", "Boris", "Cyril"), title="Running")
    house.games["running"] = games.start(start, key="k", device="phone", at=NOW + timedelta(days=5), group=house.group)
    with games.writing(house.games["running"]) as stored:
        games.append(stored, Bid(1, 1, 0), key="b", at=NOW + timedelta(days=5))
    house_rules.keep("phone", "Ours", Ruleset().to_data(), NOW)
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

    def open(self, url, *, allowed=(200,)):
        answer = self.client.get(url)
        assert answer.status_code in allowed, f"{url} answers {answer.status_code}"
        return answer.text

    def tap(self, slug, **fields):
        answer = self.client.post(f"/g/{slug}", data={"hand": "1", "key": repr(fields), **fields}, headers=QUICK)
        assert answer.status_code == 200, f"a tap answers {answer.status_code}: {Screen(answer.text).text[:200]}"
        return answer.text

    def look(self, *, group=True):
        """What the group's table of people says; every list is there, and shows the running game."""
        running = self.house.games["running"]
        home = self.open("/")
        assert running in home
        assert self.house.games["alone"] in home
        self.open("/new")
        self.open("/deleted")
        self.open(f"/g/{self.house.games['alone']}")
        assert self.client.post("/new/game").status_code == 200
        if not group:
            return {}
        url = f"/groups/{self.house.group}"
        page = self.open(url)
        assert running in page
        assert self.house.games["theirs"] in page
        self.open(f"/new?group={self.house.group}")
        self.open(f"{url}/gather", allowed=(200, 303))
        for person in sorted(set(re.findall(rf'href="({url}/people/[^"]*)"', page))):
            self.open(person)
        return people(Screen(page))

    def finish(self):
        slug = self.house.games["running"]
        for seat in (2, 0):
            self.tap(slug, do="bid", seat=str(seat), bid="0", was="")
        page = self.tap(slug, do="tricks", bids="0 0 0", **{"tricks-0": "1", "tricks-1": "0", "tricks-2": "0"})
        assert "Finished" in page

    def look_into(self, slug):
        """Whatever is wrong with a game, its pages and files are answered."""
        for path in ("", "?v=1", "/sheet", "/sheet.csv", "/history", "/scoring"):
            self.open(f"/g/{slug}{path}", allowed=(200, 204, 403, 404, 409, 410))
        self.open(f"/delete/{slug}", allowed=(200, 403, 404, 409, 410))


# Which rows are damaged: one, and where a whole column can be made anew from the ledgers all of them as well.
OLD = "(SELECT id FROM game WHERE title = 'Old')"
ONE = {
    "game": "title = 'Old'",
    "entry": f"game_id = {OLD} AND number = 2",
    "scorer": f"game_id = {OLD}",
    "listing": f"game_id = {OLD} AND owner = 'phone'",
    "member": "device = 'phone'",
    "person": "name = 'Ana'",
    "result": f"game_id = {OLD} AND number = 0",
}
LISTED = ("players", "hand", "hands", "finished", "winners", "started_at", "updated_at")
WHOLE = {*(f"game.{name}" for name in LISTED), "result.record", "result.place", "result.version", "result.person_id"}
WHOLE |= {"person.tally", "person.version", "person.merged_into"}


def damages(column, junk):
    """The statements that put this into a column."""
    table, _, name = column.partition(".")
    if table in ONE:
        yield f"UPDATE {table} SET {name} = {junk} WHERE {ONE[table]}"
    if table not in ONE or column in WHOLE:
        yield f"UPDATE {table} SET {name} = {junk}"


def broken(path, statement):
    """Whether SQLite took the damage."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            with connection:
                return connection.execute(statement).rowcount > 0
        except sqlite3.Error:
            return False


@pytest.fixture(scope="session")
def expected(furnished, tmp_path_factory):
    """What the group's table of people says, before the running game is finished and after."""
    folder = tmp_path_factory.mktemp("expected")
    shutil.copy(furnished[0], folder / "scorekeeper.sqlite3")
    app = create_app({"SCOREKEEPER_DATA": str(folder), "WTF_CSRF_ENABLED": False})
    visitor = Visitor(app, furnished[1])
    before = visitor.look()
    visitor.finish()
    return before, visitor.look()


@pytest.mark.sqlite_only("SQLite keeps anything anywhere")
@pytest.mark.parametrize("column", COLUMNS)
def test_junk_in_a_column_spoils_nothing_else(told, data, furnished, expected, column):
    file, house = data / "scorekeeper.sqlite3", furnished[1]
    failed = {}
    for junk in JUNK:
        for statement in damages(column, junk):
            with told.app_context():
                db.engine.dispose()
            told.extensions.pop("scorekeeper.folded", None)
            for path in data.glob("scorekeeper.sqlite3*"):
                path.unlink()
            shutil.copy(furnished[0], file)
            if broken(file, statement):
                try:
                    check(Visitor(told, house), column, expected)
                except AssertionError as fault:
                    failed[statement] = str(fault).splitlines()[0]
    assert not failed, "\n".join(f"{statement}: {fault}" for statement, fault in failed.items())


def check(visitor, column, expected):
    grouped = column not in {"player_group.slug", "player_group.id"}
    before = visitor.look(group=grouped)
    visitor.look_into(visitor.house.games["old"])
    visitor.finish()
    after = visitor.look(group=grouped)
    if grouped:
        assert (before, after) == expected
