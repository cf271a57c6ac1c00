"""The phones of a table: Ana's keeps score, the other one only reads along."""

import pytest

from tests.web.playing import Phone, everything_stored


@pytest.fixture
def phone(app) -> Phone:
    return Phone(app)


@pytest.fixture
def other_phone(app) -> Phone:
    return Phone(app)


@pytest.fixture(params=["plain", "htmx"])
def any_phone(app, request) -> Phone:
    """A phone with scripts off, then one with htmx."""
    return Phone(app, htmx=request.param == "htmx")


@pytest.fixture
def stored(app):
    """What is stored now, to compare before and after."""
    return lambda: everything_stored(app)
