"""Make the sample batches: `python -m samples.generate --out DIR [--seed N] [--screens N]`.

Without `--screens` it makes what is committed: finance-demo, hr-demo and faulty-demo with their truth. With it, it
makes batches until they hold that many screens, typefaces and themes drawn too, for benchmarks on seeds that nobody
has tuned on. Needs /usr/bin/chromium. Events and text truth depend on the seed only; pixels, boxes and coordinates
also on Chromium and the fonts.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from samples.batches import Plan, plan
from samples.browser import Browser
from samples.faults import write_faulty
from samples.film import Truth, film, write_json
from samples.truth import fresh, write_truth

SEED = 20250414


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Make the sample capture batches and their ground truth.")
    parser.add_argument("--out", type=Path, required=True, help="folder to write captures/ and truth/ into")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed gives other people, texts and looks")
    parser.add_argument("--screens", type=int, help="make at least this many screens instead of the committed set")
    chosen = parser.parse_args(arguments)
    made = generate(chosen.out, chosen.seed, chosen.screens)
    for name, screens in made.items():
        print(f"{name}: {screens} screens in {chosen.out / 'captures' / name}")


def generate(out: Path, seed: int = SEED, screens: int | None = None) -> dict[str, int]:
    """Write the batches under `out` and return the number of screenshots of each. Replaces batches of the same name."""
    made: dict[str, int] = {}
    taken: set[str] = set()
    with Browser() as browser:
        for batch in plans(seed, screens, taken):
            made[batch.name] = write_batch(batch, browser, out, seed)
        if screens is None:
            made["faulty-demo"] = write_faulty(browser, out, seed, taken)
    return made


def plans(seed: int = SEED, screens: int | None = None, taken: set[str] | None = None) -> list[Plan]:
    """The good batches of a seed; with `screens`, as many as show that many screens. No two share a name.

    `taken` holds the names in use and grows.
    """
    taken = set() if taken is None else taken
    if screens is None:
        return [
            plan(seed, "Finance", "finance-demo", taken, staged="japanese"),
            plan(seed, "HR", "hr-demo", taken, staged="chinese"),
        ]
    found: list[Plan] = []
    shown = 0
    while shown < screens:
        number = len(found)
        domain = ("Finance", "HR")[number % 2]
        found.append(plan(seed, domain, f"{domain.lower()}-{seed}-{number // 2}", taken))
        shown += sum(step.shot for script in found[-1].scripts for step in script.steps)
    return found


def write_batch(batch: Plan, browser: Browser, out: Path, seed: int) -> int:
    """Write captures/<name>/ and truth/<name>.json under `out`; returns the number of screenshots."""
    folder = fresh(out / "captures" / batch.name)
    truth = Truth()
    rng = Random(f"{seed}/{batch.name}/pointer")
    write_json(folder / "batch.json", batch.header)
    shots = 0
    for script in batch.scripts:
        rows = film(script, browser, folder, truth, rng)
        shots += sum(row["screenshot"] is not None for row in rows)
    write_truth(out, batch, truth, seed, browser.version())
    return shots


if __name__ == "__main__":
    main()
