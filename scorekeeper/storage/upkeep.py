"""What is done to the whole storage now and then: lists and statistics made anew.

It goes through the games in small steps, each a transaction of its own, so that nobody at a table
waits for long. Games are locked before groups, and in the order of their ids, as everywhere. The
functions need an application context.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy import Connection, Row, delete, select

from scorekeeper.ledger.game import Game
from scorekeeper.rules.errors import RuleError
from scorekeeper.storage import lists, results
from scorekeeper.storage.database import glancing, write_transaction
from scorekeeper.storage.records import entries_after
from scorekeeper.storage.tables import GameRow, GroupRow, ListingRow, ResultRow, ScorerRow

AT_ONCE = 100  # games in one transaction


def rebuild() -> tuple[int, list[int]]:
    """Make lists, results and sums anew from the ledgers. Answers the number of games, and those that cannot be read."""
    with glancing() as connection:
        ids = connection.scalars(select(GameRow.id).where(GameRow.version > 0).order_by(GameRow.id)).all()
    with glancing() as connection:
        groups = connection.scalars(select(GroupRow.id).order_by(GroupRow.id)).all()
    damaged: list[int] = []
    for some in _steps(ids):
        with write_transaction() as connection:
            damaged += _make_anew(connection, some)
    for group_id in groups:
        with write_transaction() as connection:
            results.lock(connection, group_id)
            names = results.names_of(connection, group_id)
            results.recount(connection, {names.root(name) for name in names.merged}, names)
    return len(ids) - len(damaged), damaged


def _steps(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    return (ids[at : at + AT_ONCE] for at in range(0, len(ids), AT_ONCE))


def _make_anew(connection: Connection, ids: Sequence[int]) -> list[int]:
    """Put these games anew into lists and results, and answer which of them cannot be read; those stand nowhere."""
    wanted = select(GameRow.id, GameRow.group_id, GameRow.deleted_at).where(GameRow.id.in_(ids)).order_by(GameRow.id)
    rows = connection.execute(wanted.with_for_update(key_share=True)).all()
    slugs = {row.id: row.slug for row in connection.execute(select(GroupRow.id, GroupRow.slug).order_by(GroupRow.id))}
    whole: dict[int, list[tuple[int, Game]]] = {row.group_id: [] for row in rows if row.group_id is not None}
    for group_id in sorted(whole):
        results.lock(connection, group_id)
    damaged, counted = [], set()
    for row in rows:
        game = _list_again(connection, row, slugs.get(row.group_id or 0))
        if game is None:
            damaged.append(row.id)
        elif row.group_id is not None and row.deleted_at is None and game.finished:
            whole[row.group_id].append((row.id, game))
            counted.add(row.id)
    connection.execute(delete(ResultRow).where(ResultRow.game_id.in_({row.id for row in rows} - counted)))
    for group_id, games in sorted(whole.items()):
        results.write(connection, group_id, games)
    return damaged


def _list_again(connection: Connection, row: Row[int, int | None, datetime | None], group: str | None) -> Game | None:
    """A game put anew into all lists where it belongs; `None` for one that cannot be read."""
    connection.execute(delete(ListingRow).where(ListingRow.game_id == row.id))
    try:
        game = Game.replay(entries_after(connection, row.id, 0))
    except (RuleError, ValueError, TypeError, LookupError, AttributeError):
        return None
    devices = list(connection.scalars(select(ScorerRow.device).where(ScorerRow.game_id == row.id)))
    owners = devices if group is None else [*devices, group]
    lists.enter(connection, [(row.id, game)], owners, shelf=None if row.deleted_at is None else lists.DELETED)
    return game
