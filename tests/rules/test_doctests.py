"""The examples in the rules' own texts hold."""

import doctest
import pkgutil
from importlib import import_module

import pytest

from scorekeeper import rules

MODULES = [module.name for module in pkgutil.iter_modules(rules.__path__, prefix="scorekeeper.rules.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name):
    result = doctest.testmod(import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
