"""The history: everything that was entered, the newest first, with what it replaced."""

import re

import pytest

from scorekeeper.ledger.entries import Note, Rename, Undo
from tests.web.playing import at_once, b3, enter, f4, open_hand


def steps(phone, table):
    """What the history says, the newest first."""
    return [item.all("p")[0].text for item in phone.open(f"{table.url}/history").main.all("ol", class_="steps")[0].all("li")]


def test_it_works(phone):
    table = f4(phone)
    table.bids("Bo 1, Cy 0")
    assert steps(phone, table) == ["Cy bids 0.", "Bo bids 1.", "The game begins: Ana deals first."]
    assert phone.screen.heading == "History"


def test_a_changed_bid_says_what_it_was(phone):
    table = f4(phone, hands=1)
    table.bids("Cy 1, Dee 0")
    table.bid("Cy", 2)
    assert steps(phone, table)[0] == "Cy bids 2. Before: 1."


def test_what_was_taken_back_stays_readable(phone):
    table = f4(phone)
    table.bid("Bo", 1)
    table.undo()
    newest, struck = steps(phone, table)[:2]
    assert newest == "Taken back: Bo bids 1."
    assert "taken back" in struck
    assert phone.screen.main.all("s")[0].text == "Bo bids 1."


def test_a_correction_says_what_the_hand_was(phone):
    table = b3(phone)
    table.correct(2, tricks="0 1 1")
    said = steps(phone, table)[0]
    assert "Hand 2 corrected" in said
    assert "Before" in said
    assert "changed after the end" in said


def test_trump_and_its_change_are_there(phone):
    table = f4(phone)
    phone.press("hearts")
    phone.press("spades")
    assert steps(phone, table)[:2] == ["Trump: spades. Before: hearts.", "Trump: hearts."]


def test_recorded_hands_are_there(phone):
    table = b3(phone, hands=1)
    assert steps(phone, table)[0] == "Hand 1 recorded: Ana 1, Bo 0, Cy 0."


def test_every_step_has_its_time(phone):
    table = b3(phone)
    phone.open(f"{table.url}/history")
    items = phone.screen.main.all("ol", class_="steps")[0].all("li")
    assert all(item.all("time")[0]["datetime"].endswith("+00:00") for item in items)
    assert len(items) == table.game.version == 13


def test_covered_bids_are_not_told_not_even_when_changed_or_taken_back(phone, other_phone):
    table = at_once(phone)
    table.bid("Cy", 2)
    phone.follow("Change Cy's bid")
    phone.press("Cy bids 1")
    table.undo()
    table.bid("Ana", 2)
    for reader in (phone, other_phone):
        said = " ".join(steps(reader, table))
        assert "Cy's bid is in." in said
        assert "bids" not in said.replace("bid is in", "")
        assert not any(figure in said for figure in "012")


def test_bids_are_told_once_all_are_in_and_covered_again_when_one_is_taken_back(phone, other_phone):
    table = at_once(phone)
    table.bids("Cy 2, Ana 0, Bo 1")
    assert "Cy bids 2." in steps(other_phone, table)
    table.look()
    table.undo()
    assert "Cy bids 2." not in steps(other_phone, table)


def test_a_watcher_reads_the_same_history(phone, other_phone):
    table = open_hand(phone, 2)
    table.play_any()
    assert steps(phone, table) == steps(other_phone, table)
    assert "Correct hand 1" in phone.screen.links
    assert "Correct hand 1" not in other_phone.screen.links


# Page by page


def noted(phone, entries):
    """A game with so many entries; the start is one of them."""
    table = f4(phone)
    enter(table, *(Note(f"note {number}") for number in range(2, entries + 1)))
    return table


def shown(phone):
    """Which notes the page has, the newest first."""
    items = phone.screen.main.all("ol", class_="steps")[0].all("li")
    told = [item.all("p")[0].text for item in items]
    return [int(match[1]) if (match := re.search(r"note (\d+)", one)) else 1 for one in told]


def test_a_short_history_is_one_page(phone):
    table = noted(phone, 100)
    phone.open(f"{table.url}/history")
    assert shown(phone) == list(range(100, 0, -1))
    assert not {"Older entries", "Newer entries"} & set(phone.screen.links)
    assert "Everything that was entered, the newest first." in phone.screen.text


def test_a_long_history_is_read_page_by_page_there_and_back(phone):
    table = noted(phone, 250)
    phone.open(f"{table.url}/history")
    assert shown(phone) == list(range(250, 150, -1))
    assert "Entries 250 to 151 of 250, the newest first." in phone.screen.text
    phone.follow("Older entries")
    assert shown(phone) == list(range(150, 50, -1))
    phone.follow("Older entries")
    assert shown(phone) == list(range(50, 0, -1))
    assert "Older entries" not in phone.screen.links
    phone.follow("Newer entries")
    assert shown(phone) == list(range(150, 50, -1))
    phone.follow("Newer entries")
    assert shown(phone) == list(range(250, 150, -1))
    assert "Newer entries" not in phone.screen.links
    assert phone.url == f"{table.url}/history"


def test_a_page_of_the_history_stays_the_same_when_more_is_entered(phone):
    table = noted(phone, 250)
    phone.open(f"{table.url}/history?before=151")
    enter(table, Note("note 251"), Note("note 252"))
    phone.reload()
    assert shown(phone) == list(range(150, 50, -1))
    phone.follow("Newer entries")
    assert shown(phone) == list(range(250, 150, -1))
    phone.follow("Newer entries")
    assert shown(phone)[0] == 252


def test_only_the_first_page_follows_the_game(phone):
    table = noted(phone, 150)
    page = phone.open(f"{table.url}/history").main
    assert "hx-get" in page
    assert "before" not in page["hx-get"]
    assert phone.client.get(page["hx-get"], headers={"HX-Request": "true"}).status_code == 204
    enter(table, Note("note 151"))
    assert phone.client.get(page["hx-get"], headers={"HX-Request": "true"}).status_code == 200
    older = phone.open(f"{table.url}/history?before=51").main
    assert "hx-get" not in older
    assert "data-version" not in older


@pytest.mark.parametrize("before", ["0", "1", "2", "-5", "151", "9999", "1e3", "", "9" * 5000])
def test_any_page_that_is_asked_for_shows_something(phone, before):
    table = noted(phone, 150)
    phone.open(f"{table.url}/history?before={before}")
    assert phone.status == 200
    assert shown(phone)


def test_every_entry_of_a_page_is_counted_as_in_the_ledger(phone):
    table = noted(phone, 1100)
    phone.open(f"{table.url}/history?before=601")
    steps = phone.screen.main.all("ol", class_="steps")[0]
    assert steps["start"] == "600"
    assert "long" in steps["class"]


def test_what_was_taken_back_is_told_as_it_was_then(phone):
    table = f4(phone)
    enter(table, Rename(1, "Bob"), Rename(1, "Rob"), Undo(3), Note("x"), Undo(5))
    assert steps(phone, table)[:5] == [
        "Taken back: Note about the game: “x”.",
        "Note about the game: “x”. taken back",
        "Taken back: Bob is now called Rob.",
        "Bob is now called Rob. taken back",
        "Bo is now called Bob.",
    ]
