"""A capture batch of a few events and one screenshot, cut out of a sample: small enough to be built many times."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).parents[1] / "samples" / "captures" / "hr-demo"
INSTANCE = "5acb330e-7013-4d2a-874c-d254c8cee11a"
Events = list[dict[str, Any]]


def sample_events() -> Events:
    """The events of the sample recording."""
    path = SAMPLE / "recordings" / INSTANCE / "events.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def tiny_batch(
    folder: Path, *, events: int = 3, screenshots: int = 1, change: Callable[[Events], None] | None = None
) -> Path:
    """Write the batch to `folder`: the first `events` events, at most `screenshots` of them with their screenshot.
    `change` may alter the events before they are written. Returns `folder`."""
    home = folder / "recordings" / INSTANCE
    (home / "screenshots").mkdir(parents=True)
    shutil.copy(SAMPLE / "batch.json", folder / "batch.json")
    shutil.copy(SAMPLE / "recordings" / INSTANCE / "recording.json", home / "recording.json")
    chosen = sample_events()[:events]
    left = screenshots
    for event in chosen:
        if event["screenshot"] is not None and left:
            left -= 1
            name = Path(event["screenshot"]).name
            shutil.copy(SAMPLE / "recordings" / INSTANCE / "screenshots" / name, home / "screenshots" / name)
        else:
            event["screenshot"] = None
    if change is not None:
        change(chosen)
    lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in chosen)
    (home / "events.jsonl").write_text(lines, encoding="utf-8")
    return folder
