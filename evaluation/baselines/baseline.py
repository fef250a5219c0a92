"""What a baseline is: it is shown samples of other folds with their answers, and sequences without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from evaluation.replies import Starts
from evaluation.tasks.records import ClassificationSample, SegmentationSample

Sequences = Sequence[tuple[str, ...]]
"""What is asked: descriptions in order, and neither label nor segments nor where they are from."""


@dataclass(frozen=True, slots=True)
class Classifier:
    """`labels(training, asked)` gives a process of the training samples for each sequence asked; there is at least one
    training sample."""

    name: str
    about: str
    labels: Callable[[Sequence[ClassificationSample], Sequences], list[str]]
    task: Literal["classification"] = "classification"
    learns: bool = True


@dataclass(frozen=True, slots=True)
class Segmenter:
    """`starts(training, asked)` gives the boundaries of each sequence asked. One that `learns` gets at least one
    training sample, any other may get none."""

    name: str
    about: str
    starts: Callable[[Sequence[SegmentationSample], Sequences], list[Starts]]
    task: Literal["segmentation"] = "segmentation"
    learns: bool = True


Baseline = Classifier | Segmenter
