import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger import names
from scorekeeper.ledger.names import NAME_LENGTH, NOTE_LENGTH, check_names, likeness, tidy
from scorekeeper.rules.errors import RuleError
from tests.growth import grows_evenly
from tests.ledger.playing import PATIENT

INVISIBLE = [
    "\u00ad",  # soft hyphen
    "\u034f",  # combining grapheme joiner
    "\u061c",  # Arabic letter mark
    "\u115f",  # Hangul fillers
    "\u1160",
    "\u17b4",  # Khmer inherent vowels
    "\u17b5",
    "\u180b",  # Mongolian variation selectors
    "\u180e",
    "\u200b",  # zero width space, joiners and marks
    "\u200c",
    "\u200d",
    "\u200e",
    "\u200f",
    "\u2028",
    "\u202e",  # right-to-left override
    "\u2060",
    "\u2066",
    "\u2800",  # empty braille
    "\u3164",
    "\ufe00",  # variation selectors
    "\ufe0f",
    "\ufeff",
    "\uffa0",
    "\U000e0020",  # tags
    "\U000e0100",  # more variation selectors
]

# Letters that marks compose with, the marks, and what may stand between them unseen.
TRICKY = st.text(st.sampled_from([*"aeA가가ßﬁİ \t", "\u0301", "\u0327", "\u0345", *INVISIBLE]))


# Marks below and above, some that are two marks in one, some that are marks only once they are taken apart.
PILED_UP = "\u0316\u0301\u0344\u0f73\u0f75\u0f81\uff9e\uff9f"


def refused(*names):
    with pytest.raises(RuleError) as error:
        check_names(names)
    assert error.value.code == "players"
    return error.value


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana  Lucía \n", "Ana Lucía"),
        ("Jose\u0301", "José"),
        ("An\u202ea", "Ana"),
        ("A\x00n\x7fa", "Ana"),
        ("A\u00a0\u2003b", "A b"),
        ("Ana\ud800", "Ana"),
        ("Łukasz Ω 李 🃏", "Łukasz Ω 李 🃏"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("نر\u200cگس", "نر\u200cگس"),
        ("\u200b", ""),
        ("", ""),
    ],
)
def test_a_name_is_kept_tidy(typed, kept):
    assert tidy(typed) == kept


@PATIENT
@given(st.text() | TRICKY | st.text(st.sampled_from(f"aé가{PILED_UP}"), max_size=100))
def test_a_tidy_name_stays_as_it_is(name):
    assert tidy(tidy(name)) == tidy(name)


def test_a_mark_behind_something_removed_is_composed_with_its_letter():
    assert tidy("Jose\u200b\u0301") == "José"


@pytest.mark.parametrize("mark", PILED_UP, ids=[f"U+{ord(mark):04X}" for mark in PILED_UP])
def test_of_more_marks_than_any_language_piles_up_the_rest_is_lost(mark):
    parts = len(unicodedata.normalize("NFKD", mark))
    for name in ("a", "e\u0301"):
        kept = unicodedata.normalize("NFKD", tidy(f"{name}{mark * 40}b{mark}"))
        assert 29 <= sum(unicodedata.combining(one) > 0 for one in kept) - parts <= 30
        assert kept.endswith(f"b{unicodedata.normalize('NFKD', mark)}")
    assert likeness(f"a{mark * 40}") == likeness(f"a{mark * 50}")


@pytest.mark.parametrize("text", [*("a" + mark for mark in PILED_UP), "\u0301\u0316", "\u0301\u034f", " ", "\u200b", "İ"])
def test_the_time_a_name_takes_grows_with_its_length_only(text, monkeypatch):
    """Also without being cut, and whatever order marks come in."""
    monkeypatch.setattr(names, "LONGEST", 10**9)
    assert grows_evenly(likeness, text[:-1] + text[-1] * 20_000, text[:-1] + text[-1] * 40_000)
    assert grows_evenly(likeness, text * 10_000, text * 20_000)


def test_a_text_longer_than_any_field_is_not_looked_at_to_its_end():
    assert NOTE_LENGTH < len(tidy("x" * 10**6)) <= names.LONGEST
    assert tidy(f"Ana{' ' * 10**6}\n Lucía") == "Ana Lucía"


@PATIENT
@given(st.text() | TRICKY)
def test_a_tidy_name_has_single_spaces_and_nothing_that_controls_the_page(name):
    kept = tidy(name)
    assert kept == kept.strip()
    assert "  " not in kept
    assert not any(character in kept for character in "\n\r\t\x00\u202e\u2066\ud800")


@PATIENT
@given(st.text() | TRICKY)
def test_a_name_is_like_its_tidy_self(name):
    assert likeness(tidy(name)) == likeness(name)


@pytest.mark.parametrize("character", INVISIBLE, ids=[f"U+{ord(character):04X}" for character in INVISIBLE])
def test_a_name_nobody_can_see_is_like_no_name(character):
    assert likeness(character) == ""
    assert likeness(f" {character}{character} ") == ""
    assert refused("Ana", character).seat == 1


@PATIENT
@given(st.text(st.sampled_from([" ", *INVISIBLE])))
def test_nothing_visible_is_like_nothing(name):
    assert likeness(name) == ""


@pytest.mark.parametrize("character", INVISIBLE, ids=[f"U+{ord(character):04X}" for character in INVISIBLE])
def test_something_invisible_makes_no_difference_between_two_names(character):
    if not character.isspace():
        assert likeness(f"An{character}a") == likeness("Ana")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ANA"),
        ("Ana", " ana "),
        ("José", "Jose\u0301"),
        ("Straße", "STRASSE"),
        ("Ana", "Ana"),
        ("ﬁn", "fin"),
        ("Ana Lu", "ana\u00a0lu"),
        ("Ana\u200d", "Ana"),
        ("❤\ufe0f", "❤"),
        ("Ana Lu", "Ana \u200d Lu"),
    ],
)
def test_names_that_people_take_for_the_same_are_alike(one, other):
    assert likeness(one) == likeness(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Jose", "José"), ("Ana 1", "Ana 2"), ("Bo", "Во")])
def test_names_that_people_tell_apart_are_not_alike(one, other):
    assert likeness(one) != likeness(other)


def test_players_with_names_of_their_own_are_welcome():
    check_names(["Ana", "Bo", "李", "🃏", "O'Neill", "=1+1", "x" * NAME_LENGTH, "0", "None"])


def test_the_first_player_without_a_name_is_named_by_seat():
    assert (refused("Ana", "", " ").seat, str(refused("Ana", ""))) == (1, "This player needs a name.")


def test_a_name_too_long_is_refused():
    assert refused("Ana", "x" * (NAME_LENGTH + 1)).figures["length"] == NAME_LENGTH
    assert refused("x" * 10_000, "Bo").seat == 0


def test_the_second_of_two_like_names_is_refused_and_the_first_is_shown():
    error = refused("Ana", "Bo", "ana")
    assert (error.seat, str(error)) == (2, "Two players may not have the same name: Ana is already there.")
