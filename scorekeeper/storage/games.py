"""Start, load, change and delete games, and say who may score them. `lists` lists them.

Every change of a game happens under its lock, judged on what was read under that lock; reads see one moment. A game whose record is
damaged spoils nothing but itself. The functions need an application context.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from flask import current_app
from sqlalchemy import Connection, Row, and_, bindparam, delete, insert, select, update

from scorekeeper import clock
from scorekeeper.ledger.entries import Entry, Fact, Start
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.history import Step, history
from scorekeeper.ledger.shape import Check
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.storage import adding, groups, lists, purging, results
from scorekeeper.storage.damage import DamagedGame, Unreadable, fault, is_count
from scorekeeper.storage.database import can_be, glancing, reading, write_transaction
from scorekeeper.storage.folded import FoldedGames
from scorekeeper.storage.records import (
    NOT_READABLE,
    checked,
    entries_after,
    entry_values,
    extract,
    game_of,
    readable_game,
    reason_of,
)
from scorekeeper.storage.tables import UNREADABLE, EntryRow, GameRow, ScorerRow


class NoSuchGame(LookupError):
    """There is no game of that address."""


class DeletedGame(NoSuchGame):
    """The game of that address was deleted."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as the database has it.

    `scorer` tells whether the device that asked may score it, `group_id` whose game it is. `connection` is there while the game is
    locked for writing, and `appended` has the game after each entry that was written meanwhile, and its time.
    """

    slug: str
    game: Game
    generation: int
    id: int
    scorer: bool = False
    group_id: int | None = None
    connection: Connection | None = field(default=None, repr=False, compare=False)
    appended: list[tuple[Game, datetime]] = field(default_factory=list, repr=False, compare=False)


def start(fact: Start, *, key: str, device: str, at: datetime, group: str = "") -> str:
    """Write the first entry of a new game, let `device` score it, and answer the game's slug. `group` is that of the group, if any.

    Sent again by the same device with the same key (its answer got lost), it answers the game that is there. The facts are not
    compared: the dealer may have been drawn anew. `groups.NotAMember` unless `device` keeps score
    for the group.
    """
    game = Game.replay((Entry(1, fact, at, key),))
    return adding.start(game, f"{device} {key}" if key else None, adding.Owners(device, at, group))


def add(whole: Iterable[Game | None], *, device: str | None = None, key: str = "", at: datetime, group: str = "") -> list[str]:
    """Write games that were played elsewhere, all or none, and answer their slugs. In lists they stand at their own times.

    `device` may score them, from the moment `at` on; `group` is whose games they are. `None` stands for a game that is not to be
    written. Sent again by the same device with the same key, they are there already, or are completed. `groups.NotAMember` unless
    `device` keeps score for the group.
    """
    return adding.add(whole, key, adding.Owners(device, at, group))


def load(slug: str, device: str = "") -> Stored:
    """The game with that slug, as `device` sees it; `LookupError` if there is none, `DamagedGame` if it can't be read."""
    with reading() as connection:
        return _load(connection, slug, device)


def version(slug: str) -> int | None:
    """The number of the game's last entry, or `None` if there is no such game."""
    known = latest(slug)
    return None if known is None else known[0]


def latest(slug: str) -> tuple[int, datetime] | None:
    """The number of the game's last entry and when it was made; `None` if there is no such game. The cheapest question there is."""
    if not can_be(slug):
        return None
    with glancing() as connection:
        row = connection.execute(_LATEST, {"slug": slug}).one_or_none()
    return None if row is None else (row.version, row.updated_at)


def steps(stored: Stored, first: int, last: int) -> tuple[Step, ...]:
    """The history from entry `first` to entry `last`, the oldest first.

    `DamagedGame` where an entry that was undone was never possible: only the history reads those.
    """
    try:
        return history(stored.game, first, last)
    except NOT_READABLE as error:
        raise DamagedGame(stored.id, reason_of(error), stored.slug, scorer=stored.scorer) from error


@contextmanager
def writing(slug: str, device: str = "") -> Iterator[Stored]:
    """The game, locked: nobody else changes it inside the `with` block. Commits at its end, unless an exception leaves it."""
    with write_transaction() as connection:
        if connection.dialect.name != "sqlite":  # there the transaction is the lock
            _locked(connection, slug)
        stored = replace(_load(connection, slug, device), connection=connection)
        yield stored
    if stored.appended:  # is in the database now, and need not be read from there
        folded_games().remember(slug, *stored.appended[-1])


def append(stored: Stored, fact: Fact, *, key: str, at: datetime) -> Stored:
    """The game with one more entry, inside `writing`. A `RuleError` tells why it is refused.

    A key that is in the ledger already means that the entry was sent twice: nothing happens. The same key with another fact is
    refused as `key-reused`.
    """
    if stored.connection is None:
        raise RuntimeError("append is for a game locked by `writing`")
    earlier = stored.game.entry_with(key)
    if earlier is not None:
        if earlier.fact != fact:
            raise RuleError("key-reused", N_("This was already sent with other numbers. Look again and enter it anew."))
        return stored
    entry = Entry(stored.game.version + 1, fact, at, key)
    game = stored.game.after(entry)
    stored.connection.execute(_APPEND, {"game_id": stored.id, **entry_values(entry)})
    stored.connection.execute(_CHANGE, {"changed": stored.id, "version": game.version, "updated_at": at, **extract(game)})
    lists.follow(stored.connection, stored.id, stored.game, game)
    if stored.group_id is not None and (game.finished or stored.game.finished):
        results.settle(stored.connection, stored.group_id, [(stored.id, game)])
    stored.appended.append((game, at))
    return replace(stored, game=game)


# Statements that every request needs are built once.
_MINE = and_(ScorerRow.game_id == GameRow.id, ScorerRow.device == bindparam("device"))
_GAME = (
    select(
        GameRow.id,
        GameRow.slug,
        GameRow.version,
        GameRow.generation,
        GameRow.updated_at,
        GameRow.group_id,
        GameRow.deleted_at,
        ScorerRow.device.is_not(None).label("mine"),
    )
    .outerjoin(ScorerRow, _MINE)
    .where(GameRow.slug == bindparam("slug"))
)
_LOCK = (
    select(GameRow.id, GameRow.version, GameRow.generation, GameRow.finished, GameRow.group_id, GameRow.deleted_at)
    .where(GameRow.slug == bindparam("slug"))
    .with_for_update(key_share=True)
)
_LATEST = select(GameRow.version, GameRow.updated_at).where(GameRow.slug == bindparam("slug"), GameRow.deleted_at.is_(None))
_APPEND = insert(EntryRow)
_CHANGE = update(GameRow).where(GameRow.id == bindparam("changed"))
_Locked = Row[int, int, int, bool, int | None, datetime | None]
_GameAt = Row[int, str, int, int, datetime, int | None, datetime | None, bool]


def _load(connection: Connection, slug: str, device: str) -> Stored:
    row = connection.execute(_GAME, {"slug": slug, "device": device}).one_or_none() if can_be(slug) else None
    if row is None:
        raise NoSuchGame("There is no such game.")
    if _is_deleted(row.deleted_at):
        raise DeletedGame("This game was deleted.")
    try:
        if (column := fault(row, _SHAPES)) is not None:
            raise DamagedGame(row.id, Unreadable("game", column, id=row.id))
        return Stored(row.slug, _fold(connection, row), row.generation, row.id, bool(row.mine), row.group_id)
    except DamagedGame as damaged:
        damaged.slug, damaged.scorer = slug, bool(row.mine)
        raise


_SHAPES: Mapping[str, Check] = {"version": is_count, "generation": is_count, "deleted_at": lambda at: at is None}


def _is_deleted(at: datetime | None) -> bool:
    """Not where nobody can tell when: such a game is damaged, and can still be deleted."""
    return at is not None and at != UNREADABLE


def _fold(connection: Connection, row: _GameAt) -> Game:
    """The game at the row's version: from memory, reading and folding only what came since."""
    memory = folded_games()
    game = memory.recall(row.slug, row.version, row.updated_at)
    if game is None or game.version < row.version:
        game = _extended(connection, row, game) or game_of(connection, row.id, row.version)
        memory.remember(row.slug, game, row.updated_at)
    return game


def _extended(connection: Connection, row: _GameAt, game: Game | None) -> Game | None:
    """The game from memory with what came since; `None` if its last entry is not the stored one any more."""
    if game is None:
        return None
    try:
        last, *more = entries_after(connection, row.id, game.version - 1)
        if last == game.entries[-1]:
            return checked(row.id, row.version, game.going_on(more))
    except NOT_READABLE:
        pass  # whatever it is, reading the whole record tells
    return None


def folded_games() -> FoldedGames:
    """This application's memory of folded games."""
    memory = current_app.extensions.setdefault("scorekeeper.folded", FoldedGames())
    assert isinstance(memory, FoldedGames)  # noqa: S101 (tells the type checker)
    return memory


def may_score(game: str | int, device: str) -> bool:
    """Whether `device` may score the game with that slug or id."""
    found = select(ScorerRow.game_id).where(ScorerRow.device == device)
    if isinstance(game, int):
        found = found.where(ScorerRow.game_id == game)
    else:
        if not can_be(game):
            return False
        found = found.join(GameRow, GameRow.id == ScorerRow.game_id).where(GameRow.slug == game)
    with reading() as connection:
        return connection.scalar(found) is not None


def grant(slug: str, device: str, *, generation: int | None = None) -> None:
    """Let `device` score the game. `generation` is the one its link was made for; `LookupError` if that link was replaced since."""
    with write_transaction() as connection:
        row = _locked(connection, slug)
        if generation not in {None, row.generation}:
            raise LookupError("This link for scoring was replaced by a new one.")
        if not _scores(connection, row.id, device):
            connection.execute(insert(ScorerRow).values(device=device, game_id=row.id, since=clock.now()))
            lists.enter(connection, [(row.id, game_of(connection, row.id, row.version))], [device])


def replace_scoring_link(slug: str, *, keep: str, shown: int | None = None) -> int:
    """Make every link for scoring handed out so far worthless and let only the device `keep` go on. Answers the new generation.

    `shown` is the generation to be replaced: if that has happened already, nothing more does.
    """
    with write_transaction() as connection:
        row = _locked(connection, slug)
        if not is_count(row.generation):
            raise DamagedGame(row.id, Unreadable("game", "generation", id=row.id))
        if shown not in {None, row.generation}:
            return int(row.generation)
        shut_out = ScorerRow.game_id == row.id, ScorerRow.device != keep
        connection.execute(update(GameRow).where(GameRow.id == row.id).values(generation=row.generation + 1))
        lists.leave(connection, row.id, connection.scalars(select(ScorerRow.device).where(*shut_out)).all())
        connection.execute(delete(ScorerRow).where(*shut_out))
        return int(row.generation) + 1


def delete_game(slug: str, device: str, *, at: datetime) -> None:
    """Delete the game for everybody; only who may score it can, others are told by a `LookupError`. Harmless to repeat."""
    with write_transaction() as connection:
        row = _locked(connection, slug, deleted=True)
        if not _scores(connection, row.id, device):
            raise LookupError("This device may not score the game.")
        if _is_deleted(row.deleted_at):
            return
        gone = update(GameRow).where(GameRow.id == row.id)
        connection.execute(gone.values(deleted_at=at, deleted_day=purging.today))
        lists.move(connection, row.id, lists.DELETED)
        if row.group_id is not None:
            results.remove(connection, row.group_id, row.id)


def gather(slugs: Sequence[str], group: str, device: str) -> None:
    """Make games the group's that are nobody's yet and that `device` may score; all others stay as they are, and damaged ones.

    `groups.NotAMember` unless `device` keeps score for the group, `NoSuchGame` for an unknown game.
    """
    for first in range(0, max(len(slugs), 1), adding.AT_ONCE):
        group_id = _gather(slugs[first : first + adding.AT_ONCE], group, device)
    results.add_up(group_id)


def _gather(slugs: Sequence[str], group: str, device: str) -> int:
    with write_transaction() as connection:
        rows = [_locked(connection, slug, deleted=True) for slug in _by_id(connection, slugs)]
        group_id: int = groups.held(connection, group, device).id
        there = [row for row in rows if row.deleted_at is None and row.group_id is None]
        free = [row for row in there if _scores(connection, row.id, device)]
        whole = [(row.id, game) for row in free if (game := readable_game(connection, row)) is not None]
        if whole:
            ids = [game_id for game_id, _ in whole]
            connection.execute(update(GameRow).where(GameRow.id.in_(ids)).values(group_id=group_id))
            lists.enter(connection, whole, [group])
            results.write_ahead(connection, group_id, {game_id: results.done_in(game) for game_id, game in whole})
    return group_id


def _by_id(connection: Connection, slugs: Iterable[str]) -> list[str]:
    """In the order in which several games are locked, so that two who lock the same never wait for each other."""
    known = {slug: connection.scalar(select(GameRow.id).where(GameRow.slug == slug)) if can_be(slug) else None for slug in slugs}
    return sorted(known, key=lambda slug: known[slug] or 0)


def restore_game(slug: str, device: str) -> None:
    """Take a deletion back, by a device that may score the game and until it is purged.

    Else a `LookupError`.
    """
    with write_transaction() as connection:
        row = _locked(connection, slug, deleted=True)
        if row.version == 0:
            raise DeletedGame("This game was deleted too long ago.")
        if not _scores(connection, row.id, device):
            raise LookupError("This device may not score the game.")
        if row.deleted_at is None:
            return
        back = update(GameRow).where(GameRow.id == row.id)
        connection.execute(back.values(deleted_at=None, deleted_day=None))
        game = readable_game(connection, row)
        if game is None:  # it is damaged still
            lists.move(connection, row.id, lists.FINISHED if row.finished else lists.RUNNING)
            return
        lists.move(connection, row.id, lists.shelf_of(game))
        if row.group_id is not None:
            results.settle(connection, row.group_id, [(row.id, game)])


def _scores(connection: Connection, game_id: int, device: str) -> bool:
    return connection.scalar(select(ScorerRow.game_id).where(ScorerRow.game_id == game_id, ScorerRow.device == device)) is not None


def _locked(connection: Connection, slug: str, *, deleted: bool = False) -> _Locked:
    """The row of a game that nobody else changes until this transaction ends; a deleted one only where that is asked for."""
    row = connection.execute(_LOCK, {"slug": slug}).one_or_none() if can_be(slug) else None
    if row is None:
        raise NoSuchGame("There is no such game.")
    if _is_deleted(row.deleted_at) and not deleted:
        raise DeletedGame("This game was deleted.")
    return row
