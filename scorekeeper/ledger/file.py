"""The game file, written: one JSON object per game. `docs/rules.md` has the keys, `file_reading` reads them.

Every hand says what it was, so that anybody can read and write such a file. What that cannot tell (what was corrected and when, who
came and went) is added as the `ledger`, entry by entry.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC
from hashlib import sha256
from typing import Any

from scorekeeper.ledger.entries import NO_EXTRAS, Bid, Entry, Size, Stake, Start, Tricks, Trump, fact_to_data
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.position import Given
from scorekeeper.rules.bidding import next_dealer
from scorekeeper.rules.number import plain
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.trump import known_trump

FORMAT, VERSION = "scorekeeper-game", 1
TOLD_BY_HANDS = (Start, Size, Bid, Stake, Trump, Tricks)


def write_game(game: Game) -> dict[str, Any]:
    """The game as a game file: everything needed to go on with it elsewhere."""
    told = write_hands(game)
    if all(isinstance(entry.fact, TOLD_BY_HANDS) for entry in game.entries):
        return told
    return told | {"ledger": [_write_entry(entry) for entry in game.entries]}


def fingerprint(game: Game) -> bytes:
    """Equal for games whose files are. A covered bid is not in it: a file of guesses would learn which is right."""
    return sha256(json.dumps(write_game(game.told), sort_keys=True).encode()).digest()


def write_hands(game: Game) -> dict[str, Any]:
    """The game as its hands tell it."""
    arranged = {number for number, _ in (*game.sitting_out, *game.dealers)}  # for an untouched hand
    begun = [hand for hand in game.hands if hand.closed or hand.number in arranged or hand != game.opening(hand.number)]
    numbers = {hand.number for hand in begun}
    planned = _planned_sizes(game, begun[0] if begun else None)
    sizes = {hand.number: hand.size for hand in game.hands}
    numbers |= {number for number, size in sizes.items() if size != planned.get(number, size)}
    hands = [hand for hand in game.hands if hand.number in numbers]
    told = {
        "format": FORMAT,
        "version": VERSION,
        "title": game.title,
        "started": game.started,
        "place": game.place or None,
        "keeper": game.keeper or None,
        "note": game.note or None,
        "rules": game.rules_of(game.first_hand).to_data(),
        "game": game.game or None,
        "players": list(game.players),
        "first_dealer": game.first_dealer,
        "first_hand": game.first_hand if game.first_hand > 1 else None,
        "carried": _carried(game),
        "hands": [_write_hand(game, hand, before, planned) for before, hand in zip((None, *hands), hands, strict=False)],
        "coming": _coming(game, planned, game.first_hand + len(hands)),
        "adjustments": [one for given in game.adjustments for one in _write_given(game, given)] or None,
        "coming_rules": None
        if game.rules == game.rules_of(hands[-1].number if hands else game.first_hand)
        else game.rules.to_data(),
        "away": sorted(game.away) or None,
        "dealer_rests": game.dealer_rests or None,
        "dealer_rested": game.start.dealer_rests or None,
        "stopped": game.stopped or None,
    }
    return {key: value for key, value in told.items() if value is not None}


def _carried(game: Game) -> list[int | float | None] | None:
    """What everybody brought along from paper: nothing at all for those who came later."""
    carried = game.start.carried
    later = (None,) * (len(game.players) - len(carried))
    return [plain(points) for points in (*carried, *later)] if carried else None


def _planned_sizes(game: Game, first: Hand | None) -> dict[int, int]:
    """The size of every hand by its number, as the rules plan it; none where they do not, for so many players.

    `first` is the first hand that was begun. The last size goes on in a game without a set number of hands.
    """
    rules, named = game.rules_of(game.first_hand), len(game.players) - game.start.dealer_rests
    absent = [seat for seat in first.absent if seat != first.dealer] if first else sorted(game.away)
    players = named - len(coming_later(rules, named, absent))
    if not rules.plans_for(players):
        return {}
    sizes = rules.sizes(players)
    planned = dict(enumerate(sizes, start=1))
    return planned | {hand.number: sizes[-1] for hand in game.hands if hand.number > len(sizes) and rules.open_ended}


def coming_later(rules: Ruleset, named: int, absent: Sequence[int]) -> tuple[int, ...]:
    """Which of the `absent` come later, as the hands cannot be planned for everybody who is named: as many as need be.

    >>> coming_later(Ruleset.from_data({"players": [3, 6]}), 7, [2, 5])
    (5,)
    """
    later = 0
    while later < len(absent) and not rules.plans_for(named - later):
        later += 1
    return tuple(absent[len(absent) - later :])


def _coming(game: Game, planned: Mapping[int, int], first: int) -> list[int] | None:
    """The sizes from hand `first` on, where they are others than planned."""
    if game.rules_of(game.first_hand).open_ended:
        return None
    coming = list(game.sizes[first - 1 :])
    return None if coming == [size for number, size in planned.items() if number >= first] else coming


def _write_hand(game: Game, hand: Hand, before: Hand | None, planned: Mapping[int, int]) -> dict[str, Any]:
    rules = game.rules_of(hand.number)
    same_rules = before is None or rules == game.rules_of(before.number)
    circle = before.circle if before else tuple(range(len(game.players)))
    known = known_trump(rules, hand.number) is not None or hand.no_trump
    told = {
        "cards": None if hand.size == planned.get(hand.number) else hand.size,
        "seats": None if hand.circle == circle else list(hand.circle),
        "rules": None if same_rules else rules.to_data(),
        "absent": list(hand.absent) or None,
        "dealer": None if hand.dealer == _expected_dealer(game, hand, before) else hand.dealer,
        "bids": list(hand.bids),
        "tricks": list(hand.tricks) or None,
        "even_kept": hand.even_kept or None,
        "set_points": {"points": [plain(points) for points in hand.set_points], "reason": hand.reason} if hand.set_points else None,
        "note": hand.note or None,
        **_write_extras(hand),
    }
    trump = {"trump": hand.trump} if hand.trump is not None or known else {}  # one that is known and was taken back is null
    return {key: value for key, value in told.items() if value is not None} | trump


def _expected_dealer(game: Game, hand: Hand, before: Hand | None) -> int:
    """Who deals if nobody says otherwise."""
    if before is None and game.first_dealer not in hand.absent:
        return game.first_dealer
    last, rotation = before.dealer if before else game.first_dealer, game.rules_of(hand.number).rotation
    return next_dealer(hand.circle, last, rotation, absent=hand.absent)


def _write_extras(hand: Hand) -> dict[str, Any]:
    nothing = asdict(NO_EXTRAS)
    extras = {key: value for key, value in asdict(hand.extras).items() if value != nothing[key]}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in extras.items()}


def _write_given(game: Game, given: Given) -> list[dict[str, Any]]:
    """An adjustment for everybody, or one for each who got it. Points carried over from paper stand elsewhere."""
    if given.origin == "carried":
        return []
    filled = {"points": plain(given.points), "after_hand": given.after_hand} | ({"reason": given.reason} if given.reason else {})
    return [filled] if len(given.seats) == len(game.players) else [{"player": seat, **filled} for seat in given.seats]


def _write_entry(entry: Entry) -> dict[str, Any]:
    at = entry.at.astimezone(UTC).isoformat()  # as it is stored: the same game has the same file, wherever it was read
    return {"kind": entry.fact.kind, "at": at, "data": fact_to_data(entry.fact)}
