"""docs/security.md names a test for every attack: each of them exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "security.md"
#: A test file, and the functions of it that a cell names: "tests/…/test_x.py::test_a, ::test_b" or "…, test_c".
_FILE = re.compile(r"tests/[\w/]+/test_\w+\.py")
_FUNCTION = re.compile(r"\btest_\w+\b(?!\.py)")


def rows() -> list[list[str]]:
    """The cells of every row with a test in it."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [row for row in cells if len(row) == 4 and row[0].strip() not in ("attack", "---")]


def functions(path: Path) -> set[str]:
    return {
        node.name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)
    }


def test_every_attack_names_tests_that_exist() -> None:
    found = rows()
    assert len(found) > 90
    missing = []
    for row in found:
        files = [ROOT / name for name in _FILE.findall(row[3])]
        known = {name for path in files if path.is_file() for name in functions(path)}
        missing += [(row[0][:60], str(path)) for path in files if not path.is_file()]
        missing += [(row[0][:60], name) for name in _FUNCTION.findall(row[3]) if name not in known]
        if not files:
            missing.append((row[0][:60], "no test"))
    assert missing == []
