"""Two rankings of the same things: Kendall's τ-b and Spearman's ρ, with scipy.

Things that are ranked alike share the mean of their places; τ-b then leaves their pairs out and corrects for them, ρ is
the correlation of the mean places. A ranking in which all things are alike says nothing: both are 0.
"""

from __future__ import annotations

from collections.abc import Sequence


def kendall_tau(truth: Sequence[float], answer: Sequence[float]) -> float:
    """From -1 to 1: (pairs in the same order - pairs in the other) / √(pairs untied in one · pairs untied in the
    other). Places of the same things, at least two."""
    from scipy.stats import kendalltau

    return 0.0 if _flat(truth) or _flat(answer) else float(kendalltau(truth, answer, variant="b").statistic)


def spearman_rho(truth: Sequence[float], answer: Sequence[float]) -> float:
    """From -1 to 1: Pearson's correlation of the places."""
    from scipy.stats import spearmanr

    return 0.0 if _flat(truth) or _flat(answer) else float(spearmanr(truth, answer).statistic)


def _flat(places: Sequence[float]) -> bool:
    return len(set(places)) < 2
