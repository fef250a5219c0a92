"""Benchmark tasks against the rows: every task file is made again and held against the one in the bundle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pydantic import TypeAdapter

from evaluation.results import SimilarityResults
from evaluation.tasks.build import task_files
from evaluation.tasks.records import TASKS_FILE
from evaluation.utility import Utility
from release.bundle.bundle_models import Manifest, Process
from release.verify.problems import NOT_AGAIN, VerifyReport
from release.verify.verify_tables import Tables
from validation.files.bundle_files import PROCESSES, SIMILARITY, UTILITY
from validation.files.file_models import parsed

_PREFIX = "benchmark_"


def check_tasks(report: VerifyReport, manifest: Manifest, tables: Tables) -> None:
    """Nothing but what follows from the rows is in the task files. Bundles of before have none."""
    listed = {name for name in manifest.files if name.startswith(_PREFIX)}
    if not listed or set(tables.rows) != set(manifest.domains):
        return  # without tasks, or with rows that could not be read, which is reported
    processes = TypeAdapter(list[Process]).validate_json((report.bundle / PROCESSES).read_bytes())
    files = task_files(tables.rows, [entry.model_dump() for entry in processes]) if TASKS_FILE in listed else {}
    for name in sorted(listed ^ files.keys()):  # a name of a foreign file could say anything
        report.add(
            name if name in files else "a task file", "is missing" if name in files else "does not follow from the rows"
        )
    for name in sorted(listed & files.keys()):
        report.guard(name, lambda n=name: _compare(report, n, files[n]))  # type: ignore[misc]


def check_utility(report: VerifyReport, manifest: Manifest) -> None:
    """What redaction cost the baselines lies within the bound that is stated beside it, for domains of this bundle.
    Whether the scores are right only who holds the captured rows can tell: a build computes them."""
    if UTILITY not in manifest.files:
        return
    stated = parsed(Utility, (report.bundle / UTILITY).read_bytes())
    report.count("scores of usefulness", len(stated.scores))
    if {score.domain for score in stated.scores} - set(manifest.domains):
        report.add(UTILITY, "speaks of a domain that is not in the bundle")
    for score in stated.bent():
        report.add(UTILITY, f"tells of a drop of {score.drop:.1f} points, more than its bound", "Build it again.")
    report.notes.append(f"{NOT_AGAIN}: what redaction cost the baselines ({UTILITY})")


def check_similarity(report: VerifyReport, manifest: Manifest, tables: Tables) -> None:
    """Instances and processes that are compared are those of the rows; the cosines are not measured again."""
    if SIMILARITY not in manifest.files or set(tables.rows) != set(manifest.domains):
        return
    stated = parsed(SimilarityResults, (report.bundle / SIMILARITY).read_bytes())
    for domain, told in stated.domains.items():
        there = {row["process_instance_uuid"]: row["process_name"] for row in tables.rows.get(domain, ())}
        counted = Counter(there.get(uuid) for uuid in told.instances)
        if {one.process_name: one.instances for one in told.processes} != counted:
            report.add(SIMILARITY, "compares other instances than those of the rows")
    report.notes.append(f"{NOT_AGAIN}: how alike instances are ({SIMILARITY})")


def _compare(report: VerifyReport, name: str, lines: Iterator[bytes]) -> None:
    number = 0
    with (report.bundle / name).open("rb") as file:
        made = (line for piece in lines for line in piece.splitlines(keepends=True))
        for number, right in enumerate(made, 1):
            # No more than the right line has: a file of one line may be larger than the memory.
            if file.readline(len(right) + 1) != right:
                report.add(f"{name} line {number}", "is not the one that follows from the rows")
                return
            report.count("lines of tasks")
        if file.read(1):
            report.add(f"{name} line {number + 1}", "is not the one that follows from the rows")
