"""The table page on a phone that never saw it, over slow mobile data: what is fetched, and when it can be tapped."""

import importlib.util
import os
import shutil
from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from bench.figures import Figure
from bench.house import House, furnished
from bench.served import Server, scorekeeper
from bench.start import play

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LOADS = 5
SIZES = range(1, 13)
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 1.6e6 / 8}
SLOWER = 4  # the processor of a cheap phone
READY = "() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"  # deferred scripts have run by then


def figures() -> Iterator[Figure]:
    """Game of four in hand 5, seen by who keeps score."""
    with furnished() as house:
        slug = house.start(SIZES, played=4)
        with scorekeeper(house.data) as server:
            server.first_answer()
            yield from _first(house, server, slug)
            yield Figure(
                "largest answer to a tap, compressed, with its head", max(play(house, server, slug, hand=5)), "bytes", 4000
            )


def _first(house: House, server: Server, slug: str) -> Iterator[Figure]:
    browser = _found()
    if not browser or importlib.util.find_spec("playwright") is None:
        print("Left out: the first load of the table. It needs playwright and a Chromium (or SCOREKEEPER_BROWSER=/path/to/one).")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        loads = [_load(chromium, house, f"http://127.0.0.1:{server.port}/g/{slug}") for _ in range(LOADS)]
        chromium.close()
    fetched, _ = loads[-1]
    for path, size in fetched:
        print(f"{size:8,} bytes  {path.replace(slug, '…')}")
    yield Figure("first load of the table, compressed, with heads", sum(size for _, size in fetched), "bytes", 30_000)
    yield Figure("requests of the first load", len(fetched), "", 6)
    yield Figure("ready to be tapped at 1.6 Mbit/s, 150 ms, CPU ÷ 4", median(ready for _, ready in loads), "ms", 700)


def _found() -> str | None:
    wanted = os.environ.get("SCOREKEEPER_BROWSER")
    return shutil.which(wanted) if wanted else next(filter(None, map(shutil.which, BROWSERS)), None)


def _load(chromium: "Browser", house: House, url: str) -> tuple[list[tuple[str, int]], float]:
    """Each file with its bytes on the line, and the milliseconds until the page can be tapped."""
    context = chromium.new_context(
        viewport={"width": 360, "height": 640},
        is_mobile=True,
        has_touch=True,
        service_workers="block",  # on the local network there is none: it needs an encrypted line
    )
    context.add_cookies([{"name": house.app.config["SESSION_COOKIE_NAME"], "value": house.cookie(), "url": url}])
    page = context.new_page()
    sizes = _listen(page)
    page.goto(url, wait_until="networkidle")
    ready = float(page.evaluate(READY))
    context.close()
    return [(path, size) for path, size in sizes.values() if size], ready


def _listen(page: "Page") -> dict[str, tuple[str, int]]:
    """Slow this page down, and note path and bytes of what it fetches, by request."""
    fetched: dict[str, tuple[str, int]] = {}
    line = page.context.new_cdp_session(page)

    def sent(event: dict[str, Any]) -> None:
        parts = urlsplit(event["request"]["url"])
        if parts.scheme == "http" and event["type"] != "Fetch":  # polls come later
            fetched[event["requestId"]] = parts.path, 0

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] in fetched:
            path, _ = fetched[event["requestId"]]
            fetched[event["requestId"]] = path, int(event["encodedDataLength"])

    line.on("Network.requestWillBeSent", sent)
    line.on("Network.loadingFinished", finished)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return fetched
