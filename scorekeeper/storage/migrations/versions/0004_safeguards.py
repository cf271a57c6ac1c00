"""What was counted says by which code; a group's private link can be replaced; deletions go by days that were really seen."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("result", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("person", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("player_group", sa.Column("generation", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("game", sa.Column("deleted_day", sa.Integer()))
    op.create_table(
        "calendar",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
    )
