"""How much faster a recording is read when what did not change is carried on, and whether it finds the same.

    PYTHONPATH=. .venv/bin/python -m benchmarks.recordings [BATCH ...] [--frames N]

Without a batch the generated recording of benchmarks/recording_frames.py is read; BATCH folders are capture batches,
of which every recording is read in the order of its screenshots. Each frame is read whole (nothing remembered), then
all frames by RecordingReader, and the findings (patterns and the registry of the recording) are compared: kinds and
texts must be the same. CPU seconds, one thread. Nothing captured is printed.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2

from benchmarks.recording_frames import recording
from redaction.capture.images import Pixels, open_image
from redaction.errors import ImageRefused
from redaction.page.reading import Reading
from redaction.policy import CapturePolicy, Policy, TextPolicy
from redaction.screens.doubts import doubts, learned, merged
from redaction.screens.engine import ScreenEngine
from redaction.screens.frames.recording import RecordingReader
from redaction.text.engine import TextEngine
from redaction.text.known.registry import Registry

Frames = list[tuple[str, Pixels]]


def shots(folders: Iterable[Path], limit: int) -> Iterator[tuple[str, list[Path]]]:
    """(name, images that open) of every recording: the screenshots of one folder in the order of their names."""
    for folder in folders:
        found: defaultdict[Path, list[Path]] = defaultdict(list)
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() in (".png", ".jpg", ".jpeg", ".webp"):
                found[path.parent].append(path)
        for number, paths in enumerate(found[parent] for parent in sorted(found)):
            yield f"{folder.name} {number + 1}", [path for path in paths[:limit] if _opens(path)]


def _opens(path: Path) -> bool:
    try:
        open_image(path, CapturePolicy())
    except ImageRefused:
        return False
    return True


def batches(folders: Iterable[Path], limit: int) -> Iterator[tuple[str, Frames]]:
    """(name, frames) of every recording."""
    for name, paths in shots(folders, limit):
        yield name, [("captured", open_image(path, CapturePolicy())) for path in paths]


def measure(name: str, frames: Frames, text: TextEngine) -> tuple[float, float]:
    """Read one recording both ways and print the comparison; CPU seconds whole and carried."""
    policy = Policy()
    spent: defaultdict[str, float] = defaultdict(float)
    whole: list[Reading] = []
    for _, image in frames:
        engine = ScreenEngine(policy.vision, text)  # remembers no line of the frame before
        start = time.process_time()
        whole.append(engine.read_fresh(image))
        spent["whole"] += time.process_time() - start
    engine = ScreenEngine(policy.vision, text)
    reader = RecordingReader(engine)
    propagated: list[Reading] = []
    kinds: Counter[str] = Counter()
    for kind, image in frames:
        start = time.process_time()
        propagated.append(reader.read(image)[1])
        took = time.process_time() - start
        spent["carried"] += took
        spent[kind] += took
        kinds[kind] += 1
    registry = learned(Registry(), text, merged(doubts(engine, reading, {}) for reading in whole))
    less, more = Counter[str](), Counter[str]()
    for (kind, _), one, other in zip(frames, whole, propagated, strict=True):
        ours = Counter((f.kind, f.value) for f in engine.find(other, registry))
        theirs = Counter((f.kind, f.value) for f in engine.find(one, registry))
        less[kind] += (theirs - ours).total()
        more[kind] += (ours - theirs).total()
    ratio = spent["whole"] / max(1e-9, spent["carried"])
    print(
        f"| {name} | {len(frames)} | {reader.whole} / {reader.partly} / {reader.reused} | {spent['whole']:.1f} | "
        f"{spent['carried']:.1f} | {ratio:.1f} | {less.total()} | {more.total()} |",
        flush=True,
    )
    for kind in kinds if len(kinds) > 1 else ():
        missing = f", {less[kind]} findings fewer, {more[kind]} more" if less[kind] or more[kind] else ""
        print(f"  {kind}: {kinds[kind]} frames, {spent[kind] / kinds[kind]:.2f} s each{missing}", flush=True)
    return spent["whole"], spent["carried"]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("batches", type=Path, nargs="*", help="folders of capture batches")
    parser.add_argument("--frames", type=int, default=1000, help="at most this many frames of a recording")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    text = TextEngine(TextPolicy(engine="patterns"))
    print("| recording | frames | whole / partly / reused | whole s | carried s | times faster | fewer | more |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    made = [("generated, 1080p", list(recording())[: args.frames])]
    total = [
        measure(name, frames, text) for name, frames in (batches(args.batches, args.frames) if args.batches else made)
    ]
    if len(total) > 1:
        print(f"together {sum(w for w, _ in total) / max(1e-9, sum(c for _, c in total)):.1f} times faster")


if __name__ == "__main__":
    main()
