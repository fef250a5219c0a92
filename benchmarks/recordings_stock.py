"""A recording end to end, PNG in and PNG out, by us and by stock presidio-image-redactor: speed, and what is hidden.

    python -m benchmarks.recordings_stock [BATCH ...] [--frames N] [--every K]

Without a batch the generated recording of benchmarks/recording_frames.py is redacted; BATCH folders are capture
batches, of which every recording is taken in the order of its screenshots. We read the frames of a recording one
after another, learn from all of them, find, carry, hide and write; stock opens each frame with Pillow, reads it with
Tesseract, fills what was found and saves it with Pillow. It sees every K-th frame only, and its mean is taken for the
others. Both begin with everything loaded, and our nets with an empty screen. No spaCy model comes with it: our text
engine stands in for its analyzer, which flatters it. CPU seconds, one thread each. What is hidden is counted on the
frames that both saw, where there are labels (the generated recording). Nothing captured is printed.
"""

from __future__ import annotations

import argparse
import io
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.recording_frames import Item, labelled
from benchmarks.recordings import shots
from benchmarks.screens import Score, cpu_with_children, judge
from redaction.capture.images import encode_png, open_image
from redaction.findings import Box
from redaction.page.reading import Reading
from redaction.policy import Policy
from redaction.screens.doubts import Spans, doubts, learned, merged
from redaction.screens.engine import ScreenEngine
from redaction.screens.frames.propagate import propagated
from redaction.screens.frames.recording import RecordingReader
from redaction.screens.frames.workers import held
from redaction.screens.ocr.recognise import recognise
from redaction.screens.ocr.unreadable import surely_read
from redaction.screens.presidio_plugin import analyzer_for
from redaction.screens.redact.pixels import redact_image
from redaction.text.engine import TextEngine
from redaction.text.inputs import TextInput
from redaction.text.known.registry import Registry


@dataclass(frozen=True)
class Shot:
    """One frame on disk and, for a generated one, what identifies somebody on it."""

    path: Path
    items: list[Item]


def ours(frames: Sequence[Shot], judged: frozenset[int], text: TextEngine, policy: Policy) -> tuple[float, Score]:
    """CPU seconds for all frames, and the score of the judged ones."""
    engine = ScreenEngine(policy.vision, text)
    start = cpu_with_children()
    reader = RecordingReader(engine)
    readings: list[Reading] = [reader.read(open_image(frame.path, policy.capture))[1] for frame in frames]
    asked: dict[TextInput, Spans] = {}
    registry = learned(Registry(), text, merged(doubts(engine, reading, asked) for reading in readings))
    made = []
    alone = [engine.find(reading, registry) for reading in readings]
    kept = held(max(reading.width * reading.height for reading in readings))
    opened = lru_cache(kept)(lambda i: open_image(frames[i].path, policy.capture))
    read = [surely_read(reading, findings) for reading, findings in zip(readings, alone, strict=True)]
    found = propagated(opened, alone, read)
    for number, (frame, reading, findings) in enumerate(zip(frames, readings, found, strict=True)):
        image = open_image(frame.path, policy.capture)
        hidden, boxes = redact_image(image, findings, "fill")
        encode_png(hidden)
        if number in judged:
            made.append((frame, image, reading, findings, boxes, hidden))
    spent = cpu_with_children() - start
    score = Score()
    for frame, image, reading, findings, boxes, hidden in made:
        judge(score, frame.path.name, image, reading, findings, boxes, hidden, frame.items)
    return spent, score


def warm(text: TextEngine, policy: Policy) -> None:
    """Load what both sides load once: nets, lists of names, words and domains, patterns, the names model."""
    known = "Ask Maria Schmidt (maria@schmidt.example, www.schmidt.example, 020 7946 0018, no. 4711-0815) to sign."
    text.find_many([TextInput(known, "Remark")], Registry.declared((), ()))
    engine = ScreenEngine(policy.vision, text)
    # A net is prepared for each size when the first screen, or line, of that size comes.
    engine.read_fresh(np.full((1080, 1920, 3), 250, np.uint8))
    recognise([np.full((48, width, 3), 250, np.uint8) for width in range(64, 1025, 64)], engine.device)


def stock(frames: Sequence[Shot], text: TextEngine, policy: Policy) -> tuple[float, Score]:
    """CPU seconds and score of presidio-image-redactor."""
    from PIL import Image
    from presidio_image_redactor import ImageAnalyzerEngine, ImageRedactorEngine

    analyzer = ImageAnalyzerEngine(analyzer_engine=analyzer_for(text))
    boxes: list[Box] = []

    class Watched(ImageAnalyzerEngine):  # type: ignore[misc]
        """Tells which boxes the redactor is given."""

        def analyze(self, *args: Any, **options: Any) -> list[Any]:
            found: list[Any] = analyzer.analyze(*args, **options)
            boxes[:] = [(r.left, r.top, r.left + r.width, r.top + r.height) for r in found]
            return found

    redactor = ImageRedactorEngine(image_analyzer_engine=Watched(analyzer_engine=analyzer_for(text)))
    reader = ScreenEngine(policy.vision, text)
    spent, score = 0.0, Score()
    for frame in frames:
        start = cpu_with_children()
        with Image.open(frame.path) as file:
            redacted = redactor.redact(file.convert("RGB"))
        redacted.save(io.BytesIO(), format="PNG")
        spent += cpu_with_children() - start
        image = open_image(frame.path, policy.capture)
        hidden = image.copy()
        for x0, y0, x1, y1 in boxes:
            hidden[y0:y1, x0:x1] = 0
        judge(score, frame.path.name, image, reader.read(image), [], boxes, hidden, frame.items)
    return spent, score


def stated(score: Score) -> str:
    """What was hidden, in one cell."""
    hidden, all_ = score.hidden.total(), score.labelled.total()
    if not all_:
        return "no labels"
    return f"{hidden} of {all_}, clean {len(score.clean)} of {score.images}, other {score.other_hit} of {score.other}"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("batches", type=Path, nargs="*", help="folders of capture batches")
    parser.add_argument("--frames", type=int, default=1000, help="at most this many frames of a recording")
    parser.add_argument("--every", type=int, default=3, help="stock redacts every K-th frame")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    os.environ["OMP_THREAD_LIMIT"] = "1"  # Tesseract takes four otherwise
    policy = Policy()
    text = TextEngine(policy.text)
    print("| recording | frames | ours, s a frame | stock, s a frame | times faster | hidden by us | hidden by stock |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    spent = [0.0, 0.0]
    with tempfile.TemporaryDirectory(prefix="entrophy-recording-") as own:
        recordings: list[tuple[str, list[Shot]]] = [
            (name, [Shot(path, []) for path in paths]) for name, paths in shots(args.batches, args.frames)
        ]
        if not recordings:
            made = []
            for number, (_, image, items) in enumerate(labelled()):
                made.append(Shot(Path(own) / f"{number:03}.png", items))
                made[-1].path.write_bytes(encode_png(image))
            recordings = [("generated, 1080p", made[: args.frames])]
        warm(text, policy)
        for name, frames in recordings:
            judged = range(0, len(frames), args.every)
            mine, score = ours(frames, frozenset(judged), text, policy)
            theirs, other = stock([frames[i] for i in judged], text, policy)
            theirs *= len(frames) / len(judged)
            spent = [spent[0] + mine, spent[1] + theirs]
            print(
                f"| {name} | {len(frames)} | {mine / len(frames):.3f} | {theirs / len(frames):.3f} | "
                f"{theirs / mine:.1f} | {stated(score)} | {stated(other)} |",
                flush=True,
            )
    if len(recordings) > 1:
        print(f"together {spent[1] / spent[0]:.1f} times faster")


if __name__ == "__main__":
    main()
