from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import StatementError

from scorekeeper.ledger.entries import Bid, Start, Tricks, Undo
from scorekeeper.ledger.game import Game
from scorekeeper.rules.errors import RuleError
from scorekeeper.storage import games, lists
from scorekeeper.storage.database import db, reading, write_transaction
from scorekeeper.storage.records import entries_after
from scorekeeper.storage.schema import closing_engine
from tests.storage.conftest import NOW, storage_app


def enter(slug, fact, key="", at=NOW):
    with games.writing(slug) as stored:
        return games.append(stored, fact, key=key, at=at)


@pytest.fixture
def statements(storage):
    """The statements sent, without BEGIN and the like."""
    sent = []

    def note(_connection, _cursor, statement, *_rest):
        if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
            sent.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield sent
    event.remove(db.engine, "before_cursor_execute", note)


def test_it_works(slug):
    stored = games.load(slug)
    assert stored.game.players == ("Ana", "Boris", "Cyril")
    assert (stored.game.version, stored.generation, games.version(slug)) == (1, 1, 1)


def test_an_entry_is_there_for_the_next_reader(slug):
    enter(slug, Bid(1, 1, 0), at=NOW + timedelta(minutes=3))
    game = games.load(slug).game
    assert game.version == 2
    assert game.entries[-1].fact == Bid(1, 1, 0)
    assert game.entries[-1].at == NOW + timedelta(minutes=3)


def test_an_unknown_game_is_a_lookup_error(storage):
    assert games.version("nobody") is None
    for act in (
        lambda: games.load("nobody"),
        lambda: games.grant("nobody", "phone"),
        lambda: games.replace_scoring_link("nobody", keep="x"),
    ):
        with pytest.raises(LookupError):
            act()
    with pytest.raises(LookupError), games.writing("nobody"):
        pass


@pytest.mark.parametrize("slug", ["", "\0", "a\0b", "\ud800", "ž", "x" * 5000, "'; DROP TABLE game; --"])
def test_whatever_is_asked_for_it_is_only_an_unknown_game(storage, slug):
    assert games.version(slug) is None
    assert not games.may_score(slug, "phone")
    for act in (games.load, lambda slug: games.grant(slug, "phone"), lambda slug: games.replace_scoring_link(slug, keep="x")):
        with pytest.raises(games.NoSuchGame):
            act(slug)
    with pytest.raises(games.NoSuchGame), games.writing(slug):
        pass


def test_a_reader_sees_one_moment(slug):
    known = games.load(slug).id
    with reading() as connection:
        assert len(entries_after(connection, known, 0)) == 1
        enter(slug, Bid(1, 1, 0))
        assert len(entries_after(connection, known, 0)) == 1
    assert games.load(slug).game.version == 2


def test_a_fault_is_logged_without_the_address_of_the_game(slug):
    with pytest.raises(StatementError) as fault, write_transaction() as connection:
        connection.execute(text("SELECT nonsense FROM game WHERE slug = :slug"), {"slug": slug})
    assert slug not in str(fault.value)


@pytest.mark.postgresql_only("SQLite has no server")
def test_a_database_server_that_was_started_anew_is_found_again(slug, url):
    with reading() as connection:
        known = connection.scalar(text("SELECT pg_backend_pid()"))
    with closing_engine(url) as engine, engine.begin() as connection:
        connection.execute(text(f"SELECT pg_terminate_backend({known})"))
    assert games.load(slug).game.version == 1


def test_slugs_cannot_be_guessed(storage, start_fact):
    slugs = {games.start(start_fact, key=str(n), device="phone", at=NOW) for n in range(20)}
    assert len(slugs) == 20
    assert all(len(slug) == 22 for slug in slugs)


def test_starting_twice_with_one_key_starts_once(storage, slug, start_fact):
    redrawn = replace(start_fact, first_dealer=2, drawn=True)
    assert games.start(redrawn, key="begin", device="phone", at=NOW) == slug
    assert games.start(start_fact, key="begin", device="other phone", at=NOW) != slug


def test_starting_an_illegal_game_writes_nothing(storage):
    with pytest.raises(RuleError):
        games.start(Start({}, ("Ana", "Ana"), first_dealer=7), key="k", device="phone", at=NOW)
    assert lists.games_of("phone") == []


def test_the_same_entry_sent_twice_is_kept_once(slug):
    enter(slug, Bid(1, 1, 0), key="tap")
    assert enter(slug, Bid(1, 1, 0), key="tap").game.version == 2
    assert games.version(slug) == 2


def test_a_repeat_is_harmless_even_when_the_game_went_on(slug):
    enter(slug, Bid(1, 1, 0), key="tap")
    enter(slug, Bid(1, 2, 1), key="tap 2")
    assert enter(slug, Bid(1, 1, 0), key="tap").game.version == 3


def test_a_key_used_for_something_else_is_refused(slug):
    enter(slug, Bid(1, 1, 0), key="tap")
    with pytest.raises(RuleError) as refused:
        enter(slug, Bid(1, 1, 1), key="tap")
    assert refused.value.code == "key-reused"
    assert games.version(slug) == 2


def test_entries_without_a_key_are_never_repeats(slug):
    enter(slug, Bid(1, 1, 0))
    enter(slug, Bid(1, 1, 0))
    assert games.version(slug) == 3


def test_an_illegal_entry_writes_nothing(slug):
    with pytest.raises(RuleError):
        enter(slug, Tricks(1, (1, 0, 0)))
    assert games.version(slug) == 1


def test_whatever_goes_wrong_while_writing_is_rolled_back(slug):
    class Accident(Exception):
        pass

    with pytest.raises(Accident), games.writing(slug) as stored:
        games.append(stored, Bid(1, 1, 0), key="tap", at=NOW)
        raise Accident
    assert games.load(slug).game.version == 1
    assert enter(slug, Bid(1, 1, 1), key="tap").game.version == 2


def test_several_entries_in_one_go(slug):
    with games.writing(slug) as stored:
        for seat in (1, 2):
            stored = games.append(stored, Bid(1, seat, 0), key=f"tap {seat}", at=NOW)
    assert games.load(slug).game.version == 3


def test_appending_needs_the_lock(slug):
    with pytest.raises(RuntimeError):
        games.append(games.load(slug), Bid(1, 1, 0), key="", at=NOW)


def test_an_undo_is_one_more_entry(slug):
    enter(slug, Bid(1, 1, 0))
    enter(slug, Undo(2))
    assert games.load(slug).game.version == 3
    assert games.load(slug).game.bidder == 1


def test_another_process_reads_the_same_game(slug, storage, url):
    enter(slug, Bid(1, 1, 0))
    other = storage_app(url)
    with other.app_context():
        assert games.load(slug).game == Game.replay(games.load(slug).game.entries)
        assert games.load(slug).game.version == 2
        db.engine.dispose()


def test_a_process_catches_up_with_entries_of_another(slug, url):
    games.load(slug)
    other = storage_app(url)
    with other.app_context():
        enter(slug, Bid(1, 1, 0))
        enter(slug, Bid(1, 2, 0))
        db.engine.dispose()
    assert games.load(slug).game.version == 3


def test_times_come_back_as_the_same_moment(storage, start_fact):
    summer = datetime(2026, 7, 1, 21, 0, tzinfo=timezone(timedelta(hours=3)))
    slug = games.start(start_fact, key="k", device="phone", at=summer)
    assert games.load(slug).game.entries[0].at == summer
    assert lists.games_of("phone")[0].started_at.tzinfo is UTC


def test_an_unchanged_game_costs_one_statement(slug, statements):
    games.load(slug)
    statements.clear()
    games.load(slug)
    assert len(statements) == 1
    statements.clear()
    games.version(slug)
    assert len(statements) == 1


def test_a_bid_costs_the_same_statements_however_long_the_game(slug, statements):
    counts = []
    for number in range(30):
        statements.clear()
        enter(slug, Bid(1, 1, 0), key=str(number))
        counts.append(len(statements))
    assert max(counts[1:]) <= (4 if db.engine.dialect.name == "sqlite" else 5), counts  # elsewhere the lock is a statement


def test_a_damaged_game_spoils_only_itself(slug, storage, start_fact):
    for number, damage in enumerate(("{", '{"hand": 1}', '{"hand": 99, "seat": 1, "bid": 0}', "[]")):
        broken = games.start(start_fact, key=f"broken {number}", device="phone", at=NOW)
        enter(broken, Bid(1, 1, 0))
        with write_transaction() as connection:
            wanted = text("UPDATE entry SET data = :data WHERE number = 2 AND game_id = (SELECT id FROM game WHERE slug = :slug)")
            connection.execute(wanted, {"data": damage, "slug": broken})
        storage.extensions.pop("scorekeeper.folded", None)
        with pytest.raises(games.DamagedGame):
            games.load(broken)
    assert len(lists.games_of("phone")) == 5
    assert games.load(slug).game.version == 1


def test_a_missing_last_entry_is_noticed(slug, storage):
    enter(slug, Bid(1, 1, 0))
    with write_transaction() as connection:
        connection.execute(text("DELETE FROM entry WHERE number = 2"))
    storage.extensions.pop("scorekeeper.folded", None)
    with pytest.raises(games.DamagedGame):
        games.load(slug)


def test_a_damaged_list_column_spoils_no_list(slug):
    with write_transaction() as connection:
        connection.execute(text("UPDATE game SET players = '[\"Ana'"))
    assert lists.games_of("phone")[0].summary.players == ()
