"""Lists of games: those a device may score and those of a group, running ones first, then by date; all, or those with a player.

A list is a piece of the primary key of `listing`, so its first page takes the same time for ten games and for ten thousand. The
rows are written in the transaction of the entry that changes them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, bindparam, delete, func, insert, select, tuple_, union_all, update

from scorekeeper.ledger.game import Game, Summary
from scorekeeper.ledger.names import likeness
from scorekeeper.ledger.shape import Check, is_text
from scorekeeper.storage.damage import Unreadable, fault, is_address, is_count, is_time, tell
from scorekeeper.storage.database import glancing, reading
from scorekeeper.storage.records import names
from scorekeeper.storage.tables import LIKENESS_LENGTH, UNREADABLE, GameRow, ListingRow, Moment, ScorerRow

RUNNING, FINISHED, DELETED = range(3)
ALL = ""
MOST_NAMES = 50  # so many different names with the same beginning are looked through


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list. `cursor` names its place there: the next page is what comes `before` it.

    `scorer`: the device that asked may score it. `group_id` tells whose game it is. `damaged`: not everything in its row can be
    read; what cannot is empty, and a time is `UNREADABLE`.
    """

    slug: str
    summary: Summary
    started_at: datetime
    updated_at: datetime
    cursor: str
    scorer: bool = False
    group_id: int | None = None
    deleted_at: datetime | None = None
    damaged: bool = False

    @property
    def dated(self) -> bool:
        """Whether it is known when the game was begun."""
        return is_time(self.started_at)


def games_of(owner: str, *, before: str | None = None, limit: int = 50, player: str = "", device: str = "") -> list[Listed]:
    """The games in the list of a device or a group: running ones first, then finished ones, each the one begun last first.

    `before` is the cursor of the last one already shown; `player` is how a name, or a word in it, begins. While the running games
    are fewer than a page, the one changed last is the first of them.
    """
    shelf, further = (RUNNING, None) if before is None else _place(before)
    sought = {"owner": owner, "device": device or owner, "limit": limit, **(further or {})}
    page = _page(shelf, onward=further is not None)
    if likeness(player):
        with reading() as connection:
            keys = _likenesses(connection, owner, player)
            listed = _in_order([row for key in keys for row in connection.execute(page, {**sought, "likeness": key})])[:limit]
    else:
        with glancing() as connection:
            listed = _in_order(connection.execute(page, {**sought, "likeness": ALL}).all())[:limit]
    running = [one for one in listed if not one.summary.finished]
    if before is None and len(running) < limit - 1:  # all are here, and none of them is a page's last
        listed[: len(running)] = sorted(running, key=lambda one: one.updated_at, reverse=True)
    return listed


def deleted_games_of(device: str, *, limit: int = 100) -> list[Listed]:
    """The games whose deletion the device can take back: all not purged yet, the one begun last first."""
    sought = {"owner": device, "device": device, "likeness": ALL, "limit": limit}
    with glancing() as connection:
        return _in_order(connection.execute(_page(DELETED), sought).all())


@cache
def _page(shelf: int, *, onward: bool = False) -> Select[Any]:
    """The statement for a page of a list: games of this shelf, from its beginning or `onward`, finished ones after running ones."""
    pieces = [_piece(shelf, onward=onward)] + [_piece(FINISHED)] * (shelf == RUNNING)
    places = union_all(*(select(piece.subquery()) for piece in pieces)).subquery()
    mine = and_(ScorerRow.game_id == GameRow.id, ScorerRow.device == bindparam("device"))
    columns = GameRow.__table__, places.c.shelf, places.c.started_at.label("place"), ScorerRow.device.is_not(None).label("mine")
    return select(*columns).join(places, places.c.game_id == GameRow.id).outerjoin(ScorerRow, mine)


def _piece(shelf: int, *, onward: bool = False) -> Select[int, datetime, int]:
    place = ListingRow.started_at, ListingRow.game_id
    piece = select(ListingRow.shelf, *place).where(
        ListingRow.owner == bindparam("owner"), ListingRow.likeness == bindparam("likeness"), ListingRow.shelf == shelf
    )
    if onward:
        piece = piece.where(tuple_(*place) < tuple_(bindparam("at", type_=Moment), bindparam("id")))
    return piece.order_by(*(column.desc() for column in place)).limit(bindparam("limit"))


def _in_order(rows: Iterable[Row[Any]]) -> list[Listed]:
    """Each game once, shelf by shelf, the one begun last first."""
    found = {row.id: row for row in rows}.values()
    by_time = sorted(found, key=lambda row: (row.place == UNREADABLE, row.place, row.id), reverse=True)
    return [_listed(row) for row in sorted(by_time, key=lambda row: int(row.shelf))]


def _likenesses(connection: Connection, owner: str, player: str) -> list[str]:
    """The names in this list that begin so, found by leaping from one to the next."""
    beginning = likeness(player)[:LIKENESS_LENGTH]
    found = [beginning]
    next_one = select(func.min(ListingRow.likeness)).where(
        ListingRow.owner == owner, ListingRow.likeness < beginning + "\U0010ffff"
    )
    while len(found) <= MOST_NAMES and (key := connection.scalar(next_one.where(ListingRow.likeness > found[-1]))) is not None:
        if key == found[-1]:  # not as it reads: what follows cannot be found from here
            break
        found.append(key)
    return found


def _listed(row: Row[Any]) -> Listed:
    column = fault(row, _SHAPES)
    if column is None and row.shelf != DELETED and row.finished != (row.shelf == FINISHED):
        column = "finished"
    if column is not None:
        tell(Unreadable("game", column, id=row.id))
    return Listed(
        slug=row.slug if is_address(row.slug) else "",
        summary=_summary(row),
        started_at=row.started_at,
        updated_at=row.updated_at,
        cursor=f"{row.shelf}-{(row.place - _EPOCH) // _TICK}-{row.id}",
        scorer=bool(row.mine),
        group_id=row.group_id,
        deleted_at=row.deleted_at,
        damaged=column is not None,
    )


_SHAPES: Mapping[str, Check] = {
    "slug": is_address,
    "players": lambda text: bool(names(text)),
    "hand": is_count,
    "hands": is_count,
    "finished": lambda value: type(value) is bool,
    "title": is_text,
    "winners": lambda text: names(text) is not None,
    "started_at": is_time,
    "updated_at": is_time,
    "deleted_at": lambda at: at is None or is_time(at),
}


def _summary(row: Row[Any]) -> Summary:
    """The line of a list, as far as it can be read."""
    hand, hands = (number if is_count(number) else 0 for number in (row.hand, row.hands))
    title = row.title if is_text(row.title) else ""
    finished = row.finished if row.shelf == DELETED else row.shelf == FINISHED
    return Summary(names(row.players) or (), hand, hands, bool(finished), title, names(row.winners) or ())


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)
_CURSOR = re.compile(r"([01])-(-?[0-9]+)-([0-9]+)")  # there may be games dated before 1970


def _place(cursor: str) -> tuple[int, dict[str, Any]]:
    """The shelf that a cursor names, and the place there."""
    try:
        found = _CURSOR.fullmatch(cursor)
        if found is None or int(found[3]) >= 2**31:  # larger than any id
            raise ValueError(cursor)
        return int(found[1]), {"at": _EPOCH + int(found[2]) * _TICK, "id": int(found[3])}
    except (ValueError, OverflowError) as error:
        raise LookupError("There is no such page.") from error


# Writing


def keys_of(game: Game) -> set[str]:
    """What a game is found under: every name that anybody had in it, whole and from each of its words on."""
    return _keys({*game.players, *(one.before for one in game.substitutions)})


def _keys(called: Iterable[str]) -> set[str]:
    words = [likeness(name).split() for name in called]
    return {ALL, *(" ".join(name[place:])[:LIKENESS_LENGTH] for name in words for place in range(len(name)))}


def shelf_of(game: Game) -> int:
    """Where a game that is not deleted stands."""
    return FINISHED if game.finished else RUNNING


def enter(connection: Connection, played: Iterable[tuple[int, Game]], owners: Sequence[str], *, shelf: int | None = None) -> None:
    """Put games into the lists of these owners, where they do not stand yet."""
    rows = []
    for game_id, game in played:
        at = {"shelf": shelf_of(game) if shelf is None else shelf, "started_at": game.entries[0].at, "game_id": game_id}
        rows += [{"owner": owner, "likeness": key, **at} for owner in owners for key in sorted(keys_of(game))]
    if rows:
        connection.execute(insert(ListingRow), rows)


def enter_damaged(connection: Connection, row: Row[Any], owners: Sequence[str]) -> None:
    """Put a game whose record cannot be read into these lists, by what is in its own row: there it can be deleted."""
    shelf = DELETED if is_time(row.deleted_at) else FINISHED if row.finished else RUNNING
    at = {"shelf": shelf, "started_at": row.started_at, "game_id": row.id}
    rows = [{"owner": owner, "likeness": key, **at} for owner in owners for key in sorted(_keys(names(row.players) or ()))]
    if rows:
        connection.execute(insert(ListingRow), rows)


def leave(connection: Connection, game_id: int, owners: Sequence[str]) -> None:
    """Take a game out of these lists."""
    connection.execute(delete(ListingRow).where(ListingRow.game_id == game_id, ListingRow.owner.in_(owners)))


def owners_of(connection: Connection, game_id: int) -> list[str]:
    """In whose lists a game stands."""
    return list(connection.scalars(select(ListingRow.owner).where(ListingRow.game_id == game_id, ListingRow.likeness == ALL)))


def follow(connection: Connection, game_id: int, before: Game, after: Game) -> None:
    """What an entry changes about a game's place in lists: hardly ever anything."""
    if (before.players, before.substitutions) != (after.players, after.substitutions) and keys_of(before) != keys_of(after):
        owners = owners_of(connection, game_id)
        connection.execute(delete(ListingRow).where(ListingRow.game_id == game_id))
        enter(connection, [(game_id, after)], owners)
    elif before.finished != after.finished:
        move(connection, game_id, shelf_of(after))


def move(connection: Connection, game_id: int, shelf: int) -> None:
    """A game stands among others from now on."""
    connection.execute(update(ListingRow).where(ListingRow.game_id == game_id).values(shelf=shelf))
