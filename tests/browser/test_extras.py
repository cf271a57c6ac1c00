"""What few games enter besides: Skull King's bonus points and tricks nobody won, blind bids, wagers, trump that somebody names."""

import pytest

from scorekeeper.ledger.entries import Extras, Stake, Trump
from tests.browser.at_the_table import Page, Sheet, Table, expect
from tests.browser.conftest import Complaints, Phones
from tests.browser.prepared import Cupboard, rules


def skull_king(page: Page, cupboard: Cupboard, size: int = 4) -> tuple[Table, str]:
    """Ana, Bo, Cy and Dee bid 0, 0, 2 and 1 in a hand of four cards."""
    slug = cupboard.start_named("skull-king", sizes=(size, 1))
    cupboard.bid(slug, [0, 0, 2, 1])
    return Table(page).open(slug), slug


def extras(cupboard: Cupboard, slug: str) -> Extras:
    return cupboard.game(slug).hands[-1].extras


# Bonus and tricks nobody won


def test_a_hand_of_skull_king_with_bonus_points_and_a_trick_nobody_won(scorekeeper: Page, cupboard: Cupboard):
    table, slug = skull_king(scorekeeper, cupboard)
    table.lacks("1 trick too few").nobody_won(1).will_record("all made it")
    table.took("Cy", 1).took("Bo", 1).will_record("Dee, Ana made it; Bo 1, Cy 1")
    table.bonus("Dee", "+20", "+10").bonus("Ana", "−10")
    expect(table.fold("Dee", "Bonus")).to_have_text("Dee Bonus +30")
    table.record()
    expect(table.status).to_contain_text("Hand 1: Dee +50, Ana +30, Bo −40, Cy −10")
    assert cupboard.game(slug).closed[0].extras == Extras(discarded=1, bonus=(-10, 0, 0, 30))


def test_without_a_bonus_a_hand_of_skull_king_costs_no_more_taps(scorekeeper: Page, cupboard: Cupboard):
    table = Table(scorekeeper).open(cupboard.start_named("skull-king", sizes=(5, 1)))
    for name, number in {"Bo": 2, "Cy": 1, "Dee": 0}.items():
        table.bid(name, number, covered=True)
    table.bid("Ana", 1).took("Bo", 1).took("Cy", 3).will_record("Dee, Ana made it; Bo 1, Cy 3").record().plays_hand(2)
    assert table.taps == 7


def test_amounts_add_up_and_nought_is_the_way_back(scorekeeper: Page, cupboard: Cupboard):
    table, _ = skull_king(scorekeeper, cupboard)
    table.bonus("Cy", "+40", "+40", "−10")
    expect(table.field("Cy", "Bonus")).to_have_value("70")
    expect(table.fold("Cy", "Bonus")).to_contain_text("+70")
    table.bonus("Cy", "0")
    expect(table.fold("Cy", "Bonus")).to_have_text("Cy Bonus 0")
    table.field("Cy", "Bonus").fill("15")
    table.bonus("Cy", "+10", "−10", "−10", "−10", "−10")
    expect(table.fold("Cy", "Bonus")).to_contain_text("−15")


def test_numbers_that_can_no_longer_be_right_go_by_the_tricks_that_were_won(scorekeeper: Page, cupboard: Cupboard):
    table, _ = skull_king(scorekeeper, cupboard)
    table.took("Cy", 3)
    assert [table.looks("Ana", number) for number in range(5)] == ["ghost", "open", "spent", "spent", "spent"]
    table.nobody_won(1)
    assert [table.looks("Ana", number) for number in range(5)] == ["ghost", "spent", "spent", "spent", "spent"]


def test_what_is_entered_and_not_recorded_outlives_news_and_a_reload(scorekeeper: Page, cupboard: Cupboard):
    table, slug = skull_king(scorekeeper, cupboard)
    table.nobody_won(1).bonus("Dee", "+20")
    table.bonus("Ana").field("Ana", "Bonus").fill("-5")
    before = table.version
    cupboard.enter(slug, Trump(1, "hearts"))
    table.later()
    table.waits_for_news(before)
    for _ in range(2):
        expect(table.fold("Dee", "Bonus")).to_contain_text("+20")
        expect(table.fold("Ana", "Bonus")).to_contain_text("−5")
        expect(table.radio("nobody won 1")).to_be_checked()
        table.will_record("all made it")
        scorekeeper.reload()
    table.record()
    assert cupboard.game(slug).closed[0].extras == Extras(discarded=1, bonus=(-5, 0, 0, 20))


def test_a_field_being_typed_in_is_left_alone_when_news_comes(scorekeeper: Page, cupboard: Cupboard):
    table, slug = skull_king(scorekeeper, cupboard)
    table.bonus("Bo")
    field = table.field("Bo", "Bonus")
    field.tap()
    scorekeeper.keyboard.type("12")
    before = table.version
    cupboard.enter(slug, Trump(1, "hearts"))
    table.later()
    table.waits_for_news(before)
    expect(field).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("12")
    table.bonus("Dee")
    expect(field).to_be_visible()
    table.tap(table.fold("Bo", "Bonus"))
    expect(field).to_be_hidden()
    expect(table.fold("Bo", "Bonus")).to_contain_text("+12")


def test_return_in_the_field_of_a_bonus_closes_the_fold_and_records_nothing(scorekeeper: Page, cupboard: Cupboard):
    table, slug = skull_king(scorekeeper, cupboard)
    table.nobody_won(1).will_record("all made it").bonus("Bo")
    table.field("Bo", "Bonus").fill("20")
    scorekeeper.keyboard.press("Enter")
    expect(table.field("Bo", "Bonus")).to_be_hidden()
    expect(table.fold("Bo", "Bonus")).to_contain_text("+20")
    assert cupboard.game(slug).closed == ()


def test_a_refused_bonus_is_told_in_its_row_and_stays_as_typed(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect("status of 422")
    table, slug = skull_king(scorekeeper, cupboard)
    table.nobody_won(1).bonus("Dee", "+20").bonus("Bo")
    for typed in ("ten", "99999999"):
        table.field("Bo", "Bonus").fill(typed)
        table.tap(table.record_button)
        expect(table.row("Bo").get_by_role("alert")).to_be_visible()
        expect(table.field("Bo", "Bonus")).to_be_visible()
        expect(table.field("Bo", "Bonus")).to_have_value(typed)
        expect(table.fold("Dee", "Bonus")).to_contain_text("+20")
        expect(table.radio("nobody won 1")).to_be_checked()
    table.field("Bo", "Bonus").fill("")
    table.record()
    assert cupboard.game(slug).closed[0].extras == Extras(discarded=1, bonus=(0, 0, 0, 20))


def test_undo_brings_back_what_was_recorded_with_the_tricks(scorekeeper: Page, cupboard: Cupboard):
    table, slug = skull_king(scorekeeper, cupboard)
    table.nobody_won(1).bonus("Dee", "+20").record().undo()
    expect(table.fold("Dee", "Bonus")).to_contain_text("+20")
    expect(table.radio("nobody won 1")).to_be_checked()
    table.will_record("all made it").record()
    assert cupboard.game(slug).closed[0].extras == Extras(discarded=1, bonus=(0, 0, 0, 20))


def test_the_fold_of_the_last_row_opens_within_sight(scorekeeper: Page, cupboard: Cupboard):
    table, _ = skull_king(scorekeeper, cupboard, size=10)
    table.bonus("Ana")
    table.in_sight(table.field("Ana", "Bonus"))
    table.in_sight(table.button("Ana: bonus +40"))
    table.bonus("Ana", "+40")
    expect(table.fold("Ana", "Bonus")).to_contain_text("+40")


def test_a_hand_of_skull_king_with_scripts_off(new_context: Phones, cupboard: Cupboard, live_server: str):
    context = new_context(scripts=False)
    context.add_cookies([cupboard.cookie(live_server)])
    page = context.new_page()
    _, slug = skull_king(page, cupboard)
    table = Table(page, scripts=False)
    table.takes({"Bo": 0, "Cy": 1, "Dee": 1, "Ana": 0}).nobody_won(1)
    table.tap(table.radio("nobody won 2"))
    table.tap(table.fold("Cy", "Bonus"))
    expect(table.button("Cy: bonus +20")).to_have_count(0)
    table.field("Cy", "Bonus").fill("-20")
    table.record().plays_hand(2)
    assert cupboard.game(slug).closed[0].extras == Extras(discarded=2, bonus=(0, 0, -20, 0))


# Stakes


def test_a_blind_bid_is_one_tap_and_everybody_sees_it(scorekeeper: Page, new_context: Phones, cupboard: Cupboard):
    slug = cupboard.start_named("blind-20", sizes=(5, 5))
    table, reading = Table(scorekeeper).open(slug), Table(new_context().new_page()).open(slug)
    table.tap(table.blind("Cy"))
    expect(table.blind("Cy")).to_have_attribute("aria-pressed", "true")
    expect(table.status).to_contain_text("Cy bids blind.")
    reading.later()
    expect(reading.row("Cy")).to_contain_text("blind")
    expect(reading.row("Bo")).not_to_contain_text("blind")
    table.bids({"Bo": 2, "Cy": 1, "Dee": 0, "Ana": 1}).took("Bo", 1).took("Cy", 1).took("Ana", 3).record()
    expect(table.status).to_contain_text("Cy +21")


@pytest.mark.parametrize("at_once", [True, False])
def test_a_double_tap_on_blind_is_one_tap(scorekeeper: Page, cupboard: Cupboard, at_once: bool):
    slug = cupboard.start_named("blind-20", sizes=(5, 5))
    table = Table(scorekeeper).open(slug)
    table.double_tap(table.blind("Cy"), first=None if at_once else scorekeeper.get_by_text("Cy bids blind.", exact=True))
    expect(table.blind("Cy")).to_have_attribute("aria-pressed", "true")
    assert extras(cupboard, slug) == Extras(blind=(False, False, True, False))
    table.tap(table.blind("Cy"))
    expect(table.blind("Cy")).to_have_attribute("aria-pressed", "false")
    assert extras(cupboard, slug) == Extras()


def test_a_blind_bid_undone_is_a_ghost(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start_named("blind-20", sizes=(5, 5))
    cupboard.enter(slug, Stake(1, 2, blind=True))
    table = Table(scorekeeper).open(slug).undo()
    expect(table.blind("Cy")).to_have_attribute("aria-pressed", "false")
    expect(table.blind("Cy")).to_have_css("border-top-style", "dashed")
    expect(table.blind("Bo")).to_have_css("border-top-style", "solid")


def test_a_wager_is_an_amount_in_a_fold_that_closes_again(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start_named("rickytann", sizes=(5, 5))
    table = Table(scorekeeper).open(slug)
    table.wager("Bo", 10)
    expect(table.field("Bo", "Wager")).to_be_hidden()
    expect(table.fold("Bo", "Wager")).to_have_text("Bo Wager 10")
    table.tap(table.fold("Cy", "Wager"))
    table.field("Cy", "Wager").fill("7")
    table.tap(table.button("Enter the wager of Cy"))
    expect(table.fold("Cy", "Wager")).to_have_text("Cy Wager 7")
    table.bids({"Bo": 2, "Cy": 1, "Dee": 0, "Ana": 1}).took("Bo", 1).took("Cy", 1).took("Ana", 3).record()
    expect(table.status).to_contain_text("Cy +18")
    expect(table.status).to_contain_text("Bo −10")


def test_a_wager_being_typed_outlives_news_and_a_refusal(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect("status of 422")
    slug = cupboard.start_named("rickytann", sizes=(5, 5))
    table = Table(scorekeeper).open(slug)
    table.tap(table.fold("Cy", "Wager"))
    table.field("Cy", "Wager").fill("1x")
    before = table.version
    cupboard.enter(slug, Stake(1, 1, wager=5))
    table.later()
    table.waits_for_news(before)
    expect(table.field("Cy", "Wager")).to_have_value("1x")
    scorekeeper.keyboard.press("Enter")
    expect(table.row("Cy").get_by_role("alert")).to_be_visible()
    expect(table.field("Cy", "Wager")).to_have_value("1x")
    expect(scorekeeper.get_by_role("button", name="I have read it")).to_have_count(0)  # it was sent once
    table.field("Cy", "Wager").fill("15")
    scorekeeper.keyboard.press("Enter")
    expect(table.fold("Cy", "Wager")).to_have_text("Cy Wager 15")
    expect(scorekeeper.locator("#page.unsaved")).to_have_count(0)
    assert extras(cupboard, slug) == Extras(wager=(0, 5, 15, 0))


def test_a_hand_counts_twice(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start_named("spades-double", sizes=(4, 5))
    cupboard.bid(slug, [1, 1, 1, 1])
    table = Table(scorekeeper).open(slug)
    table.in_sight(table.radio("this hand counts ×2").locator(".."))
    table.tap(table.radio("this hand counts ×2"))
    scorekeeper.reload()
    expect(table.radio("this hand counts ×2")).to_be_checked()
    table.record()
    expect(table.status).to_contain_text("Bo +22, Cy +22, Dee +22, Ana +22")


# Trump that is named, and who leads


def test_the_highest_bidder_is_asked_for_trump_when_all_have_bid(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start_named("blob", sizes=(5, 5))
    table = Table(scorekeeper).open(slug)
    expect(scorekeeper.get_by_text("The highest bidder names trump.")).to_be_visible()
    expect(table.suit("hearts")).to_have_count(0)
    table.bids({"Bo": 1, "Cy": 2, "Dee": 2, "Ana": 1})
    expect(scorekeeper.get_by_text("Cy names trump.")).to_be_visible()
    expect(table.suit("hearts")).to_be_visible()
    table.name_trump("hearts")
    expect(table.trump).to_contain_text("hearts")
    expect(table.suit("hearts")).to_be_hidden()
    table.took("Cy", 1).record().plays_hand(2)
    assert cupboard.game(slug).closed[0].trump == "hearts"


def test_trump_that_nobody_noted_stands_in_nobodys_way(scorekeeper: Page, new_context: Phones, cupboard: Cupboard):
    slug = cupboard.start_named("blob", sizes=(5, 5))
    cupboard.bid(slug, [1, 2, 2, 1])
    reading = Table(new_context().new_page()).open(slug)
    expect(reading.page.get_by_text("Bo names trump.")).to_be_visible()
    expect(reading.suit("hearts")).to_have_count(0)
    Table(scorekeeper).open(slug).took("Bo", 1).record().plays_hand(2)


def test_another_highest_bidder_is_asked_when_a_bid_is_changed(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start_named("blob", sizes=(5, 5))
    cupboard.bid(slug, [1, 2, 2, 1])
    Table(scorekeeper).open(slug).change("Dee", 1, 3)
    expect(scorekeeper.get_by_text("Dee names trump.")).to_be_visible()


def test_the_highest_bidder_is_marked_as_the_one_who_leads(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start_named("plump", sizes=(5, 5))
    table = Table(scorekeeper).open(slug).bids({"Bo": 1, "Cy": 2, "Dee": 0})
    expect(scorekeeper.get_by_text("leads", exact=True)).to_have_count(0)
    table.bid("Ana", 1)
    expect(table.row("Cy").get_by_text("leads", exact=True)).to_be_visible()
    expect(scorekeeper.get_by_text("leads", exact=True)).to_have_count(1)


def test_the_player_opposite_the_dealer_is_marked_from_the_start(scorekeeper: Page, cupboard: Cupboard):
    table = Table(scorekeeper).open(cupboard.start_named("jaylipp"))
    expect(table.row("Cy").get_by_text("leads", exact=True)).to_be_visible()


# All other games, and the pages around


def test_no_other_game_has_anything_of_this(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = Table(scorekeeper).open(slug)
    for _ in range(2):
        for word in ("Bonus", "Wager", "blind", "leads", "Tricks nobody won", "This hand counts"):
            expect(scorekeeper.get_by_text(word, exact=True)).to_have_count(0)
        expect(scorekeeper.get_by_role("textbox")).to_have_count(0)
        cupboard.bid(slug, [1, 2, 1, 0])
        table.open(slug)


def test_bonus_and_tricks_nobody_won_are_corrected(scorekeeper: Page, cupboard: Cupboard):
    table, slug = skull_king(scorekeeper, cupboard)
    table.nobody_won(1).bonus("Dee", "+20").record()
    correction = Sheet(scorekeeper).open(slug).correct(1)
    expect(table.field("Dee", "Bonus")).to_have_value("20")
    expect(correction.radio("nobody won 1")).to_be_checked()
    table.field("Cy", "Bonus").fill("30")
    correction.tap(correction.radio("nobody won 0"))
    sheet = correction.took("Bo", 1).record()
    assert "made, bonus +30" in sheet.hands[0][2]
    assert cupboard.game(slug).closed[0].extras == Extras(bonus=(0, 0, 30, 20))
