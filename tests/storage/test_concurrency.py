"""Several processes at once: nothing acknowledged is lost, nobody sees an error."""

import multiprocessing
import threading
from collections import Counter
from contextlib import suppress

from sqlalchemy import delete, event, update

from scorekeeper.ledger.entries import Bid
from scorekeeper.settings import secret_key
from scorekeeper.storage import adding, games, groups, house_rules, lists, results, upkeep
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.schema import migrate
from scorekeeper.storage.tables import GroupRow, MemberRow, ScorerRow
from tests.storage.conftest import NOW, storage_app
from tests.storage.test_adding import HAND_1, played
from tests.storage.test_groups import add, another

processes = multiprocessing.get_context("spawn")


EACH = 150


def write_many(url, slug, name):
    app = storage_app(url)
    with app.app_context():
        for number in range(EACH):
            with games.writing(slug) as stored:
                games.append(stored, Bid(1, 1, number % 2), key=f"{name} {number}", at=NOW)
        db.engine.dispose()


def run_together(count, target, *args):
    running = [processes.Process(target=target, args=(*args, *extra)) for extra in ([name] for name in range(count))]
    for process in running:
        process.start()
    for process in running:
        process.join(60)
    return [process.exitcode for process in running]


def test_three_writers_lose_nothing(slug, url):
    assert run_together(3, write_many, url, slug) == [0, 0, 0]
    game = games.load(slug).game
    assert game.version == 3 * EACH + 1
    assert [entry.number for entry in game.entries] == list(range(1, 3 * EACH + 2))
    assert Counter(entry.key.split()[0] for entry in game.entries[1:]) == {"0": EACH, "1": EACH, "2": EACH}


def finish_and_delete(url, group, name):
    with storage_app(url).app_context():
        for number in range(6):
            whole = [played(HAND_1, players=["Ana", f"Boris {name}", "Cyril"], stopped=True)]
            (slug,) = games.add(whole, device="phone", at=NOW, group=group)
            if number % 3 == 0:
                games.delete_game(slug, "phone", at=NOW)
            if number == 3:
                upkeep.rebuild()
        db.engine.dispose()


def test_games_of_one_group_that_end_together_all_count(storage, url):
    """While others are deleted and all sums are made anew."""
    group = groups.find(groups.create("phone", "Friday", NOW))
    assert run_together(3, finish_and_delete, url, group.slug) == [0, 0, 0]
    before = groups.people_of(group)
    assert sorted(person.tally.games for person in before) == [4, 4, 4, 12, 12]
    assert len(lists.games_of(group.slug)) == 12
    assert upkeep.rebuild() == (18, [])
    assert groups.people_of(group) == before


def test_sums_are_written_one_after_the_other(storage):
    """Two that write the same sums in another order would each wait for the other."""
    group = groups.find(groups.create("phone", "Friday", NOW), "phone")
    add(group, another(0))
    with write_transaction() as connection:
        results.mark_all(connection, group.id)
    with write_transaction() as connection:
        results.lock(connection, group.id)
        thread, written = in_thread(storage, lambda: results.add_up(group.id))
        thread.join(0.5)
        assert thread.is_alive()
    thread.join(20)
    assert written == [None]


def in_thread(app, act):
    """Begin `act` elsewhere in the same process; what it answers is put into the list."""
    answers = []

    def run():
        with app.app_context():
            answers.append(act())

    thread = threading.Thread(target=run)
    thread.start()
    return thread, answers


def test_who_waited_for_the_lock_sees_what_happened_meanwhile(slug, storage):
    """The right to score was taken away, and a bid entered, while a phone waited: it is judged by what is true now."""
    games.grant(slug, "tablet")

    def write():
        with games.writing(slug, "tablet") as stored:
            return stored.scorer, stored.game.version

    with games.writing(slug) as held:
        thread, seen = in_thread(storage, write)
        thread.join(0.5)
        assert thread.is_alive()
        held.connection.execute(delete(ScorerRow).where(ScorerRow.device == "tablet"))
        games.append(held, Bid(1, 1, 0), key="", at=NOW)
    thread.join(20)
    assert seen == [(False, 2)]


def test_readers_do_not_wait_for_a_writer(slug, storage):
    with games.writing(slug) as held:
        games.append(held, Bid(1, 1, 0), key="", at=NOW)
        thread, seen = in_thread(storage, lambda: (games.version(slug), games.load(slug).game.version))
        thread.join(20)
        assert seen == [(1, 1)]


def test_rules_kept_twice_at_once_are_kept_once(storage):
    """Where only rows are locked, both find the name free and both write."""
    meeting = threading.Barrier(2)

    def wait(_connection, _cursor, statement, *_rest):
        if statement.startswith("INSERT INTO house_rules"):
            with suppress(threading.BrokenBarrierError):
                meeting.wait(1)

    event.listen(db.engine, "before_cursor_execute", wait)
    thread, ids = in_thread(storage, lambda: house_rules.keep("phone", "Friday", {}, NOW))
    ids.append(house_rules.keep("phone", "friday", {}, NOW))
    thread.join(20)
    event.remove(db.engine, "before_cursor_execute", wait)
    assert len(ids) == 2
    assert ids == [kept.id for kept in house_rules.kept_by("phone")] * 2


def test_one_group_made_twelve_times_at_once_is_one_group(storage):
    """Where only rows are locked, all of them find the name free."""
    together, meeting = threading.Barrier(12), threading.Barrier(2)

    def wait(_connection, _cursor, statement, *_rest):
        if statement.startswith("INSERT INTO player_group"):
            with suppress(threading.BrokenBarrierError):
                meeting.wait(1)

    def make():
        together.wait(20)
        return groups.create("phone", "Friday", NOW)

    event.listen(db.engine, "before_cursor_execute", wait)
    running = [in_thread(storage, make) for _ in range(12)]
    for thread, _ in running:
        thread.join(30)
    event.remove(db.engine, "before_cursor_execute", wait)
    (made,) = groups.groups_of("phone")
    assert [slugs for _, slugs in running] == [[made.slug]] * 12


def refusal(act):
    """What an act is refused with, if it is."""
    try:
        return act()
    except LookupError as error:
        return type(error)


def test_who_waited_while_a_groups_link_was_replaced_is_shut_out(storage, start_fact):
    """Joining by the old link, and writing by a right that is gone."""
    slug = groups.create("phone", "Friday", NOW)
    groups.join(groups.find(slug), "tablet", NOW)
    mine, theirs = groups.find(slug, "phone"), groups.find(slug, "tablet")
    acts = {
        LookupError: lambda: groups.join(mine, "laptop", NOW),
        groups.NotAMember: lambda: games.start(start_fact, key="k", device="tablet", at=NOW, group=slug),
    }
    for shown, (expected, act) in enumerate(acts.items(), start=1):
        with write_transaction() as held:
            groups.held(held, slug, "phone")
            thread, answers = in_thread(storage, lambda act=act: refusal(act))
            thread.join(0.5)
            assert thread.is_alive()
            held.execute(update(GroupRow).values(generation=shown + 1))
            held.execute(delete(MemberRow).where(MemberRow.device != "phone"))
        thread.join(20)
        assert answers == [expected]
    assert groups.call(mine, "Monday") is None
    assert refusal(lambda: groups.call(theirs, "Tuesday")) is groups.NotAMember


def test_of_joining_and_replacing_at_once_replacing_wins(storage):
    """Whoever came first: nobody is let in by a link that was replaced."""
    mine = groups.find(groups.create("phone", "Friday", NOW), "phone")
    for _ in range(12):
        mine, together = groups.find(mine.slug, "phone"), threading.Barrier(2)

        def join(mine=mine, together=together):
            together.wait(20)
            return refusal(lambda: groups.join(mine, "tablet", NOW))

        thread, answers = in_thread(storage, join)
        together.wait(20)
        groups.replace_private_link(mine, shown=mine.generation)
        thread.join(20)
        assert answers in ([None], [LookupError])
        assert not groups.find(mine.slug, "tablet").member


def start_and_note(url, fact, folder, name):
    with storage_app(url).app_context():
        (folder / str(name)).write_text(games.start(fact, key="same", device="phone", at=NOW))
        db.engine.dispose()


def test_one_game_started_by_two_requests_at_once_is_one_game(url, start_fact, tmp_path):
    assert run_together(3, start_and_note, url, start_fact, tmp_path) == [0, 0, 0]
    assert len({(tmp_path / str(name)).read_text() for name in range(3)}) == 1


def migrate_and_start(url, fact, name):
    migrate(url)
    with storage_app(url).app_context():
        games.start(fact, key=str(name), device="phone", at=NOW)
        db.engine.dispose()


def test_processes_may_create_the_database_at_once(new_url, start_fact):
    for _ in range(3):
        url = new_url()
        assert run_together(3, migrate_and_start, url, start_fact) == [0, 0, 0]
        with storage_app(url).app_context():
            assert len(lists.games_of("phone")) == 3
            db.engine.dispose()


def note_secret(data, folder, name):
    (folder / str(name)).write_text(secret_key(data))


def test_processes_that_race_for_the_secret_agree(tmp_path):
    for attempt in range(3):
        data, notes = tmp_path / f"data {attempt}", tmp_path / f"notes {attempt}"
        notes.mkdir()
        assert run_together(4, note_secret, data, notes) == [0] * 4
        assert len({(notes / str(name)).read_text() for name in range(4)}) == 1
        assert [path.name for path in data.iterdir()] == ["secret_key"]


def import_and_note(url, folder, name):
    adding.AT_ONCE = 3
    with storage_app(url).app_context():
        whole = [played(HAND_1, title=f"Game {number}") for number in range(14)]
        (folder / str(name)).write_text(" ".join(games.add(whole, device="phone", key="file", at=NOW)))
        db.engine.dispose()


def test_one_import_sent_by_three_requests_at_once_is_one_import(storage, url, tmp_path):
    assert run_together(3, import_and_note, url, tmp_path) == [0, 0, 0]
    (slugs,) = {(tmp_path / str(name)).read_text() for name in range(3)}
    assert sorted(slugs.split()) == sorted(one.slug for one in lists.games_of("phone"))
