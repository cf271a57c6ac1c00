"""Back-up and restore, while the program runs; a restore is checked before anything is replaced."""

import os
import shutil
import sqlite3
import stat
import tempfile
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import text, update

from scorekeeper.ledger.entries import Bid, Start
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.settings import sqlite_url
from scorekeeper.storage import backup as module
from scorekeeper.storage import games, groups, house_rules, lists
from scorekeeper.storage.backup import BackupError, backup, restore
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.schema import closing_engine, migrate, version_of, versions
from scorekeeper.storage.tables import EntryRow
from tests.storage.conftest import NOW, storage_app
from tests.storage.test_adding import HAND_1, played
from tests.storage.test_schema import copied, upgrade_to


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
    laptop, back = sqlite_url(tmp_path / "laptop.sqlite3"), new_url()
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
    nowhere = (
        f"postgresql+psycopg://ana:{secret}@/x?host={tmp_path}" if database == "postgresql" else sqlite_url(tmp_path / "no" / "x")
    )
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
    there = path.exists()
    with pytest.raises(BackupError):
        restore(url, path)
    assert listed() == {slug, later}
    assert path.exists() is there


@pytest.mark.parametrize("name", ["50% of #1?", "100%25", "a 'b' \"c\"", "Škola ♠", "file:x?mode=rw", os.fsdecode(b"\xff")])
def test_a_back_up_may_have_any_name_and_stand_in_any_folder(storage, url, slug, tmp_path, name):
    (tmp_path / name).mkdir()
    path = tmp_path / name / f"{name}.backup"
    assert backup(url, path) == 1
    another()
    assert restore(url, path) == 1
    assert listed() == {slug}
    assert list((tmp_path / name).iterdir()) == [path]


@pytest.mark.sqlite_only("a database server keeps no files of ours")
@pytest.mark.parametrize("name", ["50% of #1?", "Škola ♠"])
def test_the_games_may_stand_in_any_folder(start_fact, tmp_path, name):
    (tmp_path / name).mkdir()
    url = sqlite_url(tmp_path / name / "scorekeeper.sqlite3")
    migrate(url)
    with storage_app(url).app_context():
        slug = games.start(start_fact, key="begin", device="phone", at=NOW)
        backup(url, tmp_path / "b")
        another()
        restore(url, tmp_path / "b")
        assert listed() == {slug}
        db.engine.dispose()


def bare(folder):
    """What stands in a folder; the notes that a reading SQLite shares with others in memory are none."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}


@pytest.fixture
def unclean(storage, data, slug, tmp_path):
    """A folder with a database whose last games are in its write-ahead log only, as after a power cut."""
    folder = tmp_path / "unclean"
    folder.mkdir()
    for name in ("scorekeeper.sqlite3", "scorekeeper.sqlite3-wal"):
        shutil.copy(data / name, folder)
    return folder


@pytest.mark.sqlite_only("a database server keeps no files of ours")
def test_taking_a_back_up_writes_nothing_where_the_games_are(url, data, unclean, tmp_path):
    for folder in (data, unclean):
        before = bare(folder)
        assert before["scorekeeper.sqlite3-wal"]
        assert backup(sqlite_url(folder / "scorekeeper.sqlite3"), tmp_path / "b") == 1
        assert bare(folder) == before


@contextmanager
def as_nobody():
    """Without rights, also where the tests run as root."""
    if os.geteuid() == 0:
        os.setegid(65534)
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(os.getuid())
        os.setegid(os.getgid())


@pytest.mark.sqlite_only("a database server keeps no files of ours")
@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="needs rights as Unix has them")
@pytest.mark.parametrize("log", [True, False])
def test_games_in_a_folder_that_is_read_only_are_backed_up(unclean, log):
    with tempfile.TemporaryDirectory() as there, tempfile.TemporaryDirectory() as target:
        folder = shutil.copytree(unclean, Path(there) / "data")
        if not log:
            settled(folder / "scorekeeper.sqlite3")
        for path in (*folder.iterdir(), Path(there), folder):
            path.chmod(0o555 if path.is_dir() else 0o444)
        Path(target).chmod(0o777)
        with as_nobody():
            with pytest.raises(PermissionError):
                (folder / "x").touch()
            assert backup(sqlite_url(folder / "scorekeeper.sqlite3"), Path(target) / "b") == 1
        folder.chmod(0o755)


def settled(path):
    """Stopped as it should be: everything is in the one file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("SELECT count(*) FROM game").fetchone()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.sqlite_only("a database server keeps no files of ours")
def test_a_database_that_is_written_while_it_is_copied_is_copied_again(unclean, tmp_path, monkeypatch):
    states = iter([[(1, 1)], [(2, 2)], [(3, 3)], [(3, 3)]])
    monkeypatch.setattr(module, "_state", lambda path: next(states))
    monkeypatch.setattr(module, "_opened", lambda path, mode, true=module._opened: fail() if mode == "ro" else true(path, mode))
    assert backup(sqlite_url(unclean / "scorekeeper.sqlite3"), tmp_path / "b") == 1
    numbers = count()
    monkeypatch.setattr(module, "_state", lambda path: next(numbers))
    with pytest.raises(BackupError, match="writes there all the time"):
        backup(sqlite_url(unclean / "scorekeeper.sqlite3"), tmp_path / "c")


def fail():
    raise sqlite3.OperationalError("unable to open database file")


@pytest.mark.sqlite_only("a database server keeps no files of ours")
def test_a_back_up_never_takes_the_place_of_the_games(url, slug, data):
    for name in ("scorekeeper.sqlite3", "scorekeeper.sqlite3-wal"):
        with pytest.raises(BackupError, match="the games themselves are kept there"):
            backup(url, data / ".." / "data" / name)
    assert listed() == {slug}


def test_a_back_up_takes_the_place_of_files_only(url, slug, tmp_path):
    pipe, link, to_pipe = (tmp_path / name for name in ("pipe", "link", "to pipe"))
    os.mkfifo(pipe)
    link.symlink_to(tmp_path / "kept elsewhere")
    to_pipe.symlink_to(pipe)
    for target in (pipe, to_pipe, tmp_path):
        with pytest.raises(BackupError, match="not a file has that name"):
            backup(url, target)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert backup(url, link) == 1
    assert link.is_symlink()
    assert (tmp_path / "kept elsewhere").is_file()


def test_without_games_there_is_no_back_up_and_no_new_database(new_url, tmp_path, database):
    with pytest.raises(BackupError, match="there are no games" if database == "sqlite" else "not set up"):
        backup(new_url(), tmp_path / "b")
    assert [path for path in tmp_path.iterdir() if path.is_file()] == []


@pytest.mark.parametrize("version", versions()[:-1])
def test_a_database_of_an_older_version_is_backed_up_and_stays_as_it_is(url, slug, new_url, tmp_path, version):
    older = new_url()
    upgrade_to(older, version)
    copied(url, older)
    assert backup(older, tmp_path / "b") == 1
    with closing_engine(older) as engine, engine.connect() as connection:
        assert version_of(connection) == version
    another()
    assert restore(url, tmp_path / "b") == 1
    assert listed() == {slug}


def test_a_database_of_a_newer_version_is_not_backed_up(new_url, tmp_path):
    url = new_url()
    migrate(url)
    with closing_engine(url) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BackupError, match="newer version"):
        backup(url, tmp_path / "b")


def test_damaged_games_are_in_the_back_up_and_left_out_where_that_is_asked_for(storage, url, tmp_path):
    """What those games counted for in statistics is gone with them."""
    group = groups.find(groups.create("phone", "Friday", NOW), "phone")
    whole, other = (played(HAND_1, players=["Ana", name, "Cyril"], stopped=True) for name in ("Boris", "Zoe"))
    kept, _ = games.add([whole, other], device="phone", at=NOW, group=group.slug)
    wanted = groups.people_of(group)
    lost = games.load(_).id
    with write_transaction() as connection:
        connection.execute(update(EntryRow).where(EntryRow.game_id == lost, EntryRow.number == 2).values(data="{"))
    assert backup(url, tmp_path / "b") == 2
    with pytest.raises(BackupError, match=rf"game {lost} \(Ana, Zoe, Cyril\W.*restore --without-damaged"):
        restore(url, tmp_path / "b")
    assert groups.people_of(group) == wanted
    assert restore(url, tmp_path / "b", without_damaged=True) == 1
    assert listed() == {kept}
    assert {person.name: person.tally.games for person in groups.people_of(group)} == {"Ana": 1, "Boris": 1, "Cyril": 1}
    assert games.load(kept).game.version == whole.version


@pytest.mark.sqlite_only("a database server keeps no files of ours")
def test_what_is_broken_beyond_use_is_to_be_moved_away_before_a_restore(slug, url, data, tmp_path):
    backup(url, tmp_path / "b")
    db.engine.dispose()
    (data / "scorekeeper.sqlite3").write_bytes(b"no database at all" * 100)
    with pytest.raises(BackupError, match=r"Move \S+scorekeeper\.sqlite3 away first"):
        restore(url, tmp_path / "b")
    (data / "scorekeeper.sqlite3").unlink()
    assert restore(url, tmp_path / "b") == 1
    assert listed() == {slug}
