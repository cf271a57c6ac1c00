"""What was arranged at the table, in unusual orders: who deals, how many cards, whose points, and what stays covered."""

import json
from dataclasses import replace

import pytest

from scorekeeper.ledger.entries import (
    About,
    Adjustment,
    Bid,
    Coming,
    Dealer,
    DealerRests,
    Entry,
    Join,
    Note,
    Presence,
    Redeal,
    Rename,
    Resume,
    Rules,
    SetPoints,
    SitOut,
    Size,
    Start,
    Stop,
    Undo,
)
from scorekeeper.ledger.file import write_game, write_hands
from scorekeeper.ledger.file_reading import read_game
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.catalogue import preset
from scorekeeper.rules.ruleset import Ruleset
from tests.ledger.playing import ANA, BO, CY, EVENING, NAMES, b3, begin, bid, enter, open_hand, refusal, state, take, undo

LIST = {"shape": "list"}
TOGETHER = {"order": "simultaneous"}


def again(game):
    """The game as its file has it."""
    return read_game(json.loads(json.dumps(write_game(game))))


# Who deals


def test_the_deal_goes_its_way_when_the_one_who_was_set_to_deal_leaves():
    """Ana dealt hand 1."""
    game = enter(b3(1, schedule={**LIST, "hands": [1, 2, 3, 4]}), Dealer(2, CY), Presence(CY, there=False))
    assert open_hand(game).dealer == BO


@pytest.mark.parametrize("goes", [Presence(BO, there=False), SitOut(2, BO)], ids=["leaves", "sits it out"])
def test_a_hand_dealt_again_before_anything_was_bid_leaves_the_deal_as_it_was(goes):
    """Bo was to deal hand 2 and goes: Cy deals, dealt again or not."""
    game = b3(1, schedule={**LIST, "hands": [1, 2, 3, 4]})
    assert open_hand(enter(game, goes)).dealer == open_hand(enter(game, Redeal(2), goes)).dealer == CY


def test_who_sits_a_hand_out_may_still_be_asked_to_deal_it():
    game = enter(b3(1, schedule={**LIST, "hands": [1, 2, 3, 4]}), SitOut(2, BO), Dealer(2, BO))
    assert (open_hand(game).dealer, open_hand(game).order) == (BO, (CY, ANA))


# How many cards


def test_a_hand_dealt_again_keeps_its_size_while_somebody_sits_it_out():
    """Six play eight cards, 48 of 52; the seventh sits the hand out."""
    game = enter(begin(7, schedule={**LIST, "hands": [7, 7]}), SitOut(1, 6), Size(1, 8))
    game = enter(bid(game, 0), Redeal(1))
    assert game.sizes == (8, 7)


def test_smaller_hands_are_made_as_large_as_those_who_play_them_allow():
    """A seventh joins; the hand that one of them sits out may keep its eight cards."""
    game = enter(begin(6, schedule={**LIST, "hands": [8, 8, 8]}), SitOut(1, 0), Join("Gus", 5, level=True))
    assert game.sizes == (8, 7, 7)


# Points of what was played


@pytest.mark.parametrize("sizes", [(1, 1, 1), (9, 9)], ids=["smaller", "larger"])
def test_other_hands_to_come_leave_the_points_of_recorded_ones(sizes):
    """Where points depend on the largest hand, it is the one that was planned when the hand was dealt."""
    game = begin(4, **Ruleset.to_data(preset("variable-bonus").ruleset) | {"schedule": {**LIST, "hands": [1, 2, 3, 4]}})
    game = take(bid(game, 0, 0, 0, 0), 0, 1, 0, 0)
    before = score_sheet(game).totals
    assert any(before)
    assert score_sheet(enter(game, Coming(2, sizes))).totals == before


LOWEST = Ruleset.from_data({"scoring": {"direction": "low"}}).to_data()


def test_a_result_is_judged_by_the_rules_of_the_last_hand_played():
    """Ana has won with 23; what would hold from hand 4 on changes nothing."""
    game = enter(b3(), Rules(LOWEST, "House"))
    assert score_sheet(game).winners == (ANA,)
    game = take(bid(enter(game, Coming(4, (1,))), 0, 0, 0), 1, 0, 0)
    assert score_sheet(game).winners == (CY,)


def ends_at(score):
    return Rules(Ruleset.from_data({"end": {"score": score}, "schedule": {**LIST, "hands": [1, 2, 3]}}).to_data(), "House")


def test_a_score_that_ends_the_game_counts_from_the_next_recorded_hand_on():
    game = enter(b3(2), ends_at(11))
    assert not game.finished
    assert take(bid(game, 0, 0, 0), 3, 0, 0).finished


def test_a_game_that_a_score_has_ended_goes_on_to_a_higher_one():
    game = begin(3, end={"score": 11}, schedule={"shape": "fixed", "max": 1})
    game = take(bid(game, 0, 0, 1), 1, 0, 0)
    assert game.finished
    assert not enter(game, Rules(game.rules.to_data() | {"end": {"score": 50}}, "Longer")).finished


# Who may play


def test_one_more_than_the_game_is_for_is_refused():
    """G21: Wizard is for three to six."""
    game = begin(6, **preset("wizard").ruleset.to_data())
    refused = refusal(game, Join("Gus", 5))
    assert (refused.code, str(refused)) == ("players", "This game is for 3 to 6 players, not 7.")
    assert len(enter(game, DealerRests(rests=True), Join("Gus", 5)).players) == 7


def test_the_next_hand_of_an_open_game_is_dealt_from_the_pack_also_where_somebody_is_back_at_a_full_table():
    game = enter(begin(4, players=[2, 4], schedule={"shape": "fixed", "max": 13}), Presence(ANA, there=False), Join("Eli", BO))
    game = enter(bid(game, 0), Presence(ANA, there=True))
    game = take(bid(game, 0, 0, 0), None, 13, 0, 0, 0)
    assert (game.hand.size, len(game.hand.order)) == (10, 5)
    assert read_game(write_hands(game)).hand.size == 10
    game = enter(game, Presence(ANA, there=False))
    game = take(bid(game, 0, 0, 0, 0), None, 10, 0, 0, 0)
    assert (game.hand.size, len(game.hand.order)) == (13, 4)


def test_somebody_who_is_there_already_needs_no_chair_more():
    assert enter(begin(10), Presence(ANA, there=True)).present == tuple(range(10))


def test_the_thirty_first_person_is_told_why():
    game = begin(3, schedule={**LIST, "hands": [1]})
    for number in range(27):
        game = enter(game, Presence(len(game.players) - 1, there=False), Join(f"Guest {number}", 0))
    assert str(refusal(game, Join("One more", 0))) == "A game has at most 30 people, those who left included."


# Begun on paper


def on_paper(first_hand, carried=(), players=3, **rules):
    fact = Start(Ruleset.from_data(rules).to_data(), NAMES[:players], first_hand=first_hand, carried=carried)
    return Game.replay([Entry(1, fact, EVENING)])


def test_a_game_without_a_set_number_of_hands_is_carried_on_from_paper():
    game = on_paper(4, (10, 20, 30), schedule={"shape": "fixed", "max": 5}, end={"score": 100})
    assert (open_hand(game).number, open_hand(game).size) == (4, 5)
    assert state(again(game)) == state(game)


def test_a_latecomer_brings_nothing_along_from_paper():
    game = enter(on_paper(2, (10, 0, 30), schedule={**LIST, "hands": [1, 2, 3]}), Join("Dee", 2))
    told = write_hands(take(bid(game, 0, 0, 0, 0), 2, 0, 0, 0))
    assert told["carried"] == [10, 0, 30, None]
    assert read_game(told).adjustments == game.adjustments


# The hands alone


def test_an_untouched_hand_is_told_with_who_sits_it_out_and_who_deals():
    game = enter(b3(1, schedule={**LIST, "hands": [1, 2, 3]}), SitOut(2, ANA), Dealer(2, CY))
    alone = read_game(write_hands(game))
    assert (open_hand(alone).dealer, open_hand(alone).order) == (CY, (BO, CY))


# Covered bids


def covered():
    """Bids at once; Bo is renamed, Cy has bid."""
    return enter(begin(3, bidding=TOGETHER), Rename(BO, "Bob"), Bid(1, CY, 1))


@pytest.mark.parametrize(
    "more",
    [(), (Undo(3),), (Bid(1, ANA, 0), Undo(4)), (Note("later"),), (Stop(),), (Stop(), Resume()), (Redeal(1), Bid(1, CY, 0))],
    ids=["one bid", "undone", "one of two undone", "and a note", "stopped", "gone on", "dealt again"],
)
def test_the_file_tells_no_covered_bid_and_can_be_read_again(more):
    game = enter(covered(), *more)
    told = write_game(game.told)
    assert '"bid"' not in json.dumps(told)
    assert state(read_game(told)) == state(game.told)
    assert again(game.told).players == ("Ana", "Bob", "Cy")


@pytest.mark.parametrize(
    "fact",
    [
        Coming(2, (5, 5)),
        Join("Dee", 2, level=True),
        Presence(ANA, there=False),
        SitOut(2, ANA),
        DealerRests(rests=False),
        Adjustment(5, ANA),
        Rules(Ruleset.from_data({"schedule": {"shape": "list", "hands": [3, 3, 3]}}).to_data(), "House"),
    ],
    ids=lambda fact: fact.kind,
)
def test_whatever_is_arranged_after_covered_bids_the_game_can_be_told(fact):
    game = enter(covered(), fact)
    for one in (game, undo(game), enter(undo(game), Bid(1, ANA, 0))):
        told = write_game(one.told)
        assert '"bid"' not in json.dumps(told)
        assert state(read_game(told)) == state(one.told)
        assert one.told.players[:3] == ("Ana", "Bob", "Cy")


def test_once_all_bids_are_in_the_file_tells_them():
    game = enter(covered(), Bid(1, ANA, 0), Bid(1, BO, 0))
    assert game.told == game


def test_a_stopped_game_keeps_its_bids_covered():
    game = enter(covered(), Stop())
    assert game.hides_bids
    assert game.uncovered.hands[-1].bids == (None,) * 3
    assert undo(game).hands[-1].bids == (None, None, 1)


@pytest.mark.parametrize(
    ("fact", "field"),
    [(Adjustment(5, ANA), "reason"), (SetPoints(2, (1, 2, 3)), "reason"), (About(""), "title"), (Note(""), "text")],
    ids=["adjustment", "set points", "title", "note"],
)
def test_a_text_too_long_is_refused_wherever_it_comes_from(fact, field):
    assert refusal(b3(1), replace(fact, **{field: "x" * 501})).code in {"title", "note"}
    longest = enter(b3(1), replace(fact, **{field: "x" * 100}))
    assert state(again(longest)) == state(longest)
