"""Extras in words, for sentences and screen readers, and in signs, for the narrow cells of the score sheet."""

from collections.abc import Iterable

from flask import Flask

from scorekeeper.ledger.entries import Extras
from scorekeeper.ledger.sheet import Line
from scorekeeper.rules.scoring import Scoring
from scorekeeper.web.texts import gettext, ngettext
from scorekeeper.web.words import cards, figure, gain


def seat_extras(extras: Extras, seat: int) -> list[str]:
    """What a player had beside bid and tricks: "blind", "wager 5", "bonus +20"."""
    own = extras.of(seat)
    words = [gettext("blind")] if own.blind else []
    words += [gettext("wager %(points)s", points=figure(own.wager))] if own.wager else []
    return [*words, gettext("bonus %(points)s", points=gain(own.bonus))] if own.bonus else words


def seat_signs(extras: Extras, seat: int) -> list[str]:
    """The same in signs: "blind", "±5", "★+20"."""
    own = extras.of(seat)
    signs = [gettext("blind")] if own.blind else []
    signs += [f"±{figure(own.wager)}"] if own.wager else []
    return [*signs, f"★{gain(own.bonus)}"] if own.bonus else signs


def hand_extras(extras: Extras) -> list[str]:
    """What a whole hand had beside bids and tricks: "1 trick won by nobody", "counts ×2"."""
    words = []
    if extras.discarded:
        words.append(ngettext("%(num)s trick won by nobody", "%(num)s tricks won by nobody", extras.discarded))
    return [*words, gettext("counts ×%(times)s", times=extras.multiplier)] if extras.multiplier != 1 else words


def hand_signs(extras: Extras) -> list[str]:
    """The same in signs: "∅1", "×2"."""
    signs = [f"∅{extras.discarded}"] if extras.discarded else []
    return [*signs, f"×{extras.multiplier}"] if extras.multiplier != 1 else signs


def signs_used(lines: Iterable[Line]) -> list[tuple[str, str]]:
    """The signs that stand on a sheet and do not explain themselves, each with what it means."""
    hands = [line.hand for line in lines]
    played = [hand.extras for hand in hands]
    by_size = [(f"{hand.size}c", cards(hand.size)) for hand in hands if hand.size != hand.number][:1]
    without = [(gettext("NT"), gettext("no trump"))] if any(hand.trump == "none" for hand in hands) else []
    meanings = (
        ("bonus", "★", gettext("bonus")),
        ("wager", "±", gettext("wager")),
        ("discarded", "∅", gettext("tricks nobody won")),
    )
    entered = [(sign, words) for name, sign, words in meanings if any(getattr(extras, name) for extras in played)]
    return [*by_size, *without, *entered]


def bonus_counts(scoring: Scoring) -> str:
    """When a bonus counts, said beside its field."""
    return {
        "none": gettext("A bonus does not count in this game."),
        "made": gettext("A bonus counts only if the bid is made."),
        "made+half": gettext("A bonus counts if the bid is made, and half if it is nearly made."),
        "always": gettext("A bonus counts whether the bid is made or not."),
    }[scoring.bonus]


def init_app(app: Flask) -> None:
    """Give templates these words."""
    for function in (seat_extras, seat_signs, hand_extras, hand_signs, signs_used, bonus_counts):
        app.jinja_env.globals[function.__name__] = function
