"""Demonstrations of a bundle: each is whole, its key frames are frames of its own video, and its rows are in the
table."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image

from release.bundle.bundle_models import Manifest
from release.verify.problems import VerifyReport
from validation.files.demonstration_layout import Place, place_of
from validation.reading.film import NoFilm, film_frames, frame_differs

_ANEW = "Build it again: trace, key frames and video are made together."


def check_demonstrations(report: VerifyReport, manifest: Manifest) -> None:
    """Every demonstration of every archive."""
    for archive in sorted(manifest.demonstrations):
        report.guard(archive, lambda a=archive: _check_archive(report, a))  # type: ignore[misc]


def _check_archive(report: VerifyReport, name: str) -> None:
    with zipfile.ZipFile(report.bundle / name) as archive:
        members = {place_of(info.filename): (number, info) for number, info in enumerate(archive.infolist())}
        for demonstration in sorted({place.name for place in members if place is not None and place.name}):
            own = {place: at for place, at in members.items() if place is not None and place.name == demonstration}
            report.count("demonstrations")
            _check(report, archive, name, own)


def _check(
    report: VerifyReport,
    archive: zipfile.ZipFile,
    name: str,
    own: Mapping[Place, tuple[int, zipfile.ZipInfo]],
) -> None:
    parts = {place.part: at for place, at in own.items() if place.part != "key frame"}
    if "trace" not in parts:
        report.add(f"{name} member {min(number for number, _ in own.values())}", "belongs to no trace", _ANEW)
        return
    number, info = parts["trace"]
    where = f"{name} member {number}"
    try:
        states = _states(json.loads(archive.read(info)))
    except (ValueError, KeyError, TypeError, AttributeError):
        report.add(where, "is no trace", _ANEW)
        return
    frames = {place.state: at for place, at in own.items() if place.part == "key frame"}
    if ("video" in parts) != bool(frames) or (frames and set(frames) != set(range(states))):
        report.add(where, "has not one key frame a state and one video", _ANEW)
        return
    if "video" in parts:
        _check_key_frames(report, archive, name, parts["video"], frames)


def _states(trace: Any) -> int:
    return sum(step["type"] == "state" for step in trace["trace"])


def _check_key_frames(
    report: VerifyReport,
    archive: zipfile.ZipFile,
    name: str,
    video: tuple[int, zipfile.ZipInfo],
    frames: Mapping[int, tuple[int, zipfile.ZipInfo]],
) -> None:
    """Every key frame looks like one of the frames of the video."""
    wanted: dict[int, np.ndarray[Any, Any]] = {}
    for state, (_, info) in frames.items():
        with Image.open(BytesIO(archive.read(info))) as image:
            wanted[state] = np.asarray(image.convert("RGB"))
    try:
        for _, _, shown in film_frames(archive.read(video[1])):
            for state in [state for state, pixels in wanted.items() if not frame_differs(pixels, shown)]:
                del wanted[state]
            if not wanted:
                break
    except NoFilm as error:
        report.add(f"{name} member {video[0]}", str(error), _ANEW)
        return
    for state in sorted(wanted):
        report.add(f"{name} member {frames[state][0]}", "is no frame of its video", _ANEW)
