"""What a refused form had, in words: by now its fold is about another hand, and what was typed must not be lost with it."""

from collections.abc import Callable, Mapping

from markupsafe import Markup

from scorekeeper.ledger.game import Game
from scorekeeper.rules.errors import RuleError
from scorekeeper.web.fields import signed_points, whole
from scorekeeper.web.words import bdi, cards, figure, say

Sent = Mapping[str, str]


def not_entered(game: Game, sent: Sent) -> Markup:
    """What was asked of a hand and is not done; empty where nothing was typed, or nobody can tell for which hand."""
    told = _TOLD.get(sent.get("do", ""))
    number = _number(sent.get("hand"))
    return Markup() if told is None or not number else told(game, sent, number)


def _number(text: str | None) -> int | None:
    try:
        return whole(text)
    except RuleError:
        return None


def _redeal(_game: Game, _sent: Sent, number: int) -> Markup:
    return say("Hand %(number)s was not dealt again.", number=number)


def _stop(_game: Game, _sent: Sent, _number: int) -> Markup:
    return say("The game was not stopped.")


def _dealer(game: Game, sent: Sent, number: int) -> Markup:
    seat = _number(sent.get("seat"))
    if seat is None or seat >= len(game.players):
        return Markup()
    return say("Not entered: %(name)s deals hand %(number)s.", name=bdi(game.players[seat]), number=number)


def _size(_game: Game, sent: Sent, number: int) -> Markup:
    text = sent.get("size", "").strip()
    size = _number(text)
    said = bdi(text) if size is None else cards(size)
    return say("Not entered: hand %(number)s has %(cards)s.", number=number, cards=said) if text else Markup()


def _coming(_game: Game, sent: Sent, number: int) -> Markup:
    sizes = sent.get("sizes", "").strip()
    if not sizes:
        return say("Hand %(number)s was not skipped.", number=number)
    return say("Not entered, cards of each hand from hand %(number)s on: %(typed)s.", number=number, typed=bdi(sizes))


def _set_points(game: Game, sent: Sent, number: int) -> Markup:
    typed = Markup(", ").join(
        Markup("%s&nbsp;%s") % (bdi(name), _points(sent, f"points-{seat}"))
        for seat, name in enumerate(game.players)
        if sent.get(f"points-{seat}", "").strip()
    )
    reason = sent.get("reason", "").strip()
    if typed and reason:
        typed = say("%(points)s (%(reason)s)", points=typed, reason=bdi(reason))
    typed = typed or bdi(reason)
    return say("Not entered, points for hand %(number)s: %(typed)s.", number=number, typed=typed) if typed.striptags() else Markup()


def _points(sent: Sent, field: str) -> Markup:
    try:
        return bdi(figure(signed_points(sent, field)))
    except RuleError:
        return bdi(sent[field].strip())


def _note(_game: Game, sent: Sent, number: int) -> Markup:
    text = sent.get("text", "").strip()
    return say("Not entered, note for hand %(number)s: %(typed)s.", number=number, typed=bdi(text)) if text else Markup()


_TOLD: dict[str, Callable[[Game, Sent, int], Markup]] = {
    "redeal": _redeal,
    "dealer": _dealer,
    "size": _size,
    "coming": _coming,
    "set-points": _set_points,
    "stop": _stop,
    "note": _note,
}
