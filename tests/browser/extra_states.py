"""The pages of games that enter more than bids and tricks, in all their states: to be measured and looked at by axe."""

from collections.abc import Iterator, Sequence

from scorekeeper.ledger.entries import Extras, Stake, Tricks
from tests.browser.at_the_table import Correction, Page, Sheet, Table, expect
from tests.browser.prepared import Cupboard


def extra_pages(page: Page, cupboard: Cupboard, players: Sequence[str]) -> Iterator[str]:
    """From the bids to the correction, with four players or more. A bonus and a wager are refused on the way."""
    yield from _skull_king(page, cupboard, players)
    yield from _stakes(page, cupboard, players)
    yield from _trump(page, cupboard, players)


def _skull_king(page: Page, cupboard: Cupboard, players: Sequence[str]) -> Iterator[str]:
    first, second, *others = players
    slug = cupboard.start_named("skull-king", players, sizes=(1, 5, 3))
    none = [0] * len(others)
    cupboard.bid(slug, [1, 0, *none])
    points = (-1250, 40, *none)
    cupboard.enter(slug, Tricks(1, (0, 0, *none), Extras(discarded=1, bonus=points)))
    table = Table(page).open(slug)
    yield "Skull King, bids"
    cupboard.bid(slug, [2, 1, *none])
    table.open(slug)
    yield "Skull King, tricks"
    table.bonus(first, "+20").bonus(second, "−10")
    yield "Skull King, two folds open"
    table.nobody_won(2).will_record("all made it")
    table.field(second, "Bonus").fill("ten")
    table.tap(table.record_button)
    expect(table.alert.first).to_be_visible()
    yield "a bonus refused"
    table.field(second, "Bonus").fill("10")
    table.record()
    Sheet(page).open(slug)
    yield "the sheet with bonus points"
    page.goto(f"/g/{slug}/hands/1")
    yield "a correction with bonus points"
    table.field(second, "Bonus").fill("ten")
    Correction(page).try_to_record()
    expect(table.alert.first).to_be_visible()
    yield "a correction of a bonus refused"
    for address in ("rules", "history"):
        page.goto(f"/g/{slug}/{address}")
        yield f"{address} of Skull King"


def _stakes(page: Page, cupboard: Cupboard, players: Sequence[str]) -> Iterator[str]:
    second = players[1]
    ones = [1] * len(players)
    table = Table(page)
    blind = cupboard.start_named("blind-20", players, sizes=(5, 5))
    cupboard.enter(blind, Stake(1, 1, blind=True))
    table.open(blind)
    yield "blind bids"
    cupboard.bid(blind, ones)
    table.open(blind)
    yield "blind bids with the tricks"
    wager = cupboard.start_named("rickytann", players, sizes=(6, 5))
    cupboard.enter(wager, Stake(1, 0, wager=-1000))
    table.open(wager).tap(table.fold(second, "Wager"))
    yield "a wager, its fold open"
    table.field(second, "Wager").fill("ten")
    table.tap(table.button(f"Enter the wager of {second}"))
    expect(table.alert.first).to_be_visible()
    yield "a wager refused"
    double = cupboard.start_named("spades-double", players, sizes=(len(players), 5))
    cupboard.bid(double, ones)
    table.open(double).tap(table.radio("this hand counts ×2"))
    yield "a hand that counts twice"
    everything = cupboard.start_named("rickytann", players, sizes=(len(players), 5))
    extras = Extras(
        2, 0, (20, *([0] * (len(players) - 1))), (5, -5, *([0] * (len(players) - 2))), (True, *([False] * (len(players) - 1)))
    )
    cupboard.bid(everything, [1, 2, *ones[2:]])
    cupboard.enter(everything, Tricks(1, tuple(ones), extras))
    Sheet(page).open(everything)
    yield "the sheet with everything"
    page.goto(f"/g/{everything}/hands/1")
    yield "a correction with everything"


def _trump(page: Page, cupboard: Cupboard, players: Sequence[str]) -> Iterator[str]:
    table = Table(page)
    blob = cupboard.start_named("blob", players, sizes=(5, 5))
    table.open(blob)
    yield "trump to be named"
    cupboard.bid(blob, [3, 2, *[1] * (len(players) - 2)])
    table.open(blob)
    yield "the highest bidder is asked"
    page.context.clear_cookies()
    table.open(blob)
    yield "the highest bidder, for a watcher"
