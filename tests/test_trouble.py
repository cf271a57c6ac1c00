"""The commands in trouble: whatever is wrong around them is one plain sentence and status 2, never a traceback."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from scorekeeper.cli import main
from scorekeeper.storage import database, groups, schema
from tests.storage.conftest import NOW
from tests.test_cli import GAME, PLAYED, ROOT, environment, stored_in

EVERY = ("serve", "migrate", "import", "backup", "restore", "rebuild")


@pytest.fixture(autouse=True)
def _own_umask():
    """Commands set it for the process they run in."""
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.fixture
def files(tmp_path):
    """What the commands read and write; a data folder with a game, which none of them may change."""
    data = str(tmp_path / "data")
    (tmp_path / "games.jsonl").write_text(json.dumps(PLAYED | {"stopped": True}))
    assert main(["migrate", "--data", data]) == 0
    with stored_in(data):
        group = groups.create("phone", "Friday", NOW)
    assert main(["import", "--data", data, f"--group={group}", str(tmp_path / "games.jsonl")]) == 0
    assert main(["backup", "--data", data, str(tmp_path / "sound.backup")]) == 0
    return tmp_path


def command(name, files, *, data="data"):
    """A command with everything that it needs."""
    file = {"import": ["games.jsonl"], "backup": ["new.backup"], "restore": ["sound.backup"]}.get(name, [])
    port = ["--port", "0"] if name == "serve" else []
    return [name, "--data", str(files / data), *port, *(str(files / one) for one in file)]


def refusal(capsys, arguments):
    """What a command says that is refused: one line."""
    capsys.readouterr()
    assert main(arguments) == 2, arguments
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), err[:13]) == ("", 1, "scorekeeper: "), err
    assert err[:-1].isprintable()
    return err


def child(script, *arguments, **extra):
    """A Python of its own."""
    run = [sys.executable, "-W", "error", "-c", script, *arguments]
    return subprocess.run(run, capture_output=True, encoding="utf-8", env=environment(**extra), timeout=100, check=False)


FULL = """
import json, resource, sys
from scorekeeper.cli import main
commands = json.loads(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # no file grows any more
for command in commands:
    print(command[0], main(command), file=sys.stderr)
"""


def test_a_full_disk_is_told(files):
    pytest.importorskip("resource", reason="only Unix has limits of this kind")
    commands = [command(name, files) for name in EVERY if name not in {"serve", "migrate"}]
    commands += [command(name, files, data="new") for name in ("serve", "migrate", "import", "restore")]
    result = child(FULL, json.dumps(commands))
    lines = result.stderr.splitlines()
    assert [line for line in lines if not line.startswith("scorekeeper: ")] == [f"{one[0]} 2" for one in commands], result.stderr
    assert len(lines) == 2 * len(commands)
    assert not (files / "new.backup").exists()


@pytest.mark.parametrize("name", ["import", "rebuild", "restore"])
def test_a_writer_who_does_not_end_is_told(files, name, monkeypatch, capsys):
    monkeypatch.setattr(schema, "_PATIENCE", 10)
    monkeypatch.setattr(database, "_on_connect", lambda connection, _: connection.execute("PRAGMA busy_timeout = 10"))
    with closing(sqlite3.connect(files / "data" / "scorekeeper.sqlite3", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert "locked" in refusal(capsys, command(name, files))
        assert main(command("backup", files)) == 0  # a reader waits for nobody


@pytest.mark.parametrize("address", ["nonsense", "mysql://ana:secret@x/y", "postgresql://ana:secret@[::1", "sqlite://"])
def test_a_database_address_that_is_none_is_told(files, address, monkeypatch, capsys):
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", address)
    for name in EVERY:
        told = refusal(capsys, command(name, files))
        assert "address" in told
        assert "secret" not in told


@pytest.mark.parametrize("address", ["http://[::1", "http://a b", "http://a:99999", "http://ana:secret@a", "http://a\x1b[2J"])
def test_a_public_address_that_is_none_is_told(files, address, monkeypatch, capsys):
    monkeypatch.setenv("SCOREKEEPER_PUBLIC_URL", address)
    for name in EVERY:
        assert "public address" in refusal(capsys, command(name, files))


def test_a_file_that_is_none_of_ours_is_told(files, capsys):
    (files / "binary").write_bytes(bytes(range(256)))
    (files / "empty").touch()
    os.mkfifo(files / "pipe")
    for name in ("replay", "import", "restore"):
        for file in ("missing", "data", "binary", "empty", *(["pipe"] if name == "restore" else [])):
            if (name, file) != ("replay", "empty"):
                assert file in refusal(capsys, [name, str(files / file)])
    assert "data" in refusal(capsys, ["backup", "--data", str(files / "data"), str(files / "data")])
    assert "missing" in refusal(capsys, ["backup", "--data", str(files / "missing"), str(files / "b")])
    assert not (files / "missing").exists()


def test_a_back_up_that_is_refused_makes_no_data_folder(files, capsys):
    (files / "sound.backup").write_text("no")
    refusal(capsys, command("restore", files, data="new"))
    assert not (files / "new").exists()


def test_games_left_out_of_a_restore_are_named(files, capsys):
    with closing(sqlite3.connect(files / "sound.backup")) as connection:
        connection.execute("UPDATE entry SET data = '{' WHERE number = 2")
        connection.commit()
    assert "--without-damaged" in refusal(capsys, command("restore", files))
    assert main([*command("restore", files), "--without-damaged"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Games restored: 0.")
    assert err.startswith("Left out: game 1 (Ana, Boris, Cyril; begun 2026-11-27): ")


def test_a_disk_that_fills_while_something_is_printed_is_told(files, monkeypatch, capsys):
    arguments = [
        ["variants"],
        ["variants", "--json"],
        ["replay", str(files / "games.jsonl")],
        ["--help"],
        command("migrate", files),
    ]
    for one in [*arguments, command("import", files), command("backup", files)]:
        with open("/dev/full", "w", encoding="utf-8") as full:  # noqa: PTH123 (a device)
            monkeypatch.setattr(sys, "stdout", full)
            assert main(one) == 2, one
        told = capsys.readouterr().err
        assert "No space left on device." in told
        assert told.count("\n") == 1
        assert ("are stored" in told) is (one[0] == "import")


@pytest.mark.parametrize(
    ("redirected", "arguments", "status", "words"),
    [
        (">&-", [b"variants"], 2, "output"),
        (">/dev/full", [b"variants"], 2, "No space left"),
        ("<&-", [b"replay", b"-"], 2, "input"),
        ("2>&-", [b"replay", b"missing"], 2, ""),
        ("", [b"replay", b"\xff.json"], 2, r"\udcff.json"),
        ("", [b"backup", b"--data", b"\xff", b"b"], 2, r"\udcff"),
        ("", [b"import", b"--group", b"\xff", b"game.json"], 2, "no group"),
        ("", [b"serve", b"--port", b"0", b"--host", b"\xff"], 2, r"\udcff"),
        ("", [b"serve", b"--port", b"0", b"--host", b"a" * 70], 2, "aaa"),
    ],
)
def test_what_a_shell_hands_over_is_no_reason_for_a_traceback(tmp_path, redirected, arguments, status, words):
    (tmp_path / "game.json").write_text(json.dumps(GAME))
    program = [sys.executable, "-W", "error", "-m", "scorekeeper"]
    shell = ["sh", "-c", f'cd "$0" && exec "$@" {redirected}', str(tmp_path), *program, *arguments]
    surroundings = environment(SCOREKEEPER_DATA=str(tmp_path / "data"), PYTHONPATH=str(ROOT))
    result = subprocess.run(shell, capture_output=True, env=surroundings, timeout=100, check=False)
    told = result.stderr.decode()
    assert (result.returncode, result.stdout) == (status, b"")
    assert words in told
    assert told.count("\n") == (words != "")
