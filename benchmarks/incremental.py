"""What one new batch costs: ten batches built at once, against nine and then one more in the same folder.

    python -m benchmarks.incremental [--rows 600] [--batches 10] [--screenshots]

Tells CPU seconds (all processes) of the whole; of the same once more, unchanged; of the same under another version,
which is what the roll-ups over all batches cost (bundle, leak check, verification, report); and of the last batch.
The share of a batch is what the whole costs beyond the roll-ups, divided by the batches. With --screenshots a batch
is made of recordings of 20 to 80 frames, as in a release; without, of rows alone, where what is the same for any number
of rows (models, lists) weighs most.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from pathlib import Path

from benchmarks.kills import POLICY, Builds
from benchmarks.row_batches import write_batches, write_profile

FRAMES = (20, 80)
"""Least and most screenshots of a recording, where there are any."""


def batches(folder: Path, count: int, rows: int, *, screenshots: bool = False) -> list[Path]:
    """So many capture batches of generated rows, each with people of its own and some of everybody's."""
    made = []
    for number in range(count):
        made_in = folder / f"made-{number}"
        if screenshots:
            first, *_ = write_profile(made_in, rows, number, frames=FRAMES)
        else:
            first, *_ = write_batches(made_in, 3 * rows, number)
        made.append(first.rename(folder / f"batch-{number:02d}"))
    return made


def build(home: Path, name: str, captures: list[Path], version: str = "1.0.0") -> float:
    """CPU seconds of a build of these captures into a folder with a key of its own."""
    before = _spent()
    # In batches as small as these a single canary that is missed is more than one in ten.
    Builds(home, captures, POLICY + "canaries: {enabled: false}\n", version).finish(name)
    return _spent() - before


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=600, help="rows of a batch")
    parser.add_argument("--batches", type=int, default=10)
    parser.add_argument("--screenshots", action="store_true", help="batches of recordings with frames")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temp:
        home = Path(temp)
        made = batches(home / "captures", args.batches, args.rows, screenshots=args.screenshots)
        whole = build(home, "whole", made)
        unchanged = build(home, "whole", made)
        rolled_up = build(home, "whole", made, "1.0.1")
        fewer = build(home, "grown", made[:-1])
        more = build(home, "grown", made)
    share = (whole - rolled_up) / args.batches
    print(f"{args.batches} batches of {args.rows} rows, CPU s: whole {whole:.1f}, unchanged {unchanged:.1f}, ", end="")
    print(f"under another version {rolled_up:.1f}")
    print(f"all but one {fewer:.1f}, then the last {more:.1f}: {more - rolled_up:.1f} beyond the roll-ups")
    print(f"share of a batch {share:.1f}; the new one cost {(more - rolled_up) / share:.2f} of its share")


if __name__ == "__main__":
    main()
