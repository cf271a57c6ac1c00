"""The tables. A game's truth is its entries; the rest of its row is an extract for lists, written in the same transaction.

So are `listing` (where a game stands in whose list) and what `result` and `person` add up; `scorekeeper rebuild` makes it anew.
The `version` of a result or a sum is that of the code which made it.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Boolean,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    SmallInteger,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """What the models share: one collection of tables."""


UNREADABLE = datetime.min.replace(tzinfo=UTC)  # stands for a time that cannot be read
FIRST, LAST = datetime(2, 1, 1, tzinfo=UTC), datetime(9998, 1, 1, tzinfo=UTC)  # between them a time has a day on every clock


class Moment(TypeDecorator[datetime]):
    """A point in time: aware in Python, UTC in the database, also where the database knows no time zones.

    What cannot be read as a time is `UNREADABLE`, so that it spoils no other row of a list.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], datetime | None]:  # noqa: ARG002 (SQLAlchemy's)
        return _written if dialect.name == "sqlite" else _known


def _written(text: Any) -> datetime | None:
    """A time as SQLite keeps it: a text, or anything else."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
        return _known(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (TypeError, ValueError, OverflowError):
        return UNREADABLE


def _known(moment: datetime | None) -> datetime | None:
    if moment is None:
        return None
    return moment.astimezone(UTC) if FIRST < moment < LAST else UNREADABLE


class Flag(TypeDecorator[bool]):
    """True or false; anything else is none."""

    impl = Boolean
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], bool | None]:  # noqa: ARG002 (SQLAlchemy's)
        return {0: False, 1: True}.get


class GameRow(Base):
    """One game. `version` is the number of its last entry; `generation` counts the links handed out for scoring.

    A deleted game keeps its row, so that it stays deleted for everybody who has its address; `deleted_day` is the day of the
    calendar. Once it is purged, which `version` 0 tells, nothing else of it is left.
    """

    __tablename__ = "game"
    __table_args__ = (Index("ix_game_updated_at_id", "updated_at", "id"), Index("ix_game_group_id", "group_id"))

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
    finished: Mapped[bool] = mapped_column(Flag)
    title: Mapped[str] = mapped_column(Text)
    winners: Mapped[str] = mapped_column(Text)
    group_id: Mapped[int | None] = mapped_column(ForeignKey("player_group.id", name="fk_game_group_id"))
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)
    deleted_day: Mapped[int | None]


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


LIKENESS_LENGTH = 200  # some letters stand for whole words, and are compared as such
# Compared letter by letter, so that all names with one beginning are a range.
Comparable = String(LIKENESS_LENGTH).with_variant(String(LIKENESS_LENGTH, collation="C"), "postgresql")


class ListingRow(Base):
    """Where a game stands in a list of somebody: a device that may score it, or its group; both go by names that cannot be guessed.

    `likeness` is empty for the list of all games, else that of a player's name, whole or from one of its words on. `shelf` is
    what is listed apart: running, finished, deleted. So every list, searched or not, is a piece of the primary key.
    """

    __tablename__ = "listing"
    __table_args__ = (Index("ix_listing_game_id", "game_id"), {"sqlite_with_rowid": False})

    owner: Mapped[str] = mapped_column(String(200), primary_key=True)
    likeness: Mapped[str] = mapped_column(Comparable, primary_key=True)
    shelf: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    started_at: Mapped[datetime] = mapped_column(Moment, primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True, autoincrement=False)


class GroupRow(Base):
    """People who play together. `generation` counts the private links of those who keep score."""

    __tablename__ = "player_group"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(100))
    since: Mapped[datetime] = mapped_column(Moment)
    generation: Mapped[int] = mapped_column(server_default="1")


class MemberRow(Base):
    """A device that keeps score for a group."""

    __tablename__ = "member"
    __table_args__ = (Index("ix_member_group_id", "group_id"), {"sqlite_with_rowid": False})

    device: Mapped[str] = mapped_column(String(200), primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("player_group.id"), primary_key=True, autoincrement=False)
    since: Mapped[datetime] = mapped_column(Moment)


class PersonRow(Base):
    """A name that stands on sheets of a group. Whoever has several is one of these rows, and the others are merged into it.

    `name` is what the person is called now, `likeness` that of the name on the sheets. `tally` sums the results of all names.
    """

    __tablename__ = "person"
    __table_args__ = (UniqueConstraint("group_id", "likeness", name="uq_person_group_id_likeness"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("player_group.id"))
    name: Mapped[str] = mapped_column(String(100))
    likeness: Mapped[str] = mapped_column(Comparable)
    merged_into: Mapped[int | None]  # no foreign key: a back-up is read in any order
    tally: Mapped[str] = mapped_column(Text, default="{}")
    version: Mapped[int] = mapped_column(server_default="0")


class ResultRow(Base):
    """What one person did in a finished game of a group: a record of the ledger as JSON text.

    `person_id` is the name that stands on the sheet. Nobody has two results in a game: the second counts for nobody.
    """

    __tablename__ = "result"
    __table_args__ = (Index("ix_result_person_id", "person_id"), {"sqlite_with_rowid": False})

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    place: Mapped[int | None]
    record: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(server_default="0")


class CalendarRow(Base):
    """The days on which the program ran: how many there were, and when it saw the last of them. One row, with id 1.

    A clock may be wrong by years. What must be kept for a while is kept for so many of these days as well.
    """

    __tablename__ = "calendar"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    day: Mapped[int]
    at: Mapped[datetime] = mapped_column(Moment)
