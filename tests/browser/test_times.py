"""Days and times are those of whoever reads, wherever the server stands."""

import json
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from scorekeeper.ledger.entries import Bid, Start
from scorekeeper.storage import games
from tests.browser.at_the_table import Home, Page, Sheet, Table, expect
from tests.browser.conftest import Phones
from tests.browser.prepared import DEVICE, FOUR, Cupboard, rules

LATE = "2026-10-16T23:30"
HOUR_TWICE = "2026-11-01T01:30"  # half an hour before the clocks go back


def played(cupboard: Cupboard, begun: datetime) -> str:
    """A game on a server whose clock shows UTC, with a bid 70 minutes after the start."""
    begun = begun.astimezone(UTC)
    start = Start(rules([2, 2]).to_data(), FOUR, started=begun.isoformat(timespec="seconds"))
    with cupboard.app.app_context():
        slug = games.start(start, key="", device=DEVICE, at=begun)
        with games.writing(slug) as stored:
            games.append(stored, Bid(1, 1, 0), key="", at=begun + timedelta(minutes=70))
    return slug


@pytest.mark.parametrize(
    ("zone", "begun", "day", "times"),
    [
        ("America/Los_Angeles", LATE, "16 October 2026", ["17 Oct 00:40", "16 Oct 23:30"]),
        ("Asia/Kolkata", LATE, "16 October 2026", ["17 Oct 00:40", "16 Oct 23:30"]),
        ("Pacific/Auckland", LATE, "16 October 2026", ["17 Oct 00:40", "16 Oct 23:30"]),
        ("America/Los_Angeles", HOUR_TWICE, "1 November 2026", ["1 Nov 01:40", "1 Nov 01:30"]),
    ],
)
def test_a_game_stands_at_the_day_of_those_who_played_it(
    new_context: Phones, cupboard: Cupboard, live_server: str, zone: str, begun: str, day: str, times: list[str]
):
    """G64: in the list, on the sheet and in the history; the file says which offset its time has."""
    moment = datetime.fromisoformat(begun).replace(tzinfo=ZoneInfo(zone))
    slug = played(cupboard, moment)
    phone = new_context(timezone_id=zone)
    phone.add_cookies([cupboard.cookie(live_server)])
    page = phone.new_page()
    expect(Home(page).open().running).to_contain_text(day)
    Sheet(page).open(slug)
    expect(page.get_by_text(day)).to_be_visible()
    page.goto(f"/g/{slug}/history")
    Sheet(page).sees("History")
    expect(page.locator(".steps time")).to_have_text(times)
    game = json.loads(page.request.get(f"/g/{slug}/sheet.json").text())
    assert datetime.fromisoformat(game["started"]) == moment.astimezone(UTC)


def test_times_stay_those_of_the_reader_when_news_arrive(new_context: Phones, cupboard: Cupboard, live_server: str):
    slug = played(cupboard, datetime.fromisoformat(LATE).replace(tzinfo=ZoneInfo("Asia/Kolkata")))
    phone = new_context(timezone_id="Asia/Kolkata")
    phone.add_cookies([cupboard.cookie(live_server)])
    page: Page = phone.new_page()
    page.goto(f"/g/{slug}/history")
    cupboard.bid(slug, [None, None, 1, None])
    Table(page).later()
    expect(page.get_by_text("Cy bids 1.")).to_be_visible()
    expect(page.locator(".steps time").last).to_have_text("16 Oct 23:30")
