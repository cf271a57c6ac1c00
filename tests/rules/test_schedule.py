import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.catalogue import presets
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Deck, Ruleset
from scorekeeper.rules.schedule import MOST_HANDS, Schedule, Share, Table, check_size, hand_sizes, largest_size

BASE = Ruleset()


def refusal_of(schedule, players=4, pack=52):
    with pytest.raises(RuleError) as refusal:
        hand_sizes(schedule, players, pack)
    return refusal.value


@pytest.mark.parametrize(("players", "largest"), [(2, 15), (3, 15), (4, 13), (5, 10), (6, 8), (7, 7), (8, 6), (9, 5), (10, 5)])
def test_base_game_goes_from_one_card_to_the_maximum(players, largest):
    assert BASE.sizes(players) == tuple(range(1, largest + 1))


def test_eight_players_share_seventy_cards_and_still_play_ten_hands():
    """RG14"""
    assert hand_sizes(Schedule("up", high=10), 8, 70) == (1, 2, 3, 4, 5, 6, 7, 8, 8, 8)


def test_a_typed_hand_that_does_not_fit_is_refused_with_the_sum():
    refusal = refusal_of(Schedule("list", hands=(6, 7)), players=8)
    assert (refusal.code, refusal.hand) == ("pack", 2)
    assert str(refusal) == "8 players × 7 cards = 56, but the pack has only 52."


def test_a_typed_hand_that_takes_the_whole_pack_fits():
    assert hand_sizes(Schedule("list", hands=(13, 1)), 4, 52) == (13, 1)
    check_size(largest_size(4, 52), 4, 52)


def test_more_players_than_cards_cannot_play_at_all():
    assert refusal_of(Schedule(), players=10, pack=9).code == "pack"


@pytest.mark.parametrize(
    "schedule",
    [
        Schedule("list"),
        Schedule("up", high=3, low=4),
        Schedule("fixed", high=Share(reserve=52), count=3),
        Schedule("up", high=Share(reserve=50)),
    ],
)
def test_a_schedule_without_a_hand_is_refused(schedule):
    assert refusal_of(schedule).code == "schedule"


def test_a_schedule_has_at_most_120_hands():
    assert len(hand_sizes(Schedule("list", hands=(1,) * MOST_HANDS), 4, 52)) == 120
    refusal = refusal_of(Schedule("list", hands=(1,) * 121))
    assert (refusal.code, refusal.figures["hands"]) == ("schedule", 121)


@pytest.mark.parametrize(
    ("schedule", "sizes"),
    [
        (Schedule("up", high=3, low_repeat=2, high_repeat="players"), (1, 1, 2, 3, 3, 3, 3)),
        (Schedule("down", high=3, low_repeat=2, high_repeat=3), (3, 3, 3, 2, 1, 1)),
        (Schedule("up-down", high=3, low_repeat=2, high_repeat=2), (1, 1, 2, 3, 3, 2, 1, 1)),
        (Schedule("down-up", high=3, low_repeat=2), (3, 2, 1, 1, 2, 3)),
        (Schedule("up-down", high=3, low=3), (3,)),
        (Schedule("up-down", high=3, low=3, low_repeat="players"), (3, 3, 3, 3)),
    ],
)
def test_ends_and_turns_are_repeated(schedule, sizes):
    assert hand_sizes(schedule, 4, 52) == sizes


@pytest.mark.parametrize(("aligned", "sizes"), [("min", (1, 3, 5, 7)), ("max", (2, 4, 6, 8))])
def test_steps_start_from_the_least_or_from_the_most(aligned, sizes):
    assert hand_sizes(Schedule("up", high=8, step=2, start_aligned=aligned), 4, 52) == sizes


def test_a_share_of_the_pack_takes_the_pack_in_play_unless_it_says_otherwise():
    assert Share().largest(5, 60) == 12
    assert Share(deck=52, reserve=1).largest(5, 60) == 10


def test_where_a_table_is_silent_a_card_is_left_to_turn_up():
    assert Table(((3, 20),)).largest(4, 52) == 12


def test_a_table_never_gives_more_than_its_largest_entry():
    assert Table(((4, 7),)).largest(2, 52) == 7
    assert Table(((4, 7),)).largest(9, 52) == 5


def test_an_open_ended_game_names_its_one_size():
    rules = Ruleset(schedule=Schedule("fixed", high=10), end_score=101)
    assert rules.open_ended
    assert rules.sizes(4) == (10,)
    assert not Ruleset(schedule=Schedule("fixed", high=10, count=3)).open_ended
    assert Ruleset(schedule=Schedule("fixed", high=10, count=3)).sizes(4) == (10, 10, 10)


def test_a_game_is_refused_to_a_number_of_players_it_is_not_for():
    for players in (2, 5):
        with pytest.raises(RuleError) as refusal:
            Ruleset(players=(3, 4)).sizes(players)
        assert refusal.value.code == "players"
        assert str(refusal.value) == f"This game is for 3 to 4 players, not {players}."


@given(st.sampled_from(presets()), st.data())
def test_no_game_of_the_catalogue_deals_more_than_its_pack(preset, data):
    players = data.draw(st.integers(*preset.ruleset.players))
    sizes = preset.ruleset.sizes(players)
    assert 1 <= len(sizes) <= MOST_HANDS
    assert all(size >= 1 and size * players <= preset.ruleset.pack(players) for size in sizes)


SHAPES = st.sampled_from(["up", "down", "up-down", "down-up"])


@given(SHAPES, st.integers(1, 20), st.integers(2, 10), st.integers(20, 200))
def test_levelling_keeps_the_number_of_hands(shape, high, players, pack):
    schedule = Schedule(shape, high=high)
    wide, narrow = hand_sizes(schedule, players, 10_000), hand_sizes(schedule, players, pack)
    assert [min(size, pack // players) for size in wide] == list(narrow)


def test_a_pack_may_grow_with_the_players():
    rules = Ruleset(deck=Deck(per_player=8))
    assert [rules.pack(players) for players in (3, 6)] == [24, 48]
    assert rules.largest_size(6) == 8
