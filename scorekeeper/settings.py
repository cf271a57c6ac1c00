"""What the surroundings decide: where data lives, which database, which secret, which host names.

Everything is read from environment variables (or from a mapping with the same names, as the tests and the command line do) once,
at start. Nothing here knows Flask.

Variables: `SCOREKEEPER_DATA`, `SCOREKEEPER_DATABASE_URL`, `SCOREKEEPER_SECRET_KEY`, `SCOREKEEPER_HOSTS`, `SCOREKEEPER_PUBLIC_URL`,
`SCOREKEEPER_PROXIES`.
"""

import ipaddress
import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

HERE = Path(__file__).resolve().parent
SHORTEST_SECRET = 16


class SettingsError(Exception):
    """The surroundings can't be used as they are; the sentence says what to do and is shown without a traceback."""


def asset_dir(name: str) -> Path:
    """The folder `name` (templates, static): inside an installed package, beside it in a checkout.

    >>> asset_dir("static").name
    'static'
    """
    inside = HERE / name
    return inside if inside.is_dir() else HERE.parent / name


def default_data_dir(env: Mapping[str, Any] = os.environ) -> Path:
    """A checkout keeps its data in `instance/`, an installed copy in the user's data folder.

    An installed copy may live in a cache that is emptied some day; games must not.
    """
    if not (HERE / "templates").is_dir():
        return HERE.parent / "instance"
    home = env.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "scorekeeper"


def sqlite_url(path: Path) -> str:
    """The database address of a file, whatever signs its name has.

    >>> sqlite_url(Path("/srv/50% of #1?/games"))
    'sqlite:////srv/50%25%20of%20%231%3F/games'
    """
    return f"sqlite:///{quote(str(path))}"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force. `hosts` are the additional names this server answers to."""

    data: Path
    database_url: str
    secret_key: str | None = None
    hosts: tuple[str, ...] = ()
    public_url: str = ""
    proxies: int = 0

    @property
    def place(self) -> str:
        """Where games are kept, in words and without a password.

        >>> Settings(Path("/srv"), "postgresql+psycopg://ana:secret@db.example/games").place
        'the database games at db.example'
        """
        kind, _, rest = self.database_url.partition(":///")
        if kind.partition("+")[0] == "sqlite":
            file = Path(unquote(rest.partition("?")[0]))
            return str(self.data if file.parent == self.data else file)
        try:
            url = urlsplit(self.database_url)
        except ValueError:  # a password has signs that no address has
            return "the database"
        return f"the database {url.path.strip('/')}" + (f" at {url.hostname}" if url.hostname else "")

    @classmethod
    def read(cls, env: Mapping[str, Any] = os.environ) -> "Settings":
        """Read the variables; an empty one counts as not set.

        >>> settings = Settings.read({"SCOREKEEPER_DATA": "/srv/games", "SCOREKEEPER_HOSTS": "cards.example, .club.example"})
        >>> settings.database_url, settings.hosts
        ('sqlite:////srv/games/scorekeeper.sqlite3', ('cards.example', '.club.example'))
        """
        data = _data_dir(env)
        public_url = _public_url(env.get("SCOREKEEPER_PUBLIC_URL") or "")
        hosts = [name.strip().lower() for name in (env.get("SCOREKEEPER_HOSTS") or "").split(",")]
        return cls(
            data=data,
            database_url=_database_url(env.get("SCOREKEEPER_DATABASE_URL") or sqlite_url(data / "scorekeeper.sqlite3")),
            secret_key=_secret_from(env.get("SCOREKEEPER_SECRET_KEY") or None),
            hosts=tuple(name for name in (*hosts, _host_of(public_url)) if name),
            public_url=public_url,
            proxies=whole_number(env.get("SCOREKEEPER_PROXIES") or 0, "SCOREKEEPER_PROXIES", 0, 10),
        )


def whole_number(text: object, name: str, least: int, most: int) -> int:
    """The number written in a setting, or a `SettingsError` that names the setting.

    >>> whole_number("8000", "PORT", 0, 65535)
    8000
    """
    try:
        number = int(str(text))
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise SettingsError(f"{name} must be a whole number from {least} to {most}, not {str(text)!r}.")
    return number


def _database_url(url: str) -> str:
    """Hosting services hand out `postgres://`; SQLAlchemy wants the driver named."""
    scheme, colon, rest = url.partition("://")
    return f"postgresql+psycopg://{rest}" if colon and scheme in {"postgres", "postgresql"} else url


def _data_dir(env: Mapping[str, Any]) -> Path:
    name = env.get("SCOREKEEPER_DATA") or ""
    try:
        path = (Path(name) if name else default_data_dir(env)).expanduser().absolute()
        str(path).encode()
    except (RuntimeError, UnicodeEncodeError) as error:  # nobody's home, or no text
        raise SettingsError(
            f"There can't be a data folder {str(name)!r}. Choose another with --data or SCOREKEEPER_DATA."
        ) from error
    return path


def _public_url(url: str) -> str:
    if url and not _is_public(url):
        raise SettingsError(f"The public address must look like https://cards.example, not {url!r}.")
    return url.rstrip("/")


def _is_public(url: str) -> bool:
    """Whether it can be shown as a link: a scheme, a name that can be, no user, nothing behind the path."""
    try:
        parts, port, host = urlsplit(url), urlsplit(url).port, _host_of(url)
        named = ipaddress.ip_address(host) if "[" in parts.netloc else re.fullmatch(r"[\w.-]+", host)
    except ValueError:
        return False
    plain = re.fullmatch(r"https?://[^\s\\@?#]+", url) and url.isprintable()
    return bool(named and plain and port != 0 and not parts.netloc.endswith(":"))


def _host_of(url: str) -> str:
    """The name in an address, as browsers send it.

    >>> _host_of("https://Hr\u00e1\u010di.example:8000/cards")
    'xn--hri-fla4t.example'
    """
    return (urlsplit(url).hostname or "").encode("idna").decode("ascii")


def _secret_from(text: str | None) -> str | None:
    if text is not None and len(text) < SHORTEST_SECRET:
        raise SettingsError(f"SCOREKEEPER_SECRET_KEY must have at least {SHORTEST_SECRET} characters.")
    return text


def make_data_dir(path: Path) -> None:
    """Create the data folder, readable by its owner only; complain plainly if it can't hold a file."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(OSError):  # somebody else's folder, opened to us on purpose
            path.chmod(0o700)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        raise SettingsError(
            f"The data folder {path} can't be used: {error.strerror}. Choose another with --data or SCOREKEEPER_DATA."
        ) from error


def secret_key(data: Path) -> str:
    """The secret that signs cookies, kept in the data folder and made at the first start.

    Several processes may start at once: each writes its own proposal to a temporary file and links it to the final name. The first
    link wins, the others find the name taken, and all read the same finished file.
    """
    path = data / "secret_key"
    try:
        if not path.exists():
            make_data_dir(data)
            _propose(path, secrets.token_urlsafe(32))
        secret = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The secret key file {path} can't be read or written: {error}.") from error
    if len(secret) < SHORTEST_SECRET:
        raise SettingsError(
            f"The secret key file {path} is damaged. Delete it and start again; scorekeepers then need their link once more."
        )
    return secret


def _propose(path: Path, secret: str) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".secret_key-")  # made with mode 0600
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secret + "\n")
            file.flush()
            os.fsync(file.fileno())
        _link_first(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _link_first(temporary: Path, path: Path) -> None:
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        pass
    except OSError:  # a file system without links, such as a USB stick: nobody runs several workers from there
        if not path.exists():
            temporary.replace(path)
