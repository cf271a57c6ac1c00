"""From the choices of a new game to a ruleset: the named game, and what this table plays differently."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.rules.bidding import Bidding
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.form import Form
from scorekeeper.rules.number import Points
from scorekeeper.rules.ruleset import TABLE_EXTRAS, Deck, Ruleset
from scorekeeper.rules.schedule import MOST_CARDS, MOST_HANDS, Schedule
from scorekeeper.rules.scoring import BASE_SCORING, Scoring
from scorekeeper.rules.trump import TrumpPolicy
from scorekeeper.web.fields import whole

if TYPE_CHECKING:
    from scorekeeper.web.choices import Choices

MISS_TRICKS, ZERO_BONUS = Form(t=1), Form(k=5, h=1)


def ruleset(choices: Choices, players: int) -> Ruleset:
    """The rules as chosen, checked for this many players. A `RuleError` names the field in its figures."""
    base = choices.named.ruleset
    rules = replace(
        base,
        deck=_deck(choices, base.deck),
        scoring=scoring(choices),
        trump=_trump(choices),
        no_trump=choices.no_trump.data,
        must_trump=choices.must_trump.data,
        rotation=choices.rotation.data,
        lead=choices.lead.data,
        tie=choices.tie.data,
        end_score=_end_score(choices),
        extras=tuple(extra for extra in TABLE_EXTRAS if extra in (choices.extras.data or ())),
    )
    return replace(rules, bidding=_bidding(choices, rules, players), schedule=_schedule(choices, rules, players))


def _deck(choices: Choices, base: Deck) -> Deck:
    if choices.deck.data is None:
        return base
    if not 1 <= choices.deck.data <= MOST_CARDS:
        raise RuleError("deck", N_("A pack has 1 to %(most)s cards; two packs are 104."), field="deck", most=MOST_CARDS)
    return Deck(choices.deck.data)


def _trump(choices: Choices) -> TrumpPolicy:
    policy, *suits = choices.trump.data.split()
    return TrumpPolicy(policy, suits[0]) if policy == "fixed" else TrumpPolicy(policy, order=tuple(suits))


def _end_score(choices: Choices) -> Points | None:
    if choices.end.data is not None and choices.end.data <= 0:
        raise RuleError("end", N_("The points that end the game must be above 0."), field="end")
    end: Points | None = choices.end.data
    return end


def _bidding(choices: Choices, rules: Ruleset, players: int) -> Bidding:
    base = replace(rules.bidding, order=choices.bidding.data, first=choices.first.data, hook="never", min_cards=1)
    if choices.bidding.data == "simultaneous":
        return base
    if not choices.hook.data:
        if choices.min_cards.data is not None:
            raise RuleError("hook", N_("The hook is off: switch it on above, or leave this empty."), field="min_cards")
        return base
    if choices.hook_kind.data == "exceed":
        if choices.min_cards.data:
            sentence = N_("Bids that must total more than the cards do so in every hand: leave this empty.")
            raise RuleError("hook", sentence, field="min_cards")
        return replace(base, hook="must_exceed")
    if choices.min_cards.data is None:
        return replace(base, hook="always")
    most = rules.largest_size(players)
    if not 1 <= choices.min_cards.data <= most:
        raise RuleError("hook", N_("The hook begins at 1 to %(most)s cards."), field="min_cards", most=most)
    return replace(base, hook="min_cards", min_cards=choices.min_cards.data)


def _schedule(choices: Choices, rules: Ruleset, players: int) -> Schedule:
    if choices.shape.data == "list" or (choices.sizes.data or "").strip():
        return Schedule("list", hands=own_sizes(choices.sizes.data))
    base = choices.taken_schedule
    schedule = base if choices.shape.data == base.shape else replace(base, shape=choices.shape.data)
    if schedule.shape == "fixed":
        schedule = replace(schedule, count=_count(choices, rules))
    if choices.largest.data is None:
        return schedule
    most = rules.largest_size(players)
    if not 1 <= choices.largest.data <= most:
        sentence = N_("%(players)s players × %(size)s cards = %(needed)s, but the pack has %(pack)s cards: 1 to %(most)s each.")
        size, pack = choices.largest.data, rules.pack(players)
        raise RuleError("pack", sentence, field="largest", players=players, size=size, needed=players * size, pack=pack, most=most)
    return replace(schedule, high=choices.largest.data)


def _count(choices: Choices, rules: Ruleset) -> int | None:
    count: int | None = choices.count.data
    if count is None and rules.end_score is None:
        sentence = N_("Say how many hands are played, or at how many points the game ends.")
        raise RuleError("schedule", sentence, field="count")
    if count is not None and not 1 <= count <= MOST_HANDS:
        raise RuleError("schedule", N_("A game has 1 to %(most)s hands."), field="count", most=MOST_HANDS)
    return count


def own_sizes(text: str | None) -> tuple[int, ...]:
    """The hands as they were typed, one number for each."""
    words = re.split(r"[\s,;]+", (text or "").strip())
    try:
        sizes = tuple(whole(word) or 0 for word in words)
    except RuleError:
        sizes = (0,)
    if len(sizes) > MOST_HANDS:
        raise RuleError("schedule", N_("A game has 1 to %(most)s hands."), field="sizes", most=MOST_HANDS)
    if not all(sizes):
        raise RuleError("schedule", N_("Write the cards of each hand, such as 1 3 5 7: whole numbers from 1."), field="sizes")
    return sizes


def scoring(choices: Choices) -> Scoring:
    """The points as they will be scored: the base game's follow the two switches."""
    taken = choices.taken_scoring
    if not base_rows(taken):
        return taken
    miss = MISS_TRICKS if choices.miss_tricks.data else Form()
    return replace(taken, over=miss, under=miss, zero_made=ZERO_BONUS if choices.zero_bonus.data else None)


def base_rows(scoring: Scoring) -> bool:
    """Whether the two switches say all that is special about a scoring."""
    rest = replace(scoring, over=Form(), under=Form(), zero_made=None)
    switched = scoring.over == scoring.under and scoring.over in (Form(), MISS_TRICKS) and scoring.zero_made in (None, ZERO_BONUS)
    return rest == BASE_SCORING and switched
