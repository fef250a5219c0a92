"""What a build will take, told before it begins: time by rows and screenshots, space by the size of the captures.

The figures are those of docs/scale.md, measured on rehearsed recordings: screens that mostly repeat, on one core of a
server of 2024. Screens that all differ take up to three times as long.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from assets.resources import Workspace
from redaction.capture.preflight import check_batches, files_and_sizes
from redaction.errors import MachineProblem
from redaction.policy import Policy
from redaction.work.trouble import AGAIN

FIXED_S, ROW_S, FRAME_S = 25.0, 0.008, 0.75
"""CPU seconds: of a build whatever its size, of a row, of a screenshot of a recording."""
IMAGE_DISK, OTHER_DISK = 3.8, 8.5
"""Bytes on disk at most, work folder and bundle together, for each byte of captured screenshots and of other files."""
LEAST_SHARE = 0.5
"""With less than this share of the estimated space no build has ended."""
IMAGES = (".png", ".jpg", ".jpeg", ".webp")
EVENTS = "events.jsonl"


@dataclass(frozen=True, slots=True)
class Estimate:
    """Rows and screenshots of the captures, CPU seconds on all cores together, seconds on this machine, bytes needed on
    disk and free there, what an earlier build left in the folder included."""

    rows: int
    screenshots: int
    cpu_s: float
    wall_s: float
    needs: int
    free: int

    def lines(self) -> Iterator[str]:
        """For the terminal."""
        yield f"captures   {self.rows:,} events, {self.screenshots:,} screenshots"
        yield f"time       about {_time(self.wall_s)} on this machine ({_time(self.cpu_s)} of one core)"
        yield f"space      about {_size(self.needs)} of {_size(self.free)} free"


def estimate(sources: Mapping[str, Path], out: Path, policy: Policy, cores: int) -> Estimate:
    """The estimate for these capture batches into `out`. Reads names and sizes, and counts the lines of events."""
    rows = screenshots = images = others = 0
    for folder in sources.values():
        for name, size in files_and_sizes(folder):
            if name.lower().endswith(IMAGES):
                screenshots, images = screenshots + 1, images + size
            else:
                others += size
            if name.endswith(EVENTS):
                rows += _count_lines(folder / name)
    frames, text = FRAME_S * screenshots, FIXED_S + ROW_S * rows
    there = next(one for one in (out.absolute(), *out.absolute().parents) if one.exists())
    left = sum(path.lstat().st_size for path in out.rglob("*") if path.is_file()) if out.is_dir() else 0
    return Estimate(
        rows=rows,
        screenshots=screenshots,
        cpu_s=frames + text,
        wall_s=frames / max(1, policy.vision.workers or cores) + text,
        needs=round(IMAGE_DISK * images + OTHER_DISK * others),
        free=shutil.disk_usage(there).free + left,
    )


def planned(workspace: Workspace) -> Iterator[str]:
    """What a build would take, line by line, after the checks that write nothing."""
    policy, sources = workspace.load_policy(), workspace.sources()
    check_batches(sources, policy.capture)
    told = estimate(sources, workspace.out_path, policy, os.cpu_count() or 1)
    yield from told.lines()
    require_space(told)


def require_space(told: Estimate) -> None:
    """MachineProblem where a build would run out of disk for certain."""
    if told.free < LEAST_SHARE * told.needs:
        raise MachineProblem(
            f"the build needs about {_size(told.needs)} of disk, and {_size(told.free)} are free.",
            remedy=f"free space, or give an --out on another disk; {AGAIN}.",
        )


def _count_lines(path: Path) -> int:
    try:
        with path.open("rb") as lines:
            return sum(1 for line in lines if line.strip())
    except OSError:
        return 0  # told by ingest, with its place


def _time(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def _size(count: int) -> str:
    return f"{count / 1e6:.0f} MB" if count < 1e9 else f"{count / 1e9:.1f} GB"
