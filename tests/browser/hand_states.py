"""The pages of what happens besides bids and tricks, in all their states: to be measured and looked at by axe."""

from collections.abc import Iterator, Sequence

from scorekeeper.ledger.entries import DealerRests, Note, SetPoints, SitOut, Stop
from tests.browser.at_the_table import HandPage, Page, Table, expect
from tests.browser.prepared import Cupboard, rules

FOLDS = (
    "Deal again",
    "Another dealer",
    "Set points by hand",
    "Coming hands",
    "Points for one or all",
    "Note for hand 3",
    "Note for the game",
    "Title, place, scorekeeper",
    "Stop the game here",
)
NOTE = "Cy was on the phone again, so Bartholomew-Maximilian dealt for him, and nobody minded"


def hand_pages(page: Page, cupboard: Cupboard, players: Sequence[str]) -> Iterator[str]:
    """From the menu to a game that was stopped, with three players or more."""
    slug = cupboard.start(players, ruleset=rules([1, 2, 3, 4, 5, 4, 3, 2, 1]), hands=2, title="Friday evening at the lake")
    there = HandPage(page).open(slug)
    yield "besides bids and tricks"
    there.unfold("Other number of cards")
    yield "the cards of a hand"
    cupboard.enter(slug, Note(NOTE, 3))
    there.open(slug)
    for fold in FOLDS:
        there.unfold(fold)
    yield "all folds open"
    there.field("Cards of each hand, from hand 3 on").fill("3 99")
    there.tap(there.button("Play these hands"))
    expect(there.alert).to_be_visible()
    yield "hands refused"
    there.open(slug).unfold("Set points by hand")
    there.tap(there.button("Close hand 3 with these points"))
    expect(there.alert).to_be_visible()
    yield "points refused"
    page.goto(f"/g/{slug}/hands/1")
    there.unfold("Set points by hand").unfold("Note for hand 1")
    yield "points and a note for a recorded hand"
    there.tap(there.button("Set these points for hand 1"))
    expect(there.alert).to_be_visible()
    yield "points for a recorded hand refused"
    last = cupboard.start(players, ruleset=rules([1, 2, 3]), hands=2)
    there.open(last).unfold("Coming hands").unfold("Skip hand 3: the game ends with hand 2")
    yield "skipping the last hand"
    yield from _other_rules(page, slug)
    yield from _tables(page, cupboard, slug)


def _other_rules(page: Page, slug: str) -> Iterator[str]:
    there = HandPage(page)
    page.goto(f"/g/{slug}/change")
    yield "other rules"
    there.field("Ends when somebody has (points)").fill("-5")
    there.tap(there.button("Show what changes"))
    expect(there.alert).to_be_visible()
    yield "other rules refused"
    there.field("Ends when somebody has (points)").fill("50")
    there.choose("Points", "Wizard")
    there.tap(there.button("Show what changes"))
    expect(there.button("Play so from hand 3 on")).to_be_visible()
    yield "what changes"


def _tables(page: Page, cupboard: Cupboard, slug: str) -> Iterator[str]:
    table = Table(page)
    cupboard.enter(slug, SitOut(3, 1), DealerRests(True))
    table.open(slug)
    yield "somebody sits out, the dealer too, and a note"
    table.undo().undo()
    yield "undo and redo"
    points = tuple(-40 if seat else 12 for seat in range(len(players_of(cupboard, slug))))
    cupboard.enter(slug, SetPoints(3, points, "four cards"))
    table.open(slug)
    yield "a hand closed by hand"
    cupboard.enter(slug, Stop())
    table.open(slug)
    yield "stopped"
    HandPage(page).open(slug)
    yield "besides, of a game that was stopped"
    finished = cupboard.start(players_of(cupboard, slug), ruleset=rules([1, 2]), hands=2)
    table.open(finished)
    table.tap(HandPage(page).fold("One more hand"))
    yield "one more hand"


def players_of(cupboard: Cupboard, slug: str) -> Sequence[str]:
    """Who plays that game."""
    return cupboard.game(slug).players
