"""Covered: two games that differ only in covered bids and wagers are alike, byte by byte.

That is the definition, so it is the test. In one game all bids are alike, and all wagers; in the
other one they differ.
"""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from itertools import cycle
from secrets import token_urlsafe
from zipfile import ZipFile

import pytest

from scorekeeper.ledger.entries import (
    Coming,
    Dealer,
    Note,
    Redeal,
    Resume,
    Rules,
    SetPoints,
    Start,
    Stop,
    Tricks,
    Undo,
)
from scorekeeper.ledger.file import write_game
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage import games
from tests.web import playing
from tests.web.playing import Phone, Table, changed_fields
from tests.web.test_imports import look as look_at_file

ALIKE, DIFFERENT = ((1,), (5,)), ((3, 0, 2, 1), (20, 5, 10, 20, 10))
FILES = (".csv", "-wide.csv", ".xlsx", ".txt", ".svg", ".json")
READ = ("", "?change=0", "/history", "/sheet", "/board", "/rules")
SCORED = (
    "",
    "?change=0",
    "?change=2",
    "?v=1",
    "/history",
    "/sheet",
    "/hand",
    "/players",
    "/change",
    "/hands/1",
)


def rules(order: str = "simultaneous") -> dict[str, object]:
    scoring = {"made": {"k": 10, "t": 1}, "blind": 5}
    schedule = {"shape": "list", "hands": [3, 3]}
    chosen = {
        "bidding": {"order": order},
        "schedule": schedule,
        "scoring": scoring,
        "extras": ["wager"],
    }
    return Ruleset.from_data(chosen).to_data()


IN_TURN, AT_ONCE = Rules(rules("sequential")), Rules(rules())


class Evening:
    """A game, the phone that keeps score, another one that does, and one that reads along."""

    def __init__(self, app, values, order="simultaneous"):
        self.phone, self.watching = Phone(app, htmx=True), Phone(app)
        self.phone.open("/new")
        with self.phone.client.session_transaction() as session:
            device = session["device"]
        now = datetime.now(UTC)
        started = now.replace(microsecond=0).isoformat()
        fact = Start(rules(order), ("Ana", "Bo", "Cy"), started=started)
        with app.app_context():
            slug = games.start(fact, key=token_urlsafe(9), device=device, at=now)
        self.phone.open(f"/g/{slug}")
        self.table = Table(self.phone, ("Ana", "Bo", "Cy"))
        self.other = self.phone.second_tab()
        for one in (self.phone, self.watching, self.other):
            one.client.checking = False  # the form of these pages is checked elsewhere
        self._bids, self._wagers = map(cycle, values)
        self.answers = []

    @property
    def last(self):
        """The number of the last entry."""
        return self.table.game.version

    def bid(self, *players):
        """A bid nobody may read yet, or the change of one."""
        for player in players:
            self.table.bid(player, next(self._bids))
            self._answered()

    def wager(self, *players):
        """A wager nobody may read yet."""
        for player in players:
            self.phone.press(f"{player} wagers {next(self._wagers)}")
            self._answered()

    def press(self, *names):
        """Any other button; one that is not there is not there in the other game either."""
        for name in names:
            if name in self.phone.screen.buttons:
                self.phone.press(name)
            self._answered()

    def enter(self, *facts):
        """What is arranged meanwhile; nobody sees that as it happens."""
        playing.enter(self.table, *facts)
        self.table.look()

    def try_all(self, url, fields):
        """A form of the other phone's page as it was, with every number: each is refused."""
        before = self.last
        for name, numbers in (("bid", range(4)), ("wager", (0, 5, 10, 20))):
            for number in numbers if name in dict(fields) else ():
                changed = {name: str(number), "key": token_urlsafe(9)}
                self.other.send(url, changed_fields(fields, changed))
                assert self.other.status == 409
                self.answers.append(seen(self.other.response, self.table.slug))
        assert self.last == before

    def _answered(self):
        assert self.phone.status in {200, 409}, self.phone.screen.alerts
        self.answers.append(seen(self.phone.response, self.table.slug))

    def surfaces(self) -> Iterator[tuple[str, bytes]]:
        """Everything that anybody can read now, and what was answered since the last time."""
        answers, self.answers = self.answers, []
        yield from ((f"answer {number}", text) for number, text in enumerate(answers))
        for who, phone, paths in (
            ("scorekeeper", self.phone, SCORED),
            ("watcher", self.watching, READ),
        ):
            for path in paths:
                yield (
                    f"{who} {path}",
                    seen(phone.client.get(self.table.url + path), self.table.slug),
                )
        for path in ("", "?change=1"):
            quick = self.phone.client.get(self.table.url + path, headers={"HX-Request": "true"})
            yield f"fragment {path}", seen(quick, self.table.slug)
        for ending in FILES:
            yield (
                ending,
                seen(self.watching.client.get(f"{self.table.url}/sheet{ending}"), self.table.slug),
            )
        asked = f"{self.table.url}?v={self.last}"
        poll = self.watching.client.get(asked, headers={"HX-Request": "true"})
        yield "poll", seen(poll, self.table.slug)
        self.table.look()


HEADERS_THAT_VARY = {"Set-Cookie", "Content-Length", "Date"}
VARIES = (
    (rb'(name="(?:csrf_token|key)" value=")[^"]*', rb"\1"),
    (rb"\d{4}-\d\d-\d\d[T ][\d:.]+(?:\+00:00|Z)?", b"TIME"),
    (rb"\b\d\d:\d\d\b", b"TIME"),
    (rb"at=\d+", b"at=TIME"),
)


def seen(response, slug):
    """An answer without what differs from game to game in any case."""
    if response.mimetype.endswith("sheet"):
        with ZipFile(BytesIO(response.data)) as book:
            body = b"\n".join(name.encode() + book.read(name) for name in book.namelist())
    else:
        body = response.data
    kept = [pair for pair in response.headers if pair[0] not in HEADERS_THAT_VARY]
    text = f"{response.status} {kept}\n".encode() + body
    text = text.replace(slug.encode(), b"SLUG")
    for pattern, instead in VARIES:
        text = re.sub(pattern, instead, text)
    return text


# What happens at the table. Each `yield` names a state in which everybody looks.


def bids_come_in(game):
    game.bid("Ana")
    yield "one is in"
    game.bid("Cy", "Ana")
    yield "one is changed"
    game.press("Undo")
    yield "the change is undone"
    game.press("Undo")
    yield "and another one"
    game.press("Redo", "Redo")
    yield "both are redone"
    game.press("Undo", "Undo", "Undo")
    game.bid("Ana")
    yield "another bid in the place of the first"
    game.press("Redo")
    yield "and the second redone over it"
    game.bid("Bo")
    game.answers.clear()  # which tell everything, for a moment
    game.press("Undo")
    yield "all were in, and the last is undone"


def forms_are_out_of_date(game):
    game.other.open(game.table.url)
    forms = [game.other.would_send(f"Ana {what}") for what in ("bids 0", "wagers 5")]
    game.bid("Ana")
    game.wager("Ana")
    for form in forms:
        game.try_all(*form)
    game.other.open(f"{game.table.url}?change=0")
    forms = [game.other.would_send(f"Ana {what}") for what in ("bids 0", "wagers 5")]
    game.bid("Ana")
    game.wager("Ana")
    for form in forms:
        game.try_all(*form)
    game.table.look()
    game.press("Undo", "Undo", "Undo", "Undo")
    for form in forms:
        game.try_all(*form)
    yield "old pages were refused"


def requests_that_make_no_sense(game):
    game.bid("Ana")
    game.press("Undo")
    game.bid("Ana")
    game.wager("Ana", "Bo")
    game.press("Undo")
    game.bid("Cy")
    url, fields = game.phone.would_send("Bo bids 0")
    token = dict(fields)["csrf_token"]
    numbers = [(f"tricks-{seat}", "1") for seat in range(3)]
    numbers += [(f"wager-{seat}", "5") for seat in range(3)]
    bid = [("do", "bid"), ("hand", "1"), ("seat", "0")]
    for sent in (
        [("do", "tricks"), ("hand", "1"), ("bids", "1 - -"), *numbers],
        *([("do", "redo"), ("entry", str(number))] for number in range(1, game.last + 2)),
        *([*bid, ("bid", "1"), ("was", was)] for was in ("", "1", "3")),
        *([*bid, ("bid", "1"), ("was", f"#{by}")] for by in ("", "x", "1", "99")),
        [*bid, ("bid", "9"), ("was", f"#{game.last}")],
        [("do", "bid"), ("hand", "2"), ("seat", "0"), ("bid", "1")],
        [("do", "stake"), ("hand", "1"), ("seat", "0"), ("wager", "5"), ("was", "5")],
        [("do", "stake"), ("hand", "1"), ("seat", "0"), ("blind", "")],
    ):
        before = game.last
        game.phone.send(url, [("csrf_token", token), ("key", token_urlsafe(9)), *sent])
        assert game.last == before
        game.answers.append(seen(game.phone.response, game.table.slug))
    yield "requests were refused"


def the_same_request_again(game):
    game.bid("Ana")
    game.phone.send_again()
    game._answered()
    game.wager("Ana")
    sent = game.phone.last_sent
    game.press("Cy bids blind", "Ana bids blind")
    blind = game.phone.last_sent
    game.wager("Ana")
    for url, fields in (sent, blind):
        before = game.last
        game.phone.send(url, fields)
        game._answered()
        assert (game.last, game.phone.status) == (before, 200)
    yield "requests were repeated"


def wagers_come_in(game):
    game.wager("Bo")
    yield "a wager"
    game.press("Bo bids blind")
    game.wager("Bo", "Cy")
    game.bid("Bo")
    yield "a wager is changed"
    game.press("Undo", "Undo", "Undo", "Undo")
    yield "wagers are undone"
    game.press("Redo")
    game.wager("Bo")
    yield "one is redone and changed"


def the_hand_is_arranged(game):
    game.bid("Ana", "Cy")
    game.wager("Cy")
    game.enter(Note("Wine", 1), Dealer(1, 2))
    yield "another dealer"
    game.enter(Redeal(1))
    yield "dealt again"
    game.bid("Cy")
    yield "dealt again, and one bid"
    game.enter(Stop())
    yield "stopped"
    game.enter(Resume(), Undo(game.last + 1), Undo(game.last))
    game.press("Undo")
    yield "all that undone"
    game.press("Undo")
    yield "and the bids before"


def points_are_set_by_hand(game):
    game.bid("Ana", "Cy")
    game.wager("Cy")
    game.enter(SetPoints(1, (1, 2, 3), "torn card"))
    yield "closed by hand"
    game.phone.open(f"{game.table.url}/hands/1")
    url, fields = game.phone.would_send("Record correction")
    numbers = [(f"{name}-{seat}", "1") for name in ("bid", "tricks") for seat in range(3)]
    game.phone.send(url, changed_fields([*fields, *numbers], {"seen": "1"}))
    game._answered()
    game.table.look()
    game.press("Undo")
    yield "and open again"


def rules_become_in_turn(game):
    game.bid("Ana", "Cy")
    game.press("Undo", "Undo")
    game.enter(IN_TURN)
    yield "bids in turn, after covered ones"
    game.press("Bo bids 1", "Cy bids 1")
    yield "in turn"
    game.enter(*(Undo(game.last - back) for back in (0, 1, 2)))
    yield "at once again"
    game.press("Redo")
    yield "in turn again"


def rules_become_at_once(game):
    game.press("Bo bids 1", "Undo")
    game.enter(AT_ONCE)
    game.bid("Ana", "Bo")
    yield "at once, after bids in turn"
    game.press("Undo", "Undo", "Undo")
    yield "in turn again, and covered bids are undone"
    game.press("Bo bids 1")
    yield "a bid in turn"


def the_hand_before_comes_back(game):
    game.press("Ana bids 1", "Bo bids 1", "Cy bids 1")
    game.enter(Tricks(1, (1, 1, 1)))
    game.bid("Ana")
    game.wager("Bo")
    yield "the second hand"
    game.press("Undo", "Undo", "Undo")
    yield "the first again"
    game.press("Undo")
    yield "and covered again"
    game.press("Redo", "Redo", "Redo")
    game.press("Undo")
    game.enter(Coming(2, ()))
    yield "the second is not played"


SCENES: tuple[tuple[Callable[[Evening], Iterator[str]], str], ...] = (
    (bids_come_in, "simultaneous"),
    (forms_are_out_of_date, "simultaneous"),
    (requests_that_make_no_sense, "simultaneous"),
    (the_same_request_again, "simultaneous"),
    (wagers_come_in, "simultaneous"),
    (the_hand_is_arranged, "simultaneous"),
    (points_are_set_by_hand, "simultaneous"),
    (rules_become_in_turn, "simultaneous"),
    (rules_become_at_once, "sequential"),
    (the_hand_before_comes_back, "simultaneous"),
)


@pytest.mark.parametrize(("scene", "order"), SCENES, ids=lambda one: getattr(one, "__name__", ""))
def test_no_covered_value_can_be_read_anywhere(app, scene, order):
    evenings = [Evening(app, values, order) for values in (ALIKE, DIFFERENT)]
    for state in zip(*(scene(evening) for evening in evenings), strict=True):
        here, there = (list(evening.surfaces()) for evening in evenings)
        assert [name for name, _ in here] == [name for name, _ in there]
        for (name, one), (_, other) in zip(here, there, strict=True):
            assert one == other, f"{state[0]}: {name}"


def test_after_the_last_bid_everything_is_told(app):
    """Also what was changed or struck out before; and the test above can tell two games apart."""
    evenings = [Evening(app, values) for values in (ALIKE, DIFFERENT)]
    for game in evenings:
        game.bid("Ana", "Ana")
        game.press("Undo")
        game.bid("Bo")
        game.wager("Bo")
        game.bid("Cy")
    told = [dict(game.surfaces()) for game in evenings]
    assert b"Ana</bdi> bids 0." in told[1]["watcher /history"]
    assert b"wagers 20." in told[1]["watcher /history"]
    for name in (
        "scorekeeper ",
        "fragment ",
        "watcher ",
        "watcher /history",
        "watcher /board",
        ".json",
    ):
        assert told[0][name] != told[1][name], name


def test_bids_in_turn_are_told_where_bids_at_once_were_undone(app):
    game = Evening(app, DIFFERENT)
    game.bid("Ana")
    game.press("Undo")
    game.enter(IN_TURN)
    game.press("Bo bids 1", "Cy bids 2")
    said = dict(game.surfaces())["watcher /history"]
    assert b"Bo</bdi> bids 1." in said
    assert b"Ana</bdi>&#39;s bid is in." in said
    game.press("Ana bids 2")
    assert b"Ana</bdi> bids 3." in dict(game.surfaces())["watcher /history"]


def test_a_file_with_guesses_is_not_told_which_one_is_right(app):
    """Somebody fills in the game file what may have been bid, and asks whether it is here."""
    answers = []
    for values in (ALIKE, DIFFERENT):
        game = Evening(app, values)
        game.bid("Ana")
        file = json.loads(game.watching.client.get(f"{game.table.url}/sheet.json").text)
        found = []
        for guess in (1, 3):
            guessed = file | {"hands": [{"bids": [guess, None, None], "trump": "none"}]}
            look_at_file(game.phone, json.dumps(guessed).encode())
            found.append(game.phone.screen.main.text)
            if guess == values[0][0]:
                assert guessed == write_game(game.table.game)
        answers.append(found)
    assert answers[0] == answers[1]
