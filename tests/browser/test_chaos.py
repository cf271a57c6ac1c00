"""A game entered by tapping while everything goes wrong: what the phone no longer keeps is in the ledger, once and in order.

`make chaos` plays a thousand entries with dice of its own; ENTRIES and SEED choose how many, and which dice.
"""

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Error

from scorekeeper import create_app
from scorekeeper.ledger.entries import Bid, Entry, Fact, Tricks, Undo
from scorekeeper.ledger.game import Game
from scorekeeper.storage import games
from scorekeeper.storage.database import db
from tests.browser.at_the_table import ENOUGH, LISTEN, BrowserContext, Locator, Table, expect
from tests.browser.chaos import Line, Server
from tests.browser.conftest import Complaints, Phones
from tests.browser.prepared import FOUR

ENTRIES = int(os.environ.get("ENTRIES", "40"))
SEED = int(os.environ.get("SEED", "1"))
LONGEST = 100  # hands of a game
TROUBLE = ("lost", "swallowed", "torn", "slow", "twice", "busy", "hotel")
NOISE = ("ERR_", "status of 503", "fetch", "htmx", "favicon")
PATIENCE = 60  # seconds for what takes one or two
QUICK = 2_000  # ms for a tap
SOON = 0.5  # seconds after which somebody sees to it

COUNT = """globalThis.submitted = 0; addEventListener("submit", () => { submitted += 1; }, true);"""
AWAKE = "(control) => !control.disabled && control.closest('[inert]') === null"

Stored = Callable[[str], Game]


class Chaos(Table):
    """One phone at the table. `game` is the game as it was tapped."""

    game: Game

    def __init__(self, phone: BrowserContext, server: Server, line: Line, stored: Stored, dice: random.Random) -> None:
        super().__init__(phone.new_page())
        self.phone, self.server, self.line, self.stored, self.dice = phone, server, line, stored, dice
        self.slug = ""
        self.tricks: dict[int, tuple[int, ...]] = {}
        self.seen: Counter[str] = Counter()

    # A game, entry by entry

    def begin(self) -> None:
        """A new game is set up while nothing goes wrong."""
        self.calm()
        self.line.fate, fate = (lambda _method: "pass"), self.line.fate
        sizes = " ".join(str(self.dice.randint(1, 8)) for _ in range(LONGEST))
        self.start(*FOUR, hook=True, hands=sizes)
        self.line.fate = fate
        self.slug = self.page.url.split("/g/")[1].partition("#")[0]
        self.game = self.stored(self.slug)
        self.tricks.clear()

    def step(self) -> None:
        """One entry more, whichever the dice say."""
        hand = self.game.hand
        assert hand is not None
        bid = [seat for seat in hand.order if hand.bids[seat] is not None]
        lot = self.dice.random()
        if lot < 0.08 and self.game.version > 1:
            self.take_back()
        elif lot < 0.16 and bid:
            self.change_bid(self.dice.choice(bid))
        elif self.game.phase == "bids":
            self.next_bid()
        else:
            self.record_hand()

    def next_bid(self) -> None:
        assert self.game.hand is not None
        assert self.game.bidder is not None
        seat = self.game.bidder
        number = self.dice.choice(self.game.legal_bids(seat))
        self.enter(Bid(self.game.hand.number, seat, number), self.bid_key(FOUR[seat], number))
        expect(self.bid_of(FOUR[seat], number)).to_be_visible()

    def change_bid(self, seat: int) -> None:
        """Two taps; a bid that becomes even takes the last one back, here as in the rules."""
        hand = self.game.hand
        assert hand is not None
        choices = [bid for bid in self.game.legal_bids(seat) if bid != hand.bids[seat]]
        if not choices:
            return
        number = self.dice.choice(choices)
        key = self.bid_key(FOUR[seat], number)
        self.until(lambda: self.open_for_change(FOUR[seat], hand.bids[seat], key), f"the keys of {FOUR[seat]}")
        self.enter(Bid(hand.number, seat, number), key)
        expect(self.bid_of(FOUR[seat], number)).to_be_visible()

    def open_for_change(self, name: str, bid: int | None, key: Locator) -> bool:
        if not key.is_visible():
            self.try_to_tap(self.bid_of(name, bid))
        return key.is_visible()

    def record_hand(self) -> None:
        hand = self.game.hand
        assert hand is not None
        if hand.number not in self.tricks:
            takers = [self.dice.randrange(4) for _ in range(hand.size)]
            self.tricks[hand.number] = tuple(takers.count(seat) for seat in range(4))
        tricks = self.tricks[hand.number]
        for seat in hand.order:
            key = self.trick_key(FOUR[seat], tricks[seat])
            self.until(partial(self.can_tap, key), f"the tricks of {FOUR[seat]}")
            if tricks[seat] != hand.bids[seat]:
                self.until(partial(self.chosen, key), f"{FOUR[seat]} took {tricks[seat]}")
        self.enter(Tricks(hand.number, tricks), self.record_button)
        if self.dice.random() < 0.1:
            self.take_back()
        elif self.game.hand is not None:
            self.until(lambda: self.page.locator(f"#page[data-hand='{hand.number + 1}']").is_visible(), "the next hand")

    def chosen(self, key: Locator) -> bool:
        if not key.is_checked():
            self.try_to_tap(key)
        return key.is_checked()

    def take_back(self) -> None:
        """Undo what was entered last, as soon as the page takes it back: what is being undone is not undone again."""
        assert self.game.undoable is not None
        self.enter(Undo(self.game.undoable.number), self.button("Undo"))
        self.until(lambda: self.can_tap(self.page.locator("#page .seats")), "the end of the undo")

    def enter(self, fact: Fact, control: Locator) -> None:
        """Tap until the page has taken the tap: a control that came up under the thumb just now rightly ignores it."""
        before = self.page.evaluate("submitted")
        self.until(lambda: self.taken(control, before), f"a tap for {fact}")
        self.game = self.game.after(Entry(self.game.version + 1, fact, datetime.now(UTC)))

    def taken(self, control: Locator, before: int) -> bool:
        self.try_to_tap(control)
        return bool(self.page.evaluate("submitted") > before)

    def try_to_tap(self, control: Locator) -> None:
        """A tap, unless the control is not there, or asleep, or goes away just now."""
        if not self.can_tap(control):
            return
        self.later(ENOUGH)
        self.page.evaluate(LISTEN)
        with suppress(Error):
            control.tap(timeout=QUICK)
            self.page.wait_for_function("tapped", timeout=QUICK)

    def can_tap(self, control: Locator) -> bool:
        return control.is_visible() and bool(control.evaluate(AWAKE))

    # What goes wrong

    def trouble(self) -> None:
        """Something, or nothing."""
        happens = self.dice.choices(
            [
                self.nothing,
                self.kill,
                self.kill_for_long,
                self.lose_the_line,
                self.find_the_line,
                self.cut,
                self.reload,
                self.reopen,
            ],
            [60, 3, 3, 6, 10, 6, 4, 4],
        )[0]
        happens()
        self.seen[happens.__name__] += 1
        self.agree()

    def nothing(self) -> None:
        pass

    def kill(self) -> None:
        self.server.kill()
        self.server.start()

    def kill_for_long(self) -> None:
        self.server.kill()

    def lose_the_line(self) -> None:
        self.phone.set_offline(True)

    def find_the_line(self) -> None:
        self.phone.set_offline(False)
        self.server.start()

    def cut(self) -> None:
        self.line.cut()

    def reload(self) -> None:
        self.arrive()

    def reopen(self) -> None:
        """The tab is closed and opened again."""
        self.page.close()
        self.page = self.phone.new_page()
        self.arrive()

    def arrive(self) -> None:
        """The game's page is there at last."""
        self.calm()
        self.until(self.arrived, "the page of the game")

    def arrived(self) -> bool:
        with suppress(Error):
            self.page.goto(f"/g/{self.slug}")
            return bool(self.page.evaluate("typeof outbox === 'object' && document.querySelector('#page.table') !== null"))
        return False

    def calm(self) -> None:
        """Whatever is down is up again; the line is as bad as ever."""
        self.phone.set_offline(False)
        self.server.ready()

    # What must be true

    def until(self, there: Callable[[], bool], what: str) -> None:
        """Wait for it. The phone's clock goes quicker meanwhile, so that it tries again soon; if need be the line comes back."""
        began = time.monotonic()
        while not there():
            waited = time.monotonic() - began
            assert waited < PATIENCE, f"{what} did not come. {self.account()}"
            if waited > SOON:
                self.calm()
            self.later(ENOUGH)

    def account(self) -> str:
        """What was tapped last, what is stored, what waits, and what the page shows."""
        facts = [[str(entry.fact) for entry in game.entries[-8:]] for game in (self.game, self.stored(self.slug))]
        waiting = self.page.evaluate("outbox.entries().map(({ key, body }) => [key, ...Object.values(body).slice(1)].join(' '))")
        lists = [
            ("Tapped", facts[0]),
            ("Stored", facts[1]),
            ("Waiting", waiting),
            ("Shown", [self.page.locator("#page").inner_text()]),
        ]
        return "\n".join(f"{name}: " + "\n  ".join(lines) for name, lines in lists)

    @property
    def waiting(self) -> int:
        return int(self.page.evaluate("outbox.entries().length"))

    def agree(self) -> None:
        """What is stored is what was tapped, from the first entry to at least the last one that the phone no longer keeps."""
        acknowledged = self.game.version - self.waiting
        stored = [entry.fact for entry in self.stored(self.slug).entries]
        tapped = [entry.fact for entry in self.game.entries]
        assert stored == tapped[: len(stored)]
        assert len(stored) >= acknowledged

    def settle(self) -> None:
        """Nothing waits any longer, and everything is there."""
        self.calm()
        self.until(lambda: self.waiting == 0, "the last answer")
        stored = self.stored(self.slug)
        assert [entry.fact for entry in stored.entries] == [entry.fact for entry in self.game.entries]
        assert len({entry.key for entry in stored.entries}) == stored.version
        expect(self.page.get_by_role("list", name="Not entered").get_by_role("listitem")).to_have_count(0)


@pytest.fixture
def server(data: Path) -> Iterator[Server]:
    """A server of its own, on an empty database."""
    server = Server(data)
    server.ready()
    yield server
    server.kill()


@pytest.fixture
def stored(server: Server) -> Iterator[Stored]:
    """Answers a game as the server's database has it now."""
    app: Flask = create_app({"SCOREKEEPER_DATA": str(server.data)})
    with app.app_context():
        yield lambda slug: games.load(slug).game
        db.engine.dispose()


def test_what_was_acknowledged_is_there_once_and_in_order(
    server: Server, stored: Stored, new_context: Phones, complaints: Complaints
):
    print(f"SEED={SEED} ENTRIES={ENTRIES}")
    complaints.expect(*NOISE)
    dice, fates = random.Random(SEED), random.Random(SEED + 1)

    def fate(method: str) -> str:
        return fates.choice(TROUBLE) if fates.random() < (0.4 if method == "POST" else 0.2) else "pass"

    entries, began = 0, time.monotonic()
    with Line(server.port, fate) as line:
        phone = new_context(base_url=line.address)
        phone.add_init_script(COUNT)
        table = Chaos(phone, server, line, stored, dice)
        while entries < ENTRIES:
            table.begin()
            while entries + table.game.version - 1 < ENTRIES and not table.game.finished:
                table.step()
                table.trouble()
            table.settle()
            entries += table.game.version - 1
        table.page.close()
    assert server.faults == []
    print(f"{entries} entries in {time.monotonic() - began:.0f} s; killed {server.kills} times; {dict(table.seen)}; {line.fates}")
