"""A finished build to review: bundle, work folder with raw rows, and raw screenshots. All values are made up here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.policy import Policy
from redaction.records import INTERACTION_FIELDS
from release.bundle import build_bundle
from release.layout import content_digest, digest_file
from release.review.decisions import Decisions
from release.review.session import ReviewSession
from tests.scrubbed_fixture import PROCESSES, make_batch, make_rows, picture, png

SECRET = "Wilhelmina Featherstonehaugh"
NOW = "2025-05-01T10:00:00+00:00"


def clean_certificate(folder: Path) -> Mapping[str, Any]:
    """A certificate that found nothing, bound to the content of `folder`."""
    digests = {path.name: digest_file(path) for path in folder.iterdir()}
    return {
        "format": "entrophy-leak-certificate/1",
        "verdict": "passed",
        "content_digest": content_digest(digests),
        "findings": [],
    }


def raw_picture(number: int, size: tuple[int, int]) -> np.ndarray:
    """What the redacted fixture picture looked like before: a name where the black box is."""
    image = picture(number, size)
    height, width = size
    image[height // 2 : height // 2 + 14, width // 2 : width // 2 + 90] = 255
    cv2.putText(image, SECRET.split()[0], (width // 2, height // 2 + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1)
    return image


def make_build(
    out: Path,
    *,
    certify: Callable[[Path], Mapping[str, Any]] | None = clean_certificate,
    change: Callable[[list[dict[str, Any]]], None] | None = None,
    repaint: bool = False,
    instances: int = 1,
    size: tuple[int, int] = (240, 320),
    signing_key: Ed25519PrivateKey | None = None,
) -> Path:
    """Write `out`/{bundle,work,captures} and return `out`. `change` edits the released rows; `repaint` covers more."""
    rows = make_rows("batch-a", PROCESSES, instances=instances)
    raw_rows = [{**row, "field_value": row["field_value"] and f"{SECRET} {row['field_value']}"} for row in rows]
    if change is not None:
        change(rows)
    batch = make_batch(out / "work" / "batches" / "batch-a", rows=rows, size=size)
    captures = out / "captures"
    captures.mkdir(parents=True)
    lines = []
    shot = 0
    for row in raw_rows:
        path = None
        if row["screenshot_name"]:
            path = captures / f"{shot}.png"
            path.write_bytes(png(raw_picture(shot, size)))
            if repaint:
                image = picture(shot, size)
                image[200:220, 100:200] = 0
                (batch / "scrubbed" / "screenshots" / row["screenshot_name"]).write_bytes(png(image))
            shot += 1
        ordered = {name: row[name] for name in INTERACTION_FIELDS}
        lines.append(json.dumps({"row": ordered, "screenshot": str(path) if path else None}))
    (batch / "ingest").mkdir()
    (batch / "ingest" / "rows.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    build_bundle([batch], out / "bundle", version="1.0.0", policy=Policy(), certify=certify, signing_key=signing_key)
    return out


def open_session(out: Path, key: Path, auditor: str = "Pat Auditor") -> ReviewSession:
    """A review session with its decisions and corrections beside `key`."""
    return ReviewSession(
        out,
        Decisions(key.with_name("key.decisions")),
        key.with_name("key.corrections.json"),
        auditor,
        fraction=0.01,
        confidence=0.95,
        now=lambda: NOW,
    )
