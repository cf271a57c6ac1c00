"""People come, go and change seats while the game goes on: on the phone that keeps score, and with scripts off."""

import pytest

from tests.browser.at_the_table import Page, People, Phone, Sheet, Table, expect
from tests.browser.conftest import Complaints, Phones
from tests.browser.prepared import FOUR, NO_HOOK, Cupboard, rules


@pytest.fixture
def slug(cupboard: Cupboard) -> str:
    """F4 after hand 2: hand 3 is Cy's to deal."""
    return cupboard.start(FOUR, ruleset=rules(range(1, 9)), hands=2)


def order(page: Page, *names: str) -> None:
    """The lines of the table from top to bottom."""
    expect(page.locator(".seat bdi").filter(visible=True)).to_have_text(list(names))


def test_a_latecomer_is_seated_and_plays_from_the_coming_hand_on(scorekeeper: Page, slug: str):
    """G02: between Ana and Bo. Hand 3 is dealt by Cy: Dee, Ana, Eli, Bo, Cy bid."""
    people = People(scorekeeper).open(slug).joins("Eli", after="Ana", points="12 + 3")
    people.told("Eli", "Ana", "15", "from hand 3 on", "“Undo” at the table takes it back")
    assert people.list == ["Ana", "Eli", "Bo", "Cy deals hand 3", "Dee"]
    table = people.back().plays_hand(3)
    order(scorekeeper, "Dee", "Ana", "Eli", "Bo", "Cy")
    table.play({"Dee": 0, "Ana": 1, "Eli": 1, "Bo": 0, "Cy": 0}, {"Dee": 0, "Ana": 1, "Eli": 1, "Bo": 0, "Cy": 1})
    order(scorekeeper, "Ana", "Eli", "Bo", "Cy", "Dee")
    assert Sheet(scorekeeper).open(slug).total_of("Eli") == 26


def test_points_below_zero_need_no_minus_key(scorekeeper: Page, slug: str):
    people = People(scorekeeper).open(slug)
    people.tap(people.minus.locator(".."))
    people.joins("Eli", points="20")
    assert Sheet(scorekeeper).open(slug).total_of("Eli") == -20


def test_who_leaves_is_asked_no_more_and_comes_back_to_the_old_seat(scorekeeper: Page, slug: str, cupboard: Cupboard):
    """G32"""
    people = People(scorekeeper).open(slug).lets("Bo", "leaves from hand 3 on").told("Bo", "from hand 3 on")
    assert people.list == ["Ana", "Bo left", "Cy deals hand 3", "Dee"]
    people.back().plays_hand(3)
    order(scorekeeper, "Dee", "Ana", "Cy")
    cupboard.play(slug, [1, None, 1, 0], [1, None, 1, 1])
    people.open(slug).lets("Bo", "is back from hand 4 on").told("Bo", "from hand 4 on")
    people.back().plays_hand(4)
    order(scorekeeper, "Ana", "Bo", "Cy", "Dee")


def test_one_hand_is_sat_out(scorekeeper: Page, slug: str):
    people = People(scorekeeper).open(slug).lets("Dee", "sits hand 3 out").told("Dee", "hand 3")
    assert people.list[-1] == "Dee sits hand 3 out"
    people.back().plays_hand(3)
    order(scorekeeper, "Ana", "Bo", "Cy")
    people.open(slug).lets("Dee", "plays hand 3 after all").back().plays_hand(3)
    order(scorekeeper, "Dee", "Ana", "Bo", "Cy")


def test_two_change_places_step_by_step(scorekeeper: Page, slug: str):
    """The fold of whoever moves stays open for the next step."""
    people = People(scorekeeper).open(slug).lets("Dee", "changes places with Cy").told("from hand 3 on")
    assert people.list == ["Ana", "Bo", "Dee deals hand 3", "Cy"]
    expect(people.button("Dee changes places with Bo")).to_be_visible()
    people.lets("Dee", "changes places with Bo")
    people.in_sight(people.heading)
    assert people.list == ["Ana", "Dee", "Bo", "Cy deals hand 3"]
    people.back().plays_hand(3)
    order(scorekeeper, "Ana", "Dee", "Bo", "Cy")


def test_a_name_is_put_right_and_somebody_else_goes_on(scorekeeper: Page, slug: str):
    people = People(scorekeeper).open(slug).calls("Bo", "Bob").told("Bob")
    people.calls("Cy", "Cleo", substitute=True).told("Cleo", "Cy")
    assert people.list == ["Ana", "Bob", "Cleo deals hand 3", "Dee"]
    people.back().plays_hand(3)
    order(scorekeeper, "Dee", "Ana", "Bob", "Cleo")


def test_a_refusal_is_in_sight_beside_its_field(scorekeeper: Page, slug: str, complaints: Complaints):
    """G33: also where the field is far down."""
    complaints.expect("status of 422")
    people = People(scorekeeper).open(slug).calls("Dee", " ANA ")
    people.in_sight(people.alert)
    expect(people.alert).to_contain_text("Ana is already there")
    people.joins("", points="7")
    people.in_sight(people.alert)
    expect(people.alert).to_contain_text("needs a name")
    expect(people.field("Points to start with")).to_have_value("7")


def test_undo_at_the_table_takes_it_back(scorekeeper: Page, slug: str):
    people = People(scorekeeper).open(slug).joins("Eli")
    people.back().undo()
    order(scorekeeper, "Dee", "Ana", "Bo", "Cy")


def test_one_more_than_the_pack_allows_plays_with_smaller_hands(scorekeeper: Page, cupboard: Cupboard, complaints: Complaints):
    """G20"""
    complaints.expect("status of 422")
    slug = cupboard.start((*FOUR, "Eli", "Fay"), ruleset=rules(range(1, 9), bidding=NO_HOOK), hands=7)
    people = People(scorekeeper).open(slug).joins("Gus")
    people.in_sight(people.alert)
    expect(people.alert).to_have_text("7 players × 8 cards = 56, but the pack has only 52.")
    people.does(people.button("Join, and play at most 7 cards"))
    people.told("Gus", "from hand 8 on").back()
    assert [hand.size for hand in cupboard.game(slug).hands] == [1, 2, 3, 4, 5, 6, 7, 7]


def test_a_tap_sent_twice_is_one(scorekeeper: Page, slug: str, cupboard: Cupboard):
    people = People(scorekeeper).open(slug)
    people.tap(people.fold("Bo"))
    version = cupboard.game(slug).version
    people.later()
    people.button("Bo leaves from hand 3 on").dblclick()
    people.told("Bo", "from hand 3 on")
    assert cupboard.game(slug).version == version + 1


def test_everything_works_with_scripts_off(new_context: Phones, slug: str, cupboard: Cupboard, live_server: str):
    phone = new_context(scripts=False)
    phone.add_cookies([cupboard.cookie(live_server)])
    people = People(phone.new_page(), scripts=False).open(slug)
    people.joins("Eli", after="Ana").told("Eli")
    people.lets("Dee", "sits hand 3 out").told("Dee")
    people.lets("Bo", "changes places with Eli").told("from hand 3 on")
    people.calls("Bo", "Bob").told("Bob")
    people.does(people.button("Whoever deals does not play from hand 3 on"))
    people.told("from hand 3 on")
    assert people.list == ["Ana", "Bob", "Eli deals hand 3", "Cy", "Dee sits hand 3 out"]
    people.back().plays_hand(3)
    assert cupboard.game(slug).hands[-1].order == (2, 0, 1)


def test_a_watcher_is_led_to_the_table(new_context: Phones, slug: str):
    watcher = new_context().new_page()
    watcher.goto(f"/g/{slug}/players")
    Phone(watcher).sees("Hand 3 of 8")
    assert watcher.url.endswith(f"/g/{slug}")
    Table(watcher).plays_hand(3)
