"""The page about hosting tells the truth: its settings and commands exist, and its server serves a table over either database."""

import re
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from scorekeeper.cli import _parser
from tests import postgresql
from tests.test_cli import ROOT, environment, run
from tests.web.screen import Screen

TEXT = (ROOT / "docs" / "hosting.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", TEXT, re.DOTALL)
(UNIT,) = [text for kind, text in BLOCKS if kind == "ini"]
(NGINX,) = [text for kind, text in BLOCKS if kind == "nginx"]


def test_its_settings_are_settings_of_the_program():
    named = set(re.findall(r"\bSCOREKEEPER_[A-Z_]+\b", TEXT))
    assert named <= set(re.findall(r"\bSCOREKEEPER_[A-Z_]+\b", (ROOT / "scorekeeper" / "settings.py").read_text("utf-8")))


def test_its_commands_are_commands_of_the_program():
    (commands,) = [action.choices for action in _parser()._actions if action.choices]
    named = {name for _, text in BLOCKS for name in re.findall(r"(?:bin/|sudo )scorekeeper (\w+)", text)}
    assert {"migrate", "backup", "restore"} <= named <= set(commands)


def test_its_extras_and_its_wheel_are_those_of_the_project():
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for extra in {name for names in re.findall(r"\[([a-z,]+)\]'", TEXT) for name in names.split(",")}:
        assert re.search(rf"^{extra} = \[", project, re.MULTILINE), extra
    (version,) = re.findall(r'^version = "(.*)"', project, re.MULTILINE)
    assert f"scorekeeper-{version}-" in TEXT


def test_its_proxy_sets_what_the_program_believes_and_logs_no_address():
    for name in ("For", "Host", "Proto"):
        assert f"proxy_set_header X-Forwarded-{name} " in NGINX
    assert NGINX.count("server {") == NGINX.count("access_log off;")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
def test_its_unit_is_understood_by_systemd(tmp_path):
    unit = tmp_path / "scorekeeper.service"
    unit.write_text(re.sub(r"/opt/scorekeeper/bin/\w+", sys.executable, UNIT))
    said = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert [line for line in said.stderr.splitlines() if unit.name in line] == []


class Visitor:
    """A browser without scripts, somewhere on the internet: what it sends arrives by way of a proxy that speaks https."""

    def __init__(self, port: int) -> None:
        self.cookies = CookieJar(DefaultCookiePolicy(secure_protocols=("http", "https")))
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))
        self.url = f"https://cards.example:{port}/"
        self.status = 0
        self.screen = Screen("")

    def open(self, path: str, fields: list[tuple[str, str]] | None = None, **forwarded: str) -> Screen:
        self.url = urljoin(self.url, path)
        headers = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
        there = urlsplit(self.url)
        request = Request(
            f"http://127.0.0.1:{there.port}{there.path}?{there.query}",
            data=None if fields is None else urlencode(fields).encode(),
            headers={**headers, "Referer": "https://cards.example/", **forwarded},
        )
        try:
            with self.opener.open(request, timeout=20) as answer:
                self.status, html, where = answer.status, answer.read().decode(), urlsplit(answer.url).path
        except HTTPError as answer:
            with answer:
                self.status, html, where = answer.code, answer.read().decode(), there.path
        self.url, self.screen = urljoin(self.url, where), Screen(html)
        return self.screen

    def press(self, name: str) -> Screen:
        button = self.screen.button(name)
        form = self.screen.form_of(button)
        return self.open(button["formaction"] or form["action"] or self.url, self.screen.sent_by(button))


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request, tmp_path):
    """The settings of the page, with a folder and a database of our own."""
    pytest.importorskip("gunicorn", reason="gunicorn is not installed (extra 'server')")
    database = ""
    if request.param == "postgresql":
        if postgresql.missing():
            pytest.skip(postgresql.missing())
        database = request.getfixturevalue("postgresql_server").create()
    return {
        "SCOREKEEPER_DATA": str(tmp_path / "data"),
        "SCOREKEEPER_DATABASE_URL": database,
        "SCOREKEEPER_PUBLIC_URL": "https://cards.example",
        "SCOREKEEPER_PROXIES": "1",
    }


@contextmanager
def hosted(settings, log: Path):
    """The server as the page starts it, on a free port."""
    (line,) = re.findall(r"^ExecStart=\S+/gunicorn (.*)$", UNIT, re.MULTILINE)
    options = line.replace("127.0.0.1:8000", "127.0.0.1:0").split()
    assert run("migrate", **settings).returncode == 0
    with log.open("wb") as output:
        command = [sys.executable, "-W", "error", "-m", "gunicorn", *options]
        process = subprocess.Popen(command, cwd=log.parent, env=environment(**settings), stdout=output, stderr=output)
        try:
            yield process, int(wait_for(log, process, r"Listening at: http://127\.0\.0\.1:(\d+)"))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


def wait_for(log: Path, process, pattern: str) -> str:
    for _ in range(400):
        if found := re.search(pattern, log.read_text("utf-8")):
            return found[1]
        assert process.poll() is None, log.read_text("utf-8")
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.05)
    raise AssertionError(log.read_text("utf-8"))


def begun(visitor):
    """A game of three, begun by that visitor: its address."""
    screen = visitor.open("/new")
    for number, name in enumerate(("Ana", "Bo", "Cy"), start=1):
        if f"Player {number}" not in screen.fields:
            screen = visitor.press("Add a player")
        screen.type(f"Player {number}", name)
    visitor.press("Start game")
    assert visitor.status == 200, visitor.screen.text
    return urlsplit(visitor.url).path


def test_a_table_plays_while_it_is_backed_up_and_restored(settings, tmp_path):
    log, file = tmp_path / "log", tmp_path / "games.backup"
    with hosted(settings, log) as (process, port):
        writer, reader = Visitor(port), Visitor(port)
        address = begun(writer)
        (cookie,) = writer.cookies
        assert (cookie.secure, cookie.name[:12]) == (True, "scorekeeper-")
        bidders = [name for name in writer.screen.buttons if name.endswith(" bids 0")]
        taken = run("backup", str(file), **settings)
        assert (taken.returncode, taken.stderr) == (0, "")
        writer.press(bidders[0])
        assert writer.status == 200
        for _ in range(6):  # either process answers
            assert bidders[0] not in writer.open(address).buttons
            assert "Ana" in reader.open(address).text
        restored = run("restore", str(file), **settings)
        assert (restored.returncode, restored.stderr) == (0, "")
        for _ in range(6):
            assert bidders[0] in writer.open(address).buttons
        writer.press(bidders[0])
        assert writer.status == 200
        reader.open(f"{address}/nothing")
        reader.open(address, **{"X-Forwarded-Host": "evil.example"})
        assert reader.status == 400
    assert process.returncode == 0
    told = log.read_text("utf-8")
    assert "Traceback" not in told
    assert address.rsplit("/", 1)[-1] not in told
