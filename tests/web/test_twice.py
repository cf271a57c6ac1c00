"""Every request sent twice, one after the other and at the same time, in threads: stored once, and nobody sees an error."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.web.playing import Phone, b3, f4, open_hand, set_up, start_with_sizes

COPIES = 4


def send_at_once(requests):
    """Each (phone, (url, fields)) in a thread of its own, all let go at the same moment. Answers the statuses."""
    gate = Barrier(len(requests))

    def go(request):
        phone, (url, fields) = request
        gate.wait()
        phone.send(url, fields)
        return phone.status

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(go, requests))


def setup(phone):
    set_up(phone, ("Ana", "Bo", "Cy"))
    return phone.would_send("Start game")


def bid(phone):
    f4(phone)
    return phone.would_send("Bo bids 1")


def last_bid(phone):
    table = open_hand(phone, 5)
    table.bids("Bo 1, Cy 1, Dee 0")
    return phone.would_send("Ana bids 2")


def changed_bid(phone):
    table = f4(phone, hands=1)
    table.bids("Cy 1")
    phone.follow("Change Cy's bid")
    return phone.would_send("Cy bids 2")


def trump(phone):
    f4(phone)
    return phone.would_send("hearts")


def tricks(phone):
    table = open_hand(phone, 5)
    table.bids("Bo 1, Cy 1, Dee 0, Ana 2")
    table.choose_tricks("2 2 1 0")
    return phone.would_send("Record")


def last_tricks(phone):
    table = b3(phone, hands=2)
    table.bids("Ana 2, Bo 1, Cy 1")
    table.choose_tricks("2 1 0")
    return phone.would_send("Record")


def undo(phone):
    table = f4(phone, hands=1)
    table.bids("Cy 1, Dee 0")
    return phone.would_send("Undo")


def undo_of_a_hand(phone):
    f4(phone, hands=2)
    return phone.would_send("Undo")


def redo(phone):
    table = f4(phone, hands=1)
    table.bids("Cy 1, Dee 0")
    table.undo()
    table.undo()
    return phone.would_send("Redo")


def points(phone):
    table = b3(phone)
    phone.open(f"{table.url}/hand")
    phone.screen.type("Who", "Everybody")
    phone.screen.type("Points", "-10")
    return phone.would_send("Enter these points")


def points_for_one(phone):
    table = b3(phone)
    phone.open(f"{table.url}/hand")
    phone.screen.type("Who", "Bo")
    phone.screen.type("Points", "5")
    return phone.would_send("Enter these points")


def latecomer(phone):
    table = f4(phone, hands=1)
    phone.open(f"{table.url}/players")
    phone.screen.type("Name", "Eli")
    return phone.would_send("Join from hand 2 on")


def one_more_hand(phone):
    table = f4(phone, hands=1)
    phone.open(f"{table.url}/hand")
    return phone.would_send("One more hand at the end")


def other_rules(phone):
    table = f4(phone, hands=1)
    phone.open(f"{table.url}/change")
    phone.screen.choose("The hook", checked=False)
    phone.press("Show what changes")
    return phone.would_send("Play so from hand 2 on")


def correction(phone):
    table = b3(phone)
    table.open_correction(2)
    phone.screen.choose("Ana took 0")
    phone.screen.choose("Bo took 1")
    return phone.would_send("Record correction")


def new_link(phone):
    table = f4(phone)
    phone.open(f"{table.url}/scoring")
    return phone.would_send("Replace the link")


def join(phone):
    keeper = Phone(phone.app)
    table = f4(keeper)
    phone.open(keeper.open(f"{table.url}/scoring").value("Private scoring link"))
    return phone.would_send("Keep score here")


ALL = [
    setup, bid, last_bid, changed_bid, trump, tricks, last_tricks, undo, undo_of_a_hand, redo, points, points_for_one,
    latecomer, one_more_hand, other_rules, correction, new_link, join,
]  # fmt: skip  # many short ones: one a line hides what is there


@pytest.mark.parametrize("prepare", ALL)
def test_a_request_sent_again_changes_nothing_more(phone, stored, prepare):
    """G47, G48, G49: a second tap, a retry after a lost answer, a refresh."""
    request = prepare(phone)
    before = stored()
    phone.send(*request)
    assert phone.status == 200
    once, url = stored(), phone.url
    assert once != before
    for _ in range(2):
        phone.send(*request)
        assert phone.status == 200
        assert phone.url == url
    assert stored() == once


@pytest.mark.parametrize("prepare", ALL)
def test_copies_sent_at_the_same_time_are_one(app, phone, stored, prepare):
    """G48: two requests for one press."""
    request = prepare(phone)
    before = {name: len(rows) for name, rows in stored().items()}
    statuses = send_at_once([(phone.second_tab(), request) for _ in range(COPIES)])
    assert statuses == [200] * COPIES
    after = stored()
    new = {name: len(rows) - before[name] for name, rows in after.items() if len(rows) != before[name] and name != "listing"}
    assert new in ({"entry": 1}, {"game": 1, "entry": 1, "scorer": 1}, {"scorer": 1}, {})
    phone.send(*request)
    assert stored() == after


def test_different_bids_for_one_seat_at_the_same_time_are_one_bid_and_one_is_told(phone, stored):
    """G50: no mixture, no silent winner."""
    table = open_hand(phone, 5)
    tabs = [phone.second_tab() for _ in range(COPIES)]
    requests = []
    for number, tab in enumerate(tabs):
        tab.open(table.url)
        requests.append((tab, tab.would_send(f"Bo bids {number}")))
    statuses = send_at_once(requests)
    assert sorted(statuses) == [200] + [409] * (COPIES - 1)
    (winner,) = [number for number, status in enumerate(statuses) if status == 200]
    assert table.game.hand.bids[1] == winner
    assert len(table.game.entries) == 2
    for tab, status in zip(tabs, statuses, strict=True):
        assert (f"{winner} elsewhere" in " ".join(tab.screen.alerts)) is (status == 409)


def test_different_tricks_at_the_same_time_are_one_hand_and_one_is_told(phone):
    table = open_hand(phone, 5)
    table.bids("Bo 1, Cy 1, Dee 0, Ana 2")
    url, fields = phone.would_send("Record")
    requests = []
    for number in range(COPIES):
        taken = [5 - number, number, 0, 0]
        tab_fields = [(name, f"{value}-{number}" if name == "key" else value) for name, value in fields]
        requests.append(
            (phone.second_tab(), (url, [*tab_fields, *((f"tricks-{seat}", str(tricks)) for seat, tricks in enumerate(taken))]))
        )
    statuses = send_at_once(requests)
    assert sorted(statuses) == [200] + [409] * (COPIES - 1)
    (winner,) = [number for number, status in enumerate(statuses) if status == 200]
    assert table.game.closed[0].tricks == (5 - winner, winner, 0, 0)


def test_bids_of_a_whole_hand_at_the_same_time_all_arrive(phone):
    """All at once, each from a phone of its own."""
    names = ("Ana", "Bo", "Cy", "Dee")
    table = start_with_sizes(phone, names, "2 1", choices={"Bids": "all at once"})
    statuses = send_at_once([(phone.second_tab(), phone.would_send(f"{name} bids 1")) for name in names])
    assert statuses == [200] * 4
    assert table.game.hand.bids == (1, 1, 1, 1)
    assert [entry.number for entry in table.game.entries] == [1, 2, 3, 4, 5]


def test_readers_and_a_writer_do_not_disturb_each_other(app, phone):
    table = f4(phone)
    readers = [Phone(app) for _ in range(3)]
    gate = Barrier(4)

    def read(reader):
        gate.wait()
        return [reader.client.get(table.url).status_code for _ in range(10)]

    def write():
        gate.wait()
        table.play_any(1)
        return [phone.status]

    with ThreadPoolExecutor(4) as pool:
        waiting = [pool.submit(read, reader) for reader in readers]
        assert pool.submit(write).result() == [200]
        assert [future.result() for future in waiting] == [[200] * 10] * 3
    assert len(table.game.closed) == 1
