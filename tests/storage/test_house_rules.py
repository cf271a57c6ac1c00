"""Rules that a device keeps under a name."""

import pytest

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage import house_rules
from tests.storage.conftest import NOW

WIZARDLY = Ruleset.from_data({"deck": 60}).to_data()
PLAIN = Ruleset().to_data()
pytestmark = pytest.mark.usefixtures("storage")


def kept(device="phone"):
    return [(one.name, one.rules) for one in house_rules.kept_by(device)]


def test_rules_are_kept_by_name_on_their_device_only():
    house_rules.keep("phone", "Wizardly", WIZARDLY, NOW)
    house_rules.keep("phone", " Friday  night ", PLAIN, NOW)
    house_rules.keep("other", "Elsewhere", PLAIN, NOW)
    assert kept() == [("Friday night", PLAIN), ("Wizardly", WIZARDLY)]


def test_the_same_name_again_takes_the_place_of_the_rules_that_had_it():
    first = house_rules.keep("phone", "Friday", WIZARDLY, NOW)
    assert house_rules.keep("phone", "FRIDAY", PLAIN, NOW) == first
    assert kept() == [("FRIDAY", PLAIN)]


def test_forgotten_rules_are_gone_and_nobody_forgets_those_of_others():
    mine = house_rules.keep("phone", "Friday", PLAIN, NOW)
    house_rules.forget("other", mine)
    assert kept() == [("Friday", PLAIN)]
    house_rules.forget("phone", mine)
    house_rules.forget("phone", mine)
    assert kept() == []


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 41, "\ufdfa" * 40])
def test_a_name_that_cannot_be_read_is_refused(name):
    with pytest.raises(RuleError) as refusal:
        house_rules.keep("phone", name, PLAIN, NOW)
    assert refusal.value.code == "name"
    assert kept() == []


def test_a_device_does_not_keep_rules_without_end(monkeypatch):
    monkeypatch.setattr(house_rules, "MOST_KEPT", 2)
    for name in ("one", "two"):
        house_rules.keep("phone", name, PLAIN, NOW)
    with pytest.raises(RuleError):
        house_rules.keep("phone", "three", PLAIN, NOW)
    house_rules.keep("phone", "Two", WIZARDLY, NOW)
    assert kept() == [("one", PLAIN), ("Two", WIZARDLY)]
