"""Every page is looked at by axe: all its rules in the light scheme, and once more the contrasts in the dark one.

Axe knows nothing of edges, so where a control ends is looked at besides (G58).
"""

from collections.abc import Callable, Iterator

from tests.browser.at_the_table import Correction, Home, NewGame, Page, Sheet, Table, expect
from tests.browser.conftest import Complaints
from tests.browser.extra_states import extra_pages
from tests.browser.group_states import group_pages
from tests.browser.hand_states import hand_pages
from tests.browser.people_states import people_pages
from tests.browser.prepared import FOUR, NO_HOOK, TOGETHER, Cupboard, rules

Axe = Callable[..., None]

FAINT_EDGES = """() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const solid = (colour) => (parts(colour)[3] ?? 1) > 0.99;
  const behind = (one) => {
    const ground = getComputedStyle(one).backgroundColor;
    return solid(ground) || !one.parentElement ? ground : behind(one.parentElement);
  };
  const light = (colour) => parts(colour).slice(0, 3).map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, which) => sum + one * [0.2126, 0.7152, 0.0722][which], 0);
  const contrast = (...two) => { const [a, b] = two.map(light).sort((a, b) => b - a); return (a + 0.05) / (b + 0.05); };
  return [...document.querySelectorAll("main :is(button, a, input, select, textarea, label.key)")].filter((one) => {
    const style = getComputedStyle(one);
    const edged = ["Top", "Left"].every((side) => parseFloat(style[`border${side}Width`]));
    if (!edged || !solid(style.borderTopColor) || !one.checkVisibility({visibilityProperty: true})) return false;
    const around = behind(one.parentElement);
    return contrast(style.borderTopColor, around) < 3 && contrast(behind(one), around) < 3;
  }).map((one) => one.outerHTML.slice(0, 120));
}"""


def setup_pages(page: Page) -> Iterator[str]:
    Home(page).open()
    yield "home, empty"
    setup = NewGame(page).open()
    yield "setup"
    setup.tap(setup.more)
    yield "setup with its fold open"
    setup.fill("Ana", "ana", "Cy").start()
    expect(setup.alert).to_be_visible()
    yield "setup with a fault beside a name"
    setup.fill("Ana", "Bo", "Cy").own_hands("1 99").start()
    expect(page.get_by_role("textbox", name="Own list of hands")).to_have_attribute("aria-invalid", "true")
    yield "setup with a fault in the fold"
    setup.open().fill(*FOUR)
    setup.tap(setup.more)
    page.get_by_role("textbox", name="Name of these rules").fill("Friday")
    setup.tap(setup.button("Keep"))
    expect(page.get_by_text("Kept on this device: Friday")).to_be_visible()
    yield "setup with rules kept"
    for button, heading in {"More games": "a game", "All ways to score": "points", "All ways of dealing": "hands"}.items():
        setup.tap(setup.button(button))
        setup.sees(f"Choose {heading}")
        yield button
        setup.tap(setup.button("Back"))
        setup.sees("New game").tap(setup.more)
    setup.tap(setup.button("Points of your own"))
    setup.sees("Points of your own")
    yield "points of one's own"
    for fold in ("A bid of 0 scores differently", "Near misses, rows of hands, bonus …"):
        setup.tap(page.get_by_text(fold, exact=True))
    page.get_by_role("textbox", name="A bid that is made: points").fill("ten")
    setup.tap(setup.button("Use these points"))
    expect(setup.alert.first).to_be_visible()
    yield "points with a fault"


def table_pages(page: Page, cupboard: Cupboard) -> Iterator[str]:
    slug = cupboard.start(ruleset=rules([5, 6]), title="Friday")
    table = Table(page).open(slug)
    yield "the first bid"
    table.name_trump("hearts").bids({"Bo": 2, "Cy": 1, "Dee": 0})
    yield "the last bid, one barred"
    table.tap(table.bid_of("Cy", 1))
    yield "a bid being changed"
    table.tap(table.more)
    yield "the menu"
    table.open(slug).bid("Ana", 1)
    yield "tricks, all ghosts"
    table.took("Bo", 1).took("Cy", 3)
    yield "tricks, ready to record"
    table.tap(table.trump)
    yield "tricks, the suits open"
    table.open(slug)
    table.tap(table.bid_of("Cy", 1))
    table.tap(table.bid_key("Cy", 2))
    expect(table.alert).to_be_visible()
    yield "a last bid taken back"
    table.bid("Ana", 0)
    for _ in range(2):
        table.undo()
    yield "undone bids as ghosts"
    together = cupboard.start(ruleset=rules([3, 3], bidding=TOGETHER))
    table.open(together).bid("Dee", 1, covered=True)
    yield "covered bids"


def other_pages(page: Page, cupboard: Cupboard) -> Iterator[str]:
    slug = cupboard.start(ruleset=rules([1, 2, 5]), hands=2, title="Friday")
    finished = cupboard.start(ruleset=rules([1, 2], bidding=NO_HOOK), hands=2)
    ten = cupboard.start([f"Player {letter}" for letter in "ABCDEFGHIJ"], ruleset=rules([1, 2, 3]), hands=2)
    Home(page).open()
    yield "home, with games"
    Table(page).open(finished).sees("Finished")
    yield "finished"
    Sheet(page).open(finished)
    yield "the sheet of a finished game"
    Sheet(page).open(ten)
    yield "the sheet of ten players"
    sheet = Sheet(page).open(slug)
    yield "the sheet"
    sheet.correct(2)
    yield "a correction"
    Correction(page).takes({"Bo": 1, "Cy": 1, "Dee": 1}).lacks("1 trick too many")
    yield "a correction that does not add up"
    page.goto(f"/g/{slug}/hands/2")
    Correction(page).bid("Bo", 0).bid("Cy", 1).bid("Dee", 1).bid("Ana", 0).try_to_record()
    expect(Correction(page).button("Yes, keep it as played")).to_be_visible()
    yield "a correction to even bids"
    Table(page).open(slug).undo().undo()
    for address, heading in {
        "history": "History",
        "rules": "Rules of this game",
        "read": "Read along",
        "scoring": "Private scoring link",
    }.items():
        page.goto(f"/g/{slug}/{address}")
        Sheet(page).sees(heading)
        yield heading
    page.goto(page.get_by_role("textbox", name="Private scoring link").input_value())
    Sheet(page).sees("Keep score on this phone?")
    yield "the scoring link opened"
    page.goto("/g/nothing")
    Sheet(page).sees("Nothing here")
    yield "an error"
    page.context.clear_cookies()
    Table(page).open(slug)
    yield "a watcher's table"
    Sheet(page).open(slug)
    yield "a watcher's sheet"


def look(pages: Iterator[str], page: Page, axe: Axe) -> None:
    faults = []
    for name in pages:
        try:
            page.emulate_media(color_scheme="light")
            axe(page)
            assert page.evaluate(FAINT_EDGES) == []
            page.emulate_media(color_scheme="dark")
            axe(page, "color-contrast", "link-in-text-block")
            assert page.evaluate(FAINT_EDGES) == []
        except AssertionError as error:
            faults.append(f"{name}: {error}")
    assert not faults, "\n\n".join(faults)


def test_setup_is_accessible(page: Page, axe: Axe, complaints: Complaints):
    complaints.expect("status of 422")
    look(setup_pages(page), page, axe)


def test_the_table_is_accessible(scorekeeper: Page, cupboard: Cupboard, axe: Axe):
    """G58: dealer, barred number, disabled and refused, in both schemes."""
    look(table_pages(scorekeeper, cupboard), scorekeeper, axe)


def test_what_few_games_enter_besides_is_accessible(scorekeeper: Page, cupboard: Cupboard, axe: Axe, complaints: Complaints):
    complaints.expect("status of 422")
    look(extra_pages(scorekeeper, cupboard, FOUR), scorekeeper, axe)


def test_what_happens_besides_bids_and_tricks_is_accessible(
    scorekeeper: Page, cupboard: Cupboard, axe: Axe, complaints: Complaints
):
    complaints.expect("status of 422")
    look(hand_pages(scorekeeper, cupboard, FOUR), scorekeeper, axe)


def test_players_and_corrections_of_every_kind_are_accessible(
    scorekeeper: Page, cupboard: Cupboard, axe: Axe, complaints: Complaints
):
    complaints.expect("status of 422", "status of 409")
    look(people_pages(scorekeeper, cupboard, FOUR), scorekeeper, axe)


def test_groups_and_deleting_are_accessible(scorekeeper: Page, cupboard: Cupboard, axe: Axe, complaints: Complaints):
    complaints.expect("status of 422", "status of 404")
    look(group_pages(scorekeeper, cupboard, FOUR), scorekeeper, axe)


def test_sheet_and_all_other_pages_are_accessible(scorekeeper: Page, cupboard: Cupboard, axe: Axe, complaints: Complaints):
    """G58: made, missed and the result, in both schemes."""
    complaints.expect("status of 422", "status of 404")
    look(other_pages(scorekeeper, cupboard), scorekeeper, axe)


def test_the_names_of_the_controls_are_the_agreed_ones(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(ruleset=rules([3, 5, 5]), hands=1)
    table = Table(scorekeeper).open(cupboard.start(ruleset=rules([3, 5])))
    for suit in ("spades", "hearts", "diamonds", "clubs", "no trump"):
        expect(table.suit(suit)).to_be_visible()
    table.open(slug)
    for control in (table.bid_key("Cy", 0), table.button("Undo"), table.link("Score sheet"), table.status):
        expect(control).to_be_visible()
    sheet = table.sheet()
    expect(sheet.table).to_be_visible()
    for name in ("CSV", "Spreadsheet", "Game file"):
        expect(sheet.link(name)).to_be_visible()
    expect(sheet.button("Print")).to_be_visible()
    assert set(FOUR) <= set(sheet.table.get_by_role("columnheader").all_inner_texts())
