"""Players' names: tidied, told apart as people would read them, and refused when nobody could."""

import re
import unicodedata
from collections.abc import Sequence

from scorekeeper.rules.errors import N_, RuleError

NAME_LENGTH = 40
JOINERS = "\u200c\u200d"
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"


def tidy(name: str) -> str:
    """The name as it is kept: composed, single spaces, no control or direction-changing characters.

    >>> tidy("  Jose\\u0301   Luis\\u202e ")
    'José Luis'
    """
    composed = unicodedata.normalize("NFC", name)
    kept = "".join(" " if c.isspace() else c for c in composed if c.isspace() or not _control(c))
    return re.sub(" +", " ", kept).strip()


def _control(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"} and character not in JOINERS


def likeness(name: str) -> str:
    """Equal for names that people would take for the same; empty for one that cannot be seen.

    >>> likeness("ANA ") == likeness("ana"), likeness("\\u200b") == ""
    (True, True)
    """
    folded = unicodedata.normalize("NFKC", tidy(name)).casefold()
    return "".join(c for c in folded if c not in JOINERS + BLANKS and not "\ufe00" <= c <= "\ufe0f").strip()


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
