"""The screen stays on while a game is played on this phone, and without a connection there is a page that says so."""

from tests.browser.at_the_table import Page, Sheet, Table, expect
from tests.browser.conftest import Complaints, Phones
from tests.browser.prepared import B3, Cupboard, rules

LOCK = """
  globalThis.locks = [];
  const request = async () => {
    const lock = { released: false, release: async () => { lock.released = true; } };
    globalThis.locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
"""
SLEEP = """(asleep) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: asleep });
  if (asleep) for (const lock of globalThis.locks) lock.released = true;
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def holds(locks: int) -> str:
    """A condition: so many locks are held."""
    return f"() => globalThis.locks.length && globalThis.locks.filter((lock) => !lock.released).length === {locks}"


def test_the_screen_stays_on_during_a_game_and_no_longer(scorekeeper: Page, cupboard: Cupboard):
    slug = cupboard.start(("Ana", "Bo", "Cy"), ruleset=rules([1, 2, 3]), played=B3[:2])
    page = scorekeeper.context.new_page()
    page.add_init_script(LOCK)
    table = Table(page).open(slug)
    page.wait_for_function(holds(1))
    table.play({"Ana": 2, "Bo": 1, "Cy": 1}, {"Ana": 2, "Bo": 1, "Cy": 0}).sees("Finished")
    page.wait_for_function(holds(0))


def test_a_phone_that_wakes_up_keeps_its_screen_on_again(scorekeeper: Page, cupboard: Cupboard):
    page = scorekeeper.context.new_page()
    page.add_init_script(LOCK)
    Table(page).open(cupboard.start())
    for asleep, held in ((True, 0), (False, 1)):
        page.evaluate(SLEEP, asleep)
        page.wait_for_function(holds(held))


def test_a_phone_that_refuses_does_no_harm(scorekeeper: Page, cupboard: Cupboard):
    page = scorekeeper.context.new_page()
    page.add_init_script(LOCK.replace("globalThis.locks.push(lock);", "throw new DOMException('battery', 'NotAllowedError');"))
    Table(page).open(cupboard.start()).bid("Bo", 1)


def test_where_the_screen_cannot_be_kept_on_the_menu_says_so(scorekeeper: Page, cupboard: Cupboard):
    words = "This browser cannot keep the screen on."
    slug = cupboard.start()
    for able in (True, False):
        page = scorekeeper.context.new_page()
        page.add_init_script(LOCK if able else "delete Navigator.prototype.wakeLock;")
        table = Table(page).open(slug)
        table.tap(table.more)
        expect(page.get_by_text(words)).to_be_visible(visible=not able)


def test_without_a_connection_a_page_says_so(new_context: Phones, cupboard: Cupboard, live_server: str, complaints: Complaints):
    """Only where a worker may run beside the pages: on an encrypted line, or on this very machine as here."""
    complaints.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch")
    context = new_context(scripts=True, service_workers="allow")
    context.add_cookies([cupboard.cookie(live_server)])
    page = context.new_page()
    slug = cupboard.start()
    Table(page).open(slug)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    page.goto(f"/g/{slug}/sheet")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.get_by_role("main")).to_have_css("max-width", "576px")
    context.set_offline(False)
    page.get_by_role("link", name="Try again").tap()
    Sheet(page).sees("Score sheet")
