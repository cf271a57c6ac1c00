"""The server's clock is set while people play, or wrong by years: nobody loses a right, no game goes, nothing fails."""

import re
import time
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from flask.sessions import SecureCookieSessionInterface
from sqlalchemy import select

from bench.statements import PAGES
from scorekeeper import clock, create_app, sessions
from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.file_reading import read_game
from scorekeeper.storage import games, lists, purging
from scorekeeper.storage.database import db, reading
from scorekeeper.storage.games import NoSuchGame
from scorekeeper.storage.tables import CalendarRow
from tests.checking_client import CheckingClient
from tests.web.playing import Phone, b3, start, stored_game
from tests.web.test_access import own_token
from tests.web.test_groups import make, people
from tests.web.test_imports import choose, lines

SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
MOVES = [-SECOND, -HOUR, -60 * DAY, 60 * DAY, 400 * DAY]
YEARS = [1966, 2025, 2200, 9998]
FILES = ("/sheet.csv", "/sheet.xlsx", "/sheet.json")


@pytest.fixture
def tell(monkeypatch):
    """Sets the clock: so far off what it tells in truth, or to the beginning of a year."""
    truly, off = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: truly() + off[0])

    def tell(what=timedelta()):
        off[0] = what.total_seconds() if isinstance(what, timedelta) else (what - 1970) * 31_556_952 - truly()

    return tell


class Evening:
    """A phone, and a server whose clock is set before each request; it may be started again as well."""

    def __init__(self, app, before_each):
        self.phone, self.before_each, self.asked = Phone(app), before_each, 0
        self.started = []
        self.watch(app)

    def watch(self, app):
        client = app.test_client()
        for name, value in self.cookies().items():
            client.set_cookie(name, value)
        ask = client.open

        def asked(*of, **more):
            self.asked += 1
            self.before_each(self)
            if client is not self.phone.client:  # the server was started again
                return self.phone.client.open(*of, **more)
            response = ask(*of, **more)
            assert response.status_code < 400, (of, response.text)
            response.get_data()
            response.close()
            return response

        client.open = asked
        self.phone.app, self.phone.client = app, client

    def cookies(self):
        jar = self.phone.client._cookies or {}
        return {cookie.key: cookie.value for cookie in jar.values()}

    def start_again(self):
        app = create_app(dict(self.phone.app.config))
        app.test_client_class = CheckingClient
        app.jinja_env.bytecode_cache = self.phone.app.jinja_env.bytecode_cache
        purging.look(app)
        self.started.append(app)
        self.before_each, before_each = lambda _: None, self.before_each
        self.watch(app)
        self.before_each = before_each

    def device(self):
        """Who this phone is."""
        (value,) = self.cookies().values()
        serializer = self.phone.app.session_interface.get_signing_serializer(self.phone.app)
        return serializer.loads(value)["device"]

    def spend(self):
        """A hand, another one corrected, a group, an import, a deletion taken back; then everything is there."""
        phone = self.phone
        table = start(phone, ("Ana", "Bo", "Cy"), choices={"Most cards in a hand": "3"})
        device = self.device()
        table.play("Bo 0, Cy 0, Ana 0", "0 1 0")
        table.bids("Cy 1, Ana 0")
        group = make(phone)
        table.look()
        table.bid("Bo", 0)
        phone.press("Undo")
        table.bid("Bo", 2)
        table.record("1 0 1")
        played = b3(phone, choices={"Group": "Friday"})
        assert people(phone.open(group))["Ana"][0] == "1"
        file = write_game(stored_game(phone.app, played.slug)) | {"title": "Once more", "started": "2026-02-01T20:00:00+01:00"}
        choose(phone, lines(file))
        assert "Once more" in phone.open("/").text
        phone.open(f"/delete/{played.slug}")
        phone.press("Yes, delete it")
        assert people_without_games(phone.open(group))
        phone.open("/deleted")
        phone.press("Take back")
        assert people(phone.open(group))["Ana"][0] == "1"
        phone.open(f"/delete/{played.slug}")
        phone.press("Yes, delete it")
        table.look()
        table.play("Ana 1, Bo 1, Cy 0", "1 2 0")
        assert phone.open(table.url).heading == "Finished"
        assert self.device() == device
        with phone.app.app_context():
            assert [one.slug for one in lists.deleted_games_of(device)] == [played.slug]
            assert games.may_score(table.slug, device)
            assert len(lists.games_of(device)) == 2
        return table


def people_without_games(screen):
    return not screen.main.all("table", class_="people")


@pytest.fixture
def evening(app):
    made = []

    def evening(before_each):
        made.append(Evening(app, before_each))
        return made[-1]

    yield evening
    for started in [started for one in made for started in one.started]:
        with started.app_context():
            db.engine.dispose()


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_the_clock_moves_between_any_two_taps(evening, tell, move):
    """In one process, and while the server is started again."""

    def before_each(evening):
        tell(move if evening.asked % 2 else timedelta())
        if evening.asked % 9 == 0:
            evening.start_again()

    evening(before_each).spend()


def test_the_clock_moves_in_any_order(evening, tell):
    chance = Random(11)

    def before_each(evening):
        tell(chance.choice([*MOVES, timedelta()]))
        if chance.random() < 0.1:
            evening.start_again()

    evening(before_each).spend()


@pytest.mark.parametrize("year", YEARS)
def test_the_clock_tells_another_year(evening, tell, year):
    """Every page answers, and what was begun in that year goes on in the right one."""
    tell(year)
    table = evening(lambda _: None).spend()
    phone = table.phone
    for page in ("/", "/new", "/groups", "/import", "/deleted", *(table.url + page for page in (*PAGES, *FILES))):
        assert phone.client.get(page).status_code in {200, 303}, page
    game = stored_game(phone.app, table.slug)
    assert 2026 <= game.entries[0].at.year < 9998
    assert game.started[:4] == str(game.entries[0].at.year)
    assert read_game(write_game(game)).version == game.version
    tell()
    phone.open(f"/delete/{table.slug}")
    phone.press("Yes, delete it")
    with pytest.raises(NoSuchGame):
        stored_game(phone.app, table.slug)


def test_entries_made_while_the_clock_is_not_set_have_different_times(phone, tell):
    """Pages know by that time, too, whether anything is new."""
    tell(1966)
    table = start(phone, ("Ana", "Bo"))
    tell(1966)
    table.bids("Bo 0")
    first, second = (entry.at for entry in table.game.entries)
    assert first < second


def test_the_program_looks_after_deleted_games_under_any_server(app, phone):
    phone.client.get("/", buffered=True).close()
    with app.app_context(), reading() as connection:
        assert connection.scalar(select(CalendarRow.day)) == 0


def test_nobody_asks_another_clock():
    """What is right in one place must not be forgotten in another."""
    other = re.compile(r"(datetime|date|time)\.(now|today|utcnow|time|localtime|gmtime|fromtimestamp)\(")
    package = Path(clock.__file__).parent
    for source in package.rglob("*.py"):
        text = "\n".join(line for line in source.read_text("utf-8").splitlines() if ">>>" not in line)
        assert source == Path(clock.__file__) or not other.search(text), source


# The cookie


def flask_cookie(app, **data):
    """A cookie as an earlier version wrote it."""
    return SecureCookieSessionInterface().get_signing_serializer(app).dumps(data)


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_a_cookie_of_an_earlier_version_goes_on_under_the_new_name(app, phone, tell, move):
    table = start(phone, ("Ana", "Bo"))
    with phone.client.session_transaction() as session:
        before = dict(session)
    tell(move)
    old = flask_cookie(app, **before)
    tell()
    phone.forget()
    phone.client.set_cookie(sessions.EARLIER_NAME, old)
    for page in ("/new", "/groups", table.url):
        phone.open(page)
        assert phone.cookie is None, page  # nobody new
    table.bids("Bo 0")
    assert phone.status == 200
    with phone.client.session_transaction() as session:
        assert dict(session) == before
    assert dict(SecureCookieSessionInterface().get_signing_serializer(app).loads(phone.cookie.value)) == before


def test_a_cookie_that_cannot_be_read_hides_none_that_can(app, phone):
    table = start(phone, ("Ana", "Bo"))
    mine = phone.cookie
    phone.client.set_cookie(sessions.EARLIER_NAME, mine.value)
    phone.client.set_cookie(mine.key, mine.value[:-2])
    phone.open("/new")
    table.look()
    table.bids("Bo 0")
    assert phone.status == 200
    with app.test_request_context(headers={"Cookie": f"{mine.key}=x; {mine.key}={mine.value}"}):
        from flask import session

        assert session["device"]


def test_two_servers_on_one_machine_leave_each_other_alone(app, phone, data, tmp_path, compiled_templates):
    """Browsers send the cookies of a machine to all its ports."""
    other = create_app({"SCOREKEEPER_DATA": str(tmp_path), "SQLALCHEMY_DATABASE_URI": app.config["SQLALCHEMY_DATABASE_URI"]})
    other.test_client_class = CheckingClient
    other.jinja_env.bytecode_cache = compiled_templates
    there = Phone(other)
    there.client._cookies = phone.client._cookies  # one browser
    tables = [start(phone, ("Ana", "Bo")), start(there, ("Dee", "Eli"))]
    for name, table in zip(("Bo", "Eli", "Ana", "Dee"), tables * 2, strict=True):
        table.look()
        table.bid(name, 1)
        assert table.phone.status == 200, name
    with other.app_context():
        db.engine.dispose()


def test_a_form_token_is_one_that_is_checked(phone, tell):
    """By Flask-WTF, which takes no other, whatever the clock told when it was made."""
    for year in YEARS:
        tell(year)
        token = own_token(phone)
        tell()
        phone.send("/new", [("csrf_token", token), ("do", "add")])
        assert phone.status == 200
