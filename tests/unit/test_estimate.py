"""What a build will take is told before it begins, and what cannot end is not begun."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.estimate import FIXED_S, FRAME_S, IMAGE_DISK, OTHER_DISK, ROW_S, Estimate, estimate, require_space
from redaction.errors import MachineProblem
from redaction.policy import Policy
from tests.tiny_batch import tiny_batch

ONE = Policy.model_validate({"vision": {"workers": 1}})


def test_rows_screenshots_and_bytes_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = tiny_batch(tmp_path / "batch", events=5, screenshots=2)
    sizes = {path: path.stat().st_size for path in batch.rglob("*") if path.is_file()}
    images = sum(size for path, size in sizes.items() if path.suffix == ".png")
    monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": 1000}))
    told = estimate({"batch": batch}, tmp_path / "out" / "deep", ONE, 8)
    assert (told.rows, told.screenshots, told.free) == (5, 2, 1000)
    assert told.needs == round(IMAGE_DISK * images + OTHER_DISK * (sum(sizes.values()) - images))
    assert told.cpu_s == told.wall_s == pytest.approx(FIXED_S + 5 * ROW_S + 2 * FRAME_S)
    more = estimate({"batch": batch}, tmp_path / "out", Policy(), 4)
    assert more.wall_s == pytest.approx(FIXED_S + 5 * ROW_S + 2 * FRAME_S / 4) and more.cpu_s == told.cpu_s
    (tmp_path / "out" / "work").mkdir(parents=True)
    (tmp_path / "out" / "work" / "kept").write_bytes(b"x" * 300)
    assert estimate({"batch": batch}, tmp_path / "out", ONE, 1).free == 1300, "what lies there is not needed twice"


ROOM = Estimate(10, 2, 100.0, 50.0, 4_000_000_000, 2_000_000_000)


def test_only_what_cannot_end_is_refused() -> None:
    require_space(ROOM)
    with pytest.raises(MachineProblem, match=r"4\.0 GB of disk, and 2\.0 GB are free") as caught:
        require_space(replace(ROOM, free=ROOM.free - 1))
    assert "another disk" in caught.value.remedy


@pytest.mark.parametrize(
    ("seconds", "said"), [(119.0, "119 s"), (120.0, "2 min"), (7199.0, "120 min"), (7200.0, "2.0 h")]
)
def test_it_is_told_in_units_that_people_use(seconds: float, said: str) -> None:
    lines = list(replace(ROOM, wall_s=seconds, rows=50_312).lines())
    assert f"about {said} on this machine" in lines[1] and "50,312 events" in lines[0]
    assert re.search(r"about 4\.0 GB of 2\.0 GB free", lines[2])


@pytest.mark.parametrize(("needs", "said"), [(999_000_000, "999 MB"), (1_000_000_000, "1.0 GB")])
def test_so_is_space(needs: int, said: str) -> None:
    assert f"about {said} of 2.0 GB free" in list(replace(ROOM, needs=needs).lines())[2]
