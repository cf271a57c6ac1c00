"""Which language a reader gets: one of those translated, best liked by the browser; English otherwise.

A language is one file, `translations/xx/LC_MESSAGES/messages.po`; it is compiled in memory when it is first needed.
"""

from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, has_request_context, request
from flask_babel import Babel, Domain, get_locale
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

DEFAULT = "en"
LONGEST = 1000  # letters of what a browser likes best that are looked at
TRANSLATIONS = Path(__file__).resolve().parent / "translations"


def available() -> list[str]:
    """The languages with a catalogue of sentences, the default one first.

    >>> available()[0]
    'en'
    """
    return [DEFAULT, *sorted(path.parent.parent.name for path in TRANSLATIONS.glob("*/LC_MESSAGES/messages.po"))]


@cache
def sentences(path: Path) -> NullTranslations:
    """The sentences of one language; none for a language without a file: the program's own words are English."""
    if not path.is_file():
        return NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=path.parent.parent.name))
    compiled.seek(0)
    return Translations(compiled)


class Sentences(Domain):  # type: ignore[misc]  # Flask-Babel has no types
    """Where Flask-Babel finds its sentences."""

    def get_translations(self) -> NullTranslations:
        return _of(TRANSLATIONS, str(get_locale() or DEFAULT))


@cache
def _of(folder: Path, language: str) -> NullTranslations:
    return sentences(folder / language / "LC_MESSAGES" / "messages.po")


def init_app(app: Flask) -> None:
    """Set up Flask-Babel."""
    offered = available()

    def preferred() -> str:
        if not has_request_context():
            return DEFAULT
        asked = request.headers.get("Accept-Language", "")[:LONGEST]
        return parse_accept_header(asked, LanguageAccept).best_match(offered, DEFAULT) or DEFAULT

    babel = Babel(app, default_locale=DEFAULT, locale_selector=preferred)
    babel.domain_instance = Sentences()
