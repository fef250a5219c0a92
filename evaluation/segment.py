"""Predictions of segmentation, scored: boundaries at each tolerance, edit distance; by domain and all together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from evaluation.classify import unanswered
from evaluation.metrics.bootstrap import interval
from evaluation.metrics.boundaries import EXACT, NEAR, Matched, added, match
from evaluation.metrics.edit_distance import Edits, edits
from evaluation.predictions import Predictions, answered_starts
from evaluation.replies import Reason, Starts
from evaluation.results import (
    BoundaryScores,
    Interval,
    SegmentationResults,
    SegmentationScores,
    SegmentedSample,
    Source,
)
from evaluation.tasks.records import SegmentationSample


@dataclass(frozen=True, slots=True)
class Scored:
    """One sample: boundaries matched at each tolerance, and the edits between the two segmentations."""

    id: str
    domain: str
    reason: Reason | None
    matched: tuple[Matched, ...]
    edits: Edits


def true_starts(sample: SegmentationSample) -> Starts:
    """The boundaries of a sample."""
    return tuple(segment.start_index for segment in sample.segments[1:])


def tolerances(first: int) -> tuple[int, ...]:
    """The tolerances that are reported: the one that was asked for first, then the usual ones."""
    return tuple(dict.fromkeys((first, EXACT, NEAR)))


def segmentation_results(
    samples: Sequence[SegmentationSample], predictions: Predictions, source: Source, tolerance: int = EXACT
) -> SegmentationResults:
    """Scores at `tolerance` interactions and at the usual tolerances; a sample without an answer that can be read
    counts as one for which no boundary was predicted."""
    reported = tolerances(tolerance)
    each = [_scored(sample, predictions, reported) for sample in samples]
    told = tuple(
        SegmentedSample(
            id=one.id,
            domain=one.domain,
            reason=one.reason,
            precision=one.matched[0].precision,
            recall=one.matched[0].recall,
            f1=one.matched[0].f1,
            edit_distance=one.edits.distance,
        )
        for one in each
    )
    domains = {
        domain: _scores([one for one in each if one.domain == domain], reported)
        for domain in sorted({one.domain for one in each})
    }
    return SegmentationResults(source=source, overall=_scores(each, reported), domains=domains, each=told)


def _scored(sample: SegmentationSample, predictions: Predictions, reported: Sequence[int]) -> Scored:
    parsed = answered_starts(predictions.get(sample.id), len(sample.sequence))
    predicted, true = parsed.value or (), true_starts(sample)
    matched = tuple(match(predicted, true, tolerance) for tolerance in reported)
    return Scored(sample.id, sample.domain, parsed.reason, matched, edits(predicted, true, NEAR))


def _scores(each: Sequence[Scored], reported: Sequence[int]) -> SegmentationScores:
    return SegmentationScores(
        samples=len(each),
        unanswered=unanswered([one.reason for one in each]),
        boundaries=tuple(
            _at(tolerance, [one.matched[place] for one in each]) for place, tolerance in enumerate(reported)
        ),
        edit_distance=fmean(one.edits.distance for one in each),
        boundary_similarity=fmean(one.edits.similarity for one in each),
        true_boundaries=fmean(one.matched[0].true for one in each),
        predicted_boundaries=fmean(one.matched[0].predicted for one in each),
    )


def _at(tolerance: int, matched: Sequence[Matched]) -> BoundaryScores:
    import numpy as np

    counts = np.array([(one.matched, one.predicted, one.true) for one in matched])
    low, high = interval(lambda drawn: Matched(*counts[drawn].sum(axis=0)).f1, len(matched))
    together = added(matched)
    return BoundaryScores(
        tolerance=tolerance,
        precision=together.precision,
        recall=together.recall,
        f1=together.f1,
        f1_interval=Interval(low=low, high=high),
        mean_precision=fmean(one.precision for one in matched),
        mean_recall=fmean(one.recall for one in matched),
        mean_f1=fmean(one.f1 for one in matched),
    )
