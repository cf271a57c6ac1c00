"""What tests share: an application on a database of its own, and a client that checks every page.

The tests of the storage run on SQLite and on PostgreSQL, those of the web where `--database` says
(`make test-postgresql`).
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.settings import sqlite_url
from scorekeeper.storage.database import db
from scorekeeper.storage.schema import migrate
from tests import postgresql
from tests.checking_client import CheckingClient

KINDS = ("sqlite", "postgresql")
HERE = Path(__file__).parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database",
        choices=(*KINDS, "both"),
        help="what the tests of storage and web run on (default: storage on both, web on SQLite)",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("database") in {"postgresql", "both"} and (reason := postgresql.missing()):
        raise pytest.UsageError(reason)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test of storage or web that needs a database is there once for each kind it is to run on."""
    rooms = metafunc.definition.path.relative_to(HERE).parts[:1] if metafunc.definition.path.is_relative_to(HERE) else ()
    if "database" in metafunc.fixturenames and rooms in {("storage",), ("web",)}:
        asked = metafunc.config.getoption("database") or ("both" if rooms == ("storage",) else "sqlite")
        kinds = KINDS if asked == "both" else (asked,)
        metafunc.parametrize("database", [_kind(kind, metafunc.definition) for kind in kinds], indirect=True)


def _kind(kind: str, item: pytest.Item) -> Any:
    """A kind of database as a parameter: skipped for tests that are about the other one, or when there is none."""
    reasons = [f"{mark.name}: {mark.args[0]}" for other in KINDS if other != kind for mark in item.iter_markers(f"{other}_only")]
    if kind == "postgresql":
        reasons += filter(None, [postgresql.missing()])
    return pytest.param(kind, marks=[pytest.mark.skip(reason=reason) for reason in reasons[:1]])


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test depends on what the developer has set."""
    for name in os.environ:
        if name in {"HOST", "PORT"} or (name.startswith("SCOREKEEPER_") and name != "SCOREKEEPER_BROWSER"):
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database without games, to be copied."""
    path = tmp_path_factory.mktemp("database") / "scorekeeper.sqlite3"
    migrate(sqlite_url(path))
    return path


@pytest.fixture
def data(tmp_path: Path, empty_database: Path) -> Path:
    """A data folder with an empty database."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    shutil.copy(empty_database, folder / "scorekeeper.sqlite3")
    return folder


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """The kind of database a test runs on."""
    return str(getattr(request, "param", "sqlite"))


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[postgresql.Server]:
    """PostgreSQL, started when the first test needs it; parallel processes have one each."""
    with postgresql.running() as server:
        yield server


@pytest.fixture
def url(database: str, request: pytest.FixtureRequest, data: Path) -> str:
    """The address of an empty, migrated database."""
    if database == "sqlite":
        return sqlite_url(data / "scorekeeper.sqlite3")
    server: postgresql.Server = request.getfixturevalue("postgresql_server")
    return server.empty()


@pytest.fixture
def app(data: Path, url: str) -> Iterator[Flask]:
    app = create_app({"TESTING": True, "SCOREKEEPER_DATA": str(data), "SCOREKEEPER_DATABASE_URL": url})
    app.test_client_class = CheckingClient
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def client(app: Flask) -> CheckingClient:
    client = app.test_client()
    assert isinstance(client, CheckingClient)
    return client
