"""What every answer carries: nothing runs that is not ours, nothing is kept, nothing is told to others."""

import base64
import stat
import zlib
from pathlib import Path

import pytest
from rcssmin import cssmin
from rjsmin import jsmin

from scorekeeper.web.assets import BUNDLES
from tests.web.playing import Phone, b3, f4, start_with_sizes
from tests.web.screen import Screen

EVERY_PAGE = ("", "/sheet", "/history", "/rules", "/read", "/scoring", "/hands/1", "?change=0", "/nothing")


@pytest.fixture
def table(phone):
    return f4(phone, hands=1)


def answers(phone, table):
    """Pages, fragments, refusals, files and errors."""
    for path in EVERY_PAGE:
        yield phone.client.get(table.url + path)
        yield phone.client.get(table.url + path, headers={"HX-Request": "true"})
    for url in (
        "/",
        "/new",
        "/new/choices",
        "/nothing",
        f"{table.url}/sheet.csv",
        f"{table.url}/sheet.xlsx",
        f"{table.url}/sheet.json",
    ):
        yield phone.client.get(url)
    yield phone.client.post(table.url, data={})
    yield phone.client.post("/", data={})
    yield phone.client.get(f"{table.url}?v={table.game.version}", headers={"HX-Request": "true"})
    yield phone.client.get("/", headers={"Host": "evil.example"})
    yield phone.client.get("/static/nothing")


def test_it_works(phone, table):
    for response in answers(phone, table):
        headers = response.headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Robots-Tag"] == "noindex"
        assert "camera=()" in headers["Permissions-Policy"]
        assert "Strict-Transport-Security" not in headers
        assert "upgrade-insecure-requests" not in headers["Content-Security-Policy"]


def test_nothing_runs_but_our_own_files(phone, table):
    """G67: should a name ever slip through, the browser would not run it."""
    for response in answers(phone, table):
        policy = dict(part.split(" ", 1) for part in response.headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
        assert policy["base-uri"] == policy["frame-ancestors"] == "'none'"
        assert "unsafe" not in response.headers["Content-Security-Policy"]


def test_no_page_has_code_or_style_in_it_or_anything_from_elsewhere(phone, table):
    for path in ("", "/sheet", "/history", "/rules", "/read", "/scoring", "/hands/1"):
        screen = phone.open(table.url + path)
        for element in screen.root.all():
            assert not [name for name in element.attrs if name == "style" or name.startswith(("on", "hx-on"))]
            for name in ("src", "href", "action", "hx-get", "hx-post"):
                assert not element[name] or element[name].startswith(("/", "#", "data:image/svg+xml,")), element
        assert not [script for script in screen.root.all("script") if not script["src"]]
        assert not screen.root.all("style")


def test_pages_and_files_of_a_game_are_not_kept(phone, table):
    for path in (*EVERY_PAGE, "/sheet.csv", "/sheet.xlsx", "/sheet.json", f"?v={table.game.version}"):
        for headers in ({}, {"HX-Request": "true"}):
            assert phone.client.get(table.url + path, headers=headers).headers["Cache-Control"] == "no-store", path
    assert phone.client.get("/").headers["Cache-Control"] == "no-store"
    assert phone.client.get("/new").headers["Cache-Control"] == "no-store"


def test_page_and_fragment_are_told_apart(phone, table):
    """G42"""
    for path in EVERY_PAGE:
        for headers in ({}, {"HX-Request": "true"}):
            response = phone.client.get(table.url + path, headers=headers)
            if response.status_code != 303:
                assert "HX-Request" in response.headers["Vary"], path


def test_every_header_can_be_sent(phone):
    """A server sends headers in Latin letters only; the test client would let others pass."""
    table = start_with_sizes(phone, ("李", "🂡 Bo", "Ł"), "1", choices={"Name of the game, if you like": "Żółć 李"})
    table.play_any()
    for response in answers(phone, table):
        for name, value in response.headers:
            assert value.isascii(), f"{name}: {value}"


def test_static_files_with_their_mark_are_kept_and_without_it_not_for_long(phone):
    screen = phone.open("/")
    for element in screen.root.all("link", "script"):
        address = element["href"] or element["src"]
        if address.startswith("data:"):
            continue
        assert "immutable" in phone.client.get(address, buffered=True).headers["Cache-Control"]
        assert "immutable" not in phone.client.get(address.partition("?")[0], buffered=True).headers.get("Cache-Control", "")


def test_a_missing_static_file_is_not_kept(phone):
    response = phone.client.get("/static/nothing.js?v=123")
    assert response.status_code == 404
    assert "immutable" not in response.headers.get("Cache-Control", "")


def test_static_files_end_at_their_folder(phone):
    outside = (
        "../scorekeeper/__init__.py",
        "%2e%2e/pyproject.toml",
        "..%2fpyproject.toml",
        "/etc/passwd",
        "%00",
        "css/../../pyproject.toml",
    )
    for name in outside:
        assert phone.client.get(f"/static/{name}", follow_redirects=True).status_code == 404, name


# The cookie


def set_cookies(response):
    return response.headers.getlist("Set-Cookie")


def test_the_cookie_is_kept_from_scripts_and_other_sites(phone):
    (cookie,) = set_cookies(phone.client.get("/new"))
    attributes = set(cookie.split("; ")[1:])
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= attributes
    assert "Secure" not in attributes
    assert not any(attribute.startswith("Domain") for attribute in attributes)


def test_the_cookie_is_secure_where_the_connection_is(phone):
    (cookie,) = set_cookies(phone.client.get("/new", base_url="https://localhost"))
    assert "Secure" in cookie.split("; ")


def test_who_only_reads_gets_no_cookie(app, phone, table):
    watcher = Phone(app)
    for path in ("", "/sheet", "/history", "/rules", "/read", "/sheet.csv", f"?v={table.game.version}"):
        assert set_cookies(watcher.client.get(table.url + path)) == []
    assert set_cookies(watcher.client.get("/")) == []


def test_the_cookie_lasts_and_is_prolonged_by_writing(phone, table):
    table.look()
    url, fields = phone.would_send("Cy bids 0")
    response = phone.client.post(url, data=dict(fields))
    (cookie,) = set_cookies(response)
    assert "Max-Age=34560000" in cookie


def test_the_cookie_has_no_secret_that_others_could_use(phone, table):
    """It is signed, not encrypted: what is in it may be read."""
    value = phone.cookie.value
    payload = value.split(".")[1] if value.startswith(".") else value.split(".")[0]
    data = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    text = (zlib.decompress(data) if value.startswith(".") else data).decode()
    assert phone.app.config["SECRET_KEY"] not in text
    assert table.slug not in text


def test_forms_work_over_https_as_well(app):
    """The referrer that browsers send there is enough; none is refused by Flask-WTF, so pages must allow it."""
    phone = Phone(app)
    page = phone.client.get("/new", base_url="https://localhost")
    assert page.headers["Referrer-Policy"] == "same-origin"
    fields = dict(_hidden(page.text))
    data = {
        **fields,
        "player-0": "Ana",
        "player-1": "Bo",
        "game": "seed",
        "shape": "up",
        "bidding": "sequential",
        "no_trump": "never",
        "rotation": "left",
    }
    response = phone.client.post("/new", data=data, base_url="https://localhost", headers={"Referer": "https://localhost/new"})
    assert response.status_code == 303
    assert phone.client.get(response.headers["Location"], base_url="https://localhost").status_code == 200


def _hidden(html):
    return [(field["name"], field["value"]) for field in Screen(html).root.all("input", type="hidden")]


# The server


def test_the_secret_is_for_its_owner_only(app, data, phone):
    phone.open("/new")
    path = data / "secret_key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_text().strip() == app.config["SECRET_KEY"]
    assert len(app.config["SECRET_KEY"]) >= 32


def test_a_request_for_another_name_is_refused(phone, table):
    foreign = (
        "evil.example",
        "localhost.evil.example",
        "evil.example:80",
        "",
        "[",
        "[::1",
        "a b",
        "xn--bcher-kva.example",
        "127.0.0.1.nip.io",
    )
    for host in foreign:
        for url in ("/", "/new", table.url, f"{table.url}/read", "/static/css/scorekeeper.css"):
            response = phone.client.get(url, headers={"Host": host})
            assert response.status_code == 400, (host, url)
            assert table.slug not in response.get_data(as_text=True)


def test_a_strange_host_is_refused_or_answered_and_never_a_fault(phone, table):
    strange = (
        "localhost:abc",
        "localhost:0",
        "localhost:99999999",
        "localhost/evil",
        "evil@localhost",
        "localhost\\@evil.example",
        "[::1%25eth0]",
    )
    for host in (
        *strange,
        "127.1",
        "0x7f000001",
        "2130706433",
        "localhost.",
        "LOCALHOST",
        "localhost?x",
        "localhost#x",
        "1.2.3.4:",
        ":80",
        "*",
        ".",
    ):
        for url in ("/", f"{table.url}/read", "/nothing"):
            response = phone.client.get(url, headers={"Host": host})
            assert response.status_code < 500, (host, url)
            assert "evil.example" not in response.get_data(as_text=True)


def test_the_games_of_a_house_stay_where_they_are(phone):
    """No page points to another site, so no address of a game leaks by a referrer."""
    table = b3(phone)
    for path in ("", "/sheet", "/history", "/rules", "/read"):
        assert not [link for link in phone.open(table.url + path).main.all("a") if not link["href"].startswith(("/", "#"))]


def test_every_script_and_style_is_sent_in_one_bundle_without_its_comments(app, phone):
    for kind, minified in (("js", jsmin), ("css", cssmin)):
        sent = {name: phone.client.get(f"/assets/{name}").text for name in BUNDLES if name.endswith(kind)}
        for path in Path(app.static_folder, kind).glob(f"*.{kind}"):
            ours = minified(path.read_text("utf-8")).strip()
            assert path.stem == "worker" or [ours in text for text in sent.values()].count(True) == 1, path
            assert "/*" not in ours


def test_htmx_is_sent_as_it_was_published(app, phone):
    published = Path(app.static_folder, "vendor/htmx-4.0.1.min.js").read_text("utf-8")
    assert phone.client.get("/assets/scorekeeper.js").text.startswith(published)


def test_files_say_what_they_are_and_need_no_more(phone):
    for name in BUNDLES:
        headers = phone.client.get(f"/assets/{name}").headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Content-Type"].startswith(("text/css", "text/javascript"))
        assert "Set-Cookie" not in headers
