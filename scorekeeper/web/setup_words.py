"""What the pages of a new game say about a game in a few words. The whole story is `rules_card`."""

from collections.abc import Sequence

from flask import Flask

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import Scoring
from scorekeeper.web.rules_card import sizes_in_short
from scorekeeper.web.scoring_words import scoring_sentences
from scorekeeper.web.texts import gettext, ngettext


def players_words(rules: Ruleset) -> str:
    """For how many players a game is."""
    least, most = rules.players
    if least == most:
        return gettext("For %(most)s players.", most=most)
    return gettext("For %(least)s to %(most)s players.", least=least, most=most)


def points_line(scoring: Scoring) -> str:
    """A scoring in one line."""
    return " ".join(scoring_sentences(scoring))


def sizes_line(sizes: Sequence[int], rules: Ruleset) -> str:
    """The hands of a game in one line: how many, and their sizes."""
    if rules.open_ended:
        return sizes_in_short(sizes)
    hands = ngettext("%(num)s hand", "%(num)s hands", len(sizes))
    return gettext("%(hands)s: %(sizes)s", hands=hands, sizes=" ".join(map(str, sizes)))


def init_app(app: Flask) -> None:
    """Give templates these words."""
    for function in (players_words, points_line, sizes_line):
        app.jinja_env.globals[function.__name__] = function
