"""How the samples of a domain are spread over precision, recall and F1 of boundaries."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.plots.figure import GREEN, INK, figure, png
from evaluation.results import SegmentationScores, SegmentedSample

_BINS = 10
"""Columns from 0 to 1."""


def f1_spread(domain: str, scores: SegmentationScores, each: Sequence[SegmentedSample]) -> bytes:
    """A histogram each of the domain's samples, with the mean."""
    at = scores.boundaries[0]
    means = (("precision", at.mean_precision), ("recall", at.mean_recall), ("f1", at.mean_f1))
    with figure(10, 3.4) as drawn:
        row = drawn.subplots(1, len(means), sharey=True)
        for axes, (what, mean) in zip(row, means, strict=True):
            axes.hist([getattr(one, what) for one in each], bins=_BINS, range=(0, 1), color=GREEN, edgecolor="white")
            axes.axvline(mean, color=INK, linestyle="--", linewidth=1)
            name = "F1" if what == "f1" else what
            axes.set_title(f"{name}, mean {mean:.2f}", loc="left")
            axes.set_xlim(0, 1)
            axes.set_xlabel(f"{name} of a sample")
        row[0].set_ylabel("samples")
        row[0].yaxis.get_major_locator().set_params(integer=True)
        within = f"within {at.tolerance} interactions" if at.tolerance else "at the very interaction"
        drawn.suptitle(f"{domain}: boundaries found {within}, {len(each)} samples", x=0.01, ha="left", fontsize=10)
        return png(drawn)
