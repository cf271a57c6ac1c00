"""Other rules for the hands to come: chosen, shown in plain words, and only then played."""

import pytest

from scorekeeper.ledger.entries import Adjustment, Rules
from tests.web.playing import Phone, b3, enter, f4, start_named, start_with_rules, start_with_sizes
from tests.web.test_access import own_token, with_token
from tests.web.test_hand_page import facts


def choose(table, **chosen):
    """The page, with these choices (`no_trump` is read as "No trump"), and what it says would change."""
    phone = table.phone
    phone.open(f"{table.url}/change")
    for label, text in chosen.items():
        label = label.replace("_", " ")
        if text in {"yes", "no"}:
            phone.screen.choose(label, checked=text == "yes")
        else:
            phone.screen.type(label, text)
    return phone.press("Show what changes")


def lists(screen):
    """What will be, and what will be no longer, in words."""
    return [[item.text for item in one.all("li")] for one in screen.main.all("ul")]


def test_it_works(any_phone):
    """Hands already begun keep theirs; the coming ones are played by what was shown."""
    table = f4(any_phone, hands=2)
    table.bids("Dee 1")
    any_phone.follow("Hand…")
    screen = any_phone.follow("Other rules")
    assert "From hand 4 on. Hands that have begun keep theirs." in screen.text
    before = table.game.version
    screen = choose(table, **{"The hook": "no", "Points": "Wizard"})
    assert (any_phone.status, screen.heading) == (200, "From hand 4 on")
    assert lists(screen)[0] == [
        "The hook is off: the bids may total the size of the hand.",
        "A bid that is made scores 20 + 10 × bid.",
        "A bid that is missed scores −10 × difference.",
    ]
    assert "A bid that is missed scores 0." in lists(screen)[1]
    assert table.game.version == before
    any_phone.press("Play so from hand 4 on")
    assert any_phone.screen.heading == "Hand 3 of 8"
    table.bids("Ana 1, Bo 1")
    assert "disabled" in any_phone.screen.button("Cy bids 0")
    table.bids("Cy 1")
    table.record("0 1 1 1")
    table.bids("Ana 1, Bo 1, Cy 1, Dee 1")
    table.record("1 1 1 1")
    assert any_phone.screen.status == "Hand 4: Ana +30, Bo +30, Cy +30, Dee +30"
    assert [len(table.game.closed), table.game.rules_of(3).bidding.hook, table.game.rules_of(4).bidding.hook] == [
        4,
        "always",
        "never",
    ]


def test_what_is_not_asked_stays_as_it_is(phone):
    table = start_named(phone, "romanian-whist", ("Ana", "Bo", "Cy"))
    table.play_any()
    before = table.game
    choose(table, Equal_totals="more bids made is ahead")
    phone.press("Play so from hand 2 on")
    after = table.game
    assert after.rules.to_data() == {**before.rules.to_data(), "tie": "most-made"}
    assert (after.sizes, after.game) == (before.sizes, "Romanian Whist")


@pytest.mark.parametrize(
    "rules",
    [
        {"schedule": {"shape": "list", "hands": [1, 2, 3]}, "must_trump": True, "rotation": "right", "lead": "highest-bidder"},
        {"schedule": {"shape": "fixed", "max": 3}, "end": {"score": 100}},
        {"schedule": {"shape": "up-down", "max": 4}, "deck": 20, "scoring": {"over": {"t": 1}, "under": {"t": 1}}},
        {"bidding": {"order": "simultaneous"}, "trump": {"policy": "fixed", "suit": "hearts"}, "extras": ["wager"]},
        {"scoring": {"made": {"k": 7, "b2": 1}, "streak": {"n": 3, "win": 5}}, "no_trump": "exhausted"},
    ],
)
def test_whatever_rules_a_game_has_the_page_knows_them(phone, stored, rules):
    table = start_with_rules(phone, **rules)
    before = stored()
    screen = choose(table)
    assert phone.status == 422
    assert "nothing would change" in " ".join(screen.alerts)
    assert stored() == before
    kept = table.game.rules.to_data()
    choose(table, Equal_totals="larger sum of made bids is ahead")
    phone.press("Play so from hand 1 on")
    assert table.game.rules.to_data() == {**kept, "tie": "bid-sum"}


def test_every_choice_is_told_before_it_is_made(phone):
    table = f4(phone, hands=1)
    told = {
        "Hook from how many cards": ("3", "The hook is on from 3 cards"),
        "The hook says": ("bids must total more", "The last bid must bring the bids above the size of the hand"),
        "Bids": ("all at once", "Everybody bids at the same moment"),
        "Trump": ("always hearts", "Trump is always hearts."),
        "No trump": ("always", "There are no trumps."),
        "Equal totals": ("more bids made", "the one with more bids made is ahead"),
        "Ends when somebody has (points)": ("50", "The game ends when somebody has 50 points."),
        "tricks that nobody won": ("yes", "Tricks that nobody won are noted"),
    }
    for label, (text, words) in told.items():
        screen = choose(table, **{label: text})
        assert phone.status == 200, label
        assert words in " ".join(lists(screen)[0]), label


def test_a_game_is_no_longer_called_what_its_points_are_not(phone):
    table = start_named(phone, "wizard", ("Ana", "Bo", "Cy"))
    choose(table, Points="Plump")
    phone.press("Play so from hand 1 on")
    assert table.game.game == ""
    table.undo()
    assert table.game.game == "Wizard"


def test_rules_of_this_device_are_offered_by_name(phone):
    phone.open("/new")
    phone.screen.choose("A made bid of 0 scores 5 + the cards of the hand")
    phone.screen.type("Name of these rules", "Friday")
    phone.press("Keep")
    table = f4(phone)
    (group, *_) = phone.open(f"{table.url}/change").field("Points").all("optgroup")
    assert group["label"] == "Rules of your own"
    assert "Friday" in group.text
    screen = choose(table, Points="Friday")
    assert lists(screen)[0] == ["A bid of 0 that is made scores 5 + cards."]


def test_choosing_otherwise_keeps_what_was_chosen(phone, stored):
    table = f4(phone, hands=1)
    choose(table, **{"The hook": "no", "Points": "Wizard", "Ends when somebody has (points)": "99"})
    before = stored()
    screen = phone.press("Choose otherwise")
    assert screen.heading == "Other rules"
    labels = ("The hook", "Points", "Ends when somebody has (points)", "Bids")
    assert [screen.value(label) for label in labels] == ["no", "Wizard", "99", "in turn"]
    assert stored() == before


def test_a_score_that_ends_the_game_counts_from_the_next_hand(phone):
    """Ana has 11 already."""
    table = b3(phone, hands=2)
    choose(table, **{"Ends when somebody has (points)": "5"})
    phone.press("Play so from hand 3 on")
    assert phone.screen.heading == "Hand 3 of 3"
    table.play("Ana 0, Bo 0, Cy 0", "3 0 0")
    assert phone.screen.heading == "Finished"


def test_all_bid_at_once_from_the_next_hand_on(phone, other_phone):
    table = f4(phone, hands=1)
    table.bids("Cy 1")
    choose(table, Bids="all at once")
    phone.press("Play so from hand 3 on")
    assert "Dee bids 0" in phone.screen.buttons
    assert "Ana bids 0" not in phone.screen.buttons
    table.bids("Dee 0, Ana 0, Bo 0")
    table.record("0 0 2 0")
    assert {f"{name} bids 0" for name in table.players} <= set(phone.screen.buttons)


def test_what_is_told_is_about_the_hands_to_come_as_they_are_by_now(phone):
    """Hand 5 was left out: the largest hand, which is played without trump, is number 7."""
    table = f4(phone, hands=4)
    phone.open(f"{table.url}/hand")
    phone.press("Leave out hand 5")
    screen = choose(table, No_trump="in the largest hand")
    assert "nothing would change" in " ".join(screen.alerts)
    screen = choose(table, No_trump="never")
    assert lists(screen) == [
        ["Trump is the suit of the card turned up."],
        ["Trump is the suit of the card turned up. Hand 7 is played without trump."],
    ]


def test_where_a_score_ends_the_game_trump_is_told_too(phone):
    table = start_with_rules(phone, schedule={"shape": "fixed", "max": 3}, end={"score": 100}, no_trump="never")
    table.play_any()
    table.bid(table.order[0], 0)
    screen = choose(table, Trump="always spades")
    assert lists(screen) == [["Trump is always spades."], ["Trump is the suit of the card turned up."]]


# What follows from it


def notices(screen):
    return [one.text for one in screen.main.all(class_="notice")]


def test_the_preview_says_when_the_points_so_far_are_ranked_the_other_way_round(phone):
    """They are once a hand by the new rules is recorded; until then the standings stay as they are."""
    table = b3(phone, hands=2)
    screen = choose(table, Points="Scratch")
    assert notices(screen) == ["The lowest total wins then: once hand 3 is recorded, the points so far are ranked that way too."]
    table = start_named(phone, "scratch", ("Ana", "Bo", "Cy"))
    table.play_any()
    screen = choose(table, Points="Wizard")
    assert notices(screen) == ["The highest total wins then: once hand 2 is recorded, the points so far are ranked that way too."]


def test_ranked_as_before_nothing_is_said_of_it(phone):
    """Nor where there are no points yet."""
    table = b3(phone, hands=2)
    assert notices(choose(table, Points="Wizard")) == []
    table = b3(phone, hands=0)
    assert notices(choose(table, Points="Scratch")) == []


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("5", ["Ana, Bo, and Cy have that many points already: the game ends with hand 3."]),
        ("11", ["Ana and Cy have that many points already: the game ends with hand 3."]),
        ("12", []),
    ],
)
def test_the_preview_says_when_somebody_already_has_the_score_that_ends_the_game(phone, end, said):
    table = b3(phone, hands=2)
    assert notices(choose(table, **{"Ends when somebody has (points)": end})) == said


def test_the_game_ends_with_the_hand_that_the_preview_named(phone):
    """Hand 3 is being played by the rules it began with, so it is hand 4."""
    table = f4(phone, hands=2)
    table.bids("Dee 1")
    screen = choose(table, **{"Ends when somebody has (points)": "1"})
    assert notices(screen)[0].endswith("already: the game ends with hand 4.")
    phone.press("Play so from hand 4 on")
    table.bids("Ana 1, Bo 1, Cy 1")
    table.record("0 1 1 1")
    assert phone.screen.heading == "Hand 4 of 8"
    table.play_any()
    assert phone.screen.heading == "Finished"


def test_the_preview_says_that_one_has_the_score_alone(phone):
    table = b3(phone, hands=2)
    enter(table, Adjustment(30, 1, "", 2))
    screen = choose(table, **{"Ends when somebody has (points)": "40"})
    assert notices(screen) == ["Bo has that many points already: the game ends with hand 3."]


def test_the_preview_says_when_no_hand_is_left_to_play_so(phone):
    """The last one has begun, or is recorded: the rules wait for one more."""
    table = b3(phone, hands=2)
    table.bids("Ana 1")
    said = ["Hand 3 is the last one so far: these rules are for hands that are added behind it."]
    assert notices(choose(table, Points="Wizard")) == said
    table.look()
    table.bids("Bo 1, Cy 0")
    table.record("1 1 1")
    assert notices(choose(table, Points="Wizard")) == said


def ended_by_score(phone):
    """One hand was played, and its points end the game; the totals are 11 10 10."""
    table = start_with_rules(phone, schedule={"shape": "fixed", "max": 1}, end={"score": 11})
    table.play("Bo 0, Cy 0, Ana 1", "1 0 0")
    assert table.game.finished
    return table


def test_rules_that_bring_no_hand_to_a_game_that_is_over_are_refused_as_changing_nothing(phone, stored):
    table = ended_by_score(phone)
    before = stored()
    screen = choose(table, Points="Wizard")
    said = "The game is over, and by these rules no hand would follow: nothing would change."
    assert (phone.status, screen.alerts) == (422, [said])
    assert screen.value("Points") == "Wizard"
    phone.press("Show what changes", do="play", hand="2", seen=str(table.game.version), key="k")
    assert (phone.status, phone.screen.alerts) == (422, [said])
    assert stored() == before


def test_a_higher_score_lets_a_game_go_on_and_the_preview_says_so(phone):
    table = ended_by_score(phone)
    screen = choose(table, **{"Ends when somebody has (points)": "30"})
    assert notices(screen) == ["The game goes on with hand 2."]
    phone.press("Play so from hand 2 on")
    assert phone.screen.heading == "Hand 2"


def test_other_rules_are_offered_while_a_hand_may_still_come(phone):
    """A game that was stopped can go on, one that is over can have one more hand."""
    table = b3(phone)
    assert "Other rules" in phone.open(f"{table.url}/hand").links
    table = b3(phone, hands=1)
    phone.open(f"{table.url}/hand")
    phone.press("Yes, stop the game")
    assert "Other rules" in phone.open(f"{table.url}/hand").links


# Refusals


@pytest.mark.parametrize(
    ("label", "text", "why"),
    [
        ("Hook from how many cards", "99", "The hook begins at 1 to 13 cards."),
        ("Hook from how many cards", "0", "The hook begins at 1 to 13 cards."),
        ("Hook from how many cards", "x", "whole number"),
        ("Ends when somebody has (points)", "0", "above 0"),
        ("Ends when somebody has (points)", "-5", "above 0"),
        ("Ends when somebody has (points)", "x", "whole number or a half"),
    ],
)
def test_what_cannot_be_played_is_refused_beside_its_field(phone, stored, label, text, why):
    table = f4(phone, hands=1)
    before = stored()
    screen = choose(table, **{label: text})
    assert phone.status == 422
    assert why in screen.description(screen.field(label))
    assert screen.value(label) == text
    assert stored() == before


def test_a_game_without_a_number_of_hands_needs_an_end(phone, stored):
    table = start_with_rules(phone, schedule={"shape": "fixed", "max": 3}, end={"score": 100})
    before = stored()
    screen = choose(table, **{"Ends when somebody has (points)": ""})
    assert phone.status == 422
    assert "at how many points the game ends" in screen.description(screen.field("Ends when somebody has (points)"))
    assert stored() == before


@pytest.mark.parametrize("field", ["scoring", "bidding", "trump", "no_trump", "tie", "hook_kind", "extras"])
def test_choices_that_are_not_on_offer_are_refused(phone, stored, field):
    table = f4(phone, hands=1)
    phone.open(f"{table.url}/change")
    url, fields = phone.would_send("Show what changes")
    before = stored()
    for text in ("x", "\0", "as-nothing", "own", "none none"):
        for what in ("show", "play"):
            sent = [(name, value) for name, value in fields if name not in {field, "do"}]
            phone.send(url, [*sent, (field, text), ("do", what), ("hand", "2"), ("seen", str(table.game.version)), ("key", "k")])
            assert phone.status == 422, (field, text)
            assert phone.screen.alerts, (field, text)
    assert stored() == before


def test_sent_twice_it_is_entered_once(phone, stored):
    table = f4(phone, hands=1)
    choose(table, Points="Wizard")
    phone.press("Play so from hand 2 on")
    before = stored()
    phone.send_again()
    assert phone.status == 200
    assert stored() == before
    assert isinstance(facts(table)[-1], Rules)


def test_a_page_that_is_out_of_date_changes_nothing(phone, stored):
    """Another arrangement, or the hand that was to be the first has begun."""
    table = f4(phone, hands=1)
    choose(table, Points="Wizard")
    tab = phone.second_tab()
    tab.open(f"{table.url}/hand")
    tab.press("One more hand at the end")
    before = stored()
    screen = phone.press("Play so from hand 2 on")
    assert phone.status == 409
    assert "meanwhile something else was arranged elsewhere" in " ".join(screen.alerts)
    assert screen.value("Points") == "Wizard"
    assert stored() == before
    phone.press("Show what changes")
    tab.open(table.url)
    tab.press("Cy bids 0")
    before = stored()
    screen = phone.press("Play so from hand 2 on")
    assert phone.status == 409
    assert "Hand 2 is not being played now" in " ".join(screen.alerts)
    assert stored() == before


def test_a_watcher_is_refused(phone, other_phone, stored):
    table = f4(phone, hands=1)
    choose(table, Points="Wizard")
    url, fields = phone.would_send("Play so from hand 2 on")
    token = own_token(other_phone)
    before = stored()
    other_phone.send(url, with_token(fields, token))
    assert other_phone.status == 403
    assert other_phone.open(f"{table.url}/change").heading == "Hand 2 of 8"
    assert stored() == before


def test_without_the_token_of_the_page_nothing_is_entered_and_the_choices_are_kept(phone, stored):
    table = f4(phone, hands=1)
    choose(table, Points="Wizard")
    before = stored()
    screen = phone.press("Play so from hand 2 on", csrf_token="old")
    assert phone.status == 400
    assert screen.value("Points") == "Wizard"
    assert stored() == before


def test_a_field_left_out_says_what_is_so_now_and_the_rest_is_refused(phone, stored):
    table = f4(phone, hands=1)
    choose(table, Points="Wizard")
    url, fields = phone.would_send("Play so from hand 2 on")
    before = stored()
    for name in ("seen", "hand"):
        for garbled in (None, "x", "", "-1", "99"):
            if (name, garbled) == ("seen", "99"):
                continue
            sent = [pair for pair in fields if pair[0] != name] + ([] if garbled is None else [(name, garbled)])
            phone.send(url, sent)
            assert 400 <= phone.status < 500, (name, garbled)
    assert stored() == before
    phone.send(url, [pair for pair in fields if pair[0] not in {"tie", "trump", "bidding", "no_trump"}])
    assert phone.status == 200
    assert table.game.rules.bidding.hook == "always"


def test_names_of_games_are_never_run(phone):
    phone.open("/new")
    phone.screen.choose("A missed bid still scores 1 for each trick")
    phone.screen.type("Name of these rules", "<b>50%</b>")
    phone.press("Keep")
    table = start_with_sizes(phone, ("Ana", "Bo"), "1 2", hook=True)
    assert "<b>50%</b>" in phone.open(f"{table.url}/change").field("Points").text


def test_scripts_are_not_needed(app):
    phone = Phone(app)
    table = f4(phone, hands=1)
    choose(table, Points="Wizard")
    phone.press("Play so from hand 2 on")
    assert phone.screen.heading == "Hand 2 of 8"
