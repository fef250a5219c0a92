"""Screenshots a second from PNG in to PNG out, by stage, on a CPU or a GPU.

    PYTHONPATH=. .venv/bin/python -m benchmarks.throughput --device cpu|cuda [--recordings 8] [--frames 24]
        [--workers N] [--side-by-side N]

Generated 1080p frames with four portraits each, once as recordings (a new page every 25 frames, each frame a little
different) and once as single screens (each another page, as `entrophy scrub images` takes them). Both go the way of a
build: read all, learn from all, find with the registry, hide and encode. Starting processes and loading the nets is
told apart. Wall-clock seconds. With --device cuda everything is on the GPU or the run ends with what is missing.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from benchmarks.faces import portraits
from benchmarks.recording_frames import detail, frame, people, work
from redaction.capture.images import Pixels, encode_png, open_image
from redaction.errors import EngineUnavailable
from redaction.policy import Policy, VisionPolicy
from redaction.screens.doubts import learned
from redaction.screens.frames.workers import ScreenPool
from redaction.screens.nets.models import pick_device
from redaction.screens.redact.pixels import redact_image
from redaction.text.engine import TextEngine
from redaction.text.known.registry import Registry

FACE = 44
_T = TypeVar("_T")


def with_faces(image: Pixels, faces: Sequence[Pixels], number: int) -> Pixels:
    """The frame with four portraits in its header, others on other pages."""
    out = image.copy()
    for i in range(4):
        face = faces[(4 * number + i) % len(faces)]
        x = 1500 + 60 * i
        out[4 : 4 + FACE, x : x + FACE] = cv2.resize(face, (FACE, FACE), interpolation=cv2.INTER_AREA)
    return out


def recorded(folder: Path, recordings: int, frames: int) -> list[list[Path]]:
    """PNG files of generated recordings."""
    faces = portraits(None)
    stream = work(recordings * frames)
    return [
        [
            _saved(folder / f"r{number}-{i:04}.png", with_faces(image, faces, number))
            for i, image in enumerate(islice(stream, frames))
        ]
        for number in range(recordings)
    ]


def singles(folder: Path, count: int) -> list[list[Path]]:
    """PNG files of single screens, each another page."""
    faces, rows = portraits(None), people(2000)
    starts = [31 * i % (len(rows) - 100) for i in range(count)]
    pages = [frame(rows, at) if i % 3 else detail(rows[at], f"Called back on {i}") for i, at in enumerate(starts)]
    return [[_saved(folder / f"s{i:04}.png", with_faces(page, faces, i))] for i, page in enumerate(pages)]


def _saved(path: Path, image: Pixels) -> Path:
    path.write_bytes(encode_png(image))
    return path


def measure(name: str, recordings: list[list[Path]], pool: ScreenPool, policy: Policy, out: Path) -> None:
    """Print the screenshots a second of each stage."""
    shots = {path.stem: path for part in recordings for path in part}
    names = [[path.stem for path in part] for part in recordings]
    spent: defaultdict[str, float] = defaultdict(float)

    def timed(stage: str, do: Callable[[], _T]) -> _T:
        start = time.perf_counter()
        result = do()
        spent[stage] += time.perf_counter() - start
        return result

    texts, refused = timed("read", lambda: pool.read_all(shots, names, lambda *stated: None))
    text = TextEngine(policy.text)
    registry = Registry.declared((), ())
    registry = timed("learn", lambda: learned(registry, text, texts))
    found, unfound = timed("find", lambda: pool.find_all(shots, names, registry, lambda *stated: None))
    if refused or unfound:
        raise SystemExit(f"{len(refused) + len(unfound)} screenshots were refused: {sorted(refused.values())[:3]}")
    for key, path in sorted(shots.items()):
        image = timed("decode again", partial(open_image, path))
        hidden, _ = timed("hide", partial(redact_image, image, found[key], policy.vision.style))
        timed("encode, write", partial(_saved, out / path.name, hidden))
    total = sum(spent.values())
    cells = " | ".join(f"{len(shots) / max(seconds, 1e-9):.1f}" for seconds in spent.values())
    hits = sum(len(findings) for findings in found.values())
    print(f"| {name} | {len(shots)} | {cells} | **{len(shots) / total:.2f}** | {hits} |", flush=True)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--recordings", type=int, default=8)
    parser.add_argument("--frames", type=int, default=24, help="frames of a recording")
    parser.add_argument("--singles", type=int, default=64, help="single screens")
    parser.add_argument("--workers", type=int, default=0, help="processes; 0 is the default of a build")
    parser.add_argument("--side-by-side", type=int, default=None, help="recordings a process reads at a time")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    try:
        pick_device(args.device)
    except EngineUnavailable as error:
        raise SystemExit(str(error)) from None
    policy = Policy(vision=VisionPolicy(device=args.device, workers=args.workers))
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        for part in ("shots", "out", "cache"):
            (folder / part).mkdir()
        films = recorded(folder / "shots", args.recordings, args.frames)
        screens = singles(folder / "shots", args.singles)
        with ScreenPool(policy, folder / "cache", side_by_side=args.side_by_side) as pool:
            start = time.perf_counter()
            blank = with_faces(np.full((320, 1920, 3), 250, np.uint8), portraits(None), 0)
            warm = [_saved(folder / "shots" / f"w{i}.png", blank[i:]) for i in range(2 * pool.workers)]
            pool.read_all({path.stem: path for path in warm}, [], lambda *stated: None)
            print(
                f"{where(args.device)}, {pool.workers} processes, {pool.side_by_side} recordings side by side in each"
            )
            print(f"started in {time.perf_counter() - start:.1f} s; all other figures are screenshots a second\n")
            print(
                "| | screenshots | read | learn | find | decode again | hide | encode, write | end to end | findings |"
            )
            print("|" + " --- |" * 10)
            if args.recordings:
                measure("recordings", films, pool, policy, folder / "out")
            if args.singles:
                measure("single screens", screens, pool, policy, folder / "out")


def where(device: str) -> str:
    """What it runs on, in words."""
    if device == "cpu":
        return f"CPU, {os.cpu_count()} cores"
    import torch

    return f"{torch.cuda.get_device_name(0)}, {os.cpu_count()} cores"


if __name__ == "__main__":
    main()
