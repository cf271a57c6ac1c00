"""What time it is, asked in one place.

The clock of a computer may be set while people play, or be wrong by years. So it only dates things: no
right and no entry depends on it, and spans are measured with `ticks`.
"""

import time
from datetime import UTC, datetime

_FIRST = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
_LAST = datetime(9997, 1, 1, tzinfo=UTC).timestamp()  # in no time zone a year of five figures


def now() -> datetime:
    """The time, in UTC, never before 2026: the program is younger than that.

    While the clock is not set, time begins with 2026 and passes: two entries have different times.

    >>> now().tzinfo is UTC, now().year >= 2026
    (True, True)
    """
    seconds = time.time() if is_set() else _FIRST + ticks()
    return datetime.fromtimestamp(min(seconds, _LAST), UTC)


def is_set() -> bool:
    """Whether the clock tells a time that can be true.

    Small computers begin in 1970, until a network tells them the time.
    """
    return time.time() >= _FIRST


def ticks() -> float:
    """Seconds that only go forward, at the same pace whatever the clock does. They tell no date."""
    return time.monotonic()
