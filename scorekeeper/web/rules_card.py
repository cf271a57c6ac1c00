"""A ruleset in plain words: the card that says what a table plays, before the start and during the game."""

from collections.abc import Sequence

from flask import Flask
from markupsafe import Markup

from scorekeeper.rules.examples import SIZE
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import Scoring
from scorekeeper.rules.trump import no_trump_hands
from scorekeeper.web.scoring_words import example_sentences, form_words, scoring_sentences
from scorekeeper.web.texts import gettext, ngettext
from scorekeeper.web.words import figure, listed, trump_name


def rules_line(rules: Ruleset, players: int) -> str:
    """The game in one line: "1 to 13 cards, hook on, made 10 + bid, missed 0"."""
    sizes = rules.sizes(players)
    return ", ".join(
        (
            sizes_in_short(sizes),
            _hook_in_short(rules),
            gettext("made %(points)s", points=form_words(rules.scoring.made)),
            _missed_in_short(rules.scoring),
        )
    )


def rules_card(rules: Ruleset, players: int) -> list[Markup | str]:
    """Every choice that matters at the table, one sentence each."""
    sizes = rules.sizes(players)
    sentences: list[Markup | str] = [_hands(rules, sizes)]
    if rules.end_score is not None:
        sentences.append(gettext("The game ends when somebody has %(points)s points.", points=figure(rules.end_score)))
    sentences += [*_bidding(rules), *_lead(rules), *scoring_sentences(rules.scoring), *_entered(rules)]
    sentences.append(_trump(rules, sizes, players))
    if rules.must_trump:
        sentences.append(gettext("Who cannot follow suit must trump if able. The program only reminds you of it."))
    if rules.rotation == "right":
        sentences.append(gettext("The game goes anticlockwise: dealing, bidding and playing pass to the right."))
    sentences.append(_ties(rules))
    return sentences


def rules_examples(rules: Ruleset, players: int) -> tuple[int, list[str]]:
    """What a player may score in a hand that the game has, and the size of that hand: 5 cards if there is one."""
    sizes = rules.sizes(players)
    size = SIZE if SIZE in sizes else max((size for size in sizes if size <= 7), default=min(sizes))
    return size, example_sentences(rules.scoring, size=size, players=players, largest=max(sizes))


def _hands(rules: Ruleset, sizes: Sequence[int]) -> str:
    if rules.open_ended:
        return ngettext("Every hand has %(num)s card.", "Every hand has %(num)s cards.", sizes[0])
    count = ngettext("%(num)s hand", "%(num)s hands", len(sizes))
    return gettext("%(hands)s, with these cards each: %(sizes)s.", hands=count, sizes=" ".join(map(str, sizes)))


def sizes_in_short(sizes: Sequence[int]) -> str:
    """The way of the hands: where they begin, turn and end; repeated ones count once."""
    steps = [size for before, size in zip((0, *sizes), sizes, strict=False) if size != before]
    turns = [b for a, b, c in zip(steps, steps[1:], steps[2:], strict=False) if (b - a) * (c - b) < 0]
    turns = [steps[0], *turns, *steps[1:][-1:]]
    if len(turns) == 1:
        return ngettext("hands of %(num)s card", "hands of %(num)s cards", sizes[0])
    if len(turns) == 2:
        return gettext("%(first)s to %(last)s cards", first=turns[0], last=turns[1])
    if len(turns) == 3:
        return gettext("%(first)s to %(turn)s to %(last)s cards", first=turns[0], turn=turns[1], last=turns[2])
    return gettext("hands of %(sizes)s cards", sizes=" ".join(map(str, sizes)))


def _hook_in_short(rules: Ruleset) -> str:
    bidding = rules.bidding
    if bidding.simultaneous:
        return gettext("bids all at once")
    if bidding.hook == "never":
        return gettext("hook off")
    if bidding.hook == "min_cards" and bidding.min_cards > 1:
        return gettext("hook from %(cards)s cards", cards=bidding.min_cards)
    return gettext("bids must go over") if bidding.hook == "must_exceed" else gettext("hook on")


def _bidding(rules: Ruleset) -> list[str]:
    bidding = rules.bidding
    if bidding.simultaneous:
        return [gettext("Everybody bids at the same moment; there is no hook. Bids are shown when the last is in.")]
    first = {
        ("left", "left"): gettext("Bids are made in turn, from the dealer's left; the dealer bids last."),
        ("left", "right"): gettext("Bids are made in turn, from the dealer's right; the dealer bids last."),
        ("dealer", rules.rotation): gettext("Bids are made in turn, the dealer first."),
        ("right", "left"): gettext("Bids are made in turn, from the dealer's right."),
        ("right", "right"): gettext("Bids are made in turn, from the dealer's left."),
    }[bidding.first, rules.rotation]
    hook = {
        "never": gettext("The hook is off: the bids may total the size of the hand."),
        "always": gettext("The hook is on: the last bid may not make the bids total the size of the hand."),
        "min_cards": gettext(
            "The hook is on from %(cards)s cards: there, the last bid may not make the bids total the size of the hand.",
            cards=bidding.min_cards,
        ),
        "must_exceed": gettext("The last bid must bring the bids above the size of the hand, if any bid can."),
    }[bidding.hook]
    return [first, hook]


def _lead(rules: Ruleset) -> list[str]:
    return {
        "left": [],
        "highest-bidder": [gettext("The highest bidder leads to the first trick; of level bids, the earlier one.")],
        "opposite": [gettext("The player opposite the dealer leads to the first trick.")],
    }[rules.lead]


def _entered(rules: Ruleset) -> list[str]:
    sentences = {
        "wager": gettext("Players may wager points on their bids: they win them with a made bid and lose them with a missed one."),
        "discarded": gettext("Tricks that nobody won are noted when the hand is recorded."),
        "multiplier": gettext("A hand may count double or more."),
    }
    return [sentence for extra, sentence in sentences.items() if rules.enters(extra)]


def _missed_in_short(scoring: Scoring) -> str:
    if scoring.over == scoring.under:
        return gettext("missed %(points)s", points=form_words(scoring.over))
    return gettext("over %(over)s, under %(under)s", over=form_words(scoring.over), under=form_words(scoring.under))


def _trump(rules: Ruleset, sizes: Sequence[int], players: int) -> str:
    """What is trump, which hands have none by rule, and which have no card left to turn up."""
    policy, none = rules.trump.policy, no_trump_hands(rules, sizes, players)
    if all(none):
        return gettext("There are no trumps.")
    order = listed(trump_name(trump) for trump in rules.trump.order)
    sentences = [
        {
            "turn-up": gettext("Trump is the suit of the card turned up."),
            "fixed": gettext("Trump is always %(suit)s.", suit=trump_name(rules.trump.suit)),
            "rotation": gettext("Trump goes in this order: %(order)s.", order=order),
            "highest-bidder": gettext("The highest bidder names trump."),
        }[policy]
    ]
    without = [hand for hand, is_none in enumerate(none, start=1) if is_none]
    if without and rules.no_trump != "rotation":  # else the order of trumps has said so
        sentences.append(
            ngettext(
                "Hand %(hands)s is played without trump.",
                "Hands %(hands)s are played without trump.",
                len(without),
                hands=listed(without),
            )
        )
    bare = [hand for hand, size in enumerate(sizes, start=1) if size * players >= rules.pack(players) and hand not in without]
    if bare and policy == "turn-up":
        sentences.append(
            ngettext(
                "In hand %(hands)s no card is left to turn up.",
                "In hands %(hands)s no card is left to turn up.",
                len(bare),
                hands=listed(bare),
            )
        )
    return " ".join(sentences)


def _ties(rules: Ruleset) -> str:
    return {
        "shared": gettext("Equal totals share the place and the win."),
        "most-made": gettext("Of equal totals, the one with more bids made is ahead."),
        "bid-sum": gettext("Of equal totals, the one with the larger sum of made bids is ahead."),
        "extra-hand": gettext("Equal totals at the end are settled by an extra hand."),
    }[rules.tie]


def init_app(app: Flask) -> None:
    """Give templates the card, its examples and the line."""
    app.jinja_env.globals.update(rules_card=rules_card, rules_examples=rules_examples, rules_line=rules_line)
