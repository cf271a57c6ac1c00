"""A PostgreSQL server for the tests: Debian's own, started in a temporary folder, stopped when the tests are over.

It listens to a socket in that folder only. What it stores need not survive a power cut, so it never waits for the disk.
"""

import importlib.util
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from scorekeeper.storage.schema import migrate
from scorekeeper.storage.tables import Base

QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "40"}
TABLES = ", ".join(table.name for table in Base.metadata.sorted_tables)
EMPTY = "; ".join(f"DELETE FROM {table.name}" for table in reversed(Base.metadata.sorted_tables))  # noqa: S608 (our own tables)

# The server goes when the tests do, however they end: the pipe that `read` waits at is closed then.
WATCHED = '"$@" & read -r _; kill -INT $!; wait $!'


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`: the newest of Debian's, else the one on the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    found = debian[-1] if debian else shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def missing() -> str:
    """Why there is no PostgreSQL to test on; empty if there is one."""
    if programs() is None:
        return "PostgreSQL not found: its tests were not run (Debian: apt install postgresql)"
    if importlib.util.find_spec("psycopg") is None:
        return "PostgreSQL's driver not found: its tests were not run (pip install -e '.[postgres]')"
    return ""


def _as_whom() -> dict[str, Any]:
    """PostgreSQL refuses to run as root; root lends it the user that Debian's package made."""
    if os.geteuid():
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class Server:
    """A running server with one migrated database, emptied whenever it is asked for."""

    def __init__(self, folder: Path, run: subprocess.Popen[bytes]) -> None:
        self._folder = folder
        self._run = run
        self._numbers = count()
        self._master = self._connect_when_ready()
        self._main = self.create()
        migrate(self._main)
        self._emptying = self._connect("fresh0")

    def _connect(self, name: str) -> Any:
        import psycopg

        return psycopg.connect(host=str(self._folder), user="scorekeeper", dbname=name, autocommit=True)

    def _connect_when_ready(self) -> Any:
        import psycopg

        deadline = time.monotonic() + 60
        while True:
            try:
                return self._connect("postgres")
            except psycopg.OperationalError:
                said = (self._folder / "log").read_text("utf-8", "replace")
                assert self._run.poll() is None, f"PostgreSQL ended: {said}"
                assert time.monotonic() < deadline, f"PostgreSQL does not answer: {said}"
                time.sleep(0.05)

    def create(self) -> str:
        """The address of a new database without any tables."""
        name = f"fresh{next(self._numbers)}"
        self._master.execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://scorekeeper@/{name}?host={self._folder}"

    def empty(self) -> str:
        """The address of the migrated database, without a row."""
        self._emptying.execute(f"SET lock_timeout = '20s'; {EMPTY}")
        return self._main

    def close(self) -> None:
        self._emptying.close()
        self._master.close()


@contextmanager
def running() -> Iterator[Server]:
    """A server of our own."""
    where, whom = programs(), _as_whom()
    assert where is not None
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgresql-"))
    try:
        if whom:
            os.chown(folder, whom["user"], whom["group"])
        make = [str(where / "initdb"), "-D", "data", "-U", "scorekeeper", "-E", "UTF8", "--locale=C", "-A", "trust", "--no-sync"]
        subprocess.run(make, cwd=folder, stdout=subprocess.DEVNULL, check=True, timeout=120, **whom)
        settings = {**QUICK, "listen_addresses": "", "unix_socket_directories": str(folder)}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = ["sh", "-c", WATCHED, "sh", str(where / "postgres"), "-D", str(folder / "data"), *options]
        with (
            (folder / "log").open("wb") as log,
            subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=log, stderr=log, **whom) as run,
        ):
            server = Server(folder, run)
            yield server
            server.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(missing() or 0)
