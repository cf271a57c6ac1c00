"""Games that were played elsewhere: all of them are stored, or none."""

import json
from datetime import datetime, timedelta

import pytest
from sqlalchemy import event

from scorekeeper.ledger.entries import Bid, Correction, Size, Stake
from scorekeeper.ledger.file import fingerprint
from scorekeeper.ledger.file_reading import read_game
from scorekeeper.ledger.game import Game
from scorekeeper.storage import adding, games, lists
from scorekeeper.storage.database import db
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
