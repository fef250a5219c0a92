"""A model as the judge of what an agent did: a mark of 1 to 5 beside the score by replay, which it does not change."""

from __future__ import annotations

import json

from evaluation.company_tasks.records import CompanyTask, Prediction
from evaluation.models.prompts import Messages
from evaluation.models.questions import Item, Replies, mark_of
from evaluation.replies import Parsed

SCALE = range(1, 6)
"""Marks, 5 the best."""
MOST_TOLD = 20
"""Calls of a prediction that the judge is told; more are told as a number."""
RUBRIC = (
    "5: what was asked is done or answered, a refusal by the rules is told as one, and nothing besides was changed",
    "4: as 5, with a detour or words that mislead nobody",
    "3: the main part is right; a part is missing, or something harmless was done besides",
    "2: it went in the right direction, and the result is wrong",
    "1: nothing of it was done, something else was done, or a refusal was evaded",
)


def judge_item(task: CompanyTask, prediction: Prediction | None) -> Item:
    """What the judge is asked about one task."""
    return Item(task.id, judge_prompt(task, prediction))


def judge_prompt(task: CompanyTask, prediction: Prediction | None) -> Messages:
    """The task, its truth, and what the agent did and said."""
    system = (
        "You mark what an agent did for a request in a company, with its tools and behind its access rules. You see "
        "the request, what is right, the calls that the agent made, and its last words.\n"
        + "\n".join(RUBRIC)
        + "\nPut the mark alone in <answer>…</answer>."
    )
    calls = prediction.calls if prediction is not None else ()
    lines = [f"{call.tool} {json.dumps(call.arguments, ensure_ascii=False)}" for call in calls[:MOST_TOLD]]
    if len(calls) > MOST_TOLD:
        lines.append(f"and {len(calls) - MOST_TOLD} more")
    said = "" if prediction is None else prediction.answer
    words = said if isinstance(said, str) else "; ".join(said)
    text = "\n".join(
        (
            f"Request: {task.text}",
            f"Right: {_truth(task)}",
            "Calls:",
            *(lines or ["(none)"]),
            f"Last words: {words or '(none)'}",
        )
    )
    return [{"role": "system", "content": system}, {"role": "user", "content": text}]


def _truth(task: CompanyTask) -> str:
    if task.kind == "search":
        return f"the answer is {'; '.join(task.answer)}; nothing is changed"
    if task.refused is not None:
        return f"{task.refused.action} in {task.refused.source} is tried and refused by the access rules"
    return "afterwards " + "; ".join(
        f"{one.source} {one.key} "
        + ("is gone" if one.fields is None else f"has {json.dumps(one.fields, ensure_ascii=False)}")
        for one in task.changes
    )


def marks(replies: Replies, ids: list[str]) -> dict[str, Parsed[int]]:
    """The mark of each task; a reply that does not parse, or never came, is nobody's mark."""
    return {one: mark_of(replies, one, SCALE) for one in ids}
