"""Who may write for a group: phones that opened its private link and agreed. All others read."""

import logging
import re
from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from urllib.parse import urlsplit
from zlib import compress

import pytest
from sqlalchemy import delete

from scorekeeper.storage import games, groups
from scorekeeper.storage.tables import MemberRow
from tests.storage.test_adding import HAND_1, played
from tests.web.playing import Phone, start
from tests.web.test_access import own_token, with_token
from tests.web.test_groups import join, make, merging, people, person, private_link

IN_GROUP, IN_NONE = {"choices": {"Group": "Friday"}}, {"choices": {"Group": "none"}}


@pytest.fixture
def group(phone):
    """A group in which Anne is Ana, and Anna may be her too."""
    address = make(phone)
    with phone.client.session_transaction() as session:
        keeper = session["device"]
    with phone.app.app_context():
        found = groups.find(slug_of(address), keeper)
        whole = [played(HAND_1, players=[name, "Bo", "Cy"], stopped=True) for name in ("Ana", "Anna", "Anne")]
        games.add(whole, device=keeper, at=datetime.now(UTC), group=found.slug)
        ids = {one.name: one.id for one in groups.people_of(found)}
        groups.merge(found, ids["Anne"], ids["Ana"])
    return address


def slug_of(address):
    return address.rsplit("/", 1)[-1]


def every_kind_of_request(phone, keeper, group):
    """Everything that writes for a group, with the token of `phone`; forms that it is not shown are those of `keeper`."""
    slug = slug_of(group)
    chosen = IN_NONE if "Group" in phone.open("/new").fields else {}
    own, other = (start(phone, names, **chosen) for names in (("Dee", "Eli"), ("Fay", "Gus")))
    token = own_token(phone)
    requests = {"gather": (f"{group}/gather", [("csrf_token", token), ("game", own.slug)])}
    file = phone.client.get(f"{other.url}/sheet.json").data.replace(b"\n", b" ")
    for kind, text in (("add what is here", file), ("import", file.replace(b"Fay", b"Zoe"))):
        packed = urlsafe_b64encode(compress(text)).decode()
        fields = {"csrf_token": token, "do": "import", "key": "k", "games": packed, "group": slug}
        requests[kind] = "/import", list(fields.items())
    phone.open("/new")
    for number, name in enumerate(("Ana", "Bo"), start=1):
        phone.screen.type(f"Player {number}", name)
    requests["start"] = phone.would_send("Start game", group=slug)
    merge = merging(keeper, group, "Anna", "Ana")
    for kind, (address, button, changed) in {
        "call": (f"{group}/link", "Change", {"name": "Monday"}),
        "replace": (f"{group}/link", "Replace the private link", {}),
        "rename": (person(keeper, group), "Rename", {"name": "Eve"}),
        "split": (person(keeper, group), "Somebody else: Anne", {}),
        "merge": (merge, "Yes, merge them", {}),
    }.items():
        keeper.open(address)
        url, fields = keeper.would_send(button, **changed)
        requests[kind] = url, with_token(fields, token)
    return requests


KINDS = {"gather", "add what is here", "import", "start", "call", "replace", "rename", "split", "merge"}
SHOWN_AGAIN = {"add what is here", "import", "start"}  # to be sent without the group
NOT_YOURS = "does not belong to that group"
READ_ONLY = "Nothing was saved: this phone only reads along. Open the group's private link first."


def refused(phone, requests, stored, secret):
    """Each is refused with a reason, stores nothing, and tells no secret."""
    assert set(requests) == KINDS
    before = stored()
    for kind, (url, fields) in requests.items():
        phone.send(url, fields)
        status, said = (422, NOT_YOURS) if kind in SHOWN_AGAIN else (403, READ_ONLY)
        assert phone.status == status, kind
        assert said in " ".join(phone.screen.alerts), kind
        assert secret not in phone.response.text, kind
        assert stored() == before, kind


def secret_of(phone, group):
    return slug_of(private_link(phone, group))


def test_a_phone_that_nobody_knows_writes_nothing(phone, other_phone, group, stored):
    requests = every_kind_of_request(other_phone, phone, group)
    with other_phone.client.session_transaction() as session:
        del session["device"]
    refused(other_phone, requests, stored, secret_of(phone, group))


def test_a_reader_sees_everything_and_writes_nothing(phone, other_phone, group, stored):
    other_phone.open(group)
    refused(other_phone, every_kind_of_request(other_phone, phone, group), stored, secret_of(phone, group))
    screen = other_phone.open(group)
    assert people(screen)["Ana"][0] == "2"
    assert "To keep score for this group, a phone needs its private link" in screen.text
    for address in (group, person(phone, group)):
        screen = other_phone.open(address)
        assert not [form for form in screen.root.all("form") if form["method"] == "post"]
    assert not {"Links…", "New game", "Add earlier games…"} & set(other_phone.open(group).links)
    assert "Friday" not in other_phone.open("/").links


def test_a_phone_of_the_group_writes(phone, other_phone, group, stored):
    """Else the refusals would prove nothing."""
    join(other_phone, private_link(phone, group))
    for kind, (url, fields) in every_kind_of_request(other_phone, other_phone, group).items():
        before = stored()
        other_phone.send(url, fields)
        assert (other_phone.status, other_phone.screen.alerts) == (200, []), kind
        assert stored() != before, kind


def test_a_phone_shut_out_between_page_and_tap_writes_nothing(phone, other_phone, group, stored):
    join(other_phone, private_link(phone, group))
    requests = every_kind_of_request(other_phone, other_phone, group)
    phone.open(f"{group}/link")
    phone.press("Replace the private link")
    refused(other_phone, requests, stored, secret_of(phone, group))
    for path in ("link", "gather", "people/1/merge?into=2"):
        assert other_phone.open(f"{group}/{path}").heading == "Friday"


def test_a_phone_shut_out_while_it_is_being_answered_writes_nothing(app, phone, other_phone, group, stored, monkeypatch):
    """Between the look at its right and the write: that it may is judged under the lock."""
    join(other_phone, private_link(phone, group))
    requests, secret = every_kind_of_request(other_phone, other_phone, group), secret_of(phone, group)
    held = groups.held

    def shut_out(connection, slug, device):
        connection.execute(delete(MemberRow))  # in the same transaction: SQLite has one writer
        return held(connection, slug, device)

    monkeypatch.setattr(groups, "held", shut_out)
    refused(other_phone, requests, stored, secret)


# The two links


def test_both_links_are_shown_apart(app, phone, group):
    screen = phone.open(f"{group}/link")
    assert screen.value("Reading address") == f"http://localhost{group}"
    secret = urlsplit(screen.value("Private link")).path.removeprefix(f"{group}/join/")
    assert re.fullmatch(r"[0-9a-f]{32}", secret)
    codes = {code["aria-label"]: code for code in screen.main.all(role="img")}
    assert set(codes) == {"QR code of the reading address", "QR code of the private link"}
    assert all(code.all("svg") for code in codes.values())
    (folded,) = [fold for fold in screen.main.all("details") if fold.all("input", id="link")]
    assert "open" not in folded.attrs  # whoever scans the screen takes the code that is meant for everybody
    assert "This address works on this machine only" in screen.text
    app.config["SCOREKEEPER_PUBLIC_URL"] = "https://cards.example"
    screen = phone.open(f"{group}/link")
    assert screen.value("Private link") == f"https://cards.example{group}/join/{secret}"
    assert "This address works on this machine only" not in screen.text


def test_looking_at_the_private_link_asks_and_changes_nothing(phone, other_phone, group, stored):
    link, before = private_link(phone, group), stored()
    for method in (other_phone.client.get, other_phone.client.head, other_phone.client.get):
        assert method(link).status_code == 200
    assert stored() == before
    join(other_phone, link)
    once = stored()
    assert once != before
    other_phone.send_again()
    assert (other_phone.status, stored()) == (200, once)


def test_the_secret_of_the_private_link_is_on_no_other_page(phone, other_phone, group):
    link, secret = private_link(phone, group), secret_of(phone, group)
    join(other_phone, link)
    reader = Phone(phone.app)
    paths = (group, person(phone, group), f"{group}/gather", merging(phone, group), "/groups", "/", "/new", "/import")
    for each in (phone, other_phone, reader):
        for path in (*paths, f"{group}/join", f"{group}?player=ana"):
            each.open(path)
            assert secret not in each.response.text, path
    for path in (f"{group}/link", f"{group}/join/{'0' * 32}"):
        assert secret not in reader.open(path).html
    reader.open(link)
    assert reader.response.headers["Referrer-Policy"] == "same-origin"
    assert reader.response.headers["Cache-Control"] == "no-store"
    assert secret.encode() not in b"".join(reader.client.get(link_.attrs["href"]).data for link_ in reader.screen.main.all("a"))


def test_a_link_handed_out_before_reads_and_says_what_is_needed_to_write(phone, other_phone, group, stored):
    before = stored()
    screen = other_phone.open(f"{group}/join")
    assert (other_phone.url, screen.heading) == (group, "Friday")
    assert "a phone needs its private link" in screen.text
    token = own_token(other_phone)
    for sent in (token, "x"):  # from a page that was open when the program was replaced
        other_phone.send(f"{group}/join", [("csrf_token", sent)])
        assert (other_phone.status, other_phone.screen.heading) == (200, "Friday")
    assert stored() == before
    assert "New game" in phone.open(f"{group}/join").links  # a phone of the group is one as before


def test_a_made_up_private_link_says_what_to_ask_for(phone, other_phone, group, stored):
    secret, other = secret_of(phone, group), make(phone, "Monday")
    token, before = own_token(other_phone), stored()
    scoring = start(phone, ("Ana", "Bo"), **IN_NONE)
    before = stored()
    foreign = urlsplit(phone.open(f"{scoring.url}/scoring").value("Private scoring link")).path.rsplit("/", 1)[-1]
    for link in (
        *(f"{group}/join/{made_up}" for made_up in ("x", "%00", "é", "0" * 32, "a" * 5000, secret[:-1], secret + "0", foreign)),
        f"{other}/join/{secret}",
    ):
        for send in (other_phone.open, lambda url: other_phone.send(url, [("csrf_token", token)])):
            screen = send(link)
            assert (other_phone.status, screen.heading) == (404, "This link no longer works"), link
            assert "Ask for the group's new private link" in screen.text
        assert other_phone.follow("Only read along").heading in {"Friday", "Monday"}
    assert stored() == before


# Replacing it


def test_a_replaced_link_is_worthless_and_shuts_the_other_phones_out(phone, other_phone, group, stored):
    old = private_link(phone, group)
    join(other_phone, old)
    running = start(other_phone, ("Dee", "Eli"), **IN_GROUP)
    phone.open(f"{group}/link")
    screen = phone.press("Replace the private link")
    assert "The link is new" in screen.status
    new = urlsplit(screen.value("Private link")).path
    assert new != old
    before = stored()
    other_phone.open(old)
    assert (other_phone.status, other_phone.screen.heading) == (404, "This link no longer works")
    assert "Friday" not in other_phone.open("/").links
    assert "Group" not in other_phone.open("/new").fields
    assert stored() == before
    running.look()  # the right to score a game belongs to the game
    running.bid(running.order[0], 0)
    assert other_phone.status == 200
    assert phone.open("/").link("Friday")["href"] == group
    assert join(other_phone, new).heading == "Friday"
    assert "Friday" in other_phone.open("/").links


def test_one_press_sent_twice_replaces_the_link_once(phone, other_phone, group, stored):
    """Who came in by the link just shown stays in."""
    phone.open(f"{group}/link")
    phone.press("Replace the private link")
    join(other_phone, urlsplit(phone.screen.value("Private link")).path)
    before = stored()
    phone.send_again()
    assert (phone.status, stored()) == (200, before)
    assert "New game" in other_phone.open(group).links


def test_a_link_that_was_not_replaced_is_not_called_new(phone, group, stored):
    before = stored()
    for generation in (None, "", "x", "0", "99", "-1", "9" * 5000, "²", "\0"):
        phone.open(f"{group}/link")
        phone.press("Replace the private link", generation=generation)
        assert phone.status == 422, generation
        assert "The link is new" not in phone.screen.text
    assert stored() == before


def test_a_link_replaced_while_somebody_joins_lets_nobody_in(app, phone, other_phone, group, monkeypatch):
    """Between the look at the link and the joining."""
    other_phone.open(private_link(phone, group))
    url, fields = other_phone.would_send("Join on this phone")
    with phone.client.session_transaction() as session:
        keeper = session["device"]
    really = groups.join

    def after_replacing(found, device, at):
        groups.replace_private_link(groups.find(found.slug, keeper), shown=1)
        really(found, device, at)

    monkeypatch.setattr(groups, "join", after_replacing)
    other_phone.send(url, fields)
    assert (other_phone.status, other_phone.screen.heading) == (404, "This link no longer works")
    assert "New game" not in other_phone.open(group).links


def test_a_page_too_old_to_be_trusted_keeps_the_private_link_that_was_followed(phone, other_phone, group, stored):
    link, before = private_link(phone, group), stored()
    other_phone.open(link)
    other_phone.press("Join on this phone", csrf_token="x")
    assert (other_phone.status, other_phone.screen.heading) == (400, "Keep score for the group?")
    assert "Nothing was saved" in other_phone.screen.alerts[0]
    other_phone.send(f"{group}/join/x", [("csrf_token", "x")])
    assert other_phone.status == 404
    assert stored() == before
    other_phone.open(link)
    assert other_phone.press("Join on this phone").heading == "Friday"


def test_phones_that_were_of_the_group_before_there_were_two_links_still_are(app, phone, other_phone, group):
    with other_phone.client.session_transaction() as session:
        session["device"] = "tablet"
    with app.app_context():
        groups.join(groups.find(slug_of(group)), "tablet", datetime.now(UTC))
    assert "New game" in other_phone.open(group).links


def test_no_log_has_an_address_or_a_secret_of_a_group(phone, other_phone, group, caplog):
    caplog.set_level(logging.DEBUG)
    link, slug = private_link(phone, group), slug_of(group)
    join(other_phone, link)
    phone.open(f"{group}/link")
    phone.press("Replace the private link")
    for address in (link, f"{group}/link", f"{group}/gather"):
        other_phone.open(address)
        other_phone.send(address, [("csrf_token", own_token(other_phone))])
    assert "answered 404" in caplog.text
    assert "answered 403" in caplog.text
    assert slug not in caplog.text
    assert link.rsplit("/", 1)[-1] not in caplog.text
