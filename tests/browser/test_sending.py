"""The sheet is sent on: as a picture and as text to the phone's share dialog, or saved where there is none."""

from pathlib import Path

from tests.browser.at_the_table import Page, Sheet, expect
from tests.browser.conftest import Phones
from tests.browser.prepared import B3, FOUR, Cupboard, rules

DIALOG = """(accepts) => {
  globalThis.sent = [];
  navigator.canShare = () => accepts;
  navigator.share = async (what) => { globalThis.sent.push(what); };
}"""
SENT = """() => Promise.all(globalThis.sent.map(async ({text, files}) => text ?? Promise.all(files.map(
  async (file) => [file.name, file.type, [...new Uint8Array(await file.arrayBuffer())].slice(0, 24)]))))"""


def finished(page: Page, cupboard: Cupboard) -> Sheet:
    return Sheet(page).open(cupboard.start(FOUR[:3], ruleset=rules([1, 2, 3]), played=B3, title="Friday"))


def size(head: list[int]) -> tuple[int, int]:
    """Width and height of a PNG picture, by its first bytes."""
    assert bytes(head[:8]) == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def test_the_picture_and_the_text_go_to_the_share_dialog(scorekeeper: Page, cupboard: Cupboard):
    sheet = finished(scorekeeper, cupboard)
    scorekeeper.evaluate(DIALOG, True)
    sheet.tap(sheet.button("Share picture"))
    scorekeeper.wait_for_function("() => globalThis.sent.length === 1")
    sheet.tap(sheet.button("Share text"))
    scorekeeper.wait_for_function("() => globalThis.sent.length === 2")
    [[name, kind, head]], text = scorekeeper.evaluate(SENT)
    assert name.startswith("scorekeeper-")
    assert name.endswith("-Friday.png")
    assert kind == "image/png"
    wide, high = size(head)
    assert wide == 1080
    assert high > 600
    assert "Hand 3 (3 cards NT, Cy deals): Ana 2/2 +12, Bo 1/1 +11, Cy 1/0 ● 0" in text


def test_without_a_dialog_the_picture_is_saved(scorekeeper: Page, cupboard: Cupboard):
    sheet = finished(scorekeeper, cupboard)
    scorekeeper.evaluate(DIALOG, False)
    with scorekeeper.expect_download() as download:
        sheet.tap(sheet.button("Share picture"))
    assert download.value.suggested_filename.endswith("-Friday.png")
    wide, _ = size(list(Path(download.value.path()).read_bytes()[:24]))
    assert wide == 1080
    expect(scorekeeper.get_by_text("Saved as a file.")).to_be_visible()


def test_without_scripts_the_files_are_there_and_no_button_that_does_nothing(
    new_context: Phones, cupboard: Cupboard, live_server: str
):
    phone = new_context(scripts=False)
    page = phone.new_page()
    page.goto(f"{live_server}/g/{cupboard.start(hands=1)}/sheet")
    for name in ("Text", "Picture", "Wide CSV"):
        expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    for name in ("Share picture", "Share text", "Print"):
        expect(page.get_by_role("button", name=name)).to_be_hidden()
