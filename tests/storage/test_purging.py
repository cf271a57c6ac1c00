"""Deleted games are purged after 30 days: nothing of them is left, they stay deleted, and no clock purges what should stay."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import event, func, select, text, update
from sqlalchemy.exc import OperationalError

from bench.statements import counting
from scorekeeper import clock
from scorekeeper.storage import games, groups, lists, purging, upkeep
from scorekeeper.storage.backup import backup, restore
from scorekeeper.storage.database import db, reading, write_transaction
from scorekeeper.storage.tables import Base, CalendarRow, GameRow
from tests.storage.conftest import NOW
from tests.storage.test_groups import add, another, people

MONTH = timedelta(days=30)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
KEPT = ("entry", "listing", "result", "scorer")
TOLD = (*KEPT, "game", "person")


class Computer:
    """What the computer's clock tells, and what goes by in truth. The program runs on it; `start` starts it again."""

    def __init__(self, app, monkeypatch):
        self.app, self.told, self.ticks = app, NOW, 0.0
        monkeypatch.setattr(time, "time", self._seconds)
        monkeypatch.setattr(clock, "ticks", lambda: self.ticks)
        purging.init_app(app)
        purging.look(app)

    def _seconds(self):
        return self.told.timestamp()

    def start(self):
        self.app.extensions[purging._LOOKS] = purging.Looks()
        purging.look(self.app)

    def set(self, moment):
        self.told = moment

    def run(self, span, each=HOUR):
        """Time goes by, and the program looks every hour."""
        for _ in range(span // each):
            self.told, self.ticks = self.told + each, self.ticks + each.total_seconds()
            purging.look(self.app)

    def rest(self, span):
        """Switched off for that time, or only the program is."""
        self.told, self.ticks = self.told + span, self.ticks + span.total_seconds()
        self.start()

    def wait_until_purged(self, slug, step):
        """The days, off and on again, until nothing of the game is left."""
        begin = self.told
        while rows_of(slug):
            assert self.told - begin < 100 * DAY
            self.rest(step)
        return (self.told - begin) // DAY


@pytest.fixture
def computer(storage, monkeypatch):
    return Computer(storage, monkeypatch)


@pytest.fixture
def group(storage):
    return groups.find(groups.create("phone", "Friday", NOW), "phone")


@pytest.fixture
def deleted(computer, group):
    """A game of Zenobia's, deleted now, beside another one."""
    gone, _stays = add(group, another(0, "Zenobia", "Yolanda", "Ximena", title="Secret"), another(1))
    games.grant(gone, "tablet")
    games.delete_game(gone, "phone", at=clock.now())
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


def tallies(group):
    return {name: person.tally for name, person in people(group).items()}


def names_left():
    left = str(everything())
    return [name for name in ("Zenobia", "Yolanda", "Ximena", "Unathi", "Secret") if name.lower() in left.lower()]


# What goes and what stays


def test_nothing_of_a_purged_game_is_left_but_its_address(computer, deleted, group):
    before = people(group)
    computer.run(MONTH - 6 * HOUR, each=6 * HOUR)
    assert names_left() == ["Zenobia", "Yolanda", "Ximena", "Secret"]
    computer.run(6 * HOUR, each=6 * HOUR)
    assert names_left() == []
    assert deleted in str(everything())
    assert rows_of(deleted) == 0
    assert rows_of(lists.games_of("phone")[0].slug) > 0
    assert people(group) == before
    assert len(lists.games_of(group.slug)) == 1


def test_names_put_right_go_with_their_games_unless_they_are_somebody_elses(computer, deleted, group):
    """Zenobia is Unathi by now, Yolanda is Boris, and Boris is called Bob."""
    games.restore_game(deleted, "phone")
    ids = {name: person.id for name, person in people(group).items()}
    groups.rename(group, ids["Zenobia"], "Unathi")
    groups.merge(group, ids["Yolanda"], ids["Boris"])
    groups.rename(group, ids["Boris"], "Bob")
    games.delete_game(deleted, "phone", at=clock.now())
    before = tallies(group)
    assert computer.wait_until_purged(deleted, DAY) == 30
    assert names_left() == []
    assert tallies(group) == before
    assert groups.called_now(group.slug, ["boris", "bob", "Yolanda"]) == ["Bob", "Bob", "Yolanda"]


def test_a_name_between_two_others_goes_and_leaves_them_together(computer, deleted, group):
    """Dora was Yolanda's other name, and then both were Cyril's."""
    games.restore_game(deleted, "phone")
    add(group, another(3, "Dora", "Eve", "Fay"))
    ids = {name: person.id for name, person in people(group).items()}
    groups.merge(group, ids["Dora"], ids["Yolanda"])
    groups.merge(group, ids["Yolanda"], ids["Cyril"])
    games.delete_game(deleted, "phone", at=clock.now())
    computer.wait_until_purged(deleted, DAY)
    assert names_left() == []
    assert groups.called_now(group.slug, ["Dora"]) == ["Cyril"]
    assert people(group)["Cyril"].tally.games == 2


def test_names_that_stand_in_another_deleted_game_stay_with_what_was_put_right(computer, deleted, group):
    other = add(group, another(2, "Zenobia", "Boris", "Cyril"))[0]
    groups.rename(group, people(group)["Zenobia"].id, "Unathi")
    computer.run(10 * DAY, each=DAY)
    games.delete_game(other, "phone", at=clock.now())
    computer.wait_until_purged(deleted, DAY)
    assert names_left() == ["Zenobia", "Unathi"]
    games.restore_game(other, "phone")
    assert people(group)["Unathi"].tally.games == 1


def test_a_purged_game_stays_deleted_for_every_phone(computer, deleted):
    computer.wait_until_purged(deleted, DAY)
    for device in ("phone", "tablet", "stranger"):
        with pytest.raises(games.DeletedGame):
            games.load(deleted, device)
        with pytest.raises(games.DeletedGame):
            games.restore_game(deleted, device)
    assert games.version(deleted) is None
    assert lists.deleted_games_of("phone") == []


def test_a_start_sent_again_after_the_purge_starts_nothing(computer, start_fact):
    slug = games.start(start_fact, key="begin", device="phone", at=NOW)
    games.delete_game(slug, "phone", at=NOW)
    computer.wait_until_purged(slug, DAY)
    assert games.start(start_fact, key="begin", device="phone", at=NOW) == slug
    with pytest.raises(games.DeletedGame):
        games.load(slug)


def test_lists_and_back_ups_do_without_purged_games(computer, deleted, group, url, tmp_path):
    computer.wait_until_purged(deleted, DAY)
    before = everything()
    assert upkeep.rebuild() == (1, [])
    assert backup(url, tmp_path / "copy") == 2
    assert restore(url, tmp_path / "copy") == 2
    assert everything() == before
    with pytest.raises(games.DeletedGame):
        games.load(deleted)


def test_many_are_purged_in_steps_by_several_at_once(computer, group, monkeypatch):
    monkeypatch.setattr(purging, "AT_ONCE", 2)
    slugs = add(group, *map(another, range(9)))
    for slug in slugs[:7]:
        games.delete_game(slug, "phone", at=NOW)

    def purge(_):
        with computer.app.app_context():
            return purging.purge(NOW + MONTH, 30)

    with ThreadPoolExecutor(3) as processes:
        assert sum(processes.map(purge, range(3))) == 7
    assert [rows_of(slug) > 0 for slug in slugs] == [False] * 7 + [True] * 2
    assert people(group)["Ana"].tally.games == 2


# Clocks


@pytest.mark.parametrize(("step", "days"), [(DAY, 30), (2 * DAY, 30), (7 * DAY, 35), (20 * DAY, 100)])
def test_a_deletion_is_kept_for_30_days_however_often_the_program_runs(computer, deleted, step, days):
    assert computer.wait_until_purged(deleted, step) == days


def test_a_laptop_that_sleeps_between_evenings_counts_as_well(computer, deleted):
    """The program was never ended, and nothing ticks while the computer sleeps."""
    for day in range(1, 150):
        computer.run(3 * HOUR)
        computer.set(NOW + day * DAY)
        if not rows_of(deleted):
            break
    assert 30 <= day <= 45


OFFSETS = [-timedelta(seconds=1), -HOUR, -60 * DAY, 60 * DAY, 400 * DAY, datetime(1966, 1, 1, tzinfo=UTC) - NOW]


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("offset", OFFSETS, ids=str)
def test_a_clock_that_is_wrong_again_and_again_purges_nothing(computer, deleted, offset, restarts):
    for _ in range(10):
        for told in (NOW + offset, NOW):
            computer.set(told)
            if restarts:
                computer.start()
            computer.run(HOUR)
    games.restore_game(deleted, "phone")
    assert games.load(deleted).game.finished


def test_wrong_clocks_in_any_order_purge_nothing(computer, deleted):
    for number in range(30):
        computer.set(NOW + OFFSETS[number * 7 % 5])
        computer.start()
    assert rows_of(deleted)


@pytest.mark.parametrize("offset", OFFSETS, ids=str)
def test_a_game_deleted_by_a_wrong_clock_is_kept_and_goes_in_time(computer, group, offset):
    slug = add(group, another(0))[0]
    computer.set(NOW + offset)
    computer.run(HOUR)
    games.delete_game(slug, "phone", at=clock.now())
    computer.set(NOW)
    computer.run(HOUR)
    assert 30 - purging.MOST_DAYS <= computer.wait_until_purged(slug, DAY) <= 31


def test_a_clock_set_forward_for_good_takes_off_a_week_at_most(computer, deleted):
    computer.set(NOW + 400 * DAY)
    assert computer.wait_until_purged(deleted, DAY) > 30 - purging.MOST_DAYS


def test_one_process_counts_once_in_20_hours_whatever_its_clock_does(computer, deleted):
    days = []
    for _ in range(19):
        computer.told += 60 * DAY
        computer.run(HOUR)
        with reading() as connection:
            days.append(connection.scalar(select(CalendarRow.day)))
    assert days == [7] * 19


def test_a_deletion_from_before_days_were_counted_begins_when_they_are(computer, deleted):
    with write_transaction() as connection:
        connection.execute(update(GameRow).where(GameRow.slug == deleted).values(deleted_at=NOW - 400 * DAY, deleted_day=None))
    assert computer.wait_until_purged(deleted, DAY) >= 30


@pytest.mark.sqlite_only("PostgreSQL takes no such values")
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE calendar SET day = 'junk'",
        "UPDATE calendar SET day = 2.5",
        "UPDATE calendar SET at = 'junk'",
        "UPDATE calendar SET id = 7",
    ],
)
def test_a_damaged_calendar_begins_again_where_deletions_are(computer, deleted, damage):
    computer.run(10 * DAY, each=DAY)
    with write_transaction() as connection:
        connection.execute(text(damage))
    assert 20 <= computer.wait_until_purged(deleted, DAY) <= 31
    assert rows_of(lists.games_of("phone")[0].slug)


def test_a_deletion_taken_back_and_made_again_begins_again(computer, deleted):
    computer.run(20 * DAY, each=DAY)
    games.restore_game(deleted, "phone")
    games.delete_game(deleted, "phone", at=clock.now())
    assert computer.wait_until_purged(deleted, DAY) == 30


# Requests


@pytest.fixture
def client(computer):
    """What a browser asks of this program, under whatever server."""
    computer.app.route("/")(lambda: "the answer")
    return computer.app.test_client()


def ask(client):
    """A request, and its answer taken to the end, which is when a server closes it."""
    with client.get("/") as response:
        assert response.text == "the answer"


def test_a_process_looks_once_an_hour_when_a_request_was_answered(computer, deleted, client):
    for seconds, looks in ((3599, False), (1, True), (3599, False), (1, True)):
        computer.ticks += seconds
        with counting(computer.app) as sent:
            response = client.get("/")
            assert (response.text, sent) == ("the answer", [])
            response.close()
        assert bool(sent) is looks, seconds


def test_requests_alone_purge_too(computer, deleted, client):
    """`scorekeeper serve` is not the only server."""
    for _ in range(30):
        computer.told, computer.ticks = computer.told + DAY, computer.ticks + DAY.total_seconds()
        ask(client)
    assert rows_of(deleted) == 0


def test_a_purge_that_fails_is_a_line_in_the_log_and_fails_no_request(computer, client, caplog, monkeypatch):
    def fail(*_):
        raise OperationalError("SELECT secret", {"slug": "secret"}, Exception("the disk is full\nDETAIL: secret"))

    monkeypatch.setattr(purging, "purge", fail)
    computer.start()
    computer.ticks += 3600
    ask(client)
    said = [record.getMessage() for record in caplog.records]
    assert said == ["Deleted games were not purged: OperationalError: the disk is full"] * 2


# The file


@pytest.mark.sqlite_only("PostgreSQL has no file of ours")
def test_the_file_keeps_nothing_of_a_purged_game(computer, group, url):
    """Not even where rows moved from page to page and left copies behind, nor what an older program left."""
    db.engine.dispose()
    event.listen(db.engine, "connect", lambda connection, _: connection.execute("PRAGMA secure_delete = OFF"))
    told = [another(n % 9, f"Zenobia{n}", f"Yolanda{n}", "Ximena", title=f"Secret{n}") for n in range(40)]
    gone = add(group, *told)
    add(group, *(another(n % 9) for n in range(20)))
    for number in range(40):
        games.delete_game(gone[number * 7 % 40], "phone", at=NOW)
    folder = Path(url.removeprefix("sqlite:///")).parent
    assert traces(folder) == [b"zenobia", b"yolanda", b"ximena", b"secret"]
    computer.wait_until_purged(gone[0], DAY)
    assert traces(folder) == []
    assert people(group)["Ana"].tally.games == 20


def traces(folder):
    content = b"".join(path.read_bytes().lower() for path in folder.glob("*sqlite3*"))
    return [name for name in (b"zenobia", b"yolanda", b"ximena", b"secret") if name in content]


@pytest.mark.sqlite_only("PostgreSQL has no file of ours")
def test_a_file_that_cannot_be_cleaned_now_is_cleaned_later(computer, deleted, url):
    folder = Path(url.removeprefix("sqlite:///")).parent
    with reading() as connection:
        connection.execute(select(GameRow.id)).all()  # somebody reads what was there
        while rows_of(deleted):
            computer.rest(DAY)
        assert traces(folder)
        assert purging.clean(patience=1) is False
    computer.run(HOUR)
    assert traces(folder) == []
    assert purging.clean() is True


@pytest.mark.sqlite_only("PostgreSQL has no file of ours")
def test_a_file_too_large_to_be_written_anew_meanwhile_waits_for_the_next_start(computer, deleted, group, url, caplog):
    folder = Path(url.removeprefix("sqlite:///")).parent
    add(group, *map(another, range(30)))
    assert purging.purge(NOW + MONTH, 30) == 1
    assert purging.clean(patience=-1) is True
    assert "next start" in caplog.text
    computer.start()
    assert traces(folder) == []
