"""Mixes the weights of two checkpoints of one run: `share` of the second, the rest of the first.

python -m benchmarks.training.average late.pt early.pt --share 0.4 --out model.pt

A later checkpoint knows more kinds of text, an earlier one is less sure of itself. Their mean keeps names that the
later one alone would miss (the idea is Wortsman and others', "Robust fine-tuning of zero-shot models", 2022).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch


def mean(late: Path, early: Path, share: float, out: Path) -> None:
    """Writes the mean of two checkpoints; refuses such that are not of one model."""
    if not 0 <= share <= 1:
        raise SystemExit("--share must lie between 0 and 1.")
    one, two = (torch.load(path, weights_only=True) for path in (late, early))
    if one.keys() != two.keys():
        raise SystemExit("the two checkpoints are not of the same model.")
    torch.save(
        {
            key: value * (1 - share) + two[key] * share if value.dtype.is_floating_point else value
            for key, value in one.items()
        },
        out,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("late", type=Path)
    parser.add_argument("early", type=Path)
    parser.add_argument("--share", type=float, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    mean(args.late, args.early, args.share, args.out)


if __name__ == "__main__":
    main()
