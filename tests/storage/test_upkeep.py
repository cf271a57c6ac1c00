"""Deleted games are purged after 30 days: nothing of them is left, and they stay deleted."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from scorekeeper.storage import games, groups, lists, upkeep
from scorekeeper.storage.backup import backup, restore
from scorekeeper.storage.database import reading
from scorekeeper.storage.tables import Base
from tests.storage.conftest import NOW
from tests.storage.test_groups import add, another, people

MONTH = timedelta(days=30)
KEPT = ("entry", "listing", "result", "scorer")
TOLD = (*KEPT, "game", "person")


@pytest.fixture
def group(storage):
    return groups.find(groups.create("phone", "Friday", NOW), "phone")


@pytest.fixture
def deleted(group):
    """A game of Zenobia's, deleted now, beside another one."""
    gone, _stays = add(group, another(0, "Zenobia", "Yolanda", "Ximena", title="Secret"), another(1))
    games.grant(gone, "tablet")
    games.delete_game(gone, "phone", at=NOW)
    return gone


def everything():
    """All that the tables of games hold."""
    with reading() as connection:
        return {name: sorted(map(str, connection.execute(select(Base.metadata.tables[name])))) for name in TOLD}


def rows_of(slug):
    game = Base.metadata.tables["game"]
    with reading() as connection:
        game_id = connection.scalar(select(game.c.id).where(game.c.slug == slug))
        count = select(func.count())
        return sum(connection.scalar(count.where(Base.metadata.tables[name].c.game_id == game_id)) for name in KEPT)


def test_nothing_of_a_purged_game_is_left_but_its_address(deleted, group):
    before = people(group)
    assert upkeep.purge(NOW + MONTH - timedelta(seconds=1)) == 0
    assert "Secret" in str(everything())
    assert upkeep.purge(NOW + MONTH) == 1
    assert upkeep.purge(NOW + MONTH) == 0
    left = str(everything())
    assert deleted in left
    assert not [name for name in ("Zenobia", "Yolanda", "Ximena", "Secret") if name in left]
    assert rows_of(deleted) == 0
    assert rows_of(lists.games_of("phone")[0].slug) > 0
    assert people(group) == before
    assert len(lists.games_of(group.slug)) == 1


def test_a_name_that_somebody_put_right_outlives_its_games(deleted, group):
    """Zenobia is Unathi now, and Yolanda is Boris: only Ximena is nobody."""
    boris = people(group)["Boris"].id
    ids = {name: id_ for id_, name in groups.person_of(group, boris)[1].items()}
    groups.rename(group, ids["Zenobia"], "Unathi")
    groups.merge(group, ids["Yolanda"], boris)
    before = people(group)
    upkeep.purge(NOW + MONTH)
    left = re.findall("(?:Zenobia|Unathi|Yolanda|Ximena|Boris)\\b", str(everything()["person"]))
    assert sorted(set(left)) == ["Boris", "Unathi", "Yolanda"]
    assert people(group) == before


def test_a_purged_game_stays_deleted_for_every_phone(deleted):
    upkeep.purge(NOW + MONTH)
    for device in ("phone", "tablet", "stranger"):
        with pytest.raises(games.DeletedGame):
            games.load(deleted, device)
        with pytest.raises(games.DeletedGame):
            games.restore_game(deleted, device, at=NOW + MONTH)
    assert games.version(deleted) is None
    assert lists.deleted_games_of("phone", now=NOW) == []


def test_a_start_sent_again_after_the_purge_starts_nothing(storage, start_fact):
    slug = games.start(start_fact, key="begin", device="phone", at=NOW)
    games.delete_game(slug, "phone", at=NOW)
    upkeep.purge(NOW + MONTH)
    assert games.start(start_fact, key="begin", device="phone", at=NOW) == slug
    with pytest.raises(games.DeletedGame):
        games.load(slug)


def test_a_deletion_purges_older_ones_at_most_once_a_day(group):
    slugs = add(group, *map(another, range(5)))
    for slug, day in zip(slugs, (0, 0.2, 30, 30.5, 31.1), strict=True):
        games.delete_game(slug, "phone", at=NOW + timedelta(days=day))
        assert [rows_of(one) == 0 for one in slugs[:2]] == [day >= 30, day > 31], day


def test_lists_and_back_ups_do_without_purged_games(deleted, group, url, tmp_path):
    upkeep.purge(NOW + MONTH)
    before = everything()
    assert upkeep.rebuild() == (1, [])
    assert backup(url, tmp_path / "copy") == 2
    assert restore(url, tmp_path / "copy") == 2
    assert everything() == before
    with pytest.raises(games.DeletedGame):
        games.load(deleted)


def test_many_are_purged_in_steps(group, monkeypatch):
    monkeypatch.setattr(upkeep, "AT_ONCE", 2)
    slugs = add(group, *map(another, range(5)))
    for slug in slugs:
        games.delete_game(slug, "phone", at=NOW)
    assert upkeep.purge(NOW + MONTH) == 5
    assert [rows_of(slug) for slug in slugs] == [0] * 5
