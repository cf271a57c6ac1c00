"""A ruleset in plain words: the card that says what a table plays, before the start and during the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import Flask
from markupsafe import Markup

from scorekeeper.ledger.entries import Rules, Start
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.position import PlannedHand, Position
from scorekeeper.rules.examples import SIZE
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import Scoring
from scorekeeper.rules.trump import no_trump_hands
from scorekeeper.web.scoring_words import example_sentences, form_words, scoring_sentences
from scorekeeper.web.texts import gettext, ngettext
from scorekeeper.web.words import figure, listed, trump_name


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand as far as trump is concerned: is there none by the rules, and is the whole pack dealt?"""

    number: int
    no_trump: bool
    whole_pack: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rules of a game from one hand on: what the table calls them, in a line, on a card, and in examples from a hand of `size`.

    `heading` says which hands these are; it is empty where the whole game is played by the same rules.
    """

    heading: str
    name: str
    line: str
    card: list[Markup | str]
    size: int
    examples: list[str]


def rules_of_game(game: Game) -> list[Chapter]:
    """What a table plays, hand sizes and all, as it has become by now; a chapter for each time the rules were changed."""
    planned = {hand.number: hand for hand in game.plan}
    sizes = (*game.sizes, *_hand_to_come(game))  # which may be the first one by new rules
    spans = [(rules, list(numbers)) for rules, numbers in groupby(range(1, len(sizes) + 1), game.rules_of)]
    called = _Called(game)
    chapters = []
    for rules, numbers in spans:
        hands = [planned[number] for number in numbers if number in planned]
        players = hands[-1].players if hands else len(game.present)
        own = [sizes[number - 1] for number in numbers]
        rests = game.dealer_rests and numbers == spans[-1][1]
        size = _typical(own)
        examples = example_sentences(rules.scoring, size=size, players=players, largest=max(game.sizes))
        heading = "" if len(spans) == 1 else _span(numbers, to_the_end=numbers == spans[-1][1])
        chapters.append(
            Chapter(
                heading,
                called.name_of(rules),
                _line(rules, own),
                _card(rules, own, _dealt(rules, hands), rests=rests),
                size,
                examples,
            )
        )
    return chapters


def coming_card(game: Position, first: int) -> list[Markup | str]:
    """The rules of the hands from number `first` on, one sentence each; none of them has begun."""
    hands = [hand for hand in game.plan if hand.number >= first]
    sizes = [*(hand.size for hand in hands), *_hand_to_come(game)]
    return _card(game.rules, sizes, _dealt(game.rules, hands))


def changed_in_short(before: Position, after: Position) -> tuple[Markup, Markup]:
    """What is played by other rules, and what was played by those before them: bids and points in a line where that tells them
    apart, and every other sentence that is not on both cards. The hands are not told: they keep their sizes.
    """
    lines = [_bids_in_short(game.rules) for game in (before, after)]
    cards = [coming_card(game, before.next_unbegun)[1:] for game in (before, after)]
    if lines[0] != lines[1]:
        told = [{*_bidding(game.rules), *scoring_sentences(game.rules.scoring)} for game in (before, after)]
        cards = [
            [f"{line}.", *(one for one in card if one not in said)] for line, card, said in zip(lines, cards, told, strict=True)
        ]
    was, now = ([one for one in card if one not in other] for card, other in (cards, cards[::-1]))
    return Markup(" ").join(now), Markup(" ").join(was)


def _dealt(rules: Ruleset, hands: Sequence[PlannedHand]) -> list[Dealt]:
    return [Dealt(hand.number, hand.no_trump, hand.size * hand.players >= rules.pack(hand.players)) for hand in hands]


class _Called:
    """What the table called its rules when it took them up last. Of many the latest are read."""

    def __init__(self, game: Game) -> None:
        facts = (entry.fact for entry in reversed(game.active))
        self._further = (fact for fact in facts if isinstance(fact, Start | Rules))
        self._names: dict[Ruleset, str] = {}

    def name_of(self, rules: Ruleset) -> str:
        """The name of these rules, if they have one."""
        while rules not in self._names:
            fact = next(self._further, None)
            if fact is None:
                return ""
            self._names.setdefault(Ruleset.from_data(fact.rules), fact.game)
        return self._names[rules]


def _hand_to_come(game: Position) -> list[int]:
    """The size of the hand after the last one known, in a game without a set number of hands."""
    least, most = game.rules.players
    return [game.rules.sizes(min(max(len(game.present) - game.dealer_rests, least), most))[-1]] if game.rules.open_ended else []


def _span(numbers: Sequence[int], *, to_the_end: bool) -> str:
    if to_the_end:
        return gettext("From hand %(number)s on", number=numbers[0])
    first, last = numbers[0], numbers[-1]
    return (
        gettext("Hand %(number)s", number=last) if first == last else gettext("Hands %(first)s to %(last)s", first=first, last=last)
    )


def rules_line(rules: Ruleset, players: int) -> str:
    """The game in one line: "1 to 13 cards, hook on, made 10 + bid, missed 0"."""
    return _line(rules, rules.sizes(players))


def rules_card(rules: Ruleset, players: int, *, rests: bool = False) -> list[Markup | str]:
    """Every choice that matters at the table, one sentence each. A dealer who `rests` is not among the `players`."""
    sizes = rules.sizes(players)
    none = no_trump_hands(rules, sizes, players)
    dealt = [Dealt(number, none[number - 1], size * players >= rules.pack(players)) for number, size in enumerate(sizes, start=1)]
    return _card(rules, sizes, dealt, rests=rests)


def _typical(sizes: Sequence[int]) -> int:
    return SIZE if SIZE in sizes else max((size for size in sizes if size <= 7), default=min(sizes))


def _line(rules: Ruleset, sizes: Sequence[int]) -> str:
    return f"{sizes_in_short(sizes)}, {_bids_in_short(rules)}"


def _bids_in_short(rules: Ruleset) -> str:
    made = gettext("made %(points)s", points=form_words(rules.scoring.made))
    return f"{_hook_in_short(rules)}, {made}, {_missed_in_short(rules.scoring)}"


def _card(rules: Ruleset, sizes: Sequence[int], dealt: Sequence[Dealt], *, rests: bool = False) -> list[Markup | str]:
    sentences: list[Markup | str] = [_hands(rules, sizes)]
    if rests:
        sentences.append(gettext("Whoever deals does not play."))
    if rules.end_score is not None:
        sentences.append(gettext("The game ends when somebody has %(points)s points.", points=figure(rules.end_score)))
    sentences += [*_bidding(rules), *_lead(rules), *scoring_sentences(rules.scoring), *_entered(rules)]
    sentences.append(_trump(rules, dealt))
    if rules.must_trump:
        sentences.append(gettext("Who cannot follow suit must trump if able. The program only reminds you of it."))
    if rules.rotation == "right":
        sentences.append(gettext("The game goes anticlockwise: dealing, bidding and playing pass to the right."))
    sentences.append(_ties(rules))
    return sentences


def _hands(rules: Ruleset, sizes: Sequence[int]) -> str:
    if rules.open_ended:
        return ngettext("Every hand has %(num)s card.", "Every hand has %(num)s cards.", sizes[-1])
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


def _trump(rules: Ruleset, dealt: Sequence[Dealt]) -> str:
    """What is trump, which hands have none by rule, and which have no card left to turn up."""
    policy = rules.trump.policy
    if policy == "none" or rules.no_trump == "all" or (dealt and all(hand.no_trump for hand in dealt)):
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
    without = [hand.number for hand in dealt if hand.no_trump]
    if without and rules.no_trump != "rotation":  # else the order of trumps has said so
        sentences.append(
            ngettext(
                "Hand %(hands)s is played without trump.",
                "Hands %(hands)s are played without trump.",
                len(without),
                hands=listed(without),
            )
        )
    bare = [hand.number for hand in dealt if hand.whole_pack and not hand.no_trump]
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
    """Give templates the card, the line, and both for a game as it has become."""
    app.jinja_env.globals.update(rules_card=rules_card, rules_line=rules_line, rules_of_game=rules_of_game)
