"""The tables. A game's truth is its entries; the rest of its row is an extract for lists, written in the same transaction."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, ForeignKey, Index, String, Text, TypeDecorator, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """What the models share: one collection of tables."""


class Moment(TypeDecorator[datetime]):
    """A point in time: aware in Python, UTC in the database, also where the database knows no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 (SQLAlchemy's signature)
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


class GameRow(Base):
    """One game. `version` is the number of its last entry; `generation` counts the links handed out for scoring."""

    __tablename__ = "game"
    __table_args__ = (Index("ix_game_updated_at_id", "updated_at", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(64), unique=True)
    start_key: Mapped[str | None] = mapped_column(String(300), unique=True)
    version: Mapped[int]
    generation: Mapped[int] = mapped_column(default=1)
    started_at: Mapped[datetime] = mapped_column(Moment)
    updated_at: Mapped[datetime] = mapped_column(Moment)
    players: Mapped[str] = mapped_column(Text)
    hand: Mapped[int]
    hands: Mapped[int]
    finished: Mapped[bool]
    title: Mapped[str] = mapped_column(Text)
    winners: Mapped[str] = mapped_column(Text)


class EntryRow(Base):
    """One entry of a game's ledger: its fact as JSON text. Rows are only ever added."""

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("game_id", "key", name="uq_entry_game_id_key"), {"sqlite_with_rowid": False})

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(20))
    data: Mapped[str] = mapped_column(Text)
    key: Mapped[str | None] = mapped_column(String(200))
    at: Mapped[datetime] = mapped_column(Moment)


class ScorerRow(Base):
    """A device that may score a game."""

    __tablename__ = "scorer"
    __table_args__ = (Index("ix_scorer_game_id", "game_id"), {"sqlite_with_rowid": False})

    device: Mapped[str] = mapped_column(String(200), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True, autoincrement=False)
    since: Mapped[datetime] = mapped_column(Moment)


class HouseRulesRow(Base):
    """Rules that a device keeps under a name; a device has no two names that people would take for the same."""

    __tablename__ = "house_rules"
    __table_args__ = (UniqueConstraint("device", "likeness", name="uq_house_rules_device_likeness"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(200))
    name: Mapped[str] = mapped_column(String(100))
    likeness: Mapped[str] = mapped_column(String(200))
    rules: Mapped[str] = mapped_column(Text)
    since: Mapped[datetime] = mapped_column(Moment)
