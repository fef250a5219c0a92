"""Sample screens as a labelled set for benchmarks/screens.py: images/, labels.json and known.json in a folder.

The committed samples, or a folder that `python -m samples.generate --out DIR --seed N --screens K` made.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
_NOT_MEASURED = ("faults", "faulty-demo")


def lay_out(folder: Path, samples: Path = SAMPLES) -> Path:
    """Write images/, labels.json and known.json (what batch.json declares) under `folder`; returns `folder`.

    Initials in a badge count as a text region, photographs as faces, as in the labels of product screenshots.
    """
    (folder / "images").mkdir(parents=True)
    labels: dict[str, dict[str, list[dict[str, Any]]]] = {}
    known: dict[str, list[Any]] = {"entities": [], "participants": []}
    for path in sorted((samples / "truth").glob("*.json")):
        if path.stem in _NOT_MEASURED:
            continue
        captures = samples / "captures" / path.stem
        batch = json.loads((captures / "batch.json").read_text(encoding="utf-8"))
        known["entities"] += batch["entities"]
        known["participants"] += batch["participants"]
        for item in json.loads(path.read_text(encoding="utf-8"))["pixels"]:
            name = f"{item['recording'][:8]}-{item['screenshot']}"
            target = folder / "images" / name
            if not target.exists():
                shutil.copy(captures / "recordings" / item["recording"] / "screenshots" / item["screenshot"], target)
                labels[name] = {"items": []}
            kind = "initials" if item.get("note") == "initials" else item["kind"]
            labels[name]["items"].append({"kind": kind, "text": item["text"], "box": item["box"]})
    for file, content in (("labels.json", labels), ("known.json", known)):
        (folder / file).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return folder
