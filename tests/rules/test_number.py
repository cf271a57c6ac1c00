from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.number import number, plain

HALF = Fraction(1, 2)


@pytest.mark.parametrize(("written", "meant"), [(3, 3), (-3.0, -3), (0.5, HALF), (-2.5, Fraction(-5, 2)), (Fraction(8, 2), 4)])
def test_points_are_whole_or_half(written, meant):
    assert number(written) == meant
    assert type(number(written)) is type(meant)


@pytest.mark.parametrize(
    "written",
    [True, False, "3", None, [], 0.25, 1 / 3, Fraction(1, 3), float("nan"), float("inf"), -float("inf"), 10**400, 1_000_001, 1j],
)
def test_anything_else_is_refused(written):
    with pytest.raises(RuleError) as refusal:
        number(written)
    assert refusal.value.code == "number"
    assert "half" in str(refusal.value)


@given(st.integers(-2_000_000, 2_000_000))
def test_points_survive_being_written_down(doubled):
    points = number(Fraction(doubled, 2))
    assert number(plain(points)) == points
