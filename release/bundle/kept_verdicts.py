"""What the checks of a release said before, kept by the digest of everything that they looked at and looked for.

An unchanged batch is not validated again, and an unchanged bundle not searched again for the same values. Only what
held is kept: whatever did not is looked at anew. Who verifies a bundle keeps nothing (release.verify).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import lru_cache
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from evaluation.results import SimilarityResults
from evaluation.utility import Utility
from redaction.work.files import file_digest
from redaction.work.json_text import digest_of
from redaction.work.kept import Kept
from redaction.work.store import code_of
from release.verify.problems import Origin, VerifyReport
from validation.leaks.leak_report import LeakReport, Sample
from validation.leaks.verdicts import Unread
from validation.reading.tesseract import reader_versions
from validation.table.expectations import CheckResult

_CODE = ("redaction", "validation", "evaluation", "release")


class KeptVerdicts:
    """Verdicts under `folder`, sealed with `key`, of one version of the code, of all packages and of Tesseract."""

    def __init__(self, folder: Path, key: bytes) -> None:
        self._kept = Kept(folder, key, _maker())

    def validated(self, content: str, validate: Callable[[], Sequence[CheckResult]]) -> list[CheckResult]:
        """The results over a batch with this digest of its rows and screenshots."""
        if (known := self._kept.get(content)) is not None:
            return [CheckResult(**{**one, "records": ()}) for one in known]
        results = list(validate())
        if all(result.passed for result in results):
            self._kept.put(content, [asdict(result) for result in results])
        return results

    def searched(self, asked: str, search: Callable[[], LeakReport]) -> LeakReport:
        """The report of a search whose every input is in the digest `asked`."""
        if (known := self._kept.get(asked)) is not None:
            return _report(known)
        report = search()
        if report.passed:
            self._kept.put(asked, asdict(report) | {"findings": [], "on_screens": []})
        return report

    def useful(self, asked: str, score: Callable[[], Utility]) -> Utility:
        """The scores over batches whose every row is in the digest `asked`."""
        if (known := self._kept.get(asked)) is not None:
            return Utility.model_validate_json(json.dumps(known))
        found = score()
        if not found.bent():
            self._kept.put(asked, found.model_dump())
        return found

    def similar(self, asked: str, compare: Callable[[], SimilarityResults]) -> SimilarityResults:
        """How alike instances are whose every sentence is in the digest `asked`."""
        if (known := self._kept.get(asked)) is not None:
            return SimilarityResults.model_validate_json(json.dumps(known))
        found = compare()
        self._kept.put(asked, found.model_dump())
        return found

    def verified(self, asked: str, bundle: Path, verify: Callable[[], VerifyReport]) -> VerifyReport:
        """What verification said of `bundle`, if everything held; bytes and trust are in the digest `asked`."""
        if (known := self._kept.get(asked)) is not None:
            origin = known.pop("origin")
            return VerifyReport(bundle, **known, origin=Origin(**origin) if origin is not None else None)
        report = verify()
        if report.ok:
            self._kept.put(asked, {name: value for name, value in asdict(report).items() if name != "bundle"})
        return report


def content_of(folder: Path) -> list[tuple[str, str]]:
    """(name, SHA-256) of everything in a flat folder, sorted; what is no plain file is told as what it is, so that a
    link to the same bytes is another content."""
    return [(path.name, _what(path)) for path in sorted(folder.iterdir())]


def _what(path: Path) -> str:
    if path.is_symlink():
        return "link"
    return file_digest(path) if path.is_file() else "no file"


@lru_cache(maxsize=1)
def _maker() -> str:
    packages = sorted({(one.metadata["Name"], one.version) for one in distributions()})
    return digest_of([code_of(name) for name in _CODE], packages, reader_versions())


def _report(raw: dict[str, Any]) -> LeakReport:
    unread = raw["unread"]
    return LeakReport(
        **raw
        | {
            "findings": (),
            "on_screens": frozenset(),
            "sample": Sample(**raw["sample"]),
            "unread": Unread(unread["regions"], unread["unread"], _pairs(unread["screens"]), _pairs(unread["most"])),
        }
    )


def _pairs(raw: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    return tuple(tuple(one) for one in raw)
