"""ScoreSheet: points, totals and places computed from a game; the one source for every view and export."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from scorekeeper.ledger.growing import Growing
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.position import Given, Position, Sums, hands_before
from scorekeeper.rules.number import Points, tidy
from scorekeeper.rules.ranking import places
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import points, streak_points


@dataclass(frozen=True, slots=True)
class Line:
    """A recorded hand on the sheet: points of the hand and totals after it (adjustments included), in seat order.

    `points` of somebody who did not play the hand are `None`, never 0. `names` are those who sat there in that hand.
    """

    hand: Hand
    points: Sums
    totals: tuple[Points, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the sheet as it is read down: a recorded hand (`line`), or points given outside of the hands (`given`, which is
    number `place` among the adjustments of the game).

    `points` are what the row gives each seat, `None` where it gives nothing to somebody. `totals` stand after it, `None` for those
    who have not been given anything yet. What was carried over from paper is one row for everybody.
    """

    line: Line | None
    given: Given | None
    points: Sums
    totals: Sums
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Occasion:
    """When and where a game was played, what it is called, who kept score, and what was noted about it."""

    title: str
    started: str
    place: str
    keeper: str
    note: str


@dataclass(frozen=True)
class ScoreSheet:
    """What a reader sees: a line for each recorded hand, then totals, places and who leads or has won.

    `rows` are the lines and what was given outside of the hands (`adjustments`), as they are read
    down. `known` are the totals of those who have been given anything.
    `leaders` are the seats in first place (none before there are any points); `winners` the same once finished.
    `made` counts the bids each player made, `played` the hands in which each bid and took tricks. `left` are the seats of those who
    went before the end, or have not come yet. `circle` is how they sit, clockwise; `direction` says whether high or low totals win.
    """

    players: tuple[str, ...]
    lines: tuple[Line, ...]
    first_hand: int
    adjustments: Growing[Given]
    known: Sums
    totals: tuple[Points, ...]
    places: tuple[int, ...]
    leaders: tuple[int, ...]
    made: tuple[int, ...]
    played: tuple[int, ...]
    finished: bool
    ended_early: bool
    left: frozenset[int]
    occasion: Occasion
    circle: tuple[int, ...]
    direction: str

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Hand by hand; what was given after a hand (or before the first) stands below it."""
        return tuple(_rows(self))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, several when they are level; empty while the game is running."""
        return self.leaders if self.finished else ()

    @property
    def standings(self) -> tuple[int, ...]:
        """The seats by place, in seat order where level."""
        return tuple(sorted(range(len(self.players)), key=lambda seat: self.places[seat]))

    @property
    def gaps(self) -> Sums:
        """How far everybody is behind the best total, in seat order; `None` for who has no points yet, or before anybody has."""
        if not self.leaders:
            return (None,) * len(self.players)
        best = self.totals[self.leaders[0]]
        absent = {seat for seat in self.left if self.known[seat] is None}
        return tuple(
            None if seat in absent else tidy(best - total if best > total else total - best)
            for seat, total in enumerate(self.totals)
        )


def score_sheet(game: Position) -> ScoreSheet:
    """The score sheet of a game as it stands.

    Made 10 + tricks, missed 0: a bid of 1 made in the first hand is 11.
    """
    closed, seats = game.closed, range(len(game.players))
    gained = _gained(game)
    running = list(_running(game, gained))
    lines = tuple(
        Line(hand, points, _counted(totals), game.players_of(hand.number))
        for hand, points, totals in zip(closed, gained, running[1:], strict=True)
    )
    known, totals = running[-1], _counted(running[-1])
    results = [[hand.made(seat) for hand in closed] for seat in seats]
    made = tuple(sum(result is True for result in results[seat]) for seat in seats)
    rules = game.rules_of(closed[-1].number) if closed else game.rules
    anything = bool(closed or game.adjustments)
    late = {seat for seat in game.away if anything and known[seat] is None}
    came = [seat for seat in seats if seat not in late]
    ranked = _places(rules, closed, totals, made, came)
    first = tuple(seat for seat in seats if ranked[seat] == 1) if anything else ()
    return ScoreSheet(
        game.players,
        lines,
        game.first_hand,
        game.adjustments,
        known,
        totals,
        ranked,
        first,
        made,
        tuple(sum(result is not None for result in results[seat]) for seat in seats),
        game.finished,
        game.ended_early,
        game.away,
        Occasion(game.title, game.started, game.place, game.keeper, game.note),
        game.circle,
        rules.scoring.direction,
    )


def totals_of(game: Position) -> tuple[Points, ...]:
    """The totals alone, in seat order: a game that a score ends asks for them after every hand."""
    *_, totals = _running(game, _gained(game))
    return _counted(totals)


def _counted(totals: Sums) -> tuple[Points, ...]:
    return tuple(total or 0 for total in totals)


def _places(
    rules: Ruleset,
    closed: tuple[Hand, ...],
    totals: tuple[Points, ...],
    made: tuple[int, ...],
    seats: Sequence[int],
) -> tuple[int, ...]:
    """The place of every seat; those who have not come yet are behind all who have (`seats`)."""
    ranked = places(
        [totals[seat] for seat in seats],
        direction=rules.scoring.direction,
        tie=rules.tie,
        made=[made[seat] for seat in seats],
        bid_sum=[sum(hand.bids[seat] or 0 for hand in closed if hand.made(seat)) for seat in seats],
    )
    found = dict(zip(seats, ranked, strict=True))
    return tuple(found.get(seat, len(seats) + 1) for seat in range(len(totals)))


def _gained(game: Position) -> list[Sums]:
    """The points of every recorded hand, streaks included; a row of hands ends where other rules begin."""
    gained = [_worth(game.rules_of(hand.number), hand) for hand in game.closed]
    used = (game.rules, *(rules for _, rules in game.earlier_rules))
    if all(rules.scoring.streak is None for rules in used):
        return gained
    with_streaks: list[Sums] = []
    played = zip(game.closed, gained, strict=True)
    for rules, together in groupby(played, key=lambda pair: game.rules_of(pair[0].number)):
        with_streaks += _with_streaks(rules, list(together))
    return with_streaks


def _with_streaks(rules: Ruleset, played: Sequence[tuple[Hand, Sums]]) -> Iterable[Sums]:
    streak = rules.scoring.streak
    if streak is None:
        return [gained for _, gained in played]
    by_seat = []
    for seat in range(len(played[0][1])):
        more = streak_points(streak, [(hand.size, hand.made(seat)) for hand, _ in played])
        pairs = zip((gained[seat] for _, gained in played), more, strict=True)
        by_seat.append([None if value is None else tidy(value + extra) for value, extra in pairs])
    return zip(*by_seat, strict=True)


def _running(game: Position, gained: Sequence[Sums]) -> Iterator[Sums]:
    """The totals before the first hand and after each one, with what was given behind it."""
    totals: Sums = (None,) * len(game.players)
    for place, more in enumerate((totals, *gained)):
        totals = _added(totals, more)
        if place in game.given:
            totals = _added(totals, game.given[place])
        yield totals


def _rows(sheet: ScoreSheet) -> Iterator[Row]:
    seats = range(len(sheet.players))
    totals: Sums = (None,) * len(seats)
    by_hand: dict[int, list[tuple[int, Given]]] = {}
    for number, given in enumerate(sheet.adjustments):
        place = hands_before(given, sheet.first_hand, len(sheet.lines))
        by_hand.setdefault(place, []).append((number, given))
    for place, line in enumerate((None, *sheet.lines)):
        if line is not None:
            totals = _added(totals, line.points)
            yield Row(line, None, line.points, totals)
        for together in _together(by_hand.get(place, [])):
            points = tuple(next((one.points for _, one in together if seat in one.seats), None) for seat in seats)
            totals = _added(totals, points)
            number, given = together[0]
            yield Row(None, given, points, totals, number)


def _together(numbered: list[tuple[int, Given]]) -> Iterator[list[tuple[int, Given]]]:
    """What makes a row: everything that was carried over, and any other single one."""
    carried = [one for one in numbered if one[1].origin == "carried"]
    yield from [carried] if carried else []
    yield from ([one] for one in numbered if one[1].origin != "carried")


def _added(totals: Sums, points: Sums) -> Sums:
    return tuple(total if more is None else tidy((total or 0) + more) for total, more in zip(totals, points, strict=True))


def _worth(rules: Ruleset, hand: Hand) -> Sums:
    """The points of a recorded hand, without streaks: worked out once, since it never changes."""
    if hand.counted is None or hand.counted[0] is not rules:
        seats = range(len(hand.bids))
        worth = hand.set_points or tuple(_hand_points(rules, hand, seat) for seat in seats)
        object.__setattr__(hand, "counted", (rules, worth))
    found: Sums = hand.counted[1]
    return found


def _hand_points(rules: Ruleset, hand: Hand, seat: int) -> Points | None:
    bid, tricks = hand.bids[seat], hand.tricks[seat]
    if bid is None or tricks is None:
        return None
    extras = hand.extras.of(seat)
    return points(
        rules.scoring,
        size=hand.size,
        bid=bid,
        tricks=tricks,
        players=len(hand.order),
        largest=hand.largest,
        multiplier=hand.extras.multiplier,
        bonus=extras.bonus,
        wager=extras.wager,
        blind=extras.blind,
    )
