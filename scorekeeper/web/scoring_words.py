"""A scoring in plain words: a sentence for each kind of result, worked examples, and a row as a formula people read."""

from scorekeeper.rules.errors import N_
from scorekeeper.rules.examples import worked_examples
from scorekeeper.rules.form import Form
from scorekeeper.rules.number import Points
from scorekeeper.rules.scoring import Scoring
from scorekeeper.web.texts import gettext, ngettext
from scorekeeper.web.words import figure


def scoring_sentences(scoring: Scoring) -> list[str]:
    """How a bid scores, one sentence for each kind of result."""
    made = [gettext("A bid that is made scores %(points)s.", points=form_words(scoring.made))]
    made += [
        gettext("A made bid of %(bid)s scores %(points)s.", bid=bid, points=form_words(form)) for bid, form in scoring.made_table
    ]
    if scoring.zero_made is not None and 0 not in dict(scoring.made_table):
        made.append(
            gettext("A bid of 0 that is made scores %(points)s.", points=form_words(scoring.zero_made)) + _zero_limit(scoring)
        )
    if scoring.near is not None:
        made.append(
            ngettext(
                "A bid missed by %(num)s trick scores %(points)s.",
                "A bid missed by up to %(num)s tricks scores %(points)s.",
                scoring.near.dist,
                points=form_words(scoring.near.form),
            )
        )
    return [*made, *_missed(scoring), *_extras(scoring)]


def _missed(scoring: Scoring) -> list[str]:
    if scoring.over == scoring.under:
        any_miss, any_other = N_("A bid that is missed scores %(points)s."), N_("Any other missed bid scores %(points)s.")
        missed = [gettext(any_miss if scoring.near is None else any_other, points=form_words(scoring.over))]
    else:
        many, few = N_("Too many tricks score %(points)s."), N_("Too few tricks score %(points)s.")
        many_else, few_else = N_("Otherwise too many tricks score %(points)s."), N_("Otherwise too few tricks score %(points)s.")
        missed = [
            gettext(many if scoring.near is None else many_else, points=form_words(scoring.over)),
            gettext(few if scoring.near is None else few_else, points=form_words(scoring.under)),
        ]
    if scoring.zero_missed is not None:
        zero, zero_else = (
            N_("A bid of 0 that is missed scores %(points)s."),
            N_("A bid of 0 that is otherwise missed scores %(points)s."),
        )
        said = gettext(zero if scoring.near is None else zero_else, points=form_words(scoring.zero_missed))
        missed.append(said + _zero_limit(scoring))
    return missed


def _zero_limit(scoring: Scoring) -> str:
    if scoring.zero_from_cards == "players+1":
        return " " + gettext("(Only in hands of more cards than players.)")
    if scoring.zero_from_cards == 1:
        return ""
    return " " + gettext("(Only in hands of %(cards)s cards or more.)", cards=scoring.zero_from_cards)


def _extras(scoring: Scoring) -> list[str]:
    extras = []
    if scoring.blind:
        extras.append(gettext("A bid made blind scores %(points)s more.", points=figure(scoring.blind)))
    if scoring.bonus != "none":
        extras.append(
            {
                "made": gettext("Bonus points count if the bid is made."),
                "made+half": gettext("Bonus points count if the bid is made, and half if it is nearly made.")
                if scoring.near is not None
                else gettext("Bonus points count if the bid is made."),
                "always": gettext("Bonus points always count."),
            }[scoring.bonus]
        )
    if scoring.streak is not None:
        extras.append(
            gettext(
                "%(n)s hands made in a row add %(win)s, %(n)s missed in a row add %(loss)s.",
                n=scoring.streak.n,
                win=figure(scoring.streak.win),
                loss=figure(scoring.streak.loss),
            )
        )
        extras += [
            ngettext("Hands of %(num)s card do not count for that.", "Hands of %(num)s cards do not count for that.", size)
            for size in scoring.streak.ignore_cards
        ]
    if scoring.direction == "low":
        extras.append(gettext("The lowest total wins."))
    return extras


def example_sentences(scoring: Scoring, **hand: int) -> list[str]:
    """Worked examples, "Bid 3, took 4: −10"; `hand` is its size, the number of players and the game's largest hand."""
    return [
        gettext("Bid %(bid)s, took %(tricks)s: %(points)s", bid=example.bid, tricks=example.tricks, points=figure(example.points))
        for example in worked_examples(scoring, **hand)
    ]


def form_words(form: Form) -> str:
    """A row of a scoring as a formula people read: "10 + bid", "−3 × difference", "0"."""
    measures = (
        ("k", ""),
        ("b", gettext("bid")),
        ("b2", gettext("bid²")),
        ("bT", gettext("1 + 2 + … + bid")),
        ("t", gettext("tricks")),
        ("d", gettext("difference")),
        ("d2", gettext("difference²")),
        ("dT", gettext("1 + 2 + … + difference")),
        ("h", gettext("cards")),
        ("i", gettext("cards below the largest hand + 1")),
    )
    terms = [_term(getattr(form, name), word) for name, word in measures if getattr(form, name)]
    return _sum(terms) if terms else "0"


def _term(factor: Points, word: str) -> str:
    if not word:
        return figure(factor)
    grouped = f"({word})" if " " in word and factor != 1 else word
    if factor == 1:
        return word
    return f"\N{MINUS SIGN}{grouped}" if factor == -1 else f"{figure(factor)} × {grouped}"


def _sum(terms: list[str]) -> str:
    whole = terms[0]
    for term in terms[1:]:
        whole += f" \N{MINUS SIGN} {term[1:]}" if term.startswith("\N{MINUS SIGN}") else f" + {term}"
    return whole
