"""Bring a database to the schema this version of the program needs.

Alembic does the work. It is imported only when there is work, since most starts find everything in place. Several processes may
start at once: the first one migrates, the others wait for it and then find nothing left to do.
"""

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.pool import NullPool

from scorekeeper.rules.errors import N_
from scorekeeper.storage.said import said

MIGRATIONS = Path(__file__).resolve().parent / "migrations"
NOT_SET_UP = N_("The games' database is not set up for this version yet. Run: scorekeeper migrate")
NEWER = N_("The games' database was made by a newer version of the scorekeeper. Install that version.")
_ADVISORY_LOCK = 0x0A_5C_0E  # any number, as long as nobody else in this database uses it
_PATIENCE = 60_000  # milliseconds to wait for another process that is migrating


class SchemaError(Exception):
    """The database can't be used; the sentence is shown without a traceback."""


class NotSetUp(SchemaError):
    """The tables are not there, or are those of another version; the sentence says which."""


@cache
def versions() -> tuple[str, ...]:
    """The numbers of all migrations, in order, taken from their file names.

    >>> versions()[:2]
    ('0001', '0002')
    """
    files = (MIGRATIONS / "versions").glob("[0-9]*.py")
    return tuple(sorted(path.name.partition("_")[0] for path in files))


def head() -> str:
    """The newest migration's number."""
    return versions()[-1]


def check_version(number: str | None) -> None:
    """Refuse tables of another version; `None` stands for no tables at all.

    >>> check_version(head())
    >>> check_version("9999")
    Traceback (most recent call last):
    scorekeeper.storage.schema.NotSetUp: The games' database was made by a newer version of the \
scorekeeper. Install that version.
    """
    if number != head():
        raise NotSetUp(NOT_SET_UP if number in {None, *versions()} else NEWER)


def address(url: str | URL) -> URL:
    """The address of a database, if the program can run on that one; else a `SchemaError`."""
    try:
        where = make_url(url)
        if where.get_backend_name() not in {"sqlite", "postgresql"} or "\0" in (where.database or ""):
            raise SchemaError(_NO_ADDRESS)
        where.get_dialect().import_dbapi()
    except ModuleNotFoundError as error:
        raise SchemaError(f"PostgreSQL needs a driver, {error.name}: pip install 'scorekeeper[postgres]'") from error
    except (ArgumentError, ValueError):  # what they say may have a password in it
        raise SchemaError(_NO_ADDRESS) from None
    if where.get_backend_name() == "sqlite" and not Path(where.database or "").is_absolute():
        # A name alone would be looked for in one folder by one part of the program, in another by the next.
        raise SchemaError("The database address must name a file with its whole path: sqlite:////folder/file.")
    return where


_NO_ADDRESS = (
    "The database address can't be understood. It looks like sqlite:////folder/file or postgresql+psycopg://user@host/name."
)


def place(where: URL) -> str:
    """The database in words, without a password."""
    if where.get_backend_name() == "sqlite":
        return str(where.database)
    return where.set(query={}).render_as_string(hide_password=True)


def migrate(url: str | URL) -> None:
    """Create or upgrade the tables, all or nothing. Harmless to repeat."""
    where = address(url)
    try:
        _create_privately(where)
        with closing_engine(where) as engine:
            _use_write_ahead_log(engine)
            if _is_up_to_date(engine):
                return
            with _locked(engine) as connection:
                upgrade(connection)
    except (DBAPIError, OSError, ValueError) as error:  # a damaged value may be in the way
        raise SchemaError(f"The database {place(where)} can't be used: {said(error)}.") from error


def _create_privately(where: URL) -> None:
    """Make a new SQLite file readable by its owner only; the files beside it inherit that."""
    if where.get_backend_name() == "sqlite":
        os.close(os.open(str(where.database), os.O_CREAT | os.O_RDWR, 0o600))


@contextmanager
def closing_engine(url: str | URL) -> Iterator[Engine]:
    """An engine for this one purpose. On SQLite foreign keys are off: a table rebuilt in place would take its children along."""
    engine = create_engine(url, poolclass=NullPool)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def take_over(connection: object, _record: object) -> None:
            connection.isolation_level = None  # type: ignore[attr-defined]  # sqlite3
            with closing(connection.cursor()) as cursor:  # type: ignore[attr-defined]  # sqlite3
                cursor.execute(f"PRAGMA busy_timeout = {_PATIENCE}")
                cursor.execute("PRAGMA synchronous = FULL")

    try:
        yield engine
    finally:
        engine.dispose()


def _use_write_ahead_log(engine: Engine) -> None:
    """Readers then never wait for a writer. The choice is kept in the file; making it needs the file alone, for a moment."""
    if engine.dialect.name != "sqlite":
        return
    deadline = time.monotonic() + _PATIENCE / 1000
    while True:
        try:
            with engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        except OperationalError as error:  # SQLite doesn't wait by itself here
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


def version_of(connection: Connection) -> str | None:
    """The number of the migration whose tables these are; `None` where there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    number: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return number


def _is_up_to_date(engine: Engine) -> bool:
    with engine.connect() as connection:
        return version_of(connection) == head()


@contextmanager
def _locked(engine: Engine) -> Iterator[Connection]:
    """A transaction that excludes every other process that migrates."""
    with engine.connect() as connection, connection.begin():
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})")
        yield connection


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the tables to the version `to`, inside the transaction of this connection."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError as error:
        raise NotSetUp(NEWER) from error
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise SchemaError("The migration would break references between tables; nothing was changed.")
