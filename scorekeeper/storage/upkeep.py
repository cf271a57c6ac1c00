"""What is done to the whole storage now and then: lists and statistics made anew.

It goes through the games in small steps, each a transaction of its own, so that nobody at a table
waits for long. Games are locked before groups, and in the order of their ids, as everywhere. The
functions need an application context.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import current_app
from sqlalchemy import Connection, Row, delete, or_, select, update

from scorekeeper.ledger.game import Game
from scorekeeper.storage import lists, results
from scorekeeper.storage.damage import MOST, DamagedGame, is_address, is_count, is_time, tell
from scorekeeper.storage.database import glancing, reading, write_transaction
from scorekeeper.storage.records import extract, game_of
from scorekeeper.storage.tables import UNREADABLE, GameRow, GroupRow, ListingRow, PersonRow, ResultRow, ScorerRow

AT_ONCE = 25  # games in one transaction


def renew(group_id: int) -> None:
    """Add up what is out of date in a group; and where sums cannot be read, or were made by another version of their code, make
    all sums anew, and first those results that are no good, from their games. Nothing is done where somebody is at it already.
    """
    at_it: set[int] = current_app.extensions.setdefault("scorekeeper.renewing", set())
    if group_id in at_it:
        return
    at_it.add(group_id)
    try:
        results.add_up(group_id)
        with glancing() as connection:
            whole = results.are_whole(connection, group_id)
        if not whole:
            _renew(group_id)
    finally:
        at_it.discard(group_id)


def _renew(group_id: int) -> None:
    with write_transaction() as connection:
        results.mend_people(connection, group_id)
    with glancing() as connection:
        ids = connection.scalars(select(GameRow.id).where(GameRow.group_id == group_id).order_by(GameRow.id)).all()
    for some in _steps(ids):
        with reading() as connection:
            no_good = results.no_good(connection, group_id, some)
        if no_good:
            _make_anew(no_good)
    _count_again(group_id)


def renew_all() -> None:
    """The same for every group that has a sum of another version: after an upgrade, these are all."""
    other = select(PersonRow.group_id).where(PersonRow.version != results.VERSION, PersonRow.merged_into.is_(None)).distinct()
    with glancing() as connection:
        groups = connection.scalars(select(GroupRow.id).where(GroupRow.id.in_(other)).order_by(GroupRow.id)).all()
    for group_id in groups:
        renew(group_id)


def _count_again(group_id: int) -> None:
    with write_transaction() as connection:
        results.mark_all(connection, group_id)
    results.add_up(group_id)


def rebuild() -> tuple[int, list[DamagedGame]]:
    """Make lists, results and sums anew from the ledgers. Answers the number of games, and those that cannot be read."""
    there = or_(GameRow.version != 0, GameRow.deleted_at.is_(None))  # not purged
    with glancing() as connection:
        ids = connection.scalars(select(GameRow.id).where(there).order_by(GameRow.id)).all()
    with glancing() as connection:
        groups = connection.scalars(select(GroupRow.id).order_by(GroupRow.id)).all()
    for group_id in groups:
        with write_transaction() as connection:
            results.mend_people(connection, group_id)
    damaged = [game for some in _steps(ids) for game in _make_anew(some)]
    with write_transaction() as connection:
        for table in (ListingRow, ResultRow):
            connection.execute(delete(table).where(table.game_id.not_in(select(GameRow.id))))
    for group_id in groups:
        _count_again(group_id)
    return len(ids) - len(damaged), damaged


def _steps(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    return (ids[at : at + AT_ONCE] for at in range(0, len(ids), AT_ONCE))


def _make_anew(ids: Sequence[int]) -> list[DamagedGame]:
    """Put these games anew into lists and results, and answer which of them cannot be read; those count for nobody."""
    with write_transaction() as connection:
        wanted = select(GameRow.__table__).where(GameRow.id.in_(ids)).order_by(GameRow.id)
        rows = connection.execute(wanted.with_for_update(key_share=True)).all()
        slugs = {row.id: row.slug for row in connection.execute(select(GroupRow.id, GroupRow.slug).order_by(GroupRow.id))}
        whole: dict[int, list[tuple[int, Game]]] = {row.group_id: [] for row in rows if row.group_id in slugs}
        for group_id in sorted(whole):
            results.lock(connection, group_id)
        damaged, counted = [], set()
        for row in rows:
            try:
                game = _mended(connection, row, slugs)
            except DamagedGame as one:
                tell(one)
                damaged.append(one)
                game = None
            owners = _owners(connection, row, slugs)
            connection.execute(delete(ListingRow).where(ListingRow.game_id == row.id))
            if game is None:
                lists.enter_damaged(connection, row, owners)
                continue
            lists.enter(connection, [(row.id, game)], owners, shelf=lists.DELETED if is_time(row.deleted_at) else None)
            if row.group_id in whole and not is_time(row.deleted_at) and game.finished:
                whole[row.group_id].append((row.id, game))
                counted.add(row.id)
        connection.execute(delete(ResultRow).where(ResultRow.game_id.in_({row.id for row in rows} - counted)))
        for group_id, games in sorted(whole.items()):
            results.write_ahead(connection, group_id, {game_id: results.done_in(game) for game_id, game in games})
    return damaged


def _owners(connection: Connection, row: Row[Any], groups: Mapping[int, str]) -> list[str]:
    """In whose lists a game belongs."""
    devices = connection.scalars(select(ScorerRow.device).where(ScorerRow.game_id == row.id))
    found = [*devices, groups.get(row.group_id)]
    return [owner for owner in found if type(owner) is str]


def _mended(connection: Connection, row: Row[Any], groups: Mapping[int, str]) -> Game:
    """The game of a row, in which everything is now as its ledger tells; `DamagedGame` where that cannot be read."""
    version = row.version if is_count(row.version) else None
    game = game_of(connection, row.id, version)
    told = {"version": game.version, "started_at": game.entries[0].at, "updated_at": game.entries[-1].at, **extract(game)}
    wrong = {name: value for name, value in told.items() if getattr(row, name) != value}
    if not is_address(row.slug):
        wrong["slug"] = secrets.token_urlsafe(16)
    if not is_count(row.generation):
        wrong["generation"] = MOST // 2 + secrets.randbelow(MOST // 2)  # none whose link was ever handed out
    if row.deleted_at == UNREADABLE:
        wrong["deleted_at"] = None
    if row.group_id not in groups and row.group_id is not None:
        wrong["group_id"] = None
    if wrong:
        connection.execute(update(GameRow).where(GameRow.id == row.id).values(wrong))
    return game
