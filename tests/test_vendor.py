"""Files from elsewhere are exactly what their authors published, and named with their licence."""

import hashlib
from pathlib import Path

VENDOR = Path(__file__).parent.parent / "static" / "vendor"
HTMX = "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130"


def test_htmx_is_the_published_file():
    assert hashlib.sha256((VENDOR / "htmx-4.0.1.min.js").read_bytes()).hexdigest() == HTMX


def test_every_vendored_script_is_listed_with_its_sum_and_licence():
    readme = (VENDOR / "README.md").read_text("utf-8")
    for script in VENDOR.glob("*.js"):
        line = next(line for line in readme.splitlines() if f"`{script.name}`" in line)
        assert hashlib.sha256(script.read_bytes()).hexdigest() in line
    assert (VENDOR / "htmx-LICENSE.txt").is_file()
    assert "htmx-LICENSE.txt" in readme
