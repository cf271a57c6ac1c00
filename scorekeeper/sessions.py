"""The cookie that remembers a device. Signed, never readable by scripts, kept for as long as browsers allow."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from flask import request
from flask.sessions import SecureCookieSessionInterface

if TYPE_CHECKING:
    from flask import Flask
    from flask.sessions import SessionMixin


class DeviceSession(SecureCookieSessionInterface):
    """Flask's signed cookie with three differences that a server on the local network needs."""

    def get_cookie_secure(self, app: "Flask") -> bool:  # noqa: ARG002 (Flask's signature)
        """Secure on https; on plain http a browser would throw a secure cookie away and every form would be refused."""
        return request.is_secure

    def get_expiration_time(self, app: "Flask", session: "SessionMixin") -> datetime:  # noqa: ARG002 (Flask's signature)
        """Every session is a lasting one."""
        return datetime.now(UTC) + app.permanent_session_lifetime

    def should_set_cookie(self, app: "Flask", session: "SessionMixin") -> bool:  # noqa: ARG002 (Flask's signature)
        """Prolonged when somebody does something, not by every poll of a page lying on the table."""
        return session.modified or request.method == "POST"
