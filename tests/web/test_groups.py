"""Groups: a link under which people and games gather, for every phone that joined; people, and what they did."""

import re
from io import BytesIO
from urllib.parse import urlsplit

import pytest

from scorekeeper.ledger.entries import Stop
from scorekeeper.storage import groups
from scorekeeper.web import gathering
from tests.web.playing import B3, Phone, b3, enter, start, start_with_sizes
from tests.web.test_access import crawl, own_token

THREE = ("Ana", "Bo", "Cy")


def make(phone, name="Friday"):
    """A group made on this phone; its address."""
    screen = phone.open("/groups")
    screen.type("New group", name)
    phone.press("Make")
    assert phone.status == 200, phone.screen.alerts
    return urlsplit(phone.url).path


def private_link(phone, group):
    """The path of the group's private link, as a phone of the group shows it."""
    return urlsplit(phone.open(f"{group}/link").value("Private link")).path


def join(phone, link):
    """Another phone follows a private link and agrees."""
    phone.open(link)
    return phone.press("Join on this phone")


def play(phone, players=THREE, played=B3, **chosen):
    """A whole game of hands of 1, 2, 3 cards."""
    table = start_with_sizes(phone, players, "1 2 3", hook=True, **chosen)
    with table.quickly():
        for said, taken in played:
            for old, new in zip(THREE, players, strict=True):
                said = said.replace(old, new)
            table.play(said, taken)
    return table


def people(screen):
    """The table of people: what stands beside each name."""
    table = screen.main.all("table", class_="people")[0]
    return {row.all("th")[0].text: [cell.text for cell in row.all("td")] for row in table.all("tbody")[0].all("tr")}


def figures(screen):
    """The figures of a person by their names."""
    return {box.all("dt")[0].text: box.all("dd")[0].text for box in screen.main.all("dl", class_="figures")[0].all("div")}


def person(phone, group, name="Ana"):
    """The address of somebody's page."""
    return phone.open(group).link(name)["href"]


def merging(phone, group, name="Ana", into="Bo"):
    """The address that asks whether these two are one."""
    return f"{person(phone, group, name)}/merge?into={person(phone, group, into).rsplit('/', 1)[-1]}"


def choose(phone, content, name="game.json", *, group):
    """Import a game file into a group."""
    fields = {"csrf_token": own_token(phone), "key": "k", "file": (BytesIO(content), name)}
    phone._show(phone.client.post("/import", data=fields), "/import", {})
    (button,) = [name for name in phone.screen.buttons if name.startswith(("Import", "Add"))]
    phone.press(button, group=group)


@pytest.fixture
def group(phone):
    return make(phone)


def test_it_works(phone, group):
    """Totals 23 21 11; of three bids Ana and Bo made two, Cy one."""
    play(phone, choices={"Group": "Friday"})
    screen = phone.open(group)
    assert screen.heading == "Friday"
    assert people(screen) == {
        "Ana": ["1", "1 of 1", "1.0", "2 of 3"],
        "Bo": ["1", "0 of 1", "2.0", "2 of 3"],
        "Cy": ["1", "0 of 1", "3.0", "1 of 3"],
    }
    screen = phone.follow("Ana")
    assert screen.heading == "Ana"
    told = figures(screen)
    assert (told["Games"], told["Won"], told["Average place"], told["Bids made"]) == ("1", "1 of 1", "1.0 of 3.0", "2 of 3")
    assert (told["Tricks beyond the bid, a hand"], told["Made in a row, in one game"]) == ("0.3", "1")
    assert phone.follow("Bo").heading == "Bo"


def test_the_group_of_last_time_is_offered_again(phone, group):
    screen = phone.open("/new")
    assert screen.value("Group") == "none"
    play(phone, choices={"Group": "Friday"})
    assert phone.open("/new").value("Group") == "Friday"


def test_a_group_without_games_knows_nothing_and_says_so(phone, group):
    text = phone.open(group).text
    assert "Once a game of the group is finished" in text
    assert not re.search(r"NaN|None|%|\b0 of 0\b", text)


def test_a_running_game_stands_first_and_counts_for_nothing_yet(phone, group):
    play(phone, choices={"Group": "Friday"})
    running = start(phone, THREE)
    screen = phone.open(group)
    assert people(screen)["Ana"][0] == "1"
    assert list(screen.links)[2].startswith("Continue, hand 1 of 3")
    enter(running, Stop())
    assert people(phone.open(group))["Ana"][0] == "1"  # nothing was recorded in it


# The link


def test_another_phone_joins_by_the_link_and_keeps_score_next_time(phone, other_phone, group):
    play(phone, choices={"Group": "Friday"})
    phone.open(group)
    address = urlsplit(phone.follow("Links…").value("Private link")).path
    screen = other_phone.open(address)
    assert screen.heading == "Keep score for the group?"
    assert "Group" not in other_phone.open("/new").fields
    assert join(other_phone, address).heading == "Friday"
    other_phone.follow("New game")
    assert other_phone.screen.value("Group") == "Friday"
    other_phone.follow("Last time's table")
    other_phone.press("Start game")
    assert "Bo deals" in other_phone.screen.text
    screen = phone.open(group)
    assert next(name for name in screen.links if "hand 1 of" in name).startswith("Read along")


def test_looking_changes_nothing(phone, other_phone, group, stored):
    table = play(phone, choices={"Group": "Friday"})
    before = stored()
    pages = crawl(phone, group, f"{group}/link", "/deleted", "/new", merging(phone, group), most=900)
    assert {person(phone, group, name) for name in THREE} <= pages
    assert f"/delete/{table.slug}" in pages
    crawl(other_phone, group, private_link(phone, group), f"{group}/join", f"{group}/link", most=900)
    assert stored() == before


def test_a_phone_leaves_a_group_and_comes_back(phone, group):
    link = private_link(phone, group)
    assert phone.press("Yes, leave").heading == "Friday"
    phone.send_again()
    assert (phone.status, phone.screen.alerts) == (200, [])
    assert "Friday" not in phone.open("/").links
    assert "Group" not in phone.open("/new").fields
    join(phone, link)
    assert phone.open("/").link("Friday")["href"] == group


def test_a_group_gets_another_name(phone, group):
    phone.open(f"{group}/link")
    phone.screen.type("Name", "Monday")
    assert phone.press("Change").heading == "Monday"


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 41])
def test_a_name_that_is_none_is_refused_beside_the_field_and_kept(phone, group, name, stored):
    play(phone, choices={"Group": "Friday"})
    before = stored()
    for address, label, button in (
        ("/groups", "New group", "Make"),
        (f"{group}/link", "Name", "Change"),
        (person(phone, group), "Called", "Rename"),
    ):
        phone.open(address).type(label, name)
        screen = phone.press(button)
        assert phone.status == 422
        assert screen.field(label)["aria-invalid"] == "true"
        assert "1 to 40 letters" in screen.description(screen.field(label))
        assert screen.value(label) == name
    assert stored() == before


@pytest.mark.parametrize("path", ["", "/join", "/join/x", "/link", "/gather", "/people/1", "/people/1/merge"])
def test_an_unknown_group_is_not_found(phone, group, path):
    for slug in ("nosuch", "%00", "é", "a" * 500, "..", "%ff%fe"):
        assert phone.client.get(f"/groups/{slug}{path}").status_code == 404
        assert phone.client.post(f"/groups/{slug}{path}", data={"csrf_token": own_token(phone)}).status_code in {404, 405}
    for id_ in ("0", "999999", "9" * 30):
        assert phone.client.get(f"{group}/people/{id_}").status_code == 404


# People


def test_a_person_is_called_otherwise_and_old_sheets_are_not(phone, group):
    table = play(phone, choices={"Group": "Friday"})
    phone.open(group)
    phone.follow("Ana").type("Called", "Ana Maria")
    assert phone.press("Rename").heading == "Ana Maria"
    assert "Also on sheets" not in phone.screen.text
    assert "Ana Maria" in people(phone.open(group))
    assert "Ana Maria" not in phone.open(f"{table.url}/sheet").text


def test_two_names_are_merged_after_asking_and_taken_apart_again(phone, group):
    play(phone, choices={"Group": "Friday"})
    play(phone, ("Anna", "Bo", "Cy"))
    assert set(people(phone.open(group))) == {"Ana", "Anna", "Bo", "Cy"}
    phone.follow("Anna").type("The same as", "Ana")
    form = phone.screen.form_of(phone.screen.button("Merge…"))
    into = next(option["value"] for option in phone.screen.field("The same as").all("option") if option.text == "Ana")
    screen = phone.open(f"{form['action']}?into={into}")
    assert "Anna and Ana become one person, who is called Ana" in screen.text
    assert set(people(phone.open(group))) == {"Ana", "Anna", "Bo", "Cy"}
    phone.open(f"{form['action']}?into={into}")
    assert phone.press("Yes, merge them").heading == "Ana"
    assert "Also on sheets: Anna" in phone.screen.text
    assert people(phone.open(group))["Ana"][:2] == ["2", "2 of 2"]
    phone.follow("Ana")
    phone.press("Somebody else: Anna")
    assert people(phone.open(group))["Ana"][0] == people(phone.open(group))["Anna"][0] == "1"


def test_who_is_called_otherwise_is_seated_by_the_new_name(phone, group):
    """One was renamed, and two names were one person's: nobody is offered under an old name, nor seated under it."""
    play(phone, ("Anna", "Bo", "Cy"), choices={"Group": "Friday"})
    table = play(phone, choices={"Group": "Friday"})
    phone.open(merging(phone, group, "Anna", "Ana"))
    phone.press("Yes, merge them")
    phone.open(group)
    phone.follow("Bo").type("Called", "Bob")
    phone.press("Rename")
    screen = phone.open(f"/new?group={group.rsplit('/', 1)[-1]}")
    assert {"Ana", "Bob", "Cy"} <= set(screen.buttons)
    assert not {"Anna", "Bo"} & set(screen.buttons)
    table.look()
    screen = phone.follow("Play again")
    assert [screen.value(f"Player {number}") for number in (1, 2, 3)] == ["Ana", "Bob", "Cy"]
    assert "Bob" not in phone.open(f"{table.url}/sheet").text


def test_the_best_of_several_is_named_with_all_of_them(phone, group):
    play(phone, choices={"Group": "Friday"})
    play(phone, ("Dee", "Bo", "Cy"))
    best = phone.open(group).main.all("table", class_="bests")[0].all("tbody")[0].all("tr")[0]
    assert [cell.text for cell in best.all("td")] == ["23 Ana and Dee", "12 Ana and Dee"]


def test_two_who_have_met_cannot_be_merged(phone, group, stored):
    play(phone, choices={"Group": "Friday"})
    before = stored()
    phone.open(merging(phone, group))
    phone.press("Yes, merge them")
    assert phone.status == 422
    assert "played in one game" in " ".join(phone.screen.alerts)
    assert stored() == before


def test_points_of_different_rules_are_told_apart(phone, group):
    play(phone, choices={"Group": "Friday"})
    other = start_with_sizes(phone, THREE, "1", choices={"A missed bid still scores 1 for each trick": "yes"})
    other.play_any()
    screen = phone.open(person(phone, group))
    assert len(screen.main.all("table", class_="points")) == 2
    assert figures(screen)["Games"] == "2"
    assert "1 game" in screen.text


def test_the_best_hand_leads_to_its_sheet(phone, group):
    table = play(phone, choices={"Group": "Friday"})
    screen = phone.open(person(phone, group))
    assert screen.link("12")["href"] == f"{table.url}/sheet"


def test_what_was_not_known_is_a_dash(phone, group):
    """Cy stopped before a hand was finished has nothing; nobody has a percentage of three hands."""
    play(phone, choices={"Group": "Friday"})
    for name in THREE:
        assert "%" not in phone.open(person(phone, group, name)).text
    assert "–" in phone.open(person(phone, group)).text


def test_names_are_never_markup(phone, group):
    play(phone, ("<b>Ana</b>", "Bo&", 'C"y'), choices={"Group": "Friday"})
    for path in (group, person(phone, group, "<b>Ana</b>"), merging(phone, group, "Bo&", 'C"y'), "/", "/new"):
        assert "<b>Ana" not in phone.open(path).html
    screen = phone.open("/new")
    assert "<b>Ana</b>" in screen.buttons


# Who usually plays


def test_last_times_table_is_seated_with_two_taps_and_the_deal_moves_on(phone):
    b3(phone)
    phone.open("/new")
    screen = phone.follow("Last time's table")
    assert [screen.value(f"Player {number}") for number in (1, 2, 3)] == list(THREE)
    phone.press("Start game")
    assert "Bo deals" in phone.screen.text


def test_regulars_are_tapped_to_the_next_free_line(phone):
    b3(phone)
    screen = phone.open("/new")
    screen.type("Player 1", "Zoe")
    phone.press("Cy")
    screen = phone.press("Ana")
    assert [screen.value(f"Player {number}") for number in (1, 2, 3, 4)] == ["Zoe", "Cy", "Ana", ""]
    assert "disabled" in screen.button("Ana")
    assert "disabled" not in screen.button("Bo")
    assert phone.press("Bo").value("Player 4") == "Bo"
    assert "Last time's table" not in phone.screen.links


def test_a_table_that_is_full_takes_one_line_more_up_to_ten(phone):
    b3(phone)
    screen = phone.open("/new")
    for number in range(1, 5):
        screen.type(f"Player {number}", f"P{number}")
    assert phone.press("Ana").value("Player 5") == "Ana"


def test_the_regulars_of_a_group_are_its_own(phone, group):
    play(phone, choices={"Group": "Friday"})
    start(phone, ("Dee", "Eli"), choices={"Group": "none"})
    screen = phone.open(f"/new?group={group.rsplit('/', 1)[-1]}")
    assert {"Ana", "Bo", "Cy"} <= set(screen.buttons)
    assert "Dee" not in screen.buttons
    screen = phone.open("/new")
    assert {"Dee", "Eli"} <= set(screen.buttons)
    quick = phone.client.get("/new/regulars", query_string={"group": group.rsplit("/", 1)[-1]}, headers={"HX-Request": "true"})
    assert "Cy" in quick.text
    assert "Dee" not in quick.text


def test_play_again_stays_in_the_group(phone, group):
    table = play(phone, choices={"Group": "Friday"})
    table.look()
    assert phone.follow("Play again").value("Group") == "Friday"


def test_games_are_imported_into_a_group(phone, group, app):
    table = play(phone, choices={"Group": "none"})
    file = phone.client.get(f"{table.url}/sheet.json").data
    phone.open(f"/delete/{table.slug}")
    phone.press("Yes, delete it")
    choose(phone, file, group=group.rsplit("/", 1)[-1])
    assert phone.screen.heading == "Finished"
    with app.app_context():
        assert len(groups.people_of(groups.find(group.rsplit("/", 1)[-1]))) == 3
    with app.app_context():
        assert groups.people_of(groups.find(group.rsplit("/", 1)[-1]))[0].tally.games == 1
    choose(phone, file, group="nosuch")
    assert (phone.status, phone.screen.heading) == (422, "Import these games?")


def test_earlier_games_are_added_to_a_group(phone, other_phone):
    """Only games of this phone that are no group's yet; those that are somebody else's stay where they are."""
    first, second, theirs = play(phone), play(phone, ("Ana", "Bo", "Cy")), play(other_phone)
    address, other = make(phone), make(phone, "Monday")
    phone.open(f"{address}/link")
    screen = phone.follow("Add earlier games…")
    fields = [name for name in screen.fields if name.startswith("Ana, Bo, and Cy")]
    assert len(screen.main.all("input", type="checkbox")) == 2
    assert fields
    for box in screen.main.all("input", type="checkbox"):
        box.attrs["checked"] = ""
    assert people(phone.press("Add to the group"))["Ana"][0] == "2"
    token = own_token(phone)
    phone.send(f"{other}/gather", [("csrf_token", token), ("game", first.slug), ("game", theirs.slug)])
    assert "Once a game" in phone.screen.text
    assert people(phone.open(address))["Ana"][0] == "2"
    assert "There is none" in phone.open(f"{other}/gather").text
    phone.send(f"{other}/gather", [("csrf_token", token), ("game", "nosuch")])
    assert phone.status == 404
    assert second.game.finished


def test_a_game_that_was_deleted_meanwhile_keeps_no_other_from_being_added(phone):
    gone, kept = play(phone), play(phone)
    address = make(phone)
    phone.open(f"/delete/{gone.slug}")
    phone.press("Yes, delete it")
    phone.send(f"{address}/gather", [("csrf_token", own_token(phone)), ("game", gone.slug), ("game", kept.slug)])
    assert people(phone.open(address))["Ana"][0] == "1"


def test_who_has_only_deleted_games_has_no_page_and_is_offered_nowhere(phone, group):
    play(phone, choices={"Group": "Friday"})
    gone = play(phone, ("Anna", "Bo", "Cy"))
    anna, where = person(phone, group, "Anna"), merging(phone, group, "Ana", "Anna")
    phone.open(f"/delete/{gone.slug}")
    phone.press("Yes, delete it")
    for address in (group, person(phone, group), "/", f"/new?group={group.rsplit('/', 1)[-1]}"):
        assert "Anna" not in phone.open(address).text, address
    for address in (anna, where):
        assert phone.open(address).heading == "Nothing here"
    phone.open("/deleted")
    phone.press("Take back")
    assert phone.open(anna).heading == "Anna"
    phone.open(where)
    assert phone.press("Yes, merge them").heading == "Anna"


def test_a_name_got_by_renaming_is_told_once_after_a_merge(phone, group):
    play(phone, ("Rob", "Dee", "Cy"), choices={"Group": "Friday"})
    play(phone)
    phone.open(group)
    phone.follow("Rob").type("Called", "Robert")
    phone.press("Rename")
    phone.open(merging(phone, group, "Robert", "Ana"))
    phone.press("Yes, merge them")
    assert phone.screen.text.count("Also on sheets:") == 1


def test_of_many_games_the_older_ones_are_on_further_pages(phone, group, monkeypatch):
    monkeypatch.setattr(gathering, "SHOWN", 3)
    played = [start(phone, ("Ana", f"Bo{number}")) for number in range(7)]
    phone.open(f"{group}/gather")
    assert "These are 3 games; there are older ones." in phone.screen.text
    seen = []
    while True:
        boxes = phone.screen.main.all("input", type="checkbox")
        seen += [box["value"] for box in boxes]
        boxes[0].attrs["checked"] = ""
        if "Add, then older games" not in phone.screen.buttons:
            break
        phone.press("Add, then older games")
        assert (phone.status, phone.screen.heading) == (200, "Add earlier games")
    assert seen == [table.slug for table in reversed(played)]
    assert "there are older ones" not in phone.screen.text
    assert phone.press("Add to the group").heading == "Friday"
    assert len([name for name in phone.screen.links if name.startswith("Continue")]) == 3
    phone.open(f"{group}/gather")
    assert [box["value"] for box in phone.screen.main.all("input", type="checkbox")] == [played[n].slug for n in (5, 4, 2)]


def test_games_to_add_are_found_by_player(phone, group):
    play(phone)
    start(phone, ("Dee", "Eli"))
    phone.open(f"{group}/gather")
    phone.screen.type("Games with", "eli")
    assert "Ana" not in phone.open(f"{group}/gather?player=eli").text
    assert len(phone.screen.main.all("input", type="checkbox")) == 1
    assert "No game here has a player of that name" in phone.open(f"{group}/gather?player=zoe").text
    assert phone.client.get(f"{group}/gather?before=x").status_code == 404


def test_a_page_that_is_too_old_keeps_what_was_typed_and_ticked(phone, group, stored):
    """Nothing is saved, and the fresh page needs one more tap."""
    table = play(phone, choices={"Group": "Friday"})
    free = start(phone, ("Dee", "Eli"), choices={"Group": "none"})
    before = stored()
    one, two = person(phone, group), merging(phone, group)
    for address, button, kept in ((one, "Rename", "Called"), (f"{group}/link", "Change", "Name"), ("/groups", "Make", "New group")):
        phone.open(address)
        phone.screen.type(kept, "Anastasia")
        phone.press(button, csrf_token="x")
        assert (phone.status, stored()) == (400, before), address
        assert phone.screen.value(kept) == "Anastasia"
        assert "Nothing was saved: this page was too old." in phone.screen.alerts[0]
    for address, button in (
        (two, "Yes, merge them"),
        (private_link(phone, group), "Join on this phone"),
        (f"{group}/link", "Yes, leave"),
    ):
        heading = phone.open(address).heading
        phone.press(button, csrf_token="x")
        assert (phone.status, phone.screen.heading, stored()) == (400, heading, before), address
    phone.open(f"{group}/gather")
    phone.screen.main.all("input", type="checkbox")[0].attrs["checked"] = ""
    phone.press("Add to the group", csrf_token="x")
    assert (phone.status, stored()) == (400, before)
    assert [box["value"] for box in phone.screen.main.all("input", type="checkbox") if "checked" in box.attrs] == [free.slug]
    assert phone.press("Add to the group").heading == "Friday"
    phone.open(one)
    phone.screen.type("Called", "Anastasia")
    phone.press("Rename", csrf_token="x")
    assert phone.press("Rename").heading == "Anastasia"
    assert table.game.players[0] == "Ana"


def test_a_page_that_is_too_old_tells_a_stranger_nothing_new(phone, other_phone, group):
    play(phone, choices={"Group": "Friday"})
    address = person(phone, group)
    for path in (address, f"{group}/link", f"{group}/gather"):
        other_phone.send(path, [("csrf_token", "x"), ("name", "Zoe")])
        assert (other_phone.status, other_phone.screen.heading) == (400, "Friday")
        assert "only reads along" in other_phone.screen.alerts[0]
    for path in ("/groups/nosuch/link", "/groups/nosuch/gather", f"{group}/people/99"):
        phone.send(path, [("csrf_token", "x")])
        assert phone.status == 404


def test_games_that_are_here_already_are_put_into_the_group_by_an_import(phone, app, group):
    table = play(phone, choices={"Group": "none"})
    file, slug = phone.client.get(f"{table.url}/sheet.json").data, group.rsplit("/", 1)[-1]
    choose(phone, file, group=slug)
    assert (phone.status, phone.url) == (200, table.url)
    with app.app_context():
        assert [person.tally.games for person in groups.people_of(groups.find(slug))] == [1, 1, 1]


def test_two_phones_of_a_group_each_keep_score_of_their_own_games(app, phone, group):
    play(phone, choices={"Group": "Friday"})
    other = Phone(app)
    join(other, private_link(phone, group))
    play(other, choices={"Group": "Friday"})
    screen = phone.open(group)
    assert people(screen)["Ana"][0] == "2"
    assert len([name for name in screen.links if name.startswith("Delete")]) == 1


def test_somebody_who_is_purged_in_that_very_moment_is_nobody(phone, group, monkeypatch):
    play(phone, choices={"Group": "Friday"})
    phone.open(group)
    phone.follow("Ana").type("Called", "Anna")

    def purged(*_):
        raise groups.NoSuchPerson

    monkeypatch.setattr(groups, "rename", purged)
    phone.press("Rename")
    assert phone.status == 404
