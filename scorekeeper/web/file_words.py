"""What the files of a score sheet say in the reader's language: the words around the figures of the text and of the picture."""

import re
from collections.abc import Sequence
from html import unescape

from flask_babel import get_locale
from markupsafe import Markup, escape

from scorekeeper.export import picture
from scorekeeper.export.text import SUITS, Words, isolated
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hand import Hand
from scorekeeper.ledger.sheet import Row, ScoreSheet
from scorekeeper.web.extra_words import hand_extras, hand_signs, seat_signs, signs_used
from scorekeeper.web.hand_words import ended_early
from scorekeeper.web.rules_card import rules_of_game
from scorekeeper.web.sheet_words import row_name, said_above, said_below
from scorekeeper.web.texts import gettext
from scorekeeper.web.words import cards, day, figure, gain, hands_played, result_sentence

NAME = re.compile("<bdi[^>]*>(.*?)</bdi>")


def reads_right_to_left() -> bool:
    """Whether the reader's language is written from right to left."""
    locale = get_locale()
    return locale is not None and locale.text_direction == "rtl"


def plain_text(sentence: Markup | str) -> str:
    """A sentence without markup; a name in it keeps its own direction of writing."""
    if not isinstance(sentence, Markup):
        return sentence
    told = NAME.sub(lambda name: str(escape(isolated(unescape(name[1]), right_to_left=reads_right_to_left()))), str(sentence))
    return Markup(told).striptags()  # noqa: S704 (escaped as before)


def heads(game: Game, sheet: ScoreSheet) -> list[str]:
    """What the game was, where and when, and how it stands or ended."""
    occasion = [game.title, game.place, day(game.started)]
    who = [gettext("Score kept by %(name)s", name=game.keeper)] if game.keeper else []
    played = ended_early(game) or hands_played(game)
    return [
        " · ".join(part for part in (*occasion, *who) if part) or gettext("Score sheet"),
        plain_text(result_sentence(sheet)),
        played,
    ]


def rules_lines(game: Game) -> list[str]:
    """What is played, a line for each time the rules were changed."""
    told = []
    for chapter in rules_of_game(game):
        named = [str(part) for part in (chapter.heading, chapter.name) if part]
        told.append(": ".join([*named, plain_text(chapter.line)]))
    return told


def hand_head(hand: Hand, dealer: str) -> str:
    """What a hand's line begins with: "Hand 3 (3 cards ♠, Ana deals)"."""
    trump = SUITS.get(hand.trump or "", gettext("NT") if hand.trump == "none" else "")
    size = " ".join(part for part in (cards(hand.size), trump, *hand_extras(hand.extras)) if part)
    return gettext("Hand %(number)s (%(size)s, %(name)s deals)", number=hand.number, size=size, name=dealer)


def _given(row: Row) -> str:
    reason = row.given.reason if row.given else ""
    return f"{row_name(row)} ({reason})" if reason else row_name(row)


def _below(row: Row) -> Sequence[str]:
    return [plain_text(sentence) for sentence in said_below(row)]


def text_words(game: Game, sheet: ScoreSheet) -> Words:
    """The words of the text for a chat."""
    return Words(
        heads=[*heads(game, sheet), *rules_lines(game), *([" ".join(game.note.split())] if game.note else [])],
        hand=hand_head,
        given=_given,
        above=lambda row: [plain_text(sentence) for sentence in said_above(game, row)] if row.line else [],
        below=_below,
        signs=lambda hand, seat: seat_signs(hand.extras, seat),
        figure=figure,
        gain=gain,
        missed=gettext("Bid / tricks and points; ● missed"),
        right_to_left=reads_right_to_left(),
    )


def picture_words(game: Game, sheet: ScoreSheet) -> picture.Words:
    """The words of the picture."""
    signs = [f"{sign} {words}" for sign, words in signs_used(sheet.lines)]
    legend = [
        gettext("Total large; points of the hand, bid / tricks below."),
        gettext("● missed"),
        gettext("underlined: dealt"),
        *signs,
    ]
    return picture.Words(
        heads=heads(game, sheet),
        rules=rules_lines(game),
        size=lambda hand: " ".join([*_size(hand), *hand_signs(hand.extras)]),
        above=lambda row: [plain_text(sentence) for sentence in said_above(game, row)],
        below=_below,
        signs=lambda hand, seat: seat_signs(hand.extras, seat),
        figure=figure,
        gain=gain,
        no_trump=gettext("NT"),
        total=gettext("Total"),
        place=gettext("Place"),
        hand=gettext("Hand"),
        legend=" · ".join(legend),
        chart=gettext("Line chart of the totals after every hand"),
        right_to_left=reads_right_to_left(),
    )


def _size(hand: Hand) -> list[str]:
    return [gettext("%(cards)sc", cards=hand.size)] if hand.size != hand.number else []
