"""What goes wrong between a phone and its server: a server that is killed and started again, a line that loses what it carries."""

import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self

from tests.test_cli import environment

LOOPBACK = "127.0.0.1"
SLOW = 0.3  # seconds
Fate = Callable[[str], str]


class Server:
    """`scorekeeper serve` in a process of its own, always at the same port. It can be killed at any time, and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.log = data / "log"
        self.kills = 0
        with socket.create_server((LOOPBACK, 0)) as free:
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, if it does not run; it is not ready yet."""
        if self._process is not None:
            return
        command = [sys.executable, "-m", "scorekeeper", "serve", "--data", str(self.data), "--port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command, env=environment(), stdout=subprocess.PIPE, stderr=log, encoding="utf-8", start_new_session=True
            )

    def ready(self) -> None:
        """Start it, if it does not run, and wait until it answers."""
        self.start()
        with socket.socket() as probe:
            if probe.connect_ex((LOOPBACK, self.port)) == 0:
                return
        assert self._process is not None
        assert self._process.stdout is not None
        said = next((line for line in self._process.stdout if "Ctrl+C" in line), None)
        assert said, self.log.read_text("utf-8")

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()
        self._process = None
        self.kills += 1

    @property
    def faults(self) -> list[str]:
        """The faults of the program that its log tells of."""
        return re.findall(r"^\w*Error\b.*", self.log.read_text("utf-8"), re.MULTILINE)


class Line(ThreadingHTTPServer):
    """The line from phones to a server on this machine. `fate` is asked about every request for a game, by its method:

    pass       it is handed on, and so is the answer
    slow       the same, a moment later
    twice      the request arrives twice
    lost       it never arrives
    swallowed  it arrives, and the answer does not
    torn       half of the answer arrives
    busy       something in between says that the server is busy
    hotel      something in between shows a page of its own
    """

    daemon_threads = False
    FOREIGN = b'<!doctype html><title>Hotel</title><div id="page">Welcome. Accept our terms.</div>'

    def __init__(self, port: int, fate: Fate = lambda _method: "pass") -> None:
        super().__init__((LOOPBACK, 0), _Call)
        self.port = port
        self.fate = fate
        self.address = f"http://{LOOPBACK}:{self.server_port}"
        self.closing = threading.Event()
        self.fates: dict[str, int] = {}
        self._open: set[socket.socket] = set()
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.shutdown()
        self._thread.join()
        self.cut()
        self.server_close()

    def cut(self) -> None:
        """End every connection there is."""
        for connection in list(self._open):
            _end(connection)

    def decide(self, method: str, path: str) -> str:
        """What becomes of a request."""
        fate = self.fate(method) if path.startswith("/g/") else "pass"
        self.fates[fate] = self.fates.get(fate, 0) + 1
        return fate

    def process_request(self, request: "socket.socket | tuple[bytes, socket.socket]", client_address: object) -> None:
        assert isinstance(request, socket.socket)
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: "socket.socket | tuple[bytes, socket.socket]") -> None:
        assert isinstance(request, socket.socket)
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: object, client_address: object) -> None:
        """A phone that hangs up is what all this is about."""


def _end(connection: socket.socket) -> None:
    with suppress(OSError):  # the other side was quicker
        connection.shutdown(socket.SHUT_RDWR)


class _Call(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Line

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        fate = self.server.decide(self.command, self.path)
        if fate == "busy":
            self._answer(503, [("Content-Type", "text/plain")], b"busy")
        elif fate == "hotel":
            self._answer(200, [("Content-Type", "text/html")], Line.FOREIGN)
        elif fate == "lost" or not self._hand_on(body, fate):
            self._hang_up()

    do_POST = do_HEAD = do_GET  # noqa: N815 (the library's names)

    def _hand_on(self, body: bytes, fate: str) -> bool:
        """Whether there was an answer that could be handed back."""
        try:
            for _ in range(2 if fate == "twice" else 1):
                answer = self._ask(body)
        except (OSError, HTTPException):
            return False
        if fate == "swallowed":
            return False
        if fate == "slow":
            self.server.closing.wait(SLOW)
        self._answer(*answer, half=fate == "torn")
        return True

    def _ask(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        connection = HTTPConnection(LOOPBACK, self.server.port, timeout=20)
        try:
            connection.request(self.command, self.path, body, dict(self.headers.items()) | {"Connection": "close"})
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            connection.close()

    def _answer(self, status: int, headers: list[tuple[str, str]], body: bytes, *, half: bool = False) -> None:
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in {"connection", "content-length", "transfer-encoding"}:
                self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if half else body)
        if half:
            self._hang_up()

    def _hang_up(self) -> None:
        self.wfile.flush()
        self.close_connection = True
        _end(self.connection)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the library's name)
        """Nothing to be said."""
