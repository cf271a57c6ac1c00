"""A scorekeeper for Oh Hell and its relatives. `create_app` puts the rooms together and is the only place that knows them all.

Nothing is imported at the top: the rules and the ledger (and the command line's `replay`) stay usable without Flask.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

__version__ = "0.1.0"


def create_app(config: Mapping[str, Any] | None = None) -> "Flask":
    """The web application. `config` holds Flask's settings and overrides the environment's `SCOREKEEPER_…` variables.

    It neither creates nor changes tables: `scorekeeper migrate` and `scorekeeper serve` do that, once, before workers start.
    """
    import os

    from flask import Flask

    from scorekeeper import hosts, languages, sessions, web
    from scorekeeper.rules.catalogue import presets
    from scorekeeper.settings import Settings, asset_dir, secret_key
    from scorekeeper.storage import database, purging

    presets()  # a fault in the catalogue is told now, not when a table sits down
    config = dict(config or {})
    settings = Settings.read({**os.environ, **config})
    app = Flask(
        __name__,
        template_folder=str(asset_dir("templates")),
        static_folder=str(asset_dir("static")),
        instance_path=str(settings.data),
    )
    app.config.update(
        SCOREKEEPER_PUBLIC_URL=settings.public_url,
        SCOREKEEPER_ADDRESSES=(settings.public_url,) if settings.public_url else (),
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),  # the most a browser keeps
        WTF_CSRF_TIME_LIMIT=None,  # a game evening is longer than an hour
        MAX_CONTENT_LENGTH=1_000_000,
        MAX_FORM_MEMORY_SIZE=1_000_000,
        MAX_FORM_PARTS=500,
    )
    app.config.update(config)
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = settings.secret_key or secret_key(settings.data)
    if settings.proxies:
        from werkzeug.middleware.proxy_fix import ProxyFix

        n = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]  # Flask documents it
    hosts.init_app(app, settings.hosts)
    sessions.init_app(app)
    languages.init_app(app)
    database.init_app(app)
    purging.init_app(app)
    web.init_app(app)
    return app
