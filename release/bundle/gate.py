"""The last gate before a bundle: every scrubbed batch is validated again, whatever the caller skipped."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from redaction.errors import BundleError
from redaction.work import formats
from redaction.work.files import file_digest
from redaction.work.json_text import digest_of, json_lines
from validation.table.expectations import REMEDY, CheckResult, validate


def validate_batch(scrubbed: Path) -> list[CheckResult]:
    """Great Expectations over one scrubbed batch folder. The same rows and screenshots are looked at once a process."""
    shots = scrubbed / formats.SCREENSHOTS
    shown = [(p.name, file_digest(p) if p.is_file() else "") for p in sorted(shots.iterdir())] if shots.is_dir() else []
    return list(_validated(scrubbed, digest_of(file_digest(scrubbed / formats.INTERACTIONS), shown)))


@lru_cache(maxsize=256)
def _validated(scrubbed: Path, content: str) -> tuple[CheckResult, ...]:
    """`content` is the digest of everything that is looked at: other rows or pixels are another call."""
    rows = json_lines((scrubbed / formats.INTERACTIONS).read_text(encoding="utf-8"))
    return tuple(validate(list(rows), scrubbed / formats.SCREENSHOTS))


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
