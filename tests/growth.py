"""How much more processor time twice as much takes, as a ratio in one run, whatever else the machine does."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import TypeVar

LINEAR = 2.5  # at most, for twice as much
Input = TypeVar("Input")


def growth(work: Callable[[Input], object], once: Input, twice: Input, *, rounds: int = 3) -> float:
    """How often as long the work takes with twice as much; each is tried in turns, and the quickest counts."""
    with _uncollected():
        tries = [(_taken(work, once), _taken(work, twice)) for _ in range(rounds)]
    return min(long for _, long in tries) / min(short for short, _ in tries)


def _taken(work: Callable[[Input], object], size: Input) -> float:
    began = process_time()
    work(size)
    return process_time() - began


@contextmanager
def _uncollected() -> Iterator[None]:
    """What other tests left behind is not looked through meanwhile."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
