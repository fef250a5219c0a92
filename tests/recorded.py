"""Imports for tests: what is told of the sample recordings, rows read back, and sources that were tampered with."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from redaction.importers.batch import Imported, import_batch
from redaction.importers.told import Told
from samples.batches import consent

RECORDED = Path(__file__).resolve().parents[1] / "samples" / "recorded"
TRACE, RRWEB = RECORDED / "playwright-trace.zip", RECORDED / "rrweb-session.json"
SMARTRPA = RECORDED / "smartrpa-log.csv"
#: People of the sample pages: none of them may stand in a message.
PLANTED = ("Oldenkamp", "Wirkowski", "Aarhaug", "50 12 34")


def told(folder: Path, **changes: Any) -> Told:
    """What must be told, with a consent written to `folder`."""
    path = folder / "consent.json"
    path.write_text(json.dumps(consent("granted")), encoding="utf-8")
    given: dict[str, Any] = {
        "participant": "p-1",
        "process": "Contact update",
        "domain": "Sales",
        "environment": "staging",
        "applications": ("crm.example.com", "*.example.com"),
        "consent": path,
    }
    return Told(**(given | changes))


def imported(kind: str, source: Path, folder: Path, **changes: Any) -> tuple[Imported, list[dict[str, Any]]]:
    """Import one source to `folder`/batch: what became of it, and the events."""
    done = import_batch(kind, [source], told(folder, **changes), folder / "batch")
    return done, rows_of(folder / "batch")


def rows_of(batch: Path) -> list[dict[str, Any]]:
    """The events of a batch, recording by recording."""
    files = sorted(batch.glob("recordings/*/events.jsonl"))
    return [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


Lines = list[Any]


def edited_trace(target: Path, change: Callable[[Lines], Iterable[Any]] = list, drop: str = "", **added: bytes) -> Path:
    """The sample trace with other lines (values are written as JSON, bytes as they are), without the members whose
    names begin with `drop`, and with members added."""
    with zipfile.ZipFile(TRACE) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "trace.trace":
                lines = change([json.loads(line) for line in data.splitlines()])
                data = b"".join((x if isinstance(x, bytes) else json.dumps(x).encode()) + b"\n" for x in lines)
            if not drop or not name.startswith(drop):
                new.writestr(name, data)
        for name, data in added.items():
            new.writestr(name, data)
    return target


def actions(lines: Lines) -> dict[str, int]:
    """Method → place of its first `before` line."""
    return {line["method"]: i for i, line in reversed([*enumerate(lines)]) if line["type"] == "before"}
