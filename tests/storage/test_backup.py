"""Back-up and restore, while the program runs; a restore is checked before anything is replaced."""

import sqlite3
import stat

import pytest

from scorekeeper.ledger.entries import Bid, Start
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage import games, groups, house_rules, lists
from scorekeeper.storage.backup import BackupError, backup, restore
from scorekeeper.storage.database import db
from tests.storage.conftest import NOW, storage_app
from tests.storage.test_adding import HAND_1, played


def another(name="later"):
    fact = Start(Ruleset().to_data(), ("Dee", "Eli"), title=name)
    return games.start(fact, key=name, device="phone", at=NOW)


def bid(slug, number):
    with games.writing(slug) as stored:
        hand = stored.game.hand
        games.append(stored, Bid(hand.number, hand.bidder, number), key="", at=NOW)


def listed():
    return {game.slug for game in lists.games_of("phone", limit=100)}


def test_everything_is_in_the_backup_and_comes_back(storage, url, slug, tmp_path):
    bid(slug, 1)
    house_rules.keep("phone", "Friday", Ruleset().to_data(), NOW)
    before = games.load(slug).game
    assert backup(url, tmp_path / "games.backup") == 1
    bid(slug, 0)
    later = another()
    house_rules.keep("phone", "Monday", Ruleset().to_data(), NOW)
    assert restore(url, tmp_path / "games.backup") == 1
    assert games.load(slug).game == before
    assert listed() == {slug}
    assert games.version(later) is None
    assert [kept.name for kept in house_rules.kept_by("phone")] == ["Friday"]
    assert games.may_score(slug, "phone")
    new = another("new")
    assert listed() == {slug, new}


def test_groups_with_their_people_are_in_the_backup(storage, url, slug, tmp_path):
    """Also a name that is merged into a later one."""
    group = groups.find(groups.create("phone", "Friday", NOW), "phone")
    whole = [played(HAND_1, players=["Ana", name, "Cyril"], stopped=True) for name in ("Boris", "Bo")]
    games.add(whole, device="phone", at=NOW, group=group.slug)
    boris, bo = (next(person.id for person in groups.people_of(group) if person.name == name) for name in ("Boris", "Bo"))
    groups.merge(group, boris, bo)
    before = groups.people_of(group)
    backup(url, tmp_path / "b")
    groups.split(group, boris)
    restore(url, tmp_path / "b")
    assert groups.people_of(group) == before
    assert groups.find(groups.create("phone", "Monday", NOW)).id != group.id
    assert len(lists.games_of(group.slug, player="bo")) == 2


def test_games_move_to_a_database_of_another_kind_and_back(storage, url, slug, tmp_path, new_url):
    bid(slug, 1)
    before = games.load(slug).game
    laptop, back = f"sqlite:///{tmp_path / 'laptop.sqlite3'}", new_url()
    for source, target in ((url, laptop), (laptop, back)):
        backup(source, tmp_path / "moving")
        assert restore(target, tmp_path / "moving") == 1
    there = storage_app(back)
    with there.app_context():
        assert games.load(slug).game == before
        another()
        assert len(listed()) == 2
        db.engine.dispose()


def test_what_cannot_be_reached_is_told_without_its_password(tmp_path, slug, url, database):
    secret = "dont-tell"
    nowhere = f"postgresql+psycopg://ana:{secret}@/x?host={tmp_path}" if database == "postgresql" else f"sqlite:///{tmp_path}/no/x"
    backup(url, tmp_path / "b")
    for act in (lambda: backup(nowhere, tmp_path / "c"), lambda: restore(nowhere, tmp_path / "b")):
        with pytest.raises(BackupError) as fault:
            act()
        assert secret not in str(fault.value)
    assert not (tmp_path / "c").exists()


def test_a_game_in_memory_is_not_taken_for_the_restored_one(storage, url, slug, tmp_path):
    backup(url, tmp_path / "b")
    bid(slug, 1)
    bid(slug, 0)
    restore(url, tmp_path / "b")
    bid(slug, 0)
    bid(slug, 1)
    assert games.load(slug).game.hands[0].bids == (None, 0, 1)


def test_a_backup_is_one_private_file_that_replaces_an_older_one(storage, url, slug, tmp_path):
    target = tmp_path / "games.backup"
    backup(url, target)
    another()
    assert backup(url, target) == 2
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["games.backup"]
    with sqlite3.connect(target) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (2,)


def test_a_backup_that_cannot_be_written_says_so(storage, url, slug, tmp_path):
    with pytest.raises(BackupError, match="No back-up was written"):
        backup(url, tmp_path / "missing" / "games.backup")


def damaged(path, change):
    with sqlite3.connect(path) as connection:
        connection.execute(change)
        connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"no database at all, whatever its name"),
        lambda path: path.write_bytes(path.read_bytes()[:5000]),
        lambda path: path.unlink(),
        lambda path: damaged(path, "UPDATE entry SET data = '{' WHERE number = 1"),
        lambda path: damaged(path, "UPDATE game SET version = 7"),
        lambda path: damaged(path, "DROP TABLE entry"),
        lambda path: damaged(path, "DROP TABLE alembic_version"),
        lambda path: damaged(path, "UPDATE alembic_version SET version_num = '9999'"),
    ],
    ids=["empty", "text", "cut in half", "missing", "entry", "version", "table", "nobody's", "newer"],
)
def test_a_backup_that_is_not_sound_replaces_nothing(storage, url, slug, tmp_path, spoil):
    path = tmp_path / "games.backup"
    backup(url, path)
    later = another()
    spoil(path)
    with pytest.raises(BackupError):
        restore(url, path)
    assert listed() == {slug, later}
