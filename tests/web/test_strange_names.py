"""Names that try to be something else: shown as typed, on every page."""

import re

import pytest

from scorekeeper.ledger.entries import About, Adjustment, Note, SetPoints
from tests.web.playing import Phone, b3, enter, set_up, start_with_sizes

OURS = re.compile(r"/assets/(scorekeeper|pages)\.js\?v=[0-9a-f]{8}")
HOSTILE = ("<script>x()</script>", '"><img src=x onerror=x()>', "{{1337*1337}}", "');x();//")
ODD = (
    "%s %(name)s %",
    "&amp; &lt;",
    "{name} {0}",
    "\\u0041 \\",
    'O\'Neil "Bo"',
    "$$ ${x}",
    "#{x} <%= 1 %>",
    "🂡🏴‍☠️",
    "Ⅳ²",
    "עַל־יְדֵי",
)


def every_page(phone, table):
    """Every page of the game, plain and as a fragment."""
    paths = ["", "/sheet", "/history", "/rules", "/read", "/hand", "/players", "/change", "/hands/1", "?change=0", "?change=1"]
    for path in (*paths, "/scoring"):
        for quick in (False, True):
            yield phone.open(table.url + path, quick=quick)


@pytest.mark.parametrize("names", [HOSTILE, ODD])
def test_a_name_is_shown_as_typed_and_never_run(app, names):
    """G67: no element, no attribute, no template, no placeholder comes out of a name."""
    phone, watcher = Phone(app), Phone(app)
    title = names[0]
    table = start_with_sizes(phone, names, "2 1", choices={"Name of the game, if you like": title})
    expected = table.game.players
    table.play_any()
    table.bids(f"{names[2]} 1, {names[3]} 0")
    for reader in (phone, watcher):
        for screen in every_page(reader, table):
            assert not screen.root.all("img")
            assert all(OURS.match(script["src"]) for script in screen.root.all("script"))
            assert all(not name.startswith("on") for element in screen.root.all() for name in element.attrs)
            assert "1787569" not in screen.text
            shown = {element.raw for element in screen.root.all("bdi")}
            assert shown <= {*expected, title, table.game.game} | {short for short in shown if short.endswith("…")} | {
                short for short in shown if "…" in short
            }
    due = names[4 % len(names)]
    assert f"{due} bids 1" in table.look().buttons
    table.bids(f"{due} 1")
    assert f"{due} bids 1." in table.screen.status
    phone.open("/")
    assert names[0] in phone.screen.text
    assert names[0] in phone.client.get(f"{table.url}/sheet.json").get_data(as_text=True) or '"' in names[0]


def test_a_refused_name_comes_back_as_typed(phone):
    """G67: in the form, in the list of dealers, beside the field."""
    phone.open("/new")
    for number, name in enumerate(HOSTILE, start=1):
        phone.screen.type(f"Player {number}", name)
    phone.screen.type("Name of the game, if you like", HOSTILE[1] * 9)
    screen = phone.press("Start game")
    assert phone.status == 422
    assert [screen.value(f"Player {number}") for number in range(1, 5)] == list(HOSTILE)
    assert screen.value("Name of the game, if you like") == HOSTILE[1] * 9
    assert not screen.root.all("img")


def test_a_name_that_is_there_twice_is_quoted_and_not_run(phone):
    phone.open("/new")
    phone.screen.type("Player 1", HOSTILE[1])
    phone.screen.type("Player 2", HOSTILE[1].upper())
    screen = phone.press("Start game")
    assert phone.status == 422
    assert HOSTILE[1] in screen.description(screen.field("Player 2"))
    assert not screen.root.all("img")


def test_what_was_sent_in_a_refused_request_is_never_run(phone, stored):
    table = b3(phone, hands=1)
    for field in ("hand", "seat", "bid", "was", "key", "do"):
        phone.press("Cy bids 0", **{field: HOSTILE[1]})
        assert not phone.screen.root.all("img")
        if phone.status == 200:
            table.undo()
    phone.press("hearts", trump=HOSTILE[0])
    assert all(OURS.match(script["src"]) for script in phone.screen.root.all("script"))


def test_what_people_write_besides_names_is_never_run(app, phone, other_phone):
    """G67: title, place, keeper, reasons and notes, on every page, for those who read along as well."""
    bad = HOSTILE[1]
    table = b3(phone, hands=2)
    enter(table, About(bad, bad, bad), Note(bad), Note(bad, 2), Note(bad, 3), Adjustment(1, 0, bad), SetPoints(2, (1, 1, 1), bad))
    for reader in (phone, other_phone):
        for screen in every_page(reader, table):
            assert not screen.root.all("img")
            assert all(not name.startswith("on") for element in screen.root.all() for name in element.attrs)
    for path in ("", "/sheet", "/history"):
        assert bad in phone.open(table.url + path).text
    phone.open("/")
    assert bad in phone.screen.text
    assert not phone.screen.root.all("img")


def test_rules_kept_under_a_name_show_it_as_typed(phone):
    """G67: in the list of games, in the card, in the game."""
    bad = HOSTILE[1][:40]
    set_up(phone, ("Ana", "Bo"), choices={"Name of these rules": bad})
    screen = phone.press("Keep")
    assert bad in screen.text
    assert bad in [option.text for option in screen.field("Game").all("option")]
    for button in ("More games", "All ways to score", "All ways of dealing"):
        assert bad in phone.press(button).text
        assert not phone.screen.root.all("img")
        phone.press("Back")
