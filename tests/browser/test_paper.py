"""A game begun on paper is carried on: in the form of a new game, points go with their players."""

import re

from playwright.sync_api import Locator

from tests.browser.at_the_table import NewGame, Page, Sheet, Table, expect


def points(page: Page, name: str) -> Locator:
    return page.get_by_role("textbox", name=f"Points of {name}", exact=True)


def unfold(page: Page, *names: str) -> NewGame:
    """The form with these names, and the fold open."""
    setup = NewGame(page).open().type(*names)
    setup.tap(page.get_by_text("Carry on from a paper sheet", exact=True))
    return setup


def test_a_game_goes_on_from_a_hand_with_everybodys_points(page: Page):
    setup = unfold(page, "Ana", "Bo", "Cy", "Dee")
    page.get_by_role("textbox", name="First hand to be played here").fill("5")
    points(page, "Ana").fill("12 + 12")
    setup.tap(page.get_by_role("checkbox", name="Points of Bo: minus").locator(".."))
    points(page, "Bo").fill("3")
    setup.dealer.select_option(label="Dee")
    setup.start()
    table = Table(page).plays_hand(5)
    expect(table.dealer("Dee")).to_be_visible()
    table.play({"Ana": 1, "Bo": 1, "Cy": 1, "Dee": 1}, {"Ana": 1, "Bo": 1, "Cy": 1, "Dee": 2}).plays_hand(6)
    assert Sheet(page).open(re.findall(r"/g/([^/?]+)", page.url)[0]).totals == [35, 8, 11, 0]


def test_points_are_asked_of_those_who_are_named_and_move_with_them(page: Page):
    setup = unfold(page, "Ana", "Bo", "Cy")
    fields = page.get_by_role("textbox", name=re.compile("^Points of"))
    assert [field.get_attribute("id") for field in fields.all()] == ["so-far-0", "so-far-1", "so-far-2", "so-far-3"]
    points(page, "Bo").fill("7")
    setup.tap(page.get_by_role("checkbox", name="Points of Bo: minus").locator(".."))
    points(page, "Cy").fill("9")
    setup.tap(setup.button("Move player 2 up"))
    expect(points(page, "Bo")).to_have_value("7")
    expect(page.get_by_role("checkbox", name="Points of Bo: minus")).to_be_checked()
    expect(page.get_by_role("checkbox", name="Points of Ana: minus")).not_to_be_checked()
    setup.tap(setup.button("Remove player 1"))
    assert setup.lines[:2] == ["Ana", "Cy"]
    expect(points(page, "Ana")).to_have_value("")
    expect(points(page, "Cy")).to_have_value("9")
    expect(points(page, "Bo")).to_have_count(0)
    expect(fields).to_have_count(3)
