"""How much of a person is left on screenshots: regions hidden by kind, zero-leak images, what else was hit, speed.

    python -m benchmarks.screens ../shared/data/screenshots [--sample N] [--alone] [--presidio]
    python -m benchmarks.screens --samples build/held-out   (made by samples.generate with another seed)

DATA holds images/ and labels.json: {file: {"width", "height", "items": [{"kind", "text", "box", "note"}]}}. Labels are
used to count, never to find. Items whose note says "optional" count neither as hit nor as miss. A text region counts
as hidden when at least 90% of its own ink lies under a box (without the glyphs and frames that the labelled box only
cuts into; the table tells the figure with them too), a face when at least half of its box does. Nothing captured is
printed: misses are told by file, kind and box.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.sample_screens import lay_out
from redaction.canaries.figures import wilson
from redaction.capture.images import encode_png, open_image
from redaction.findings import Box, ImageFinding, Kind
from redaction.page.boxes import touch
from redaction.page.reading import Reading
from redaction.page.words import words_of
from redaction.policy import Policy
from redaction.screens.ocr.foreground import foreground_mask
from redaction.screens.redact.pixels import redact_image

if TYPE_CHECKING:
    from redaction.text.known.registry import Registry

FACE_SHARE, FOREGROUND_SHARE, HIT_SHARE = 0.5, 0.9, 0.1
BESIDE_SHARE = 0.5
"""A word that identifies nobody is hit when more than this share of its box is covered."""


@dataclass
class Score:
    """Counts over images: what was labelled, what was hidden, what else was hit."""

    hidden: Counter[str] = field(default_factory=Counter)
    labelled: Counter[str] = field(default_factory=Counter)
    clean: list[str] = field(default_factory=list)
    images: int = 0
    other: int = 0
    other_hit: int = 0
    beside: int = 0
    beside_hit: int = 0
    outside: int = 0
    strict: int = 0
    false_faces: int = 0
    misses: list[tuple[str, str, Box, float]] = field(default_factory=list)
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))


def judge(
    score: Score,
    name: str,
    image: NDArray[np.uint8],
    reading: Reading,
    findings: Sequence[ImageFinding],
    boxes: Sequence[Box],
    hidden: NDArray[np.uint8],
    items: Sequence[dict[str, Any]],
) -> None:
    """Add one labelled image to the score."""
    covered = np.zeros(image.shape[:2], dtype=bool)
    for x0, y0, x1, y1 in boxes:
        covered[y0:y1, x0:x1] = True
    score.outside += int((image != hidden).any(axis=2)[~covered].sum())
    score.images += 1
    leaks = 0
    for item in items:
        if "optional" in item.get("note", ""):
            continue
        x0, y0, x1, y1 = item["box"]
        part = covered[y0:y1, x0:x1]
        if item["kind"] == "face":
            share, enough = float(part.mean()), FACE_SHARE
        else:
            foreground = foreground_mask(image[y0:y1, x0:x1])
            own = own_foreground(image, (x0, y0, x1, y1))
            share, enough = (float(part[own].mean()) if own.any() else 1.0), FOREGROUND_SHARE
            score.strict += (float(part[foreground].mean()) if foreground.any() else 1.0) >= enough
        kind = item["kind"] + (" (drawn)" if item["kind"] == "face" and _drawn(item) else "")
        score.labelled[kind] += 1
        if share >= enough:
            score.hidden[kind] += 1
        else:
            score.misses.append((name, kind, (x0, y0, x1, y1), share))
            leaks += not kind.endswith("(drawn)")
    if not leaks:
        score.clean.append(name)
    labels = [tuple(item["box"]) for item in items]
    for line in reading.lines:
        if line.score < 0.8 or len(line.text) < 2 or any(touch(line.box, box) for box in labels):
            continue
        score.other += 1
        a, b, c, d = line.box
        score.other_hit += bool(covered[b:d, a:c].mean() > HIT_SHARE)
    hits = beside(reading, labels, covered)
    score.beside += len(hits)
    score.beside_hit += sum(hits)
    faces = [tuple(item["box"]) for item in items if item["kind"] == "face" or "initials" in item.get("note", "")]
    score.false_faces += sum(f.kind is Kind.FACE and not any(touch(f.box, box) for box in faces) for f in findings)


def beside(reading: Reading, labels: Sequence[Box], covered: NDArray[np.bool_]) -> list[bool]:
    """For every word that identifies nobody on a line with something labelled: whether it is hit.

    Other lines are blind to them: who hides whole lines hides these, too.
    """
    lines = {i for i, line in enumerate(reading.lines) if line.score >= 0.8 and any(touch(line.box, x) for x in labels)}
    return [
        bool(covered[b:d, a:c].mean() > BESIDE_SHARE)
        for word in words_of(reading.lines)
        for a, b, c, d in (word.box,)
        if word.line in lines and not any(touch(word.box, box) for box in labels)
    ]


def own_foreground(image: NDArray[np.uint8], box: Box) -> NDArray[np.bool_]:
    """The ink of what a label names: without the glyphs, rules and frames that its box only cuts into.

    Boxes often reach into the line above or over a frame. Connected ink that goes on outside the box is left
    out, unless less than a quarter of all ink remains: then the box is drawn too tight and everything counts.
    """
    x0, y0, x1, y1 = box
    rim = 2
    a, b = max(0, x0 - rim), max(0, y0 - rim)
    mask = foreground_mask(image[b : min(image.shape[0], y1 + rim), a : min(image.shape[1], x1 + rim)])
    count, marks, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    inner = marks[y0 - b : y0 - b + (y1 - y0), x0 - a : x0 - a + (x1 - x0)]
    rest = marks.copy()
    rest[y0 - b : y0 - b + (y1 - y0), x0 - a : x0 - a + (x1 - x0)] = 0
    # The dashes of a frame lie thin along the upper and lower edge.
    tops, heights = stats[:, cv2.CC_STAT_TOP] - (y0 - b), stats[:, cv2.CC_STAT_HEIGHT]
    dashes = [i for i in range(1, count) if heights[i] <= 2 and not 2 <= tops[i] <= y1 - y0 - 4]
    own = np.asarray((inner > 0) & ~np.isin(inner, np.union1d(rest, dashes)), dtype=bool)
    return own if own.sum() >= 0.25 * (inner > 0).sum() else np.asarray(inner > 0, dtype=bool)


def _drawn(item: dict[str, Any]) -> bool:
    return "cartoon" in item.get("note", "")


def declared(data: Path) -> Registry:
    """What the data's known.json says beforehand (entities and participants as in batch.json); nothing without it."""
    from redaction.records import DeclaredEntity, Participant
    from redaction.text.known.registry import Registry

    path = data / "known.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"entities": [], "participants": []}
    return Registry.declared(
        [DeclaredEntity(e["kind"], e["value"], tuple(e["aliases"])) for e in known["entities"]],
        [Participant(p["id"], p["name"], p["email"], p["consent"]["status"]) for p in known["participants"]],
    )


def run_ours(
    data: Path, names: Sequence[str], labels: dict[str, Any], policy: Policy, cache: Path | None, alone: bool
) -> Score:
    """Read, learn (from all images together, or from each alone), find, hide and judge."""
    from redaction.screens.doubts import doubts, learned, merged
    from redaction.screens.engine import ScreenEngine
    from redaction.text.engine import TextEngine

    engine = ScreenEngine(policy.vision, TextEngine(policy.text), cache)
    score = Score()
    readings = {}
    for name in names:
        start = time.process_time()
        image = open_image(data / "images" / name, policy.capture)
        decoded = time.process_time()
        readings[name] = engine.read(image)
        score.seconds["decode"] += decoded - start
        score.seconds["read"] += time.process_time() - decoded

    def learnt(some: Sequence[str]) -> Registry:
        return learned(declared(data), engine.text, merged(doubts(engine, readings[n], {}) for n in some))

    start = time.process_time()
    together = None if alone else learnt(names)
    score.seconds["learn"] += time.process_time() - start
    for name in names:
        image = open_image(data / "images" / name, policy.capture)
        start = time.process_time()
        findings = engine.find(readings[name], together or learnt([name]))
        found = time.process_time()
        hidden, boxes = redact_image(image, findings, policy.vision.style)
        done = time.process_time()
        encode_png(hidden)
        score.seconds["find"] += found - start
        score.seconds["hide"] += done - found
        score.seconds["encode"] += time.process_time() - done
        judge(score, name, image, readings[name], findings, boxes, hidden, labels[name]["items"])
    return score


def cpu_with_children() -> float:
    """CPU seconds of this process and of those it waited for: Tesseract runs in one of its own."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def run_presidio(data: Path, names: Sequence[str], labels: dict[str, Any], policy: Policy, cache: Path | None) -> Score:
    """Stock presidio-image-redactor (Tesseract, its default analyzer when one can be loaded) on the same images.

    Its spaCy model comes from a hub; where there is none, our text engine stands in for it, which flatters it.
    """
    from PIL import Image
    from presidio_image_redactor import ImageAnalyzerEngine

    from redaction.screens.engine import ScreenEngine
    from redaction.screens.presidio_plugin import analyzer_for
    from redaction.text.engine import TextEngine

    analyzer = ImageAnalyzerEngine(analyzer_engine=analyzer_for(TextEngine(policy.text)))
    reader = ScreenEngine(policy.vision, TextEngine(policy.text), cache)
    score = Score()
    for name in names:
        image = open_image(data / "images" / name, policy.capture)
        start = cpu_with_children()
        results = analyzer.analyze(Image.fromarray(image))
        score.seconds["read and find"] += cpu_with_children() - start
        boxes: list[Box] = [(r.left, r.top, r.left + r.width, r.top + r.height) for r in results]
        hidden = image.copy()
        for x0, y0, x1, y1 in boxes:
            hidden[y0:y1, x0:x1] = 0
        judge(score, name, image, reader.read(image), [], boxes, hidden, labels[name]["items"])
    return score


def table(title: str, score: Score) -> str:
    """The figures as Markdown."""
    low, high = wilson(len(score.clean), score.images)
    rows = [f"### {title}", "", "| kind | hidden | of | share |", "| --- | --- | --- | --- |"]
    for kind in sorted(score.labelled):
        total = score.labelled[kind]
        rows.append(f"| {kind} | {score.hidden[kind]} | {total} | {score.hidden[kind] / total:.3f} |")
    text = [k for k in score.labelled if not k.startswith("face")]
    hits, total = sum(score.hidden[k] for k in text), sum(score.labelled[k] for k in text)
    rows += [
        f"| **text regions** | {hits} | {total} | {hits / max(1, total):.3f} |",
        f"| text regions, all ink in the box | {score.strict} | {total} | {score.strict / max(1, total):.3f} |",
        "",
        f"zero-leak images {len(score.clean)} of {score.images} ({low:.2f} to {high:.2f}); other lines hit "
        f"{score.other_hit} of {score.other} ({score.other_hit / max(1, score.other):.3f}); words hit beside "
        f"an identifier {score.beside_hit} of {score.beside} ({score.beside_hit / max(1, score.beside):.3f}); "
        f"false photos {score.false_faces}; pixels changed outside the boxes {score.outside}",
        "",
        "CPU seconds an image: "
        + ", ".join(f"{stage} {seconds / max(1, score.images):.3f}" for stage, seconds in score.seconds.items()),
    ]
    return "\n".join(rows)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?", help="labelled set; without it the sample screens are measured")
    parser.add_argument("--samples", type=Path, help="samples made with another seed, measured like the committed ones")
    parser.add_argument("--sample", type=int, default=0, help="only every k-th image, N in all")
    parser.add_argument("--alone", action="store_true", help="learn from each image alone")
    parser.add_argument("--presidio", action="store_true", help="run presidio-image-redactor too")
    parser.add_argument("--cache", type=Path, help="keep readings in this folder (holds captured text)")
    parser.add_argument("--misses", action="store_true", help="list every miss by file, kind and box")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="entrophy-screens-") as own:
        data = args.data or lay_out(Path(own) / "samples", *([args.samples] if args.samples else []))
        labels = json.loads((data / "labels.json").read_text(encoding="utf-8"))
        names = sorted(labels)
        if args.sample:
            names = names[:: max(1, len(names) // args.sample)][: args.sample]
        cache = args.cache or Path(own) / "cache"
        ours = run_ours(data, names, labels, Policy(), cache, args.alone)
        print(table("Entrophy", ours))
        for name, kind, box, share in ours.misses if args.misses else []:
            print(f"missed {name} {kind} {box} covered {share:.2f}")
        if args.presidio:
            print(table("presidio-image-redactor", run_presidio(data, names, labels, Policy(), cache)))


if __name__ == "__main__":
    main()
