"""What the application does around every page: host names, cookies, limits, proxies."""

import re
import socket

import pytest

from scorekeeper import create_app
from scorekeeper.ledger.entries import Start
from scorekeeper.rules import catalogue
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.settings import secret_key
from scorekeeper.storage import games
from scorekeeper.storage.database import db
from tests.storage.conftest import NOW


def test_it_works(client):
    assert client.get("/").status_code == 200


def test_the_secret_is_the_one_in_the_data_folder(app, data):
    assert app.config["SECRET_KEY"] == secret_key(data)


def test_a_secret_from_the_surroundings_wins(data, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "from the surroundings")
    assert create_app({"SCOREKEEPER_DATA": str(data)}).config["SECRET_KEY"] == "from the surroundings"
    assert not (data / "secret_key").exists()


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "127.0.0.1:8000",
        "192.168.1.20:8000",
        "10.0.0.3",
        "[::1]:8000",
        "[fd00::1]",
        "cards.localhost",
    ],
)
def test_addresses_in_figures_and_localhost_are_answered(client, host):
    assert client.get("/", headers={"Host": host}).status_code == 200


def test_this_machine_answers_to_its_own_name(client):
    name = socket.gethostname()
    for host in (name, f"{name.upper()}:8000", f"{name.partition('.')[0]}.local"):
        assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example", "1.2.3.4.5", "x y"]
)
def test_a_foreign_name_is_refused(client, host):
    assert client.get("/", headers={"Host": host}).status_code == 400


def test_names_of_the_owner_are_answered(data, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "Cards.example, .club.example")
    client = create_app({"SCOREKEEPER_DATA": str(data)}).test_client()
    answers = {
        host: client.get("/", headers={"Host": host}).status_code for host in ("cards.example", "x.cards.example", "a.club.example")
    }
    assert answers == {"cards.example": 200, "x.cards.example": 400, "a.club.example": 200}


def cookie_of(app, url):
    """The attributes of the session's cookie after something was put into it."""

    @app.post("/remember")
    def remember():
        from flask import session

        session["device"] = "phone"
        return "", 204

    app.config["WTF_CSRF_ENABLED"] = False
    response = app.test_client().post(f"{url}/remember")
    name, *attributes = response.headers["Set-Cookie"].split("; ")
    assert re.match("scorekeeper-[0-9a-f]{8}=", name)
    return set(attributes)


def test_the_cookie_is_kept_from_scripts_and_other_sites_and_lasts(app):
    attributes = cookie_of(app, "http://192.168.1.20:8000")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= attributes
    assert "Max-Age=34560000" in attributes
    assert not any(attribute.startswith("Expires=") for attribute in attributes)  # told by a clock that may be wrong
    assert "Secure" not in attributes


def test_the_cookie_is_secure_where_the_connection_is(app):
    assert "Secure" in cookie_of(app, "https://localhost")


def test_reading_pages_sets_no_cookie_again(app):
    cookie_of(app, "http://localhost")
    client = app.test_client()
    client.post("/remember")
    assert "Set-Cookie" not in client.get("/").headers


def test_an_enormous_form_is_refused(client):
    assert client.post("/", data={"name": "x" * 1_100_000}).status_code in {400, 405, 413}


def test_forwarded_headers_count_only_behind_a_proxy(data):
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
    plain = create_app({"SCOREKEEPER_DATA": str(data)})
    assert plain.test_client().get("/", headers=headers).status_code == 200
    behind = create_app({"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_PROXIES": "1"})
    assert behind.test_client().get("/", headers=headers).status_code == 400


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("Proto", "https", 200),
        ("Proto", "javascript", 400),
        ("Proto", "data", 400),
        ("Proto", "https, javascript", 400),
        ("Host", "ana@localhost", 400),
        ("Host", "localhost/evil", 400),
        ("Host", "localhost:99999", 400),
        ("Host", "localhost:evil", 400),
        ("Host", "localhost, evil.example", 400),
        ("For", "<evil>", 200),
        ("Port", "666", 200),
        ("Prefix", "//evil.example", 200),
    ],
)
def test_what_a_careless_proxy_passes_on_reaches_no_link(data, name, value, status):
    app = create_app({"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_PROXIES": "1"})
    with app.app_context():
        slug = games.start(Start(Ruleset().to_data(), ("Ana", "Bo")), key="", device="phone", at=NOW)
    response = app.test_client().get(f"/g/{slug}/read", headers={f"X-Forwarded-{name}": value})
    assert response.status_code == status
    assert not [word for word in ("evil", "666", "javascript:", "data:/", "99999", "ana@") if word in response.text]
    assert status == 200 or "Traceback" not in response.text


def test_a_form_without_its_token_is_refused(app):
    @app.post("/form")
    def form():
        return "", 204

    assert app.test_client().post("/form").status_code == 400


def test_a_broken_catalogue_is_found_at_the_start(data, monkeypatch):
    entry = {"id": "mine", "family": "House", "name": "Mine", "sentence": "My own game.", "sources": ["me"], "leed": "left"}
    monkeypatch.setattr(catalogue, "as_written", lambda: [entry])
    catalogue._by_id.cache_clear()
    try:
        with pytest.raises(RuleError, match="“mine”: The rules have no key “leed”"):
            create_app({"SCOREKEEPER_DATA": str(data)})
    finally:
        catalogue._by_id.cache_clear()


def test_the_database_is_not_touched_before_it_is_needed(tmp_path):
    create_app({"SCOREKEEPER_DATA": str(tmp_path)})
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


@pytest.fixture(autouse=True)
def _close_databases(monkeypatch):
    """Applications made inside a test close what they opened."""
    from scorekeeper.storage import database

    made = []
    original = database.init_app
    monkeypatch.setattr(database, "init_app", lambda app: (original(app), made.append(app)))
    yield
    for app in made:
        with app.app_context():
            db.engine.dispose()
