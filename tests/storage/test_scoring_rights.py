from datetime import timedelta

import pytest

from scorekeeper.ledger.entries import Bid, Tricks
from scorekeeper.storage import games, lists
from tests.storage.conftest import NOW


def test_who_starts_a_game_scores_it(slug):
    assert games.may_score(slug, "phone")
    assert games.may_score(games.load(slug).id, "phone")
    assert not games.may_score(slug, "tablet")
    assert not games.may_score(games.load(slug).id, "tablet")


def test_a_right_is_for_one_game(slug, start_fact):
    other = games.start(start_fact, key="k", device="tablet", at=NOW)
    assert not games.may_score(other, "phone")


def test_a_granted_device_may_score(slug):
    games.grant(slug, "tablet")
    games.grant(slug, "tablet")
    assert games.may_score(slug, "tablet")


def test_a_new_link_takes_the_right_from_all_others(slug):
    games.grant(slug, "tablet")
    assert games.replace_scoring_link(slug, keep="phone") == 2
    assert games.may_score(slug, "phone")
    assert not games.may_score(slug, "tablet")
    assert games.load(slug).generation == 2


def test_an_old_link_grants_nothing(slug):
    games.replace_scoring_link(slug, keep="phone")
    with pytest.raises(LookupError):
        games.grant(slug, "tablet", generation=1)
    assert not games.may_score(slug, "tablet")
    games.grant(slug, "tablet", generation=2)
    assert games.may_score(slug, "tablet")


def test_the_list_shows_the_game_changed_last_first(slug, start_fact):
    later = games.start(start_fact, key="later", device="phone", at=NOW + timedelta(hours=1))
    assert [listed.slug for listed in lists.games_of("phone")] == [later, slug]
    with games.writing(slug) as stored:
        games.append(stored, Bid(1, 1, 0), key="", at=NOW + timedelta(hours=2))
    assert [listed.slug for listed in lists.games_of("phone")] == [slug, later]
    assert lists.games_of("tablet") == []


def test_the_line_of_a_list_follows_the_game(slug):
    with games.writing(slug) as stored:
        for fact in (Bid(1, 1, 0), Bid(1, 2, 0), Bid(1, 0, 0), Tricks(1, (1, 0, 0))):
            stored = games.append(stored, fact, key="", at=NOW)
    listed = lists.games_of("phone")[0]
    assert listed.summary == games.load(slug).game.summary
    assert (listed.summary.title, listed.summary.hand, listed.summary.finished) == ("Friday", 2, False)


def test_pages_of_the_list_neither_skip_nor_repeat(storage, start_fact):
    at_once = [games.start(start_fact, key=str(n), device="phone", at=NOW + timedelta(seconds=n // 4)) for n in range(23)]
    seen, before = [], None
    while page := lists.games_of("phone", before=before, limit=5):
        seen += [listed.slug for listed in page]
        before = page[-1].cursor
    assert seen == at_once[::-1]


@pytest.mark.parametrize("cursor", ["", "x", "1", "1-x", "99999999999999999999999-1", "-5"])
def test_a_cursor_made_up_is_a_lookup_error(storage, cursor):
    with pytest.raises(LookupError):
        lists.games_of("phone", before=cursor)
