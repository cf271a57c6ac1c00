"""The phones of many tables: every one asks for news every 2 seconds, one of each table taps about every 8.

`python -m bench.phones PORT` reads the tables as JSON from standard input and writes what came of it. Each phone keeps its
connection open for as long as the server does.
"""

import asyncio
import json
import random
import re
import sys
import zlib
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from bench.house import bid, token, tricks

READERS = 4
POLL, TAP = 2.0, 8.0  # seconds
ARRIVING, PLAYING = 10.0, 30.0
VERSION = re.compile(r'data-version="(\d+)"')


@dataclass(slots=True)
class Notes:
    """What the phones saw while all of them were there."""

    begins: float
    polls: list[float] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)
    faults: int = 0


class Phone:
    """One phone at a table."""

    def __init__(self, port: int, slug: str, cookie: str, notes: Notes) -> None:
        self.port, self.url, self.cookie, self.notes = port, f"/g/{slug}", cookie, notes
        self.version = "0"
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.free = asyncio.Lock()

    async def open(self) -> str:
        """The whole page, as after the code was scanned."""
        return await self.ask(self.url, quick=False)

    async def follow(self) -> None:
        """Ask for news, again and again; who keeps score does so as well."""
        while True:
            await asyncio.sleep(POLL)
            await self.ask(f"{self.url}?v={self.version}")

    async def ask(self, path: str, body: str = "", *, quick: bool = True) -> str:
        """Send one request, note how long the answer takes, and read from it what is new."""
        began = perf_counter()
        lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        lines += [f"Cookie: {self.cookie}"] * bool(self.cookie) + ["HX-Request: true"] * quick
        if body:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        async with self.free:
            status, head, content = await self._answer("\r\n".join([*lines, "", body]).encode())
        if began >= self.notes.begins:
            (self.notes.taps if body else self.notes.polls).append(perf_counter() - began)
            self.notes.faults += status not in {200, 204}
        if cookie := re.search(r"(?im)^set-cookie: (scorekeeper[^;]+)", head):
            self.cookie = cookie[1]
        text = zlib.decompress(content, wbits=47).decode() if content else ""  # 47 stands for gzip or zlib
        if version := VERSION.search(text):
            self.version = version[1]
        return text

    async def _answer(self, request: bytes) -> tuple[int, str, bytes]:
        reader, writer = self.line = self.line or await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"(?im)^content-length: (\d+)", head)
        content = await reader.readexactly(int(length[1]) if length else 0)
        if re.search(r"(?im)^connection: close", head):
            writer.close()
            self.line = None
        return int(head.split(" ", 2)[1]), head, content


class Scorekeeper(Phone):
    """The one that writes, one hand after the other as if the cards were played meanwhile."""

    async def keep_score(self, page: str, order: list[int]) -> None:
        """Tap after tap, with time to think in between."""
        csrf = token(page)
        for hand in count(1):  # has so many cards
            turns = [(order[0] + hand - 1 + turn) % len(order) for turn in range(len(order))]
            for fields in (*(bid(csrf, hand, seat) for seat in turns), tricks(csrf, hand, hand)):
                await asyncio.sleep(random.uniform(0.5, 1.5) * TAP)
                await self.ask(self.url, urlencode(fields))


async def at_a_table(port: int, slug: str, cookie: str, order: list[int], notes: Notes) -> None:
    """A scorekeeper and the readers come one by one and stay."""
    phone = Scorekeeper(port, slug, cookie, notes)
    await asyncio.gather(_keeping(phone, order), *(_reading(Phone(port, slug, "", notes)) for _ in range(READERS)))


async def _keeping(phone: Scorekeeper, order: list[int]) -> None:
    await asyncio.sleep(random.uniform(0, ARRIVING))
    page = await phone.open()
    await asyncio.gather(phone.follow(), phone.keep_score(page, order))


async def _reading(phone: Phone) -> None:
    await asyncio.sleep(random.uniform(0, ARRIVING))
    await phone.open()
    await phone.follow()


async def evening(port: int, tables: list[dict[str, Any]]) -> Notes:
    """All tables at once, until time is up."""
    notes = Notes(begins=perf_counter() + ARRIVING + POLL)
    playing = [asyncio.create_task(at_a_table(port, notes=notes, **table)) for table in tables]
    done, _ = await asyncio.wait(playing, timeout=ARRIVING + POLL + PLAYING)
    for task in playing:
        task.cancel()
    for task in done:  # nobody leaves by himself: a connection was cut
        print(repr(task.exception()), file=sys.stderr)
    notes.faults += len(done)
    return notes


def slowest_of_100(taken: list[float]) -> float:
    """The 99th percentile.

    >>> slowest_of_100([n / 1000 for n in range(1000)])
    0.99
    """
    return sorted(taken)[len(taken) * 99 // 100]


def main() -> None:
    """Play, and tell what came of it as JSON."""
    tables = json.load(sys.stdin)
    notes = asyncio.run(evening(int(sys.argv[1]), tables))
    told = {
        "phones": len(tables) * (READERS + 1),
        "answers": len(notes.polls) + len(notes.taps),
        "taps": len(notes.taps),
        "faults": notes.faults,
        "p99": slowest_of_100(notes.polls + notes.taps),
        "p99 of taps": slowest_of_100(notes.taps),
    }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
