"""Trains the nets of redaction/text/perceptron.py: torch, one thread, from a seed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from redaction.text.perceptron import Perceptron

HIDDEN = 128
EPOCHS, BATCH, LEAST_STEPS = 5, 512, 400
RATE, DECAY, DROPPED = 2e-3, 0.05, 0.2
"""The highest learning rate, the weight decay, and which share of inputs and of hidden numbers is left out."""
_SEED = 0
_STILL = 1e-3
"""Added to the standard deviation of a number, which may never change."""


def fitted(
    rows: NDArray[np.float16], wanted: NDArray[np.int64], asked: NDArray[np.int64], heads: int, classes: int
) -> Perceptron:
    """A net that tells of each row the class it is `wanted` to have of the head that is `asked`; of rows of numbers as
    they are: means and spreads become part of the weights."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(_SEED)
    mean = rows.mean(axis=0, dtype=np.float64)
    spread = rows.std(axis=0, dtype=np.float64) + _STILL
    inner = torch.nn.Linear(rows.shape[1], HIDDEN)
    outer = torch.nn.Linear(HIDDEN, heads * classes)
    net = torch.nn.Sequential(torch.nn.Dropout(DROPPED), inner, torch.nn.ReLU(), torch.nn.Dropout(DROPPED), outer)
    batch = min(BATCH, len(rows))
    epochs = max(EPOCHS, -(-LEAST_STEPS * batch // len(rows)))
    steps = epochs * (len(rows) // batch)
    slow = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.OneCycleLR(slow, RATE, total_steps=steps + 1)
    given, told, of = torch.from_numpy(rows), torch.from_numpy(wanted), torch.from_numpy(asked)
    centre, scale = (torch.from_numpy(array.astype(np.float32)) for array in (mean, spread))
    order = torch.Generator().manual_seed(_SEED)
    one = torch.arange(batch)
    for _ in range(epochs):
        mixed = torch.randperm(len(rows), generator=order)
        for start in range(0, len(rows) - batch + 1, batch):
            at = mixed[start : start + batch]
            scores = net((given[at].float() - centre) / scale).view(batch, heads, classes)
            loss = torch.nn.functional.cross_entropy(scores[one, of[at]], told[at])
            slow.zero_grad()
            loss.backward()
            slow.step()
            pace.step()
    torch.set_num_threads(threads)
    weights, offsets, last, last_offsets = (
        np.asarray(part.detach().numpy(), dtype=np.float64)
        for part in (inner.weight.T, inner.bias, outer.weight.T, outer.bias)
    )
    scaled = weights / spread[:, None]
    return Perceptron(
        scaled.astype(np.float32),
        (offsets - mean @ scaled).astype(np.float32),
        last.astype(np.float32),
        last_offsets.astype(np.float32),
        classes,
    )
