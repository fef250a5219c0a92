"""How far a figure would move with other samples: percentile intervals of the bootstrap, by sample.

Samples are drawn with replacement, as many as there are; what varies between draws is which samples there were, not
how a model would answer again. Samples of segmentation share instances, so that their intervals are somewhat narrow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evaluation.tasks.records import SEED

DRAWS = 1_000
"""Of the samples, for one interval."""
LEVEL = 0.95
"""Share of the draws that lies in the interval."""

Indices = Any
"""A numpy array of positions of samples."""


def interval(figure: Callable[[Indices], float], samples: int, strata: Any = None) -> tuple[float, float]:
    """(low, high) of a figure over `samples` samples, at least one. `strata`, an array: samples are drawn for others
    of their own stratum only. Figures over the same samples see the same draws."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    if strata is None:
        strata = np.zeros(samples, dtype=int)
    order = np.argsort(strata, kind="stable")
    _, first, place, size = np.unique(strata[order], return_index=True, return_inverse=True, return_counts=True)
    start, length = first[place], size[place]
    drawn = [figure(order[start + (rng.random(samples) * length).astype(int)]) for _ in range(DRAWS)]
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)
