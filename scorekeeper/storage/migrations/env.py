"""Run by Alembic: inside the transaction `schema.migrate` opened, or for a developer who makes a new migration."""

from alembic import context
from sqlalchemy import Connection

from scorekeeper.settings import Settings
from scorekeeper.storage.schema import closing_engine
from scorekeeper.storage.tables import Base


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


if (given := context.config.attributes.get("connection")) is not None:
    run(given)
else:
    with closing_engine(Settings.read().database_url) as engine, engine.begin() as own:
        run(own)
