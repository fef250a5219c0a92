"""work/findings.json: what the leak check found last, by record. Ids and places only, for the page about a stop."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from redaction.work import formats
from redaction.work.files import write_whole
from release.bundle.bundle_format import json_bytes
from release.bundle.released_rows import ReleasedRows
from validation.files.file_models import FileModel
from validation.leaks.leak_report import Leak, LeakReport

_FRAME = re.compile(r" frame ([0-9]{1,9})\b")


class Finding(FileModel):
    """One finding: the place as the check tells it, what (kind, how, entity id or ""), the interactions whose rows it
    lies in, the screenshot that shows it, or "", and the instance of the demonstration that it lies in, or "", with the
    number of the frame of its video (from 1; 0: elsewhere in it)."""

    where: str
    kind: str
    how: str
    entity: str
    interactions: tuple[str, ...]
    screenshot: str
    demonstration: str = ""
    frame: int = 0


class FindingsFile(FileModel):
    """work/findings.json."""

    format: str
    findings: tuple[Finding, ...]


def findings_path(work: Path) -> Path:
    """Where the findings of the last leak check lie."""
    return work / "findings.json"


def note_findings(
    path: Path,
    report: LeakReport,
    rows: ReleasedRows,
    shown: Mapping[Leak, str],
    films: Mapping[Leak, str] = MappingProxyType({}),
) -> None:
    """Write what was found; `shown` tells the screenshot of those that were seen in pixels, `films` the instance of
    those that lie in demonstrations."""
    found = [
        Finding(
            where=leak.where,
            kind=leak.kind,
            how=leak.how,
            entity=leak.entity_id,
            interactions=tuple(sorted(rows.interactions(leak))),
            screenshot=shown.get(leak, ""),
            demonstration=films.get(leak, ""),
            frame=_frame(leak) if leak in films else 0,
        )
        for leak in report.findings
    ]
    write_whole(path, json_bytes(FindingsFile(format=formats.FINDINGS, findings=tuple(found)).model_dump()))


def _frame(leak: Leak) -> int:
    """The number of the frame that a finding was seen on."""
    found = _FRAME.search(leak.where)
    return int(found[1]) if found else 0
