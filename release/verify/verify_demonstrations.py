"""Demonstrations of a bundle: each is whole, its key frames are frames of its own video, and the index files and
the list beside them speak of these."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from functools import partial
from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image

from redaction.errors import BundleError
from release.bundle.bundle_models import Manifest
from release.verify.problems import VerifyReport
from release.verify.verify_tables import Tables
from validation.files.bundle_files import DEMONSTRATIONS
from validation.files.demonstration_layout import Place, place_of
from validation.reading.film import NoFilm, film_frames, frame_differs
from validation.table.demonstrations import check_files, demonstrations_named

_CORRECT = "Correct the index files of the captures, and build again."
_ANEW = "Build it again: trace, key frames and video are made together."


def check_demonstrations(report: VerifyReport, manifest: Manifest, tables: Tables) -> None:
    """Every demonstration of every archive, and the list of them. After check_tables."""
    for archive in sorted(manifest.demonstrations):
        report.guard(archive, partial(_check_archive, report, archive))
    if manifest.demonstrations:
        report.guard(DEMONSTRATIONS, lambda: _check_list(report, manifest, tables))


def _check_list(report: VerifyReport, manifest: Manifest, tables: Tables) -> None:
    """demonstrations.json names those that the archives hold, each with an instance that has rows."""
    listed = json.loads((report.bundle / DEMONSTRATIONS).read_bytes())["demonstrations"]
    members: list[str] = []
    for archive in manifest.demonstrations:
        with zipfile.ZipFile(report.bundle / archive) as opened:
            members += opened.namelist()
    places = [place for member in members if (place := place_of(member)) is not None]
    if sorted(one["name"] for one in listed) != sorted(place.name for place in places if place.part == "trace"):
        report.add(DEMONSTRATIONS, "lists others than the archives hold", _ANEW)
    instances = {row["process_instance_uuid"] for rows in tables.rows.values() for row in rows}
    for number, one in enumerate(listed):
        if one["process_instance_uuid"] not in instances:
            report.add(f"{DEMONSTRATIONS}[{number}]", "has no rows in the tables", _ANEW)


def _check_archive(report: VerifyReport, name: str) -> None:
    with zipfile.ZipFile(report.bundle / name) as archive:
        _check_index(report, archive, name)
        members = {place_of(info.filename): (number, info) for number, info in enumerate(archive.infolist())}
        for demonstration in sorted({place.name for place in members if place is not None and place.name}):
            own = {place: at for place, at in members.items() if place is not None and place.name == demonstration}
            report.count("demonstrations")
            _check(report, archive, name, own)


def _check_index(report: VerifyReport, archive: zipfile.ZipFile, name: str) -> None:
    """The index files speak of demonstrations that are there, in the form by which they are joined; what else does not
    hold in them is told."""
    places = {info.filename: (number, place_of(info.filename)) for number, info in enumerate(archive.infolist())}
    there = {place.name for _, place in places.values() if place is not None and place.part == "trace"}
    files = {place.index: archive.read(of) for of, (_, place) in places.items() if place is not None and place.index}
    where = {place.index: f"{name} member {number}" for number, place in places.values() if place is not None}
    try:
        named = demonstrations_named(files)
        found = check_files(files)
    except BundleError as error:
        report.add(f"{name} {error.record}", error.message, _ANEW)
        return
    report.count("index files of demonstrations", len(files))
    for table, names in named.items():
        if lost := len(names - there):
            report.add(where[table], f"speaks of {lost} demonstration(s) that are not there", _ANEW)
    for check in found.unjoined:
        report.add(name, check.sentence(), _CORRECT)
    for check in found.told:
        report.notes.append(f"{name}: {check.sentence()}")


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
