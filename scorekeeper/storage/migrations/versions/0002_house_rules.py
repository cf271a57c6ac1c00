"""Rules that a device keeps under names of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "house_rules",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("device", sa.String(200), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("likeness", sa.String(200), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("device", "likeness", name="uq_house_rules_device_likeness"),
    )
