"""What is read back is of its type down to the last value: entries, records and sums."""

import json

import pytest

from scorekeeper.ledger.entries import fact_from_data, fact_to_data
from scorekeeper.ledger.record import Record, records, rules_key
from scorekeeper.ledger.shape import of_fact
from scorekeeper.ledger.tally import Result, Tally, tally
from scorekeeper.rules.errors import RuleError
from tests.ledger.playing import ANA, b3
from tests.ledger.test_entries import FACTS

BAD = ("\ud800", 10**30, 1e300, [[1]], {"x": 1})
OTHERS = {str: (True, 7), int: ("x", True), float: ("x", True), bool: ("x", 7), list: ("x", True, 7), dict: ("x", True, 7)}


def changed(data):
    """The data with one value in it of another type, each value in turn."""
    if isinstance(data, dict):
        for key in data:
            yield from ({**data, key: value} for value in changed(data[key]))
    elif isinstance(data, list):
        for place, one in enumerate(data):
            yield from ([*data[:place], value, *data[place + 1 :]] for value in changed(one))
    if data is not None:
        yield from (*BAD, *OTHERS[type(data)])


def with_other_keys(data):
    """The data with one key less, each in turn, and with one more, at any depth; tables have the keys they happen to have."""
    for key, value in data.items():
        if key not in TABLES:
            yield {other: value for other, value in data.items() if other != key}
        if isinstance(value, dict):
            yield from ({**data, key: inside} for inside in with_other_keys(value))
    yield {**data, "more": 1}


TABLES = {"0", "1", "2", "3", "7", rules_key(b3())}


def plain(value):
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.kind)
def test_an_entry_with_a_value_of_another_type_is_none(fact):
    """Rules are looked at where they are read."""
    assert of_fact(type(fact))(fact)
    data = plain(fact_to_data(fact))
    for one in changed({key: value for key, value in data.items() if key != "rules"}):
        try:
            read = fact_from_data(fact.kind, {**data, **one} if isinstance(one, dict) else one)
        except (ValueError, RuleError):
            continue
        assert not of_fact(type(read))(read), one


@pytest.fixture(scope="module")
def record():
    return records(b3())[ANA]


def is_read(kind, data):
    try:
        kind.from_data(data)
    except ValueError:
        return False
    return True


def test_a_record_with_a_value_of_another_type_or_another_key_is_none(record):
    data = plain(record.to_data())
    assert Record.from_data(data) == record
    assert not any(is_read(Record, one) for one in (*changed(data), *with_other_keys(data), {}, [], None))


def test_a_sum_with_a_value_of_another_type_or_another_key_is_none(record):
    summed = tally([Result(record, ("2026", 1), {7: 2}), Result(record, ("2027", 1), {7: 1})])
    data = plain(summed.to_data())
    assert Tally.from_data(data) == summed
    assert not any(is_read(Tally, one) for one in (*changed(data), *with_other_keys(data), {}, [], None))
