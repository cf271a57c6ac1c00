"""Several games in one text: a .json file holds one, a .jsonl file one a line. All of them are read, or every fault is told."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.ledger.file_reading import read_text
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.names import NAME_LENGTH, tidy
from scorekeeper.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class Fault:
    """Why the game in line `line` (from 1) cannot be read. `player` is the name at the seat it concerns, if there is one."""

    line: int
    error: RuleError
    player: str = ""


def games_in(text: str, name: str = "") -> list[tuple[int, str]]:
    """The games of a file called `name`, each as its line and its own text; blank lines hold none.

    Where the ending of the name does not tell, a text that is one object is one game.

    >>> games_in('{"a": 1}\\n\\n{"b": 2}')
    [(1, '{"a": 1}'), (3, '{"b": 2}')]
    >>> games_in('{"a":\\n1}')
    [(1, '{"a":\\n1}')]
    """
    if name.lower().endswith(".json") or (not name.lower().endswith(".jsonl") and _is_object(text)):
        return [(1, text)]
    return [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]


def read_games(texts: Iterable[tuple[int, str]]) -> tuple[list[Game], list[Fault]]:
    """The games of these lines, each checked like entries made at the table, and every game that is refused, with the reason."""
    games, faults = [], []
    for line, one in texts:
        try:
            games.append(read_text(one))
        except RuleError as error:
            faults.append(Fault(line, error, _name_at(one, error.seat)))
    return games, faults


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _name_at(text: str, seat: int | None) -> str:
    """The name at the seat that a refusal concerns; it may itself be what was refused."""
    data = json.loads(text) if seat is not None else None
    names = data.get("players") if isinstance(data, Mapping) else None
    if seat is None or not isinstance(names, list) or not 0 <= seat < len(names) or not isinstance(names[seat], str):
        return ""
    return tidy(names[seat])[:NAME_LENGTH]
