"""Storage is tested without pages."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.ledger.entries import Start
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.settings import sqlite_url
from scorekeeper.storage import database, games

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


def storage_app(url: str) -> Flask:
    app = Flask("storage")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    database.init_app(app)
    return app


@pytest.fixture
def new_url(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Answers the address of one more database, without any tables."""
    numbers = count()
    if database == "sqlite":
        return lambda: sqlite_url(tmp_path / f"new-{next(numbers)}.sqlite3")
    create: Callable[[], str] = request.getfixturevalue("postgresql_server").create
    return create


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
