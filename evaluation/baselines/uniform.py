"""Segments of equal length, as many as fit the mean length of the segments of the other folds."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from evaluation.baselines.baseline import Segmenter, Sequences
from evaluation.replies import Starts
from evaluation.tasks.records import SegmentationSample


def starts(training: Sequence[SegmentationSample], asked: Sequences) -> list[Starts]:
    """Boundaries in equal distances, rounded down; at least one segment, at most one an interaction."""
    length = fmean(len(sample.sequence) / len(sample.segments) for sample in training)
    return [even(len(sequence), max(1, min(len(sequence), round(len(sequence) / length)))) for sequence in asked]


def even(length: int, segments: int) -> Starts:
    """The starts of so many segments over `length` interactions, the first left out."""
    return tuple(length * number // segments for number in range(1, segments))


BASELINE = Segmenter("uniform", "segments of equal length, by the mean length of the other folds", starts)
