"""The difference of two bundles as one page for the auditor: released values and pixels only, nothing loaded from
anywhere, one script that searches."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redaction.errors import BundleError
from redaction.work.files import write_whole
from release.bundle.bundle_format import find_bundle
from release.bundle.manifest import read_manifest
from release.difference.difference import Difference, Names
from release.difference.snapshot import Snapshot
from release.difference.versions import changes, version_told
from release.pages import page
from release.report.audit_samples import small_picture
from validation.files.digests import digest_bytes
from validation.table.schema import Row

MOST_ROWS = 500
"""Rows, and recordings, that the page shows; how many there are is told."""
MOST_PICTURES = 60
"""Screenshots redacted anew that the page shows, evenly over all of them by name."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A screenshot before and now, and where its pixels differ: left, top, width, height in % of the picture, None when
    the sizes differ."""

    name: str
    about: str
    before: str
    now: str
    size: tuple[int, int]
    mark: tuple[float, float, float, float] | None


def write_page(old: Path, new: Path, before: Snapshot, now: Snapshot, found: Difference, out: Path) -> Path:
    """Write the page of two bundles whose snapshots and difference these are to `out` and return it."""
    made = page(
        "release.difference",
        "difference.html.j2",
        script="difference.js",
        found=found,
        version=version_told(found),
        told=[line for lines in changes(found).values() for line in lines],
        parts=_parts(found),
        recordings=(touched := _recordings(before, now, found))[:MOST_ROWS],
        touched=len(touched),
        rows=_rows(before, now, found.rows.changed[:MOST_ROWS]),
        pictures=list(_pairs(find_bundle(old), find_bundle(new), now, found.screenshots.changed)),
    )
    write_whole(out, made.encode(), private=False)
    return out


def _parts(found: Difference) -> list[tuple[str, Names]]:
    return [
        ("rows", found.rows),
        ("recordings", found.recordings),
        ("screenshots", found.screenshots),
        ("processes", found.processes),
        ("columns", found.columns),
        ("kinds left as captured", found.kinds_kept),
        ("detectors", found.detectors),
    ]


def _recordings(before: Snapshot, now: Snapshot, found: Difference) -> list[dict[str, Any]]:
    """Every recording that came, went or changed, with the number of its rows that did."""
    counts: dict[str, Counter[str]] = {}
    names: dict[str, str] = {}
    for release, groups in ((before, ("removed",)), (now, ("added", "changed"))):
        rows = _by_id(release)
        for group in groups:
            for uuid in getattr(found.rows, group):
                instance = rows[uuid]["process_instance_uuid"]
                counts.setdefault(instance, Counter())[group] += 1
                names[instance] = rows[uuid]["process_name"]
    return [{"id": one, "process": names[one], **{g: counts[one][g] for g in _GROUPS}} for one in sorted(counts)]


_GROUPS = ("added", "removed", "changed")


def _rows(before: Snapshot, now: Snapshot, changed: Sequence[str]) -> list[dict[str, Any]]:
    old, new = _by_id(before), _by_id(now)
    return [
        {
            "id": uuid,
            "process": new[uuid]["process_name"],
            "cells": [(c, old[uuid].get(c), new[uuid][c]) for c in new[uuid] if old[uuid].get(c) != new[uuid][c]],
        }
        for uuid in changed
    ]


def _by_id(release: Snapshot) -> Mapping[str, Row]:
    return {row["interaction_uuid"]: row for rows in release.rows.values() for row in rows}


def _pairs(old: Path, new: Path, now: Snapshot, names: Sequence[str]) -> Iterator[Pair]:
    abouts = {
        row["screenshot_name"]: f"{row['application_name']} · {row['process_name']}"
        for rows in now.rows.values()
        for row in rows
    }
    most = min(len(names), MOST_PICTURES)
    for name in (names[number * len(names) // most] for number in range(most)):
        one, other = _png(old, name), _png(new, name)
        before, now_shown = small_picture(one), small_picture(other)
        yield Pair(name, abouts.get(name, ""), before[0], now_shown[0], now_shown[1], _mark(one, other))


def _png(bundle: Path, name: str) -> bytes:
    for archive, members in read_manifest(bundle).screenshots.items():
        if name in members:
            with zipfile.ZipFile(bundle / archive) as opened:
                data = opened.read(name)
            if digest_bytes(data) == members[name].sha256:
                return data
    raise BundleError("a screenshot is no more what it was.", record=name, remedy="compare the bundles again.")


def _mark(one: bytes, other: bytes) -> tuple[float, float, float, float] | None:
    from PIL import Image, ImageChops

    with Image.open(io.BytesIO(one)) as first, Image.open(io.BytesIO(other)) as second:
        if first.size != second.size:
            return None
        box = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox() or (0, 0, 0, 0)
        width, height = first.size
    x0, y0, x1, y1 = box
    return _percent(x0, width), _percent(y0, height), _percent(x1 - x0, width), _percent(y1 - y0, height)


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 2)
