"""Frames dealt to groups, against the true groups: adjusted Rand index and V-measure, with scikit-learn.

Groups have no names here: two answers that part frames alike score alike. Frames that an answer leaves out are a group
of their own, the same for all of them: whoever leaves out all frames has one group, and scores 0 in both.
"""

from __future__ import annotations

from collections.abc import Sequence


def adjusted_rand(truth: Sequence[str], answers: Sequence[str | None]) -> float:
    """1 for equal partitions, about 0 for random ones, below 0 for worse; pairs of frames that are together in both or
    apart in both, corrected for chance (Hubert and Arabie 1985). Sequences of equal length."""
    from sklearn.metrics import adjusted_rand_score

    return float(adjusted_rand_score(*_numbers(truth, answers)))


def v_measure(truth: Sequence[str], answers: Sequence[str | None]) -> float:
    """The harmonic mean of homogeneity and completeness (Rosenberg and Hirschberg 2007), from 0 to 1."""
    from sklearn.metrics import v_measure_score

    return float(v_measure_score(*_numbers(truth, answers)))


def _numbers(truth: Sequence[str], answers: Sequence[str | None]) -> tuple[list[int], list[int]]:
    """Numbers for names: no name that an answer gives can be that of the frames it leaves out."""
    true = {name: number for number, name in enumerate(sorted(set(truth)))}
    given = {name: number for number, name in enumerate(sorted({one for one in answers if one is not None}), start=1)}
    return [true[one] for one in truth], [0 if one is None else given[one] for one in answers]
