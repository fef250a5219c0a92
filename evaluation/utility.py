"""Is redacted data as useful as what was captured? The same offline baselines on both; only their scores leave.

A sample of one side has its twin on the other: the same instances, folds and draws, since ids, order and times are not
redacted. So a difference in scores comes from the texts alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from statistics import fmean
from typing import Any, Literal

from pydantic import Field

from evaluation.baselines.baseline import Classifier
from evaluation.baselines.folds import classified, segmented
from evaluation.baselines.table import BASELINES
from evaluation.metrics.boundaries import NEAR, added, match
from evaluation.results import Figure
from evaluation.segment import true_starts
from evaluation.tasks.build import Rows, read_domain
from evaluation.tasks.instances import description
from evaluation.tasks.records import (
    CLASSIFICATION_FILE,
    SEGMENTATION_FILE,
    ClassificationSample,
    SegmentationSample,
)
from redaction.work.progress import Progress, no_progress
from validation.files.file_models import FileModel

LEAST_INSTANCES = 50
"""Instances of a domain from which on its scores are judged: with fewer, a single instance weighs more than two points.
They are told all the same."""
MOST_INSTANCES = 400
"""Instances of a domain that are looked at: with these the 95% interval of an accuracy is five points at most to each
side, and memory and time stay flat."""
_ROUNDING = 1e-9
"""Of points: what subtracting two scores may be off."""
_ALL_TEXT = ("application_name", "screen_name", "description", "field_name", "field_value", "interaction_value")
"""Of a row, where all of its text is the input."""

Input = Literal["descriptions", "rows"]
Task = Literal["classification", "segmentation"]


def _all_of_it(row: Mapping[str, Any]) -> str:
    return "\n".join(str(row[name]) for name in _ALL_TEXT if row[name] is not None)


_TEXTS: dict[Input, Callable[[Mapping[str, Any]], str]] = {"descriptions": description, "rows": _all_of_it}
"""What a sample says of an interaction: what the tasks say, or all of the row's text."""
_ASKED: dict[Input, dict[Task, tuple[str, ...]]] = {
    "descriptions": {"classification": ("majority", "tfidf"), "segmentation": ("uniform", "transitions")},
    "rows": {"classification": ("tfidf",)},
}
"""Which baselines are asked: two that read the texts, and beside them what is reached without reading."""


class Score(FileModel):
    """One baseline on one domain, before and after redaction. `instances` are those of the domain that were looked at;
    `samples` what was asked; scores are from 0 to 1."""

    domain: str
    task: Task
    input: Input
    baseline: str
    measure: Literal["accuracy", "boundary F1"]
    instances: int = Field(ge=0)
    samples: int = Field(ge=1)
    before: Figure = Field(ge=0, le=1)
    after: Figure = Field(ge=0, le=1)

    @property
    def drop(self) -> float:
        """What redaction cost, in points (hundredths); negative where the score rose."""
        return 100 * (self.before - self.after)

    @property
    def judged(self) -> bool:
        """Whether there is enough to judge by."""
        return self.instances >= LEAST_INSTANCES

    def bent(self, most: float) -> bool:
        """Whether it fell by more than `most` points."""
        return self.judged and self.drop > most + _ROUNDING


class Utility(FileModel):
    """`utility.json` of a bundle. `drop_at_most`: points by which no score may fall."""

    format: Literal["entrophy-utility/1"]
    drop_at_most: float = Field(ge=0)
    judged_from_instances: int
    scores: tuple[Score, ...]

    def bent(self) -> list[Score]:
        """The scores that fell too far."""
        return [score for score in self.scores if score.bent(self.drop_at_most)]


def utility(
    before: Mapping[str, Rows], after: Mapping[str, Rows], drop_at_most: float, progress: Progress = no_progress
) -> Utility:
    """Score every domain. `before` and `after` hold the same instances, each by instance, then time; they are gone
    through several times. A domain with one instance, or one fold, has no score: there is nothing to learn from."""
    scores: list[Score] = []
    for done, domain in enumerate(sorted(after)):
        scores += _of_domain(domain, before[domain], after[domain])
        progress("usefulness", done + 1, len(after))
    return Utility(
        format="entrophy-utility/1",
        drop_at_most=drop_at_most,
        judged_from_instances=LEAST_INSTANCES,
        scores=tuple(scores),
    )


def _of_domain(domain: str, before: Rows, after: Rows) -> Iterator[Score]:
    uuids = {str(row["process_instance_uuid"]) for row in after}
    looked_at = frozenset(sorted(uuids, key=lambda uuid: sha256(uuid.encode()).digest())[:MOST_INSTANCES])
    for read, text in _TEXTS.items():
        released = read_domain(domain, _Some(after, looked_at), text)
        # The twin is dealt alike, whatever its processes were called.
        captured = replace(read_domain(domain, _Some(before, looked_at), text), folds=released.folds)
        if len(set(released.folds.values())) < 2:
            return
        for task, names in _ASKED[read].items():
            file = CLASSIFICATION_FILE if task == "classification" else SEGMENTATION_FILE
            old, new = (tuple(side.samples(file)) for side in (captured, released))
            for name in names:
                yield Score(
                    domain=domain,
                    task=task,
                    input=read,
                    baseline=name,
                    measure="accuracy" if task == "classification" else "boundary F1",
                    instances=len(looked_at),
                    samples=len(new),
                    before=_score(name, old),
                    after=_score(name, new),
                )


def _score(name: str, samples: Sequence[ClassificationSample | SegmentationSample]) -> float:
    """What a baseline scores on samples, each fold by what was learned on the others."""
    baseline = BASELINES[name]
    if isinstance(baseline, Classifier):
        asked = [sample for sample in samples if isinstance(sample, ClassificationSample)]
        answers = classified(baseline, asked)[0]
        return fmean(answer == sample.label for (_, answer), sample in zip(answers, asked, strict=True))
    told = [sample for sample in samples if isinstance(sample, SegmentationSample)]
    found = segmented(baseline, told)[0]
    return added(
        match([segment["start_index"] for segment in answer[1:]], true_starts(sample), NEAR)
        for (_, answer), sample in zip(found, told, strict=True)
    ).f1


@dataclass(frozen=True, slots=True)
class _Some:
    """The rows of some instances, read anew each time."""

    rows: Rows
    uuids: frozenset[str]

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return (row for row in self.rows if row["process_instance_uuid"] in self.uuids)
