"""How many statements pages and posts send to the database, however many games there are and hands were played."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import event

from bench.figures import Figure
from bench.house import House, bid, furnished, token, tricks
from scorekeeper.storage.database import db

PAGE, POST = 6, 10
PAGES = ("", "?v=1", "/sheet", "/sheet.csv", "/history", "/rules", "/hand", "/players", "/hands/1", "/read", "/scoring")
SIZES = (5,) * 40 + (6,)  # the largest hand has no trump


@contextmanager
def counting(app: Flask) -> Iterator[list[str]]:
    """The statements sent meanwhile, those that begin a transaction included."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        sent.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine, "before_cursor_execute", note)


def pages(house: House, slug: str) -> dict[str, int]:
    """The statements of each page, the game not in memory."""
    phone = house.phone()
    urls = ["/", "/new", *(f"/g/{slug}{page}" for page in PAGES)]
    return {url.replace(slug, "…"): _count(house, phone.open, url) for url in urls}


def posts(house: House, slug: str, hand: int) -> dict[str, int]:
    """The statements of each kind of entry in the open hand, the game not in memory."""
    phone, url = house.phone(), f"/g/{slug}"
    csrf = token(phone.open(url))
    sent = [bid(csrf, hand, seat) for seat in house.order(slug)] + [tricks(csrf, hand, SIZES[hand - 1])]
    return {f"{fields['do']} {number}": _count(house, phone.tap, url, fields) for number, fields in enumerate(sent)}


def _count(house: House, request: Callable[..., object], *of: object) -> int:
    house.forget_folded()
    with counting(house.app) as sent:
        request(*of)
    return len(sent)


def figures() -> Iterator[Figure]:
    """The page and the post with most statements, and that neither has more of them later."""
    with furnished() as house:
        early = house.start(SIZES, played=1)
        few_pages, few_posts = pages(house, early), posts(house, early, 2)
        late = house.start(SIZES, played=39)
        house.copies(late, 200)
        many_pages, many_posts = pages(house, late), posts(house, late, 40)
    for what, few, many, most in (("page", few_pages, many_pages, PAGE), ("post", few_posts, many_posts, POST)):
        worst = max(many, key=lambda name: many[name])
        yield Figure(f"statements of a {what}, at most ({worst})", many[worst], "", most)
        yield Figure(
            f"statements of all {what}s, 200 games and hand 40 beside one in hand 2", sum(many.values()), "", 1, sum(few.values())
        )
