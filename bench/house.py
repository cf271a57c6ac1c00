"""A data folder with games in it, the application that shows them, and a phone that keeps score of all."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import reduce
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, FromClause, text
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.ledger.entries import Bid, Fact, Start, Tricks
from scorekeeper.ledger.game import Game
from scorekeeper.rules.bidding import Bidding
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.schedule import Schedule
from scorekeeper.storage import games, groups, results
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.games import Stored
from scorekeeper.storage.schema import migrate
from scorekeeper.storage.tables import Base, GameRow

PLAYERS = ("Ana", "Bo", "Cy", "Dee")
DEVICE = "the scorekeeper's phone"
SHORT = (5, 4, 3, 4, 5, 6)
QUICK = {"HX-Request": "true"}
Fields = dict[str, str]
_keys = count()


class House:
    """Games of four players who always bid 0; whoever sits first takes all tricks."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.app = create_app({"SCOREKEEPER_DATA": str(data)})
        migrate(self.app.config["SQLALCHEMY_DATABASE_URI"])

    def start(self, sizes: Sequence[int], played: int = 0, *, device: str = DEVICE, group: str = "") -> str:
        """A game with hands of these sizes, so many of them played: its slug. `group` is that of the group, if any."""
        rules = replace(Ruleset(), bidding=Bidding(hook="never"), schedule=Schedule("list", hands=tuple(sizes)))
        with self.app.app_context():
            key, at = f"start {next(_keys)}", datetime.now(UTC)
            slug = games.start(Start(rules.to_data(), PLAYERS), key=key, device=device, at=at, group=group)
            with games.writing(slug) as begun:
                reduce(_played, enumerate(sizes[:played], start=1), begun)
        return slug

    def copies(self, slug: str, number: int, *, running: int = 5) -> list[str]:
        """So many copies of a game, all but some `running` ones finished, begun a minute apart: their slugs."""
        with self.app.app_context():
            with write_transaction() as connection:
                _copy(connection, slug, number, running)
            with db.engine.connect() as connection:
                slugs = connection.scalars(text("SELECT slug FROM game WHERE slug <> :slug ORDER BY id"), {"slug": slug})
                return list(slugs)[-number:]

    def group(self, number: int) -> str:
        """A group that has finished so many games: its slug."""
        with self.app.app_context():
            slug = groups.create(DEVICE, "Friday", datetime.now(UTC))
        self.copies(self.start(SHORT, len(SHORT), group=slug), number - 1, running=0)
        with self.app.app_context(), write_transaction() as connection:
            names = results.names_of(connection, groups.find(slug).id)
            results.recount(connection, names.merged, names)
        return slug

    def order(self, slug: str) -> tuple[int, ...]:
        """The seats in the order in which they bid in the open hand."""
        with self.app.app_context():
            return _order(games.load(slug).game)

    def forget_folded(self) -> None:
        """Let the next request read its game from the database, as after a start."""
        self.app.extensions.pop("scorekeeper.folded", None)

    def cookie(self, device: str = DEVICE) -> str:
        """The signed cookie that makes a browser that phone."""
        with self.app.app_context():
            sessions: Any = self.app.session_interface
            signed: str = sessions.get_signing_serializer(self.app).dumps({"device": device})
        return signed

    def cookie_sent(self, device: str = DEVICE) -> str:
        """The same cookie as that phone sends it, with its name."""
        return f"{self.app.config['SESSION_COOKIE_NAME']}={self.cookie(device)}"

    def phone(self) -> "Phone":
        """The scorekeeper's phone."""
        return Phone(self)


class Phone:
    """The scorekeeper's phone. What is refused is no measure of anything, so an answer other than the page ends all."""

    def __init__(self, house: House) -> None:
        self._client = house.app.test_client()
        self._client.set_cookie(house.app.config["SESSION_COOKIE_NAME"], house.cookie())

    def open(self, url: str) -> str:
        """A page."""
        return self._checked(self._client.get(url))

    def tap(self, url: str, fields: Fields) -> str:
        """The fragment that comes back."""
        return self._checked(self._client.post(url, data=fields, headers=QUICK))

    def _checked(self, response: TestResponse) -> str:
        if response.status_code != 200:
            raise RuntimeError(f"{response.request.path} answers {response.status}.")
        return response.text


def _played(stored: Stored, hand: tuple[int, int]) -> Stored:
    number, size = hand
    facts: list[Fact] = [Bid(number, seat, 0) for seat in _order(stored.game)]
    for fact in (*facts, Tricks(number, (size, 0, 0, 0))):
        stored = games.append(stored, fact, key="", at=datetime.now(UTC))
    return stored


def _order(game: Game) -> tuple[int, ...]:
    if game.hand is None:
        raise ValueError("The game is over.")
    return game.hand.order


def _copy(connection: Connection, slug: str, number: int, running: int) -> None:
    """Rows are written by the database itself, so that a hundred thousand games take seconds."""
    values = {"slug": slug, "number": number, "running": running}
    connection.execute(text(_inserted(GameRow.__table__, _GAMES, _CHANGED)), values)
    begun = {"game_id": "new.id", "shelf": "new.finished", "started_at": "new.started_at"}
    for table in Base.metadata.sorted_tables:
        if "game_id" in table.columns:
            connection.execute(text(_inserted(table, _BELONGING.format(table=table.name), begun)), values)


def _inserted(table: FromClause, source: str, changed: Mapping[str, str]) -> str:
    names = [column.name for column in table.columns if column.name != "id"]
    copied = ", ".join(changed.get(name, f"old.{name}") for name in names)
    return f"INSERT INTO {table} ({', '.join(names)}) SELECT {copied} {source}"


_EARLIER = "strftime('%Y-%m-%d %H:%M:%f000', old.{}, '-' || copy.number || ' minutes')"
_CHANGED = {
    "slug": "lower(hex(randomblob(11)))",
    "start_key": "NULL",
    "started_at": _EARLIER.format("started_at"),
    "updated_at": _EARLIER.format("updated_at"),
    "finished": "copy.number > :running",
}
_GAMES = """
FROM game AS old, (
  WITH RECURSIVE copy(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copy WHERE number < :number) SELECT number FROM copy
) AS copy
WHERE old.slug = :slug
"""
_BELONGING = """
FROM (SELECT * FROM game ORDER BY id DESC LIMIT :number) AS new, game, {table} AS old
WHERE game.slug = :slug AND old.game_id = game.id
"""


@contextmanager
def furnished() -> Iterator[House]:
    """A house of its own, pulled down afterwards."""
    with TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        house = House(Path(folder))
        yield house
        with house.app.app_context():
            db.engine.dispose()


def token(page: str) -> str:
    """The token that forms of this page carry."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    if found is None:
        raise ValueError("The page has no form.")
    return found[1]


def bid(csrf: str, hand: int, seat: int) -> Fields:
    """What a tap on 0 sends."""
    return _fields("bid", csrf, hand) | {"seat": str(seat), "bid": "0", "was": ""}


def tricks(csrf: str, hand: int, size: int) -> Fields:
    """What "Record" sends: the first player took all."""
    taken = {f"tricks-{seat}": str(0 if seat else size) for seat in range(len(PLAYERS))}
    return _fields("tricks", csrf, hand) | {"bids": "0 0 0 0", **taken}


def _fields(do: str, csrf: str, hand: int) -> Fields:
    return {"csrf_token": csrf, "do": do, "key": f"key {next(_keys)}", "hand": str(hand)}
