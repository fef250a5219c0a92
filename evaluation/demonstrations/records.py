"""What a line of a task file over demonstrations holds (JSON lines), task by task.

Of a sample `truth`, `reference` or `answer` is what is asked for. A frame's `screenshot` says where its pixels lie: the
path names demonstration and place, so that whoever asks a model sends the pixels and never the path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from pydantic import Field

from evaluation.tasks.records import SEED as SEED
from validation.files.file_models import FileModel

FORMAT: Literal["entrophy-demonstration-tasks/1"] = "entrophy-demonstration-tasks/1"
"""Other samples from the same demonstrations would be another format."""
TASKS_FILE = "demonstration_tasks.json"

Task = Literal["sop-generation", "segmentation", "question-answering", "validation", "sop-ranking", "sop-improvement"]
TASKS: tuple[Task, ...] = get_args(Task)

Lines = tuple[str, ...]
"""The steps of a guide."""


class Frame(FileModel):
    """A state with its key frame, and what was done there in words; None at the last, and where actions are no part of
    the task."""

    id: str
    url: str
    tab: str
    action: str | None
    screenshot: str | None


class SopGenerationSample(FileModel):
    """Write the guide of this demonstration."""

    id: str
    site: str
    demonstration: str
    intent: str
    frames: tuple[Frame, ...] = Field(min_length=1)
    reference: Lines = Field(min_length=1)


class SegmentationSample(FileModel):
    """Several demonstrations of one site in one recording: which frame is of which? `truth` has each frame's letter,
    one of `workflows` (letter → intent); `demonstrations` tells which those were."""

    id: str
    site: str
    arrangement: Literal["concatenated", "interleaved"]
    workflows: dict[str, str]
    frames: tuple[Frame, ...] = Field(min_length=1)
    truth: dict[str, str]
    demonstrations: dict[str, str]


class Shown(FileModel):
    """What a question is answered from: the guide of a demonstration, or its frames."""

    demonstration: str
    intent: str
    sop: Lines | None
    frames: tuple[Frame, ...] | None


class QuestionSample(FileModel):
    """A question about one or more demonstrations."""

    id: str
    site: str
    question: str
    template: str
    shown: tuple[Shown, ...] = Field(min_length=1)
    answer: str


class ValidationSample(FileModel):
    """`completion`: was the workflow completed? `trajectory`: do the frames follow the guide exactly? `change` is what
    was done to the demonstration to make a sample of which that is not so."""

    id: str
    site: str
    kind: Literal["completion", "trajectory"]
    demonstration: str
    intent: str
    sop: Lines
    frames: tuple[Frame, ...] = Field(min_length=1)
    change: Literal["none", "truncated", "shuffled", "skipped"]
    truth: bool


class RankingSample(FileModel):
    """Guides that several people wrote for one task: which is the best? `truth` has all letters, the best first."""

    id: str
    site: str
    task_id: str
    intent: str
    sops: dict[str, Lines]
    truth: tuple[str, ...] = Field(min_length=2)
    demonstrations: dict[str, str]


class ImprovementSample(FileModel):
    """The frames of a task's best demonstration and the guide of its worst: write a better one. `reference` is the
    guide of the best."""

    id: str
    site: str
    task_id: str
    demonstration: str
    intent: str
    frames: tuple[Frame, ...] = Field(min_length=1)
    sop: Lines = Field(min_length=1)
    reference: Lines = Field(min_length=1)


Sample = (
    SopGenerationSample | SegmentationSample | QuestionSample | ValidationSample | RankingSample | ImprovementSample
)

SAMPLES: Mapping[Task, type[Sample]] = {
    "sop-generation": SopGenerationSample,
    "segmentation": SegmentationSample,
    "question-answering": QuestionSample,
    "validation": ValidationSample,
    "sop-ranking": RankingSample,
    "sop-improvement": ImprovementSample,
}
"""Task → what a line of its file is."""


def file_of(task: Task) -> str:
    """The name of a task's file."""
    return f"demonstration_{task.replace('-', '_')}.jsonl"


class TaskCounts(FileModel):
    """How many samples a task has, and by reason how much there was of which none could be made."""

    samples: Annotated[int, Field(ge=0)]
    left_out: dict[str, Annotated[int, Field(ge=0)]]


class DemonstrationTasks(FileModel):
    """`demonstration_tasks.json`."""

    format: Literal["entrophy-demonstration-tasks/1"]
    seed: int
    demonstrations: Annotated[int, Field(ge=0)]
    tasks: dict[Task, TaskCounts]
