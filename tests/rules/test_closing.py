import pytest

from scorekeeper.rules.closing import check_tricks
from scorekeeper.rules.errors import RuleError


def refusal_of(size, *tricks, **more):
    with pytest.raises(RuleError) as refusal:
        check_tricks(size, dict(enumerate(tricks)), **more)
    return refusal.value


def test_tricks_that_add_up_are_taken():
    check_tricks(3, {0: 1, 1: 2, 2: 0})


@pytest.mark.parametrize(("tricks", "off"), [((1, 0), "1 too few"), ((2, 1), "1 too many")])
def test_tricks_that_do_not_add_up_are_refused(tricks, off):
    refusal = refusal_of(2, *tricks, hand=4)
    assert (refusal.code, refusal.hand, refusal.seat) == ("tricks-sum", 4, None)
    assert str(refusal) == f"The tricks add up to {sum(tricks)} of 2: {off}."


def test_tricks_that_nobody_won_are_left_out_of_the_sum():
    check_tricks(3, {0: 1, 1: 1}, discarded=1)
    assert refusal_of(3, 1, 2, discarded=1).code == "tricks-sum"


@pytest.mark.parametrize("tricks", [(3, -1), (-1, 3)])
def test_nobody_takes_fewer_than_none_or_more_than_all(tricks):
    refusal = refusal_of(2, *tricks)
    assert (refusal.code, refusal.seat) == ("tricks-range", 0)
