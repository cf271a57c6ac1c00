"""An evening as it really goes, from the empty setup to the end, by tapping only; the score is kept here once more, the old way.

Five begin, a sixth comes late with points to begin with, a hand is misdealt, two change seats, one sits a hand out, an old hand is
put right while another is played, all are fined, the game is stopped early and goes on for one more hand.
"""

import json
import random
import re

from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.replay import replay
from tests.browser.at_the_table import Page, Sheet, Table, expect
from tests.browser.conftest import Complaints
from tests.browser.prepared import Cupboard

FIVE = ["Ana", "Bo", "Cy", "Dee", "Eli"]


class Paper:
    """What somebody with a pencil writes down: who sits where, who deals next, and what everybody has."""

    def __init__(self, table: Table, circle: list[str]) -> None:
        self.table, self.circle = table, circle
        self.dealer = circle[0]
        self.totals = dict.fromkeys(circle, 0)
        self.bids: dict[int, dict[str, int]] = {}
        self.tricks: dict[int, dict[str, int]] = {}
        self.dice = random.Random(9)

    def order(self, resting: str = "") -> list[str]:
        """The players of the hand in the order of bidding; the dealer is the last."""
        place = self.circle.index(self.dealer) + 1
        return [name for name in self.circle[place:] + self.circle[:place] if name != resting]

    def deal(self, number: int, size: int, resting: str = "") -> None:
        """Think of a hand: bids that are not even, and tricks that add up."""
        names = self.order(resting)
        bids = {name: self.dice.choice([0, 0, 1, min(2, size)]) for name in names}
        if sum(bids.values()) == size:
            bids[names[-1]] += 1 if bids[names[-1]] < size else -1
        takers = [self.dice.choice(names) for _ in range(size)]
        self.bids[number], self.tricks[number] = bids, {name: takers.count(name) for name in names}

    def play(self, number: int, size: int, resting: str = "") -> None:
        """The hand that `deal` thought of, or else a new one, is played and written down; the deal goes on."""
        if number not in self.bids:
            self.deal(number, size, resting)
        table = self.table.plays_hand(number)
        expect(self.table.dealer(self.dealer)).to_be_visible()
        expect(table.page.get_by_text(f"{size} card" + "s" * (size > 1), exact=True)).to_be_visible()
        done = {name: bid for name, bid in self.bids[number].items() if not table.bid_of(name, bid).is_visible()}
        missed = {name: n for name, n in self.tricks[number].items() if n != self.bids[number][name]}
        table.bids(done).takes(missed).record()
        for name in self.bids[number]:
            self.totals[name] += self.points(number, name)
        self.next_dealer()

    def next_dealer(self) -> None:
        self.dealer = self.circle[(self.circle.index(self.dealer) + 1) % len(self.circle)]

    def points(self, number: int, name: str) -> int:
        """Made 10 + tricks, missed 0."""
        bid, tricks = self.bids[number][name], self.tricks[number][name]
        return 10 + tricks if bid == tricks else 0

    def agrees(self) -> None:
        """The sheet says the same; and back."""
        sheet = self.table.sheet()
        names = sheet.table.get_by_role("columnheader").all_inner_texts()[1:]
        assert names == self.circle
        assert dict(zip(names, sheet.totals, strict=True)) == self.totals
        sheet.back()


def test_an_evening_as_it_really_goes(page: Page, cupboard: Cupboard, complaints: Complaints):
    complaints.expect("status of 422")
    table = Table(page).start(*FIVE, hook=True, hands="1 2 3 4 5 6 7 8 9 10 9 8 7 6 5 4 3 2 1")
    paper = Paper(table, [*FIVE])
    slug = page.url.split("/g/")[1].partition("#")[0]
    paper.play(1, 1)
    paper.play(2, 2)
    paper.agrees()

    # Fay comes late. Nine cards for six are more than the pack holds: the page says so, and what could be played instead.
    people = table.people_page().joins("Fay", after="Cy", points="12 + 12")
    expect(people.alert).to_contain_text("6 players × 9 cards = 54, but the pack has only 52.")
    people.does(people.button("Join, and play at most 8 cards")).told("Fay", "Cy", "24", "from hand 3 on")
    people.back()
    paper.circle.insert(3, "Fay")
    paper.totals["Fay"] = 24
    paper.play(3, 3)
    paper.agrees()
    table.sheet()
    expect(page.get_by_role("cell", name="Fay joins with 24 points.")).to_be_visible()
    Sheet(page).back()

    # Hand 4 is misdealt: the same dealer deals it again, and nothing of it counts.
    paper.deal(4, 4)
    begun = list(paper.bids[4].items())[:2]
    table.bids(dict(begun)).hand_page().unfold("Deal again").press("Yes, deal again")
    for name, bid in begun:
        expect(table.bid_of(name, bid)).to_have_count(0)
    paper.agrees()
    paper.play(4, 4)
    paper.play(5, 5)

    # Bo and Cy change seats.
    people = table.people_page().lets("Cy", "changes places with Bo").told("from hand 6 on")
    people.back()
    paper.circle[1:3] = ["Cy", "Bo"]
    paper.agrees()

    # Dee is in the kitchen for one hand.
    table.people_page().lets("Dee", "sits hand 6 out").told("Dee", "hand 6").back()
    paper.play(6, 6, resting="Dee")
    paper.agrees()

    # While hand 7 is played somebody notices that in hand 2 two tricks were written down for the wrong people: four taps.
    paper.deal(7, 7)
    begun = list(paper.bids[7].items())[:3]
    table.bids(dict(begun))
    before = {name: paper.points(2, name) for name in FIVE}
    wrong = paper.tricks[2]
    loser = next(name for name in FIVE if wrong[name])
    winner = next(name for name in FIVE if name != loser and wrong[name] < 2)
    taps = table.taps
    correction = table.correct(2).took(loser, wrong[loser] - 1).took(winner, wrong[winner] + 1)
    correction.try_to_record()
    table.plays_hand(7)
    expect(table.status).to_contain_text("Hand 2 corrected")
    assert table.taps - taps + correction.taps == 4
    wrong[loser] -= 1
    wrong[winner] += 1
    for name in FIVE:
        paper.totals[name] += paper.points(2, name) - before[name]
    for name, bid in begun:
        expect(table.bid_of(name, bid)).to_be_visible()
    paper.agrees()
    paper.play(7, 7)
    paper.agrees()

    # It is late: ten points less for all.
    there = table.hand_page().unfold("Points for one or all")
    there.field("Points").fill("10")
    there.tap(there.minus("Points").locator(".."))
    there.choose("Who", "Everybody")
    there.field("Reason").fill("overtime")
    there.press("Enter these points")
    for name in paper.totals:
        paper.totals[name] -= 10
    paper.agrees()
    table.sheet()
    expect(page.get_by_role("cell", name=re.compile("^Everybody: .*10 .*overtime"))).to_be_visible()
    Sheet(page).back()
    paper.play(8, 8)

    # The last tram: hand 9 is begun, and the game is stopped.
    paper.deal(9, 8)
    begun = list(paper.bids[9].items())[:2]
    there = table.bids(dict(begun)).hand_page().unfold("Stop the game here")
    expect(page.get_by_text("8 of 19 hands were played; hand 9, which is open, will not count.")).to_be_visible()
    there.press("Yes, stop the game").sees("Finished")
    expect(page.get_by_text("Ended early after 8 of 19 hands")).to_be_visible()
    paper.agrees()

    # There is another tram: one more hand, with its bids still there.
    table.tap(table.button("Go on with this game"))
    for name, bid in begun:
        expect(table.bid_of(name, bid)).to_be_visible()
    paper.play(9, 8)
    table.hand_page().unfold("Stop the game here").press("Yes, stop the game").sees("Finished")
    expect(page.get_by_text("Ended early after 9 of 19 hands")).to_be_visible()
    best = max(paper.totals.values())
    winners = [name for name in paper.circle if paper.totals[name] == best]
    assert len(winners) == 1, "the dice give one winner"
    expect(page.get_by_text(f"{winners[0]} wins with {best}")).to_be_visible()
    paper.agrees()

    answer = replay(json.dumps(write_game(cupboard.game(slug))))
    assert dict(zip([*FIVE, "Fay"], answer["totals"], strict=True)) == paper.totals
