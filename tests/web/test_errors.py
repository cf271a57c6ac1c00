"""What could not be answered: plain words and a way on, never a traceback."""

import sqlite3

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError, OperationalError

from scorekeeper.rules.errors import RuleError
from scorekeeper.storage.database import db
from tests.web.playing import Phone, b3, f4, start


@pytest.fixture
def told(app):
    """Faults are answered as they would be on a server, not raised."""
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    return app


def test_it_works(phone):
    screen = phone.open("/nothing/here")
    assert phone.status == 404
    assert screen.heading == "Nothing here"
    assert phone.follow("All games").heading == "Scorekeeper"


@pytest.mark.parametrize("quick", [False, True])
def test_an_error_page_is_whole_or_a_fragment_like_any_other(phone, quick):
    phone.open("/nothing", quick=quick)
    assert phone.screen.whole is not quick


def test_other_methods_are_refused_in_words(phone, stored):
    table = b3(phone, hands=1)
    before = stored()
    pages = ("", "/sheet", "/sheet.csv", "/history", "/rules", "/read", "/scoring", "/hands/1", "/score/x")
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "post"):
        for url in ("/", "/new", "/new/choices", *(table.url + path for path in pages)):
            response = phone.client.open(url, method=method)
            assert response.status_code in {400, 405}, (method, url)
            assert "Traceback" not in response.text
    assert stored() == before


def test_options_are_harmless(phone, stored):
    table = b3(phone)
    before = stored()
    for path in ("", "/sheet", "/scoring", "/hands/1"):
        assert phone.client.options(table.url + path).status_code == 200
    assert stored() == before


def test_a_form_sent_where_none_belongs_is_refused(phone, stored):
    table = b3(phone)
    before = stored()
    for url in (
        "/",
        "/new/choices",
        f"{table.url}/sheet",
        f"{table.url}/sheet.csv",
        f"{table.url}/history",
        f"{table.url}/rules",
        f"{table.url}/read",
    ):
        response = phone.client.post(url, data={"do": "undo"})
        assert response.status_code in {400, 405}, url
        assert "Saved" not in response.text
    assert stored() == before


def test_a_form_far_too_large_is_refused_and_changes_nothing(phone, stored):
    f4(phone)
    url, fields = phone.would_send("Bo bids 1")
    before = stored()
    phone.send(url, [*fields, ("more", "x" * 1_200_000)])
    assert phone.status == 413
    phone.send(url, [*fields, *((f"more-{number}", "x") for number in range(2000))])
    assert phone.status in {200, 413}
    if phone.status == 200:
        phone.press("Undo")
    else:
        assert stored() == before


def test_a_damaged_game_says_so_and_spoils_no_other(told, phone):
    damaged, whole = f4(phone), start(phone, ("Ana", "Bo"))
    told.extensions.pop("scorekeeper.folded", None)
    with told.app_context(), db.engine.begin() as connection:
        connection.execute(
            text("UPDATE entry SET data = '{' WHERE game_id = (SELECT id FROM game WHERE slug = :slug)"), {"slug": damaged.slug}
        )
    for path in ("", "/sheet", "/history", "/sheet.json"):
        phone.open(damaged.url + path)
        assert phone.status == 409
        assert phone.screen.heading == "This game cannot be read"
        assert "Traceback" not in phone.screen.html
    phone.open("/")
    assert phone.status == 200
    assert "Bo bids 0" in whole.look().buttons
    phone.open(f"/new?again={damaged.slug}")
    assert phone.status == 200


def test_a_database_that_cannot_be_written_is_told(told, phone, stored):
    """A full disk, or one that was mounted for reading only: nothing was saved, and it is said."""
    table = f4(phone)
    before = stored()
    with told.app_context():
        db.engine.dispose()
        event.listen(db.engine, "connect", read_only)
        phone.press("Bo bids 1")
        event.remove(db.engine, "connect", read_only)
        db.engine.dispose()
    assert phone.status == 503
    assert "Nothing was saved" in phone.screen.text
    assert stored() == before
    table.look()
    table.bid("Bo", 1)
    assert phone.status == 200


def read_only(connection, _record):
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA query_only = ON")
    else:
        connection.read_only = True


def test_a_fault_of_the_program_is_told_without_its_details(told, phone, monkeypatch):
    table = f4(phone)

    def fail(*_):
        raise ZeroDivisionError("the details")

    monkeypatch.setattr("scorekeeper.web.sheet.score_sheet", fail)
    for quick in (False, True):
        screen = phone.open(f"{table.url}/sheet", quick=quick)
        assert phone.status == 500
        assert screen.heading == "That should not have happened"
        assert "details" not in screen.html
        assert "Traceback" not in screen.html


def test_the_log_names_the_route_and_never_the_address(phone, caplog):
    """The address of a game is its key; it has no place in a log."""
    table = f4(phone)
    secret = phone.open(f"{table.url}/scoring").value("Private scoring link").rsplit("/", 1)[-1]
    phone.open(f"{table.url}/hands/99999999999999999999999")
    phone.open(f"{table.url}/nothing")
    phone.open(f"{table.url}/score/{secret}x")
    phone.client.post(table.url, data={})
    phone.client.post(f"{table.url}/score/{secret}", data={})
    Phone(phone.app).client.post(f"{table.url}/scoring", data={})
    assert table.slug not in caplog.text
    assert secret not in caplog.text


def test_every_refusal_is_a_line_in_the_log_with_its_reason(phone, caplog):
    table = f4(phone)
    phone.press("Bo bids 0", bid="9")
    phone.press("Bo bids 0", csrf_token="old")
    phone.press("Bo bids 0")
    phone.send_again()
    phone.open(f"{table.url}/nothing")
    assert [record.getMessage() for record in caplog.records if record.name == "scorekeeper"] == [
        "POST /g/<slug> answered 422: bid-range",
        "POST /g/<slug> answered 400: forged",
        "GET no route answered 404: Not Found",
    ]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (sqlite3.OperationalError("database is locked"), "OperationalError: database is locked"),
        (
            sqlite3.OperationalError("Could not decode to UTF-8 column 'data' with text 'Zenobia's'"),
            "OperationalError: Could not decode to UTF-8 column …",
        ),
        (sqlite3.DatabaseError("file is not a database\nZenobia"), "DatabaseError: file is not a database"),
    ],
)
def test_a_database_that_does_not_answer_is_one_line(told, phone, caplog, monkeypatch, said, words):
    table = f4(phone)
    fail(monkeypatch, OperationalError("SELECT 'Zenobia'", {"slug": table.slug}, said))
    for _ in range(3):
        assert "Nothing was saved" in phone.open(f"{table.url}/sheet").text
        assert phone.status == 503
    line = f"GET /g/<slug>/sheet answered 503: the database did not answer: {words}"
    assert [record.getMessage() for record in caplog.records] == [line] * 3
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize(
    "error",
    [
        KeyError("Zenobia"),
        ValueError("invalid literal for int(): 'Zenobia'"),
        RuleError("players", "%(name)s is there already.", name="Zenobia"),
        IntegrityError("INSERT", {}, sqlite3.IntegrityError("duplicate key\nDETAIL: Key (name)=(Zenobia)")),
    ],
)
def test_a_fault_of_the_program_is_traced_without_what_it_was_about(told, phone, caplog, monkeypatch, error):
    table = f4(phone)
    fail(monkeypatch, error)
    phone.open(f"{table.url}/sheet")
    assert phone.status == 500
    assert "score_sheet(" in caplog.text
    assert f"\n{type(getattr(error, 'orig', error)).__name__}: " in caplog.text
    assert "Zenobia" not in caplog.text


def test_an_error_page_that_fails_names_no_address_in_the_log(told, phone, caplog, monkeypatch):
    table = f4(phone)
    fail(monkeypatch, ZeroDivisionError())
    told.error_handler_spec[None][None][Exception] = lambda error: 1 // 0
    assert phone.client.get(f"{table.url}/sheet").status_code == 500
    assert "ZeroDivisionError" in caplog.text
    assert table.slug not in caplog.text


def fail(monkeypatch, error):
    def score_sheet(*_):
        raise error

    monkeypatch.setattr("scorekeeper.web.sheet.score_sheet", score_sheet)
