"""Game files are imported whole or not at all, and what is wrong with them is said in plain words."""

import json
import tracemalloc
from base64 import urlsafe_b64encode
from io import BytesIO
from zlib import compress

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from scorekeeper.storage import adding, games
from scorekeeper.web import imports
from tests.growth import grows_evenly
from tests.web.playing import Phone, b3, f4
from tests.web.test_groups import join, make, people, private_link

ANA = {"format": "scorekeeper-game", "version": 1, "players": ["Ana", "Bo", "Cy"]}
HAND_1 = {"bids": [1, 0, 1], "tricks": [1, 0, 0]}
WRONG_BID = {"bids": [0, 2, 0]}


ASKED = "Import these games?"


def look(phone, *files, **changed):
    """Choose files on the import page, and see what would be added."""
    phone.open("/import")
    url, fields = phone.would_send("Look at them", **changed)
    files = [(content, "games.jsonl") if isinstance(content, bytes) else content for content in files]
    return send(phone, url, dict(fields) | {"file": [FileStorage(BytesIO(content), name) for content, name in files]})


def choose(phone, content, name="games.jsonl", **changed):
    """Choose a file, and import what is new in it."""
    look(phone, (content, name), **changed)
    if phone.screen.heading == ASKED and (button := agreeing(phone)):
        phone.press(button)
    return phone.screen


def agreeing(phone):
    """The button that imports, if there is one."""
    return next((name for name in phone.screen.buttons if name.startswith(("Import", "Add"))), None)


def send(phone, url, fields):
    phone.last_sent = (url, fields)
    boundary, body = encode_multipart(fields)
    return phone._show(phone.client.post(url, data=body, content_type=f"multipart/form-data; boundary={boundary}"), url, {})


def lines(*files):
    return "\n".join(map(json.dumps, files)).encode()


def games_on(phone):
    return len([link for link in phone.screen.main.all("a") if "/g/" in link["href"]])


def faults(phone):
    (alert,) = phone.screen.main.all(role="alert")
    return [item.text for item in alert.all("li")]


def test_it_works(phone):
    phone.open("/")
    phone.follow("Import games")
    assert phone.screen.heading == "Import games"
    choose(phone, json.dumps(ANA | {"hands": [HAND_1]}, indent=1).encode(), "game.json")
    assert (phone.status, phone.screen.heading) == (200, "Hand 2 of 15")
    assert "Cy bids 0" in phone.screen.buttons


def test_several_games_lead_home_where_they_stand_at_their_own_times(phone):
    old, new = ({"title": title, "started": f"202{year}-11-27T19:30:00+01:00"} for title, year in (("Old", 0), ("New", 5)))
    short = {"rules": {"schedule": {"shape": "list", "hands": [1]}}, "hands": [HAND_1]}
    choose(phone, lines(ANA | old, ANA | new, ANA | short | old))
    assert (phone.status, phone.screen.heading, phone.url) == (200, "Scorekeeper", "/?added=3")
    assert [name for name in phone.screen.links if "Continue" in name] == [
        "Continue, hand 1 of 15 New · Ana, Bo, and Cy · 27 November 2025",
        "Continue, hand 1 of 15 Old · Ana, Bo, and Cy · 27 November 2020",
    ]
    assert "27 November 2020 · 1 hand · won by Ana" in phone.screen.text


def test_the_file_of_a_game_comes_back_as_the_same_game(phone, other_phone):
    table = b3(phone, hands=2)
    table.bids("Ana 2, Bo 1")
    choose(other_phone, phone.client.get(f"{table.url}/sheet.json").data, "scorekeeper-2026.json")
    assert other_phone.screen.heading == "Hand 3 of 3"
    assert other_phone.url != table.url
    other_phone.press("Cy bids 1")
    assert other_phone.status == 200
    assert "Bo bids" not in " ".join(phone.open(other_phone.url).buttons)  # it is the importing phone's


def test_everything_comes_back_from_its_files_and_nothing_twice(phone, other_phone, stored):
    """G65: two finished games and one running, taken in on an empty phone, then once more; and where they still are."""
    tables = [b3(phone), b3(phone), b3(phone, hands=2)]
    tables[1].correct(2, tricks="0 1 1")
    tables[2].look()
    tables[2].bids("Ana 2")
    files = b"\n".join(phone.client.get(f"{table.url}/sheet.json").data.replace(b"\n", b" ") for table in tables)
    choose(other_phone, files)
    there = [link["href"] for link in other_phone.open("/").main.all("a") if "/g/" in link["href"]]
    assert len(there) == 3
    before = stored()
    for reader in (phone, other_phone):
        assert "There is nothing new" in choose(reader, files).text
        assert (reader.status, reader.screen.heading, agreeing(reader)) == (200, ASKED, None)
        assert games_on(reader) == 3
    assert stored() == before

    def whole(path):
        game = games.load(path.rsplit("/", 1)[-1]).game
        return game.rules, game.players, game.hands, game.title, game.started, game.finished

    with phone.app.app_context():
        assert sorted(map(repr, map(whole, there))) == sorted(repr(whole(table.url)) for table in tables)


def test_a_file_without_a_time_is_a_new_game_each_time(phone):
    """Such as one that somebody keeps to begin every evening with."""
    for number in (1, 2):
        choose(phone, lines(ANA))
        phone.open("/")
        assert games_on(phone) == number


def test_a_game_that_went_on_since_is_not_taken_for_its_older_file(phone):
    table = b3(phone, hands=2)
    file = phone.client.get(f"{table.url}/sheet.json").data
    table.look()
    table.bids("Ana 2")
    choose(phone, file, "game.json")
    assert (phone.status, phone.screen.heading) == (200, "Hand 3 of 3")
    assert phone.url != table.url
    assert table.game.hand.bids == (2, None, None)


def test_a_faulty_file_changes_nothing_of_what_was_there(phone, stored):
    """G65: cut in half, without players, a text file, 20 MB; each refusal says that nothing was changed."""
    table = b3(phone, hands=2)
    file = phone.client.get(f"{table.url}/sheet.json").data
    before = stored()
    for content, name in (
        (file[: len(file) // 2], "half.json"),
        (file.replace(b'"players"', b'"people"'), "nobody.json"),
        (b"Dear diary,\ntoday we played.\n", "diary.txt"),
        (b" " * 20_000_000, "large.json"),
    ):
        screen = choose(phone, content, name)
        assert phone.status in {413, 422}, name
        assert "Nothing was" in screen.text, name
        assert stored() == before, name


def test_a_doubled_import_is_one(app, phone):
    choose(phone, lines(ANA, ANA))
    url, fields = phone.last_sent
    for _ in range(2):
        phone.send(url, fields)
    assert games_on(phone) == 2
    key = dict(fields)["key"]
    look(phone, lines(ANA), key=key)
    phone.press("Import 1 game")
    assert phone.screen.heading == "Hand 1 of 15"
    phone.open("/")
    assert games_on(phone) == 3


def test_a_fault_in_one_game_keeps_all_out_and_is_said_beside_the_field(phone, stored):
    before = stored()
    screen = choose(phone, lines(ANA, ANA | {"hands": [HAND_1, {"bids": [0, 2, 3]}]}, ANA | {"players": ["Ana", "ana"]}, ["?"]))
    assert phone.status == 422
    assert faults(phone) == [
        "Line 2 · Hand 2 · Cy: A bid in this hand is 0 to 2.",
        "Line 3 · ana: Two players may not have the same name: Ana is already there.",
        "Line 4 · An object is expected here.",
    ]
    field = screen.field("Game files")
    assert field["aria-invalid"] == "true"
    assert "Nothing was imported, because 3 of 4 games are faulty." in screen.description(field)
    assert stored() == before


def test_a_fault_in_the_only_game_needs_no_line(phone):
    choose(phone, lines(ANA | {"hands": [WRONG_BID]}), "game.json")
    assert (phone.status, faults(phone)) == (422, ["Hand 1 · Bo: A bid in this hand is 0 to 1."])
    choose(phone, lines(ANA | {"players": ["Ana", 7]}))
    assert faults(phone) == ["Players are given by their names."]
    choose(phone, lines(ANA | {"players": ["Ana", "\u200b"]}))
    assert faults(phone) == ["Player 2: This player needs a name."]


def test_of_many_faults_twenty_are_shown(phone):
    choose(phone, lines(*[ANA | {"hands": [WRONG_BID]}] * 30))
    assert len(faults(phone)) == 20
    assert "and 10 more" in phone.screen.alerts[0]
    choose(phone, lines(*[ANA | {"hands": [WRONG_BID]}] * 20))
    assert "more" not in phone.screen.alerts[0]


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"", "", "Choose a file first."),
        (b"", "empty.json", "This is not JSON"),
        (b"", "empty.jsonl", "Nothing was imported: there is no game in this file."),
        (b"\n \r\n", "blank.jsonl", "Nothing was imported: there is no game in this file."),
        (bytes(range(256)) * 50, "picture.png", "Nothing was imported: this is no game file, since it is not text in UTF-8."),
        (
            '{"players": ["José"]}'.encode("latin-1"),
            "game.json",
            "Nothing was imported: this is no game file, since it is not text in UTF-8.",
        ),
        (
            json.dumps(ANA).encode("utf-16"),
            "game.json",
            "Nothing was imported: this is no game file, since it is not text in UTF-8.",
        ),
        (b"\0" * 100, "nought.json", "This is not JSON"),
        (b"PK\x03\x04 no text", "sheet.xlsx", "This is not JSON"),
        (b"[" * 500_000, "deep.json", "nested too deeply"),
        (json.dumps({"<b>\x1b\ud800": 1}).encode(), "odd.json", "Unknown key: <b>."),
        (b"Player,1\nAna,11\n", "sheet.csv", "2 of 2 games are faulty"),
    ],
)
def test_what_is_no_game_file_is_refused_in_words(phone, stored, content, name, said):
    before = stored()
    choose(phone, content, name)
    assert phone.status == 422
    assert said in phone.screen.alerts[0]
    assert stored() == before


def test_a_request_without_a_file_is_refused(phone, stored):
    before = stored()
    phone.open("/import")
    phone.press("Look at them")
    assert (phone.status, phone.screen.alerts) == (422, ["Choose a file first."])
    assert stored() == before


def test_a_file_that_is_too_large_is_refused_and_others_may_be_larger_than_a_form(phone, stored):
    before = stored()
    choose(phone, b" " * 17_000_000)
    assert phone.status == 413
    assert "Nothing was saved" in phone.screen.text
    choose(phone, lines(ANA) + b"\n" * 15_000_000)
    assert (phone.status, phone.screen.heading) == (200, "Hand 1 of 15")
    f4(phone)
    url, fields = phone.would_send("Bo bids 1")
    after = stored()
    phone.send(url, [*fields, ("more", "x" * 1_200_000)])
    assert phone.status == 413
    assert (before != after, stored()) == (True, after)


def test_more_games_than_ten_thousand_are_refused(phone, stored):
    before = stored()
    choose(phone, b"{}\n" * 10_001)
    assert (phone.status, phone.screen.alerts) == (
        422,
        ["There are more than 10000 games in what you chose. Choose fewer at a time."],
    )
    assert stored() == before


def test_a_form_that_is_not_ours_imports_nothing(phone, other_phone, stored):
    before = stored()
    other_phone.open("/import")
    theirs = dict(other_phone.would_send("Look at them")[1])["csrf_token"]
    for token in ("", "x", None, theirs):
        choose(phone, lines(ANA), csrf_token=token)
        assert phone.status == 400
        assert "Nothing was saved" in phone.screen.alerts[0]
        assert phone.screen.heading == "Import games"
    assert stored() == before


def test_a_game_that_would_end_before_it_began_goes_on(phone):
    four = {"players": ["Ana", "Bo", "Cy", "Dee"], "rules": "to-101"}
    choose(phone, lines(ANA | four | {"adjustments": [{"points": 500}]}))
    assert phone.screen.heading == "Hand 1"


@pytest.mark.parametrize("size", [300, 5000])
def test_a_hand_of_many_cards_can_still_be_shown(phone, size):
    rules = {"deck": 10_000, "schedule": {"shape": "list", "hands": [size]}}
    choose(phone, lines(ANA | {"players": ["Ana", "Bo"], "rules": rules, "hands": [{"bids": [None, 3]}]}))
    assert (phone.status, phone.screen.heading) == (200, "Hand 1 of 1")


def test_what_was_imported_is_read_by_every_page(app, phone):
    """Whatever a file may hold: strange times, names and rules."""
    odd = {
        "players": ["=1+2", "א", "🂡"],
        "title": "../x\u202e",
        "started": "20261127 193000+00",
        "rules": "spades-double",
        "game": "<b>",
    }
    hand = HAND_1 | {"multiplier": 2, "bonus": [None, 5, 0], "wager": [1, -1, 0], "blind": [True, False, True], "trump": "spades"}
    choose(phone, lines(ANA | odd | {"hands": [hand | {"adjustments": [{"points": 7, "reason": "x" * 99}]}]}))
    table = phone.url
    for path in ("", "/sheet", "/sheet.csv", "/sheet.xlsx", "/sheet.json", "/history", "/rules", "/read", "/scoring", "/hands/1"):
        assert phone.client.get(table + path).status_code == 200, path
    with app.app_context():
        assert games.load(table.rsplit("/", 1)[-1]).game.started == "2026-11-27T19:30:00+00:00"


# What will be added


def told(phone):
    """What the page says, heading by heading: the games below each."""
    found, heading = {}, None
    for element in phone.screen.main.all("h2", "li"):
        if element.tag == "h2":
            found[heading := element.text] = []
        elif heading:
            found[heading].append(element.text)
    return found


ENDED = ANA | {"rules": {"schedule": {"shape": "list", "hands": [1]}}, "hands": [HAND_1]}
FRIDAY = ENDED | {"title": "Friday", "started": "2025-11-28T20:00:00+01:00"}
MONDAY = ENDED | {"players": ["Dee", "Eli", "Fay"], "started": "2025-12-01T20:00:00+01:00"}


def test_before_anything_is_stored_it_is_shown_what_will_be(phone, stored):
    before = stored()
    screen = look(phone, lines(FRIDAY, ANA), (json.dumps(MONDAY).encode(), "monday.json"))
    assert (phone.status, screen.heading) == (200, ASKED)
    assert told(phone) == {
        "3 games will be added": [
            "Friday · Ana, Bo, and Cy 28 November 2025 · 1 hand · won by Ana",
            "Ana, Bo, and Cy not finished",
            "Dee, Eli, and Fay 1 December 2025 · 1 hand · won by Dee",
        ]
    }
    assert stored() == before
    phone.press("Import 3 games")
    assert games_on(phone) == 3


def test_games_that_are_here_and_games_that_were_chosen_twice_are_named(phone):
    choose(phone, lines(FRIDAY))
    here = phone.url
    look(phone, lines(FRIDAY, MONDAY), (json.dumps(MONDAY, indent=2).encode(), "monday.json"))
    friday = "Friday · Ana, Bo, and Cy 28 November 2025 · 1 hand · won by Ana"
    monday = "Dee, Eli, and Fay 1 December 2025 · 1 hand · won by Dee"
    assert told(phone) == {
        "1 game will be added": [monday],
        "1 game is here already": [friday],
        "1 game was chosen twice": [monday],
    }
    assert phone.screen.link(friday)["href"] == here
    phone.press("Import 1 game")
    phone.open("/")
    assert games_on(phone) == 2


def test_one_faulty_file_keeps_all_files_out_and_is_named(phone, stored):
    before = stored()
    look(phone, lines(FRIDAY), (json.dumps(ANA | {"hands": [WRONG_BID]}).encode(), "bad.json"), (lines(ANA, ["?"]), "two.jsonl"))
    assert (phone.status, phone.screen.heading) == (422, "Import games")
    assert faults(phone) == [
        "bad.json · Hand 1 · Bo: A bid in this hand is 0 to 1.",
        "two.jsonl · Line 2 · An object is expected here.",
    ]
    look(phone, lines(FRIDAY), (b"\xff\xfe", "sheet.png"))
    assert (phone.status, faults(phone)) == (422, ["sheet.png"])
    assert stored() == before


def test_a_page_that_is_too_old_shows_once_more_what_it_would_add(phone, stored):
    look(phone, lines(FRIDAY, MONDAY))
    before = stored()
    phone.press("Import 2 games", csrf_token="x")
    assert (phone.status, phone.screen.heading) == (400, ASKED)
    assert "Nothing was saved" in phone.screen.alerts[0]
    assert stored() == before
    phone.press("Import 2 games")
    assert games_on(phone) == 2


@pytest.mark.parametrize("games", ["", "x", "é", "AAAA", "eJw", "eNoDAAAAAAE="])
def test_what_comes_along_is_looked_at_again(phone, stored, games):
    look(phone, lines(FRIDAY))
    before = stored()
    phone.press("Import 1 game", games=games)
    assert (phone.status, phone.screen.alerts) == (422, ["Nothing was imported: please choose the files again."])
    assert stored() == before


def test_what_is_packed_larger_than_a_file_may_be_is_not_unpacked(phone, stored):
    look(phone, lines(FRIDAY))
    before = stored()
    phone.press("Import 1 game", games=urlsafe_b64encode(compress(lines(FRIDAY) + b"\n" * 2**25)).decode())
    assert (phone.status, stored()) == (422, before)


def test_a_game_that_another_phone_of_the_group_keeps_is_not_added_once_more(phone, other_phone):
    """It would count twice in the group's statistics."""
    group = make(phone)
    table = b3(phone, choices={"Group": "Friday"})
    file = phone.client.get(f"{table.url}/sheet.json").data
    join(other_phone, private_link(phone, group))
    look(other_phone, (file, "game.json"))
    assert list(told(other_phone)) == ["1 game is here already"]
    other_phone.press("Add to the group", group=group.rsplit("/", 1)[-1])
    assert people(other_phone.open(group))["Ana"][0] == "1"


def test_a_thousand_games_are_shown_and_imported(phone):
    look(phone, lines(*[ANA] * 1000))
    assert len(told(phone)["1000 games will be added"]) == 20
    assert "and 980 more" in phone.screen.text
    assert len(phone.response.data) < 100_000
    assert phone.press("Import 1000 games").heading == "Scorekeeper"


# Strangers and storms


@pytest.fixture
def others_turn():
    """Another import is being read."""
    with imports._turn:
        yield


def test_a_second_import_is_told_to_try_again_before_anything_of_it_is_read(phone, stored, others_turn):
    before = stored()
    phone.open("/import")
    fields = {"csrf_token": "x" * 10**7, "file": [FileStorage(BytesIO(lines(ANA)), "games.jsonl")]}
    for sent in (fields, {"do": "import", "games": "x"}):
        screen = send(phone, "/import", sent)
        assert (phone.status, screen.heading) == (503, "That did not work")
        assert "Another import is being read. Try again in a moment." in screen.text
        assert phone.response.headers["Retry-After"] == "10"
    assert stored() == before
    assert phone.open("/import").heading == "Import games"


def test_whatever_becomes_of_an_import_the_next_one_has_its_turn(phone):
    look(phone, lines(FRIDAY))
    packed = dict(phone.would_send("Import 1 game")[1])["games"]
    for content, changed in (
        (lines(ANA), {}),
        (lines(ANA), {"csrf_token": "x"}),
        (b"{", {}),
        (b" " * 17_000_000, {}),
        (b"", {"do": "import", "games": packed}),
        (b"", {"do": "import", "games": "x"}),
        (b"", {"do": "import", "games": packed, "csrf_token": "x"}),
    ):
        look(phone, content, **changed)
        assert phone.status != 503, (content[:9], changed)
        assert not imports._turn.locked(), (content[:9], changed)
    assert phone.client.put("/import").status_code == 405
    assert not imports._turn.locked()


def many(number, *, players=ANA["players"]):
    """So many different evenings, each in a line."""
    return lines(
        *(ENDED | {"players": players, "started": f"2025-11-28T20:00:00+0{day % 10}:{day // 10:02}"} for day in range(number))
    )


def test_twice_the_games_take_twice_the_time_to_be_shown_and_to_be_imported(app, phone):
    def take_in(number):
        reader = Phone(app)
        look(reader, many(number))
        reader.press(f"Import {number} games")
        assert look(reader, many(number)).heading == ASKED
        assert list(told(reader)) == [f"{number} games are here already"]

    phone.client.checking = False
    assert grows_evenly(take_in, 100, 200)


def test_twice_the_files_take_twice_the_time(app):
    def see(number):
        reader = Phone(app)
        look(reader, *((json.dumps(MONDAY | {"title": str(file)}).encode(), f"{file}.json") for file in range(number)))
        assert list(told(reader)) == [f"{number} games will be added"]

    assert grows_evenly(see, 150, 300)


@pytest.mark.parametrize("content", [(b"1" + b" " * 400 + b"\n") * 9_000, (many(200) + b"\n") * 10], ids=["faults", "games"])
def test_a_large_file_is_not_held_several_times_over(phone, content):
    """Nor are its games, or what is wrong with each."""
    look(phone, lines(ANA))
    tracemalloc.start()
    look(phone, content)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5 * len(content) + 3_000_000


def test_a_fault_at_the_end_of_many_games_takes_all_of_them_away(phone, stored, monkeypatch):
    """Somebody made up what came along with the page."""
    monkeypatch.setattr(adding, "AT_ONCE", 3)
    group = make(phone)
    look(phone, many(10))
    before = stored()
    packed = urlsafe_b64encode(compress(many(10) + b"\n{}")).decode()
    phone.press("Import 10 games", games=packed, group=group.rsplit("/", 1)[-1])
    assert (phone.status, phone.screen.alerts) == (422, ["Nothing was imported: please choose the files again."])
    assert stored() == before


def test_an_import_that_was_cut_off_is_completed_by_sending_it_again(phone, stored, monkeypatch):
    """Or by choosing the files again: both know what is here already."""
    monkeypatch.setattr(adding, "AT_ONCE", 3)
    undated = lines(*[ANA] * 4)
    for again in ("sent", "chosen"):
        group = make(phone, name=again)
        look(phone, many(10, players=["Ana", "Bo", again]) + b"\n" + (undated if again == "sent" else b""))
        button = agreeing(phone)
        with monkeypatch.context() as dead:
            dead.setattr(adding.Attempt, "take_away", lambda _: None)
            dead.setattr(adding.Attempt, "complete", Accident.happen)
            url, fields = phone.would_send(button, group=group.rsplit("/", 1)[-1])
            assert phone.send(url, fields).heading == "That should not have happened"
        if again == "sent":
            phone.send(url, fields)
        else:
            look(phone, many(10, players=["Ana", "Bo", again]))
            assert list(told(phone)) == ["10 games are here already"]
            phone.press("Add to the group", group=group.rsplit("/", 1)[-1])
        assert phone.status == 200
        assert people(phone.open(group))["Ana"][0] == "10"
    assert len(stored()["game"]) == 24


class Accident(Exception):
    """The machine goes off."""

    @staticmethod
    def happen(_attempt):
        raise Accident
