"""Entries in words: for the status line of the table and for the history. What a covered bid is, is not told."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Flask
from markupsafe import Markup

from scorekeeper.ledger.covered import is_covered
from scorekeeper.ledger.entries import (
    PLAYED,
    About,
    Bid,
    Coming,
    Correction,
    Dealer,
    Fact,
    Note,
    Rules,
    Seating,
    SetPoints,
    Size,
    Stake,
    Tricks,
    Trump,
    Undo,
)
from scorekeeper.ledger.fold import apply
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.history import Step
from scorekeeper.ledger.position import Position
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.web import arranged_words
from scorekeeper.web.arranged_words import changed_about, set_by_hand
from scorekeeper.web.extra_words import hand_extras, seat_extras
from scorekeeper.web.rules_card import changed_in_short
from scorekeeper.web.words import bdi, error_sentence, figure, names, say, trump_name


def fact_sentence(game: Position, fact: Fact, then: Position | None = None) -> Markup:
    """An entry in words; `then` is the game as it was entered in, where its rules were others."""
    if is_covered(fact, then or game, game):
        return _COVERED[type(fact)](game, fact)
    return _SENTENCES[type(fact)](game, fact)


def step_sentence(game: Game, step: Step) -> Markup:
    """A step of the history in words, by the names of its time."""
    if isinstance(step.entry.fact, Undo):
        return _taken_back(step.was, _sentence_then(game, step.back, step.was))
    return _sentence_then(game, step.before, step.entry.fact)


def _sentence_then(game: Game, then: Position, fact: Any) -> Markup:
    """What was entered then; whether a bid is covered depends on how the game stands now."""
    told = replace(game, players=then.players) if isinstance(fact, PLAYED) else then
    return fact_sentence(told, fact, then)


def was_sentence(game: Game, step: Step) -> Markup:
    """What an entry replaced, in words; empty when there was nothing before, or when the entry itself tells it."""
    if is_covered(step.entry.fact, step.before, game):
        return Markup()
    if isinstance(step.entry.fact, Rules):
        return _other_rules(step.before, step.entry.fact)
    told = _REPLACED.get(type(step.entry.fact))
    what = None if told is None or step.was is None else told(step.before.players, step.was, step.entry.fact)
    return say("Before: %(what)s.", what=what) if what not in {None, ""} else Markup()


_REPLACED: dict[type[Fact], Callable[[tuple[str, ...], Any, Any], object]] = {
    Bid: lambda _, was, __: was,
    Stake: lambda _, was, fact: ", ".join(seat_extras(was, fact.seat)),
    Trump: lambda _, was, __: trump_name(was),
    Size: lambda _, was, __: was,
    Coming: lambda _, was, __: " ".join(map(str, was)),
    Dealer: lambda players, was, _: bdi(players[was]),
    Seating: lambda players, was, _: names(players, was),
    Correction: lambda players, was, _: _whole(players, was) if was.closed else None,
    SetPoints: lambda players, was, _: _whole(players, was) if was.closed else None,
    Note: lambda _, was, __: was and bdi(was),
    About: lambda _, was, fact: Markup(", ").join(bdi(text) for _, text in changed_about(was, fact) if text),
}


def _other_rules(then: Position, fact: Rules) -> Markup:
    """What is played by these rules, and what was before: their own sentence names neither."""
    now, was = changed_in_short(then, apply(then, fact))
    parts = [(N_("Now: %(rules)s"), now), (N_("Before: %(rules)s"), was)]
    return Markup(" ").join(say(sentence, rules=rules) for sentence, rules in parts if rules)


def taken_back_sentence(game: Game) -> Markup:
    """A last bid that another change made illegal; empty when there is none."""
    if game.taken_back is None or game.hand is None:
        return Markup()
    seat, bid = game.taken_back
    sentence = (
        N_("%(name)s's bid of %(bid)s would now make the bids total %(total)s, so it was taken back: ask again.")
        if bid in game.barred_bids(seat)
        else N_("%(name)s's bid of %(bid)s was taken back: ask again.")
    )
    return say(sentence, name=bdi(game.players[seat]), bid=bid, total=sum(game.hand.others(seat)) + bid)


def refusal_sentence(game: Game, error: RuleError) -> Markup:
    """Why something was refused, with the player's name: for a place away from that player's line."""
    sentence = error_sentence(error)
    if error.seat is None or error.seat not in range(len(game.players)):
        return sentence
    return Markup("%s: %s") % (bdi(game.players[error.seat]), sentence)


def status_sentence(game: Game, *, scoring: bool) -> Markup:
    """What was just entered, and with the last bid what the scorekeeper does next."""
    said = fact_sentence(game, game.entries[-1].fact)
    if scoring and game.phase == "tricks" and isinstance(game.entries[-1].fact, Bid):
        return say("%(bid)s Who missed? Tap their tricks.", bid=said)
    return said


def _bid(game: Position, fact: Bid) -> Markup:
    return say("%(name)s bids %(bid)s.", name=bdi(game.players[fact.seat]), bid=fact.bid)


def _covered_bid(game: Position, fact: Bid) -> Markup:
    return say("%(name)s's bid is in.", name=bdi(game.players[fact.seat]))


def _stake(game: Position, fact: Stake, wagers: str = N_("%(name)s wagers %(points)s.")) -> Markup:
    name = bdi(game.players[fact.seat])
    parts = [say("%(name)s bids blind.", name=name)] if fact.blind else []
    parts += [say(wagers, name=name, points=figure(fact.wager))] if fact.wager else []
    return Markup(" ").join(parts) if parts else say("%(name)s has nothing at stake beside the bid.", name=name)


def _covered_stake(game: Position, fact: Stake) -> Markup:
    return _stake(game, fact, N_("%(name)s's wager is in."))


def _trump(_game: Position, fact: Trump) -> Markup:
    return say("Trump: %(trump)s.", trump=trump_name(fact.trump))


def _tricks(game: Position, fact: Tricks) -> Markup:
    return say("Hand %(number)s recorded: %(tricks)s.", number=fact.hand, tricks=_taken(game, fact))


def _correction(game: Position, fact: Correction) -> Markup:
    return say("Hand %(number)s corrected: %(hand)s.", number=fact.hand, hand=_whole(game.players, fact))


def _undo(game: Game, fact: Undo) -> Markup:
    struck = game.entry(fact.entry)
    return _taken_back(struck.fact, fact_sentence(game, struck.fact)) if struck else Markup()


def _taken_back(undone: object, said: Markup) -> Markup:
    if isinstance(undone, Tricks):
        return say("Taken back: the record of hand %(number)s.", number=undone.hand)
    return say("Taken back: %(what)s", what=said)


def _taken(game: Position, fact: Tricks) -> Markup:
    seats = [seat for seat, number in enumerate(fact.tricks) if number is not None]
    parts = [Markup("%s&nbsp;%s%s") % (bdi(game.players[seat]), fact.tricks[seat], _besides(fact, seat)) for seat in seats]
    return Markup(", ").join([*parts, *hand_extras(fact.extras)])


def _whole(players: tuple[str, ...], hand: Hand | Correction) -> Markup:
    if isinstance(hand, Hand) and hand.set_points:
        return set_by_hand(players, hand.set_points, hand.reason)
    parts = [
        Markup("%s&nbsp;%s/%s%s") % (bdi(players[seat]), bid, hand.tricks[seat], _besides(hand, seat))
        for seat, bid in enumerate(hand.bids)
        if bid is not None
    ]
    named = [trump_name(hand.trump)] if hand.trump else []
    return Markup(", ").join([*parts, *named, *hand_extras(hand.extras)])


def _besides(hand: Hand | Correction | Tricks, seat: int) -> str:
    words = ", ".join(seat_extras(hand.extras, seat))
    return f" ({words})" if words else ""


_SENTENCES: dict[type[Fact], Callable[[Any, Any], Markup]] = {
    Bid: _bid,
    Stake: _stake,
    Trump: _trump,
    Tricks: _tricks,
    Correction: _correction,
    Undo: _undo,
    **arranged_words.SENTENCES,
}
_COVERED: dict[type[Fact], Callable[[Position, Any], Markup]] = {
    Bid: _covered_bid,
    Stake: _covered_stake,
}


def init_app(app: Flask) -> None:
    """Give templates these sentences."""
    for function in (fact_sentence, step_sentence, was_sentence, taken_back_sentence, refusal_sentence, status_sentence):
        app.jinja_env.globals[function.__name__] = function
