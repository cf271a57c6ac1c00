"""Pages that follow the game by themselves, and the difference between a page and its fragment."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.web.playing import Phone, b3, f4

FOLLOWING = ("", "/sheet", "/history", "/board")
QUICK = {"HX-Request": "true"}


def poll(phone, table, path=""):
    """What the open page asks for: its own address with the version it has."""
    main = phone.open(table.url + path).main
    return main["hx-get"]


@pytest.mark.parametrize("path", FOLLOWING)
def test_it_works(phone, other_phone, path):
    table = f4(phone)
    address = poll(other_phone, table, path)
    assert other_phone.client.get(address, headers=QUICK).status_code == 204
    table.bid("Bo", 1)
    response = other_phone.client.get(address, headers=QUICK)
    assert response.status_code == 200
    assert f'data-version="{table.game.version}"' in response.text
    assert "<html" not in response.text


def test_nothing_new_is_no_body_and_not_kept(phone):
    table = f4(phone)
    response = phone.client.get(poll(phone, table), headers=QUICK)
    assert (response.status_code, response.data, response.headers["Cache-Control"]) == (204, b"", "no-store")


def test_a_watcher_follows_from_bid_to_bid_to_the_end(phone, other_phone):
    table = b3(phone, hands=2)
    other_phone.open(table.url)
    table.bid("Ana", 2)
    other_phone.open(other_phone.screen.main["hx-get"], quick=True)
    assert "Ana bids 2." in other_phone.screen.status
    assert "You are reading along" in other_phone.screen.text
    table.bids("Bo 1, Cy 1")
    table.record("2 1 0")
    other_phone.open(other_phone.screen.main["hx-get"], quick=True)
    assert other_phone.screen.heading == "Finished"
    table.undo()
    other_phone.open(other_phone.screen.main["hx-get"], quick=True)
    assert other_phone.screen.heading == "Hand 3 of 3"


def test_an_opened_line_stays_open_while_the_page_follows(phone):
    table = f4(phone, hands=1)
    table.bids("Cy 1, Dee 0")
    phone.follow("Change Cy's bid of 1")
    q = phone.second_tab()
    q.open(table.url)
    q.press("Ana bids 0")
    phone.open(phone.screen.main["hx-get"], quick=True)
    assert "Leave it as it is" in phone.screen.links
    assert table.shown_bids == {"Cy": "1", "Dee": "0", "Ana": "0", "Bo": None}


@pytest.mark.parametrize("path", ["/hand", "/players", "/change", "/hands/1"])
def test_a_page_on_which_one_types_does_not_follow(phone, path):
    """G55: nothing is exchanged under the fingers; that the page is old is told when it is sent."""
    table = f4(phone, hands=1)
    main = phone.open(table.url + path).main
    assert "hx-get" not in main
    assert not [one for one in main.all() if "poll" in one["hx-trigger"]]


@pytest.mark.parametrize("path", FOLLOWING)
def test_a_version_made_up_is_answered_with_the_page(phone, path):
    table = f4(phone)
    for version in ("", "x", "0", "-1", "999", "9" * 30, "9" * 5000, "1.0", "\0", "١", "²", "1 "):
        response = phone.client.get(table.url + path, query_string={"v": version}, headers=QUICK)
        assert response.status_code in {200, 204}, version[:20]
        assert phone.client.get(table.url + path, query_string={"v": version}).status_code == 200


def test_a_line_that_is_not_there_cannot_be_opened(phone):
    table = f4(phone, hands=1)
    for change in ("", "x", "0", "4", "-1", "99", "9" * 30, "9" * 5000, "\0", "1.0", "٣"):
        response = phone.client.get(table.url, query_string={"change": change})
        assert response.status_code == 200, change[:20]
        assert "Leave it as it is" not in response.text.partition("<template")[0]


def test_the_same_parameter_twice_is_harmless(phone):
    table = f4(phone, hands=1)
    for query in ("v=1&v=2", "change=1&change=2", "change=1&v=x&v=1", "a&b&c", "=&=", "v[]=1", "&".join(["v=1"] * 200)):
        assert phone.client.get(f"{table.url}?{query}").status_code == 200, query


def test_a_whole_page_is_answered_unless_htmx_asks_for_a_part(phone):
    """G42: plain, from the browser's history, by htmx."""
    table = f4(phone, hands=1)
    pages = ("", "?change=1", "?v=1", "/sheet", "/history", "/rules", "/read", "/scoring", "/hands/1", "/nothing")
    for url in ("/", "/new", "/nothing", *(table.url + page for page in pages)):
        answers = {
            "plain": phone.client.get(url),
            "restored": phone.client.get(url, headers={**QUICK, "HX-History-Restore-Request": "true"}),
            "boosted": phone.client.get(url, headers={**QUICK, "HX-Boosted": "true"}),
            "htmx": phone.client.get(url, headers=QUICK),
        }
        assert [how for how, answer in answers.items() if "<html" not in answer.text] == ["htmx"], url
        assert all("HX-Request" in answer.headers["Vary"] for answer in answers.values())
        assert "<link" in answers["restored"].text


def test_a_fragment_says_the_same_as_its_page(phone):
    table = f4(phone, hands=1)
    for path in ("", "/sheet", "/history", "/rules", "/hands/1"):
        assert phone.open(table.url + path, quick=True).text == phone.open(table.url + path).text


def test_an_entry_by_htmx_answers_the_table_as_it_is_then(app):
    phone = Phone(app, htmx=True)
    table = f4(phone)
    url, fields = phone.would_send("Bo bids 1")
    response = phone.client.post(url, data=dict(fields), headers=QUICK)
    assert response.status_code == 200
    assert "<html" not in response.text
    assert 'aria-label="Cy bids 0"' in response.text
    assert table.game.hand.bids[1] == 1


def test_a_plain_entry_is_answered_with_a_redirect(phone):
    """A refresh asks for the page and does not send the form again."""
    table = f4(phone)
    url, fields = phone.would_send("Bo bids 1")
    response = phone.client.post(url, data=dict(fields))
    assert (response.status_code, response.headers["Location"]) == (303, table.url)


def test_pages_of_a_game_show_the_same_after_any_number_of_looks(phone, other_phone, stored):
    """Reloading at any moment shows the same state."""
    table = b3(phone, hands=1)
    table.bids("Cy 1")
    before = stored()
    first = other_phone.open(table.url).text
    for _ in range(3):
        assert other_phone.reload().text == first
    assert stored() == before


def test_as_many_entries_but_others_are_news(phone):
    """A back-up was restored, and the game went on from there."""
    table = f4(phone)
    table.bid("Bo", 1)
    address = poll(phone, table)
    assert phone.client.get(address, headers=QUICK).status_code == 204
    at = parse_qs(urlsplit(address).query)["at"][0]
    assert phone.client.get(address.replace(at, f"{int(at) - 1}"), headers=QUICK).status_code == 200
