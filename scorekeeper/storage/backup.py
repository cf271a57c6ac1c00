"""Back-up and restore: everything that is stored, as one SQLite file, whatever database the program runs on.

A back-up is one moment, taken while the server runs, and writes nothing where the games are. A restore is checked whole before
anything is replaced, and replaced in one transaction: readers see the old state or the new one.
"""

import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Flask
from sqlalchemy import URL, Connection, Engine, Table, delete, func, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.storage import database, upkeep
from scorekeeper.storage.said import said
from scorekeeper.storage.schema import (
    NEWER,
    NOT_SET_UP,
    SchemaError,
    address,
    closing_engine,
    migrate,
    upgrade,
    version_of,
    versions,
)
from scorekeeper.storage.sound import Damaged, TakeOver, Unsound, check_shape, reading, version_in
from scorekeeper.storage.tables import Base, GameRow

CHUNK = 1000
FAULTS = (OSError, sqlite3.Error, DBAPIError, UnicodeDecodeError)  # the last where SQLite quotes what is damaged
KEPT = ("", "-wal", "-journal")  # what SQLite keeps of a database is in these files
ENDINGS = (*KEPT, "-shm")  # and notes for those who use it now
TRIES = 5  # to copy a file while nobody writes to it


class BackupError(Exception):
    """The back-up or restore can't be made; the sentence is shown without a traceback, and nothing was changed."""


def backup(url: str | URL, target: Path) -> int | None:
    """Write everything stored at `url` into the file `target`, readable by its owner only. Answers the number of games.

    The file appears when it is complete, and an existing one is replaced only then. What is damaged is in it as it is; `None`
    if the games can't even be counted.
    """
    try:
        where = address(url)
        copy = _copy_pages if where.get_backend_name() == "sqlite" else _copy_rows
        place = _checked_target(where, target)
        with _temporary(place.parent) as draft:
            copy(where, draft)
            with suppress(SchemaError):  # too damaged for that, or no room: as it is, it is a back-up all the same
                migrate(_sqlite(draft))
            games = _settle(draft)
            draft.replace(place)
            _keep(place)
            return games
    except (*FAULTS, SchemaError) as error:
        raise BackupError(f"No back-up was written to {target}: {said(error)}.") from error


def restore(url: str | URL, source: Path, *, without_damaged: bool = False) -> int:
    """Replace everything stored at `url` by the back-up `source`, once that was found sound. Answers the number of games."""
    with checked(source, without_damaged=without_damaged) as sound:
        return put_back(url, sound.path)


@dataclass(frozen=True, slots=True)
class Sound:
    """A back-up brought to this version, in which every row was looked at. `left_out` tells of games that could not be read."""

    path: Path
    left_out: list[str]


@contextmanager
def checked(source: Path, *, without_damaged: bool = False) -> Iterator[Sound]:
    """A sound copy of the back-up, or a `BackupError`. `without_damaged` leaves games out that can't be read."""
    with ExitStack() as stack:
        try:
            _check_kind(source)
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            sound = _sound(source, folder, without_damaged=without_damaged)
        except Damaged as error:
            raise BackupError(
                f"{source} is damaged: {said(error)}. Nothing was restored."
                " `scorekeeper restore --without-damaged` restores everything that can be read."
            ) from error
        except (*FAULTS, SchemaError, Unsound) as error:
            raise BackupError(f"{source} can't be used as a back-up: {said(error)}. Nothing was restored.") from error
        yield sound


def put_back(url: str | URL, sound: Path) -> int:
    """Replace everything stored at `url` by a sound copy. Answers the number of games."""
    try:
        migrate(url)
        with (
            closing_engine(_sqlite(sound)) as copy,
            closing_engine(url) as target,
            _snapshot(copy) as read,
            _alone(target) as write,
        ):
            for table in reversed(Base.metadata.sorted_tables):
                write.execute(delete(table))
            _copy(read, write)
            _go_on_counting(write)
            return write.scalar(select(func.count()).select_from(GameRow.__table__)) or 0
    except (*FAULTS, SchemaError) as error:
        broken = any(words in str(error) for words in ("malformed", "not a database"))
        hint = f" Move {_file(address(url))} away first." if broken else ""
        raise BackupError(f"Nothing was restored: {said(error)}.{hint}") from error


# Taking a back-up


def _checked_target(where: URL, target: Path) -> Path:
    """Where the file will be, links followed. It takes the place of no other thing than a file, nor of the games."""
    place = target.resolve()
    if where.get_backend_name() == "sqlite" and place in {file.resolve() for file in _files(_file(where))}:
        raise SchemaError("the games themselves are kept there")
    if place.exists() and not place.is_file():
        raise SchemaError("something that is not a file has that name")
    return place


def _file(where: URL) -> Path:
    return Path(str(where.database)).absolute()


def _files(database: Path, endings: Sequence[str] = ENDINGS) -> list[Path]:
    """The file of a database, and those that SQLite may keep beside it."""
    return [database.with_name(database.name + end) for end in endings]


def _copy_pages(where: URL, draft: Path) -> None:
    """Byte for byte, damaged rows included."""
    file = _file(where)
    if not file.exists():
        raise SchemaError(f"there are no games at {file}")
    with _reading_only(file) as read, closing(sqlite3.connect(draft)) as write:
        _check_known(version_in(read))
        read.backup(write)


def _copy_rows(where: URL, draft: Path) -> None:
    """Row by row, from a database server."""
    with (
        closing_engine(where) as source,
        closing_engine(_sqlite(draft)) as copy,
        _snapshot(source) as read,
        _alone(copy) as write,
    ):
        version = version_of(read)
        _check_known(version)
        upgrade(write, str(version))
        _copy(read, write)


def _check_known(version: object) -> None:
    if version not in versions():
        raise SchemaError(NOT_SET_UP if version is None else NEWER)


@contextmanager
def _reading_only(path: Path) -> Iterator[sqlite3.Connection]:
    """A database file, opened for reading only.

    SQLite keeps notes beside a file that it reads. Where there are none and it can't make any, it is given a copy to read.
    """
    with ExitStack() as stack:
        for _ in range(TRIES):
            with suppress(sqlite3.OperationalError):
                connection = stack.enter_context(closing(_opened(path, "ro")))
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
                break
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            before = _state(path)
            copy = _copied(path, Path(folder))
            if _state(path) == before:
                connection = stack.enter_context(closing(_opened(copy, "rw")))
                break
        else:
            raise SchemaError("something writes there all the time")
        yield connection


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=60)


def _state(path: Path) -> list[tuple[int, int] | None]:
    found = [file.stat() if file.exists() else None for file in _files(path, KEPT)]
    return [one and (one.st_size, one.st_mtime_ns) for one in found]


def _copied(path: Path, folder: Path) -> Path:
    copy = folder / "copy.sqlite3"
    for file, its_copy in zip(_files(path, KEPT), _files(copy, KEPT), strict=True):
        if file.exists():
            shutil.copyfile(file, its_copy)
    return copy


@contextmanager
def _temporary(folder: Path) -> Iterator[Path]:
    descriptor, name = tempfile.mkstemp(dir=folder, prefix=".backup-", suffix=".sqlite3")  # made with mode 0600
    os.close(descriptor)
    path = Path(name)
    try:
        yield path
    finally:
        for file in _files(path):
            file.unlink(missing_ok=True)


def _settle(path: Path) -> int | None:
    """One file without companions, on the disk for good. Answers how many games are in it, if they can be counted."""
    games = None
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        with suppress(sqlite3.DatabaseError):
            (games,) = connection.execute("SELECT count(*) FROM game").fetchone()
    with path.open("rb") as file:
        os.fsync(file.fileno())
    return games


def _keep(target: Path) -> None:
    """The name of the file is on the disk too, where a folder can be told to."""
    with suppress(OSError):
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


# Putting one back


def _check_kind(source: Path) -> None:
    if not source.exists() or not stat.S_ISREG(source.stat().st_mode):
        raise BackupError(f"There is no file {source}.")
    with source.open("rb") as file:
        if file.read(16) != b"SQLite format 3\0":
            raise BackupError(f"{source} is no back-up of the scorekeeper.")


def _sound(source: Path, folder: Path, *, without_damaged: bool) -> Sound:
    copy, fresh = folder / "copy.sqlite3", folder / "fresh.sqlite3"
    with _reading_only(source) as read, closing(sqlite3.connect(copy)) as write:
        read.backup(write)
    with closing(sqlite3.connect(copy)) as found:
        reading(found)
        version = version_in(found)
        if type(version) is not str or not version.isdigit():
            raise BackupError(f"{source} is no back-up of the scorekeeper.")
        _check_known(version)
        fresh.write_bytes(_empty(version))
        left_out = _take_over(found, fresh, without_damaged=without_damaged)
    migrate(_sqlite(fresh))
    if without_damaged:
        _make_again(fresh)
    return Sound(fresh, left_out)


def _take_over(found: sqlite3.Connection, fresh: Path, *, without_damaged: bool) -> list[str]:
    with closing(sqlite3.connect(fresh)) as new:
        new.execute("PRAGMA synchronous = OFF")  # it lives for a moment
        check_shape(found, new)
        if not without_damaged and found.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise Damaged("a part of the file")
        return TakeOver(found, new, without_damaged=without_damaged).run()


@cache
def _empty(version: str) -> bytes:
    """A database of that version without rows."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite3"
        with closing_engine(_sqlite(path)) as engine, _alone(engine) as connection:
            upgrade(connection, version)
        return path.read_bytes()


def _make_again(path: Path) -> None:
    """Lists and statistics, from the games that are left."""
    app = Flask("restored")
    app.config["SQLALCHEMY_DATABASE_URI"] = _sqlite(path)
    database.init_app(app)
    with app.app_context():
        upkeep.rebuild()
        database.db.engine.dispose()


def _copy(read: Connection, write: Connection) -> None:
    """All rows, as far as there are columns for them: a back-up of an older version has fewer."""
    there = inspect(write)
    for table in Base.metadata.sorted_tables:
        if there.has_table(table.name):
            names = {column["name"] for column in there.get_columns(table.name)}
            wanted = select(*(column for column in table.c if column.name in names))
            rows = read.execution_options(stream_results=True).execute(wanted)
            for chunk in rows.mappings().partitions(CHUNK):
                write.execute(insert(table), [dict(row) for row in chunk])


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
    return "id" in table.c and table.c.id.autoincrement is not False


def _sqlite(path: Path) -> URL:
    return URL.create("sqlite", database=str(path.absolute()))
