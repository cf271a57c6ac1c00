"""`scorekeeper serve`: the embedded server, and what it tells the person who started it."""

import errno
import io
import logging
import os
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from types import FrameType
from typing import Any

from scorekeeper import compression, create_app
from scorekeeper.connections import Server
from scorekeeper.hosts import lan_addresses
from scorekeeper.settings import Settings, SettingsError
from scorekeeper.storage import purging, upkeep

THREADS = 4  # one Python answers no faster with more; each has a connection to the database in the pool
PATIENCE = 0.0005  # seconds after which another thread has its turn: whoever knocks must not wait for a whole page each time
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 (recognised, not bound)


def serve(env: Mapping[str, Any], host: str, listener: socket.socket) -> int:
    """Serve at the open port until somebody ends it."""
    settings = Settings.read(env)
    port = listener.getsockname()[1]
    shared = [settings.public_url] if settings.public_url else others_reach(host, port)
    app = create_app(
        {**{name: value for name, value in env.items() if name.startswith("SCOREKEEPER_")}, "SCOREKEEPER_ADDRESSES": tuple(shared)}
    )
    compression.init_app(app)
    with app.app_context():
        upkeep.renew_all()
    purging.look(app)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no news
    server = Server(app, listener, threads=THREADS, clear_untrusted_proxy_headers=not settings.proxies)
    sys.setswitchinterval(PATIENCE)
    signal.signal(signal.SIGTERM, _end)
    with suppress(SystemExit, KeyboardInterrupt):  # also when it comes before the first request is waited for
        announce(settings.place, host, port, shared)
        server.run()
    server.close()
    print("Stopped. All games are saved.", flush=True)
    return 0


def _end(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)  # waitress finishes what it has begun


def listen(host: str, port: int) -> socket.socket:
    """The open port, or a plain sentence why not."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=1024)
    except (socket.gaierror, UnicodeError) as error:  # the latter for what can be no name at all
        reason = getattr(error, "strerror", None) or "it is no name"
        raise SettingsError(f"The address {host!r} to listen at is unknown: {reason}.") from error
    except PermissionError as error:
        raise SettingsError(
            f"Port {port} needs special rights. Choose one above 1023: `PORT=8000 make run` or `--port 8000`."
        ) from error
    except OSError as error:
        raise SettingsError(_refused(host, port, error)) from error


def _refused(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        other = port % 65535 + 1
        return f"Port {port} is in use; perhaps the scorekeeper runs already. Choose another: `PORT={other} make run` or `--port`."
    return f"Can't listen at {host} port {port}: {os.strerror(error.errno) if error.errno else error}."


def others_reach(host: str, port: int) -> list[str]:
    """The addresses that other devices can open; none when only this machine is listened to."""
    if host in EVERYWHERE:
        return [f"http://{address}:{port}" for address in lan_addresses()]
    return [] if host.startswith("127.") or host in {"localhost", "::1"} else [_url(host, port)]


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def announce(place: str, host: str, port: int, shared: list[str]) -> None:
    """Say where the games are kept and how to reach the server."""
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a text stream
    own = "localhost" if host in EVERYWHERE else host
    lines = [f"Scorekeeper. Games are kept in {place}", f"  on this machine  {_url(own, port)}"]
    lines += [f"  on other phones  {url}" for url in shared]
    if host in EVERYWHERE:
        lines += [f"  or by name       http://{socket.gethostname()}:{port} (where the network knows it)"]
    print("\n".join(lines))
    if shared:
        print(qr_code(shared[0]), end="")
        print("A phone can't open it? Use the same Wi-Fi (guest Wi-Fi keeps phones apart) and let Python through the firewall.")
    else:
        print("Only this machine can open it. `scorekeeper serve --lan` or `make run` lets the phones on this Wi-Fi join.")
    print("Ctrl+C stops it.", flush=True)


def qr_code(url: str) -> str:
    """The address as a QR code of block characters; nothing where the terminal has none."""
    import segno

    drawing = io.StringIO()
    segno.make(url, micro=False).terminal(drawing, compact=True)
    text = drawing.getvalue()
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    if not sys.stdout.isatty():
        return text
    return "".join(f"\033[97;40m{line}\033[0m\n" for line in text.splitlines())  # light on dark, whatever the terminal's colours
