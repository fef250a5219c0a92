"""Demonstrations in the audit report and on the page about a stop: counted right, the least certain first, no more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redaction.work import formats
from release.bundle.batches import read_batches
from release.bundle.bundle_models import Certificate
from release.bundle.found import Finding, FindingsFile, findings_path, note_findings
from release.bundle.released_rows import ReleasedRows
from release.bundle.withhold import withhold
from release.report.audit import write_report
from release.report.coverage import coverage
from release.report.demonstrations_section import demonstrations_section
from release.report.stopped import write_stopped
from release.sign.signoff_file import SignOff
from tests.review_fixture import make_build
from tests.videos_fixture import NAMES, SECRET, Build, make_videos
from validation.files.file_models import parsed
from validation.leaks.leak_report import Leak, LeakReport


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return make_videos(tmp_path_factory.mktemp("built") / "out", certify=None)


def test_demonstrations_are_counted_and_the_least_certain_come_first(build: Build) -> None:
    told = demonstrations_section(read_batches([build.store.path]), None)
    assert told is not None
    assert (told.came_in, told.videos, told.frames, round(told.minutes, 3), told.withheld) == (7, 2, 14, 0.233, 0)
    assert [(k.kind, k.frames, k.boxes, k.lowest) for k in told.kinds] == [
        ("phone", 4, 4, 0.41),
        ("employee_id", 2, 2, 0.58),
        ("person", 6, 6, 0.93),
    ]
    assert [(one.name, one.boxes, one.lowest) for one in told.shown] == [(name, 6, 0.41) for name in NAMES]
    assert [(one.reason, one.number) for one in told.refused] == [("broken-json", 1), ("consent-withdrawn", 1)]


def test_the_report_shows_them(build: Build, tmp_path: Path) -> None:
    page = write_report(build.out / "bundle", [build.store.path], [], tmp_path / "report.html").read_text()
    assert "2 videos of 0.2 minutes, 14 different frames" in page
    assert NAMES[0] in page and 'href="#demonstrations"' in page and "Hidden on the frames of videos" in page
    assert SECRET not in page and "captures" not in page.split("<main")[1].split("What came in")[0]
    assert "Videos seen by a person" in page


def test_a_report_without_demonstrations_says_nothing_of_them(tmp_path: Path) -> None:
    out = make_build(tmp_path / "out", certify=None)
    page = write_report(out / "bundle", [out / "work/batches/batch-a"], [], tmp_path / "report.html").read_text()
    assert "emonstration" not in page.replace("demonstration_", "") and "Videos" not in page


def test_what_was_withheld_is_told(tmp_path: Path) -> None:
    build = make_videos(tmp_path / "out")
    withhold([build.store], [], [], [build.films[0].instance])
    told = demonstrations_section(read_batches([build.store.path]), None)
    assert told is not None and (told.withheld, told.videos, told.frames) == (1, 1, 7)
    (kept,) = [one for one in told.refused if "leak_check_demonstration" in one.reason]
    assert kept.number == 1 and kept.remedy
    certificate = Certificate.model_validate({"verdict": "passed"})
    lines = {line.what: line for line in coverage(certificate, None, (), 0, videos=1, withheld=told.withheld)}
    assert lines["Demonstrations withheld"].unchecked == "1"
    assert (lines["Videos seen by a person"].checked, lines["Videos seen by a person"].unchecked) == ("0", "1")


def test_videos_that_an_auditor_watched_are_told() -> None:
    plan = {"total": 9, "confidence": 0.95, "videos": {"total": 12, "reviewed": 10, "videos": 10, "certain": 3}}
    signed = SignOff("b", "c", "d", "release", "Pat Auditor", "2025-05-01", "", plan, 9, 0, 0.0)
    line = next(one for one in coverage(None, signed, (), 9, videos=12) if one.what.startswith("Videos"))
    assert (line.checked, line.unchecked) == ("10", "2")


def test_the_page_about_a_stop_names_demonstration_and_frame(build: Build, tmp_path: Path) -> None:
    instance = build.films[1].instance
    archive = next((build.out / "bundle").glob("*_demonstrations.zip")).name
    in_film = Leak(f"{archive} member 3 frame 12 line 1", "person-1", "person", "exact")
    in_trace = Leak(f"{archive} member 2[0] html 4", "person-1", "person", "exact")
    elsewhere = Leak("README.md line 2", "person-1", "person", "exact")
    found = (elsewhere, in_film, in_trace)
    report = LeakReport("", {}, {}, 0, {}, True, found)
    note_findings(
        findings_path(build.out / "work"),
        report,
        ReleasedRows(build.out / "bundle"),
        {},
        {in_film: instance, in_trace: instance},
    )
    told = json.loads(findings_path(build.out / "work").read_bytes())["findings"]
    assert [(one["demonstration"], one["frame"]) for one in told] == [("", 0), (instance, 12), (instance, 0)]
    page = write_stopped(build.out, "the leak check found something. Remedy: look.").read_text()
    assert f"<td>{instance}, frame 12</td>" in page and f"<td>{instance}</td>" in page
    link = f"work/batches/batch-a/scrubbed/demonstrations/{instance}.mp4"
    assert f'href="{link}"' in page and (build.out / link).is_file()


def test_findings_of_an_earlier_version_are_still_read(tmp_path: Path) -> None:
    before = {"where": "a.json", "kind": "person", "how": "exact", "entity": "", "interactions": [], "screenshot": ""}
    told = parsed(FindingsFile, json.dumps({"format": formats.FINDINGS, "findings": [before]}).encode())
    assert told.findings == (Finding(**{**before, "interactions": ()}),)
    (tmp_path / "work").mkdir()
    findings_path(tmp_path / "work").write_text(told.model_dump_json())
    assert "Demonstration" not in write_stopped(tmp_path, "stopped. Remedy: look.").read_text()
