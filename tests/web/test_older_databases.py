"""A database of another version: told as such, and after `scorekeeper migrate` all of it is there."""

import pytest
from sqlalchemy import text

from scorekeeper import create_app
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.settings import sqlite_url
from scorekeeper.storage import house_rules
from scorekeeper.storage.database import db
from scorekeeper.storage.schema import closing_engine, migrate, versions
from tests.checking_client import CheckingClient
from tests.storage.conftest import NOW
from tests.storage.test_schema import copied, upgrade_to
from tests.web.playing import Phone, f4
from tests.web.test_groups import make, people, play

NOT_YET = "The games' database is not set up for this version yet. Run: scorekeeper migrate"


@pytest.fixture
def fresh(app, database, request, tmp_path):
    """The address of a database without tables, and an application on it."""
    url = sqlite_url(tmp_path / "older.sqlite3")
    if database == "postgresql":
        url = request.getfixturevalue("postgresql_server").create()
    settings = {"SCOREKEEPER_DATA": str(tmp_path), "SECRET_KEY": app.config["SECRET_KEY"]}
    other = create_app({"SCOREKEEPER_DATABASE_URL": url, **settings})
    other.test_client_class = CheckingClient
    yield url, other
    with other.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("version", versions()[:-1])
def test_a_database_of_each_earlier_version_is_whole_after_migrating(phone, url, fresh, version):
    group = make(phone)
    finished = play(phone, choices={"Group": "Friday"})
    wanted = people(phone.open(group)), phone.open(f"{finished.url}/sheet").main.text
    running = f4(phone)
    with phone.app.app_context():
        device = db.session.scalar(text("SELECT device FROM scorer"))
        house_rules.keep(device, "Ours", Ruleset().to_data(), NOW)
    older, app = fresh
    upgrade_to(older, version)
    copied(url, older)
    again = Phone(app)
    again.client._cookies = phone.client._cookies  # the same phone, as a browser without a jar knows it
    assert NOT_YET in again.open("/").text
    migrate(older)
    listed = {link["href"].partition("?")[0] for link in again.open("/").main.all("a")}
    assert {running.url, finished.url} <= listed
    assert again.open(f"{finished.url}/sheet").main.text == wanted[1]
    again.open(running.url)
    again.press("Bo bids 1")
    assert again.status == 200
    assert version < "0002" or "Ours" in again.open("/new").text
    if version >= "0003":
        assert people(again.open(group)) == wanted[0]
        assert again.follow("Ana").heading == "Ana"


def test_a_folder_without_a_database_is_told_as_such_in_one_line(fresh, caplog):
    url, app = fresh
    for _ in range(2):
        phone = Phone(app)
        assert NOT_YET in phone.open("/").text
        assert phone.status == 503
    told = [record.getMessage() for record in caplog.records]
    assert told == [f"GET / answered 503: {NOT_YET}"] * 2
    migrate(url)
    phone.open("/")
    assert phone.status == 200


def test_a_database_of_a_newer_version_is_told_as_such(phone, url):
    with phone.app.app_context():
        db.engine.dispose()
    with closing_engine(url) as engine, engine.begin() as connection:
        before = connection.scalar(text("SELECT version_num FROM alembic_version"))
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    screen = phone.open("/")
    with closing_engine(url) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :number"), {"number": before})
    assert phone.status == 503
    assert "made by a newer version" in screen.text
    phone.open("/")
    assert phone.status == 200
