"""A ruleset in plain words, on one line and on a card."""

import pytest

from scorekeeper.rules.catalogue import presets
from scorekeeper.rules.form import Form
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.web.rules_card import rules_card, rules_line, rules_of_game
from scorekeeper.web.scoring_words import example_sentences, form_words
from tests.ledger.playing import begin


@pytest.fixture(autouse=True)
def _request(app):
    with app.test_request_context():
        yield


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ([1, 2, 3], "1 to 3 cards"),
        ([3, 2, 1], "3 to 1 cards"),
        ([1, 2, 3, 2, 1], "1 to 3 to 1 cards"),
        ([1, 1, 1, 2, 3, 3, 3, 2, 1, 1, 1], "1 to 3 to 1 cards"),
        ([3, 2, 1, 1, 2, 3], "3 to 1 to 3 cards"),
        ([4], "hands of 4 cards"),
        ([1, 1, 1], "hands of 1 card"),
        ([1, 3, 2, 5], "hands of 1 3 2 5 cards"),
    ],
)
def test_the_way_of_the_hands(hands, words):
    rules = Ruleset.from_data({"schedule": {"shape": "list", "hands": hands}})
    assert rules_line(rules, 3).startswith(f"{words}, ")


def test_a_row_is_a_formula_people_read():
    assert form_words(Form(k=10, b=1)) == "10 + bid"
    assert form_words(Form(k=5, d=-15)) == "5 − 15 × difference"
    assert form_words(Form(d=-1)) == "−difference"
    assert form_words(Form(b=1, t=-1)) == "bid − tricks"
    assert form_words(Form()) == "0"


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.id)
def test_every_game_of_the_catalogue_has_its_card_for_every_number_of_players(preset):
    rules = preset.ruleset
    for players in range(rules.players[0], rules.players[1] + 1):
        card = [str(sentence) for sentence in rules_card(rules, players)]
        whole = " ".join(card)
        assert len(card) == len(set(card)) >= 6
        assert all(sentence.rstrip(")").endswith(".") for sentence in card)
        assert not [word for word in ("None", "%(", "()", "  ", "–", ", .", ": .", "{") if word in whole]
        told = [words for words in ("Trump is", "Trump goes", "names trump", "There are no trumps") if words in whole]
        assert len(told) == 1
        (chapter,) = rules_of_game(begin(players, **rules.to_data()))
        assert (chapter.heading, chapter.card, chapter.line) == ("", rules_card(rules, players), rules_line(rules, players))
        assert chapter.size in rules.sizes(players)
        assert len(chapter.examples) >= 3


def sentences(players=4, **rules):
    return [str(sentence) for sentence in rules_card(Ruleset.from_data(rules), players)]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"trump": {"policy": "none"}}, "There are no trumps."),
        ({"no_trump": "all"}, "There are no trumps."),
        ({"trump": {"policy": "highest-bidder"}, "no_trump": "never"}, "The highest bidder names trump."),
        ({"trump": {"policy": "highest-bidder"}}, "The highest bidder names trump. Hand 13 is played without trump."),
        ({"trump": {"policy": "fixed", "suit": "hearts"}, "no_trump": "never"}, "Trump is always hearts."),
        (
            {"trump": {"policy": "rotation", "order": ["spades", "none"]}, "no_trump": "rotation"},
            "Trump goes in this order: spades and no trump.",
        ),
        (
            {"trump": {"policy": "rotation", "order": ["spades", "hearts"]}, "no_trump": "last-hand"},
            "Trump goes in this order: spades and hearts. Hand 13 is played without trump.",
        ),
        ({"no_trump": "exhausted"}, "Trump is the suit of the card turned up. Hand 13 is played without trump."),
        ({"no_trump": "never"}, "Trump is the suit of the card turned up. In hand 13 no card is left to turn up."),
        (
            {"no_trump": "never", "schedule": {"shape": "list", "hands": [13, 12, 13]}},
            "Trump is the suit of the card turned up. In hands 1 and 3 no card is left to turn up.",
        ),
        (
            {"no_trump": "last-hand", "schedule": {"shape": "list", "hands": [13, 13]}},
            "Trump is the suit of the card turned up. Hand 2 is played without trump. In hand 1 no card is left to turn up.",
        ),
    ],
)
def test_what_is_trump(rules, words):
    assert [sentence for sentence in sentences(**rules) if "rump" in sentence] == [words]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"lead": "highest-bidder"}, "The highest bidder leads to the first trick; of level bids, the earlier one."),
        ({"lead": "opposite"}, "The player opposite the dealer leads to the first trick."),
        (
            {"extras": ["wager"]},
            "Players may wager points on their bids: they win them with a made bid and lose them with a missed one.",
        ),
        ({"extras": ["discarded"]}, "Tricks that nobody won are noted when the hand is recorded."),
        ({"extras": ["multiplier"]}, "A hand may count double or more."),
        ({"scoring": {"bonus": "made"}}, "Bonus points count if the bid is made."),
        ({"scoring": {"blind": 10}}, "A bid made blind scores 10 more."),
        ({"scoring": {"streak": {"n": 5, "win": 5, "ignore_cards": [1]}}}, "Hands of 1 card do not count for that."),
        ({"scoring": {"made_table": {"1": 15}}}, "A made bid of 1 scores 15."),
        ({"scoring": {"near": {"h": 5}}}, "Any other missed bid scores 0."),
        ({"end": {"score": 101}}, "The game ends when somebody has 101 points."),
        ({"schedule": {"shape": "fixed", "max": 10}, "end": {"score": 101}}, "Every hand has 10 cards."),
        ({"rotation": "right"}, "Bids are made in turn, from the dealer's right; the dealer bids last."),
    ],
)
def test_what_is_played_differently_is_said_and_nothing_of_it_elsewhere(rules, words):
    assert words in sentences(**rules)
    assert words not in sentences()


def test_a_bonus_that_never_counts_is_not_spoken_of():
    assert "onus" not in " ".join(sentences(scoring={"bonus": "none"}))


@pytest.mark.parametrize(
    ("schedule", "size"),
    [
        ({}, 5),
        ({"shape": "list", "hands": [2, 6, 12]}, 6),
        ({"shape": "fixed", "max": 10}, 10),
        ({"shape": "list", "hands": [1]}, 1),
    ],
)
def test_examples_come_from_a_hand_that_the_game_has(schedule, size):
    (chapter,) = rules_of_game(begin(4, schedule=schedule or None))
    assert chapter.size == size


def test_examples_of_a_hand_of_one_card():
    (chapter,) = rules_of_game(begin(4, schedule={"shape": "list", "hands": [1]}))
    assert chapter.examples == ["Bid 1, took 1: 11", "Bid 1, took 0: 0", "Bid 0, took 0: 10", "Bid 0, took 1: 0"]


def test_examples_are_sentences_with_figures():
    scoring = Ruleset.from_data({"scoring": {"made": {"k": 10, "b": 0.5}, "over": {"d": -10}}}).scoring
    assert example_sentences(scoring)[:2] == ["Bid 3, took 3: 11.5", "Bid 3, took 4: −10"]
    assert example_sentences(scoring, size=1, players=3, largest=1)[0] == "Bid 1, took 1: 10.5"
