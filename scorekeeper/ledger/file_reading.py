"""The game file, read: checked like entries made at the table, and an unknown key is refused in words, never dropped."""

import json
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import datetime
from typing import Any, NoReturn

from scorekeeper import clock
from scorekeeper.ledger import shape
from scorekeeper.ledger.arrangements import MOST_PEOPLE, too_many_people
from scorekeeper.ledger.entries import (
    NO_EXTRAS,
    About,
    Adjustment,
    Bid,
    Coming,
    Correction,
    Dealer,
    DealerRests,
    Entry,
    Extras,
    Fact,
    Note,
    Presence,
    Rules,
    Seating,
    SetPoints,
    SitOut,
    Size,
    Stake,
    Start,
    Stop,
    Tricks,
    Trump,
    fact_from_data,
)
from scorekeeper.ledger.file import FORMAT, VERSION, coming_later, write_hands
from scorekeeper.ledger.game import Game, check_room
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.names import NAME_LENGTH, NOTE_LENGTH, tidy
from scorekeeper.rules.bidding import legal_bids
from scorekeeper.rules.catalogue import preset
from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.ruleset import Ruleset

MOST_PARTS = 1_000_000  # commas and brackets; 10,000 changes of the rules have 780,000
LONGEST_NAME = 10 * NAME_LENGTH  # as it is written, with signs that nobody sees
ABOUT_KEYS = ("format", "version", "title", "started", "place", "keeper", "note", "rules", "game")
GAME_KEYS = (
    *ABOUT_KEYS,
    "players",
    "first_dealer",
    "first_hand",
    "carried",
    "hands",
    "coming",
    "adjustments",
    "coming_rules",
    "away",
    "dealer_rests",
    "dealer_rested",
    "stopped",
    "ledger",
)
EXTRAS = tuple(field.name for field in fields(Extras))
ARRANGED = ("cards", "seats", "rules", "absent", "dealer")
HAND_KEYS = (*ARRANGED, "bids", "tricks", "trump", "even_kept", "set_points", "note", *EXTRAS, "adjustments")
ADJUSTMENT_KEYS = ("player", "points", "reason")


def read_text(text: str) -> Game:
    """A game from the text of a game file; a text that is not JSON is a `RuleError` too."""
    with nesting():
        return read_game(parsed(text))


@contextmanager
def nesting() -> Iterator[None]:
    """What is nested so deeply that nothing can follow it is a `RuleError`."""
    try:
        yield
    except RecursionError:
        raise RuleError("format", N_("It is nested too deeply.")) from None


def is_crowded(text: str) -> bool:
    """Whether a text has more parts than any game: nothing else would be done while it is taken apart."""
    return sum(map(text.count, ",[{")) > MOST_PARTS


def parsed(text: str) -> object:
    """What a text holds that must be JSON; else it is a `RuleError`."""
    if is_crowded(text):
        raise RuleError("format", N_("It has more parts than any game."))
    try:
        return json.loads(text, object_pairs_hook=_each_key_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise RuleError("format", N_("This is not JSON: %(reason)s."), reason=str(error)) from None
    except ValueError:
        raise RuleError("format", N_("A number in it has thousands of digits.")) from None


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of the file; a key that is there twice would silently drop what it said first."""
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(key for key, _ in pairs)
        twice = next(key for key, number in times.items() if number > 1)
        raise RuleError("format", N_("The key %(key)s is there twice."), key=shape.shown(twice))
    return found


def _no_number(written: str) -> NoReturn:
    raise RuleError("format", N_("%(written)s is no number."), written=written)


def read_game(data: object) -> Game:
    """A game from a game file's object, checked like entries made at the table.

    Raises `RuleError`: `format` for a wrong shape, else the code of the rule that is broken, with hand and player. A file with a
    `ledger` is read from that, and must tell the same hands.
    """
    whole = shape.mapping(data, GAME_KEYS, None)
    if whole.get("ledger") is None:
        return _from_hands(whole)
    game = _from_ledger(shape.sequence(whole["ledger"], "ledger"))
    told = {key: value for key, value in whole.items() if key != "ledger"}
    if json.dumps(write_hands(game), sort_keys=True) != json.dumps(told, sort_keys=True):  # true is not 1 here, nor is 1.0
        _from_hands(whole)  # names what is wrong with the hands, if anything is
        raise RuleError("format", N_("The hands of this file and its ledger tell different games. Take one of them out."))
    return game


def _from_ledger(written: Sequence[object]) -> Game:
    """The game whose entries these are, each as legal as at the table when it was made."""
    check_room(len(written))
    entries = [_read_entry(number, one) for number, one in enumerate(written, start=1)]
    _check_start(entries)
    return Game.replay(entries[:1]).going_on(entries[1:])


def _read_entry(number: int, written: object) -> Entry:
    given = shape.mapping(written, ("kind", "at", "data"), None)
    try:
        fact = fact_from_data(str(given.get("kind")), shape.mapping(given.get("data"), None, None))
        at = datetime.fromisoformat(shape.time(given.get("at")))
    except ValueError:
        fact, at = None, clock.now()
    if fact is None or not shape.fits(fact, type(fact)):
        sentence = N_("Entry %(number)s of the ledger cannot be read.")
        raise RuleError("format", sentence, number=number)
    return Entry(number, fact, at)


def _check_start(entries: Sequence[Entry]) -> None:
    if entries and isinstance(entries[0].fact, Start):
        _check_people(entries[0].fact.players)


def _check_people(players: Sequence[object]) -> None:
    if len(players) > MOST_PEOPLE:
        raise too_many_people()


def _from_hands(whole: Mapping[str, Any]) -> Game:
    """The game as a table would have entered it, had it gone as its hands tell."""
    start = _read_start(whole)
    at = datetime.fromisoformat(start.started) if start.started else clock.now()
    game = Game.replay([Entry(1, start, at)])
    game = _enter(game, at, *_read_about(whole))
    adjustments = deque(sorted(_read_adjustments(game, whole), key=lambda fact: fact.after_hand))
    for number, hand in enumerate(shape.sequence(whole.get("hands"), "hands"), start=game.first_hand):
        game = _enter(game, at, *_given_before(number, adjustments))
        given = shape.mapping(hand, HAND_KEYS, number)
        game = _arranged(game, at, number, given)
        game = _enter(game, at, *_read_hand(game, _due_hand(game, number), given))
    game = _enter(game, at, *adjustments)
    if whole.get("coming_rules") is not None:
        game = _enter(game, at, Rules(read_rules(whole["coming_rules"]).to_data(), game.game, level=True))
    away = shape.seats(whole.get("away"), "away", len(game.players), None)
    game = _enter(game, at, *(Presence(seat, there=True, level=True) for seat in sorted(game.away) if seat not in away))
    game = _enter(game, at, *(Presence(seat, there=False, level=True) for seat in away if seat not in game.away))
    if shape.flag(whole.get("dealer_rests"), "dealer_rests", None) != game.dealer_rests:
        game = _enter(game, at, DealerRests(not game.dealer_rests, level=True))
    if whole.get("coming") is not None:
        sizes = tuple(shape.integer(size, "coming", None) for size in shape.sequence(whole["coming"], "coming"))
        listed, first = game.first_hand + len(shape.sequence(whole.get("hands"), "hands")), game.next_unbegun
        game = _enter(game, at, Coming(first, (*game.sizes[first - 1 : listed - 1], *sizes)))
    return _enter(game, at, Stop()) if shape.flag(whole.get("stopped"), "stopped", None) else game


def _given_before(number: int, adjustments: deque[Adjustment]) -> Iterator[Adjustment]:
    """Those that stand above a hand, taken from the list: they may end the game by its score."""
    while adjustments and adjustments[0].after_hand < number:
        yield adjustments.popleft()


def _arranged(game: Game, at: datetime, number: int, data: Mapping[str, Any]) -> Game:
    """The game with what the table arranged before this hand: rules, seats, who plays, who deals, how many cards."""
    cards = shape.integer(data["cards"], "cards", number) if data.get("cards") is not None else None
    if game.hand is None and cards is not None and number == game.next_unbegun:
        game = _enter(game, at, Coming(number, (cards,)))  # a hand more than planned
    _due_hand(game, number)
    if data.get("rules") is not None:
        game = _enter(game, at, Rules(read_rules(data["rules"]).to_data(), game.game, level=True))
    if data.get("seats") is not None:
        game = _enter(game, at, Seating(shape.seats(data["seats"], "seats", len(game.players), number)))
    absent = shape.seats(data.get("absent"), "absent", len(game.players), number)
    dealer = shape.integer(data["dealer"], "dealer", number) if data.get("dealer") is not None else None
    if game.start.dealer_rests and (dealer in absent) != game.dealer_rests:
        game = _enter(game, at, DealerRests(not game.dealer_rests, level=True))
    there = [seat for seat in sorted(game.away) if seat not in absent or seat == dealer]
    game = _enter(game, at, *(Presence(seat, there=True, level=True) for seat in there))
    sitting_out = [seat for seat in absent if not (game.dealer_rests and seat == dealer)]
    game = _enter(game, at, *(SitOut(number, seat) for seat in sitting_out if seat not in game.away))
    if dealer is not None and dealer != _due_hand(game, number).dealer:
        game = _enter(game, at, Dealer(number, dealer))
    return game if cards in {None, _due_hand(game, number).size} else _enter(game, at, Size(number, cards or 0))


def _read_about(whole: Mapping[str, Any]) -> Iterator[Fact]:
    place, keeper = shape.text(whole.get("place"), "place"), shape.text(whole.get("keeper"), "keeper")
    if place or keeper:
        yield About(shape.text(whole.get("title"), "title"), place, keeper)
    if note := shape.text(whole.get("note"), "note", NOTE_LENGTH):
        yield Note(note)


def _enter(game: Game, at: datetime, *facts: Fact) -> Game:
    return game.after_all(facts, at) if facts else game


def _read_start(data: Mapping[str, Any]) -> Start:
    version = data.get("version")
    if data.get("format") != FORMAT or type(version) is not int or version != VERSION:
        raise RuleError("format", N_("This is not a game file of version 1: format must be scorekeeper-game, version 1."))
    players = shape.sequence(data.get("players"), "players")
    _check_people(players)
    if not all(isinstance(name, str) for name in players):
        raise RuleError("players", N_("Players are given by their names."))
    for seat, name in enumerate(players):
        if len(name) > LONGEST_NAME:
            sentence = N_("A name has at most %(length)s letters.")
            raise RuleError("players", sentence, seat=seat, length=NAME_LENGTH)
    rules = read_rules(data.get("rules"))
    carried = shape.sequence(data.get("carried"), "carried")
    rested = shape.flag(data.get("dealer_rested"), "dealer_rested", None)
    return Start(
        rules=rules.to_data(),
        players=tuple(tidy(name) for name in players),
        first_dealer=shape.integer(_given(data, "first_dealer", 0), "first_dealer", None),
        title=shape.text(data.get("title"), "title"),
        game=shape.text(data.get("game"), "game") or (preset(data["rules"]).name if isinstance(data.get("rules"), str) else ""),
        started=shape.time(data.get("started")),
        absent=_absent_at_first(rules, data, len(players), rested=rested),
        first_hand=shape.integer(_given(data, "first_hand", 1), "first_hand", None),
        carried=tuple(None if points is None else shape.points(points, "carried", None) for points in carried),
        dealer_rests=rested,
    )


def _absent_at_first(rules: Ruleset, data: Mapping[str, Any], players: int, *, rested: bool) -> tuple[int, ...]:
    """Where more people are named than the hands can be for, some come later: of those who do not play the first hand."""
    hands = shape.sequence(data.get("hands"), "hands")
    if not hands:
        return coming_later(rules, players - rested, sorted(shape.seats(data.get("away"), "away", players, None)))
    first = shape.mapping(hands[0], HAND_KEYS, 1)
    dealer = first.get("dealer")  # whoever deals is there, also without playing; it is written wherever that one is `absent`
    absent = shape.seats(first.get("absent"), "absent", players, 1)
    return coming_later(rules, players - rested, [seat for seat in sorted(absent) if seat != dealer])


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
    bids = shape.numbers(data.get("bids"), "bids", number, len(game.players))
    trump = data.get("trump", hand.trump)
    if trump != hand.trump:
        yield Trump(number, trump)
    kept = shape.flag(data.get("even_kept"), "even_kept", number) and data.get("tricks") is not None
    yield from _read_bids(game, replace(hand, bids=bids), kept=kept)
    extras = _read_extras(game, number, data)
    if data.get("tricks") is None:
        yield from _read_stakes(hand, extras)
    else:
        tricks = shape.numbers(data["tricks"], "tricks", number, len(game.players))
        yield Tricks(number, tricks, extras)
        if kept:  # at the table too, even bids come about by a correction only
            yield Correction(number, bids, tricks, trump, even_kept=True, extras=extras)
    if data.get("set_points") is not None:
        yield _read_set_points(number, shape.mapping(data["set_points"], ("points", "reason"), number), len(game.players))
    if note := shape.text(data.get("note"), "note", NOTE_LENGTH):
        yield Note(note, number)
    for adjustment in shape.sequence(data.get("adjustments"), "adjustments"):
        yield _read_adjustment(game, shape.mapping(adjustment, ADJUSTMENT_KEYS, number), number, number)


def _read_set_points(number: int, data: Mapping[str, Any], players: int) -> SetPoints:
    given = shape.sequence(data.get("points"), "set_points")
    if len(given) != players:
        raise RuleError("format", N_("There must be one number for every player."), hand=number)
    points = tuple(None if one is None else shape.points(one, "set_points", number) for one in given)
    return SetPoints(number, points, shape.text(data.get("reason"), "reason"))


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
    legal = legal_bids(game.rules_of(hand.number).bidding, hand.size, hand.others(last), len(hand.order))
    if hand.bids[last] in legal:
        raise RuleError("format", N_("even_kept is for bids that the hook bars; these are not."), hand=hand.number)
    return legal[0]


def _read_extras(game: Game, number: int, data: Mapping[str, Any]) -> Extras:
    players = len(game.players)
    blind = data.get("blind")
    if blind is not None and (not isinstance(blind, list) or len(blind) != players or not all(isinstance(b, bool) for b in blind)):
        raise RuleError("format", N_("blind must be a list with true or false for every player."), hand=number)
    return Extras(
        multiplier=shape.integer(_given(data, "multiplier", 1), "multiplier", number),
        discarded=shape.integer(_given(data, "discarded", 0), "discarded", number),
        bonus=shape.numbers(data["bonus"], "bonus", number, players) if data.get("bonus") is not None else (),
        wager=shape.numbers(data["wager"], "wager", number, players) if data.get("wager") is not None else (),
        blind=tuple(blind or ()),
    )


def _read_stakes(hand: Hand, extras: Extras) -> Iterator[Stake]:
    """What is at stake in a hand still being played; the other extras belong to its tricks."""
    if replace(extras, wager=(), blind=()) != NO_EXTRAS:
        raise RuleError("format", N_("Bonus, multiplier and tricks nobody won need the tricks of the hand."), hand=hand.number)
    for seat in hand.order:
        own = extras.of(seat)
        if own.wager or own.blind:
            yield Stake(hand.number, seat, own.blind, own.wager)


def _given(data: Mapping[str, Any], key: str, default: int) -> object:
    value = data.get(key)
    return default if value is None else value


def _read_adjustments(game: Game, whole: Mapping[str, Any]) -> Iterator[Adjustment]:
    """Those of the game, not of a hand."""
    written = shape.sequence(whole.get("adjustments"), "adjustments")
    check_room(len(written))
    for adjustment in written:
        given = shape.mapping(adjustment, (*ADJUSTMENT_KEYS, "after_hand"), None)
        yield _read_adjustment(game, given, shape.integer(_given(given, "after_hand", 0), "after_hand", None), None)


def _read_adjustment(game: Game, data: Mapping[str, Any], after_hand: int, hand: int | None) -> Adjustment:
    seat = data.get("player")
    if seat is not None and not 0 <= shape.integer(seat, "player", hand) < len(game.players):
        raise RuleError("players", N_("Nobody sits there in this game."), hand=hand)
    points = shape.points(data.get("points"), "points", hand)
    return Adjustment(points, seat, shape.text(data.get("reason"), "reason"), after_hand)
