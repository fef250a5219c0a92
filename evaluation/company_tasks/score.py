"""Scores by replay: the calls of a prediction are made again in a fresh session of the persona, and what they left is
held against the task. What an agent says it did counts for nothing.

A search is right when its answer, normalised, is the one (of several: the same set); F1 is over words. A write is right
when the state differs from the released one by the expected changes and nothing else. A task that must be refused is
right when the access log holds the refused call and the state is the released one.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from pydantic import Field

from evaluation.company.answers import Call as Logged
from evaluation.company.sandbox import Sandbox, Session
from evaluation.company_tasks.changes import changes_of
from evaluation.company_tasks.records import CompanyTask, Prediction, Refused
from validation.files.file_models import FileModel

FORMAT: Literal["entrophy-company-evaluation/1"] = "entrophy-company-evaluation/1"
MOST_CALLS = 50
"""Calls of a prediction that are made again; an agent that needs more has failed."""
_MARKS = re.compile(r"[^\w@.+%₹$€£-]+")


class Scored(FileModel):
    """One task: right or not, F1 of a search, calls made, calls refused by the rules; the judge's mark (1 to 5), where
    one was asked."""

    id: str
    success: bool
    f1: float | None = None
    calls: int
    denied: int
    answered: bool
    mark: int | None = None


class Cell(FileModel):
    """Tasks of one group: how many, the share that succeeded, the mean F1 of its searches, the mean of the marks."""

    tasks: int
    success: float
    f1: float | None
    mark: float | None = None


class CompanyResults(FileModel):
    """`results.json`."""

    format: Literal["entrophy-company-evaluation/1"] = FORMAT
    whole: Cell
    by_domain: dict[str, Cell]
    by_kind: dict[str, Cell]
    by_difficulty: dict[str, Cell]
    each: tuple[Scored, ...] = Field(default=())


def normalised(text: str) -> str:
    """A text without what is form alone: width, case, spaces, marks around words."""
    folded = _MARKS.sub(" ", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(word.strip(".-") for word in folded.split() if word.strip(".-"))


def f1(answer: Iterable[str], expected: Iterable[str]) -> float:
    """F1 over the words of both."""
    said, meant = (Counter(word for one in of for word in normalised(one).split()) for of in (answer, expected))
    both = sum((said & meant).values())
    return 2 * both / (sum(said.values()) + sum(meant.values())) if both else 0.0


def score(
    sandbox: Sandbox,
    tasks: Sequence[CompanyTask],
    predictions: Mapping[str, Prediction],
    marks: Mapping[str, int] | None = None,
) -> CompanyResults:
    """All tasks; one without a prediction has failed. `marks` are a judge's, by task; they change no success."""
    scored = (one_scored(sandbox, task, predictions.get(task.id)) for task in tasks)
    each = tuple(one.model_copy(update={"mark": (marks or {}).get(one.id)}) for one in scored)
    of = list(zip(tasks, each, strict=True))
    return CompanyResults(
        whole=_cell(each),
        by_domain=_cells((task.domain, one) for task, one in of),
        by_kind=_cells((task.kind, one) for task, one in of),
        by_difficulty=_cells((task.difficulty, one) for task, one in of),
        each=each,
    )


def one_scored(sandbox: Sandbox, task: CompanyTask, prediction: Prediction | None) -> Scored:
    """One task, its calls made again."""
    if prediction is None:
        return Scored(
            id=task.id, success=False, f1=0.0 if task.kind == "search" else None, calls=0, denied=0, answered=False
        )
    with sandbox.session(task.persona) as session:
        for call in prediction.calls[:MOST_CALLS]:
            session.call(call.tool, call.arguments)
        success, words = _judged(sandbox, task, prediction, session)
        denied = sum(call.outcome == "denied" for call in session.calls)
        return Scored(
            id=task.id,
            success=success,
            f1=words,
            calls=len(session.calls),
            denied=denied,
            answered=bool(prediction.answer),
        )


def _judged(sandbox: Sandbox, task: CompanyTask, prediction: Prediction, session: Session) -> tuple[bool, float | None]:
    changes = changes_of(session, sandbox.company)
    if task.kind == "write":
        return changes == task.changes, None
    if task.refused is not None:
        return not changes and any(_is(task.refused, call) for call in session.calls), None
    said = (prediction.answer,) if isinstance(prediction.answer, str) else prediction.answer
    right = sorted(map(normalised, said)) == sorted(map(normalised, task.answer))
    if len(said) == 1 and len(task.answer) > 1:  # a list in one text
        parts = re.split(r"[\n;,]", said[0])
        right = sorted(filter(None, map(normalised, parts))) == sorted(map(normalised, task.answer))
    return right and not changes, f1(said, task.answer)


def _is(refused: Refused, call: Logged) -> bool:
    """Whether a line of the log is the refusal: the same action on the same row, for want of the same rules."""
    told = (call.outcome, call.source, call.action, call.key, call.rules)
    return told == ("denied", refused.source, refused.action, refused.key, refused.rules)


def _cells(of: Iterable[tuple[str, Scored]]) -> dict[str, Cell]:
    groups: dict[str, list[Scored]] = {}
    for name, one in of:
        groups.setdefault(name, []).append(one)
    return {name: _cell(groups[name]) for name in groups}


def _cell(each: Sequence[Scored]) -> Cell:
    return Cell(
        tasks=len(each),
        success=sum(one.success for one in each) / len(each) if each else 0.0,
        f1=_mean([one.f1 for one in each if one.f1 is not None]),
        mark=_mean([one.mark for one in each if one.mark is not None]),
    )


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
