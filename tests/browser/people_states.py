"""Pages on which people come and go, hands of every kind are corrected, and a game is carried on from paper."""

from collections.abc import Iterator, Sequence

from scorekeeper.ledger.entries import Correction as Corrected
from scorekeeper.ledger.entries import DealerRests, Presence, SetPoints, SitOut
from tests.browser.at_the_table import NewGame, Page, People, Table, expect
from tests.browser.prepared import NO_HOOK, Cupboard, rules


def people_pages(page: Page, cupboard: Cupboard, players: Sequence[str]) -> Iterator[str]:
    """All of them, with a game of these players."""
    yield from _players(page, cupboard, players)
    yield from _corrections(page, cupboard, players)
    yield from _paper(page, players)


def _players(page: Page, cupboard: Cupboard, players: Sequence[str]) -> Iterator[str]:
    first, second, third, *_ = players
    largest = 52 // len(players)  # one more cannot get so many
    slug = cupboard.start(players, ruleset=rules([1, 2, largest, largest], bidding=NO_HOOK), hands=2)
    people = People(page).open(slug)
    yield "players"
    people.tap(people.fold(second))
    yield "what a player can do"
    people.lets(second, f"changes places with {first}").told("“Undo” at the table takes it back")
    yield "players, one moved"
    people.calls(third, first)
    expect(people.alert).to_be_visible()
    yield "players, a name refused"
    people.open(slug).joins("Maximilian-Konstantin", points="12 + ")
    expect(people.alert).to_be_visible()
    yield "players, points refused"
    people.open(slug).joins("Maximilian-Konstantin", after=third, points="12 + 12")
    expect(people.button(f"Join, and play at most {52 // (len(players) + 1)} cards")).to_be_visible()
    yield "players, the pack too small"
    cupboard.enter(slug, Presence(0, there=False), SitOut(3, 1), *([DealerRests(rests=True)] if len(players) > 4 else []))
    people.open(slug)
    people.tap(people.fold(first))
    yield "players, one left and one sits out"
    Table(page).open(slug)
    yield "the table without them"
    ended = cupboard.start(players, ruleset=rules([1], bidding=NO_HOOK), hands=1)
    people.open(ended)
    people.tap(people.fold(first))
    yield "players at the end"


def _corrections(page: Page, cupboard: Cupboard, players: Sequence[str]) -> Iterator[str]:
    seats = len(players)
    slug = cupboard.start(players, ruleset=rules([2, 3, *[1] * 14], bidding=NO_HOOK), hands=15)
    table = Table(page).open(slug)
    yield "the table with hands to correct"
    correction = table.correct(1)
    none, ones = (0,) * (seats - 2), (1, 1)
    cupboard.enter(slug, Corrected(1, (*none, *ones), (*ones, *none), "hearts"))
    tricks = dict(zip(players, (2, *(0,) * (seats - 1)), strict=True))
    for name, number in sorted(tricks.items(), key=lambda taken: taken[1]):
        correction.took(name, number)
    yield "a correction that adds up"
    correction.try_to_record()
    expect(correction.button("Use mine")).to_be_visible()
    yield "a correction of two phones"
    cupboard.enter(slug, SetPoints(2, tuple(range(-seats, 0)), "Somebody had four cards, and nobody noticed it in time"))
    page.goto(f"/g/{slug}/hands/2")
    yield "a correction of points set by hand"


def _paper(page: Page, players: Sequence[str]) -> Iterator[str]:
    setup = NewGame(page).open()
    while len(setup.lines) < len(players):
        setup.tap(setup.button("Add a player"))
    setup.fill(*players)
    setup.tap(page.get_by_text("Carry on from a paper sheet", exact=True))
    yield "a game begun on paper"
    page.get_by_label("First hand to be played here").fill("99")
    page.get_by_label(f"Points of {players[1]}", exact=True).fill("12 + ")
    setup.start()
    expect(setup.alert.first).to_be_visible()
    yield "a game begun on paper, refused"
