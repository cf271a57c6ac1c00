"""What the keys of the table need: how they stand in rows, what they show as chosen, and what hidden fields carry."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Flask

from scorekeeper.ledger.entries import Numbers
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.rules.bidding import barred_bids
from scorekeeper.web.texts import ngettext

MOST_OFF = 300  # tricks for which the form of the sentence is known; more than that take the form of the last


def bids_of(hand: Hand) -> range:
    """The numbers of a hand's keys: 0 to its size."""
    return range(hand.size + 1)


def key_columns(size: int) -> int:
    """How many keys stand in a row: even rows, at most 6, never one key alone.

    >>> [key_columns(size) for size in (1, 5, 6, 7, 10, 13)]
    [2, 6, 4, 4, 6, 5]
    """
    keys = size + 1
    return -(-keys // -(-keys // 6))


@dataclass(frozen=True)
class NumberForms:
    """The forms that a sentence takes with a number, with `{number}` in its place; digit *n* of `which` is the form for *n* + 1."""

    sentences: tuple[str, ...]
    which: str


def off_forms(kind: str) -> NumberForms:
    """By how many tricks what is entered may be off, "few" or "many"."""
    told = [_off(kind, number).replace(str(number), "{number}") for number in range(1, MOST_OFF + 1)]
    forms = tuple(dict.fromkeys(told))
    return NumberForms(forms, "".join(str(forms.index(form)) for form in told))


def _off(kind: str, tricks: int) -> str:
    if kind == "few":
        return ngettext("%(num)s trick too few", "%(num)s tricks too few", tricks)
    return ngettext("%(num)s trick too many", "%(num)s tricks too many", tricks)


def barred_by_total(game: Game) -> str:
    """What the hook will bar the last bidder from, by the total of the bids before: "3:2 4:1", several as "1:0,1,2".

    A phone shows the last bidder's keys from it before it has an answer to the bid before.

    >>> from scorekeeper.ledger.entries import Entry, Start
    >>> from datetime import UTC, datetime
    >>> rules = {"bidding": {"hook": "always"}, "schedule": {"shape": "list", "hands": [2]}}
    >>> barred_by_total(Game.replay([Entry(1, Start(rules, ("Ana", "Bo", "Cy")), datetime.now(UTC))]))
    '0:2 1:1 2:0'
    """
    hand = game.hands[-1]
    bidding, others = game.open_rules.bidding, len(hand.order) - 1
    if others < 1 or not bidding.hooked(hand.size):
        return ""
    rest = [0] * (others - 1)
    by_total = [barred_bids(bidding, hand.size, [total, *rest], len(hand.order)) for total in range(hand.size + 1)]
    return " ".join(f"{total}:{','.join(map(str, barred))}" for total, barred in enumerate(by_total) if barred)


def seat_numbers(numbers: Numbers) -> str:
    """Numbers in seat order as a hidden field carries them (`fields.NumbersInSeatOrder` reads it); a dash for a gap."""
    return " ".join("-" if number is None else str(number) for number in numbers)


def chosen(game: Game, kept: Mapping[str, str], seat: int) -> int | None:
    """The tricks that show as entered for a seat: those kept from a refused record, else those just undone."""
    if kept:
        text = kept.get(f"tricks-{seat}", "")
        return int(text) if text.isdecimal() and len(text) < 4 else None
    return game.ghost_tricks[seat] if game.ghost_tricks else None


def extras_in_row(game: Game) -> list[str]:
    """The extras entered in a player's row: stakes at any time, the bonus with the tricks."""
    wanted = {"bids": {"blind", "wager"}, "tricks": {"blind", "wager", "bonus"}}[game.phase]
    return [name for name in game.extras_of(game.hands[-1]) if name in wanted]


def multipliers(chosen: int) -> list[int]:
    """How often a hand may be chosen to count: what tables do, and what stands there.

    >>> multipliers(1), multipliers(8)
    ([1, 2, 3, 4], [1, 2, 3, 4, 8])
    """
    return sorted({1, 2, 3, 4, chosen})


def init_app(app: Flask) -> None:
    """Give templates these."""
    for function in (bids_of, key_columns, barred_by_total, off_forms, seat_numbers, chosen, extras_in_row, multipliers):
        app.jinja_env.globals[function.__name__] = function
