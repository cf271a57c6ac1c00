"""The benchmark's yardstick is the agreed one."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
AGREED = ROOT.parent / "shared" / "bench" / "minimal.py"


@pytest.mark.skipif(not AGREED.exists(), reason="the agreed yardstick is not beside this checkout")
def test_the_yardstick_is_kept_to_the_letter():
    assert (ROOT / "bench" / "minimal.py").read_bytes() == AGREED.read_bytes()
