"""Predictions of the six tasks, scored.

A sample without an answer that can be read is scored as the worst answer: no step matched, every frame left out, the
lowest mark, a verdict that is never right; only of a ranking, whose worst is the true order turned round, it counts 0,
which says nothing. It is counted by its reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from evaluation.classify import unanswered
from evaluation.demonstrations.answers import (
    answered_letters,
    answered_ranking,
    answered_steps,
    answered_text,
    answered_verdict,
    places_of,
)
from evaluation.demonstrations.judge import (
    GUIDES,
    answer_items,
    answer_marks,
    guide_items,
    guide_marks,
    step_items,
    step_matches,
)
from evaluation.demonstrations.matcher import LABEL, Matches
from evaluation.demonstrations.prompts import ANSWER_SCALE, GUIDE_SCALE, RESPECTS
from evaluation.demonstrations.records import (
    ImprovementSample,
    QuestionSample,
    RankingSample,
    SegmentationSample,
    SopGenerationSample,
    Task,
    ValidationSample,
)
from evaluation.demonstrations.results import NO_JUDGE, DemonstrationResults, EachSample, Measure
from evaluation.metrics.bootstrap import interval
from evaluation.metrics.clusters import adjusted_rand, v_measure
from evaluation.metrics.ranks import kendall_tau, spearman_rho
from evaluation.metrics.steps import step_scores
from evaluation.metrics.verdicts import verdict_scores
from evaluation.models.questions import Item, Replies
from evaluation.predictions import Predictions
from evaluation.replies import Parsed, Reason
from evaluation.results import Interval, Source

_NOBODY = "who judges?"
"""A mistake of ours: tasks of texts are scored by a judge or by the matcher."""
OFFLINE = "offline_"
"""How every measure of the offline matcher begins."""


class Matcher(Protocol):
    """What compares guides and texts offline."""

    def matches(self, predicted: Sequence[str], reference: Sequence[str]) -> Matches:
        """Which steps have a match."""
        ...

    def similarity(self, one: str, other: str) -> float:
        """How alike two texts are, from -1 to 1."""
        ...


@dataclass(frozen=True, slots=True)
class Judge:
    """A model that was asked already: what it is called, and what it said."""

    label: str
    replies: Replies


Judged = Matcher | Judge


@dataclass(slots=True)
class _Scored:
    """One sample's figures, and what is kept for figures that are no mean of these."""

    id: str
    site: str
    reason: Reason | None
    unjudged: Reason | None = None
    figures: dict[str, float] = field(default_factory=dict)
    verdict: tuple[str, bool, bool | None] | None = None


def needs_judge(task: Task) -> bool:
    """Whether predictions of a task are texts, which somebody has to compare."""
    return task in ("sop-generation", "question-answering", "sop-improvement")


def judge_items(task: Task, samples: Iterable[Any], predictions: Predictions) -> list[Item]:
    """What a judge is asked about the predictions that can be read."""
    items: list[Item] = []
    for one in samples:
        prediction = predictions.get(one.id)
        if task == "sop-generation":
            steps = answered_steps(prediction).value
            items += [] if steps is None else step_items(one.id, steps, one.reference)
        elif task == "question-answering":
            text = answered_text(prediction).value
            items += [] if text is None else answer_items(one.id, one.question, one.answer, text)
        elif task == "sop-improvement":
            steps = answered_steps(prediction).value
            items += [] if steps is None else guide_items(one.id, one.intent, one.sop, steps, one.reference)
    return items


def results(
    task: Task, samples: Sequence[Any], predictions: Predictions, source: Source, judged: Judged | None = None
) -> DemonstrationResults:
    """Scores of a task's samples (at least one). `judged` is what tasks that need a judge are judged by."""
    scored = [_SCORERS[task](sample, predictions, judged) for sample in samples]
    label = judged.label if isinstance(judged, Judge) else LABEL
    return DemonstrationResults(
        task=task,
        source=source,
        judged_by=label if needs_judge(task) else NO_JUDGE,
        samples=len(scored),
        unanswered=unanswered([one.reason for one in scored]),
        unjudged=unanswered([one.unjudged for one in scored]),
        measures=_verdict_measures(scored) if task == "validation" else _means(scored),
        each=tuple(
            EachSample(id=one.id, site=one.site, unanswered=one.reason, unjudged=one.unjudged, figures=one.figures)
            for one in scored
        ),
    )


def _sop_generation(sample: SopGenerationSample, predictions: Predictions, judged: Judged | None) -> _Scored:
    parsed = answered_steps(predictions.get(sample.id))
    found = _Scored(sample.id, sample.site, parsed.reason)
    steps = parsed.value or ()
    matched = _matches(sample.id, steps, sample.reference, judged)
    if matched.value is None:
        found.unjudged = matched.reason
        return found
    scores = step_scores(*matched.value)
    prefix = _prefix(judged)
    found.figures = {
        f"{prefix}precision": scores.precision,
        f"{prefix}recall": scores.recall,
        f"{prefix}f1": scores.f1,
        "steps": float(len(steps)),
        "reference_steps": float(len(sample.reference)),
    }
    return found


def _matches(sample: str, steps: Sequence[str], reference: Sequence[str], judged: Judged | None) -> Parsed[Matches]:
    if not steps:
        return Parsed(((), (False,) * len(reference)))
    if isinstance(judged, Judge):
        return step_matches(sample, len(steps), len(reference), judged.replies)
    assert judged is not None, _NOBODY
    return Parsed(judged.matches(steps, reference))


def _segmentation(sample: SegmentationSample, predictions: Predictions, judged: Judged | None) -> _Scored:
    parsed = answered_letters(predictions.get(sample.id), sample.truth, sample.workflows)
    given = parsed.value or {}
    truth, answers = list(sample.truth.values()), [given.get(frame) for frame in sample.truth]
    right = sum(one == other for one, other in zip(truth, answers, strict=True))
    figures = {
        "adjusted_rand": adjusted_rand(truth, answers),
        "v_measure": v_measure(truth, answers),
        "accuracy": right / len(truth),
        "left_out": answers.count(None) / len(answers),
    }
    return _Scored(sample.id, sample.site, parsed.reason, figures=figures)


def _question(sample: QuestionSample, predictions: Predictions, judged: Judged | None) -> _Scored:
    parsed = answered_text(predictions.get(sample.id))
    found = _Scored(sample.id, sample.site, parsed.reason)
    if not isinstance(judged, Judge):
        assert judged is not None, _NOBODY
        said = parsed.value
        found.figures = {
            f"{OFFLINE}similarity": 0.0 if said is None else judged.similarity(said, sample.answer),
            "words": 0.0 if said is None else float(len(said.split())),
            "reference_words": float(len(sample.answer.split())),
        }
        return found
    marks = Parsed(dict.fromkeys(RESPECTS, ANSWER_SCALE[0]))
    marks = marks if parsed.value is None else answer_marks(sample.id, judged.replies)
    found.unjudged = marks.reason
    if marks.value is not None:
        found.figures = {name: float(mark) for name, mark in marks.value.items()}
        found.figures["mean"] = sum(found.figures.values()) / len(found.figures)
    return found


def _validation(sample: ValidationSample, predictions: Predictions, judged: Judged | None) -> _Scored:
    parsed = answered_verdict(predictions.get(sample.id))
    right = float(parsed.value is sample.truth)
    verdict = (sample.kind, sample.truth, parsed.value)
    return _Scored(sample.id, sample.site, parsed.reason, figures={"accuracy": right}, verdict=verdict)


def _ranking(sample: RankingSample, predictions: Predictions, judged: Judged | None) -> _Scored:
    parsed = answered_ranking(predictions.get(sample.id), sample.sops)
    found = _Scored(sample.id, sample.site, parsed.reason, figures={"kendall_tau": 0.0, "spearman_rho": 0.0})
    if parsed.value is not None:
        places = places_of(parsed.value)
        truth, answer = list(range(len(sample.truth))), [places[letter] for letter in sample.truth]
        found.figures = {"kendall_tau": kendall_tau(truth, answer), "spearman_rho": spearman_rho(truth, answer)}
    return found


def _improvement(sample: ImprovementSample, predictions: Predictions, judged: Judged | None) -> _Scored:
    parsed = answered_steps(predictions.get(sample.id))
    found = _Scored(sample.id, sample.site, parsed.reason)
    if not isinstance(judged, Judge):
        scores = {}
        for name, steps in zip(GUIDES, (sample.sop, parsed.value or ()), strict=True):
            matched = _matches(sample.id, steps, sample.reference, judged).value
            scores[name] = step_scores(*matched).f1 if matched is not None else 0.0
        found.figures = {f"{OFFLINE}f1_{name}": score for name, score in scores.items()}
        found.figures[f"{OFFLINE}f1_gain"] = scores["improved"] - scores["original"]
        return found
    # Without an answer nobody was asked about the original either: it has no mark, and the gain is unknown.
    if parsed.value is None:
        found.figures = {"improved": float(GUIDE_SCALE[0])}
        return found
    marks = guide_marks(sample.id, judged.replies)
    found.unjudged = marks.reason
    if marks.value is not None:
        found.figures = {name: float(mark) for name, mark in marks.value.items()}
        found.figures["gain"] = found.figures["improved"] - found.figures["original"]
    return found


_SCORERS: Mapping[Task, Callable[[Any, Predictions, Judged | None], _Scored]] = {
    "sop-generation": _sop_generation,
    "segmentation": _segmentation,
    "question-answering": _question,
    "validation": _validation,
    "sop-ranking": _ranking,
    "sop-improvement": _improvement,
}


def _prefix(judged: Judged | None) -> str:
    return "" if isinstance(judged, Judge) else OFFLINE


def _means(scored: Sequence[_Scored]) -> dict[str, Measure]:
    """The mean of each figure over the samples that have it."""
    import numpy as np

    measures = {}
    for name in dict.fromkeys(name for one in scored for name in one.figures):
        values = np.array([one.figures[name] for one in scored if name in one.figures])
        low, high = interval(lambda drawn, values=values: float(values[drawn].mean()), len(values))  # type: ignore[misc]
        measures[name] = Measure(
            value=float(values.mean()), interval=Interval(low=low, high=high), deviation=float(values.std())
        )
    return measures


def _verdict_measures(scored: Sequence[_Scored]) -> dict[str, Measure]:
    """`completion_precision` …: of each kind over all its samples; draws of the bootstrap keep right and wrong ones as
    many as they are, since they were made as many."""
    measures = {}
    kinds = Counter(one.verdict[0] for one in scored if one.verdict is not None)
    for kind in sorted(kinds):
        verdicts = [one.verdict for one in scored if one.verdict is not None and one.verdict[0] == kind]
        for name in ("accuracy", "precision", "recall", "f1"):

            def figure(drawn: Iterable[Any], name: str = name, verdicts: Any = verdicts) -> float:
                some = [verdicts[int(at)] for at in drawn]
                return float(getattr(verdict_scores([one[1] for one in some], [one[2] for one in some]), name))

            strata = [int(one[1]) for one in verdicts]
            low, high = _stratified(figure, strata)
            value = figure(range(len(verdicts)))
            measures[f"{kind}_{name}"] = Measure(value=value, interval=Interval(low=low, high=high), deviation=None)
    return measures


def _stratified(figure: Callable[[Any], float], strata: list[int]) -> tuple[float, float]:
    import numpy as np

    return interval(figure, len(strata), np.array(strata))
