"""What is reached without a model: the gold plan, an agent that does nothing, and a retriever of key words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from evaluation.company.access import granted
from evaluation.company.sandbox import Sandbox
from evaluation.company_tasks.records import CompanyTask, Prediction

_WORD = re.compile(r"\w+")
Baseline = Callable[[Sandbox, CompanyTask], Prediction]


def gold(_sandbox: Sandbox, task: CompanyTask) -> Prediction:
    """The plan of the task, and its answer."""
    return Prediction(id=task.id, answer=task.answer, calls=task.plan)


def empty(_sandbox: Sandbox, task: CompanyTask) -> Prediction:
    """No call, no answer."""
    return Prediction(id=task.id)


def keyword(sandbox: Sandbox, task: CompanyTask) -> Prediction:
    """Of the rows that the persona may read, the one that shares most words with the task; of its fields the one whose
    name shares most letters with them. It writes nothing."""
    asked, actor = _words(task.text), sandbox.people[task.persona]
    best: tuple[int, str, Mapping[str, object]] = (0, "", {})
    for name, source in sandbox.company.sources.items():
        for row in source.rows:
            grant = granted(source.rules, actor, "read", row)
            shown = {f: v for f, v in row.items() if grant.covers(f) and v not in (None, "", [])}
            shared = len(asked & _words(" ".join(map(str, shown.values()))))
            if shared > best[0]:
                best = (shared, name, shown)
    # What stands in the question is not its answer.
    fields = [f for f, v in best[2].items() if str(v).casefold() not in task.text.casefold()]
    if not fields:
        return Prediction(id=task.id)
    chosen = max(fields, key=lambda f: (len(_pieces(f) & {p for w in asked for p in _pieces(w)}), f))
    return Prediction(id=task.id, answer=(str(best[2][chosen]),))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold().replace("_", " ")))


def _pieces(word: str) -> set[str]:
    """Runs of four letters."""
    low = word.casefold()
    return {low[i : i + 4] for i in range(max(1, len(low) - 3))}


BASELINES: Mapping[str, Baseline] = {"gold": gold, "empty": empty, "keyword": keyword}
