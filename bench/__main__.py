"""One command, one table."""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterator
from datetime import datetime

from bench import cpu, crowd, first_load, growth, start, statements
from bench.figures import Figure, table

PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "cpu": cpu.figures,
    "statements": statements.figures,
    "growth": growth.figures,
    "start": start.figures,
    "load": first_load.figures,
    "crowd": crowd.figures,
}


def main() -> int:
    """Measure, print; the status tells whether every target was met."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures the program against its targets.")
    parser.add_argument("--only", metavar="PARTS", default=",".join(PARTS), help=f"some of: {', '.join(PARTS)}")
    parts = parser.parse_args().only.split(",")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    figures = []
    for part in parts:
        print(f"measuring {part} ...", file=sys.stderr, flush=True)
        figures += list(PARTS[part]())
    print(f"{datetime.now().astimezone().date()}, Python {platform.python_version()}, {os.cpu_count()} cores ({_load()})\n")
    print(table(figures))
    return 0 if all(figure.met for figure in figures) else 1


def _load() -> str:
    """How busy the machine was besides."""
    return "load " + " ".join(f"{load:.1f}" for load in os.getloadavg()) if hasattr(os, "getloadavg") else "load unknown"


if __name__ == "__main__":
    sys.exit(main())
