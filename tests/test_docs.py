"""What the documents list is what the program has."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
RAISED = re.compile(r'RuleError\(\s*"([a-z-]+)"')


def test_every_refusal_has_its_line_in_the_rules_page():
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    table = text[text.index("## Refusals") : text.index("## The game file")]
    listed = set(re.findall(r"`([a-z-]+)`", "".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))))
    raised = {code for path in (ROOT / "scorekeeper").rglob("*.py") for code in RAISED.findall(path.read_text("utf-8"))}
    assert listed == raised
