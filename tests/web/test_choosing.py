"""Choosing from the whole catalogue, points of one's own, and rules kept under a name; all without scripts."""

import pytest
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, FormField

from scorekeeper.rules.catalogue import preset, presets
from scorekeeper.rules.examples import worked_examples
from scorekeeper.rules.schedule import hand_sizes
from scorekeeper.web.points_form import OwnPoints
from scorekeeper.web.words import figure
from tests.web.playing import Phone, Table, everything_stored, set_up, start

FOUR = ("Ana", "Bo", "Cy", "Dee")
MADE, MISSED = "A bid that is made", "A bid that is missed"
UP_FRONT = [
    "Oh Hell", "Oh Hell with the hook", "Wizard", "La Podrida", "Pocha", "Romanian Whist", "Judgement (Kachuful)",
    "Nomination Whist", "Blob", "Boerenbridge, 10 + 2", "L’Ascenseur", "Plump", "Rikiki", "Up and Down the River", "Skull King",
]  # fmt: skip  # many short ones: one a line hides what is there


def begun(phone: Phone) -> Table:
    phone.press("Start game")
    assert phone.status == 200, phone.screen.alerts
    return Table(phone, FOUR)


def offers(phone):
    """What the page of choosing offers, by the value each button sends."""
    first = [offer.all("button")[0] for offer in phone.screen.main.all("div", class_="offer")]
    return {button["value"]: button.text for button in first}


def take(phone, value):
    """Tap the offer that sends this."""
    (button,) = [button for button in phone.screen.main.all("button") if button["value"] == value]
    phone.send(*phone.would_send(button))


def own_points(phone, **typed):
    """Points of one's own, typed and used."""
    set_up(phone, FOUR)
    phone.press("Points of your own")
    for label, text in typed.items():
        phone.screen.type(label, text)


def test_the_games_that_people_know_are_up_front(phone):
    assert [option.text for option in phone.open("/new").field("Game").all("option")] == UP_FRONT


@pytest.mark.parametrize("game", ["Wizard", "Skull King", "Plump"])
def test_a_game_says_for_how_many_it_is_and_tells_itself_in_a_sentence(phone, game):
    set_up(phone, FOUR, choices={"Game": game})
    phone.press("Show the game as chosen")
    entry = next(entry for entry in presets() if entry.name == game)
    assert entry.sentence in phone.screen.text
    assert f"For {entry.ruleset.players[0]} to {entry.ruleset.players[1]} players." in phone.screen.text


def test_every_game_of_the_catalogue_can_be_chosen(phone):
    set_up(phone, FOUR)
    phone.press("More games")
    assert list(offers(phone)) == [f"game {entry.id}" for entry in presets()]
    take(phone, "game wizard-tournament")
    assert (phone.screen.value("Game"), phone.screen.value("Player 4")) == ("Wizard, championship", "Dee")
    table = begun(phone)
    assert (table.game.rules, table.game.game) == (preset("wizard-tournament").ruleset, "Wizard, championship")


def test_every_scoring_is_on_offer_once_with_the_examples_of_the_engine(phone):
    set_up(phone, FOUR)
    phone.press("All ways to score")
    offered = offers(phone)
    scorings = {entry.ruleset.scoring for entry in presets() if entry.has_scoring}
    assert {preset(value.removeprefix("scoring ")).ruleset.scoring for value in offered} == scorings
    assert len(offered) == len(scorings)
    for value, text in offered.items():
        for example in worked_examples(preset(value.removeprefix("scoring ")).ruleset.scoring, players=4):
            assert f"bid {example.bid}, took {example.tricks}: {figure(example.points)}" in text


def test_only_the_points_are_exchanged(phone):
    set_up(phone, FOUR, hook=True, choices={"Own list of hands": "1 3"})
    phone.press("All ways to score")
    take(phone, "scoring wizard")
    table = begun(phone)
    assert table.game.rules.scoring == preset("wizard").ruleset.scoring
    assert (table.game.sizes, table.game.rules.bidding.hook, table.game.rules.deck.cards) == ((1, 3), "always", 52)
    assert table.game.game == ""


def test_only_the_hands_are_exchanged_and_the_page_shows_them_as_they_will_be(phone):
    set_up(phone, FOUR, choices={"Game": "Wizard"})
    phone.press("Show the game as chosen")
    phone.press("All ways of dealing")
    sizes = hand_sizes(preset("romanian-whist").ruleset.schedule, 4, 60)
    offered = {value: text for value, text in offers(phone).items() if " ".join(map(str, sizes)) in text}
    assert len(offered) == 1
    (value,) = offered
    take(phone, value)
    table = begun(phone)
    assert table.game.sizes == sizes
    assert table.game.rules.scoring == preset("wizard").ruleset.scoring


def test_hands_that_so_many_cannot_play_say_so(phone):
    set_up(phone, FOUR, choices={"Own list of hands": "13", "Name of these rules": "Thirteen"})
    phone.press("Keep")
    set_up(phone, [*FOUR, "Eli"])
    phone.press("All ways of dealing")
    assert "Not for 5 players." in next(iter(offers(phone).values()))


@pytest.mark.parametrize(
    ("words", "found"), [("ascens", "L’Ascenseur"), ("l'ascenseur", "L’Ascenseur"), ("WIZ champ", "Wizard, championship")]
)
def test_games_are_found_by_words_whatever_the_case_and_the_accents(phone, words, found):
    set_up(phone, FOUR)
    phone.press("More games")
    phone.screen.type("Search", words)
    phone.press("Find")
    assert 0 < len(offers(phone)) < 10
    assert any(text.startswith(found) for text in offers(phone).values())


def test_what_nobody_knows_is_not_found_and_the_way_back_keeps_everything(phone):
    set_up(phone, FOUR, hook=True, choices={"Most cards in a hand": "abc"})
    phone.press("More games")
    phone.screen.type("Search", "bridge of sighs")
    phone.press("Find")
    assert offers(phone) == {}
    assert "Nothing is called like that." in phone.screen.text
    phone.press("Back")
    assert [phone.screen.value(f"Player {seat}") for seat in range(1, 5)] == list(FOUR)
    assert (phone.screen.value("The hook"), phone.screen.value("Most cards in a hand")) == ("yes", "abc")


def test_points_of_ones_own_start_from_those_chosen_and_are_played(phone):
    set_up(phone, FOUR, choices={"Game": "Wizard"})
    phone.press("Points of your own")
    assert phone.screen.value(f"{MADE}: points") == "20"
    phone.screen.type(f"{MADE}: points", "5")
    phone.screen.type(f"{MADE}: times", "1,5")
    phone.press("Use these points")
    table = begun(phone)
    assert table.game.rules.scoring.to_data()["made"] == {"k": 5, "b": 1.5}
    assert table.game.rules.schedule == preset("wizard").ruleset.schedule


def sent(form):
    """What a browser would send of a form that is shown, its parts and their parts included."""
    for field in form:
        if isinstance(field, FormField):
            yield from sent(field.form)
        elif not isinstance(field, BooleanField):
            yield field.name, field._value() if hasattr(field, "_value") else field.data
        elif field.data:
            yield field.name, "y"


@pytest.mark.parametrize("entry", presets(), ids=[entry.id for entry in presets()])
def test_every_scoring_survives_the_form(app, entry):
    """Shown in the form and sent without a change, it is the same."""
    with app.test_request_context():
        form = OwnPoints(prefix="own-")
        assert form.show(entry.ruleset.scoring)
        again = OwnPoints(MultiDict(sent(form)), prefix="own-")
        assert again.validate(), again.errors
        assert again.scoring() == entry.ruleset.scoring


@pytest.mark.parametrize(
    ("label", "typed", "sentence"),
    [
        (f"{MADE}: points", "ten", "Write a whole number or a half, such as 10, 0.5 or −3."),
        (f"{MADE}: points", "0.3", "Write a whole number or a half, such as 10, 0.5 or −3."),
        (f"{MADE}: points", "9" * 30, "Points are a whole number or a half, from"),
        (f"{MADE}: points", "9999999", "Points are a whole number or a half"),
        (f"{MISSED}: times", "3", "Say what 3 is counted for."),
        ("Missed by at most how many tricks", "0", "This must be a number from 1 to 60."),
        ("Only in hands of so many cards or more", "none", "This must be a whole number."),
        ("Certain bids, if made: bid = points", "1 is 15", "Write each as bid = points"),
        ("Hands in a row: how many", "0", "This must be a number from 1 to 120."),
        ("Certain bids, if made: bid = points", "1 = 15; 1 = 20", "The bid 1 is there twice."),
        ("Missed by at most how many tricks", "2", "Say what a bid nearly made scores."),
        ("Hands that do not count for it (cards)", "1", "Of how many hands is the row?"),
        ("Such a row of made bids adds", "5", "Of how many hands is the row?"),
    ],
)
def test_points_that_make_no_sense_are_refused_beside_their_field(phone, label, typed, sentence):
    own_points(phone, **{label: typed})
    phone.press("Use these points")
    assert phone.status == 422
    assert any(sentence in alert for alert in phone.screen.alerts), phone.screen.alerts
    assert phone.screen.value(label) == typed
    phone.press("Back")
    assert [phone.screen.value(f"Player {seat}") for seat in range(1, 5)] == list(FOUR)


def test_the_form_shows_what_every_field_made(phone):
    typed = {
        f"{MADE}: points": "8",
        "A bid of 0 that is made: points": "5",
        "A bid of 0 that is missed: points": "-5",
        "Only in hands of so many cards or more": "3",
        "A bid nearly made: points": "1",
        "Missed by at most how many tricks": "2",
        "Certain bids, if made: bid = points": "1 = 1,5, 10 = 110",
        "A bid made blind adds": "10",
        "Hands in a row: how many": "5",
        "Such a row of made bids adds": "7",
        "Such a row of missed bids takes off": "6",
        "Hands that do not count for it (cards)": "1, 2",
        "Bonus points": "always count",
    }
    own_points(phone, **typed)
    phone.screen.choose("The lowest total wins")
    phone.press("Use these points")
    scoring = begun(phone).game.rules.scoring.to_data()
    assert scoring == {
        "made": {"k": 8, "b": 1},
        "over": {},
        "under": {},
        "zero_made": {"k": 5},
        "zero_missed": {"k": -5},
        "zero_from_cards": 3,
        "near": {"dist": 2, "k": 1},
        "made_table": {"1": 1.5, "10": 110},
        "blind": 10,
        "bonus": "always",
        "streak": {"n": 5, "win": 7, "loss": -6, "ignore_cards": [1, 2]},
        "direction": "low",
    }


def test_rules_are_kept_and_chosen_again_on_this_device_only(phone, other_phone):
    set_up(phone, FOUR, hook=True, choices={"Own list of hands": "2 4", "Name of these rules": "Friday"})
    phone.press("Keep")
    assert "Kept on this device: Friday" in phone.screen.text
    assert phone.screen.value("Game") == "Friday"
    table = start(phone, FOUR, choices={"Game": "Friday"})
    assert (table.game.sizes, table.game.rules.bidding.hook, table.game.game) == ((2, 4), "always", "Friday")
    assert "Friday" not in [option.text for option in other_phone.open("/new").field("Game").all("option")]


def test_a_name_typed_before_the_start_keeps_the_rules_too(phone):
    start(phone, FOUR, choices={"Own list of hands": "2 4", "Name of these rules": "Friday"})
    assert "Friday" in [option.text for option in phone.open("/new").field("Game").all("option")]


def test_kept_rules_are_forgotten_when_told_twice_and_running_games_go_on(phone):
    table = start(phone, FOUR, choices={"Own list of hands": "2 4", "Name of these rules": "Friday"})
    phone.open("/new")
    phone.press("More games")
    assert next(iter(offers(phone).values())).startswith("Friday")
    phone.press("Yes, forget Friday")
    assert not any(text.startswith("Friday") for text in offers(phone).values())
    assert "Friday" not in [option.text for option in phone.open("/new").field("Game").all("option")]
    assert table.game.sizes == (2, 4)


@pytest.mark.parametrize("name", ["", "x" * 41, "\u200b"])
def test_rules_without_a_name_are_not_kept(phone, app, name):
    set_up(phone, FOUR, choices={"Name of these rules": name})
    before = everything_stored(app)
    phone.press("Keep")
    assert phone.status == 422
    assert phone.screen.alerts == ["A name for rules has 1 to 40 letters."]
    assert everything_stored(app) == before


def test_playing_again_with_rules_that_no_name_has_plays_the_same(phone):
    own_points(phone, **{f"{MADE}: points": "3"})
    phone.press("Use these points")
    phone.screen.type("Own list of hands", "1")
    table = begun(phone)
    table.play_any()
    screen = phone.follow("Play again")
    assert screen.value("Game") == "As in the game before"
    assert begun(phone).game.rules == table.game.rules


@pytest.mark.parametrize("field", ["game", "scoring", "schedule", "own", "trump", "no_trump", "tie", "lead", "first", "hook_kind"])
@pytest.mark.parametrize("value", ["", "no-such", "kept-1", "as-nothing", "own", '{"made": {"x": 1}}', "\0", "9" * 5000])
def test_a_forged_choice_is_refused_in_words_or_harmless(phone, field, value):
    set_up(phone, FOUR)
    scoring = {"scoring": "own"} if field == "own" else {}
    address, fields = phone.would_send("Start game")
    for place in (address, "/new/scoring", "/new/own", "/new/game"):
        phone.send(
            place, [*((name, old) for name, old in fields if name not in {field, *scoring}), (field, value), *scoring.items()]
        )
        assert phone.status in {200, 422}, phone.status
        phone.open("/new")


@pytest.mark.parametrize("do", ["scoring no-such", "nothing seed", "game ", "schedule kept-99", "game as-x", "scoring \0"])
def test_a_choice_that_is_not_there_changes_nothing(phone, do):
    set_up(phone, FOUR)
    phone.send("/new", [*((name, value) for name, value in phone.would_send("Start game")[1] if name != "do"), ("do", do)])
    assert phone.status in {200, 422}
    assert phone.screen.value("Game") == "Oh Hell"


def test_choices_of_every_kind_reach_the_game(phone):
    table = start(
        phone,
        FOUR,
        hook=True,
        choices={
            "The hook says": "bids must total more than the cards",
            "Bids first": "right of the dealer",
            "Leads first": "the highest bidder",
            "Hands": "all of one size",
            "Most cards in a hand": "5",
            "Trump": "named by the highest bidder",
            "No trump": "never",
            "Equal totals": "more bids made is ahead",
            "Cards in the pack": "104",
            "Ends when somebody has (points)": "50",
            "tricks that nobody won": "yes",
        },
    )
    rules = table.game.rules
    assert (rules.bidding.hook, rules.bidding.first, rules.lead) == ("must_exceed", "right", "highest-bidder")
    assert (rules.schedule.shape, rules.schedule.high, rules.schedule.count) == ("fixed", 5, None)
    assert (rules.trump.policy, rules.no_trump, rules.tie, rules.deck.cards) == ("highest-bidder", "never", "most-made", 104)
    assert (rules.end_score, rules.extras) == (50, ("discarded",))


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"Hands": "all of one size"}, "Say how many hands are played"),
        ({"Cards in the pack": "0"}, "A pack has 1 to 10000 cards"),
        ({"Cards in the pack": "3"}, "1 cards = 4, but the pack has only 3"),
        ({"Ends when somebody has (points)": "-5"}, "must be above 0"),
        ({"The hook says": "bids must total", "Hook from how many cards": "3"}, "leave this empty"),
    ],
)
def test_choices_that_cannot_be_are_refused(phone, choices, sentence):
    set_up(phone, FOUR, choices=choices)
    phone.press("Start game")
    assert phone.status == 422
    assert any(sentence in alert for alert in phone.screen.alerts), phone.screen.alerts


def test_two_packs_double_the_largest_hand(phone):
    """G17: eight players with two packs have 13 cards, and with one 6."""
    eight = [*FOUR, "Eli", "Fay", "Gus", "Hal"]
    for pack, most in (("52", 6), ("104", 13)):
        set_up(phone, eight, choices={"Cards in the pack": pack, "Most cards in a hand": str(most + 1)})
        phone.press("Start game")
        assert any(f"8 players × {most + 1} cards" in alert for alert in phone.screen.alerts)
        phone.screen.type("Most cards in a hand", str(most))
        phone.press("Start game")
        assert phone.status == 200


def test_the_hook_is_off_when_its_box_says_so_whatever_the_game_said(phone):
    set_up(phone, FOUR)
    phone.press("More games")
    take(phone, "game boerenbridge-nl")
    assert (phone.screen.value("The hook"), phone.screen.value("Hook from how many cards")) == ("yes", "4")
    phone.screen.choose("The hook", checked=False)
    assert begun(phone).game.rules.bidding.hook == "never"


def test_a_number_for_a_hook_that_is_off_is_asked_about(phone):
    set_up(phone, FOUR, choices={"Hook from how many cards": "3"})
    phone.press("Start game")
    assert phone.screen.alerts == ["The hook is off: switch it on above, or leave this empty."]


def test_what_the_table_writes_down_besides_can_be_left_out(phone):
    set_up(phone, FOUR)
    phone.press("More games")
    take(phone, "game rickytann")
    assert phone.screen.value("wagers: won with the bid, or lost") == "yes"
    phone.screen.choose("wagers: won with the bid, or lost", checked=False)
    assert begun(phone).game.rules.extras == ()


def test_a_game_that_was_changed_does_not_tell_itself_as_if_it_was_not(phone):
    set_up(phone, FOUR, choices={"Game": "Oh Hell with the hook"})
    phone.press("Show the game as chosen")
    assert "may not make the bids even" in phone.screen.text
    phone.screen.choose("The hook", checked=False)
    phone.press("Show the game as chosen")
    assert "may not make the bids even" not in phone.screen.text
    assert begun(phone).game.game == "Oh Hell with the hook, with changes"


def test_a_game_that_needs_a_word_of_explanation_has_it(phone):
    set_up(phone, FOUR)
    phone.press("More games")
    take(phone, "game spades-double")
    assert "multiplier 2" in phone.screen.text


@pytest.mark.parametrize(
    "typed", [{"Name of these rules": "x" * 41}, {"Name of these rules": "Friday", "Most cards in a hand": "99"}]
)
def test_rules_that_cannot_be_kept_are_refused(phone, stored, typed):
    set_up(phone, FOUR, choices=typed)
    before = stored()
    phone.press("Keep")
    assert phone.status == 422
    assert stored() == before


def test_what_was_chosen_last_time_is_what_starts_next_time(phone):
    """Another game than the first one, with changes: shown again, and played as shown."""
    set_up(phone, FOUR, choices={"Game": "Wizard"})
    phone.press("Show the game as chosen")
    for label, text in {"Own list of hands": "1 3 5", "Hook from how many cards": "4"}.items():
        phone.screen.type(label, text)
    phone.screen.choose("The hook")
    begun(phone)
    table = start(phone, FOUR)
    assert (table.game.sizes, table.game.rules.bidding.hook, table.game.game) == ((1, 3, 5), "min_cards", "Wizard, with changes")


@pytest.mark.parametrize("id_", ["blob", "judgement", "boerenbridge-nl", "skull-king", "spades-double", "hook-only"])
def test_playing_again_is_called_what_it_was_called(phone, id_):
    set_up(phone, FOUR)
    phone.press("More games")
    take(phone, f"game {id_}")
    table = begun(phone)
    screen = phone.open(f"/new?again={table.slug}")
    assert screen.value("Game") == preset(id_).name
    again = begun(phone).game
    assert (again.rules, again.game) == (preset(id_).ruleset, preset(id_).name)


def test_halves_above_a_thousand_come_back_as_they_can_be_typed(phone):
    start(phone, FOUR, choices={"Ends when somebody has (points)": "1000.5"})
    assert phone.open("/new").value("Ends when somebody has (points)") == "1000.5"
    assert start(phone, FOUR).game.rules.end_score == 1000.5


def test_something_counted_without_a_number_is_asked_about(phone):
    own_points(phone, **{f"{MADE}: times": ""})
    phone.press("Use these points")
    assert phone.screen.alerts == ["Write how many points each counts, or choose nothing to count."]


def test_a_row_of_misses_may_add_points(phone):
    own_points(phone, **{"Hands in a row: how many": "3", "Such a row of missed bids takes off": "-5"})
    phone.press("Use these points")
    assert begun(phone).game.rules.scoring.streak.loss == 5


def test_something_to_write_down_that_is_not_on_offer_is_refused_in_words(phone):
    set_up(phone, FOUR)
    address, fields = phone.would_send("Start game")
    phone.send(address, [*fields, ("extras", "x")])
    assert phone.status == 422
    assert phone.screen.alerts
