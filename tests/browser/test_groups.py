"""Who usually plays is seated by taps; dates in lists are those of whoever reads."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from tests.browser.at_the_table import Home, NewGame, Page, Table, expect
from tests.browser.conftest import Complaints, Phones
from tests.browser.group_states import group_of, group_pages
from tests.browser.prepared import FOUR, Cupboard
from tests.browser.test_fit import BROKEN, LONG, SIDEWAYS, SMALL_TYPE, TOO_SMALL, collect
from tests.browser.test_setup import bidding_order
from tests.browser.test_times import LATE, played


def test_last_times_table_is_seated_with_two_taps(scorekeeper: Page, cupboard: Cupboard):
    group_of(cupboard, FOUR)
    setup = NewGame(scorekeeper).open()
    before = setup.taps
    setup.tap(setup.link("Last time's table"))
    setup.start()
    assert setup.taps - before == 2
    Table(scorekeeper).plays_hand(1)
    assert cupboard.game(scorekeeper.url.rsplit("/", 1)[-1]).players == FOUR


def test_from_the_first_page_last_times_table_sits_after_two_taps_and_plays_after_three(scorekeeper: Page, cupboard: Cupboard):
    group_of(cupboard, FOUR)
    home = Home(scorekeeper).open()
    home.tap(home.link("New game"))
    home.tap(home.link("Last time's table"))
    setup = NewGame(scorekeeper).sees("New game")
    assert (setup.lines, home.taps) == (list(FOUR), 2)
    home.tap(setup.button("Start game"))
    table = Table(scorekeeper).plays_hand(1)
    assert home.taps == 3
    assert bidding_order(table) == ["Cy", "Dee", "Ana", "Bo"]  # Ana dealt first last time: now it is Bo


def test_play_again_seats_the_same_people_in_the_same_group_and_the_deal_moves_on(scorekeeper: Page, cupboard: Cupboard):
    group_of(cupboard, FOUR, played=1)
    home = Home(scorekeeper).open()
    scorekeeper.get_by_role("listitem").get_by_role("link", name=re.compile("won by")).tap()
    table = Table(scorekeeper).sees("Finished")
    table.tap(table.link("Play again"))
    setup = NewGame(scorekeeper).sees("New game")
    expect(scorekeeper.get_by_label("Group")).to_have_value(re.compile(".+"))
    assert setup.lines == list(FOUR)
    table.tap(setup.button("Start game"))
    assert table.taps == 2
    assert bidding_order(table.plays_hand(1)) == ["Cy", "Dee", "Ana", "Bo"]
    assert home.taps == 0


def test_a_regular_is_tapped_to_the_next_free_line_and_stays_where_he_was(scorekeeper: Page, cupboard: Cupboard):
    group_of(cupboard, FOUR)
    setup = NewGame(scorekeeper).open()
    for name in ("Dee", "Ana"):
        setup.tap(setup.button(name))
        expect(setup.button(name)).to_be_disabled()
    assert setup.lines[:2] == ["Dee", "Ana"]
    expect(setup.link("Last time's table")).to_be_hidden()
    setup.tap(setup.button("Remove player 1"))
    expect(setup.button("Dee")).to_be_enabled()
    setup.tap(setup.button("Cy"))
    setup.start()
    Table(scorekeeper).plays_hand(1)
    assert cupboard.game(scorekeeper.url.rsplit("/", 1)[-1]).players == ("Ana", "Cy")


def test_the_regulars_follow_the_group_that_is_chosen(scorekeeper: Page, cupboard: Cupboard):
    group_of(cupboard, ("Zoe", "Yan", "Xi"), name="Monday")
    group_of(cupboard, FOUR)
    setup = NewGame(scorekeeper).open()
    setup.fill("Una")
    scorekeeper.get_by_label("Group").select_option("Monday")
    expect(setup.button("Zoe")).to_be_visible()
    expect(setup.button("Ana")).to_have_count(0)
    setup.tap(setup.button("Zoe"))
    assert setup.lines[:2] == ["Una", "Zoe"]


def test_a_deleted_game_goes_from_a_phone_that_reads_along(
    scorekeeper: Page, cupboard: Cupboard, new_context: Phones, complaints: Complaints
):
    complaints.expect("status of 410")
    slug = cupboard.start()
    reader = new_context().new_page()
    watching = Table(reader).open(slug)
    scorekeeper.goto(f"/delete/{slug}")
    Table(scorekeeper).tap(scorekeeper.get_by_role("button", name="Yes, delete it"))
    watching.later()
    expect(reader.get_by_role("heading", name="This game was deleted")).to_be_visible()


def test_a_game_about_to_be_deleted_stands_at_the_day_of_whoever_reads(new_context: Phones, cupboard: Cupboard, live_server: str):
    slug = played(cupboard, datetime.fromisoformat(LATE).replace(tzinfo=ZoneInfo("America/Los_Angeles")))
    phone = new_context(timezone_id="America/Los_Angeles")
    phone.add_cookies([cupboard.cookie(live_server)])
    page = phone.new_page()
    page.goto(f"/delete/{slug}")
    expect(page.get_by_text("16 October 2026")).to_be_visible()


def test_the_pages_of_a_group_fit(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """G56: names as long as they may be, on three widths."""
    complaints.expect("status of 422", "status of 404")
    looks = {"sideways": SIDEWAYS, "too small": TOO_SMALL, "small type": SMALL_TYPE, "broken word": BROKEN}
    faults = collect(scorekeeper, group_pages(scorekeeper, cupboard, LONG), looks)
    assert not faults, "\n".join(faults)
