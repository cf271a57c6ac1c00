"""The score sheet, its files and the history of evenings on which people came and went, and points were given by hand."""

import csv
import re
from io import StringIO
from typing import Any

import pytest

from scorekeeper.ledger.entries import (
    About,
    Adjustment,
    Bid,
    Correction,
    DealerRests,
    Fact,
    Join,
    Note,
    Presence,
    Redeal,
    Rename,
    Resume,
    Rules,
    Seating,
    SetPoints,
    SitOut,
    Start,
    Stop,
    Tricks,
    Undo,
)
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage import games
from tests.ledger.playing import ANA, BO, CY, DEE, EVENING
from tests.web.playing import B3, Phone, Table, b3, f4, start_with_rules
from tests.web.screen import Screen

HOUSE = Ruleset.from_data({"bidding": {"order": "simultaneous"}, "scoring": {"made": {"k": 5}}}).to_data()
FRIENDS = ("Ana", "Bo", "Cy", "Dee")


def enter(table: Table, *facts: Fact) -> None:
    """What was arranged, as the pages for it would enter it."""
    with table.phone.app.app_context(), games.writing(table.slug) as stored:
        for fact in facts:
            stored = games.append(stored, fact, key="", at=EVENING)


def hand_in_turn(table: Table, bids: tuple[int, ...], tricks: tuple[int | None, ...]) -> None:
    """A whole hand; bids in bidding order, tricks in seat order."""
    hand = table.game.hand
    assert hand is not None
    for seat, bid in zip(hand.order, bids, strict=True):
        enter(table, Bid(hand.number, seat, bid))
    enter(table, Tricks(hand.number, tricks))


def begun(phone: Phone, **about: Any) -> Table:
    """A game of four with hands of one to five cards, begun in a way that is its own."""
    rules = Ruleset.from_data({"schedule": {"shape": "up", "max": 5}}).to_data()
    phone.open("/new")
    with phone.client.session_transaction() as session:
        device = session["device"]
    with phone.app.app_context():
        slug = games.start(Start(rules, FRIENDS, **about), key=str(about), device=device, at=EVENING)
    phone.open(f"/g/{slug}")
    return Table(phone, FRIENDS)


def sheet(table: Table) -> Screen:
    return table.phone.open(f"{table.url}/sheet")


def heads(table: Table) -> list[str]:
    return [
        cell["aria-label"] or cell.text for cell in sheet(table).main.all("table", class_="scores")[0].all("th", scope="col")[1:]
    ]


def lines(table: Table) -> list[str]:
    """The sheet line by line: sentences, and figures as the eye finds them, an empty cell as a dot."""
    body = sheet(table).main.all("table", class_="scores")[0].all("tbody")[0]
    read = []
    for row in body.all("tr"):
        if "said" in row["class"].split():
            read.append(row.text)
            continue
        cells = [
            "/".join(" ".join(part.raw.split()) for part in (*cell.all("b"), *cell.all(class_="gain"))) or "."
            for cell in row.all("td")
        ]
        read.append(f"{row['id'].removeprefix('hand-') or '±'}: {' '.join(cells)}")
    return read


def standings(table: Table) -> list[str]:
    return [row.text for row in sheet(table).main.all("table", class_="standings")[0].all("tr")[1:]]


def exported(table: Table) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(table.phone.client.get(f"{table.url}/sheet.csv").data.decode("utf-8-sig"))))


def of(rows: list[dict[str, str]], player: str, *columns: str) -> list[str]:
    return [" ".join(row[column] or "-" for column in columns) for row in rows if row["Player"] == player]


def history(table: Table) -> list[str]:
    """The newest first."""
    steps = table.phone.open(f"{table.url}/history").main.all("ol", class_="steps")[0].all("li")
    return [step.all("p")[0].text for step in steps]


# People


def with_a_latecomer(phone: Phone, points: int = 0) -> Table:
    """B3 after hand 2, then Dee joins in the last seat, and hand 3 is played by four."""
    table = b3(phone, hands=2)
    enter(table, Join("Dee", CY, points))
    hand_in_turn(table, (0, 2, 0, 2), (1, 0, 2, 0))
    return table


def test_a_latecomer_has_a_dash_for_hands_before_joining(phone):
    """G31."""
    table = with_a_latecomer(phone)
    assert heads(table) == ["Ana", "Bo", "Cy", "Dee"]
    assert lines(table) == ["1: 11/+11 10/+10 0/0 –", "2: 11/0 10/0 11/+11 –", "3: 11/0 20/+10 23/+12 10/+10"]
    assert standings(table) == ["1 Cy won 2 of 3 23", "2 Bo 2 of 3 3 20", "3 Ana 1 of 3 12 11", "4 Dee 1 of 1 13 10"]
    assert "did not play" in sheet(table).element("hand-1").all("td")[3].text
    assert of(exported(table), "Dee", "Hand", "Bid", "Tricks", "Made", "Points", "Total", "Place", "Bonus") == [
        "1 - - - - - - -",
        "2 - - - - - - -",
        "3 0 0 yes 10 10 4 0",
    ]


def test_points_to_begin_with_are_a_line_of_their_own(phone):
    """G31c."""
    table = with_a_latecomer(phone, points=24)
    assert lines(table)[2:] == ["Dee joins with 24 points.", "±: . . . 24/+24", "3: 11/0 20/+10 23/+12 34/+10"]
    assert of(exported(table), "Dee", "Hand", "Kind", "Points", "Total") == [
        "1 hand - -",
        "2 hand - -",
        "2 joined 24 24",
        "3 hand 10 34",
    ]
    assert "Dee joins, left of Cy, with 24 points." in history(table)


def test_who_left_stays_on_the_sheet_and_gets_nothing_more(phone):
    """G32."""
    table = f4(phone, hands=2)
    total = table.game.hands and int(standings(table)[[row.split()[1] for row in standings(table)].index("Bo")].split()[-1])
    enter(table, Presence(BO, there=False))
    hand_in_turn(table, (1, 1, 0), (1, None, 2, 0))
    hand_in_turn(table, (0, 1, 1), (3, None, 1, 0))
    enter(table, Stop())
    assert heads(table) == ["Ana", "Bo left", "Cy", "Dee"]
    assert [line.split()[2] for line in lines(table)[2:]] == [f"{total}/–"] * 2
    (bo,) = [row for row in standings(table) if "Bo" in row]
    assert re.search(rf"of 2 \d+ {total}$", bo)
    assert "left" in bo
    assert "Bo left" in phone.open(table.url).text
    rows = exported(table)
    assert of(rows, "Bo", "Points", "Total", "Bid", "Made")[2:] == [f"- {total} - -"] * 2
    assert {row["Dealer"] for row in rows if row["Hand"] in "34"} == {"Cy", "Dee"}
    assert "Bo leaves." in history(table)


def test_who_comes_later_is_not_said_to_have_left_and_leads_nothing(phone):
    table = begun(phone, absent=(DEE,))
    enter(table, SetPoints(1, (-1, -2, -3, None)))
    assert heads(table)[DEE] == "Dee later"
    assert standings(table) == ["1 Ana leads 0 of 0 −1", "2 Bo 0 of 0 1 −2", "3 Cy 0 of 0 2 −3", "4 Dee later 0 of 0 0"]
    enter(table, Presence(DEE, there=True))
    assert heads(table)[DEE] == "Dee"


def test_who_sits_a_hand_out_has_a_dash_and_keeps_the_total(phone):
    table = b3(phone, hands=2)
    enter(table, SitOut(3, ANA))
    hand_in_turn(table, (1, 1), (None, 1, 2))
    assert lines(table)[2] == "3: 11/– 21/+11 11/0"
    assert standings(table)[-1] in {"2 Ana 1 of 2 10 11", "2 Cy 1 of 3 10 11"}


def test_who_changed_seats_is_told_from_which_hand_on(phone):
    """Joining and leaving move nobody else, so nothing is said of them."""
    table = f4(phone, hands=1)
    enter(table, Join("Eli", DEE), Presence(CY, there=False))
    hand_in_turn(table, (0, 0, 0, 0), (1, 0, None, 1, 0))
    assert not [line for line in lines(table) if "seats" in line]
    enter(table, Seating((0, 3, 1, 2, 4)))
    assert not [line for line in lines(table) if "seats" in line]
    hand = table.game.hand
    assert hand is not None
    hand_in_turn(table, (0,) * 4, (3, 0, None, 0, 0))
    assert [line for line in lines(table) if "seats" in line] == ["From hand 3 on the seats are: Ana, Dee, Bo, and Eli."]


def test_whoever_deals_and_rests_is_still_the_dealer(phone):
    table = b3(phone, hands=2)
    enter(table, DealerRests(rests=True))
    hand_in_turn(table, (1, 1), (1, 2, None))
    assert lines(table)[2] == "3: 22/+11 10/0 11/–"
    assert sheet(table).element("hand-3").all("td")[CY].text.endswith("did not play, dealt")


def with_a_substitute(phone: Phone) -> Table:
    """B3 after hand 2, then Eli goes on for Bo."""
    table = b3(phone, hands=2)
    enter(table, Rename(BO, "Eli", substitute=True))
    return table


def test_a_substitution_is_told_where_it_happened(phone):
    table = with_a_substitute(phone)
    told = "From hand 3 on Eli plays for Bo."
    assert lines(table)[1:] == ["2: 11/0 10/0 11/+11", told]
    enter(table, Adjustment(-5, BO, after_hand=2))
    hand_in_turn(table, (2, 1, 1), (2, 1, 0))
    assert heads(table) == ["Ana", "Eli", "Cy"]
    assert lines(table)[2:] == ["Eli: −5", "±: . 5/−5 .", told, "3: 23/+12 16/+11 11/0"]
    assert of(exported(table), "Eli", "Hand", "Kind", "Played by") == ["1 hand Bo", "2 hand Bo", "2 adjustment -", "3 hand -"]
    assert of(exported(table), "Ana", "Played by") == ["-"] * 3


def test_a_substitution_taken_back_is_gone(phone):
    table = with_a_substitute(phone)
    enter(table, Undo(table.game.undoable.number))
    assert lines(table)[-1] == "2: 11/0 10/0 11/+11"
    assert of(exported(table), "Bo", "Played by") == ["-", "-"]


def test_a_name_put_right_is_no_substitution(phone):
    table = b3(phone, hands=2)
    enter(table, Rename(BO, "Bob"), Rename(BO, "Eli", substitute=True), Rename(BO, "Elie"))
    assert lines(table)[2:] == ["From hand 3 on Elie plays for Bob."]
    assert of(exported(table), "Elie", "Played by") == ["Bob", "Bob"]


def test_who_comes_back_plays_again(phone):
    table = with_a_substitute(phone)
    hand_in_turn(table, (2, 1, 1), (2, 1, 0))
    enter(table, Rename(BO, "Bo", substitute=True))
    assert lines(table)[2:] == ["From hand 3 on Eli plays for Bo.", "3: 23/+12 21/+11 11/0", "From hand 4 on Bo plays for Eli."]
    assert of(exported(table), "Bo", "Played by") == ["-", "-", "Eli"]


def test_two_who_go_on_one_after_the_other_before_a_hand_are_one_substitution(phone):
    table = with_a_substitute(phone)
    enter(table, Rename(BO, "Fay", substitute=True))
    assert lines(table)[2:] == ["From hand 3 on Fay plays for Bo."]
    enter(table, Rename(BO, "Bo", substitute=True))
    assert lines(table)[2:] == []


def test_a_hand_that_has_begun_is_still_that_of_who_began_it_unless_it_is_dealt_again(phone):
    table = b3(phone, hands=2)
    enter(table, Bid(3, ANA, 1), Rename(BO, "Eli", substitute=True))
    assert lines(table)[2:] == ["From hand 4 on Eli plays for Bo."]
    enter(table, Redeal(3))
    assert lines(table)[2:] == ["From hand 3 on Eli plays for Bo."]


def test_other_rules_and_a_substitute_from_the_same_hand_on_are_both_told(phone):
    table = begun(phone)
    hand_in_turn(table, (0, 0, 0, 0), (1, 0, 0, 0))
    enter(table, Rules(HOUSE), Rename(BO, "Eli", substitute=True))
    hand_in_turn(table, (0, 0, 0, 0), (1, 1, 0, 0))
    assert lines(table)[1:3] == ["Other rules from hand 2 on.", "From hand 2 on Eli plays for Bo."]


def test_columns_follow_how_people_sit(phone):
    table = f4(phone, hands=1)
    enter(table, Seating((ANA, CY, BO, DEE)))
    assert heads(table) == ["Ana", "Cy", "Bo", "Dee"]
    totals = table.phone.screen.main.all("tfoot")[0].all("td")
    in_seat_order = [row["Total"] for row in exported(table)]
    assert [cell.text for cell in totals] == [in_seat_order[seat] for seat in (ANA, CY, BO, DEE)]


def test_the_history_of_people_who_came_and_were_taken_back_is_readable(phone):
    table = f4(phone, hands=1)
    for fact in (Join("Eli", BO), Presence(4, there=False), Rename(4, "Zoe", substitute=True)):
        enter(table, fact)
    for _ in range(3):
        last = table.game.undoable
        enter(table, Undo(last.number))
    assert history(table)[:6] == [
        "Taken back: Eli joins, left of Bo.",
        "Taken back: Eli leaves.",
        "Taken back: Zoe goes on for Eli.",
        "Zoe goes on for Eli. taken back",
        "Eli leaves. taken back",
        "Eli joins, left of Bo. taken back",
    ]


def test_twelve_people_may_have_played(phone):
    table = f4(phone, hands=1)
    enter(table, *(Presence(seat, there=False) for seat in (BO, CY)))
    enter(table, *(Join(f"Guest {number}", DEE, level=True) for number in range(8)))
    for path in ("sheet", "rules", "history"):
        assert phone.open(f"{table.url}/{path}").heading


# Points given by hand


def test_a_hand_dealt_again_is_hand_three_again(phone):
    """RG05a."""
    table = b3(phone, hands=2)
    enter(table, Bid(3, ANA, 2), Redeal(3))
    assert len(lines(table)) == 2
    assert history(table)[0] == "Hand 3 is dealt again."
    assert "2 of 3 hands played" in sheet(table).text


def test_points_set_by_hand_are_marked_with_their_reason_and_count_as_no_bid(phone):
    """RG05b."""
    table = b3(phone, hands=2)
    for seat, bid in enumerate((2, 1, 1)):
        enter(table, Bid(3, seat, bid))
    enter(table, SetPoints(3, (12, 11, -4), "wrong number of cards"))
    assert lines(table)[2:] == ["3: 23/+12 21/+11 7/−4", "Hand 3: points set by hand, wrong number of cards."]
    assert "points set by hand" in sheet(table).element("hand-3").all("th")[0].text
    assert standings(table) == ["1 Ana won 1 of 2 23", "2 Bo 1 of 2 2 21", "3 Cy 1 of 2 16 7"]
    assert "Hand 3, set by hand: Ana +12, Bo +11, Cy −4" in phone.open(table.url).text
    assert [
        of(exported(table), name, "Kind", "Reason", "Bid", "Tricks", "Made", "Points", "Total")[2] for name in table.players
    ] == [
        "set wrong number of cards 2 - - 12 23",
        "set wrong number of cards 1 - - 11 21",
        "set wrong number of cards 1 - - -4 7",
    ]


def test_adjustments_are_lines_of_their_own_with_their_reasons(phone):
    """RG07."""
    table = b3(phone)
    enter(table, Adjustment(-10, None, "overtime", 3), Adjustment(-5, BO, "revoke", 3))
    assert lines(table)[2:] == [
        "3: 23/+12 21/+11 11/0",
        "Everybody: −10 (overtime)",
        "±: 13/−10 11/−10 1/−10",
        "Bo: −5 (revoke)",
        "±: . 6/−5 .",
    ]
    assert [row.split()[-1] for row in standings(table)] == ["13", "6", "1"]
    assert [
        (row["Hand"], row["Kind"], row["Player"], row["Reason"], row["Points"], row["Total"], row["Place"])
        for row in exported(table)[6:]
    ] == [
        ("3", "hand", "Ana", "", "12", "23", ""),
        ("3", "hand", "Bo", "", "11", "21", ""),
        ("3", "hand", "Cy", "", "0", "11", ""),
        ("3", "adjustment", "Ana", "overtime", "-10", "13", "1"),
        ("3", "adjustment", "Bo", "overtime", "-10", "11", ""),
        ("3", "adjustment", "Cy", "overtime", "-10", "1", "3"),
        ("3", "adjustment", "Bo", "revoke", "-5", "6", "2"),
    ]
    assert history(table)[:2] == [
        "Adjustment after hand 3 for Bo: −5 (revoke). changed after the end",
        "Adjustment after hand 3 for everybody: −10 (overtime). changed after the end",
    ]
    for _ in range(2):
        enter(table, Undo(table.game.undoable.number))
    assert lines(table)[-1] == "3: 23/+12 21/+11 11/0"


def test_an_adjustment_of_an_earlier_hand_stands_where_it_belongs(phone):
    table = b3(phone)
    enter(table, Adjustment(7, ANA, after_hand=1), Adjustment(1, CY))
    assert lines(table) == [
        "Cy: +1",
        "±: . . 1/+1",
        "1: 11/+11 10/+10 1/0",
        "Ana: +7",
        "±: 18/+7 . .",
        "2: 18/0 10/0 12/+11",
        "3: 30/+12 21/+11 12/0",
    ]


@pytest.mark.parametrize(
    ("tie", "places", "result", "named"),
    [
        ("shared", ["1 Ana", "1 Cy", "3 Bo"], "Ana and Cy share the win with 23", "Equal totals share the place and the win."),
        ("most-made", ["1 Ana", "2 Cy", "3 Bo"], "Ana wins with 23", "Of equal totals, the one with more bids made is ahead."),
    ],
)
def test_a_tie_is_shared_or_broken_as_the_rules_say(phone, tie, places, result, named):
    """RG16 (a), (b): B3 after hand 3, Cy is given 12 points; Ana made two bids, Cy one."""
    schedule, hook = {"shape": "list", "hands": [1, 2, 3]}, {"hook": "always"}
    table = start_with_rules(phone, ("Ana", "Bo", "Cy"), schedule=schedule, bidding=hook, tie=tie)
    with table.quickly():
        for said, taken in B3:
            table.play(said, taken)
    enter(table, Adjustment(12, CY, "tie", 3))
    assert [" ".join(row.split()[:2]) for row in standings(table)] == places
    assert [row.split()[-1] for row in standings(table)] == ["23", "23", "21"]
    for path in ("", "/sheet"):
        assert result in phone.open(table.url + path).text
    assert named in phone.open(f"{table.url}/sheet").text
    assert of(exported(table), "Cy", "Place")[-1] == places[1].split()[0]


def test_a_tie_is_settled_by_one_more_hand(phone):
    """RG16 (c): hand 4 of 3 cards, dealt by Ana; the result follows it."""
    table = b3(phone)
    enter(table, Adjustment(12, CY, "tie", 3))
    assert "Ana and Cy share the win with 23" in table.look().text
    assert phone.screen.value("Cards in hand 4") == "3"
    phone.press("Play hand 4")
    assert (phone.screen.heading, table.dealer, table.game.hand.size) == ("Hand 4 of 4", "Ana", 3)
    assert table.shown_totals == ["23", "21", "23"]
    table.play("Bo 1, Cy 2, Ana 1", "1 0 2")
    assert phone.screen.heading == "Finished"
    assert "Cy wins with 35" in phone.screen.text
    assert standings(table) == ["1 Cy won 2 of 4 35", "2 Ana 3 of 4 1 34", "3 Bo 2 of 4 14 21"]


def test_even_bids_kept_are_marked_on_the_sheet_and_in_the_file(phone):
    """RG08."""
    table = begun(phone)
    with table.quickly():
        table.play("Bo 0, Cy 0, Dee 0, Ana 0", "1 0 0 0")
    hand_in_turn(table, (1, 0, 0, 2), (0, 0, 1, 1))
    enter(table, Rules(Ruleset.from_data({"bidding": {"hook": "always"}}).to_data()))
    assert of(exported(table), "Bo", "Even kept") == ["no", "no"]
    hooked = f4(phone)
    hand_in_turn(hooked, (0, 0, 0, 0), (1, 0, 0, 0))
    hand_in_turn(hooked, (1, 0, 0, 2), (1, 0, 1, 0))
    enter(hooked, Correction(2, (0, 1, 1, 0), (1, 0, 1, 0), even_kept=True))
    assert "even" in sheet(hooked).element("hand-2").all("th")[0].text
    assert of(exported(hooked), "Bo", "Even kept") == ["no", "yes"]


def test_what_was_changed_after_the_end_is_told_with_its_time_and_what_it_was(phone):
    """RG09."""
    table = b3(phone)
    assert "Changed after the end" not in sheet(table).text
    enter(table, Correction(2, (0, 2, 1), (0, 2, 0)))
    (changes,) = sheet(table).main.all("section", class_="changes")
    assert changes.all("time")[0]["datetime"] == EVENING.isoformat()
    assert "Hand 2 corrected: Ana 0/0, Bo 2/2, Cy 1/0. Before: Ana 0/1, Bo 2/0, Cy 1/1." in changes.text
    assert "changed after the end" in table.screen.element("hand-2").all("th")[0].text
    assert "changed after the end" in history(table)[0]
    assert of(exported(table), "Bo", "Hand", "Changed after end") == ["1 -", f"2 {EVENING.isoformat()}", "3 -"]
    assert standings(table)[:2] == ["1 Ana won 3 of 3 33", "1 Bo won 3 of 3 33"]
    enter(table, Undo(table.game.undoable.number))
    assert "Changed after the end" not in sheet(table).text


def test_files_tell_what_was_changed_after_the_end_and_what_stood_there_before(phone):
    """RG09: an adjustment has its time, a corrected hand its time and what stood in it when the game ended."""
    table = b3(phone)
    enter(table, Adjustment(-5, BO, after_hand=3), Correction(2, (0, 2, 1), (0, 1, 1)), Correction(2, (0, 2, 1), (0, 2, 0)))
    enter(table, SetPoints(1, (1, 2, 3)), Undo(table.game.version + 1))
    columns = ("Hand", "Kind", "Changed after end", "Bid before", "Tricks before", "Points before")
    assert of(exported(table), "Bo", *columns) == [
        "1 hand - - - -",
        f"2 hand {EVENING.isoformat()} 2 0 0",
        "3 hand - - - -",
        f"3 adjustment {EVENING.isoformat()} - - -",
    ]
    assert of(exported(table), "Ana", *columns)[1] == f"2 hand {EVENING.isoformat()} 0 1 0"


def test_what_was_changed_before_the_end_is_not_said_to_be_after_it(phone):
    table = b3(phone, hands=2)
    enter(table, Correction(2, (0, 2, 1), (0, 2, 0)))
    hand_in_turn(table, (2, 1, 1), (2, 1, 0))
    assert "fter the end" not in sheet(table).text


# The game as a whole


def test_a_game_ended_early_says_so(phone):
    """G39."""
    table = f4(phone, hands=2)
    totals = [row.split()[-1] for row in standings(table)]
    enter(table, Bid(3, DEE, 1), Stop())
    assert "Ended early after 2 of 8 hands" in sheet(table).text
    assert len(lines(table)) == 2
    assert [row.split()[-1] for row in standings(table)] == totals
    assert history(table)[0] == "The game is stopped after hand 2; hand 3 does not count."
    enter(table, Resume())
    assert "Ended early" not in sheet(table).text
    assert history(table)[0] == "The game goes on."


def test_a_game_begun_on_paper_counts_its_hands_and_carries_its_points(phone):
    table = begun(phone, first_hand=3, carried=(33, 0, -10, 21))
    assert lines(table) == ["Carried over from paper, hands 1 to 2.", "±: 33/+33 0/0 −10/−10 21/+21"]
    assert "Ana leads with 33" in table.screen.text
    assert "2 of 5 hands played" in table.screen.text
    table.look()
    with table.quickly():
        table.play("Bo 0, Cy 0, Dee 0, Ana 0", "3 0 0 0")
    assert lines(table)[2] == "3: 33/0 10/+10 0/+10 31/+10"
    assert "3 of 5 hands played" in table.screen.text
    assert of(exported(table), "Bo", "Hand", "Kind", "Points", "Total") == ["2 carried 0 0", "3 hand 10 10"]
    plan = phone.open(f"{table.url}/rules").main.all("table", class_="plan")[0]
    assert [row.all("th")[0].text for row in plan.all("tr")[1:]] == ["3", "4", "5"]


def test_notes_title_place_and_keeper_stand_on_the_sheet(phone):
    table = b3(phone)
    enter(table, About("Friday", "at home", "Cy"), Note("For the last piece of cake."), Note("The wine went over the cards.", 2))
    assert lines(table)[1:3] == ["2: 11/0 10/0 11/+11", "Hand 2: The wine went over the cards."]
    for words in ("Friday", "at home", "Score kept by Cy", "For the last piece of cake."):
        assert words in table.screen.text
    assert of(exported(table), "Bo", "Note") == ["-", "The wine went over the cards.", "-"]


def test_what_people_wrote_is_text_on_the_sheet_and_in_files(phone):
    table = b3(phone)
    bad = "=1+2<script>x()</script>"
    enter(table, About(bad, bad, bad), Note(bad), Note(bad, 2), Adjustment(1, ANA, bad), SetPoints(1, (1, 1, 1), bad))
    for path in ("", "/sheet", "/history"):
        assert "<script>x" not in phone.client.get(table.url + path).text
    assert {row["Reason"] for row in exported(table)} == {"", f"'{bad}"}


# Other rules


def with_other_rules(phone: Phone) -> Table:
    table = begun(phone, game="Oh Hell")
    hand_in_turn(table, (0, 0, 0, 0), (1, 0, 0, 0))
    hand_in_turn(table, (0, 0, 0, 0), (2, 0, 0, 0))
    enter(table, Rules(HOUSE, "House"))
    hand_in_turn(table, (0, 0, 0, 0), (3, 0, 0, 0))
    return table


def test_other_rules_are_told_from_which_hand_on(phone):
    table = with_other_rules(phone)
    assert lines(table)[2:] == ["Other rules from hand 3 on.", "3: 0/0 25/+5 25/+5 25/+5"]
    told = [" ".join(line.raw.split()) for line in sheet(table).main.all(class_="rules")]
    assert told == [
        "Hands 1 to 2: Oh Hell: 1 to 2 cards, hook off, made 10 + bid, missed 0.",
        "From hand 3 on: House: 3 to 5 cards, bids all at once, made 5, missed 0. 3 of 5 hands played.",
    ]
    assert history(table)[5] == (
        "From hand 3 on: other rules (House). Now: bids all at once, made 5, missed 0. Before: hook off, made 10 + bid, missed 0."
    )


def test_the_card_says_which_rules_hold_from_which_hand(phone):
    table = with_other_rules(phone)
    card = phone.open(f"{table.url}/rules").main
    assert [head.text for head in card.all("h2")][::2] == ["Hands 1 to 2: Oh Hell", "From hand 3 on: House", "Hands"]
    first, _, second, _ = card.all("ul")
    assert "2 hands, with these cards each: 1 2." in first.text
    assert "A bid that is made scores 10 + bid." in first.text
    assert "3 hands, with these cards each: 3 4 5." in second.text
    assert "A bid that is made scores 5." in second.text
    assert [cell.text for cell in card.all("table")[0].all("th", scope="col")][-1] == "Begins"


def test_rules_taken_back_before_a_hand_was_played_by_them_are_one_again(phone):
    table = begun(phone)
    hand_in_turn(table, (0, 0, 0, 0), (1, 0, 0, 0))
    enter(table, Rules(HOUSE), Rules(table.game.start.rules))
    assert "From hand" not in phone.open(f"{table.url}/rules").text


@pytest.mark.parametrize("end", [{"schedule": {"shape": "fixed", "max": 3}, "end": {"score": 500}}])
def test_the_card_of_a_game_without_a_set_number_of_hands(phone, end):
    table = begun(phone)
    enter(table, Bid(1, BO, 0), Rules(Ruleset.from_data(end).to_data()))
    assert "The game ends when somebody has 500 points." in phone.open(f"{table.url}/rules").text
