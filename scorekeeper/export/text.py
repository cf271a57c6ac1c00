"""The score sheet as plain text for a chat: standings with places and gaps, then a line for each hand. Nothing has to stand in
columns, since messengers show letters of any width.
"""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.sheet import Row, ScoreSheet
from scorekeeper.rules.number import Points

SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
MISSED = "●"
ISOLATE, END = "\u2068", "\u2069"


@dataclass(frozen=True, slots=True)
class Words:
    """What the text says besides names and numbers, in the reader's language.

    `heads` are the lines it begins with. `hand` says what a hand's line begins with, given who deals; `given` what points outside
    of the hands were; `signs` what a player had beside bid and tricks; `above` and `below` what is said around a row. `missed`
    explains the dot.
    """

    heads: Sequence[str]
    hand: Callable[[Hand, str], str]
    given: Callable[[Row], str]
    above: Callable[[Row], Sequence[str]]
    below: Callable[[Row], Sequence[str]]
    signs: Callable[[Hand, int], Sequence[str]]
    figure: Callable[[Points], str]
    gain: Callable[[Points], str]
    missed: str
    right_to_left: bool = False


def write(sheet: ScoreSheet, words: Words) -> str:
    """The whole text. A hand of Ana's: "Ana 1/1 +11" bid one and took it, "Ana 1/0 ● 0" bid one and missed."""
    names = [isolated(name, right_to_left=words.right_to_left) for name in sheet.players]
    parts = ["\n".join(words.heads), "\n".join(_standings(sheet, names, words))]
    if sheet.rows:
        parts.append("\n".join(_lines(sheet, names, words)))
        parts.append(words.missed)
    return "\n\n".join(parts) + "\n"


def isolated(name: str, *, right_to_left: bool = False) -> str:
    """A name written in the other direction than the text keeps its own; any other stays plain, without signs that nobody sees.

    >>> isolated("Ana"), len(isolated("דנה")), len(isolated("דנה", right_to_left=True))
    ('Ana', 5, 3)
    """
    directions = {unicodedata.bidirectional(letter) for letter in name}
    foreign = "L" in directions if right_to_left else bool(directions & {"R", "AL", "AN"})
    return f"{ISOLATE}{name}{END}" if foreign else name


def _standings(sheet: ScoreSheet, names: Sequence[str], words: Words) -> Iterator[str]:
    for seat in sheet.standings:
        gap = sheet.gaps[seat]
        behind = f" ({words.gain(-gap)})" if gap else ""
        yield f"{sheet.places[seat]}. {names[seat]} {words.figure(sheet.totals[seat])}{behind}"


def _lines(sheet: ScoreSheet, names: Sequence[str], words: Words) -> Iterator[str]:
    for row in sheet.rows:
        hand = row.line.hand if row.line else None
        begins = words.hand(hand, names[hand.dealer]) if hand else words.given(row)
        yield from words.above(row)
        seats = [seat for seat in sheet.circle if row.points[seat] is not None]
        yield f"{begins}: {', '.join(_of(row, seat, names[seat], words) for seat in seats)}"
        yield from words.below(row)


def _of(row: Row, seat: int, name: str, words: Words) -> str:
    hand, parts = row.line.hand if row.line else None, [name]
    if hand and hand.made(seat) is not None:
        parts.append(f"{hand.bids[seat]}/{hand.tricks[seat]}")
        parts += [MISSED] if hand.made(seat) is False else []
    parts += words.signs(hand, seat) if hand else []
    return " ".join([*parts, words.gain(row.points[seat] or 0)])
