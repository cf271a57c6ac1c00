"""The wheel: built, unpacked somewhere else, it serves its pages from there."""

import subprocess
import sys
import zipfile

import pytest

from tests.test_cli import ROOT, environment, fetch, port_in, serving

pytestmark = pytest.mark.packaging


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_the_wheel_holds_all_that_is_needed_and_nothing_private(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in [*ROOT.glob("templates/**/*"), *ROOT.glob("static/**/*"), *ROOT.glob("scorekeeper/**/*.py")]:
        if path.is_file():
            inside = path.relative_to(ROOT).as_posix()
            assert inside in names or f"scorekeeper/{inside}" in names
    assert "scorekeeper/py.typed" in names
    assert not [
        name for name in names if name.startswith(("tests/", "instance/", "docs/")) or name.endswith((".sqlite3", "secret_key"))
    ]


def test_the_unpacked_wheel_serves_its_pages(wheel, tmp_path):
    site, home = tmp_path / "site", tmp_path / "home"
    home.mkdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    surroundings = {"PYTHONPATH": str(site), "HOME": str(home), "XDG_DATA_HOME": ""}
    where = subprocess.run(
        [sys.executable, "-c", "import scorekeeper; print(scorekeeper.__file__)"],
        cwd=home,
        env=environment(**surroundings),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert where.stdout.startswith(str(site))
    with serving(None, "--port", "0", cwd=home, **surroundings) as (_, said):
        assert fetch(port_in(said)) == 200
        assert fetch(port_in(said), "/static/vendor/htmx-4.0.1.min.js") == 200
        assert str(home / ".local" / "share" / "scorekeeper") in said
    assert (home / ".local" / "share" / "scorekeeper" / "scorekeeper.sqlite3").exists()


def test_the_command_is_declared(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        assert "scorekeeper = scorekeeper.cli:main" in archive.read(name).decode()
