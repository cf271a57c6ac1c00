"""Deleting asks, can be taken back for a while, and holds for every phone; and games are found again by their players."""

import pytest

from scorekeeper import clock
from scorekeeper.storage import purging
from tests.web.playing import Phone, b3, f4, start
from tests.web.test_access import READING_PAGES, own_token

ASKED = ("/scoring", "/hands/1", "/hand", "/players", "/change")


def delete(phone, table):
    phone.open("/")
    phone.follow("Delete the game of")
    return phone.press("Yes, delete it")


def test_it_works(phone, other_phone):
    table = b3(phone)
    phone.open("/")
    screen = phone.follow("Delete the game of Ana, Bo, Cy")
    assert screen.heading == "Delete this game?"
    assert "Ana, Bo, and Cy" in screen.text
    assert phone.open(table.url).heading == "Finished"
    assert delete(phone, table).heading == "Deleted games"
    for reader in (phone, other_phone):
        assert reader.open(table.url).heading == "This game was deleted"
        assert reader.status == 410
    assert "Ana, Bo" not in phone.open("/").text


def test_a_deleted_game_is_gone_on_every_route_and_for_every_request(phone, other_phone, stored):
    table = f4(phone, hands=1)
    other_phone.open(f"{table.url}/scoring")
    table.look()
    bid = phone.would_send("Cy bids 1")
    delete(phone, table)
    before = stored()
    for reader in (phone, other_phone):
        for path in (*READING_PAGES, *ASKED, "?v=1", "/sheet.xlsx", "/rules"):
            for headers in ({}, {"HX-Request": "true"}):
                assert reader.client.get(table.url + path, headers=headers).status_code == 410, path
        assert reader.client.get(f"/delete/{table.slug}").status_code == 410
    phone.send(*bid)
    assert phone.status == 410
    phone.send(bid[0], [(name, value) for name, value in bid[1] if name != "csrf_token"])
    assert phone.status == 410
    assert phone.open(f"/new?again={table.slug}").heading == "New game"
    assert stored() == before


def test_a_deletion_is_taken_back_with_everything_as_it_was(phone):
    table = f4(phone, hands=1)
    table.bids("Cy 1")
    before = table.game
    delete(phone, table)
    phone.open("/")
    phone.follow("Deleted games")
    assert phone.press("Take back").heading == "Scorekeeper"
    assert phone.follow("Continue, hand 2").heading == "Hand 2 of 8"
    assert table.game == before
    assert "Deleted games" not in phone.open("/").links


def test_only_who_keeps_score_can_delete_or_take_back(phone, other_phone, stored):
    table = b3(phone)
    before = stored()
    other_phone.open(f"/delete/{table.slug}")
    assert other_phone.status == 403
    other_phone.send(f"/delete/{table.slug}", [("csrf_token", own_token(other_phone))])
    assert other_phone.status == 403
    assert stored() == before
    delete(phone, table)
    before = stored()
    other_phone.send("/deleted", [("csrf_token", own_token(other_phone)), ("game", table.slug)])
    assert other_phone.status == 404
    assert "Ana" not in other_phone.open("/deleted").text
    for slug in ("", "nosuch", "\0"):
        phone.send("/deleted", [("csrf_token", own_token(phone)), ("game", slug)])
        assert phone.status == 404
    assert stored() == before


def test_a_form_from_elsewhere_deletes_nothing(phone, stored):
    table = b3(phone)
    before = stored()
    phone.open(f"/delete/{table.slug}")
    phone.press("Yes, delete it", csrf_token="forged")
    assert phone.status == 400
    assert stored() == before


def test_a_doubled_tap_deletes_once_and_takes_back_once(phone):
    table = b3(phone)
    delete(phone, table)
    phone.send_again()
    assert phone.status == 410
    phone.open("/deleted")
    phone.press("Take back")
    assert phone.send_again().heading == "Scorekeeper"
    assert table.game.finished


def test_it_is_offered_until_it_is_purged(phone, app):
    table = b3(phone)
    purging.look(app)
    delete(phone, table)
    with app.app_context():
        assert purging.purge(clock.now() + purging.KEPT_FOR, 29) == 0
        assert "For at least 30 days" in phone.open("/deleted").text
        assert purging.purge(clock.now() + purging.KEPT_FOR, 30) == 1
    assert "Deleted games" not in phone.open("/").links
    phone.send("/deleted", [("csrf_token", own_token(phone)), ("game", table.slug)])
    assert phone.status == 410


def test_the_start_of_a_deleted_game_sent_again_starts_nothing(phone):
    table = start(phone, ("Ana", "Bo"))
    sent = phone.last_sent
    delete(phone, table)
    phone.send(*sent)
    assert phone.status == 410


@pytest.mark.parametrize(("player", "found"), [("ana", True), ("B", True), ("Zoe", False), ("%", False)])
def test_games_are_found_by_player(phone, other_phone, player, found):
    b3(phone)
    start(phone, ("Dee", "Eli"))
    screen = phone.open("/")
    assert screen.field("Games with")["value"] == ""
    screen = phone.open(f"/?player={player}" if player != "%" else "/?player=%25")
    assert ("won by Ana" in screen.text) is found
    assert "Dee" not in screen.text
    assert ("No game here has a player of that name" in screen.text) is not found
    assert phone.follow("All games").heading == "Scorekeeper"
    assert "won by" not in other_phone.open(f"/?player={player}" if player != "%" else "/?player=%25").text


def test_a_search_finds_running_games_too_and_leads_on_in_them(phone):
    """The field is there once there are earlier games; what it finds is not only those."""
    running = start(phone, ("Ana", "Zoe"))
    assert "Games with" not in phone.open("/").fields
    b3(phone)
    phone.open("/")
    phone.screen.type("Games with", "zoe")
    screen = phone.open("/?player=zoe")
    (found,) = [name for name in screen.links if name.startswith("Continue")]
    assert "won by" not in screen.text
    phone.follow(found)
    assert phone.url == running.url
    screen = phone.open("/?player=ana")
    assert "won by Ana" in screen.text
    assert len([name for name in screen.links if name.startswith("Continue")]) == 1


def test_a_search_goes_on_to_older_games(app, phone):
    for number in range(17):
        start(phone, ("Ana", f"Bo {number}"))
    phone.open("/?player=ana")
    phone.follow("Older games")
    assert len([name for name in phone.screen.links if name.startswith("Continue")]) == 2
    assert phone.screen.value("Games with") == "ana"
    assert Phone(app).open("/?player=ana").heading == "Scorekeeper"
