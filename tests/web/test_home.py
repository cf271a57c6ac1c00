"""Home: what this device keeps score of, the running game first."""

import re

from scorekeeper.ledger.entries import Stop
from tests.web.playing import B3, b3, enter, f4, start, start_with_sizes


def test_it_works(phone):
    screen = phone.open("/")
    assert screen.heading == "Scorekeeper"
    assert phone.follow("New game").heading == "New game"


def test_a_running_game_is_continued_with_one_tap(phone):
    """G40: a closed tab, and the start page offers the game with all its bids."""
    table = f4(phone, hands=2)
    table.bids("Dee 0, Ana 1")
    phone.open("/")
    assert phone.follow("Continue, hand 3 of 8").heading == "Hand 3 of 8"
    assert table.shown_bids == {"Dee": "0", "Ana": "1", "Bo": None, "Cy": None}


def test_the_game_played_last_comes_first(phone):
    first, second = b3(phone, hands=1), f4(phone)
    assert [link["href"] for name, link in phone.open("/").links.items() if "Continue" in name] == [second.url, first.url]
    first.look()
    first.bid("Cy", 1)
    assert [link["href"] for name, link in phone.open("/").links.items() if "Continue" in name] == [first.url, second.url]


def test_a_game_left_for_another_one_is_taken_up_where_it_was(phone, stored):
    """G46: A waits after hand 2 while B is begun, played for a hand and given up; B changes nothing of A."""
    first = f4(phone, hands=2)
    before, untouched = first.game, stored()["entry"]
    second = start_with_sizes(phone, ("Eli", "Fay", "Gus"), "1 2 3")
    second.play("Fay 0, Gus 1, Eli 1", "1 0 0")
    screen = phone.open(f"{second.url}/hand")
    screen = phone.press("Yes, stop the game")
    assert "Ended early after 1 of 3 hands" in screen.text
    assert all(row in stored()["entry"] for row in untouched)
    (waiting,) = [name for name in phone.open("/").links if "Continue" in name]
    assert waiting.startswith("Continue, hand 3 of 8 Ana, Bo, Cy, and Dee")
    assert "Eli, Fay, and Gus" in phone.screen.text
    screen = phone.follow(waiting)
    assert (screen.heading, first.dealer, first.shown_bids) == ("Hand 3 of 8", "Cy", dict.fromkeys(("Dee", "Ana", "Bo", "Cy")))
    assert first.game == before


def test_a_finished_game_is_among_the_earlier_ones_with_its_winner(phone):
    b3(phone)
    screen = phone.open("/")
    assert "Earlier games" in screen.text
    assert "won by Ana" in screen.text
    assert "Continue" not in screen.text
    assert phone.follow("Ana, Bo, and Cy").heading == "Finished"


def test_all_who_are_level_are_named_as_winners(phone):
    """G36: the list names everybody who shares the win."""
    table = b3(phone, hands=2)
    table.play(B3[2][0], "3 0 0")
    assert "won by Ana and Cy" in phone.open("/").text


def test_where_nothing_was_played_no_figure_means_nothing(phone, other_phone):
    """G38: a game left in its first hand, one stopped there, and one that was played."""
    left, stopped, played = f4(phone), f4(phone), b3(phone)
    left.look()
    left.bids("Bo 1")
    enter(stopped, Stop())
    for table in (left, stopped, played):
        for reader in (phone, other_phone):
            for path in ("", "/sheet", "/history", "/rules"):
                screen = reader.open(table.url + path)
                assert reader.status == 200, path
                assert not re.search(r"NaN|Infinity|\binf\b|None|%", screen.text), (path, screen.text)
            for kind in ("csv", "xlsx", "json"):
                assert reader.client.get(f"{table.url}/sheet.{kind}").status_code == 200, kind
    text = phone.open("/").text
    assert not re.search(r"NaN|None|%", text)
    assert text.count("won by") == text.count("won by Ana") == 1


def test_a_game_belongs_to_the_phone_that_keeps_its_score(phone, other_phone):
    table = b3(phone, hands=1)
    other_phone.open(table.url)
    assert "Continue" not in other_phone.open("/").text


def test_the_name_of_a_game_stands_in_the_list(phone):
    start(phone, ("Ana", "Bo"), choices={"Name of the game, if you like": "Friday at Ana's"})
    assert "Friday at Ana's" in phone.open("/").text


def test_older_games_are_on_further_pages_each_game_once(phone):
    slugs = [start_with_sizes(phone, ("Ana", "Bo"), "1").slug for _ in range(23)]
    phone.open("/")
    shown = [link["href"] for link in phone.screen.main.all("a") if "/g/" in link["href"]]
    phone.follow("Older games")
    shown += [link["href"] for link in phone.screen.main.all("a") if "/g/" in link["href"]]
    assert shown == [f"/g/{slug}" for slug in reversed(slugs)]
    assert "Older games" not in phone.screen.links


def test_a_page_of_the_list_that_is_made_up_is_not_found(phone, other_phone):
    start(phone, ("Ana", "Bo"))
    made_up = (
        "",
        "x",
        "1",
        "1-",
        "-1",
        "1-x",
        "-5-3",
        "9" * 40 + "-1",
        "1-" + "9" * 25,
        "1-" + "9" * 5000,
        "9" * 17 + "-1",
        "-1--1",
        "\0",
        "٣-٣",
        "1e3-1",
        "🂡",
    )
    for before in made_up:
        for client in (phone.client, other_phone.client):
            assert client.get("/", query_string={"before": before}).status_code in {200, 404}, before[:30]


def test_a_game_that_a_score_ends_does_not_say_how_many_hands_there_are(phone):
    start(
        phone,
        ("Ana", "Bo", "Cy", "Dee"),
        choices={"Hands": "all of one size", "Most cards in a hand": "3", "Ends when somebody has (points)": "50"},
    )
    (link,) = [link for link in phone.open("/").links if link.startswith("Continue")]
    assert link.startswith("Continue, hand 1 Ana")
