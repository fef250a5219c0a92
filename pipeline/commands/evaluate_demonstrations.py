"""The six tasks over demonstrations: task files, baselines, scores, and a model as the judge where one is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from pipeline.commands.asking import JudgeModel, JudgeOut, JudgeUrl, KeyEnv, Questions, judge_asked
from pipeline.commands.evaluate_model import KEY_VARIABLE
from pipeline.commands.options import complain, console, say, stoppable_command

if TYPE_CHECKING:
    from evaluation.demonstrations.records import Task
    from evaluation.demonstrations.results import DemonstrationResults
    from evaluation.demonstrations.score import Judge
    from evaluation.predictions import Predictions

TaskName = Literal[
    "sop-generation", "segmentation", "question-answering", "validation", "sop-ranking", "sop-improvement"
]
Released = Annotated[
    Path, typer.Argument(help="A bundle with demonstrations, a folder or zip in WONDERBREAD's layout, or task files.")
]
Replies = Annotated[
    Path, typer.Argument(help='JSON lines: {"id", "reply"} or {"id", "answer"}; see docs/demonstration-tasks.md.')
]
Scores = Annotated[Path | None, typer.Option("--out", help="Write results.json into this folder.")]
_RESULTS = "results.json"


def build(
    released: Released,
    out: Annotated[Path, typer.Option("--out", help="Folder for the task files.")],
    seed: Annotated[int | None, typer.Option("--seed", help="From which samples are drawn. Default: 2404.")] = None,
) -> None:
    """Make the task files of released demonstrations: the same demonstrations and seed, the same bytes."""
    from evaluation.demonstrations.build import task_files, told_counts
    from evaluation.demonstrations.records import SEED
    from evaluation.demonstrations.released import read_released
    from redaction.errors import sealed
    from redaction.work.files import write_whole

    with stoppable_command(), sealed("evaluate demonstrations"):
        files = task_files(read_released(_demonstrations(released)), SEED if seed is None else seed)
        for name, data in files.items():
            write_whole(out / name, data, private=False)
        told = told_counts(out)
    for task, counts in told.tasks.items():
        say(f"{task}: {counts.samples:,} samples")
        for reason, count in counts.left_out.items():
            say(f"  left out, {count:,} times: {reason}")
    say(f"{told.demonstrations:,} demonstrations; task files: {out}")


def baseline(
    name: Annotated[
        str, typer.Argument(help="trace, one, even, address, always, coin, longest, shortest, wordiest, unchanged.")
    ],
    task: Annotated[TaskName, typer.Argument(help="The task it is for.")],
    released: Released,
    out: Annotated[Path, typer.Option("--out", help="The file of predictions, JSON lines.")],
) -> None:
    """Predict without a model, offline and at once."""
    from evaluation.demonstrations.baselines import BASELINES
    from evaluation.predictions import predictions_bytes
    from redaction.errors import EntrophyError, sealed
    from redaction.work.files import write_whole

    chosen = BASELINES.get((task, name))
    if chosen is None:
        names = ", ".join(one for of, one in BASELINES if of == task)
        raise EntrophyError(
            f"there is no such baseline for {task}.",
            remedy=f"take one of these: {names}." if names else "there is none for this task.",
        )
    with stoppable_command(), sealed("evaluate demonstrations"):
        samples, _ = _samples(released, task)
        write_whole(out, predictions_bytes((one.id, chosen.answer(one)) for one in samples), private=False)
    say(f"{len(samples):,} predictions by {chosen.about}: {out}")


def scoring(task: Task) -> Callable[..., None]:
    """The command that scores a task nobody has to judge."""

    def score(released: Released, predictions: Replies, out: Scores = None) -> None:
        with stoppable_command():
            _score(task, released, predictions, out, None)

    return score


def judging(task: Task) -> Callable[..., None]:
    """The command that scores a task of texts: offline, or by a model as the judge."""

    def score(
        released: Released,
        predictions: Replies,
        out: Scores = None,
        judge_url: JudgeUrl = None,
        judge_model: JudgeModel = None,
        judge_out: JudgeOut = None,
        key_env: KeyEnv = KEY_VARIABLE,
    ) -> None:
        asks = judge_asked(judge_url, judge_model, judge_out, key_env)
        with stoppable_command():
            _score(task, released, predictions, out, asks)

    return score


@dataclass(frozen=True, slots=True)
class Scoring:
    """A command that scores one task."""

    name: TaskName
    about: str
    command: Callable[..., None]


SCORES = (
    Scoring(
        "sop-generation",
        "Score guides written from demonstrations: precision, recall and F1 of steps, by a judge or offline.",
        judging("sop-generation"),
    ),
    Scoring(
        "segmentation",
        "Score which frame was taken for which demonstration: adjusted Rand index, V-measure.",
        scoring("segmentation"),
    ),
    Scoring(
        "question-answering",
        "Score answers: completeness, soundness, clarity, compactness by a judge; offline likeness alone.",
        judging("question-answering"),
    ),
    Scoring(
        "validation",
        "Score verdicts on completion and trajectory: accuracy, precision, recall, F1.",
        scoring("validation"),
    ),
    Scoring("sop-ranking", "Score rankings of guides: Kendall's tau, Spearman's rho.", scoring("sop-ranking")),
    Scoring(
        "sop-improvement",
        "Score bettered guides: marks of 1 to 5 before and after by a judge; offline F1 of steps.",
        judging("sop-improvement"),
    ),
)
"""The commands in the order of the published benchmark."""


def _judge(asks: Questions, task: Task, samples: tuple[Any, ...], found: Predictions, digest: str) -> Judge:
    """Ask what was not asked before. EntrophyError if the address refuses; what was answered is kept."""
    from evaluation.demonstrations.score import Judge, judge_items

    items = judge_items(task, samples, found)
    say(f"The samples' released guides, questions and answers, and the predictions, go to the judge: {asks.address}")
    replies = asks.replies(f"judge of {task}", "demonstrations", digest, items)
    return Judge(f"model {asks.model} at {asks.address}", replies)


def _score(task: Task, released: Path, predictions: Path, out: Path | None, asks: Questions | None) -> None:
    from evaluation.demonstrations.matcher import OfflineMatcher
    from evaluation.demonstrations.records import file_of
    from evaluation.demonstrations.score import Judged, needs_judge, results
    from evaluation.predictions import read_predictions
    from evaluation.results import Source
    from redaction.errors import sealed
    from redaction.work.files import write_whole
    from release.bundle.bundle_format import json_bytes
    from validation.files.digests import digest_bytes

    with sealed("evaluate demonstrations"):
        samples, data = _samples(released, task)
        said = _bytes(predictions)
        found = read_predictions(said, [one.id for one in samples], predictions.name)
        source = Source(task_file=file_of(task), task_sha256=digest_bytes(data), predictions_sha256=digest_bytes(said))
        judged: Judged | None = None
        if asks is not None:
            judged = _judge(asks, task, samples, found, digest_bytes(data + said))
        elif needs_judge(task):
            judged = OfflineMatcher()
        scores = results(task, samples, found, source, judged)
        if out is not None:
            write_whole(out / _RESULTS, json_bytes(scores.model_dump(mode="json")), private=False)
    _tell(scores)
    if out is not None:
        say(f"results: {out / _RESULTS}")


def _tell(scores: DemonstrationResults) -> None:
    from rich.table import Table

    from evaluation.replies import REASONS
    from redaction.errors import plain

    table = Table("measure", title=f"{scores.task} (in brackets: 95% intervals)", title_justify="left")
    for head in ("figure", "deviation"):
        table.add_column(head, justify="right")
    for name, of in scores.measures.items():
        spread = "" if of.deviation is None else f"{of.deviation:.2f}"
        table.add_row(name, f"{of.value:.3f} ({of.interval.low:.2f} to {of.interval.high:.2f})", spread)
    console.print(table)
    say(f"{scores.samples:,} samples, judged by: {plain(scores.judged_by)}")
    if scores.unanswered:
        why = "; ".join(f"{count:,} {one} ({REASONS[one]})" for one, count in scores.unanswered.items())
        say(f"without an answer, scored as worst: {why}")
    if scores.unjudged:
        why = "; ".join(f"{count:,} {one}" for one, count in scores.unjudged.items())
        say(f"not judged, in no figure, since a judgement is missing or cannot be read: {why}")


def _samples(released: Path, task: Task) -> tuple[tuple[Any, ...], bytes]:
    """The samples, and the bytes of their file."""
    from evaluation.demonstrations.build import read_samples, task_bytes
    from evaluation.demonstrations.records import TASKS_FILE

    place = released if (released / TASKS_FILE).is_file() else _demonstrations(released)
    data = task_bytes(place, task)
    return read_samples(data, task), data


def _demonstrations(path: Path) -> Path:
    """Where the demonstrations lie; those of a signed bundle held against its manifest first."""
    from evaluation.demonstrations.layout import ARCHIVE
    from redaction.errors import BundleError
    from redaction.work.files import file_digest
    from release.bundle.bundle_format import find_bundle
    from release.fetch.opened import open_release
    from release.fetch.screenshots import altered
    from validation.files.bundle_files import MANIFEST

    if not path.is_dir():
        return path
    bundle = find_bundle(path)
    if not (bundle / MANIFEST).is_file():
        complain("the folder is no signed bundle: nobody vouches for its files.")
        return bundle if any(bundle.glob(ARCHIVE)) else path
    opened = open_release(bundle)
    for remark in opened.remarks:
        complain(remark)
    for archive in sorted(bundle.glob(ARCHIVE)):
        entry = opened.manifest.files.get(archive.name)
        if entry is None:
            raise BundleError("the manifest does not list it.", record=archive.name, remedy="fetch the bundle again.")
        if file_digest(archive) != entry.sha256:
            raise altered(archive.name)
    return bundle


def _bytes(path: Path) -> bytes:
    from redaction.errors import EntrophyError

    try:
        return path.read_bytes()
    except OSError as error:
        raise EntrophyError(
            f"the predictions cannot be read ({type(error).__name__}).", remedy="give a file of JSON lines."
        ) from None
