"""Reading rules from JSON strictly: a function takes a value and the key it stood under, and answers the value or names the key.

A key is written as a path ("schedule.max.table"), so that whoever typed it finds the place. What the keys mean is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.number import LIMIT, Points, number

Reader = Callable[[object, str], Any]


def section(value: object, key: str, known: Collection[str]) -> dict[str, object]:
    """A section holds known keys only, and a key that is null counts as missing.

    >>> section({"order": "simultaneous", "hook": None}, "bidding", ("order", "hook"))
    {'order': 'simultaneous'}
    >>> section({"hok": "always"}, "bidding", ("order", "hook"))
    Traceback (most recent call last):
    scorekeeper.rules.errors.RuleError: The rules have no key “bidding.hok”.
    """
    if not isinstance(value, Mapping):
        raise RuleError("rules", N_("In the rules, “%(key)s” must be an object with keys and values."), key=key or "rules")
    for name in value:
        if name not in known:
            unknown = path(key, quoted(name))
            raise RuleError("rules", N_("The rules have no key “%(key)s”."), key=unknown)
    return {name: content for name, content in value.items() if content is not None}


def quoted(written: object) -> str:
    """What was written, in short, as a sentence may tell it: half characters cannot be shown.

    >>> quoted("wizzard"), quoted("a\\ud800b")
    ('wizzard', 'a?b')
    """
    return str(written)[:40].encode(errors="replace").decode()


def path(key: str, name: str) -> str:
    """The path of a key below another one.

    >>> path("", "deck"), path("schedule", "max")
    ('deck', 'schedule.max')
    """
    return f"{key}.{name}" if key else name


def whole(value: object, key: str, least: int, most: int) -> int:
    """A whole number lies within its bounds; true, "3" and 3.0 are none."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        sentence = N_("In the rules, “%(key)s” must be a whole number from %(least)s to %(most)s.")
        raise RuleError("rules", sentence, key=key, least=least, most=most)
    return value


def points(value: object, key: str) -> Points:
    """A coefficient is a whole number or a half."""
    try:
        return number(value)
    except RuleError:
        sentence = N_("In the rules, “%(key)s” must be a whole number or a half, from %(least)s to %(most)s.")
        raise RuleError("rules", sentence, key=key, least=-LIMIT, most=LIMIT) from None


def choice(value: object, key: str, words: Collection[str]) -> str:
    """A choice is one of the words that are offered."""
    if not isinstance(value, str) or value not in words:
        raise RuleError("rules", N_("In the rules, “%(key)s” must be one of: %(words)s."), key=key, words=", ".join(words))
    return value


def flag(value: object, key: str) -> bool:
    """A switch is true or false."""
    if not isinstance(value, bool):
        raise RuleError("rules", N_("In the rules, “%(key)s” must be true or false."), key=key)
    return value


def text(value: object, key: str) -> str:
    """A text is a string with something in it."""
    if not isinstance(value, str) or not value.strip():
        raise RuleError("rules", N_("In the rules, “%(key)s” must be a text."), key=key)
    return value


def items(value: object, key: str, most: int) -> list[object]:
    """A list has at most so many items."""
    if not isinstance(value, list | tuple) or len(value) > most:
        raise RuleError("rules", N_("In the rules, “%(key)s” must be a list of at most %(most)s items."), key=key, most=most)
    return list(value)


def numbered(value: object, key: str, least: int, most: int) -> dict[int, object]:
    """A table has whole numbers, written as text, for its keys.

    >>> numbered({"3": 15, "4": 13}, "schedule.max.table", 2, 10)
    {3: 15, 4: 13}
    """
    known = {str(count): count for count in range(least, most + 1)}
    return {known[name]: content for name, content in section(value, key, known).items()}


def missing(key: str) -> RuleError:
    """What can't be guessed has to be given."""
    return RuleError("rules", N_("In the rules, “%(key)s” is missing."), key=key)
