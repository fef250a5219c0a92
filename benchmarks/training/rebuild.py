"""Makes the names model anew, from the base weights to the shipped files: base, generate, train, average, export,
evaluate.

    python -m benchmarks.training.rebuild --work FOLDER --out FOLDER [--device cuda] [--until STEP]

Every step leaves a file in the work folder; a step whose file is there is not done again, and a training run that was
stopped goes on from its last saved state. Seeds, counts, steps and rates stand here and nowhere else.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from pathlib import Path

#: Texts of one part; a part holds about 615,000 tokens.
PART = 20_000
#: Parts of made-up text by mix (see generate.MIXES), each by its seed.
PARTS = {"whole": tuple(range(201, 216)), "woven": tuple(range(301, 311)), "broad": tuple(range(101, 121))}
#: The order in which a run reads the parts is drawn from this.
ORDER = 5
#: Of the run: steps, tokens of a step, the rate, and the step whose weights are mixed into the last ones.
STEPS, BUDGET, RATE, EARLY = 6_000, 16_384, 4e-4, 1_800
#: The new weights are the mean of the last step's and this share of EARLY's (average.py says why).
EARLY_SHARE = 0.3
#: What the export takes, by the names of its options.
EXPORTED = {"base": "base.npz", "tokenizer": "tokenizer.json", "checkpoint": "model.pt"}
DOING = ("base", "generate", "train", "average", "export", "evaluate")


def part(work: Path, mix: str, seed: int) -> Path:
    return work / f"{mix}-{seed}.npz"


def parts(work: Path) -> list[Path]:
    """All parts, in the order in which they are read."""
    found = [part(work, mix, seed) for mix, seeds in PARTS.items() for seed in seeds]
    random.Random(ORDER).shuffle(found)
    return found


def begin(work: Path) -> None:
    """base.npz and tokenizer.json of the pieces that are kept."""
    if (work / "base.npz").exists():
        return
    from benchmarks.training.base import write_base
    from benchmarks.training.multilingual import base
    from benchmarks.training.vocabulary import kept, write_tokenizer

    source = base()
    ids = kept(source)
    write_tokenizer(source, ids, work / "tokenizer.json")
    write_base(source, ids, work / "base.npz")


def generate(work: Path) -> None:
    wanted = [(mix, seed) for mix, seeds in PARTS.items() for seed in seeds]
    missing = [(mix, seed) for mix, seed in wanted if not part(work, mix, seed).exists()]
    if missing:
        from tokenizers import Tokenizer

        from benchmarks.training.generate import write

        tokenizer = Tokenizer.from_file(str(work / "tokenizer.json"))
        for mix, seed in missing:
            write(part(work, mix, seed), seed, PART, mix, tokenizer)


def train(work: Path, device: str) -> None:
    from benchmarks.training.train import Run
    from benchmarks.training.train import train as run

    if not (work / "late.pt").exists():
        data = tuple(parts(work))
        run(Run(work / "base.npz", data, STEPS, work / "late.pt", RATE, budget=BUDGET, early=EARLY, device=device))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder of the step files, about 500 MB")
    parser.add_argument("--out", type=Path, required=True, help="where model.onnx, tokenizer.json and labels.json go")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="development sets, only measured")
    parser.add_argument("--device", default="cpu", help="cuda: four minutes on an H100; cpu: two days on a free core")
    parser.add_argument("--until", choices=DOING, default=DOING[-1], help="the last step to do")
    args = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":
        raise SystemExit("set PYTHONHASHSEED=0 (make names-model does), so that a rebuild draws the same texts.")
    args.work.mkdir(parents=True, exist_ok=True)
    tool = [sys.executable, "-m"]
    for step in DOING[: DOING.index(args.until) + 1]:
        print(f"{step} …", flush=True)
        if step == "base":
            begin(args.work)
        elif step == "generate":
            generate(args.work)
        elif step == "train":
            train(args.work, args.device)
        elif step == "average":
            from benchmarks.training.average import mean

            mean(args.work / "late.pt", args.work / "late-early.pt", EARLY_SHARE, args.work / "model.pt")
        elif step == "export":
            given = [f"--{name}={args.work / file}" for name, file in EXPORTED.items()]
            subprocess.run([*tool, "benchmarks.training.export", *given, "--out", str(args.out)], check=True)
        elif args.data.is_dir():
            where = ["--model", str(args.out), "--data", str(args.data), "--each", "0"]
            subprocess.run([*tool, "benchmarks.training.evaluate", *where], check=True)
        else:
            print("the development data is not there; not evaluated.")


if __name__ == "__main__":
    main()
