"""Pages of a group, with games in which many bids were made and missed, and pages about deleting."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from scorekeeper.ledger.file_reading import read_game
from scorekeeper.storage import games, groups
from tests.browser.at_the_table import Page, Phone, expect
from tests.browser.prepared import DEVICE, Cupboard


def group_of(cupboard: Cupboard, players: Sequence[str], *, played: int = 3, name: str = "Friday") -> str:
    """A group of that name whose first people have finished so many games; its slug."""
    hands = [{"bids": [seat % 3 for seat, _ in enumerate(players)], "tricks": [5, *[0] * (len(players) - 1)]}] * 4
    rules = {"schedule": {"shape": "list", "hands": [5] * 4}}
    file = {"format": "scorekeeper-game", "version": 1, "players": list(players), "rules": rules, "hands": hands}
    with cupboard.app.app_context():
        slug = groups.create(DEVICE, name, datetime.now(UTC))
        games.add([read_game(file) for _ in range(played)], device=DEVICE, at=datetime.now(UTC), group=slug)
    return slug


def group_pages(page: Page, cupboard: Cupboard, players: Sequence[str]) -> Iterator[str]:
    """All of them."""
    phone = Phone(page)
    page.goto("/groups")
    page.get_by_role("button", name="Make").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "groups, a name refused"
    slug = group_of(cupboard, players)
    page.goto(f"/groups/{slug}")
    yield "a group"
    phone.tap(page.get_by_text("All together"))
    yield "a group, all together"
    page.goto(f"/groups/{slug}?player={players[0]}")
    yield "a search"
    page.goto(f"/groups/{slug}?player=nobody")
    yield "a search that finds nothing"
    page.goto(f"/groups/{slug}/people/1")
    yield "a person"
    page.goto(f"/groups/{slug}/people/1/merge?into=2")
    yield "a merge"
    phone.tap(page.get_by_role("button", name="Yes, merge them"))
    expect(page.get_by_role("alert")).to_be_visible()
    yield "a merge refused"
    page.goto(f"/groups/{slug}/link")
    phone.tap(page.get_by_text("Leave the group…"))
    yield "the links of a group"
    phone.tap(page.get_by_text("Show the private link"))
    phone.tap(page.get_by_role("button", name="Replace the private link"))
    expect(page.get_by_role("status")).to_be_visible()
    private = page.get_by_label("Private link", exact=True)
    expect(private).to_be_visible()
    yield "the private link replaced"
    link = private.input_value()
    cupboard.start(players)
    page.goto(f"/groups/{slug}/gather")
    yield "earlier games to add"
    page.goto(link)
    expect(page.get_by_role("button", name="Join on this phone")).to_be_visible()
    yield "joining"
    page.goto(f"{link}0")
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    yield "a private link that was replaced"
    page.goto(f"/new?group={slug}")
    yield "setup with regulars"
    page.goto("/")
    yield "home with groups"
    phone.tap(page.get_by_role("link", name="Delete the game of").first)
    expect(page.get_by_role("heading", name="Delete this game?")).to_be_visible()
    yield "deleting"
    phone.tap(page.get_by_role("button", name="Yes, delete it"))
    expect(page.get_by_role("heading", name="Deleted games")).to_be_visible()
    yield "deleted games"
    page.context.clear_cookies()
    page.goto(f"/groups/{slug}/join")
    expect(page.get_by_text("Read only.")).to_be_visible()
    yield "a group, only read"
