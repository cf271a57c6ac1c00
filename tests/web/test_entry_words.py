"""Every kind of entry in a plain sentence, with what it replaced, and the same when it was taken back."""

import pytest

from scorekeeper.ledger.entries import (
    KINDS,
    About,
    Adjustment,
    Bid,
    Coming,
    Correction,
    Dealer,
    DealerRests,
    Entry,
    Extras,
    Join,
    Note,
    Presence,
    Redeal,
    Rename,
    Resume,
    Rules,
    Seating,
    SetPoints,
    SitOut,
    Size,
    Stake,
    Start,
    Stop,
    Tricks,
    Trump,
    Undo,
)
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.history import history
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.web.entry_words import fact_sentence, status_sentence, step_sentence, was_sentence
from tests.ledger.playing import ANA, BO, CY, DEE, EVENING, b3, begin, bid, enter, f4, undo
from tests.web.screen import Screen

HOUSE = Ruleset.from_data({"bidding": {"hook": "always"}, "scoring": {"made": {"k": 5}}}).to_data()
SMALL_PACK = Ruleset.from_data({"deck": 12}).to_data()


@pytest.fixture(autouse=True)
def _request(app):
    with app.test_request_context():
        yield


def plain(sentence):
    """As it is read."""
    return Screen(str(sentence)).root.text


def told(game, *facts):
    """What the history says of the last entry, with what it replaced."""
    game = enter(game, *facts)
    step = history(game)[-1]
    return " ".join(filter(None, (plain(step_sentence(game, step)), plain(was_sentence(game, step)))))


ON = b3(2)  # hand 3 is open: Ana, Bo and Cy bid in this order, Cy deals
END = b3()
FOUR = f4(2)

HEARTS = {**ON.rules.to_data(), "trump": {"policy": "fixed", "suit": "hearts"}, "no_trump": "never"}
TO_50 = {**ON.rules.to_data(), "end": {"score": 50}}
HOUSE_RULES = "Now: hook on, made 5, missed 0. Before: hook on, made 10 + bid, missed 0."

SENTENCES = [
    (begin(), [Bid(1, BO, 1)], "Bo bids 1."),
    (begin(), [Bid(1, BO, 1), Bid(1, BO, 0)], "Bo bids 0. Before: 1."),
    (begin(), [Stake(1, BO, wager=5)], "Bo wagers 5."),
    (begin(), [Stake(1, BO, blind=True), Stake(1, BO, wager=5)], "Bo wagers 5. Before: blind."),
    (begin(), [Trump(1, "hearts"), Trump(1, "clubs")], "Trump: clubs. Before: hearts."),
    (bid(ON, 2, 1, 1), [Tricks(3, (2, 1, 0))], "Hand 3 recorded: Ana 2, Bo 1, Cy 0."),
    (END, [Correction(2, (0, 2, 1), (0, 2, 0))], "Hand 2 corrected: Ana 0/0, Bo 2/2, Cy 1/0. Before: Ana 0/1, Bo 2/0, Cy 1/1."),
    (ON, [Size(3, 4)], "Hand 3 has 4 cards. Before: 3."),
    (ON, [Redeal(3)], "Hand 3 is dealt again."),
    (ON, [Dealer(3, ANA)], "Ana deals hand 3. Before: Cy."),
    (ON, [Coming(3, (4, 5, 5))], "Coming hands, from hand 3 on: 4 5 5. Before: 3."),
    (ON, [Coming(3, ())], "Hand 2 is the last one. Before: 3."),
    (END, [Coming(4, (3,))], "Coming hands, from hand 4 on: 3."),
    (begin(), [Stop()], "The game is stopped."),
    (bid(begin(), 1), [Stop()], "The game is stopped; hand 1 does not count."),
    (ON, [Stop()], "The game is stopped after hand 2."),
    (bid(ON, 2), [Stop()], "The game is stopped after hand 2; hand 3 does not count."),
    (ON, [Stop(), Resume()], "The game goes on."),
    (FOUR, [Join("Eli", ANA)], "Eli joins, left of Ana."),
    (FOUR, [Join("Eli", ANA, 24)], "Eli joins, left of Ana, with 24 points."),
    (FOUR, [Join("Eli", ANA, 1)], "Eli joins, left of Ana, with 1 point."),
    (FOUR, [Presence(BO, there=False)], "Bo leaves."),
    (FOUR, [Presence(BO, there=False), Presence(BO, there=True)], "Bo is back."),
    (FOUR, [SitOut(3, CY)], "Cy sits hand 3 out."),
    (FOUR, [SitOut(3, CY), SitOut(3, CY, out=False)], "Cy plays hand 3 after all."),
    (FOUR, [DealerRests(rests=True)], "Whoever deals does not play."),
    (FOUR, [DealerRests(rests=True), DealerRests(rests=False)], "Whoever deals plays too."),
    (FOUR, [Seating((ANA, CY, BO, DEE))], "Seats now: Ana, Cy, Bo, and Dee. Before: Ana, Bo, Cy, and Dee."),
    (ON, [Rename(BO, "Bob")], "Bo is now called Bob."),
    (ON, [Rename(BO, "Zoe", substitute=True)], "Zoe goes on for Bo."),
    (
        bid(ON, 2, 1, 1),
        [SetPoints(3, (12, 11, -4), "wrong number of cards")],
        "Hand 3 closed with points set by hand: Ana +12, Bo +11, Cy −4 (wrong number of cards).",
    ),
    (
        ON,
        [SetPoints(3, (12, 11, -4), "why"), SetPoints(3, (0, 0, 0))],
        "Hand 3 closed with points set by hand: Ana 0, Bo 0, Cy 0. Before: Ana +12, Bo +11, Cy −4 (why).",
    ),
    (
        ON,
        [SetPoints(3, (12, 11, -4)), Correction(3, (2, 1, 1), (2, 1, 0))],
        "Hand 3 corrected: Ana 2/2, Bo 1/1, Cy 1/0. Before: Ana +12, Bo +11, Cy −4.",
    ),
    (
        END,
        [SetPoints(1, (1, 2, 3))],
        "Hand 1 closed with points set by hand: Ana +1, Bo +2, Cy +3. Before: Ana 1/1, Bo 0/0, Cy 1/0.",
    ),
    (END, [Adjustment(-5, BO, "revoke", 3)], "Adjustment after hand 3 for Bo: −5 (revoke)."),
    (END, [Adjustment(-10, None, "", 3)], "Adjustment after hand 3 for everybody: −10."),
    (END, [Adjustment(10, CY)], "Adjustment before the first hand for Cy: +10."),
    (ON, [Rules(HOUSE)], f"From hand 3 on: other rules. {HOUSE_RULES}"),
    (bid(b3(1), 1), [Rules(HOUSE, "House")], f"From hand 3 on: other rules (House). {HOUSE_RULES}"),
    (
        ON,
        [Rules(HEARTS)],
        "From hand 3 on: other rules. Now: Trump is always hearts. Before: There are no trumps.",
    ),
    (ON, [Rules(TO_50)], "From hand 3 on: other rules. Now: The game ends when somebody has 50 points."),
    (
        ON,
        [Rules(TO_50), Rules(ON.rules.to_data())],
        "From hand 3 on: other rules. Before: The game ends when somebody has 50 points.",
    ),
    (ON, [Rules(ON.rules.to_data(), "Ours")], "From hand 3 on: other rules (Ours)."),
    (
        FOUR,
        [Rules(SMALL_PACK, level=True)],
        (
            "From hand 3 on: other rules. Coming hands, from hand 3 on: 3 3 3 3 3 3. "
            "Now: hook off, made 10 + bid, missed 0. There are no trumps. "
            "Before: hook on, made 10 + bid, missed 0. Trump is the suit of the card turned up. Hand 8 is played without trump."
        ),
    ),
    (FOUR, [Note("a long hand", 2)], "Note about hand 2: “a long hand”."),
    (FOUR, [Note("a long hand", 2), Note("not so long", 2)], "Note about hand 2: “not so long”. Before: a long hand."),
    (FOUR, [Note("Friday"), Note("")], "No note any more about the game. Before: Friday."),
    (FOUR, [About("Friday", "at home")], "The game is called Friday. It is played here: at home."),
    (FOUR, [About("Friday", keeper="Cy"), About("Sunday", keeper="Cy")], "The game is called Sunday. Before: Friday."),
    (FOUR, [Join("Eli", ANA), Undo(12)], "Taken back: Eli joins, left of Ana."),
]


@pytest.mark.parametrize(("game", "facts", "sentence"), SENTENCES, ids=[sentence for _, _, sentence in SENTENCES])
def test_an_entry_is_told_in_a_sentence_with_what_it_replaced(game, facts, sentence):
    assert told(game, *facts) == sentence


def test_every_kind_of_entry_is_told():
    kinds = {type(fact) for _, facts, _ in SENTENCES for fact in facts}
    assert kinds | {Start} == set(KINDS.values())


@pytest.mark.parametrize(("game", "facts", "sentence"), SENTENCES, ids=[sentence for _, _, sentence in SENTENCES])
def test_what_was_taken_back_is_told_as_it_was(game, facts, sentence):
    """At the table, and later in the history."""
    if isinstance(facts[-1], Undo):
        return
    game = enter(game, *facts)
    said = plain(status_sentence(game, scoring=False))
    assert sentence.startswith(said)
    place = len(game.entries) - 1
    game = undo(game)
    taken = plain(status_sentence(game, scoring=False))
    assert taken in {f"Taken back: {said}", f"Taken back: the record of hand {getattr(facts[-1], 'hand', 0)}."}
    struck, last = history(game)[-2:]
    assert (plain(step_sentence(game, struck)), plain(step_sentence(game, last))) == (said, taken)
    game = undo(game) if game.undoable else game
    assert plain(step_sentence(game, history(game)[place])) == said


def game_of(**about):
    return Game.replay([Entry(1, Start(Ruleset().to_data(), ("Ana", "Bo", "Cy", "Dee"), **about), EVENING)])


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        ({"first_dealer": BO}, "The game begins: Bo deals first."),
        ({"first_dealer": BO, "drawn": True}, "Bo was drawn to deal first."),
        (
            {"first_hand": 4, "carried": (30, 0, -5, 21)},
            (
                "The game begins: Ana deals first. It goes on from paper, with hand 4. "
                "Carried over from paper: Ana 30, Bo 0, Cy −5, Dee 21."
            ),
        ),
        ({"absent": (DEE,)}, "The game begins: Ana deals first. Dee comes later."),
        ({"absent": (ANA, DEE)}, "The game begins: Bo deals first. Ana and Dee come later."),
    ],
)
def test_how_a_game_began(about, sentence):
    game = game_of(**about)
    assert plain(fact_sentence(game, game.start)) == sentence


def test_somebody_who_comes_for_the_first_time_is_not_back():
    game = game_of(absent=(DEE,))
    assert told(game, Presence(DEE, there=True)) == "Dee is here now."
    assert told(game, Presence(DEE, there=True), Presence(DEE, there=False), Presence(DEE, there=True)) == "Dee is back."


def test_the_history_calls_people_as_they_were_called_then():
    game = enter(bid(b3(2), 2), Rename(ANA, "Zoe", substitute=True), Bid(3, BO, 1))
    said = [plain(step_sentence(game, step)) for step in history(game)[-3:]]
    assert said == ["Ana bids 2.", "Zoe goes on for Ana.", "Bo bids 1."]
    game = enter(game, Rename(ANA, "Ada"))
    assert plain(step_sentence(game, history(game)[-1])) == "Zoe is now called Ada."


def test_telling_what_was_arranged_folds_no_game_again(monkeypatch):
    steps = history(enter(FOUR, Rename(BO, "Bea"), Presence(CY, there=False), Rules(HOUSE), About("Friday"), Stop()))[-5:]
    monkeypatch.setattr(Game, "replay", None)
    said = [plain(step_sentence(FOUR, step)) for step in steps if was_sentence(FOUR, step) is not None]
    assert said[:2] == ["Bo is now called Bea.", "Cy leaves."]
    assert said[-2:] == ["The game is called Friday.", "The game is stopped after hand 2."]


def test_the_numbers_of_a_game_begun_on_paper_are_those_on_paper():
    game = game_of(first_hand=4)
    for fact, sentence in (
        (Presence(BO, there=False), "Bo leaves."),
        (
            Rules(HOUSE),
            "From hand 4 on: other rules. Now: hook on, made 5, missed 0. Before: hook off, made 10 + bid, missed 0.",
        ),
        (Stop(), "The game is stopped after hand 3."),
    ):
        assert told(game, fact) == sentence


def test_covered_bids_stay_covered_whatever_is_arranged():
    game = begin(schedule={"shape": "list", "hands": [2, 2]}, bidding={"order": "simultaneous"})
    game = enter(game, Bid(1, CY, 1), Stake(1, CY, wager=7), Join("Eli", ANA))
    said = " ".join(plain(step_sentence(game, step)) + plain(was_sentence(game, step)) for step in history(game))
    assert "Cy's bid is in." in said
    assert "bids 1" not in said
    assert "7" not in said


def test_what_people_wrote_is_text():
    game = enter(f4(1), Note("<b>bold</b>", 1), Adjustment(5, BO, "<i>"), SetPoints(1, (1, 1, 1, 1), "<u>"))
    for step in history(game):
        assert not any(tag in str(step_sentence(game, step)) for tag in ("<b>", "<i>", "<u>"))


def test_extras_stand_in_a_recorded_hand():
    game = bid(begin(), 1, 0, 1)
    assert told(game, Tricks(1, (0, 1, 0), Extras(bonus=(0, 20, 0)))) == "Hand 1 recorded: Ana 0, Bo 1 (bonus +20), Cy 0."
