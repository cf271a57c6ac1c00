"""The connection to the database and the kind of transaction it opens.

SQLite, left to Python's driver, opens a transaction only at the first write; what was read before it may be stale by then, and two
phones would overwrite each other. So transactions are opened here: at once and for writing where an entry is appended, as a plain
snapshot elsewhere. PostgreSQL locks rows instead, and has to be asked for a snapshot.
"""

import logging
import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Dialect, Engine, event, func, make_url, select
from sqlalchemy.exc import DisconnectionError, OperationalError

from scorekeeper.storage.schema import NOT_SET_UP, NotSetUp, check_version
from scorekeeper.storage.tables import UNREADABLE, Base

db = SQLAlchemy(model_class=Base, disable_autonaming=True)


def init_app(app: Flask) -> None:
    """Connect the application to the database of `SQLALCHEMY_DATABASE_URI`."""
    options = app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {})
    options["hide_parameters"] = True  # a fault is logged with its statement; the addresses of games are keys
    if make_url(app.config["SQLALCHEMY_DATABASE_URI"]).get_backend_name() != "sqlite":
        options["pool_pre_ping"] = True  # the database server may have been started anew
    db.init_app(app)
    with app.app_context():
        prepare(db.engine)
        _pool_log(db.engine).addFilter(_without_traceback)
        weakref.finalize(app, db.engine.dispose)  # a server notes every connection that is not taken leave of


def _pool_log(engine: Engine) -> logging.Logger:
    pool = type(engine.pool)
    return logging.getLogger(f"{pool.__module__}.{pool.__name__}")


def _without_traceback(record: logging.LogRecord) -> bool:
    """A connection that broke can't be put back into the pool either: who used it has told so already."""
    return record.exc_info is None


def prepare(engine: Engine) -> None:
    """Teach an SQLite engine our transactions, and any engine that a damaged value spoils no row beside it.

    It also keeps away from tables of another version.
    """
    event.listen(engine, "connect", read_damaged_values)
    if engine.dialect.name == "sqlite":
        _watch_file(engine)
        event.listen(engine, "connect", _on_connect)
        event.listen(engine, "begin", _on_begin)
    event.listen(engine, "connect", partial(_check_version, engine.dialect))


def _watch_file(engine: Engine) -> None:
    seen = set[str]()

    def find(_dialect: Any, record: Any, args: Any, _kwargs: Any) -> None:
        """Where the file is gone, SQLite would begin a new and empty one."""
        record.info["place"], record.info["file"] = args[0], _file_at(args[0])
        if record.info["file"] is not None:
            seen.add(args[0])
        elif seen:
            raise sqlite3.OperationalError("the database file is gone")
        else:
            raise NotSetUp(NOT_SET_UP)

    event.listen(engine, "do_connect", find)
    event.listen(engine, "checkout", _on_checkout)


class Garbled(str):
    """A text that is not UTF-8, as far as it can be read. No reader takes it for a text: its type is another one."""

    __slots__ = ()


def read_damaged_values(connection: Any, _record: object = None) -> None:
    """Let this connection read what its driver would refuse, and all other rows with it."""
    if isinstance(connection, sqlite3.Connection):
        connection.text_factory = _text
    else:
        _read_endless_times(connection)


def _text(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return Garbled(content.decode(errors="replace"))


def _read_endless_times(connection: Any) -> None:
    """PostgreSQL has times that Python has not, such as "infinity"."""
    from psycopg import DataError
    from psycopg.adapt import Loader
    from psycopg.pq import Format

    usual: Any = connection.adapters.get_loader(connection.adapters.types["timestamptz"].oid, Format.TEXT)

    class Time(Loader):
        """A time, or what stands for one that cannot be read."""

        def __init__(self, oid: int, context: Any = None) -> None:
            super().__init__(oid, context)
            self._usual = usual(oid, context)

        def load(self, data: Any) -> Any:
            try:
                return self._usual.load(data)
            except DataError:
                return UNREADABLE

    connection.adapters.register_loader("timestamptz", Time)


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


def _check_version(dialect: Dialect, connection: Any, _record: Any) -> None:
    """Once for each connection, so that no page works on tables it does not know."""
    try:
        with closing(connection.cursor()) as cursor:
            there = cursor.execute(_KEPT[dialect.name]).fetchone()[0]
            number = cursor.execute(_NUMBER).fetchone() if there else None
        connection.rollback()
        check_version(number and number[0])
    except dialect.loaded_dbapi.Error as error:
        connection.close()
        raise OperationalError(_NUMBER, None, error) from error
    except NotSetUp:
        connection.close()
        raise


_NUMBER = "SELECT version_num FROM alembic_version"
_KEPT = {
    "sqlite": "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'",
    "postgresql": "SELECT count(to_regclass('alembic_version'))",
}


def _on_connect(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # BEGIN is ours
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA synchronous = FULL")  # an acknowledged bid survives a power cut; `schema` chose the write-ahead log
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten


def _on_begin(connection: Connection) -> None:
    if begin := connection.get_execution_options().get("scorekeeper_begin", "BEGIN"):
        connection.exec_driver_sql(begin)


def look_once() -> None:
    """See that the database can be used at all, unless it was once. (Whatever fails later is told by what needed it.)"""
    if _LOOKED not in current_app.extensions:
        with db.engine.connect():
            current_app.extensions[_LOOKED] = True


_LOOKED = "scorekeeper.looked"


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
