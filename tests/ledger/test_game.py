from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from scorekeeper.ledger.entries import Bid, Dealer, Entry, Start, Stop, Tricks, Trump, Undo
from scorekeeper.ledger.game import Game
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Ruleset
from tests.ledger.playing import (
    ANA,
    BO,
    CY,
    DEE,
    EVENING,
    HOOK,
    NAMES,
    ONE_TO_EIGHT,
    b3,
    begin,
    bid,
    code,
    enter,
    f4,
    open_hand,
    place,
    refusal,
    take,
)

SIMULTANEOUS = {"order": "simultaneous"}


def one_card_hands(players, hands, **rules):
    return begin(players, first_dealer=1, schedule={"shape": "list", "hands": [1] * hands}, **rules)


def everybody_bids_nothing(game):
    """Every hand bid 0 all round; the dealer takes all the tricks."""
    while not game.finished:
        hand = open_hand(game)
        game = bid(game, *[0] * len(game.players))
        game = take(game, *[hand.size if seat == hand.dealer else 0 for seat in range(len(game.players))])
    return game


def test_it_works():
    game = b3()
    assert game.finished
    assert [hand.number for hand in game.closed] == [1, 2, 3]


# Dealer and order


def test_the_dealer_bids_last_and_his_left_neighbour_first():
    game = begin(5, first_dealer=2)
    assert [[NAMES[seat] for seat in hand.order] for hand in everybody_bids_nothing(game).hands[:3]] == [
        ["Dee", "Eli", "Ana", "Bo", "Cy"],
        ["Eli", "Ana", "Bo", "Cy", "Dee"],
        ["Ana", "Bo", "Cy", "Dee", "Eli"],
    ]


@pytest.mark.parametrize("players", range(2, 11))
def test_the_deal_goes_round_the_whole_table_to_the_left(players):
    game = everybody_bids_nothing(one_card_hands(players, players + 1))
    assert [hand.dealer for hand in game.hands] == [*range(1, players), 0, 1]
    assert [hand.order[0] for hand in game.hands] == [(hand.dealer + 1) % players for hand in game.hands]
    assert all(hand.order[-1] == hand.dealer for hand in game.hands)


@pytest.mark.parametrize("players", range(2, 11))
def test_the_deal_goes_round_the_whole_table_anticlockwise_when_the_rules_say_so(players):
    game = everybody_bids_nothing(one_card_hands(players, players + 1, rotation="right"))
    assert [hand.dealer for hand in game.hands] == [1, 0, *range(players - 1, 0, -1)]
    assert [hand.order[0] for hand in game.hands] == [(hand.dealer - 1) % players for hand in game.hands]


@pytest.mark.parametrize("players", range(2, 11))
def test_the_plan_knows_the_dealers_before_a_card_is_dealt(players):
    game = begin(players, first_dealer=players - 1)
    planned = [(hand.number, hand.size, hand.dealer, hand.first_bidder, hand.leader, hand.no_trump) for hand in game.plan]
    assert planned[0][2:4] == (players - 1, 0)
    played = everybody_bids_nothing(game)
    assert [(hand.number, hand.size, hand.dealer, hand.first_bidder, hand.leader, hand.no_trump) for hand in played.plan] == planned
    assert [hand.dealer for hand in played.hands] == [dealer for _, _, dealer, *_ in planned]


def test_who_leads_stays_open_until_the_bids_are_in_where_the_highest_bidder_leads():
    game = begin(3, lead="highest-bidder", schedule={"shape": "list", "hands": [2, 2]})
    assert game.plan[0].leader is None
    assert bid(game, 2, 0).plan[0].leader is None
    assert bid(game, 1, 2, 2).plan[0].leader == CY
    assert bid(game, 1, 2, 2).plan[1].leader is None


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(2, range(1, 16)), (3, range(1, 16)), (4, range(1, 14)), (5, range(1, 11)), (6, range(1, 9)), (7, range(1, 8))],
)
def test_the_base_game_has_a_card_more_each_hand_and_no_trump_in_the_last(players, sizes):
    game = begin(players)
    assert game.sizes == tuple(sizes)
    assert [hand.no_trump for hand in game.plan] == [False] * (len(sizes) - 1) + [True]


# Beginning


def test_a_game_begins_with_players_and_rules_only_once():
    game = begin()
    assert (game.version, game.phase, game.hand, game.closed, game.undoable) == (1, "bids", game.hands[0], (), None)
    assert code(game, Start(Ruleset().to_data(), NAMES[:3])) == "format"


@pytest.mark.parametrize("entries", [(), (Entry(1, Bid(1, 1, 0), EVENING),)])
def test_nothing_is_a_game_before_its_beginning(entries):
    with pytest.raises(RuleError) as refused:
        Game.replay(entries)
    assert refused.value.code == "format"


@pytest.mark.parametrize(
    ("names", "dealer", "seat"),
    [
        (("Ana", "Bo", "Cy"), 3, None),
        (("Ana", "Bo", "Cy"), -1, None),
        (("Ana",), 0, None),
        ((), 0, None),
        (tuple(f"Player {number}" for number in range(11)), 0, None),
        (("Ana", "", "Cy"), 0, 1),
        (("Ana", "Bo", "ana"), 0, 2),
    ],
)
def test_a_table_that_cannot_play_is_refused(names, dealer, seat):
    with pytest.raises(RuleError) as refused:
        begin(names, dealer)
    assert place(refused.value) == ("players", None, seat)


def test_rules_in_force_are_the_games_own_copy():
    rules = Ruleset.from_data({"bidding": HOOK}).to_data()
    game = Game.replay([Entry(1, Start(rules, NAMES[:3]), EVENING)])
    rules["bidding"] = {"hook": "never"}
    assert game.rules.bidding.hook == "always"


def test_the_line_in_a_list_of_games():
    assert begin(3).summary.hand == 1
    running, finished = b3(1).summary, b3().summary
    assert (running.hand, running.hands, running.finished, running.winners) == (2, 3, False, ())
    assert (finished.hand, finished.hands, finished.finished, finished.winners) == (3, 3, True, ("Ana",))
    assert not running.ended_early
    assert not finished.ended_early


OPEN_END: dict[str, Any] = {"schedule": {"shape": "fixed", "max": 3}, "end": {"score": 500}}


@pytest.mark.parametrize(
    ("game", "hand", "hands"),
    [(b3(2), 2, 3), (b3(0), 0, 3), (begin(3, **OPEN_END), 0, 0), (take(bid(begin(3, **OPEN_END), 0, 0, 0), 3, 0, 0), 1, 0)],
    ids=["after two of three hands", "before the first hand", "before the first of nobody knows how many", "after that one"],
)
def test_a_stopped_game_is_in_lists_with_the_hands_that_were_recorded(game, hand, hands):
    """G39: else its winner seems to have won the whole game."""
    stopped = enter(game, Stop()).summary
    assert (stopped.hand, stopped.hands, stopped.finished, stopped.ended_early) == (hand, hands, True, True)


def test_a_game_that_a_score_ended_did_not_end_early():
    game = take(bid(begin(3, schedule=ONE_TO_EIGHT, end={"score": 5}), 0, 0, 0), 1, 0, 0)
    assert (game.summary.hand, game.summary.hands, game.summary.ended_early) == (1, 1, False)


# Bids


def test_bids_are_made_in_turn():
    game = b3(1)
    assert game.bidder == CY
    assert place(refusal(game, Bid(2, ANA, 0))) == ("bid-order", 2, ANA)
    assert place(refusal(game, Bid(2, BO, 0))) == ("bid-order", 2, BO)
    game = bid(game, 1)
    assert game.bidder == ANA
    assert code(game, Bid(2, BO, 0)) == "bid-order"


def test_a_bid_of_nought_is_a_bid():
    game = bid(b3(1), 0)
    assert (open_hand(game).bids, game.bidder) == ((None, None, 0), ANA)
    assert not open_hand(game).untouched
    game = bid(game, 0, 0)
    assert (game.phase, open_hand(game).bids) == ("tricks", (0, 0, 0))


@pytest.mark.parametrize("number", [-1, 3, 100])
def test_a_bid_is_nought_to_the_size_of_the_hand(number):
    assert place(refusal(b3(1), Bid(2, CY, number))) == ("bid-range", 2, CY)
    assert refusal(b3(1), Bid(2, CY, number)).figures["size"] == 2


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_only_people_at_the_table_bid(seat):
    assert code(b3(1), Bid(2, seat, 0)) == "players"


@pytest.mark.parametrize("hand", [-1, 0, 1, 3, 4])
def test_only_the_open_hand_is_bid_recorded_and_given_a_trump(hand):
    for fact in (Bid(hand, CY, 0), Trump(hand, "hearts"), Tricks(hand, (0, 0, 1))):
        assert refusal(b3(1), fact).code == "hand"
        assert refusal(b3(1), fact).hand == hand
        assert str(hand) in str(refusal(b3(1), fact))


def test_a_bid_can_be_changed_until_the_tricks_are_recorded():
    game = enter(bid(b3(1), 1, 0), Bid(2, CY, 2))
    assert (open_hand(game).bids, game.bidder) == ((0, None, 2), BO)
    game = enter(bid(game, 1), Bid(2, ANA, 1))
    assert (open_hand(game).bids, game.phase) == ((1, 1, 2), "tricks")
    assert code(take(game, 1, 0, 1), Bid(2, ANA, 0)) == "hand"


def test_a_changed_bid_is_checked_like_a_new_one():
    assert place(refusal(bid(b3(1), 1), Bid(2, CY, 3))) == ("bid-range", 2, CY)


# The hook


def five_cards(**rules):
    """Four players, Ana deals five cards; Bo, Cy and Dee bid before her."""
    return begin(4, schedule={"shape": "list", "hands": [5]}, bidding=HOOK | rules)


@pytest.mark.parametrize(
    ("others", "barred"),
    [((2, 1, 0), (2,)), ((2, 1, 1), (1,)), ((3, 2, 1), ()), ((3, 2, 0), (0,)), ((0, 0, 0), (5,)), ((5, 5, 5), ())],
)
def test_the_last_bidder_may_not_make_the_bids_even(others, barred):
    game = bid(five_cards(), *others)
    assert game.bidder == ANA
    assert game.barred_bids(ANA) == barred
    assert game.legal_bids(ANA) == tuple(number for number in range(6) if number not in barred)
    for number in barred:
        error = refusal(game, Bid(1, ANA, number))
        assert place(error) == ("bid-barred", 1, ANA)
        assert str(error) == f"Not {number}: the bids would total 5."
    for number in game.legal_bids(ANA):
        assert enter(game, Bid(1, ANA, number)).phase == "tricks"


def test_nothing_is_barred_before_all_others_have_bid():
    game = five_cards()
    for others in ((), (2,), (2, 1)):
        seats = range(4)
        assert [bid(game, *others).barred_bids(seat) for seat in seats] == [()] * 4
        assert [bid(game, *others).legal_bids(seat) for seat in seats] == [(0, 1, 2, 3, 4, 5)] * 4


def test_only_the_last_bidder_is_barred():
    game = bid(five_cards(), 2, 1, 0, 3)
    assert [game.barred_bids(seat) for seat in range(4)] == [(2,), (), (), ()]


@pytest.mark.parametrize(("others", "legal"), [((0, 0, 0), (0,)), ((1, 0, 0), (1,)), ((1, 1, 0), (0, 1))])
def test_the_hook_may_leave_one_bid_and_it_is_not_entered_by_itself(others, legal):
    game = bid(begin(4, bidding=HOOK), *others)
    assert game.legal_bids(ANA) == legal
    assert (open_hand(game).bids[ANA], game.phase) == (None, "bids")


def test_without_the_hook_the_bids_may_be_even():
    game = bid(five_cards(hook="never"), 2, 1, 1, 1)
    assert (game.phase, open_hand(game).balance) == ("tricks", 0)


def test_the_hook_from_four_cards_up_looks_at_the_size():
    game = f4(2, bidding={"hook": "min_cards", "min_cards": 4})
    game = take(bid(game, 1, 1, 1, 0), 1, 1, 1, 0)
    assert code(bid(game, 1, 1, 1), Bid(4, DEE, 1)) == "bid-barred"


def test_the_dealer_must_bring_the_bids_above_the_size():
    game = five_cards(hook="must_exceed")
    assert bid(game, 2, 1, 0).legal_bids(ANA) == (3, 4, 5)
    assert bid(game, 5, 5, 0).legal_bids(ANA) == (0, 1, 2, 3, 4, 5)
    assert bid(game, 0, 0, 0).legal_bids(ANA) == (0, 1, 2, 3, 4, 5)


def test_an_earlier_bid_is_changed_and_no_other_is_lost():
    game = enter(bid(f4(3), 1, 2), Bid(4, ANA, 0))
    assert open_hand(game).bids == (0, 2, None, None)
    game = bid(game, 1)
    assert game.barred_bids(DEE) == (1,)
    assert game.taken_back is None


def test_a_last_bid_that_a_change_makes_illegal_is_taken_back_and_no_other_is_lost():
    game = bid(b3(2), 2, 0, 0)
    assert game.phase == "tricks"
    game = enter(game, Bid(3, BO, 1))
    assert open_hand(game).bids == (2, 1, None)
    assert (game.phase, game.bidder, game.taken_back) == ("bids", CY, (CY, 0))
    assert game.legal_bids(CY) == (1, 2, 3)
    assert code(game, Tricks(3, (2, 1, 0))) == "tricks-before-bids"
    game = bid(game, 1)
    assert (game.phase, game.taken_back) == ("tricks", None)


def test_what_was_taken_back_is_still_told_while_others_change_their_bids():
    game = enter(bid(b3(2), 2, 0, 0), Bid(3, BO, 1), Bid(3, ANA, 1))
    assert (open_hand(game).bids, game.taken_back) == ((1, 1, None), (CY, 0))


def test_what_was_taken_back_is_told_until_that_one_bids_whoever_is_last_by_then():
    game = enter(bid(b3(2), 2, 0, 0), Bid(3, BO, 1), Dealer(3, BO))
    assert (open_hand(game).order, game.taken_back, game.bidder) == ((CY, ANA, BO), (CY, 0), CY)
    assert enter(game, Bid(3, BO, 2)).taken_back == (CY, 0)
    assert bid(game, 1).taken_back is None


def test_a_last_bid_that_stays_legal_is_left_alone_when_another_changes():
    game = enter(bid(b3(2), 2, 0, 0), Bid(3, BO, 2))
    assert (open_hand(game).bids, game.phase, game.taken_back) == ((2, 2, 0), "tricks", None)


def test_the_last_bidder_may_change_to_any_legal_bid_but_not_to_the_barred_one():
    game = bid(b3(2), 2, 0, 0)
    assert code(game, Bid(3, CY, 1)) == "bid-barred"
    assert open_hand(enter(game, Bid(3, CY, 3))).bids == (2, 0, 3)


def test_a_bid_no_longer_above_the_size_is_taken_back_where_the_bids_must_exceed_it():
    game = enter(bid(five_cards(hook="must_exceed"), 2, 1, 0, 3), Bid(1, BO, 1))
    assert (open_hand(game).bids, game.taken_back) == ((None, 1, 1, 0), (ANA, 3))


# Tricks


def bids_in():
    return bid(b3(1), 1, 0, 2)


def test_the_bids_come_before_the_tricks():
    for game in (b3(1), bid(b3(1), 1, 0)):
        error = refusal(game, Tricks(2, (1, 0, 1)))
        assert place(error) == ("tricks-before-bids", 2, game.bidder)


@pytest.mark.parametrize(
    ("tricks", "refused"),
    [
        ((1, 0, 0), ("tricks-sum", 2, None)),
        ((1, 1, 1), ("tricks-sum", 2, None)),
        ((0, 0, 0), ("tricks-sum", 2, None)),
        ((3, 0, 0), ("tricks-range", 2, ANA)),
        ((3, -1, 0), ("tricks-range", 2, ANA)),
        ((2, 1, -1), ("tricks-range", 2, CY)),
        ((1, None, 1), ("tricks-missing", 2, BO)),
        ((1, 1), ("format", 2, None)),
        ((1, 1, 0, 0), ("format", 2, None)),
        ((), ("format", 2, None)),
    ],
)
def test_tricks_that_cannot_be_are_refused(tricks, refused):
    game = bids_in()
    assert place(refusal(game, Tricks(2, tricks))) == refused
    assert (open_hand(game).number, game.phase) == (2, "tricks")


@pytest.mark.parametrize(
    ("tricks", "sentence"),
    [
        ((2, 1, 1, 0), "The tricks add up to 4 of 5: 1 too few."),
        ((2, 2, 1, 1), "The tricks add up to 6 of 5: 1 too many."),
        ((0, 0, 0, 0), "The tricks add up to 0 of 5: 5 too few."),
    ],
)
def test_the_refusal_says_how_many_tricks_are_missing_or_too_many(tricks, sentence):
    game = bid(five_cards(), 2, 1, 1, 0)
    assert str(refusal(game, Tricks(1, tricks))) == sentence


def test_recording_the_tricks_opens_the_next_hand():
    game = take(bids_in(), 1, 0, 1)
    assert [hand.closed for hand in game.hands] == [True, True, False]
    hand = open_hand(game)
    assert (hand.number, hand.size, hand.dealer, hand.order, hand.untouched) == (3, 3, CY, (ANA, BO, CY), True)
    assert code(game, Tricks(2, (1, 0, 1))) == "hand"


def test_one_player_may_take_every_trick_of_the_largest_hand():
    game = begin(2, schedule={"shape": "list", "hands": [26]})
    assert take(bid(game, 26, 26), 26, 0).finished


def test_the_last_hand_finishes_the_game_and_waits_for_no_other():
    game = b3()
    assert (game.finished, game.phase, game.hand, game.bidder) == (True, "finished", None, None)
    assert len(game.hands) == len(game.closed) == 3
    for fact in (Bid(3, CY, 0), Bid(4, ANA, 0), Tricks(3, (2, 1, 0)), Tricks(4, (4, 0, 0)), Trump(3, None)):
        assert code(game, fact) == "hand"
    for ask in (game.legal_bids, game.barred_bids):
        with pytest.raises(RuleError) as refused:
            ask(ANA)
        assert refused.value.code == "finished"
    assert (game.ghost_bid(ANA), game.ghost_tricks, game.uncovered) == (None, (), game)


# Trump


def test_trump_is_named_changed_and_taken_back():
    game = begin(3)
    assert open_hand(game).trump is None
    for suit in ("hearts", "spades", "none", None):
        game = enter(game, Trump(1, suit))
        assert open_hand(game).trump == suit
    assert (game.phase, open_hand(game).untouched) == ("bids", True)


def test_trump_may_come_before_between_and_after_the_bids_or_not_at_all():
    first = bid(enter(bid(enter(begin(3), Trump(1, "hearts")), 0), Trump(1, "clubs")), 0, 0)
    assert open_hand(first).trump == "clubs"
    assert open_hand(enter(first, Trump(1, "spades"))).trump == "spades"
    assert take(bid(begin(3), 0, 0, 0), 1, 0, 0).hands[0].trump is None


@pytest.mark.parametrize("word", ["", "Hearts", "♥", "notrump", "joker"])
def test_a_suit_that_does_not_exist_is_no_trump(word):
    assert place(refusal(begin(3), Trump(1, word))) == ("trump", 1, None)


def test_the_largest_hand_begins_without_trump_and_can_be_set_right():
    game = b3(2)
    assert open_hand(game).no_trump
    assert open_hand(game).trump == "none"
    assert open_hand(enter(game, Trump(3, "hearts"))).trump == "hearts"


def test_a_fixed_or_rotating_trump_is_known_when_the_hand_begins():
    assert b3(1, trump={"policy": "fixed", "suit": "spades"}).hands[1].trump == "spades"
    rotating = b3(3, trump={"policy": "rotation", "order": ["spades", "diamonds"]}, no_trump="never")
    assert [hand.trump for hand in rotating.hands] == ["spades", "diamonds", "spades"]


# Simultaneous bidding


def test_simultaneous_bids_come_in_any_order():
    game = begin(3, bidding=SIMULTANEOUS)
    assert game.bidder is None
    game = enter(game, Bid(1, ANA, 1), Bid(1, CY, 0))
    assert (game.phase, open_hand(game).bids) == ("bids", (1, None, 0))
    game = enter(game, Bid(1, BO, 1))
    assert (game.phase, open_hand(game).bids) == ("tricks", (1, 1, 0))


def test_simultaneous_bids_are_covered_until_the_last_is_in():
    game = enter(begin(3, bidding=SIMULTANEOUS), Bid(1, ANA, 1), Bid(1, CY, 0))
    assert game.hides_bids
    assert open_hand(game.uncovered).bids == (None, None, None)
    game = enter(game, Bid(1, BO, 1))
    assert not game.hides_bids
    assert game.uncovered is game


def test_bids_in_turn_are_never_covered():
    game = bid(begin(3), 1)
    assert not game.hides_bids
    assert game.uncovered is game


def test_simultaneous_bids_know_no_hook_whatever_is_written():
    game = enter(begin(3, bidding=SIMULTANEOUS | HOOK), Bid(1, ANA, 1), Bid(1, CY, 0))
    assert (game.barred_bids(BO), game.legal_bids(BO)) == ((), (0, 1))
    assert enter(game, Bid(1, BO, 0)).phase == "tricks"


def test_a_simultaneous_bid_can_be_changed_and_out_of_range_is_refused():
    game = enter(begin(3, bidding=SIMULTANEOUS), Bid(1, CY, 0), Bid(1, CY, 1))
    assert open_hand(game).bids == (None, None, 1)
    assert code(game, Bid(1, ANA, 2)) == "bid-range"
    assert code(game, Bid(1, 3, 0)) == "players"


# What a game is made of


def test_a_refused_fact_changes_nothing():
    game = bid(b3(1), 1)
    before = (game.entries, game.hands, game.version)
    for fact in (Bid(2, BO, 0), Bid(2, ANA, 3), Tricks(2, (1, 0, 1)), Trump(2, "x"), Undo(1)):
        refusal(game, fact)
    assert (game.entries, game.hands, game.version) == before


@pytest.mark.parametrize("value", [b3(), b3().hands[0], b3().entries[0], Bid(1, 0, 0), Tricks(1, (1, 0, 0)), Undo(2)], ids=type)
def test_what_is_written_is_never_rubbed_out(value):
    for name in ("number", "hand", "entry", "entries"):
        if name in type(value).__slots__:
            with pytest.raises(FrozenInstanceError):
                setattr(value, name, 5)


def test_a_first_dealer_drawn_by_lot_is_remembered():
    drawn = Start(Ruleset().to_data(), NAMES[:3], 1, drawn=True)
    assert Game.replay([Entry(1, drawn, EVENING)]).drawn
    assert not begin().drawn


def test_folding_the_whole_ledger_gives_the_same_game_as_entry_by_entry():
    assert Game.replay(f4().entries) == f4()


@pytest.mark.parametrize(("bids", "balance"), [((1, 1, 1, 1), -1), ((2, 2, 1, 1), 1), ((2, 1, 1, 1), 0)])
def test_a_hand_is_overbid_underbid_or_even(bids, balance):
    hand = open_hand(bid(five_cards(hook="never"), *bids))
    assert (hand.bid_total, hand.balance) == (sum(bids), balance)


# Who leads, who names trump


def leads(game):
    return game.leader, game.names_trump


def test_who_bids_first_leads_and_nothing_more_is_said():
    game = begin(4)
    assert leads(game) == leads(bid(game, 1, 0, 0, 0)) == (None, None)


def test_the_leader_is_told_where_that_is_not_who_bids_first():
    assert begin(4, lead="opposite").leader == CY
    assert begin(4, bidding={"order": "simultaneous"}).leader == BO
    assert begin(4, bidding={"first": "dealer"}).leader == BO
    assert b3(lead="opposite").leader is None  # the game is over


def test_the_highest_bidder_leads_and_names_trump_the_earlier_when_level():
    rules = {"lead": "highest-bidder", "trump": {"policy": "highest-bidder"}, "schedule": {"shape": "fixed", "max": 3}}
    game = bid(begin(4, **rules), 1, 2, 0)
    assert leads(game) == (None, None)
    game = bid(game, 2)
    assert leads(game) == (CY, CY)
    assert leads(enter(game, Bid(1, ANA, 3))) == (ANA, ANA)
    assert leads(enter(game, Bid(1, BO, 2))) == (BO, BO)


def test_in_a_hand_without_trump_nobody_names_it():
    rules = {"trump": {"policy": "highest-bidder"}, "no_trump": "max-hand", "schedule": {"shape": "list", "hands": [1, 2]}}
    game = bid(begin(3, **rules), 1, 0, 0)
    assert game.names_trump == BO
    assert bid(take(game, 0, 1, 0), 1, 0, 2).names_trump is None


def test_a_dealer_who_rests_from_the_beginning_is_not_planned_for():
    """Seven at a game of eight cards: six play each hand."""
    game = begin(7, schedule={"shape": "list", "hands": [8, 8]}, dealer_rests=True)
    assert (game.sizes, game.dealer_rests) == ((8, 8), True)
    assert [(hand.dealer, hand.first_bidder, hand.players) for hand in game.plan] == [(0, 1, 6), (1, 2, 6)]
    assert game.hands[0].order == (1, 2, 3, 4, 5, 6)
    assert begin(7, dealer_rests=True).sizes == begin(6).sizes
    assert begin(4, dealer_rests=True, players=[3, 3]).hands[0].order == (1, 2, 3)


@pytest.mark.parametrize(
    ("players", "rules", "code"),
    [(2, {}, "players"), (4, {"players": [4, 4]}, "players"), (8, {"schedule": {"shape": "list", "hands": [8]}}, "pack")],
)
def test_without_the_dealer_there_must_be_enough_and_not_too_many(players, rules, code):
    with pytest.raises(RuleError) as refused:
        begin(players, dealer_rests=True, **rules)
    assert refused.value.code == code


def test_a_game_without_a_set_number_of_hands_goes_on_with_those_who_play():
    game = begin(7, schedule={"shape": "fixed", "max": {"deck": 52}}, dealer_rests=True)
    game = take(bid(game, *[0] * 6), None, *[8, 0, 0, 0, 0, 0])
    assert game.sizes == (8, 8)
