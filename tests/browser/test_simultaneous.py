"""Bids all at once: entered in any order, covered until the last is in, no hook."""

from tests.browser.at_the_table import Page, Sheet, Table, expect
from tests.browser.conftest import Phones
from tests.browser.prepared import TOGETHER, Cupboard, rules


def test_bids_come_in_any_order_and_are_covered_until_the_last(scorekeeper: Page, new_context: Phones, cupboard: Cupboard):
    """RG17: Dee, Ana, Cy, Bo; the total may be even."""
    slug = cupboard.start(ruleset=rules([3, 3], bidding=TOGETHER))
    table, reading = Table(scorekeeper).open(slug), Table(new_context().new_page()).open(slug)
    for number, name in enumerate(("Dee", "Ana", "Cy")):
        table.bid(name, 1, covered=True)
        expect(scorekeeper.get_by_text(f"{3 - number} still to bid")).to_be_visible()
        expect(table.row(name)).to_contain_text("in")
        reading.later()
        expect(reading.row(name)).to_contain_text("in")
        expect(reading.status).to_contain_text(f"{name}'s bid is in.")
        expect(reading.row(name)).not_to_contain_text("1")
    expect(scorekeeper.get_by_text("the bids would total")).to_have_count(0)
    table.bid("Bo", 0)
    reading.later()
    for name, bid in {"Dee": 1, "Ana": 1, "Cy": 1, "Bo": 0}.items():
        expect(table.bid_of(name, bid)).to_be_visible()
        expect(reading.row(name)).to_contain_text(str(bid))
    table.will_record("all made it").record().plays_hand(2)


def test_a_covered_bid_can_be_changed_and_stays_covered(scorekeeper: Page, cupboard: Cupboard):
    table = Table(scorekeeper).open(cupboard.start(ruleset=rules([3, 3], bidding=TOGETHER)))
    table.bid("Dee", 1, covered=True)
    table.tap(table.bid_of("Dee"))
    table.tap(table.bid_key("Dee", 2))
    expect(table.bid_of("Dee")).to_be_visible()
    table.bid("Ana", 0, covered=True).bid("Cy", 0, covered=True).bid("Bo", 0)
    expect(table.bid_of("Dee", 2)).to_be_visible()


def test_watchers_find_covered_bids_nowhere(new_context: Phones, cupboard: Cupboard):
    """Neither on the table nor on any other page or file."""
    slug = cupboard.start(ruleset=rules([9], bidding=TOGETHER))
    cupboard.bid(slug, [7, None, None, 8])
    page = new_context().new_page()
    for address in ("", "/sheet", "/history", "/rules", "/read"):
        page.goto(f"/g/{slug}{address}")
        text = page.get_by_role("main").inner_text()
        assert "bids 7" not in text
        assert "bids 8" not in text
        assert "bid of" not in page.content()
    expect(Table(page).open(slug).row("Ana")).not_to_contain_text("7")
    Sheet(page).open(slug)
    for kind in ("csv", "json"):
        content = page.request.get(f"/g/{slug}/sheet.{kind}").text()
        assert "7" not in content.split('"hands"')[-1]
