"""Evenings as they really go: every kind of entry in any order, legal or not, and what must hold whatever happens."""

import json
import os
from contextlib import suppress
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from scorekeeper.ledger.entries import (
    About,
    Adjustment,
    Bid,
    Coming,
    Correction,
    Dealer,
    DealerRests,
    Extras,
    Fact,
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
    Stop,
    Tricks,
    Trump,
    Undo,
)
from scorekeeper.ledger.file import coming_later, write_game, write_hands
from scorekeeper.ledger.file_reading import read_game
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.history import history
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.bidding import next_dealer
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import points
from tests.ledger.playing import NAMES, PATIENT, begin, enter, state

RULES = [
    {"bidding": {"hook": "always"}},
    {"bidding": {"hook": "min_cards", "min_cards": 3}, "schedule": {"shape": "down", "max": 5}, "rotation": "right"},
    {"bidding": {"order": "simultaneous"}, "schedule": {"shape": "up-down", "max": 4}},
    {"deck": 20, "scoring": {"made": {"k": 0.5, "b": 1}, "streak": {"n": 2, "win": 5}}, "no_trump": "exhausted"},
    {"bidding": {"hook": "must_exceed", "first": "dealer"}, "lead": "highest-bidder", "trump": {"policy": "highest-bidder"}},
    {"schedule": {"shape": "list", "hands": [8, 2, 6, 1]}, "bidding": {"hook": "always"}},
    {"players": [2, 6], "schedule": {"shape": "up-down", "max": {"deck": 24}}},
    {"end": {"score": 60}, "schedule": {"shape": "fixed", "max": 3}},
]
EVENINGS = int(os.environ.get("EVENINGS", "20"))  # make long plays many more
SEATS, HANDS, NUMBERS = st.integers(-1, 7), st.integers(0, 9), st.integers(-2, 6)
CHOICES = st.randoms(use_true_random=False)


class Evening(RuleBasedStateMachine):
    """One game, from the first deal on."""

    game: Game

    @initialize(players=st.integers(2, 6), dealer=st.integers(0, 1), rests=st.booleans(), rules=st.sampled_from(RULES))
    def sit_down(self, players: int, dealer: int, rests: bool, rules: dict[str, object]) -> None:
        self.game = begin(players, dealer, dealer_rests=rests and players > 2, **rules)

    def try_to(self, fact: Fact) -> None:
        """A fact is entered, or refused without a trace."""
        with suppress(RuleError):
            self.game = enter(self.game, fact)

    @property
    def number(self) -> int:
        return self.game.hands[-1].number if self.game.hands else 1

    # Play

    @rule(dice=CHOICES)
    def next_bids(self, dice: Random) -> None:
        for _ in range(dice.randint(1, 4)):
            hand = self.game.hand
            seat = None if hand is None else hand.bidder
            if hand is not None and seat is not None:
                self.try_to(Bid(hand.number, seat, dice.choice(self.game.legal_bids(seat))))

    @rule(dice=CHOICES)
    def whole_hand(self, dice: Random) -> None:
        hand = self.game.hand
        if hand is None:
            return
        self.next_bids(Random(4))
        for _ in hand.order:
            self.next_bids(dice)
        self.tricks(dice)

    @rule(dice=CHOICES)
    def tricks(self, dice: Random) -> None:
        hand = self.game.hand
        if hand is not None:
            self.try_to(Tricks(hand.number, shared_out(hand.size, hand.order, len(self.game.players), dice)))

    @rule(hand=HANDS, seat=SEATS, number=NUMBERS)
    def any_bid(self, hand: int, seat: int, number: int) -> None:
        self.try_to(Bid(hand, seat, number))

    @rule(hand=HANDS, seat=SEATS, wager=NUMBERS, blind=st.booleans())
    def stake(self, hand: int, seat: int, wager: int, blind: bool) -> None:
        self.try_to(Stake(hand, seat, blind, wager))

    @rule(hand=HANDS, trump=st.sampled_from(["spades", "none", None, "bells"]))
    def trump(self, hand: int, trump: str | None) -> None:
        self.try_to(Trump(hand, trump))

    @rule(hand=HANDS, dice=CHOICES, kept=st.booleans())
    def correct(self, hand: int, dice: Random, kept: bool) -> None:
        known = {one.number: one for one in self.game.closed}.get(hand)
        if known is None:
            self.try_to(Correction(hand, (), ()))
            return
        seats = len(self.game.players)
        bids = tuple(dice.randint(0, known.size) if seat in known.order else None for seat in range(seats))
        extras = dice.choice([Extras(), Extras(multiplier=2)])
        self.try_to(Correction(hand, bids, shared_out(known.size, known.order, seats, dice), None, kept, extras))

    @rule(hand=HANDS, dice=CHOICES)
    def set_points(self, hand: int, dice: Random) -> None:
        order = next((one.order for one in self.game.hands if one.number == hand), ())
        values = tuple(dice.choice([12, -4, 0]) if seat in order else None for seat in range(len(self.game.players)))
        self.try_to(SetPoints(hand, values, "wrong number of cards"))

    @rule()
    def undo(self) -> None:
        last = self.game.undoable
        self.try_to(Undo(last.number if last else 1))

    @rule()
    def undo_and_the_same_again(self) -> None:
        last = self.game.undoable
        if last is not None:
            again = enter(enter(self.game, Undo(last.number)), last.fact)
            assert state(again) == state(self.game)
            assert write_hands(again) == write_hands(self.game)

    # Arrangements

    @rule(size=st.integers(-1, 30))
    def size(self, size: int) -> None:
        self.try_to(Size(self.number, size))

    @rule(sizes=st.lists(st.integers(0, 9), max_size=4), more=st.integers(0, 1))
    def coming(self, sizes: list[int], more: int) -> None:
        self.try_to(Coming(self.game.next_unbegun + more * 3, tuple(sizes)))

    @rule()
    def one_more(self) -> None:
        self.try_to(Coming(self.game.next_unbegun, (*self.game.sizes[self.game.next_unbegun - 1 :], 2)))

    @rule(more=st.integers(0, 1))
    def redeal(self, more: int) -> None:
        self.try_to(Redeal(self.number + more))

    @rule(seat=SEATS)
    def dealer(self, seat: int) -> None:
        self.try_to(Dealer(self.number, seat))

    @rule()
    def stop(self) -> None:
        self.try_to(Stop())

    @rule()
    def resume(self) -> None:
        self.try_to(Resume())

    @rule(place=SEATS, start=st.integers(-20, 20), level=st.booleans())
    def join(self, place: int, start: int, level: bool) -> None:
        self.try_to(Join(NAMES[len(self.game.players) % 10], place, start, level))

    @rule(seat=SEATS, there=st.booleans(), level=st.booleans())
    def presence(self, seat: int, there: bool, level: bool) -> None:
        self.try_to(Presence(seat, there, level))

    @rule(seat=SEATS, out=st.booleans(), more=st.integers(0, 1))
    def sit_out(self, seat: int, out: bool, more: int) -> None:
        self.try_to(SitOut(self.number + more, seat, out))

    @rule(rests=st.booleans())
    def dealer_rests(self, rests: bool) -> None:
        self.try_to(DealerRests(rests))

    @rule(dice=CHOICES)
    def seating(self, dice: Random) -> None:
        circle = list(self.game.circle)
        dice.shuffle(circle)
        self.try_to(Seating(tuple(circle)))

    @rule(seat=SEATS, name=st.sampled_from(["Zoe", "Ana", "Max", ""]), substitute=st.booleans())
    def rename(self, seat: int, name: str, substitute: bool) -> None:
        self.try_to(Rename(seat, name, substitute))

    @rule(rules=st.sampled_from(RULES), level=st.booleans())
    def other_rules(self, rules: dict[str, object], level: bool) -> None:
        self.try_to(Rules(Ruleset.from_data(rules).to_data(), "House", level))

    @rule(points=st.integers(-20, 20), seat=st.none() | SEATS, hand=HANDS)
    def adjust(self, points: int, seat: int | None, hand: int) -> None:
        self.try_to(Adjustment(points, seat, "penalty", hand))

    @rule(hand=st.none() | HANDS, text=st.sampled_from(["", "a long hand"]))
    def note(self, hand: int | None, text: str) -> None:
        self.try_to(Note(text, hand))

    @rule(title=st.sampled_from(["", "Friday"]))
    def about(self, title: str) -> None:
        self.try_to(About(title, "at home", "Ana"))

    # What must hold

    @invariant()
    def tricks_add_up(self) -> None:
        for hand in self.game.closed:
            if not hand.set_points:
                assert sum(taken or 0 for taken in hand.tricks) == hand.size - hand.extras.discarded
                assert {seat for seat, taken in enumerate(hand.tricks) if taken is not None} == set(hand.order)

    @invariant()
    def the_pack_is_never_exceeded(self) -> None:
        assert all(planned.size >= 1 for planned in self.game.plan)
        for hand in self.game.hands:
            players = len(hand.order)
            assert players >= 2
            assert hand.size * players <= self.game.rules_of(hand.number).pack(players)

    @invariant()
    def totals_are_points_and_adjustments(self) -> None:
        sheet = score_sheet(self.game)
        for seat in range(len(self.game.players)):
            given = sum(one.points for one in self.game.adjustments if seat in one.seats)
            assert sheet.totals[seat] == given + sum(line.points[seat] or 0 for line in sheet.lines)
        for line in sheet.lines:
            hand = line.hand
            for seat in hand.absent:
                assert line.points[seat] is None
            if hand.set_points or self.game.rules_of(hand.number).scoring.streak:
                continue
            for seat in hand.order:
                bid, taken = hand.bids[seat], hand.tricks[seat]
                assert bid is not None
                assert taken is not None
                assert line.points[seat] == points(
                    self.game.rules_of(hand.number).scoring,
                    size=hand.size,
                    bid=bid,
                    tricks=taken,
                    players=len(hand.order),
                    largest=max(self.game.sizes),
                    multiplier=hand.extras.multiplier,
                    wager=hand.extras.of(seat).wager,
                )

    @invariant()
    def the_deal_goes_round_those_who_are_there(self) -> None:
        chosen = dict(self.game.dealers)
        for before, hand in zip(self.game.hands, self.game.hands[1:], strict=False):
            missing = [seat for seat in hand.absent if seat != hand.dealer]
            rotation = self.game.rules_of(hand.number).rotation
            if hand.number not in chosen:
                assert hand.dealer == next_dealer(hand.circle, before.dealer, rotation, absent=missing)

    @invariant()
    def everything_follows_from_the_entries(self) -> None:
        assert Game.replay(self.game.entries) == self.game
        assert len(history(self.game)) == len(self.game.entries)

    @invariant()
    def the_file_is_the_game(self) -> None:
        written = json.loads(json.dumps(write_game(self.game)))
        again = read_game(written)
        assert state(again) == state(self.game)
        assert json.loads(json.dumps(write_game(again))) == written

    @invariant()
    def the_hands_alone_tell_the_same_hands(self) -> None:
        if any(self.game.rules_of(hand.number).end_score for hand in self.game.hands) or self.game.rules.end_score:
            return  # a late correction may have ended such a game in the middle
        hand = self.game.begun
        made = [hand.bids[seat] is not None for seat in hand.order] if hand else []
        if made != sorted(made, reverse=True) and not self.game.simultaneous:
            return  # the dealer was changed between the bids: only the ledger knows that nobody bid out of turn
        first = self.game.hands[0]
        rules, named = self.game.rules_of(first.number), len(self.game.players)
        for absent in ([seat for seat in first.absent if seat != first.dealer], sorted(self.game.away)):
            if not rules.plans_for(named - len(coming_later(rules, named, absent))):
                return  # more play the first hand than the rules plan for: only the ledger knows how that came about
        again = read_game(json.loads(json.dumps(write_hands(self.game))))
        assert list(map(as_played, again.closed)) == list(map(as_played, self.game.closed))
        assert score_sheet(again).totals == score_sheet(self.game).totals
        assert again.finished == self.game.finished

    def teardown(self) -> None:
        game = getattr(self, "game", None)
        if game is None:
            return
        start = Game.replay(game.entries[:1])
        while (last := game.undoable) is not None:
            game = enter(game, Undo(last.number))
        assert state(game) == state(start)


def as_played(hand: Hand) -> tuple[object, ...]:
    """A hand as the table remembers it."""
    return hand.number, hand.size, hand.dealer, hand.order, hand.bids, hand.tricks, hand.extras, hand.set_points, hand.note


def shared_out(size: int, order: tuple[int, ...], players: int, dice: Random) -> tuple[int | None, ...]:
    """Tricks that add up, at random."""
    taken: list[int | None] = [0 if seat in order else None for seat in range(players)]
    for _ in range(size):
        seat = dice.choice(order)
        taken[seat] = (taken[seat] or 0) + 1
    return tuple(taken)


TestEvening = Evening.TestCase
TestEvening.settings = settings(PATIENT, max_examples=EVENINGS, stateful_step_count=40)
