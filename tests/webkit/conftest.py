"""The same pages in WebKit, the engine of every browser on an iPhone: WebKitGTK's own small browser on a screen that nobody sees.

Where the driver, the screen or the library is not installed these tests are skipped, with the reason. Everything between the phone
and the server goes by a `Line` that can lose it. A script that fails, or a breach of the content security policy, fails the test.
"""

import importlib.util
import os
import shutil
import subprocess
import threading
from collections.abc import Generator, Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from werkzeug.serving import make_server

from tests.browser.chaos import Line
from tests.browser.conftest import Door
from tests.browser.prepared import Cupboard

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

    from tests.webkit.phone import Phone

HERE = Path(__file__).parent
PLAIN = {
    "GDK_BACKEND": "x11",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "NO_AT_BRIDGE": "1",  # nobody reads the screen aloud
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
}


def missing() -> str:
    """Why there is no WebKit to test in; empty if there is one."""
    if importlib.util.find_spec("selenium") is None:
        return "selenium is not installed (dependency group 'browser')"
    if shutil.which("WebKitWebDriver") is None:
        return "WebKit's driver not found: nothing was tried in WebKit (Debian: apt install webkit2gtk-driver)"
    if shutil.which("Xvfb") is None:
        return "no screen to show WebKit on: nothing was tried in it (Debian: apt install xvfb)"
    return ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = missing()
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)
            if reason:
                item.add_marker(pytest.mark.skip(reason=reason))


LISTEN = b"""for (const kind of ["error", "unhandledrejection", "securitypolicyviolation"]) {
  addEventListener(kind, (event) => {
    const words = `${kind}: ${event.message ?? event.reason ?? `${event.violatedDirective} ${event.blockedURI}`}`;
    fetch("/complaint", { method: "POST", body: words, keepalive: true });
  });
}"""


class ListeningDoor(Door):
    """Hears what a page breaks. The driver does not tell what stands in WebKit's console, so every page reports here by itself."""

    def __init__(self) -> None:
        self.complaints: list[str] = []

    def __call__(self, environ: Any, start_response: Any) -> Any:
        if environ["PATH_INFO"] == "/complaint":
            self.complaints.append(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])).decode())
        if environ["PATH_INFO"] in {"/complaint", "/listen.js"}:
            start_response("200 OK", [("Content-Type", "text/javascript")])
            return [LISTEN]
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        return (
            part.replace(b"<head>", b'<head><script src="/listen.js"></script>', 1) for part in self._parts(environ, start_response)
        )

    def _parts(self, environ: Any, start_response: Any) -> Iterator[bytes]:
        def longer(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            return start_response(status, [pair for pair in headers if pair[0].lower() != "content-length"], *rest)

        answer = super().__call__(environ, longer)
        with closing(answer) if hasattr(answer, "close") else nullcontext():
            yield from answer


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """A screen in memory: the first that is free."""
    receives, tells = os.pipe()
    command = ["Xvfb", "-displayfd", str(tells), "-screen", "0", "800x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[tells], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        os.close(tells)
        with os.fdopen(receives) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
        run.terminate()


@pytest.fixture(scope="session")
def driver(screen: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator["WebDriver"]:
    """One browser for all tests: a window as small as its own bar allows. It keeps nothing in anybody's home."""
    from selenium import webdriver
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    from tests.webkit.phone import PATIENCE, SIZE

    folder = str(tmp_path_factory.mktemp("webkit"))
    homes = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), folder)
    service = Service(shutil.which("WebKitWebDriver"), env={**os.environ, **PLAIN, **homes, "DISPLAY": screen})
    driver = webdriver.WebKitGTK(options=Options(), service=service)
    driver.set_page_load_timeout(PATIENCE)
    driver.set_script_timeout(PATIENCE)
    driver.set_window_rect(**SIZE)
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def session_line() -> Iterator[tuple[Line, ListeningDoor]]:
    """The one address of all tests, and what stands behind it. Several threads serve it."""
    door = ListeningDoor()
    server = make_server("127.0.0.1", 0, door, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    with Line(server.server_port) as line:
        yield line, door
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def line(session_line: tuple[Line, ListeningDoor], app: Flask) -> Iterator[Line]:
    """The line to this test's application; it loses nothing until it is told to."""
    line, door = session_line
    line.fate = lambda _method: "pass"
    line.fates.clear()
    door.app = app
    door.complaints.clear()
    yield line
    door.app = None
    assert door.complaints == []


@pytest.fixture
def cupboard(app: Flask) -> Cupboard:
    """Where games stand that were played as far as a test needs them."""
    return Cupboard(app)


@pytest.fixture
def phone(driver: "WebDriver", line: Line, cupboard: Cupboard) -> Iterator["Phone"]:
    """The phone that keeps score of all games in the cupboard, and remembers nothing else."""
    from tests.webkit.phone import Phone

    phone = Phone(driver, line).goto(Door.EMPTY)
    cookie = cupboard.cookie(line.address)
    driver.add_cookie({"name": cookie["name"], "value": cookie["value"]})
    yield phone
    line.fate = lambda _method: "pass"
    phone.close_all_but_one()
    phone.goto(Door.EMPTY)
    phone.script("localStorage.clear(); sessionStorage.clear();")  # what waits is not sent to the next test's server
    driver.delete_all_cookies()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails tells what its page showed."""
    report = yield
    phone = getattr(item, "funcargs", {}).get("phone")
    if report.when == "call" and report.failed and phone is not None:
        report.sections.append(("What the page showed", phone.seen()))
    return report
