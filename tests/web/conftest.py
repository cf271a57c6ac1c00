"""The phones of a table: Ana's keeps score, the other one only reads along."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import event

from scorekeeper.storage.database import db
from tests.web.playing import Phone, everything_stored


@pytest.fixture(scope="session")
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """Templates are compiled once, not for every test's application."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture
def app(app: Flask, compiled_templates: FileSystemBytecodeCache, database: str) -> Flask:
    """The application, with what a test need not wait for left out: compiling templates and the disk."""
    app.jinja_env.bytecode_cache = compiled_templates
    if database == "sqlite":
        with app.app_context():
            event.listen(db.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF"))
    return app


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def other_phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture(params=["plain", "htmx"])
def any_phone(app: Flask, request: pytest.FixtureRequest) -> Phone:
    """A phone with scripts off, then one with htmx."""
    return Phone(app, htmx=request.param == "htmx")


@pytest.fixture
def stored(app: Flask) -> Callable[[], dict[str, list[tuple[Any, ...]]]]:
    """What is stored now, to compare before and after."""
    return lambda: everything_stored(app)
