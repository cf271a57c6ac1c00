"""Back-up and restore: everything that is stored, as one SQLite file, whatever database the program runs on.

A back-up is one moment, taken while the server runs. A restore is checked whole before anything is replaced, and replaced in one
transaction: readers see the old state or the new one.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, Table, delete, func, insert, select, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.ledger.game import Game
from scorekeeper.rules.errors import RuleError
from scorekeeper.storage.records import entries_after
from scorekeeper.storage.schema import SchemaError, closing_engine, migrate
from scorekeeper.storage.tables import Base, GameRow

CHUNK = 1000


class BackupError(Exception):
    """The back-up or restore can't be made; the sentence is shown without a traceback, and nothing was changed."""


def backup(url: str, target: Path) -> int:
    """Write everything stored at `url` into the file `target`, readable by its owner only. Answers the number of games.

    The file appears when it is complete, and an existing one is replaced only then.
    """
    try:
        with _temporary(target.parent) as draft, closing_engine(url) as source:
            migrate(_sqlite(draft))
            with closing_engine(_sqlite(draft)) as copy, _snapshot(source) as read, _alone(copy) as write:
                games = _copy(read, write)
            _settle(draft)
            draft.replace(target)
            return games
    except (OSError, DBAPIError, SchemaError) as error:
        raise BackupError(f"No back-up was written to {target}: {getattr(error, 'orig', None) or error}") from error


def restore(url: str, source: Path) -> int:
    """Replace everything stored at `url` by the back-up `source`, once that was found sound. Answers the number of games."""
    with _checked(source) as sound:
        try:
            migrate(url)
            with closing_engine(_sqlite(sound)) as copy, closing_engine(url) as target:
                with _snapshot(copy) as read, _alone(target) as write:
                    for table in reversed(Base.metadata.sorted_tables):
                        write.execute(delete(table))
                    games = _copy(read, write)
                    _go_on_counting(write)
                return games
        except (OSError, DBAPIError, SchemaError) as error:
            raise BackupError(f"Nothing was restored: {getattr(error, 'orig', None) or error}") from error


@contextmanager
def _checked(source: Path) -> Iterator[Path]:
    """A copy of the back-up, brought to this version's schema, in which every game can be read."""
    try:
        with source.open("rb") as file:
            head = file.read(16)
    except OSError as error:
        raise BackupError(f"The back-up {source} can't be read: {error.strerror}.") from error
    if head != b"SQLite format 3\0":
        raise BackupError(f"{source} is no back-up of the scorekeeper.")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.sqlite3"
        try:
            with sqlite3.connect(f"file:{source}?mode=ro", uri=True) as read, sqlite3.connect(copy) as write:
                read.backup(write)
            with sqlite3.connect(copy) as connection:
                found = connection.execute("PRAGMA integrity_check").fetchone()
                kept = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
            if found != ("ok",) or kept != (1,):
                raise BackupError(f"{source} is damaged, or no back-up of the scorekeeper. Nothing was restored.")
            migrate(_sqlite(copy))
            _read_every_game(copy)
        except (sqlite3.Error, SchemaError, DBAPIError) as error:
            raise BackupError(f"{source} can't be used as a back-up: {error} Nothing was restored.") from error
        yield copy


def _read_every_game(copy: Path) -> None:
    with closing_engine(_sqlite(copy)) as engine, engine.connect() as connection:
        for game_id, version in connection.execute(select(GameRow.id, GameRow.version).where(GameRow.version > 0)).all():
            try:
                sound = Game.replay(entries_after(connection, game_id, 0)).version == version
            except (RuleError, ValueError, TypeError, LookupError, AttributeError):
                sound = False
            if not sound:
                raise BackupError(f"Game {game_id} in this back-up can't be read. Nothing was restored.")


def _copy(read: Connection, write: Connection) -> int:
    for table in Base.metadata.sorted_tables:
        rows = read.execution_options(stream_results=True).execute(select(table))
        for chunk in rows.mappings().partitions(CHUNK):
            write.execute(insert(table), [dict(row) for row in chunk])
    return write.scalar(select(func.count()).select_from(GameRow.__table__)) or 0


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """Reads that all see one moment."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")
            yield connection


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A transaction that excludes all other writers."""
    with engine.connect() as connection, connection.begin():
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            names = ", ".join(table.name for table in Base.metadata.sorted_tables)
            connection.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))
        yield connection


def _go_on_counting(connection: Connection) -> None:
    """PostgreSQL counts its own numbers for new rows; it must go on after those that came with the back-up."""
    if connection.dialect.name != "postgresql":
        return
    for table in Base.metadata.sorted_tables:
        if _counts(table):
            sequence = func.pg_get_serial_sequence(table.name, "id")
            highest = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
            connection.execute(select(func.setval(sequence, highest, False)))


def _counts(table: Table) -> bool:
    return "id" in table.c


@contextmanager
def _temporary(folder: Path) -> Iterator[Path]:
    descriptor, name = tempfile.mkstemp(dir=folder, prefix=".backup-", suffix=".sqlite3")  # made with mode 0600
    os.close(descriptor)
    path = Path(name)
    try:
        yield path
    finally:
        for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            file.unlink(missing_ok=True)


def _settle(path: Path) -> None:
    """One file without companions, on the disk for good."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    with path.open("rb") as file, suppress(OSError):
        os.fsync(file.fileno())


def _sqlite(path: Path) -> str:
    return f"sqlite:///{path.absolute()}"
