"""A memory of folded games, so that the 200th entry of a game costs what the first did. One per process and application.

Nothing has to be invalidated: a game in memory counts only at the version and the time that the database names, and whoever goes on
from it compares its last entry. (A restored back-up may have another history at the same version.)
"""

from collections import OrderedDict
from datetime import datetime
from threading import Lock

from scorekeeper.ledger.game import Game


class FoldedGames:
    """The games used last, by slug, each with the time of its last change."""

    def __init__(self, limit: int = 256) -> None:
        self._limit = limit
        self._games: OrderedDict[str, tuple[Game, datetime]] = OrderedDict()
        self._lock = Lock()

    def recall(self, slug: str, version: int, changed: datetime) -> Game | None:
        """The game at `version`, changed at that time, or else at an earlier version; `None` if neither is known."""
        with self._lock:
            game, at = self._games.get(slug, (None, changed))
            if game is None or game.version > version or (game.version == version and at != changed):
                return None
            self._games.move_to_end(slug)
            return game

    def remember(self, slug: str, game: Game, changed: datetime) -> None:
        """Keep `game` in place of any other; forget the one not used for longest if there are too many."""
        with self._lock:
            self._games[slug] = game, changed
            self._games.move_to_end(slug)
            if len(self._games) > self._limit:
                self._games.popitem(last=False)
