"""The README's commands work, and its examples answer what it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def examples() -> list[tuple[str, str]]:
    """Every command of the README with the answer printed below it."""
    blocks = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    parts = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part.strip()]
    return [(command.strip(), answer.strip()) for command, _, answer in (part.partition("\n") for part in parts)]


@pytest.mark.parametrize(("command", "answer"), examples(), ids=lambda text: text[:30])
def test_an_example_does_what_the_readme_says(command: str, answer: str) -> None:
    if command.startswith("make "):
        command = command.replace("make ", "make --dry-run ", 1)  # the suite is what make test runs
    command = command.replace("scorekeeper ", f"{sys.executable} -m scorekeeper ")
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert not done.stderr
    if answer:
        assert done.stdout.strip() == answer


def test_links_and_pictures_are_there() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
    for document in (ROOT / "docs").rglob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text("utf-8")):
            assert (document.parent / target).exists(), f"{document}: {target}"


def test_every_setting_is_explained() -> None:
    """Whatever the program reads from the environment stands in the README."""
    read = set()
    for source in (ROOT / "scorekeeper").rglob("*.py"):
        read |= set(re.findall(r"\bSCOREKEEPER_[A-Z_]+\b", source.read_text("utf-8")))
    explained = set(re.findall(r"\bSCOREKEEPER_[A-Z_]+\b", README))
    internal = {"SCOREKEEPER_ADDRESSES", "SCOREKEEPER_"}
    assert read - explained - internal == set()
