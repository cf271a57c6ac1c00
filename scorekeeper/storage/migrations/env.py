"""Run by Alembic: inside the transaction `schema.upgrade` opened, or for a developer who makes a new migration.

Migrations run without the program they belong to: it changes, and they must not. Only a developer's run compares with its tables.
"""

from typing import TYPE_CHECKING

from alembic import context

if TYPE_CHECKING:
    from sqlalchemy import Connection, MetaData


def run(connection: "Connection", wanted: "MetaData | None" = None) -> None:
    context.configure(connection=connection, target_metadata=wanted, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


def run_by_hand() -> None:
    from scorekeeper.settings import Settings
    from scorekeeper.storage.schema import closing_engine
    from scorekeeper.storage.tables import Base

    with closing_engine(Settings.read().database_url) as engine, engine.begin() as own:
        run(own, Base.metadata)


if (given := context.config.attributes.get("connection")) is not None:
    run(given)
else:
    run_by_hand()
