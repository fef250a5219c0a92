"""The task files of released demonstrations, and nothing else: whoever has those makes the same bytes again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from evaluation.demonstrations import (
    question_answering,
    segmentation,
    sop_generation,
    sop_improvement,
    sop_ranking,
    validation,
)
from evaluation.demonstrations.builder import Builder, Built
from evaluation.demonstrations.draws import Draws
from evaluation.demonstrations.records import (
    FORMAT,
    SAMPLES,
    SEED,
    TASKS,
    TASKS_FILE,
    DemonstrationTasks,
    Sample,
    Task,
    TaskCounts,
    file_of,
)
from evaluation.demonstrations.released import Released, read_released
from redaction.errors import BundleError
from validation.files.file_models import FileModel, WrongFields, parsed

BUILDERS: Mapping[Task, Builder] = {
    "sop-generation": sop_generation.build,
    "segmentation": segmentation.build,
    "question-answering": question_answering.build,
    "validation": validation.build,
    "sop-ranking": sop_ranking.build,
    "sop-improvement": sop_improvement.build,
}
"""One more task is one file and one line here, and in `records.py` what its samples are."""

M = TypeVar("M", bound=FileModel)


def task_files(released: Released, seed: int = SEED) -> dict[str, bytes]:
    """File name → its bytes: a file for each task that has a sample, and `demonstration_tasks.json`."""
    built = {task: BUILDERS[task](released, Draws(seed)) for task in TASKS}
    told = DemonstrationTasks(
        format=FORMAT,
        seed=seed,
        demonstrations=len(released.demonstrations),
        tasks={task: TaskCounts(samples=len(one.samples), left_out=_left_out(one)) for task, one in built.items()},
    )
    files = {TASKS_FILE: (json.dumps(told.model_dump(), ensure_ascii=False, indent=2) + "\n").encode()}
    return files | {file_of(task): lines(one) for task, one in built.items() if one.samples}


def lines(built: Built[Sample]) -> bytes:
    """The samples of a task as its file."""
    return b"".join((json.dumps(one.model_dump(), ensure_ascii=False) + "\n").encode() for one in built.samples)


def task_bytes(path: Path, task: Task, seed: int = SEED, prepare: Callable[[], None] = lambda: None) -> bytes:
    """The file of a task: as it lies in a folder that `task_files` were written into, else made of the demonstrations
    at `path`. BundleError if there are none, or no sample. `prepare` is called before demonstrations are read."""
    name = file_of(task)
    if (path / TASKS_FILE).is_file():
        counts = told_counts(path)
        data = (path / name).read_bytes() if counts.tasks[task].samples else b""
        found = data.count(b"\n")
        if found != counts.tasks[task].samples:
            raise BundleError(f"it does not hold as many samples as {TASKS_FILE} says.", record=name, remedy=_AGAIN)
    else:
        prepare()
        data = lines(BUILDERS[task](read_released(path), Draws(seed)))
    if not data:
        raise BundleError("there are no samples of this task.", record=name, remedy=_OTHER)
    return data


_AGAIN = "build the task files again."
_OTHER = "take demonstrations with guides, rankings or questions, as the task needs them (docs/demonstration-tasks.md)."


def told_counts(folder: Path) -> DemonstrationTasks:
    """What `demonstration_tasks.json` says. BundleError if it is not of its form."""
    return _parsed(DemonstrationTasks, (folder / TASKS_FILE).read_bytes(), TASKS_FILE)


def read_samples(data: bytes, task: Task) -> tuple[Any, ...]:
    """The samples of a task file (`SAMPLES[task]`). BundleError if a line is not of its form, or an id stands twice."""
    name = file_of(task)
    samples = [
        _parsed(SAMPLES[task], line, f"{name}:{number}")
        for number, line in enumerate(data.split(b"\n"), start=1)
        if line
    ]
    if len({one.id for one in samples}) != len(samples):
        raise BundleError("an id stands twice.", record=name, remedy=_AGAIN)
    return tuple(samples)


def _parsed(model: type[M], data: bytes, record: str) -> M:
    try:
        return parsed(model, data)
    except WrongFields as error:
        raise BundleError(f"{error}.", record=record, remedy=_AGAIN) from None


def _left_out(built: Built[Sample]) -> dict[str, int]:
    return {reason: count for reason, count in sorted(built.left_out.items()) if count}
