"""Task files made of released rows, and nothing else: whoever has the rows makes the same bytes again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.tasks.draws import MOST, MOST_WITH_IMAGES, folds_of, samples_of
from evaluation.tasks.instances import Instance, description, instances, spread
from evaluation.tasks.records import (
    CLASSIFICATION_FILE,
    CLASSIFICATION_IMAGES_FILE,
    SAMPLES,
    SCHEMA_FILE,
    SEED,
    SEGMENTATION_FILE,
    SEGMENTATION_IMAGES_FILE,
    TASKS_FILE,
    ClassificationSample,
    DomainTasks,
    ProcessClass,
    Segment,
    SegmentationSample,
    Shot,
    Tasks,
)
from evaluation.tasks.schema import tasks_schema

SHOTS_OF_AN_INSTANCE = 5
"""Screenshots of a sample of classification, spread evenly over those that were taken."""
SHOTS_OF_A_SEGMENT = 3
"""Screenshots of each instance in a sample of segmentation."""

Rows = Iterable[Mapping[str, Any]]
Text = Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True, slots=True)
class DomainSamples:
    """A domain's rows, the fold of each instance, the instances with a screenshot, and what is said of a row."""

    name: str
    rows: Rows
    folds: Mapping[str, int]
    filmed: frozenset[str]
    text: Text = description

    def drawn(self, file: str) -> list[tuple[int, Sequence[str]]]:
        """The samples of a file of segmentation: fold, and instances one after another."""
        if file == SEGMENTATION_FILE:
            return samples_of("segmentation", self.name, self.folds, MOST)
        filmed = {uuid: fold for uuid, fold in self.folds.items() if uuid in self.filmed}
        return samples_of("segmentation-multimodal", self.name, filmed, MOST_WITH_IMAGES)

    def number(self, file: str) -> int:
        """How many samples of this domain a file holds."""
        if file == CLASSIFICATION_FILE:
            return len(self.folds)
        return len(self.filmed) if file == CLASSIFICATION_IMAGES_FILE else len(self.drawn(file))

    def samples(self, file: str) -> Iterator[ClassificationSample | SegmentationSample]:
        """The samples of this domain in a file."""
        images = file in (CLASSIFICATION_IMAGES_FILE, SEGMENTATION_IMAGES_FILE)
        if SAMPLES[file] is ClassificationSample:
            chosen = self.filmed if images else self.folds.keys()
            return (self._classification(one, images) for one in instances(self.rows, self.text) if one.uuid in chosen)
        return self._segmentation(self.drawn(file), images)

    def _classification(self, one: Instance, images: bool) -> ClassificationSample:
        return ClassificationSample(
            id=f"classification{'-multimodal' * images}/{self.name}/{one.uuid}",
            domain=self.name,
            fold=self.folds[one.uuid],
            instance=one.uuid,
            sequence=one.sequence,
            label=one.process,
            screenshots=tuple(_shots(one, SHOTS_OF_AN_INSTANCE)) if images else None,
        )

    def _segmentation(self, drawn: list[tuple[int, Sequence[str]]], images: bool) -> Iterator[SegmentationSample]:
        needed = {uuid for _, uuids in drawn for uuid in uuids}
        known = {one.uuid: one for one in instances(self.rows, self.text) if one.uuid in needed} if needed else {}
        for number, (fold, uuids) in enumerate(drawn):
            sequence: list[str] = []
            segments: list[Segment] = []
            shots: list[Shot] = []
            for one in (known[uuid] for uuid in uuids):
                first = len(sequence)
                shots += _shots(one, SHOTS_OF_A_SEGMENT, first)
                sequence += one.sequence
                segments.append(
                    Segment(start_index=first, end_index=len(sequence) - 1, process_name=one.process, instance=one.uuid)
                )
            yield SegmentationSample(
                id=f"segmentation{'-multimodal' * images}/{self.name}/{number:03d}",
                domain=self.name,
                fold=fold,
                sequence=tuple(sequence),
                segments=tuple(segments),
                screenshots=tuple(shots) if images else None,
            )


def _shots(one: Instance, most: int, first: int = 0) -> Iterator[Shot]:
    """Up to `most` screenshots of an instance whose first interaction stands at `first` of the sample."""
    for at in spread(len(one.shots), most):
        index, name = one.shots[at]
        yield Shot(index=first + index, screenshot=name)


def read_domain(name: str, rows: Rows, text: Text = description) -> DomainSamples:
    """A domain by its rows as they are released; they are gone through several times. `text` is what a sample says of
    an interaction."""
    processes: dict[str, str] = {}
    filmed: set[str] = set()
    for one in instances(rows):
        processes[one.uuid] = one.process
        if one.shots:
            filmed.add(one.uuid)
    return DomainSamples(name, rows, folds_of(name, processes), frozenset(filmed), text)


def task_files(domains: Mapping[str, Rows], processes: Iterable[Mapping[str, Any]]) -> dict[str, Iterator[bytes]]:
    """File name → its bytes, a line at a time: every task file that has a sample, what there is of each, and the
    schema of their lines.

    `domains` are the rows by domain as they are released (by instance, then time); each is gone through several times.
    `processes` are the entries of processes.json. In memory are the instances that samples of segmentation are made
    of, and one more.
    """
    read = [read_domain(name, rows) for name, rows in sorted(domains.items())]
    classes: dict[str, list[ProcessClass]] = {}
    for entry in processes:
        candidate = ProcessClass(process_name=entry["process_name"], definition=entry["definition"])
        classes.setdefault(entry["domain"], []).append(candidate)
    tasks = Tasks(
        format="entrophy-tasks/1",
        seed=SEED,
        domains={
            domain.name: DomainTasks(
                folds=max(domain.folds.values(), default=0) + 1,
                classes=tuple(classes.get(domain.name, ())),
                samples={file: domain.number(file) for file in SAMPLES},
            )
            for domain in read
        },
    )
    files: dict[str, Iterator[bytes]] = {
        TASKS_FILE: iter([_indented(tasks.model_dump())]),
        SCHEMA_FILE: iter([_indented(tasks_schema())]),
    }
    for file in SAMPLES:
        if any(domain.number(file) for domain in read):
            files[file] = _lines(read, file)
    return files


def _lines(domains: Iterable[DomainSamples], file: str) -> Iterator[bytes]:
    return (_line(sample) for domain in domains for sample in domain.samples(file))


def _line(sample: ClassificationSample | SegmentationSample) -> bytes:
    return (json.dumps(sample.model_dump(exclude_none=True), ensure_ascii=False) + "\n").encode()


def _indented(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()
