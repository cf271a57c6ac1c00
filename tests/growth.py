"""How much more processor time twice as much takes, as a ratio in one run, whatever else the machine does."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import TypeVar

LINEAR, SAME = 2.5, 1.6
Input = TypeVar("Input")


def grows_evenly(work: Callable[[Input], object], once: Input, twice: Input) -> bool:
    """Whether twice as much takes at most about twice the time; asked again when something else came between."""
    return _within(LINEAR, work, once, twice)


def costs_the_same(work: Callable[[Input], object], few: Input, many: Input) -> bool:
    """Whether the work takes the same, however much there is: `many` should be many times `few`."""
    return _within(SAME, work, few, many)


def _within(most: float, work: Callable[[Input], object], once: Input, more: Input) -> bool:
    return any(growth(work, once, more, rounds=rounds) < most for rounds in (1, 2, 4, 8))


def growth(work: Callable[[Input], object], once: Input, twice: Input, *, rounds: int) -> float:
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
