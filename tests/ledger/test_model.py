"""Whole games played at random, with slips, undo and corrections, beside a model that knows no more than pencil and paper."""

import json
from itertools import accumulate

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scorekeeper.ledger.entries import Bid, Correction, Fact, Tricks, Trump, Undo
from scorekeeper.ledger.file import write_game
from scorekeeper.ledger.file_reading import read_game
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.history import history
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.rules.errors import RuleError
from tests.ledger.playing import PATIENT, begin, enter, state

NUMBERS = st.integers(-1, 5)
HOOKS = st.integers(1, 5)
SUITS = st.sampled_from(["spades", "hearts", "diamonds", "clubs", "none", None])


class Paper:
    """Pencil and paper: the facts in force, one below the other, and what follows from them.

    Hand k has k cards, at most an equal share of the pack; the deal goes round; the dealer bids last and may not make the bids
    even from `hook` cards up; a bid made is worth 10 + tricks.
    """

    def __init__(self, players: int, dealer: int, hands: int, pack: int, hook: int) -> None:
        self.players, self.dealer, self.hook = players, dealer, hook
        self.sizes = [min(hand, pack // players) for hand in range(1, hands + 1)]
        self.facts: list[Fact] = []

    def last_bidder(self, hand: int) -> int:
        return (self.dealer + hand - 1) % self.players

    def barred(self, hand: int, bids: dict[int, int]) -> int | None:
        """The bid that would make the others' bids even; none while one of them is missing, nor in a small hand."""
        others = [bid for seat, bid in bids.items() if seat != self.last_bidder(hand)]
        size = self.sizes[hand - 1]
        return size - sum(others) if len(others) == self.players - 1 and size >= self.hook else None

    def bids(self, hand: int) -> dict[int, int]:
        bids: dict[int, int] = {}
        for fact in self.facts:
            if isinstance(fact, Bid) and fact.hand == hand:
                bids[fact.seat] = fact.bid
                if bids.get(self.last_bidder(hand)) == self.barred(hand, bids):
                    bids.pop(self.last_bidder(hand), None)
            if isinstance(fact, Correction) and fact.hand == hand:
                bids = {seat: bid for seat, bid in enumerate(fact.bids) if bid is not None}
        return bids

    def tricks(self, hand: int) -> tuple[int | None, ...]:
        recorded = [fact.tricks for fact in self.facts if isinstance(fact, Tricks | Correction) and fact.hand == hand]
        return recorded[-1] if recorded else ()

    @property
    def closed(self) -> int:
        return sum(isinstance(fact, Tricks) for fact in self.facts)

    @property
    def open(self) -> int | None:
        return self.closed + 1 if self.closed < len(self.sizes) else None

    @property
    def due(self) -> int | None:
        """The first seat after the dealer without a bid."""
        if self.open is None:
            return None
        order = [(self.last_bidder(self.open) + turn) % self.players for turn in range(1, self.players + 1)]
        return next((seat for seat in order if seat not in self.bids(self.open or 0)), None)

    def allows_bid(self, fact: Bid) -> bool:
        if fact.hand != self.open or not 0 <= fact.seat < self.players or not 0 <= fact.bid <= self.sizes[fact.hand - 1]:
            return False
        bids = self.bids(fact.hand)
        stopped = fact.seat == self.last_bidder(fact.hand) and fact.bid == self.barred(fact.hand, bids)
        return (fact.seat in bids or fact.seat == self.due) and not stopped

    def allows_tricks(self, hand: int, tricks: tuple[int | None, ...]) -> bool:
        numbers = [taken for taken in tricks if taken is not None]
        return len(numbers) == len(tricks) == self.players and min(numbers) >= 0 and sum(numbers) == self.sizes[hand - 1]

    def allows_correction(self, fact: Correction) -> bool:
        if not 1 <= fact.hand <= self.closed or not self.allows_tricks(fact.hand, fact.tricks):
            return False
        size, bids = self.sizes[fact.hand - 1], [bid for bid in fact.bids if bid is not None]
        if len(bids) != len(fact.bids) or len(bids) != self.players or not all(0 <= bid <= size for bid in bids):
            return False
        return fact.even_kept or sum(bids) != size or size < self.hook

    def points(self) -> list[list[int]]:
        rows = []
        for hand in range(1, self.closed + 1):
            bids, tricks = self.bids(hand), self.tricks(hand)
            rows.append([10 + bids[seat] if bids[seat] == tricks[seat] else 0 for seat in range(self.players)])
        return rows


class WholeGames(RuleBasedStateMachine):
    """Everything a scorekeeper can do, right or wrong, in any order."""

    game: Game
    paper: Paper

    @initialize(players=st.integers(2, 5), dealer=st.integers(0, 4), hands=st.integers(1, 4), pack=st.integers(6, 20), hook=HOOKS)
    def sit_down(self, players, dealer, hands, pack, hook):
        self.paper = Paper(players, dealer % players, hands, pack, hook)
        self.game = self.start = begin(
            players,
            first_dealer=dealer % players,
            schedule={"shape": "up", "max": hands},
            deck=pack,
            bidding={"hook": "min_cards", "min_cards": hook},
        )

    def enter(self, fact, allowed):
        """The game and the paper agree on what is allowed; what is refused changes nothing."""
        before = self.game
        if not allowed:
            with pytest.raises(RuleError) as refused:
                enter(before, fact)
            assert str(refused.value)
            return
        self.game = enter(before, fact)
        if isinstance(fact, Undo):
            self.paper.facts.pop()
        else:
            self.paper.facts.append(fact)

    def enter_bid(self, fact):
        self.enter(fact, self.paper.allows_bid(fact))

    def enter_tricks(self, fact):
        bids_in = fact.hand == self.paper.open and self.paper.due is None
        self.enter(fact, bids_in and self.paper.allows_tricks(fact.hand, fact.tricks))

    def some_tricks(self, data, size):
        taken = [0] * self.paper.players
        for _ in range(size):
            taken[data.draw(st.integers(0, self.paper.players - 1))] += 1
        return tuple(taken)

    @rule(number=NUMBERS)
    def the_next_player_bids(self, number):
        if self.paper.due is not None:
            self.enter_bid(Bid(self.paper.open, self.paper.due, number))

    @rule(hand=st.integers(0, 5), seat=NUMBERS, number=NUMBERS)
    def anybody_bids(self, hand, seat, number):
        self.enter_bid(Bid(hand, seat, number))

    @rule(seat=st.integers(0, 4), number=st.integers(0, 4))
    def a_bid_is_changed(self, seat, number):
        if self.paper.open is not None:
            self.enter_bid(Bid(self.paper.open, seat, number))

    @rule(data=st.data())
    def the_hand_is_played_out(self, data):
        while self.paper.due is not None:
            self.enter_bid(Bid(self.paper.open, self.paper.due, data.draw(st.sampled_from(self.game.legal_bids(self.paper.due)))))
        if self.paper.open is not None:
            self.enter_tricks(Tricks(self.paper.open, self.some_tricks(data, self.paper.sizes[self.paper.open - 1])))

    @rule(hand=st.integers(0, 5), tricks=st.lists(st.none() | NUMBERS, max_size=5))
    def tricks_are_miscounted(self, hand, tricks):
        self.enter_tricks(Tricks(hand, tuple(tricks)))

    @rule(suit=SUITS)
    def trump_is_named(self, suit):
        if self.paper.open is not None:
            self.enter(Trump(self.paper.open, suit), allowed=True)

    @rule(hand=st.integers(0, 5), suit=st.sampled_from(["joker", "hearts"]))
    def trump_is_mistaken(self, hand, suit):
        self.enter(Trump(hand, suit), allowed=hand == self.paper.open and suit == "hearts")

    @precondition(lambda self: self.paper.closed)
    @rule(data=st.data(), suit=SUITS, kept=st.booleans())
    def a_hand_is_corrected(self, data, suit, kept):
        hand = data.draw(st.integers(1, self.paper.closed))
        size = self.paper.sizes[hand - 1]
        bids = data.draw(st.tuples(*[st.integers(0, size)] * self.paper.players))
        fact = Correction(hand, bids, self.some_tricks(data, size), suit, kept)
        self.enter(fact, self.paper.allows_correction(fact))

    @rule(hand=st.integers(0, 5), bids=st.lists(st.none() | NUMBERS, max_size=5), tricks=st.lists(NUMBERS, max_size=5))
    def a_correction_is_mistaken(self, hand, bids, tricks):
        fact = Correction(hand, tuple(bids), tuple(tricks))
        self.enter(fact, self.paper.allows_correction(fact))

    @precondition(lambda self: self.paper.facts)
    @rule(times=st.integers(1, 4))
    def things_are_undone(self, times):
        for _ in range(min(times, len(self.paper.facts))):
            self.enter(Undo(self.game.active[-1].number), allowed=True)

    @rule(number=st.integers(0, 30))
    def an_undo_comes_too_late(self, number):
        self.enter(Undo(number), allowed=bool(self.paper.facts) and number == self.game.active[-1].number)

    @precondition(lambda self: self.game.undone and self.game.undone[-1].fact.hand == self.paper.open)
    @rule()
    def what_was_undone_is_entered_again(self):
        fact = self.game.undone[-1].fact
        if isinstance(fact, Bid):
            self.enter_bid(fact)
        elif isinstance(fact, Tricks):
            self.enter_tricks(fact)
        else:
            self.enter(fact, allowed=True)

    @invariant()
    def the_hands_are_as_on_paper(self):
        game, paper = self.game, self.paper
        assert game.sizes == tuple(paper.sizes)
        assert (len(game.closed), game.finished, game.bidder) == (paper.closed, paper.open is None, paper.due)
        for hand in game.hands:
            assert hand.dealer == hand.order[-1] == paper.last_bidder(hand.number)
            assert {seat: bid for seat, bid in enumerate(hand.bids) if bid is not None} == paper.bids(hand.number)
            assert hand.tricks == paper.tricks(hand.number)
            assert sum(hand.tricks) == (hand.size if hand.closed else 0)
            assert hand.size * paper.players <= game.rules.pack(paper.players)
        assert [hand.dealer for hand in game.plan] == [paper.last_bidder(hand) for hand in range(1, len(paper.sizes) + 1)]

    @invariant()
    def what_may_be_bid_is_what_the_paper_allows(self):
        seat, hand = self.paper.due, self.paper.open
        if seat is not None:
            allowed = tuple(bid for bid in range(-1, 7) if self.paper.allows_bid(Bid(hand, seat, bid)))
            assert self.game.legal_bids(seat) == allowed
            assert allowed

    @invariant()
    def totals_are_the_sums_of_points(self):
        sheet, points = score_sheet(self.game), self.paper.points()
        assert [list(line.points) for line in sheet.lines] == points
        assert [line.totals for line in sheet.lines] == list(
            accumulate((tuple(row) for row in points), lambda total, row: tuple(map(sum, zip(total, row, strict=True))))
        )
        assert sheet.totals == tuple(sum(row[seat] for row in points) for seat in range(self.paper.players))
        assert sheet.places == tuple(1 + sum(other > total for other in sheet.totals) for total in sheet.totals)
        assert bool(sheet.winners) == self.game.finished

    @invariant()
    def the_ledger_folds_to_the_same_game(self):
        assert Game.replay(self.game.entries) == self.game
        assert [entry.fact for entry in self.game.active[1:]] == self.paper.facts
        assert [entry.number for entry in self.game.entries] == list(range(1, self.game.version + 1))

    @invariant()
    def the_file_gives_the_game_back(self):
        again = read_game(json.loads(json.dumps(write_game(self.game))))
        assert state(again) == state(self.game)
        assert score_sheet(again) == score_sheet(self.game)

    @invariant()
    def ghosts_are_only_of_the_open_hand_and_never_entered(self):
        for seat in range(self.paper.players):
            ghost = self.game.ghost_bid(seat)
            assert ghost is None or 0 <= ghost <= self.paper.sizes[self.paper.closed]
        assert self.game.ghost_tricks == () or sum(self.game.ghost_tricks) == self.paper.sizes[self.paper.closed]

    def teardown(self):
        """The history tells everything, and undo of everything is the start."""
        if not hasattr(self, "game"):
            return
        assert tuple(step.entry for step in history(self.game)) == self.game.entries
        whole = self.game
        facts = list(self.paper.facts)
        while self.paper.facts:
            self.enter(Undo(self.game.active[-1].number), allowed=True)
        assert state(self.game) == state(self.start)
        assert self.game.undoable is None
        for fact in facts:
            self.enter(fact, allowed=True)
        assert state(self.game) == state(whole)


TestWholeGames = WholeGames.TestCase
TestWholeGames.settings = settings(PATIENT, max_examples=60, stateful_step_count=30)
