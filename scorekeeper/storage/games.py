"""Start, load, change and delete games, and say who may score them. `lists` lists them.

Every change of a game happens under its lock, judged on what was read under that lock; reads see one moment. A game whose record is
damaged spoils nothing but itself. The functions need an application context.
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import current_app
from sqlalchemy import Connection, Row, and_, bindparam, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.ledger.entries import Entry, Fact, Start
from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.game import Game
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.storage import lists, results, upkeep
from scorekeeper.storage.database import glancing, reading, write_transaction
from scorekeeper.storage.folded import FoldedGames
from scorekeeper.storage.records import entries_after, entry_values, extract
from scorekeeper.storage.tables import EntryRow, GameRow, GroupRow, MemberRow, ScorerRow

STARTED_TOGETHER = timedelta(seconds=10)  # a file tells whole seconds, and the first entry is made a moment after the start


class NoSuchGame(LookupError):
    """There is no game of that address."""


class DeletedGame(NoSuchGame):
    """The game of that address was deleted."""


class DamagedGame(Exception):
    """A game whose record can't be read: spoilt by a fault of the disk, or written by a newer version of this program."""


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
    compared: the dealer may have been drawn anew.
    """
    game = Game.replay((Entry(1, fact, at, key),))
    (slug,) = _write([game], [f"{device} {key}" if key else None], device, at, group)
    return slug


def add(whole: Sequence[Game], *, device: str | None = None, key: str = "", at: datetime, group: str = "") -> list[str]:
    """Write games that were played elsewhere, all or none, and answer their slugs. In lists they stand at their own times.

    `device` may score them, from the moment `at` on; `group` is whose games they are. Sent again by the same device with the same
    key, they are there already.
    """
    return _write(whole, [f"{device} {key} {number}" if key else None for number in range(len(whole))], device, at, group)


def there_already(whole: Sequence[Game], *, device: str) -> list[str | None]:
    """For each game that was played elsewhere the slug of the same game, if `device` or a group of its has it already, else `None`.

    Two games are the same when their files are, which tell nothing covered. A file that does not
    say when it was begun is a new game each time.
    """
    mine = select(ScorerRow.game_id).where(ScorerRow.device == device)
    ours = select(MemberRow.group_id).where(MemberRow.device == device)
    listed = select(GameRow.slug, GameRow.players, GameRow.started_at).where(or_(GameRow.id.in_(mine), GameRow.group_id.in_(ours)))
    begun: dict[str, list[tuple[str, datetime]]] = {}
    with reading() as connection:
        for row in connection.execute(listed.where(GameRow.deleted_at.is_(None))):
            begun.setdefault(row.players, []).append((row.slug, row.started_at))
    return [next((slug for slug, at in begun.get(extract(game)["players"], ()) if _same(game, slug, at)), None) for game in whole]


def _same(game: Game, slug: str, started_at: datetime) -> bool:
    if not game.started or abs(game.entries[0].at - started_at) > STARTED_TOGETHER:
        return False
    try:
        there = load(slug).game.told  # so that no guess at a covered bid is judged
        return write_game(there) == write_game(game.told)
    except (LookupError, DamagedGame):
        return False


def _write(whole: Sequence[Game], start_keys: Sequence[str | None], device: str | None, since: datetime, group: str) -> list[str]:
    rows = [{"start_key": key, **_game_values(game)} for game, key in zip(whole, start_keys, strict=True)]
    try:
        with write_transaction() as connection:
            known = _started_as(connection, start_keys)
            if not known and rows:
                _insert(connection, rows, whole, device, since, group)
            return known or [row["slug"] for row in rows]
    except IntegrityError:  # two at the same time, on a database that locks rows only
        with reading() as connection:
            return _started_as(connection, start_keys)


def _started_as(connection: Connection, start_keys: Sequence[str | None]) -> list[str]:
    """The slugs of games that were written under these keys; they were all written, or none."""
    known = select(GameRow.slug).where(GameRow.start_key == bindparam("start_key"))
    there = any(start_keys[:1]) and connection.scalar(known, {"start_key": start_keys[0]})
    return [connection.scalars(known, {"start_key": key}).one() for key in start_keys] if there else []


def _game_values(game: Game) -> dict[str, Any]:
    at = {"started_at": game.entries[0].at, "updated_at": game.entries[-1].at}
    return {"slug": secrets.token_urlsafe(16), "version": game.version, "generation": 1, **at, **extract(game)}


def _insert(
    connection: Connection, rows: list[dict[str, Any]], whole: Sequence[Game], device: str | None, since: datetime, group: str
) -> None:
    group_id = connection.scalar(select(GroupRow.id).where(GroupRow.slug == group)) if group else None
    rows = [{**row, "group_id": group_id} for row in rows]
    ids = connection.scalars(insert(GameRow).returning(GameRow.id, sort_by_parameter_order=True), rows).all()
    owners = [owner for owner in (device, group if group_id is not None else "") if owner]
    for game_id, game in zip(ids, whole, strict=True):
        connection.execute(insert(EntryRow), [{"game_id": game_id, **entry_values(entry)} for entry in game.entries])
    lists.enter(connection, zip(ids, whole, strict=True), owners)
    if device is not None:
        connection.execute(insert(ScorerRow), [{"device": device, "game_id": game_id, "since": since} for game_id in ids])
    if group_id is not None and any(game.finished for game in whole):
        results.settle(connection, group_id, list(zip(ids, whole, strict=True)))


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
    if not _can_be(slug):
        return None
    with glancing() as connection:
        row = connection.execute(_LATEST, {"slug": slug}).one_or_none()
    return None if row is None else (row.version, row.updated_at)


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
    earlier = next((entry for entry in stored.game.entries if key and entry.key == key), None)
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
    select(GameRow.id, GameRow.generation, GameRow.group_id, GameRow.deleted_at)
    .where(GameRow.slug == bindparam("slug"))
    .with_for_update(key_share=True)
)
_LATEST = select(GameRow.version, GameRow.updated_at).where(GameRow.slug == bindparam("slug"), GameRow.deleted_at.is_(None))
_APPEND = insert(EntryRow)
_CHANGE = update(GameRow).where(GameRow.id == bindparam("changed"))
_GameAt = Row[int, str, int, int, datetime, int | None, datetime | None, bool]


def _can_be(slug: str) -> bool:
    """Whether a database could know this address: some refuse to be asked for a NUL, all for half a character."""
    return slug.isascii() and "\0" not in slug


def _load(connection: Connection, slug: str, device: str) -> Stored:
    row = connection.execute(_GAME, {"slug": slug, "device": device}).one_or_none() if _can_be(slug) else None
    if row is None:
        raise NoSuchGame("There is no such game.")
    if row.deleted_at is not None:
        raise DeletedGame("This game was deleted.")
    return Stored(row.slug, _fold(connection, row), row.generation, row.id, bool(row.mine), row.group_id)


def _fold(connection: Connection, row: _GameAt) -> Game:
    """The game at the row's version: from memory, reading and folding only what came since."""
    memory = folded_games()
    game = memory.recall(row.slug, row.version, row.updated_at)
    if game is None or game.version < row.version:
        try:
            game = _extended(connection, row.id, game)
        except (RuleError, ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            raise DamagedGame(f"The record of game {row.id} can't be read: {error}") from error
        if game.version != row.version:
            raise DamagedGame(f"The record of game {row.id} ends at entry {game.version} instead of {row.version}.")
        memory.remember(row.slug, game, row.updated_at)
    return game


def _extended(connection: Connection, game_id: int, game: Game | None) -> Game:
    """The game with what came since, if its last entry is still the stored one; else folded from its first entry."""
    if game is not None:
        last, *more = entries_after(connection, game_id, game.version - 1)
        if last == game.entries[-1]:
            for entry in more:
                game = game.after(entry)
            return game
    return Game.replay(entries_after(connection, game_id, 0))


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
        if not _can_be(game):
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
            connection.execute(insert(ScorerRow).values(device=device, game_id=row.id, since=datetime.now(UTC)))
            lists.enter(connection, [(row.id, Game.replay(entries_after(connection, row.id, 0)))], [device])


def replace_scoring_link(slug: str, *, keep: str, shown: int | None = None) -> int:
    """Make every link for scoring handed out so far worthless and let only the device `keep` go on. Answers the new generation.

    `shown` is the generation to be replaced: if that has happened already, nothing more does.
    """
    with write_transaction() as connection:
        row = _locked(connection, slug)
        if shown not in {None, row.generation}:
            return int(row.generation)
        shut_out = ScorerRow.game_id == row.id, ScorerRow.device != keep
        connection.execute(update(GameRow).where(GameRow.id == row.id).values(generation=row.generation + 1))
        lists.leave(connection, row.id, connection.scalars(select(ScorerRow.device).where(*shut_out)).all())
        connection.execute(delete(ScorerRow).where(*shut_out))
        return int(row.generation) + 1


def delete_game(slug: str, device: str, *, at: datetime) -> None:
    """Delete the game for everybody; only who may score it can, others are told by a `LookupError`. Harmless to repeat."""
    upkeep.purge_daily(at)
    with write_transaction() as connection:
        row = _locked(connection, slug, deleted=True)
        if not _scores(connection, row.id, device):
            raise LookupError("This device may not score the game.")
        if row.deleted_at is not None:
            return
        connection.execute(update(GameRow).where(GameRow.id == row.id).values(deleted_at=at))
        lists.move(connection, row.id, lists.DELETED)
        if row.group_id is not None:
            results.remove(connection, row.group_id, row.id)


def gather(slugs: Sequence[str], group: str, device: str) -> None:
    """Make games the group's that are nobody's yet and that `device` may score; all others stay as they are."""
    with write_transaction() as connection:
        group_id = connection.scalar(select(GroupRow.id).where(GroupRow.slug == group))
        if group_id is None:
            raise LookupError("There is no such group.")
        rows = [_locked(connection, slug, deleted=True) for slug in _by_id(connection, slugs)]
        there = [row for row in rows if row.deleted_at is None and row.group_id is None]
        free = [row.id for row in there if _scores(connection, row.id, device)]
        whole = [(game_id, Game.replay(entries_after(connection, game_id, 0))) for game_id in free]
        if whole:
            connection.execute(update(GameRow).where(GameRow.id.in_(free)).values(group_id=group_id))
            lists.enter(connection, whole, [group])
            results.settle(connection, group_id, whole)


def _by_id(connection: Connection, slugs: Iterable[str]) -> list[str]:
    """In the order in which several games are locked, so that two who lock the same never wait for each other."""
    known = {slug: connection.scalar(select(GameRow.id).where(GameRow.slug == slug)) if _can_be(slug) else None for slug in slugs}
    return sorted(known, key=lambda slug: known[slug] or 0)


def restore_game(slug: str, device: str, *, at: datetime) -> None:
    """Take a deletion back, by whoever may score the game and as long as that can be done; else a `LookupError`."""
    with write_transaction() as connection:
        row = _locked(connection, slug, deleted=True)
        if row.deleted_at is not None and at - row.deleted_at >= lists.KEPT_FOR:
            raise DeletedGame("This game was deleted too long ago.")
        if not _scores(connection, row.id, device):
            raise LookupError("This device may not score the game.")
        if row.deleted_at is None:
            return
        game = Game.replay(entries_after(connection, row.id, 0))
        connection.execute(update(GameRow).where(GameRow.id == row.id).values(deleted_at=None))
        lists.move(connection, row.id, lists.shelf_of(game))
        if row.group_id is not None:
            results.settle(connection, row.group_id, [(row.id, game)])


def _scores(connection: Connection, game_id: int, device: str) -> bool:
    return connection.scalar(select(ScorerRow.game_id).where(ScorerRow.game_id == game_id, ScorerRow.device == device)) is not None


def _locked(connection: Connection, slug: str, *, deleted: bool = False) -> Row[int, int, int | None, datetime | None]:
    """The row of a game that nobody else changes until this transaction ends; a deleted one only where that is asked for."""
    row = connection.execute(_LOCK, {"slug": slug}).one_or_none() if _can_be(slug) else None
    if row is None:
        raise NoSuchGame("There is no such game.")
    if row.deleted_at is not None and not deleted:
        raise DeletedGame("This game was deleted.")
    return row
