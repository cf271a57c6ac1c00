"""Deleted games are purged for good some weeks after their deletion, whatever the clock says.

The clock alone decides nothing, since it may be wrong: a calendar counts the days that this program
saw go by, and a game is purged once both say that it was kept for long enough (decision 13). Every
process looks after that now and then, when it has sent an answer; several may do so at once.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from math import inf
from threading import Lock
from typing import Any

from flask import Flask, Response
from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError, OperationalError

from scorekeeper import clock
from scorekeeper.storage import results
from scorekeeper.storage.damage import MOST, is_count, is_time
from scorekeeper.storage.database import db, glancing, write_transaction
from scorekeeper.storage.tables import (
    CalendarRow,
    EntryRow,
    GameRow,
    ListingRow,
    ResultRow,
    ScorerRow,
)

KEPT_FOR = timedelta(days=30)  # so long at least a deletion can be taken back
DAY = timedelta(days=1)
MOST_DAYS = 7  # counted at once: enough for a table that plays every week, little for a wrong clock
SET_BACK = timedelta(hours=1)  # by less, a clock is only put right
AT_ONCE = 100  # games purged in one transaction, so that nobody at a table waits for long
LOOK_EACH = 3600.0  # seconds between two looks of a process
COUNT_EACH = 20 * 3600.0  # seconds of a process in which it counts days once at most
PATIENCE = 2.0  # seconds for which tables may have to wait while the file is written anew
CLEAN = -1  # the `deleted_day` of a purged game of which the file keeps nothing either

Conditions = Sequence[ColumnElement[bool]]
log = logging.getLogger("scorekeeper")


@dataclass
class Looks:
    """What a process knows of its looks, in `ticks`."""

    next: float = -inf
    counted: float = -inf
    purged: int | None = None  # on which day of the calendar
    clean: bool = False
    busy: Lock = field(default_factory=Lock)


def init_app(app: Flask) -> None:
    """Look now and then, after an answer was sent. Whether it is time costs one comparison."""
    looks = app.extensions[_LOOKS] = Looks()

    def after(response: Response) -> Response:
        if clock.ticks() >= looks.next:
            response.call_on_close(partial(look, app, patience=PATIENCE))
        return response

    app.after_request(after)


_LOOKS = "scorekeeper.purging"


def look(app: Flask, *, patience: float | None = None) -> None:
    """Count days, purge what is due, and leave nothing of it in the file.

    `patience` is for how many seconds others may have to wait. A failure is a line in the log.
    """
    looks: Looks = app.extensions[_LOOKS]
    if not looks.busy.acquire(blocking=False):
        return
    try:
        looks.next = clock.ticks() + LOOK_EACH
        with app.app_context():
            _look(looks, patience)
    except Exception as error:  # noqa: BLE001 (nobody's request may fail with it)
        reason, *_ = str(getattr(error, "orig", None) or error).splitlines() or [""]
        log.warning("Deleted games were not purged: %s: %s", type(error).__name__, reason)
    finally:
        looks.busy.release()


def _look(looks: Looks, patience: float | None) -> None:
    if not clock.is_set():
        return
    now = clock.now()
    day = count_days(now, looks)
    if day != looks.purged:
        purge(now, day)
        looks.purged, looks.clean = day, False
    if not looks.clean:
        looks.clean = clean(patience)


# The calendar


def count_days(now: datetime, looks: Looks) -> int:
    """Bring the calendar up to `now`, and answer how many days it has counted."""
    try:
        return _count_days(now, looks)
    except IntegrityError:  # two began it at the same time, on a database that locks rows only
        return _count_days(now, looks)


def _count_days(now: datetime, looks: Looks) -> int:
    with glancing() as connection:
        known = _calendar(connection)
    if known is not None and _followed(known, now, looks) == known:
        return known[0]
    with write_transaction() as connection:
        known = _calendar(connection, lock=True)
        if known is None:
            return _begin(connection, now)
        day, at = _followed(known, now, looks)
        if (day, at) != known:
            connection.execute(update(CalendarRow).values(day=day, at=at))
        if at < known[1]:
            _wait_again(connection, day, now)
    if day > known[0]:
        looks.counted = clock.ticks()
    return day


def _followed(known: tuple[int, datetime], now: datetime, looks: Looks) -> tuple[int, datetime]:
    """The calendar `now`. However often its clock is set, a process counts only once in a while."""
    day, at = known
    if now < at - SET_BACK:
        return day, now
    passed = (now - at) // DAY
    if passed < 1 or clock.ticks() - looks.counted < COUNT_EACH:
        return known
    return (day + passed, at + passed * DAY) if passed <= MOST_DAYS else (day + MOST_DAYS, now)


def _calendar(connection: Connection, *, lock: bool = False) -> tuple[int, datetime] | None:
    wanted = select(CalendarRow.day, CalendarRow.at).where(CalendarRow.id == 1)
    row = connection.execute(wanted.with_for_update() if lock else wanted).one_or_none()
    sound = row is not None and is_count(row.day) and is_time(row.at)  # a damaged one is begun again
    return (row.day, row.at) if row is not None and sound else None


def _begin(connection: Connection, now: datetime) -> int:
    """Begin the calendar, not before a day on which a game was deleted."""
    counted = select(func.max(GameRow.deleted_day)).where(GameRow.deleted_day <= MOST)
    day = max(connection.scalar(counted) or 0, 0)
    connection.execute(delete(CalendarRow))
    connection.execute(insert(CalendarRow).values(id=1, day=day, at=now))
    return day


def _wait_again(connection: Connection, day: int, now: datetime) -> None:
    """The clock was set back, so days may have been counted that never were: nothing counts yet."""
    _lock(connection, *_WAITING)
    connection.execute(update(GameRow).where(*_WAITING).values(deleted_day=day))
    later = *_WAITING, GameRow.deleted_at > now
    connection.execute(update(GameRow).where(*later).values(deleted_at=now))


def _lock(connection: Connection, *which: ColumnElement[bool]) -> dict[int, int | None]:
    """Lock these games, in the order of their ids, as everywhere; answers the group of each."""
    wanted = select(GameRow.id, GameRow.group_id).where(*which).order_by(GameRow.id)
    rows = connection.execute(wanted.with_for_update()).all()
    return {row.id: row.group_id for row in rows}


_WAITING = GameRow.deleted_at.is_not(None), GameRow.version > 0
today = select(CalendarRow.day).where(CalendarRow.id == 1).scalar_subquery()


# Purging


def purge(now: datetime, day: int) -> int:
    """Take everything away of games that were kept for long enough, and answer how many there were.

    The bare row stays, with address, times and the key of the start: the game is deleted for good.
    A deletion without a day, made before days were counted, is of today.
    """
    new = *_WAITING, GameRow.deleted_day.is_(None)
    old = GameRow.deleted_at <= now - KEPT_FOR, GameRow.deleted_day <= day - KEPT_FOR.days
    with glancing() as connection:
        some_are_new = connection.scalar(select(GameRow.id).where(*new).limit(1)) is not None
    if some_are_new:
        with write_transaction() as connection:
            _lock(connection, *new)
            connection.execute(update(GameRow).where(*new).values(deleted_day=day))
    with glancing() as connection:
        wanted = select(GameRow.id, GameRow.group_id, GameRow.deleted_at).where(*_WAITING, *old).order_by(GameRow.id)
        found = [row for row in connection.execute(wanted) if is_time(row.deleted_at)]  # else perhaps nobody deleted it
    last = {row.group_id: row.id for row in found}
    names: dict[int, set[str]] = {}
    purged = 0
    for at in range(0, len(found), AT_ONCE):
        some = found[at : at + AT_ONCE]
        done = {row.group_id for row in some if last[row.group_id] == row.id and type(row.group_id) is int}
        with write_transaction() as connection:
            which = GameRow.id.in_([row.id for row in some]), *_WAITING, *old
            purged += _purge(connection, which, names)
            for group_id in sorted(done):
                results.forget_names(connection, group_id, names.pop(group_id, set()))
    return purged


def _purge(connection: Connection, which: Conditions, names: dict[int, set[str]]) -> int:
    """Purge these games, without any taken back just now, and note the names in them by group."""
    groups = _lock(connection, *which)
    wanted = select(ListingRow.game_id, ListingRow.likeness).where(ListingRow.game_id.in_(groups))
    for row in connection.execute(wanted.distinct()):
        group_id = groups[row.game_id]
        if group_id is not None:
            names.setdefault(group_id, set()).add(row.likeness)
    for table in (ListingRow, ResultRow, ScorerRow, EntryRow):
        connection.execute(delete(table).where(table.game_id.in_(groups)))
    connection.execute(update(GameRow).where(GameRow.id.in_(groups)).values(_NOTHING))
    return len(groups)


_NOTHING = {
    "version": 0,
    "hand": 0,
    "hands": 0,
    "finished": False,
    "players": "[]",
    "winners": "[]",
    "title": "",
    "group_id": None,
    "deleted_day": None,
}


# The file


def clean(patience: float | None = None) -> bool:
    """After a purge, write SQLite's file anew; `False` if somebody was in the way.

    Where rows were moved to make room for others, copies stay behind that no deletion finds.
    """
    if db.engine.dialect.name != "sqlite":
        return True
    unclean = or_(GameRow.deleted_day.is_(None), GameRow.deleted_day != CLEAN)
    wanted = select(GameRow.id).where(GameRow.deleted_at.is_not(None), GameRow.version == 0, unclean)
    with glancing() as connection:
        purged = connection.scalars(wanted).all()
        if not purged:
            return True
    with glancing() as connection:
        if not _write_anew(connection, patience):
            log.warning("The file is too large to be cleaned of purged games before the next start.")
            return True
        if not _empty_log(connection):
            return False
    done = update(GameRow).where(GameRow.id == bindparam("purged")).values(deleted_day=CLEAN)
    with write_transaction() as connection:
        connection.execute(done, [{"purged": game_id} for game_id in purged])
    return True


def _write_anew(connection: Connection, patience: float | None) -> bool:
    """Whether that could be done in time. Meanwhile others read, and wait with what they write."""
    driver: Any = connection.connection.driver_connection
    end = clock.ticks() + (inf if patience is None else patience)
    driver.set_progress_handler(lambda: clock.ticks() > end, 1000)
    try:
        connection.exec_driver_sql("VACUUM")
    except OperationalError:
        if clock.ticks() <= end:
            raise
        return False
    finally:
        driver.set_progress_handler(None, 0)
    return True


def _empty_log(connection: Connection) -> bool:
    """Write everything from the write-ahead log into the file; whether nobody was reading in it."""
    timeout = connection.exec_driver_sql("PRAGMA busy_timeout").scalar()
    connection.exec_driver_sql("PRAGMA busy_timeout = 1000")
    try:
        in_use, *_ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
    finally:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {timeout}")
    return not in_use
