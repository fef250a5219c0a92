"""Benchmark tasks: scores of predictions, predictions of baselines, similarity of instances."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pipeline.commands.options import complain, console, say, stoppable_command

if TYPE_CHECKING:
    from evaluation.replies import Reason
    from evaluation.results import Interval, Source, Spread
    from evaluation.task_files import Bytes

Bundle = Annotated[Path, typer.Argument(help="The bundle with the task files, or the folder that `build` wrote.")]
Replies = Annotated[
    Path, typer.Option("--predictions", help='JSON lines: {"id", "reply"} or {"id", "answer"}; see docs/tasks.md.')
]
Scores = Annotated[Path | None, typer.Option("--out", help="Write results.json and pictures into this folder.")]
Multimodal = Annotated[bool, typer.Option("--multimodal", help="The samples of the variant with screenshots.")]
_RESULTS = "results.json"


def classification(bundle: Bundle, predictions: Replies, out: Scores = None, multimodal: Multimodal = False) -> None:
    """Score which process each sample was taken for: accuracy, precision, recall, F1, confusion."""
    from rich.table import Table

    from evaluation.classify import classification_results
    from evaluation.plots.accuracy import accuracy_bars
    from evaluation.plots.class_scores import class_scores
    from evaluation.plots.confusion import confusion_matrix
    from evaluation.predictions import read_predictions
    from evaluation.task_files import read_classification
    from evaluation.tasks.records import CLASSIFICATION_FILE, CLASSIFICATION_IMAGES_FILE
    from redaction.errors import sealed

    name = CLASSIFICATION_IMAGES_FILE if multimodal else CLASSIFICATION_FILE
    with stoppable_command(), sealed("evaluate"):
        read = _opened(bundle)
        task = read_classification(read, name)
        data = _predictions(predictions)
        found = read_predictions(data, [sample.id for sample in task.samples], predictions.name)
        results = classification_results(task, found, _source(read, name, data))
        if out is not None:
            pictures = {}
            for domain, scores in results.domains.items():
                stem = _stem(domain)
                pictures[f"{stem}_accuracy.png"] = accuracy_bars(domain, scores)
                pictures[f"{stem}_confusion.png"] = confusion_matrix(domain, scores)
                pictures[f"{stem}_scores.png"] = class_scores(domain, scores)
            _write(out, results.model_dump(mode="json"), pictures)
    table = Table("domain", title="classification (in brackets: 95% intervals)", title_justify="left")
    for head in ("samples", "no answer", "right", "accuracy", "macro F1"):
        table.add_column(head, justify="right")
    for domain, of in (*results.domains.items(), ("all", results.overall)):
        table.add_row(
            _cell(domain),
            f"{of.samples:,}",
            f"{sum(of.unanswered.values()):,}",
            f"{of.correct:,}",
            _within(of.accuracy, of.accuracy_interval),
            _within(of.macro.f1, of.macro_f1_interval, 2),
        )
    console.print(table)
    _tell_unanswered(results.overall.unanswered)
    _tell_out(out)


def segmentation(
    bundle: Bundle,
    predictions: Replies,
    tolerance: Annotated[
        int, typer.Option("--tolerance", min=0, help="Interactions that a boundary may be off and still match.")
    ] = 0,
    out: Scores = None,
    multimodal: Multimodal = False,
) -> None:
    """Score where workflows were parted: precision, recall and F1 of boundaries, edit distance."""
    from rich.table import Table

    from evaluation.plots.f1_spread import f1_spread
    from evaluation.predictions import read_predictions
    from evaluation.segment import segmentation_results
    from evaluation.task_files import read_segmentation
    from evaluation.tasks.records import SEGMENTATION_FILE, SEGMENTATION_IMAGES_FILE
    from redaction.errors import sealed

    name = SEGMENTATION_IMAGES_FILE if multimodal else SEGMENTATION_FILE
    with stoppable_command(), sealed("evaluate"):
        read = _opened(bundle)
        samples = read_segmentation(read, name)
        data = _predictions(predictions)
        found = read_predictions(data, [sample.id for sample in samples], predictions.name)
        results = segmentation_results(samples, found, _source(read, name, data), tolerance)
        if out is not None:
            pictures = {
                f"{_stem(domain)}_boundaries.png": f1_spread(
                    domain, scores, [one for one in results.each if one.domain == domain]
                )
                for domain, scores in results.domains.items()
            }
            _write(out, results.model_dump(mode="json"), pictures)
    table = Table("domain", title="boundaries (in brackets: 95% intervals)", title_justify="left")
    for head in ("within", "precision", "recall", "F1", "mean F1"):
        table.add_column(head, justify="right")
    edits = Table("domain", title="boundaries of a sample, on average", title_justify="left")
    for head in ("samples", "no answer", "true", "predicted", "edit distance", "similarity"):
        edits.add_column(head, justify="right")
    for domain, of in (*results.domains.items(), ("all", results.overall)):
        for at in of.boundaries:
            table.add_row(
                _cell(domain) if at is of.boundaries[0] else "",
                f"{at.tolerance}",
                *(f"{figure:.2f}" for figure in (at.precision, at.recall)),
                _within(at.f1, at.f1_interval),
                f"{at.mean_f1:.2f}",
            )
        edits.add_row(
            _cell(domain),
            f"{of.samples:,}",
            f"{sum(of.unanswered.values()):,}",
            *(f"{figure:.2f}" for figure in (of.true_boundaries, of.predicted_boundaries)),
            *(f"{figure:.2f}" for figure in (of.edit_distance, of.boundary_similarity)),
        )
    console.print(table)
    console.print(edits)
    _tell_unanswered(results.overall.unanswered)
    _tell_out(out)


def baseline(
    name: Annotated[str, typer.Argument(help="majority, tfidf, nearest; none, uniform, changepoint, transitions.")],
    task: Annotated[Literal["classification", "segmentation"], typer.Argument(help="The task it is for.")],
    bundle: Bundle,
    out: Annotated[Path, typer.Option("--out", help="The file of predictions, JSON lines.")],
    multimodal: Annotated[
        bool, typer.Option("--multimodal", help="Those of the variant with screenshots; no baseline looks at them.")
    ] = False,
) -> None:
    """Predict without a language model, offline: each fold by what was learned on the others of its domain."""
    from evaluation.baselines.folds import classified, segmented
    from evaluation.baselines.table import BASELINES
    from evaluation.predictions import predictions_bytes
    from evaluation.task_files import read_classification, read_segmentation
    from evaluation.tasks import records
    from pipeline.bars import bars, reporter
    from redaction.errors import EntrophyError, plain, sealed
    from redaction.work.files import write_whole

    chosen = BASELINES.get(name)
    if chosen is None or chosen.task != task:
        names = ", ".join(one.name for one in BASELINES.values() if one.task == task)
        raise EntrophyError(f"there is no such baseline for {task}.", remedy=f"take one of these: {names}.")
    with stoppable_command(), sealed("evaluate"), bars(console, transient=True) as bar:
        read = _opened(bundle)
        if chosen.task == "classification":
            file = records.CLASSIFICATION_IMAGES_FILE if multimodal else records.CLASSIFICATION_FILE
            answers, remarks = classified(chosen, read_classification(read, file).samples, reporter(bar))
        else:
            file = records.SEGMENTATION_IMAGES_FILE if multimodal else records.SEGMENTATION_FILE
            answers, remarks = segmented(chosen, read_segmentation(read, file), reporter(bar))
        write_whole(out, predictions_bytes(answers), private=False)
    for remark in remarks:
        complain(plain(remark))
    say(f"{len(answers):,} predictions by {chosen.about}: {out}")


def similarity(
    bundle: Annotated[Path, typer.Argument(help="The bundle, or the folder that `build` wrote.")],
    out: Annotated[Path, typer.Option("--out", help="A folder for results.json, matrices and heat maps.")],
) -> None:
    """Compare a domain's instances by what was done in them: cosine of embeddings, within and between processes."""
    import io
    import warnings

    import numpy as np
    from rich.table import Table

    from evaluation.plots.heat_map import heat_map
    from evaluation.similarity import executions, matrices, similarity_results
    from pipeline.bars import bars, reporter
    from redaction.errors import sealed
    from release.load import OriginWarning, load

    with stoppable_command(), sealed("evaluate"), bars(console, transient=True) as bar:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", OriginWarning)
            instances = load(bundle, form="instances")
        for one in caught:
            complain(str(one.message))
        found = matrices(executions((one.domain, one.process, one.uuid, one.rows) for one in instances), reporter(bar))
        results = similarity_results(found)
        files: dict[str, bytes] = {}
        for domain, matrix in found.items():
            stem, array = _stem(domain), io.BytesIO()
            np.save(array, matrix.cosines, allow_pickle=False)
            files[f"{stem}_similarity.npy"] = array.getvalue()
            files[f"{stem}_similarity.png"] = heat_map(domain, matrix)
        _write(out, results.model_dump(mode="json"), files)
    table = Table("domain", "process", title="cosine similarity: mean, 10% to 90%", title_justify="left")
    for head in ("instances", "within", "between"):
        table.add_column(head, justify="right")
    for domain, of in results.domains.items():
        table.add_row(_cell(domain), "", f"{len(of.instances):,}", _spread(of.within), _spread(of.between))
        for process in of.processes:
            table.add_row(
                "",
                _cell(process.process_name),
                f"{process.instances:,}",
                _spread(process.within),
                _spread(process.between),
            )
    console.print(table)
    _tell_out(out)


def _opened(bundle: Path) -> Bytes:
    from release.fetch.bundle_bytes import bundle_bytes

    read, remarks = bundle_bytes(bundle)
    for remark in remarks:
        complain(remark)
    return read


def _predictions(path: Path) -> bytes:
    from redaction.errors import EntrophyError

    try:
        return path.read_bytes()
    except OSError as error:
        raise EntrophyError(
            f"the predictions cannot be read ({type(error).__name__}).", remedy="give --predictions a file."
        ) from None


def _source(read: Bytes, name: str, predictions: bytes) -> Source:
    from evaluation.results import Source
    from validation.files.digests import digest_bytes

    return Source(task_file=name, task_sha256=digest_bytes(read(name)), predictions_sha256=digest_bytes(predictions))


def _stem(domain: str) -> str:
    from release.bundle.bundle_format import domain_files

    return domain_files(domain).stem


def _write(out: Path, results: object, files: Mapping[str, bytes]) -> None:
    from redaction.work.files import write_whole
    from release.bundle.bundle_format import json_bytes

    for name, data in files.items():
        write_whole(out / name, data, private=False)
    write_whole(out / _RESULTS, json_bytes(results), private=False)


def _cell(name: str) -> str:
    """A name out of the bundle: no markup, and nothing that steers a terminal."""
    from rich.markup import escape

    from redaction.errors import plain

    return escape(plain(name))


def _within(figure: float, interval: Interval, digits: int = 3) -> str:
    """Three digits, as the card of a bundle has them."""
    return f"{figure:.{digits}f} ({interval.low:.2f}-{interval.high:.2f})"


def _spread(spread: Spread | None) -> str:
    return "none" if spread is None else f"{spread.mean:.2f}, {spread.p10:.2f} to {spread.p90:.2f}"


def _tell_unanswered(reasons: Mapping[Reason, int]) -> None:
    from evaluation.replies import REASONS

    told = (f"{count:,} {reason} ({REASONS[reason]})" for reason, count in reasons.items())
    if reasons:
        say(f"without an answer, scored as wrong: {'; '.join(told)}")


def _tell_out(out: Path | None) -> None:
    if out is not None:
        say(f"results and pictures: {out}")
