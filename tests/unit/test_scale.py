"""The rehearsal of full size: its recordings have the published profile, and growth is fitted and told honestly."""

from __future__ import annotations

import json
import os
from itertools import pairwise
from multiprocessing import Pipe
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest

from benchmarks import scale_meter
from benchmarks.row_batches import DOMAINS, FRAMES, SHARE, sessions, write_profile
from benchmarks.row_profile import ROWS, TABLE, applications_of, deck
from benchmarks.scale_meter import Meter, watch
from benchmarks.scale_report import exponent, extrapolated, write_growth
from redaction.capture.images import open_image
from redaction.policy import CapturePolicy

OFF_BY = 0.01
"""Share by which means and deviations may miss the published ones."""
HAS_SHOT = (0.7, 0.8)
"""Share of the rows with a screenshot: about three of four."""
SAME = 0.9
"""Share of the pixels that two frames of one page have in common, at least."""


def test_the_table_is_the_published_one() -> None:
    assert {domain: len(targets) for domain, targets in TABLE.items()} == {"Finance": 11, "Legal": 7, "HR": 6}
    assert {domain: sum(t.instances for t in targets) for domain, targets in TABLE.items()} == {
        "Finance": 108,
        "Legal": 102,
        "HR": 73,
    }
    assert ROWS == 50_312
    assert [DOMAINS[domain][1] for domain in TABLE] == [4, 1, 4]


def test_processes_have_as_many_applications_as_published() -> None:
    used: set[str] = set()
    for domain, targets in TABLE.items():
        for target, (process, known) in zip(targets, DOMAINS[domain][2], strict=True):
            applications = applications_of(target, known)
            assert process == target.process
            assert len(set(applications)) == target.apps
            used.update(applications)
    assert len(used) == 19


@pytest.mark.parametrize("scale", [1, 10])
def test_instances_have_the_published_steps_and_times(scale: int) -> None:
    made = deck(scale)
    assert len(made) == 283 * scale
    assert sum(one.steps for one in made) == ROWS * scale
    for target in (target for targets in TABLE.values() for target in targets):
        some = [one for one in made if one.process == target.process]
        seconds = [one.seconds for one in some]
        assert len(some) == target.instances * scale
        assert min(seconds) > 20 and min(one.steps for one in some) > 10
        assert mean(one.steps for one in some) == pytest.approx(target.steps, rel=OFF_BY)
        assert mean(seconds) == pytest.approx(target.seconds, rel=OFF_BY)
        if len(some) > 1 and target.deviation:
            assert stdev(seconds) == pytest.approx(target.deviation, rel=OFF_BY)


def test_a_beginning_of_the_deck_is_a_small_picture_of_it() -> None:
    quarter = sessions(ROWS // 4)
    assert sum(one.steps for one in quarter) == ROWS // 4
    for domain, targets in TABLE.items():
        whole = sum(target.instances * target.steps for target in targets) / ROWS
        part = sum(one.steps for one in quarter if one.domain == domain) / (ROWS // 4)
        assert part == pytest.approx(whole, abs=0.1)


def test_recordings_with_screenshots_have_neither_few_nor_very_many() -> None:
    least, most = (round(frames / SHARE) for frames in FRAMES)
    made = sessions(8000, (least, most))
    assert sum(one.steps for one in made) == 8000
    assert all(least <= one.steps <= most for one in made[:-1])
    assert made[-1].steps <= most


def events(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for path in sorted(folder.rglob("events.jsonl")) for line in path.open(encoding="utf-8")]


def test_rows_of_the_profile_are_written_alike_each_time(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_profile(tmp_path / name, 900)
    assert events(tmp_path / "one") == events(tmp_path / "two")
    rows = events(tmp_path / "one")
    assert len(rows) == 900 and not any(row["screenshot"] for row in rows)
    wanted = sum(one.seconds for one in sessions(900))
    assert sum(row["duration_s"] for row in rows) == pytest.approx(wanted, rel=OFF_BY)


def test_frames_mostly_repeat_the_one_before(tmp_path: Path) -> None:
    write_profile(tmp_path, 60, frames=FRAMES)
    rows = events(tmp_path)
    taken = [row for row in rows if row["screenshot"]]
    assert HAS_SHOT[0] < len(taken) / len(rows) < HAS_SHOT[1]
    assert all(row["action"] != "type" for row in taken)
    images = {path.name: open_image(path, CapturePolicy()) for path in tmp_path.rglob("*.png")}
    assert set(images) == {row["screenshot"] for row in taken}
    assert {image.shape for image in images.values()} == {(1080, 1920, 3)}
    same = [
        np.mean(images[one["screenshot"]] == images[other["screenshot"]])
        for one, other in pairwise(taken)
        if one["screen"] == other["screen"]
    ]
    assert len(same) > len(taken) / 2 and min(same) > SAME
    assert any(share < 1 for share in same)


def test_the_exponent_of_a_power_is_found() -> None:
    sizes = [1000, 4000, 16_000]
    factor, power = exponent(sizes, [0.002 * size**1.3 for size in sizes])
    assert power == pytest.approx(1.3) and factor == pytest.approx(0.002)


def test_what_costs_something_before_its_first_row_is_not_extrapolated_too_low() -> None:
    sizes = [1000, 4000]
    costs = [10 + size / 1000 for size in sizes]
    assert extrapolated(sizes, costs, 40_000) == pytest.approx(10 * costs[1])
    squared = [(size / 1000) ** 2 for size in sizes]
    assert extrapolated(sizes, squared, 40_000) == pytest.approx(1600)


def run(rows: int, cpu: float) -> dict[str, Any]:
    costs = {"cpu_s": cpu, "memory_mb": 900.0, "disk_mb": 12.0}
    return {
        "rows": rows,
        "screenshots": 0,
        "filmed": False,
        "refused": 0,
        "stopped": "",
        "needles": {"person": 5},
        "findings": [["text", "person", "text", 2]],
        "withheld": [0, 1],
        "stages": {"find": costs},
    }


def test_measured_and_extrapolated_stand_apart(tmp_path: Path) -> None:
    text = write_growth([run(1000, 10.0), run(2000, 20.0)], tmp_path)
    assert "| CPU s | measured: 1,000 | measured: 2,000 | exponent | extrapolated: 50,312 |" in text
    assert "| find | 10.0 | 20.0 | 1.00 | 503 |" in text
    assert "findings 2 text person (text); 0 screenshots and 1 rows withheld" in text
    assert (tmp_path / "growth.png").is_file()
    measured = write_growth([run(1000, 10.0), run(ROWS, 20.0)], tmp_path)
    assert "extrapolated" not in measured


def test_a_stage_inside_another_counts_for_itself_only(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(scale_meter, "cpu_seconds", lambda: clock[0])
    told: list[str] = []
    meter = Meter(told.append)
    clock[0] += 5
    with meter("release"):
        clock[0] += 1
        with meter("leak check"):
            clock[0] += 10
        clock[0] += 2
    assert meter.spent == {"release": 3, "leak check": 10}
    assert told == ["release", "leak check", "release", ""]


def test_a_process_is_watched_by_stage(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(bytes(3_000_000))
    here, there = Pipe(duplex=False)
    there.send("find")
    there.send({"rows": 1})
    peaks, result = watch(os.getpid(), here, tmp_path)
    assert result == {"rows": 1} and set(peaks) == {"find"}
    memory, disk = peaks["find"]
    assert memory > 10 and disk == pytest.approx(3, rel=0.1)
