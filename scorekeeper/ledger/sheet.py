"""ScoreSheet: points, totals and places computed from a game; the one source for every view and export."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, groupby

from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.position import Given, Position
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
    points: tuple[Points | None, ...]
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
    points: tuple[Points | None, ...]
    totals: tuple[Points | None, ...]
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Occasion:
    """When and where a game was played, what it is called, who kept score, and what was noted about it."""

    title: str
    started: str
    place: str
    keeper: str
    note: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What a reader sees: a line for each recorded hand, then totals, places and who leads or has won.

    `rows` are the lines and what was given outside of the hands, as they are read down.
    `leaders` are the seats in first place (none before there are any points); `winners` the same once finished.
    `made` counts the bids each player made, `played` the hands in which each bid and took tricks. `left` are the seats of those who
    went before the end, or have not come yet. `circle` is how they sit, clockwise; `direction` says whether high or low totals win.
    """

    players: tuple[str, ...]
    lines: tuple[Line, ...]
    rows: tuple[Row, ...]
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

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, several when they are level; empty while the game is running."""
        return self.leaders if self.finished else ()

    @property
    def standings(self) -> tuple[int, ...]:
        """The seats by place, in seat order where level."""
        return tuple(sorted(range(len(self.players)), key=lambda seat: self.places[seat]))

    @property
    def gaps(self) -> tuple[Points | None, ...]:
        """How far everybody is behind the best total, in seat order; `None` for who has no points yet, or before anybody has."""
        if not self.leaders:
            return (None,) * len(self.players)
        best, known = self.totals[self.leaders[0]], self.rows[-1].totals
        absent = {seat for seat in self.left if known[seat] is None}
        return tuple(
            None if seat in absent else tidy(best - total if best > total else total - best)
            for seat, total in enumerate(self.totals)
        )


def score_sheet(game: Position) -> ScoreSheet:
    """The score sheet of a game as it stands.

    Made 10 + tricks, missed 0: a bid of 1 made in the first hand is 11.
    """
    closed, seats = game.closed, range(len(game.players))
    by_seat = [_points_of(game, seat) for seat in seats]
    running = [_running(game, column, seat) for seat, column in enumerate(by_seat)]
    lines = tuple(_line(game, row, by_seat, running) for row in range(len(closed)))
    totals: tuple[Points, ...] = tuple(total[-1] for total in running)
    made = tuple(sum(hand.made(seat) is True for hand in closed) for seat in seats)
    played = tuple(sum(hand.made(seat) is not None for hand in closed) for seat in seats)
    rows = tuple(_rows(game, lines))
    known = rows[-1].totals if rows else (0,) * len(seats)
    rules = game.rules_of(closed[-1].number) if closed else game.rules
    ranked = _places(
        rules,
        closed,
        totals,
        made,
        [seat not in game.away or known[seat] is not None for seat in seats],
    )
    first = tuple(seat for seat in seats if ranked[seat] == 1) if rows else ()
    return ScoreSheet(
        game.players,
        lines,
        rows,
        totals,
        ranked,
        first,
        made,
        played,
        game.finished,
        game.ended_early,
        game.away,
        Occasion(game.title, game.started, game.place, game.keeper, game.note),
        game.circle,
        rules.scoring.direction,
    )


def totals_of(game: Position) -> tuple[Points, ...]:
    """The totals alone, in seat order: a game that a score ends asks for them after every hand."""
    return tuple(_running(game, _points_of(game, seat), seat)[-1] for seat in range(len(game.players)))


def _line(game: Position, row: int, by_seat: list[list[Points | None]], running: list[list[Points]]) -> Line:
    hand = game.closed[row]
    gained, totals = tuple(column[row] for column in by_seat), tuple(total[row + 1] for total in running)
    return Line(hand, gained, totals, game.players_of(hand.number))


def _places(
    rules: Ruleset, closed: tuple[Hand, ...], totals: tuple[Points, ...], made: tuple[int, ...], came: list[bool]
) -> tuple[int, ...]:
    """The place of every seat; those who have not come yet are behind everybody who has."""
    seats = [seat for seat, there in enumerate(came) if there]
    ranked = places(
        [totals[seat] for seat in seats],
        direction=rules.scoring.direction,
        tie=rules.tie,
        made=[made[seat] for seat in seats],
        bid_sum=[sum(hand.bids[seat] or 0 for hand in closed if hand.made(seat)) for seat in seats],
    )
    found = dict(zip(seats, ranked, strict=True))
    return tuple(found.get(seat, len(seats) + 1) for seat in range(len(totals)))


def _points_of(game: Position, seat: int) -> list[Points | None]:
    """The points of one seat in every recorded hand, streaks included; a row of hands ends where other rules begin."""
    column: list[Points | None] = []
    for rules, together in groupby(game.closed, key=lambda hand: game.rules_of(hand.number)):
        hands = list(together)
        gained = [_hand_points(rules, hand, seat) for hand in hands]
        if rules.scoring.streak is not None:
            extra = streak_points(rules.scoring.streak, [(hand.size, hand.made(seat)) for hand in hands])
            gained = [None if value is None else tidy(value + more) for value, more in zip(gained, extra, strict=True)]
        column += gained
    return column


def _running(game: Position, column: list[Points | None], seat: int) -> list[Points]:
    """The totals of one seat before the first hand and after each one, with the adjustments that follow it."""
    adjusted: list[Points] = [0] * (len(column) + 1)
    for given in game.adjustments:
        if seat in given.seats:
            adjusted[_hands_before(game, given)] += given.points
    return [tidy(total) for total in accumulate((value or 0) + more for value, more in zip([0, *column], adjusted, strict=True))]


def _hands_before(game: Position, given: Given) -> int:
    """After how many of the recorded hands points were given; hands on paper are none of them."""
    return min(max(given.after_hand - game.first_hand + 1, 0), len(game.closed))


def _rows(game: Position, lines: tuple[Line, ...]) -> Iterator[Row]:
    """Hand by hand; what was given after a hand (or before the first) stands below it."""
    totals: tuple[Points | None, ...] = (None,) * len(game.players)
    by_hand: dict[int, list[tuple[int, Given]]] = {}
    for number, given in enumerate(game.adjustments):
        by_hand.setdefault(_hands_before(game, given), []).append((number, given))
    for place, line in enumerate((None, *lines)):
        if line is not None:
            totals = _added(totals, line.points)
            yield Row(line, None, line.points, totals)
        for together in _together(by_hand.get(place, [])):
            points = tuple(next((one.points for _, one in together if seat in one.seats), None) for seat in range(len(totals)))
            totals = _added(totals, points)
            number, given = together[0]
            yield Row(None, given, points, totals, number)


def _together(numbered: list[tuple[int, Given]]) -> Iterator[list[tuple[int, Given]]]:
    """What makes a row: everything that was carried over, and any other single one."""
    carried = [one for one in numbered if one[1].origin == "carried"]
    yield from [carried] if carried else []
    yield from ([one] for one in numbered if one not in carried)


def _added(totals: tuple[Points | None, ...], points: tuple[Points | None, ...]) -> tuple[Points | None, ...]:
    return tuple(total if more is None else tidy((total or 0) + more) for total, more in zip(totals, points, strict=True))


def _hand_points(rules: Ruleset, hand: Hand, seat: int) -> Points | None:
    if hand.set_points:
        return hand.set_points[seat]
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
