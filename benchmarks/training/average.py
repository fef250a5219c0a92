"""Mixes the weights of two checkpoints of one run: `share` of the second, the rest of the first.

python -m benchmarks.training.average late.pt early.pt --share 0.4 --out model.pt

A later checkpoint knows more kinds of text, an earlier one is less sure of itself. Their mean keeps names that the
later one alone would miss (the idea is Wortsman and others', "Robust fine-tuning of zero-shot models", 2022).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("late", type=Path)
    parser.add_argument("early", type=Path)
    parser.add_argument("--share", type=float, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    if not 0 <= args.share <= 1:
        raise SystemExit("--share must lie between 0 and 1.")
    late, early = (torch.load(path, weights_only=True) for path in (args.late, args.early))
    if late.keys() != early.keys():
        raise SystemExit("the two checkpoints are not of the same model.")
    torch.save(
        {
            key: value * (1 - args.share) + early[key] * args.share if value.dtype.is_floating_point else value
            for key, value in late.items()
        },
        args.out,
    )


if __name__ == "__main__":
    main()
