"""The named games and scorings, read from `catalogue.json`: adding one is adding an entry there, and nothing else.

The file is read once and as strictly as any other rules: by the web application when it starts, else when it is first needed.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from scorekeeper.rules import reading
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import KEYS as RULE_KEYS
from scorekeeper.rules.ruleset import Ruleset

DESCRIPTIVE = ("id", "family", "name", "sentence", "note", "sources")


@dataclass(frozen=True, slots=True)
class Preset:
    """A named game: its rules, and one sentence that tells them to players.

    Where a source gives no scoring or no schedule, the base game's stands in (`has_scoring`, `has_schedule`).
    """

    id: str
    family: str
    name: str
    sentence: str
    ruleset: Ruleset
    has_scoring: bool
    has_schedule: bool
    sources: tuple[str, ...]
    note: str = ""


def preset(id: object) -> Preset:  # noqa: A002 (the field's own name)
    """The catalogue entry of this id.

    >>> preset("wizard").ruleset.pack(4)
    60
    """
    if isinstance(id, str) and id in _by_id():
        return _by_id()[id]
    raise RuleError("rules", N_("There are no rules called “%(id)s”."), id=reading.quoted(id))


def presets() -> tuple[Preset, ...]:
    """All entries: the base game's first, then family by family.

    >>> presets()[0].id
    'seed'
    """
    return tuple(_by_id().values())


def read_presets(entries: object) -> dict[str, Preset]:
    """Entries as they stand in the file, by id; a fault names the entry and the key.

    >>> try:
    ...     read_presets([{"id": "x", "family": "F", "name": "N", "sentence": "S.", "sources": [], "tye": "shared"}])
    ... except RuleError as error:
    ...     print(error)
    Catalogue entry “x”: The rules have no key “tye”.
    """
    read: dict[str, Preset] = {}
    for entry in reading.items(entries, "catalogue", 10_000):
        name = entry.get("id") if isinstance(entry, dict) else None
        try:
            found = _read(entry, read)
        except RuleError as error:
            raise RuleError("rules", N_("Catalogue entry “%(entry)s”: %(fault)s"), entry=name, fault=str(error)) from None
        read[found.id] = found
    return read


def _read(entry: object, read: Collection[str]) -> Preset:
    given = reading.section(entry, "", (*DESCRIPTIVE, *RULE_KEYS))
    texts = {key: reading.text(given.get(key), key) for key in ("id", "family", "name", "sentence")}
    if texts["id"] in read:
        raise RuleError("rules", N_("This id is there twice."))
    rules = {key: value for key, value in given.items() if key in RULE_KEYS}
    return Preset(
        **texts,
        ruleset=Ruleset.from_data(rules),
        has_scoring="scoring" in rules,
        has_schedule="schedule" in rules,
        sources=_sources(given.get("sources", ()), "sources"),
        note=reading.text(given["note"], "note") if "note" in given else "",
    )


def _sources(value: object, key: str) -> tuple[str, ...]:
    sources = tuple(reading.text(source, key) for source in reading.items(value, key, 100))
    if not sources:
        raise reading.missing(key)
    return sources


def as_written() -> list[dict[str, Any]]:
    """The entries as they stand in the file, to be looked at or copied; whether they are right is for `presets` to say."""
    try:
        entries: list[dict[str, Any]] = json.loads(resources.files(__package__).joinpath("catalogue.json").read_text("utf-8"))
    except ValueError as error:
        raise RuleError("rules", N_("The catalogue is not JSON: %(reason)s."), reason=error) from None
    return entries


@cache
def _by_id() -> dict[str, Preset]:
    return read_presets(as_written())
