"""The game file: one JSON object per game, in and out.

Reading is strict: an unknown key is refused in words, never dropped. `docs/rules.md` has the keys.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from scorekeeper.ledger.entries import (
    NO_EXTRAS,
    Adjustment,
    Bid,
    Correction,
    Entry,
    Extras,
    Fact,
    Numbers,
    Size,
    Stake,
    Start,
    Tricks,
    Trump,
)
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.names import tidy
from scorekeeper.rules.bidding import legal_bids
from scorekeeper.rules.catalogue import preset
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.trump import known_trump

FORMAT, VERSION = "scorekeeper-game", 1
GAME_KEYS = ("format", "version", "title", "started", "rules", "game", "players", "first_dealer", "hands", "adjustments")
EXTRAS = ("multiplier", "discarded", "bonus", "wager", "blind")
HAND_KEYS = ("cards", "bids", "tricks", "trump", "even_kept", *EXTRAS, "adjustments")
ADJUSTMENT_KEYS = ("player", "points", "reason")
TITLE_LENGTH = 100
FIRST_TIME, LAST_TIME = datetime(1970, 1, 1, tzinfo=UTC), datetime(9998, 1, 1, tzinfo=UTC)  # the same day on every clock


def write_game(game: Game) -> dict[str, Any]:
    """The game as a game file: everything needed to go on with it elsewhere."""
    planned = _planned_sizes(game)
    hands = [hand for hand in game.hands if hand.closed or hand != game.opening(hand.number) or hand.size != planned(hand.number)]
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": game.title,
        "started": game.started,
        "rules": game.rules.to_data(),
        **({"game": game.game} if game.game else {}),
        "players": list(game.players),
        "first_dealer": game.first_dealer,
        "hands": [_write_hand(game.rules, hand, planned(hand.number)) for hand in hands],
        **({"adjustments": [_write_adjustment(one) for one in game.adjustments]} if game.adjustments else {}),
    }


def _planned_sizes(game: Game) -> Callable[[int], int]:
    """The size of a hand by its number as the schedule has it; the last size goes on in a game that a score ends."""
    sizes = game.rules.sizes(len(game.players))
    return lambda number: sizes[min(number, len(sizes)) - 1]


def _write_hand(rules: Ruleset, hand: Hand, planned: int) -> dict[str, Any]:
    data: dict[str, Any] = {} if hand.size == planned else {"cards": hand.size}
    data["bids"] = list(hand.bids)
    if hand.closed:
        data["tricks"] = list(hand.tricks)
    if hand.trump is not None or hand.no_trump or known_trump(rules, hand.number) is not None:
        data["trump"] = hand.trump
    if hand.even_kept:
        data["even_kept"] = True
    plain = asdict(NO_EXTRAS)
    extras = {key: value for key, value in asdict(hand.extras).items() if value != plain[key]}
    return data | {key: list(value) if isinstance(value, tuple) else value for key, value in extras.items()}


def _write_adjustment(fact: Adjustment) -> dict[str, Any]:
    data = {"player": fact.seat, "points": fact.points, "reason": fact.reason or None, "after_hand": fact.after_hand}
    return {key: value for key, value in data.items() if value is not None}


def read_text(text: str) -> Game:
    """A game from the text of a game file; a text that is not JSON is a `RuleError` too."""
    try:
        return read_game(json.loads(text))
    except ValueError as error:  # JSON's own complaint, or a number of thousands of digits
        raise RuleError("format", N_("This is not JSON: %(reason)s."), reason=error) from None
    except RecursionError:
        raise RuleError("format", N_("This is not JSON: %(reason)s."), reason="nested too deeply") from None


def read_game(data: object) -> Game:
    """A game from a game file's object, checked like entries made at the table.

    Raises `RuleError`: `format` for a wrong shape, else the code of the rule that is broken, with hand and player.
    """
    whole = _mapping(data, GAME_KEYS, None)
    start = _read_start(whole)
    at = datetime.fromisoformat(start.started) if start.started else datetime.now(UTC)
    game = Game.replay([Entry(1, start, at)])
    adjustments = sorted(_read_adjustments(game, whole), key=lambda fact: fact.after_hand)
    for number, hand in enumerate(_sequence(whole.get("hands"), "hands"), start=1):
        while adjustments and adjustments[0].after_hand < number:  # they may decide whether a score has ended the game
            game = _enter(game, at, adjustments.pop(0))
        given = _mapping(hand, HAND_KEYS, number)
        due = _due_hand(game, number)
        size = _integer(_given(given, "cards", due.size), "cards", number)
        if size != due.size:
            game = _enter(game, at, Size(number, size))
        game = _enter(game, at, *_read_hand(game, _due_hand(game, number), given))
    return _enter(game, at, *adjustments)


def _enter(game: Game, at: datetime, *facts: Fact) -> Game:
    for fact in facts:
        game = game.after(Entry(game.version + 1, fact, at))
    return game


def _read_start(data: Mapping[str, Any]) -> Start:
    version = data.get("version")
    if data.get("format") != FORMAT or type(version) is not int or version != VERSION:
        raise RuleError("format", N_("This is not a game file of version 1: format must be scorekeeper-game, version 1."))
    players = _sequence(data.get("players"), "players")
    if not all(isinstance(name, str) for name in players):
        raise RuleError("players", N_("Players are given by their names."))
    dealer = data.get("first_dealer")
    return Start(
        rules=read_rules(data.get("rules")).to_data(),
        players=tuple(tidy(name) for name in players),
        first_dealer=0 if dealer is None else _integer(dealer, "first_dealer", None),
        title=_text(data.get("title"), "title"),
        game=_text(data.get("game"), "game") or (preset(data["rules"]).name if isinstance(data.get("rules"), str) else ""),
        started=_time(data.get("started")),
    )


def read_rules(data: object) -> Ruleset:
    """The rules of a game file: the id of a catalogue entry, an object of rule keys, or nothing for the base game."""
    if isinstance(data, str):
        return preset(data).ruleset
    if data is None:
        return Ruleset()
    if not isinstance(data, Mapping):
        raise RuleError("rules", N_("Rules are the id of a catalogue entry or an object of rule keys."))
    return Ruleset.from_data(data)


def _read_hand(game: Game, hand: Hand, data: Mapping[str, Any]) -> Iterator[Fact]:
    """The entries a table would have made for this hand."""
    number = hand.number
    bids = _numbers(data.get("bids"), "bids", number, len(game.players))
    trump = data.get("trump", hand.trump)
    if trump != hand.trump:
        yield Trump(number, trump)
    kept = _flag(data.get("even_kept"), "even_kept", number) and data.get("tricks") is not None
    yield from _read_bids(game, replace(hand, bids=bids), kept=kept)
    extras = _read_extras(game, number, data)
    if data.get("tricks") is None:
        yield from _read_stakes(hand, extras)
    else:
        tricks = _numbers(data["tricks"], "tricks", number, len(game.players))
        yield Tricks(number, tricks, extras)
        if kept:  # at the table too, even bids come about by a correction only
            yield Correction(number, bids, tricks, trump, even_kept=True, extras=extras)
    for adjustment in _sequence(data.get("adjustments"), "adjustments"):
        yield _read_adjustment(game, _mapping(adjustment, ADJUSTMENT_KEYS, number), number, number)


def _due_hand(game: Game, number: int) -> Hand:
    if game.hand is None:
        raise RuleError("schedule", N_("The game has only %(hands)s hands."), hand=number, hands=len(game.hands))
    if game.hand.number != number:
        raise RuleError("hand-order", N_("The hand before this one has no tricks yet."), hand=number)
    return game.hand


def _read_bids(game: Game, hand: Hand, *, kept: bool) -> Iterator[Bid]:
    """The bids in bidding order; where even bids were kept, a legal one stands in for the last until the correction."""
    stand_in = _some_legal_bid(game, hand) if kept else None
    for seat in hand.order:
        bid = stand_in if kept and seat == hand.order[-1] else hand.bids[seat]
        if bid is not None:
            yield Bid(hand.number, seat, bid)


def _some_legal_bid(game: Game, hand: Hand) -> int:
    last = hand.order[-1]
    legal = legal_bids(game.rules.bidding, hand.size, hand.others(last), len(hand.order))
    if hand.bids[last] in legal:
        raise RuleError("format", N_("even_kept is for bids that the hook bars; these are not."), hand=hand.number)
    return legal[0]


def _read_extras(game: Game, number: int, data: Mapping[str, Any]) -> Extras:
    players = len(game.players)
    blind = data.get("blind")
    if blind is not None and (not isinstance(blind, list) or len(blind) != players or not all(isinstance(b, bool) for b in blind)):
        raise RuleError("format", N_("blind must be a list with true or false for every player."), hand=number)
    return Extras(
        multiplier=_integer(_given(data, "multiplier", 1), "multiplier", number),
        discarded=_integer(_given(data, "discarded", 0), "discarded", number),
        bonus=_numbers(data["bonus"], "bonus", number, players) if data.get("bonus") is not None else (),
        wager=_numbers(data["wager"], "wager", number, players) if data.get("wager") is not None else (),
        blind=tuple(blind or ()),
    )


def _read_stakes(hand: Hand, extras: Extras) -> Iterator[Stake]:
    """What is at stake in a hand still being played; the other extras belong to its tricks."""
    if replace(extras, wager=(), blind=()) != NO_EXTRAS:
        raise RuleError("format", N_("Bonus, multiplier and tricks nobody won need the tricks of the hand."), hand=hand.number)
    for seat in hand.order:
        wager, blind = (extras.wager[seat] or 0) if extras.wager else 0, bool(extras.blind and extras.blind[seat])
        if wager or blind:
            yield Stake(hand.number, seat, blind, wager)


def _given(data: Mapping[str, Any], key: str, default: int) -> object:
    value = data.get(key)
    return default if value is None else value


def _read_adjustments(game: Game, whole: Mapping[str, Any]) -> Iterator[Adjustment]:
    """Those of the game, not of a hand."""
    for adjustment in _sequence(whole.get("adjustments"), "adjustments"):
        given = _mapping(adjustment, (*ADJUSTMENT_KEYS, "after_hand"), None)
        yield _read_adjustment(game, given, _integer(_given(given, "after_hand", 0), "after_hand", None), None)


def _read_adjustment(game: Game, data: Mapping[str, Any], after_hand: int, hand: int | None) -> Adjustment:
    seat = data.get("player")
    if seat is not None and not 0 <= _integer(seat, "player", hand) < len(game.players):
        raise RuleError("players", N_("Nobody sits there in this game."), hand=hand)
    points = _integer(data.get("points"), "points", hand)
    return Adjustment(points, seat, _text(data.get("reason"), "reason"), after_hand)


def _mapping(data: object, keys: Sequence[str], hand: int | None) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise RuleError("format", N_("An object is expected here."), hand=hand)
    if unknown := [key for key in data if key not in keys]:
        raise RuleError("format", N_("Unknown key: %(key)s."), hand=hand, key=str(unknown[0])[:40])
    return data


def _sequence(data: object, key: str) -> Sequence[Any]:
    if data is None:
        return ()
    if not isinstance(data, list):
        raise RuleError("format", N_("%(key)s must be a list."), key=key)
    return data


def _numbers(data: object, key: str, hand: int, players: int) -> Numbers:
    if data is None:
        return (None,) * players
    if not isinstance(data, list) or len(data) != players:
        raise RuleError("format", N_("%(key)s must be a list with one number for every player."), hand=hand, key=key)
    return tuple(None if number is None else _integer(number, key, hand) for number in data)


def _integer(data: object, key: str, hand: int | None) -> int:
    if isinstance(data, bool) or not isinstance(data, int):
        raise RuleError("format", N_("%(key)s must be a whole number."), hand=hand, key=key)
    return data


def _flag(data: object, key: str, hand: int) -> bool:
    if data is not None and not isinstance(data, bool):
        raise RuleError("format", N_("%(key)s must be true or false."), hand=hand, key=key)
    return bool(data)


def _text(data: object, key: str) -> str:
    if data is None:
        return ""
    if not isinstance(data, str) or len(data) > TITLE_LENGTH:
        raise RuleError("format", N_("%(key)s must be a text of at most %(length)s letters."), key=key, length=TITLE_LENGTH)
    return tidy(data)


def _time(data: object) -> str:
    if data is None or data == "":
        return ""
    try:
        time = datetime.fromisoformat(str(data))
        if time.tzinfo and FIRST_TIME <= time <= LAST_TIME:
            return time.isoformat()
    except ValueError:
        pass
    raise RuleError("format", N_("started must be a time since 1970 like 2026-11-27T19:30:00+01:00."))
