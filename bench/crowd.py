"""Two hundred tables at the pace of real use, against one `scorekeeper serve`. The phones live in a process of their own."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from bench.figures import Figure
from bench.house import furnished
from bench.phones import ARRIVING, PLAYING, POLL
from bench.served import ROOT, Server, scorekeeper

TABLES = 200
SIZES = range(1, 13)


def figures() -> Iterator[Figure]:
    """Faults, and how long the slowest of a hundred answers takes."""
    with furnished() as house:
        tables = []
        for number in range(TABLES):
            slug = house.start(SIZES, device=f"phone {number}")
            tables.append({"slug": slug, "cookie": house.cookie_sent(f"phone {number}"), "order": house.order(slug)})
        with scorekeeper(house.data) as server:
            server.first_answer()
            before = server.busy()
            told = _phones(server, tables)
            after = server.busy()
    about = f"{TABLES} tables, {told['phones']} phones, {told['answers']:,} answers, {told['taps']} taps"
    if before is not None and after is not None:
        print(f"The server was busy for {after - before:.1f} s of {ARRIVING + POLL + PLAYING:.0f} s.")
    yield Figure(f"{about}: refused, failed or 5xx", told["faults"], "", 0)
    yield Figure("the slowest of 100 answers", told["p99"] * 1000, "ms", 100)
    yield Figure("the slowest of 100 taps", told["p99 of taps"] * 1000, "ms", 100)


def _phones(server: Server, tables: list[dict[str, Any]]) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.phones", str(server.port)]
    done = subprocess.run(command, cwd=ROOT, input=json.dumps(tables), stdout=subprocess.PIPE, text=True, timeout=300, check=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told
