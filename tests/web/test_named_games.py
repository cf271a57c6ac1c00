"""Games other than Oh Hell, played by their own rules: what the trouble of other scorekeepers taught."""

import csv
import re
from io import StringIO
from secrets import token_urlsafe

import pytest

from scorekeeper.ledger.entries import Bid, Start, Tricks
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.catalogue import presets
from scorekeeper.storage import games
from tests.ledger.playing import EVENING
from tests.web.playing import set_up, start_named, start_with_rules, stored_game
from tests.web.views import totals_everywhere

FOUR = ("Ana", "Bo", "Cy", "Dee")
EXAMPLE = re.compile(r"Bid (\d+), took (\d+): (−?)([\d.]+)")


def gains(screen, hand):
    """What everybody got in a hand, as the sheet shows it, in seat order."""
    return [cell.all(class_="gain")[0].text for cell in screen.element(f"hand-{hand}").all("td")]


def totals(screen):
    return [cell.text for cell in screen.main.all("tfoot")[0].all("td")]


# What a miss costs


@pytest.mark.parametrize(
    ("game", "bids", "points"),
    [
        ("skull-king", "Dee 1, Ana 0, Cy 2, Bo 0", ["+40", "−40", "−10", "+20"]),
        ("wizard", "Bo 0, Cy 2, Dee 1, Ana 0", ["+20", "−20", "−10", "+30"]),
        ("hook-only", "Bo 0, Cy 2, Dee 1, Ana 0", ["+10", "0", "0", "+11"]),
    ],
)
def test_a_missed_zero_costs_what_its_game_says(phone, game, bids, points):
    """G22: four cards; Ana 0/0, Bo 0/2, Cy 2/1, Dee 1/1."""
    table = start_named(phone, game, FOUR, sizes="4 3")
    table.play(bids, "0 2 1 1")
    assert gains(phone.open(f"{table.url}/sheet"), 1) == points


# What the rules say is what is scored


def example_game(app, preset):
    """A game of three-card hands in which Ana bids and takes what the rules give as examples, one hand each; its address."""
    rules = preset.ruleset.to_data() | {"schedule": {"shape": "list", "hands": [3] * 12}, "end": None}
    least, most = preset.ruleset.players
    players = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")[: min(max(3, least), most)]
    with app.app_context():
        return games.start(Start(rules, players, game=preset.name), key=token_urlsafe(9), device="a phone", at=EVENING)


def play_example(app, slug, bid, taken):
    """A hand in which Ana bids and takes this; the others bid whatever is legal, and Bo takes the rest."""
    with app.app_context(), games.writing(slug) as stored:
        hand = stored.game.hand
        for seat in hand.order:
            legal = stored.game.legal_bids(seat)
            stored = games.append(stored, Bid(hand.number, seat, bid if seat == 0 else legal[-1]), key="", at=EVENING)
        tricks = (taken, hand.size - taken, *[0] * (len(stored.game.players) - 2))
        games.append(stored, Tricks(hand.number, tricks), key="", at=EVENING)


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.id)
def test_every_hand_scores_what_the_rules_of_the_running_game_say(app, phone, preset):
    """G23: made, made 0, one over, two under, missed 0; the game's name stands there too."""
    slug = example_game(app, preset)
    screen = phone.open(f"/g/{slug}/rules")
    assert preset.name in [heading.text for heading in screen.main.all("h2")]
    assert "Examples, in a hand of 3 cards" in screen.text
    examples = [EXAMPLE.fullmatch(item.text).groups() for item in screen.main.all("ul", class_="worked")[0].all("li")]
    assert {(0, 0), (3, 3), (3, 1), (0, 2)} <= {(int(bid), int(taken)) for bid, taken, *_ in examples}
    for bid, taken, *_ in examples:
        if stored_game(app, slug).hand.order[-1] == 0:  # where the dealer is bound, no example of Ana's
            play_example(app, slug, stored_game(app, slug).legal_bids(0)[0], 0)
        play_example(app, slug, int(bid), int(taken))
    game = stored_game(app, slug)
    played = [line for line in score_sheet(game).lines if line.hand.order[-1] != 0]
    shown = {line.hand.number: gains(phone.open(f"/g/{slug}/sheet"), line.hand.number)[0] for line in played}
    streak = preset.ruleset.scoring.streak
    for line, (_, _, minus, points) in zip(played, examples, strict=True):
        if streak is None or line.hand.number % streak.n:
            assert shown[line.hand.number].lstrip("+") == minus + points, line


# Nought is a number


def test_a_total_of_nought_is_shown_as_nought_everywhere(phone, other_phone):
    """G25: after hand 1 the totals are 20, 30, −10; after hand 2 they are 0, 60, 20."""
    table = start_named(phone, "wizard", sizes="1 2 2")
    for said, taken, expected in (
        ("Bo 1, Cy 1, Ana 0", "0 1 0", ["20", "30", "−10"]),
        ("Cy 1, Ana 2, Bo 1", "0 1 1", ["0", "60", "20"]),
    ):
        table.play(said, taken)
        assert table.shown_totals == expected
        for reader in (phone, other_phone):
            sheet = reader.open(f"{table.url}/sheet")
            assert totals(sheet) == expected
            standings = {
                row.all("th")[0].text.split()[0]: row.all("td")[-1].text
                for row in sheet.main.all("table", class_="standings")[0].all("tr")[1:]
            }
            assert [standings[name] for name in table.players] == expected
            rows = list(csv.DictReader(StringIO(reader.client.get(f"{table.url}/sheet.csv").data.decode("utf-8-sig"))))
            assert [row["Total"].replace("-", "−") for row in rows[-3:]] == expected
        table.look()
    table.play("Ana 0, Bo 0, Cy 0", "2 0 0")
    assert table.screen.heading == "Finished"
    standings = table.screen.main.all("table", class_="standings")[0]
    assert "3 Ana 1 of 3 100 −20" in standings.text


def test_a_total_of_nought_at_the_end_is_nought_too(phone, other_phone):
    """G25: the same two hands as the whole game."""
    table = start_named(phone, "wizard", sizes="1 2")
    table.play("Bo 1, Cy 1, Ana 0", "0 1 0")
    assert totals_everywhere(table, other_phone) == ["20", "30", "−10"]
    table.look()
    table.play("Cy 1, Ana 2, Bo 1", "0 1 1")
    assert table.screen.heading == "Finished"
    assert totals_everywhere(table, other_phone) == ["0", "60", "20"]


# How many hands there are


@pytest.mark.parametrize(("players", "hands"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_wizard_goes_on_until_the_whole_pack_is_dealt(phone, players, hands):
    """G16: read before the start; the last hand, for which no card is left to turn up, is marked."""
    set_up(phone, (*FOUR, "Eli", "Fay")[:players])
    screen = phone.press("Show the game as chosen", game="wizard")
    sizes = [str(size) for size in range(1, hands + 1)]
    assert f"{hands} hands, with these cards each: {' '.join(sizes)}." in screen.text
    assert f"Hand {hands} is played without trump." in screen.text
    assert phone.press("Start game").heading == f"Hand 1 of {hands}"
    plan = phone.follow("Rules of this game").main.all("table", class_="plan")[0]
    dealt = [row.all("td")[0].text for row in plan.all("tr")[1:]]
    assert dealt == [*sizes[:-1], f"{hands} no trump"]


# Bids all at once


def test_in_skull_king_bids_come_in_any_order_and_may_be_even(phone):
    """G10, RG17: Dee, Ana, Cy, Bo; nothing is barred, which the rules say too, and dealer and leader are shown."""
    table = start_named(phone, "skull-king", FOUR, sizes="4 3")
    for said in ("Dee 1", "Ana 1", "Cy 1", "Bo 1"):
        assert not [button for button in phone.screen.buttons.values() if "disabled" in button]
        assert "would total" not in table.screen.text
        assert (table.dealer, table.line("Bo").all(class_="leads")[0].text) == ("Ana", "leads")
        table.bids(said)
    assert table.shown_bids == dict.fromkeys(FOUR, "1") | {"Bo": "1"}
    assert table.balance.endswith("even")
    assert (table.dealer, len(table.screen.main.all(class_="leads"))) == ("Ana", 1)
    assert "there is no hook" in phone.follow("Rules of this game").text


def test_who_leads_is_marked_only_where_it_is_not_who_bids_first(phone):
    for game, leads in (("hook-only", []), ("wizard", []), ("jaylipp", ["Cy"]), ("skull-king", ["Bo"]), ("bankeren", [])):
        table = start_named(phone, game, FOUR)
        assert [line for line in table.order if table.line(line).all(class_="leads")] == leads, game
    table.bids("Ana 0, Bo 0, Cy 1, Dee 1")
    assert [line for line in table.order if table.line(line).all(class_="leads")] == ["Cy"]


# Trump that the highest bidder names


def test_trump_is_asked_for_when_it_is_known_who_names_it(any_phone, other_phone):
    table = start_named(any_phone, "blob", FOUR, sizes="5 4")
    for reader in (any_phone, other_phone):
        assert "The highest bidder names trump." in reader.open(table.url).text
        assert "hearts" not in reader.screen.buttons
    any_phone.open(table.url)
    table.bids("Bo 1, Cy 2, Dee 2, Ana 1")
    assert "Cy names trump." in table.screen.text
    assert "Cy names trump." in other_phone.open(table.url).text
    assert "hearts" not in other_phone.screen.buttons
    any_phone.press("hearts")
    assert table.game.hand.trump == "hearts"
    assert "names trump" not in table.screen.text
    any_phone.press("hearts")
    assert (table.game.hand.trump, "Cy names trump." in table.screen.text) == (None, True)


def test_a_hand_is_recorded_whether_trump_was_named_or_not(phone):
    table = start_named(phone, "blob", FOUR, sizes="5 4")
    table.play("Bo 1, Cy 2, Dee 2, Ana 1", "1 1 2 1")
    assert (table.screen.heading, table.game.closed[0].trump) == ("Hand 2 of 2", None)


def test_in_a_hand_without_trump_nobody_is_asked_to_name_it(phone):
    table = start_with_rules(phone, FOUR, trump={"policy": "highest-bidder"}, no_trump="all")
    assert "No trump in this hand." in table.screen.text
    table.bids("Bo 1, Cy 0, Dee 0, Ana 0")
    assert "names trump" not in table.screen.text


# A score that ends the game


def test_a_game_that_a_score_ends_does_not_say_how_many_hands_it_has(phone, other_phone):
    table = start_named(phone, "to-101", FOUR)
    for hand in range(1, 6):
        assert table.screen.heading == f"Hand {hand}"
        for reader in (phone, other_phone):
            for path in ("", "/sheet", "/history", "/rules"):
                text = reader.open(table.url + path).text
                assert not re.search(rf"\bof {hand}\b(?! cards)", text.replace("Bids 0 of", "")), path
        played = "1 hand played" if hand == 2 else f"{hand - 1} hands played"
        assert f"{played}; the game ends at 101 points." in phone.open(f"{table.url}/sheet").text
        table.look()
        order = [table.players[seat] for seat in table.game.hand.order]
        table.play(", ".join(f"{name} {2 if name == 'Ana' else 3}" for name in order), "2 3 3 2")
    assert "5 hands played; the game ends at 101 points." in phone.open(f"{table.url}/sheet").text
    assert "Every hand has 10 cards." in phone.open(f"{table.url}/rules").text


def test_a_game_with_an_end_of_both_kinds_says_both(phone):
    table = start_with_rules(phone, schedule={"shape": "list", "hands": [1, 2]}, end={"score": 500})
    assert "0 of 2 hands played; the game ends at 500 points." in phone.open(f"{table.url}/sheet").text


# Hands in which no card is left to turn up


@pytest.mark.parametrize(
    ("game", "sizes", "bare", "told"),
    [
        ("wizard", "", [15], "Hand 15 is played without trump."),
        ("hook-only", "12 13", [2], "Hand 2 is played without trump."),
        ("romanian-whist", "", [11, 12, 13, 14], "Hands 11, 12, 13, and 14 are played without trump."),
    ],
)
def test_hands_in_which_no_card_is_left_are_told_in_advance(phone, other_phone, game, sizes, bare, told):
    """RG10"""
    table = start_named(phone, game, FOUR, sizes=sizes)
    for reader in (phone, other_phone):
        screen = reader.open(f"{table.url}/rules")
        assert told in screen.text
        plan = screen.main.all("table", class_="plan")[0].all("tbody")[0].all("tr")
        assert [number for number, row in enumerate(plan, start=1) if "no trump" in row.text] == bare


@pytest.mark.parametrize("trump", ["", "no trump", "hearts"])
def test_a_hand_is_recorded_whatever_was_noted_of_trump(phone, trump):
    """RG10: a jester turned up is "no trump", a wizard lets the dealer choose, and no note blocks nothing."""
    table = start_named(phone, "wizard", FOUR)
    if trump:
        phone.press(trump)
    table.play("Bo 0, Cy 0, Dee 0, Ana 1", "1 0 0 0")
    assert (table.screen.heading, table.shown_totals) == ("Hand 2 of 15", ["30", "20", "20", "20"])
    assert table.game.closed[0].trump == ({"no trump": "none"}.get(trump, trump) or None)


def test_the_hand_that_takes_the_whole_pack_says_that_it_has_no_trump(phone):
    """RG10: hand 14 of Wizard leaves four cards, hand 15 none."""
    table = start_named(phone, "wizard", FOUR, sizes="14 15")
    assert "No trump in this hand." not in table.screen.text
    table.play_any()
    assert "No trump in this hand." in table.screen.text
    table.play_any()
    assert table.screen.heading == "Finished"


# Lists of hands


def test_in_romanian_whist_everybody_deals_a_hand_of_one_card(phone):
    """RG12: the plan that the running game shows."""
    for players, hands in ((3, 21), (4, 24), (5, 27)):
        names = (*FOUR, "Eli")[:players]
        table = start_named(phone, "romanian-whist", names)
        assert table.screen.heading == f"Hand 1 of {hands}"
        plan = table.game.plan
        ones = [hand.dealer for hand in plan[:players] if hand.size == 1]
        assert sorted(ones) == list(range(players))
        assert [hand.size for hand in plan[players : 6 + 2 * players]] == [2, 3, 4, 5, 6, 7, *[8] * players]


def test_in_pocha_everybody_deals_a_hand_of_one_card_and_one_of_the_largest(phone):
    """RG12: 40 cards for four and for five."""
    for players, top in ((4, 10), (5, 8)):
        table = start_named(phone, "pocha", (*FOUR, "Eli")[:players])
        once, between = [1] * players, [*range(2, top)]
        assert table.game.sizes == (*once, *between, *[top] * players, *reversed(between), *once)
        assert table.screen.heading == f"Hand 1 of {28 if players == 4 else 27}"
        assert sorted(hand.dealer for hand in table.game.plan[:players]) == list(range(players))


def test_where_the_pack_runs_out_ten_hands_stay_ten_and_a_made_zero_counts_the_cards_dealt(phone):
    """RG14: Skull King for eight."""
    eight = (*FOUR, "Eli", "Fay", "Gus", "Hal")
    table = start_named(phone, "skull-king", eight)
    assert table.game.sizes == (1, 2, 3, 4, 5, 6, 7, 8, 8, 8)
    table.play_any(9)
    before = [int(total.replace("−", "-")) for total in table.shown_totals]
    table.play(", ".join(f"{name} {8 if name == 'Ana' else 0}" for name in eight), "8 0 0 0 0 0 0 0")
    assert gains(phone.open(f"{table.url}/sheet"), 10) == ["+160", *["+80"] * 7]
    gained = [160, *[80] * 7]
    assert totals(phone.screen) == [str(total + more).replace("-", "−") for total, more in zip(before, gained, strict=True)]


def test_hands_may_jump_and_totals_begin_below_zero(phone):
    """RG15: Wizard with 1, 3, 5, 7 cards; places from the first hand on."""
    table = start_named(phone, "wizard", FOUR, sizes="1 3 5 7")
    table.play("Bo 0, Cy 0, Dee 1, Ana 0", "1 0 0 0")
    assert (table.screen.heading, table.game.hand.size) == ("Hand 2 of 4", 3)
    assert table.shown_totals == ["−10", "20", "20", "−10"]
    screen = phone.open(f"{table.url}/sheet")
    assert gains(screen, 1) == ["−10", "+20", "+20", "−10"]
    rows = [row.text.split() for row in screen.main.all("table", class_="standings")[0].all("tr")[1:]]
    assert [(row[1], row[0], row[-1]) for row in rows] == [
        ("Bo", "1", "20"),
        ("Cy", "1", "20"),
        ("Ana", "3", "−10"),
        ("Dee", "3", "−10"),
    ]


# The name of what is played


def test_the_sheet_and_the_rules_name_the_game(phone, other_phone):
    table = start_named(phone, "wizard")
    for reader in (phone, other_phone):
        assert reader.open(f"{table.url}/sheet").main.all(class_="rules")[0].raw.startswith("Wizard: 1 to 20 cards")
        assert "Wizard" in [heading.text for heading in reader.open(f"{table.url}/rules").main.all("h2")]
