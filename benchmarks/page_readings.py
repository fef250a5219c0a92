"""Sets of drawn pages with their readings, kept in a folder: who measures many variants of the rules reads once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.screens import declared
from benchmarks.unseen_pages import draw
from redaction.capture.images import open_image
from redaction.page.reading import Reading
from redaction.policy import Policy
from redaction.screens.doubts import doubts, learned, merged

if TYPE_CHECKING:
    from redaction.screens.engine import ScreenEngine
    from redaction.text.known.registry import Registry


@dataclass(frozen=True)
class PageSet:
    """One set with one seed: the folder as benchmarks/unseen_pages.py writes it, items and readings by file name."""

    name: str
    folder: Path
    items: dict[str, Sequence[dict[str, Any]]]
    readings: dict[str, Reading]

    def registry(self, engine: ScreenEngine) -> Registry:
        """What all pages of the set reveal together, and known.json declares."""
        texts = merged(doubts(engine, reading, {}) for reading in self.readings.values())
        return learned(declared(self.folder), engine.text, texts)


def drawn(work: Path, half: str, seed: int, engine: ScreenEngine) -> PageSet:
    """A set drawn and read into work/HALF-SEED; what lies there is taken as it is."""
    folder = work / f"{half}-{seed}"
    if not (folder / "labels.json").is_file():
        draw(folder, half, seed)
    return read(folder, engine)


def read(folder: Path, engine: ScreenEngine, keep: Path | None = None) -> PageSet:
    """A labelled set; its readings are kept in `keep` or in its own folder (they hold what the screens say)."""
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    (keep or folder).mkdir(parents=True, exist_ok=True)
    file = (keep or folder) / "readings.json"
    kept = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    fresh = {name for name in labels if name not in kept}
    for name in sorted(fresh):
        kept[name] = engine.read_fresh(open_image(folder / "images" / name, Policy().capture)).to_json()
    if fresh:
        file.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")
    readings = {name: Reading.from_json(kept[name]) for name in sorted(labels)}
    return PageSet(folder.name, folder, {name: labels[name]["items"] for name in labels}, readings)
