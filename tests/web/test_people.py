"""The page "Players…": people join, leave, come back, sit a hand out, change names and seats, from a hand that has not begun."""

import pytest

from scorekeeper.ledger.entries import Coming
from tests.web.playing import b3, enter, f4, start, start_with_sizes

FOUR = ("Ana", "Bo", "Cy", "Dee")


class People:
    """That page, at a table."""

    def __init__(self, table):
        self.table = table
        self.phone = table.phone
        self.open()

    def open(self):
        return self.phone.open(f"{self.table.url}/players")

    @property
    def screen(self):
        return self.phone.screen

    def tap(self, name, **changed):
        """Tap a button of the page, found anew."""
        self.open()
        return self.press(name, **changed)

    def press(self, name, **changed):
        screen = self.phone.press(name, **changed)
        self.table.players = self.table.game.players
        return screen

    def join(self, name, *, after="", points="", minus=False):
        self.open()
        self.fill(name, after=after, points=points, minus=minus)
        return self.press("Join from hand")

    def fill(self, name, *, after="", points="", minus=False):
        self.screen.type("Name", name)
        if after:
            self.screen.type("Sits on the left of", after)
        self.screen.type("Points to start with", points)
        self.screen.choose("Points to start with: minus", checked=minus)

    def rename(self, player, name, *, button="Rename"):
        self.open()
        self.type_name(player, name, button=button)
        return self.press(f"{button}: {player}")

    def type_name(self, player, name, *, button="Rename"):
        """The field stands in the form of its button."""
        (field,) = self.screen.form_of(self.screen.button(f"{button}: {player}")).all("input", name="name")
        field.attrs["value"] = name

    @property
    def list(self):
        """The people in the order of the list, with what is said of each."""
        return [row.all("summary")[0].text for row in self.screen.main.all("ol", class_="circle")[0].all("li")]

    def fold(self, player):
        """The fold of one person."""
        (row,) = [row for row in self.screen.main.all("li") if row.all("summary") and row.all("bdi")[0].text == player]
        return row.all("details")[0]


def play_on(table, hands=1):
    """Hands with whatever is legal; the dealer, or who bids last, takes all tricks."""
    table.players = table.game.players
    table.look()
    with table.quickly():
        for _ in range(hands):
            hand = table.game.hand
            for seat in hand.order:
                table.bid(table.players[seat], table.game.legal_bids(seat)[0])
            taken = dict.fromkeys(hand.order, "0") | {hand.order[-1]: str(hand.size)}
            table.record(" ".join(taken.get(seat, "-") for seat in range(len(table.players))))


def dealers(table, hands):
    """Who deals in so many hands, played one by one."""
    found = []
    for _ in range(hands):
        found.append(table.look() and table.dealer)
        play_on(table)
    return found


# Joining


def test_it_works(any_phone):
    """Eli takes the last seat, with points of her own, and the page says so."""
    table = f4(any_phone, hands=2)
    people = People(table)
    screen = people.join("Eli", points="5")
    assert (any_phone.status, screen.heading) == (200, "Players")
    for words in ("Eli", "5", "from hand 3 on", "“Undo” at the table takes it back"):
        assert words in screen.status, words
    assert people.list == ["Ana", "Bo", "Cy deals hand 3", "Dee", "Eli"]
    assert table.game.hand.order == (3, 4, 0, 1, 2)
    assert table.look().text.count("Eli")
    assert table.shown_totals[-1] == "5"


def test_undo_at_the_table_takes_it_back(phone):
    table = f4(phone, hands=2)
    before = table.game
    people = People(table)
    people.join("Eli")
    table.look()
    table.undo()
    assert (table.game.players, table.game.hands) == (before.players, before.hands)
    people.open()
    assert people.list == ["Ana", "Bo", "Cy deals hand 3", "Dee"]


@pytest.mark.parametrize(
    ("after", "order", "dealing"),
    [
        ("Dee", ["Dee", "Eli", "Ana", "Bo", "Cy"], ["Cy", "Dee", "Eli", "Ana", "Bo"]),
        ("Ana", ["Dee", "Ana", "Eli", "Bo", "Cy"], ["Cy", "Dee", "Ana", "Eli", "Bo"]),
    ],
    ids=["the last seat", "between two others"],
)
def test_a_latecomer_bids_and_deals_from_the_seat_taken(phone, after, order, dealing):
    """G02: hands 1 and 2 stay as they were, with four players."""
    table = f4(phone, hands=2)
    People(table).join("Eli", after=after)
    table.look()
    assert table.order == order
    assert dealers(table, 5) == dealing
    assert [hand.dealer for hand in table.game.closed[:2]] == [0, 1]
    assert [len(hand.order) for hand in table.game.closed] == [4, 4, 5, 5, 5, 5, 5]
    for number, dealer in ((1, "Ana"), (2, "Bo")):
        sheet = phone.open(f"{table.url}/sheet")
        names = [head.text for head in sheet.main.all("table", class_="scores")[0].all("th", scope="col")[1:]]
        cells = dict(zip(names, sheet.element(f"hand-{number}").all("td"), strict=True))
        assert [name for name, cell in cells.items() if "dealt" in cell.text] == [dealer]
        assert [name for name, cell in cells.items() if "did not play" in cell.text] == ["Eli"]
        fields = " ".join(phone.open(f"{table.url}/hands/{number}").fields)
        assert [name for name in names if f"{name} took" in fields] == [name for name in names if name in FOUR]


def test_a_latecomer_has_no_hands_before_joining(phone):
    """G31: totals 11 20 23 10; Dee's hands 1 and 2 are no noughts."""
    table = b3(phone, hands=2)
    People(table).join("Dee")
    table.look()
    assert table.order == ["Dee", "Ana", "Bo", "Cy"]
    table.play("Dee 0, Ana 2, Bo 0, Cy 2", "1 0 2 0")
    assert [hand.tricks for hand in table.game.closed] == [(1, 0, 0, None), (1, 0, 1, None), (1, 0, 2, 0)]
    rows = phone.open(f"{table.url}/sheet").main.all("table", class_="scores")[0].all("tbody")[0].all("tr")
    assert [any(figure in row.all("td")[3].text for figure in "0123456789") for row in rows] == [False, False, True]
    assert [cell.text for cell in phone.screen.main.all("tfoot")[0].all("td")] == ["11", "20", "23", "10"]


def test_points_to_start_with_may_be_a_sum_and_below_zero(phone):
    """G52: with the minus beside the field, and as typed."""
    table = start_with_sizes(phone, FOUR, "1 2")
    people = People(table)
    people.join("Eli", points="12 + 12", minus=True)
    people.join("Fay", points="−3")
    people.join("Gus", points="2½")
    table.look()
    assert table.shown_totals[-3:] == ["−24", "−3", "2.5"]


def test_a_hand_that_has_begun_is_played_by_those_who_began_it(phone):
    table = f4(phone, hands=2)
    table.bid("Dee", 1)
    people = People(table)
    assert "holds from hand 4 on" in people.screen.text
    people.join("Eli")
    assert "from hand 4 on" in people.screen.status
    table.look()
    assert table.order == ["Dee", "Ana", "Bo", "Cy"]
    table.bids("Ana 1, Bo 0, Cy 0")
    table.record("1 0 0 2 -")
    assert table.order == ["Eli", "Ana", "Bo", "Cy", "Dee"]


def test_joining_goes_up_to_ten_players(phone, stored):
    table = start_with_sizes(phone, FOUR, "1 2 3")
    people = People(table)
    for name in ("Eli", "Fay", "Gus", "Hal", "Ida", "Jo"):
        people.join(name)
        assert phone.status == 200
    before = stored()
    people.join("Kim")
    assert phone.status == 422
    assert phone.screen.alerts == ["At most 10 people can play."]
    assert phone.screen.value("Name") == "Kim"
    assert stored() == before


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "needs a name"),
        ("   ", "needs a name"),
        ("\u200b", "needs a name"),
        ("Ana", "Ana is already there"),
        (" ana ", "Ana is already there"),
        ("ANA", "Ana is already there"),
        ("Jose\u0301", "José is already there"),
        ("x" * 41, "at most 40 letters"),
    ],
)
def test_a_name_that_cannot_be_told_from_another_is_refused_beside_it(phone, stored, name, words):
    """G33: and everything else that was typed stays."""
    table = start(phone, ("Ana", "Bo", "José"))
    people = People(table)
    people.fill(name, after="Bo", points="12 + 3", minus=True)
    before = stored()
    people.press("Join from hand")
    assert phone.status == 422
    (said,) = phone.screen.alerts
    assert words in said
    field = phone.screen.field("Name")
    assert phone.screen.description(field) == said
    assert (field["value"], phone.screen.value("Sits on the left of")) == (name, "Bo")
    assert (phone.screen.value("Points to start with"), phone.screen.value("Points to start with: minus")) == ("12 + 3", "yes")
    assert stored() == before


@pytest.mark.parametrize(
    "points",
    ["ten", "1.25", "+-3", "--5", "5-", "1 2", "²", "1e9", "NaN", "Infinity", "0x10", "5\0", "9" * 400, "9" * 10_000, "10001"],
)
def test_points_that_are_none_are_refused_beside_them(phone, stored, points):
    """G53: points to start with."""
    table = f4(phone)
    before = stored()
    People(table).join("Eli", points=points)
    assert phone.status == 422
    (said,) = phone.screen.alerts
    assert phone.screen.description(phone.screen.field("Points to start with")) == said
    assert (phone.screen.value("Name"), phone.screen.value("Points to start with")) == ("Eli", points)
    assert stored() == before


@pytest.mark.parametrize("points", ["10001", "999999999999", "-999999999999", "9" * 30])
def test_points_to_start_with_beyond_the_bounds_are_refused_with_the_bounds(phone, stored, points):
    table = f4(phone)
    before = stored()
    People(table).join("Eli", points=points)
    assert phone.status == 422
    assert "at most 10000 points either way" in phone.screen.description(phone.screen.field("Points to start with"))
    assert stored() == before


@pytest.mark.parametrize("after", ["9", "-1", "x", "", None, "9" * 5000])
def test_a_seat_that_is_not_there_cannot_be_taken(phone, stored, after):
    table = f4(phone)
    people = People(table)
    people.fill("Eli")
    before = stored()
    people.press("Join from hand", after=after)
    assert phone.status == 422
    assert phone.screen.alerts
    assert phone.screen.value("Name") == "Eli"
    assert stored() == before


def test_when_the_pack_is_too_small_for_one_more_the_sum_is_said_and_smaller_hands_are_offered(phone, stored):
    """G20: 8 cards for 7 players are 56, and 52 are there. Hands that were played stay."""
    table = start_with_sizes(phone, (*FOUR, "Eli", "Fay"), "1 2 7 8 8 2", hook=False)
    play_on(table, 3)
    played = [(hand.size, hand.dealer, hand.order, hand.bids, hand.tricks) for hand in table.game.closed]
    people = People(table)
    people.fill("Gus", after="Bo", points="4")
    before = stored()
    people.press("Join from hand")
    assert phone.status == 422
    assert phone.screen.alerts == ["7 players × 8 cards = 56, but the pack has only 52."]
    assert (phone.screen.value("Name"), phone.screen.value("Sits on the left of")) == ("Gus", "Bo")
    assert stored() == before
    people.press("Join, and play at most 7 cards")
    assert phone.status == 200
    assert table.game.sizes == (1, 2, 7, 7, 7, 2)
    assert table.game.hand.size == 7
    assert [(hand.size, hand.dealer, hand.order, hand.bids[:6], hand.tricks[:6]) for hand in table.game.closed] == played
    assert "7 cards" in table.look().text


# Leaving and coming back


def test_who_leaves_keeps_the_points_and_is_asked_no_more(phone):
    """G32: dealers of hands 3 to 6 are Cy, Dee, Ana, Cy; Bo stays where Bo sat."""
    table = f4(phone, hands=2)
    total = table.look() and table.shown_totals[1]
    people = People(table)
    people.tap("Bo leaves from hand 3 on")
    assert "Bo" in people.screen.status
    assert people.list == ["Ana", "Bo left", "Cy deals hand 3", "Dee"]
    table.look()
    assert table.order == ["Dee", "Ana", "Cy"]
    assert dealers(table, 4) == ["Cy", "Dee", "Ana", "Cy"]
    assert [hand.tricks[1] for hand in table.game.closed[2:]] == [None] * 4
    cells = phone.open(f"{table.url}/sheet").main.all("tfoot")[0].all("td")
    assert cells[1].text == total


def test_the_hook_and_the_sum_of_tricks_are_those_of_who_still_plays(phone, stored):
    """G32a: hand 3 without Bo is bid by Dee, Ana, Cy."""
    table = f4(phone, hands=2)
    People(table).tap("Bo leaves from hand 3 on")
    table.look()
    table.bids("Dee 1, Ana 1")
    assert [name for name, button in table.screen.buttons.items() if "disabled" in button] == ["Cy bids 1"]
    table.bid("Cy", 0)
    assert not [name for name in table.screen.fields if "Bo" in name]
    before = stored()
    table.record("1 - 1 0")
    assert phone.status == 422
    assert "2 of 3: 1 too few" in " ".join(table.screen.alerts)
    assert stored() == before
    table.record("1 - 1 1")
    assert (table.screen.heading, table.game.closed[2].tricks) == ("Hand 4 of 8", (1, None, 1, 1))


def test_who_left_is_back_in_the_old_seat(phone):
    table = f4(phone, hands=2)
    people = People(table)
    people.tap("Bo leaves from hand 3 on")
    play_on(table)
    people.tap("Bo is back from hand 4 on")
    assert "from hand 4 on" in people.screen.status
    table.look()
    assert table.order == ["Ana", "Bo", "Cy", "Dee"]


def test_two_must_go_on_playing(phone, stored):
    table = f4(phone, hands=1)
    people = People(table)
    for name in ("Ana", "Bo"):
        people.tap(f"{name} leaves from hand 2 on")
    before = stored()
    people.tap("Cy leaves from hand 2 on")
    assert phone.status == 422
    assert phone.screen.alerts == ["At least 2 people must go on playing."]
    assert "open" in people.fold("Cy")
    assert stored() == before


def test_coming_back_may_need_smaller_hands_too(phone, stored):
    table = start_with_sizes(phone, (*FOUR, "Eli", "Fay", "Gus"), "1 7 1", hook=False)
    people = People(table)
    people.tap("Gus leaves from hand 1 on")
    play_on(table)
    enter(table, Coming(2, (8, 1)))
    before = stored()
    people.tap("Gus is back from hand 2 on")
    assert phone.status == 422
    assert phone.screen.alerts == ["7 players × 8 cards = 56, but the pack has only 52."]
    assert stored() == before
    people.press("Is back, and play at most 7 cards")
    assert phone.status == 200
    assert table.game.sizes == (1, 7, 1)


# One hand out


def test_one_hand_is_sat_out_and_the_next_one_played(phone):
    table = f4(phone, hands=2)
    people = People(table)
    people.tap("Dee sits hand 3 out")
    assert "hand 3" in people.screen.status
    assert people.list == ["Ana", "Bo", "Cy deals hand 3", "Dee sits hand 3 out"]
    table.look()
    assert table.order == ["Ana", "Bo", "Cy"]
    play_on(table)
    assert table.order == ["Ana", "Bo", "Cy", "Dee"]


def test_sitting_out_is_taken_back_before_the_hand_begins(phone):
    table = f4(phone, hands=2)
    people = People(table)
    people.tap("Dee sits hand 3 out")
    people.tap("Dee plays hand 3 after all")
    assert phone.status == 200
    table.look()
    assert table.order == ["Dee", "Ana", "Bo", "Cy"]


def test_a_hand_that_has_begun_meanwhile_is_not_sat_out(phone, stored):
    table = f4(phone, hands=2)
    people = People(table)
    tab = phone.second_tab()
    tab.open(table.url)
    tab.press("Dee bids 1")
    before = stored()
    people.press("Dee sits hand 3 out")
    assert phone.status == 409
    assert "Hand 3 has begun meanwhile" in " ".join(phone.screen.alerts)
    assert "open" in people.fold("Dee")
    assert stored() == before
    assert "Dee sits hand 4 out" in phone.screen.buttons


# Names


def test_a_name_is_put_right_everywhere(phone):
    table = f4(phone, hands=2)
    people = People(table)
    people.rename("Bo", "  Bob ")
    assert (phone.status, "Bob" in people.screen.status, "from hand" in people.screen.status) == (200, True, False)
    assert table.game.players == ("Ana", "Bob", "Cy", "Dee")
    assert "Bob" in phone.open(f"{table.url}/sheet").text


def test_somebody_else_goes_on_in_a_seat_with_its_points(phone):
    table = f4(phone, hands=2)
    totals = table.look() and table.shown_totals
    people = People(table)
    people.rename("Bo", "Eli", button="Goes on")
    assert "Eli" in people.screen.status
    assert "Bo" in people.screen.status
    fact = table.game.entries[-1].fact
    assert (fact.seat, fact.name, fact.substitute) == (1, "Eli", True)
    table.look()
    assert (table.order, table.shown_totals) == (["Dee", "Ana", "Eli", "Cy"], totals)


@pytest.mark.parametrize("button", ["Rename", "Goes on"])
@pytest.mark.parametrize(("name", "words"), [("", "needs a name"), (" cy ", "Cy is already there"), ("x" * 41, "at most 40")])
def test_a_wrong_name_is_refused_beside_it_and_stays(phone, stored, button, name, words):
    table = f4(phone)
    before = stored()
    people = People(table)
    people.rename("Bo", name, button=button)
    assert phone.status == 422
    (said,) = phone.screen.alerts
    assert words in said
    assert "open" in people.fold("Bo")
    (field,) = phone.screen.form_of(phone.screen.button(f"{button}: Bo")).all("input", name="name")
    assert (field["value"], phone.screen.description(field)) == (name, said)
    assert stored() == before


def test_the_name_that_is_there_already_is_nothing_new(phone, stored):
    table = f4(phone)
    before = stored()
    People(table).rename("Bo", " Bo ")
    assert phone.status == 200
    assert stored() == before


# Seats


def test_two_neighbours_change_places(phone):
    table = f4(phone, hands=2)
    people = People(table)
    people.tap("Dee changes places with Cy")
    assert people.list == ["Ana", "Bo", "Dee deals hand 3", "Cy"]
    assert "open" in people.fold("Dee")
    people.press("Dee changes places with Bo")
    assert people.list == ["Ana", "Dee", "Bo", "Cy deals hand 3"]
    assert "from hand 3 on" in people.screen.status
    table.look()
    assert table.order == ["Ana", "Dee", "Bo", "Cy"]
    assert [hand.order for hand in table.game.closed] == [(1, 2, 3, 0), (2, 3, 0, 1)]


def test_the_first_one_changes_places_with_the_last_one(phone):
    people = People(f4(phone))
    people.tap("Ana changes places with Dee")
    assert people.list == ["Dee", "Bo", "Cy", "Ana deals hand 1"]


def test_clockwise_is_where_people_sit_also_where_play_goes_the_other_way(phone):
    """RG13: F4 anticlockwise: Dee, Cy, Bo, Ana; next dealer Dee. Who joins on the left of Ana bids before her."""
    table = start(phone, FOUR, choices={"Direction": "anticlockwise", "Most cards in a hand": "8"})
    assert table.order == ["Dee", "Cy", "Bo", "Ana"]
    people = People(table)
    people.join("Eli", after="Ana")
    assert people.list == ["Ana deals hand 1", "Eli", "Bo", "Cy", "Dee"]
    table.look()
    assert table.order == ["Dee", "Cy", "Bo", "Eli", "Ana"]
    play_on(table)
    assert table.dealer == "Dee"


@pytest.mark.parametrize("circle", ["0 1 2", "0 1 2 2", "0 1 2 9", "0 1 2 3 4", "x", "", "- - - -", " ".join(["0"] * 500)])
def test_everybody_has_one_seat(phone, stored, circle):
    table = f4(phone)
    people = People(table)
    before = stored()
    people.press("Dee changes places with Cy", circle=circle)
    assert phone.status == 422
    assert phone.screen.alerts
    assert stored() == before


# Whoever deals


def test_whoever_deals_does_not_play_until_told_otherwise(phone):
    table = f4(phone, hands=2)
    people = People(table)
    people.tap("Whoever deals does not play from hand 3 on")
    assert "from hand 3 on" in people.screen.status
    table.look()
    assert table.order == ["Dee", "Ana", "Bo"]
    people.tap("Whoever deals plays from hand 3 on")
    table.look()
    assert table.order == ["Dee", "Ana", "Bo", "Cy"]


def test_the_dealer_rests_only_where_two_are_left(phone, stored):
    table = start_with_sizes(phone, ("Ana", "Bo"), "1 2")
    before = stored()
    People(table).tap("Whoever deals does not play from hand 1 on")
    assert phone.status == 422
    assert phone.screen.alerts == ["At least 2 people must go on playing."]
    assert stored() == before


# Twice, old, forged


def every_button(people):
    """The buttons of the page that would arrange something."""
    people.open()
    return [name for name, button in people.screen.buttons.items() if button.above("form")]


def test_whatever_is_sent_twice_is_done_once(phone, stored):
    table = f4(phone, hands=2)
    people = People(table)
    for button in every_button(people):
        people.open()
        for form in people.screen.main.all("form"):
            for field in form.all("input", name="name"):
                field.attrs["value"] = "Zoe"
        people.press(button)
        assert phone.status == 200, (button, phone.screen.alerts)
        before, said = stored(), phone.screen.status
        assert said, button
        phone.send_again()
        assert (phone.status, phone.screen.status) == (200, said), button
        assert stored() == before, button
        table.look()
        table.undo()


def test_an_old_page_is_told_what_was_arranged_meanwhile(phone, stored):
    table = f4(phone, hands=2)
    people = People(table)
    people.fill("Eli", points="7")
    tab = phone.second_tab()
    tab.open(f"{table.url}/players")
    tab.press("Bo leaves from hand 3 on")
    before = stored()
    people.press("Join from hand 3 on")
    assert phone.status == 409
    assert "meanwhile something else was arranged" in " ".join(phone.screen.alerts)
    assert (phone.screen.value("Name"), phone.screen.value("Points to start with")) == ("Eli", "7")
    assert people.list == ["Ana", "Bo left", "Cy deals hand 3", "Dee"]
    assert stored() == before
    people.press("Join from hand 3 on")
    assert phone.status == 200


def test_what_two_phones_want_alike_is_done_once(phone, stored):
    table = f4(phone, hands=2)
    tab = phone.second_tab()
    tab.open(f"{table.url}/players")
    People(table).tap("Bo leaves from hand 3 on")
    before = stored()
    tab.press("Bo leaves from hand 3 on")
    assert tab.status == 200
    assert stored() == before


def test_an_old_page_says_so_even_where_its_button_is_gone(phone, stored):
    table = f4(phone, hands=2)
    tab = phone.second_tab()
    tab.open(f"{table.url}/players")
    People(table).tap("Bo leaves from hand 3 on")
    before = stored()
    tab.press("Bo sits hand 3 out")
    assert tab.status == 409
    assert tab.screen.alerts
    assert stored() == before


def test_an_old_key_with_something_else_is_refused(phone, stored):
    table = f4(phone)
    people = People(table)
    people.join("Eli")
    url, fields = phone.last_sent
    before = stored()
    phone.send(url, [(name, "Fay" if name == "name" else value) for name, value in fields])
    assert phone.status in {409, 422}
    assert phone.screen.alerts
    assert stored() == before


@pytest.mark.parametrize("seat", ["9", "-1", "x", "", None, "9" * 5000])
@pytest.mark.parametrize("button", ["Bo leaves from hand 1 on", "Bo sits hand 1 out", "Rename: Bo", "Goes on: Bo"])
def test_a_seat_that_is_not_there_is_refused(phone, stored, seat, button):
    table = f4(phone)
    people = People(table)
    for form in people.screen.main.all("form"):
        for field in form.all("input", name="name"):
            field.attrs["value"] = "Zoe"
    before = stored()
    people.press(button, seat=seat)
    assert phone.status == 422
    assert phone.screen.alerts
    assert stored() == before


@pytest.mark.parametrize("changed", [{"do": "x"}, {"do": None}, {"seen": ""}, {"seen": "x"}, {"seen": None}, {"hand": "99"}])
def test_a_request_that_makes_no_sense_is_refused_in_words(phone, stored, changed):
    table = f4(phone)
    people = People(table)
    before = stored()
    people.press("Bo sits hand 1 out", **changed)
    assert phone.status in {409, 422}
    assert phone.screen.alerts
    assert stored() == before


def test_a_forged_request_is_shown_again_with_what_was_typed(phone, stored):
    table = f4(phone)
    people = People(table)
    people.fill("Eli")
    before = stored()
    people.press("Join from hand 1 on", csrf_token="x")
    assert phone.status == 400
    assert phone.screen.alerts
    assert phone.screen.value("Name") == "Eli"
    assert stored() == before


def test_a_watcher_is_shown_the_table_and_may_arrange_nothing(phone, other_phone, stored):
    table = f4(phone)
    people = People(table)
    url, fields = phone.would_send("Bo leaves from hand 1 on")
    other_phone.open(f"{table.url}/players")
    assert other_phone.url == table.url
    other_phone.open("/new")
    token = dict(other_phone.would_send("Start game")[1])["csrf_token"]
    before = stored()
    other_phone.send(url, [(name, token if name == "csrf_token" else value) for name, value in fields])
    assert other_phone.status == 403
    assert "only reads along" in " ".join(other_phone.screen.alerts)
    assert stored() == before
    assert people.open().heading == "Players"


def test_looking_changes_nothing_whatever_is_asked_for(phone, stored):
    table = f4(phone, hands=2)
    People(table).tap("Bo leaves from hand 3 on")
    before = stored()
    for query in ("", "?done=1", "?done=99", "?done=x", "?moved=7", "?done=" + "9" * 400, "?moved=-1"):
        screen = phone.open(f"{table.url}/players{query}")
        assert phone.status == 200
        assert not screen.status
    assert stored() == before


# At the end


def test_at_the_end_only_names_are_changed(phone, stored):
    table = b3(phone, hands=2)
    people = People(table)
    url, fields = phone.would_send("Ana leaves from hand 3 on")
    table.look()
    table.bid("Ana", 1)  # the last hand has begun
    people.open()
    assert "No hand is left to begin, so only names can be changed." in phone.screen.text
    assert not any("hand" in name for name in phone.screen.buttons)
    before = stored()
    phone.send(url, fields)
    assert phone.status == 409
    assert phone.screen.alerts == ["No hand is left that could begin with it."]
    assert stored() == before
    people.rename("Bo", "Bob")
    assert (phone.status, table.game.players[1]) == (200, "Bob")


def test_a_finished_game_has_its_names_put_right(phone):
    table = b3(phone)
    People(table).rename("Ana", "Anna")
    assert phone.status == 200
    assert "Anna wins with 23" in table.look().text


def test_where_a_score_ends_the_game_people_come_and_go_in_hands_not_planned_yet(phone):
    table = start(phone, FOUR, choices={"Hands": "all of one size", "Ends when somebody has (points)": "1000"})
    table.bid("Bo", 1)
    people = People(table)
    people.tap("Bo leaves from hand 2 on")
    assert phone.status == 200
    table.look()
    for name in ("Cy", "Dee", "Ana"):
        table.bid(name, 1)
    size = table.game.hand.size
    table.record(f"{size} 0 0 0")
    assert "Bo" not in table.order


@pytest.mark.parametrize("name", ["<b>Bo</b>", "{{7*7}}", "%(name)s", "שרה", '"><img src=x>'])
def test_names_stand_as_they_were_typed(phone, name):
    table = f4(phone, hands=1)
    people = People(table)
    people.join(name)
    assert phone.status == 200
    assert name in people.list[-1]
    people.open()
    assert f"{name} leaves from hand 2 on" in phone.screen.buttons
    people.tap(f"{name} leaves from hand 2 on")
    assert people.list[-1] == f"{name} left"
