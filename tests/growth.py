"""How much more processor time twice as much takes, as a ratio in one run, whatever else the machine does."""

import gc
from collections.abc import Callable
from time import process_time
from typing import TypeVar

LINEAR = 2.5  # at most, for twice as much
Input = TypeVar("Input")


def taken(work: Callable[[], object]) -> float:
    """The processor time of some work, in seconds."""
    gc.collect()
    gc.disable()
    try:
        began = process_time()
        work()
        return process_time() - began
    finally:
        gc.enable()


def growth(work: Callable[[Input], object], once: Input, twice: Input, *, rounds: int = 3) -> float:
    """How often as long the work takes with twice as much; each is tried several times in turns, and the quickest counts."""
    tries = [(taken(lambda: work(once)), taken(lambda: work(twice))) for _ in range(rounds)]
    return min(long for _, long in tries) / min(short for short, _ in tries)
