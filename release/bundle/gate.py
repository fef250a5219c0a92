"""The last gate before a bundle: every scrubbed batch is validated again, whatever the caller skipped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from redaction.errors import BundleError
from redaction.work import formats
from redaction.work.json_text import json_lines
from validation.table.expectations import REMEDY, CheckResult, validate


def validate_batch(scrubbed: Path) -> list[CheckResult]:
    """Great Expectations over one scrubbed batch folder."""
    rows = json_lines((scrubbed / formats.INTERACTIONS).read_text(encoding="utf-8"))
    return validate(list(rows), scrubbed / formats.SCREENSHOTS)


def require_valid(batches: Sequence[Path]) -> list[CheckResult]:
    """Validate every batch; returns all results, or raises BundleError naming batches, expectations and records."""
    results: list[CheckResult] = []
    failed: list[str] = []
    for scrubbed in batches:
        found = validate_batch(scrubbed)
        results += found
        failed += [f"{scrubbed.parent.name}: {r.sentence()}" for r in found if not r.passed]
    if failed:
        raise BundleError(
            f"{len(failed)} expectation(s) do not hold: " + "; ".join(failed) + ".",
            remedy=REMEDY,
        )
    return results
