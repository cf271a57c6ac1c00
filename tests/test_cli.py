"""The commands as people run them: in a process of their own."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select, update

from scorekeeper import create_app
from scorekeeper.ledger.entries import Start
from scorekeeper.rules.catalogue import as_written, presets
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.settings import sqlite_url
from scorekeeper.storage import games, groups
from scorekeeper.storage.database import db, reading, write_transaction
from scorekeeper.storage.tables import CalendarRow, GameRow

ROOT = Path(__file__).parent.parent
GAME = {"format": "scorekeeper-game", "version": 1, "players": ["Ana", "Boris", "Cyril"], "hands": []}


def environment(**extra):
    plain = {
        name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_") and name not in {"HOST", "PORT"}
    }
    return {**plain, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **extra}


def run(*arguments, text="", **extra):
    command = [sys.executable, "-W", "error", "-m", "scorekeeper", *arguments]
    return subprocess.run(
        command, input=text, capture_output=True, encoding="utf-8", env=environment(**extra), timeout=60, check=False
    )


def listen_to_ctrl_c():
    """A parent that ignores it, as test runners in the background do, hands that down."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def serving(data, *arguments, cwd=None, **extra):
    """A running `scorekeeper serve` and what it said until it was ready."""
    command = [sys.executable, "-W", "error", "-m", "scorekeeper", "serve", *(["--data", str(data)] if data else []), *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    process = subprocess.Popen(command, cwd=cwd, env=environment(**extra), preexec_fn=listen_to_ctrl_c, **pipes)  # noqa: PLW1509 (no threads here)
    said = []
    try:
        for line in process.stdout:
            said.append(line)
            if "Ctrl+C" in line:
                break
        else:
            pytest.fail(process.stderr.read())
        yield process, "".join(said)
    finally:
        process.terminate()
        process.communicate(timeout=20)


def fetch(port, path="/", host="localhost"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={"Host": host})
    status = connection.getresponse().status
    connection.close()
    return status


def port_in(said):
    return int(re.search(r"this machine\s+http://[^:]+:(\d+)", said)[1])


@pytest.fixture
def taken_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


def test_serve_answers_this_machine_only_unless_asked(tmp_path):
    with serving(tmp_path, "--port", "0") as (_, said):
        assert fetch(port_in(said)) == 200
        assert str(tmp_path) in said
        assert "Only this machine" in said
        assert "█" not in said


def test_serve_purges_what_was_deleted_a_month_ago(tmp_path):
    """By the clock, and by the days that the program saw go by."""
    assert run("migrate", "--data", str(tmp_path)).returncode == 0
    cases = (29, 31, True), (31, 29, True), (31, 31, False), (31, 31, False)
    for number, (days, seen, left) in enumerate(cases):
        with stored_in(tmp_path):
            start, key = Start(Ruleset().to_data(), ("Ana", "Boris")), f"{number // 3}"
            slug = games.start(start, key=key, device="phone", at=datetime.now(UTC))
            with write_transaction() as connection:
                connection.execute(delete(CalendarRow))
                connection.execute(insert(CalendarRow).values(id=1, day=40, at=datetime.now(UTC)))
                then = datetime.now(UTC) - timedelta(days=days)
                connection.execute(update(GameRow).values(deleted_at=then, deleted_day=40 - seen))
        if number < 3:
            with serving(tmp_path, "--port", "0"):
                pass
        else:
            assert run("rebuild", "--data", str(tmp_path)).returncode == 0
        with stored_in(tmp_path), reading() as connection:
            kept = select(GameRow.version > 0).where(GameRow.slug == slug)
            assert connection.scalars(kept).all() == [left], number


def test_serve_on_the_network_prints_addresses_and_a_code(tmp_path):
    with serving(tmp_path, "--lan", PORT="0") as (_, said):
        assert fetch(port_in(said)) == 200
        assert "http://localhost:" in said
        assert socket.gethostname() in said


def test_the_public_address_is_printed_as_a_code_and_answered_to(tmp_path):
    with serving(tmp_path, "--port", "0", "--public-url", "https://cards.example") as (_, said):
        assert "https://cards.example" in said
        assert "█" in said
        assert fetch(port_in(said), host="cards.example") == 200
        assert fetch(port_in(said), host="evil.example") == 400


def test_a_terminal_without_block_characters_gets_no_code(tmp_path):
    with serving(tmp_path, "--port", "0", "--public-url", "https://cards.example", PYTHONIOENCODING="ascii") as (_, said):
        assert "https://cards.example" in said
        assert "█" not in said


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_serve_stops_cleanly(tmp_path, ending):
    with serving(tmp_path, "--port", "0") as (process, _):
        process.send_signal(ending)
        out, err = process.communicate(timeout=20)
        assert (process.returncode, err) == (0, "")
        assert "saved" in out


def test_a_second_start_finds_the_games_again(tmp_path, monkeypatch):
    from tests.storage.conftest import NOW, storage_app

    with serving(tmp_path, "--port", "0"):
        pass
    with storage_app(sqlite_url(tmp_path / "scorekeeper.sqlite3")).app_context():
        slug = games.start(Start(Ruleset().to_data(), ("Ana", "Boris")), key="k", device="phone", at=NOW)
        with serving(tmp_path, "--port", "0"):
            pass
        assert games.load(slug).game.players == ("Ana", "Boris")
        db.engine.dispose()
    assert (tmp_path / "scorekeeper.sqlite3").stat().st_mode & 0o077 == 0


def test_a_port_in_use_is_named_with_the_way_out(tmp_path, taken_port):
    result = run("serve", "--data", str(tmp_path), PORT=str(taken_port))
    assert result.returncode == 2
    assert f"Port {taken_port} is in use" in result.stderr
    assert "--port" in result.stderr
    assert "Traceback" not in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "extra", "words"),
    [
        (["serve"], {"PORT": "eighty"}, "PORT"),
        (["serve", "--port", "70000"], {}, "65535"),
        (["serve", "--port", "0", "--behind-proxy", "many"], {}, "SCOREKEEPER_PROXIES"),
        (["serve", "--port", "0", "--host", "no such host"], {}, "no such host"),
        (["serve", "--port", "0", "--data", "/proc/nowhere"], {}, "/proc/nowhere"),
        (["migrate"], {"SCOREKEEPER_DATABASE_URL": "nonsense"}, "address"),
    ],
)
def test_what_cannot_work_is_a_plain_sentence(tmp_path, arguments, extra, words):
    result = run(*arguments, **{"SCOREKEEPER_DATA": str(tmp_path), **extra})
    assert result.returncode == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_a_broken_database_is_a_plain_sentence(tmp_path):
    (tmp_path / "scorekeeper.sqlite3").write_text("no database" * 100)
    result = run("serve", "--port", "0", "--data", str(tmp_path))
    assert result.returncode == 2
    assert "scorekeeper.sqlite3" in result.stderr
    assert "Traceback" not in result.stderr


def test_replay_answers_one_line_for_one_game(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GAME, indent=2))
    result = run("replay", str(path))
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["players"] == GAME["players"]
    assert result.stdout.count("\n") == 1


def test_replay_reads_a_game_a_line_and_ignores_blank_ones(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text(f"\n{json.dumps(GAME)}\r\n\n{json.dumps({**GAME, 'players': ['Ž', '♠']}, ensure_ascii=False)}", "utf-8")
    result = run("replay", str(path))
    assert result.returncode == 0, result.stderr
    assert [json.loads(line)["players"] for line in result.stdout.splitlines()] == [GAME["players"], ["Ž", "♠"]]


@pytest.mark.parametrize("text", [json.dumps(GAME), json.dumps(GAME, indent=1), f"{json.dumps(GAME)}\n\n"])
def test_replay_reads_one_game_from_standard_input(text):
    result = run("replay", "-", text=text)
    assert (result.returncode, result.stdout.count("\n")) == (0, 1)


def test_replay_answers_errors_as_data_and_goes_on():
    result = run("replay", "-", text=f'{json.dumps(GAME)}\n{{"format": \n{json.dumps(GAME)}\n')
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert (result.returncode, result.stderr) == (1, "")


def test_replay_of_half_a_character_is_still_json():
    result = run("replay", "-", text=json.dumps({**GAME, "players": ["Ana", "\ud800x"]}))
    assert json.loads(result.stdout)
    assert result.stderr == ""


def test_replay_of_nothing_is_nothing(tmp_path):
    assert run("replay", "-").returncode == 0


@pytest.mark.parametrize("name", ["missing.json", "folder.json", "latin.json"])
def test_replay_of_an_unreadable_file_is_a_plain_sentence(tmp_path, name):
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "latin.json").write_bytes(b'{"players": ["Jos\xe9"]}')
    result = run("replay", str(tmp_path / name))
    assert (result.returncode, result.stdout) == (2, "")
    assert name in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("arguments", [["replay", "-"], ["variants"]])
def test_what_keeps_no_games_needs_no_web_framework(arguments):
    code = f"import sys; from scorekeeper.cli import main; main({arguments}); print({{'flask', 'sqlalchemy'}} & set(sys.modules))"
    result = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, encoding="utf-8", env=environment(), check=True
    )
    assert result.stdout.endswith("set()\n")


def test_variants_lists_every_game_with_its_family_id_name_and_sentence():
    result = run("variants")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 100
    assert [line.split() for line in lines[:2]] == [["Oh", "Hell"], ["seed", "Oh", "Hell"]]
    assert presets()[0].sentence.startswith(lines[2].strip())
    assert [line.split()[0] for line in lines if re.match("  [^ ]", line)] == [chosen.id for chosen in presets()]
    said = " ".join(result.stdout.split())
    for chosen in presets():
        assert f"{chosen.id} {chosen.name} {chosen.sentence}" in said


def test_variants_are_given_whole_as_data():
    result = run("variants", "--json", PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout) == as_written()


HAND_1 = {"bids": [1, 0, 1], "tricks": [1, 0, 0]}
PLAYED = GAME | {"title": "Friday", "started": "2026-11-27T19:30:00+01:00", "hands": [HAND_1]}
FAULTY = GAME | {"hands": [HAND_1, {"bids": [0, 2, 3]}]}


@contextmanager
def stored_in(folder):
    """The application whose games are kept in this folder."""
    app = create_app({"SCOREKEEPER_DATA": str(folder)})
    with app.app_context():
        yield app
        db.engine.dispose()


def test_import_stores_all_games_of_a_file_and_says_where_they_are(tmp_path):
    path, data = tmp_path / "games.jsonl", tmp_path / "data"
    path.write_text(f"{json.dumps(PLAYED)}\n\n{json.dumps(GAME | {'players': ['Ž', '♠']}, ensure_ascii=False)}\n", "utf-8")
    result = run("import", "--data", str(data), str(path), PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, "")
    line = r"(.*)  read (/g/[\w-]{22})  score (/g/[\w-]{22}/score/\w{32})"
    first, second = (re.fullmatch(line, one).groups() for one in result.stdout.splitlines())
    assert (first[0], second[0]) == ("Friday: Ana, Boris, Cyril", "Ž, ♠")
    with stored_in(data) as app:
        client = app.test_client()
        assert "hand 2" in client.get(first[1]).text.lower()
        assert "Keep score on this phone?" in client.get(first[2]).text
        assert client.get(second[1]).status_code == client.get(second[2]).status_code == 200
        stored = games.load(first[1].removeprefix("/g/")).game
        assert (stored.title, stored.closed[0].tricks) == ("Friday", (1, 0, 0))
    assert data.stat().st_mode & 0o077 == 0


def test_import_prints_the_public_address_where_it_is_known(tmp_path):
    settings = {"SCOREKEEPER_DATA": str(tmp_path), "SCOREKEEPER_PUBLIC_URL": "https://cards.example"}
    assert "read https://cards.example/g/" in run("import", "-", text=json.dumps(GAME), **settings).stdout


def test_import_of_a_file_with_a_fault_stores_nothing_and_names_every_faulty_game(tmp_path):
    (tmp_path / "games.jsonl").write_text("\n".join(map(json.dumps, (PLAYED, FAULTY, GAME, {"no": "game"}))) + "\n{\n")
    result = run("import", "--data", str(tmp_path / "data"), str(tmp_path / "games.jsonl"))
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        "line 2: bid-range, hand 2, player 2 (Cyril): A bid in this hand is 0 to 2.",
        "line 4: format: Unknown key: no.",
        "line 5: format: This is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1).",
        "Nothing was imported: 3 of 5 games are faulty.",
    ]
    assert not (tmp_path / "data").exists()


def test_import_names_a_thousand_faulty_games_and_then_stops(tmp_path):
    result = run("import", "--data", str(tmp_path / "data"), "-", text="1\n" * 5000)
    assert result.returncode == 1
    *told, last = result.stderr.splitlines()
    assert (len(told), told[-1]) == (1000, "line 1000: format: An object is expected here.")
    assert last == "Nothing was imported: these are the first 1000 games that are faulty."


def test_nothing_in_a_file_commands_the_terminal(tmp_path):
    result = run("import", "--data", str(tmp_path), "-", text=json.dumps(GAME | {"\x1b[2J\ud800": 1}))
    assert (result.returncode, result.stderr.splitlines()[0]) == (1, "line 1: format: Unknown key: [2J.")


def test_import_adds_to_what_is_there(tmp_path):
    for _ in range(2):
        assert run("import", "--data", str(tmp_path), "-", text=json.dumps(PLAYED)).returncode == 0
    with stored_in(tmp_path), reading() as connection:
        assert len(connection.execute(select(GameRow.slug)).all()) == 2


def test_games_are_imported_into_a_group_and_added_up_anew(tmp_path):
    from tests.storage.conftest import NOW

    ended = PLAYED | {"stopped": True}
    assert run("migrate", "--data", str(tmp_path)).returncode == 0
    with stored_in(tmp_path):
        slug = groups.create("phone", "Friday", NOW)
    address = f"http://example.org/groups/{slug}"
    for link in (f" {slug}", f"{address}?player=ana", f"{address}/join/{'0' * 32}"):
        assert run("import", "--data", str(tmp_path), f"--group={link}", "-", text=json.dumps(ended)).returncode == 0
    with stored_in(tmp_path):
        before = groups.people_of(groups.find(slug))
        assert [person.tally.games for person in before] == [3, 3, 3]
    refused = run("import", "--data", str(tmp_path), "--group", "nobody", "-", text=json.dumps(ended))
    assert (refused.returncode, refused.stderr) == (2, "scorekeeper: There is no group of that link.\n")
    result = run("rebuild", "--data", str(tmp_path))
    assert (result.returncode, result.stdout) == (0, "Lists and statistics are made anew from games: 3.\n")
    with stored_in(tmp_path):
        assert groups.people_of(groups.find(slug)) == before


@pytest.mark.parametrize(("name", "content"), [("empty.jsonl", b"\n \n"), ("latin.json", b'"Jos\xe9"'), ("missing.json", None)])
def test_import_of_what_is_no_game_file_is_a_plain_sentence(tmp_path, name, content):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    result = run("import", "--data", str(tmp_path / "data"), str(tmp_path / name))
    assert (result.returncode, result.stdout) == (2, "")
    assert name in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "data").exists()


def test_without_flask_the_command_to_run_is_named():
    blocked = "import sys; sys.modules['flask'] = None; from scorekeeper.cli import main; sys.exit(main(['serve']))"
    result = subprocess.run([sys.executable, "-c", blocked], capture_output=True, encoding="utf-8", env=environment(), check=False)
    assert result.returncode == 2
    assert "make run" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_backup_is_taken_and_restored_while_the_server_runs(tmp_path):
    data, file = tmp_path / "data", tmp_path / "games.backup"
    with serving(data, "--port", "0") as (_, said):
        port = int(re.search(r":(\d+)", said)[1])
        (tmp_path / "one.json").write_text(json.dumps(GAME), "utf-8")
        imported = run("import", str(tmp_path / "one.json"), "--data", str(data))
        path = re.search(r"/g/[\w-]+", imported.stdout)[0]
        taken = run("backup", str(file), "--data", str(data))
        assert (taken.returncode, taken.stderr) == (0, "")
        assert taken.stdout.startswith(f"Games in {file}: 1.")
        run("import", str(tmp_path / "one.json"), "--data", str(data))
        restored = run("restore", str(file), "--data", str(data))
        assert (restored.returncode, restored.stderr) == (0, "")
        assert fetch(port, path) == 200
        again = run("backup", str(file), "--data", str(data))
        assert again.stdout == taken.stdout
    refused = run("restore", str(tmp_path / "one.json"), "--data", str(data))
    assert refused.returncode == 2
    assert refused.stderr.startswith("scorekeeper: ")
    assert "is no back-up" in refused.stderr
