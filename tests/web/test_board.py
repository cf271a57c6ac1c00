"""The board: who bid what, totals and gaps, for everybody who looks, and nothing to tap but the way back."""

from scorekeeper.ledger.entries import Bid, Presence, SitOut
from tests.web.playing import at_once, b3, enter, start_with_sizes


def shown(reader, table):
    """Every line of the board: its cells as they are read out."""
    rows = reader.open(f"{table.url}/board").main.all("table", class_="seated")[0].all("tbody")[0].all("tr")
    return [row.text for row in rows]


def test_it_works(phone, other_phone):
    table = b3(phone, hands=2)
    table.bid("Ana", 2)
    for reader in (phone, other_phone):
        assert shown(reader, table) == ["Ana bids first 2 first 11", "Bo no bid yet 1 10", "Cy deals no bid yet first 11"]
        assert reader.screen.heading == "Hand 3 of 3"
        assert "3 cards · Cy deals · no trump" in reader.screen.text
        assert "Bids 2 of 3: under by 1" in reader.screen.text
        assert "Hand 2: Cy +11" in reader.screen.text
        assert reader.screen.main.all("form") == []


def test_covered_bids_stay_covered_on_everybodys_board(phone, other_phone):
    table = at_once(phone, "3 3")
    enter(table, Bid(1, 1, 2))
    for reader in (phone, other_phone):
        assert shown(reader, table) == ["Ana deals no bid yet 0", "Bo leads in 0", "Cy no bid yet 0"]
        assert "2 still to bid" in reader.screen.text
        assert "Bids" not in reader.screen.main.all("p", class_="bids")[0].text
    enter(table, Bid(1, 0, 0), Bid(1, 2, 0))
    assert shown(other_phone, table) == ["Ana deals 0 0", "Bo leads 2 0", "Cy 0 0"]


def test_the_end_is_told_by_places(phone):
    table = b3(phone)
    assert shown(phone, table) == ["1 Ana won 23", "2 Bo 2 21", "3 Cy 12 11"]
    assert phone.screen.heading == "Finished"
    assert "Ana wins with 23" in phone.screen.text


def test_who_left_is_not_on_the_board_and_who_sits_out_is(phone):
    table = start_with_sizes(phone, ("Ana", "Bo", "Cy", "Dee"), "1 1 1")
    table.play_any()
    enter(table, Presence(1, there=False), SitOut(2, 2))
    lines = shown(phone, table)
    assert [line.split()[0] for line in lines] == ["Ana", "Cy", "Dee"]
    assert "does not play" in lines[1]


def test_the_board_is_found_from_the_sheet_and_from_the_table(phone):
    table = b3(phone, hands=1)
    for path in ("", "/sheet"):
        links = phone.open(table.url + path).links
        assert any(link["href"] == f"{table.url}/board" for link in links.values())


def test_a_game_that_is_not_there_has_no_board(phone):
    assert phone.client.get("/g/nothing/board").status_code == 404
