"""Pages for what could not be answered: plain words, no traceback, always a way on. The log names the route, never the address."""

import logging
from collections.abc import Callable
from traceback import format_tb
from typing import Any

from flask import Flask, g, request
from flask_wtf.csrf import CSRFError
from sqlalchemy import exc
from werkzeug.exceptions import BadRequest, HTTPException, NotFound, ServiceUnavailable
from werkzeug.http import HTTP_STATUS_CODES
from werkzeug.wrappers import Response

from scorekeeper.rules.errors import N_, RuleError
from scorekeeper.storage import database
from scorekeeper.storage.damage import DamagedGame, tell
from scorekeeper.storage.groups import NoSuchPerson, NotAMember
from scorekeeper.storage.said import said_in_a_log
from scorekeeper.storage.schema import NotSetUp
from scorekeeper.web import change, correct, gathering, groups, hand_page, imports, people, setup, table
from scorekeeper.web.pages import load_game, page
from scorekeeper.web.security import FILES, may_score
from scorekeeper.web.texts import gettext
from scorekeeper.web.words import error_sentence

log = logging.getLogger("scorekeeper")


def _page(status: int, heading: str, sentence: str) -> Response:
    return page("errors/error.html", status=status, heading=heading, sentence=sentence)


def _note(response: Response) -> Response:
    """A line in the log for everything that was refused or failed. It names the route and the reason, never an address.

    A damaged record has its own line, and not one for every request.
    """
    if response.status_code >= 400 and not g.get("damaged"):
        route = request.url_rule.rule if request.url_rule else "no route"
        reason = g.get("refused") or HTTP_STATUS_CODES.get(response.status_code, "")
        log.warning("%s %s answered %s: %s", request.method, route, response.status_code, reason)
    return response


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    sentences = {
        404: (gettext("Nothing here"), gettext("There is no such page or game. Perhaps the address was cut short.")),
        405: (gettext("Not like this"), gettext("This address only takes what a page of this program sends.")),
        410: (gettext("This game was deleted"), gettext("Whoever kept its score deleted it, for all phones.")),
        413: (gettext("Too much"), gettext("That is more than this program takes. Nothing was saved.")),
    }
    told = error.description if error.description != BadRequest.description else ""
    plain = told or gettext("The request was not understood. Nothing was saved.")
    heading, sentence = sentences.get(status, (gettext("That did not work"), plain))
    response = _page(status, heading, sentence)
    if isinstance(error, ServiceUnavailable) and error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    return response


_SHOWN_AGAIN = {
    "imports": imports.show_refused,
    "groups": groups.show_refused,
    "gathering": gathering.show_refused,
    **dict.fromkeys(("setup", "picking", "own_points"), setup.show_refused),
}
_SHOWN_IN_A_GAME: dict[str, Callable[..., Response]] = {
    "correct": correct.show_again,
    "people": people.show,
    "hand_page": hand_page.show,
    "change": change.show,
}


def _forged(_error: CSRFError) -> Response:
    """A form without a valid token: shown again where that is possible, with what was typed."""
    place = request.view_args or {}
    g.refused = "forged"
    error = RuleError("forged", N_("Nothing was saved: this page was too old. It is fresh now: please try again."))
    if request.blueprint in _SHOWN_AGAIN:
        return _answered(_SHOWN_AGAIN[request.blueprint], error)
    if "slug" not in place:
        return _page(400, gettext("Please try again"), str(error_sentence(error)))
    return _answered(lambda error: _game_again(place["slug"], error), error)


def _game_again(slug: str, error: RuleError) -> Response:
    stored = load_game(slug)
    if not may_score(stored):
        return table.refuse_watcher(stored.slug, status=400)
    return _SHOWN_IN_A_GAME.get(request.blueprint or "", table.show)(stored, error=error, status=400)


def _answered(show: Callable[[RuleError], Response], error: RuleError) -> Response:
    """What is raised inside a handler nobody else would answer."""
    try:
        return show(error)
    except HTTPException as unknown:
        return _http(unknown)
    except DamagedGame as damaged:
        return _damaged(damaged)


def _not_a_member(_error: Exception) -> Response:
    """Somebody who only reads along tried to write for a group, or was shut out a moment ago."""
    error = groups.stranger()
    g.refused = error.code
    return _answered(groups.refuse_stranger, error)


def _no_such_person(_error: Exception) -> Response:
    """Purged between a page and what was sent from it."""
    return _http(NotFound())


def _damaged(error: DamagedGame) -> Response:
    """409: nothing is wrong with the program, and an entry that a phone sends again and again will never be taken."""
    tell(error)
    g.damaged = True
    return page("errors/damaged.html", status=409, slug=error.slug if error.scorer else "", sent=request.method == "POST")


# What these databases answer is that the program asked for something wrong.
_ASKED_WRONGLY = (exc.DataError, exc.IntegrityError, exc.NotSupportedError, exc.ProgrammingError)
_NO_ANSWER = (exc.DBAPIError, exc.DisconnectionError, exc.TimeoutError)


def _database(error: Exception) -> Response:
    """A line in the log is enough: while a database is down every request ends here."""
    if isinstance(error, _ASKED_WRONGLY) or not isinstance(error, _NO_ANSWER):
        return _fault(error)
    g.refused = f"the database did not answer: {said_in_a_log(error)}"
    return _page(
        503, gettext("Not saved"), gettext("The place where games are kept cannot be reached or is full. Nothing was saved.")
    )


def _not_set_up(error: Exception) -> Response:
    g.refused = str(error)
    return _page(503, gettext("Not ready yet"), gettext(str(error)))


def _fault(error: Exception) -> Response:
    log.error("a fault in the program\n%s", _traced(error))
    return _page(
        500, gettext("That should not have happened"), gettext("It is a fault of this program. What was recorded before is safe.")
    )


def _traced(error: BaseException | None) -> str:
    """The traceback. What the exceptions say is shortened: it may hold names or addresses."""
    told: list[str] = []
    while error is not None:
        told[:0] = [*format_tb(error.__traceback__), f"{said_in_a_log(error)}\n"]
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "".join(told).rstrip()


def _look_at_database() -> None:
    """Before any page, also one that needs nothing of it: a server that was never set up says so at once."""
    if request.endpoint not in FILES:
        database.look_once()


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.before_request(_look_at_database)
    app.after_request(_note)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(CSRFError, _forged)
    app.register_error_handler(NotAMember, _not_a_member)
    app.register_error_handler(NoSuchPerson, _no_such_person)
    app.register_error_handler(DamagedGame, _damaged)
    app.register_error_handler(NotSetUp, _not_set_up)
    app.register_error_handler(exc.SQLAlchemyError, _database)
    app.register_error_handler(Exception, _fault)
    app.log_exception = _log_exception  # type: ignore[method-assign, assignment]  # Flask's own tells the address


def _log_exception(found: tuple[Any, BaseException, Any] | tuple[None, None, None]) -> None:
    """An error page that failed itself."""
    log.error("a fault in an error page\n%s", _traced(found[1]))
