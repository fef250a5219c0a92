"""The committed sample screens as a labelled set for benchmarks/screens.py: images/ and labels.json in a folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
BATCHES = ("finance-demo", "hr-demo")


def lay_out(folder: Path) -> Path:
    """Write images/ and labels.json under `folder` from captures and ground truth; returns `folder`.

    Initials in a badge count as a text region, photographs as faces, as in the labels of product screenshots.
    """
    (folder / "images").mkdir(parents=True)
    labels: dict[str, dict[str, object]] = {}
    for batch in BATCHES:
        truth = json.loads((SAMPLES / "truth" / f"{batch}.json").read_text(encoding="utf-8"))
        for item in truth["pixels"]:
            name = f"{item['recording'][:8]}-{item['screenshot']}"
            target = folder / "images" / name
            if not target.exists():
                source = SAMPLES / "captures" / batch / "recordings" / item["recording"] / "screenshots"
                shutil.copy(source / item["screenshot"], target)
                labels[name] = {"items": []}
            kind = "initials" if item.get("note") == "initials" else item["kind"]
            entry = {"kind": kind, "text": item["text"], "box": item["box"]}
            labels[name]["items"].append(entry)  # type: ignore[attr-defined]
    (folder / "labels.json").write_text(json.dumps(labels, ensure_ascii=False), encoding="utf-8")
    return folder
