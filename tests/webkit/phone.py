"""The pages in players' words, in WebKit: what a finger does, and what is then to be seen.

Nobody sleeps. What is to be seen is waited for, at most `PATIENCE`. The clock by which a page ignores a tap that comes too soon is
turned on, see `tap`; and what the program does by a timer it does as well when the phone wakes, see `wake`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Self, TypeVar

import pytest

pytest.importorskip("selenium", reason="selenium is not installed (dependency group 'browser')")

from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.browser.chaos import Line

__all__ = ["HandPage", "Home", "Keys", "NewGame", "Phone", "Sheet", "Table", "WebElement"]

PATIENCE = 60  # seconds, on a busy machine
POLL = 0.04
SIZE = {"width": 360, "height": 700}  # the browser's own bar makes it 447 wide
ENOUGH = 500  # ms after which every control takes a tap
Bids = Mapping[str, int]
T = TypeVar("T")

BUTTON, LINK, RADIO, FOLD, GROUP = "button", "a[href]", "input[type=radio]", "summary", "[role=group]"
TEXT, CHOICE = "input:not([type=radio], [type=hidden], [type=checkbox])", "select"

# A control is called by its label for those who cannot see it, by its visible label, or by what stands on it.
NAMED = """
const [selector, name, beginning] = arguments;
const plain = (text) => text.replace(/[\\u2066-\\u2069]/g, "").replace(/\\s+/g, " ").trim();
const nameOf = (one) => plain(one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent);
return [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  .filter((one) => (beginning ? nameOf(one).startsWith(name) : nameOf(one) === name));
"""
READ = """return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility())
  .map((one) => one.innerText.replace(/[\\u2066-\\u2069]/g, "").replace(/\\s+/g, " ").trim());"""
DRAWN = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));"
LATER = "const now = performance.now.bind(performance), by = arguments[0]; performance.now = () => now() + by;"
MIDDLE = "const box = arguments[0].getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2];"
WAKE = "for (const wake of ['online', 'focus']) dispatchEvent(new Event(wake));"


class Phone:
    """A window held in one hand, and the line from it."""

    def __init__(self, driver: WebDriver, line: Line) -> None:
        self.driver = driver
        self.line = line

    # What there is to see

    def script(self, text: str, *arguments: Any) -> Any:
        return self.driver.execute_script(text, *arguments)

    def until(self, condition: Callable[[], T], what: str = "it did not come to that") -> T:
        """Wait until it is so."""
        wait = WebDriverWait(self.driver, PATIENCE, POLL, [StaleElementReferenceException])
        return wait.until(lambda _: condition(), what)

    def all(self, kind: str, name: str, *, beginning: bool = False) -> list[WebElement]:
        """The visible controls of that kind and name."""
        found: list[WebElement] = self.script(NAMED, kind, name, beginning)
        return found

    def one(self, kind: str, name: str, *, beginning: bool = False) -> WebElement:
        """That control, as soon as it is there."""
        return self.until(lambda: self.all(kind, name, beginning=beginning), f"no {kind} {name!r}")[0]

    def read(self, selector: str) -> list[str]:
        """The text of everything visible that is selected."""
        texts: list[str] = self.script(READ, selector)
        return texts

    def sees(self, words: str, where: str = "h1") -> Self:
        """These words are there."""
        self.until(lambda: any(words in text for text in self.read(where)), f"{words!r} is not in {where}")
        return self

    def told(self, words: str) -> Self:
        """The line at the top says it."""
        return self.sees(words, "#status, [data-notice]")

    @property
    def alerts(self) -> list[str]:
        return self.read("[role=alert]")

    def seen(self) -> str:
        """All that the window shows."""
        with suppress(WebDriverException):
            return f"{self.driver.current_url}\n{self.script('return document.body.innerText')}"
        return "nothing"

    @property
    def is_whole(self) -> bool:
        """A page with its heading and its styles, not a bare fragment."""
        width = "return document.querySelector('h1') && getComputedStyle(document.querySelector('main')).maxWidth"
        return bool(self.script(width) == "576px")

    @property
    def focused(self) -> WebElement:
        return self.driver.switch_to.active_element

    # What a person does

    def goto(self, path: str) -> Self:
        self.driver.get(path if ":" in path else self.line.address + path)
        return self

    def drawn(self) -> Self:
        """The screen shows what is so by now."""
        self.driver.execute_async_script(DRAWN)
        return self

    def tap(self, control: WebElement) -> None:
        """A deliberate tap, some time after the control has come up: sooner, it would rightly be ignored."""
        self.drawn()
        self.script(LATER, ENOUGH)
        self.touch(control)

    def touch(self, control: WebElement) -> None:
        """A tap at once. A number to choose is covered by the key that shows it."""
        self.script("return arguments[0].closest('label.key') ?? arguments[0]", control).click()

    def touch_there(self, control: WebElement) -> None:
        """A tap at the place of a control, whether it takes one or not."""
        self.script("arguments[0].scrollIntoView({block: 'center'})", control)
        self.touch_at(self.middle(control))

    def touch_at(self, spot: tuple[float, float]) -> None:
        actions = ActionBuilder(self.driver, duration=0)
        actions.pointer_action.move_to_location(*map(round, spot)).click()
        actions.perform()

    def middle(self, control: WebElement) -> tuple[float, float]:
        """Where it is on the screen."""
        x, y = self.script(MIDDLE, control)
        return x, y

    def double_tap(self, control: WebElement) -> None:
        """Two taps at one place, as quick as they can be."""
        self.drawn()
        self.script(LATER, ENOUGH)
        self.script("arguments[0].scrollIntoView({block: 'center'})", control)
        ActionChains(self.driver, duration=0).move_to_element(control).click().click().perform()

    def press(self, control: WebElement) -> None:
        """A finger comes down and stays."""
        self.drawn()
        self.script(LATER, ENOUGH)
        key = self.script("return arguments[0].closest('label.key') ?? arguments[0]", control)
        ActionChains(self.driver, duration=0).click_and_hold(key).perform()

    def release(self) -> None:
        ActionChains(self.driver, duration=0).release().perform()

    def keys(self, *keys: str) -> None:
        """On the keyboard, wherever the focus is."""
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def back(self) -> Self:
        self.driver.back()
        return self

    def forward(self) -> Self:
        self.driver.forward()
        return self

    def reload(self) -> Self:
        self.driver.refresh()
        return self

    def wake(self) -> None:
        """The phone is taken up again: what waits is sent, and what is new is asked for."""
        self.until(lambda: not self.script("return outbox.busy()"), "an entry is still on its way")
        self.script(WAKE)

    @property
    def resumed(self) -> bool:
        """Whether the page was not loaded, but taken up again as it was left: a mark made by `mark` is still there."""
        return bool(self.script("return window.marked === true"))

    def mark(self) -> None:
        self.script("window.marked = true")

    # Windows

    @property
    def window(self) -> str:
        return self.driver.current_window_handle

    def new_window(self) -> str:
        """Another one; it is what is looked at from now on."""
        self.driver.switch_to.new_window("window")
        self.driver.set_window_rect(**SIZE)
        return self.window

    def look_at(self, window: str) -> None:
        self.driver.switch_to.window(window)

    def closes_and_opens(self) -> Self:
        """The window is closed; the program is opened anew, in another."""
        old, new = self.window, self.new_window()
        self.look_at(old)
        self.driver.close()
        self.look_at(new)
        return self

    def close_all_but_one(self) -> None:
        *others, last = self.driver.window_handles
        for window in others:
            self.look_at(window)
            self.driver.close()
        self.look_at(last)

    # The line

    @contextmanager
    def on_a_line(self, post: str, get: str = "pass") -> Iterator[None]:
        """What becomes of what is sent, and of what is asked for; then the line is as it should be."""
        self.line.fate = lambda method: post if method == "POST" else get
        yield
        self.line.fate = lambda _method: "pass"

    def without_a_line(self) -> Any:
        """Nothing arrives."""
        return self.on_a_line("lost", "lost")

    @property
    def waiting(self) -> int:
        """How many entries wait on this phone."""
        number: int = self.script("return outbox.entries().length")
        return number

    def nothing_waits(self) -> Self:
        """Everything was answered, and the page is as the server sent it."""
        self.until(
            lambda: self.script("return outbox.entries().length === 0 && !document.querySelector('#page.unsaved')"),
            "it still waits",
        )
        return self


class Home(Phone):
    """The games of this phone."""

    def open(self) -> Self:
        return self.goto("/").sees("Scorekeeper")

    @property
    def running(self) -> list[WebElement]:
        return self.all(LINK, "Continue", beginning=True)


class NewGame(Phone):
    """Who sits where."""

    def open(self) -> Self:
        return self.goto("/new").sees("New game")

    def line_of(self, number: int) -> WebElement:
        return self.one(TEXT, f"Player {number}")

    @property
    def names(self) -> list[str]:
        """The names in the lines that are there."""
        names: list[str] = self.script(
            "return [...document.querySelectorAll('#players input')].filter((one) => one.checkVisibility()).map((one) => one.value)"
        )
        return names

    def type(self, *names: str) -> Self:
        """Names, each in the next line; the return key moves on and makes room."""
        self.tap(self.line_of(1))
        for place, name in enumerate(names):
            self.keys(*([Keys.ENTER] if place else []), name)
        return self


class Table(Phone):
    """The hand being played."""

    def open(self, slug: str) -> Self:
        return self.goto(f"/g/{slug}").sees("Hand")

    def plays_hand(self, number: int) -> Self:
        return self.sees(f"Hand {number} of")

    def bid_key(self, name: str, number: int) -> WebElement:
        return self.one(BUTTON, f"{name} bids {number}")

    def bid(self, name: str, number: int) -> Self:
        """A tap that waits for no answer: the bid stands there at once."""
        self.tap(self.bid_key(name, number))
        return self.stands(name, number)

    def bids(self, bids: Bids) -> Self:
        for name, number in bids.items():
            self.bid(name, number)
        return self

    def stands(self, name: str, number: int) -> Self:
        """That player has bid that."""
        self.one(LINK, f"Change {name}'s bid of {number}")
        return self

    def is_asked(self, name: str) -> Self:
        """The keys of the player who is to bid."""
        self.one(GROUP, f"{name} bids")
        return self

    def trick_key(self, name: str, number: int) -> WebElement:
        return self.one(RADIO, f"{name} took {number}")

    def took(self, name: str, number: int) -> Self:
        self.tap(self.trick_key(name, number))
        assert self.trick_key(name, number).is_selected()
        return self

    @property
    def record_button(self) -> WebElement:
        return self.one(BUTTON, "Record", beginning=True)

    def undo(self) -> Self:
        self.tap(self.one(BUTTON, "Undo"))
        return self


class Sheet(Phone):
    """The score sheet."""

    def open(self, slug: str) -> Self:
        return self.goto(f"/g/{slug}/sheet").sees("Score sheet")


class HandPage(Phone):
    """What happens at a table besides bids and tricks."""

    def open(self, slug: str) -> Self:
        return self.goto(f"/g/{slug}/hand").sees("Besides bids and tricks")

    def unfold(self, what: str) -> Self:
        self.tap(self.one(FOLD, what))
        return self

    def choose(self, what: str, choice: str) -> Self:
        Select(self.one(CHOICE, what)).select_by_visible_text(choice)
        return self

    def fill(self, field: str, text: str) -> Self:
        self.one(TEXT, field).send_keys(text)
        return self
