"""The connection to the database and the kind of transaction it opens.

SQLite, left to Python's driver, opens a transaction only at the first write; what was read before it may be stale by then, and two
phones would overwrite each other. So transactions are opened here: at once and for writing where an entry is appended, as a plain
snapshot elsewhere. PostgreSQL locks rows instead, and has to be asked for a snapshot.
"""

import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event, func, select
from sqlalchemy.exc import DisconnectionError

from scorekeeper.storage.tables import Base

db = SQLAlchemy(model_class=Base, disable_autonaming=True)


def init_app(app: Flask) -> None:
    """Connect the application to the database of `SQLALCHEMY_DATABASE_URI`."""
    options = app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {})
    options["hide_parameters"] = True  # a fault is logged with its statement; the addresses of games are keys
    if not app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite"):
        options["pool_pre_ping"] = True  # the database server may have been started anew
    db.init_app(app)
    with app.app_context():
        prepare(db.engine)
        weakref.finalize(app, db.engine.dispose)  # a server notes every connection that is not taken leave of


def prepare(engine: Engine) -> None:
    """Teach an SQLite engine our transactions; others need nothing."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "do_connect", _on_do_connect)
        event.listen(engine, "connect", _on_connect)
        event.listen(engine, "checkout", _on_checkout)
        event.listen(engine, "begin", _on_begin)


def _on_do_connect(_dialect: Any, record: Any, args: Any, _kwargs: Any) -> None:
    """Where the file is gone, SQLite would begin a new and empty one."""
    record.info["place"] = args[0]
    record.info["file"] = _file_at(args[0])
    if record.info["file"] is None:
        raise sqlite3.OperationalError("the database file is gone")


def _on_checkout(_connection: Any, record: Any, _proxy: Any) -> None:
    """A file that was deleted or replaced lives on in our connections: what they write would be lost with them."""
    if record.info["file"] != _file_at(record.info["place"]):
        raise DisconnectionError("the database file is another one by now")


def _file_at(place: str) -> tuple[int, int] | None:
    try:
        found = Path(place).stat()
    except OSError:  # gone, or not to be reached
        return None
    return found.st_dev, found.st_ino


def _on_connect(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # BEGIN is ours
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA synchronous = FULL")  # an acknowledged bid survives a power cut; `schema` chose the write-ahead log
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten


def _on_begin(connection: Connection) -> None:
    if begin := connection.get_execution_options().get("scorekeeper_begin", "BEGIN"):
        connection.exec_driver_sql(begin)


@contextmanager
def reading() -> Iterator[Connection]:
    """A connection whose reads all see the same moment."""
    with db.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


@contextmanager
def glancing() -> Iterator[Connection]:
    """A connection for one single statement. It sees one moment in any case, so that a transaction is two trips for nothing."""
    with db.engine.connect().execution_options(scorekeeper_begin="") as connection:
        yield connection


@contextmanager
def write_transaction() -> Iterator[Connection]:
    """A connection in a transaction that, on SQLite, excludes other writers from its beginning. An exception rolls it back.

    On PostgreSQL each statement sees what was committed before it, so what is read after a lock was taken is the newest.
    """
    with db.engine.connect().execution_options(scorekeeper_begin="BEGIN IMMEDIATE") as connection, connection.begin():
        yield connection


def take_turns(connection: Connection, what: str) -> None:
    """Let one transaction at a time do `what`, where there is no row to lock; the others wait here.

    On SQLite the transaction is the lock.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(what, 0))))


def can_be(slug: str) -> bool:
    """Whether a database can be asked for this address: some refuse a NUL, all half a character."""
    return slug.isascii() and "\0" not in slug
