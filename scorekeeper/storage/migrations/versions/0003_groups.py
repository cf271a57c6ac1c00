"""Groups, their people and what those did; lists of games that are found by owner and player; games that are deleted."""

import json

import sqlalchemy as sa
from alembic import op

from scorekeeper.ledger.names import likeness

revision = "0003"
down_revision = "0002"
MOMENT = sa.DateTime(timezone=True)
COMPARABLE = sa.String(200).with_variant(sa.String(200, collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "player_group",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("slug", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("since", MOMENT, nullable=False),
    )
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("group_id", sa.Integer()))
        game.add_column(sa.Column("deleted_at", MOMENT))
        game.create_foreign_key("fk_game_group_id", "player_group", ["group_id"], ["id"])
        game.create_index("ix_game_group_id", ["group_id"])
    op.create_table(
        "member",
        sa.Column("device", sa.String(200), primary_key=True),
        sa.Column("group_id", sa.Integer(), sa.ForeignKey("player_group.id"), primary_key=True, autoincrement=False),
        sa.Column("since", MOMENT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_member_group_id", "member", ["group_id"])
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("group_id", sa.Integer(), sa.ForeignKey("player_group.id"), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("likeness", COMPARABLE, nullable=False),
        sa.Column("merged_into", sa.Integer()),
        sa.Column("tally", sa.Text(), nullable=False),
        sa.UniqueConstraint("group_id", "likeness", name="uq_person_group_id_likeness"),
    )
    op.create_table(
        "result",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("person_id", sa.Integer(), sa.ForeignKey("person.id")),
        sa.Column("place", sa.Integer()),
        sa.Column("record", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_result_person_id", "result", ["person_id"])
    listing = op.create_table(
        "listing",
        sa.Column("owner", sa.String(200), primary_key=True),
        sa.Column("likeness", COMPARABLE, primary_key=True),
        sa.Column("shelf", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("started_at", MOMENT, primary_key=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    _list_games(listing)
    op.create_index("ix_listing_game_id", "listing", ["game_id"])


def _list_games(listing: sa.Table) -> None:
    """Every game in the lists of the devices that may score it."""
    game = sa.table("game", *map(sa.column, ("id", "finished", "players")), sa.column("started_at", MOMENT))
    scorer = sa.table("scorer", sa.column("device"), sa.column("game_id"))
    wanted = sa.select(scorer.c.device, game.c.id, game.c.finished, game.c.players, game.c.started_at)
    connection = op.get_bind()
    for row in connection.execute(wanted.join(scorer, scorer.c.game_id == game.c.id)).all():
        values = {"owner": row.device, "shelf": int(row.finished), "started_at": row.started_at, "game_id": row.id}
        connection.execute(sa.insert(listing), [{**values, "likeness": key} for key in _keys(row.players)])


def _keys(players: str) -> set[str]:
    try:
        names = [likeness(name).split() for name in json.loads(players)]
    except (ValueError, TypeError):
        names = []
    return {"", *(" ".join(words[place:])[:200] for words in names for place in range(len(words)))}
