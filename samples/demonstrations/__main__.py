"""Record demonstrations: `python -m samples.demonstrations --out DIR [--count N] [--seed N] [--small] [--faulty]`.

Writes DIR/demonstrations-<seed>/ and DIR/truth/demonstrations/demonstrations-<seed>/; with `--small` the one
demonstration that is committed instead; with `--faulty` also DIR/demonstrations-faulty-<seed>/ and its truth. Needs
/usr/bin/chromium and the fonts that `make setup` installs. No network is used.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from samples.demonstrations.batch import SMALL_NAME, SMALL_SEED, plans, small, write_batch
from samples.demonstrations.faults import write_faulty


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Record demonstrations on pages of our own, with their ground truth.")
    parser.add_argument("--out", type=Path, required=True, help="folder to write into")
    parser.add_argument("--count", type=int, default=24, help="how many demonstrations")
    parser.add_argument("--seed", type=int, default=7, help="another seed gives other people, texts and looks")
    parser.add_argument("--small", action="store_true", help="make the committed demonstration instead")
    parser.add_argument("--faulty", action="store_true", help="make demonstrations with faults as well")
    chosen = parser.parse_args(arguments)
    if chosen.small:
        name, seed, choose = SMALL_NAME, SMALL_SEED, partial(small, seed=SMALL_SEED)
    else:
        name, seed, choose = (
            f"demonstrations-{chosen.seed}",
            chosen.seed,
            partial(plans, seed=chosen.seed, count=chosen.count),
        )
    entries = write_batch(chosen.out, name, seed, choose)
    if chosen.faulty:
        count = write_faulty(chosen.out, seed)
        print(f"demonstrations-faulty-{seed}: {count} demonstrations, all but one of them spoiled or a copy")
    print(f"{name}: {len(entries)} demonstrations in {chosen.out / name}")


if __name__ == "__main__":
    main()
