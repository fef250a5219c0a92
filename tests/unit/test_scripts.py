"""Scripts and trainers are run once in years: what they import of ours must still be there."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("assets", "benchmarks", "pipeline", "redaction", "release", "samples", "scripts", "validation")
FILES = sorted(path for folder in ("scripts", "benchmarks") for path in (ROOT / folder).rglob("*.py"))
EXTRAS = ("datasets", "django", "german_nouns", "lightgbm", "onnx", "oscar", "spellchecker", "transformers", "wordfreq")
"""Packages of other installations: what needs them to be imported cannot be looked into here."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_script_imports_of_ours_exists(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or (node.module or "").split(".")[0] not in OURS:
            continue
        assert node.module is not None
        try:
            module = import_module(node.module)
        except ModuleNotFoundError as error:
            assert (error.name or "").split(".")[0] in EXTRAS, f"{node.module}: {error}"
            continue
        missing = [alias.name for alias in node.names if not hasattr(module, alias.name)]
        for name in missing:
            import_module(f"{node.module}.{name}")
