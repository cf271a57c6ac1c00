"""The games that can be chosen by name: the catalogue's, the rules this device keeps, and what an earlier game was played by."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from flask import g

from scorekeeper import clock
from scorekeeper.rules.catalogue import Preset, preset, presets
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage import games, house_rules
from scorekeeper.storage.damage import DamagedGame, Unreadable, tell
from scorekeeper.storage.house_rules import Kept
from scorekeeper.web.security import device, named_device

UP_FRONT = (
    "seed",
    "hook-only",
    "wizard",
    "podrida",
    "pocha",
    "romanian-whist",
    "judgement",
    "nomination",
    "blob",
    "boerenbridge-10-2",
    "ascenseur",
    "plump",
    "rikiki",
    "wiki-exact",
    "skull-king",
)
FIRST = UP_FRONT[0]
KEPT, EARLIER = "kept-", "as-"


@dataclass(frozen=True, slots=True)
class Named:
    """A game by the name it is chosen by. `sentence` is empty for a table's own rules: their card tells them."""

    id: str
    name: str
    ruleset: Ruleset
    sentence: str = ""
    note: str = ""
    family: str = ""
    has_scoring: bool = True
    has_schedule: bool = True


@dataclass(frozen=True, slots=True)
class Damaged:
    """Rules of this device that cannot be read: they can only be forgotten."""

    id: str
    name: str


def named(id: str) -> Named | None:  # noqa: A002 (the catalogue's word)
    """The game of this id, if there is one: `wizard`, `kept-3`, `as-` and an earlier game's address."""
    if id.startswith(KEPT):
        return next((one for one in kept() if one.id == id), None)
    if id.startswith(EARLIER):
        return _as_earlier(id)
    try:
        return _of_catalogue(preset(id))
    except RuleError:
        return None


def catalogue() -> Iterator[Named]:
    """Every entry of the catalogue, in its order."""
    return map(_of_catalogue, presets())


def kept() -> tuple[Named, ...]:
    """The rules that this device keeps."""
    return tuple(one for one in _of_device() if isinstance(one, Named))


def damaged() -> tuple[Damaged, ...]:
    """What this device keeps and nobody can read."""
    return tuple(one for one in _of_device() if isinstance(one, Damaged))


def _of_device() -> tuple[Named | Damaged, ...]:
    """Read once for each request."""
    if "kept_rules" not in g:
        g.kept_rules = tuple(map(_read, house_rules.kept_by(device() or "")))
    found: tuple[Named | Damaged, ...] = g.kept_rules
    return found


def _read(row: Kept) -> Named | Damaged:
    try:
        if row.rules is not None:
            return Named(f"{KEPT}{row.id}", row.name, Ruleset.from_data(row.rules))
    except RuleError:  # kept by a newer version of this program
        pass
    tell(Unreadable("house_rules", "rules", id=row.id))
    return Damaged(f"{KEPT}{row.id}", row.name)


def keep(name: str, rules: Ruleset) -> str:
    """Keep rules on this device under a name, and answer the id by which they are chosen. A `RuleError` tells a fault."""
    g.pop("kept_rules", None)
    return f"{KEPT}{house_rules.keep(named_device(), name, rules.to_data(), clock.now())}"


def forget(id: str) -> None:  # noqa: A002 (the catalogue's word)
    """Forget rules that this device keeps; harmless for any other id."""
    for row in house_rules.kept_by(named_device()):
        if id == f"{KEPT}{row.id}":
            house_rules.forget(named_device(), row.id)
    g.pop("kept_rules", None)


def _as_earlier(id: str) -> Named | None:  # noqa: A002 (the catalogue's word)
    try:
        game = games.load(id.removeprefix(EARLIER)).game
    except (LookupError, DamagedGame):
        return None
    return Named(id, game.game, game.rules)


def _of_catalogue(entry: Preset) -> Named:
    return Named(
        entry.id, entry.name, entry.ruleset, entry.sentence, entry.note, entry.family, entry.has_scoring, entry.has_schedule
    )


def found_by(words: str, text: str) -> bool:
    """Whether every word stands somewhere in the text, whatever its case and accents.

    >>> found_by("ASCEN ten", "L’Ascenseur: ten cards"), found_by("wist", "Whist")
    (True, False)
    """
    plain = _plain(text)
    return all(word in plain for word in _plain(words).split())


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.replace("’", "'")).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
