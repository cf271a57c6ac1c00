"""What must not grow: opening a game, lists, searches and statistics with the number of games, a bid with the number of hands.

Processor time, with the game read from the database each time; few and many take turns.
"""

from collections.abc import Iterator
from functools import partial
from itertools import cycle
from statistics import median

from bench.cpu import Step, in_turns, timed
from bench.figures import Figure
from bench.house import House, Phone, bid, furnished, token

MANY = 100_000
FEW = 10
MANY_OF_A_GROUP = 10_000
A_PAGE = 30  # the list shows 15 and a link to the rest
HANDS = 40
SIZES = (5,) * HANDS + (6,)  # the largest hand has no trump


def figures() -> Iterator[Figure]:
    """Games first, then hands."""
    with furnished() as few, furnished() as page, furnished() as many:
        of_few, of_many = _opening(few, FEW), _opening(many, MANY)
        _copied(page, A_PAGE)
        for what, steps, small in (
            ("opening a game", (of_few, of_many), FEW),
            ("the list of games", (_list(page), _list(many)), A_PAGE),
        ):
            base, grown = in_turns(*steps, batch=10)
            yield Figure(f"{what} among {MANY:,} beside {small}, CPU", median(grown) * 1000, "ms", 1.2, median(base) * 1000)
    with furnished() as few, furnished() as many:
        for (what, short), (_, long) in zip(_of_group(few, FEW), _of_group(many, MANY_OF_A_GROUP), strict=True):
            base, grown = in_turns(short, long, batch=10)
            name = f"{what} among {MANY_OF_A_GROUP:,} games beside {FEW}, CPU"
            yield Figure(name, median(grown) * 1000, "ms", 1.3, median(base) * 1000)
    with furnished() as house:
        base, grown = in_turns(_bids(house, 1), _bids(house, HANDS), batch=len(house.order(house.start(SIZES))))
        yield Figure(f"a bid in hand {HANDS} beside hand 1, CPU", median(grown) * 1000, "ms", 1.3, median(base) * 1000)


def _copied(house: House, number: int) -> list[str]:
    return house.copies(house.start(SIZES, played=1), number - 1)


def _opening(house: House, number: int) -> Step:
    """One table page after the other, from all over the database."""
    slugs = _copied(house, number)
    phone, urls = house.phone(), cycle(f"/g/{slug}" for slug in slugs[:: max(1, len(slugs) // 500)])

    def step() -> float:
        house.forget_folded()
        return timed(lambda: phone.open(next(urls)))

    return step


def _list(house: House) -> Step:
    phone = house.phone()
    return lambda: timed(lambda: phone.open("/"))


def _of_group(house: House, number: int) -> Iterator[tuple[str, Step]]:
    """What a group is asked for, and the searches on this device."""
    group, phone = f"/groups/{house.group(number)}", house.phone()
    for what, url in (
        ("a group", group),
        ("a search in a group", f"{group}?player=bo"),
        ("a person's statistics", f"{group}/people/1"),
        ("a search on a device", "/?player=bo"),
        ("a search that finds nothing", "/?player=zoe"),
    ):
        yield what, partial(timed, partial(phone.open, url))


def _bids(house: House, hand: int) -> Step:
    """All bids of one hand, in one game after the other."""
    phone = house.phone()
    todo = _tables(house, phone, hand)

    def step() -> float:
        url, fields = next(todo)
        return timed(lambda: phone.tap(url, fields))

    return step


def _tables(house: House, phone: Phone, hand: int) -> Iterator[tuple[str, dict[str, str]]]:
    played = house.start(SIZES, played=hand - 1)
    order = house.order(played)
    for slug in house.copies(played, 40):
        csrf = token(phone.open(f"/g/{slug}"))
        yield from ((f"/g/{slug}", bid(csrf, hand, seat)) for seat in order)
