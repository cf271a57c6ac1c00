"""Covered bids and wagers on the phone that enters them: its page and what it keeps tell none.

The same is done twice, with other numbers; then everything that can be read is the same.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.ledger.entries import Bid, Stake
from tests.browser.at_the_table import Page, Table, expect
from tests.browser.conftest import Complaints
from tests.browser.prepared import TOGETHER, Cupboard, rules
from tests.browser.test_outbox import Line, tap

KEPT = """() => {
  if (document.querySelector(".htmx-request")) return false; // it asks for news just now
  const all = (selector, tell) => [...document.querySelectorAll(selector)].map(tell);
  const page = [document.documentElement.outerHTML, all("template", (one) => one.innerHTML)];
  const fields = all("input, select, textarea", (one) => [one.name, one.value, one.checked]);
  return [page, fields, Object.entries({ ...localStorage }), Object.entries({ ...sessionStorage })];
}"""
VARIES = (
    (r"<p data-notice=.*?</p>", ""),  # about the line
    (r"[0-9a-f]{18}", "KEY"),
    (
        r'(name=\\"(?:csrf_token|key)\\"[^>]* value=\\")[^"\\]*|(\["(?:csrf_token|key)", ")[^"]*',
        r"\1\2",
    ),
    (r"at=\d+", "at=TIME"),
    (r"\d{4}-\d\d-\d\dT[\d:.+]+", "TIME"),
)
DEE = 3


def readable(page: Page, slug: str, secret: int) -> str:
    """Everything that can be read on this phone, but for a value that has to be sent."""
    *shown, local, session = page.wait_for_function(KEPT).json_value()
    local = [[place, without_value(kept, secret)] for place, kept in local]
    text = json.dumps([*shown, sorted(local), sorted(session)]).replace(slug, "SLUG")
    for pattern, instead in VARIES:
        text = re.sub(pattern, instead, text)
    return text


def without_value(kept: str, secret: int) -> str:
    entry = json.loads(kept)
    body = entry.get("body", {})
    values = {name for name in ("bid", "wager") if body.get(name) == str(secret)}
    hidden = {"csrf_token", "key"} | values
    entry["body"] = {name: value for name, value in body.items() if name not in hidden}
    return json.dumps(entry)


def begun(page: Page, slug: str) -> Table:
    """The table on a phone that remembers nothing."""
    table = Table(page).open(slug)
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    return table


def alike(*both: Iterator[tuple[str, str]]) -> None:
    for (state, one), (_, other) in zip(*map(list, both), strict=True):
        pairs = enumerate(zip(one, other, strict=False))
        place = next((place for place, (a, b) in pairs if a != b), 0)
        around = slice(max(place - 60, 0), place + 99)
        assert one == other, f"{state}: {one[around]} | {other[around]}"


def settled(page: Page) -> None:
    """Everything was answered."""
    expect(page.locator("#page.unsaved")).to_have_count(0)


def refused(table: Table, what: str) -> None:
    """Dee's row says so, and nothing else."""
    alert = table.row("Dee").get_by_role("alert")
    expect(alert).to_have_text(f"Not entered: this {what} was entered elsewhere.")
    settled(table.page)


def test_what_a_phone_keeps_tells_no_covered_bid(
    scorekeeper: Page,
    cupboard: Cupboard,
    complaints: Complaints,
):
    complaints.expect("status of 409", "htmx:error: timeout")

    def evening(number: int) -> Iterator[tuple[str, str]]:
        slug = cupboard.start(ruleset=rules([9, 9], bidding=TOGETHER))
        table = begun(scorekeeper, slug)
        line = Line(scorekeeper)
        tap(table, table.bid_key("Dee", number))
        expect(table.bid_of("Dee")).to_be_visible()
        yield "a bid waits", readable(scorekeeper, slug, number)
        line.let_through()
        settled(scorekeeper)
        yield "a bid is in", readable(scorekeeper, slug, number)
        table.tap(table.bid_of("Dee"))
        yield "it is being changed", readable(scorekeeper, slug, number)
        line.open = False
        tap(table, table.bid_key("Dee", number))
        cupboard.enter(slug, Bid(1, DEE, 5))
        line.let_through()
        refused(table, "bid")
        yield "it was changed elsewhere", readable(scorekeeper, slug, number)
        table.undo()
        yield "and undone", readable(scorekeeper, slug, number)
        line.open = False
        table.tap(table.bid_of("Dee"))
        tap(table, table.bid_key("Dee", number))
        tap(table, table.bid_key("Cy", 0))
        cupboard.enter(slug, Bid(1, DEE, 5))
        line.let_through()
        told = scorekeeper.get_by_role("listitem").filter(has_text="I have read it")
        expect(told).to_contain_text("Dee bids: Not entered")
        settled(scorekeeper)
        yield "it was refused when more was entered", readable(scorekeeper, slug, number)
        scorekeeper.reload()
        yield "which is kept until it was read", readable(scorekeeper, slug, number)
        table.tap(table.button("I have read it"))
        scorekeeper.unroute_all()

    alike(evening(7), evening(3))


def test_what_a_phone_keeps_tells_no_covered_wager(
    scorekeeper: Page,
    cupboard: Cupboard,
    complaints: Complaints,
):
    complaints.expect("status of 422", "status of 409", "htmx:error: timeout")
    played = replace(rules([9, 9], bidding=TOGETHER), extras=("wager",))

    def evening(number: int) -> Iterator[tuple[str, str]]:
        slug = cupboard.start(ruleset=played)
        table = begun(scorekeeper, slug)
        for how in (
            lambda: scorekeeper.keyboard.press("Enter"),
            lambda: table.tap(table.button("Enter the wager of Dee")),
        ):
            before = cupboard.game(slug).version
            table.tap(table.fold("Dee", "Wager"))
            table.field("Dee", "Wager").fill(str(number))
            how()
            expect(table.fold("Dee", "Wager")).to_have_text("Dee Wager in")
            settled(scorekeeper)
            assert cupboard.game(slug).version == before + 1
            yield "a wager is in", readable(scorekeeper, slug, number)
        table.tap(table.fold("Dee", "Wager"))
        line = Line(scorekeeper)
        amount = {7: 10, 8: 20}[number]
        tap(table, table.button(f"Dee wagers {amount}"))
        yield "another one waits", readable(scorekeeper, slug, amount)
        cupboard.enter(slug, Stake(1, DEE, wager=1))
        line.let_through()
        scorekeeper.unroute_all()
        refused(table, "wager")
        field = table.field("Dee", "Wager")
        expect(field).to_have_value(str(amount))  # what was entered here, in its own field
        field.evaluate("(field) => { field.setAttribute('value', ''); field.value = ''; }")
        yield "it was entered elsewhere", readable(scorekeeper, slug, amount)

    alike(evening(7), evening(8))


def test_a_covered_wager_that_was_refused_is_kept_in_its_field(
    scorekeeper: Page,
    cupboard: Cupboard,
    complaints: Complaints,
):
    complaints.expect("status of 422")
    slug = cupboard.start(ruleset=replace(rules([9, 9], bidding=TOGETHER), extras=("wager",)))
    table = Table(scorekeeper).open(slug)
    for typed in ("1x", "77777777"):
        if not table.field("Dee", "Wager").is_visible():
            table.tap(table.fold("Dee", "Wager"))
        table.field("Dee", "Wager").fill(typed)
        scorekeeper.keyboard.press("Enter")
        expect(table.row("Dee").get_by_role("alert")).to_be_visible()
        expect(table.field("Dee", "Wager")).to_have_value(typed)
        assert typed not in table.row("Dee").inner_text()


def test_a_covered_bid_is_changed_before_it_is_answered(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([9, 9], bidding=TOGETHER))
    table, line = Table(scorekeeper).open(slug), Line(scorekeeper)
    for number in (7, 3, 8):
        if number != 7:
            tap(table, table.bid_of("Dee"))
        tap(table, table.bid_key("Dee", number))
        expect(table.bid_of("Dee")).to_be_visible()
    line.let_through()
    settled(scorekeeper)
    expect(table.alert).to_have_count(0)
    assert cupboard.game(slug).hands[-1].bids[DEE] == 8
    assert cupboard.game(slug).version == 4
