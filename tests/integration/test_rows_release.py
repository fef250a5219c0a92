"""Generated rows of many people become a release: nothing of our own making stops it, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

from benchmarks.row_batches import DOMAINS, write_batches
from benchmarks.rows import STAGES, measure

ROWS = 600


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_generated_rows_are_released_without_a_finding(tmp_path: Path) -> None:
    spent, report, released = measure(tmp_path, ROWS)
    assert released == ROWS and set(STAGES) == set(spent)
    assert report.needles["person"] >= 50 and report.needles["captured text"] >= ROWS
    assert report.findings == ()
    write_batches(tmp_path / "again", ROWS)
    assert files(tmp_path / "again") == files(tmp_path / "captures")
    assert len(list((tmp_path / "captures").iterdir())) == len(DOMAINS)
