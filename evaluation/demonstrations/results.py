"""What an evaluation over demonstrations found, as it is written to `results.json`."""

from __future__ import annotations

from typing import Literal

from evaluation.demonstrations.records import Task
from evaluation.replies import Reason
from evaluation.results import Count, Figure, Interval, Source
from validation.files.file_models import FileModel

FORMAT: Literal["entrophy-demonstration-evaluation/1"] = "entrophy-demonstration-evaluation/1"
"""Other metrics, or the same by another formula, are another format."""
NO_JUDGE = "no judge needed"


class Measure(FileModel):
    """A figure over samples, with the interval of the bootstrap. `deviation`, where the figure is a mean: the standard
    deviation of the samples' own."""

    value: Figure
    interval: Interval
    deviation: Figure | None


class EachSample(FileModel):
    """One sample: why it has no answer or no judgement, and its own figures."""

    id: str
    site: str
    unanswered: Reason | None
    unjudged: Reason | None
    figures: dict[str, Figure]


class DemonstrationResults(FileModel):
    """`results.json`. `judged_by` says who matched or marked: nobody, a model, or the offline matcher, whose measures
    are named `offline_…` besides. Samples that could not be judged are in no measure."""

    format: Literal["entrophy-demonstration-evaluation/1"] = FORMAT
    task: Task
    source: Source
    judged_by: str
    samples: Count
    unanswered: dict[Reason, Count]
    unjudged: dict[Reason, Count]
    measures: dict[str, Measure]
    each: tuple[EachSample, ...]
