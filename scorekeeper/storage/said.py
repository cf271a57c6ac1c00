"""What a database or the system said when something failed, in one line: for a person, and for a log.

A log must not hold names, addresses of games or whatever else was being stored; drivers like to
repeat them. (SQLAlchemy's own text has the whole statement, so it is asked for what the driver said.)
"""

import re

from scorekeeper.rules.errors import RuleError

LONGEST = 1000
_QUOTED = re.compile(r"""(["']).*\1""")  # from the first to the last: a value may have quotes in it
_PLACE = re.compile(r"""(["'])[^"']*\1(?: \([^)]*\))?""")


def said(error: BaseException) -> str:
    """What the driver or the system said.

    >>> said(FileNotFoundError(2, "No such file or directory", "/srv/games"))
    'No such file or directory'
    """
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    if isinstance(cause, UnicodeDecodeError):  # SQLite quotes what it found
        return "it is damaged"
    line = str(cause).strip().partition("\n")[0].rstrip(".")
    shown = "".join(sign if sign.isprintable() else "?" for sign in line[:LONGEST])
    return shown or type(cause).__name__


def said_in_a_log(error: BaseException) -> str:
    """The same without anything that was stored or asked for.

    >>> said_in_a_log(ValueError("Could not decode 'data' with text 'Ana'"))
    'ValueError: Could not decode …'
    """
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, RuleError):  # its sentence names people
        return f"RuleError: {cause.code}"
    if getattr(cause, "sqlstate", None) is None and type(cause).__module__.startswith("psycopg"):
        line = _PLACE.sub("…", said(cause))  # no connection: nothing but places is quoted then
    else:
        line = _QUOTED.sub("…", said(cause))
    return f"{type(cause).__name__}: {line}"
