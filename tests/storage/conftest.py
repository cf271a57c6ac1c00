"""Storage is tested without pages. `SCOREKEEPER_TEST_DATABASE_URL` names an empty PostgreSQL database to test that one instead."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.ledger.entries import Start
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.settings import Settings
from scorekeeper.storage import database, games
from scorekeeper.storage.schema import closing_engine, migrate

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
OTHER_DATABASE = os.environ.get("SCOREKEEPER_TEST_DATABASE_URL")


def storage_app(url: str) -> Flask:
    app = Flask("storage")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    database.init_app(app)
    return app


def empty_other_database(url: str) -> None:
    with closing_engine(url) as engine, engine.begin() as connection:
        connection.execute(text("DROP TABLE IF EXISTS house_rules, scorer, entry, game, alembic_version"))


@pytest.fixture
def url(data: Path) -> str:
    """The address of an empty, migrated database."""
    if OTHER_DATABASE is None:
        return f"sqlite:///{data / 'scorekeeper.sqlite3'}"
    url = Settings.read({"SCOREKEEPER_DATABASE_URL": OTHER_DATABASE}).database_url
    empty_other_database(url)
    migrate(url)
    return url


@pytest.fixture
def storage(url: str) -> Iterator[Flask]:
    """An application that has nothing but the database, inside its context."""
    app = storage_app(url)
    with app.app_context():
        yield app
        database.db.engine.dispose()


@pytest.fixture
def start_fact() -> Start:
    return Start(Ruleset().to_data(), ("Ana", "Boris", "Cyril"), title="Friday")


@pytest.fixture
def slug(storage: Flask, start_fact: Start) -> str:
    """A game of three, just begun, scored by the device `phone`."""
    return games.start(start_fact, key="begin", device="phone", at=NOW)
