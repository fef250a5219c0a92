"""Fine-tunes the base model on generated data. One CPU core; bf16 where the processor has it.

python -m benchmarks.training.train --data data.npz --steps 3000 --out model.pt
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from benchmarks.training.base import Tagger

EMA = 0.998


def batches(
    paths: list[Path], budget: int, seed: int
) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Endless batches of at most `budget` tokens, texts of like length together, in an order drawn from `seed`."""
    rng = np.random.default_rng(seed)
    while True:
        for path in paths:
            data = np.load(path)
            ids, shapes, labels, ends = (data[k] for k in ("ids", "shapes", "labels", "ends"))
            starts = np.concatenate([[0], ends[:-1]])
            lengths = ends - starts
            order = rng.permutation(len(ends))
            groups: list[list[int]] = []
            for chunk in np.array_split(order, max(1, len(order) // 4096)):
                group: list[int] = []
                for i in chunk[np.argsort(lengths[chunk], kind="stable")]:
                    if group and lengths[i] * (len(group) + 1) > budget:
                        groups.append(group)
                        group = []
                    group.append(int(i))
                groups.append(group)
            for g in rng.permutation(len(groups)):
                rows = groups[g]
                width = int(lengths[rows].max())
                x = np.zeros((len(rows), width), np.int64)
                s = np.zeros_like(x)
                y = np.full_like(x, -100)
                m = np.zeros_like(x)
                for r, i in enumerate(rows):
                    part = slice(starts[i], ends[i])
                    n = lengths[i]
                    x[r, :n], s[r, :n], y[r, :n], m[r, :n] = ids[part], shapes[part], labels[part], 1
                yield torch.from_numpy(x), torch.from_numpy(s), torch.from_numpy(y), torch.from_numpy(m)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--budget", type=int, default=2304, help="tokens a step")
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--end", type=float, default=0.02, help="share of the rate at the last step; 1: a flat rate")
    parser.add_argument("--start", type=Path, help="checkpoint to go on from")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=0, help="stop there; 0 for no limit (needed to repeat a run)")
    parser.add_argument("--every", type=int, default=200)
    args = parser.parse_args()
    torch.manual_seed(7)
    torch.set_num_threads(1)
    model = Tagger()
    if args.start:
        model.load_state_dict(torch.load(args.start, weights_only=True))
    model.train()
    fresh = [*model.shape.parameters(), *model.head.parameters()]
    rest = [p for p in model.bert.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(
        [{"params": rest, "lr": args.rate}, {"params": fresh, "lr": args.rate * 4}], weight_decay=0.01, fused=True
    )
    warm = min(100, args.steps // 10)
    begun, losses = time.monotonic(), []

    def rate(step: int) -> float:
        """Warm-up, then a cosine down to `--end` at the last step, or at the time limit where that comes first."""
        if step < warm:
            return (step + 1) / warm
        part = (step - warm) / max(1, args.steps - warm)
        if args.minutes:
            part = max(part, (time.monotonic() - begun) / (60 * args.minutes))
        return args.end + (1 - args.end) * (1 + math.cos(math.pi * min(1.0, part))) / 2

    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, rate)
    average = {k: v.detach().clone().float() for k, v in model.state_dict().items()}
    feed = batches(args.data, args.budget, 11)
    for step in range(1, args.steps + 1):
        x, s, y, m = next(feed)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(x, s, m)
        loss = functional.cross_entropy(logits.float().flatten(0, 1), y.flatten(), ignore_index=-100)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([p for p in model.parameters() if p.requires_grad], 1.0)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad(set_to_none=True)
        decay = min(EMA, (step + 1) / (step + 10))
        if step % 4 == 0:
            for k, v in model.state_dict().items():
                if v.dtype.is_floating_point and "word_embeddings" not in k:
                    average[k].lerp_(v.float(), 1 - decay**4)
        losses.append(float(loss.detach()))
        if step % 50 == 0:
            print(f"step {step} loss {np.mean(losses[-50:]):.4f} {time.monotonic() - begun:.0f} s", flush=True)
        late = bool(args.minutes) and time.monotonic() - begun > 60 * args.minutes
        if step % args.every == 0 or step == args.steps or late:
            state = {
                k: average[k].to(v.dtype) if v.dtype.is_floating_point else v for k, v in model.state_dict().items()
            }
            torch.save(state, args.out)
        if late:
            print(f"stopped by the time limit after step {step}")
            break


if __name__ == "__main__":
    main()
