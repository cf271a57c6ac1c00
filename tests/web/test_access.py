"""Who may write: the phone that started the game, and those let in by the private scoring link. Everybody else reads along."""

import re
from urllib.parse import urlsplit

import pytest

from scorekeeper.web import share
from tests.web.playing import Phone, at_once, b3, f4, open_hand, start

READING_PAGES = ("", "/sheet", "/history", "/rules", "/read", "/sheet.csv", "/sheet.json")
ROUTES = (
    "",
    "/sheet",
    "/sheet.csv",
    "/sheet.xlsx",
    "/sheet.json",
    "/history",
    "/rules",
    "/read",
    "/scoring",
    "/score/x",
    "/hands/1",
    "/hand",
    "/change",
)


def scoring_link(phone, table):
    """The path of the private scoring link, as the scorekeeper's phone shows it."""
    return urlsplit(phone.open(f"{table.url}/scoring").value("Private scoring link")).path


def own_token(phone):
    """A form token of this phone's own: what a forger has."""
    screen, response, url = phone.screen, getattr(phone, "response", None), phone.url
    phone.open("/new")
    token = dict(phone.would_send("Start game")[1])["csrf_token"]
    phone.screen, phone.url = screen, url
    if response is not None:
        phone.response = response
    return token


def with_token(fields, token):
    return [(name, token if name == "csrf_token" else value) for name, value in fields]


def every_kind_of_request(phone, table):
    """One request of every kind that writes in a running game, as the scorekeeper's phone would send it."""
    table.look()
    due = next(name for name, key in phone.screen.buttons.items() if " bids " in name and "disabled" not in key)
    yield "bid", phone.would_send(due)
    yield "trump", phone.would_send("hearts")
    yield "undo", phone.would_send("Undo")
    phone.open(f"{table.url}/hands/1")
    phone.screen.choose("not noted")
    yield "correction", phone.would_send("Record correction", trump="hearts")
    phone.open(f"{table.url}/scoring")
    yield "new link", phone.would_send("Replace the link")
    table.look()
    table.bids("Cy 1, Dee 0, Ana 0, Bo 2")
    url, fields = phone.would_send("Record")
    yield "tricks", (url, [*fields, ("tricks-0", "0"), ("tricks-1", "2"), ("tricks-2", "0"), ("tricks-3", "0")])


def test_it_works(phone, other_phone):
    table = f4(phone)
    link = scoring_link(phone, table)
    assert other_phone.open(link).heading == "Keep score on this phone?"
    other_phone.press("Keep score here")
    assert other_phone.screen.heading == "Hand 1 of 8"
    other_phone.press("Bo bids 1")
    assert table.game.hand.bids == (None, 1, None, None)


def test_others_read_along_and_see_no_control_that_writes(phone, other_phone):
    table = f4(phone, hands=1)
    table.bids("Cy 1, Dee 0")
    for path in READING_PAGES[:5]:
        screen = other_phone.open(table.url + path)
        assert not screen.root.all("form")
        assert not [name for name in screen.buttons if name != "Print"]
        assert "Keep score on another phone" not in screen.links
    screen = other_phone.open(table.url)
    assert "You are reading along" in screen.text
    table.phone = other_phone
    assert table.shown_bids == {"Cy": "1", "Dee": "0", "Ana": None, "Bo": None}
    other_phone.open(f"{table.url}?change=2")
    assert not other_phone.screen.root.all("form")


def test_no_reading_page_has_the_secret_of_the_scoring_link(app, phone, other_phone):
    table = f4(phone, hands=1)
    secret = scoring_link(phone, table).rsplit("/", 1)[-1]
    assert len(secret) >= 22
    for reader in (other_phone, Phone(app)):
        for path in (*ROUTES[:8], "?v=1", "?change=1", "/hands/1", "/scoring", "/score/x", "/nothing"):
            for quick in (False, True):
                reader.open(table.url + path, quick=quick)
                assert secret.encode() not in reader.response.data
    for path in (*READING_PAGES, "/hands/1", "?change=1"):  # nor has the scorekeeper's own, which others see over his shoulder
        assert secret.encode() not in phone.client.get(table.url + path).data
    assert secret.encode() not in phone.client.get("/").data


def test_the_reading_address_is_shown_as_a_code_and_as_text(phone, other_phone):
    table = f4(phone)
    for reader in (phone, other_phone):
        screen = reader.open(f"{table.url}/read")
        assert screen.value("Reading address") == f"http://localhost{table.url}"
        (code,) = screen.main.all(role="img")
        assert code["aria-label"] == "QR code of the reading address"
        assert code.all("svg")


def test_the_reading_address_is_one_that_other_phones_can_reach(app, phone):
    table = f4(phone)
    app.config["SCOREKEEPER_ADDRESSES"] = ("http://192.168.1.20:8000",)
    assert phone.open(f"{table.url}/read").value("Reading address") == f"http://192.168.1.20:8000{table.url}"
    assert scoring_link(phone, table).startswith(table.url)
    app.config["SCOREKEEPER_PUBLIC_URL"] = "https://cards.example"
    assert phone.open(f"{table.url}/read").value("Reading address") == f"https://cards.example{table.url}"


def test_addresses_of_games_cannot_be_guessed(phone):
    slugs = {start(phone, ("Ana", "Bo")).slug for _ in range(5)}
    assert len(slugs) == 5
    assert all(len(slug) >= 22 for slug in slugs)


def test_opening_the_scoring_link_asks_and_changes_nothing(phone, other_phone, stored):
    """G68: a preview in a chat must not take the right to write."""
    table = f4(phone)
    link = scoring_link(phone, table)
    before = stored()
    for _ in range(2):
        assert other_phone.client.get(link).status_code == 200
        assert other_phone.client.head(link).status_code == 200
    assert stored() == before
    other_phone.open(table.url)
    assert "You are reading along" in other_phone.screen.text


def test_joining_twice_is_joining_once(phone, other_phone, stored):
    table = f4(phone)
    other_phone.open(scoring_link(phone, table))
    other_phone.press("Keep score here")
    before = stored()
    other_phone.send_again()
    assert other_phone.status == 200
    assert stored() == before


def test_a_replaced_link_is_worthless_and_shuts_the_other_phones_out(phone, other_phone, stored):
    table = f4(phone)
    old = scoring_link(phone, table)
    other_phone.open(old)
    join = other_phone.would_send("Keep score here")
    other_phone.press("Keep score here")
    bid = other_phone.would_send("Bo bids 1")
    phone.press("Replace the link")
    assert "The link is new" in phone.screen.status
    new = scoring_link(phone, table)
    assert new != old
    assert other_phone.client.get(old).status_code == 404
    before = stored()
    other_phone.send(*join)
    assert other_phone.status == 404
    other_phone.send(*bid)
    assert other_phone.status == 403
    assert "only reads along" in " ".join(other_phone.screen.alerts)
    assert stored() == before
    table.look()
    table.bid("Bo", 1)
    assert phone.status == 200
    other_phone.open(new)
    other_phone.press("Keep score here")
    assert "Cy bids 0" in other_phone.screen.buttons


def test_replacing_the_link_twice_with_one_press_keeps_the_link_just_shown(phone, other_phone, stored):
    """G48: a retry must not shut out who came in by the new link."""
    table = f4(phone)
    phone.open(f"{table.url}/scoring")
    phone.press("Replace the link")
    new = urlsplit(phone.screen.value("Private scoring link")).path
    other_phone.open(new)
    other_phone.press("Keep score here")
    before = stored()
    phone.send_again()
    assert phone.status == 200
    assert stored() == before
    assert other_phone.client.get(new).status_code == 200


def test_a_link_that_was_not_replaced_is_not_called_new(phone, stored):
    """A forged or garbled request: refused, or nothing happens, but never a false success."""
    table = f4(phone)
    before = stored()
    for generation in (None, "", "x", "0", "99", "-1", "9" * 5000, "²", "\0"):
        phone.open(f"{table.url}/scoring")
        phone.press("Replace the link", generation=generation)
        assert phone.status < 500, generation
        assert "The link is new" not in phone.screen.text, generation
    assert stored() == before


def test_a_link_replaced_while_somebody_joins_lets_nobody_in(app, phone, other_phone, monkeypatch):
    """Between the look at the link and the grant: the old link is worthless already."""
    table = f4(phone)
    other_phone.open(scoring_link(phone, table))
    url, fields = other_phone.would_send("Keep score here")

    def replaced_meanwhile(stored, token):
        is_right = share_check(stored, token)
        phone.open(f"{table.url}/scoring")
        phone.press("Replace the link")
        return is_right

    share_check = share.is_scoring_token
    monkeypatch.setattr(share, "is_scoring_token", replaced_meanwhile)
    other_phone.send(url, fields)
    assert other_phone.status == 404
    assert "You are reading along" in other_phone.open(table.url).text


def test_a_link_is_for_one_game(phone, other_phone):
    first, second = f4(phone), b3(phone, hands=1)
    secret = scoring_link(phone, first).rsplit("/", 1)[-1]
    assert other_phone.client.get(f"{second.url}/score/{secret}").status_code == 404


def test_a_made_up_secret_is_not_found(phone, other_phone, stored):
    table = f4(phone)
    token = own_token(other_phone)
    before = stored()
    for secret in ("x", "%00", "é", "0" * 32, "a" * 5000, "..", " "):
        url = f"{table.url}/score/{secret}"
        assert other_phone.client.get(url).status_code == 404
        assert other_phone.client.post(url, data={"csrf_token": token}).status_code == 404
    assert stored() == before


# Forged requests


def test_nobody_writes_without_the_right_to(phone, other_phone, stored):
    table = f4(phone, hands=1)
    requests = list(every_kind_of_request(phone, table))
    token = own_token(other_phone)
    before = stored()
    for kind, (url, fields) in requests:
        for quick in (False, True):
            other_phone.send(url, with_token(fields, token), quick=quick)
            assert other_phone.status == 403, kind
            said = " ".join(other_phone.screen.alerts)
            assert "Nothing was saved" in said, kind
            assert "private scoring link" in said, kind
            assert not other_phone.screen.root.all("form")
    assert stored() == before


def test_nobody_writes_without_the_token_of_the_page(phone, stored):
    """A forged form on another site has the cookie but not the token."""
    table = f4(phone, hands=1)
    requests = list(every_kind_of_request(phone, table))
    before = stored()
    for kind, (url, fields) in requests:
        for token in ("", "x", "\0", "9" * 5000):
            phone.send(url, with_token(fields, token))
            assert phone.status == 400, (kind, token[:5])
            assert "Nothing was saved" in " ".join(phone.screen.alerts), kind
        phone.send(url, [pair for pair in fields if pair[0] != "csrf_token"])
        assert phone.status == 400, kind
    assert stored() == before


def test_a_token_is_for_one_browser(phone, other_phone, stored):
    table = f4(phone)
    url, fields = phone.would_send("Bo bids 1")
    token = own_token(other_phone)
    before = stored()
    phone.send(url, with_token(fields, token))
    assert phone.status == 400
    assert stored() == before
    table.look()
    table.bid("Bo", 1)
    assert phone.status == 200


FOREIGN = (
    "http://evil.example", "https://evil.example", "http://localhost.evil.example", "http://localhost:9999", "null", "http://[",
    "http://[::1", "x", "http://", "http://\x80", "http://localhost@evil.example", "http://localhost:x", "file://",
)  # fmt: skip  # many short ones: one a line hides what is there


def test_a_form_from_another_place_is_refused(phone, stored):
    """With cookie and token, but sent by another site's page."""
    f4(phone)
    url, fields = phone.would_send("Bo bids 1")
    before = stored()
    for origin in FOREIGN:
        phone.send(url, fields, Origin=origin)
        assert phone.status == 400, origin
    assert stored() == before


def test_a_form_from_this_place_is_taken(phone):
    table = f4(phone)
    url, fields = phone.would_send("Bo bids 1")
    phone.send(url, fields, Origin="http://localhost")
    assert (phone.status, table.shown_bid("Bo")) == (200, "1")


def test_a_cookie_made_up_opens_nothing(phone, other_phone, stored):
    table = f4(phone)
    mine = phone.cookie.value
    before = stored()
    for cookie in ("", "x", mine[:-1], mine[1:], mine + "x", "." + mine, "eyJkZXZpY2UiOiJ4In0.x.y", "a" * 4000):
        other_phone.client.set_cookie(phone.cookie.key, cookie)
        assert "You are reading along" in other_phone.open(table.url).text, cookie[:20]
        assert other_phone.open(f"{table.url}/scoring").heading == "Hand 1 of 8"
        assert other_phone.status == 403
    assert stored() == before


# The cookie is gone


@pytest.mark.parametrize("quick", [False, True])
def test_a_phone_that_lost_its_cookie_is_told_how_to_get_back_in(app, stored, quick):
    """G43: no page inside a page, no false success; by the link the score goes on with every bid there."""
    phone = Phone(app, htmx=quick)
    table = open_hand(phone, 3)
    table.bids("Bo 1, Cy 1, Dee 0")
    link = scoring_link(phone, table)
    table.look()
    before = stored()
    phone.forget()
    phone.press("Ana bids 0")
    assert phone.status in {400, 403}
    said = " ".join(phone.screen.alerts)
    assert "Nothing was saved" in said
    assert "private scoring link" in said
    assert phone.screen.whole is not quick
    assert len(phone.screen.root.all("h1")) == 1
    assert stored() == before
    phone.open(link)
    phone.press("Keep score here")
    assert table.shown_bids == {"Bo": "1", "Cy": "1", "Dee": "0", "Ana": None}
    table.bid("Ana", 0)
    assert phone.status == 200


def test_a_phone_whose_page_is_only_old_may_go_on(phone, stored):
    """The token is wrong but the right is there: the fresh page works at once."""
    table = f4(phone)
    before = stored()
    phone.press("Bo bids 1", csrf_token="old")
    assert phone.status == 400
    assert stored() == before
    phone.press("Bo bids 1")
    assert (phone.status, table.shown_bid("Bo")) == (200, "1")


def test_a_refused_token_at_a_correction_keeps_what_was_chosen(phone, stored):
    table = b3(phone)
    table.open_correction(2)
    phone.screen.choose("Ana took 0")
    phone.screen.choose("Bo took 1")
    before = stored()
    phone.press("Record correction", csrf_token="old")
    assert phone.status == 400
    assert phone.screen.alerts
    assert phone.screen.heading == "Correct hand 2"
    assert "checked" in phone.screen.field("Bo took 1")
    assert stored() == before


def test_a_refused_token_at_the_tricks_keeps_what_was_chosen(phone, stored):
    table = open_hand(phone, 2)
    table.bids("Bo 1, Cy 0, Dee 0, Ana 0")
    table.choose_tricks("1 0 1 0")
    before = stored()
    phone.press("Record", csrf_token="old")
    assert phone.status == 400
    assert table.chosen_tricks() == "1 0 1 0"
    assert stored() == before


# Two that may write


def test_two_scorekeepers_write_in_one_game(phone, other_phone):
    table = f4(phone)
    other_phone.open(scoring_link(phone, table))
    other_phone.press("Keep score here")
    table.look()
    table.bid("Bo", 0)
    other_phone.reload()
    other_phone.press("Cy bids 1")
    table.look()
    assert table.shown_bids == {"Bo": "0", "Cy": "1", "Dee": None, "Ana": None}


def test_covered_bids_are_covered_for_watchers_wherever_they_look(phone, other_phone):
    """Simultaneous bidding: table, history, game file, sheet, and while one bid is being changed."""
    table = at_once(phone)
    table.bids("Cy 2, Ana 1")
    watching = Phone(phone.app)
    table.phone = watching
    for path in ("", "?change=2", "?v=1"):
        watching.open(table.url + path)
        assert table.shown_bids == {"Bo": None, "Cy": "in", "Ana": "in"}
        assert "Bids" not in table.balance
    for path in ("/history", "/sheet", "/rules"):
        assert not re.search(r"bids \d", watching.open(table.url + path).text)
    assert '"hands": []' in other_phone.client.get(f"{table.url}/sheet.json").text


# What is not there


UNKNOWN = ("nosuch", "%00", "é", "a" * 5000, "%F0%9F%82%A1", "..", "%2e%2e", "A" * 22, "%", "%ff%fe", "'; DROP TABLE game; --")


@pytest.mark.parametrize("path", ROUTES)
def test_an_unknown_game_is_not_found_on_every_route(phone, stored, path):
    start(phone, ("Ana", "Bo"))
    token = own_token(phone)
    before = stored()
    for slug in UNKNOWN:
        url = f"/g/{slug}{path}"
        assert phone.client.get(url).status_code == 404, slug[:30]
        assert phone.client.head(url).status_code == 404, slug[:30]
        assert phone.client.get(url, headers={"HX-Request": "true"}).status_code == 404, slug[:30]
        for data in ({}, {"csrf_token": token}, {"csrf_token": token, "do": "bid", "key": "k"}):
            assert phone.client.post(url, data=data).status_code in {404, 405}, slug[:30]
    assert stored() == before


def test_the_slug_is_told_apart_by_case(phone):
    table = start(phone, ("Ana", "Bo"))
    assert phone.client.get(f"/g/{table.slug.swapcase()}").status_code == 404


def crawl(phone, *first, most=400):
    """Every page that links lead to, each with GET and HEAD."""
    waiting, seen = list(first), set()
    while waiting:
        url = waiting.pop()
        if url in seen:
            continue
        seen.add(url)
        assert len(seen) < most, "the crawl never ends"
        assert phone.client.head(url, buffered=True).status_code in {200, 303, 403, 404}, url
        response = phone.client.get(url, buffered=True)
        assert response.status_code in {200, 303, 403, 404}, url
        if response.mimetype == "text/html":
            addresses = re.findall(r'(?:href|action|src|hx-get|hx-post)="([^"#]+)', response.get_data(as_text=True))
            waiting += [address.replace("&amp;", "&") for address in addresses if address.startswith("/")]
        if "Location" in response.headers:
            waiting.append(urlsplit(response.headers["Location"]).path)
    return seen


def test_a_crawler_changes_nothing(app, phone, stored):
    """G68: every link, with GET and HEAD, with and without the cookie, twice."""
    table = f4(phone, hands=2)
    table.bids("Dee 1, Ana 0")
    link = scoring_link(phone, table)
    before = stored()
    for _ in range(2):
        for reader in (phone, Phone(app)):
            assert len(crawl(reader, table.url, link)) > 15
    assert stored() == before


def test_the_fields_of_a_form_in_the_address_change_nothing(phone, stored):
    """G68: what a POST would do, asked for with GET and HEAD."""
    table = f4(phone, hands=1)
    requests = list(every_kind_of_request(phone, table))
    join = scoring_link(phone, table)
    before = stored()
    for _, (url, fields) in [*requests, ("join", (join, []))]:
        for method in (phone.client.get, phone.client.head, phone.client.options):
            assert method(url, query_string=fields).status_code in {200, 303}
    assert stored() == before


def test_the_scoring_link_is_not_kept_in_clear(phone, stored):
    """Whoever reads the database finds no link that lets him write."""
    table = f4(phone)
    assert scoring_link(phone, table).rsplit("/", 1)[-1] not in repr(stored())
