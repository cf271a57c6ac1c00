"""Games that come into the database whole: one that is started here, or many from a file.

Many are written in portions, so that other tables play on meanwhile; still it is all of them or
none, and each once (decision 14). The functions need an application context.
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.ledger.file import fingerprint
from scorekeeper.ledger.game import Game
from scorekeeper.storage import groups, lists, results
from scorekeeper.storage.damage import DamagedGame
from scorekeeper.storage.database import reading, write_transaction
from scorekeeper.storage.records import entry_values, extract, game_of, names
from scorekeeper.storage.results import Done, done_in
from scorekeeper.storage.tables import (
    EntryRow,
    GameRow,
    ListingRow,
    MemberRow,
    ResultRow,
    ScorerRow,
)

AT_ONCE = 50  # games in one transaction: nobody waits for longer than it takes
ASKED_AT_ONCE = 500
OPEN = " begun"  # ends the key of a game as long as its import is not complete
TOGETHER = 10  # seconds: a file tells whole ones, and the first entry is made a moment after the start


class Incomplete(Exception):
    """Another attempt at the same import failed meanwhile, and took games of it away again."""


@dataclass(frozen=True, slots=True)
class Owners:
    """`device`, if there is one, may score the games from `at` on; `group` is that of their group."""

    device: str | None
    at: datetime
    group: str = ""


@dataclass(frozen=True, slots=True)
class Coming:
    """A game to be written, once under its key, with its rows: made before anything is locked."""

    key: str | None
    game: Game
    row: dict[str, Any]
    entries: list[dict[str, Any]]
    done: Sequence[Done]

    @classmethod
    def of(cls, key: str | None, game: Game) -> "Coming":
        """The game at an address of its own."""
        at = {"started_at": game.entries[0].at, "updated_at": game.entries[-1].at}
        row = {"slug": secrets.token_urlsafe(16), "version": game.version, "generation": 1}
        entries = [entry_values(entry) for entry in game.entries]
        return cls(key, game, {**row, **at, **extract(game)}, entries, done_in(game))


@dataclass(frozen=True, slots=True)
class Written:
    """A game that is there: at which version it was written, or `None` if it was there before.

    `open`: as far as one knows, its import is not complete.
    """

    id: int
    slug: str
    version: int | None
    open: bool


def start(game: Game, key: str | None, owners: Owners) -> str:
    """Write a game that begins here, unless it is there under this key; answer its slug."""
    written, _ = _write([Coming.of(key, game)], owners)
    return written[0].slug


def add(whole: Iterable[Game | None], key: str, owners: Owners) -> list[str]:
    """Write games that were played elsewhere, all or none, and answer their slugs.

    `None` stands for a game that is not to be written. Sent again with the same key, an import that
    was cut off is completed; of a device's that was not, nothing is left to do. An exception, also
    one of those whom `whole` comes from, takes everything away that was written.
    """
    name, kept = import_of(owners.device, key or secrets.token_urlsafe(12)), bool(owners.device and key)
    coming = (Coming.of(f"{name}{number}", game) for number, game in enumerate(whole) if game is not None)
    attempt = Attempt(owners, kept=kept)
    try:
        while portion := list(islice(coming, AT_ONCE)):
            attempt.write(portion)
        attempt.complete()
    except BaseException:
        attempt.take_away()
        raise
    return attempt.slugs


def import_of(device: str | None, key: str) -> str:
    """How the keys of all games of an import begin."""
    return f"{device or ''} {key} "


class Attempt:
    """One attempt to write many games; where it is `kept`, their keys are for good."""

    def __init__(self, owners: Owners, *, kept: bool) -> None:
        self.owners = owners
        self.kept = kept
        self.games: list[Written] = []
        self.names: set[str] = set()
        self.group_id: int | None = None

    @property
    def slugs(self) -> list[str]:
        """The addresses of all games so far, written now or before."""
        return [game.slug for game in self.games]

    def write(self, portion: Sequence[Coming]) -> None:
        """Some more of them, in one transaction."""
        written, self.group_id = _write(portion, self.owners, OPEN)
        self.games += written
        self.names.update(done.key for one in portion for done in one.done)

    def complete(self) -> None:
        """All are there: from now on nobody takes them away. `Incomplete` if some are not."""
        if self.group_id is not None:
            results.add_up(self.group_id)
        ids = sorted(game.id for game in self.games if game.open)
        closed = func.substr(GameRow.start_key, 1, func.length(GameRow.start_key) - len(OPEN))
        close = update(GameRow).values(start_key=closed if self.kept else None)
        with write_transaction() as connection:
            for some in _portions(ids, ASKED_AT_ONCE):
                locked = _of(some).order_by(GameRow.id).with_for_update(key_share=True)
                if len(connection.execute(locked).all()) < len(some):
                    raise Incomplete
                connection.execute(close.where(GameRow.id.in_(some), _is_open()))

    def take_away(self) -> None:
        """Take away what this attempt wrote, unless another one completed it, or somebody has gone on with it."""
        versions = {game.id: game.version for game in self.games if game.version is not None}
        for ids in _portions(sorted(versions), AT_ONCE):
            with write_transaction() as connection:
                rows = connection.execute(_of(ids).where(_is_open()).order_by(GameRow.id).with_for_update()).all()
                gone = [row.id for row in rows if row.version == versions[row.id]]
                if self.group_id is not None:
                    results.write_ahead(connection, self.group_id, dict.fromkeys(gone, ()))
                for table in (ListingRow, ResultRow, ScorerRow, EntryRow):
                    connection.execute(delete(table).where(table.game_id.in_(gone)))
                connection.execute(delete(GameRow).where(GameRow.id.in_(gone)))
        if versions and self.group_id is not None:
            with write_transaction() as connection:
                results.forget_names(connection, self.group_id, self.names)
            results.add_up(self.group_id)


def _portions(ids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    return (ids[at : at + size] for at in range(0, len(ids), size))


def _of(ids: Sequence[int]) -> Any:
    return select(GameRow.id, GameRow.version).where(GameRow.id.in_(ids))


def _is_open() -> ColumnElement[bool]:
    return GameRow.start_key.endswith(OPEN, autoescape=True)


def _write(portion: Sequence[Coming], owners: Owners, end: str = "") -> tuple[list[Written], int | None]:
    """Write games in one transaction, each unless it is there already; and whose group's they are. `end` ends their keys."""
    try:
        return _written(portion, owners, end)
    except IntegrityError:  # two at the same time, on a database that locks rows only: the other's are there now
        return _written(portion, owners, end)


def _written(portion: Sequence[Coming], owners: Owners, end: str) -> tuple[list[Written], int | None]:
    with write_transaction() as connection:
        there = _there(connection, portion)
        new = [one for one in portion if one.key not in there]
        writer = owners.device if new else None  # what was there already is answered, whoever asks
        group_id = groups.held(connection, owners.group, writer).id if owners.group else None
        ids = iter(_insert(connection, new, owners, group_id, end) if new else ())
        written = [
            there.get(one.key or "") or Written(next(ids), one.row["slug"], one.game.version, open=bool(end)) for one in portion
        ]
    return written, group_id


def _there(connection: Connection, portion: Sequence[Coming]) -> dict[str, Written]:
    """What is written already, by key, whether its import is complete or not."""
    keys = [f"{one.key}{end}" for one in portion if one.key for end in ("", OPEN)]
    wanted = select(GameRow.id, GameRow.slug, GameRow.start_key).where(GameRow.start_key.in_(keys))
    rows = connection.execute(wanted).all() if keys else ()
    found = ((row.start_key or "", row) for row in rows)
    return {key.removesuffix(OPEN): Written(row.id, row.slug, None, open=key.endswith(OPEN)) for key, row in found}


def _insert(connection: Connection, new: Sequence[Coming], owners: Owners, group_id: int | None, end: str) -> Sequence[int]:
    rows = [{**one.row, "start_key": one.key and one.key + end, "group_id": group_id} for one in new]
    ids = connection.scalars(insert(GameRow).returning(GameRow.id, sort_by_parameter_order=True), rows).all()
    entries = [{"game_id": game_id, **entry} for game_id, one in zip(ids, new, strict=True) for entry in one.entries]
    connection.execute(insert(EntryRow), entries)
    played = [(game_id, one.game) for game_id, one in zip(ids, new, strict=True)]
    named = [owner for owner in (owners.device, owners.group) if owner]
    lists.enter(connection, played, named)
    if owners.device is not None:
        scorer = {"device": owners.device, "since": owners.at}
        connection.execute(insert(ScorerRow), [{**scorer, "game_id": game_id} for game_id in ids])
    if group_id is not None and any(one.done for one in new):
        if len(new) == 1:
            results.settle(connection, group_id, played)
        else:
            done = {game_id: one.done for game_id, one in zip(ids, new, strict=True)}
            results.write_ahead(connection, group_id, done)
    return ids


class Known:
    """The games that a device has, or a group of its: is one of a file among them?

    Two games are the same when their files are. A file that does not say when it was begun is a new
    game each time. `but` is how the keys of games begin that do not count. However many games are
    asked for, each that is stored is folded once at most.
    """

    def __init__(self, device: str, *, but: str = "") -> None:
        mine = select(ScorerRow.game_id).where(ScorerRow.device == device)
        ours = select(MemberRow.group_id).where(MemberRow.device == device)
        listed = select(GameRow.id, GameRow.slug, GameRow.players, GameRow.started_at, GameRow.start_key)
        listed = listed.where(or_(GameRow.id.in_(mine), GameRow.group_id.in_(ours)), GameRow.deleted_at.is_(None))
        self._begun: dict[tuple[tuple[str, ...], int], list[tuple[int, str]]] = {}
        self._files: dict[tuple[tuple[str, ...], int], dict[bytes, str]] = {}
        with reading() as connection:
            for row in connection.execute(listed):
                if not (but and (row.start_key or "").startswith(but)):
                    begun = names(row.players) or (), _about(row.started_at)
                    self._begun.setdefault(begun, []).append((row.id, row.slug))

    def slug_of(self, game: Game, mark: bytes) -> str | None:
        """The address of the same game, if it is here; `mark` is its fingerprint."""
        if not game.started:
            return None
        at = _about(game.entries[0].at)
        found = (self._file_marks(game.players, about).get(mark) for about in (at - 1, at, at + 1))
        return next(filter(None, found), None)

    def _file_marks(self, players: tuple[str, ...], about: int) -> dict[bytes, str]:
        """The addresses of what these people began about then, by the fingerprints of the files."""
        begun = players, about
        if begun not in self._files:
            marks = ((_mark_of(game_id), slug) for game_id, slug in self._begun.get(begun, ()))
            self._files[begun] = {mark: slug for mark, slug in marks if mark is not None}
        return self._files[begun]


def _about(at: datetime) -> int:
    return int(at.timestamp() // TOGETHER)


def _mark_of(game_id: int) -> bytes | None:
    """The fingerprint of a stored game; `None` for one that cannot be read."""
    try:
        with reading() as connection:
            version = connection.scalar(select(GameRow.version).where(GameRow.id == game_id))
            return fingerprint(game_of(connection, game_id, version))
    except DamagedGame:
        return None
