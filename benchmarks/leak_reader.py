"""How much the independent reader would see if nothing were redacted: its power, by kind, on the raw sample screens.

    python -m benchmarks.leak_reader [samples/captures/hr-demo ...]

A leak check that finds nothing says little unless it finds planted values where they are known to be. Each planted text
of the samples' ground truth is searched for on the raw screenshot that shows it.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from redaction.findings import Kind
from validation.leaks.needles import Matcher
from validation.leaks.read_screens import read_screen

ROOT = Path(__file__).parent.parent / "samples"


def measure(batch: Path) -> tuple[Counter[str], Counter[str], Counter[str], float, int]:
    """(planted, found, too short to search for) by kind, seconds, screens."""
    truth = json.loads((ROOT / "truth" / f"{batch.name}.json").read_text(encoding="utf-8"))
    screens: dict[Path, set[tuple[str, str]]] = defaultdict(set)
    for planted in truth["pixels"]:
        if planted["text"]:
            path = batch / "recordings" / planted["recording"] / "screenshots" / planted["screenshot"]
            screens[path].add((planted["kind"], planted["text"]))
    total: Counter[str] = Counter()
    found: Counter[str] = Counter()
    short: Counter[str] = Counter()
    started = time.perf_counter()
    for path in sorted(screens):
        text = read_screen(path.read_bytes()) or ""
        for kind, value in sorted(screens[path]):
            matcher = Matcher([("planted", Kind(kind), value)])
            total[kind] += 1
            short[kind] += matcher.too_short
            found[kind] += bool(matcher.find(text, ocr=True))
    return total, found, short, time.perf_counter() - started, len(screens)


def main() -> None:
    """Print the table for every batch given, or for the two clean samples."""
    batches = [Path(a) for a in sys.argv[1:]] or [ROOT / "captures" / n for n in ("hr-demo", "finance-demo")]
    for batch in batches:
        total, found, short, seconds, screens = measure(batch)
        print(f"{batch.name}: {screens} screens, {seconds / max(screens, 1):.2f} s a screen")
        print(f"{'kind':<16}{'planted':>9}{'too short':>11}{'found':>7}{'share':>8}")
        for kind in [*sorted(total), "all"]:
            n, f, s = ((c[kind] if kind != "all" else sum(c.values())) for c in (total, found, short))
            print(f"{kind:<16}{n:>9}{s:>11}{f:>7}{f / n if n else 0:>8.2f}")


if __name__ == "__main__":
    main()
