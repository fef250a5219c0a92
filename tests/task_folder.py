"""Benchmark tasks of invented work, small enough to be checked by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from evaluation.tasks.records import (
    CLASSIFICATION_FILE,
    CLASSIFICATION_IMAGES_FILE,
    SEED,
    SEGMENTATION_FILE,
    SEGMENTATION_IMAGES_FILE,
    TASKS_FILE,
    ClassificationSample,
    DomainTasks,
    ProcessClass,
    Segment,
    SegmentationSample,
    Tasks,
)

#: process → what is done in it
WORK = {
    "Invoice creation": ("Open the invoice form", "Enter the amount", "Save the invoice"),
    "Vendor onboarding": ("Look up the tax number", "Attach the bank letter", "Approve the vendor"),
    "Job creation": ("Copy the job posting", "Describe the role", "Publish the posting"),
}
FINANCE = ("Invoice creation", "Vendor onboarding")
HR = ("Job creation",)
FOLDS = 3


def work(process: str, length: int = 12) -> tuple[str, ...]:
    """So many descriptions of a process, one after the other and again."""
    steps = WORK[process]
    return tuple(steps[number % len(steps)] for number in range(length))


def classified(number: int, domain: str, process: str, fold: int, length: int = 12) -> ClassificationSample:
    """One sample."""
    return ClassificationSample(
        id=f"{domain}-{number}",
        domain=domain,
        fold=fold,
        instance=f"instance-{number}",
        sequence=work(process, length),
        label=process,
    )


def segmented(number: int, domain: str, processes: Sequence[str], fold: int, length: int = 12) -> SegmentationSample:
    """One sample: an instance of each process, `length` interactions each."""
    return SegmentationSample(
        id=f"{domain}-{number}",
        domain=domain,
        fold=fold,
        sequence=tuple(step for process in processes for step in work(process, length)),
        segments=tuple(
            Segment(start_index=n * length, end_index=(n + 1) * length - 1, process_name=process, instance=f"i{n}")
            for n, process in enumerate(processes)
        ),
    )


def classification_samples() -> list[ClassificationSample]:
    """Finance: both processes in each of three folds, the second only once; HR: one process, one fold."""
    finance = [
        classified(number, "Finance", process, fold, 12 + fold)
        for number, (process, fold) in enumerate(
            [*((FINANCE[0], fold) for fold in (0, 1, 2, 0)), *((FINANCE[1], fold) for fold in (0, 1, 2))]
        )
    ]
    return [*finance, classified(0, "HR", HR[0], 0)]


def segmentation_samples() -> list[SegmentationSample]:
    """Finance: three folds of two samples; HR: one sample, whose two instances are of one process."""
    finance = [
        segmented(number, "Finance", FINANCE if number % 2 else FINANCE[::-1], number // 2, 20) for number in range(6)
    ]
    return [*finance, segmented(0, "HR", HR * 2, 0)]


def lines(models: Iterable[ClassificationSample | SegmentationSample]) -> bytes:
    """A task file."""
    return "".join(one.model_dump_json(exclude_none=True) + "\n" for one in models).encode()


def task_files() -> dict[str, bytes]:
    """The files of a bundle that tell its tasks, by name."""
    samples = {
        CLASSIFICATION_FILE: classification_samples(),
        CLASSIFICATION_IMAGES_FILE: classification_samples()[:3],
        SEGMENTATION_FILE: segmentation_samples(),
        SEGMENTATION_IMAGES_FILE: segmentation_samples()[:2],
    }
    domains = {
        domain: DomainTasks(
            folds=folds,
            classes=tuple(ProcessClass(process_name=name, definition=None) for name in names),
            samples={name: sum(one.domain == domain for one in some) for name, some in samples.items()},
        )
        for domain, folds, names in (("Finance", FOLDS, FINANCE), ("HR", 1, HR))
    }
    tasks = Tasks(format="entrophy-tasks/1", seed=SEED, domains=domains)
    return {TASKS_FILE: tasks.model_dump_json().encode(), **{name: lines(some) for name, some in samples.items()}}


def write_tasks(folder: Path) -> Path:
    """The folder with those files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in task_files().items():
        (folder / name).write_bytes(data)
    return folder
