"""The real Playwright over the real Chromium: recorded, imported, and taken in by the pipeline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redaction.policy import Policy
from redaction.stages.ingest import ingest
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from samples.browser import CHROMIUM
from samples.record import PIN, record_trace
from tests.recorded import TRACE, imported

needs_chromium = pytest.mark.skipif(
    not CHROMIUM.exists(), reason=f"{CHROMIUM} is not installed (apt-get install chromium)"
)


@needs_chromium
def test_a_trace_recorded_now_is_what_the_sample_is_and_goes_in(tmp_path: Path) -> None:
    record_trace(tmp_path / "trace.zip")
    done, rows = imported("playwright", tmp_path / "trace.zip", tmp_path)
    (tmp_path / "sample").mkdir()
    _, committed = imported("playwright", TRACE, tmp_path / "sample")
    assert done.refusals == [] and done.recordings == 1

    def told(row: dict[str, object]) -> list[object]:
        element = row["element"]
        words = {k: v for k, v in element.items() if k != "box"} if isinstance(element, dict) else None
        return [row["action"], row["value"], row["application"], row["screen"], words]

    assert [told(r) for r in rows] == [told(r) for r in committed]
    assert all(PIN.encode() not in p.read_bytes() for p in (tmp_path / "batch").rglob("*") if p.is_file())
    assert [r["screenshot"] is not None for r in rows if r["coordinates"]][1:] == [True] * 3
    ingest(tmp_path / "batch", BatchStore(tmp_path / "work", "batch"), Policy(), no_progress)
    lines = (tmp_path / "work" / "batch" / "ingest" / "rows.jsonl").read_text(encoding="utf-8").splitlines()
    classes = [json.loads(line)["row"]["subclass_name"] for line in lines]
    edit = "Edit Field"
    assert classes == [edit, "Move", edit, edit, edit, edit, "Button", "Open Screen", "Context Menu"]
