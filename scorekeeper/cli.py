"""The command line: `scorekeeper serve`, `import`, `replay`, `backup` and more. It reads arguments and prints; what it does lives
elsewhere.

Libraries are imported inside the commands that need them, so that `replay` starts at once and needs no web framework.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.errors import RuleError
from scorekeeper.settings import Settings, SettingsError, make_data_dir, whole_number

if TYPE_CHECKING:
    from scorekeeper.ledger.game import Game
    from scorekeeper.ledger.several import Fault


MOST_FAULTS = 1000  # of a file, that are told


class Complaint(Exception):
    """A plain sentence for the person at the keyboard; the command ends with status 2."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and answer its exit status."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `scorekeeper replay … | head`
        _write_no_more()
        return 1
    except (Complaint, SettingsError, RuleError, ModuleNotFoundError, MemoryError, OSError) as error:
        sentence = _sentence(error)
    with suppress(OSError):
        if sys.stderr is not None:
            print(f"scorekeeper: {sentence}", file=sys.stderr)
    return 2


def _run(arguments: Sequence[str] | None) -> int:
    if sys.stdout is None:
        raise Complaint("The output can't be written: it is closed.")
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # a text stream
    try:
        options = _parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = options.command
        status = command(options)
    except SystemExit as ended:  # help was asked for, or the arguments are none
        status = int(ended.code or 0)
    sys.stdout.flush()
    return status


def _sentence(error: BaseException) -> str:
    if isinstance(error, ModuleNotFoundError):
        if (error.name or "").startswith("scorekeeper"):
            raise error
        return f"{error.name} is not installed. Run `make run` in the project's folder, or `pip install .`"
    if isinstance(error, MemoryError):
        return "There is not enough memory for that."
    if isinstance(error, OSError):
        _write_no_more()
        return f"{error.filename or 'The output'} can't be used: {error.strerror}."
    return str(error)


def _write_no_more() -> None:
    """What waits to be written goes nowhere, so that Python does not try again at its end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scorekeeper", description="A scorekeeper for the card game Oh Hell and its relatives.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serve = commands.add_parser("serve", help="show the scorekeeper to browsers on this machine or this network")
    serve.set_defaults(command=_serve)
    where = serve.add_mutually_exclusive_group()
    where.add_argument("--host", help="address to listen at (default: HOST, else 127.0.0.1: this machine only)")
    where.add_argument("--lan", action="store_true", help="listen to the whole local network: the same as --host 0.0.0.0")
    serve.add_argument("--port", help="port to listen at; 0 takes any free one (default: PORT, else 8000)")
    serve.add_argument("--public-url", metavar="URL", help="the address other people use, if it isn't this machine's own")
    serve.add_argument("--behind-proxy", metavar="N", help="believe the X-Forwarded headers of N proxies in front")

    migrate = commands.add_parser("migrate", help="create or upgrade the database and stop")
    migrate.set_defaults(command=_migrate)

    imports = commands.add_parser("import", help="store games from game files, all or none, and print where to find them")
    imports.set_defaults(command=_import)
    imports.add_argument(
        "--group", metavar="LINK", default="", help="the address of the group whose games they are, or its private link"
    )
    backup = commands.add_parser("backup", help="write everything stored into one file, while the server runs or not")
    backup.set_defaults(command=_backup)
    backup.add_argument("file", metavar="FILE", type=Path, help="the file to write; replaced when the new one is complete")

    restore = commands.add_parser("restore", help="replace everything stored by a back-up, once it is found sound")
    restore.set_defaults(command=_restore)
    restore.add_argument("file", metavar="FILE", type=Path, help="a file that `scorekeeper backup` wrote")
    restore.add_argument("--without-damaged", action="store_true", help="leave games out that can't be read, and name them")

    rebuild = commands.add_parser("rebuild", help="make lists and statistics anew from the games themselves")
    rebuild.set_defaults(command=_rebuild)
    for command in (serve, migrate, imports, backup, restore, rebuild):
        command.add_argument(
            "--data", metavar="FOLDER", help="folder of the database and the secret key (default: SCOREKEEPER_DATA)"
        )

    replay = commands.add_parser("replay", help="read game files, write schedule, points and totals as JSON, one line a game")
    replay.set_defaults(command=_replay)
    for command in (imports, replay):
        command.add_argument(
            "file", metavar="FILE", help="a .json file with one game, a .jsonl file with one a line, or - for standard input"
        )

    variants = commands.add_parser("variants", help="list the named games and scorings")
    variants.set_defaults(command=_variants)
    variants.add_argument("--json", action="store_true", help="the whole entries as JSON, as the catalogue has them")
    return parser


def _environment(options: argparse.Namespace) -> dict[str, str]:
    """The environment as the options change it."""
    given = {
        "SCOREKEEPER_DATA": options.data,
        "SCOREKEEPER_PUBLIC_URL": getattr(options, "public_url", None),
        "SCOREKEEPER_PROXIES": getattr(options, "behind_proxy", None),
    }
    return {**os.environ, **{name: value for name, value in given.items() if value is not None}}


def _serve(options: argparse.Namespace) -> int:
    from scorekeeper.serving import listen, serve

    env = _environment(options)
    host = "0.0.0.0" if options.lan else options.host or env.get("HOST") or "127.0.0.1"  # noqa: S104 (asked for)
    port = whole_number(options.port or env.get("PORT") or 8000, "The port (PORT)", 0, 65535)
    os.umask(0o077)
    # The port first of all: the database of a copy that is running is left alone.
    with listen(host, port) as listener, _telling(_prepare(env)):
        return serve(env, host, listener)


def _migrate(options: argparse.Namespace) -> int:
    os.umask(0o077)
    settings = _prepare(_environment(options))
    _renew(settings)
    print(f"The database is up to date. Data folder: {settings.data}")
    return 0


def _renew(settings: Settings) -> None:
    """What another version of the program has added up is added up again; that needs the database, but no pages."""
    from flask import Flask

    from scorekeeper.storage import database, upkeep

    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = settings.database_url
    database.init_app(app)
    with _telling(settings), app.app_context():
        upkeep.renew_all()


def _backup(options: argparse.Namespace) -> int:
    from scorekeeper.storage.backup import BackupError, backup

    settings = Settings.read(_environment(options))
    try:
        games = backup(settings.database_url, options.file)
    except BackupError as error:
        raise Complaint(str(error)) from error
    number = "can't be counted, as some are damaged" if games is None else games
    print(f"Games in {options.file}: {number}. Keep {settings.data / 'secret_key'} as well: phones are known by it.")
    return 0


def _restore(options: argparse.Namespace) -> int:
    from scorekeeper.storage.backup import BackupError, checked, put_back

    settings = Settings.read(_environment(options))
    os.umask(0o077)
    try:
        with checked(options.file, without_damaged=options.without_damaged) as sound:
            make_data_dir(settings.data)
            games = put_back(settings.database_url, sound.path)
    except BackupError as error:
        raise Complaint(str(error)) from error
    for game in sound.left_out:
        print(f"Left out: {game}.", file=sys.stderr)
    print(f"Games restored: {games}. Data folder: {settings.data}")
    return 0


def _rebuild(options: argparse.Namespace) -> int:
    from scorekeeper import create_app
    from scorekeeper.storage import purging, upkeep

    settings = _prepare(_environment(options))
    app = create_app({"SCOREKEEPER_DATA": str(settings.data)})
    with _telling(settings), app.app_context():
        done, damaged = upkeep.rebuild()
    purging.look(app)
    print(f"Lists and statistics are made anew from games: {done}.")
    for game in damaged:
        print(f"Damaged: {game}. It counts for nobody, and can be deleted from the lists.", file=sys.stderr)
    return int(bool(damaged))


def _prepare(env: Mapping[str, Any]) -> Settings:
    from scorekeeper.storage.schema import migrate

    settings = Settings.read(env)
    make_data_dir(settings.data)
    with _telling(settings):
        migrate(settings.database_url)
    return settings


@contextmanager
def _telling(settings: Settings) -> Iterator[None]:
    """A database that can't be used is a plain sentence: a full disk, somebody else who writes for too long."""
    from sqlalchemy.exc import SQLAlchemyError

    from scorekeeper.storage.said import said
    from scorekeeper.storage.schema import SchemaError

    try:
        yield
    except SchemaError as error:
        raise Complaint(str(error)) from error
    except (SQLAlchemyError, UnicodeDecodeError) as error:  # the latter where SQLite quotes what is damaged
        raise Complaint(f"{settings.place} can't be used: {said(error)}.") from error


def _import(options: argparse.Namespace) -> int:
    from scorekeeper.ledger.several import games_in, read_games

    _speak_every_script()
    whole, faults = read_games(games_in(_text(options.file), options.file), most_faults=MOST_FAULTS)
    if faults:
        for fault in faults:
            print(_told(fault), file=sys.stderr)
        number = f"{len(faults)} of {len(whole) + len(faults)} games are faulty."
        if len(faults) == MOST_FAULTS:
            number = f"these are the first {MOST_FAULTS} games that are faulty."
        print(f"Nothing was imported: {number}", file=sys.stderr)
        return 1
    if not whole:
        raise Complaint(f"There is no game in {options.file}.")
    _store(whole, _environment(options), options.group)
    return 0


def _told(fault: "Fault") -> str:
    """A fault in a line: where it is, its code, what is wrong."""
    from scorekeeper.ledger.names import tidy

    error = fault.error
    hand = "" if error.hand is None else f", hand {error.hand}"
    player = "" if error.seat is None else f", player {error.seat}" + (f" ({fault.player})" if fault.player else "")
    return f"line {fault.line}: {error.code}{hand}{player}: {tidy(str(error))}"


def _store(whole: "Sequence[Game]", env: Mapping[str, Any], link: str) -> None:
    from hashlib import sha256

    from scorekeeper import clock, create_app
    from scorekeeper.ledger.file import fingerprint
    from scorekeeper.storage import games, groups
    from scorekeeper.web import share

    os.umask(0o077)
    settings = _prepare(env)
    with _telling(settings), create_app({"SCOREKEEPER_DATA": str(settings.data)}).app_context():
        try:
            group = groups.find(_group_in(link)).slug if link else ""
        except LookupError as error:
            raise Complaint("There is no group of that link.") from error
        key = sha256(b"".join((group.encode(), *map(fingerprint, whole)))).hexdigest()
        slugs = games.add(whole, key=key, at=clock.now(), group=group)
        links = [share.paths(slug, generation=1) for slug in slugs]
    try:
        for game, (reading, scoring) in zip(whole, links, strict=True):
            title = f"{game.title}: " if game.title else ""
            print(f"{title}{', '.join(game.players)}  read {settings.public_url}{reading}  score {settings.public_url}{scoring}")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _write_no_more()
        raise Complaint(f"The games are stored, but not told here: the output can't be written: {error.strerror}.") from error


def _group_in(link: str) -> str:
    """The slug in a group's reading address or private link, or the slug itself."""
    slug = re.search(r"/groups/([^/?#]+)", link)
    return slug[1] if slug else link.strip()


def _replay(options: argparse.Namespace) -> int:
    from scorekeeper.ledger.replay import replay
    from scorekeeper.ledger.several import games_in

    _speak_every_script()
    failed = False
    for _, text in games_in(_text(options.file), options.file):
        result = replay(text)
        failed = failed or "error" in result
        print(json.dumps(result, ensure_ascii=False, separators=(",", ":")))
    return int(failed)


def _variants(options: argparse.Namespace) -> int:
    from itertools import groupby
    from textwrap import fill

    from scorekeeper.rules.catalogue import as_written, presets

    _speak_every_script()
    entries = presets()  # read first, so that nothing faulty is printed
    if options.json:
        print(json.dumps(as_written(), ensure_ascii=False, indent=1))
        return 0
    room = max(len(entry.id) for entry in entries) + 4
    for family, members in groupby(entries, key=lambda entry: entry.family):
        print(family)
        for entry in members:
            print(f"{'  ' + entry.id:<{room}}{entry.name}")
            print(fill(entry.sentence, 100, initial_indent=" " * room, subsequent_indent=" " * room))
        print()
    return 0


def _speak_every_script() -> None:
    """Names in any script are printed, whatever the surroundings are set to."""
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]  # a text stream


def _text(name: str) -> str:
    if name == "-" and sys.stdin is None:
        raise Complaint("There is nothing to read: the input is closed.")
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise Complaint(f"{name} can't be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise Complaint(f"{name} is not UTF-8 text.") from error
