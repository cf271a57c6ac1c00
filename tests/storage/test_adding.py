"""Games that were played elsewhere: all of them are stored, or none."""

import json
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from sqlalchemy import event, select

from scorekeeper.ledger.entries import Bid, Correction, Size, Stake
from scorekeeper.ledger.file import fingerprint
from scorekeeper.ledger.file_reading import read_game
from scorekeeper.ledger.game import Game
from scorekeeper.storage import adding, games, groups, lists, upkeep
from scorekeeper.storage.database import db, reading
from scorekeeper.storage.tables import Base
from tests.storage.conftest import NOW

FRIDAY = datetime.fromisoformat("2025-11-28T19:30:00+01:00")


def played(*hands, **changes):
    """A game of Ana, Boris and Cyril from its file."""
    file = {"format": "scorekeeper-game", "version": 1, "players": ["Ana", "Boris", "Cyril"], "hands": list(hands)}
    return read_game(json.loads(json.dumps(file | changes)))


HAND_1 = {"bids": [1, 0, 1], "tricks": [1, 0, 0]}


def there(whole, device):
    """The addresses of those that the device has already."""
    known = adding.Known(device)
    return [known.slug_of(game, fingerprint(game)) for game in whole]


@pytest.fixture
def some():
    """Three games: begun, with a hand that has everything, finished."""
    everything = {"cards": 3, "bids": [1, 0, 2], "trump": "clubs", "wager": [0, 5, 0], "blind": [False, False, True]}
    hooked = {"schedule": {"shape": "list", "hands": [1]}, "bidding": {"hook": "always"}}
    kept = {"bids": [1, 0, 0], "tricks": [1, 0, 0], "even_kept": True, "adjustments": [{"points": -5, "reason": "revoke"}]}
    return [played(), played(HAND_1, everything, started=FRIDAY.isoformat()), played(kept, rules=hooked, title="Short")]


def test_it_works(storage, some):
    slugs = games.add(some, device="phone", at=NOW)
    assert len(set(slugs)) == 3
    for slug, game in zip(slugs, some, strict=True):
        stored = games.load(slug)
        assert stored.game == Game.replay(game.entries)
        assert (stored.generation, games.version(slug)) == (1, game.version)
        assert games.may_score(slug, "phone")
        assert not games.may_score(slug, "tablet")


def test_all_kinds_of_entry_are_kept(storage, some):
    kinds = {type(entry.fact) for slug in games.add(some, at=NOW) for entry in games.load(slug).game.entries}
    assert {Size, Stake, Correction} <= kinds


def test_a_game_stands_in_lists_at_its_own_time(storage, some):
    slugs = games.add(some, device="phone", at=NOW)
    listed = {one.slug: one for one in lists.games_of("phone")}
    assert (listed[slugs[1]].started_at, listed[slugs[1]].updated_at) == (FRIDAY, FRIDAY)
    assert [one.slug for one in lists.games_of("phone")] == [slugs[0], slugs[1], slugs[2]]
    assert [listed[slug].summary for slug in slugs] == [game.summary for game in some]


def test_an_added_game_goes_on(storage, some):
    slug = games.add(some, at=NOW)[0]
    with games.writing(slug) as stored:
        games.append(stored, Bid(1, 1, 0), key="tap", at=NOW)
    assert games.load(slug).game.version == 2


def test_without_a_device_nobody_may_score_until_the_link_is_used(storage, some):
    slug = games.add(some, at=NOW)[0]
    assert lists.games_of("phone") == []
    games.grant(slug, "phone", generation=1)
    assert games.may_score(slug, "phone")


def test_sent_twice_by_one_device_they_are_added_once(storage, some):
    slugs = games.add(some, device="phone", key="file", at=NOW)
    assert games.add(some, device="phone", key="file", at=NOW + timedelta(minutes=1)) == slugs
    assert len(lists.games_of("phone")) == 3
    for again in ({"device": "phone"}, {"device": "tablet", "key": "file"}, {"device": "phone", "key": "another file"}):
        assert not set(games.add(some, **again, at=NOW)) & set(slugs)


def test_whatever_goes_wrong_nothing_is_added(storage, some):
    def fail(_connection, _cursor, statement, *_rest):
        if statement.startswith("INSERT INTO scorer"):
            raise OSError("the disk is full")

    event.listen(db.engine, "before_cursor_execute", fail)
    with pytest.raises(OSError, match="full"):
        games.add(some, device="phone", key="file", at=NOW)
    event.remove(db.engine, "before_cursor_execute", fail)
    assert lists.games_of("phone") == []
    assert len(games.add(some, device="phone", key="file", at=NOW)) == 3


def test_no_games_are_no_games(storage):
    assert games.add([], device="phone", key="file", at=NOW) == []


def test_a_game_that_the_device_has_already_is_known_by_its_file(storage, some):
    """Not by its players alone, not on another device, and not where the file tells no time."""
    slugs = games.add(some, device="phone", at=NOW)
    assert there(some, "phone") == [None, slugs[1], None]
    assert there(some, "tablet") == [None] * 3
    with games.writing(slugs[1]) as stored:
        games.append(stored, Bid(2, 2, 1), key="tap", at=NOW)
    assert there(some, "phone") == [None] * 3


# Many games, in portions


class Accident(Exception):
    """What must not happen in the middle of an import."""


@pytest.fixture
def portions(monkeypatch):
    """Two games at a time."""
    monkeypatch.setattr(adding, "AT_ONCE", 2)


@pytest.fixture
def group(storage):
    """A group with a game of its own, whose people have sums."""
    group = groups.find(groups.create("phone", "Friday", NOW), "phone")
    games.add([evening(0, "Ana", "Boris", "Cyril")], device="phone", at=NOW, group=group.slug)
    return group


def evening(day, *players):
    """A finished game of these people, begun so many days after a Friday."""
    started = (FRIDAY + timedelta(days=day)).isoformat()
    rules = {"schedule": {"shape": "list", "hands": [1]}}
    return played(HAND_1, players=list(players or ("Ana", "Boris", f"Guest {day}")), started=started, rules=rules)


def evenings(number):
    return [evening(day) for day in range(1, number + 1)]


def everything():
    """Every row of every table, but for the ids and addresses that are new each time."""
    with reading() as connection:
        return {name: sorted(map(str, connection.execute(select(table)))) for name, table in Base.metadata.tables.items()}


def broken_off(whole):
    """Games that come to an end before they are all there."""
    yield from whole
    raise Accident


def import_(group, whole, key="file"):
    return games.add(whole, device="phone", key=key, at=NOW, group=group.slug)


def told(group):
    """Everybody's sum."""
    return {person.name: person.tally for person in groups.people_of(group)}


def check_sums(group):
    """The sums are those that are made anew from the ledgers."""
    before = told(group)
    upkeep.rebuild()
    assert told(group) == before


def test_between_portions_others_write(group, portions, slug):
    def whole():
        for day, game in enumerate(evenings(7)):
            with games.writing(slug) as stored:
                games.append(stored, Bid(1, 1, day % 2), key=f"tap {day}", at=NOW)
            yield game

    assert len(set(import_(group, whole()))) == 7
    assert games.load(slug).game.version == 8
    assert len(lists.games_of(group.slug)) == 8
    check_sums(group)


@pytest.mark.parametrize("written", [0, 1, 4, 5])
def test_what_a_failed_import_wrote_is_taken_away(group, portions, written):
    groups.rename(group, groups.people_of(group)[0].id, "Anna")
    before = everything()
    with pytest.raises(Accident):
        import_(group, broken_off(evenings(written)))
    assert everything() == before


def test_an_import_that_was_cut_off_is_completed_once(group, portions, monkeypatch):
    """As when the machine goes off in the middle: nobody takes anything away, until the same import is sent again."""
    with monkeypatch.context() as dead:
        dead.setattr(adding.Attempt, "take_away", lambda _: None)
        with pytest.raises(Accident):
            import_(group, broken_off(evenings(5)))
    assert len(lists.games_of("phone")) in range(2, 7)
    slugs = import_(group, evenings(7))
    assert len(set(slugs)) == 7
    assert len(lists.games_of("phone")) == 8
    check_sums(group)
    before = everything()
    assert import_(group, evenings(7)) == slugs
    assert everything() == before


def test_without_a_device_too_it_is_completed_and_then_a_file_is_new_each_time(storage, portions, monkeypatch):
    """As on the command line, where a file may be imported as often as one likes."""
    with monkeypatch.context() as dead:
        dead.setattr(adding.Attempt, "take_away", lambda _: None)
        with suppress(Accident):
            games.add(broken_off(evenings(5)), key="file", at=NOW)
    slugs = games.add(evenings(7), key="file", at=NOW)
    assert len(everything()["game"]) == 7
    assert not set(games.add(evenings(7), key="file", at=NOW)) & set(slugs)
    assert len(everything()["game"]) == 14


def test_a_game_that_somebody_has_gone_on_with_is_not_taken_away(group, portions):
    def whole():
        yield played(HAND_1)
        yield from evenings(4)
        (running,) = (one for one in lists.games_of("phone") if not one.summary.finished)
        with games.writing(running.slug) as stored:
            games.append(stored, Bid(2, 2, 1), key="tap", at=NOW)
        raise Accident

    with pytest.raises(Accident):
        import_(group, whole())
    assert [one.summary.finished for one in lists.games_of("phone")] == [False, True]
    check_sums(group)


def test_what_another_attempt_completed_is_not_taken_away(group, portions):
    """The same import sent twice at once: one fails, when the other one has said that all are there."""

    def fails_late():
        yield from evenings(5)
        import_(group, evenings(7))
        raise Accident

    with pytest.raises(Accident):
        import_(group, fails_late())
    assert len(lists.games_of("phone")) == 8
    check_sums(group)


def test_an_import_is_not_complete_without_what_another_attempt_took_away(group, portions):
    other = adding.Attempt(adding.Owners("phone", NOW, group.slug), kept=True)
    name, before = adding.import_of("phone", "file"), everything()
    whole = evenings(7)
    other.write([adding.Coming.of(f"{name}{number}", game) for number, game in enumerate(whole[:2])])

    def meanwhile():
        yield from whole
        other.take_away()

    with pytest.raises(adding.Incomplete):
        import_(group, meanwhile())
    assert everything() == before


def test_each_stored_game_is_looked_at_once_however_many_are_asked_for(storage, monkeypatch):
    """Of the same people, begun at the same time."""
    whole = [played({**HAND_1, "note": f"Game {number}"}, started=FRIDAY.isoformat()) for number in range(12)]
    slugs = games.add(whole, device="phone", at=NOW)
    replayed, replay = [], Game.replay
    monkeypatch.setattr(Game, "replay", lambda entries: replayed.append(entries) or replay(entries))
    assert there(whole * 2, "phone") == slugs * 2
    assert len(replayed) == 12


def test_however_many_people_come_in_they_are_asked_for_together(group):
    """What each did is not looked up person by person."""
    asked = []
    event.listen(db.engine, "before_cursor_execute", lambda *told: asked.extend(told[2:3] if told[2].startswith("SELECT") else ()))
    counts = []
    for number in (10, 30):
        asked.clear()
        whole = [evening(day, *(f"Player {number} {day} {seat}" for seat in range(3))) for day in range(number)]
        import_(group, whole, key=str(number))
        counts.append(len(asked))
    assert counts[0] == counts[1]
    check_sums(group)
