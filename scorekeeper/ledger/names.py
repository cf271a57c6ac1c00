"""Players' names, and other texts: tidied, told apart as people would read them, and refused when nobody could."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Literal

from scorekeeper.rules.errors import N_, RuleError

NAME_LENGTH, TITLE_LENGTH, NOTE_LENGTH = 40, 100, 500
LONGEST, MOST_MARKS = 2_000, 30  # as many marks as no language has, which is where Unicode draws the line too (UAX 15)
# Code points that show nothing by themselves (Unicode's Default_Ignorable_Code_Point), and the braille blank.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
JOINERS = "\u200c\u200d"  # they shape Persian and Indic words, and some emoji
_ASCII_CONTROLS = dict.fromkeys([*range(32), 127])


def tidy(name: str) -> str:
    """The name as it is kept: composed, single spaces, no control or direction-changing characters.

    Nobody types more than `LONGEST` letters or piles up more than `MOST_MARKS` marks on one; what is beyond goes.

    >>> tidy("  Jose\\u0301   Luis\\u202e ")
    'José Luis'
    """
    text = " ".join(name.split())[:LONGEST]
    if text.isascii():
        kept = text if text.isprintable() else text.translate(_ASCII_CONTROLS)
    else:
        kept = _normal("NFC", "".join(c for c in text if c in JOINERS or not _control(c)))
    return " ".join(kept.split())


@lru_cache(10_000)
def _control(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"}


def _normal(form: Literal["NFC", "NFKC"], text: str) -> str:
    """The text in this normal form, in time that grows with its length only: marks are sorted, which is slow for many in a row."""
    if text.isascii():
        return text
    kept, marks = [], 0
    for character in text:
        more, alone = _marks(character)
        if not alone:
            marks = 0
        elif marks + more > MOST_MARKS:
            continue
        kept.append(character)
        marks += more
    return unicodedata.normalize(form, "".join(kept))


@lru_cache(10_000)
def _marks(character: str) -> tuple[int, bool]:
    """How many combining marks a character ends with once it is taken apart, and whether it is nothing else.

    >>> _marks("é"), _marks("\\u0301"), _marks("\\u0344"), _marks("e")
    ((1, False), (1, True), (2, True), (0, False))
    """
    parts = [unicodedata.combining(part) > 0 for part in unicodedata.normalize("NFKD", character)]
    return len(list(takewhile(bool, reversed(parts)))), all(parts)


def likeness(name: str) -> str:
    """Equal for names that people would take for the same; empty for one that cannot be seen.

    >>> likeness("ANA ") == likeness("ana"), likeness("\\u200b") == ""
    (True, True)
    """
    text = tidy(name)
    if text.isascii():
        return text.lower()
    folded = _normal("NFKC", text).casefold()
    return " ".join(INVISIBLE.sub("", _normal("NFKC", folded)).split())


def check_names(names: Sequence[str]) -> None:
    """Refuse the first name that is empty, too long or like an earlier one, naming its seat."""
    seen: dict[str, str] = {}
    for seat, name in enumerate(names):
        alike = likeness(name)
        if not alike:
            raise RuleError("players", N_("This player needs a name."), seat=seat)
        if len(name) > NAME_LENGTH:
            raise RuleError("players", N_("A name has at most %(length)s letters."), seat=seat, length=NAME_LENGTH)
        if alike in seen:
            sentence = N_("Two players may not have the same name: %(name)s is already there.")
            raise RuleError("players", sentence, seat=seat, name=seen[alike])
        seen[alike] = name


def check_length(text: str, most: int, *, hand: int | None = None) -> None:
    """Refuse a text too long for the place where it is to stand.

    >>> check_length("Friday", TITLE_LENGTH)
    """
    if len(text) > most:
        raise RuleError("title", N_("At most %(length)s letters fit here."), hand=hand, length=most)


def shortened(names: Sequence[str], room: int) -> tuple[str, ...]:
    """Names of at most so many letters, still told apart.

    >>> shortened(("Ana", "Bartholomew the Elder", "Bartholomew the Younger", "Maximilian"), 8)
    ('Ana', 'Barth…2', 'Barth…3', 'Maximil…')
    """
    cut = [name if len(name) <= room else f"{name[: room - 1].rstrip()}…" for name in names]
    numbered = [f"{name[: room - 2 - len(str(seat))].rstrip()}…{seat}" for seat, name in enumerate(names, start=1)]
    return tuple(short if cut.count(short) == 1 else numbered[seat] for seat, short in enumerate(cut))
