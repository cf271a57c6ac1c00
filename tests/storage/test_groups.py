"""Groups: who keeps score for them, what their people did, and how names become people."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event, text

from scorekeeper.ledger.entries import Bid, Correction, Rename, Stop, Tricks, Undo
from scorekeeper.ledger.file import fingerprint
from scorekeeper.ledger.record import records
from scorekeeper.ledger.tally import Against, Result, tally
from scorekeeper.rules.errors import RuleError
from scorekeeper.storage import adding, games, groups, lists, results, upkeep
from scorekeeper.storage.database import db, reading, write_transaction
from scorekeeper.storage.results import _moment
from tests.storage.conftest import NOW
from tests.storage.test_adding import played

SHORT = {"schedule": {"shape": "list", "hands": [1, 2]}}
HANDS = [{"bids": [1, 0, 0], "tricks": [1, 0, 0]}, {"bids": [0, 0, 2], "tricks": [1, 0, 1]}]


@pytest.fixture
def group(storage):
    return groups.find(groups.create("phone", "Friday", NOW), "phone")


def another(day, *players, hands=HANDS, **changes):
    """A whole game of three on a day of May."""
    started = (NOW + timedelta(days=day)).isoformat()
    return played(*hands, players=list(players or ("Ana", "Boris", "Cyril")), started=started, rules=SHORT, **changes)


def add(group, *whole, device="phone"):
    return games.add(whole, device=device, at=NOW, group=group.slug)


def people(group):
    return {person.name: person for person in groups.people_of(group)}


def expected(group, *whole):
    """What everybody's sum must be, added up here from the games alone."""
    found = {}
    for slug, game in whole:
        for record in records(game):
            found.setdefault(record.name, []).append(Result(record, (_moment(game.entries[0].at), games.load(slug).id)))
    return {name: tally(results) for name, results in found.items()}


def without_others(person):
    return {**person.tally.to_data(), "against": {}}


def assert_sums(group, *slugs):
    """The sums are those of the games, before and after they are made anew."""
    whole = [(slug, games.load(slug).game) for slug in slugs]
    wanted = {name: {**one.to_data(), "against": {}} for name, one in expected(group, *whole).items()}
    before = people(group)
    assert {name: without_others(person) for name, person in before.items()} == wanted
    assert upkeep.rebuild()[1] == []
    assert people(group) == before


def test_it_works(group):
    slug = add(group, another(0))[0]
    found = people(group)
    assert list(found) == ["Ana", "Boris", "Cyril"]
    assert (found["Ana"].tally.games, found["Ana"].tally.hands, found["Ana"].tally.made) == (1, 2, 1)
    assert found["Ana"].against == {found["Boris"].id: Against(0, 0, 1), found["Cyril"].id: Against(1, 0, 0)}
    assert found["Boris"].tally.wins == 1
    assert_sums(group, slug)


def test_a_group_is_found_by_its_address_only_and_belongs_to_those_who_joined(group):
    assert groups.find(group.slug, "tablet").member is False
    groups.join(group, "tablet", NOW)
    groups.join(group, "tablet", NOW)
    assert groups.find(group.slug, "tablet").member is True
    assert [one.name for one in groups.groups_of("tablet")] == ["Friday"]
    groups.leave(group, "tablet")
    assert groups.groups_of("tablet") == []
    for slug in ("", "x", "\0", "ž", "\ud800"):
        with pytest.raises(LookupError):
            groups.find(slug)


def test_a_replaced_link_shuts_out_all_but_the_device_that_replaced_it(group):
    groups.join(group, "tablet", NOW)
    groups.replace_private_link(group, shown=1)
    groups.replace_private_link(group, shown=1)  # sent twice
    assert groups.find(group.slug, "phone").generation == 2
    assert groups.find(group.slug, "phone").member
    assert not groups.find(group.slug, "tablet").member
    with pytest.raises(LookupError):
        groups.join(group, "tablet", NOW)  # by the link of before
    groups.join(groups.find(group.slug), "tablet", NOW)
    assert groups.find(group.slug, "tablet").member


def test_a_device_that_was_shut_out_writes_nothing_for_the_group(group, start_fact):
    """Though it was of the group when it looked."""
    groups.join(group, "tablet", NOW)
    add(group, another(0), another(1, "Anna", "Boris", "Cyril"), another(2, "Anne", "Boris", "Cyril"))
    ana, anna, anne = (people(group)[name].id for name in ("Ana", "Anna", "Anne"))
    groups.merge(group, anne, ana)
    (own,) = games.add([another(3)], device="tablet", at=NOW)
    looked = groups.find(group.slug, "tablet")
    groups.replace_private_link(group, shown=1)
    before = people(group), lists.games_of(group.slug)
    for act in (
        lambda: games.start(start_fact, key="new", device="tablet", at=NOW, group=group.slug),
        lambda: add(group, another(4), device="tablet"),
        lambda: games.gather([own], group.slug, "tablet"),
        lambda: games.start(start_fact, key="new", device="phone", at=NOW, group="nobody"),
        lambda: groups.call(looked, "Monday"),
        lambda: groups.rename(looked, ana, "Eve"),
        lambda: groups.merge(looked, anna, ana),
        lambda: groups.split(looked, anne),
        lambda: groups.replace_private_link(looked, shown=2),
        lambda: groups.replace_private_link(groups.find(group.slug), shown=2),
    ):
        with pytest.raises(groups.NotAMember):
            act()
    assert (people(group), lists.games_of(group.slug)) == before
    assert [listed.slug for listed in lists.games_of("tablet")] == [own]
    assert groups.find(group.slug, "phone") == groups.Group(group.id, group.slug, "Friday", 2, "phone", member=True)
    groups.leave(looked, "tablet")


def test_a_game_started_before_its_device_was_shut_out_is_answered_again(group, start_fact):
    """Its answer was lost; the game is there."""
    groups.join(group, "tablet", NOW)
    slug = games.start(start_fact, key="new", device="tablet", at=NOW, group=group.slug)
    groups.replace_private_link(group, shown=1)
    assert games.start(start_fact, key="new", device="tablet", at=NOW, group=group.slug) == slug
    assert games.may_score(slug, "tablet")


def test_the_same_name_again_is_the_same_group(group):
    assert groups.create("phone", " friday ", NOW) == group.slug
    assert groups.create("tablet", "Friday", NOW) != group.slug
    groups.call(group, "Monday")
    assert groups.find(group.slug).name == "Monday"


@pytest.mark.parametrize("name", ["", "\u200b", "x" * 41])
def test_names_that_cannot_be_read_are_refused(group, name):
    add(group, another(0))
    ana = people(group)["Ana"].id
    for act in (
        lambda: groups.create("phone", name, NOW),
        lambda: groups.call(group, name),
        lambda: groups.rename(group, ana, name),
    ):
        with pytest.raises(RuleError):
            act()


def test_a_device_has_no_groups_without_end(group, monkeypatch):
    monkeypatch.setattr(groups, "MOST_GROUPS", 2)
    groups.create("phone", "Monday", NOW)
    with pytest.raises(RuleError):
        groups.create("phone", "Tuesday", NOW)


def test_sums_follow_a_game_played_to_its_end_taken_back_corrected_and_stopped(group, start_fact):
    first = add(group, another(-3))[0]
    slug = games.start(start_fact, key="new", device="phone", at=NOW, group=group.slug)
    assert people(group)["Ana"].tally.games == 1
    for fact in (*(Bid(1, seat, 0) for seat in (1, 2, 0)), Tricks(1, (1, 0, 0)), Stop()):
        enter(slug, fact)
    assert people(group)["Ana"].tally.games == 2
    assert_sums(group, first, slug)
    enter(slug, Correction(1, (1, 0, 0), (1, 0, 0)))
    assert people(group)["Ana"].tally.wins == 1
    assert_sums(group, first, slug)
    for _ in range(2):
        enter(slug, Undo(games.load(slug).game.undoable.number))
    assert people(group)["Ana"].tally.games == 1
    assert_sums(group, first, slug)


def enter(slug, fact):
    with games.writing(slug) as stored:
        return games.append(stored, fact, key="", at=NOW + timedelta(hours=1))


def test_games_added_in_any_order_add_up_in_the_order_they_were_played(group):
    won_by_boris, won_by_ana = HANDS, [HANDS[0], {"bids": [0, 0, 1], "tricks": [0, 0, 2]}]
    slugs = add(group, another(5), another(1, hands=won_by_ana))
    slugs += add(group, another(3))
    slugs += add(group, another(9, hands=won_by_boris))
    boris = people(group)["Boris"].tally
    assert (boris.games, boris.rows_won, boris.row_won) == (4, 3, 3)
    assert_sums(group, *slugs)


def test_games_without_a_group_and_of_other_groups_are_no_part_of_it(group):
    other = groups.find(groups.create("phone", "Monday", NOW))
    games.add([another(0)], device="phone", at=NOW)
    add(other, another(1))
    add(group, another(2, "Zoe", "Yan", "Xi"))
    assert set(people(group)) == {"Zoe", "Yan", "Xi"}
    assert [listed.summary.players for listed in lists.games_of(group.slug)] == [("Zoe", "Yan", "Xi")]


def test_somebody_else_in_a_seat_has_his_own_hands(group, start_fact):
    slug = games.start(start_fact, key="new", device="phone", at=NOW, group=group.slug)
    for fact in (*(Bid(1, seat, 0) for seat in (1, 2, 0)), Tricks(1, (1, 0, 0)), Rename(0, "Zoe", substitute=True), Stop()):
        enter(slug, fact)
    found = people(group)
    assert (found["Zoe"].tally.games, found["Zoe"].tally.hands) == (1, 0)
    assert (found["Ana"].tally.games, found["Ana"].tally.hands, found["Ana"].against) == (0, 1, {})
    assert_sums(group, slug)


def test_games_that_are_nobodys_are_gathered_and_added_up(group):
    games_of_phone = games.add([another(1), another(0)], device="phone", at=NOW)
    (theirs,) = games.add([another(2)], device="tablet", at=NOW)
    running = games.add([another(3, hands=HANDS[:1])], device="phone", at=NOW)
    other = groups.find(groups.create("phone", "Monday", NOW))
    (taken,) = games.add([another(4)], device="phone", at=NOW, group=other.slug)
    games.gather([*games_of_phone, *running, theirs, taken, taken], group.slug, "phone")
    assert people(group)["Ana"].tally.games == 2
    assert_sums(group, *games_of_phone)
    assert {listed.slug for listed in lists.games_of(group.slug)} == {*games_of_phone, *running}
    for slugs, slug in ((["nobody"], group.slug), ([taken], "nobody")):
        with pytest.raises(LookupError):
            games.gather(slugs, slug, "phone")


# Names and people


def test_a_person_called_otherwise_stays_the_person_under_both_names(group):
    old = add(group, another(0))[0]
    groups.rename(group, people(group)["Ana"].id, "Ana Maria")
    add(group, another(1))
    add(group, another(2, "ana maria", "Boris", "Cyril"))
    found = people(group)
    assert set(found) == {"Ana Maria", "Boris", "Cyril"}
    assert found["Ana Maria"].tally.games == 3
    assert games.load(old).game.players[0] == "Ana"
    groups.rename(group, found["Ana Maria"].id, "ANA")
    assert set(people(group)) == {"ANA", "Boris", "Cyril"}


def test_two_names_of_one_person_are_merged_and_taken_apart_again(group):
    add(group, another(0), another(1, "Anna", "Boris", "Cyril"))
    before = people(group)
    anna, ana = before["Anna"], before["Ana"]
    groups.merge(group, anna.id, ana.id)
    merged = people(group)
    assert set(merged) == {"Ana", "Boris", "Cyril"}
    assert (merged["Ana"].tally.games, merged["Ana"].others) == (2, {anna.id: "Anna"})
    assert merged["Boris"].against[ana.id].games == merged["Ana"].against[merged["Boris"].id].games == 2
    add(group, another(2, "ANNA", "Boris", "Cyril"))
    assert people(group)["Ana"].tally.games == 3
    kept = people(group)
    assert upkeep.rebuild()[1] == []
    assert people(group) == kept
    groups.split(group, anna.id)
    groups.split(group, anna.id)
    apart = people(group)
    assert (apart["Ana"].tally.games, apart["Anna"].tally.games) == (1, 2)
    assert apart["Ana"].tally == ana.tally


def test_merges_are_taken_apart_one_by_one(group):
    add(group, another(0), another(1, "Anna", "Boris", "Cyril"), another(2, "Anne", "Boris", "Cyril"))
    found = people(group)
    groups.merge(group, found["Anne"].id, found["Anna"].id)
    groups.merge(group, found["Anna"].id, found["Ana"].id)
    assert people(group)["Ana"].tally.games == 3
    groups.merge(group, found["Anne"].id, found["Ana"].id)
    groups.split(group, found["Anna"].id)
    assert (people(group)["Anna"].tally.games, people(group)["Ana"].tally.games) == (2, 1)


def test_two_who_have_met_are_two_people(group):
    add(group, another(0))
    found = people(group)
    with pytest.raises(RuleError):
        groups.merge(group, found["Ana"].id, found["Boris"].id)
    with pytest.raises(RuleError):
        groups.rename(group, found["Ana"].id, "boris")
    assert people(group) == found


def test_when_both_names_of_one_person_sit_at_one_table_the_second_counts_for_nobody(group):
    add(group, another(0), another(1, "Anna", "Boris", "Cyril"))
    found = people(group)
    groups.merge(group, found["Anna"].id, found["Ana"].id)
    add(group, another(2, "Ana", "Anna", "Cyril"))
    assert (people(group)["Ana"].tally.games, people(group)["Cyril"].tally.games) == (3, 3)
    groups.split(group, found["Anna"].id)
    assert (people(group)["Ana"].tally.games, people(group)["Anna"].tally.games) == (2, 2)


def test_nobody_from_elsewhere_is_renamed_or_merged(group):
    other = groups.find(groups.create("phone", "Monday", NOW))
    add(group, another(0))
    add(other, another(0))
    mine, theirs = people(group)["Ana"].id, people(other)["Ana"].id
    for act in (
        lambda: groups.rename(group, theirs, "Eve"),
        lambda: groups.merge(group, theirs, mine),
        lambda: groups.merge(group, mine, theirs),
        lambda: groups.split(group, theirs),
        lambda: groups.rename(group, 999, "Eve"),
    ):
        with pytest.raises(LookupError):
            act()


# Deleting


def test_a_deleted_game_is_gone_for_everybody_until_it_is_taken_back(group):
    gone, stays = add(group, another(0), another(1))
    before = people(group)
    games.grant(gone, "tablet")
    games.delete_game(gone, "phone", at=NOW)
    games.delete_game(gone, "phone", at=NOW + timedelta(days=9))
    for act in (games.load, lambda slug: games.grant(slug, "x"), lambda slug: games.replace_scoring_link(slug, keep="x")):
        with pytest.raises(games.DeletedGame):
            act(gone)
    with pytest.raises(games.DeletedGame), games.writing(gone, "phone"):
        pass
    assert games.version(gone) is None
    for owner in ("phone", group.slug):
        assert [listed.slug for listed in lists.games_of(owner)] == [stays]
        assert [listed.slug for listed in lists.games_of(owner, player="ana")] == [stays]
    assert lists.games_of("tablet") == []
    assert people(group)["Ana"].tally.games == 1
    assert_sums(group, stays)
    assert [listed.slug for listed in lists.deleted_games_of("phone")] == [gone]
    games.restore_game(gone, "tablet")
    games.restore_game(gone, "tablet")
    assert people(group) == before
    assert [listed.slug for listed in lists.games_of("phone")] == [stays, gone]
    assert [listed.slug for listed in lists.games_of("tablet")] == [gone]


def test_who_has_no_game_but_deleted_ones_is_nobody_until_they_are_taken_back(group):
    gone, _stays = add(group, another(0, "Ana", "Zoe", "Yan"), another(1))
    zoe, yan, boris = (people(group)[name].id for name in ("Zoe", "Yan", "Boris"))
    groups.rename(group, zoe, "Zoey")
    groups.merge(group, yan, boris)
    before = people(group)
    games.delete_game(gone, "phone", at=NOW)
    assert set(people(group)) == {"Ana", "Boris", "Cyril"}
    with pytest.raises(LookupError):
        groups.person_of(group, zoe)
    assert set(groups.person_of(group, boris)[1].values()) == {"Ana", "Cyril"}
    games.restore_game(gone, "phone")
    assert people(group) == before


def test_the_name_of_somebody_with_deleted_games_only_is_free_for_others(group):
    """Nobody could merge with a person whom nobody sees."""
    gone, _stays = add(group, another(0, "Anna", "Zoe", "Yan"), another(1))
    games.delete_game(gone, "phone", at=NOW)
    ana = people(group)["Ana"].id
    groups.rename(group, ana, "Anna")
    assert set(people(group)) == {"Anna", "Boris", "Cyril"}
    with pytest.raises(RuleError):
        groups.rename(group, ana, "Boris")
    games.restore_game(gone, "phone")
    assert people(group)["Anna"].tally.games == 2


def test_who_may_not_score_may_not_delete(group):
    slug = add(group, another(0))[0]
    groups.join(group, "tablet", NOW)
    for where, device in ((slug, "tablet"), ("nobody", "phone")):
        with pytest.raises(LookupError):
            games.delete_game(where, device, at=NOW)
        with pytest.raises(LookupError):
            games.restore_game(where, device)
    assert games.load(slug)


def test_a_deleted_game_can_be_imported_again(group):
    game = another(0)
    slug = add(group, game)[0]
    games.delete_game(slug, "phone", at=NOW)
    assert adding.Known("phone").slug_of(game, fingerprint(game)) is None


# Lists


def test_games_are_found_by_the_beginning_of_a_name_or_of_a_word_in_it(group):
    old, new = add(group, another(0, "Ana Maria", "Boris", "José"), another(1, "Anabel", "Maria", "Cy"))
    for player, found in {
        "ana": [new, old],
        "MARIA": [new, old],
        "ana m": [old],
        "jose\u0301": [old],
        "bor": [old],
        "oris": [],
        "%": [],
        "_": [],
        "\0": [new, old],
        "  ": [new, old],
        "\U0010ffff": [new, old],
    }.items():
        for owner in ("phone", group.slug):
            assert [listed.slug for listed in lists.games_of(owner, player=player)] == found, player
    assert lists.games_of("tablet", player="ana") == []


def test_a_new_name_is_found_the_old_one_is_not_unless_somebody_else_had_it(group, start_fact):
    slug = games.start(start_fact, key="new", device="phone", at=NOW, group=group.slug)
    enter(slug, Rename(0, "Zoe"))
    enter(slug, Rename(1, "Yan", substitute=True))
    for player, there in {"zoe": True, "ana": False, "yan": True, "boris": True}.items():
        assert bool(lists.games_of("phone", player=player)) is there, player


def test_pages_of_a_search_neither_skip_nor_repeat(group):
    whole = [another(day, ("Ana", "Anna", "Abe")[day % 3], "Boris", "Ana Maria") for day in range(17)]
    slugs = add(group, *whole)
    seen, before = [], None
    while page := lists.games_of(group.slug, player="a", before=before, limit=4):
        seen += [listed.slug for listed in page]
        before = page[-1].cursor
    assert seen == slugs[::-1]


def test_pages_of_games_that_an_older_program_dated_before_1970(storage, start_fact):
    begun = [datetime(1969, 12, 31, 12, tzinfo=UTC) + timedelta(hours=3 * n) for n in range(9)]
    slugs = [games.start(start_fact, key=f"{n}", device="phone", at=at) for n, at in enumerate(begun)]
    seen, before = [], None
    while page := lists.games_of("phone", before=before, limit=2):
        seen += [listed.slug for listed in page]
        before = page[-1].cursor
    assert seen == slugs[::-1]


def test_finished_games_are_listed_by_date_whatever_is_changed_in_them(group):
    old, new = add(group, another(0), another(1))
    enter(old, Correction(1, (1, 0, 0), (0, 1, 0)))
    assert [listed.slug for listed in lists.games_of("phone")] == [new, old]


def test_a_list_says_who_may_score_what(group):
    mine = add(group, another(0))[0]
    groups.join(group, "tablet", NOW)
    theirs = add(group, another(1), device="tablet")[0]
    assert {listed.slug: listed.scorer for listed in lists.games_of(group.slug, device="phone")} == {mine: True, theirs: False}


def test_what_is_added_up_is_made_anew_where_it_fell_out_of_step(group):
    slugs = add(group, another(0), another(1))
    games.delete_game(slugs[1], "phone", at=NOW)
    before, listed = people(group), lists.games_of("phone", player="ana")
    with reading() as connection:
        count = Counter(connection.scalars(text("SELECT owner FROM listing")))
    with write_transaction() as connection:
        for statement in ("DELETE FROM listing", "DELETE FROM result", "UPDATE person SET tally = '{}'"):
            connection.execute(text(statement))
    assert upkeep.rebuild() == (2, [])
    assert (people(group), lists.games_of("phone", player="ana")) == (before, listed)
    with reading() as connection:
        assert Counter(connection.scalars(text("SELECT owner FROM listing"))) == count


def test_a_damaged_game_is_left_out_and_named(group):
    good, bad = add(group, another(0), another(1))
    bad_id = games.load(bad).id
    with write_transaction() as connection:
        connection.execute(text("UPDATE entry SET data = '{' WHERE game_id = :game AND number = 1"), {"game": bad_id})
    done, damaged = upkeep.rebuild()
    assert (done, [game.game_id for game in damaged]) == (1, [bad_id])
    assert people(group)["Ana"].tally.games == 1
    for owner in ("phone", group.slug):
        assert [listed.slug for listed in lists.games_of(owner, player="ana")] == [bad, good]


def test_a_new_result_costs_the_same_statements_however_many_there_are(group):
    counts = []
    for day in range(12):
        sent = []
        event.listen(
            db.engine, "before_cursor_execute", note := lambda _c, _x, statement, *_rest, sent=sent: sent.append(statement)
        )
        add(group, another(day))
        event.remove(db.engine, "before_cursor_execute", note)
        counts.append(len(sent))
    assert len(set(counts[1:])) == 1, counts


def test_names_are_known_by_what_people_take_for_the_same(group):
    add(group, another(0), another(1, "ANA", " boris", "Cyril"))
    assert {name: person.tally.games for name, person in people(group).items()} == {"Ana": 2, "Boris": 2, "Cyril": 2}
    assert results.key_of("\ufdfa" * 40) == results.key_of("\ufdfa" * 39)
