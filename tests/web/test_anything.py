"""Requests that nobody would send: whatever they carry, it is no fault, and the ledger grows by legal entries or not at all."""

from io import BytesIO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.ledger.game import Game
from tests.web.playing import at_once, b3, everything_stored, f4, open_hand, set_up, start_named, stored_game
from tests.web.test_access import own_token
from tests.web.test_groups import join, make, person, private_link

PICK = "/new/<any(game, scoring, schedule):what>"
SETUP_ROUTES = {"/new", PICK, f"{PICK}/found", "/new/own", "/new/own/examples", "/new/forget", "/import"}
GAME_ROUTES = {"", "/hand", "/players", "/change", "/hands/<int:number>", "/scoring", "/score/<token>"}
PERSON = "/people/<int:person>"
GROUP_ROUTES = {
    "/groups",
    "/delete/<slug>",
    "/deleted",
    *(f"/groups/<group>{route}" for route in ("/join", "/join/<token>", "/link", "/gather", PERSON)),
}
GROUP_ROUTES |= {f"/groups/<group>{PERSON}/merge"}
POST_ROUTES = SETUP_ROUTES | GROUP_ROUTES | {f"/g/<slug>{route}" for route in GAME_ROUTES}
FIELDS: tuple[str, ...] = (
    "do",
    "key",
    "hand",
    "seat",
    "bid",
    "was",
    "bids",
    "entry",
    "trump",
    "seen",
    "even_kept",
    "blind",
    "wager",
    "discarded",
    "multiplier",
    "generation",
    "csrf_token",
)
FIELDS += tuple(f"{name}-{seat}" for name in ("tricks", "bid", "bonus", "wager", "blind", "player") for seat in (0, 1, 2, 3, 9))
FIELDS += tuple(f"points-{seat}" for seat in (0, 1, 2, 3, 9))
FIELDS += ("size", "points", "points-minus", "who", "reason", "text", "place", "keeper", "level", "after", "there", "out", "name")
FIELDS += ("games", "group", "into", "other")
FIELDS += ("circle", "rests", "tie", "extras", "hook_kind", "first_hand", "so-far-0", "so-far-1-minus")
FIELDS += (
    "lines",
    "dealer",
    "title",
    "game",
    "shown",
    "hook",
    "min_cards",
    "bidding",
    "shape",
    "largest",
    "sizes",
    "no_trump",
    "rotation",
    "scoring",
    "own",
    "schedule",
    "keep",
    "end",
    "deck",
    "own-bonus",
    "own-made-fixed-number",
    "own-table",
    "own-streak",
)
WORDS = (
    "",
    " ",
    "0",
    "1",
    "2",
    "3",
    "4",
    "-1",
    "٣",
    "²",
    "99999999999999999999",
    "1.5",
    "x",
    "None",
    "none",
    "hearts",
    "bid",
    "tricks",
    "undo",
    "redo",
    "coming",
    "set-points",
    "adjust",
    "all",
    "play",
    "5 6 7",
    "trump",
    "stake",
    "y",
    "−10",
    "\0",
    "🂡",
    "1 0 0 0",
    "import",
    "eNoDAAAAAAE=",
)

texts = st.sampled_from(WORDS) | st.text(max_size=20) | st.integers().map(str)
changes = st.lists(st.tuples(st.sampled_from(FIELDS), st.none() | texts), max_size=4)
relaxed = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def pages_with_forms(table):
    """Every page that has a form: the table in its states, a correction, the links, the setup."""
    game = table.game
    number = max(len(game.closed), 1)
    return (
        table.url,
        f"{table.url}?change={game.hand.order[0] if game.hand else 0}",
        f"{table.url}/hands/{number}",
        f"{table.url}/scoring",
        f"{table.url}/hand",
        f"{table.url}/players",
        f"{table.url}/change",
        "/import",
        "/new",
    )


WITHIN_THE_FORM = ("/new/game", "/new/scoring/found", "/new/own", "/new/own/examples", "/new/forget")


def check_ledger(table, before):
    """The old entries are untouched, at most one is new, and the whole ledger can be folded again into the same game."""
    game = stored_game(table.phone.app, table.slug)
    assert game.entries[: len(before)] == before
    assert len(game.entries) <= len(before) + 1
    assert Game.replay(game.entries) == game
    for hand in game.closed:
        if not hand.set_points:
            assert sum(hand.tricks[seat] for seat in hand.order) + hand.extras.discarded == hand.size
            assert all(0 <= hand.bids[seat] <= hand.size for seat in hand.order)
            assert all(hand.bids[seat] is hand.tricks[seat] is None for seat in hand.absent)
    return game.entries


def test_whatever_is_sent_about_groups_and_deletions_is_no_fault(phone):
    table, group = b3(phone), make(phone)
    phone.open(f"{group}/gather").main.all("input", type="checkbox")[0].attrs["checked"] = ""
    phone.press("Add to the group")
    before = table.game
    one = person(phone, group)
    links = (private_link(phone, group), f"{group}/join", f"{group}/join/x", f"{group}/link")
    routes = ("/groups", "/deleted", *links, f"{group}/gather", one, f"{one}/merge", "/delete/nosuch")
    token = own_token(phone)
    phone.client.checking = False
    for url in routes:
        for word in WORDS[::2]:
            for names in (("name",), ("do", "name"), ("into", "other", "do"), ("game", "group")):
                for do in ("", "split"):
                    phone.send(url, [("csrf_token", token), *((name, word) for name in names), ("do", do)])
                    assert phone.status < 500, (url, word, names)
        join(phone, links[0])
    assert table.game == before


def test_every_route_that_writes_is_tried_here(app):
    """A new route has to be added to `pages_with_forms`, or to the test above."""
    assert {rule.rule for rule in app.url_map.iter_rules() if "POST" in rule.methods} == POST_ROUTES


def skull_king(phone):
    """A game with bonus points and tricks nobody won, its second hand with all bids in."""
    table = start_named(phone, "skull-king", ("Ana", "Bo", "Cy", "Dee"))
    table.play("Ana 1, Bo 0, Cy 0, Dee 0", "1 0 0 0")
    table.bids("Ana 1, Bo 0, Cy 0, Dee 1")
    return table


def wagers(phone):
    """A game in which players wager, its first bid made."""
    table = start_named(phone, "rickytann", ("Ana", "Bo", "Cy", "Dee"))
    table.bids("Bo 1")
    return table


@pytest.mark.parametrize("prepare", [lambda phone: f4(phone, hands=1), skull_king, wagers], ids=["plain", "bonus", "wager"])
def test_forms_with_anything_in_their_fields_never_fail(phone, app, prepare):
    """The form of a page with some fields changed, taken out or doubled; the game goes on from one example to the next."""
    table = prepare(phone)
    entries = table.game.entries

    @relaxed
    @given(page=st.integers(0, 8), button=st.integers(0, 40), changed=changes, doubled=changes, quick=st.booleans())
    def send(page, button, changed, doubled, quick):
        nonlocal entries
        phone.open(pages_with_forms(table)[page])
        buttons = [one for one in phone.screen.main.all("button") if "disabled" not in one and one.above("form")]
        if not buttons:
            return
        url, fields = phone.would_send(buttons[button % len(buttons)])
        names = dict(changed)
        fields = [(name, names.get(name, value)) for name, value in fields if names.get(name, value) is not None]
        fields += [(name, value) for name, value in [*names.items(), *doubled] if value is not None]
        phone.send(url, fields, quick=quick)
        assert phone.status < 500, (url, fields)
        entries = check_ledger(table, entries)

    send()


@pytest.mark.parametrize(
    "prepare", [f4, at_once, skull_king, lambda phone: (table := open_hand(phone, 2), table.bids("Bo 1, Cy 0, Dee 0, Ana 0"))[0]]
)
def test_requests_made_of_anything_never_fail(phone, prepare):
    """No page behind them: only the token is right."""
    table = prepare(phone)
    entries = table.game.entries
    phone.open("/new")
    token = dict(phone.would_send("Start game")[1])["csrf_token"]
    addresses = (
        table.url,
        f"{table.url}/hand",
        f"{table.url}/players",
        f"{table.url}/change",
        f"{table.url}/hands/1",
        f"{table.url}/hands/0",
        f"{table.url}/score/x",
        "/new",
        "/import",
        *WITHIN_THE_FORM,
    )

    @relaxed
    @given(
        address=st.sampled_from(addresses),
        fields=st.lists(st.tuples(st.sampled_from(FIELDS) | st.text(max_size=9), texts), max_size=12),
    )
    def send(address, fields):
        nonlocal entries
        phone.send(address, [("csrf_token", token), *fields])
        assert phone.status < 500, (address, fields)
        entries = check_ledger(table, entries)

    send()


def test_addresses_with_anything_in_them_never_fail_and_change_nothing(phone, app):
    table = f4(phone, hands=1)
    before = everything_stored(app)
    paths = (
        "",
        "/sheet",
        "/sheet.csv",
        "/sheet.json",
        "/history",
        "/rules",
        "/read",
        "/scoring",
        "/hand",
        "/players",
        "/change",
        "/hands/1",
        "/hands/0",
        "/score/x",
    )
    names = st.sampled_from(
        ("v", "change", "before", "again", "from", "replaced", "player-0", "game", "lines", "sizes", "do", "\0")
    )

    @relaxed
    @given(
        path=st.sampled_from(("/", "/new", "/new/choices", "/import", *(table.url + path for path in paths))),
        query=st.lists(st.tuples(names, texts), max_size=4),
        quick=st.booleans(),
        head=st.booleans(),
    )
    def look(path, query, quick, head):
        ask = phone.client.head if head else phone.client.get
        response = ask(path, query_string=query, headers={"HX-Request": "true"} if quick else {}, buffered=True)
        assert response.status_code < 500, (path, query)

    look()
    assert everything_stored(app) == before


BODIES = {
    "not UTF-8": (b"do=bid&bid=\xff\xfe&csrf_token=\x80", "application/x-www-form-urlencoded"),
    "a broken escape": (b"do=%ZZ&bid=%&hand=%f", "application/x-www-form-urlencoded"),
    "another character set": ("do=bíd".encode("utf-16"), "application/x-www-form-urlencoded; charset=utf-16"),
    "JSON": (b'{"do": "bid"}', "application/json"),
    "broken JSON": (b'{"do": ', "application/json"),
    "XML": (b"<?xml version='1.0'?><a/>", "text/xml"),
    "no type": (b"do=bid", ""),
    "a type made up": (b"do=bid", "x/y; boundary"),
    "multipart without a boundary": (b"--x\r\n", "multipart/form-data"),
    "multipart cut short": (b'--x\r\nContent-Disposition: form-data; name="do"\r\n\r\nbi', "multipart/form-data; boundary=x"),
    "multipart with nonsense": (b"--x\r\nA: \xff\r\n\r\n--x--", "multipart/form-data; boundary=x"),
    "multipart with a strange boundary": (b"", "multipart/form-data; boundary=" + "y" * 5000),
    "nothing but ampersands": (b"&" * 3000, "application/x-www-form-urlencoded"),
    "nothing": (b"", "application/x-www-form-urlencoded"),
    "zero bytes": (b"\0" * 1000, "application/octet-stream"),
}  # fmt: skip  # many short ones: one a line hides what is there


def test_a_body_that_is_no_form_is_refused(phone, stored):
    table = f4(phone, hands=1)
    before = stored()
    for what, (body, kind) in BODIES.items():
        for url in ("/new", table.url, f"{table.url}/hands/1", f"{table.url}/scoring", f"{table.url}/score/x", "/g/nosuch"):
            response = phone.client.post(url, data=body, content_type=kind)
            assert 400 <= response.status_code < 500, (url, what)
    assert stored() == before


def test_the_token_may_come_as_a_header_and_then_too_nonsense_is_refused(phone, stored):
    table = f4(phone, hands=1)
    token = dict(phone.would_send("Cy bids 0")[1])["csrf_token"]
    before = stored()
    for body, kind in BODIES.values():
        for url in ("/new", table.url, f"{table.url}/hands/1"):
            response = phone.client.post(url, data=body, content_type=kind, headers={"X-CSRFToken": token})
            assert response.status_code in {200, 400, 413, 422}, (url, body[:30])
    assert stored() == before


def test_a_form_sent_as_multipart_is_a_form_like_any_other(phone):
    table = f4(phone)
    url, fields = phone.would_send("Bo bids 1")
    assert phone.client.post(url, data=dict(fields), content_type="multipart/form-data").status_code == 303
    assert table.game.hand.bids[1] == 1


def test_files_instead_of_texts_are_refused(phone, stored):
    f4(phone)
    url, fields = phone.would_send("Bo bids 1")
    before = stored()
    for name in ("bid", "hand", "seat", "do"):
        data = {key: (BytesIO(b"1"), "1.txt") if key == name else value for key, value in fields}
        assert phone.client.post(url, data=data, content_type="multipart/form-data").status_code == 422
    assert stored() == before


def test_a_field_sent_twice_counts_once(phone):
    """The first one, as everywhere; never an error."""
    table = f4(phone, hands=1)
    url, fields = phone.would_send("Cy bids 1")
    phone.send(url, [*fields, ("bid", "2"), ("seat", "0"), ("hand", "7"), ("csrf_token", "x"), ("do", "undo")])
    assert (phone.status, table.shown_bid("Cy")) == (200, "1")


ODD_HEADERS = (
    {"Accept-Language": "x" * 5000},
    {"Accept-Language": "de;q=x, *;q=9, ,,"},
    {"Cookie": "scorekeeper=%00; scorekeeper=x; =; a"},
    {"Cookie": "scorekeeper=" + "x" * 10_000},
    {"HX-Request": "\xff"},
    {"HX-Request": ""},
    {"HX-Target": "<script>", "HX-Request": "true"},
    {"Referer": "http://["},
    {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "x"},
    {"If-None-Match": "*", "If-Modified-Since": "x"},
    {"Range": "bytes=0-1"},
    {"Content-Type": "multipart/form-data; boundary="},
    {"Accept": "application/json"},
    {"Content-Length": "0"},
)


def test_odd_headers_are_harmless(other_phone, phone):
    table = f4(phone, hands=1)
    for headers in ODD_HEADERS:
        for reader in (phone, other_phone):
            for path in ("", "/sheet.csv", "/hands/1"):
                assert reader.client.get(table.url + path, headers=headers).status_code in {200, 206, 303}, (path, headers)


ODD_PATHS = (
    "//", "/g/", "/g//", "/g//sheet", "/g/x/", "/%00", "/g/%2F", "/\xff", "/" + "a/" * 500, "/g/x/sheet.csv/..", "/new/", "/NEW",
    "/static/", "/static", "/.env", "/g/x/score/", "/g/x/hands/",
)  # fmt: skip  # many short ones: one a line hides what is there


def test_odd_paths_are_not_found(phone):
    set_up(phone, ("Ana", "Bo"))
    token = dict(phone.would_send("Start game")[1])["csrf_token"]
    for path in ODD_PATHS:
        assert phone.client.get(path).status_code in {200, 308, 404}, path
        assert phone.client.post(path, data={"csrf_token": token}).status_code in {308, 404, 405}, path
