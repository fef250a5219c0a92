"""No captured value outside captures, work folder and ledger.

A build with a forced error in every stage, then a whole one; everything they left is read: output, Dagster storage,
event logs, compute logs, temp files, report and bundle.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.forced_errors import PARTS

ROOT = Path(__file__).resolve().parents[2]
BATCH = "faulty-demo"


def planted() -> list[str]:
    """Every planted identifier of the batch that says something by itself."""
    known = json.loads((ROOT / "samples" / "truth" / f"{BATCH}.json").read_text(encoding="utf-8"))
    values = {str(i[k]) for i in known["identities"] for k in ("value", "latin", "email") if i.get(k)}
    values |= {str(i["value"]) for i in known["text"]} | {str(i["text"]) for i in known["pixels"]}
    return sorted(v for v in values if len(v) >= 8 and not v.isdigit() and (" " in v or "@" in v))


def forms(value: str) -> set[bytes]:
    """The value as it may lie in a file: plain, in lower case, escaped as JSON does."""
    escaped = json.dumps(value)[1:-1]
    return {v.encode(e) for v in (value, value.casefold(), escaped) for e in ("utf-8", "utf-16-le")}


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """(home, what was printed) of all builds; temp files, home and Dagster's home lie inside."""
    home = tmp_path_factory.mktemp("home")
    for name in ("tmp", "dagster"):
        (home / name).mkdir()
    places = {"HOME": home, "TMPDIR": home / "tmp", "DAGSTER_HOME": home / "dagster", "XDG_CACHE_HOME": home / "cache"}
    command = [sys.executable, "-m", "tests.forced_errors", str(ROOT / "samples" / "captures" / BATCH)]
    done = subprocess.run(
        [*command, str(home / "out"), str(home / "key"), planted()[0]],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **{k: str(v) for k, v in places.items()}, "OMP_NUM_THREADS": "1", "COLUMNS": "300"},
        timeout=1500,
        check=False,
    )
    return home, done


def left(home: Path) -> Iterator[Path]:
    """Every file outside the places that may hold captured values."""
    private = (home / "out" / "work" / "batches", home / "key", home / "key.ledger")
    for path in sorted(home.rglob("*")):
        if path.is_file() and not any(path == p or p in path.parents for p in private):
            yield path


def test_every_forced_error_stops_the_build_and_says_where(ran: tuple[Path, subprocess.CompletedProcess[str]]) -> None:
    home, done = ran
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    stopped = [line for line in done.stderr.splitlines() if line.startswith("stopped: ")]
    assert len(stopped) == len(PARTS)
    assert (home / "out" / "bundle" / "manifest.json").is_file()  # the last run was whole
    assert all("ValueError" in line for line in stopped), stopped


def test_nothing_captured_is_said(ran: tuple[Path, subprocess.CompletedProcess[str]]) -> None:
    said = (ran[1].stdout + ran[1].stderr).casefold()
    assert "stopped: " in said
    assert not [number for number, value in enumerate(planted()) if value.casefold() in said]


def test_nothing_captured_is_left_in_any_file(ran: tuple[Path, subprocess.CompletedProcess[str]]) -> None:
    needles = {form for value in planted() for form in forms(value)}
    assert len(needles) > 40
    files = list(left(ran[0]))
    names = {p.name for p in files}
    assert {"report.html", "manifest.json"} <= names and any("kept" in p.parts for p in files)
    found = [str(p.relative_to(ran[0])) for p in files for data in [p.read_bytes()] if any(n in data for n in needles)]
    assert found == []


def test_the_search_would_find_what_is_there(ran: tuple[Path, subprocess.CompletedProcess[str]]) -> None:
    """The same search over the work folder, where captured values are, finds them."""
    needles = {form for value in planted() for form in forms(value)}
    work = [p for p in (ran[0] / "out" / "work" / "batches").rglob("*.jsonl")]
    assert any(n in p.read_bytes() for p in work for n in needles)
