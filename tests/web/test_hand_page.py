"""The page "Hand…": everything that happens at a table besides bids and tricks, without scripts, one form each."""

from datetime import UTC, datetime

import pytest

from scorekeeper.ledger.entries import (
    About,
    Adjustment,
    Coming,
    Dealer,
    DealerRests,
    Join,
    Note,
    Presence,
    Redeal,
    SetPoints,
    SitOut,
    Size,
    Start,
    Stop,
)
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage import games
from tests.web.playing import Phone, b3, f4, start_with_rules, start_with_sizes
from tests.web.test_access import own_token, with_token

ACTIONS = {
    "deal again": ("Yes, deal again", {}),
    "dealer": ("Change the dealer", {"Who deals hand 3": "Bo"}),
    "set points": ("Close hand 3", {"Ana": "12", "Bo": "11", "Cy": "−4", "What happened": "Cy had four cards"}),
    "one more": ("One more hand at the end", {}),
    "twice": ("Play hand 4 twice", {}),
    "out": ("Leave out hand 4", {}),
    "coming": ("Play these hands", {"Cards of each hand, from hand 4 on": "5, 6;7"}),
    "points": ("Enter these points", {"Who": "Bo", "Points": "-5", "Reason": "revoke"}),
    "note": ("Keep the note for hand 3", {"Note for hand 3": "Cy dealt too fast"}),
    "earlier note": ("Keep the note for hand 2", {"Note for hand 2": "a long one"}),
    "game note": ("Keep the note for the game", {"Note for the game": "at the lake"}),
    "about": ("Keep this", {"Name of the game": "Friday", "Place": "at Bo's", "Who keeps score": "Ana"}),
    "stop": ("Yes, stop the game", {}),
}
FACTS = {
    "deal again": Redeal(3),
    "dealer": Dealer(3, 1),
    "set points": SetPoints(3, (12, 11, -4), "Cy had four cards"),
    "one more": Coming(4, (4, 5, 5)),
    "twice": Coming(4, (4, 4, 5)),
    "out": Coming(4, (5,)),
    "coming": Coming(4, (5, 6, 7)),
    "points": Adjustment(-5, 1, "revoke", 2),
    "note": Note("Cy dealt too fast", 3),
    "earlier note": Note("a long one", 2),
    "game note": Note("at the lake"),
    "about": About("Friday", "at Bo's", "Ana"),
    "stop": Stop(),
}
every_action = pytest.mark.parametrize("action", ACTIONS)


def hand_3(phone):
    """B3 with two hands more: two are played, in the third Ana has bid."""
    table = start_with_sizes(phone, ("Ana", "Bo", "Cy"), "1 2 3 4 5", hook=True)
    with table.quickly():
        table.play("Bo 0, Cy 1, Ana 1", "1 0 0")
        table.play("Cy 1, Ana 0, Bo 2", "1 0 1")
        table.bids("Ana 2")
    return table


def enter(app, table, *entered):
    """Facts that other pages enter."""
    with app.app_context(), games.writing(table.slug) as stored:
        for fact in entered:
            stored = games.append(stored, fact, key="", at=datetime.now(UTC))


def open_page(table):
    return table.phone.open(f"{table.url}/hand")


def fill(phone, action):
    """The form filled in; answers the button that sends it."""
    button, fields = ACTIONS[action]
    for label, text in fields.items():
        phone.screen.type(label, text)
    return button


def do(table, action):
    """The whole way: the page, what is typed, the button."""
    open_page(table)
    return table.phone.press(fill(table.phone, action))


def standings(phone):
    """The totals of a finished game, the first place first."""
    return [row.text.split()[-1] for row in phone.screen.main.all("tr")[1:]]


def facts(table):
    return [entry.fact for entry in table.game.active]


@every_action
def test_it_works(any_phone, action):
    """With scripts and without: what was done is in the ledger, and the table is there again."""
    table = hand_3(any_phone)
    screen = do(table, action)
    assert any_phone.status == 200, screen.alerts
    assert any_phone.url.split("#")[0].endswith(table.url)
    assert facts(table)[-1] == FACTS[action]
    assert not screen.alerts


def test_the_menu_leads_to_it_and_back(phone):
    table = hand_3(phone)
    screen = phone.follow("Hand…")
    assert (screen.heading, phone.status) == ("Besides bids and tricks", 200)
    assert "Hand 3 of 5 · 3 cards · Cy deals" in screen.text
    assert phone.follow("Back").heading == "Hand 3 of 5"
    assert table.game.version == 10


def test_it_reads_like_a_menu(phone):
    """Everything is folded; no two buttons or fields have the same name."""
    table = hand_3(phone)
    screen = open_page(table)
    folds = screen.main.all("details")
    assert [fold.all("summary")[0].all("span")[0].text for fold in folds] == [
        "Deal again", "Another dealer", "Set points by hand", "Coming hands", "Points for one or all", "Note for hand 3",
        "Note for hand 2", "Note for the game", "Title, place, scorekeeper", "Stop the game here",
    ]  # fmt: skip  # many short ones: one a line hides what is there
    assert not [fold for fold in folds if "open" in fold]
    assert all(button.above("details") for button in screen.main.all("button"))
    controls = [one for one in screen.main.all("button", "input", "select", "textarea") if one["type"] != "hidden"]
    names = [screen.name(one) for one in controls]
    assert len(names) == len(set(names))


def test_what_throws_away_asks_first_and_says_the_way_back(phone, stored):
    """G44: the question names the game or the hand; only looking at it, or going back, does nothing."""
    table = hand_3(phone)
    before = stored()
    screen = open_page(table)
    questions = {
        "Yes, deal again": "Hand 3 begins again: Cy deals 3 cards once more. What was bid does not count.",
        "Yes, stop the game": "The game of Ana, Bo, and Cy ends: 2 of 5 hands were played; hand 3, which is open, will not count.",
        "Close hand 3 with these points": "Hand 3 is closed with these points, whatever was bid and taken.",
    }
    for button, question in questions.items():
        fold = screen.button(button).above("details")
        assert "open" not in fold
        assert f"{question} “Undo” brings it back." in fold.text
    assert phone.follow("Back").heading == "Hand 3 of 5"
    assert not [name for name in phone.screen.buttons if name.startswith(("Yes", "Close"))]
    assert stored() == before


@every_action
def test_it_can_be_undone_and_redone(phone, action):
    table = hand_3(phone)
    before = table.game
    do(table, action)
    after = table.game
    table.undo()
    assert (table.game.hands, table.game.sizes, table.game.adjustments) == (before.hands, before.sizes, before.adjustments)
    assert (table.game.stopped, table.game.title, table.game.note) == (False, before.title, "")
    phone.press("Redo")
    assert phone.status == 200
    assert (table.game.hands, table.game.sizes, table.game.adjustments) == (after.hands, after.sizes, after.adjustments)
    assert facts(table)[-1] == FACTS[action]


# Deal again


def test_a_hand_dealt_again_keeps_its_dealer_and_size(phone):
    """RG06: B3, hand 2 after Cy 1 and Ana 0 have bid."""
    table = b3(phone, hands=1)
    table.bids("Cy 1, Ana 0")
    open_page(table)
    assert "Hand 2 begins again: Bo deals 2 cards once more. What was bid does not count." in phone.screen.text
    phone.press("Yes, deal again")
    assert (phone.screen.heading, table.dealer, table.game.hand.size) == ("Hand 2 of 3", "Bo", 2)
    assert table.shown_bids == {"Cy": None, "Ana": None, "Bo": None}
    table.undo()
    assert table.shown_bids == {"Cy": "1", "Ana": "0", "Bo": None}


def test_a_hand_can_be_dealt_again_until_its_tricks_are_recorded(phone):
    """RG05 (a): B3, hand 3 with all bids in; Cy had four cards."""
    table = b3(phone, hands=2)
    table.bids("Ana 2, Bo 1, Cy 1")
    open_page(table)
    phone.press("Yes, deal again")
    assert (phone.screen.heading, table.dealer, table.game.hand.size) == ("Hand 3 of 3", "Cy", 3)
    assert table.shown_totals == ["11", "10", "11"]
    assert table.shown_bids == {"Ana": None, "Bo": None, "Cy": None}


@pytest.mark.parametrize(
    ("sizes", "arranged", "said"),
    [
        ("1 13 13", [], "Bo deals 13 cards once more. What was bid does not count."),
        (
            "1 13 13",
            [Join("Dee", 2, level=True), Join("Eli", 3, level=True)],
            "Bo deals 10 cards. Dee and Eli play it too. The pack holds no more for 5 players. What was bid does not count.",
        ),
        (
            "1 2 3",
            [Join("Dee", 2), Presence(1, there=False)],
            "Cy deals 2 cards. Bo, who dealt it, has left. Dee plays it too. What was bid does not count.",
        ),
        ("1 2 3", [Join("Dee", 2)], "Bo deals 2 cards. Dee plays it too. What was bid does not count."),
        ("1 2 3", [Presence(0, there=False)], "Bo deals 2 cards. Ana does not play it any more. What was bid does not count."),
    ],
)
def test_dealing_again_says_what_will_really_be_dealt(phone, sizes, arranged, said):
    table = start_with_sizes(phone, ("Ana", "Bo", "Cy"), sizes, hook=True)
    table.play("Bo 0, Cy 1, Ana 1", "1 0 0")
    table.bid("Cy", 1)
    enter(phone.app, table, *arranged)
    open_page(table)
    assert f"Hand 2 begins again: {said}" in phone.screen.text
    phone.press("Yes, deal again")
    hand = table.game.hand
    assert f"{table.game.players[hand.dealer]} deals {hand.size} cards" in said


def test_trumps_in_an_order_follow_the_hands_and_not_what_happens_to_them(phone):
    """RG11: hand 2 is dealt again once, hand 3 is undone once."""
    order = ["spades", "diamonds", "clubs", "hearts"]
    rules = {"trump": {"policy": "rotation", "order": order}, "no_trump": "never"}
    table = start_with_rules(phone, **rules, schedule={"shape": "up", "max": 6})
    shown = []
    for number in range(1, 7):
        if number == 2:
            table.bid(table.order[0], 1)
            open_page(table)
            phone.press("Yes, deal again")
        shown.append(table.game.hand.trump)
        assert f"Trump: {shown[-1]}" in phone.screen.text
        table.play_any()
        if number == 3:
            table.undo()
            phone.press("Record")
    assert shown == [*order, "spades", "diamonds"]
    assert "no trump" not in phone.open(f"{table.url}/rules").text.lower()


# The dealer


def test_the_first_dealer_can_be_changed_until_the_first_hand_is_recorded(phone):
    """RG18: Cy was to deal first; during the bids it turns out to be Dee."""
    table = start_with_sizes(phone, ("Ana", "Bo", "Cy", "Dee"), "1 2 3 4 5 6 7 8", hook=True, dealer="Cy")
    table.bids("Dee 1, Ana 0, Bo 0")
    open_page(table)
    assert "This is the first dealer: the deal goes round from there. Bids that were made stay." in phone.screen.text
    phone.screen.type("Who deals hand 1", "Dee")
    phone.press("Change the dealer")
    assert (table.dealer, table.order) == ("Dee", ["Ana", "Bo", "Cy", "Dee"])
    assert table.shown_bids == {"Ana": "0", "Bo": "0", "Cy": None, "Dee": "1"}
    table.bid("Cy", 0)
    assert table.shown_bid("Dee") is None  # 0 0 0 and 1 would total the size of the hand
    assert "disabled" in phone.screen.button("Dee bids 1")
    table.bid("Dee", 0)
    table.record("0 0 1 0")
    open_page(table)
    assert "This hand and the coming ones follow; recorded hands stay as they are." in phone.screen.text
    phone.screen.type("Who deals hand 2", "Cy")
    phone.press("Change the dealer")
    assert [hand.dealer for hand in table.game.plan[:4]] == [3, 2, 3, 0]


def test_the_one_who_deals_anyway_is_not_entered(phone, stored):
    table = hand_3(phone)
    open_page(table)
    before = stored()
    phone.press("Change the dealer")
    assert (phone.status, phone.screen.heading) == (200, "Hand 3 of 5")
    assert stored() == before


def test_nobody_else_can_deal_a_hand_begun_that_the_dealer_does_not_play(phone, app):
    table = hand_3(phone)
    enter(app, table, DealerRests(True))
    open_page(table)
    phone.press("Yes, deal again")
    assert "Who deals hand 3" in open_page(table).fields
    table.look()
    table.bid(table.order[0], 1)
    open_page(table)
    assert "Who deals hand 3" not in phone.screen.fields
    assert "another dealer means other players: deal again first" in phone.screen.text


@pytest.mark.parametrize("seat", ["3", "99", "-1", "x", "", " ", "9" * 30, None])
def test_a_dealer_who_is_not_there_is_refused(phone, stored, seat):
    table = hand_3(phone)
    open_page(table)
    before = stored()
    phone.press("Change the dealer", seat=seat)
    assert phone.status == 422
    assert phone.screen.alerts
    assert stored() == before


# Cards


def test_the_cards_of_a_hand_are_changed_before_its_first_bid(phone):
    table = b3(phone, hands=1)
    open_page(table)
    assert phone.screen.value("Cards in hand 2") == "2"
    phone.screen.type("Cards in hand 2", "5")
    phone.press("Change the cards")
    assert table.game.hand.size == 5
    assert facts(table)[-1] == Size(2, 5)
    assert table.game.sizes == (1, 5, 3)
    assert "Cy bids 5" in phone.screen.buttons


def test_cards_are_not_offered_once_somebody_has_bid_and_then_refused(phone, stored):
    table = b3(phone, hands=1)
    open_page(table)
    url, fields = phone.would_send("Change the cards", size="4")
    table.look()
    table.bid("Cy", 1)
    assert "Cards in hand 2" not in open_page(table).fields
    before = stored()
    phone.send(url, fields)
    assert phone.status == 409
    assert "only be changed before the first bid" in " ".join(phone.screen.alerts)
    assert stored() == before


@pytest.mark.parametrize(
    ("size", "why"),
    [
        ("18", "3 players × 18 cards = 54, but the pack has only 52."),
        ("9" * 40, "but the pack has only 52"),
        ("0", "at least 1 card"),
        ("", "A number is missing here."),
        ("x", "whole number"),
        ("-1", "whole number"),
        ("1.5", "whole number"),
    ],
)
def test_cards_that_nobody_can_deal_are_refused_beside_the_field(phone, stored, size, why):
    table = b3(phone, hands=1)
    open_page(table)
    phone.screen.type("Cards in hand 2", size)
    before = stored()
    phone.press("Change the cards")
    assert phone.status == 422
    assert why in phone.screen.description(phone.screen.field("Cards in hand 2"))
    assert phone.screen.value("Cards in hand 2") == size
    assert "open" in phone.screen.element("size")
    assert stored() == before


# Coming hands


def test_coming_hands_are_listed_with_their_numbers(phone):
    table = hand_3(phone)
    (listed,) = open_page(table).main.all("ol", class_="coming")
    assert [one.text for one in listed.all("li")] == ["hand 4 4", "hand 5 5"]
    assert phone.screen.value("Cards of each hand, from hand 4 on") == "4 5"


def test_a_hand_that_has_not_begun_is_a_coming_one(phone):
    table = b3(phone, hands=1)
    assert open_page(table).value("Cards of each hand, from hand 2 on") == "2 3"
    phone.press("Leave out hand 2: 2 cards")
    assert (phone.screen.heading, table.game.hand.size) == ("Hand 2 of 2", 3)


def test_no_hand_behind_the_one_being_played_makes_it_the_last(phone):
    table = hand_3(phone)
    open_page(table)
    phone.screen.type("Cards of each hand, from hand 4 on", " ")
    phone.press("Play these hands")
    assert phone.screen.heading == "Hand 3 of 3"
    table.bids("Bo 1, Cy 1")
    table.record("2 1 0")
    assert phone.screen.heading == "Finished"


def test_the_last_hand_can_be_skipped_after_a_question(phone, stored):
    """B3 after hand 2: the game was not stopped, it has one hand less."""
    table = b3(phone, hands=2)
    before = stored()
    screen = open_page(table)
    fold = screen.button("Yes, skip hand 3").above("details")
    assert "open" not in fold
    assert fold.all("summary")[0].text == "Skip hand 3: the game ends with hand 2"
    assert "Hand 3 is not played, and hand 2 was the last one. “Undo” brings it back." in fold.text
    assert stored() == before
    phone.press("Yes, skip hand 3")
    assert (phone.status, phone.screen.heading) == (200, "Finished")
    assert facts(table)[-1] == Coming(3, ())
    assert "Ended early" not in phone.screen.text
    assert "Ended early" not in phone.open("/").text
    table.look()
    table.undo()
    assert phone.screen.heading == "Hand 3 of 3"


def test_an_emptied_field_points_to_the_way_of_skipping_the_last_hand(phone, stored):
    table = b3(phone, hands=2)
    open_page(table)
    phone.screen.type("Cards of each hand, from hand 3 on", "")
    before = stored()
    phone.press("Play these hands")
    assert phone.status == 422
    said = "Write the cards of at least one hand. To play no more hands, tap “Skip hand 3: the game ends with hand 2”."
    assert phone.screen.description(phone.screen.field("Cards of each hand, from hand 3 on")) == said
    assert "Yes, skip hand 3" in phone.screen.buttons
    assert stored() == before


def test_the_last_hand_behind_the_one_being_played_can_be_left_out_too(phone):
    table = start_with_sizes(phone, ("Ana", "Bo", "Cy"), "1 2", hook=True)
    table.bid("Bo", 0)
    open_page(table)
    phone.press("Leave out hand 2: 2 cards")
    assert phone.screen.heading == "Hand 1 of 1"
    assert facts(table)[-1] == Coming(2, ())


def test_a_hand_that_cannot_be_skipped_is_not_offered(phone, stored):
    """Nothing is recorded yet, or hands follow until a score ends the game."""
    one = start_with_sizes(phone, ("Ana", "Bo", "Cy"), "3", hook=True)
    score = start_with_rules(phone, schedule={"shape": "fixed", "max": 3}, end={"score": 50})
    score.play_any()
    for table in (one, score):
        open_page(table)
        number = table.game.hand.number
        assert not [name for name in phone.screen.buttons if name.startswith(("Yes, skip", "Leave out"))]
        before = stored()
        phone.press("Play these hands", sizes="")
        assert phone.status == 422
        assert "Write the cards of at least one hand." in phone.screen.description(
            phone.screen.field(f"Cards of each hand, from hand {number} on")
        )
        phone.press("Play these hands", sizes="", skip="y")
        assert phone.status == 422
        assert stored() == before


def test_skipping_a_hand_that_began_meanwhile_changes_nothing(phone, stored):
    table = b3(phone, hands=2)
    open_page(table)
    tab = phone.second_tab()
    tab.open(table.url)
    tab.press("Ana bids 1")
    before = stored()
    phone.press("Yes, skip hand 3")
    assert phone.status == 409
    assert "Hand 3 was not skipped." in " ".join(phone.screen.alerts)
    assert stored() == before


def test_a_game_is_not_ended_by_emptying_a_field(phone, stored):
    table = b3(phone, hands=1)
    open_page(table)
    phone.screen.type("Cards of each hand, from hand 2 on", "")
    before = stored()
    phone.press("Play these hands")
    assert phone.status == 422
    assert "Write the cards of at least one hand." in phone.screen.alerts
    assert stored() == before


@pytest.mark.parametrize(
    ("sizes", "why"),
    [
        ("4 x", "whole numbers from 1"),
        ("4 -5", "whole numbers from 1"),
        ("4 1.5", "whole numbers from 1"),
        ("4 0", "A hand has at least 1 card."),
        ("4 18 5", "Hand 5: 3 players × 18 cards = 54, but the pack has only 52."),
        ("4 " * 130, "at most 120 hands"),
    ],
)
def test_hands_that_cannot_be_played_are_refused_beside_the_field(phone, stored, sizes, why):
    table = hand_3(phone)
    open_page(table)
    phone.screen.type("Cards of each hand, from hand 4 on", sizes)
    before = stored()
    phone.press("Play these hands")
    assert phone.status == 422
    assert why in phone.screen.description(phone.screen.field("Cards of each hand, from hand 4 on"))
    assert phone.screen.value("Cards of each hand, from hand 4 on") == sizes
    assert stored() == before


def test_where_a_score_ends_the_game_more_hands_need_not_be_asked_for(phone):
    table = start_with_rules(phone, schedule={"shape": "fixed", "max": 3}, end={"score": 50})
    screen = open_page(table)
    assert not [name for name in screen.buttons if name.startswith("One more hand")]
    assert "hands of the usual size follow until the game ends" in screen.text
    screen.type("Cards of each hand, from hand 1 on", "2 1")
    phone.press("Play these hands")
    table.play_any(2)
    assert [hand.size for hand in table.game.hands] == [2, 1, 3]


# Points


def test_a_hand_is_closed_with_points_set_by_hand(phone):
    """RG05 (b): Ana 12, Bo 11, Cy −4; it is no hand that anybody made or missed."""
    table = b3(phone, hands=2)
    table.bids("Ana 2, Bo 1, Cy 1")
    open_page(table)
    for name, points in {"Ana": "12", "Bo": "11", "Cy": "4"}.items():
        phone.screen.type(name, points)
    phone.screen.choose("Cy: minus")
    phone.screen.type("What happened", "Cy had four cards")
    phone.press("Close hand 3 with these points")
    assert phone.screen.heading == "Finished"
    assert phone.screen.status == "Hand 3, set by hand: Ana +12, Bo +11, Cy −4"
    assert standings(phone) == ["23", "21", "7"]


def test_points_that_are_missing_or_none_are_refused_beside_their_player(phone, stored):
    table = hand_3(phone)
    before = stored()
    bound = "at most 10000 either way"
    for typed, why in {"": "Points are missing here.", "x": "whole number or a half", "10001": bound, "9" * 12: bound}.items():
        open_page(table)
        phone.screen.type("Ana", "12")
        phone.screen.type("Bo", typed)
        phone.screen.type("Cy", "4")
        phone.screen.choose("Cy: minus")
        phone.screen.type("What happened", "a slip")
        phone.press("Close hand 3")
        assert phone.status == 422
        assert why in phone.screen.description(phone.screen.field("Bo"))
        kept = ("Ana", "Bo", "Cy", "Cy: minus", "What happened")
        assert [phone.screen.value(name) for name in kept] == ["12", typed, "4", "yes", "a slip"]
    assert stored() == before


def test_only_those_who_play_the_hand_get_points_for_it(phone, app, stored):
    table = b3(phone, hands=2)
    enter(app, table, SitOut(3, 1))
    open_page(table)
    assert {"Ana", "Cy"} <= set(phone.screen.fields)
    assert "Bo" not in phone.screen.fields
    phone.screen.type("Ana", "3")
    phone.screen.type("Cy", "4½")
    phone.press("Close hand 3")
    assert table.game.closed[2].set_points[:2] == (3, None)
    assert facts(table)[-1].points[2] == 4.5


def test_points_are_given_and_taken_outside_of_the_hands(phone):
    """RG07: minus 10 for all, minus 5 for Bo; dealer and hand number do not move; undo gives the totals back."""
    table = b3(phone)
    phone.follow("Points and notes…")
    phone.screen.type("Who", "Everybody")
    phone.screen.type("Points", "10")
    phone.screen.choose("Points: minus")
    phone.screen.type("Reason", "overtime")
    phone.press("Enter these points")
    do(table, "points")
    assert phone.screen.heading == "Finished"
    assert standings(phone) == ["13", "6", "1"]
    for path in ("sheet", "sheet.csv"):
        said = phone.client.get(f"{table.url}/{path}").text
        assert "overtime" in said
        assert "revoke" in said
    table.look()
    table.undo()
    table.undo()
    assert standings(phone) == ["23", "21", "11"]


def test_points_given_while_a_hand_is_played_leave_it_as_it_is(phone):
    table = hand_3(phone)
    do(table, "points")
    assert (phone.screen.heading, table.dealer, table.shown_bid("Ana")) == ("Hand 3 of 5", "Cy", "2")
    assert table.shown_totals == ["11", "5", "11"]


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        *((f"{minus}10", -10) for minus in "-‐‑‒–−﹣－"),
        *((f"12 {minus} 4", 8) for minus in "-–−"),
        ("- 10", -10),
        ("+10", 10),
        ("10", 10),
        ("½", 0.5),
        ("-0,5", -0.5),
    ],
)
def test_points_are_read_as_people_write_them(phone, typed, points):
    """G52: never plus ten for a minus."""
    table = hand_3(phone)
    open_page(table)
    phone.screen.type("Who", "Cy")
    phone.screen.type("Points", typed)
    phone.press("Enter these points")
    assert facts(table)[-1] == Adjustment(points, 2, "", 2)


@pytest.mark.parametrize(
    "typed",
    ["", " ", "0", "abc", "1.3", "99999", "--5", "5-", "1e3", "1e9", "9" * 21, "9" * 10_000, "NaN", "Infinity", "0x10", "5\0"],
)
def test_points_that_are_none_are_refused_beside_the_field(phone, stored, typed):
    """G53: with what may stand there; nothing that is no number is ever shown as one."""
    table = hand_3(phone)
    open_page(table)
    phone.screen.type("Who", "Cy")
    phone.screen.type("Points", typed)
    phone.screen.type("Reason", "revoke")
    before = stored()
    phone.press("Enter these points")
    assert phone.status == 422
    assert phone.screen.description(phone.screen.field("Points"))
    assert [phone.screen.value(name) for name in ("Who", "Points", "Reason")] == ["Cy", typed, "revoke"]
    assert stored() == before


@pytest.mark.parametrize("typed", ["10001", "−10001", "1000000", "999999999999", "9" * 30, "-999999999999", "9999 + 9999"])
def test_points_beyond_the_bounds_are_refused_with_the_bounds(phone, stored, typed):
    """G53b"""
    table = hand_3(phone)
    open_page(table)
    phone.screen.type("Who", "Cy")
    phone.screen.type("Points", typed)
    before = stored()
    phone.press("Enter these points")
    assert phone.status == 422
    assert "at most 10000 points either way" in phone.screen.description(phone.screen.field("Points"))
    assert stored() == before


def test_points_for_nobody_are_refused(phone, stored):
    table = hand_3(phone)
    open_page(table)
    phone.screen.type("Points", "5")
    before = stored()
    phone.press("Enter these points")
    assert phone.status == 422
    assert "Whose points?" in phone.screen.description(phone.screen.field("Who"))
    for who in ("3", "-1", "x", "9" * 30):
        open_page(table)
        phone.press("Enter these points", who=who, points="5")
        assert phone.status == 422
    assert stored() == before


def test_too_long_a_reason_is_refused_and_kept(phone, stored):
    table = hand_3(phone)
    before = stored()
    for label, button in {"Reason": "points", "What happened": "set points"}.items():
        open_page(table)
        fill(phone, button)
        phone.screen.type(label, "x" * 101)
        phone.press(ACTIONS[button][0])
        assert phone.status == 422
        assert "At most 100 letters" in phone.screen.description(phone.screen.field(label))
        assert phone.screen.value(label) == "x" * 101
    assert stored() == before


# Notes


def test_a_note_shows_at_the_table_to_everybody(phone, other_phone):
    table = hand_3(phone)
    do(table, "note")
    assert "Cy dealt too fast" in phone.screen.text
    assert "Cy dealt too fast" in other_phone.open(table.url).text
    open_page(table)
    assert phone.screen.value("Note for hand 3") == "Cy dealt too fast"
    phone.screen.type("Note for hand 3", "  ")
    phone.press("Keep the note for hand 3")
    assert table.game.hand.note == ""
    assert "Cy dealt too fast" not in "".join(one.text for one in phone.screen.main.all(class_="note"))


def test_a_note_as_it_is_already_is_not_entered_again(phone, stored):
    table = hand_3(phone)
    do(table, "note")
    before = stored()
    open_page(table)
    phone.press("Keep the note for hand 3")
    assert phone.status == 200
    assert stored() == before


@pytest.mark.parametrize("label", ["Note for hand 3", "Note for hand 2", "Note for the game"])
def test_too_long_a_note_is_refused_and_kept(phone, stored, label):
    table = hand_3(phone)
    open_page(table)
    phone.screen.type(label, "x" * 501)
    before = stored()
    phone.press(f"Keep the n{label[1:]}")
    assert phone.status == 422
    assert "At most 500 letters" in phone.screen.description(phone.screen.field(label))
    assert phone.screen.value(label) == "x" * 501
    assert stored() == before


def test_title_place_and_scorekeeper_are_kept_together(phone, stored):
    table = hand_3(phone)
    do(table, "about")
    open_page(table)
    labels = ("Name of the game", "Place", "Who keeps score")
    assert [phone.screen.value(label) for label in labels] == ["Friday", "at Bo's", "Ana"]
    assert "Friday" in phone.open("/").text
    before = stored()
    for label in labels:
        open_page(table)
        phone.screen.type(label, "x" * 101)
        phone.press("Keep this")
        assert phone.status == 422
        assert "At most 100 letters" in phone.screen.description(phone.screen.field(label))
    assert stored() == before


# The end


def test_a_game_is_stopped_after_a_question_and_goes_on_again(phone):
    """G39: F4 after hand 2, hand 3 in the middle of the bids."""
    table = f4(phone, hands=2)
    totals = table.shown_totals
    table.bids("Dee 1, Ana 0")
    screen = open_page(table)
    question = "The game of Ana, Bo, Cy, and Dee ends: 2 of 8 hands were played; hand 3, which is open, will not count."
    assert question in screen.text
    phone.press("Yes, stop the game")
    assert phone.screen.heading == "Finished"
    assert "Ended early after 2 of 8 hands" in phone.screen.text
    assert sorted(row.text.split()[-1] for row in phone.screen.main.all("tr")[1:]) == sorted(totals)
    assert "Ended early after 2 of 8 hands" in phone.open(f"{table.url}/hand").text
    assert "Ended early after 2 of 8 hands · won by Cy and Dee" in phone.open("/").text
    table.look()
    phone.press("Go on with this game")
    assert (phone.screen.heading, table.dealer) == ("Hand 3 of 8", "Cy")
    assert table.shown_bids == {"Dee": "1", "Ana": "0", "Bo": None, "Cy": None}


def test_a_game_stopped_before_its_first_hand_is_shown_too(phone, other_phone):
    table = f4(phone)
    open_page(table)
    assert "0 of 8 hands were played; hand 1, which is open, will not count." in phone.screen.text
    phone.press("Yes, stop the game")
    assert "Ended early after 0 of 8 hands" in phone.screen.text
    assert "Go on with this game" not in other_phone.open(table.url).buttons
    assert "Ended early after 0 of 8 hands" in phone.open("/").text
    assert "won by" not in phone.screen.text
    table.look()
    phone.press("Undo")
    assert phone.screen.heading == "Hand 1 of 8"


def test_where_a_score_ends_the_game_it_says_only_how_many_hands_there_were(phone):
    table = start_with_rules(phone, schedule={"shape": "fixed", "max": 3}, end={"score": 500})
    table.play_any()
    assert "1 hand was played; hand 2, which is open, will not count." in open_page(table).text
    phone.press("Yes, stop the game")
    assert "Ended early after 1 hand" in phone.screen.text
    assert "Ended early after 1 hand ·" in phone.open("/").text


def test_a_game_that_has_ended_goes_on_with_one_more_hand(phone, other_phone):
    table = b3(phone)
    assert "Go on with this game" not in phone.screen.buttons
    assert phone.screen.value("Cards in hand 4") == "3"
    assert "Play hand 4" not in other_phone.open(table.url).buttons
    phone.screen.type("Cards in hand 4", "5")
    phone.press("Play hand 4")
    assert (phone.screen.heading, table.dealer, table.game.hand.size) == ("Hand 4 of 4", "Ana", 5)
    assert table.shown_totals == ["23", "21", "11"]


@pytest.mark.parametrize("size", ["0", "18", "x", "", "-1"])
def test_one_more_hand_that_cannot_be_dealt_is_refused(phone, stored, size):
    b3(phone)
    phone.screen.type("Cards in hand 4", size)
    before = stored()
    phone.press("Play hand 4")
    assert phone.status == 422
    assert phone.screen.description(phone.screen.field("Cards in hand 4"))
    assert phone.screen.value("Cards in hand 4") == size
    assert stored() == before


def test_a_game_that_its_score_has_ended_offers_no_hand_more(phone):
    table = start_with_rules(phone, schedule={"shape": "fixed", "max": 3}, end={"score": 5})
    table.play_any()
    assert phone.screen.heading == "Finished"
    assert not [name for name in phone.screen.buttons if name.startswith("Play hand")]
    assert not [name for name in open_page(table).buttons if name.startswith("Play hand")]


def test_a_finished_game_still_takes_points_and_notes(phone):
    table = b3(phone)
    do_labels = {"Keep the note for hand 3": ("Note for hand 3", "what an end")}
    for button, (label, text) in do_labels.items():
        open_page(table).type(label, text)
        phone.press(button)
    assert table.game.closed[2].note == "what an end"
    names = open_page(table).buttons
    assert not {"Yes, deal again", "Change the dealer", "Yes, stop the game"} & set(names)


# Refusals


@every_action
def test_sent_twice_it_is_entered_once(phone, stored, action):
    table = hand_3(phone)
    do(table, action)
    before = stored()
    phone.send_again()
    assert phone.status == 200
    assert stored() == before


@every_action
def test_a_page_that_is_out_of_date_changes_nothing_and_keeps_what_was_typed(phone, stored, action):
    """Something else was arranged since, on another phone."""
    table = hand_3(phone)
    open_page(table)
    button = fill(phone, action)
    tab = phone.second_tab()
    tab.open(f"{table.url}/hand")
    tab.screen.type("Who", "Ana")
    tab.screen.type("Points", "3")
    tab.press("Enter these points")
    before = stored()
    phone.press(button)
    assert phone.status == 409
    assert "meanwhile something else was arranged elsewhere" in " ".join(phone.screen.alerts)
    for label, text in ACTIONS[action][1].items():
        assert phone.screen.value(label) == text
    assert stored() == before
    phone.press(button)
    assert phone.status == 200
    assert facts(table)[-1] == FACTS[action]


@pytest.mark.parametrize("action", ["deal again", "dealer", "set points", "one more", "coming", "stop"])
def test_what_was_about_a_hand_recorded_meanwhile_changes_nothing(phone, stored, action):
    table = hand_3(phone)
    open_page(table)
    button = fill(phone, action)
    tab = Phone(phone.app)
    tab.client = phone.second_tab().client
    tab.open(table.url)
    other = type(table)(tab, table.players)
    with other.quickly():
        other.play("Bo 1, Cy 1", "2 1 0")
        if action in {"one more", "coming"}:
            other.bids("Bo 0")
    before = stored()
    phone.press(button)
    assert phone.status == 409
    assert "is not being played now" in " ".join(phone.screen.alerts)
    assert LOST[action] in " ".join(phone.screen.alerts)
    assert stored() == before
    assert nothing_is_under_the_finger(phone, table)


LOST = {
    "deal again": "Hand 3 was not dealt again.",
    "dealer": "Not entered: Bo deals hand 3.",
    "set points": "Not entered, points for hand 3: Ana 12, Bo 11, Cy −4 (Cy had four cards).",
    "one more": "Not entered, cards of each hand from hand 4 on: 4 5 5.",
    "coming": "Not entered, cards of each hand from hand 4 on: 5, 6;7.",
    "stop": "The game was not stopped.",
}


def nothing_is_under_the_finger(phone, table):
    """No fold is open, the refusal stands on top, and no field is other than on a page just opened."""
    shown = phone.screen
    assert not [fold for fold in shown.main.all("details") if "open" in fold]
    assert all(alert.above("details") is None for alert in shown.main.all(role="alert"))
    values = {name: shown.value(name) for name in shown.fields}
    fresh = open_page(table)
    return values == {name: fresh.value(name) for name in fresh.fields}


def test_the_cards_of_a_hand_recorded_meanwhile_are_not_those_of_the_next(phone, stored):
    table = b3(phone, hands=1)
    open_page(table)
    phone.screen.type("Cards in hand 2", "5")
    tab = phone.second_tab()
    tab.open(table.url)
    type(table)(tab, table.players).play("Cy 1, Ana 0, Bo 2", "1 0 1")
    before = stored()
    phone.press("Change the cards")
    assert phone.status == 409
    assert "Not entered: hand 2 has 5 cards." in " ".join(phone.screen.alerts)
    assert stored() == before
    assert nothing_is_under_the_finger(phone, table)


def test_what_is_arranged_elsewhere_too_opens_nothing_once_the_hand_is_another(phone, stored):
    """The conflict is told first; it is about hand 3 all the same."""
    table = hand_3(phone)
    open_page(table)
    fill(phone, "set points")
    tab = phone.second_tab()
    tab.open(table.url)
    other = type(table)(tab, table.players)
    other.play("Bo 1, Cy 1", "2 1 0")
    enter(phone.app, table, Note("late"))
    before = stored()
    phone.press("Close hand 3", csrf_token="old")
    assert phone.status == 400
    assert nothing_is_under_the_finger(phone, table)
    phone.send_again()
    fields = [pair for pair in phone.last_sent[1] if pair[0] != "csrf_token"]
    phone.send(phone.last_sent[0], [*fields, ("csrf_token", own_token(phone))])
    assert phone.status == 409
    assert LOST["set points"] in " ".join(phone.screen.alerts)
    assert nothing_is_under_the_finger(phone, table)
    assert stored() == before


def test_points_that_were_no_number_are_told_as_they_were_typed(phone):
    table = hand_3(phone)
    open_page(table)
    phone.screen.type("Ana", "4 + 6")
    phone.screen.choose("Ana: minus")
    phone.screen.type("Bo", "<b>ten</b>")
    tab = phone.second_tab()
    tab.open(table.url)
    type(table)(tab, table.players).play("Bo 1, Cy 1", "2 1 0")
    phone.press("Close hand 3")
    assert "Not entered, points for hand 3: Ana −10, Bo <b>ten</b>." in " ".join(phone.screen.alerts)


@pytest.mark.parametrize("number", [1, 2])
def test_a_note_whose_fold_is_no_longer_there_is_told_on_top(phone, stored, number):
    """Two hands on, or once the game is over, the page has other notes."""
    table = b3(phone, hands=number)
    open_page(table)
    phone.screen.type(f"Note for hand {number}", "x" * 501)
    tab = phone.second_tab()
    tab.open(table.url)
    type(table)(tab, table.players).play_any(3 - number)
    before = stored()
    phone.press(f"Keep the note for hand {number}")
    assert phone.status == 422
    (said,) = phone.screen.alerts
    assert "At most 500 letters" in said
    assert f"Not entered, note for hand {number}: {'x' * 501}." in said
    assert stored() == before


@every_action
def test_bids_made_meanwhile_do_no_harm(phone, action):
    table = hand_3(phone)
    open_page(table)
    button = fill(phone, action)
    tab = phone.second_tab()
    tab.open(table.url)
    tab.press("Bo bids 0")
    phone.press(button)
    assert phone.status == 200
    assert facts(table)[-1] == FACTS[action]


@every_action
def test_with_a_field_missing_or_garbled_it_is_refused(phone, stored, action):
    table = hand_3(phone)
    open_page(table)
    url, fields = phone.would_send(fill(phone, action))
    before = stored()
    for name, _ in fields:
        if name == "key":
            continue
        phone.send(url, [pair for pair in fields if pair[0] != name])
        assert 400 <= phone.status < 500, name
        assert phone.screen.alerts
    for name in ("do", "hand", "seen"):
        for garbled in ("x", "", "\0", "²", "-1", "1 2"):
            phone.send(url, [(key, garbled if key == name else value) for key, value in fields])
            assert 400 <= phone.status < 500, (name, garbled)
    assert stored() == before


@pytest.mark.parametrize("action", ["deal again", "dealer", "set points", "coming", "points", "note", "stop"])
def test_a_hand_that_the_game_does_not_have_is_refused(phone, stored, action):
    table = hand_3(phone)
    before = stored()
    for hand in ("99", "9" * 40):
        open_page(table)
        phone.press(fill(phone, action), hand=hand)
        assert 400 <= phone.status < 500
        assert phone.screen.alerts
    assert stored() == before


@every_action
def test_a_watcher_is_refused(phone, other_phone, stored, action):
    table = hand_3(phone)
    open_page(table)
    url, fields = phone.would_send(fill(phone, action))
    token = own_token(other_phone)
    before = stored()
    other_phone.send(url, with_token(fields, token))
    assert other_phone.status == 403
    assert "only reads along" in " ".join(other_phone.screen.alerts)
    assert stored() == before


def test_a_watcher_who_asks_for_the_page_sees_the_table(phone, other_phone):
    table = hand_3(phone)
    assert other_phone.open(f"{table.url}/hand").heading == "Hand 3 of 5"
    assert not {"Hand…", "Points and notes…"} & set(other_phone.screen.links)


def test_without_the_token_of_the_page_nothing_is_entered_and_what_was_typed_is_kept(phone, stored):
    table = hand_3(phone)
    open_page(table)
    fill(phone, "points")
    before = stored()
    phone.press("Enter these points", csrf_token="old")
    assert phone.status == 400
    assert "this page was too old" in " ".join(phone.screen.alerts)
    assert [phone.screen.value(name) for name in ("Who", "Points", "Reason")] == ["Bo", "-5", "revoke"]
    assert stored() == before


def test_names_are_shown_as_typed_and_never_run(phone):
    table = start_with_sizes(phone, ("<b>Ana</b>", "50% Bo", "עדה"), "1 2 3", hook=True)
    screen = open_page(table)
    assert "The game of <b>Ana</b>, 50% Bo, and עדה ends" in screen.text
    assert "50% Bo: minus" in screen.fields


# At the table


def test_a_game_begun_on_paper_counts_its_hands_from_there(phone, app):
    """Hand 5 of 8 is the first one here."""
    phone.open("/new")
    with phone.client.session_transaction() as session:
        device = session["device"]
    rules = Ruleset.from_data({"schedule": {"shape": "up", "max": 8}}).to_data()
    start = Start(rules, ("Ana", "Bo", "Cy"), first_hand=5, carried=(40, 31, 52))
    with app.app_context():
        slug = games.start(start, key="paper", device=device, at=datetime.now(UTC))
    assert phone.open(f"/g/{slug}").heading == "Hand 5 of 8"
    screen = phone.open(f"/g/{slug}/hand")
    assert "4 of 8 hands were played; hand 5, which is open, will not count." in screen.text
    assert "This hand and the coming ones follow" in screen.text
    phone.press("Yes, stop the game")
    assert "Ended early after 4 of 8 hands" in phone.screen.text


def test_who_sits_out_is_told_and_not_asked(phone, other_phone, app):
    table = f4(phone, hands=1)
    enter(app, table, SitOut(2, 3))
    for reader in (phone, other_phone):
        screen = reader.open(table.url)
        assert "Dee sits this hand out." in screen.text
    table.look()
    assert table.order == ["Cy", "Ana", "Bo"]
    table.bids("Cy 1, Ana 0, Bo 0")
    table.choose_tricks("0 1 1 -")
    phone.press("Record")
    assert table.game.closed[1].tricks == (0, 1, 1, None)
    assert "Dee" in table.order


def test_who_deals_without_playing_is_told_and_not_asked(phone, app):
    table = f4(phone, hands=1)
    enter(app, table, DealerRests(True))
    screen = table.look()
    assert "2 cards · Bo deals and does not play" in screen.text
    assert table.order == ["Cy", "Dee", "Ana"]
