"""A real browser at a phone's size, in front of a real server. Without a browser these tests are skipped, with the reason.

Every page is listened to: an error in its console or a breach of the content security policy fails the test, see `complaints`.
"""

import importlib.util
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from werkzeug.serving import make_server

from tests.browser.prepared import Cupboard

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Page

Phones = Callable[..., "BrowserContext"]

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
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)
            if reason:
                item.add_marker(pytest.mark.skip(reason=reason))


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


@pytest.fixture
def live_server(app: Flask) -> Iterator[str]:
    """The address of `app`, served by several threads."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))  # looks that often whether to stop
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


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
        context.on("weberror", lambda error: self.heard.append(str(error.error)))
        context.add_init_script(self.LISTEN)

    def _hear(self, message: "ConsoleMessage") -> None:
        if message.type in {"error", "warning"}:
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


@pytest.fixture
def new_context(new_context: Any, live_server: str, complaints: Complaints) -> Phones:
    """Another phone. Its clock can be turned on, so that nobody waits; addresses are those of the live server."""

    def another(*, scripts: bool = True, **kwargs: Any) -> "BrowserContext":
        context: BrowserContext = new_context(base_url=live_server, java_script_enabled=scripts, **kwargs)
        context.set_default_timeout(5_000)
        complaints.listen(context)
        if scripts:
            context.clock.install()
        return context

    return another


@pytest.fixture
def cupboard(app: Flask) -> Cupboard:
    """Where games stand that were played as far as a test needs them."""
    return Cupboard(app)


@pytest.fixture
def scorekeeper(context: "BrowserContext", cupboard: Cupboard, live_server: str) -> "Page":
    """A page on the phone that keeps score of all games in the cupboard."""
    context.add_cookies([cupboard.cookie(live_server)])
    return context.new_page()


@pytest.fixture(scope="session")
def axe() -> Callable[[Any], None]:
    """Run axe on a page and fail with its own words."""
    from axe_playwright_python.sync_playwright import Axe

    runner = Axe()

    def check(page: Any) -> None:
        results = runner.run(page)
        assert results.violations_count == 0, results.generate_report()

    return check
