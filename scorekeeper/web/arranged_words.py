"""What was arranged at the table, in words: hands and their end, people and seats, points given by hand, rules, notes."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from markupsafe import Markup

from scorekeeper.ledger.entries import (
    About,
    Adjustment,
    Coming,
    Dealer,
    DealerRests,
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
    Start,
    Stop,
)
from scorekeeper.ledger.fold import apply, begin
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.position import Position
from scorekeeper.rules.errors import N_
from scorekeeper.rules.number import Points
from scorekeeper.web.words import bdi, cards, figure, gain, names, points_in_words, say

SPACE = Markup(" ")
ABOUT = {
    "title": N_("The game is called %(text)s."),
    "place": N_("It is played here: %(text)s."),
    "keeper": N_("Score is kept by %(text)s."),
}


def before(game: Position, fact: Fact) -> Position:
    """The game as it was before this was entered; as it is, if it was not the last or is undone."""
    return game.before_last if isinstance(game, Game) and game.active[-1].fact is fact else game


def by_name(players: tuple[str, ...], points: Iterable[Points | None], shown: Callable[[Points], str]) -> Markup:
    """Points by name: "Ana +12, Bo −4"; nobody without any."""
    given = [(name, value) for name, value in zip(players, points, strict=False) if value is not None]
    return Markup(", ").join(Markup("%s&nbsp;<bdi>%s</bdi>") % (bdi(name), shown(value)) for name, value in given)


def set_by_hand(players: tuple[str, ...], points: tuple[Points | None, ...], reason: str) -> Markup:
    """Points set by hand, with the reason: "Ana +12, Bo −4 (wrong number of cards)"."""
    named = by_name(players, points, gain)
    return say("%(points)s (%(reason)s)", points=named, reason=bdi(reason)) if reason else named


def changed_about(now: About, other: About) -> Iterator[tuple[str, str]]:
    """What differs of title, place and keeper: the sentence, and the text as it is now."""
    return ((sentence, getattr(now, name)) for name, sentence in ABOUT.items() if getattr(now, name) != getattr(other, name))


# Hands


def _start(game: Position, fact: Start) -> Markup:
    sentence = N_("%(name)s was drawn to deal first.") if fact.drawn else N_("The game begins: %(name)s deals first.")
    parts = [say(sentence, name=bdi(game.players[begin(fact).hands[0].dealer]))]
    if fact.dealer_rests:
        parts.append(say("Whoever deals does not play."))
    if fact.first_hand > 1:
        parts.append(say("It goes on from paper, with hand %(number)s.", number=fact.first_hand))
    if fact.carried:
        parts.append(say("Carried over from paper: %(points)s.", points=by_name(game.players, fact.carried, figure)))
    if fact.absent:
        one, several = N_("%(names)s comes later."), N_("%(names)s come later.")
        parts.append(say(one if len(fact.absent) == 1 else several, names=names(game.players, fact.absent)))
    return SPACE.join(parts)


def _size(_game: Position, fact: Size) -> Markup:
    return say("Hand %(number)s has %(cards)s.", number=fact.hand, cards=cards(fact.size))


def _redeal(_game: Position, fact: Redeal) -> Markup:
    return say("Hand %(number)s is dealt again.", number=fact.hand)


def _dealer(game: Position, fact: Dealer) -> Markup:
    return say("%(name)s deals hand %(number)s.", name=bdi(game.players[fact.seat]), number=fact.hand)


def _coming(_game: Position, fact: Coming) -> Markup:
    if not fact.sizes:
        return say("Hand %(number)s is the last one.", number=fact.hand - 1)
    return _sizes(fact.hand, fact.sizes)


def _sizes(first: int, sizes: tuple[int, ...]) -> Markup:
    return say("Coming hands, from hand %(number)s on: %(sizes)s.", number=first, sizes=" ".join(map(str, sizes)))


def _stop(game: Position, fact: Stop) -> Markup:
    then = before(game, fact)
    last, open_hand = then.hands_done, then.begun
    if open_hand is None or open_hand.untouched:
        return say("The game is stopped after hand %(last)s.", last=last) if last else say("The game is stopped.")
    if not last:
        return say("The game is stopped; hand %(number)s does not count.", number=open_hand.number)
    sentence = N_("The game is stopped after hand %(last)s; hand %(number)s does not count.")
    return say(sentence, last=last, number=open_hand.number)


def _resume(_game: Position, _fact: Resume) -> Markup:
    return say("The game goes on.")


# People


def _join(game: Position, fact: Join) -> Markup:
    sentence = (
        N_("%(name)s joins, left of %(after)s, with %(points)s.") if fact.points else N_("%(name)s joins, left of %(after)s.")
    )
    said = say(sentence, name=bdi(fact.name), after=bdi(game.players[fact.after]), points=points_in_words(fact.points))
    return said + _smaller(game, fact)


def _presence(game: Position, fact: Presence) -> Markup:
    awaited = fact.seat in before(game, fact).awaited
    there = N_("%(name)s is here now.") if awaited else N_("%(name)s is back.")
    return say(there if fact.there else N_("%(name)s leaves."), name=bdi(game.players[fact.seat])) + _smaller(game, fact)


def _sit_out(game: Position, fact: SitOut) -> Markup:
    sentence = N_("%(name)s sits hand %(number)s out.") if fact.out else N_("%(name)s plays hand %(number)s after all.")
    return say(sentence, name=bdi(game.players[fact.seat]), number=fact.hand)


def _dealer_rests(game: Position, fact: DealerRests) -> Markup:
    said = say("Whoever deals does not play.") if fact.rests else say("Whoever deals plays too.")
    return said + _smaller(game, fact)


def _seating(game: Position, fact: Seating) -> Markup:
    away = before(game, fact).away
    return say("Seats now: %(names)s.", names=names(game.players, (seat for seat in fact.circle if seat not in away)))


def _rename(game: Position, fact: Rename) -> Markup:
    sentence = N_("%(name)s goes on for %(old)s.") if fact.substitute else N_("%(old)s is now called %(name)s.")
    return say(sentence, name=bdi(fact.name), old=bdi(before(game, fact).players[fact.seat]))


# Points, rules, notes


def _set_points(game: Position, fact: SetPoints) -> Markup:
    points = set_by_hand(game.players, fact.points, fact.reason)
    return say("Hand %(number)s closed with points set by hand: %(points)s.", number=fact.hand, points=points)


def _adjustment(game: Position, fact: Adjustment) -> Markup:
    who = say("everybody") if fact.seat is None else bdi(game.players[fact.seat])
    points = say("%(points)s (%(reason)s)", points=gain(fact.points), reason=bdi(fact.reason)) if fact.reason else gain(fact.points)
    if not fact.after_hand:
        return say("Adjustment before the first hand for %(name)s: %(points)s.", name=who, points=points)
    return say("Adjustment after hand %(number)s for %(name)s: %(points)s.", number=fact.after_hand, name=who, points=points)


def _rules(game: Position, fact: Rules) -> Markup:
    then = before(game, fact)
    sentence = (
        N_("From hand %(number)s on: other rules (%(game)s).")
        if fact.game and fact.game != then.game
        else N_("From hand %(number)s on: other rules.")
    )
    return say(sentence, number=then.next_unbegun, game=bdi(fact.game)) + _smaller(game, fact)


def _note(_game: Position, fact: Note) -> Markup:
    if fact.text:
        sentence = N_("Note about the game: “%(text)s”.") if fact.hand is None else N_("Note about hand %(number)s: “%(text)s”.")
    else:
        sentence = N_("No note any more about the game.") if fact.hand is None else N_("No note any more about hand %(number)s.")
    return say(sentence, number=fact.hand, text=bdi(fact.text))


def _about(game: Position, fact: About) -> Markup:
    then = before(game, fact)
    changed = list(changed_about(fact, About(then.title, then.place, then.keeper))) or [
        (sentence, getattr(fact, name)) for name, sentence in ABOUT.items()
    ]
    return SPACE.join(say(sentence, text=bdi(text or "–")) for sentence, text in changed)


def _smaller(game: Position, fact: Join | Presence | DealerRests | Rules) -> Markup:
    """The coming hands, where the pack made them smaller."""
    if not fact.level:
        return Markup()
    then = before(game, fact)
    first, sizes = then.next_unbegun, apply(then, fact).sizes[: len(then.sizes)]
    return Markup() if sizes == then.sizes else SPACE + _sizes(first, sizes[first - 1 :])


SENTENCES: dict[type[Fact], Callable[[Any, Any], Markup]] = {
    Start: _start,
    Size: _size,
    Redeal: _redeal,
    Dealer: _dealer,
    Coming: _coming,
    Stop: _stop,
    Resume: _resume,
    Join: _join,
    Presence: _presence,
    SitOut: _sit_out,
    DealerRests: _dealer_rests,
    Seating: _seating,
    Rename: _rename,
    SetPoints: _set_points,
    Adjustment: _adjustment,
    Rules: _rules,
    Note: _note,
    About: _about,
}
