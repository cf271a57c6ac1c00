"""Groups, their people and what those did; lists of games that are found by owner and player; games that are deleted."""

import json
import re
import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
MOMENT = sa.DateTime(timezone=True)
COMPARABLE = sa.String(200).with_variant(sa.String(200, collation="C"), "postgresql")
# How names were compared when this was written. What the program does by now is not asked: a migration does the same for ever.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
JOINERS = "\u200c\u200d"


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
        names = [_likeness(name).split() for name in json.loads(players)]
    except (ValueError, TypeError):
        names = []
    return {"", *(" ".join(words[place:])[:200] for words in names for place in range(len(words)))}


def _likeness(name: str) -> str:
    folded = unicodedata.normalize("NFKC", _tidy(name)).casefold()
    return _single_spaces(INVISIBLE.sub("", unicodedata.normalize("NFKC", folded)))


def _tidy(name: str) -> str:
    kept = "".join(" " if c.isspace() else c for c in name if c.isspace() or not _control(c))
    return _single_spaces(unicodedata.normalize("NFC", kept))


def _control(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"} and character not in JOINERS


def _single_spaces(text: str) -> str:
    return re.sub(" +", " ", text).strip()
