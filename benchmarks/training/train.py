"""Fine-tunes the base model on generated data, on a GPU in bf16 or, slowly, on one CPU core in floats.

    python -m benchmarks.training.train --base base.npz --data data.npz --steps 3000 --out model.pt [--device cuda]

A run that was stopped goes on from its last saved state (`OUT.state`) with the same command. On a CPU it ends in the
same weights as one that was not; a GPU draws what it leaves out anew.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from benchmarks.training.base import LAYERS, tagger
from benchmarks.training.multilingual import SPECIAL, UNKNOWN

EMA = 0.999


#: Steps at the start of a run in which the rate rises, and their largest share of all steps.
WARM_UP, WARM_UP_SHARE = 100, 0.1
#: The classifier and the shape embedding start from nothing: they learn this many times faster.
FRESH_RATE = 4
#: The running average takes in the weights every so many steps.
AVERAGE_EVERY = 4
#: Share of the pieces that a step does not see, so that what stands around them and the rest of a name must do.
UNSEEN = 0.06
#: Steps between two lines of progress.
SAID_EVERY = 50


@dataclass(frozen=True)
class Run:
    """One run: the token arrays it reads in turn, its number of steps, its learning rate and what it starts from."""

    base: Path
    data: tuple[Path, ...]
    steps: int
    out: Path
    rate: float = 3e-4
    end: float = 0.02  # share of the rate at the last step; 1 is a flat rate
    start: Path | None = None
    budget: int = 2304  # tokens a step
    every: int = 100  # steps between saved states
    early: int = 0  # the step whose averaged weights are kept too, beside those of the last; 0: none
    device: str = "cpu"
    layers: int = LAYERS
    seed: int = 7
    unseen: float = UNSEEN

    @property
    def state(self) -> Path:
        return self.out.with_suffix(".state")

    @property
    def early_out(self) -> Path:
        return self.out.with_name(f"{self.out.stem}-early.pt")


def batches(
    paths: tuple[Path, ...], budget: int, seed: int, skip: int = 0
) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Endless batches of at most `budget` tokens, texts of like length together, in an order drawn from `seed`.

    The first `skip` batches are left out.
    """
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
                if skip:
                    skip -= 1
                    continue
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


def unseen(pieces: torch.Tensor, share: float) -> torch.Tensor:
    """The pieces, of which a share that is drawn anew each time is unknown; begin, end and padding stay."""
    hidden = torch.rand(pieces.shape, device=pieces.device) < share
    return torch.where((pieces >= SPECIAL) & hidden, UNKNOWN, pieces)


def _rate(run: Run, step: int) -> float:
    """Share of the rate at a step: warm-up, then a cosine down to `end` at the last step."""
    warm = min(WARM_UP, int(run.steps * WARM_UP_SHARE))
    if step < warm:
        return (step + 1) / warm
    part = (step - warm) / max(1, run.steps - warm)
    return run.end + (1 - run.end) * (1 + math.cos(math.pi * min(1.0, part))) / 2


def _save(value: dict[str, Any], path: Path) -> None:
    """Whole or not at all."""
    part = path.with_name(path.name + ".part")
    torch.save(value, part)
    part.replace(path)


def train(run: Run) -> None:
    """Writes the averaged weights of the finished run, without the frozen word embeddings, to `run.out`."""
    torch.manual_seed(run.seed)
    if run.device == "cpu":
        torch.set_num_threads(1)
    model = tagger(run.base, run.layers).to(run.device)
    if run.start:
        model.load_state_dict(torch.load(run.start, weights_only=True, map_location=run.device), strict=False)
    model.train()
    fresh = [*model.shape.parameters(), *model.head.parameters()]
    rest = [p for p in model.bert.parameters() if p.requires_grad]
    trained = {name: p for name, p in model.named_parameters() if p.requires_grad}
    optimiser = torch.optim.AdamW(
        [{"params": rest, "lr": run.rate}, {"params": fresh, "lr": run.rate * FRESH_RATE}],
        weight_decay=0.01,
        fused=True,
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _rate(run, step))
    average = {k: v.detach().clone().float() for k, v in trained.items()}
    done, begun = 0, time.monotonic()
    losses: list[torch.Tensor] = []
    if run.state.exists():
        kept = torch.load(run.state, weights_only=True, map_location=run.device)
        model.load_state_dict(kept["model"], strict=False)
        optimiser.load_state_dict(kept["optimiser"])
        schedule.load_state_dict(kept["schedule"])
        average, done = kept["average"], kept["step"]
        torch.set_rng_state(kept["random"].cpu())
        print(f"going on after step {done}", flush=True)
    feed = batches(run.data, run.budget, run.seed, skip=done)
    for step in range(done + 1, run.steps + 1):
        x, s, y, m = (part.to(run.device, non_blocking=True) for part in next(feed))
        x = unseen(x, run.unseen)
        with torch.autocast(run.device, dtype=torch.bfloat16, enabled=run.device != "cpu"):  # most CPUs imitate bf16
            logits = model(x, s, m)
        loss = functional.cross_entropy(logits.float().flatten(0, 1), y.flatten(), ignore_index=-100)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(list(trained.values()), 1.0)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad(set_to_none=True)
        if step % AVERAGE_EVERY == 0:
            decay = min(EMA, (step + 1) / (step + 10)) ** AVERAGE_EVERY
            torch._foreach_lerp_(list(average.values()), [p.detach() for p in trained.values()], 1 - decay)
        losses.append(loss.detach())
        if step % SAID_EVERY == 0:
            mean = float(torch.stack(losses).mean())
            losses.clear()
            print(f"step {step} of {run.steps}, loss {mean:.4f}, {time.monotonic() - begun:.0f} s", flush=True)
        if step % run.every == 0 and step < run.steps:
            state = {"model": {k: p.detach() for k, p in trained.items()}, "optimiser": optimiser.state_dict()}
            more = {"schedule": schedule.state_dict(), "random": torch.get_rng_state(), "step": step}
            _save({**state, **more, "average": average}, run.state)
        if step == run.early:
            _save({k: v.cpu() for k, v in average.items()}, run.early_out)
    _save({k: v.cpu() for k, v in average.items()}, run.out)
    run.state.unlink(missing_ok=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="what base.write_base wrote")
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--budget", type=int, default=Run.budget, help="tokens a step")
    parser.add_argument("--rate", type=float, default=Run.rate)
    parser.add_argument("--end", type=float, default=Run.end, help="share of the rate at the last step; 1: a flat rate")
    parser.add_argument("--start", type=Path, help="checkpoint to start from")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--early", type=int, default=Run.early, help="the step whose weights are kept too")
    parser.add_argument("--device", default=Run.device)
    parser.add_argument("--layers", type=int, default=Run.layers)
    parser.add_argument("--seed", type=int, default=Run.seed)
    parser.add_argument("--unseen", type=float, default=Run.unseen, help="share of the pieces that a step does not see")
    parser.add_argument("--every", type=int, default=Run.every, help="steps between saved states")
    args = parser.parse_args()
    train(Run(**{**vars(args), "data": tuple(args.data)}))


if __name__ == "__main__":
    main()
