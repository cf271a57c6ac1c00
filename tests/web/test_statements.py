"""A page sends at most 6 statements to the database, a post at most 10, however many games there are and hands were played."""

import pytest

from bench.statements import PAGE, PAGES, POST, counting
from tests.web.playing import Phone, b3, f4
from tests.web.test_groups import make


@pytest.fixture
def phone(app):
    phone = Phone(app, htmx=True)
    phone.client.checking = False
    return phone


@pytest.fixture
def count(app, phone):
    """The statements of what somebody does, the game not in memory."""

    def count(does, *to):
        app.extensions.pop("scorekeeper.folded", None)
        with counting(app) as sent:
            does(*to)
        assert phone.status in {200, 204}
        return len(sent)

    return count


def of_pages(count, phone, table):
    return {page: count(phone.open, page) for page in ("/", "/new", "/import", *(table.url + page for page in PAGES))}


def of_posts(count, table):
    """A hand is bid, recorded, undone, entered again and corrected."""
    table.look()
    players, phone = table.order, table.phone
    found = [count(table.bid, player, 0) for player in players]
    found.append(count(phone.press, "Undo"))
    found.append(count(phone.press, "Redo"))
    hand = table.game.hand
    table.choose_tricks(" ".join(["0"] * (len(players) - 1) + [str(hand.size)]))
    found.append(count(phone.press, "Record"))
    table.open_correction(hand.number)
    phone.screen.choose("Ana bids 1")
    found.append(count(phone.press, "Record correction"))
    return found


def test_no_page_sends_more_than_six_nor_more_later(count, phone):
    table = f4(phone, hands=1)
    few = of_pages(count, phone, table)
    table.look()
    table.play_any(6)
    for _ in range(25):
        f4(phone)
    assert of_pages(count, phone, table) == few
    assert max(few.values()) <= PAGE, few


def test_no_page_of_a_group_sends_more_than_six_nor_more_later(app, count, phone):
    address = make(phone)
    b3(phone, choices={"Group": "Friday"})
    ana = phone.open(address).link("Ana")["href"]
    pages = ("/", "/new", "/deleted", "/groups", address, f"{address}?player=ana", ana, f"{address}/gather")
    few = {page: count(phone.open, page) for page in pages}
    for _ in range(25):
        b3(phone, choices={"Group": "Friday"})
    assert {page: count(phone.open, page) for page in pages} == few
    assert max(few.values()) <= PAGE, few


def test_no_post_sends_more_than_ten_nor_more_later(count, phone):
    table = f4(phone, hands=1, hook=False)
    few = of_posts(count, table)
    table.look()
    table.play_any(4)
    for _ in range(25):
        f4(phone)
    assert of_posts(count, table) == few
    assert max(few) <= POST, few
