"""Tasks for trainers: `messages` for supervised tuning; `prompt`, `chosen`, `rejected` for preferences.

A file for each part.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from evaluation.company.sandbox import Sandbox
from evaluation.company_tasks.prompts import REFUSED, first_messages
from evaluation.company_tasks.records import CompanyTask, Part

Message = dict[str, Any]


def exports(sandbox: Sandbox, tasks: Sequence[CompanyTask]) -> Mapping[str, bytes]:
    """sft_train.jsonl, sft_test.jsonl, dpo_train.jsonl, dpo_test.jsonl."""
    files = {}
    parts: tuple[Part, ...] = ("train", "test")
    for part in parts:
        mine = [task for task in tasks if task.part == part]
        files[f"sft_{part}.jsonl"] = _lines({"messages": messages(sandbox, task)} for task in mine)
        pairs = ((task, _other(task, mine)) for task in mine)
        files[f"dpo_{part}.jsonl"] = _lines(preference(task, other) for task, other in pairs if other is not None)
    return files


def messages(sandbox: Sandbox, task: CompanyTask) -> list[Message]:
    """The conversation of the gold plan: every call with what the sandbox answers, and the last words."""
    found: list[Message] = list(first_messages(task))
    with sandbox.session(task.persona) as session:
        for number, call in enumerate(task.plan, 1):
            id_ = f"call_{number}"
            function = {"name": call.tool, "arguments": json.dumps(call.arguments, ensure_ascii=False)}
            calls = [{"id": id_, "type": "function", "function": function}]
            found.append({"role": "assistant", "content": None, "tool_calls": calls})
            answer = json.dumps(session.call(call.tool, call.arguments).as_json(), ensure_ascii=False)
            found.append({"role": "tool", "tool_call_id": id_, "content": answer})
    return [*found, {"role": "assistant", "content": last_words(task)}]


def last_words(task: CompanyTask) -> str:
    """What an agent says at the end of a task that it did."""
    if task.kind == "search":
        return f"<answer>{'; '.join(task.answer)}</answer>"
    return f"<answer>{REFUSED}</answer>" if task.refused else "<answer>done</answer>"


def preference(task: CompanyTask, other: CompanyTask) -> dict[str, Any]:
    """The steps of the task preferred to those of another of the same part and kind: like it in form, wrong in rows.
    Of a refused task the claim that it was done is rejected."""
    rejected = _said(other)
    if task.refused is not None:
        rejected = _steps(task) + "<answer>done</answer>"
    return {
        "prompt": list(first_messages(task)),
        "chosen": [{"role": "assistant", "content": _said(task)}],
        "rejected": [{"role": "assistant", "content": rejected}],
    }


def _said(task: CompanyTask) -> str:
    return _steps(task) + last_words(task)


def _steps(task: CompanyTask) -> str:
    calls = (f"{call.tool} {json.dumps(call.arguments, ensure_ascii=False)}" for call in task.plan)
    return "".join(f"{number}. {call}\n" for number, call in enumerate(calls, 1))


def _other(task: CompanyTask, tasks: Sequence[CompanyTask]) -> CompanyTask | None:
    """Another task of the same kind, of the same goal if there is one, that is not done by the same."""
    others = [t for t in tasks if t.kind == task.kind and (t.plan, t.answer) != (task.plan, task.answer)]
    others = [t for t in others if t.goal == task.goal] or others
    return min(others, key=lambda t: sha256(f"{task.id}/{t.id}".encode()).digest(), default=None)


def _lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
