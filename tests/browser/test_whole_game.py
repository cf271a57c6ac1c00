"""Whole games, from the empty setup to the score sheet, by tapping only."""

import random

from tests.browser.at_the_table import Home, Page, Sheet, Table, expect
from tests.browser.prepared import FOUR, Cupboard, rules

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
    expect(page.get_by_role("link", name="Ana, Bo, Cy, and Dee")).to_be_visible()


def test_seven_players_play_seven_hands_to_the_end(page: Page):
    play_whole_game(page, SEVEN, 7, seed=7)


def test_the_reference_hand_costs_seven_taps(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([5, 5]))
    table = Table(scorekeeper).open(slug)
    table.bids({"Bo": 2, "Cy": 1, "Dee": 0, "Ana": 1})
    table.took("Cy", 2).took("Ana", 1) if False else table.took("Bo", 3).lacks("").took("Ana", 1)
    table.record().plays_hand(2)
    expect(table.turn("Cy")).to_be_visible()
    assert table.taps == 7
