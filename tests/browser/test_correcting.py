"""A recorded hand is put right from the table: in four taps, adding up while it is done, also by two phones at once."""

from tests.browser.at_the_table import Correction, Page, Sheet, Table, expect
from tests.browser.conftest import Complaints, Phones
from tests.browser.prepared import B3, Cupboard, rules

THREE = ("Ana", "Bo", "Cy")


def b3(cupboard: Cupboard, hands: int = 2) -> str:
    return cupboard.start(THREE, ruleset=rules([1, 2, 3]), played=B3[:hands])


def test_two_wrong_numbers_are_put_right_in_four_taps(scorekeeper: Page, cupboard: Cupboard):
    """G26: hand 2 gives 10 0 11, totals 21 10 11."""
    table = Table(scorekeeper).open(b3(cupboard))
    correction = table.correct(2)
    correction.took("Ana", 0).took("Bo", 1)
    sheet = correction.record()
    assert table.taps + correction.taps == 4
    assert sheet.totals == [21, 10, 11]


def test_the_way_to_a_correction_stands_below_everything_else(scorekeeper: Page, cupboard: Cupboard):
    """The latest hand first; it is no control of the hand being played, and watchers have none."""
    slug = b3(cupboard)
    table = Table(scorekeeper).open(slug).bids({"Ana": 1, "Bo": 1, "Cy": 0})
    links = scorekeeper.get_by_role("navigation", name="Correct a hand").get_by_role("link")
    assert links.all_inner_texts() == ["2", "1"]
    row, record = links.first.bounding_box(), table.record_button.bounding_box()
    assert row is not None
    assert record is not None
    assert row["y"] > record["y"] + record["height"]
    scorekeeper.context.clear_cookies()
    Table(scorekeeper).open(slug)
    expect(links).to_have_count(0)


def test_a_correction_says_what_is_still_wrong_and_then_what_it_changes(scorekeeper: Page, cupboard: Cupboard):
    correction = Table(scorekeeper).open(b3(cupboard)).correct(2)
    correction.will_change("Nothing is changed yet.")
    correction.took("Ana", 0).lacks("1 trick too few")
    correction.took("Cy", 2).will_change("Cy took 2, Ana took 0")
    correction.took("Bo", 2).lacks("2 tricks too many")
    correction.took("Cy", 0).will_change("Cy took 0, Ana took 0, Bo took 2")
    correction.bid("Bo", 1).will_change("Bo bid 1, Cy took 0, Ana took 0, Bo took 2 · bids even")
    correction.in_sight(correction.record_button)


def test_tricks_that_nobody_won_are_counted_off(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start_named("skull-king", THREE, sizes=(2, 2))
    cupboard.play(slug, [1, 1, 1], [1, 1, 0])
    correction = Table(scorekeeper).open(slug).correct(1)
    correction.tap(correction.radio("nobody won 1"))
    correction.lacks("1 trick too many")
    correction.took("Bo", 0).will_change("Bo took 0")
    correction.record()
    assert cupboard.game(slug).closed[0].extras.discarded == 1


def test_a_reload_or_the_way_back_shows_the_sum_of_what_is_chosen(scorekeeper: Page, cupboard: Cupboard):
    correction = Table(scorekeeper).open(b3(cupboard)).correct(2).took("Ana", 0).lacks("1 trick too few")
    scorekeeper.reload()
    correction.sees("Correct hand 2").will_change("Nothing is changed yet.")


def test_points_set_by_hand_become_a_hand_like_any_other(scorekeeper: Page, cupboard: Cupboard):
    from scorekeeper.ledger.entries import SetPoints

    slug = b3(cupboard)
    cupboard.enter(slug, SetPoints(3, (12, 11, -4), "Cy had four cards"))
    scorekeeper.goto(f"/g/{slug}/hands/3")
    correction = Correction(scorekeeper).sees("Correct hand 3").lacks("Choose everybody's bid and tricks.")
    expect(scorekeeper.get_by_text("closed with points set by hand")).to_contain_text("Cy had four cards")
    correction.bid("Ana", 2).bid("Bo", 1).bid("Cy", 1).takes({"Ana": 2, "Bo": 1, "Cy": 0})
    assert correction.record().totals == [23, 21, 11]


def two_corrections(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints) -> tuple[str, Correction]:
    """Another phone was quicker: this one sees both versions."""
    complaints.expect("status of 409")
    slug = b3(cupboard)
    correction = Table(scorekeeper).open(slug).correct(2).took("Ana", 0).took("Bo", 1)
    quicker = scorekeeper.context.new_page()
    Correction(quicker).page.goto(f"/g/{slug}/hands/2")
    Correction(quicker).took("Cy", 0).took("Ana", 2).record()
    quicker.close()
    correction.try_to_record()
    expect(correction.alert).to_contain_text("meanwhile this hand was changed elsewhere")
    assert correction.versions("Ana") == ["bid 0 took 2", "bid 0 took 0"]
    assert correction.versions("Bo") == ["bid 2 took 0", "bid 2 took 1"]
    return slug, correction


def test_of_two_corrections_theirs_can_be_kept(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """G50"""
    slug, correction = two_corrections(scorekeeper, cupboard, complaints)
    correction.tap(correction.link("Keep theirs"))
    Table(scorekeeper).plays_hand(3)
    assert cupboard.game(slug).closed[1].tricks == (2, 0, 0)


def test_of_two_corrections_mine_can_be_used_knowingly(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """G50"""
    slug, correction = two_corrections(scorekeeper, cupboard, complaints)
    correction.tap(correction.button("Use mine"))
    Table(scorekeeper).plays_hand(3)
    assert cupboard.game(slug).closed[1].tricks == (0, 1, 1)
    assert Sheet(scorekeeper).open(slug).totals == [21, 10, 11]


def test_with_scripts_off_the_server_says_what_is_wrong(
    new_context: Phones, cupboard: Cupboard, live_server: str, complaints: Complaints
):
    complaints.expect("status of 422")
    slug = b3(cupboard)
    phone = new_context(scripts=False)
    phone.add_cookies([cupboard.cookie(live_server)])
    correction = Table(phone.new_page(), scripts=False).open(slug).correct(2).took("Ana", 0).try_to_record()
    expect(correction.alert).to_contain_text("1 of 2: 1 too few")
    expect(correction.radio("Ana took 0")).to_be_checked()
    assert correction.took("Bo", 1).record().totals == [21, 10, 11]
