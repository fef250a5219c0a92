"""Redact single screenshots outside a release: read all, learn whom they show, find everywhere, hide, write."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from redaction.capture.images import encode_png, open_image
from redaction.errors import EntrophyError, ImageRefused
from redaction.findings import Box, ImageFinding, Kind
from redaction.policy import Policy
from redaction.screens.redact.pixels import redact_image
from redaction.screens.redact.styles import HIDING_STYLES
from redaction.work.files import write_whole
from redaction.work.progress import Progress, no_progress
from redaction.work.scratch import scratch_folder, stale_folders

if TYPE_CHECKING:
    from redaction.screens.engine import ScreenEngine
    from redaction.text.known.registry import Registry

_READING = ".reading-"
"""How the name of a folder of readings begins."""
_REMEDY = "look at the image by hand, or leave it out; nothing of it was written."


@dataclass(frozen=True, slots=True)
class Counts:
    """What came out: images written, findings on them, images refused."""

    images: int
    findings: int
    refused: int


def scrub_images(
    files: Sequence[Path],
    out: Path,
    entities: Path | None,
    policy: Policy,
    key_path: Path | None,
    progress: Progress = no_progress,
) -> Counts:
    """Write OUT/<stem>.png and a line of OUT/findings.jsonl for every image; OUT/quarantine.jsonl names those refused.

    What one image reveals is hidden on all of them, and so is everything in the `entities` file. The style is
    `policy.vision.style`; surrogates come from the ledger beside `key_path`, or without a key from a neutral word.
    Raises EntrophyError when two files would get one name.
    """
    # A single image is judged by what it is: a wrong extension says nothing about its pixels, and a PNG comes out.
    capture = policy.capture.model_copy(update={"mislabelled_images": "accept"})
    policy = policy.model_copy(update={"capture": capture})
    names = _names(files)
    out.mkdir(parents=True, exist_ok=True)
    found, refused = _findings(names, out, entities, policy, progress)
    surrogate = _surrogates(found, policy, key_path)
    rows: list[dict[str, Any]] = []
    for done, (name, path) in enumerate(sorted(names.items()), start=1):
        target = out / f"{name}.png"
        if name in found:
            try:
                rows.append(_write(target, path, found[name], policy, surrogate))
            except ImageRefused as error:
                refused[name] = error.reason
        if name in refused:
            target.unlink(missing_ok=True)  # of an earlier run: what is refused now must not seem redacted
        progress("hide", done, len(names))
    _write_lines(out / "findings.jsonl", rows)
    quarantine = out / "quarantine.jsonl"
    if refused:
        _write_lines(
            quarantine, [{"image": f"{n}.png", "reason": r, "remedy": _REMEDY} for n, r in sorted(refused.items())]
        )
    else:
        quarantine.unlink(missing_ok=True)
    return Counts(len(rows), sum(len(row["findings"]) for row in rows), len(refused))


def scrub_pixels(
    image: NDArray[np.uint8], engine: ScreenEngine, declared: Registry, policy: Policy, key_path: Path | None
) -> tuple[NDArray[np.uint8], list[tuple[ImageFinding, Box]]]:
    """One H × W × 3 RGB image, redacted as `scrub_images` does: a copy, and its findings with the boxes that were
    hidden, in pixels. Nothing is written but what the ledger of `key_path` remembers."""
    from redaction.screens.doubts import doubts, learned

    reading = engine.read(image)
    registry = learned(declared, engine.text, doubts(engine, reading, {}))
    found = [f for f in engine.find(reading, registry) if policy.text.treatment(f.kind) != "keep"]
    hidden, boxes = redact_image(image, found, policy.vision.style, _surrogates({"": found}, policy, key_path))
    return hidden, list(zip(found, boxes, strict=True))


def _names(files: Sequence[Path]) -> dict[str, Path]:
    """Output stem → file. Two files of one stem are an error, and so is a file that would be overwritten."""
    if not files:
        raise EntrophyError("no image was given.", remedy="name at least one image file.")
    twice = [name for name, count in Counter(path.stem for path in files).items() if count > 1]
    if twice:
        raise EntrophyError(
            f"{len(twice)} output name(s) would be written twice: some files differ only in folder or extension.",
            remedy="rename them, or redact them into different folders.",
        )
    return {path.stem: path for path in files}


def _findings(
    names: dict[str, Path], out: Path, entities: Path | None, policy: Policy, report: Progress
) -> tuple[dict[str, list[ImageFinding]], dict[str, str]]:
    from redaction.screens.doubts import learned
    from redaction.screens.frames.workers import ScreenPool
    from redaction.text.engine import TextEngine
    from redaction.text.known.entities_file import load_entities
    from redaction.text.known.registry import Registry

    registry = Registry.declared(*(load_entities(entities) if entities is not None else ((), ())))
    # Readings hold captured text: they live in a private folder that goes when the run ends, however it ends.
    for stale in stale_folders(out, _READING):
        shutil.rmtree(stale)
    with scratch_folder(out, _READING) as work, ScreenPool(policy, work) as pool:
        recordings = [[name] for name in sorted(names)]
        texts, refused = pool.read_all(names, recordings, report)
        registry = learned(registry, TextEngine(policy.text), texts)
        readable = {name: path for name, path in names.items() if name not in refused}
        found, unfound = pool.find_all(readable, [[n] for n in sorted(readable)], registry, report)
    kept = {name: [f for f in findings if policy.text.treatment(f.kind) != "keep"] for name, findings in found.items()}
    return kept, {**refused, **unfound}


def _surrogates(
    found: dict[str, list[ImageFinding]], policy: Policy, key_path: Path | None
) -> Callable[[Kind, str], str] | None:
    """What to draw for a value. A style that draws no surrogate needs no key."""
    if key_path is None or HIDING_STYLES.open(policy.vision.style).surrogate == "unused":
        return None
    from redaction.ledger.ledger_files import open_ledger

    _, ledger = open_ledger(key_path)
    mentions = sorted({(f.kind, f.value) for findings in found.values() for f in findings if f.value})
    ledger.resolve(mentions, names=policy.text.surrogates)

    def surrogate(kind: Kind, value: str) -> str:
        if not value or policy.text.treatment(kind) == "mask":
            return f"[{kind.value.upper()}]"
        return str(ledger.replacement(kind, value))

    return surrogate


def _write(
    target: Path,
    path: Path,
    findings: list[ImageFinding],
    policy: Policy,
    surrogate: Callable[[Kind, str], str] | None,
) -> dict[str, Any]:
    image = open_image(path, policy.capture)
    hidden, boxes = redact_image(image, findings, policy.vision.style, surrogate)
    write_whole(target, encode_png(hidden))
    return {
        "image": target.name,
        "width": int(image.shape[1]),
        "height": int(image.shape[0]),
        "findings": [
            {"kind": f.kind.value, "box": list(box), "score": round(f.score, 4), "detector": f.detector}
            for f, box in zip(findings, boxes, strict=True)
        ],
    }


def _write_lines(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    text = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
    write_whole(path, text.encode("utf-8"))
