"""What the embedded server sends is compressed. On a server the proxy in front does that, so only `serving` switches it on.

Pages differ from one answer to the next and are compressed in passing; files are what they are, so each is compressed once.
"""

import zlib
from functools import lru_cache

from flask import Flask, Response, request

from scorekeeper.web.security import FILES

SMALLEST = 500  # bytes; what is smaller fits into one packet anyway
QUICK, THOROUGH = 6, 9
KINDS = {"application/json", "application/manifest+json", "image/svg+xml"}  # beside all text


def init_app(app: Flask) -> None:
    """Compress what this application answers."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if not _worthwhile(response):
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip") > 0:
        response.direct_passthrough = False  # a file is read here instead of by the server
        content = response.get_data()
        response.set_data(_compressed_file(content) if request.endpoint in FILES else _gzip(content, QUICK))
        response.content_encoding = "gzip"
        tag, _ = response.get_etag()
        if tag:  # the same content, but no longer the same bytes
            response.set_etag(tag, weak=True)
    return response


def _worthwhile(response: Response) -> bool:
    """Whether this is text, and all of it, and not little: nothing, a part of a file and a spreadsheet stay as they are."""
    kind = response.mimetype or ""
    text = kind.startswith("text/") or kind in KINDS
    whole = response.status_code not in {204, 206, 304} and not response.content_encoding
    return text and whole and (response.calculate_content_length() or response.content_length or 0) >= SMALLEST


@lru_cache(maxsize=64)
def _compressed_file(content: bytes) -> bytes:
    return _gzip(content, THOROUGH)


def _gzip(content: bytes, level: int) -> bytes:
    return zlib.compress(content, level, wbits=31)  # 31 stands for gzip's header and the largest window
