"""Makes the names model anew, from the base weights to the shipped files: generate, train, average, export, evaluate.

    python -m benchmarks.training.rebuild --work FOLDER --out FOLDER [--start shipped] [--until STEP]

Every step leaves a file in the work folder; a step whose file is there is not done again, and a training run that was
stopped goes on from its last saved state. Seeds, counts, steps and rates stand in the tables below and nowhere else.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

#: Texts of one part; a part holds about 570,000 tokens, which is 250 steps.
PART = 20_000
#: Parts of made-up text by mix (see generate.MIXES), each by its seed.
PARTS = {"broad": tuple(range(101, 109)), "whole": tuple(range(201, 208)), "woven": (301, 302, 303, 304)}


@dataclass(frozen=True)
class Stage:
    """One training run: the mix it reads, how many steps, the rate, and the rate's share at the end (1: flat)."""

    name: str
    mix: str
    steps: int
    rate: float
    end: float


#: By what a recipe starts from. "base": the whole way. "shipped": the shipped weights taken on with the new words only.
RECIPES = {
    "base": (
        Stage("broad", "broad", 2000, 3e-4, 1.0),
        Stage("whole", "whole", 1700, 3e-4, 1.0),
        Stage("woven", "woven", 1000, 2.4e-4, 0.02),
    ),
    "shipped": (Stage("update", "whole", 700, 1.5e-4, 0.02),),
}
#: The new weights are the mean of the last stage's and this share of what went before it (average.py says why).
EARLY_SHARE = {"base": 0.3, "shipped": 0.5}
STEPS = ("generate", "train", "average", "export", "evaluate")


def part(work: Path, mix: str, seed: int) -> Path:
    return work / f"{mix}-{seed}.npz"


def generate(work: Path, start: str) -> None:
    mixes = {stage.mix for stage in RECIPES[start]}
    wanted = [(mix, seed) for mix, seeds in PARTS.items() if mix in mixes for seed in seeds]
    missing = [(mix, seed) for mix, seed in wanted if not part(work, mix, seed).exists()]
    if missing:
        from benchmarks.training.generate import write

        for mix, seed in missing:
            write(part(work, mix, seed), seed, PART, mix)


def begin(work: Path, start: str) -> Path | None:
    """The checkpoint that a recipe starts from; none for the base weights."""
    if start == "base":
        return None
    path = work / "shipped.pt"
    if not path.exists():
        import torch

        from benchmarks.training.shipped import shipped_weights

        torch.save(shipped_weights(), path)
    return path


def train(work: Path, start: str) -> None:
    from benchmarks.training.train import Run
    from benchmarks.training.train import train as run

    before = begin(work, start)
    for stage in RECIPES[start]:
        out = work / f"{stage.name}.pt"
        if not out.exists():
            print(f"stage {stage.name}", flush=True)
            data = tuple(part(work, stage.mix, seed) for seed in PARTS[stage.mix])
            run(Run(data, stage.steps, out, stage.rate, stage.end, before))
        before = out


def average(work: Path, start: str) -> None:
    from benchmarks.training.average import mean

    stages = RECIPES[start]
    early = work / f"{stages[-2].name}.pt" if len(stages) > 1 else begin(work, start)
    assert early is not None
    mean(work / f"{stages[-1].name}.pt", early, EARLY_SHARE[start], work / "model.pt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder of the step files, about 400 MB")
    parser.add_argument("--start", choices=sorted(RECIPES), default="base", help="what to start from")
    parser.add_argument("--out", type=Path, required=True, help="where model.onnx, tokenizer.json and labels.json go")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="development sets, only measured")
    parser.add_argument("--until", choices=STEPS, default=STEPS[-1], help="the last step to do")
    args = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":
        raise SystemExit("set PYTHONHASHSEED=0 (make names-model does), so that a rebuild draws the same texts.")
    args.work.mkdir(parents=True, exist_ok=True)
    tool = [sys.executable, "-m"]
    for step in STEPS[: STEPS.index(args.until) + 1]:
        print(f"{step} …", flush=True)
        if step == "generate":
            generate(args.work, args.start)
        elif step == "train":
            train(args.work, args.start)
        elif step == "average":
            average(args.work, args.start)
        elif step == "export":
            checkpoint = ["--checkpoint", str(args.work / "model.pt")]
            subprocess.run([*tool, "benchmarks.training.export", *checkpoint, "--out", str(args.out)], check=True)
        elif args.data.is_dir():
            where = ["--model", str(args.out), "--data", str(args.data), "--each", "0"]
            subprocess.run([*tool, "benchmarks.training.evaluate", *where], check=True)
        else:
            print("the development data is not there; not evaluated.")


if __name__ == "__main__":
    main()
