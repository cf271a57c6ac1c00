"""Groups: people who play together, the devices that keep score for them, and what everybody did.

Everybody who has a group's address may read. Only its members may write, and that they are is
judged under the group's lock.

A person is a name that stands on sheets, with all other names merged into it; sheets keep their names. The functions need an
application context.
"""

import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import aliased

from scorekeeper.ledger.names import NAME_LENGTH, tidy
from scorekeeper.ledger.tally import Against, Tally
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.storage import results, upkeep
from scorekeeper.storage.damage import is_address, is_count, shown
from scorekeeper.storage.database import can_be, glancing, take_turns, write_transaction
from scorekeeper.storage.records import readable_game
from scorekeeper.storage.tables import GameRow, GroupRow, MemberRow, PersonRow, ResultRow

MOST_GROUPS = 100


class NotAMember(LookupError):
    """The device keeps no score for the group, or no longer; or there is no such group."""


class NoSuchPerson(LookupError):
    """Nobody of the group has that name, or no longer."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group as `device` saw it; `member` tells whether that device keeps score for it.

    `generation` counts the private links handed out to those who keep score.
    """

    id: int
    slug: str
    name: str
    generation: int
    device: str
    member: bool


@dataclass(frozen=True, slots=True)
class Person:
    """A person of a group. `others` are the names merged into this one, by id; `against` is by person, merged names together."""

    id: int
    name: str
    tally: Tally
    against: Mapping[int, Against] = field(default_factory=dict)
    others: Mapping[int, str] = field(default_factory=dict)


def create(device: str, name: str, at: datetime) -> str:
    """A new group for which `device` keeps score; its slug. A group of that name which the device has already is that one."""
    name, alike = _checked(name)
    with write_transaction() as connection:
        take_turns(connection, f"groups of {device}")  # else two at once would find the name free
        mine = _groups_of(connection, device)
        there = next((group.slug for group in mine if results.key_of(group.name) == alike), None)
        if there is not None:
            return there
        if len(mine) >= MOST_GROUPS:
            raise RuleError("name", N_("This device has %(most)s groups already: leave some first."), most=MOST_GROUPS)
        slug = secrets.token_urlsafe(16)
        group_id = connection.scalar(insert(GroupRow).returning(GroupRow.id).values(slug=slug, name=name, since=at))
        connection.execute(insert(MemberRow).values(device=device, group_id=group_id, since=at))
        return slug


def find(slug: str, device: str = "") -> Group:
    """The group of that address, as `device` sees it; `LookupError` if there is none."""
    if not can_be(slug):
        raise LookupError("There is no such group.")
    mine = and_(MemberRow.group_id == GroupRow.id, MemberRow.device == device)
    wanted = select(*_SHOWN, MemberRow.device).outerjoin(MemberRow, mine)
    with glancing() as connection:
        row = connection.execute(wanted.where(GroupRow.slug == slug)).one_or_none()
    if row is None:
        raise LookupError("There is no such group.")
    return _group(row, device, member=row.device is not None)


def _group(row: Row[*tuple[Any, ...]], device: str, *, member: bool) -> Group:
    generation = row.generation if is_count(row.generation) else 0  # no link of that number was handed out
    return Group(row.id, row.slug, shown(row.name), generation, device, member)


_SHOWN = GroupRow.id, GroupRow.slug, GroupRow.name, GroupRow.generation


def groups_of(device: str) -> list[Group]:
    """The groups for which a device keeps score, the newest first."""
    with glancing() as connection:
        return _groups_of(connection, device)


def _groups_of(connection: Connection, device: str) -> list[Group]:
    wanted = select(*_SHOWN).join(MemberRow, MemberRow.group_id == GroupRow.id)
    newest_first = MemberRow.since.desc(), GroupRow.id.desc()
    rows = connection.execute(wanted.where(MemberRow.device == device).order_by(*newest_first))
    return [_group(row, device, member=True) for row in rows if is_address(row.slug)]


def held(connection: Connection, slug: str, device: str | None) -> Row[int, int]:
    """Id and generation of the group of that address, locked.

    Nobody else changes, joins or leaves it until this transaction ends. `NotAMember` unless `device`
    keeps score for it; `None` where that does not matter.
    """
    group = connection.execute(_LOCK, {"slug": slug}).one_or_none() if can_be(slug) else None
    if group is None or not (device is None or _is_member(connection, group.id, device)):
        raise NotAMember("The device does not keep score for the group.")
    return group


_LOCK = select(GroupRow.id, GroupRow.generation).where(GroupRow.slug == bindparam("slug")).with_for_update(key_share=True)


def _is_member(connection: Connection, group_id: int, device: str) -> bool:
    there = MemberRow.device == device, MemberRow.group_id == group_id
    return connection.scalar(select(MemberRow.group_id).where(*there)) is not None


def join(group: Group, device: str, at: datetime) -> None:
    """Let `device` keep score for the group. Harmless to repeat.

    `LookupError` if the private link was replaced since `group` was read.
    """
    with write_transaction() as connection:
        if held(connection, group.slug, None).generation != group.generation:
            raise LookupError("The private link was replaced by a new one.")
        if not _is_member(connection, group.id, device):
            connection.execute(insert(MemberRow).values(device=device, group_id=group.id, since=at))


def replace_private_link(group: Group, *, shown: int) -> None:
    """Make all private links worthless that were handed out, and shut out all but the group's device.

    `shown` is the generation to be replaced: if that has happened already, nothing more does.
    """
    raised = update(GroupRow).where(GroupRow.id == group.id).values(generation=shown + 1)
    others = MemberRow.group_id == group.id, MemberRow.device != group.device
    with write_transaction() as connection:
        if held(connection, group.slug, group.device).generation == shown:
            connection.execute(raised)
            connection.execute(delete(MemberRow).where(*others))


def leave(group: Group, device: str) -> None:
    """The group is none of this device's any more; games stay with those who score them.

    Harmless to repeat.
    """
    with write_transaction() as connection:
        held(connection, group.slug, None)
        connection.execute(delete(MemberRow).where(MemberRow.device == device, MemberRow.group_id == group.id))


def call(group: Group, name: str) -> None:
    """Another name for the group."""
    name, _ = _checked(name)
    with write_transaction() as connection:
        held(connection, group.slug, group.device)
        connection.execute(update(GroupRow).where(GroupRow.id == group.id).values(name=name))


def people_of(group: Group) -> list[Person]:
    """Everybody who has played a hand or a game, those with the most games first."""
    found = _known(group)
    there = (person for person in found.values() if person.tally.games or person.tally.hands)
    return sorted(there, key=lambda person: (-person.tally.games, -person.tally.hands, results.key_of(person.name)))


def person_of(group: Group, name: int) -> tuple[Person, dict[int, str]]:
    """The person who has this name, and what everybody else is called; `LookupError` if there is nobody.

    People are there who have a game in the group, and a deleted one is none.
    """
    found = _known(group, only=name)
    one = next((person for person in found.values() if name == person.id or name in person.others), None)
    if one is None:
        raise NoSuchPerson("There is no such person.")
    return one, {person.id: person.name for person in found.values() if person is not one}


def called_now(slug: str, players: Iterable[str]) -> list[str]:
    """These names, as the group calls these people by now: somebody may have been renamed, or two names be one person's."""
    with glancing() as connection:
        wanted = select(PersonRow.__table__).join(GroupRow, GroupRow.id == PersonRow.group_id).where(GroupRow.slug == slug)
        rows = connection.execute(wanted).all()
    names = results.names_in(rows)
    called = _called(rows)
    known = {row.likeness: called[names.root(row.id)] for row in rows}
    return [known.get(results.key_of(name), name) for name in players]


def rename(group: Group, person: int, name: str) -> None:
    """The person is called otherwise from now on, on sheets to come too; those that there are keep their names."""
    name, alike = _checked(name)
    with write_transaction() as connection:
        names = _locked(connection, group, person)
        root = names.root(person)
        known = names.ids.get(alike)
        if known is not None and (other := names.root(known)) != root:
            if _play(connection, names.all_of(other)):
                raise RuleError("name", N_("There is another person of that name already: merge the two instead."))
            unseen = update(PersonRow).where(PersonRow.id == other)
            connection.execute(unseen.values(merged_into=root))
        if known is None:
            new = {"group_id": group.id, "name": name, "likeness": alike, "merged_into": root, "tally": "{}"}
            connection.execute(insert(PersonRow), [new])
        connection.execute(update(PersonRow).where(PersonRow.id == root).values(name=name))


def merge(group: Group, person: int, into: int) -> None:
    """What stands under two names is one person's. Two who have met in a game are two."""
    with write_transaction() as connection:
        names = _locked(connection, group, person, into)
        one, other = names.root(person), names.root(into)
        if one == other:
            return
        if _have_met(connection, names.all_of(one), names.all_of(other)):
            raise RuleError("name", N_("These two have played in one game, so they are two people."))
        connection.execute(update(PersonRow).where(PersonRow.id == one).values(merged_into=other, tally="{}"))
        results.recount(connection, [other], results.names_of(connection, group.id))


def split(group: Group, name: int) -> None:
    """A merge taken back: the name is a person's own again. Harmless to repeat."""
    with write_transaction() as connection:
        names = _locked(connection, group, name)
        root = names.root(name)
        if root == name:
            return
        connection.execute(update(PersonRow).where(PersonRow.id == name).values(merged_into=None))
        results.recount(connection, [root, name], results.names_of(connection, group.id))
        _settle_again(connection, group.id)


def _settle_again(connection: Connection, group_id: int) -> None:
    """Games in which somebody counted for nobody, since two names were one person's: perhaps they are two now."""
    wanted = select(GameRow.id, GameRow.version).join(ResultRow, ResultRow.game_id == GameRow.id)
    games = connection.execute(wanted.where(GameRow.group_id == group_id, ResultRow.person_id.is_(None)).distinct()).all()
    whole = [(row.id, game) for row in games if (game := readable_game(connection, row)) is not None]
    if whole:
        results.settle(connection, group_id, whole)


def _checked(name: str) -> tuple[str, str]:
    name = tidy(name)
    if not results.key_of(name) or len(name) > NAME_LENGTH:
        raise RuleError("name", N_("A name has 1 to %(length)s letters."), length=NAME_LENGTH)
    return name, results.key_of(name)


def _locked(connection: Connection, group: Group, *people: int) -> results.Names:
    """The names of the group, which nobody else changes until this transaction ends.

    `LookupError` for somebody not in it, `NotAMember` unless the group's device keeps score for it.
    """
    held(connection, group.slug, group.device)
    names = results.names_of(connection, group.id)
    if any(person not in names.merged for person in people):
        raise NoSuchPerson("There is no such person.")
    return names


def _play(connection: Connection, names: list[int]) -> bool:
    """Whether somebody has a game under one of these names. If all are deleted, nobody is seen."""
    played = select(ResultRow.game_id).where(ResultRow.person_id.in_(names)).limit(1)
    return connection.scalar(played) is not None


def _have_met(connection: Connection, one: list[int], other: list[int]) -> bool:
    theirs = aliased(ResultRow)
    met = select(ResultRow.game_id).join(theirs, theirs.game_id == ResultRow.game_id)
    return connection.scalar(met.where(ResultRow.person_id.in_(one), theirs.person_id.in_(other)).limit(1)) is not None


def _known(group: Group, *, only: int | None = None) -> dict[int, Person]:
    """Everybody by id; first, what is no good of the sums is made anew, as far as the database can be written."""
    with glancing() as connection:
        found, sound = _people(connection, group.id, only=only)
    if not sound:
        with suppress(DBAPIError):
            upkeep.renew(group.id)
        with glancing() as connection:
            found, _ = _people(connection, group.id, only=only)
    return found


def _people(connection: Connection, group_id: int, *, only: int | None = None) -> tuple[dict[int, Person], bool]:
    """Everybody with a game by id, what they did and against whom; or what `only` one did, by any of the names.

    And whether all sums are there, and right as far as that can be told.
    """
    rows = results.people_in(connection, group_id)
    names = results.names_in(rows)
    there = {names.root(row.id) for row in rows if row.played}
    called = _called(rows)
    others: dict[int, dict[int, str]] = {}
    for row in rows:
        root = names.root(row.id)
        same = called.get(row.merged_into) == called[row.id]  # got by being renamed
        if root != row.id and not same:
            others.setdefault(root, {})[row.id] = called[row.id]
    found, sound = {}, not names.astray
    for row in rows:
        if names.root(row.id) == row.id:
            asked = only is None or names.root(only) == row.id
            tally = results.read_tally(row.tally, row.version) if asked else Tally() if row.version == results.VERSION else None
            sound = sound and results.is_whole(row.id, tally, names, played=row.id in there)
            if row.id in there:
                tally = tally or results.read_anyhow(row.tally)
                found[row.id] = Person(row.id, called[row.id], tally, _by_person(tally, names), others.get(row.id, {}))
    return found, sound


def _called(rows: Iterable[Row[Any]]) -> dict[int, str]:
    """What everybody is called: where that cannot be read, by what the name is compared by."""
    return {row.id: shown(row.name, row.likeness) for row in rows}


def _by_person(tally: Tally, names: results.Names) -> dict[int, Against]:
    against: dict[int, Against] = {}
    for name, one in tally.against.items():
        person = names.root(name)
        against[person] = against.get(person, Against()).plus(one)
    return against


def slugs_of(ids: set[int]) -> dict[int, str]:
    """The addresses of games by id, without deleted ones."""
    with glancing() as connection:
        rows = connection.execute(select(GameRow.id, GameRow.slug).where(GameRow.id.in_(ids), GameRow.deleted_at.is_(None)))
        return {row.id: row.slug for row in rows}
