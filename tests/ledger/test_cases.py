"""The facts about the base game in `tests/rules/cases.json`, each written as a game file and sent through `replay`."""

import json
from itertools import accumulate
from pathlib import Path

import pytest

from scorekeeper.ledger.replay import replay
from scorekeeper.rules.catalogue import preset

CASES = [
    case
    for case in json.loads(Path(__file__).parents[1].joinpath("rules", "cases.json").read_text("utf-8"))
    if case["variant"].startswith("seed") or case["variant"] == "hook-only"
]


def of_kind(kind):
    chosen = [case for case in CASES if case["kind"] == kind]
    assert chosen
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def played(case, hands, *, players, first_dealer=0, **rules):
    """The answer to a game under the case's rules, as far as `rules` does not change them."""
    whole = preset(case["variant"]).ruleset.to_data() | {"players": [2, 10]} | rules
    table = {"players": [f"Player {seat + 1}" for seat in range(players)], "first_dealer": first_dealer}
    return replay(json.dumps({"format": "scorekeeper-game", "version": 1, "rules": whole, "hands": hands} | table))


def listed(*sizes):
    return {"shape": "list", "hands": list(sizes)}


def test_every_case_of_the_base_game_is_of_a_kind_that_is_written_as_a_game_file():
    assert {case["kind"] for case in CASES} == {"score", "schedule", "bid-legal", "dealer", "total"}


@of_kind("score")
def test_points_of_a_hand(case):
    """The player of the case sits left of the dealer; the others bid nothing and share what is left of the tricks."""
    given = case["input"]
    size, taken = given["cards"], given["tricks"]
    assert set(given) <= {"cards", "bid", "tricks", "players", "max_cards"}
    hand = {"bids": [0, given["bid"], 0, 0], "tricks": [size - taken, taken, 0, 0]}
    found = played(case, [hand], players=4, schedule=listed(size), bidding={})
    assert found["hands"][0]["points"][1] == case["expected"]["points"]


@of_kind("schedule")
def test_hands_of_a_game(case):
    given, expected = case["input"], case["expected"]
    rules = {key: given[key] for key in ("schedule", "no_trump", "deck") if key in given}
    schedule = played(case, [], players=given["players"], **rules)["schedule"]
    assert [hand["cards"] for hand in schedule] == expected["sizes"]
    assert [hand["hand"] for hand in schedule] == list(range(1, expected["count"] + 1))
    if "no_trump" in expected:
        assert [hand["hand"] for hand in schedule if hand["no_trump"]] == expected["no_trump"]


@of_kind("bid-legal")
def test_bids_that_are_legal_and_barred(case):
    given, expected = case["input"], case["expected"]
    players, before = given["players"], given["bids_before"]
    bids = [None] * players
    for turn, bid in enumerate(before, start=1):
        bids[turn % players] = bid
    rules = {"schedule": listed(given["cards"]), "bidding": given["bidding"]}
    due = played(case, [{"bids": bids}], players=players, **rules)["next"]
    assert (due["legal_bids"], due["barred"]) == (expected["legal"], expected["barred"])
    in_turn = given["bidding"]["order"] == "sequential"
    assert due["bidder"] == ((len(before) + 1) % players if in_turn else None)


@of_kind("dealer")
def test_who_deals_bids_and_leads(case):
    given = case["input"]
    schedule = played(case, [], players=given["players"], first_dealer=given["first_dealer"])["schedule"]
    hand = schedule[given["hand"] - 1]
    assert {key: hand[key] for key in case["expected"]} == case["expected"]


@of_kind("total")
def test_totals_of_a_game(case):
    given, expected = case["input"], case["expected"]
    hands = [{"bids": hand["bids"], "tricks": hand["tricks"]} for hand in given["hands"]]
    sizes = [hand["cards"] for hand in given["hands"]]
    found = played(case, hands, players=given["players"], schedule=listed(*sizes), bidding={})
    assert found.get("error", {}).get("code") == expected.get("error")
    if "error" in expected:
        return
    assert found["finished"]
    assert found["totals"] == expected["totals"]
    assert found["winners"] == expected.get("winners", found["winners"])
    assert [list(column) for column in zip(*(line["totals"] for line in found["hands"]), strict=True)] == [
        list(accumulate(column)) for column in zip(*(line["points"] for line in found["hands"]), strict=True)
    ]
