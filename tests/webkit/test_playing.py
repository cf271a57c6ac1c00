"""In WebKit: taps, keys, news from other phones, back and forward; nothing is entered that nobody meant."""

import pytest

from tests.browser.prepared import FOUR, NO_HOOK, Cupboard, rules
from tests.ledger.playing import open_hand
from tests.webkit.phone import HandPage, Home, Keys, NewGame, Phone, Sheet, Table

ELSEWHERE = "data:text/html,<h1>elsewhere</h1>"


def table_of(phone: Phone, slug: str) -> Table:
    return Table(phone.driver, phone.line).open(slug)


# Reload, back, and forward


def test_a_reload_keeps_bids_and_tricks_that_are_not_recorded(phone: Phone, cupboard: Cupboard):
    """G40: and so does a closed window, after which home offers the game in one tap."""
    slug = cupboard.start(hands=2)
    table = table_of(phone, slug).bids({"Dee": 0, "Ana": 2, "Bo": 0, "Cy": 0}).took("Ana", 3).nothing_waits()
    table.reload().plays_hand(3)
    assert table.trick_key("Ana", 3).is_selected()
    phone.closes_and_opens()
    home = Home(phone.driver, phone.line).open()
    (running,) = home.running
    home.tap(running)
    table.plays_hand(3).stands("Dee", 0).stands("Ana", 2)


def test_back_and_forward_show_every_page_whole_and_current(phone: Phone, cupboard: Cupboard):
    """G41, G42: home, setup, two hands, the sheet; then back and forward, while another phone goes on."""
    home = Home(phone.driver, phone.line).open()
    home.tap(home.one("a", "New game"))
    setup = NewGame(phone.driver, phone.line).sees("New game").type(*FOUR)
    setup.tap(setup.one("button", "Start game"))
    table = Table(phone.driver, phone.line).plays_hand(1)
    slug = phone.driver.current_url.rsplit("/", 1)[-1]
    table.bids({"Bo": 0, "Cy": 0, "Dee": 0, "Ana": 0}).took("Ana", 1)
    table.tap(table.record_button)
    table.plays_hand(2).bids({"Cy": 1, "Dee": 1}).nothing_waits()
    table.tap(table.one("a", "Score sheet"))
    table.sees("Score sheet")
    cupboard.bid(slug, [1, None, None, None])
    for way in ("back", "forward"):
        for _ in range(3):
            getattr(phone, way)()
            phone.until(lambda: phone.is_whole)
            if phone.driver.current_url.endswith(slug):
                table.plays_hand(2).stands("Ana", 1).is_asked("Bo")
            if phone.driver.current_url.endswith("/new"):  # a form for another game, not that of the running one
                phone.until(lambda: not any(setup.names))
    table.sees("Score sheet").back().plays_hand(2)
    table.bid("Bo", 0).nothing_waits()
    assert len(home.open().running) == 1


def test_back_from_another_site_brings_the_whole_page_back(phone: Phone, cupboard: Cupboard):
    """G42: after five partial updates, and with nothing kept in the browser."""
    table = table_of(phone, cupboard.start(ruleset=rules([5])))
    table.bids({"Bo": 1, "Cy": 1}).nothing_waits().undo().is_asked("Cy").nothing_waits().undo().is_asked("Bo").nothing_waits().bid(
        "Bo", 2
    ).nothing_waits()
    phone.script("localStorage.clear(); sessionStorage.clear();")
    phone.goto(ELSEWHERE).back()
    table.stands("Bo", 2)
    assert phone.is_whole
    table.bid("Cy", 1).nothing_waits().reload()
    table.stands("Cy", 1)
    assert phone.is_whole


def test_an_old_page_that_is_taken_up_again_changes_nothing(phone: Phone, cupboard: Cupboard):
    """G41, G49: hand 1 as it was left, no news arrive, and the game is at hand 2."""
    slug = cupboard.start(ruleset=rules([2, 3]))
    table = table_of(phone, slug)
    table.mark()
    phone.goto(ELSEWHERE)
    cupboard.play(slug, [1, 1, 1, 1], [1, 1, 0, 0])
    version = cupboard.game(slug).version
    with phone.on_a_line("pass", get="busy"):
        table.back().plays_hand(1)
        assert table.resumed
        table.tap(table.bid_key("Bo", 0))
        table.plays_hand(2).sees("Bo", "[role=alert]")
    assert cupboard.game(slug).version == version
    table.bid("Cy", 1).nothing_waits()
    assert open_hand(cupboard.game(slug)).bids == (None, None, 1, None)


def test_reload_back_and_forward_send_nothing_again(phone: Phone, cupboard: Cupboard):
    """G49"""
    slug = cupboard.start(ruleset=rules([2, 2]), hands=1)
    there = HandPage(phone.driver, phone.line).open(slug).unfold("Points for one or all").fill("Points", "10").choose("Who", "Bo")
    there.tap(there.one("button", "Enter these points"))
    there.sees("Hand 2 of").reload().sees("Hand 2 of").back()
    there.sees("Besides bids and tricks").forward().sees("Hand 2 of").back().reload().sees("Besides bids and tricks")
    assert [given.points for given in cupboard.game(slug).adjustments] == [10]


def test_a_phone_that_slept_goes_on_with_the_same_game(phone: Phone, cupboard: Cupboard):
    """G45: left as it was and taken up again, ten times; meanwhile another phone bid. The first tap works."""
    slug = cupboard.start(hands=3)
    table = table_of(phone, slug)
    table.mark()
    for _ in range(10):
        phone.goto(ELSEWHERE).back()
        table.plays_hand(4)
    assert table.resumed
    phone.goto(ELSEWHERE)
    cupboard.bid(slug, [1, None, None, None])
    table.back().plays_hand(4).stands("Ana", 1).bid("Bo", 2).nothing_waits()
    assert len(Home(phone.driver, phone.line).open().running) == 1


def test_another_game_leaves_the_unfinished_one_alone(phone: Phone, cupboard: Cupboard):
    """G44, G46: the other is given up, after a question; folding it or Escape means "do nothing"."""
    first = cupboard.start(hands=2)
    before = cupboard.game(first)
    setup = NewGame(phone.driver, phone.line).open().type("Eli", "Fay", "Gus")
    setup.tap(setup.one("button", "Start game"))
    table = Table(phone.driver, phone.line).plays_hand(1)
    slug = phone.driver.current_url.rsplit("/", 1)[-1]
    there = HandPage(phone.driver, phone.line).open(slug)
    assert not there.all("button", "Yes, stop the game")
    there.unfold("Stop the game here").sees("The game of Eli, Fay, and Gus ends", "main").unfold("Stop the game here")
    phone.until(lambda: not there.all("button", "Yes, stop the game"))
    there.keys(Keys.ESCAPE)
    assert not cupboard.game(slug).finished
    there.unfold("Stop the game here")
    there.tap(there.one("button", "Yes, stop the game"))
    table.sees("Finished")
    (running,) = Home(phone.driver, phone.line).open().running
    phone.tap(running)
    table.plays_hand(3)
    assert cupboard.game(first) == before


# Double taps


def test_a_double_tap_on_a_bid_is_one_bid(phone: Phone, cupboard: Cupboard):
    """G47: whoever bids next is under the finger by then."""
    slug = cupboard.start(ruleset=rules([5]))
    table = table_of(phone, slug)
    for name, number in {"Bo": 0, "Cy": 1, "Dee": 2}.items():
        table.double_tap(table.bid_key(name, number))
        table.stands(name, number)
    table.is_asked("Ana").nothing_waits()
    assert open_hand(cupboard.game(slug)).bids == (None, 0, 1, 2)


def test_a_double_tap_on_record_records_one_hand_and_no_bid(phone: Phone, cupboard: Cupboard):
    """G47: the points are seen."""
    slug = cupboard.start(ruleset=rules([2, 2, 2], bidding=NO_HOOK))
    cupboard.bid(slug, [1, 1, 0, 0])
    table = table_of(phone, slug)
    table.double_tap(table.record_button)
    table.plays_hand(2).told("Hand 1:").nothing_waits()
    hand = open_hand(cupboard.game(slug))
    assert (hand.number, hand.bids) == (2, (None,) * 4)


def test_a_double_tap_on_undo_takes_back_one_entry(phone: Phone, cupboard: Cupboard):
    """G47: and a second tap that is meant, later, takes back the next."""
    slug = cupboard.start(ruleset=rules([5]))
    cupboard.bid(slug, [None, 1, 1, 1])
    table = table_of(phone, slug)
    table.double_tap(table.one("button", "Undo"))
    table.is_asked("Dee").nothing_waits()
    assert open_hand(cupboard.game(slug)).bids == (None, 1, 1, None)
    table.undo().is_asked("Cy").nothing_waits()
    assert open_hand(cupboard.game(slug)).bids == (None, 1, None, None)


def test_a_double_tap_on_a_fold_presses_nothing_that_unfolds(phone: Phone, cupboard: Cupboard):
    """G44, G47: the fold is the last on the screen, so that what is in it is scrolled under the finger."""
    slug = cupboard.start(ruleset=rules([1, 2, 3]), hands=1)
    there = HandPage(phone.driver, phone.line).open(slug)
    phone.script("performance.now = () => 1000")  # the second tap comes at once, however long this machine takes
    fold = there.one("summary", "Stop the game here")
    phone.script("arguments[0].scrollIntoView({block: 'end'})", fold)
    spot = there.middle(fold)
    there.touch_at(spot)
    there.one("button", "Yes, stop the game")
    phone.until(lambda: there.middle(fold) != spot)
    middle = there.middle(there.one("button", "Yes, stop the game"))
    assert abs(middle[1] - spot[1]) < 22, "it is not under the finger"
    there.touch_at(spot)
    there.sees("Besides bids and tricks").nothing_waits()
    assert not cupboard.game(slug).finished


def test_a_double_tap_on_add_and_on_start_is_one_player_and_one_game(phone: Phone):
    """G47, G48"""
    setup = NewGame(phone.driver, phone.line).open()
    setup.double_tap(setup.one("button", "Add a player"))
    assert len(setup.names) == 5
    setup.type("Ana", "Bo", "Cy", "Dee", "Eli")
    setup.double_tap(setup.one("button", "Remove player 2"))
    assert setup.names == ["Ana", "Cy", "Dee", "Eli"]
    setup.double_tap(setup.one("button", "Start game"))
    Table(phone.driver, phone.line).plays_hand(1).is_asked("Cy")
    assert not phone.all("button", "Undo")
    assert len(Home(phone.driver, phone.line).open().running) == 1


def test_a_second_tap_in_the_same_place_works_when_it_is_meant(phone: Phone, cupboard: Cupboard):
    """G47: the key that has come under the finger takes no tap at once, and takes one half a second later."""
    slug = cupboard.start(("Ana", "Bo"), ruleset=rules([5]))
    table = table_of(phone, slug)
    phone.script("performance.now = () => 1000")  # no time goes by but what the test lets go by
    table.tap(table.bid_key("Bo", 1))
    key = table.bid_key("Ana", 1)
    phone.drawn()
    table.touch(key)
    table.is_asked("Ana").nothing_waits()
    assert cupboard.game(slug).version == 2
    table.tap(table.bid_key("Ana", 1))
    table.stands("Ana", 1)


# Two phones


def test_two_who_enter_different_bids_are_told_both_values(phone: Phone, cupboard: Cupboard):
    """G50: no news arrive, so that the page is old."""
    slug = cupboard.start(ruleset=rules([2, 2]))
    table = table_of(phone, slug)
    with phone.on_a_line("pass", get="busy"):
        cupboard.bid(slug, [None, 2, None, None])
        table.tap(table.bid_key("Bo", 1))
        table.sees("this bid was set to 2 elsewhere, you tapped 1", "#seat-1 [role=alert]").nothing_waits()
    assert open_hand(cupboard.game(slug)).bids == (None, 2, None, None)


def test_two_who_record_different_tricks_are_told_both(phone: Phone, cupboard: Cupboard):
    """G50: one set of tricks is kept, no mixture."""
    slug = cupboard.start(ruleset=rules([2, 2]))
    cupboard.bid(slug, [0, 2, 1, 0])
    one, table = phone.window, table_of(phone, slug)
    other = phone.new_window()
    table.open(slug)
    with phone.on_a_line("pass", get="busy"):
        phone.look_at(one)
        table.took("Bo", 1)
        table.tap(table.record_button)
        table.plays_hand(2)
        phone.look_at(other)
        table.took("Cy", 0)
        table.tap(table.record_button)
        table.sees("Hand 1 was recorded elsewhere with 0 1 1 0 tricks; yours were 0 2 0 0", "[role=alert]").plays_hand(2)
    assert cupboard.game(slug).closed[0].tricks == (0, 1, 1, 0)


# News


def test_names_typed_while_the_page_changes_lose_no_letter(phone: Phone):
    """G55: the card of the game is fetched anew with every name; the caret stays where it was."""
    setup = NewGame(phone.driver, phone.line).open()
    setup.tap(setup.line_of(1))
    field = phone.focused
    for letter in "Ana":
        setup.keys(letter)
        phone.script("document.querySelector('#choices').dispatchEvent(new Event('change', {bubbles: true}))")
        phone.until(lambda: not phone.script("return document.querySelector('.htmx-request')"))
    setup.keys(Keys.ARROW_LEFT)
    phone.script("document.querySelector('#choices').dispatchEvent(new Event('change', {bubbles: true}))")
    phone.until(lambda: not phone.script("return document.querySelector('.htmx-request')"))
    setup.keys("n")
    assert phone.focused == field
    assert setup.names[0] == "Anna"


def test_a_number_typed_into_what_is_fetched_anew_keeps_field_and_caret(phone: Phone):
    """G55"""
    setup = NewGame(phone.driver, phone.line).open()
    setup.tap(setup.one("summary", "Change more of the rules"))
    field = setup.one("input", "Most cards in a hand")
    setup.tap(field)
    setup.keys("1")
    phone.script("document.querySelector('#choices').dispatchEvent(new Event('change', {bubbles: true}))")
    phone.until(lambda: not phone.script("return document.querySelector('.htmx-request')"))
    setup.keys("2")
    assert phone.focused == field
    assert field.get_property("value") == "12"


def test_news_keep_the_focus_and_what_was_chosen_by_keyboard(phone: Phone, cupboard: Cupboard):
    """G55: somebody notes the trump meanwhile. A chosen key looks chosen."""
    slug = cupboard.start(ruleset=rules([5, 6]))
    cupboard.bid(slug, [1, 2, 1, 0])
    table = table_of(phone, slug).took("Cy", 3)
    key = table.trick_key("Bo", 1)
    phone.script("arguments[0].focus()", key)
    table.keys(Keys.SPACE)
    cupboard.name_trump(slug, "hearts")
    table.wake()
    table.sees("Trump: hearts", "#page")
    assert phone.focused == key
    assert key.is_selected()
    assert table.trick_key("Cy", 3).is_selected()
    looks = "return getComputedStyle(arguments[0].closest('label')).backgroundColor"
    assert (
        phone.script(looks, key) == phone.script(looks, table.trick_key("Cy", 3)) != phone.script(looks, table.trick_key("Bo", 3))
    )


def test_news_keep_an_open_fold_and_the_text_that_is_typed_there(phone: Phone, cupboard: Cupboard):
    """G55: points beside the tricks, typed while somebody notes something."""
    slug = cupboard.start_named("skull-king", sizes=[5, 6])
    cupboard.bid(slug, [1, 2, 1, 0])
    table = table_of(phone, slug)
    table.tap(table.one("summary", "Bo Bonus", beginning=True))
    table.tap(table.one("input", "Bonus of Bo"))
    field = phone.focused
    table.keys("1", "3", Keys.ARROW_LEFT)
    cupboard.name_trump(slug, "hearts")
    before = phone.script("return document.querySelector('#page').dataset.version")
    table.wake()
    phone.until(lambda: phone.script("return document.querySelector('#page').dataset.version") != before)
    table.keys("2")
    assert phone.focused == field
    assert field.get_property("value") == "123"


def test_a_key_under_the_finger_stays_when_an_answer_and_news_come(phone: Phone, cupboard: Cupboard):
    """What is pressed is what is chosen; only then the page changes."""
    slug = cupboard.start(ruleset=rules([5], bidding=NO_HOOK))
    cupboard.bid(slug, [None, 2, 1, 1])
    table = table_of(phone, slug)
    with phone.on_a_line("lost"):
        table.bid("Ana", 2).told("Not saved yet: 1")
        table.press(table.trick_key("Bo", 1))
    version = "return document.querySelector('#page').dataset.version"
    before = phone.script(version)
    cupboard.name_trump(slug, "hearts")
    table.wake()
    phone.until(lambda: phone.waiting == 0)
    table.wake()
    table.drawn().drawn()
    assert phone.script(version) == before
    assert not table.trick_key("Bo", 1).is_selected()
    table.release()
    table.nothing_waits().sees("Trump: hearts", "#page")
    assert table.trick_key("Bo", 1).is_selected()


def test_the_sheet_stays_where_it_was_scrolled_to(phone: Phone, cupboard: Cupboard):
    """G61: 19 hands; the height changes, another hand is recorded: less than a row, since WebKit holds none in its place."""
    slug = cupboard.start(ruleset=rules([3] * 20), hands=19)
    sheet = Sheet(phone.driver, phone.line).open(slug)
    rows = "return document.querySelectorAll('table tbody tr').length"
    phone.script("document.querySelectorAll('table tbody tr')[10].scrollIntoView({block: 'center'})")
    at = "return document.querySelectorAll('table tbody tr')[10].getBoundingClientRect().top"
    before, number = phone.script(at), phone.script(rows)
    size = phone.driver.get_window_size()
    assert phone.script("return scrollY") > 0
    for height in (640, 700, 640, 700, 640, 700):
        phone.driver.set_window_rect(width=size["width"], height=height)
        phone.drawn()
        assert phone.script(at) == before
    cupboard.play(slug, [1, 1, 1, 1], [1, 1, 1, 0])
    sheet.wake()
    phone.until(lambda: phone.script(rows) > number)
    row = phone.script("return document.querySelectorAll('table tbody tr')[10].getBoundingClientRect().height")
    assert abs(phone.script(at) - before) <= row


@pytest.mark.parametrize("path", ["", "/hand", "/players", "/history"])
def test_every_page_that_is_taken_up_again_shows_what_is_so_now(phone: Phone, cupboard: Cupboard, path: str):
    """G41: WebKit keeps a page as it was left, whatever the server says of caching it."""
    slug = cupboard.start(ruleset=rules([2, 3]))
    phone.goto(f"/g/{slug}{path}").goto(ELSEWHERE)
    cupboard.play(slug, [1, 1, 1, 1], [1, 1, 0, 0])
    fresh = phone.goto(f"/g/{slug}{path}").read("main")
    phone.back().back()
    phone.until(lambda: phone.read("main") == fresh)


def test_an_old_page_stays_where_there_is_no_line(phone: Phone, cupboard: Cupboard):
    """Who goes back to it can go on from there."""
    slug = cupboard.start(ruleset=rules([2, 3]))
    there = HandPage(phone.driver, phone.line).open(slug)
    there.mark()
    phone.goto(ELSEWHERE)
    with phone.without_a_line():
        there.back().sees("Besides bids and tricks")
        phone.until(lambda: phone.line.fates.get("lost", 0) > 0)
        there.unfold("Deal again")
        assert there.resumed
