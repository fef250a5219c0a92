"""The task files of a bundle, read and held against `benchmark_tasks.json`; where their bytes come from is the
caller's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from evaluation.tasks.records import TASKS_FILE, ClassificationSample, SegmentationSample, Tasks
from redaction.errors import BundleError
from validation.files.file_models import FileModel, WrongFields, parsed

Bytes = Callable[[str], bytes]
"""The bytes of a file of the bundle by its name; BundleError where there is none, or it is not what was signed."""
_REMEDY = "fetch the bundle again, or build it again."

S = TypeVar("S", ClassificationSample, SegmentationSample)
F = TypeVar("F", bound=FileModel)


@dataclass(frozen=True, slots=True)
class Classification:
    """The samples of classification and the candidate classes of each domain, in the order of the file."""

    samples: tuple[ClassificationSample, ...]
    classes: dict[str, tuple[str, ...]]


def read_tasks(read: Bytes) -> Tasks:
    """What there is of each task, and the classes with their definitions. BundleError if it is not of its form."""
    try:
        return parsed(Tasks, read(TASKS_FILE))
    except WrongFields as error:
        raise BundleError(f"{error}.", record=TASKS_FILE, remedy=_REMEDY) from None


def read_classification(read: Bytes, name: str) -> Classification:
    """The samples of a task file. BundleError if a line is not of its form, or its label no class of its domain."""
    tasks = read_tasks(read)
    classes = {domain: tuple(one.process_name for one in told.classes) for domain, told in tasks.domains.items()}
    samples = _samples(read, name, ClassificationSample, tasks)
    for number, sample in enumerate(samples, start=1):
        if sample.label not in classes[sample.domain]:
            raise _wrong(name, number, "its label is no class of its domain.")
    return Classification(samples, classes)


def read_segmentation(read: Bytes, name: str) -> tuple[SegmentationSample, ...]:
    """The samples of a task file. BundleError if a line is not of its form, or its segments do not cover the sequence
    one after the other."""
    samples = _samples(read, name, SegmentationSample, read_tasks(read))
    for number, sample in enumerate(samples, start=1):
        after = 0
        for segment in sample.segments:
            if segment.start_index != after or segment.end_index < after:
                raise _wrong(name, number, "its segments are not contiguous.")
            after = segment.end_index + 1
        if after != len(sample.sequence):
            raise _wrong(name, number, "its segments do not cover the sequence.")
    return samples


def _samples(read: Bytes, name: str, model: type[S], tasks: Tasks) -> tuple[S, ...]:
    samples = tuple(_lines(read(name), name, model))
    seen: set[str] = set()
    for number, sample in enumerate(samples, start=1):
        told = tasks.domains.get(sample.domain)
        if told is None:
            raise _wrong(name, number, f"its domain is not in {TASKS_FILE}.")
        if sample.id in seen:
            raise _wrong(name, number, "its id stands twice.")
        if sample.fold >= told.folds:
            raise _wrong(name, number, f"its fold is none of {TASKS_FILE}.")
        seen.add(sample.id)
    counted = Counter(sample.domain for sample in samples)
    for domain, told in tasks.domains.items():
        if counted[domain] != told.samples.get(name, 0):
            raise BundleError(f"it does not hold as many samples as {TASKS_FILE} says.", record=name, remedy=_REMEDY)
    if not samples:
        raise BundleError("it holds no samples.", record=name, remedy="take a bundle with samples of this task.")
    return samples


def _lines(data: bytes, name: str, model: type[F]) -> Iterator[F]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line:
            try:
                yield parsed(model, line)
            except WrongFields as error:
                raise _wrong(name, number, f"{error}.") from None


def _wrong(name: str, number: int, what: str) -> BundleError:
    return BundleError(what, record=f"{name}:{number}", remedy=_REMEDY)
