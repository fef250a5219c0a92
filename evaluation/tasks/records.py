"""What a line of a task file holds (JSON lines), and what `benchmark_tasks.json` says of all of them.

A sample's input is `sequence`, the descriptions of its interactions in order, and, in the multimodal variants,
`screenshots`; everything else is the answer or says where the sample is from. Positions are 0-based and inclusive.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from validation.files.file_models import FileModel

SEED = 2404
"""From which samples of segmentation are drawn, as in the published benchmark."""

TASKS_FILE = "benchmark_tasks.json"
SCHEMA_FILE = "benchmark_schema.json"
CLASSIFICATION_FILE = "benchmark_classification.jsonl"
CLASSIFICATION_IMAGES_FILE = "benchmark_classification_multimodal.jsonl"
SEGMENTATION_FILE = "benchmark_segmentation.jsonl"
SEGMENTATION_IMAGES_FILE = "benchmark_segmentation_multimodal.jsonl"

Position = Annotated[int, Field(ge=0)]
"""Of an interaction in `sequence`, from 0."""


class Shot(FileModel):
    """A screenshot of a sample: the interaction it was taken at, and its file in the domain's archive."""

    index: Position
    screenshot: str


class Segment(FileModel):
    """One workflow instance in a sequence: its first and last interaction, both inclusive."""

    start_index: Position
    end_index: Position
    process_name: str
    instance: str


class ClassificationSample(FileModel):
    """One workflow instance; the answer is `label`, one of the domain's classes."""

    id: str
    domain: str
    fold: Position
    instance: str
    sequence: tuple[str, ...] = Field(min_length=1)
    label: str
    screenshots: tuple[Shot, ...] | None = None

    def owner(self, at: int) -> tuple[str, int]:
        """The instance that position `at` of the sequence is of, and its position in that."""
        return self.instance, at


class SegmentationSample(FileModel):
    """Several instances one after another; the answer is `segments`, contiguous and covering."""

    id: str
    domain: str
    fold: Position
    sequence: tuple[str, ...] = Field(min_length=1)
    segments: tuple[Segment, ...] = Field(min_length=2)
    screenshots: tuple[Shot, ...] | None = None

    def owner(self, at: int) -> tuple[str, int]:
        """The instance that position `at` of the sequence is of, and its position in that."""
        segment = next(one for one in self.segments if at <= one.end_index)
        return segment.instance, at - segment.start_index


class ProcessClass(FileModel):
    """A candidate class: the process, and its definition where there is one."""

    process_name: str
    definition: str | None


class DomainTasks(FileModel):
    """The tasks of one domain. Instances are dealt into `folds` folds by process; all of a sample is of one fold, so
    that whoever fits on other folds has met no part of it."""

    folds: Annotated[int, Field(ge=1)]
    classes: tuple[ProcessClass, ...]
    samples: dict[str, int]
    """Task file → samples of this domain in it."""


class Tasks(FileModel):
    """`benchmark_tasks.json`. Other samples from the same rows would be another format."""

    format: Literal["entrophy-tasks/1"]
    seed: int
    domains: dict[str, DomainTasks]


SAMPLES: dict[str, type[ClassificationSample] | type[SegmentationSample]] = {
    CLASSIFICATION_FILE: ClassificationSample,
    CLASSIFICATION_IMAGES_FILE: ClassificationSample,
    SEGMENTATION_FILE: SegmentationSample,
    SEGMENTATION_IMAGES_FILE: SegmentationSample,
}
"""Task file → what a line of it is."""
