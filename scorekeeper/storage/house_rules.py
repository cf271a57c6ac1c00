"""Rules that a device keeps under names of its own. Games copy them when they start, so forgetting them changes no game.

The functions need an application context.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.ledger.names import NAME_LENGTH, likeness, tidy
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.storage.damage import shown
from scorekeeper.storage.database import glancing, write_transaction
from scorekeeper.storage.tables import HouseRulesRow

MOST_KEPT = 200
_LIKENESS_LENGTH = 200  # some letters stand for whole words, and are compared as such


@dataclass(frozen=True, slots=True)
class Kept:
    """Rules, as plain data, under the name a device gave them; `None` where they cannot be read."""

    id: int
    name: str
    rules: Mapping[str, Any] | None


def keep(device: str, name: str, rules: Mapping[str, Any], at: datetime) -> int:
    """Keep the rules under that name, in place of any that had it, and answer their id. A `RuleError` tells a fault."""
    name = tidy(name)
    alike = likeness(name)
    if not alike or len(name) > NAME_LENGTH or len(alike) > _LIKENESS_LENGTH:
        raise RuleError("name", N_("A name for rules has 1 to %(length)s letters."), length=NAME_LENGTH)
    values = {"name": name, "rules": json.dumps(rules, separators=(",", ":")), "since": at}
    try:
        return _keep(device, alike, values)
    except IntegrityError:  # two at the same time, on a database that locks rows only: the other one is there now
        return _keep(device, alike, values)


def _keep(device: str, alike: str, values: Mapping[str, Any]) -> int:
    mine = HouseRulesRow.device == device
    with write_transaction() as connection:
        known = connection.scalar(select(HouseRulesRow.id).where(mine, HouseRulesRow.likeness == alike))
        if known is not None:
            connection.execute(update(HouseRulesRow).where(HouseRulesRow.id == known).values(**values))
            return known
        if (connection.scalar(select(func.count()).where(mine)) or 0) >= MOST_KEPT:
            raise RuleError("name", N_("This device keeps %(most)s rules already: forget some first."), most=MOST_KEPT)
        key = connection.execute(insert(HouseRulesRow).values(device=device, likeness=alike, **values)).inserted_primary_key
        return int(key[0]) if key else 0


def kept_by(device: str) -> tuple[Kept, ...]:
    """What a device keeps, by name."""
    with glancing() as connection:
        rows = connection.execute(
            select(HouseRulesRow.id, HouseRulesRow.name, HouseRulesRow.rules)
            .where(HouseRulesRow.device == device)
            .order_by(HouseRulesRow.likeness)
        ).all()
    return tuple(Kept(row.id, shown(row.name), _read(row.rules)) for row in rows)


def _read(text: object) -> Mapping[str, Any] | None:
    try:
        rules = json.loads(text) if type(text) is str else None
    except (ValueError, RecursionError):
        return None
    return rules if isinstance(rules, dict) else None


def forget(device: str, id: int) -> None:  # noqa: A002 (the field's own name)
    """Forget those rules; harmless when they are gone, or another device's."""
    with write_transaction() as connection:
        connection.execute(delete(HouseRulesRow).where(HouseRulesRow.device == device, HouseRulesRow.id == id))
