"""Whether memory stays flat over thousands of frames: a generated recording, read, searched, hidden and encoded.

    PYTHONPATH=. .venv/bin/python -m benchmarks.memory [--frames 3000] [--every 500] [--device cpu|cuda]

1080p frames of somebody at work, a new page with other people every 25 frames, all read by one RecordingReader in one
process (a build starts afresh every 24 frames). Prints the resident memory in MB, its peak, and frames a second.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from pathlib import Path

import cv2

from benchmarks.recording_frames import work
from redaction.capture.images import encode_png
from redaction.policy import Policy, VisionPolicy
from redaction.screens.engine import ScreenEngine
from redaction.screens.frames.recording import RecordingReader
from redaction.screens.redact.pixels import redact_image
from redaction.text.engine import TextEngine
from redaction.text.known.registry import Registry


def resident() -> float:
    """Resident memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=3000)
    parser.add_argument("--every", type=int, default=500, help="a line of figures after so many frames")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    policy = Policy(vision=VisionPolicy(device=args.device))
    registry = Registry.declared((), ())
    print("| frames | MB | peak MB | frames a second | whole / partly / reused |")
    print("| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as cache:
        engine = ScreenEngine(policy.vision, TextEngine(policy.text), Path(cache))
        reader = RecordingReader(engine)
        start = time.perf_counter()
        for done, image in enumerate(work(args.frames), start=1):
            _, reading = reader.read(image)
            findings = engine.find(reading, registry)
            # surrogates as different as the people are: what is drawn is remembered, too
            hidden, _ = redact_image(image, findings, "blur", lambda kind, value: f"Sam {value[::-1]}")
            encode_png(hidden)
            if done % args.every == 0 or done in (1, 25, 100):
                peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
                counts = f"{reader.whole} / {reader.partly} / {reader.reused}"
                rate = done / (time.perf_counter() - start)
                print(f"| {done} | {resident():.0f} | {peak:.0f} | {rate:.1f} | {counts} |", flush=True)


if __name__ == "__main__":
    main()
