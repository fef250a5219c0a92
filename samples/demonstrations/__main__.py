"""Record demonstrations: `python -m samples.demonstrations --out DIR [--count N] [--seed N]`.

Writes DIR/demonstrations-<seed>/ and DIR/truth/demonstrations/demonstrations-<seed>/. Needs /usr/bin/chromium and the
fonts that `make setup` installs. No network is used.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from samples.demonstrations.batch import write_batch


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Record demonstrations on pages of our own, with their ground truth.")
    parser.add_argument("--out", type=Path, required=True, help="folder to write into")
    parser.add_argument("--count", type=int, default=24, help="how many demonstrations")
    parser.add_argument("--seed", type=int, default=7, help="another seed gives other people, texts and looks")
    chosen = parser.parse_args(arguments)
    name = f"demonstrations-{chosen.seed}"
    entries = write_batch(chosen.out, name, chosen.seed, chosen.count)
    print(f"{name}: {len(entries)} demonstrations in {chosen.out / name}")


if __name__ == "__main__":
    main()
