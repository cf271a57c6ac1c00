"""The cookie that remembers a device: signed, kept from scripts, and for as long as browsers keep one.

A right once given does not depend on clocks: the signature has a time in it, as Flask's has, and
nobody looks at it.
"""

import hmac
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING

from flask import current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_wtf import CSRFProtect
from itsdangerous import BadData, TimestampSigner, URLSafeSerializer
from werkzeug.http import dump_cookie

from scorekeeper import clock

if TYPE_CHECKING:
    from flask import Flask, Request, Response
    from flask.sessions import SessionMixin

EARLIER_NAME = "scorekeeper"  # of every server's cookie, once
TOKEN = "csrf_token"  # noqa: S105 (its name)


class Signer(TimestampSigner):
    """Signs as Flask does, but no time before 1970, which could not be written."""

    def get_timestamp(self) -> int:
        return int(clock.now().timestamp())


class DeviceSession(SecureCookieSessionInterface):
    """Flask's signed cookie with the differences that a server on the local network needs."""

    def get_signing_serializer(  # type: ignore[override]  # Flask's looks at the time
        self, app: "Flask"
    ) -> URLSafeSerializer:
        """Reads what Flask's serializer wrote, and the other way round."""
        return URLSafeSerializer(
            str(app.config["SECRET_KEY"]),
            salt=self.salt,
            serializer=self.serializer,
            signer=Signer,
            signer_kwargs={
                "key_derivation": self.key_derivation,
                "digest_method": self.digest_method,
            },
        )

    def open_session(self, app: "Flask", request: "Request") -> SecureCookieSession:
        """What this server put into the cookie, also under the name that it had earlier.

        Whoever can be recognised is never made somebody new.
        """
        reader = self.get_signing_serializer(app)
        for name in (self.get_cookie_name(app), EARLIER_NAME):
            for value in request.cookies.getlist(name):
                try:
                    return self.session_class(reader.loads(value))
                except BadData:  # another server's, on the same machine
                    continue
        return self.session_class()

    def save_session(self, app: "Flask", session: "SessionMixin", response: "Response") -> None:
        """Prolonged when somebody does something, not by every poll of a page lying on the table.

        It lasts for so many seconds: a date that a wrong clock tells might end it at once. It is
        secure on https only: elsewhere a browser throws secure cookies away, and no form would work.
        """
        if session.accessed:
            response.vary.add("Cookie")
        if not session or not (session.modified or request.method == "POST"):
            return
        signed = self.get_signing_serializer(app).dumps(dict(session))
        cookie = dump_cookie(
            self.get_cookie_name(app),
            str(signed),
            max_age=app.permanent_session_lifetime,
            path=self.get_cookie_path(app),
            domain=self.get_cookie_domain(app),
            secure=request.is_secure,
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
            sync_expires=False,
        )
        response.headers.add("Set-Cookie", cookie)
        response.vary.add("Cookie")


def cookie_name(secret: str) -> str:
    """The name of a server's cookie.

    Browsers send a machine all its cookies, whatever the port, so two servers there need two names.

    >>> cookie_name("the first one") == cookie_name("the other one")
    False
    """
    return f"{EARLIER_NAME}-{hmac.new(secret.encode(), b'cookie', sha256).hexdigest()[:8]}"


def csrf_token() -> str:
    """The token of this browser's forms, made once for a request, when a page needs it.

    Flask-WTF checks it. It would make the same, but not while the clock tells a time before 1970.
    """
    if TOKEN not in g:
        mine = session.setdefault(TOKEN, secrets.token_hex(20))
        secret = str(current_app.config["SECRET_KEY"])
        g.csrf_token = URLSafeSerializer(secret, salt="wtf-csrf-token", signer=Signer).dumps(mine)
    return str(g.csrf_token)


def init_app(app: "Flask") -> None:
    """Remember devices, and let nobody else send their forms. The secret key is known by now."""
    app.config["SESSION_COOKIE_NAME"] = cookie_name(str(app.config["SECRET_KEY"]))
    app.session_interface = DeviceSession()
    CSRFProtect(app)
    app.jinja_env.globals[TOKEN] = csrf_token
