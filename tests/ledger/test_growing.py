"""A sequence that grows at its end, beside a tuple that does the same."""

from random import Random

import pytest

from scorekeeper.ledger.growing import BLOCK, Growing


@pytest.mark.parametrize("seed", range(4))
def test_it_is_what_a_tuple_is(seed):
    dice = Random(seed)
    grown, plain = Growing[int](), ()
    for _ in range(120):
        if plain and dice.random() < 0.4:
            grown, plain = grown.without_last(), plain[:-1]
        else:
            more = range(dice.choice([0, 1, 1, 1, 3, BLOCK - 1, BLOCK, 3 * BLOCK]))
            grown, plain = grown.plus(more), (*plain, *more)
        assert (len(grown), tuple(grown)) == (len(plain), plain)
        assert tuple(reversed(grown)) == plain[::-1]
        assert grown == plain == grown
        assert grown == Growing().plus(plain)
        assert hash(grown) == hash(plain)
        assert bool(grown) is bool(plain)
        some = (dice.randint(-300, 300), dice.randint(-300, 300))
        for start, stop in ((1, None), (None, 1), (-1, None), some):
            assert grown[start:stop] == plain[start:stop]
        assert grown[::-2] == plain[::-2]
        if plain:
            place = dice.randrange(-len(plain), len(plain))
            assert grown[place] == plain[place]


@pytest.mark.parametrize("length", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1])
def test_there_is_nothing_beyond_its_end(length):
    grown = Growing().plus(range(length))
    for place in (length, -length - 1):
        with pytest.raises(IndexError):
            grown[place]
    with pytest.raises(IndexError):
        Growing().without_last()


def test_what_it_came_from_stays_as_it_was():
    short = Growing().plus("abc")
    assert (short.plus("d"), short.plus("e"), short) == (tuple("abcd"), tuple("abce"), tuple("abc"))
