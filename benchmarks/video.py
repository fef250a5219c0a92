"""What screen video costs: CPU seconds a second of video by stage, memory over an hour, bytes a minute.

    PYTHONPATH=. .venv/bin/python -m benchmarks.video [--seconds 60] [--search] [--minutes 1 10 60]

A generated 1080p desktop on which something is different five times a second (typing, pointing, scrolling, a new page
every five seconds), recorded as H.264 at 15 pictures a second. Decoding, with the codec's noise taken out; encoding the
frames again as they are; the second reader's canvases. With --search also what is read and found on each frame, and
what the second reader reads on the canvases. Memory: films of 1, 10 and 60 minutes with a change every four seconds,
each in a process of its own, decoded and encoded; the drawing and recording of a film is in none of the figures.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice, pairwise
from pathlib import Path

import cv2
import numpy as np

from benchmarks.recording_frames import HEIGHT, WIDTH, frame, people, work
from redaction.capture.images import Pixels, open_image
from redaction.policy import CapturePolicy, DemonstrationPolicy, Policy, VisionPolicy
from redaction.video.decode import Film, decode_film
from redaction.video.encode import encode_film
from validation.reading.film import changed_canvases

RECORDED = {"preset": "veryfast", "crf": "23", "g": "250", "threads": "1"}
"""As screens are recorded: x264's own quality, a key frame every 250."""


def record(path: Path, frames: Iterable[Pixels], rate: Fraction, times: int) -> None:
    """A recorder's H.264 at so many pictures a second, of frames that stand for `times` pictures each."""
    import av

    with av.open(str(path), "w") as out:
        stream = out.add_stream("libx264", rate=rate, options=dict(RECORDED))
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        at = 0
        for image in frames:
            picture = av.VideoFrame.from_ndarray(image, format="rgb24").reformat(format="yuv420p", threads=1)
            for _ in range(times):
                picture.pts, at = at, at + 1
                out.mux(stream.encode(picture))
        out.mux(stream.encode(None))


def quiet(count: int) -> Iterator[Pixels]:
    """So many frames of a page on which little happens."""
    rows = people(60)
    for number in range(count):
        typed = f"Called back {number // 40}, asks for a later delivery"[: number % 40]
        yield frame(rows, 0, typed=typed, cursor=(300 + 37 * number % 1200, 400 + 11 * number % 500))


def shown(film: Film, folder: Path) -> Iterator[tuple[int, Pixels]]:
    """The frames of a film with their times."""
    for one in film.frames:
        yield one.at_ms, open_image(folder / one.file)


def costs(seconds: int, search: bool) -> None:
    """Print CPU seconds a second of video, and bytes."""
    with tempfile.TemporaryDirectory() as temp:
        home = Path(temp)
        record(home / "in.mp4", work(5 * seconds), Fraction(15), 3)
        spent: dict[str, float] = {}

        start = time.process_time()
        film = decode_film(home / "in.mp4", home / "frames", DemonstrationPolicy(), CapturePolicy())
        spent["decode, steady, PNG"] = time.process_time() - start
        if search:
            spent |= searched(film, home)
        start = time.process_time()
        encode_film(shown(film, home / "frames"), film.until_ms, home / "out.mp4")
        spent["PNG, encode"] = time.process_time() - start
        start = time.process_time()
        canvases = [data for _, data in changed_canvases(home / "out.mp4")]
        spent["canvases"] = time.process_time() - start
        if search:
            spent["second reader"] = second(canvases)
        total = sum(spent.values())
        print(f"{seconds} s of 1080p, {len(film.frames)} frames that differ, {len(canvases)} canvases\n")
        print("| stage | CPU s a second of video | share |\n| --- | --- | --- |")
        for stage, cpu in spent.items():
            print(f"| {stage} | {cpu / seconds:.2f} | {cpu / total:.0%} |")
        print(f"| all | {total / seconds:.2f} | |\n")
        same = sum(
            float((a == b).all(axis=2).mean())
            for (_, a), (_, b) in pairwise(islice(shown(film, home / "frames"), 1 + len(film.frames)))
        )
        print(f"px that are the same to the bit from frame to frame: {same / (len(film.frames) - 1):.1%}")
        print(f"frames that are the one before, scrolled, to the bit: {scrolls(film, home / 'frames')}")
        for name in ("in.mp4", "out.mp4"):
            print(f"{name}: {(home / name).stat().st_size * 60 / seconds / 1e6:.2f} MB a minute")


def searched(film: Film, home: Path) -> dict[str, float]:
    """CPU seconds of reading, searching and hiding all frames, the loading of models not among them."""
    from redaction.screens.engine import ScreenEngine
    from redaction.screens.frames.recording import RecordingReader
    from redaction.screens.redact.pixels import redact_image
    from redaction.text.engine import TextEngine
    from redaction.text.known.registry import Registry

    policy = Policy(vision=VisionPolicy(device="cpu"))
    (home / "cache").mkdir()
    engine = ScreenEngine(policy.vision, TextEngine(policy.text), home / "cache")
    registry = Registry.declared((), ())
    engine.find(RecordingReader(engine).read(next(work(1))[:200].copy())[1], registry)  # the models are loaded now
    reader = RecordingReader(engine)
    spent = dict.fromkeys(("read", "search", "hide"), 0.0)
    for _, image in shown(film, home / "frames"):
        start = time.process_time()
        _, reading = reader.read(image)
        spent["read"] += time.process_time() - start
        start = time.process_time()
        findings = engine.find(reading, registry)
        spent["search"] += time.process_time() - start
        start = time.process_time()
        redact_image(image, findings, policy.vision.style)
        spent["hide"] += time.process_time() - start
    print(f"read whole {reader.whole}, partly {reader.partly}, not at all {reader.reused}")
    return spent


def second(canvases: list[bytes]) -> float:
    """CPU seconds of the second reader on all canvases."""
    from validation.reading.line_looks import Looker
    from validation.reading.screen_reader import read_image

    looker = Looker()
    start = time.process_time()
    for data in canvases:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        read_image(np.asarray(image, np.uint8), looker)
    return time.process_time() - start


def scrolls(film: Film, folder: Path) -> int:
    """Frames that follow from the one before by scrolling, to the bit."""
    from redaction.screens.frames.scrolling import differing, distance

    images = (image for _, image in shown(film, folder))
    return sum(distance(some, other, differing(some, other)) != 0 for some, other in pairwise(images))


def memory(minutes: list[int]) -> None:
    """Print the peak memory of decoding and encoding films of such lengths."""
    print("| minutes | frames | decode MB | encode MB | canvases MB | CPU s a second of video | MB a minute |")
    print("|" + " --- |" * 7)
    with tempfile.TemporaryDirectory() as temp:
        for length in minutes:
            home = Path(temp) / str(length)
            home.mkdir()
            record(home / "in.mp4", quiet(15 * length), Fraction(2), 8)
            command = [sys.executable, "-m", "benchmarks.video", "--only"]
            told = [
                subprocess.check_output([*command, stage, str(home)], text=True)
                for stage in ("decode", "encode", "canvases")
            ]
            peaks, cpus, frames = zip(*(map(float, line.split()) for line in told), strict=True)
            size = (home / "out.mp4").stat().st_size / length / 1e6
            cells = " | ".join(f"{most:.0f}" for most in peaks)
            print(f"| {length} | {frames[0]:.0f} | {cells} | {sum(cpus) / length / 60:.3f} | {size:.2f} |", flush=True)


def peak() -> float:
    """Most memory that this process has held, in MB, since its own program began."""
    told = Path("/proc/self/status").read_text(encoding="ascii")
    return int(told.partition("VmHWM:")[2].split()[0]) / 1e3


def only(stage: str, home: Path) -> None:
    """One stage in this process: prints its peak memory in MB, its CPU seconds, and how many frames there were."""
    import pickle

    start = time.process_time()
    if stage == "decode":
        film = decode_film(home / "in.mp4", home / "frames", DemonstrationPolicy(), CapturePolicy())
        (home / "film.pickle").write_bytes(pickle.dumps(film))
        count = len(film.frames)
    elif stage == "encode":
        film = pickle.loads((home / "film.pickle").read_bytes())  # noqa: S301 - written a moment ago by ourselves
        encode_film(shown(film, home / "frames"), film.until_ms, home / "out.mp4")
        count = len(film.frames)
    else:
        count = sum(1 for _ in changed_canvases(home / "out.mp4"))
    print(peak(), time.process_time() - start, count)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60, help="length of the film whose costs are told")
    parser.add_argument("--search", action="store_true", help="read, search and hide, too, and the second reader")
    parser.add_argument("--minutes", type=int, nargs="*", default=[1, 10, 60], help="lengths of films for memory")
    parser.add_argument("--only", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.only:
        only(args.only[0], Path(args.only[1]))
        return
    if args.seconds:
        costs(args.seconds, args.search)
    if args.minutes:
        memory(args.minutes)


if __name__ == "__main__":
    main()
