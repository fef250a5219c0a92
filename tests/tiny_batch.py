"""A capture batch of a few events and one screenshot, cut out of a sample: small enough to be built many times."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).parents[1] / "samples" / "captures" / "hr-demo"
INSTANCE, OTHER = "5acb330e-7013-4d2a-874c-d254c8cee11a", "7fe52225-05e6-4348-b4cb-960696607c51"
Events = list[dict[str, Any]]


def sample_events(instance: str = INSTANCE) -> Events:
    """The events of a sample recording."""
    path = SAMPLE / "recordings" / instance / "events.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def tiny_batch(
    folder: Path,
    *,
    events: int = 3,
    screenshots: int = 1,
    change: Callable[[Events], None] | None = None,
    instance: str = INSTANCE,
) -> Path:
    """Write the batch to `folder`: the first `events` events, at most `screenshots` of them with their screenshot.
    `change` may alter the events before they are written. With another `instance` a second recording is added to it.
    Returns `folder`."""
    home = folder / "recordings" / instance
    (home / "screenshots").mkdir(parents=True)
    shutil.copy(SAMPLE / "batch.json", folder / "batch.json")
    shutil.copy(SAMPLE / "recordings" / instance / "recording.json", home / "recording.json")
    chosen = sample_events(instance)[:events]
    left = screenshots
    for event in chosen:
        if event["screenshot"] is not None and left:
            left -= 1
            name = Path(event["screenshot"]).name
            shutil.copy(SAMPLE / "recordings" / instance / "screenshots" / name, home / "screenshots" / name)
        else:
            event["screenshot"] = None
    if change is not None:
        change(chosen)
    lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in chosen)
    (home / "events.jsonl").write_text(lines, encoding="utf-8")
    return folder
