"""The score sheet: hands down, players across, the same figures as everywhere else, and everything said in words too."""

import csv
from io import StringIO

import pytest

from scorekeeper.ledger.replay import replay
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.web.sheet_words import turning_points
from tests.ledger import playing
from tests.web.playing import B3, Phone, b3, f4, start, start_named, start_with_sizes
from tests.web.views import standings, totals_everywhere

FOUR = ("Ana", "Bo", "Cy", "Dee")


def cells(screen):
    """Each hand as (hand, bids/tricks, points, totals), each in seat order."""
    rows = []
    for row in screen.main.all("table", class_="scores")[0].all("tbody")[0].all("tr"):
        numbers = [
            [
                cell.all(class_="bid-tricks")[0].all(aria_hidden="true")[0].raw,
                cell.all(class_="gain")[0].text,
                cell.all("b")[0].text,
            ]
            for cell in row.all("td")
        ]
        rows.append((row["id"], *(" ".join(column) for column in zip(*numbers, strict=True))))
    return rows


def test_it_works(phone):
    b3(phone)
    screen = phone.follow("Score sheet")
    assert screen.heading == "Score sheet"
    assert cells(screen) == [
        ("hand-1", "1/1 0/0 1/0", "+11 +10 0", "11 10 0"),
        ("hand-2", "0/1 2/0 1/1", "0 0 +11", "11 10 11"),
        ("hand-3", "2/2 1/1 1/0", "+12 +11 0", "23 21 11"),
    ]


def test_the_sheet_of_a_game_just_begun_is_empty_and_says_so(phone):
    table = f4(phone)
    assert cells(phone.open(f"{table.url}/sheet")) == []
    assert "Nothing is recorded yet." in phone.screen.text
    assert "0 of 8 hands played" in phone.screen.text


def test_every_control_has_its_name(phone):
    """The names that screen readers, browser tests and scripts depend on."""
    table = b3(phone)
    screen = phone.open(f"{table.url}/sheet")
    assert {"CSV", "Spreadsheet", "Game file"} <= screen.links.keys()
    assert "Print" in [button.raw for button in screen.main.all("button")]
    assert screen.main.all("table", class_="scores")[0].all("caption")[0].text == "Score sheet"


def test_made_and_missed_the_dealer_and_the_leader_are_told_without_colour(phone):
    """G60: by words."""
    table = b3(phone)
    row = phone.open(f"{table.url}/sheet").element("hand-2")
    said = [cell.text for cell in row.all("td")]
    assert ["missed" in words for words in said] == [True, True, False]
    assert ["made" in words for words in said] == [False, False, True]
    assert ["dealt" in words for words in said] == [False, True, False]
    assert "bid 2, took 0, missed" in said[1]
    assert "Ana wins with 23" in phone.screen.text
    leader = phone.screen.main.all("tr", class_="leader")[0]
    assert "won" in leader.text


def test_who_leads_is_said_while_the_game_runs(phone):
    table = b3(phone, hands=2)
    screen = phone.open(f"{table.url}/sheet")
    assert "Ana and Cy share the lead with 11" in screen.text
    assert [row.text.split()[0] for row in screen.main.all("table", class_="standings")[0].all("tr")[1:]] == ["1", "1", "3"]


def test_all_who_are_level_share_the_first_place_in_every_view(phone, other_phone):
    """G36, both games: the sheet, the end, the list and the file name all of them."""
    three = start_with_sizes(phone, ("Ana", "Bo", "Cy"), "1 1 1", hook=True)
    for said, taken in (
        ("Bo 1, Cy 1, Ana 1", "0 1 0"),
        ("Cy 1, Ana 1, Bo 1", "0 0 1"),
        ("Ana 1, Bo 1, Cy 1", "1 0 0"),
    ):
        three.play(said, taken)
    two = b3(phone, hands=2)
    two.play(B3[2][0], "3 0 0")
    for table, names, places in ((three, "Ana, Bo, and Cy", "1 1 1"), (two, "Ana and Cy", "1 3 1")):
        for watcher in (phone, other_phone):
            for path in ("", "/sheet"):
                assert f"{names} share the win with 11" in watcher.open(table.url + path).text
        rows = list(csv.DictReader(StringIO(phone.client.get(f"{table.url}/sheet.csv").data.decode("utf-8-sig"))))
        assert " ".join(row["Place"] for row in rows[-3:]) == places
        assert f"won by {names}" in phone.open("/").text


@pytest.mark.parametrize(
    ("said", "taken", "totals", "places"),
    [
        ("Bo 0, Cy 0, Dee 1, Ana 1", "1 0 0 0", "30 20 20 −10", "1 2 2 4"),
        ("Bo 0, Cy 1, Dee 0, Ana 0", "0 0 0 1", "20 20 −10 −10", "1 1 3 3"),
    ],
)
def test_the_place_behind_those_who_are_level_is_left_out_in_every_view(phone, other_phone, said, taken, totals, places):
    """G37: Wizard, one hand of one card; who is level stands in the order of the seats, after a reload too."""
    table = start_named(phone, "wizard", FOUR, sizes="1")
    table.play(said, taken)
    assert totals_everywhere(table, other_phone) == totals.split()
    for reader in (phone, other_phone):
        for path in ("", "/sheet", "", "/sheet"):
            shown = standings(reader.open(table.url + path))
            assert [(name, place) for name, (place, *_) in shown.items()] == list(zip(FOUR, places.split(), strict=True))
        rows = list(csv.DictReader(StringIO(reader.client.get(f"{table.url}/sheet.csv").data.decode("utf-8-sig"))))
        assert " ".join(row["Place"] for row in rows) == places
        assert replay(reader.client.get(f"{table.url}/sheet.json").text)["places"] == [int(place) for place in places.split()]
    winners = "Ana and Bo" if places.startswith("1 1") else "Ana"
    assert f"won by {winners}" in phone.open("/").text


def test_every_view_has_the_same_totals(phone, other_phone):
    """G19, G26, G29: after each hand, at the end, after a correction, and after an undo that gave the game another end."""
    table = b3(phone, hands=0)
    for (said, taken), totals in zip(B3, ("11 10 0", "11 10 11", "23 21 11"), strict=True):
        table.play(said, taken)
        assert totals_everywhere(table, other_phone) == totals.split()
        table.look()
    table.correct(2, tricks="0 1 1")
    for _ in range(2):
        assert totals_everywhere(table, other_phone) == ["33", "21", "11"]
    table.look()
    table.undo()
    assert totals_everywhere(table, other_phone) == ["23", "21", "11"]
    table.look()
    table.undo()
    assert totals_everywhere(table, other_phone) == ["11", "10", "11"]
    table.look()
    table.record("1 1 1")
    assert totals_everywhere(table, other_phone) == ["11", "21", "22"]


def test_negative_totals_and_nought_are_shown_as_numbers(phone):
    """G25 for the base game: nought is 0, never a blank."""
    table = start_with_sizes(phone, ("Ana", "Bo"), "1 1")
    table.play("Bo 1, Ana 0", "1 0")
    assert table.shown_totals == ["0", "0"]
    assert cells(phone.open(f"{table.url}/sheet"))[0][2:] == ("0 0", "0 0")


def test_the_sheet_and_the_files_agree_cell_by_cell_while_running_and_at_the_end(phone, other_phone):
    """G66: same hands, sizes, dealers, bids, tricks, points and totals everywhere."""
    for hands in (2, 3):
        table = b3(phone, hands=hands)
        lines = score_sheet(table.game).lines
        shown = cells(other_phone.open(f"{table.url}/sheet"))
        rows = list(csv.DictReader(StringIO(other_phone.client.get(f"{table.url}/sheet.csv").data.decode("utf-8-sig"))))
        assert len(shown) == len(lines) == len(rows) / 3 == hands
        for number, (id_, bids, points, totals) in enumerate(shown):
            three = rows[3 * number : 3 * number + 3]
            assert id_ == f"hand-{number + 1}" == f"hand-{three[0]['Hand']}"
            assert bids == " ".join(f"{row['Bid']}/{row['Tricks']}" for row in three)
            assert points.replace("+", "") == " ".join(row["Points"] for row in three)
            assert totals == " ".join(row["Total"] for row in three)
            (dealt,) = [seat for seat, cell in enumerate(other_phone.screen.element(id_).all("td")) if "dealt" in cell.text]
            assert table.players[dealt] == three[0]["Dealer"]


def test_a_long_name_is_shortened_and_can_still_be_read_in_full(phone):
    """G56a"""
    names = ("Bartholomew-Maximilian", "Bartholomew-Maximiliane", "Al")
    table = start(phone, names)
    heads = phone.open(f"{table.url}/sheet").main.all("table", class_="scores")[0].all("th", scope="col")[1:]
    assert len({head.raw for head in heads}) == 3
    assert [head["aria-label"] or head.text for head in heads] == list(names)
    assert all(name in phone.screen.text for name in names)


def test_names_keep_their_own_direction(phone):
    table = start(phone, ("דנה", "Bo"))
    for path in ("", "/sheet", "/history", "/rules"):
        assert "<bdi>דנה</bdi>" in phone.client.get(table.url + path).text


def test_the_rules_in_one_line_stand_on_the_sheet(phone):
    table = b3(phone, hands=1)
    assert "hook on" in phone.open(f"{table.url}/sheet").text
    assert "1 of 3 hands played" in phone.screen.text


def test_every_hand_shows_its_size_and_trump(phone):
    table = start_with_sizes(phone, ("Ana", "Bo"), "3 2")
    table.play_any()
    phone.press("hearts")
    table.play_any()
    screen = phone.open(f"{table.url}/sheet")
    assert "3 cards" in screen.element("hand-1").text
    assert "no trump" in screen.element("hand-1").text
    assert "2 cards" in screen.element("hand-2").text
    assert "hearts" in screen.element("hand-2").text


def test_a_watcher_reads_the_same_sheet_without_controls(app, phone):
    table = b3(phone)
    mine, theirs = phone.open(f"{table.url}/sheet"), Phone(app).open(f"{table.url}/sheet")
    assert cells(mine) == cells(theirs)
    assert [name for name in theirs.links if "Correct" in name] == []
    assert [name for name in mine.links if "Correct" in name] == ["Correct hand 1", "Correct hand 2", "Correct hand 3"]


def test_the_turning_points_are_told_below_the_sheet(phone):
    screen = phone.open(f"{b3(phone).url}/sheet")
    assert [point.text for point in screen.main.all("section", class_="story")[0].all("li")] == [
        "Biggest swing: in hand 2 Cy gained 11 on Ana, who was leading.",
        "Best hand: Ana, +12 in hand 3.",
    ]


def test_turning_points_in_words(app):
    with app.test_request_context():
        assert [sentence.striptags() for sentence in turning_points(score_sheet(playing.f4()))] == [
            "Dee took the lead in hand 8 and won. The lead changed 5 times.",
            "Biggest swing: in hand 6 Ana gained 15 on Dee, who was leading.",
            "Best hand: Ana, +15 in hand 6.",
            "Longest run of bids made: Ana, 4 (hands 3 to 6).",
        ]
        assert turning_points(score_sheet(playing.f4(5)))[0].striptags() == "Dee leads since hand 5. The lead changed 3 times."


def test_a_game_just_begun_has_no_turning_points_and_no_chart(phone):
    screen = phone.open(f"{f4(phone).url}/sheet")
    assert screen.main.all("section", class_="story") == []
    assert screen.main.all("svg", class_="chart") == []


def test_the_chart_has_a_name_and_says_where_its_figures_are(phone):
    screen = phone.open(f"{b3(phone).url}/sheet")
    (chart,) = screen.main.all("svg", class_="chart")
    assert (chart["role"], chart["aria-label"]) == ("img", "Line chart of the totals after every hand")
    assert "Totals after every hand, the same as in the table above." in screen.text


def test_six_letters_in_six_columns_are_not_shortened(phone):
    table = start(phone, ("Dagmar", "Ottmar", "Sigrid", "Wilmas", "Ingrid", "Bartholomew"))
    heads = phone.open(f"{table.url}/sheet").main.all("table", class_="scores")[0].all("th", scope="col")[1:]
    assert [[name.text for name in head.all("bdi")] for head in heads] == [
        *[[name] for name in ("Dagmar", "Ottmar", "Sigrid", "Wilmas", "Ingrid")],
        ["Bartholomew", "Barth…"],
    ]


def test_standings_say_a_name_once(phone):
    for names in (
        ("Dagmar", "Bartholomew", "Cy", "Dee", "Eli", "Fay"),
        ("Bartholomew-Max", "Bartholomew-Moritz", "Cy", "Dee", "Eli", "F"),
    ):
        table = start(phone, names)
        rows = phone.open(f"{table.url}/sheet").main.all("table", class_="standings")[0].all("th", scope="row")
        said = [row.text for row in rows]
        assert said == (list(names) if "Dagmar" in names else ["Bartholomew-Max Bar…1", "Bartholomew-Moritz Bar…2", *names[2:]])
