from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scorekeeper.ledger.file_reading import read_game
from scorekeeper.rules.errors import RuleError


@pytest.fixture
def dice() -> Random:
    """The same throws in every run."""
    return Random(52)


@pytest.fixture
def refusal_of_file() -> Callable[..., RuleError]:
    """Why a game file of three players with these hands is refused."""

    def refusal(*hands: dict[str, Any]) -> RuleError:
        with pytest.raises(RuleError) as caught:
            read_game({"format": "scorekeeper-game", "version": 1, "players": ["Ana", "Bo", "Cy"], "hands": list(hands)})
        return caught.value

    return refusal
