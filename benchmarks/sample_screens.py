"""Sample screens as a labelled set for benchmarks/screens.py: images/, labels.json and known.json in a folder.

The committed samples, or a folder that `python -m samples.generate --out DIR --seed N --screens K` made.
"""

from __future__ import annotations

import json
import re
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
        truth = json.loads(path.read_text(encoding="utf-8"))
        names = {word for person in truth["identities"] for word in _words(f"{person['value']} {person.get('latin')}")}
        for item in truth["pixels"]:
            name = f"{item['recording'][:8]}-{item['screenshot']}"
            target = folder / "images" / name
            if not target.exists():
                shutil.copy(captures / "recordings" / item["recording"] / "screenshots" / item["screenshot"], target)
                labels[name] = {"items": []}
            kind = "initials" if item.get("note") == "initials" else item["kind"]
            box = _naming(item["text"], item["box"], names)
            labels[name]["items"].append({"kind": kind, "text": item["text"], "box": box})
    for file, content in (("labels.json", labels), ("known.json", known)):
        (folder / file).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return folder


def _naming(text: str, box: list[int], names: set[str]) -> list[int]:
    """Of a file name, the part that names somebody: about where its characters stand, half a character less."""
    words = [match.span() for match in re.finditer(r"[^\W_]+", text) if match.group().casefold() in names]
    if not words or not re.search(r"_\S*\.[a-z]{1,4}$", text):
        return box
    step = (box[2] - box[0]) / len(text)
    first, last = words[0][0] + (0.5 if words[0][0] else 0), words[-1][1] - 0.5
    return [round(box[0] + first * step), box[1], round(box[0] + last * step), box[3]]


def _words(text: str) -> list[str]:
    return [word.casefold() for word in re.findall(r"[^\W\d_]+", text)]
