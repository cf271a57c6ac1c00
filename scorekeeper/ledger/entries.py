"""The kinds of entry: the facts a scorekeeper writes down, and nothing that can be derived from them.

A fact says *what*; an `Entry` adds its number in the ledger, the time and the idempotency key. Facts turn into plain data
(`kind`, `data`) for storage and back. What an entry means, and whether it is legal, is decided in `game`.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, ClassVar, get_args

from scorekeeper.rules.number import Points, number, plain

Numbers = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SeatExtras:
    """The extras of one player in a hand."""

    bonus: int = 0
    wager: int = 0
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Extras:
    """What few scorings ask for: a multiplier of the hand, tricks that nobody won, and in seat order bonus and wager points and
    whether the bid was made blind (empty: nobody's).

    However "nobody's" is written, it is the same:

    >>> Extras(bonus=(0, None, 0), wager=(None, 5, 0)) == Extras(wager=(0, 5, 0))
    True
    """

    multiplier: int = 1
    discarded: int = 0
    bonus: Numbers = ()
    wager: Numbers = ()
    blind: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        for name in ("bonus", "wager"):
            numbers = getattr(self, name)
            object.__setattr__(self, name, tuple(number or 0 for number in numbers) if any(numbers) else ())
        object.__setattr__(self, "blind", self.blind if any(self.blind) else ())

    def with_seats(self, seats: int) -> "Extras":
        """The same with more people in the game.

        >>> Extras(wager=(0, 5)).with_seats(3).wager
        (0, 5, 0)
        """
        more = {name: (False,) * (seats - len(getattr(self, name))) for name in ("bonus", "wager", "blind") if getattr(self, name)}
        return replace(self, **{name: getattr(self, name) + rest for name, rest in more.items()})

    def of(self, seat: int) -> SeatExtras:
        """What concerns one seat.

        >>> Extras(bonus=(20, 0)).of(0), Extras().of(1)
        (SeatExtras(bonus=20, wager=0, blind=False), SeatExtras(bonus=0, wager=0, blind=False))
        """
        return SeatExtras(
            (self.bonus[seat] or 0) if self.bonus else 0,
            (self.wager[seat] or 0) if self.wager else 0,
            bool(self.blind and self.blind[seat]),
        )


NO_EXTRAS = Extras()


@dataclass(frozen=True, slots=True)
class Start:
    """The game begins: its rules (plain data, copied in), the players clockwise, and who deals first.

    `drawn` tells that the first dealer was drawn by lot. `started` is an ISO 8601 time with its offset. `game` is what the table
    calls what it plays ("Wizard"); the rules alone say what that is. Players named in `absent` come later. A game that was begun on
    paper goes on from `first_hand` with the points in `carried`, in seat order, `None` for who came later. Where whoever deals does
    not play (`dealer_rests`), hands are planned for one player less.
    """

    kind: ClassVar[str] = "start"
    rules: Mapping[str, Any]
    players: tuple[str, ...]
    first_dealer: int = 0
    title: str = ""
    started: str = ""
    drawn: bool = False
    game: str = ""
    absent: tuple[int, ...] = ()
    first_hand: int = 1
    carried: tuple[Points | None, ...] = ()
    dealer_rests: bool = False


@dataclass(frozen=True, slots=True)
class Bid:
    """One player's bid in a hand; a later one for the same seat replaces it."""

    kind: ClassVar[str] = "bid"
    hand: int
    seat: int
    bid: int


@dataclass(frozen=True, slots=True)
class Size:
    """The cards of the coming hand are other than planned; nothing may have been entered in it."""

    kind: ClassVar[str] = "size"
    hand: int
    size: int


@dataclass(frozen=True, slots=True)
class Stake:
    """What one player put at stake beside the bid: a wager in points (0: none), and whether the bid was made blind."""

    kind: ClassVar[str] = "stake"
    hand: int
    seat: int
    blind: bool = False
    wager: int = 0


@dataclass(frozen=True, slots=True)
class Trump:
    """The trump suit of a hand, `"none"` for no trump, `None` to take a wrong one back."""

    kind: ClassVar[str] = "trump"
    hand: int
    trump: str | None


@dataclass(frozen=True, slots=True)
class Tricks:
    """The tricks everybody took, in seat order: this closes the hand."""

    kind: ClassVar[str] = "tricks"
    hand: int
    tricks: Numbers
    extras: Extras = NO_EXTRAS


@dataclass(frozen=True, slots=True)
class Correction:
    """A closed hand as it really was, everything in it anew. `even_kept`: even bids were asked about and kept."""

    kind: ClassVar[str] = "correction"
    hand: int
    bids: Numbers
    tricks: Numbers
    trump: str | None = None
    even_kept: bool = False
    extras: Extras = NO_EXTRAS


@dataclass(frozen=True, slots=True)
class SetPoints:
    """The hand is closed, or was, with points set by hand, whatever was bid and taken. `None` for somebody who did not play it."""

    kind: ClassVar[str] = "set-points"
    hand: int
    points: tuple[Points | None, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given or taken outside of the hands, for one seat or (`None`) for all, after a hand (0: before the first)."""

    kind: ClassVar[str] = "adjustment"
    points: Points
    seat: int | None = None
    reason: str = ""
    after_hand: int = 0


@dataclass(frozen=True, slots=True)
class Redeal:
    """The hand is dealt again: same dealer, same size, nothing of it counts."""

    kind: ClassVar[str] = "redeal"
    hand: int


@dataclass(frozen=True, slots=True)
class Dealer:
    """Who deals this hand. The bids that were made stay; a last bid that becomes illegal by it is asked again."""

    kind: ClassVar[str] = "dealer"
    hand: int
    seat: int


@dataclass(frozen=True, slots=True)
class Coming:
    """The sizes of all hands from number `hand` on: none of them has begun."""

    kind: ClassVar[str] = "coming"
    hand: int
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """The game ends here; a hand that is open does not count."""

    kind: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class Resume:
    """A game that was stopped goes on where it was."""

    kind: ClassVar[str] = "resume"


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody joins from the first hand that has not begun, on the left of `after`, with so many points.

    `level` as in `Presence`.
    """

    kind: ClassVar[str] = "join"
    name: str
    after: int
    points: Points = 0
    level: bool = False


@dataclass(frozen=True, slots=True)
class Presence:
    """Somebody leaves, or comes back, from the first hand that has not begun. `level`: coming hands that the pack then no longer
    holds become smaller; without it they are a reason to refuse.
    """

    kind: ClassVar[str] = "presence"
    seat: int
    there: bool
    level: bool = False


@dataclass(frozen=True, slots=True)
class SitOut:
    """Somebody sits this one hand out, which has not begun, or plays it after all."""

    kind: ClassVar[str] = "sit-out"
    hand: int
    seat: int
    out: bool = True


@dataclass(frozen=True, slots=True)
class DealerRests:
    """From the first hand that has not begun, whoever deals does not play; or plays again."""

    kind: ClassVar[str] = "dealer-rests"
    rests: bool
    level: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """How everybody sits from the first hand that has not begun, clockwise, those who left included."""

    kind: ClassVar[str] = "seating"
    circle: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rename:
    """Somebody is called otherwise; or, as a `substitute`, somebody else goes on in that seat, with its points."""

    kind: ClassVar[str] = "rename"
    seat: int
    name: str
    substitute: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """Other rules (plain data, copied in) from the first hand that has not begun; hands keep their sizes. `game` as in `Start`."""

    kind: ClassVar[str] = "rules"
    rules: Mapping[str, Any]
    game: str = ""
    level: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A remark about a hand, or (`None`) about the game; it takes the place of an earlier one, and an empty one takes it away."""

    kind: ClassVar[str] = "note"
    text: str
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class About:
    """What the game is called, where it is played and who keeps score."""

    kind: ClassVar[str] = "about"
    title: str = ""
    place: str = ""
    keeper: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """Entry number `entry` is struck through; it stays readable in the history."""

    kind: ClassVar[str] = "undo"
    entry: int


Fact = (
    Start
    | Size
    | Bid
    | Stake
    | Trump
    | Tricks
    | Correction
    | SetPoints
    | Adjustment
    | Redeal
    | Dealer
    | Coming
    | Stop
    | Resume
    | Join
    | Presence
    | SitOut
    | DealerRests
    | Seating
    | Rename
    | Rules
    | Note
    | About
    | Undo
)
PLAYED = (Start, Bid, Stake, Trump, Tricks, Correction, Undo)  # all other kinds are arranged at the table
KINDS: dict[str, type[Fact]] = {fact.kind: fact for fact in get_args(Fact)}


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact in its place: `number` counts from 1 without gaps, `key` is unique in the game."""

    number: int
    fact: Fact
    at: datetime
    key: str = ""


def fact_to_data(fact: Fact) -> dict[str, Any]:
    """The fact as plain data for storage, without its kind.

    >>> fact_to_data(Bid(hand=1, seat=2, bid=0))
    {'hand': 1, 'seat': 2, 'bid': 0}
    """
    data = {field.name: _plain(getattr(fact, field.name)) for field in fields(fact)}
    extras = data.pop("extras", NO_EXTRAS)
    return data if extras == NO_EXTRAS else data | {"extras": asdict(extras)}


def fact_from_data(kind: str, data: Mapping[str, Any]) -> Fact:
    """The reverse of `fact_to_data`. An unknown kind or key is a `ValueError`: the record is damaged or from a newer version.

    >>> fact_from_data("tricks", {"hand": 1, "tricks": [1, 0, 0]}).tricks
    (1, 0, 0)
    """
    try:
        values = _frozen(data)
        if "extras" in values:
            values["extras"] = Extras(**_frozen(values["extras"]))
        return KINDS[kind](**values)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"unreadable entry of kind {kind!r}: {error}") from error


def _plain(value: Any) -> Any:
    """Halves as JSON has them."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return plain(value) if isinstance(value, Fraction) else value


def _frozen(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _exact(value) for key, value in data.items()}


def _exact(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_exact, value))
    return number(value) if isinstance(value, float) else value
