"""Which language a reader gets: one of those translated, best liked by the browser; English otherwise."""

from pathlib import Path

from flask import Flask, has_request_context, request
from flask_babel import Babel

DEFAULT = "en"
TRANSLATIONS = Path(__file__).resolve().parent / "translations"


def available() -> list[str]:
    """The languages with a catalogue of sentences, the default one first.

    >>> available()[0]
    'en'
    """
    return [DEFAULT, *sorted(path.parent.parent.name for path in TRANSLATIONS.glob("*/LC_MESSAGES/messages.po"))]


def init_app(app: Flask) -> None:
    """Set up Flask-Babel."""
    offered = available()

    def preferred() -> str:
        if not has_request_context():
            return DEFAULT
        return request.accept_languages.best_match(offered, DEFAULT) or DEFAULT

    Babel(app, default_locale=DEFAULT, default_translation_directories=str(TRANSLATIONS), locale_selector=preferred)
