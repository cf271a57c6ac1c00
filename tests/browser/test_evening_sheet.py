"""Sheet, history and rules of an evening on which everything happened: they fit a small phone and a sheet of paper."""

import re
from collections.abc import Callable, Iterator

import pytest

from scorekeeper.ledger.entries import (
    About,
    Adjustment,
    Bid,
    Correction,
    DealerRests,
    Join,
    Note,
    Presence,
    Rules,
    SetPoints,
    SitOut,
    Stop,
    Tricks,
)
from scorekeeper.rules.ruleset import Ruleset
from tests.browser.at_the_table import Page, Sheet, expect
from tests.browser.prepared import Cupboard, rules
from tests.browser.test_fit import BROKEN, LONG, SIDEWAYS, TOO_SMALL, TORN, collect
from tests.browser.test_print import printed

HOUSE = Ruleset.from_data({"bidding": {"hook": "never"}, "scoring": {"made": {"k": 5, "b": 1}, "over": {"d": -1}}}).to_data()
SHORT = ("Ana", "Bo", "Cy", "Dee")


def play(cupboard: Cupboard, slug: str, hands: int) -> None:
    """Hands among those who are there: everybody bids as little as possible, the first bidder takes every trick."""
    for _ in range(hands):
        hand = cupboard.game(slug).hand
        assert hand is not None
        for seat in hand.order:
            cupboard.enter(slug, Bid(hand.number, seat, cupboard.game(slug).legal_bids(seat)[0]))
        taken = [hand.size * (seat == hand.order[0]) if seat in hand.order else None for seat in range(len(hand.bids))]
        cupboard.enter(slug, Tricks(hand.number, tuple(taken)))


def evening(cupboard: Cupboard, players: tuple[str, ...]) -> str:
    """Four people begin, three come, one goes; points are given and set by hand, rules and dealers change, and it ends early."""
    sizes = [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1]
    slug = cupboard.start(players, ruleset=rules(sizes), hands=2, title="Friday evening", game="Oh Hell")
    cupboard.enter(slug, Adjustment(-10, None, "overtime", 2), Adjustment(-1250, 1, "revoked twice in the same hand", 2))
    cupboard.enter(slug, Join("Eli", 0, 12), Join("Maximilian of Konstanz", 2), Note("Wine went over the cards.\nAnother pack.", 2))
    play(cupboard, slug, 1)
    cupboard.enter(slug, Join("Gus", 1, 1), Presence(1, there=False))
    play(cupboard, slug, 1)
    cupboard.enter(slug, SetPoints(5, (12, None, -4, 11, 0, 12, 11), "wrong number of cards"), Rules(HOUSE, "House"), SitOut(6, 2))
    play(cupboard, slug, 1)
    cupboard.enter(slug, DealerRests(rests=True))
    play(cupboard, slug, 2)
    cupboard.enter(slug, About("Friday evening", "at Dee's", "Ana"), Note("For the last piece of cake."), Stop())
    hand = cupboard.game(slug).hands[0]
    cupboard.enter(slug, Correction(1, hand.bids, hand.tricks[1:4] + hand.tricks[:1] + hand.tricks[4:], even_kept=True))
    cupboard.enter(slug, Adjustment(3, 3, "for the cake", 8))
    return slug


def pages(page: Page, cupboard: Cupboard, players: tuple[str, ...]) -> Iterator[str]:
    slug = evening(cupboard, players)
    for address in ("sheet", "history", "rules"):
        page.goto(f"/g/{slug}/{address}")
        yield address


@pytest.mark.parametrize("players", [SHORT, LONG], ids=["short", "long"])
def test_nothing_is_cut_off_or_too_small(scorekeeper: Page, cupboard: Cupboard, players: tuple[str, ...]):
    looks = {"sideways": SIDEWAYS, "too small": TOO_SMALL, "broken word": BROKEN, "torn apart": TORN}
    faults = collect(scorekeeper, pages(scorekeeper, cupboard, players), looks)
    assert not faults, "\n".join(faults)


def test_axe_finds_nothing(scorekeeper: Page, cupboard: Cupboard, axe: Callable[..., None]):
    for _ in pages(scorekeeper, cupboard, SHORT):
        scorekeeper.emulate_media(color_scheme="light")
        axe(scorekeeper)
        scorekeeper.emulate_media(color_scheme="dark")
        axe(scorekeeper, "color-contrast")


def test_it_prints_everything_that_was_said(scorekeeper: Page, cupboard: Cupboard):
    Sheet(scorekeeper).open(evening(cupboard, SHORT))
    texts = printed(scorekeeper)
    assert len(texts) <= 2
    whole = " ".join(" ".join(texts).split())
    for words in (
        "Friday evening · at Dee's",
        "Score kept by Ana",
        "For the last piece of cake.",
        "Ended early after 8 of 13 hands",
        "(overtime)",
        "Eli joins with 12 points.",
        "points set by hand, wrong number of cards",
        "Other rules from hand 6 on.",
        "Another pack.",
        "Changed after the end",
        "Bo left",
    ):
        assert words in whole, words


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_an_evening_with_a_few_events_prints_on_one_page(scorekeeper: Page, cupboard: Cupboard, paper: str):
    """Thirteen hands; somebody joins, somebody leaves, a penalty, a note, a hand with points set by hand."""
    slug = cupboard.start(SHORT, ruleset=rules([1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1]), hands=4, title="Friday")
    cupboard.enter(
        slug, Join("Eli", 3, 20), Presence(1, there=False), Adjustment(-5, 0, "revoke", 4), Note("Wine went over it.", 3)
    )
    play(cupboard, slug, 3)
    cupboard.enter(slug, SetPoints(8, (12, None, -4, 11, 0), "wrong number of cards"))
    play(cupboard, slug, 5)
    Sheet(scorekeeper).open(slug)
    [text] = printed(scorekeeper, paper)
    assert "Eli joins with 20 points." in text
    assert "Examples" in text


def test_a_row_of_points_says_what_it_is(scorekeeper: Page, cupboard: Cupboard):
    sheet = Sheet(scorekeeper).open(evening(cupboard, SHORT))
    for name, number in {"Adjustment": 3, "Points to begin with": 2}.items():
        expect(sheet.table.get_by_role("rowheader", name=re.compile(name))).to_have_count(number)
    expect(sheet.table.get_by_role("columnheader", name="Bo left")).to_be_visible()
