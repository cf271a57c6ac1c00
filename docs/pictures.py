"""Makes the README's pictures: a game is played at a phone's size, and the table and the sheet are photographed."""

import logging
import re
import shutil
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from werkzeug.serving import make_server

from scorekeeper import create_app
from scorekeeper.storage.schema import migrate

HERE = Path(__file__).parent / "pictures"
PLAYERS = ("Ana", "Bo", "Cy", "Dee")
# Bids and tricks in seat order, hand by hand; the last hand is left at the tricks.
HANDS = (
    ((0, 1, 0, 1), (0, 1, 0, 0)),
    ((1, 0, 0, 0), (1, 1, 0, 0)),
    ((1, 0, 2, 1), (1, 0, 1, 1)),
    ((0, 2, 1, 0), (0, 3, 1, 0)),
    ((1, 2, 1, 0), (0, 2, 1, 2)),
)


def tap(page: Page, role: str, name: str | re.Pattern[str]) -> None:
    """Tap as soon as the control takes taps."""
    page.wait_for_timeout(500)
    page.get_by_role(role, name=name, exact=isinstance(name, str)).tap()  # type: ignore[arg-type]  # a role is a plain text here


def play(page: Page, address: str) -> None:
    """Five hands, photographed before the fifth is recorded and on the sheet after it."""
    page.goto(f"{address}/new")
    for seat, name in enumerate(PLAYERS, start=1):
        page.get_by_role("textbox", name=f"Player {seat}", exact=True).fill(name)
    tap(page, "checkbox", "The hook")
    tap(page, "button", "Start game")
    for number, (bids, tricks) in enumerate(HANDS):
        for turn in range(1, 5):
            seat = (number + turn) % 4
            tap(page, "button", f"{PLAYERS[seat]} bids {bids[seat]}")
        page.get_by_role("button", name=re.compile("^Record")).wait_for()
        for seat, name in enumerate(PLAYERS):
            if bids[seat] != tricks[seat]:
                tap(page, "radio", f"{name} took {tricks[seat]}")
        if number == len(HANDS) - 1:
            page.wait_for_timeout(500)
            page.screenshot(path=HERE / "table.png")
        tap(page, "button", re.compile("^Record"))
    tap(page, "link", "Score sheet")
    page.get_by_role("heading", name="Score sheet").wait_for()
    page.screenshot(path=HERE / "sheet.png")


def main() -> None:
    """Serve a fresh data folder to a phone-sized browser."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    browser_path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with tempfile.TemporaryDirectory() as data:
        app = create_app({"SCOREKEEPER_DATA": data})
        migrate(app.config["SQLALCHEMY_DATABASE_URI"])
        server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
            phone = browser.new_context(
                viewport={"width": 360, "height": 640}, device_scale_factor=2, has_touch=True, is_mobile=True
            )
            play(phone.new_page(), f"http://127.0.0.1:{server.server_port}")
            browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
