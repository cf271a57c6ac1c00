"""Rules that a table makes up are set up on the phone, without a manual and in few taps."""

from fractions import Fraction

from tests.browser.at_the_table import Home, Locator, NewGame, Page, Phone, Table, expect
from tests.browser.conftest import Complaints
from tests.browser.prepared import FOUR, Cupboard


class OwnPoints(Phone):
    """The form for points of one's own."""

    def number(self, row: str, what: str) -> Locator:
        return self.page.get_by_role("textbox", name=f"{row}: {what}", exact=True)

    def write(self, row: str, what: str, number: str) -> "OwnPoints":
        """A number, which is one tap and typing."""
        self.tap(self.number(row, what))
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.press("Backspace")
        self.page.keyboard.type(number)
        return self

    def count(self, row: str, what: str) -> "OwnPoints":
        """What is counted: a tap opens the list, another chooses."""
        self.page.get_by_role("combobox", name=f"{row}: what is counted", exact=True).select_option(label=what)
        self.taps += 2
        return self

    @property
    def examples(self) -> Locator:
        return self.page.get_by_role("status", name="Examples")


MADE, MISSED, ZERO = "A bid that is made", "A bid that is missed", "A bid of 0 that is made"


def opened(page: Page) -> tuple[NewGame, OwnPoints]:
    """A new game of four with the form for its points."""
    setup = NewGame(page).open().type(*FOUR)
    setup.tap(setup.more)
    setup.tap(setup.button("Points of your own"))
    return setup, OwnPoints(page).sees("Points of your own")


def game_at(page: Page, cupboard: Cupboard):
    Table(page).plays_hand(1)
    return cupboard.game(page.url.rsplit("/", 1)[1])


def test_five_and_the_square_three_off_for_each_trick_and_seven_for_a_made_zero(page: Page, cupboard: Cupboard):
    setup, own = opened(page)
    own.write(MADE, "points", "5").count(MADE, "× bid²")
    own.write(MISSED, "times", "3").count(MISSED, "× tricks missed by")
    own.tap(page.get_by_role("checkbox", name=f"{MISSED}: minus times", exact=True))
    own.tap(page.get_by_text("A bid of 0 scores differently", exact=True))
    own.write(ZERO, "points", "7")
    expect(own.examples).to_contain_text("3/3 14")
    expect(own.examples).to_contain_text("3/4 −3")
    expect(own.examples).to_contain_text("0/0 7")
    own.tap(own.button("Use these points"))
    setup.tap(setup.sees("New game").button("Start game"))
    scoring = game_at(page, cupboard).rules.scoring.to_data()
    assert scoring["made"] == {"k": 5, "b2": 1}
    assert scoring["over"] == scoring["under"] == {"d": -3}
    assert scoring["zero_made"] == {"k": 7}
    assert setup.taps + own.taps <= 20


def test_wizard_with_the_hook_from_four_cards_and_hands_of_odd_sizes(page: Page, cupboard: Cupboard):
    setup = NewGame(page).open().type(*FOUR)
    setup.choose("Game", "Wizard")
    setup.tap(setup.hook)
    setup.tap(setup.more)
    setup.page.get_by_role("textbox", name="Own list of hands", exact=True).fill("1 3 5 7 9")
    setup.page.get_by_role("textbox", name="Hook from how many cards", exact=True).fill("4")
    setup.start()
    game = game_at(page, cupboard)
    assert game.sizes == (1, 3, 5, 7, 9)
    assert (game.rules.bidding.hook, game.rules.bidding.min_cards, game.game) == ("min_cards", 4, "Wizard, with changes")
    assert game.rules.scoring.to_data()["made"] == {"k": 20, "b": 10}
    assert setup.taps + 2 + 2 <= 20  # the list of games, and into two fields


def test_a_missed_bid_costs_its_difference_squared_and_the_lowest_total_wins(page: Page, cupboard: Cupboard):
    setup, own = opened(page)
    own.write(MADE, "points", "").write(MADE, "times", "").count(MADE, "for each …")
    own.write(MISSED, "times", "1").count(MISSED, "× (tricks missed by)²")
    own.tap(page.get_by_role("checkbox", name="The lowest total wins", exact=True))
    expect(own.examples).to_contain_text("3/1 4")
    own.tap(own.button("Use these points"))
    setup.tap(setup.sees("New game").button("Start game"))
    scoring = game_at(page, cupboard).rules.scoring
    assert (scoring.made.value(5, 3, 3, 10), scoring.over.value(5, 3, 5, 10), scoring.direction) == (0, 4, "low")
    assert setup.taps + own.taps <= 20


def test_rules_are_kept_under_a_name_and_used_again(page: Page, cupboard: Cupboard, complaints: Complaints):
    setup, own = opened(page)
    own.write(MADE, "points", "0,5")
    own.tap(page.get_by_role("textbox", name="Name of these rules, to use them again", exact=True))
    page.keyboard.type("Half of it")
    own.tap(own.button("Use these points"))
    expect(page.get_by_text("Kept on this device: Half of it")).to_be_visible()
    NewGame(page).start()
    game = game_at(page, cupboard)
    assert (game.game, game.rules.scoring.made.k) == ("Half of it", Fraction(1, 2))
    setup = NewGame(page).open().fill("Eli", "Fay").choose("Game", "Half of it")
    setup.start()
    assert game_at(page, cupboard).rules == game.rules


def test_searching_shows_what_is_found_while_typing(page: Page):
    setup = NewGame(page).open().type(*FOUR)
    setup.tap(setup.more)
    setup.tap(setup.button("All ways to score"))
    search = page.get_by_role("searchbox", name="Search")
    search.press_sequentially("skull")
    setup.later()
    expect(page.get_by_role("button", name="Skull King, cannonball")).to_be_visible()
    expect(page.get_by_role("button", name="Wizard", exact=False)).to_have_count(0)
    setup.tap(page.get_by_role("button", name="Skull King, cannonball"))
    setup.sees("New game")
    assert setup.lines == list(FOUR)
    expect(page.get_by_text("A bid that is made scores 15 × cards").first).to_be_visible()


def test_home_is_one_tap_away_from_no_dead_end(page: Page):
    """Every page of choosing leads back to the form with everything typed."""
    setup = NewGame(page).open().type(*FOUR)
    for button in ("More games", "All ways to score", "Points of your own", "All ways of dealing"):
        if button != "More games":
            page.get_by_text("Change more of the rules", exact=True).tap()
        setup.tap(setup.button(button))
        setup.tap(setup.button("Back"))
        assert setup.sees("New game").lines == list(FOUR)
    Home(page).open()
