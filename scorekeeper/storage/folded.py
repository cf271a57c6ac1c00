"""A memory of folded games, so that the 200th entry of a game costs what the first did. One per process and application.

Nothing has to be invalidated: a game in memory counts only at the version the database names, and a slug is never used twice.
"""

from collections import OrderedDict
from threading import Lock

from scorekeeper.ledger.game import Game


class FoldedGames:
    """The games used last, by slug."""

    def __init__(self, limit: int = 256) -> None:
        self._limit = limit
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = Lock()

    def recall(self, slug: str, version: int) -> Game | None:
        """The game at `version` or, if that isn't known, at an earlier one."""
        with self._lock:
            game = self._games.get(slug)
            if game is None or game.version > version:
                return None
            self._games.move_to_end(slug)
            return game

    def remember(self, slug: str, game: Game) -> None:
        """Keep `game` unless a later version is there already; forget the one not used for longest if there are too many."""
        with self._lock:
            known = self._games.get(slug)
            if known is None or known.version < game.version:
                self._games[slug] = game
            self._games.move_to_end(slug)
            if len(self._games) > self._limit:
                self._games.popitem(last=False)
