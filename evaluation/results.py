"""What an evaluation found, as it is written to `results.json`. Shares and scores from 0 to 1, six digits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from evaluation.replies import Reason
from validation.files.file_models import FileModel

FORMAT: Literal["entrophy-evaluation/1"] = "entrophy-evaluation/1"
"""Other metrics, or the same by another formula, are another format."""
_DIGITS = 6

Figure = Annotated[float, AfterValidator(lambda value: round(value, _DIGITS))]
Count = Annotated[int, Field(ge=0)]


class Interval(FileModel):
    """Percentile interval of the bootstrap by sample."""

    low: Figure
    high: Figure


class Averages(FileModel):
    """Over classes: `macro` each class alike, `weighted` by its samples."""

    precision: Figure
    recall: Figure
    f1: Figure


class ClassScores(FileModel):
    """One class against the others."""

    process_name: str
    samples: Count
    correct: Count
    precision: Figure
    recall: Figure
    f1: Figure


class ClassificationScores(FileModel):
    """Of a domain, or of all samples together."""

    samples: Count
    correct: Count
    unanswered: dict[Reason, Count]
    accuracy: Figure
    accuracy_interval: Interval
    macro: Averages
    macro_f1_interval: Interval
    weighted: Averages


class DomainClassification(ClassificationScores):
    """`confusion` has a row a true class and a column a predicted one, in the order of `classes`, then one for samples
    without an answer."""

    classes: tuple[ClassScores, ...]
    confusion: tuple[tuple[Count, ...], ...]


class ClassifiedSample(FileModel):
    """One sample, and what was answered."""

    id: str
    domain: str
    label: str
    answer: str | None
    reason: Reason | None


class Source(FileModel):
    """Which bytes were scored: SHA-256 of the task file and of the predictions."""

    task_file: str
    task_sha256: str
    predictions_sha256: str


class ClassificationResults(FileModel):
    """`results.json` of classification."""

    format: Literal["entrophy-evaluation/1"] = FORMAT
    task: Literal["classification"] = "classification"
    source: Source
    overall: ClassificationScores
    domains: dict[str, DomainClassification]
    each: tuple[ClassifiedSample, ...]


class BoundaryScores(FileModel):
    """At one tolerance, in interactions: over all boundaries together, and the mean of the samples' own figures."""

    tolerance: Count
    precision: Figure
    recall: Figure
    f1: Figure
    f1_interval: Interval
    mean_precision: Figure
    mean_recall: Figure
    mean_f1: Figure


class SegmentationScores(FileModel):
    """Of a domain, or of all samples together. Boundaries and `edit_distance` are means a sample."""

    samples: Count
    unanswered: dict[Reason, Count]
    boundaries: tuple[BoundaryScores, ...]
    edit_distance: Figure
    boundary_similarity: Figure
    true_boundaries: Figure
    predicted_boundaries: Figure


class SegmentedSample(FileModel):
    """One sample; figures at the first of the tolerances."""

    id: str
    domain: str
    reason: Reason | None
    precision: Figure
    recall: Figure
    f1: Figure
    edit_distance: Figure


class SegmentationResults(FileModel):
    """`results.json` of segmentation."""

    format: Literal["entrophy-evaluation/1"] = FORMAT
    task: Literal["segmentation"] = "segmentation"
    source: Source
    overall: SegmentationScores
    domains: dict[str, SegmentationScores]
    each: tuple[SegmentedSample, ...]


class Spread(FileModel):
    """Of cosine similarities: mean, 10th and 90th percentile; None where there is no pair."""

    pairs: Count
    mean: Figure
    p10: Figure
    p90: Figure


class ProcessSimilarity(FileModel):
    """How alike the instances of one process are, and how alike to those of the others of its domain."""

    process_name: str
    instances: Count
    within: Spread | None
    between: Spread | None


class DomainSimilarity(FileModel):
    """`instances` in the order of the matrix: by process, then by id."""

    within: Spread | None
    between: Spread | None
    processes: tuple[ProcessSimilarity, ...]
    instances: tuple[str, ...]


class SimilarityResults(FileModel):
    """`results.json` of similarity."""

    format: Literal["entrophy-evaluation/1"] = FORMAT
    task: Literal["similarity"] = "similarity"
    model: str
    domains: dict[str, DomainSimilarity]
