"""A sequence that only grows: what a game has many of, and every position of that game shares."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Generic, TypeVar

T = TypeVar("T")
BLOCK = 64


@dataclass(frozen=True, slots=True)
class Growing(Generic[T]):
    """Items in the order in which they came. A longer one shares its blocks with the shorter one that it came from, so that one more
    item costs the same however many there are.

    >>> short = Growing().plus("abc")
    >>> len(short.plus("d")), "".join(short.plus("d")), "".join(short), short.plus("d") == Growing().plus("abcd")
    (4, 'abcd', 'abc', True)
    """

    blocks: tuple[tuple[T, ...], ...] = ()
    rest: tuple[T, ...] = ()

    def plus(self, more: Iterable[T]) -> "Growing[T]":
        """With these behind what is there."""
        blocks, rest = self.blocks, (*self.rest, *more)
        while len(rest) >= BLOCK:
            blocks, rest = (*blocks, rest[:BLOCK]), rest[BLOCK:]
        return Growing(blocks, rest)

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(self.blocks), self.rest)

    def __len__(self) -> int:
        return len(self.blocks) * BLOCK + len(self.rest)
