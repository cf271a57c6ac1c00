"""What the table and the page "Hand…" say besides: who waits, where the game ends, what undo and redo would do."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from flask import Flask, render_template, request, url_for
from markupsafe import Markup, escape

from scorekeeper.ledger.entries import PLAYED, Correction, Redeal, SetPoints
from scorekeeper.ledger.fold import apply
from scorekeeper.ledger.game import Game, Summary
from scorekeeper.ledger.hand import Hand
from scorekeeper.rules.errors import N_
from scorekeeper.web.entry_words import fact_sentence
from scorekeeper.web.texts import gettext, locale, ngettext
from scorekeeper.web.words import bdi, cards, names, say


def stop_sentence(game: Game) -> str:
    """What stopping now means: "4 of 13 hands were played; hand 5, which is open, will not count."."""
    done, number = game.hands_done, game.hands[-1].number
    if game.rules.open_ended:
        return ngettext(
            "%(num)s hand was played; hand %(number)s, which is open, will not count.",
            "%(num)s hands were played; hand %(number)s, which is open, will not count.",
            done,
            number=number,
        )
    return ngettext(
        "%(num)s of %(hands)s hands was played; hand %(number)s, which is open, will not count.",
        "%(num)s of %(hands)s hands were played; hand %(number)s, which is open, will not count.",
        done,
        hands=len(game.sizes),
        number=number,
    )


def redeal_sentence(game: Game) -> Markup:
    """What dealing the open hand again gives, by what has been arranged since it began, and why that is not the same as now.

    A `RuleError` tells why it cannot be dealt again.
    """
    now = game.hands[-1]
    new = apply(game, Redeal(now.number)).hands[-1]
    same = (now.dealer, now.size, set(now.order)) == (new.dealer, new.size, set(new.order))
    begins = (
        N_("Hand %(number)s begins again: %(name)s deals %(cards)s once more.")
        if same
        else N_("Hand %(number)s begins again: %(name)s deals %(cards)s.")
    )
    said = say(begins, number=new.number, name=bdi(game.players[new.dealer]), cards=cards(new.size))
    return Markup(" ").join([said, *_why_otherwise(game, now, new)])


def _why_otherwise(game: Game, now: Hand, new: Hand) -> Iterator[Markup | str]:
    if now.dealer != new.dealer and now.dealer in game.away:
        yield say("%(name)s, who dealt it, has left.", name=bdi(game.players[now.dealer]))
    joined = [seat for seat in new.order if seat not in now.order]
    gone = [seat for seat in now.order if seat not in new.order and seat != now.dealer]
    for seats, one, several in (
        (joined, N_("%(names)s plays it too."), N_("%(names)s play it too.")),
        (gone, N_("%(names)s does not play it any more."), N_("%(names)s do not play it any more.")),
    ):
        if seats:
            yield say(one if len(seats) == 1 else several, names=names(game.players, seats))
    if new.size < now.size:
        players = len(new.order)
        yield ngettext("The pack holds no more for %(num)s player.", "The pack holds no more for %(num)s players.", players)


def ended_early(game: Game) -> str:
    """How far a game came that was stopped: "Ended early after 4 of 13 hands"; nothing for any other game."""
    return how_many_hands(game.summary) if game.ended_early else ""


def how_many_hands(game: Summary) -> str:
    """How many hands a game had that is over, or after how many it was stopped."""
    if not game.ended_early:
        return ngettext("%(num)s hand", "%(num)s hands", game.hand)
    if not game.hands:
        return ngettext("Ended early after %(num)s hand", "Ended early after %(num)s hands", game.hand)
    return gettext("Ended early after %(done)s of %(hands)s hands", done=game.hand, hands=game.hands)


def waiting(game: Game) -> Iterator[Markup]:
    """Who is at the table and does not play the open hand, in words; whoever deals it is named elsewhere."""
    hand = game.hand
    if hand is None:
        return
    idle = [seat for seat in hand.absent if seat in game.present and seat != hand.dealer]
    out = [seat for seat in idle if (hand.number, seat) in game.sitting_out]
    later = [seat for seat in idle if seat not in out]
    for seats, one, several in (
        (out, N_("%(names)s sits this hand out."), N_("%(names)s sit this hand out.")),
        (later, N_("%(names)s plays from hand %(number)s on."), N_("%(names)s play from hand %(number)s on.")),
    ):
        if seats:
            yield say(one if len(seats) == 1 else several, names=names(game.players, seats), number=hand.number + 1)


def news(game: Game) -> bool:
    """Whether the last entry is told at the table in its own words, rather than the points of the last hand."""
    hand, last = game.hand, game.entries[-1].fact
    arranged = not isinstance(last, (*PLAYED, SetPoints)) or isinstance(last, Correction)
    return bool(arranged or game.undone or not game.closed or (hand is not None and not hand.untouched))


def undo_words(game: Game) -> Markup:
    """What "Undo" would take back."""
    return say("Takes back: %(what)s", what=fact_sentence(game, game.undoable.fact)) if game.undoable else Markup()


def redo_words(game: Game) -> Markup:
    """What "Redo" would enter again."""
    return say("Enters again: %(what)s", what=fact_sentence(game, game.redoable.fact)) if game.redoable else Markup()


def menu(slug: str, scoring: bool, finished: bool) -> Markup:
    """The ways from the table to other pages."""
    return _menu(slug, scoring, finished, request.script_root, str(locale()))


@lru_cache(512)
def _menu(slug: str, scoring: bool, finished: bool, _root: str, _language: str) -> Markup:
    return Markup(render_template("table/_menu.html", slug=slug, scoring=scoring, finished=finished))  # noqa: S704 (as below)


def hand_links(slug: str, hands: Sequence[Hand]) -> Markup:
    """A link to the correction of each hand, the latest first."""
    label = escape(gettext("Correct hand %(number)s", number="{number}"))
    address = escape(url_for("correct.correct", slug=slug, number=0).removesuffix("0"))
    numbers = [str(hand.number) for hand in reversed(hands)]
    links = [
        f'<a class="button" href="{address}{n}?from=table" aria-label="{label.replace("{number}", n)}">{n}</a>' for n in numbers
    ]
    return Markup("\n".join(links))  # noqa: S704 (numbers, and words that are escaped)


def ahead_words() -> Markup:
    """The sentences with which the table's scripts go ahead of the server's answer; rendered once for each language."""
    return _ahead_words(str(locale()))


@cache
def _ahead_words(_language: str) -> Markup:
    return Markup(render_template("table/_patterns.html"))  # noqa: S704 (a template of ours, escaped as any other)


def init_app(app: Flask) -> None:
    """Give templates these words."""
    for function in (
        stop_sentence,
        ended_early,
        how_many_hands,
        waiting,
        news,
        undo_words,
        redo_words,
        menu,
        hand_links,
        ahead_words,
    ):
        app.jinja_env.globals[function.__name__] = function
