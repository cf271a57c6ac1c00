"""Undo, and the correction of an earlier hand: what was entered is shown again, and everything follows."""

from tests.browser.at_the_table import Page, Sheet, Table, expect
from tests.browser.conftest import Complaints
from tests.browser.prepared import B3, Cupboard, rules


def test_undo_brings_back_the_tricks_as_entered_then_the_bids_as_ghosts(scorekeeper: Page, cupboard: Cupboard):
    """G28, G01: F4, hand 2; going on without a change gives the same hand again."""
    slug = cupboard.start(played=[([1, 1, 0, 0], [1, 0, 0, 0]), ([0, 2, 1, 0], [1, 0, 1, 0])])
    table = Table(scorekeeper).open(slug).plays_hand(3)
    recorded = cupboard.game(slug).closed[1]

    table.undo().plays_hand(2)
    expect(table.dealer("Bo")).to_be_visible()
    for name, number in {"Cy": 1, "Dee": 0, "Ana": 1, "Bo": 0}.items():
        assert table.looks(name, number) == "entered"
    table.will_record("Cy, Dee made it; Ana 1, Bo 0")

    for name, bid in {"Bo": 2, "Ana": 0, "Dee": 0, "Cy": 1}.items():
        table.undo()
        expect(table.turn(name)).to_be_visible()
        assert table.bid_looks(name, bid) == "ghost"
    table.bids({"Cy": 1, "Dee": 0, "Ana": 0, "Bo": 2})
    for name, number in {"Cy": 1, "Dee": 0, "Ana": 1, "Bo": 0}.items():
        assert table.looks(name, number) == "entered"
    table.record().plays_hand(3)
    assert cupboard.game(slug).closed[1] == recorded
    expect(table.dealer("Cy")).to_be_visible()
    expect(table.turn("Dee")).to_be_visible()


def test_undo_of_everything_ends_at_the_first_bidder(scorekeeper: Page, cupboard: Cupboard):
    """G27: the list ends cleanly; size, dealer and first bidder go back with the points."""
    slug = cupboard.start(("Ana", "Bo", "Cy"), ruleset=rules([1, 2, 3]), played=B3[:1])
    table = Table(scorekeeper).open(slug).plays_hand(2)
    for _ in range(4):
        table.undo().plays_hand(1)
        expect(scorekeeper.get_by_text("1 card")).to_be_visible()
        expect(table.dealer("Ana")).to_be_visible()
    expect(table.button("Undo")).to_have_count(0)
    expect(table.turn("Bo")).to_be_visible()
    table.bids({"Bo": 0, "Cy": 1, "Ana": 1}).record().plays_hand(2)
    expect(table.dealer("Bo")).to_be_visible()


def test_a_number_changed_after_undo_counts_instead(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(("Ana", "Bo", "Cy"), ruleset=rules([1, 2, 3]), played=B3[:2])
    table = Table(scorekeeper).open(slug).plays_hand(3)
    table.undo().plays_hand(2).took("Ana", 0).took("Bo", 1).record().plays_hand(3)
    assert table.sheet().totals == [21, 10, 11]


def test_correcting_an_earlier_hand_changes_every_later_total(scorekeeper: Page, cupboard: Cupboard):
    """G26: B3, hand 2 gets tricks 0, 1, 1."""
    slug = cupboard.start(("Ana", "Bo", "Cy"), ruleset=rules([1, 2, 3, 3]), played=B3)
    sheet = Sheet(scorekeeper).open(slug)
    assert sheet.totals == [23, 21, 11]
    correction = sheet.correct(2)
    expect(correction.radio("Ana took 1")).to_be_checked()
    expect(correction.radio("Bo bids 2")).to_be_checked()
    correction.took("Ana", 0).took("Bo", 1).record()
    assert sheet.totals == [33, 21, 11]
    assert [cells[0].split()[0] for cells in sheet.hands] == ["11", "21", "33"]
    table = sheet.back().plays_hand(4)
    expect(table.dealer("Ana")).to_be_visible()


def test_a_correction_cancelled_changes_nothing(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(("Ana", "Bo", "Cy"), ruleset=rules([1, 2, 3]), played=B3[:2])
    sheet = Sheet(scorekeeper).open(slug)
    sheet.correct(2).took("Ana", 0).cancel()
    assert sheet.totals == [11, 10, 11]


def test_a_correction_that_does_not_add_up_says_so_and_keeps_what_was_tapped(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(("Ana", "Bo", "Cy"), ruleset=rules([1, 2, 3]), played=B3[:2])
    correction = Sheet(scorekeeper).open(slug).correct(2).took("Ana", 2).lacks("1 trick too many")
    expect(correction.radio("Ana took 2")).to_be_checked()
    expect(correction.radio("Cy took 1")).to_be_checked()
    correction.took("Cy", 0).record()
    assert Sheet(scorekeeper).totals == [11, 10, 0]


def test_even_bids_in_a_played_hand_are_asked_about_and_marked(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """RG08: Bo's 2 in hand 2 was a 1."""
    complaints.expect("status of 422")
    slug = cupboard.start(played=[([1, 1, 0, 0], [1, 0, 0, 0]), ([0, 2, 1, 0], [1, 0, 1, 0])])
    correction = Sheet(scorekeeper).open(slug).correct(2).bid("Bo", 1).try_to_record()
    expect(correction.alert).to_contain_text("These bids total 2, which the hook bars. Was it really played like this?")
    expect(correction.radio("Bo bids 1")).to_be_checked()
    correction.tap(correction.button("Yes, keep it as played"))
    sheet = Sheet(scorekeeper).sees("Score sheet")
    expect(sheet.table.get_by_role("row", name="Correct hand 2")).to_contain_text("even")
    assert cupboard.game(slug).closed[1].even_kept
