from datetime import timedelta

from scorekeeper.ledger.entries import (
    About,
    Adjustment,
    Bid,
    Coming,
    Correction,
    Dealer,
    Join,
    Note,
    Rename,
    Resume,
    Seating,
    SetPoints,
    Size,
    Stop,
    Tricks,
    Trump,
    Undo,
)
from scorekeeper.ledger.history import NO_CHANGES, changed_after_end, history, late_changes
from scorekeeper.ledger.sheet import score_sheet
from tests.ledger.playing import ANA, BO, CY, EVENING, b3, begin, bid, enter, f4, play_on, take, undo


def was(game):
    return [step.was for step in history(game)]


def struck(game):
    return [step.entry.number for step in history(game) if step.struck]


def test_every_entry_is_a_step_the_oldest_first():
    game = enter(undo(b3()), Tricks(3, (1, 1, 1)))
    assert tuple(step.entry for step in history(game)) == game.entries
    assert history(game)[0].entry.at == EVENING


def test_a_first_bid_replaces_nothing_and_a_changed_one_tells_what_it_was():
    game = enter(bid(b3(1), 0), Bid(2, CY, 1), Bid(2, CY, 2))
    assert was(game)[-3:] == [None, 0, 1]


def test_a_changed_trump_tells_what_it_was():
    game = enter(begin(), Trump(1, "hearts"), Trump(1, "clubs"), Trump(1, None))
    assert was(game) == [None, None, "hearts", "clubs"]


def test_the_trump_of_a_hand_without_one_by_the_rules_was_none():
    assert was(enter(b3(2), Trump(3, "spades")))[-1] == "none"


def test_a_correction_tells_the_hand_as_it_was():
    game = enter(b3(), Correction(2, (0, 2, 1), (0, 1, 1)), Correction(2, (0, 2, 1), (2, 0, 0), "clubs"))
    first, second = history(game)[-2:]
    assert first.was == b3().hands[1]
    assert second.was.tricks == (0, 1, 1)


def test_an_undo_tells_what_it_struck_and_the_struck_entry_knows():
    game = undo(b3(1), 2)
    assert was(game)[-2:] == [Tricks(1, (1, 0, 0)), Bid(1, ANA, 1)]
    assert struck(game) == [4, 5]


def test_an_entry_made_again_is_not_struck():
    game = take(undo(b3(1)), 1, 0, 0)
    assert struck(game) == [5]
    assert history(game)[-1].entry.fact == Tricks(1, (1, 0, 0))


def test_undone_bids_are_nothing_to_replace():
    assert was(bid(undo(bid(begin(), 1)), 0)) == [None, None, Bid(1, 1, 1), None]


def test_a_bid_taken_back_by_the_hook_is_gone_for_the_next_one():
    game = bid(enter(bid(b3(2), 2, 0, 0), Bid(3, 1, 1)), 1)
    assert was(game)[-2:] == [0, None]


def test_what_was_changed_after_the_end_is_marked():
    game = enter(b3(), Correction(2, (0, 2, 1), (0, 1, 1)))
    steps = history(game)
    assert [step.after_end for step in steps] == [False] * (len(steps) - 1) + [True]
    assert steps[-1].was == b3().hands[1]


def test_an_undo_of_the_last_hand_comes_after_the_end_and_what_follows_does_not():
    game = take(undo(b3()), 1, 1, 1)
    assert [step.after_end for step in history(game)][-2:] == [True, False]
    assert history(enter(game, Undo(game.version)))[-1].after_end


def test_what_is_arranged_tells_what_it_replaced():
    game = enter(
        f4(1),
        Rename(BO, "Bob"),
        Seating((0, 2, 1, 3)),
        Note("long", 1),
        Note("", 1),
        Note("Friday"),
        About("Friday", "at home"),
        Size(2, 5),
        Dealer(2, CY),
        Coming(2, (3, 3)),
        SetPoints(1, (1, 2, 3, 4)),
    )
    replaced = ["Bo", (0, 1, 2, 3), "", "long", "", About(), 2, CY, (5, 3, 4, 5, 6, 7, 8), f4(1).hands[0]]
    assert was(game)[-10:] == replaced


def test_every_step_knows_the_names_of_its_time():
    game = undo(enter(b3(1), Join("Dee", CY), Rename(CY, "Zoe", substitute=True)), 2)
    assert [step.before.players for step in history(game)[-4:]] == [
        ("Ana", "Bo", "Cy"),
        ("Ana", "Bo", "Cy", "Dee"),
        ("Ana", "Bo", "Zoe", "Dee"),
        ("Ana", "Bo", "Cy", "Dee"),
    ]


def test_what_changes_no_points_is_no_change_after_the_end():
    game = enter(b3(), Note("good"), About("Friday"), Rename(BO, "Bob"), Coming(4, (1,)))
    assert not any(step.after_end for step in history(game))
    assert not any(step.after_end for step in history(enter(b3(2), Stop(), Resume())))


def test_changes_after_the_end_are_those_in_force():
    correction, adjustment = Correction(2, (0, 2, 1), (0, 1, 1)), Adjustment(-5, BO, "revoke", 3)
    game = enter(b3(), correction, Note("good"), adjustment)
    assert [step.entry.fact for step in changed_after_end(game)] == [correction, adjustment]
    assert [step.entry.fact for step in changed_after_end(undo(game))] == [correction]
    assert changed_after_end(b3()) == changed_after_end(enter(b3(2), correction)) == ()


def test_a_game_that_goes_on_has_no_changes_after_its_end():
    game = enter(b3(2), Stop(), Adjustment(-5, BO, "revoke", 2))
    assert len(changed_after_end(game)) == 1
    assert changed_after_end(enter(game, Resume())) == ()


def minutes(entries):
    return EVENING + timedelta(minutes=entries)


def test_a_hand_changed_after_the_end_knows_when_it_was_changed_last_and_how_it_stood_at_the_end():
    game = enter(b3(), SetPoints(2, (1, 2, 3)), Correction(2, (0, 2, 1), (0, 2, 0)), Correction(3, (2, 1, 1), (1, 1, 1)))
    late = late_changes(game)
    assert {number: changed.at for number, changed in late.hands.items()} == {2: minutes(14), 3: minutes(15)}
    ended = score_sheet(b3()).lines
    assert [(changed.was.hand, changed.was.points) for changed in late.hands.values()] == [
        (line.hand, line.points) for line in ended[1:]
    ]
    assert late_changes(undo(game, 3)) == NO_CHANGES


def test_a_hand_played_after_the_end_is_told_as_it_stood_at_the_next_end():
    game = bid(enter(b3(), Correction(2, (0, 2, 1), (0, 2, 0)), Coming(4, (1,))), 0, 0, 0)
    game = enter(take(game, 0, 0, 1), Correction(4, (0, 0, 0), (1, 0, 0)))
    late = late_changes(game)
    assert (late.hands[2].was.hand.tricks, late.hands[4].was.hand.tricks) == ((1, 0, 1), (0, 0, 1))


def test_what_was_corrected_before_the_end_and_again_after_it_was_as_it_stood_at_the_end():
    game = take(bid(enter(b3(2), Correction(2, (0, 2, 1), (0, 2, 0))), 2, 1, 1), 2, 1, 0)
    assert late_changes(game) == NO_CHANGES
    late = late_changes(enter(game, Correction(2, (0, 2, 1), (0, 1, 1))))
    assert late.hands[2].was.hand.tricks == (0, 2, 0)


def test_points_given_after_the_end_know_when_among_others_that_are_the_same():
    given = Adjustment(-5, BO, after_hand=3)
    game = enter(b3(2), Adjustment(-5, BO, after_hand=2), Join("Dee", CY, 20))
    game = take(bid(game, 0, 0, 0, 0), 3, 0, 0, 0)
    assert late_changes(game).given == {}
    late = late_changes(enter(game, given, Adjustment(1), given))
    assert late.given == {2: minutes(game.version), 3: minutes(game.version + 1), 4: minutes(game.version + 2)}


def test_points_given_once_it_was_stopped_are_told_of_a_stopped_game_only():
    game = enter(b3(2), Stop(), Adjustment(-5, BO, "revoke", 2))
    assert late_changes(game).given == {0: minutes(game.version - 1)}
    assert late_changes(enter(game, Resume())) == NO_CHANGES


def test_a_long_game_has_a_readable_history(dice):
    game = play_on(begin(7), dice)
    assert len(history(game)) == 1 + 7 * 8
    assert not struck(game)
