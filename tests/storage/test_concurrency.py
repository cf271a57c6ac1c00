"""Several processes at once: nothing acknowledged is lost, nobody sees an error."""

import multiprocessing
from collections import Counter

from scorekeeper.ledger.entries import Bid
from scorekeeper.settings import secret_key
from scorekeeper.storage import games
from scorekeeper.storage.database import db
from scorekeeper.storage.schema import migrate
from tests.storage.conftest import NOW, storage_app

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
            assert len(games.games_of("phone")) == 3
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
