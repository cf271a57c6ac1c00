import stat

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from scorekeeper.storage import games
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.schema import MIGRATIONS, SchemaError, closing_engine, head, migrate
from scorekeeper.storage.tables import Base
from tests.storage.conftest import storage_app


def test_models_and_migrations_agree(url):
    with closing_engine(url) as engine, engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []


def test_the_newest_file_is_the_newest_migration():
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [head()]


def test_migrating_again_changes_nothing(url, slug):
    migrate(url)
    assert games.load(slug).game.version == 1


def test_a_new_database_is_readable_by_its_owner_only(tmp_path, start_fact):
    path = tmp_path / "new.sqlite3"
    url = f"sqlite:///{path}"
    migrate(url)
    with storage_app(url).app_context():
        games.version("nobody")
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("new.sqlite3*")}
        db.engine.dispose()
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.sqlite_only("PRAGMAs are SQLite's")
def test_connections_have_the_settings_that_keep_games_safe(storage):
    with write_transaction() as connection:
        settings = {
            name: connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


def test_a_database_of_a_newer_version_is_left_alone(new_url):
    url = new_url()
    migrate(url)
    with closing_engine(url) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(SchemaError, match="newer version"):
        migrate(url)


def test_a_file_that_is_no_database_is_named(tmp_path):
    path = tmp_path / "notes.sqlite3"
    path.write_text("Milk, bread, cards" * 100)
    with pytest.raises(SchemaError, match=r"notes\.sqlite3"):
        migrate(f"sqlite:///{path}")
    assert path.read_text().startswith("Milk")


@pytest.mark.parametrize("url", ["nonsense", "oracle-of-delphi://x/y", "sqlite:////no/such/folder/x.sqlite3"])
def test_an_unusable_address_is_a_plain_sentence(url):
    with pytest.raises(SchemaError):
        migrate(url)
