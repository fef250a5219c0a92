"""work/findings.json: what the leak check found last, by record. Ids and places only, for the page about a stop."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from redaction.work import formats
from redaction.work.files import write_whole
from release.bundle.bundle_format import json_bytes
from release.bundle.released_rows import ReleasedRows
from validation.files.file_models import FileModel
from validation.leaks.leak_report import Leak, LeakReport


class Finding(FileModel):
    """One finding: the place as the check tells it, what (kind, how, entity id or ""), the interactions whose rows it
    lies in, and the screenshot that shows it, or ""."""

    where: str
    kind: str
    how: str
    entity: str
    interactions: tuple[str, ...]
    screenshot: str


class FindingsFile(FileModel):
    """work/findings.json."""

    format: str
    findings: tuple[Finding, ...]


def findings_path(work: Path) -> Path:
    """Where the findings of the last leak check lie."""
    return work / "findings.json"


def note_findings(path: Path, report: LeakReport, rows: ReleasedRows, shown: Mapping[Leak, str]) -> None:
    """Write what was found; `shown` tells the screenshot of those that were seen in pixels."""
    found = [
        Finding(
            where=leak.where,
            kind=leak.kind,
            how=leak.how,
            entity=leak.entity_id,
            interactions=tuple(sorted(rows.interactions(leak))),
            screenshot=shown.get(leak, ""),
        )
        for leak in report.findings
    ]
    write_whole(path, json_bytes(FindingsFile(format=formats.FINDINGS, findings=tuple(found)).model_dump()))
