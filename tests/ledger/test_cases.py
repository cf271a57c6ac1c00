"""The facts in `tests/rules/cases.json`, each written as a game file and sent through `replay`."""

import json
from itertools import accumulate
from pathlib import Path

import pytest

from scorekeeper.ledger.replay import replay
from scorekeeper.rules.catalogue import preset
from tests.game_files import fitting_tricks, game_file

CASES = json.loads(Path(__file__).parents[1].joinpath("rules", "cases.json").read_text("utf-8"))
NO_GAME_FILE = {
    "rickytann-7-total-01": "no tricks make these bids and miss those",
    "rickytann-7-total-04": "no tricks make these bids and miss those",
    "wizard-tournament-total-10": "totals only, no hands",
}
WRITTEN = [case for case in CASES if case["id"] not in NO_GAME_FILE]


def of_kind(kind):
    chosen = [case for case in WRITTEN if case["kind"] == kind]
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def answer(case, hands, *, players=4, first_dealer=0, **rules):
    """What `replay` says to these hands under the rules of the case, for any number of players, as far as `rules` change none."""
    whole = preset(case["variant"]).ruleset.to_data() | {"players": [2, 10]} | rules
    return replay(json.dumps(game_file(players, hands, rules=whole, first_dealer=first_dealer)))


def listed(*sizes):
    """Rules for exactly these hands, without a hook and from a pack that is large enough."""
    return {"schedule": {"shape": "list", "hands": list(sizes)}, "bidding": {}, "deck": 10_000}


def in_seat_1(number, *, others=0, players=4):
    """A list in seat order: the player whom a case is about sits to the dealer's left."""
    return [number if seat == 1 else others for seat in range(players)]


def with_fillers(size, bid, tricks, players=4):
    """A hand of that player: the dealer takes all other tricks, and nobody else bids."""
    return {
        "bids": in_seat_1(bid, players=players),
        "tricks": [size - tricks, *in_seat_1(tricks, players=players)[1:]],
    }


def test_all_facts_but_three_are_written_as_a_game_file():
    assert len(CASES) - len(WRITTEN) == 3
    assert {case["kind"] for case in WRITTEN} == {"score", "schedule", "bid-legal", "dealer", "total"}


@pytest.mark.parametrize("id_", NO_GAME_FILE)
def test_what_cannot_be_written_as_a_game_file(id_):
    (given,) = (case["input"] for case in CASES if case["id"] == id_)
    fitted = [fitting_tricks(hand["cards"], hand["bids"], hand["made"]) for hand in given.get("hands", [])]
    assert None in fitted or not fitted


@of_kind("score")
def test_points_of_a_hand(case):
    given, players = case["input"], case["input"].get("players", 4)
    size, largest = given["cards"], given.get("max_cards", given["cards"])
    hand = with_fillers(size, given["bid"], given["tricks"], players)
    if "multiplier" in given:
        hand["multiplier"] = given["multiplier"]
    for key, nothing in {"bonus": 0, "wager": 0, "blind": False}.items():
        if key in given:
            hand[key] = in_seat_1(given[key], others=nothing, players=players)
    if "adjust" in given:
        hand["adjustments"] = [{"player": 1, "points": given["adjust"]}]
    found = answer(case, [hand], players=players, **listed(size, largest))
    assert found["hands"][0]["points"][1] + given.get("adjust", 0) == case["expected"]["points"]
    assert found["totals"][1] == case["expected"]["points"]


@of_kind("schedule")
def test_hands_of_a_game(case):
    given, expected = case["input"], case["expected"]
    rules = {key: given[key] for key in ("schedule", "no_trump", "deck") if key in given}
    schedule = answer(case, [], players=given["players"], **rules)["schedule"]
    assert [hand["cards"] for hand in schedule] == expected["sizes"]
    assert [hand["hand"] for hand in schedule] == list(range(1, expected["count"] + 1))
    assert sum(hand["cards"] for hand in schedule) == expected["total_tricks"]
    if "no_trump" in expected:
        assert [hand["hand"] for hand in schedule if hand["no_trump"]] == expected["no_trump"]


@of_kind("bid-legal")
def test_bids_that_are_legal_and_barred(case):
    given, expected = case["input"], case["expected"]
    players, before = given["players"], given["bids_before"]
    bids = [None] * players
    for turn, bid in enumerate(before, start=1):
        bids[turn % players] = bid
    hand = {"cards": given["cards"], "bids": bids}
    due = answer(case, [hand], players=players, bidding=given["bidding"], deck=10_000)["next"]
    assert (due["legal_bids"], due["barred"]) == (expected["legal"], expected["barred"])
    in_turn = given["bidding"]["order"] == "sequential"
    assert due["bidder"] == ((len(before) + 1) % players if in_turn else None)


@of_kind("dealer")
def test_who_deals_bids_and_leads(case):
    given = case["input"]
    table = {"players": given["players"], "first_dealer": given["first_dealer"]}
    hand = answer(case, [], **table, schedule={"shape": "list", "hands": [1] * given["hand"]})["schedule"][-1]
    assert {key: hand[key] for key in case["expected"]} == case["expected"]


@of_kind("total")
def test_totals_of_a_game(case):
    given, expected = case["input"], case["expected"]
    if "streak_of" in given:
        return assert_one_players_hands(case)
    found = answer(case, [written(hand) for hand in given["hands"]], players=given["players"], **sizes_of(given["hands"]))
    assert found.get("error", {}).get("code") == expected.get("error")
    if "error" in expected:
        return None
    assert found["finished"]
    assert found["totals"] == expected["totals"]
    assert found["winners"] == expected.get("winners", found["winners"])
    assert [line["points"] for line in found["hands"]] == expected.get("points", [line["points"] for line in found["hands"]])
    return None


def sizes_of(hands):
    return listed(*(hand["cards"] for hand in hands))


def written(hand):
    """A hand of a case as a game file has it."""
    tricks = hand["tricks"] if "tricks" in hand else fitting_tricks(hand["cards"], hand["bids"], hand["made"])
    adjusted = [{"player": seat, "points": points} for seat, points in enumerate(hand.get("adjust", [])) if points]
    more = {key: hand[key] for key in ("wager", "discarded") if key in hand}
    return {"bids": hand["bids"], "tricks": tricks, "adjustments": adjusted, **more}


def assert_one_players_hands(case):
    hands, expected = case["input"]["streak_of"], case["expected"]
    played = [with_fillers(hand["cards"], hand["bid"], hand["tricks"]) for hand in hands]
    found = answer(case, played, **sizes_of(hands))
    points = [line["points"][1] for line in found["hands"]]
    totals = [line["totals"][1] for line in found["hands"]]
    assert points == expected.get("points", points)
    assert totals == expected.get("cumulative", totals) == list(accumulate(points))
    assert [found["totals"][1]] == expected["totals"]
