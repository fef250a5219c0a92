"""Two releases of one dataset, the second with a recording more, other words in a row and other pixels on a screen."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from tests.release_fixture import build
from tests.scrubbed_fixture import make_batch, make_rows, picture, png

SIZE = (96, 128)
PROCESS = ("Invoice creation",)


def change_rows(batch: Path, change: Any) -> None:
    """Write the rows of a scrubbed batch again after `change` was called with each."""
    path = batch / "scrubbed" / "interactions.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        change(row)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def first_batch(folder: Path, steps: int = 3) -> Path:
    """A batch of one recording."""
    return make_batch(folder, "one", rows=make_rows("one", PROCESS, 1, steps), size=SIZE)


def two_releases(home: Path) -> tuple[Path, Path]:
    """The bundles of 1.0.0 and of what the build proposes after it."""
    old = first_batch(home / "one")
    before = build([old], home / "before" / "bundle").path
    new = home / "changed"
    shutil.copytree(old, new)
    first = make_rows("one", PROCESS, 1, 3)[0]["interaction_uuid"]
    change_rows(new, lambda row: row["interaction_uuid"] == first and row.update(description="<b>Other</b> words"))
    image = picture(0, SIZE).copy()
    image[40:60, 32:64] = (200, 30, 30)
    shot = min((new / "scrubbed" / "screenshots").iterdir())
    shot.write_bytes(png(image))
    more = make_batch(home / "two", "two", rows=make_rows("two", ("Vendor onboarding",), 1, 3), size=SIZE)
    return before, build([new, more], home / "after" / "bundle", version="", previous=before).path
