"""Whole games, from the empty setup to the score sheet, by tapping only."""

import random

from tests.browser.at_the_table import Home, Page, Sheet, Table, expect
from tests.browser.conftest import Complaints, Phones
from tests.browser.prepared import B3, FOUR, Cupboard, rules

SEVEN = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus")
Hand = tuple[dict[str, int], dict[str, int]]


def random_hand(players: tuple[str, ...], size: int, dealer: int, dice: random.Random) -> Hand:
    """Bids in bidding order that keep the hook, and tricks that add up."""
    order = [players[(dealer + 1 + place) % len(players)] for place in range(len(players))]
    bids = {name: dice.randint(0, size) if dice.random() < 0.5 else min(size, 1) for name in order}
    if sum(bids.values()) == size:
        bids[order[-1]] += 1 if bids[order[-1]] < size else -1
    takers = [dice.choice(order) for _ in range(size)]
    return bids, {name: takers.count(name) for name in order}


def points(bid: int, tricks: int) -> int:
    return 10 + tricks if bid == tricks else 0


def play_whole_game(page: Page, players: tuple[str, ...], hands: int, *, seed: int) -> None:
    """Sizes 1, 2, 3 …; the totals are counted here once more, the old way."""
    dice, totals = random.Random(seed), dict.fromkeys(players, 0)
    table = Table(page).start(*players, hook=True)
    for number in range(1, hands + 1):
        assert table.hand == number
        bids, tricks = random_hand(players, number, (number - 1) % len(players), dice)
        table.play(bids, tricks)
        for name in players:
            totals[name] += points(bids[name], tricks[name])
    table.sees("Finished")
    assert table.taps <= hands * (2 * len(players) + 1) + 1
    best = [name for name in players if totals[name] == max(totals.values())]
    expect(page.get_by_text(f"{best[0]} wins with {totals[best[0]]}" if len(best) == 1 else "share the win")).to_be_visible()
    sheet = table.sheet()
    assert sheet.totals == list(totals.values())
    assert len(sheet.hands) == hands


def test_four_players_play_thirteen_hands_to_the_end(page: Page):
    play_whole_game(page, FOUR, 13, seed=13)
    home = Home(page).open()
    expect(home.running).to_have_count(0)
    expect(page.get_by_role("link", name="won by")).to_be_visible()


def test_seven_players_play_seven_hands_to_the_end(page: Page):
    play_whole_game(page, SEVEN, 7, seed=7)


def test_the_reference_hand_costs_seven_taps(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = Table(scorekeeper).open(slug)
    table.bids({"Bo": 2, "Cy": 1, "Dee": 0, "Ana": 1}).lacks("1 trick too few")
    table.took("Bo", 1).took("Cy", 3).will_record("Dee, Ana made it; Bo 1, Cy 3")
    table.record().plays_hand(2)
    expect(table.turn("Cy")).to_be_in_viewport()
    expect(table.status).to_contain_text("Hand 1: Dee +10, Ana +11, Bo and Cy missed")
    assert table.taps == 7


def test_a_hand_of_thirteen_cards_costs_no_more_taps(scorekeeper: Page, cupboard: Cupboard):
    table = Table(scorekeeper).open(cupboard.start(ruleset=rules([13, 1])))
    table.bids({"Bo": 11, "Cy": 3, "Dee": 0, "Ana": 4}).lacks("5 tricks too many")
    table.took("Bo", 9).took("Cy", 0).will_record("Dee, Ana made it; Bo 9, Cy 0").record().plays_hand(2)
    assert table.taps == 7


def test_the_last_hand_ends_the_game_and_its_undo_opens_it_again(scorekeeper: Page, cupboard: Cupboard):
    """G19, G29: nothing waits for a next hand, after going back and a reload either; undone, the game is running again."""
    slug = cupboard.start(("Ana", "Bo", "Cy"), ruleset=rules([1, 2, 3]), played=B3[:2])
    table = Table(scorekeeper).open(slug)
    table.play({"Ana": 2, "Bo": 1, "Cy": 1}, {"Ana": 2, "Bo": 1, "Cy": 0}).sees("Finished")
    expect(scorekeeper.get_by_text("Ana wins with 23")).to_be_visible()
    assert table.sheet().totals == [23, 21, 11]
    for way in (scorekeeper.go_back, scorekeeper.reload):
        way()
        table.sees("Finished")
        expect(scorekeeper.get_by_text("Ana wins with 23")).to_be_visible()
        expect(table.record_button).to_have_count(0)
    table.undo().plays_hand(3).took("Ana", 1).took("Cy", 1).record().sees("Finished")
    expect(scorekeeper.get_by_text("Cy wins with 22")).to_be_visible()
    assert table.sheet().totals == [11, 21, 22]


def test_the_sheet_shows_what_was_played(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(("Ana", "Bo", "Cy"), ruleset=rules([1, 2, 3]), played=B3[:2])
    sheet = Sheet(scorekeeper).open(slug)
    assert sheet.totals == [11, 10, 11]
    assert len(sheet.hands) == 2
    assert "bid 1, took 1, made, dealt" in sheet.hands[0][0]
    assert "bid 2, took 0, missed, dealt" in sheet.hands[1][1]


def test_a_game_with_scripts_off_goes_by_plain_forms(new_context: Phones, complaints: Complaints):
    """Three hands; no number is a ghost, so each is chosen. A bid is changed, things are undone, and a hand is corrected."""
    complaints.expect("status of 422")
    page = new_context(scripts=False).new_page()
    table = Table(page, scripts=False).start("Ana", "Bo", "Cy", hook=True, hands="1 2 1")
    table.bid("Bo", 1).bid("Cy", 0).undo().bid("Cy", 1).change("Bo", 1, 0).bid("Ana", 1)
    table.takes({"Bo": 0, "Cy": 0, "Ana": 1}).record().plays_hand(2)
    table.undo().plays_hand(1)
    expect(table.trick_key("Ana", 1)).to_be_checked()
    table.record().plays_hand(2)
    table.bids({"Cy": 1, "Ana": 0})
    expect(table.bid_key("Bo", 1)).to_be_disabled()
    table.bid("Bo", 0).takes({"Cy": 1, "Ana": 0, "Bo": 1}).record().plays_hand(3)
    table.bids({"Ana": 0, "Bo": 1, "Cy": 1}).took("Ana", 0)
    table.tap(table.record_button)
    expect(table.alert).to_contain_text("missing")
    expect(table.trick_key("Ana", 0)).to_be_checked()
    table.takes({"Bo": 1, "Cy": 0}).record().sees("Finished")
    sheet = table.sheet()
    assert sheet.totals == [31, 21, 11]
    sheet.correct(2).takes({"Cy": 2, "Bo": 0}).record()
    assert sheet.totals == [31, 31, 0]
