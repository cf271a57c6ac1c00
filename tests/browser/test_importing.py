"""Importing on a phone: the file is chosen, refused beside its field, then taken; the page fits and is accessible all the way."""

import json
from collections.abc import Iterator

import pytest

from tests.browser.at_the_table import Home, Page, Phone, expect
from tests.browser.conftest import Complaints, Phones
from tests.browser.test_accessibility import Axe, look
from tests.browser.test_fit import BROKEN, SIDEWAYS, SMALL_TYPE, TOO_SMALL, collect

GAME = {"format": "scorekeeper-game", "version": 1, "players": ["Ana", "Bartholomew-Maximilian", "W" + "w" * 29]}
FINISHED = GAME | {
    "started": "2026-10-16T20:00:00+02:00",
    "rules": {"schedule": {"shape": "list", "hands": [1]}},
    "hands": [{"bids": [1, 0, 1], "tricks": [1, 0, 0]}],
}
NAMED = FINISHED | {"title": "The longest evening of the whole year", "players": ["Ana", "Bo", "Cy"]}
FAULTY = GAME | {"hands": [{"bids": [0, 2, 0]}]}
LOOKS = {"sideways": SIDEWAYS, "too small": TOO_SMALL, "small type": SMALL_TYPE, "broken word": BROKEN}


class Importing(Phone):
    """The import page."""

    def open(self) -> "Importing":
        Home(self.page).open()
        self.tap(self.link("Import games"))
        return self

    def choose(self, *games: object) -> "Importing":
        content = "\n".join(map(json.dumps, games)).encode()
        self.page.get_by_label("Game files").set_input_files({"name": "games.jsonl", "mimeType": "", "buffer": content})
        self.tap(self.button("Look at them"))
        return self


def states(page: Page) -> Iterator[str]:
    importing = Importing(page).open()
    yield "to choose a file"
    importing.choose(GAME, *[FAULTY] * 25)
    expect(importing.alert).to_contain_text("and 5 more")
    yield "many faults"
    importing.choose("nothing")
    expect(importing.alert).to_contain_text("An object is expected here.")
    yield "one fault"
    importing.choose(FINISHED)
    expect(importing.heading).not_to_have_text("Import games")
    if importing.page.get_by_role("button", name="Import 1 game").count():  # else it is here since the last round
        importing.tap(importing.button("Import 1 game"))
        importing.sees("Finished")
    importing.open().choose(FINISHED, NAMED, NAMED, GAME)
    expect(importing.heading).to_have_text("Import these games?")
    yield "what would be added"


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_game_is_imported_and_goes_on(new_context: Phones, complaints: Complaints, scripts: bool):
    complaints.expect("status of 422")
    page = new_context(scripts=scripts).new_page()
    importing = Importing(page, scripts=scripts).open().choose(FAULTY)
    expect(importing.alert).to_contain_text("Hand 1 · Bartholomew-Maximilian: A bid in this hand is 0 to 1.")
    importing.choose(GAME, GAME)
    expect(importing.heading).to_have_text("Import these games?")
    importing.tap(importing.link("Other files"))
    importing.choose(GAME)
    importing.tap(importing.button("Import 1 game"))
    expect(importing.heading).to_have_text("Hand 1 of 15")


def test_the_import_page_fits_and_is_accessible(page: Page, axe: Axe, complaints: Complaints):
    complaints.expect("status of 422")
    faults = collect(page, states(page), LOOKS)
    assert not faults, "\n".join(faults)
    look(states(page), page, axe)
