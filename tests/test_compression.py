"""What the embedded server sends is compressed where that is of use, and stays what it is."""

import gzip
from contextlib import closing
from datetime import UTC, datetime
from http.client import HTTPConnection

import pytest
from flask.testing import FlaskClient

from scorekeeper import compression
from scorekeeper.ledger.entries import Start
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage import games
from tests.test_cli import port_in, serving

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
CSS = "/assets/scorekeeper.css?v=1"
HTMX = "/static/vendor/htmx-4.0.1.min.js"


class Browser(FlaskClient):
    """Reads to the end, as a browser does, and leaves what it gets as it is."""

    def open(self, *args, **kwargs):
        return super().open(*args, buffered=True, **kwargs)


@pytest.fixture
def client(app):
    """A browser in front of the embedded server."""
    app.test_client_class = Browser
    compression.init_app(app)
    return app.test_client()


@pytest.fixture
def table(app):
    with app.app_context():
        fact = Start(Ruleset().to_data(), ("Ana", "Bo", "Cy"))
        return f"/g/{games.start(fact, key='k', device='phone', at=datetime.now(UTC))}"


def plain(response):
    assert response.content_length == len(response.data)
    assert response.headers["Content-Encoding"] == "gzip"
    return gzip.decompress(response.data)


def test_pages_and_files_arrive_as_they_are(client, table):
    for url in ("/", "/new", table, f"{table}/sheet.json", CSS, HTMX, "/no"):
        whole, packed = client.get(url), client.get(url, headers=GZIP)
        if url == "/new":  # has a key of its own in each answer
            assert len(plain(packed)) == len(whole.data)
        else:
            assert plain(packed) == whole.data, url
        assert packed.status == whole.status
        assert packed.mimetype == whole.mimetype
        assert len(packed.data) < 0.7 * len(whole.data)
        for response in (whole, packed):
            assert "Accept-Encoding" in response.vary


def test_what_varied_before_still_does(client, table):
    assert {"HX-Request", "Accept-Encoding"} <= set(client.get(table, headers=GZIP).vary)


@pytest.mark.parametrize("wanted", ["", "identity", "br", "gzip;q=0", "gzip;q=0, *"])
def test_who_does_not_accept_it_gets_the_plain_page(client, wanted):
    response = client.get(CSS, headers={"Accept-Encoding": wanted})
    assert "Content-Encoding" not in response.headers
    assert b"{" in response.data


def test_little_nothing_and_what_is_packed_already_stay_as_they_are(client, table):
    nothing_new = client.get(f"{table}?v=1", headers={**GZIP, "HX-Request": "true"})
    little = client.get("/static/icons/icon.svg", headers=GZIP)
    spreadsheet = client.get(f"{table}/sheet.xlsx", headers=GZIP)
    assert (nothing_new.status_code, nothing_new.data) == (204, b"")
    assert little.data.startswith(b"<svg")
    assert spreadsheet.data.startswith(b"PK")
    for response in (nothing_new, little, spreadsheet):
        assert "Content-Encoding" not in response.headers
        assert "Accept-Encoding" not in response.vary


def test_the_head_of_an_answer_is_that_of_the_whole(client):
    for url in ("/", CSS, HTMX):
        head, whole = client.head(url, headers=GZIP), client.get(url, headers=GZIP)
        assert head.data == b""
        for name in ("Content-Encoding", "Content-Length", "Vary", "ETag"):
            assert head.headers.get(name) == whole.headers.get(name), f"{url} {name}"


def test_a_kept_file_is_not_sent_again(client):
    tag = client.get(HTMX, headers=GZIP).headers["ETag"]
    assert tag.startswith("W/")
    again = client.get(HTMX, headers={**GZIP, "If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert "Content-Encoding" not in again.headers


def test_a_part_of_a_file_is_that_part(client):
    part = client.get(HTMX, headers={**GZIP, "Range": "bytes=0-999"})
    assert (part.status_code, len(part.data)) == (206, 1000)
    assert "Content-Encoding" not in part.headers


def test_files_are_compressed_once(client):
    for url in (CSS, HTMX):
        client.get(url, headers=GZIP)
    before = compression._compressed_file.cache_info()
    for url in (CSS, HTMX):
        client.get(url, headers=GZIP)
    after = compression._compressed_file.cache_info()
    assert (after.misses, after.hits) == (before.misses, before.hits + 2)


def test_a_server_behind_a_proxy_leaves_it_to_the_proxy(app):
    app.test_client_class = Browser
    assert "Content-Encoding" not in app.test_client().get(CSS, headers=GZIP).headers


def test_the_embedded_server_does_it(tmp_path):
    with serving(tmp_path, "--port", "0") as (_, said), closing(HTTPConnection("127.0.0.1", port_in(said), timeout=10)) as line:
        line.request("GET", "/new", headers=GZIP)
        answer = line.getresponse()
        body = answer.read()
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"<html" in gzip.decompress(body)
