"""Several games in one text: a .json file holds one, a .jsonl file one a line. All of them are read, or every fault is told."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scorekeeper.ledger.file_reading import LONGEST_NAME, is_crowded, nesting, parsed, read_game
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.names import NAME_LENGTH, tidy
from scorekeeper.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class Fault:
    """Why the game in line `line` (from 1) cannot be read. `player` is the name at the seat it concerns, if there is one."""

    line: int
    error: RuleError
    player: str = ""


def games_in(text: str, name: str = "") -> Iterator[tuple[int, str]]:
    """The games of a file called `name`, one by one, as line and text; blank lines hold none.

    Where the ending of the name does not tell, a text that is one object is one game.

    >>> list(games_in('{"a": 1}\\n\\n{"b": 2}'))
    [(1, '{"a": 1}'), (3, '{"b": 2}')]
    >>> list(games_in('{"a":\\n1}'))
    [(1, '{"a":\\n1}')]
    """
    if name.lower().endswith(".json") or (not name.lower().endswith(".jsonl") and _is_object(text)):
        yield 1, text
        return
    number, start = 1, 0
    while (found := _WRITTEN.search(text, start)) is not None:
        number += text.count("\n", start, found.start())
        start = max(text.rfind("\n", start, found.start()) + 1, start)
        end = text.find("\n", found.start())
        end = len(text) if end < 0 else end
        yield number, text[start:end]
        start = end


_WRITTEN = re.compile(r"\S")


def read_games(
    texts: Iterable[tuple[int, str]],
    *,
    most_faults: int | None = None,
) -> tuple[list[Game], list[Fault]]:
    """The games of these lines, each checked like entries made at the table, and every game that is refused, with the reason.

    After `most_faults` faults the rest is not read.
    """
    games: list[Game] = []
    faults: list[Fault] = []
    for line, one in texts:
        data: object = None
        try:
            with nesting():
                data = parsed(one)
                games.append(read_game(data))
        except RuleError as error:
            faults.append(Fault(line, _bare(error), _name_at(data, error.seat)))
            if len(faults) == most_faults:
                break
    return games, faults


def _is_object(text: str) -> bool:
    """Whether it is one object on several lines. Of a text with one a line the first is read."""
    body = text.strip()
    if not body.startswith("{") or "\n" not in body or is_crowded(body):
        return False
    try:
        return json.JSONDecoder().raw_decode(body)[1] == len(body)
    except (ValueError, RecursionError):
        return False


def _bare(error: RuleError) -> RuleError:
    """A refusal that holds on to nothing of what was read."""
    error.__context__ = error.__cause__ = None
    return error.with_traceback(None)


def _name_at(data: object, seat: int | None) -> str:
    """The name at the seat that a refusal concerns; it may itself be what was refused."""
    names = data.get("players") if isinstance(data, Mapping) else None
    if seat is None or not isinstance(names, list) or not 0 <= seat < len(names) or not isinstance(names[seat], str):
        return ""
    return tidy(names[seat][:LONGEST_NAME])[:NAME_LENGTH]
