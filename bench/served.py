"""Servers in processes of their own: the program as it is started at a table, and the yardstick on the same server."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter, sleep

ROOT = Path(__file__).parent.parent
YARDSTICK = (
    "import sys, waitress; from bench.minimal import create_app; waitress.serve(create_app(), port=int(sys.argv[1]), _quiet=True)"
)
PATIENCE = 30  # seconds


@dataclass(frozen=True, slots=True)
class Server:
    """A running server; `began` is when it was started."""

    port: int
    pid: int
    began: float

    def first_answer(self, path: str = "/") -> float:
        """The seconds from its start to its first answer."""
        while perf_counter() - self.began < PATIENCE:
            try:
                self.answer(path)
            except OSError:
                sleep(0.002)
            else:
                return perf_counter() - self.began
        raise TimeoutError("The server does not answer.")

    def answer(self, path: str, headers: Mapping[str, str] | None = None, body: str | None = None) -> tuple[int, str, bytes]:
        """Status, head and body of an answer, as they came."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.request("GET" if body is None else "POST", path, body, dict(headers or {}))
            answer = connection.getresponse()
            return answer.status, str(answer.headers), answer.read()

    def busy(self) -> float | None:
        """The seconds of processor time it has used so far, where the system tells (Linux)."""
        path = Path(f"/proc/{self.pid}/stat")
        if not path.exists():
            return None
        user, system = path.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float | None:
        """The MiB it holds, where the system tells (Linux)."""
        status = Path(f"/proc/{self.pid}/status")
        found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
        return int(found[1]) / 1024 if found else None


@contextmanager
def scorekeeper(data: Path) -> Iterator[Server]:
    """`scorekeeper serve` with this data folder."""
    port = _free_port()
    with _running(["-m", "scorekeeper", "serve", "--data", str(data), "--port", str(port)], port) as server:
        yield server


@contextmanager
def yardstick() -> Iterator[Server]:
    """The smallest application on the same server."""
    port = _free_port()
    with _running(["-c", YARDSTICK, str(port)], port) as server:
        yield server


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def _running(arguments: list[str], port: int) -> Iterator[Server]:
    began = perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        yield Server(port, process.pid, began)
    finally:
        process.terminate()
        process.wait(PATIENCE)
