"""Flask-Babel's translating functions, with types. Sentences are collected by these names, by `say` and by `N_`."""

from typing import Any

import flask_babel


def gettext(sentence: str, **figures: object) -> str:
    """The sentence in the reader's language, its figures filled in."""
    return str(flask_babel.gettext(sentence, **figures))


def ngettext(one: str, many: str, num: int, **figures: object) -> str:
    """The form of the sentence that fits the number."""
    return str(flask_babel.ngettext(one, many, num, **figures))


def lazy(sentence: str, **figures: object) -> Any:
    """A sentence that is translated when it is shown, for labels of forms."""
    return flask_babel.lazy_gettext(sentence, **figures)


def locale() -> Any:
    """The reader's locale; English outside of a request."""
    return flask_babel.get_locale() or "en"
