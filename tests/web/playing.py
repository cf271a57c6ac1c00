"""A game over requests, in players' words: a phone that shows one screen as a browser without scripts would, and a table.

`Phone(app, htmx=True)` sends what htmx would send instead. Forms are always filled from the page, with its token and hidden fields.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urljoin, urlsplit

from flask import Flask
from sqlalchemy import select
from werkzeug.datastructures import MultiDict
from werkzeug.test import Cookie, TestResponse

from scorekeeper.ledger.entries import Fact, Start
from scorekeeper.ledger.game import Game
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage import games
from scorekeeper.storage.database import reading
from scorekeeper.storage.tables import Base
from tests.checking_client import CheckingClient
from tests.web.screen import Element, Screen

REDIRECTS = {301, 302, 303, 307, 308}
Sent = tuple[str, list[tuple[str, str]]]


class Phone:
    """A phone in somebody's hand. `screen` is what it shows, `status` and `response` are the last answer's."""

    def __init__(self, app: Flask, *, htmx: bool = False) -> None:
        client = app.test_client()
        assert isinstance(client, CheckingClient)
        self.app = app
        self.client = client
        self.htmx = htmx
        self.url = "/"
        self.screen = Screen("")
        self.response: TestResponse
        self.last_sent: Sent

    @property
    def status(self) -> int:
        """The status of the last answer, redirects followed."""
        return self.response.status_code

    def open(self, url: str, *, quick: bool = False) -> Screen:
        """Go to an address, as typed or followed; `quick` is htmx asking for it."""
        headers = {"HX-Request": "true"} if quick else {}
        return self._show(self.client.get(url, headers=headers), url, headers)

    def reload(self) -> Screen:
        """Ask for the page again."""
        return self.open(self.url)

    def follow(self, name: str) -> Screen:
        """Tap a link."""
        link = self.screen.link(name)
        return self.open(urljoin(self.url, link["href"]), quick=self.htmx and "hx-get" in link)

    def press(self, name: str, **changed: str | None) -> Screen:
        """Tap a button. `changed` forges fields of its form (`tricks_0` is `tricks-0`); `None` leaves a field out."""
        button = self.screen.button(name)
        return self.send(*self.would_send(button, **changed), quick=self.htmx and "hx-post" in self.screen.form_of(button))

    def would_send(self, button: Element | str, **changed: str | None) -> Sent:
        """The address and the fields that pressing the button sends."""
        button = self.screen.button(button) if isinstance(button, str) else button
        form = self.screen.form_of(button)
        assert form["method"] == "post"
        to = urlsplit(urljoin(self.url, button["formaction"] or form["action"] or self.url))
        return to._replace(scheme="", netloc="", fragment="").geturl(), changed_fields(self.screen.sent_by(button), changed)

    def send(self, url: str, fields: Iterable[tuple[str, str]], *, quick: bool | None = None, **headers: str) -> Screen:
        """Send a form."""
        self.last_sent = (url, list(fields))
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.htmx if quick is None else quick:
            sent["HX-Request"] = "true"
        return self._show(self.client.post(url, data=MultiDict(self.last_sent[1]), headers=sent), url, sent)

    def send_again(self) -> Screen:
        """The same request once more, as after a lost answer."""
        return self.send(*self.last_sent)

    def _show(self, response: TestResponse, url: str, headers: dict[str, str]) -> Screen:
        for _ in range(5):
            if response.status_code not in REDIRECTS:
                break
            url = urljoin(url, response.headers["Location"])
            response = self.client.get(url, headers={key: headers[key] for key in ("HX-Request",) if key in headers})
        self.response, self.url = response, url
        if response.mimetype == "text/html" and response.data:
            self.screen = Screen(response.text)
        return self.screen

    @property
    def cookie(self) -> Cookie | None:
        """What this browser keeps of the server."""
        return self.client.get_cookie(self.app.config["SESSION_COOKIE_NAME"])

    def forget(self) -> None:
        """The browser loses its cookies."""
        for cookie in list(self.client._cookies.values() if self.client._cookies else ()):  # the jar has no public list
            self.client.delete_cookie(cookie.key, domain=cookie.domain, path=cookie.path)

    @contextmanager
    def hurrying(self) -> Iterator[None]:
        """On the way to what the test is about, pages are not checked for their form."""
        before, self.client.checking = self.client.checking, False
        yield
        self.client.checking = before

    def second_tab(self) -> "Phone":
        """Another tab of the same browser: it has the same cookie."""
        tab = Phone(self.app, htmx=self.htmx)
        for cookie in list(self.client._cookies.values() if self.client._cookies else ()):
            tab.client.set_cookie(cookie.key, cookie.value)
        return tab


def changed_fields(fields: Iterable[tuple[str, str]], changed: dict[str, str | None]) -> list[tuple[str, str]]:
    """The fields with some set to another value, left out (`None`) or added."""
    named = {name.replace("_", "-") if name not in {"csrf_token", "even_kept"} else name: value for name, value in changed.items()}
    known = MultiDict(fields)
    for name, value in named.items():
        known.poplist(name)
        if value is not None:
            known.add(name, value)
    return list(known.items(multi=True))


class Table:
    """A game on a phone that keeps score."""

    def __init__(self, phone: Phone, players: tuple[str, ...]) -> None:
        self.phone = phone
        self.players = players
        self.url = urlsplit(phone.url).path
        self.slug = self.url.rsplit("/", 1)[-1]

    @property
    def screen(self) -> Screen:
        """What the phone shows."""
        return self.phone.screen

    @property
    def game(self) -> Game:
        """The game as it is stored."""
        return stored_game(self.phone.app, self.slug)

    def look(self) -> Screen:
        """Open the table."""
        return self.phone.open(self.url)

    def bid(self, player: str, bid: int | str, **changed: str | None) -> Screen:
        """One bid, tapped; for a player who has bid already, after opening the line."""
        name = f"{player} bids {bid}"
        if name not in self.screen.buttons:
            self.phone.follow(f"Change {player}'s bid")
        return self.phone.press(name, **changed)

    def bids(self, said: str) -> Screen:
        """Bids as they are said: "Bo 0, Cy 1, Ana 1"."""
        for player, bid in (one.rsplit(" ", 1) for one in said.split(", ")):
            self.bid(player, bid)
            assert self.phone.status == 200, f"{player} bids {bid}: {self.screen.alerts}"
        return self.screen

    def choose_tricks(self, taken: str) -> None:
        """Tricks in seat order, chosen and not yet recorded: "1 0 0"; a dash leaves a player out."""
        for player, tricks in zip(self.players, taken.split(), strict=True):
            if tricks != "-":
                self.screen.choose(f"{player} took {tricks}")

    def record(self, taken: str) -> Screen:
        """Choose the tricks and record them."""
        self.choose_tricks(taken)
        return self.phone.press("Record")

    def play(self, said: str, taken: str) -> Screen:
        """A whole hand."""
        self.bids(said)
        screen = self.record(taken)
        assert self.phone.status == 200, screen.alerts
        return screen

    @contextmanager
    def quickly(self) -> Iterator[None]:
        """To get somewhere: one request a tap instead of two."""
        before, self.phone.htmx = self.phone.htmx, True
        with self.phone.hurrying():
            yield
        self.phone.htmx = before
        self.look()

    def play_any(self, hands: int = 1) -> None:
        """Hands with whatever is legal: everybody bids as little as possible, the dealer takes all tricks."""
        with self.quickly():
            for _ in range(hands):
                hand = self.game.hand
                assert hand is not None
                for seat in hand.order:
                    self.bid(self.players[seat], self.game.legal_bids(seat)[0])
                self.record(" ".join(str(hand.size if seat == hand.dealer else 0) for seat in range(len(self.players))))

    def undo(self) -> Screen:
        """Tap "Undo"."""
        return self.phone.press("Undo")

    def open_correction(self, hand: int) -> Screen:
        """From the sheet to the correction of a hand."""
        self.phone.open(f"{self.url}/sheet")
        return self.phone.follow(f"Correct hand {hand}")

    def correct(self, hand: int, *, bids: str = "", tricks: str = "", trump: str = "") -> Screen:
        """Correct what is named (in seat order, as in "0 1 1") and record it."""
        self.open_correction(hand)
        for word, numbers in (("bids", bids), ("took", tricks)):
            for player, number in zip(self.players, numbers.split(), strict=False):
                self.screen.choose(f"{player} {word} {number}")
        if trump:
            self.screen.choose(trump)
        return self.phone.press("Record correction")

    # What the screen says

    @property
    def order(self) -> list[str]:
        """The players in the order of the lines on the screen."""
        return [line.all("bdi")[0].text for line in self.screen.main.all("li", class_="seat")]

    @property
    def dealer(self) -> str:
        """Who is marked as dealer."""
        (line,) = [line for line in self.screen.main.all("li", class_="seat") if line.all(class_="dealer")]
        return line.all("bdi")[0].text

    def line(self, player: str) -> Element:
        """The line of a player."""
        (line,) = [line for line in self.screen.main.all("li", class_="seat") if line.all("bdi")[0].text == player]
        return line

    def shown_bid(self, player: str) -> str | None:
        """The bid shown in a player's line; `None` where none is."""
        (shown,) = self.line(player).all(class_="bid")
        return None if "none" in shown["class"].split() else shown.raw.split()[-1]

    @property
    def shown_bids(self) -> dict[str, str | None]:
        """All bids shown."""
        return {player: self.shown_bid(player) for player in self.order}

    @property
    def shown_totals(self) -> list[str]:
        """The totals shown at the table, in seat order."""
        return [self.line(player).all(class_="total")[0].raw.split()[-1] for player in self.players]

    def chosen_tricks(self) -> str:
        """The tricks that stand as entered, in seat order, a dash for none."""
        shown = []
        for seat in range(len(self.players)):
            checked = [radio["value"] for radio in self.screen.main.all("input", name=f"tricks-{seat}") if "checked" in radio]
            shown.append(checked[0] if checked else "-")
        return " ".join(shown)

    def refused_in_line(self, player: str) -> str:
        """What a player's line says is wrong."""
        return " ".join(alert.text for alert in self.line(player).all(role="alert"))

    @property
    def balance(self) -> str:
        """The bids against the size, in words."""
        (tally,) = self.screen.main.all(class_="tally")
        return tally.all("p")[0].text


# Setting up


def set_up(
    phone: Phone,
    players: Iterable[str],
    *,
    dealer: str = "",
    hook: bool | None = None,
    choices: dict[str, str] | None = None,
) -> Screen:
    """The form of a new game, filled in as far as named."""
    screen = phone.open("/new")
    for number, name in enumerate(players, start=1):
        if f"Player {number}" not in screen.fields:
            screen = phone.press("Add a player")
        screen.type(f"Player {number}", name)
    if hook is not None:
        screen.choose("The hook", checked=hook)
    for label, text in (choices or {}).items():
        if text in {"yes", "no"}:
            screen.choose(label, checked=text == "yes")
        else:
            screen.type(label, text)
    if dealer:
        screen.field("First dealer")  # without scripts its list has the names of the page before
        select_dealer(screen, list(players).index(dealer))
    return screen


def select_dealer(screen: Screen, seat: int) -> None:
    """Choose the first dealer by seat."""
    for option in screen.field("First dealer").all("option"):
        option.attrs.pop("selected", None)
        if option["value"] == str(seat):
            option.attrs["selected"] = ""


def start(phone: Phone, players: Iterable[str], **chosen: Any) -> Table:
    """A game begun as a browser would begin it."""
    players = tuple(players)
    with phone.hurrying():
        set_up(phone, players, **chosen)
        phone.press("Start game")
    assert phone.status == 200, phone.screen.alerts
    table = Table(phone, players)
    table.players = table.game.players  # as they were tidied
    return table


def start_named(phone: Phone, id_: str, players: Iterable[str] = ("Ana", "Bo", "Cy"), *, sizes: str = "") -> Table:
    """A game of the catalogue as it stands there, or with hands of these sizes."""
    players = tuple(players)
    with phone.hurrying():
        set_up(phone, players)
        screen = phone.press("Show the game as chosen", game=id_)
        if sizes:
            screen.type("Hands", "a list of one's own")
            screen.type("Own list of hands", sizes)
        phone.press("Start game")
    assert phone.status == 200, phone.screen.alerts
    return Table(phone, players)


def start_with_rules(phone: Phone, players: Iterable[str] = ("Ana", "Bo", "Cy"), **rules: Any) -> Table:
    """A game by rules as a file has them, kept by this phone."""
    phone.open("/new")
    with phone.client.session_transaction() as session:
        device = session["device"]
    fact = Start(Ruleset.from_data(rules).to_data(), tuple(players))
    with phone.app.app_context():
        slug = games.start(fact, key=token_urlsafe(9), device=device, at=datetime.now(UTC))
    phone.open(f"/g/{slug}")
    return Table(phone, tuple(players))


def start_with_sizes(phone: Phone, players: Iterable[str], sizes: str, **chosen: Any) -> Table:
    """A game whose hands have these sizes."""
    return start(
        phone, players, choices={"Hands": "a list of one's own", "Own list of hands": sizes, **chosen.pop("choices", {})}, **chosen
    )


B3 = (("Bo 0, Cy 1, Ana 1", "1 0 0"), ("Cy 1, Ana 0, Bo 2", "1 0 1"), ("Ana 2, Bo 1, Cy 1", "2 1 0"))


def b3(phone: Phone, hands: int = 3, **chosen: Any) -> Table:
    """The fixture B3: Ana, Bo, Cy, hook on, hands of 1, 2, 3 cards, the first `hands` of them played. Totals 23 21 11."""
    table = start_with_sizes(phone, ("Ana", "Bo", "Cy"), "1 2 3", hook=True, **chosen)
    with table.quickly():
        for said, taken in B3[:hands]:
            table.play(said, taken)
    return table


def f4(phone: Phone, hands: int = 0, *, hook: bool = True) -> Table:
    """The fixture F4: Ana, Bo, Cy, Dee, 1 to 8 cards going up, Ana deals first, the first `hands` played with any numbers."""
    table = start(phone, ("Ana", "Bo", "Cy", "Dee"), hook=hook, choices={"Most cards in a hand": "8"})
    table.play_any(hands)
    return table


def open_hand(phone: Phone, size: int, *, hook: bool = True, players: tuple[str, ...] = ("Ana", "Bo", "Cy", "Dee")) -> Table:
    """A game whose first hand, dealt by Ana, has this size."""
    return start_with_sizes(phone, players, f"{size} 1", hook=hook)


def at_once(phone: Phone, sizes: str = "2 3") -> Table:
    """A game of Ana, Bo and Cy in which all bid at once."""
    return start_with_sizes(phone, ("Ana", "Bo", "Cy"), sizes, choices={"Bids": "all at once"})


def enter(table: Table, *facts: Fact) -> None:
    """Facts as another page would enter them."""
    with table.phone.app.app_context(), games.writing(table.slug) as stored:
        for fact in facts:
            stored = games.append(stored, fact, key="", at=datetime.now(UTC))


# Looking behind


def stored_game(app: Flask, slug: str) -> Game:
    """The game as it is stored."""
    with app.app_context():
        return games.load(slug).game


def everything_stored(app: Flask) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table about games and people, to compare before and after."""
    with app.app_context(), reading() as connection:
        return {
            name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for name, table in Base.metadata.tables.items()
            if name != "calendar"
        }
