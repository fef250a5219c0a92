"""Cross-validation by the folds of the samples: a fold is answered by what was learned on the others of its domain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from evaluation.baselines.baseline import Classifier, Segmenter, Sequences
from evaluation.predictions import segments_of
from evaluation.tasks.records import ClassificationSample, SegmentationSample
from redaction.work.progress import Progress, no_progress

Answers = list[tuple[str, Any]]
"""(id, answer) in the order of the samples; None where there was nothing to learn from."""
S = TypeVar("S", ClassificationSample, SegmentationSample)


def classified(
    baseline: Classifier, samples: Sequence[ClassificationSample], progress: Progress = no_progress
) -> tuple[Answers, list[str]]:
    """The answers of a baseline, and remarks on samples that it could not have got right."""
    remarks = []
    for domain, training, asked in _parts(samples):
        known = {sample.label for sample in training}
        unseen = sum(sample.label not in known for sample in asked)
        if unseen and training:
            remarks.append(
                f"{domain}, fold {asked[0].fold}: {unseen} of {len(asked)} samples are of a process that no other fold "
                "has."
            )
    answers, alone = _answered(baseline.labels, samples, progress, learns=baseline.learns)
    return answers, [*alone, *remarks]


def segmented(
    baseline: Segmenter, samples: Sequence[SegmentationSample], progress: Progress = no_progress
) -> tuple[Answers, list[str]]:
    """The same for segmentation."""

    def answers(training: Sequence[SegmentationSample], asked: Sequences) -> list[Any]:
        found = baseline.starts(training, asked)
        return [segments_of(starts, len(sequence)) for starts, sequence in zip(found, asked, strict=True)]

    return _answered(answers, samples, progress, learns=baseline.learns)


def _answered(
    answer: Callable[[Sequence[S], Sequences], Iterable[Any]],
    samples: Sequence[S],
    progress: Progress,
    *,
    learns: bool,
) -> tuple[Answers, list[str]]:
    found: dict[str, Any] = {}
    remarks = []
    for domain, training, asked in _parts(samples):
        if training or not learns:
            sequences = [sample.sequence for sample in asked]
            found.update(zip((sample.id for sample in asked), answer(training, sequences), strict=True))
        else:
            remarks.append(f"{domain} has one fold only: there is nothing to learn from, and no answer.")
            found.update(dict.fromkeys((sample.id for sample in asked), None))
        progress("samples answered", len(found), len(samples))
    return [(sample.id, found[sample.id]) for sample in samples], remarks


def _parts(samples: Sequence[S]) -> Iterator[tuple[str, list[S], list[S]]]:
    """(domain, samples of its other folds, samples of one fold), fold by fold."""
    for domain, fold in sorted({(sample.domain, sample.fold) for sample in samples}):
        here = [sample for sample in samples if sample.domain == domain]
        yield domain, [one for one in here if one.fold != fold], [one for one in here if one.fold == fold]
