"""From the start of `scorekeeper serve` to its first answer, and what the process holds after it was used."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from statistics import median
from urllib.parse import urlencode

from bench.figures import Figure
from bench.house import QUICK, House, bid, furnished, token, tricks
from bench.served import Server, scorekeeper, yardstick

STARTS = 7
SIZES = range(1, 13)
PAGES = ("", "/sheet", "/sheet.csv", "/sheet.xlsx", "/sheet.json", "/history", "/rules", "/hand", "/players", "/read", "/scoring")


def figures() -> Iterator[Figure]:
    """Start and memory: what is judged are seconds and MiB."""
    with furnished() as house:
        slugs = [house.start(SIZES, played=3) for _ in range(20)]
        least = median(_first_answer(yardstick(), "/t/1") for _ in range(STARTS))
        ours = median(_first_answer(scorekeeper(house.data), "/") for _ in range(STARTS))
        yield Figure(f"start to first answer (minimal app {least:.2f} s)", ours, "s", 1)
        with scorekeeper(house.data) as server:
            server.first_answer()
            _use(house, server, slugs)
            memory = server.memory()
    if memory is None:
        print("Left out: memory. This system does not tell what a process holds (Linux does).")
    else:
        yield Figure("memory of the process after use", memory, "MiB", 90)


def _first_answer(started: AbstractContextManager[Server], path: str) -> float:
    with started as server:
        return server.first_answer(path)


def _use(house: House, server: Server, slugs: list[str]) -> None:
    """Every page of some games, and a hand of each."""
    headers = {"Cookie": house.cookie_sent(), "Accept-Encoding": "gzip"}
    for slug in slugs:
        for page in ("/", "/new", "/import", *(f"/g/{slug}{page}" for page in PAGES)):
            status, _, _ = server.answer(page, headers)
            if status != 200:
                raise RuntimeError(f"{page} answers {status}")
        play(house, server, slug, hand=4)


def play(house: House, server: Server, slug: str, hand: int) -> list[int]:
    """One hand, tapped: the bytes of each answer, compressed and with its head."""
    url, cookie = f"/g/{slug}", {"Cookie": house.cookie_sent()}
    _, head, page = server.answer(url, cookie)
    session = next(line for line in head.splitlines() if line.startswith("Set-Cookie")).split(": ", 1)[1].partition(";")[0]
    headers = {"Cookie": session, "Accept-Encoding": "gzip", "Content-Type": "application/x-www-form-urlencoded", **QUICK}
    csrf, sizes = token(page.decode()), []
    for fields in (*(bid(csrf, hand, seat) for seat in house.order(slug)), tricks(csrf, hand, SIZES[hand - 1])):
        status, head, body = server.answer(url, headers, urlencode(fields))
        if status != 200:
            raise RuntimeError(f"A tap answers {status}")
        sizes.append(len(head.encode()) + len(body))
    return sizes
