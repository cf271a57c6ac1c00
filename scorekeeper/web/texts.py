"""Flask-Babel's translating functions, with types. Sentences are collected by these names, by `say` and by `N_`.

A page has hundreds of sentences, so the reader's language is looked up once a request, not once a sentence.
"""

from typing import Any

import flask_babel
from babel.support import NullTranslations
from flask import Flask, g, has_request_context
from markupsafe import Markup, escape


def gettext(sentence: str, **figures: object) -> str:
    """The sentence in the reader's language, its figures filled in."""
    told = _sentences().ugettext(sentence)
    return told % figures if figures else told


def ngettext(one: str, many: str, num: int, **figures: object) -> str:
    """The form of the sentence that fits the number."""
    return _sentences().ungettext(one, many, num) % {"num": num, **figures}


def _sentences() -> NullTranslations:
    try:
        sentences: NullTranslations = g.sentences
    except (AttributeError, RuntimeError):  # the first of a request, or there is none
        sentences = flask_babel.get_translations()
        if has_request_context():
            g.sentences = sentences
    return sentences


def lazy(sentence: str, **figures: object) -> Any:
    """A sentence that is translated when it is shown, for labels of forms."""
    return flask_babel.lazy_gettext(sentence, **figures)


def init_app(app: Flask) -> None:
    """Give templates the same, with what is filled in escaped. (Jinja's own functions take three calls for each sentence.)"""
    app.jinja_env.globals.update(_=_marked_up, gettext=_marked_up, ngettext=_marked_up_number)


def _marked_up(sentence: str, **figures: object) -> Markup:
    told = _sentences().ugettext(sentence)
    return Markup(told % _escaped(figures) if figures else told)  # noqa: S704 (a translation is ours, figures are escaped)


def _marked_up_number(one: str, many: str, num: int, **figures: object) -> Markup:
    told = _sentences().ungettext(one, many, num)
    return Markup(told % {"num": num, **_escaped(figures)})  # noqa: S704 (as above)


def _escaped(figures: dict[str, object]) -> dict[str, object]:
    return {name: figure if type(figure) is int else escape(figure) for name, figure in figures.items()}


def locale() -> Any:
    """The reader's locale; English outside of a request."""
    return flask_babel.get_locale() or "en"
