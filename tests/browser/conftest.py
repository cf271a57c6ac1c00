"""A real browser at a phone's size, in front of a real server. Without a browser these tests are skipped, with the reason.

Every page is listened to: an error in its console or a breach of the content security policy fails the test, see `complaints`.
"""

import importlib.util
import os
import shutil
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from werkzeug.serving import make_server

from tests.browser.prepared import Cupboard

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError

Phones = Callable[..., "BrowserContext"]
PATIENCE = 30_000  # milliseconds: what is waited for comes, however busy the machine is

HERE = Path(__file__).parent
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",  # tests run as root in containers
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_browser() -> str | None:
    """`SCOREKEEPER_BROWSER` if set, else the first Chromium or Chrome on the path."""
    wanted = os.environ.get("SCOREKEEPER_BROWSER")
    return shutil.which(wanted) if wanted else next(filter(None, map(shutil.which, NAMES)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = ""
    if importlib.util.find_spec("pytest_playwright") is None:
        reason = "pytest-playwright is not installed (dependency group 'browser')"
    elif find_browser() is None:
        reason = "no browser found: install chromium, or name one in SCOREKEEPER_BROWSER"
    else:
        from playwright.sync_api import expect

        expect.set_options(timeout=PATIENCE)
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)
            if reason:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails tells what its page showed."""
    report = yield
    page = getattr(item, "funcargs", {}).get("page") or getattr(item, "funcargs", {}).get("scorekeeper")
    if report.when == "call" and report.failed and page is not None:
        with suppress(Exception):  # a page that is closed shows nothing
            report.sections.append(("What the page showed", f"{page.url}\n{page.locator('body').inner_text()}"))
            report.sections.append(("What the page felt", "\n".join(page.evaluate("touches"))))
    return report


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": find_browser(), "args": ARGUMENTS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A small phone, held upright."""
    return {
        **browser_context_args,
        "viewport": {"width": 360, "height": 640},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
        "reduced_motion": "reduce",
        "locale": "en-GB",
    }


class Door:
    """The one address of all tests, so that the browser need not learn everything anew; behind it stands the test's application.

    Between two tests an empty page is shown. Its header lets the browser keep the process that shows our pages.
    """

    EMPTY = "/nothing-here-yet"
    HEADERS = (("Content-Type", "text/html"), ("Cross-Origin-Opener-Policy", "same-origin"))

    address = ""
    app: Flask | None = None

    def __call__(self, environ: Any, start_response: Any) -> Any:
        if self.app is not None and environ["PATH_INFO"] != self.EMPTY:
            return self.app(environ, start_response)
        start_response("200 OK", list(self.HEADERS))
        return [b"<!doctype html><title>Empty</title><link rel=icon href=data:,>"]


@pytest.fixture(scope="session")
def door() -> Iterator[Door]:
    """Served by several threads."""
    door = Door()
    server = make_server("127.0.0.1", 0, door, threaded=True)
    door.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield door
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def live_server(app: Flask, door: Door) -> Iterator[str]:
    """The address at which `app` is served."""
    door.app = app
    yield door.address
    door.app = None


class Complaints:
    """What the browser complained about in any page of a test. `expect` names what a test provokes on purpose."""

    LISTEN = """addEventListener("securitypolicyviolation", (event) =>
        console.error(`security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));"""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._expected: list[str] = []

    def listen(self, context: "BrowserContext") -> None:
        """Hear every page of this context."""
        context.on("console", self._hear)
        context.on("weberror", self._hear_error)

    def stop(self, context: "BrowserContext") -> None:
        """Hear it no longer."""
        context.remove_listener("console", self._hear)
        context.remove_listener("weberror", self._hear_error)

    def _hear_error(self, error: "WebError") -> None:
        self.heard.append(str(error.error))

    def _hear(self, message: "ConsoleMessage") -> None:
        blocked = (
            "Service Worker registration blocked" in message.text
        )  # it would answer in the place of what a test does to the line
        if message.type in {"error", "warning"} and not blocked:
            self.heard.append(f"{message.text} ({message.location.get('url', '')})")

    def expect(self, *words: str) -> None:
        """These words are part of complaints that belong to the test, such as an answer 422."""
        self._expected += words

    @property
    def unexpected(self) -> list[str]:
        """The complaints nobody expected."""
        return [text for text in self.heard if not any(words in text for words in self._expected)]


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    heard = Complaints()
    yield heard
    assert heard.unexpected == []


TOUCHES = """globalThis.touches = [];
for (const name of ["touchstart", "touchend", "touchcancel", "pointercancel", "contextmenu", "click", "submit"]) {
  const note = (when) => (event) => {
    const { target } = event, label = target.ariaLabel || target.id || target.localName;
    touches.push(`${Math.round(event.timeStamp)} ${name}${when} ${label}${target.disabled ? " disabled" : ""}`);
    touches.splice(0, touches.length - 40);
  };
  addEventListener(name, note(""), true);
  if (name === "click") addEventListener(name, note(" taken"));
}"""


def make_ready(context: "BrowserContext", *, scripts: bool = True) -> "BrowserContext":
    """The phone's clock can be turned on, so that nobody waits, and what its pages break is heard."""
    context.set_default_timeout(PATIENCE)
    context.add_init_script(Complaints.LISTEN)
    context.add_init_script(TOUCHES)
    if scripts:
        context.clock.install()
    return context


@pytest.fixture
def new_context(new_context: Any, live_server: str, complaints: Complaints) -> Phones:
    """Another phone."""

    def another(*, scripts: bool = True, **kwargs: Any) -> "BrowserContext":
        options = {"base_url": live_server, "java_script_enabled": scripts, "service_workers": "block", **kwargs}
        context = make_ready(new_context(**options), scripts=scripts)
        complaints.listen(context)
        return context

    return another


@pytest.fixture(scope="session")
def same_phone(browser: "Browser", browser_context_args: dict[str, Any], door: Door) -> Iterator["BrowserContext"]:
    """The phone of all tests that need only one: a new one would cost each of them half a second."""
    context = make_ready(browser.new_context(**{**browser_context_args, "base_url": door.address, "service_workers": "block"}))
    context.new_page()
    yield context
    context.close()


@pytest.fixture
def context(
    same_phone: "BrowserContext", live_server: str, complaints: Complaints, browser_context_args: dict[str, Any]
) -> Iterator["BrowserContext"]:
    """That phone, remembering nothing."""
    same_phone.clear_cookies()
    complaints.listen(same_phone)
    yield same_phone
    for page in same_phone.pages[1:]:
        page.close()
    page = same_phone.pages[0] if same_phone.pages else same_phone.new_page()
    page.unroute_all()
    same_phone.set_offline(False)
    page.emulate_media(media="null", color_scheme="null")
    page.set_viewport_size(browser_context_args["viewport"])
    page.goto(Door.EMPTY)
    page.evaluate("() => window.localStorage.clear()")  # what a test left in the outbox is not sent to the next test's server
    complaints.stop(same_phone)


@pytest.fixture
def page(context: "BrowserContext") -> "Page":
    """An empty page on it, a second after whatever was tapped before."""
    page = context.pages[0]
    page.clock.fast_forward(1_000)
    return page


@pytest.fixture
def cupboard(app: Flask) -> Cupboard:
    """Where games stand that were played as far as a test needs them."""
    return Cupboard(app)


@pytest.fixture
def scorekeeper(page: "Page", cupboard: Cupboard, live_server: str) -> "Page":
    """A page on the phone that keeps score of all games in the cupboard."""
    page.context.add_cookies([cupboard.cookie(live_server)])
    return page


@pytest.fixture(scope="session")
def axe() -> Callable[..., None]:
    """Run axe on a page, or only some of its rules, and fail with its own words."""
    from axe_playwright_python.base import AXE_SCRIPT, AxeResults

    def check(page: Any, *rules: str) -> None:
        if page.evaluate("() => typeof axe === 'undefined'"):
            page.evaluate(AXE_SCRIPT)
        options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
        results = AxeResults(page.evaluate("(options) => axe.run(options)", options))
        assert results.violations_count == 0, results.generate_report()

    return check
