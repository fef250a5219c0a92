"""Writes synthetic scrubbed batches (all values made up here) for the tests of validation and release."""

from __future__ import annotations

import hashlib
import json
import struct
import uuid
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_SPACE = uuid.UUID("7d3bb4a0-6f0e-4b0e-9d57-0d6a5f1f3c11")
APPLICATIONS = ("crm.example.com", "Mail", "Spreadsheet")
PROCESSES = ("Invoice creation", "Vendor onboarding", "Quarterly tidy-up")


def png(image: NDArray[np.uint8], extra: Iterable[tuple[bytes, bytes]] = (), tail: bytes = b"") -> bytes:
    """A plain PNG of an H×W×3 image; `extra` chunks and trailing bytes are for the mutation tests."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    height, width, _ = image.shape
    lines = b"".join(b"\0" + line.tobytes() for line in image)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + b"".join(chunk(name, body) for name, body in extra)
        + chunk(b"IDAT", zlib.compress(lines, 6))
        + chunk(b"IEND", b"")
        + tail
    )


def picture(seed: int, size: tuple[int, int] = (240, 320)) -> NDArray[np.uint8]:
    """A window-like picture: bars, panels and one black box, different for each seed."""
    height, width = size
    image = np.full((height, width, 3), 244, dtype=np.uint8)
    image[: height // 12] = (40 + seed * 37 % 160, 90, 140)
    image[height // 6 : height - 20, 16 : width // 4] = (225, 228, 235)
    for line in range(5):
        top = height // 5 + line * height // 8
        image[top : top + 8, width // 3 : width // 3 + 40 + (seed * 31 + line * 17) % (width // 2)] = 120
    image[height // 2 : height // 2 + 14, width // 2 : width // 2 + 90] = 0
    return image


def make_rows(batch: str, processes: Iterable[str], instances: int = 2, steps: int = 6) -> list[dict[str, Any]]:
    """Rows in field order, sorted as the pipeline sorts them."""
    rows = []
    for p, process in enumerate(processes):
        for i in range(instances):
            instance = str(uuid.uuid5(_SPACE, f"{batch}/{process}/{i}"))
            for step in range(steps):
                second = 60 * (10 * p + i) + step * 3
                stamp = f"2025-04-18 {9 + second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}.{step:03d}"
                application = APPLICATIONS[(p + i + step) % len(APPLICATIONS)]
                click = step % 3 != 2
                shot = f"Screen-{batch}-{p}-{i}-{step}.png" if click else None
                rows.append(
                    {
                        "process_instance_uuid": instance,
                        "process_name": process,
                        "interaction_uuid": str(uuid.uuid5(_SPACE, f"{instance}/{step}")),
                        "class_name": "Application Field Input" if not click else "Application Click",
                        "subclass_name": "Edit Field" if not click else "Button",
                        "description": f"Step {step} in {application}",
                        "timestamp": stamp,
                        "application_name": application,
                        "screenshot_name": shot,
                        "screen_name": f"{process} - {application}",
                        "interaction_type": "Click" if click else "Typing",
                        "interaction_value": "LB Down" if click else f"Value {step}",
                        "interaction_coordinates": {"x": 20 + step, "y": 30 + i} if click else None,
                        "field_name": None if click else "AMOUNT",
                        "field_value": None if click else f"Value {step}",
                        "time_spent": 0.5 * step if step else None,
                    }
                )
    return sorted(rows, key=lambda row: (row["process_instance_uuid"], row["timestamp"], row["interaction_uuid"]))


def _lines(path: Path, values: Iterable[object]) -> None:
    path.write_text("".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values), encoding="utf-8")


def make_batch(
    folder: Path,
    name: str = "batch-a",
    domain: str = "Finance",
    processes: Iterable[str] = PROCESSES,
    rows: list[dict[str, Any]] | None = None,
    size: tuple[int, int] = (240, 320),
) -> Path:
    """Write <folder>/scrubbed and return <folder>."""
    rows = make_rows(name, processes) if rows is None else rows
    scrubbed = folder / "scrubbed"
    shots = scrubbed / "screenshots"
    shots.mkdir(parents=True)
    boxes = []
    for number, row in enumerate(row for row in rows if row["screenshot_name"]):
        (shots / row["screenshot_name"]).write_bytes(png(picture(number, size)))
        boxes.append(
            {
                "screenshot_name": row["screenshot_name"],
                "width": size[1],
                "height": size[0],
                "boxes": [
                    {"kind": "person", "box": [160, 120, 250, 134], "score": 0.91, "detector": "names"},
                    {"kind": "face", "box": [20, 50, 60, 90], "score": 0.99, "detector": "mtcnn"},
                ],
            }
        )
    _lines(scrubbed / "interactions.jsonl", rows)
    _lines(scrubbed / "boxes.jsonl", boxes)
    findings = [
        {
            "where": where,
            "kind": kind,
            "application": application,
            "process": process,
            "detector": detector,
            "entity": entity,
            "count": 2 + n,
            "score_min": 0.6 + n / 100,
        }
        for n, (where, kind, detector, entity) in enumerate(
            [
                ("text", "person", "names", "person-0a1b"),
                ("text", "email", "pattern", "email-0a1b"),
                ("screen", "person", "names", "person-0a1b"),
                ("screen", "face", "mtcnn", None),
            ]
        )
        for application in APPLICATIONS
        for process in sorted({row["process_name"] for row in rows})
    ]
    _lines(scrubbed / "findings.jsonl", findings)
    _lines(
        scrubbed / "quarantine.jsonl",
        [
            {
                "record": "recordings[3]",
                "stage": "consent",
                "reason": "consent-withdrawn",
                "remedy": "leave it out; the person withdrew consent.",
            },
            {
                "record": "recordings[1]/events.jsonl:7",
                "stage": "ingest",
                "reason": "broken-json",
                "remedy": "record the event again.",
            },
        ],
    )
    released = sum(1 for row in rows if row["screenshot_name"])
    about = {
        "format": "entrophy-scrubbed/1",
        "batch": name,
        "domain": domain,
        "environment": "staging",
        "recorder": "fixture 1.0",
        "instances": len({row["process_instance_uuid"] for row in rows}),
        "participants": 2,
        "interactions": len(rows),
        "screenshots": released,
        "funnel": {
            "events_in": len(rows) + 1,
            "events_accepted": len(rows),
            "recordings_in": 7,
            "recordings_accepted": 6,
            "screenshots_in": released + 2,
            "screenshots_accepted": released,
            "screenshots_released": released,
        },
        "source_digest": hashlib.sha256(name.encode()).hexdigest(),
        "policy_digest": hashlib.sha256(b"policy").hexdigest(),
        "engines": {"text": "minilm 1", "screens": "rapidocr 3.10.0"},
    }
    (scrubbed / "batch.json").write_text(json.dumps(about), encoding="utf-8")
    return folder
