"""What tables dispute, in statistics and lists: ties, games that were stopped or never played, what is changed after the end."""

import json
import re

from scorekeeper.ledger.entries import Adjustment, Correction, Stop
from tests.web.playing import B3, b3, enter, f4, start, start_with_rules, start_with_sizes
from tests.web.test_groups import choose, figures, make, people, person

CY = 2


def against(phone, group, name):
    """How often this person was ahead, level and behind, by the other one."""
    (table,) = phone.open(person(phone, group, name)).main.all("table", class_="duels")
    rows = table.all("tbody")[0].all("tr")
    return {row.all("th")[0].text: " ".join(cell.text for cell in row.all("td")[1:]) for row in rows}


def test_a_shared_win_is_everybodys_in_statistics_and_lists(phone):
    """G36, both games: all three level with 11, then Ana and Cy; every win is told as shared."""
    group = make(phone)
    chosen = {"hook": True, "choices": {"Group": "Friday"}}
    three = start_with_sizes(phone, ("Ana", "Bo", "Cy"), "1 1 1", **chosen)
    for bids, taken in (("Bo 1, Cy 1, Ana 1", "0 1 0"), ("Cy 1, Ana 1, Bo 1", "0 0 1"), ("Ana 1, Bo 1, Cy 1", "1 0 0")):
        three.play(bids, taken)
    two = b3(phone, hands=2, choices={"Group": "Friday"})
    two.play(B3[2][0], "3 0 0")
    for address in ("/", group):
        text = phone.open(address).text
        assert "won by Ana, Bo, and Cy" in text
        assert "won by Ana and Cy" in text
    told = people(phone.screen)
    assert {name: cells[:3] for name, cells in told.items()} == {
        "Ana": ["2", "2 of 2", "1.0"],
        "Bo": ["2", "1 of 2", "2.0"],
        "Cy": ["2", "2 of 2", "1.0"],
    }
    assert figures(phone.open(person(phone, group, "Ana")))["Won"] == "2 of 2 2 of them shared"
    assert figures(phone.open(person(phone, group, "Bo")))["Won"] == "1 of 2 1 of them shared"
    assert against(phone, group, "Ana") == {"Bo": "1 1 0", "Cy": "0 2 0"}
    assert against(phone, group, "Bo") == {"Ana": "0 1 1", "Cy": "0 1 1"}


def test_the_place_behind_a_tie_is_left_out_in_statistics(phone):
    """G37: Wizard with 30, 20, 20 and -10 points: places 1, 2, 2 and 4."""
    group = make(phone)
    rules = {
        "schedule": {"shape": "list", "hands": [1]},
        "scoring": {"made": {"k": 20, "b": 10}, "over": {"d": -10}, "under": {"d": -10}},
    }
    table = start_with_rules(phone, ("Ana", "Bo", "Cy", "Dee"), **rules)
    with table.quickly():
        table.play("Bo 0, Cy 0, Dee 1, Ana 1", "1 0 0 0")
    phone.open(f"{group}/gather")
    for box in phone.screen.main.all("input", type="checkbox"):
        box.attrs["checked"] = ""
    screen = phone.press("Add to the group")
    assert {name: cells[2] for name, cells in people(screen).items()} == {"Ana": "1.0", "Bo": "2.0", "Cy": "2.0", "Dee": "4.0"}


def test_of_whom_nothing_is_known_a_dash_is_told(phone):
    """G38: a game left in its first hand, one stopped there, one that was played; Dee and Eli have no hand."""
    group = make(phone)
    chosen = {"choices": {"Group": "Friday"}}
    left, stopped = f4(phone), start(phone, ("Eli", "Fay"), **chosen)
    left.look()
    left.bids("Bo 1")
    enter(stopped, Stop())
    for played in (False, True):
        if played:
            b3(phone, **chosen)
        screen = phone.open(group)
        addresses = [group, *(link["href"] for link in screen.main.all("a") if "/people/" in link["href"])]
        assert len(addresses) == (4 if played else 1)
        for address in (*addresses, "/", "/deleted", f"{group}?player=fay"):
            text = phone.open(address).text
            assert phone.status == 200, address
            assert not re.search(r"NaN|Infinity|\binf\b|None|\b0 %|\b0%|0 of 0", text), (address, text)
    assert list(people(phone.open(group))) == ["Ana", "Bo", "Cy"]


def test_a_person_with_points_set_by_hand_alone_has_a_dash_for_every_rate(phone):
    """G38: a game counts, of which no bid is known."""
    group = make(phone)
    file = {"format": "scorekeeper-game", "version": 1, "players": ["Ana", "Bo"], "stopped": True}
    file |= {"hands": [{"set_points": {"points": [5, 3]}}], "rules": {"schedule": {"shape": "list", "hands": [1, 2]}}}
    choose(phone, json.dumps(file).encode(), group=group.rsplit("/", 1)[-1])
    assert people(phone.open(group)) == {"Ana": ["1", "1 of 1", "1.0", "–"], "Bo": ["1", "0 of 1", "2.0", "–"]}
    told = figures(phone.open(person(phone, group, "Bo")))
    assert (told["Bids made"], told["Tricks beyond the bid, a hand"], told["Made in a row, in one game"]) == ("–", "–", "–")


def test_a_game_that_was_stopped_counts_as_far_as_it_was_played(phone):
    """G39: F4 stopped in the middle of the bids of hand 3: two hands count, the open one does not; going on takes it back."""
    group = make(phone)
    table = start(phone, ("Ana", "Bo", "Cy", "Dee"), hook=True, choices={"Most cards in a hand": "8", "Group": "Friday"})
    table.play_any(2)
    table.look()
    table.bids("Dee 0, Ana 1")
    assert "everybody's statistics are here" in phone.open(group).text
    phone.open(f"{table.url}/hand")
    phone.press("Yes, stop the game")
    screen = phone.open(group)
    assert [cells[0] for cells in people(screen).values()] == ["1"] * 4
    assert "Ended early after 2 of 8 hands" in screen.text
    assert figures(phone.open(person(phone, group, "Ana")))["Bids made"].endswith("of 2")
    phone.open(f"{table.url}/hand")
    phone.press("Go on with this game")
    assert "everybody's statistics are here" in phone.open(group).text


def test_statistics_follow_what_is_corrected_after_the_end(phone):
    """RG09: B3, then hand 2 is corrected days later: Ana and Bo share the win."""
    group = make(phone)
    table = b3(phone, choices={"Group": "Friday"})
    assert people(phone.open(group))["Bo"] == ["1", "0 of 1", "2.0", "2 of 3"]
    enter(table, Correction(2, (0, 2, 1), (0, 2, 0)))
    assert people(phone.open(group)) == {
        "Ana": ["1", "1 of 1", "1.0", "3 of 3"],
        "Bo": ["1", "1 of 1", "1.0", "3 of 3"],
        "Cy": ["1", "0 of 1", "3.0", "0 of 3"],
    }
    assert "won by Ana and Bo" in phone.screen.text
    assert figures(phone.open(person(phone, group, "Bo")))["Won"] == "1 of 1 1 of them shared"


def test_statistics_break_a_tie_as_the_sheet_does(phone):
    """RG16: 23, 21 and 23 points: shared by the first rules; by the others Ana, who made more bids, is ahead of Cy."""
    for tie, won, level in (("shared", ["1 of 1", "1 of 1"], "0 1 0"), ("most-made", ["1 of 1", "0 of 1"], "1 0 0")):
        group = make(phone, tie)
        schedule, hook = {"shape": "list", "hands": [1, 2, 3]}, {"hook": "always"}
        table = start_with_rules(phone, ("Ana", "Bo", "Cy"), schedule=schedule, bidding=hook, tie=tie)
        with table.quickly():
            for said, taken in B3:
                table.play(said, taken)
        enter(table, Adjustment(12, CY, "tie", 3))
        phone.open(f"{group}/gather")
        phone.screen.main.all("input", type="checkbox")[0].attrs["checked"] = ""
        told = people(phone.press("Add to the group"))
        assert [told[name][1] for name in ("Ana", "Cy")] == won, tie
        assert against(phone, group, "Ana")["Cy"] == level, tie
