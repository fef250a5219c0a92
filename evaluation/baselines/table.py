"""The baselines by name. One more is one file and one line here."""

from __future__ import annotations

from collections.abc import Mapping

from evaluation.baselines import changepoint, majority, nearest, one_segment, tfidf, transitions, uniform
from evaluation.baselines.baseline import Baseline

BASELINES: Mapping[str, Baseline] = {
    one.name: one
    for one in (
        majority.BASELINE,
        tfidf.BASELINE,
        nearest.BASELINE,
        one_segment.BASELINE,
        uniform.BASELINE,
        changepoint.BASELINE,
        transitions.BASELINE,
    )
}
