"""Which screenshots the audit report shows, and how: stratified by application, small, from the released files only."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from release.bundle.batches import ScrubbedBatch
from release.bundle.manifest import read_manifest
from release.report.charts import silhouette

_WIDTH = 560
_LARGE = 1280
"""Width in px of the pictures that the report enlarges: text on them can be read."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One redacted screenshot with the silhouette of what was hidden on it."""

    application: str
    process: str
    name: str
    picture: str
    width: int
    height: int
    silhouette: Markup
    boxes: str


def samples(bundle: Path, batches: Sequence[ScrubbedBatch], limit: int = 12) -> list[Sample]:
    """At most `limit` samples: applications in turn, within them screens of different titles, and for each title those
    with the most hidden regions first. The choice depends on the bundle only."""
    boxes = {entry["screenshot_name"]: entry for batch in batches for entry in batch.boxes}
    by_application: dict[str, list[dict[str, Any]]] = defaultdict(list)
    manifest = read_manifest(bundle)
    archives: dict[str, str] = {}
    for domain in sorted(manifest.domains):
        json_name, _, archive = manifest.domains[domain]
        for row in json.loads((bundle / json_name).read_bytes()):
            if row["screenshot_name"] is not None:
                by_application[row["application_name"]].append(row)
                archives[row["screenshot_name"]] = archive
    chosen: list[dict[str, Any]] = []
    queues = [_ordered(by_application[name], boxes) for name in sorted(by_application)]
    turn = 0
    while len(chosen) < limit and any(turn < len(queue) for queue in queues):
        chosen += [queue[turn] for queue in queues if turn < len(queue)][: limit - len(chosen)]
        turn += 1
    return [_sample(bundle, archives[row["screenshot_name"]], row, boxes) for row in chosen]


def _ordered(rows: list[dict[str, Any]], boxes: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    def many(row: dict[str, Any]) -> int:
        return len(boxes.get(row["screenshot_name"], {}).get("boxes", []))

    def chance(row: dict[str, Any]) -> str:
        return hashlib.sha256(row["interaction_uuid"].encode()).hexdigest()

    titles: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (-many(row), chance(row))):
        titles[row["screen_name"]].append(row)
    # The n-th screen of every title comes before the next one of any: consecutive screens look alike.
    ranked = [(rank, -many(row), chance(row), row) for group in titles.values() for rank, row in enumerate(group)]
    return [row for *_, row in sorted(ranked, key=lambda entry: entry[:3])]


def _sample(bundle: Path, archive: str, row: dict[str, Any], boxes: dict[str, dict[str, Any]]) -> Sample:
    name = row["screenshot_name"]
    with zipfile.ZipFile(bundle / archive) as opened:
        picture, shown, (width, height) = small_picture(opened.read(name), _LARGE)
    found = boxes.get(name, {}).get("boxes", [])
    counts = Counter(str(box["kind"]) for box in found)
    words = ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())) or "nothing found to hide"
    return Sample(
        row["application_name"],
        row["process_name"],
        name,
        picture,
        *shown,
        silhouette(f"Hidden regions of this screenshot: {words}", width, height, found),
        words,
    )


def small_picture(png: bytes, most: int = _WIDTH) -> tuple[str, tuple[int, int], tuple[int, int]]:
    """A released PNG as a JPEG of `most` px in width for a page: its data address, its (width, height) in px, and those
    of the PNG."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        width, height = image.size
        small = image.convert("RGB")
    if width > most:
        small = small.resize((most, max(1, round(height * most / width))), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "JPEG", quality=72, optimize=True)
    return "data:image/jpeg;base64," + base64.b64encode(out.getvalue()).decode(), small.size, (width, height)
