"""What the independent reader sees, by colour, size, turn and on real screens, beside the reading it replaced.

    python -m benchmarks.reader [--grid] [--screens] [--samples] [--before]

With no part named, all of them. A text counts as read when the project's own matcher finds it: "any" anywhere on the
screen, "here" among the words in its labelled box. CPU seconds are of this process and its children.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from benchmarks.reader_before import read_before
from benchmarks.reader_grid import ANGLES, FONTS, SMALL_SIZES, as_png, colour_pages, lines_page, turned_page
from redaction.findings import Kind
from validation.leaks.needles import Matcher
from validation.reading.line_looks import Looker
from validation.reading.read_words import Box, Part
from validation.reading.screen_reader import read_image

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "data" / "screenshots"
KINDS = {"person_name": Kind.PERSON, "username": Kind.PERSON, "person": Kind.PERSON, "email": Kind.EMAIL,
         "phone": Kind.PHONE, "company": Kind.COMPANY}  # fmt: skip
Label = tuple[str, Kind, str, Box]
#: a reader: the bytes of a PNG → (parts, regions that look like text, those that were not read)
Reader = Callable[[bytes], tuple[tuple[Part, ...], int, int]]


@dataclass
class Tally:
    """Labels, found anywhere, found in their boxes, by class; and what it took."""

    total: Counter[str] = field(default_factory=Counter)
    anywhere: Counter[str] = field(default_factory=Counter)
    here: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    screens: int = 0
    regions: int = 0
    unread: list[int] = field(default_factory=list)
    missed: list[tuple[str, str]] = field(default_factory=list)


def _cpu() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def measure(reader: Reader, screens: Iterable[tuple[bytes, list[Label]]]) -> Tally:
    """Read all screens and look for their labels."""
    tally = Tally()
    for data, labels in screens:
        started = _cpu()
        parts, regions, unread = reader(data)
        tally.seconds += _cpu() - started
        tally.screens += 1
        tally.regions += regions
        tally.unread.append(unread)
        for where, kind, text, box in labels:
            matcher = Matcher([("label", kind, text)])
            if matcher.too_short:
                continue
            tally.total[where] += 1
            anywhere = any(matcher.find(part.text, ocr=True) for part in parts)
            tally.anywhere[where] += anywhere
            tally.here[where] += any(matcher.find(_inside(part, box), ocr=True) for part in parts)
            if not anywhere:
                tally.missed.append((where, text))
    return tally


def _inside(part: Part, box: Box) -> str:
    x0, y0, x1, y1 = box
    return " ".join(
        w.text
        for w in part.words
        if w.left < x1 + 6 and w.left + w.width > x0 - 6 and w.top < y1 + 4 and w.top + w.height > y0 - 4
    )


def grid() -> Iterable[tuple[bytes, list[Label]]]:
    """Colours by class, small sizes, struck-through text, turns."""
    for drawn in colour_pages():
        yield as_png(drawn), [(label, Kind.PERSON, name, box) for label, name, box in drawn.names]
    skip = 0
    for path in FONTS.values():
        pages = [lines_page(f"{size} px", size, path, 12, skip=skip + 12 * n) for n, size in enumerate(SMALL_SIZES)]
        pages += [lines_page("struck through", size, path, 8, struck=True, skip=skip + 60 + 8 * n)
                  for n, size in enumerate((11, 13, 16, 20))]  # fmt: skip
        pages += [turned_page(f"turned by {angle}°", angle, 14, path, 4, skip=skip + 92 + 4 * n)
                  for n, angle in enumerate(ANGLES)]  # fmt: skip
        skip += 160
        for drawn in pages:
            yield as_png(drawn), [(label, Kind.PERSON, text, box) for label, text, box in drawn.names]


def labelled() -> Iterable[tuple[bytes, list[Label]]]:
    """The labelled screenshots of real products."""
    for name, about in json.loads((SHARED / "labels.json").read_text(encoding="utf-8")).items():
        labels = [
            (item["kind"], KINDS[item["kind"]], item["text"], tuple(item["box"]))
            for item in about["items"]
            if item["kind"] in KINDS
            and item.get("text")
            and "optional" not in str(item.get("note"))
            and item.get("note") != "initials"
        ]
        yield (SHARED / "images" / name).read_bytes(), labels


def _left_out(note: str) -> bool:
    return "optional" in note or note == "initials"


def samples() -> Iterable[tuple[bytes, list[Label]]]:
    """The committed samples, as captured."""
    for batch in ("hr-demo", "finance-demo"):
        screens: dict[Path, list[Label]] = defaultdict(list)
        for item in json.loads((ROOT / "samples/truth" / f"{batch}.json").read_text(encoding="utf-8"))["pixels"]:
            path = ROOT / "samples/captures" / batch / "recordings" / item["recording"] / "screenshots"
            if item["text"] and item["kind"] in KINDS:
                label = (item["kind"], KINDS[item["kind"]], item["text"], tuple(item["box"]))
                screens[path / item["screenshot"]].append(label)
        for path, labels in sorted(screens.items()):
            yield path.read_bytes(), labels


def now() -> Reader:
    """The reader in use, in this process; each with an empty memory."""
    import numpy as np

    looker = Looker()

    def read(data: bytes) -> tuple[tuple[Part, ...], int, int]:
        looker.forget()
        reading = read_image(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), looker)
        return reading.parts, reading.regions, len(reading.unread)

    return read


def before() -> Reader:
    """The reading that it replaced."""
    return lambda data: (read_before(data), 0, 0)


def show(title: str, tallies: dict[str, Tally]) -> None:
    """Print the recall of each class by reader."""
    print(f"\n{title}")
    for name, tally in tallies.items():
        stated = f"{name}: {tally.screens} screens, {tally.seconds / max(tally.screens, 1):.2f} CPU s a screen"
        if tally.regions:
            stated += (
                f"; {sum(tally.unread)} of {tally.regions} text-like regions unread, by screen {sorted(tally.unread)}"
            )
        print(stated)
    one = next(iter(tallies.values()))
    print(f"{'class':<26}{'texts':>6}" + "".join(f"{n + ' any / here':>24}" for n in tallies))
    for where in [*one.total, "all"]:
        cells = []
        for tally in tallies.values():
            total, anywhere, here = (
                (c[where] if where != "all" else c.total()) for c in (tally.total, tally.anywhere, tally.here)
            )
            cells.append(f"{anywhere / max(total, 1):>14.3f} / {here / max(total, 1):.3f}  ")
        print(f"{where:<26}{one.total[where] if where != 'all' else one.total.total():>6}" + "".join(cells))


def main() -> None:
    """Print the tables."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sets = {"grid": grid, "screens": labelled, "samples": samples}
    for name in sets:
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--before", action="store_true", help="also measure the reading that this one replaced")
    parser.add_argument("--missed", action="store_true", help="list what was not read (made-up names of the grid only)")
    chosen = parser.parse_args()
    for name, screens in sets.items():
        if any(getattr(chosen, n) for n in sets) and not getattr(chosen, name):
            continue
        if name == "screens" and not (SHARED / "labels.json").is_file():
            print("\nscreens: skipped, the development data beside the checkout is absent", file=sys.stderr)
            continue
        readers = {"now": now(), **({"before": before()} if chosen.before else {})}
        started = time.perf_counter()
        tallies = {label: measure(reader, screens()) for label, reader in readers.items()}
        show(f"{name} ({time.perf_counter() - started:.0f} s)", tallies)
        if chosen.missed and name == "grid":
            print(*(f"{where}: {text}" for where, text in tallies["now"].missed), sep="\n")


if __name__ == "__main__":
    main()
