"""Who may import whom: rules ← ledger ← export, storage ← web. Only the modules at the top know everything.

What time it is may be asked from the ledger on, and is asked in one place.
"""

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "scorekeeper"
WEB = {"flask", "flask_babel", "flask_wtf", "wtforms", "werkzeug", "markupsafe", "jinja2", "babel"}
ALLOWED = {
    "rules": set(),
    "ledger": {"scorekeeper.rules", "scorekeeper.clock"},
    "export": {"scorekeeper.rules", "scorekeeper.ledger", "xlsxwriter"},
    "storage": {
        "scorekeeper.rules.errors",
        "scorekeeper.ledger",
        "scorekeeper.clock",
        "scorekeeper.settings",
        "sqlalchemy",
        "flask_sqlalchemy",
        "flask",
        "alembic",
        "psycopg",
    },
    "web": {
        "scorekeeper.rules",
        "scorekeeper.ledger",
        "scorekeeper.export",
        "scorekeeper.storage",
        "scorekeeper.clock",
        "sqlalchemy.exc",
        "segno",
        "rcssmin",
        "rjsmin",
        *WEB,
    },
}


def imports(path: Path) -> set[str]:
    """Everything a module imports, also inside functions, as dotted names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: imports are written in full"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def is_within(name: str, allowed: set[str]) -> bool:
    return any(name == known or name.startswith(f"{known}.") for known in allowed)


@pytest.mark.parametrize("room", ALLOWED)
def test_a_room_imports_only_what_stands_below_it(room):
    allowed = ALLOWED[room] | {f"scorekeeper.{room}"} | sys.stdlib_module_names
    modules = sorted((PACKAGE / room).rglob("*.py"))
    forbidden = {
        path.relative_to(PACKAGE).as_posix(): {name for name in imports(path) if not is_within(name, allowed)} for path in modules
    }
    assert {module: names for module, names in forbidden.items() if names} == {}


def test_every_room_has_its_rule():
    rooms = {path.name for path in PACKAGE.iterdir() if any(path.glob("*.py"))}
    assert rooms <= set(ALLOWED)


def test_a_forbidden_import_is_found(tmp_path):
    module = tmp_path / "module.py"
    module.write_text("def late():\n    from scorekeeper.web import pages\n")
    assert not is_within(*imports(module), allowed=ALLOWED["ledger"] | {"scorekeeper.ledger"})


def test_migrations_need_nothing_of_the_program():
    """It changes; what a migration does must not. Alembic's own file asks for it only where a developer makes a new one."""
    folder = PACKAGE / "storage" / "migrations"
    at_once = [node for node in ast.parse((folder / "env.py").read_text("utf-8")).body if isinstance(node, ast.ImportFrom)]
    found = {f"{node.module}" for node in at_once}.union(*map(imports, sorted((folder / "versions").glob("*.py"))))
    assert {name for name in found if is_within(name, {"scorekeeper"})} == set()
    assert found
