"""What a request carries, within bounds before anybody looks at it: how many fields there are, and how long a text may be.

Nobody types so much. A text that was cut is refused in words beside its field like any that is too
long, and shown there again as far as it goes; its end tells that it is not whole.
"""

from collections.abc import Iterable
from io import BytesIO
from typing import IO, Any

from flask import Flask, Request, request
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

LONGEST, CUT = 10_000, "…"  # letters of one field; what stands for the rest


class Texts(ImmutableMultiDict[str, Any]):
    """The fields of a form or an address, cut to what could be looked at, except for those kept `whole`."""

    whole: frozenset[str] = frozenset()

    def __init__(self, fields: Iterable[tuple[str, Any]] = ()) -> None:
        super().__init__([(name, self._cut(name, value)) for name, value in fields])

    def _cut(self, name: str, value: Any) -> Any:
        if isinstance(value, str) and len(value) > LONGEST and name not in self.whole:
            return value[:LONGEST] + CUT
        return value


class Parser(FormDataParser):
    """Reads a form with no more fields than a form of several parts may have."""

    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, options: dict[str, str] | None = None
    ) -> tuple[IO[bytes], MultiDict[str, str], MultiDict[str, Any]]:
        if mimetype == "application/x-www-form-urlencoded":
            body = stream.read()
            _count(body, self.max_form_parts)
            stream = BytesIO(body)
        return super().parse(stream, mimetype, content_length, options)


class Sent(Request):
    """A request whose fields are within bounds."""

    parameter_storage_class = Texts
    form_data_parser_class = Parser


def _count(written: bytes, most: int | None) -> None:
    if most is not None and written.count(b"&") >= most:
        raise RequestEntityTooLarge


def _count_in_address() -> None:
    _count(request.query_string, request.max_form_parts)


def init_app(app: Flask) -> None:
    """Bound all requests."""
    app.request_class = Sent
    app.before_request(_count_in_address)
