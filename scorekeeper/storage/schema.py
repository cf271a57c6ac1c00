"""Bring a database to the schema this version of the program needs.

Alembic does the work. It is imported only when there is work, since most starts find everything in place. Several processes may
start at once: the first one migrates, the others wait for it and then find nothing left to do.
"""

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError
from sqlalchemy.pool import NullPool

MIGRATIONS = Path(__file__).resolve().parent / "migrations"
_ADVISORY_LOCK = 0x0A_5C_0E  # any number, as long as nobody else in this database uses it
_PATIENCE = 60_000  # milliseconds to wait for another process that is migrating


class SchemaError(Exception):
    """The database can't be used; the sentence is shown without a traceback."""


def head() -> str:
    """The newest migration's number, taken from its file name.

    >>> head() >= "0001"
    True
    """
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def migrate(url: str) -> None:
    """Create or upgrade the tables, all or nothing. Harmless to repeat."""
    try:
        make_url(url)
        _create_privately(url)
        with closing_engine(url) as engine:
            _use_write_ahead_log(engine)
            if _revision(engine) == head():
                return
            with _locked(engine) as connection:
                _upgrade(connection)
    except (ArgumentError, NoSuchModuleError) as error:
        raise SchemaError(f"The database address can't be understood: {error}") from error
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise SchemaError("PostgreSQL needs a driver: pip install 'scorekeeper[postgres]'") from error
    except (DBAPIError, OSError) as error:
        place = make_url(url).render_as_string(hide_password=True)
        raise SchemaError(f"The database {place} can't be used: {getattr(error, 'orig', None) or error}") from error


def _create_privately(url: str) -> None:
    """Make a new SQLite file readable by its owner only; the files beside it inherit that."""
    where = make_url(url)
    if where.get_backend_name() == "sqlite" and where.database not in {None, "", ":memory:"}:
        os.close(os.open(str(where.database), os.O_CREAT | os.O_RDWR, 0o600))


@contextmanager
def closing_engine(url: str) -> Iterator[Engine]:
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


def _revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        number: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return number


@contextmanager
def _locked(engine: Engine) -> Iterator[Connection]:
    """A transaction that excludes every other process that migrates."""
    with engine.connect() as connection, connection.begin():
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})")
        yield connection


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise SchemaError(
            "This database was written by a newer version of the scorekeeper. Install that version, or choose another data folder."
        ) from error
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise SchemaError("The migration would break references between tables; nothing was changed.")
