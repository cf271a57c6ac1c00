"""Start, load, list and change games, and say who may score them.

Every change of a game happens under its lock, judged on what was read under that lock; reads see one moment. A game whose record is
damaged spoils nothing but itself. The functions need an application context.
"""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import current_app
from sqlalchemy import Connection, Row, and_, bindparam, delete, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.ledger.entries import Entry, Fact, Start
from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.game import Game, Summary
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.storage.database import glancing, reading, write_transaction
from scorekeeper.storage.folded import FoldedGames
from scorekeeper.storage.records import entries_after, entry_values, extract, names
from scorekeeper.storage.tables import EntryRow, GameRow, ScorerRow

STARTED_TOGETHER = timedelta(seconds=10)  # a file tells whole seconds, and the first entry is made a moment after the start


class NoSuchGame(LookupError):
    """There is no game of that address."""


class DamagedGame(Exception):
    """A game whose record can't be read: spoilt by a fault of the disk, or written by a newer version of this program."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as the database has it.

    `scorer` tells whether the device that asked may score it; `connection` is there while the game is locked for writing, and
    `appended` has the game after each entry that was written meanwhile, and its time.
    """

    slug: str
    game: Game
    generation: int
    id: int
    scorer: bool = False
    connection: Connection | None = field(default=None, repr=False, compare=False)
    appended: list[tuple[Game, datetime]] = field(default_factory=list, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list. `cursor` names its place there: the next page is what comes `before` it."""

    slug: str
    summary: Summary
    started_at: datetime
    updated_at: datetime
    cursor: str


def start(fact: Start, *, key: str, device: str, at: datetime) -> str:
    """Write the first entry of a new game, let `device` score it, and answer the game's slug.

    Sent again by the same device with the same key (its answer got lost), it answers the game that is there. The facts are not
    compared: the dealer may have been drawn anew.
    """
    game = Game.replay((Entry(1, fact, at, key),))
    (slug,) = _write([game], [f"{device} {key}" if key else None], device, at)
    return slug


def add(whole: Sequence[Game], *, device: str | None = None, key: str = "", at: datetime) -> list[str]:
    """Write games that were played elsewhere, all or none, and answer their slugs. In lists they stand at their own times.

    `device` may score them, from the moment `at` on. Sent again by the same device with the same key, they are there already.
    """
    return _write(whole, [f"{device} {key} {number}" if key else None for number in range(len(whole))], device, at)


def there_already(whole: Sequence[Game], *, device: str) -> list[str | None]:
    """For each game that was played elsewhere the slug of the same game, if `device` may score it already, else `None`.

    Two games are the same when their files are. A file that does not say when it was begun is a new game each time.
    """
    listed = select(GameRow.slug, GameRow.players, GameRow.started_at).join(ScorerRow, ScorerRow.game_id == GameRow.id)
    begun: dict[str, list[tuple[str, datetime]]] = {}
    with reading() as connection:
        for row in connection.execute(listed.where(ScorerRow.device == device)):
            begun.setdefault(row.players, []).append((row.slug, row.started_at))
    return [next((slug for slug, at in begun.get(extract(game)["players"], ()) if _same(game, slug, at)), None) for game in whole]


def _same(game: Game, slug: str, started_at: datetime) -> bool:
    if not game.started or abs(game.entries[0].at - started_at) > STARTED_TOGETHER:
        return False
    try:
        return write_game(load(slug).game) == write_game(game)
    except (LookupError, DamagedGame):
        return False


def _write(whole: Sequence[Game], start_keys: Sequence[str | None], device: str | None, since: datetime) -> list[str]:
    rows = [{"start_key": key, **_game_values(game)} for game, key in zip(whole, start_keys, strict=True)]
    try:
        with write_transaction() as connection:
            known = _started_as(connection, start_keys)
            if not known and rows:
                _insert(connection, rows, whole, device, since)
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


def _insert(connection: Connection, rows: list[dict[str, Any]], whole: Sequence[Game], device: str | None, since: datetime) -> None:
    ids = connection.scalars(insert(GameRow).returning(GameRow.id, sort_by_parameter_order=True), rows).all()
    for game_id, game in zip(ids, whole, strict=True):
        connection.execute(insert(EntryRow), [{"game_id": game_id, **entry_values(entry)} for entry in game.entries])
    if device is not None:
        connection.execute(insert(ScorerRow), [{"device": device, "game_id": game_id, "since": since} for game_id in ids])


def load(slug: str, device: str = "") -> Stored:
    """The game with that slug, as `device` sees it; `LookupError` if there is none, `DamagedGame` if it can't be read."""
    with reading() as connection:
        return _load(connection, slug, device)


def version(slug: str) -> int | None:
    """The number of the game's last entry, or `None` if there is no such game. The cheapest question there is."""
    if not _can_be(slug):
        return None
    with glancing() as connection:
        return connection.scalar(_VERSION, {"slug": slug})


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
    stored.appended.append((game, at))
    return replace(stored, game=game)


# Statements that every request needs are built once.
_SCORES = ScorerRow.device.is_not(None).label("mine")
_MINE = and_(ScorerRow.game_id == GameRow.id, ScorerRow.device == bindparam("device"))
_GAME = (
    select(
        GameRow.id,
        GameRow.slug,
        GameRow.version,
        GameRow.generation,
        GameRow.updated_at,
        ScorerRow.device.is_not(None).label("mine"),
    )
    .outerjoin(ScorerRow, _MINE)
    .where(GameRow.slug == bindparam("slug"))
)
_LOCK = select(GameRow.id, GameRow.generation).where(GameRow.slug == bindparam("slug")).with_for_update()
_VERSION = select(GameRow.version).where(GameRow.slug == bindparam("slug"))
_APPEND = insert(EntryRow)
_CHANGE = update(GameRow).where(GameRow.id == bindparam("changed"))
_GameAt = Row[int, str, int, int, datetime, bool]


def _can_be(slug: str) -> bool:
    """Whether a database could know this address: some refuse to be asked for a NUL, all for half a character."""
    return slug.isascii() and "\0" not in slug


def _load(connection: Connection, slug: str, device: str) -> Stored:
    row = connection.execute(_GAME, {"slug": slug, "device": device}).one_or_none() if _can_be(slug) else None
    if row is None:
        raise NoSuchGame("There is no such game.")
    return Stored(row.slug, _fold(connection, row), row.generation, row.id, bool(row.mine))


def _fold(connection: Connection, row: _GameAt) -> Game:
    """The game at the row's version: from memory, reading and folding only what came since."""
    memory = folded_games()
    game = memory.recall(row.slug, row.version, row.updated_at)
    if game is None or game.version < row.version:
        try:
            game = _extended(connection, row.id, game)
        except (RuleError, ValueError, TypeError, LookupError, AttributeError) as error:
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
        game_id, current = _locked(connection, slug)
        if generation not in {None, current}:
            raise LookupError("This link for scoring was replaced by a new one.")
        there = select(ScorerRow.game_id).where(ScorerRow.game_id == game_id, ScorerRow.device == device)
        if connection.scalar(there) is None:
            connection.execute(insert(ScorerRow).values(device=device, game_id=game_id, since=datetime.now(UTC)))


def replace_scoring_link(slug: str, *, keep: str, shown: int | None = None) -> int:
    """Make every link for scoring handed out so far worthless and let only the device `keep` go on. Answers the new generation.

    `shown` is the generation to be replaced: if that has happened already, nothing more does.
    """
    with write_transaction() as connection:
        game_id, generation = _locked(connection, slug)
        if shown not in {None, generation}:
            return generation
        connection.execute(update(GameRow).where(GameRow.id == game_id).values(generation=generation + 1))
        connection.execute(delete(ScorerRow).where(ScorerRow.game_id == game_id, ScorerRow.device != keep))
        return generation + 1


def _locked(connection: Connection, slug: str) -> tuple[int, int]:
    row = connection.execute(_LOCK, {"slug": slug}).one_or_none() if _can_be(slug) else None
    if row is None:
        raise NoSuchGame("There is no such game.")
    return row.id, row.generation


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)
_LISTED = select(
    GameRow.id,
    GameRow.slug,
    GameRow.started_at,
    GameRow.updated_at,
    GameRow.players,
    GameRow.hand,
    GameRow.hands,
    GameRow.finished,
    GameRow.title,
    GameRow.winners,
)


def games_of(device: str, *, before: str | None = None, limit: int = 50) -> list[Listed]:
    """The games `device` may score: running ones first, then finished ones, each the one changed last first.

    `before` is the cursor of the last one already shown.
    """
    wanted = _LISTED.join(ScorerRow, ScorerRow.game_id == GameRow.id).where(ScorerRow.device == device)
    if before is not None:
        finished, *place = _place(before)
        further = tuple_(GameRow.updated_at, GameRow.id) < tuple(place)
        rest = and_(GameRow.finished.is_(finished), further)
        wanted = wanted.where(rest if finished else or_(GameRow.finished.is_(True), rest))
    with reading() as connection:
        rows = connection.execute(wanted.order_by(GameRow.finished, GameRow.updated_at.desc(), GameRow.id.desc()).limit(limit))
        return [
            Listed(
                slug=row.slug,
                summary=Summary(names(row.players), row.hand, row.hands, row.finished, row.title, names(row.winners)),
                started_at=row.started_at,
                updated_at=row.updated_at,
                cursor=f"{row.finished:d}-{(row.updated_at - _EPOCH) // _TICK}-{row.id}",
            )
            for row in rows
        ]


def _place(cursor: str) -> tuple[bool, datetime, int]:
    try:
        finished, ticks, game_id = cursor.split("-")
        if finished not in {"0", "1"} or int(game_id) >= 2**31:  # larger than any id
            raise ValueError(cursor)
        return finished == "1", _EPOCH + int(ticks) * _TICK, int(game_id)
    except (ValueError, OverflowError) as error:
        raise LookupError("There is no such page.") from error
