"""Every sentence can be translated, and a language is one file."""

import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir

from scorekeeper import create_app, languages

ROOT = Path(__file__).parent.parent
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "lazy": None, "say": None, "N_": None}
METHODS = [("scorekeeper/**.py", "python"), ("templates/**.html", "jinja2")]

SLOVAK = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

msgid "New game"
msgstr "Nová hra"

msgid "The hook"
msgstr "Hák"

msgid "%(num)s hand"
msgid_plural "%(num)s hands"
msgstr[0] "%(num)s kolo"
msgstr[1] "%(num)s kolá"
msgstr[2] "%(num)s kôl"
"""


@pytest.fixture(scope="module")
def collected() -> set[str]:
    """The sentences that are collected for translators."""
    found = extract_from_dir(ROOT, METHODS, keywords=KEYWORDS)
    return {text for _, _, message, _, _ in found for text in (message if isinstance(message, tuple) else (message,)) if text}


def test_sentences_of_all_rooms_are_collected(collected):
    for sentence in (
        "Undo",  # a template
        "%(num)s trick too few",  # a plural in a template
        "The hook",  # a label
        "A bid in this hand is 0 to %(size)s.",  # a refusal of the rules
        "%(name)s bids %(bid)s.",  # the history
        "Trump is the suit of the card turned up.",  # the rules card
    ):
        assert sentence in collected


def test_no_template_speaks_without_gettext():
    """Words between tags, or in attributes that people hear, go through gettext."""
    for template in sorted((ROOT / "templates").rglob("*.html")):
        text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", template.read_text("utf-8"), flags=re.DOTALL)
        spoken = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', text)
        spoken += re.findall(r">([^<>]*)<", text)
        words = {word for piece in spoken if "=" not in piece for word in re.findall(r"[A-Za-z]{2,}", piece)} - {"nbsp"}
        assert words <= {"Scorekeeper"}, template


def test_a_language_is_one_file(tmp_path, data, monkeypatch):
    folder = tmp_path / "translations" / "sk" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "messages.po").write_text(SLOVAK, "utf-8")
    monkeypatch.setattr(languages, "TRANSLATIONS", tmp_path / "translations")
    client = create_app({"SCOREKEEPER_DATA": str(data)}).test_client()
    slovak = client.get("/new", headers={"Accept-Language": "sk"}).text
    assert '<html lang="sk"' in slovak
    assert "<h1>Nová hra</h1>" in slovak
    assert "Hák" in slovak
    assert "13 kôl" in slovak
    assert "<h1>New game</h1>" in client.get("/new", headers={"Accept-Language": "de"}).text
