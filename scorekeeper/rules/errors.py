"""The one error of the rules: a stable code, the place it concerns, and a sentence.

The sentence is a message id for gettext; the figures fill it in. The web translates it, the command line prints it as it is.
"""


def N_(sentence: str) -> str:  # noqa: N802 (gettext's customary name for "mark, do not translate yet")
    """Mark a sentence for translation without translating it here.

    >>> N_("as it is")
    'as it is'
    """
    return sentence


class RuleError(Exception):
    """What was asked breaks a rule of the game.

    `code` never changes for a kind of breach (`bid-barred`, `tricks-sum`, …). `hand` counts from 1, `seat` from 0; each is
    `None` where the breach concerns no single hand or seat.

    >>> error = RuleError("bid-range", N_("A bid is 0 to %(size)s, not %(bid)s."), hand=3, seat=1, size=3, bid=4)
    >>> error.code, error.hand, error.seat, str(error)
    ('bid-range', 3, 1, 'A bid is 0 to 3, not 4.')
    """

    def __init__(self, code: str, sentence: str, *, hand: int | None = None, seat: int | None = None, **figures: object) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence
        self.hand = hand
        self.seat = seat
        self.figures = figures

    def __str__(self) -> str:
        return self.sentence % self.figures
