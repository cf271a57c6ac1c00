"""A game that was begun on paper goes on here: from which hand, and with how many points."""

import pytest

from tests.web.playing import Table, select_dealer, set_up

THREE = ("Ana", "Bo", "Cy")
SIZES = {"Hands": "a list of one's own", "Own list of hands": "1 2 3 4 5"}


def carry_on(phone, *, hand="", points=(), names=THREE, dealer=""):
    """The form filled in. Without scripts the fields are named after the lines."""
    screen = set_up(phone, names, choices=SIZES)
    screen.type("First hand to be played here", hand)
    for seat, text in enumerate(points):
        number = text.removeprefix("−")
        screen.type(f"Points of {seat_name(screen, seat)}", number)
        screen.choose(f"Points of {seat_name(screen, seat)}: minus", checked=number != text)
    if dealer:
        select_dealer(screen, names.index(dealer))
    return screen


def seat_name(screen, seat):
    """What a line is called in the field for its points."""
    return screen.labels[f"so-far-{seat}"].text.removeprefix("Points of ")


def test_it_works(phone):
    """From hand 4 on, dealt by Bo, with what everybody has so far; an empty field is 0."""
    carry_on(phone, hand="4", points=("12 + 12", "", "−7"), dealer="Bo")
    phone.press("Start game")
    assert (phone.status, phone.screen.heading) == (200, "Hand 4 of 5")
    table = Table(phone, THREE)
    assert (table.dealer, table.order, table.shown_totals) == ("Bo", ["Cy", "Ana", "Bo"], ["24", "0", "−7"])
    table.play("Cy 1, Ana 1, Bo 1", "2 1 1")
    assert (phone.screen.heading, table.dealer, table.shown_totals) == ("Hand 5 of 5", "Cy", ["24", "11", "4"])


def test_a_game_that_begins_here_carries_nothing(phone):
    carry_on(phone)
    phone.press("Start game")
    start = Table(phone, THREE).game.start
    assert (start.first_hand, start.carried) == (1, ())


def test_points_may_be_carried_into_the_first_hand_too(phone):
    """G52: below zero without a minus key."""
    carry_on(phone, points=("−10", "0", "0.5"))
    phone.press("Start game")
    assert Table(phone, THREE).shown_totals == ["−10", "0", "0.5"]


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("6", "only 5 hands"),
        ("99", "only 5 hands"),
        ("9" * 400, "only 5 hands"),
        ("0", "hand 1"),
        ("-1", "whole number"),
        ("x", "whole number"),
        ("2.5", "whole number"),
        ("²", "whole number"),
    ],
)
def test_a_hand_that_the_game_does_not_have_is_refused_and_kept(phone, stored, hand, words):
    screen = carry_on(phone, hand=hand, points=("12", "−3"))
    before = stored()
    screen = phone.press("Start game")
    assert phone.status == 422
    (said,) = screen.alerts
    field = screen.field("First hand to be played here")
    assert words in said
    assert (field["value"], screen.description(field)) == (hand, said)
    assert "open" in screen.element("paper")
    assert "open" not in screen.element("more-choices")
    assert [screen.value(name) for name in ("Points of Ana", "Points of Bo", "Points of Bo: minus")] == ["12", "3", "yes"]
    assert stored() == before


def test_points_that_are_none_are_refused_beside_them(phone, stored):
    """G53"""
    screen = carry_on(phone, hand="2", points=("ten", "5", "1.25"))
    before = stored()
    screen = phone.press("Start game")
    assert phone.status == 422
    assert len(screen.alerts) == 2
    for name, text in (("Points of Ana", "ten"), ("Points of Cy", "1.25")):
        field = screen.field(name)
        assert field["value"] == text
        assert "a whole number or a half" in screen.description(field)
    assert stored() == before


def test_points_of_nobody_are_refused(phone, stored):
    """They would be lost without a word."""
    screen = carry_on(phone, names=("Ana", "Bo"), points=("1", "2", "3"))
    before = stored()
    screen = phone.press("Start game")
    assert phone.status == 422
    assert screen.alerts == ["Nobody is named in this line above."]
    assert stored() == before


def test_points_move_with_their_players(phone):
    """Also without scripts: up, and away."""
    carry_on(phone, points=("1", "−2", "3"))
    screen = phone.press("Move player 2 up")
    assert [screen.value(name) for name in ("Points of Bo", "Points of Ana", "Points of Cy")] == ["2", "1", "3"]
    assert [screen.value(f"Points of {name}: minus") for name in ("Bo", "Ana")] == ["yes", "no"]
    screen = phone.press("Remove player 1")
    assert [screen.value(name) for name in ("Points of Ana", "Points of Cy")] == ["1", "3"]
    phone.press("Start game")
    table = Table(phone, ("Ana", "Cy"))
    assert (table.game.players, table.shown_totals) == (("Ana", "Cy"), ["1", "3"])


def test_what_was_typed_comes_back_from_other_pages_of_the_form(phone):
    carry_on(phone, hand="3", points=("7", "−8"))
    for button in ("More games", "Points of your own"):
        phone.press(button)
        screen = phone.press("Back")
        assert screen.value("First hand to be played here") == "3"
        assert [screen.value(name) for name in ("Points of Ana", "Points of Bo", "Points of Bo: minus")] == ["7", "8", "yes"]


def test_the_next_game_begins_with_nothing(phone):
    carry_on(phone, hand="4", points=("12",))
    phone.press("Start game")
    slug = phone.url.rsplit("/", 1)[-1]
    for url in ("/new", f"/new?again={slug}"):
        screen = phone.open(url)
        assert screen.value("First hand to be played here") == ""
        assert screen.element("so-far-0")["value"] == ""
        assert "open" not in screen.element("paper")
