"""What tests share: an application on a folder of its own, and a client that checks every page."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.storage.database import db
from scorekeeper.storage.schema import migrate
from tests.checking_client import CheckingClient


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
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture
def data(tmp_path: Path, empty_database: Path) -> Path:
    """A data folder with an empty database."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    shutil.copy(empty_database, folder / "scorekeeper.sqlite3")
    return folder


@pytest.fixture
def app(data: Path) -> Iterator[Flask]:
    app = create_app({"TESTING": True, "SCOREKEEPER_DATA": str(data)})
    app.test_client_class = CheckingClient
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def client(app: Flask) -> CheckingClient:
    client = app.test_client()
    assert isinstance(client, CheckingClient)
    return client
