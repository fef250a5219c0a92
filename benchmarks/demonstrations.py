"""How much of a person is left in released demonstrations: every frame, key frame and text held against the truth.

    python -m samples.demonstrations --out DIR --count 24 --seed 7
    python -m benchmarks.demonstrations DIR/demonstrations-7 DIR/truth/demonstrations/demonstrations-7 RELEASED [--show]

RELEASED is the unpacked archive of a release: data/demos/<name>/…, data/df_valid.csv and so on. Demonstrations whose
name is not there are matched by task, in the order of time (times are shifted in a release). Both videos are decoded by
PyAV, and what stands at a place in one is compared with the other at the same time (benchmarks/demonstration_pixels.py
says how; no code of the redaction is used). Figures of frames count places that can be read; pieces of letters at the
edge of a list, and what is all but transparent, are told apart. Exceptions are told by demonstration, frame, kind and
box; the value only with --show.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks import demonstration_pixels as pixels
from benchmarks.demonstration_pixels import Image
from benchmarks.demonstration_texts import Needles, joins, texts_of_demonstration
from samples.demonstrations.reel import frames

Row = dict[str, Any]
#: s by which the times of two frames may differ and be the same moment.
_MOMENT_S = 0.03
#: px by which the sides of a released video may differ from those of the captured one: odd sizes are made even.
_EVEN_PX = 1
#: Share of an ordinary line's box that an identifier's box may cover; more and losing it is no fault.
_SHARED = 0.05


@dataclass
class Figures:
    """Counts of one demonstration, or of many."""

    frames: int = 0
    clean: int = 0
    seconds: float = 0.0
    hidden: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)
    faint_shown: int = 0
    faint: int = 0
    key_frames: int = 0
    key_frames_clean: int = 0
    lines: int = 0
    lines_touched: int = 0
    exceptions: list[Row] = field(default_factory=list)
    texts: Counter[tuple[str, str]] = field(default_factory=Counter)
    text_values: set[tuple[str, str]] = field(default_factory=set)
    planted: int = 0
    streams: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        """Add those of another demonstration."""
        for name in ("frames", "clean", "seconds", "faint_shown", "faint", "key_frames", "key_frames_clean", "lines"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.lines_touched += other.lines_touched
        self.planted += other.planted
        for mine, theirs in ((self.hidden, other.hidden), (self.total, other.total), (self.streams, other.streams)):
            mine.update(theirs)
        self.texts.update(other.texts)
        self.text_values |= other.text_values
        self.exceptions += other.exceptions
        self.wrong += other.wrong


class Judge:
    """Verdicts on the rows of one demonstration; a place that has not changed since is not compared again."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[bytes, bytes, float | None]] = {}

    def left(self, number: int, row: Row, captured: Image, released: Image) -> float | None:
        """The share of row `number` that still shows."""
        x0, y0, x1, y1 = row["box"]
        crops = captured[y0:y1, x0:x1].tobytes(), released[y0:y1, x0:x1].tobytes()
        kept = self._kept.get(number)
        if kept is None or kept[:2] != crops:
            kept = (*crops, pixels.compare(captured, released, pixels.telling(row)))
            self._kept[number] = kept
        return kept[2]

    def leaks(self, number: int, row: Row, captured: Image, released: Image) -> bool:
        """Whether an identifier shows; where the edges leave it in doubt Tesseract decides."""
        left = self.left(number, row, captured, released)
        if left is None or left < pixels.IN_DOUBT:
            return False
        return left >= pixels.SHOWS or (bool(row["text"]) and pixels.reads(released, tuple(row["box"]), row["text"]))


def measure(captured: Path, truth: Path, released: Path) -> dict[str, Figures]:
    """Figures of every demonstration that truth knows, by its captured name; one that is not released has none."""
    names = matched(sorted(p.stem for p in truth.glob("*.jsonl")), released)
    return {
        name: demonstration(captured / "demos" / name, truth / f"{name}.jsonl", released / "data" / "demos" / other)
        for name, other in names.items()
    }


def matched(names: list[str], released: Path) -> dict[str, str]:
    """Captured name to released name."""
    there = sorted(path.name for path in (released / "data" / "demos").iterdir())
    found = {name: name for name in names if name in there}
    rest: defaultdict[str, list[str]] = defaultdict(list)
    for name in there:
        if name not in found:
            rest[name.split(" @ ")[0]].append(name)
    for name in names:
        if name not in found and rest[name.split(" @ ")[0]]:
            found[name] = rest[name.split(" @ ")[0]].pop(0)
    return dict(sorted(found.items()))


def demonstration(captured: Path, truth: Path, released: Path) -> Figures:
    """All figures of one demonstration."""
    rows = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
    about, rows = rows[0], rows[1:]
    figures = Figures(seconds=about["times"][-1] - about["times"][0])
    seen = [row for row in rows if row["row"] == "seen"]
    ordinary = [row for row in rows if row["row"] == "ordinary"]
    _frames(figures, about, seen, ordinary, captured, released)
    _key_frames(figures, about, seen, captured, released)
    needles = Needles([row for row in rows if row["row"] == "text"])
    figures.planted = len(needles)
    for place, text in texts_of_demonstration(released):
        for (kind, value), count in needles.found(text).items():
            figures.texts[kind, place] += count
            figures.text_values.add((kind, value))
    figures.streams.update(_streams(released / f"{released.name}.mp4"))
    return figures


def _frames(figures: Figures, about: Row, seen: list[Row], ordinary: list[Row], captured: Path, released: Path) -> None:
    identifiers, lines = Judge(), Judge()
    pairs = _together(captured / f"{captured.name}.mp4", released / f"{released.name}.mp4")
    for number, (raw, shown) in enumerate(pairs):
        if not _comparable(raw, shown):
            figures.wrong.append(f"{captured.name}: the released video has another size.")
            return
        figures.frames += 1
        now = [(i, row) for i, row in enumerate(seen) if row["from"] <= number <= row["to"]]
        figures.clean += not _identifiers(figures, identifiers, now, raw, shown, captured.name, f"frame {number}")
        for i, row in enumerate(ordinary):
            if row["from"] <= number <= row["to"] and pixels.legible(row) and not _shares(row, now):
                left = lines.left(i, row, raw, shown)
                figures.lines += left is not None
                figures.lines_touched += left is not None and 1 - left > pixels.TOUCHED
    if figures.frames != len(about["times"]):
        figures.wrong.append(f"{captured.name}: {figures.frames} of {len(about['times'])} frames could be compared.")


def _key_frames(figures: Figures, about: Row, seen: list[Row], captured: Path, released: Path) -> None:
    for state, frame in enumerate(about["states"]):
        raw = cv2.imread(str(captured / "screenshots" / f"{state}.png"))
        shown = cv2.imread(str(released / "screenshots" / f"{state}.png"))
        if raw is None or shown is None or not _comparable(np.asarray(raw, np.uint8), np.asarray(shown, np.uint8)):
            figures.wrong.append(f"{captured.name}: key frame {state} cannot be compared.")
            continue
        now = [(i, row) for i, row in enumerate(seen) if row["from"] <= frame <= row["to"]]
        figures.key_frames += 1
        alone = Figures()
        bad = _identifiers(alone, Judge(), now, raw, shown, captured.name, f"key frame {state}")
        figures.exceptions += alone.exceptions
        figures.key_frames_clean += not bad


def _identifiers(
    figures: Figures, judge: Judge, now: list[tuple[int, Row]], raw: Image, shown: Image, name: str, where: str
) -> bool:
    """Count what shows; whether anything that can be read does."""
    bad = False
    for i, row in now:
        leaks = judge.leaks(i, row, raw, shown)
        if not pixels.legible(row):
            figures.faint += 1
            figures.faint_shown += leaks
            continue
        figures.total[row["kind"]] += 1
        figures.hidden[row["kind"]] += not leaks
        if leaks:
            bad = True
            figures.exceptions.append({"demonstration": name, "where": where, **row})
    return bad


def _together(captured: Path, released: Path) -> Iterator[tuple[Image, Image]]:
    """Every frame of the captured video with what the released one shows at that time; ends where one of them ends."""
    others = frames(released)
    shown, ahead = next(others, None), next(others, None)
    end = _end(released)
    for at, raw in frames(captured):
        while ahead is not None and ahead[0] <= at + _MOMENT_S:
            shown, ahead = ahead, next(others, None)
        # some files declare less than they show
        if shown is None or at > max(end, shown[0]) + _MOMENT_S:
            return
        yield raw, shown[1]


def _end(path: Path) -> float:
    """The time in s until which a video stands; its last frame may stand for long."""
    import av

    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        return float(((stream.start_time or 0) + (stream.duration or 0)) * (stream.time_base or 0))


def _comparable(raw: Image, shown: Image) -> bool:
    return all(abs(a - b) <= _EVEN_PX for a, b in zip(raw.shape[:2], shown.shape[:2], strict=True))


def _shares(line: Row, now: list[tuple[int, Row]]) -> bool:
    x0, y0, x1, y1 = line["box"]
    area = (x1 - x0) * (y1 - y0)
    for _, row in now:
        a0, b0, a1, b1 = row["box"]
        if max(0, min(x1, a1) - max(x0, a0)) * max(0, min(y1, b1) - max(y0, b0)) > _SHARED * area:
            return True
    return False


def _streams(path: Path) -> Counter[str]:
    import av

    with av.open(str(path)) as container:
        return Counter(str(stream.type) for stream in container.streams)


def tables(batch: Path, truth: Path, released: Path) -> Counter[tuple[str, str]]:
    """Planted values in the index files: (kind, file) and how many. All of the batch's are looked for."""
    known = json.loads((truth / "batch.json").read_text(encoding="utf-8"))["identities"]
    needles = Needles([value for identity in known for value in identity["values"]])
    found: Counter[tuple[str, str]] = Counter()
    for path in sorted(p for p in (released / "data").glob("*") if p.is_file()):
        for (kind, _), count in needles.found(path.read_text(encoding="utf-8")).items():
            found[kind, path.name] += count
    return found


def report(each: dict[str, Figures], index: Counter[tuple[str, str]], broken: list[str], show: bool) -> Iterator[str]:
    """The figures as lines for people."""
    whole = Figures()
    for figures in each.values():
        whole.add(figures)
    yield f"demonstrations compared: {len(each)}, {whole.frames} frames, {whole.seconds:.1f} s of video"
    yield f"frames without a leak: {_share(whole.clean, whole.frames)}"
    yield f"key frames without a leak: {_share(whole.key_frames_clean, whole.key_frames)}"
    yield f"identifiers hidden (places x frames): {_share(whole.hidden.total(), whole.total.total())}"
    for kind in sorted(whole.total):
        yield f"  {kind}: {_share(whole.hidden[kind], whole.total[kind])}"
    yield f"pieces and shadows too faint to read that still show: {_share(whole.faint_shown, whole.faint)}"
    yield f"ordinary lines touched (lines x frames): {_share(whole.lines_touched, whole.lines)}"
    yield f"planted values left in texts: {len(whole.text_values)} different, {whole.texts.total()} places"
    for (kind, place), count in sorted(whole.texts.items()):
        yield f"  {kind} in {place}: {count}"
    yield f"planted values left in index files: {index.total()}"
    for (kind, file), count in sorted(index.items()):
        yield f"  {kind} in {file}: {count}"
    yield f"streams of the released videos: {dict(sorted(whole.streams.items()))}"
    yield f"references that do not join: {len(broken)}"
    yield from (f"  {line}" for line in [*broken, *whole.wrong])
    yield f"exceptions: {len(whole.exceptions)}"
    for first, last, row in _runs(whole.exceptions):
        where = first if first == last else f"{first} to {last}"
        text = f" {row['text']!r}" if show else ""
        yield f"  {row['demonstration']}, {where}: {row['kind']} at {row['box']}{text}"
    if show:
        yield from (f"  left in a text: {kind} {value!r}" for kind, value in sorted(whole.text_values))


def _runs(exceptions: list[Row]) -> Iterator[tuple[str, str, Row]]:
    """One exception for each place of a demonstration, with where it begins and ends."""
    found: dict[str, tuple[str, str, Row]] = {}
    for row in exceptions:
        key = json.dumps([row["demonstration"], row["where"].split(" ")[0], row["kind"], row["text"], row["box"]])
        first = found[key][0] if key in found else row["where"]
        found[key] = (first, row["where"], row)
    yield from found.values()


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole}" + (f" ({part / whole:.2%})" if whole else "")


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Hold released demonstrations against the truth of captured ones.")
    parser.add_argument("captured", type=Path, help="the captured batch")
    parser.add_argument("truth", type=Path, help="its folder of truth")
    parser.add_argument("released", type=Path, help="the unpacked archive of the release")
    parser.add_argument("--show", action="store_true", help="tell the values of what is left (they are invented)")
    chosen = parser.parse_args(arguments)
    each = measure(chosen.captured, chosen.truth, chosen.released)
    index = tables(chosen.captured, chosen.truth, chosen.released)
    for line in report(each, index, joins(chosen.released / "data"), chosen.show):
        print(line)


if __name__ == "__main__":
    main()
