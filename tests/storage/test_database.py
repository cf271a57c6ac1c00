"""The connection: what it does when the database goes away, or is none of this version."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from scorekeeper.storage.database import db, reading
from scorekeeper.storage.said import said_in_a_log
from scorekeeper.storage.schema import NotSetUp, closing_engine, migrate, versions
from tests.storage.conftest import storage_app
from tests.storage.test_schema import upgrade_to


@pytest.mark.parametrize("version", [None, *versions()[:-1]])
def test_tables_of_another_version_are_not_touched(new_url, version):
    url = new_url()
    if version:
        upgrade_to(url, version)
    with storage_app(url).app_context():
        for _ in range(2):
            with pytest.raises(NotSetUp, match="scorekeeper migrate"), reading():
                pass
        migrate(url)
        with reading() as connection:
            assert connection.scalar(text("SELECT count(*) FROM game")) == 0
        db.engine.dispose()


@pytest.mark.postgresql_only("SQLite has no server that could be started anew")
def test_a_server_that_went_away_is_told_by_who_asked_it(storage, url, caplog):
    with pytest.raises(OperationalError) as fault, reading() as connection:
        send_away(url, connection.scalar(text("SELECT pg_backend_pid()")))
        connection.execute(text("SELECT 1"))
    assert said_in_a_log(fault.value).startswith("AdminShutdown: terminating connection")
    unused = db.engine.raw_connection()
    unused.driver_connection.execute("SELECT 1")
    send_away(url, unused.driver_connection.info.backend_pid)
    unused.close()
    assert [record.getMessage() for record in caplog.records] == []
    with reading() as connection:
        assert connection.scalar(text("SELECT 1")) == 1


def send_away(url, backend):
    """What a server that is started anew does to its connections."""
    with closing_engine(url) as engine, engine.connect() as other:
        other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": backend})


@pytest.mark.postgresql_only("SQLite has no server that could be down")
def test_a_server_that_is_not_there_is_told_without_its_address(tmp_path):
    url = f"postgresql+psycopg://ana:secret@/games?host={tmp_path}"
    with storage_app(url).app_context(), pytest.raises(OperationalError) as fault, reading():
        pass
    assert "failed: No such file or directory" in said_in_a_log(fault.value)
    assert str(tmp_path) not in said_in_a_log(fault.value)
