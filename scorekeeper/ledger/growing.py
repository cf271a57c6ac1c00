"""A sequence that grows at its end, or goes back: the entries of a game, what positions share."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TypeVar, overload

T = TypeVar("T")
BLOCK = 64


@dataclass(frozen=True, slots=True, eq=False)
class Growing(Sequence[T]):
    """Items in the order in which they came, all in `blocks` but the last ones.

    A longer sequence shares the blocks of the shorter one that it came from, so that one more item
    costs the same however many there are.

    >>> short = Growing().plus("abc")
    >>> long = short.plus("d")
    >>> len(long), long[-1], "".join(long[1:]), "".join(short), long.without_last() == short
    (4, 'd', 'bcd', 'abc', True)
    """

    blocks: tuple[tuple[T, ...], ...] = ()
    rest: tuple[T, ...] = ()

    def plus(self, more: Iterable[T]) -> "Growing[T]":
        """With these behind what is there."""
        rest = (*self.rest, *more)
        if len(rest) < BLOCK:
            return Growing(self.blocks, rest)
        starts = range(0, len(rest) // BLOCK * BLOCK, BLOCK)
        full = [rest[start : start + BLOCK] for start in starts]
        return Growing((*self.blocks, *full), rest[len(full) * BLOCK :])

    def without_last(self) -> "Growing[T]":
        """Without the last item, which must be there."""
        if self.rest:
            return Growing(self.blocks, self.rest[:-1])
        return Growing(self.blocks[:-1], self.blocks[-1][:-1])

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                return tuple(self)[index]
            block = start // BLOCK
            items = chain(chain.from_iterable(islice(self.blocks, block, None)), self.rest)
            return tuple(islice(items, start - block * BLOCK, max(stop, start) - block * BLOCK))
        block, place = divmod(range(len(self))[index], BLOCK)
        return self.blocks[block][place] if block < len(self.blocks) else self.rest[place]

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(self.blocks), self.rest)

    def __reversed__(self) -> Iterator[T]:
        return chain(reversed(self.rest), *map(reversed, reversed(self.blocks)))

    def __len__(self) -> int:
        return len(self.blocks) * BLOCK + len(self.rest)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Growing):
            return self.blocks == other.blocks and self.rest == other.rest
        return tuple(self) == other

    def __hash__(self) -> int:
        return hash(tuple(self))
