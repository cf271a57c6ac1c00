"""A game that was begun on paper, in the form of a new game: the hand to go on with, and everybody's points so far."""

from collections.abc import Mapping, Sequence

from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.rules.number import Points, number
from scorekeeper.rules.ruleset import MOST_PLAYERS
from scorekeeper.web.fields import signed_points, whole

FIRST_HAND, SO_FAR = "first_hand", "so-far-"


def so_far(seat: int) -> str:
    """The field with the points of the player in that line; `fields.signed_points` reads it."""
    return f"{SO_FAR}{seat}"


class Paper:
    """What is `typed` of it: nothing where a game begins with its first hand."""

    def __init__(self, sent: Mapping[str, str]) -> None:
        names = [FIRST_HAND, *(name for seat in range(MOST_PLAYERS) for name in (so_far(seat), f"{so_far(seat)}-minus"))]
        self.typed = {name: sent[name] for name in names if sent.get(name, "").strip()}

    def rearrange(self, seats: Sequence[int]) -> None:
        """Points go with their players: each line gets those of the line named here, and a line that is not named loses its own."""
        before = self.typed
        self.typed = {name: text for name, text in before.items() if name == FIRST_HAND}
        for seat, other in enumerate(seats):
            for mark in ("", "-minus"):
                if f"{so_far(other)}{mark}" in before:
                    self.typed[f"{so_far(seat)}{mark}"] = before[f"{so_far(other)}{mark}"]

    def read(self, players: int) -> tuple[int, tuple[Points, ...], dict[str, RuleError]]:
        """The hand to go on with, the points in seat order (none where nobody has any), and what is wrong with which field."""
        hand, points, faults = 1, list[Points](), dict[str, RuleError]()
        try:
            hand = _hand(self.typed.get(FIRST_HAND))
        except RuleError as error:
            faults[FIRST_HAND] = error
        for seat in range(MOST_PLAYERS):
            try:
                points.append(_points(self.typed, seat, players))
            except RuleError as error:
                faults[so_far(seat)] = error
        return hand, tuple(points[:players]) if any(points) else (), faults


def _hand(typed: str | None) -> int:
    number = whole(typed)
    if number == 0:
        raise RuleError("hand", N_("The first hand of a game is hand 1."))
    return 1 if number is None else number


def _points(typed: Mapping[str, str], seat: int, players: int) -> Points:
    points = signed_points(typed, so_far(seat))
    if points is not None and seat >= players:
        raise RuleError("players", N_("Nobody is named in this line above."))
    return number(points or 0)
