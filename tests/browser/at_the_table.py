"""The pages in players' words: what a person does with a thumb and what that person then sees.

Everything is found by its role and accessible name, everything is done by tapping, and taps are counted. Nobody sleeps: a phone's
clock belongs to the test. `tap` turns it on by half a second first, since a control that has just appeared under the thumb ignores
a tap that comes too soon; `double_tap` and `tap_there_again` stop it instead, and say how much time goes by.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Self

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (dependency group 'browser')")

from playwright.sync_api import BrowserContext, Error, Locator, Page, Response, expect
from playwright.sync_api import TimeoutError as PressLost

__all__ = [
    "BrowserContext",
    "Correction",
    "HandPage",
    "Home",
    "Locator",
    "NewGame",
    "Page",
    "People",
    "Phone",
    "Response",
    "Sheet",
    "Table",
    "expect",
]

ENOUGH = 500  # ms after which every control takes a tap
PRESS = 1_500  # ms within which a touch has become a click, if it becomes one
POLL = 3_000  # ms within which a page that follows has asked for news
LISTEN = """() => {
  globalThis.tapped = false;
  addEventListener("click", () => { globalThis.tapped = true; }, {capture: true, once: true});
}"""
CLICKED = "() => globalThis.tapped !== false"
SETTLED = """() => {
  const answered = !document.querySelector('#page.unsaved') || document.querySelector('#status.unsaved'); // or known to wait
  return globalThis.tapped !== false && !document.querySelector('.htmx-request') && answered;
}"""
UNCOVERED = """(one) => {
  const box = one.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return there !== null && (one.contains(there) || there.contains(one));
}"""
Bids = Mapping[str, int]


class Phone:
    """A page held in one hand. `taps` counts what the thumb did."""

    def __init__(self, page: Page, *, scripts: bool = True) -> None:
        self.page = page
        self.scripts = scripts
        self.taps = 0
        self.spot = (0.0, 0.0)

    # What a person does

    def tap(self, control: Locator) -> None:
        """One deliberate tap, some time after the control has come up: sooner, it would rightly be ignored."""
        control.wait_for()
        self.later(ENOUGH)
        self.push(control)
        self.taps += 1
        if self.scripts:
            self.page.wait_for_function(SETTLED)  # looks at every frame, which is quicker than what `expect` does

    def push(self, control: Locator) -> None:
        """Until the browser has made a click of it: on a busy machine it may take a short press for a long one, which is none."""
        if self.scripts:
            self.page.evaluate(LISTEN)
        control.tap()
        if self.scripts:
            try:
                self.page.wait_for_function(CLICKED, timeout=PRESS)
            except PressLost:
                if not self.clicked():
                    control.tap()

    def clicked(self) -> bool:
        """Whether a click came of the touch; a page that goes away meanwhile has had it."""
        try:
            return bool(self.page.evaluate(CLICKED))
        except Error:
            return True

    def tap_before_long(self, control: Locator) -> None:
        """A tap at once, at a place that is remembered."""
        self.aim(control)
        self.tap_there_again()

    def aim(self, control: Locator) -> None:
        """The thumb is above this control."""
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        assert box is not None
        self.spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def tap_there_again(self) -> None:
        """A tap where the last one was, whatever is there now; and what came of it is there."""
        self.page.evaluate(LISTEN)
        self.touch()
        self.page.wait_for_function(SETTLED)

    def touch(self) -> None:
        self.page.touchscreen.tap(*self.spot)
        self.taps += 1

    def double_tap(self, control: Locator, *, first: Locator | None = None) -> None:
        """Two taps at one place, 80 ms apart: the second comes at once, or when what the `first` one brings up is to be seen."""
        self.later(ENOUGH)
        with self.clock_stopped():
            self.aim(control)
            self.touch()
            if first is not None:
                expect(first).to_be_visible()
            self.page.clock.run_for(80)
            if first is None:
                self.touch()
            else:
                self.tap_there_again()
            self.page.wait_for_function(SETTLED)

    @contextmanager
    def clock_stopped(self) -> Iterator[None]:
        """No time goes by on this phone but what the test turns the clock on by."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)
        try:
            yield
        finally:
            self.page.clock.resume()

    def later(self, milliseconds: int = POLL) -> None:
        """Some time goes by, unless told otherwise enough for a page that follows to ask for news."""
        if self.scripts:
            self.page.clock.run_for(milliseconds)

    # What there is to tap and to read

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True)

    def radio(self, name: str) -> Locator:
        return self.page.get_by_role("radio", name=name, exact=True)

    def in_sight(self, what: Locator) -> None:
        """Its middle is on the screen, and nothing lies over it."""
        expect(what).to_be_visible()
        self.page.wait_for_function(UNCOVERED, arg=what.element_handle())

    @property
    def heading(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    @property
    def status(self) -> Locator:
        return self.page.get_by_role("status")

    @property
    def alert(self) -> Locator:
        return self.page.get_by_role("alert")

    def sees(self, heading: str) -> Self:
        """The page with this heading is there."""
        expect(self.heading).to_contain_text(heading)
        return self


class Home(Phone):
    """The games of this phone."""

    def open(self) -> Self:
        self.page.goto("/")
        return self.sees("Scorekeeper")

    @property
    def running(self) -> Locator:
        return self.page.get_by_role("link", name=re.compile("^Continue"))


class NewGame(Phone):
    """Who sits where, who deals first, what is played."""

    def open(self) -> Self:
        self.page.goto("/new")
        return self.sees("New game")

    def line(self, number: int) -> Locator:
        return self.page.get_by_role("textbox", name=f"Player {number}", exact=True)

    @property
    def lines(self) -> list[str]:
        """The names in the lines that are there."""
        fields = self.page.get_by_role("textbox", name=re.compile(r"^Player \d+$"))
        return [field.input_value() for field in fields.all()]

    def type(self, *names: str) -> Self:
        """Names, each in the next line; the return key moves on and makes room."""
        self.line(1).tap()
        for place, name in enumerate(names):
            if place:
                self.page.keyboard.press("Enter")
            self.page.keyboard.type(name)
        return self

    def fill(self, *names: str) -> Self:
        """Names in the lines that are there."""
        for number, name in enumerate(names, start=1):
            self.line(number).fill(name)
        return self

    @property
    def hook(self) -> Locator:
        return self.page.get_by_role("checkbox", name="The hook", exact=True)

    @property
    def dealer(self) -> Locator:
        return self.page.get_by_role("combobox", name="First dealer", exact=True)

    @property
    def more(self) -> Locator:
        """The fold with everything rarer. (A summary has no role of its own that all browsers agree on.)"""
        return self.page.get_by_text("Change more of the rules", exact=True)

    def own_hands(self, sizes: str) -> Self:
        """A list of hands of one's own."""
        self.tap(self.more)
        self.choose("Hands", "a list of one's own")
        self.page.get_by_role("textbox", name="Own list of hands", exact=True).fill(sizes)
        return self

    def choose(self, what: str, choice: str) -> Self:
        self.page.get_by_role("combobox", name=what, exact=True).select_option(label=choice)
        return self

    def start(self) -> None:
        self.tap(self.button("Start game"))


class Table(Phone):
    """The hand being played."""

    def start(self, *names: str, hook: bool = False, hands: str = "") -> Self:
        """A new game of these people, clockwise; the first one deals."""
        setup = NewGame(self.page, scripts=self.scripts).open()
        if self.scripts:
            setup.type(*names)
        else:
            while len(setup.lines) < len(names):
                setup.tap(setup.button("Add a player"))
            setup.fill(*names)
        if hook:
            setup.tap(setup.hook)
        if hands:
            setup.own_hands(hands)
        setup.start()
        return self.plays_hand(1)

    def open(self, slug: str) -> Self:
        """The table of a game that is there already."""
        self.page.goto(f"/g/{slug}")
        expect(self.heading).to_be_visible()
        return self

    @property
    def hand(self) -> int:
        """The number of the hand in the heading."""
        found = re.match(r"Hand (\d+) of \d+", " ".join(self.heading.inner_text().split()))
        assert found, self.heading.inner_text()
        return int(found[1])

    def plays_hand(self, number: int) -> Self:
        return self.sees(f"Hand {number} of")

    def dealer(self, name: str) -> Locator:
        """The line that says who deals this hand."""
        return self.page.get_by_text(f"· {name} deals")

    # Bids

    def bid_key(self, name: str, number: int) -> Locator:
        return self.button(f"{name} bids {number}")

    def bid_of(self, name: str, number: int | None = None) -> Locator:
        """The bid of a player as it stands, which a tap opens for a change; covered without a number."""
        return self.link(f"Change {name}'s bid" if number is None else f"Change {name}'s bid of {number}")

    def bid_looks(self, name: str, number: int) -> str:
        """How the key of a bid looks: "ghost" (the bid just undone) or "open"."""
        edge = self.bid_key(name, number).evaluate("(key) => getComputedStyle(key).borderTopStyle")
        return "ghost" if edge == "dashed" else "open"

    def bid(self, name: str, number: int, *, covered: bool = False) -> Self:
        self.tap(self.bid_key(name, number))
        expect(self.bid_of(name, None if covered else number)).to_be_visible()
        return self

    def bids(self, bids: Bids) -> Self:
        """All these bids, in this order."""
        for name, number in bids.items():
            self.bid(name, number)
        return self

    def change(self, name: str, before: int, after: int) -> Self:
        """Another bid than the one that stands."""
        self.tap(self.bid_of(name, before))
        self.tap(self.bid_key(name, after))
        expect(self.bid_of(name, after)).to_be_visible()
        return self

    def turn(self, name: str) -> Locator:
        """The keys of the player who is to bid."""
        return self.page.get_by_role("group", name=f"{name} bids", exact=True)

    def row(self, name: str) -> Locator:
        return self.page.get_by_role("listitem").filter(has=self.page.get_by_text(name, exact=True))

    # Trump

    @property
    def trump(self) -> Locator:
        """The line with the trump of the hand."""
        return self.page.get_by_text("Trump:").first

    def suit(self, name: str) -> Locator:
        return self.page.get_by_role("group", name="Trump", exact=True).get_by_role("button", name=name, exact=True)

    def name_trump(self, suit: str) -> Self:
        """Tap a suit; while the tricks are out the suits are in a fold."""
        before = self.version
        if not self.suit(suit).is_visible():
            self.tap(self.trump)
        self.tap(self.suit(suit))
        return self.waits_for_news(before)

    # Tricks

    def trick_key(self, name: str, number: int) -> Locator:
        return self.radio(f"{name} took {number}")

    def took(self, name: str, number: int) -> Self:
        self.tap(self.trick_key(name, number))
        return self

    def takes(self, tricks: Bids) -> Self:
        """These tricks, in this order."""
        for name, number in tricks.items():
            self.took(name, number)
        return self

    def looks(self, name: str, number: int) -> str:
        """How the key of a number of tricks looks: "entered", "ghost", "spent" (can no longer be right) or "open"."""
        key = self.trick_key(name, number)
        if key.is_checked():
            return "entered"
        self.page.wait_for_function("() => !document.querySelector('main :active')")  # the thumb is off the key
        edge = key.evaluate("(radio) => getComputedStyle(radio.closest('label')).borderTopStyle")
        return {"dashed": "ghost", "dotted": "spent"}.get(edge, "open")

    @property
    def record_button(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile("^Record"))

    def will_record(self, words: str) -> Self:
        """What the button that records says below its name."""
        expect(self.record_button).to_be_enabled()
        return self.says_of_record(words)

    def lacks(self, words: str) -> Self:
        """Recording is not possible yet, and the button says why."""
        expect(self.record_button).to_be_disabled()
        return self.says_of_record(words)

    def says_of_record(self, words: str) -> Self:
        text = " ".join(re.sub("[\u2066-\u2069]", "", self.record_button.inner_text()).split())
        assert words in text, text
        return self

    def record(self) -> Self:
        """Record the hand; whatever comes next is there."""
        now = self.heading.inner_text()
        self.tap(self.record_button)
        expect(self.heading).not_to_have_text(now, use_inner_text=True)
        return self

    def play(self, bids: Bids, tricks: Bids) -> Self:
        """A whole hand: every bid, then the tricks of those who missed."""
        missed = {name: number for name, number in tricks.items() if number != bids[name]}
        return self.bids(bids).takes(missed).record()

    # What few games enter besides

    def blind(self, name: str) -> Locator:
        """The key that says that a player bids blind."""
        return self.button(f"{name} bids blind")

    def fold(self, name: str, what: str) -> Locator:
        """The fold in a player's row, "Bonus" or "Wager". (A summary has no role of its own that all browsers agree on.)"""
        return self.row(name).get_by_text(f"{name} {what}", exact=True).locator("..")

    def field(self, name: str, what: str) -> Locator:
        """The field in that fold."""
        return self.page.get_by_role("textbox", name=f"{what} of {name}", exact=True)

    def bonus(self, name: str, *amounts: str) -> Self:
        """Open the fold if need be and tap these amounts."""
        if not self.field(name, "Bonus").is_visible():
            self.tap(self.fold(name, "Bonus"))
        for amount in amounts:
            self.tap(self.button(f"{name}: bonus {amount}"))
        return self

    def wager(self, name: str, amount: int) -> Self:
        """Open the fold and tap an amount."""
        before = self.version
        self.tap(self.fold(name, "Wager"))
        self.tap(self.button(f"{name} wagers {amount}"))
        return self.waits_for_news(before)

    def nobody_won(self, number: int) -> Self:
        """The tricks that nobody won."""
        self.tap(self.radio(f"nobody won {number}"))
        return self

    # Elsewhere

    @property
    def more(self) -> Locator:
        """The fold with the ways to other pages. (A summary has no role of its own that all browsers agree on.)"""
        return self.page.get_by_label("More", exact=True)

    # Ways back

    def undo(self) -> Self:
        """Take the last entry back, and see that it is gone."""
        before = self.version
        self.tap(self.button("Undo"))
        return self.waits_for_news(before)

    def waits_for_news(self, before: str) -> Self:
        """Something was entered since the page showed version `before`."""
        expect(self.page.locator("#page")).not_to_have_attribute("data-version", before)
        return self

    @property
    def version(self) -> str:
        return self.page.locator("#page").get_attribute("data-version") or ""

    def redo(self) -> Self:
        """Enter once more what was undone last."""
        before = self.version
        self.tap(self.button("Redo"))
        return self.waits_for_news(before)

    def hand_page(self) -> "HandPage":
        """By the menu to everything besides bids and tricks."""
        self.tap(self.more)
        self.tap(self.link("Hand…"))
        return HandPage(self.page, scripts=self.scripts).sees("Besides bids and tricks")

    def people_page(self) -> "People":
        """By the menu to who plays."""
        self.tap(self.more)
        self.tap(self.link("Players…"))
        return People(self.page, scripts=self.scripts).sees("Players")

    def correct(self, number: int) -> "Correction":
        """A recorded hand, from the row below everything else."""
        self.tap(self.link(f"Correct hand {number}"))
        return Correction(self.page, scripts=self.scripts).sees(f"Correct hand {number}")

    def sheet(self) -> "Sheet":
        self.tap(self.link("Score sheet"))
        return Sheet(self.page, scripts=self.scripts).sees("Score sheet")


class HandPage(Phone):
    """What happens at a table besides bids and tricks: one fold for each."""

    def open(self, slug: str) -> Self:
        self.page.goto(f"/g/{slug}/hand")
        return self.sees("Besides bids and tricks")

    def fold(self, what: str) -> Locator:
        """The line that unfolds. (A summary has no role of its own that all browsers agree on.)"""
        return self.page.get_by_text(what, exact=True)

    def unfold(self, what: str) -> Self:
        self.tap(self.fold(what))
        return self

    def field(self, label: str) -> Locator:
        return self.page.get_by_role("textbox", name=label, exact=True)

    def minus(self, label: str) -> Locator:
        """The key beside a field for points that makes them count below zero."""
        return self.page.get_by_role("checkbox", name=f"{label}: minus", exact=True)

    def choose(self, what: str, choice: str) -> Self:
        self.page.get_by_role("combobox", name=what, exact=True).select_option(label=choice)
        return self

    def press(self, name: str) -> Table:
        """Tap the button of an open fold; the table is there again."""
        self.tap(self.button(name))
        table = Table(self.page, scripts=self.scripts)
        expect(table.heading).not_to_have_text("Besides bids and tricks")
        return table

    def back(self) -> Table:
        self.tap(self.link("Back"))
        return Table(self.page, scripts=self.scripts)


class Sheet(Phone):
    """The score sheet."""

    def open(self, slug: str) -> Self:
        self.page.goto(f"/g/{slug}/sheet")
        return self.sees("Score sheet")

    @property
    def table(self) -> Locator:
        return self.page.get_by_role("table", name="Score sheet")

    @property
    def totals(self) -> list[int]:
        """The last row: what everybody has."""
        cells = self.table.get_by_role("row", name=re.compile("^Total")).get_by_role("cell")
        return [int(text.replace("\N{MINUS SIGN}", "-")) for text in cells.all_inner_texts()]

    def total_of(self, name: str) -> int:
        """What this player has."""
        names = self.table.get_by_role("columnheader").all_inner_texts()[1:]
        return self.totals[names.index(name)]

    @property
    def hands(self) -> list[list[str]]:
        """Every recorded hand, a text for each player: total, points, bid and tricks in words."""
        rows = self.table.get_by_role("row").all()[1:-1]
        return [[" ".join(cell.split()) for cell in row.get_by_role("cell").all_text_contents()] for row in rows]

    def correct(self, number: int) -> "Correction":
        self.tap(self.link(f"Correct hand {number}"))
        return Correction(self.page, scripts=self.scripts).sees(f"Correct hand {number}")

    def back(self) -> Table:
        self.tap(self.link("Back"))
        return Table(self.page, scripts=self.scripts)


class People(Phone):
    """Who plays."""

    def open(self, slug: str) -> Self:
        self.page.goto(f"/g/{slug}/players")
        return self.sees("Players")

    @property
    def list(self) -> list[str]:
        """The people in the order of the list, with what is said of each."""
        folds = self.page.get_by_role("main").get_by_role("list").first.locator("summary")
        return [" ".join(text.split()) for text in folds.all_inner_texts()]

    def fold(self, name: str) -> Locator:
        """The fold of one person. (A summary has no role of its own that all browsers agree on.)"""
        return self.page.locator("summary").filter(has=self.page.get_by_text(name, exact=True))

    def does(self, button: Locator) -> Self:
        """Tap what is to be done; the answer is there."""
        with self.page.expect_navigation():
            self.tap(button)
        return self

    def lets(self, name: str, what: str) -> Self:
        """Open the fold of that person if need be, and tap what is to be done."""
        button = self.button(f"{name} {what}")
        if not button.is_visible():
            self.tap(self.fold(name))
        return self.does(button)

    def calls(self, name: str, other: str, *, substitute: bool = False) -> Self:
        """Another name, or another person in that seat."""
        button = self.button(f"Goes on: {name}" if substitute else f"Rename: {name}")
        if not button.is_visible():
            self.tap(self.fold(name))
        label = "Somebody else goes on in this seat, with its points" if substitute else "Another name"
        self.page.get_by_role("listitem").filter(has=button).get_by_label(label).fill(other)
        return self.does(button)

    def field(self, name: str) -> Locator:
        return self.page.get_by_role("textbox", name=name, exact=True)

    @property
    def left_of(self) -> Locator:
        return self.page.get_by_role("combobox", name="Sits on the left of", exact=True)

    @property
    def minus(self) -> Locator:
        return self.page.get_by_role("checkbox", name="Points to start with: minus")

    def joins(self, name: str, *, after: str = "", points: str = "") -> Self:
        """Somebody new; the answer is there, whether it is taken or not."""
        self.field("Name").fill(name)
        if after:
            self.left_of.select_option(label=after)
        self.field("Points to start with").fill(points)
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            self.tap(self.page.get_by_role("button", name=re.compile("^Join from hand")))
        expect(self.status.or_(self.alert).filter(visible=True).first).to_be_visible()
        return self

    def told(self, *words: str) -> Self:
        """The notice says these words."""
        for one in words:
            expect(self.status).to_contain_text(one)
        return self

    def back(self) -> Table:
        self.tap(self.link("Back"))
        return Table(self.page, scripts=self.scripts)


class Correction(Phone):
    """A recorded hand, to be put right."""

    def bid(self, name: str, number: int) -> Self:
        self.tap(self.radio(f"{name} bids {number}"))
        return self

    def took(self, name: str, number: int) -> Self:
        self.tap(self.radio(f"{name} took {number}"))
        return self

    def takes(self, tricks: Bids) -> Self:
        for name, number in tricks.items():
            self.took(name, number)
        return self

    @property
    def record_button(self) -> Locator:
        return self.button("Record correction")

    def will_change(self, words: str) -> Self:
        """What the button says that it will change."""
        expect(self.record_button).to_be_enabled()
        return self.says_of_record(words)

    def lacks(self, words: str) -> Self:
        """Recording is not possible yet, and the button says why."""
        expect(self.record_button).to_be_disabled()
        return self.says_of_record(words)

    def says_of_record(self, words: str) -> Self:
        assert self.record_button.inner_text().count("\n") <= 1
        text = re.sub("[\u2066-\u2069]", "", self.record_button.inner_text()).partition("\n")[2]
        assert text == words, text
        return self

    def try_to_record(self) -> Self:
        """Tap the button, whatever is answered."""
        self.tap(self.record_button)
        return self

    def record(self) -> Sheet:
        """Record the correction; whoever came from the table is there again, and looks at the sheet."""
        number = self.heading.inner_text()
        self.try_to_record()
        expect(self.heading).not_to_have_text(number, use_inner_text=True)
        if not self.page.url.endswith("/sheet"):
            self.page.goto(f"{self.page.url.partition('?')[0].partition('#')[0]}/sheet")
        return Sheet(self.page, scripts=self.scripts).sees("Score sheet")

    def versions(self, name: str) -> list[str]:
        """Both versions of a player's line, theirs first, when two phones corrected the hand."""
        cells = self.page.get_by_role("row", name=re.compile(f"^{name}")).get_by_role("cell")
        return [" ".join(text.split()) for text in cells.all_inner_texts()]

    def cancel(self) -> Sheet:
        self.tap(self.link("Cancel"))
        return Sheet(self.page, scripts=self.scripts).sees("Score sheet")
