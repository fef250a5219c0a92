"""Writing the ground truth of a batch."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from pathlib import Path

from samples.batches import Plan
from samples.film import Truth, write_json


def write_truth(out: Path, batch: Plan, truth: Truth, seed: int, browser: str) -> None:
    """Write truth/<batch>.json under `out`; README.md describes its fields."""
    (out / "truth").mkdir(parents=True, exist_ok=True)
    about = {"format": "entrophy-truth/1", "batch": batch.name, "seed": seed, "browser": browser}
    write_json(out / "truth" / f"{batch.name}.json", {**about, "identities": batch.identities, **asdict(truth)})


def fresh(folder: Path) -> Path:
    """An empty folder in place of what was there."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    return folder
