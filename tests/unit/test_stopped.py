"""stopped.html of a build whose canaries were missed: where, in which batch, and of nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from redaction.canaries.plant import REPORT
from release.report.stopped import write_stopped

SAID = "two: the check canaries_caught of canaries does not hold: not caught often enough: text. Remedy: look."


def report(out: Path, batch: str, *cells: tuple[str, str, int, int], passed: bool = False) -> None:
    told: dict[str, Any] = {
        "format": "entrophy-canaries/1",
        "findings": "f",
        "detectors": {},
        "enabled": True,
        "passed": passed,
        "cells": [
            {"where": "text", "field": field, "kind": kind, "application": "Mail", "planted": planted, "caught": caught}
            for field, kind, planted, caught in cells
        ],
    }
    path = out / "work" / "batches" / batch / REPORT
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(told), encoding="utf-8")


def test_missed_canaries_are_told_by_batch_field_and_application_most_of_them_first(tmp_path: Path) -> None:
    report(tmp_path, "one", ("title", "email", 2, 1), passed=True)
    report(tmp_path, "two", ("title", "person", 2, 1), ("note", "card_number", 5, 1), ("value", "phone", 3, 3))
    (tmp_path / "work" / "batches" / "three" / "canaries").mkdir(parents=True)
    (tmp_path / "work" / "batches" / "three" / REPORT).write_text("[]", encoding="utf-8")
    page = write_stopped(tmp_path, SAID).read_text(encoding="utf-8")
    first = "<td>two</td><td>text</td><td>note</td><td>card number</td><td>Mail</td><td>4 of 5</td>"
    then = "<td>two</td><td>text</td><td>title</td><td>person</td><td>Mail</td><td>1 of 2</td>"
    assert 0 < page.index(first) < page.index(then)
    assert "<td>one</td>" not in page and "<td>value</td>" not in page, "what holds is not told"


def test_a_build_that_something_else_stopped_tells_no_canaries(tmp_path: Path) -> None:
    report(tmp_path, "two", ("title", "person", 2, 1))
    page = write_stopped(tmp_path, "the disk is full. Remedy: free space.").read_text(encoding="utf-8")
    assert "canaries were missed" not in page and "free space" in page
