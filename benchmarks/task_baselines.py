"""What the offline baselines reach on benchmark tasks of full size, and how long they take.

    PYTHONPATH=. .venv/bin/python -m benchmarks.task_baselines [BASELINE …] [--rows 50312] [--similarity]

Generated recordings with the published profile (benchmarks/row_profile.py) as rows before redaction, tasks as a bundle
has them. The work in them is simpler than people's: figures tell how baselines compare and what they cost, not what
the published dataset is like. Seconds on one thread.
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.row_batches import write_profile
from benchmarks.row_profile import ROWS
from evaluation.baselines.baseline import Baseline, Classifier
from evaluation.baselines.folds import classified, segmented
from evaluation.baselines.table import BASELINES
from evaluation.classify import classification_results
from evaluation.predictions import predictions_bytes, read_predictions
from evaluation.results import Source
from evaluation.segment import segmentation_results
from evaluation.similarity import executions, matrices, similarity_results
from evaluation.task_files import read_classification, read_segmentation
from evaluation.tasks.build import task_files
from evaluation.tasks.records import CLASSIFICATION_FILE, SEGMENTATION_FILE
from redaction.capture.captures import read_batch_counted
from redaction.capture.interactions import interactions
from redaction.policy import Policy

SOURCE = Source(task_file="", task_sha256="", predictions_sha256="")
Rows = dict[str, list[dict[str, Any]]]


def generated(rows: int) -> Rows:
    """Domain → rows by instance, then time."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for batch in write_profile(Path(folder), rows):
            read, _ = read_batch_counted(batch, Policy().capture)
            found[read.domain] = [row.as_dict() for row, _ in interactions(read)]
    return found


def tasks_of(rows: Rows) -> dict[str, bytes]:
    """The task files of a bundle with these rows."""
    names = sorted({(domain, row["process_name"]) for domain, some in rows.items() for row in some})
    processes = [{"domain": domain, "process_name": name, "definition": None} for domain, name in names]
    return {name: b"".join(data) for name, data in task_files(rows, processes).items()}


def measured(baseline: Baseline, files: dict[str, bytes]) -> str:
    """A row of the table: name, seconds, scores of each domain and of all."""
    start = perf_counter()
    if isinstance(baseline, Classifier):
        task = read_classification(files.__getitem__, CLASSIFICATION_FILE)
        answers, _ = classified(baseline, task.samples)
        seconds = perf_counter() - start
        found = read_predictions(predictions_bytes(answers), [one for one, _ in answers])
        results = classification_results(task, found, SOURCE)
        told = [f"{of.accuracy:.3f} / {of.macro.f1:.3f}" for of in (*results.domains.values(), results.overall)]
    else:
        samples = read_segmentation(files.__getitem__, SEGMENTATION_FILE)
        answers, _ = segmented(baseline, samples)
        seconds = perf_counter() - start
        found = read_predictions(predictions_bytes(answers), [one for one, _ in answers])
        scored = segmentation_results(samples, found, SOURCE)
        told = [
            f"{of.boundaries[0].f1:.3f} / {of.boundaries[1].f1:.3f} / {of.edit_distance:.2f}"
            for of in (*scored.domains.values(), scored.overall)
        ]
    return f"| {baseline.name} | {' | '.join(told)} | {seconds:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("baselines", nargs="*", help="by name; all of them without one")
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--similarity", action="store_true", help="embed all instances, too")
    told = parser.parse_args()
    rows = generated(told.rows)
    files = tasks_of(rows)
    print(f"{sum(map(len, rows.values())):,} rows")
    for task, columns in (
        ("classification", "accuracy / macro F1"),
        ("segmentation", "boundary F1 exact / within 5 / edit distance"),
    ):
        print(f"\n{task}: {columns}\n\n| baseline | {' | '.join((*sorted(rows), 'all'))} | s |")
        print(f"| --- | {'--- | ' * (len(rows) + 2)}".rstrip())
        for baseline in BASELINES.values():
            if baseline.task == task and baseline.name in (told.baselines or BASELINES):
                print(measured(baseline, files), flush=True)
    if told.similarity:
        known = executions(
            (domain, group[0]["process_name"], uuid, group)
            for domain, some in rows.items()
            for uuid, found in groupby(some, key=lambda row: str(row["process_instance_uuid"]))
            for group in [list(found)]
        )
        start = perf_counter()
        compared = matrices(known)
        seconds = perf_counter() - start
        distinct = len({text for one in known for text in one.sentences})
        print(f"\n{distinct:,} distinct sentences in {seconds:.0f} s, {distinct / seconds:.0f} a second")
        for name, of in similarity_results(compared).domains.items():
            print(name, "within", of.within, "between", of.between)


if __name__ == "__main__":
    main()
