"""475 facts from rule books, other scorekeepers' tests and played games, each against the rules as the catalogue has them."""

import json
from itertools import accumulate
from pathlib import Path

import pytest

from scorekeeper.rules.bidding import Bidding, barred_bids, bidding_order, first_leader, legal_bids, next_dealer
from scorekeeper.rules.catalogue import preset
from scorekeeper.rules.closing import check_tricks
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ranking import places
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import points, streak_points
from scorekeeper.rules.trump import no_trump_hands
from tests.rules.ranked import winners

CASES = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))


def of_kind(kind):
    chosen = [case for case in CASES if case["kind"] == kind]
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def rules_of(case):
    return preset(case["variant"]).ruleset


def test_every_case_is_of_a_kind_that_is_tested_here():
    assert len(CASES) == 475
    assert {case["kind"] for case in CASES} == {"score", "schedule", "bid-legal", "dealer", "total"}


@of_kind("score")
def test_points_of_a_hand(case):
    given = case["input"]
    scored = points(
        rules_of(case).scoring,
        size=given["cards"],
        bid=given["bid"],
        tricks=given["tricks"],
        players=given.get("players", 4),
        largest=given.get("max_cards", given["cards"]),
        **{key: given[key] for key in ("multiplier", "blind", "bonus", "wager") if key in given},
    )
    assert scored + given.get("adjust", 0) == case["expected"]["points"]


@of_kind("schedule")
def test_hands_of_a_game(case):
    given, expected = case["input"], case["expected"]
    rules = rules_with(case, {key: given[key] for key in ("schedule", "no_trump", "deck") if key in given})
    sizes = rules.sizes(given["players"])
    assert list(sizes) == expected["sizes"]
    assert len(sizes) == expected["count"]
    assert sum(sizes) == expected["total_tricks"]
    if "no_trump" in expected:
        no_trump = no_trump_hands(rules, sizes, given["players"])
        assert [hand for hand, none in enumerate(no_trump, start=1) if none] == expected["no_trump"]


def rules_with(case, changes):
    return Ruleset.from_data(rules_of(case).to_data() | {"players": [2, 10]} | changes)


@of_kind("bid-legal")
def test_bids_that_are_legal_and_barred(case):
    given, expected = case["input"], case["expected"]
    bidding = Bidding.from_data(given["bidding"])
    so_far = given["bids_before"]
    assert list(legal_bids(bidding, given["cards"], so_far, given["players"])) == expected["legal"]
    assert list(barred_bids(bidding, given["cards"], so_far, given["players"])) == expected["barred"]


@of_kind("dealer")
def test_who_deals_bids_and_leads(case):
    given, rules = case["input"], rules_of(case)
    seats, dealer = range(given["players"]), given["first_dealer"]
    for _ in range(given["hand"] - 1):
        dealer = next_dealer(seats, dealer, rules.rotation)
    order = bidding_order(seats, dealer, first=rules.bidding.first, rotation=rules.rotation)
    found = {"dealer": dealer, "first_bidder": order[0], "leader": first_leader(rules.lead, seats, dealer)}
    assert {key: found[key] for key in case["expected"]} == case["expected"]


@of_kind("total")
def test_totals_of_a_game(case):
    given, expected = case["input"], case["expected"]
    rules = rules_of(case)
    if "error" in expected:
        assert_refused(given["hands"], expected["error"])
    elif "totals" in given:
        assert_ranking(given, expected, rules)
    elif "streak_of" in given:
        assert_one_players_hands(given["streak_of"], expected, rules)
    else:
        assert_totals(given, expected, rules)


def assert_refused(hands, code):
    *fine, wrong = hands
    for hand in fine:
        check_tricks(hand["cards"], dict(enumerate(hand["tricks"])))
    with pytest.raises(RuleError) as refusal:
        check_tricks(wrong["cards"], dict(enumerate(wrong["tricks"])))
    assert refusal.value.code == code


def assert_ranking(given, expected, rules):
    assert rules.tie == given["tie"]
    apart = {"direction": rules.scoring.direction, "tie": given["tie"], "made": given["bids_made"]}
    assert list(winners(given["totals"], **apart)) == expected["winners"]
    ranked = places(given["totals"], **apart)
    assert sorted(range(given["players"]), key=ranked.__getitem__) == expected["ranking"]
    assert len(set(ranked)) == given["players"]


def assert_one_players_hands(hands, expected, rules):
    rows = [{"cards": hand["cards"], "bids": [hand["bid"]], "tricks": [hand["tricks"]]} for hand in hands]
    scored = [column[0] for column in sheet(rows, 4, rules)]
    if "points" in expected:
        assert scored == expected["points"]
    if "cumulative" in expected:
        assert list(accumulate(scored)) == expected["cumulative"]
    assert [sum(scored)] == expected["totals"]


def assert_totals(given, expected, rules):
    hands, players = given["hands"], given["players"]
    for hand in hands:
        if "tricks" in hand:
            check_tricks(hand["cards"], dict(enumerate(hand["tricks"])), discarded=hand.get("discarded", 0))
    scored = sheet(hands, players, rules)
    if "points" in expected:
        assert scored == expected["points"]
    adjusted = [
        [one + more for one, more in zip(row, hand.get("adjust", [0] * players), strict=True)]
        for hand, row in zip(hands, scored, strict=True)
    ]
    totals = [sum(column) for column in zip(*adjusted, strict=True)]
    assert totals == expected["totals"]
    if "winners" in expected:
        assert (
            list(winners(totals, direction=rules.scoring.direction, tie=rules.tie, **counts(hands, players))) == expected["winners"]
        )


def sheet(hands, players, rules):
    """Points by hand and seat, streaks included."""
    largest = max(hand["cards"] for hand in hands)
    rows = [
        [points_of_seat(rules.scoring, hand, seat, players=players, largest=largest) for seat in range(len(hand["bids"]))]
        for hand in hands
    ]
    for seat in range(len(hands[0]["bids"])):
        extra = streak_points(rules.scoring.streak, [(hand["cards"], made(hand, seat)) for hand in hands])
        for row, more in zip(rows, extra, strict=True):
            row[seat] += more
    return rows


def points_of_seat(scoring, hand, seat, *, players, largest):
    """Where a game tells only made or missed, every way of missing has to be worth the same."""
    wager = hand["wager"][seat] if "wager" in hand else 0
    worth = {
        points(scoring, size=hand["cards"], bid=hand["bids"][seat], tricks=taken, players=players, largest=largest, wager=wager)
        for taken in possible_tricks(hand, seat)
    }
    assert len(worth) == 1
    return worth.pop()


def possible_tricks(hand, seat):
    if "tricks" in hand:
        return [hand["tricks"][seat]]
    bid = hand["bids"][seat]
    return [taken for taken in range(hand["cards"] + 1) if (taken == bid) == hand["made"][seat]]


def made(hand, seat):
    return hand["made"][seat] if "made" in hand else hand["tricks"][seat] == hand["bids"][seat]


def counts(hands, players):
    return {
        "made": [sum(made(hand, seat) for hand in hands) for seat in range(players)],
        "bid_sum": [sum(hand["bids"][seat] for hand in hands if made(hand, seat)) for seat in range(players)],
    }
