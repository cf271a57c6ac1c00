"""The processor time of one table page and one bid, beside the least that a Flask app can do (`minimal.py`).

Both run in this process by the same test client, in batches that take turns: what else the machine does meets both alike.
"""

import re
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time

from bench import minimal
from bench.figures import Figure
from bench.house import House, Phone, bid, furnished, token, tricks

ROUNDS, BATCH = 25, 24
SIZES = range(1, 13)
Step = Callable[[], float]


def figures() -> Iterator[Figure]:
    """Page and bid, by the median and by the least disturbed batch."""
    with furnished() as house:
        page, bids = _pages(house), _bids(house)
        least_page, least_bid = _minimal()
        for what, step, least, target in (("one table page", page, least_page, 1.5), ("one bid", bids, least_bid, 1.6)):
            ours, theirs = in_turns(step, least)
            for how, pick in (("median", median), ("least", min)):
                yield Figure(f"{what}, CPU, {how}", pick(ours) * 1000, "ms", target, pick(theirs) * 1000)


def in_turns(*steps: Step, rounds: int = ROUNDS, batch: int = BATCH) -> list[list[float]]:
    """For each step the processor time of one, in seconds, batch by batch; the first batch only warms up."""
    taken = [[sum(step() for _ in range(batch)) / batch for step in steps] for _ in range(rounds + 1)]
    return [list(column) for column in zip(*taken[1:], strict=True)]


def timed(request: Callable[[], object]) -> float:
    """The processor time of a request, in seconds."""
    began = process_time()
    request()
    return process_time() - began


def _pages(house: House) -> Step:
    """The scorekeeper's page in hand 5."""
    phone, url = house.phone(), f"/g/{house.start(SIZES, played=4)}"
    return lambda: timed(lambda: phone.open(url))


def _bids(house: House) -> Step:
    """Bid after bid, game after game; recording tricks in between is not counted."""
    phone = house.phone()
    todo = _evenings(house, phone)

    def step() -> float:
        url, fields = next(todo)
        return timed(lambda: phone.tap(url, fields))

    return step


def _evenings(house: House, phone: Phone) -> Iterator[tuple[str, dict[str, str]]]:
    while True:
        slug = house.start(SIZES)
        url = f"/g/{slug}"
        csrf = token(phone.open(url))
        for number, size in enumerate(SIZES, start=1):
            for seat in house.order(slug):
                yield url, bid(csrf, number, seat)
            phone.tap(url, tricks(csrf, number, size))


def _minimal() -> tuple[Step, Step]:
    client = minimal.create_app().test_client()
    found = re.search(r'csrf_token"[^>]*value="([^"]+)"', client.get("/t/1").text)
    form = {"csrf_token": found[1] if found else "", "seat": "1", "value": "2"}
    return (lambda: timed(lambda: client.get("/t/1"))), (lambda: timed(lambda: client.post("/t/1", data=form)))
