import stat

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import bindparam, insert, inspect, select, text

from scorekeeper.settings import sqlite_url
from scorekeeper.storage import games, lists
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.schema import MIGRATIONS, SchemaError, closing_engine, head, migrate
from scorekeeper.storage.tables import Base, Moment
from tests.storage.conftest import NOW, storage_app


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


def upgrade_to(url, revision):
    """The tables as a version of the program had them."""
    with closing_engine(url) as engine, engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def copied(source, target):
    """All rows of one database put into the columns that an older one has for them."""
    with closing_engine(source) as old, closing_engine(target) as new, old.connect() as read, new.begin() as write:
        there = inspect(new)
        for table in Base.metadata.sorted_tables:
            if not there.has_table(table.name):
                continue
            names = [column["name"] for column in there.get_columns(table.name)]
            rows = read.execute(select(*(table.c[name] for name in names))).mappings().all()
            if rows:
                write.execute(insert(table), [dict(row) for row in rows])


def test_games_of_an_older_version_stand_in_lists_and_are_found_by_player(new_url):
    url = new_url()
    upgrade_to(url, "0002")
    game = {
        "version": 1,
        "generation": 1,
        "started_at": NOW,
        "updated_at": NOW,
        "hand": 1,
        "hands": 2,
        "title": "",
        "winners": "[]",
    }
    statement = "INSERT INTO game ({}) VALUES ({})"
    with closing_engine(url) as engine, engine.begin() as connection:
        for number, players in enumerate(('["Ana Maria","Bo"]', '["Ana', '["Cy","Dee"]'), start=1):
            values = {**game, "id": number, "slug": f"slug {number}", "players": players, "finished": number == 3}
            wanted = text(statement.format(", ".join(values), ", ".join(f":{name}" for name in values)))
            connection.execute(
                wanted.bindparams(bindparam("started_at", type_=Moment), bindparam("updated_at", type_=Moment)), values
            )
        for number in (1, 2, 3):
            values = {"device": "phone", "game_id": number, "since": NOW}
            insert = text("INSERT INTO scorer (device, game_id, since) VALUES (:device, :game_id, :since)")
            connection.execute(insert.bindparams(bindparam("since", type_=Moment)), values)
    migrate(url)
    with storage_app(url).app_context():
        assert [listed.slug for listed in lists.games_of("phone")] == ["slug 2", "slug 1", "slug 3"]
        assert [listed.started_at for listed in lists.games_of("phone", player="maria")] == [NOW]
        assert [listed.slug for listed in lists.games_of("phone", player="c")] == ["slug 3"]
        db.engine.dispose()


def test_a_new_database_is_readable_by_its_owner_only(tmp_path, start_fact):
    path = tmp_path / "new.sqlite3"
    url = sqlite_url(path)
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
        migrate(sqlite_url(path))
    assert path.read_text().startswith("Milk")


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "oracle-of-delphi://x/y",
        "mysql://ana:secret@x/y",
        "postgresql+nonsense://ana:secret@x/y",
        "postgresql+pg8000://ana:secret@x/y",
        "sqlite:////no/such/folder/x.sqlite3",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///games.sqlite3",
        "sqlite:////srv/a%00b",
        "postgresql+psycopg://ana:secret@x:port/y",
        "postgresql+psycopg://ana:secret@[::1",
        "postgresql+psycopg://ana@127.0.0.1:1/y?password=secret",
    ],
)
def test_an_unusable_address_is_a_plain_sentence_without_its_password(url):
    with pytest.raises(SchemaError) as fault:
        migrate(url)
    assert "secret" not in str(fault.value)
    assert len(str(fault.value).splitlines()) == 1


@pytest.mark.sqlite_only("no other database takes such a value")
def test_a_damaged_value_in_the_way_of_a_migration_is_told(new_url):
    url = new_url()
    upgrade_to(url, "0002")
    row = "1, 's', NULL, 1, 1, 'yesterday', 'yesterday', '[]', 1, 1, 0, '', '[]'"
    with closing_engine(url) as engine, engine.begin() as connection:
        connection.execute(text(f"INSERT INTO game VALUES ({row})"))  # noqa: S608 (a test)
        connection.execute(text("INSERT INTO scorer VALUES ('phone', 1, 'yesterday')"))
    with pytest.raises(SchemaError, match="yesterday"):
        migrate(url)
