"""Setting up a game: who sits where, who deals, what is played. Refusals stand beside their field and lose nothing."""

import json
import random

import pytest

from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.catalogue import presets
from scorekeeper.rules.scoring import Scoring
from tests.web.playing import Phone, Table, at_once, b3, f4, select_dealer, set_up, start, start_with_sizes
from tests.web.views import standings, totals_everywhere

FOUR = ("Ana", "Bo", "Cy", "Dee")
FIVE = (*FOUR, "Eli")
TEN = (*FIVE, "Fay", "Gus", "Hal", "Ida", "Jo")
JUNK = [
    "abc",
    "1e9",
    "9" * 21,
    "NaN",
    "Infinity",
    "0x10",
    "1,5",
    "--5",
    "5-",
    "-1",
    "2.5",
    "²",
    "½",
    "\0",
    "4\0",
    "9" * 10_000,
    "1 2",
    "🂡",
]


def names_on(screen):
    """The names typed so far, without empty lines."""
    return [text for number in range(1, 11) if f"Player {number}" in screen.fields and (text := screen.value(f"Player {number}"))]


def fault_beside(screen, label):
    """What is said beside a field that is marked as faulty."""
    field = screen.field(label)
    assert field["aria-invalid"] == "true", f"{label} is not marked; the page says {screen.alerts}"
    return screen.description(field)


def test_it_works(phone):
    table = start(phone, FOUR)
    assert table.screen.heading == "Hand 1 of 13"
    assert table.order == ["Bo", "Cy", "Dee", "Ana"]
    assert table.dealer == "Ana"


def test_four_lines_stand_ready_and_empty_ones_at_the_end_are_left_out(phone):
    screen = set_up(phone, ("Ana", "Bo", "Cy"))
    assert "Player 4" in screen.fields
    phone.press("Start game")
    assert phone.screen.heading == "Hand 1 of 15"


def test_a_typed_name_counts_without_being_added(phone):
    """G35: "Start game" right after typing takes the last name along, once."""
    table = start(phone, FIVE)
    assert table.game.players == FIVE


def test_names_are_tidied(phone):
    table = start(phone, ("  Ana  Maria ", "Jose\u0301", "B\u202eo\u2066", "C\ty"))
    assert table.game.players == ("Ana Maria", "José", "Bo", "C y")


@pytest.mark.parametrize("players", range(2, 11))
def test_the_deal_goes_round_every_table(phone, players):
    """G04: whatever the number of players, dealers are seats 2, 3, … n, 1, 2."""
    names = TEN[:players]
    start_with_sizes(phone, names, "1 " * (players + 1), dealer="Bo", hook=False)
    planned = [
        row.all("td")[1].text for row in phone.follow("Rules of this game").main.all("table", class_="plan")[0].all("tr")[1:]
    ]
    assert planned == [*names[1:], names[0], names[1]]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_deal_goes_round_as_planned(phone, players):
    """G04: played, not only read."""
    names = TEN[:players]
    table = start_with_sizes(phone, names, "1 " * (players + 1), dealer="Bo", hook=False)
    dealers = []
    for _ in range(players + 1):
        dealers.append(table.dealer)
        table.play_any()
    assert dealers == [*names[1:], names[0], names[1]]


def test_anticlockwise_the_deal_goes_the_other_way(phone):
    """G04b"""
    table = start_with_sizes(phone, FOUR, "1 1 1 1 1", dealer="Bo", choices={"Direction": "anticlockwise"})
    dealers = []
    for _ in range(5):
        dealers.append(table.dealer)
        table.play_any()
    assert dealers == ["Bo", "Ana", "Dee", "Cy", "Bo"]


def test_the_chosen_dealer_is_the_last_to_be_asked(phone):
    """G03: the order of bidding begins at the dealer's left and is said in words."""
    table = start(phone, FIVE, dealer="Cy")
    expected = [("Cy", "Dee Eli Ana Bo Cy"), ("Dee", "Eli Ana Bo Cy Dee"), ("Eli", "Ana Bo Cy Dee Eli")]
    for dealer, order in expected:
        assert (table.dealer, " ".join(table.order)) == (dealer, order)
        assert f"{dealer} deals" in table.screen.text
        assert "bids first" in table.line(order.split()[0]).text
        table.play_any()


def test_seats_are_moved_by_buttons_and_play_follows_the_seats(phone):
    """G05: the order round the table counts, never that of typing, of the alphabet or of the standings."""
    set_up(phone, ("Zoe", "Ana", "Mia", "Bea"))
    screen = phone.press("Move player 3 up")
    assert names_on(screen) == ["Zoe", "Mia", "Ana", "Bea"]
    phone.press("Start game")
    table = Table(phone, ("Zoe", "Mia", "Ana", "Bea"))
    assert table.order == ["Mia", "Ana", "Bea", "Zoe"]
    dealers, ranked = [], []
    for _ in range(4):
        dealers.append(table.dealer)
        table.play_any()
        order = table.order
        ranked.append(list(standings(phone.open(f"{table.url}/sheet"))))
        table.look()
        assert table.order == order
    assert dealers == ["Zoe", "Mia", "Ana", "Bea"]
    assert ["Mia", "Ana", "Bea", "Zoe"] in ranked
    phone.open(f"{table.url}/sheet")
    assert [cell.text for cell in phone.screen.main.all("table", class_="scores")[0].all("th", scope="col")[1:]] == dealers


@pytest.mark.parametrize(
    ("moves", "names"),
    [
        (["Remove player 2"], "Ana Cy Dee Eli"),
        (["Remove player 2", "Remove player 3"], "Ana Cy Eli"),
        (["Remove player 1"], "Bo Cy Dee Eli"),
        (["Remove player 5"], "Ana Bo Cy Dee"),
        (["Move player 2 up", "Remove player 1"], "Ana Cy Dee Eli"),
        (["Move player 5 up", "Move player 4 up"], "Ana Bo Eli Cy Dee"),
    ],
)
def test_exactly_the_named_player_goes(phone, stored, moves, names):
    """G34"""
    set_up(phone, FIVE)
    before = stored()
    for move in moves:
        phone.press(move)
        assert phone.status == 200
    assert names_on(phone.screen) == names.split()
    assert stored() == before


def test_a_name_can_be_added_after_another_went(phone):
    """G34: Ana Cy Eli Fay."""
    set_up(phone, FIVE)
    phone.press("Remove player 2")
    phone.press("Remove player 3")
    if "Player 4" not in phone.screen.fields:
        phone.press("Add a player")
    phone.screen.type("Player 4", "Fay")
    phone.press("Move player 4 up")
    assert names_on(phone.screen) == ["Ana", "Cy", "Fay", "Eli"]


def test_two_players_are_the_least_and_removing_says_so(phone):
    """G34b: at the least number of players the control is off, or a sentence tells why nothing went."""
    set_up(phone, ("Ana", "Bo"))
    phone.press("Remove player 4")
    phone.press("Remove player 3")
    remove = phone.screen.button("Remove player 2")
    if "disabled" not in remove:
        phone.press("Remove player 2")
        assert names_on(phone.screen) == ["Ana", "Bo"]
        assert phone.screen.alerts


@pytest.mark.parametrize(
    ("move", "seat", "dealer"),
    [("Move player 3 up", 2, "Cy"), ("Move player 3 up", 1, "Bo"), ("Remove player 1", 2, "Cy"), ("Remove player 4", 1, "Bo")],
)
def test_the_dealer_stays_the_same_person_when_seats_change(phone, move, seat, dealer):
    """G05, G34: identity, not position."""
    screen = set_up(phone, FIVE)
    select_dealer(screen, seat)
    phone.press(move)
    phone.press("Start game")
    assert f"{dealer} deals" in phone.screen.text


def test_a_dealer_is_drawn_by_lot_and_it_is_said(phone):
    screen = set_up(phone, FOUR)
    screen.type("First dealer", "Draw by lot")
    phone.press("Start game")
    assert "was drawn to deal first" in phone.screen.status


@pytest.mark.parametrize(
    ("hands", "sizes"),
    [
        ("up: 1 2 3", "1 2 3 4 5"),
        ("up and down", "1 2 3 4 5 4 3 2 1"),
        ("down: ", "5 4 3 2 1"),
        ("down and up", "5 4 3 2 1 2 3 4 5"),
    ],
)
def test_the_largest_hand_is_not_the_number_of_hands(phone, hands, sizes):
    """G18: the schedule is read before the start, the count in every hand."""
    set_up(phone, FOUR, choices={"Hands": hands, "Most cards in a hand": "5"})
    phone.press("Show the game as chosen")
    count = len(sizes.split())
    assert f"{count} hands, with these cards each: {sizes}." in phone.screen.text
    table = start(phone, FOUR, choices={"Hands": hands, "Most cards in a hand": "5"})
    assert table.game.sizes == tuple(map(int, sizes.split()))
    assert table.screen.heading == f"Hand 1 of {count}"
    first = sizes.split()[0]
    assert f"{first} card{'' if first == '1' else 's'}" in table.screen.text


def test_every_hand_says_which_of_how_many_it_is_and_its_cards(phone):
    """G18c: up and down again with at most 5 cards."""
    table = start(phone, FOUR, choices={"Hands": "up and down", "Most cards in a hand": "5"})
    for number, size in enumerate((1, 2, 3, 4, 5, 4, 3, 2, 1), start=1):
        assert table.screen.heading == f"Hand {number} of 9"
        assert f"{size} card{'' if size == 1 else 's'} · {table.dealer} deals" in table.screen.text
        table.play_any()
    assert table.screen.heading == "Finished"


def test_a_list_of_ones_own_may_be_written_with_commas(phone):
    assert start_with_sizes(phone, FOUR, " 1, 3;5\t7 ").game.sizes == (1, 3, 5, 7)


def test_every_choice_reaches_the_game_and_its_card(phone):
    choices = {
        "Hook from how many cards": "3",
        "A missed bid still scores 1 for each trick": "yes",
        "A made bid of 0 scores 5 + the cards of the hand": "yes",
        "No trump": "never",
        "Remind: who cannot follow suit must trump": "yes",
        "Direction": "anticlockwise",
        "Most cards in a hand": "4",
    }
    table = start(phone, FOUR, hook=True, choices=choices)
    rules = table.game.rules
    assert (rules.bidding.hook, rules.bidding.min_cards) == ("min_cards", 3)
    assert (rules.no_trump, rules.must_trump, rules.rotation, max(table.game.sizes)) == ("never", True, "right", 4)
    assert "must trump" in table.screen.text
    card = phone.follow("Rules of this game").text
    for words in (
        "from 3 cards",
        "missed scores tricks",
        "A bid of 0 that is made scores 5 + cards",
        "anticlockwise",
        "must trump",
    ):
        assert words in card


def test_the_card_before_the_start_is_the_card_of_the_game(phone):
    """G10b, G23: one text for both."""
    screen = set_up(phone, FOUR, hook=True)
    phone.press("Show the game as chosen")
    before = [item.text for item in phone.screen.main.all("ul", class_="card")[0].all("li")]
    phone.press("Start game")
    screen = phone.follow("Rules of this game")
    assert [item.text for item in screen.main.all("ul", class_="card")[0].all("li")] == before


def test_with_all_bids_at_once_the_hook_is_off_and_it_is_said(phone):
    set_up(phone, FOUR, hook=True, choices={"Bids": "all at once"})
    phone.press("Show the game as chosen")
    assert "so the hook is off" in phone.screen.text
    assert at_once(phone).game.rules.bidding.hook == "never"


def test_the_hook_is_a_visible_switch_and_off_in_the_base_game(phone):
    screen = phone.open("/new")
    assert screen.value("The hook") == "no"
    assert screen.field("The hook").above("details") is None
    assert start(phone, FOUR).game.rules.bidding.hook == "never"


def test_what_was_chosen_is_remembered_on_this_device_only(phone, other_phone):
    start_with_sizes(phone, FOUR, "1 3", hook=True)
    screen = phone.open("/new")
    assert (screen.value("The hook"), screen.value("Own list of hands")) == ("yes", "1 3")
    assert other_phone.open("/new").value("The hook") == "no"


def test_the_next_game_changes_nothing_in_the_one_being_played(phone, other_phone):
    """G24: B3 after hand 2, while others prepare Wizard without the hook, keep its rules under a name, and start it."""
    table = b3(phone, hands=2)
    rules = table.game.rules
    set_up(phone, ("Dee", "Eli", "Fay"), hook=False)
    screen = phone.press("Show the game as chosen", game="wizard")
    screen.type("Name of these rules", "Friday")
    phone.press("Keep")
    assert totals_everywhere(table, other_phone) == ["11", "10", "11"]
    other = start(phone, ("Dee", "Eli", "Fay"), hook=False, choices={"Game": "Wizard"})
    assert (other.game.rules.bidding.hook, other.game.game) == ("never", "Wizard")
    table.look()
    assert (table.order, table.shown_totals) == (["Ana", "Bo", "Cy"], ["11", "10", "11"])
    table.bids("Ana 2, Bo 1")
    assert "disabled" in table.screen.button("Cy bids 0")
    table.bid("Cy", 1)
    table.record("2 1 0")
    assert totals_everywhere(table, other_phone) == ["23", "21", "11"]
    assert "The hook is on" in phone.open(f"{table.url}/rules").text
    assert table.game.rules == rules


def test_the_same_people_play_again_with_two_taps_and_the_deal_moves_on(phone):
    table = start_with_sizes(phone, FOUR, "1", dealer="Bo")
    table.play_any()
    screen = phone.follow("Play again")
    assert names_on(screen) == list(FOUR)
    phone.press("Start game")
    assert "Cy deals" in phone.screen.text


def test_every_game_on_offer_is_played_or_refused_in_words(app):
    """Chosen without scripts, started at once: whoever the game is for can play it, and for others it says why not."""
    offered = [option.text for option in Phone(app).open("/new").field("Game").all("option")]
    for game in offered:
        played = 0
        for players in (4, 10):
            phone = Phone(app)
            set_up(phone, TEN[:players], choices={"Game": game})
            phone.press("Start game")
            if phone.status == 422:
                assert phone.screen.alerts, (game, players)
                assert names_on(phone.screen) == list(TEN[:players])
                continue
            assert phone.status == 200, (game, players)
            played += 1
            table = Table(phone, TEN[:players])
            table.play_any()
            for path in ("", "/sheet", "/history", "/rules", "/sheet.csv", "/sheet.json", "/hands/1"):
                assert phone.client.get(table.url + path).status_code == 200, (game, players, path)
        assert played, game


def test_playing_again_brings_the_rules_of_that_game(phone):
    """Not those of another game that was started since."""
    table = start_with_sizes(phone, FOUR, "1", hook=True)
    table.play_any()
    start_with_sizes(phone, FIVE, "2", hook=False)
    phone.open(table.url)
    screen = phone.follow("Play again")
    assert (screen.value("The hook"), screen.value("Own list of hands")) == ("yes", "1")
    phone.press("Start game")
    assert Table(phone, FOUR).game.rules == table.game.rules


def test_playing_again_what_never_was_is_an_empty_form(phone):
    for again in ("", "nosuch", "\0", "x" * 5000, "../.."):
        assert phone.client.get("/new", query_string={"again": again}).status_code == 200


def test_a_running_game_is_never_shown_the_form_again(phone):
    """G41: the address of a game is its table, whatever was there before."""
    table = f4(phone)
    assert phone.open(table.url).heading == "Hand 1 of 8"


# Refusals, names first


LOOK_ALIKES = [
    ("Ana", "Ana"),
    ("Ana", " ana "),
    ("Ana", "ANA"),
    ("José", "Jose\u0301"),
    ("Ana", "An\u200ba"),
    ("Ana", "A\u00adna"),
    ("Ana", "\u202eAna"),
    ("Ana", "Ａｎａ"),
    ("Ana", "A\u034fna"),
    ("Ana", "Ana\ufe0f"),
    ("Ana", "Ana\U000e0101"),
    ("Ana", "An\u180ba"),
    ("Ana Bo", "Ana\u00a0Bo"),
    ("Ana Bo", "Ana  Bo"),
    ("Straße", "STRASSE"),
    ("Ana", "Ana\u3164"),
]


def test_two_players_never_look_the_same(phone, stored):
    """G33: refused after trimming, case and Unicode; the field is named, the others keep their text."""
    before = stored()
    set_up(phone, FOUR)
    for first, second in LOOK_ALIKES:
        typed = [first, "Bo Bo", second, "Dee"]
        for number, name in enumerate(typed, start=1):
            phone.screen.type(f"Player {number}", name)
        screen = phone.press("Start game")
        assert phone.status == 422, ascii(second)
        assert "same name" in fault_beside(screen, "Player 3")
        assert [screen.value(f"Player {number}") for number in range(1, 5)] == typed
    assert stored() == before


INVISIBLE = (
    "", " ", "   ", "\u200b", "\u200b\u200d", "\ufeff", "\u00a0", "\u2800", "\u3164", "\u115f", "\u034f", "\u17b4", "\u180b",
    "\u180e", "\ufe0f", "\U000e0101", "\U000e0041", "\x07", "\0",
)  # fmt: skip  # many short ones: one a line hides what is there


def test_a_name_that_nobody_can_see_is_refused(phone, stored):
    """G33b"""
    before = stored()
    set_up(phone, ("Ana", "Bo", "Cy"))
    for name in INVISIBLE:
        phone.screen.type("Player 2", name)
        screen = phone.press("Start game")
        assert phone.status == 422, ascii(name)
        assert "needs a name" in fault_beside(screen, "Player 2")
        assert (screen.value("Player 1"), screen.value("Player 3")) == ("Ana", "Cy")
    assert stored() == before


def test_a_name_too_long_is_refused_with_the_most_that_is_allowed(phone, stored):
    """G56b, and a name of 10,000 letters."""
    before = stored()
    set_up(phone, ("Ana", "Bo"))
    for length in (41, 100, 10_000):
        phone.screen.type("Player 2", "W" * length)
        screen = phone.press("Start game")
        assert phone.status == 422
        assert "at most 40 letters" in fault_beside(screen, "Player 2")
        assert screen.value("Player 2") == "W" * length
    assert stored() == before


def test_forty_letters_are_not_too_many(phone):
    names = ("Bartholomew-Maximilian", "W" * 30, "Al", "Wolfeschlegelsteinhausen von Bergerdorffs"[:40])
    assert start(phone, names).game.players == names


def one_game_for_each_range():
    """Of all games that are for the same numbers of players, the first."""
    return list({preset.ruleset.players: preset for preset in reversed(presets())}.values())


@pytest.mark.parametrize("preset", one_game_for_each_range(), ids=lambda preset: preset.id)
def test_a_game_is_refused_to_fewer_or_more_players_than_it_is_for(phone, stored, preset):
    """G21: nobody, one, two, and one too many; the range is said, and the names stay."""
    least, most = preset.ruleset.players
    before = stored()
    for count in sorted({0, 1, 2, least, most, most + 1} & set(range(11))):
        with phone.hurrying():
            set_up(phone, TEN[:count])
            phone.press("Show the game as chosen", game=preset.id)
            screen = phone.press("Start game")
        if least <= count <= most:
            assert phone.status == 200, count
            before = stored()
        else:
            assert phone.status == 422, count
            whom = f"{least} to {most}" if least < most else f"{most}"
            assert screen.alerts == [f"This game is for {whom} players, not {count}."]
            assert names_on(screen) == list(TEN[:count])
            assert stored() == before


def test_more_players_than_the_game_has_seats_are_refused(phone, stored):
    """G21: nobody is left out in silence."""
    before = stored()
    set_up(phone, TEN)
    assert "disabled" in phone.screen.button("Add a player")
    screen = phone.press("Start game", player_10="Kim")
    assert phone.status == 422
    assert "10" in " ".join(screen.alerts)
    assert names_on(screen)[:10] == list(TEN)
    assert stored() == before


def test_several_bad_names_are_refused_in_one_go_or_one_by_one(phone):
    set_up(phone, ("Ana", "ana", "", "Dee"))
    screen = phone.press("Start game")
    assert phone.status == 422
    assert fault_beside(screen, "Player 2")


# Then dealer, title and choices


def test_a_dealer_who_does_not_sit_there_is_refused(phone, stored):
    before = stored()
    set_up(phone, FOUR)
    for dealer in ("9", "4", "10", "-1", "", "x", "0009", "000" + "9" * 5000, "9" * 5000, "1.0", "²", "\0", "draw ", "None", "🂡"):
        screen = phone.press("Start game", dealer=dealer)
        assert phone.status == 422, dealer[:30]
        assert "deal first" in fault_beside(screen, "First dealer")
        assert names_on(screen) == list(FOUR)
    assert stored() == before


def test_a_title_too_long_is_refused_with_the_most_that_is_allowed(phone, stored):
    before = stored()
    set_up(phone, FOUR, choices={"Name of the game, if you like": "x" * 101})
    screen = phone.press("Start game")
    assert phone.status == 422
    assert "at most 100 letters" in fault_beside(screen, "Name of the game, if you like")
    assert screen.value("Name of the game, if you like") == "x" * 101
    assert stored() == before


def refused_one_by_one(phone, stored, label, texts):
    """Each text in that field is refused beside it; it and the names stay as typed, and nothing is stored."""
    before = stored()
    for text in texts:
        phone.screen.type(label, text)
        screen = phone.press("Start game")
        assert phone.status == 422, repr(text)
        assert fault_beside(screen, label), repr(text)
        assert screen.value(label) == text
        assert names_on(screen) == list(FOUR)
    assert stored() == before


def test_a_largest_hand_that_cannot_be_is_refused(phone, stored):
    """G17, G53"""
    set_up(phone, FOUR)
    refused_one_by_one(phone, stored, "Most cards in a hand", (*JUNK, "0", "14", "52", "999999"))


def test_a_hand_larger_than_the_pack_is_refused_with_the_sum(phone):
    """G17b: 8 x 7 = 56 > 52."""
    set_up(phone, TEN[:8], choices={"Most cards in a hand": "7"})
    fault = fault_beside(phone.press("Start game"), "Most cards in a hand")
    for figure in ("8", "7", "56", "52", "1 to 6"):
        assert figure in fault


@pytest.mark.parametrize(
    ("players", "pack", "largest"),
    [(3, 52, 17), (4, 52, 13), (5, 52, 10), (6, 52, 8), (7, 52, 7), (8, 52, 6), (9, 52, 5), (10, 52, 5), (8, 104, 13)],
)
def test_the_pack_has_cards_for_the_largest_hand_and_where_none_is_left_to_turn_up_it_is_said(
    phone, stored, players, pack, largest
):
    """G17: one card more is refused with the sum."""
    choices = {"No trump": "never", "Cards in the pack": str(pack), "Most cards in a hand": str(largest + 1)}
    set_up(phone, TEN[:players], choices=choices)
    before = stored()
    fault = fault_beside(phone.press("Start game"), "Most cards in a hand")
    needed = players * (largest + 1)
    assert f"{players} players × {largest + 1} cards = {needed}, but the pack has {pack} cards: 1 to {largest} each." in fault
    assert stored() == before
    for size in (largest - 1, largest):
        phone.screen.type("Most cards in a hand", str(size))
        phone.press("Show the game as chosen")
        assert ("no card is left to turn up" in phone.screen.text) is (players * size == pack)
    phone.press("Start game")
    assert (phone.status, phone.screen.heading) == (200, f"Hand 1 of {largest}")


def test_a_hook_from_so_many_cards_that_cannot_be_is_refused(phone, stored):
    """G53"""
    set_up(phone, FOUR, hook=True)
    refused_one_by_one(phone, stored, "Hook from how many cards", (*JUNK, "-3", "10001", "20000", "999999"))


def test_a_list_of_hands_that_cannot_be_played_is_refused(phone, stored):
    """G53: custom schedule."""
    set_up(phone, FOUR, choices={"Hands": "a list of one's own"})
    bad = (
        "",
        " ",
        "0",
        "1 0 2",
        "a",
        "1 b",
        "-1",
        "1.5",
        "14",
        "1 2 53",
        "999999",
        "9" * 21,
        "1 " * 121,
        "1\0",
        "NaN",
        "²",
        "1e1",
        "½",
    )
    refused_one_by_one(phone, stored, "Own list of hands", (*bad, "9" * 10_000, "1 " * 5_000))


@pytest.mark.parametrize("field", ["game", "bidding", "shape", "no_trump", "rotation"])
def test_a_choice_that_is_not_offered_is_refused(phone, stored, field):
    before = stored()
    set_up(phone, FOUR)
    url, fields = phone.would_send("Start game")
    for junk in ("", "x", "wizard\0", "9" * 5000, "None"):
        screen = phone.send(url, [(name, junk if name == field else value) for name, value in fields])
        assert phone.status == 422, repr(junk)
        assert screen.alerts, repr(junk)
        assert names_on(screen) == list(FOUR)
    assert stored() == before


def test_any_field_may_be_missing_without_an_error_page(phone):
    set_up(phone, FOUR, hook=True)
    url, fields = phone.would_send("Start game")
    for name, _ in fields:
        phone.send(url, [pair for pair in fields if pair[0] != name])
        assert phone.status in {200, 400, 409, 422}, f"without {name}: {phone.status}"
    phone.send(url, [pair for pair in fields if pair[0] == "csrf_token"])
    assert phone.status == 422


def test_nothing_that_was_typed_or_chosen_is_lost_by_a_refusal(phone):
    choices = {
        "Hands": "a list of one's own",
        "Own list of hands": "1 3 99",
        "Hook from how many cards": "2",
        "A missed bid still scores 1 for each trick": "yes",
        "No trump": "always",
        "Direction": "anticlockwise",
        "Name of the game, if you like": "Friday",
    }
    screen = set_up(phone, FIVE, hook=True, choices=choices, dealer="Cy")
    for player, points in zip(FIVE, ("12 + 12", "", "x", "7", ""), strict=True):  # their labels follow the names
        screen.element(f"so-far-{FIVE.index(player)}").attrs["value"] = points
    kept = {field["name"]: screen.value(name) for name, field in screen.fields.items() if name != "First dealer"}
    screen = phone.press("Start game")
    assert phone.status == 422
    assert {field["name"]: screen.value(name) for name, field in screen.fields.items() if name != "First dealer"} == kept
    assert screen.value("First dealer") == "Cy"


def cookie_of(phone):
    """The phone's cookie as a browser has it."""
    cookie = phone.cookie
    assert cookie is not None
    return f"{cookie.key}={cookie.value}"


def test_choices_too_long_for_a_cookie_do_not_cost_the_right_to_write(phone):
    """A browser throws a cookie of more than 4 kB away, and with it the device's name."""
    by_chance = random.Random(1)  # so that it can't be compressed
    spaces = "".join(by_chance.choice(" ,;\t") for _ in range(9_000))
    set_up(phone, FOUR, choices={"Hands": "a list of one's own", "Own list of hands": f"1{spaces}2"})
    phone.press("Start game")
    assert phone.status == 200
    assert len(cookie_of(phone)) < 4000


@pytest.mark.parametrize("blanks", [0, 7_000], ids=["whole", "blown up"])
def test_the_longest_choices_that_there_are_fit_into_a_cookie_and_are_remembered(phone, blanks):
    """Points of one's own with everything filled in, and a hundred and twenty hands; and as nobody's phone sends them."""
    chance = random.Random(1)

    def points():
        return chance.randrange(10_000, 999_999) + 0.5

    row = {measure: points() for measure in ("k", "b", "t", "d")}
    scoring = dict.fromkeys(("made", "over", "under", "zero_made", "zero_missed"), row) | {
        "near": {"dist": 3} | row,
        "made_table": {str(bid): points() for bid in range(61)},
        "streak": {"n": 5, "win": points(), "loss": points(), "ignore_cards": [chance.randrange(1, 9_999) for _ in range(60)]},
        "blind": points(),
    }
    sizes = " ".join(str(chance.randrange(1, 5_000)) for _ in range(120))
    choices = {"Cards in the pack": "10000", "Hands": "a list of one's own", "Own list of hands": sizes}
    set_up(phone, FOUR[:2], choices=choices)
    blown_up = "".join(chance.choice(" \t\r\n") for _ in range(blanks))
    own = {"scoring": "own", "own": json.dumps(Scoring.from_data(scoring).to_data()) + blown_up}
    phone.press("Start game", **own)
    assert phone.status == 200, phone.screen.alerts
    rules = Table(phone, FOUR[:2]).game.rules
    assert len(rules.schedule.hands) == 120
    assert len(cookie_of(phone)) < 4000
    set_up(phone, FOUR[:2])
    phone.press("Start game")
    assert phone.status == 200, phone.screen.alerts
    assert Table(phone, FOUR[:2]).game.rules == rules


# Twice, old, forged


def test_a_game_started_twice_is_one_game(phone, stored):
    """G48: a doubled tap, or an answer that was lost."""
    table = start(phone, FOUR)
    before = stored()
    phone.send_again()
    assert (phone.status, phone.url) == (200, table.url)
    assert stored() == before


def test_the_form_of_an_old_game_with_other_names_is_not_taken_for_that_game(phone, stored):
    """G41: back to the form, other names, "Start game": never in silence the old game with the old names."""
    start(phone, FOUR)
    url, fields = phone.last_sent
    before = stored()
    screen = phone.send(url, [(name, "Zoe" if name == "player-0" else value) for name, value in fields])
    assert phone.status in {409, 422}
    assert screen.alerts
    assert "Zoe" in names_on(screen)
    assert stored() == before
    phone.press("Start game")
    assert "Zoe" in phone.screen.text
    assert len(stored()["game"]) == 2


def test_looking_at_the_form_with_all_its_fields_in_the_address_starts_nothing(phone, stored):
    """G68: neither GET nor HEAD."""
    set_up(phone, FOUR)
    _, fields = phone.would_send("Start game")
    before = stored()
    for method in (phone.client.get, phone.client.head):
        for url in ("/new", "/new/choices"):
            assert method(url, query_string=fields).status_code == 200
    assert stored() == before


def test_a_refused_token_keeps_what_was_typed(phone, stored):
    """G43 at the setup: the cookie is gone, the names are not."""
    set_up(phone, FOUR, hook=True)
    before = stored()
    phone.forget()
    screen = phone.press("Start game")
    assert phone.status == 400
    assert screen.alerts
    assert names_on(screen) == list(FOUR)
    assert stored() == before
    phone.press("Start game")
    assert phone.screen.heading == "Hand 1 of 13"


def test_a_button_that_is_not_there_changes_nothing(phone, stored):
    set_up(phone, FOUR)
    before = stored()
    bad = (
        "up-99",
        "up-0",
        "up--1",
        "remove-99",
        "remove-x",
        "remove-²",
        "up-" + "9" * 5000,
        "add-1",
        "",
        "x",
        "\0",
        "Start",
        "start-0",
    )
    for wanted in bad:
        phone.press("Start game", do=wanted)
        assert phone.status in {200, 422}, wanted
        assert names_on(phone.screen) == list(FOUR)
    assert stored() == before


# The card that follows the typing


def test_the_card_follows_what_is_chosen(phone):
    set_up(phone, FOUR, hook=True, choices={"Most cards in a hand": "3"})
    _, fields = phone.would_send("Start game")
    response = phone.client.get(
        "/new/choices", query_string=[pair for pair in fields if pair[0] != "csrf_token"], headers={"HX-Request": "true"}
    )
    assert response.status_code == 200
    assert "3 hands, with these cards each: 1 2 3." in response.text
    assert "1 to 3 cards, hook on" in response.text


def test_the_card_of_nonsense_is_no_error(phone):
    nonsense = (
        "",
        "game=x",
        "lines=99",
        "lines=x&player-0=Ana",
        "largest=99",
        "shape=list&sizes=",
        "player-99=x",
        "game=seed&largest=%00",
    )
    for query in nonsense:
        assert phone.client.get(f"/new/choices?{query}", headers={"HX-Request": "true"}).status_code == 200, query


def test_the_card_and_the_start_agree(app):
    """What the pack allows is said before the start, for every number of players."""
    largest = {2: 15, 3: 15, 4: 13, 5: 10, 6: 8, 7: 7, 8: 6, 9: 5, 10: 5}
    for players, size in largest.items():
        phone = Phone(app)
        set_up(phone, TEN[:players])
        phone.press("Show the game as chosen")
        assert f"{size} hands" in phone.screen.text, players
        phone.press("Start game")
        assert phone.screen.heading == f"Hand 1 of {size}"


# Whoever deals does not play


RESTS = {"Whoever deals does not play": "yes"}
EIGHTS = {"Hands": "a list of one's own", "Own list of hands": "8 8"}
SEVEN = TEN[:7]


def test_seven_play_a_game_of_eight_cards_when_whoever_deals_does_not_play(phone, stored):
    set_up(phone, SEVEN, choices=EIGHTS)
    before = stored()
    assert "8 × 7 = 56" in fault_beside(phone.press("Start game"), "Own list of hands") or "56" in " ".join(phone.screen.alerts)
    assert stored() == before
    phone.screen.choose("Whoever deals does not play")
    phone.press("Show the game as chosen")
    assert "7 players, whoever deals does not play: hands of 8 cards" in phone.screen.text
    assert "Whoever deals does not play." in phone.screen.main.all("ul", class_="card")[0].text
    phone.press("Start game")
    assert phone.status == 200
    table = Table(phone, SEVEN)
    assert [(hand.dealer, hand.first_bidder, hand.players) for hand in table.game.plan] == [(0, 1, 6), (1, 2, 6)]
    assert "Ana deals" in table.screen.text
    assert "bids first" in table.line("Bo").text
    card = phone.open(f"{table.url}/rules").main.all("ul", class_="card")[0].text
    assert "Whoever deals does not play." in card
    assert "Whoever deals does not play." in phone.open(f"{table.url}/history").text
    assert "Whoever deals plays from hand 1 on" in phone.open(f"{table.url}/players").buttons


def test_hands_are_planned_for_those_who_play(phone):
    assert start(phone, SEVEN, choices=RESTS).game.sizes == (1, 2, 3, 4, 5, 6, 7, 8)
    assert start(phone, SEVEN, choices={"Whoever deals does not play": "no"}).game.sizes == (1, 2, 3, 4, 5, 6, 7)


def test_the_largest_hand_is_that_of_those_who_play(phone):
    set_up(phone, SEVEN, choices=RESTS | {"Most cards in a hand": "9"})
    fault = fault_beside(phone.press("Start game"), "Most cards in a hand")
    assert "6 players × 9 cards = 54, but the pack has 52 cards: 1 to 8 each." in fault


def test_whoever_deals_can_rest_from_three_players_on(phone, stored):
    set_up(phone, ("Ana", "Bo"), choices=RESTS)
    before = stored()
    screen = phone.press("Start game")
    assert phone.status == 422
    assert "at least 3 players" in fault_beside(screen, "Whoever deals does not play")
    assert "open" in screen.element("more-choices")
    assert screen.value("Whoever deals does not play") == "yes"
    assert stored() == before
    assert start(phone, ("Ana", "Bo", "Cy"), choices=RESTS).game.hands[0].order == (1, 2)


def test_a_game_for_so_many_is_for_one_more_when_whoever_deals_does_not_play(phone):
    (only_four,) = [preset.id for preset in presets() if preset.ruleset.players == (4, 4)][:1]
    set_up(phone, FOUR, choices=RESTS)
    screen = phone.press("Start game", game=only_four)
    assert screen.alerts[0] == "Without the dealer there are 3 players, but this game is for 4."
    set_up(phone, FIVE, choices=RESTS)
    phone.press("Start game", game=only_four)
    assert phone.screen.heading.startswith("Hand 1")


def test_names_that_are_missing_are_counted_with_the_dealer(phone):
    set_up(phone, ("Ana",), choices=RESTS)
    phone.press("Show the game as chosen")
    assert "this game needs 3 to 10 players" in phone.screen.element("line").text


def test_resting_is_remembered_and_kept_for_the_same_people(phone):
    table = start(phone, FOUR, choices=RESTS | {"Hands": "a list of one's own", "Own list of hands": "1"})
    assert phone.open("/new").value("Whoever deals does not play") == "yes"
    start(phone, FOUR, choices={"Whoever deals does not play": "no"})
    table.look()
    table.bids("Bo 0, Cy 0, Dee 0")
    table.record("- 1 0 0")
    screen = phone.follow("Play again")
    assert screen.value("Whoever deals does not play") == "yes"
    phone.press("Start game")
    again = Table(phone, FOUR)
    assert (again.game.dealer_rests, again.game.hands[0].dealer, again.game.hands[0].order) == (True, 1, (2, 3, 0))
    assert again.game.rules == table.game.rules


def test_a_game_from_paper_goes_on_with_a_dealer_who_rests(phone):
    screen = set_up(phone, SEVEN, choices=RESTS | {"Hands": "a list of one's own", "Own list of hands": "8 8 8"}, dealer="Cy")
    screen.type("First hand to be played here", "3")
    screen.element("so-far-2").attrs["value"] = "12"
    phone.press("Start game")
    table = Table(phone, SEVEN)
    assert (phone.screen.heading, table.dealer if "Cy" in table.order else "Cy", table.game.hand.order[0]) == (
        "Hand 3 of 3",
        "Cy",
        3,
    )
    assert score_sheet(table.game).totals == (0, 0, 12, 0, 0, 0, 0)


def test_other_pages_of_the_form_keep_that_whoever_deals_rests(phone):
    set_up(phone, SEVEN, choices=RESTS)
    phone.press("All ways of dealing")
    assert "8 hands: 1 2 3 4 5 6 7 8" in phone.screen.text
    assert phone.press("Back").value("Whoever deals does not play") == "yes"
