"""A ruleset in plain words, on one line and on a card."""

import pytest

from scorekeeper.rules.catalogue import presets
from scorekeeper.rules.form import Form
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.web.rules_card import form_words, rules_card, rules_line


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
def test_every_game_of_the_catalogue_has_its_card(preset):
    card = rules_card(preset.ruleset, preset.ruleset.players[1])
    assert len(card) >= 6
    assert all(str(sentence).rstrip(")").endswith(".") for sentence in card)
