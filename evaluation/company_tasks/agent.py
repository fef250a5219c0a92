"""A model with tools let into the sandbox, one task after the other. What it did is kept; a stopped run goes on.

In the folder: `predictions.jsonl`, a line a finished task; `run.json`, what was asked of whom, and tokens and requests.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from evaluation.company.sandbox import Sandbox, Session
from evaluation.company.tools import Tool
from evaluation.company_tasks.prompts import first_messages
from evaluation.company_tasks.records import Call, CompanyTask, Prediction
from evaluation.company_tasks.score import MOST_CALLS
from evaluation.models.endpoint import Reply, Unanswered
from evaluation.models.prompts import Messages
from evaluation.models.runner import Prices, cost_of
from evaluation.replies import last_answer
from redaction.errors import EntrophyError
from redaction.work.files import append_line, write_whole

PREDICTIONS, RUN = "predictions.jsonl", "run.json"
FORMAT = "entrophy-agent-run/1"
MOST_TURNS = 20
"""Requests for one task; an agent that has not answered by then has not answered."""
GIVE_UP_AFTER = 10
"""Tasks in a row without a reply after which a run stops."""


class AsksWithTools(Protocol):
    """What answers a prompt, or wants tools to be called."""

    def ask(
        self,
        model: str,
        prompt: Messages,
        *,
        temperature: float,
        max_tokens: int,
        tools: Sequence[Mapping[str, Any]] | None = None,
    ) -> Reply:
        """One reply; Unanswered where there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Agent:
    """Who is asked, and how."""

    base_url: str
    model: str
    temperature: float
    max_tokens: int


def as_function(tool: Tool) -> dict[str, Any]:
    """A tool as the interface of models tells it."""
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def run_agent(
    agent: Agent,
    model: AsksWithTools,
    sandbox: Sandbox,
    tasks: Sequence[CompanyTask],
    out: Path,
    progress: Callable[[str, int, int], None] = lambda stage, done, total: None,
    prices: Prices | None = None,
) -> dict[str, Any]:
    """Do every task that has no line yet; what `run.json` then says, with the cost of all tokens where `prices` are
    given. EntrophyError if the folder holds the work of
    another model, if the address refuses, or after GIVE_UP_AFTER tasks in a row without a reply."""
    told = _begun(out, agent)
    done = _done(out / PREDICTIONS)
    in_a_row = 0
    for number, task in enumerate(tasks):
        progress("tasks", number, len(tasks))
        if task.id in done:
            continue
        try:
            prediction, used = _work(agent, model, sandbox, task)
        except Unanswered as error:
            told["failed"][error.reason] = told["failed"].get(error.reason, 0) + 1
            in_a_row += 1
            if in_a_row == GIVE_UP_AFTER:
                _write(out, told)
                raise EntrophyError(
                    f"no reply to {GIVE_UP_AFTER} tasks in a row ({error.reason}).",
                    remedy="see whether the address is there, and run again: what was done is kept.",
                ) from None
            continue
        in_a_row = 0
        append_line(out / PREDICTIONS, prediction.model_dump_json())
        for name, count in used.items():
            told["usage"][name] += count
        told["tasks"] += 1
        _write(out, told)
    progress("tasks", len(tasks), len(tasks))
    told |= _cost(told["usage"], prices)
    _write(out, told)
    return told


def _cost(usage: Mapping[str, int], prices: Prices | None) -> dict[str, Any]:
    if prices is None:
        return {}
    return {
        "cost": round(cost_of(usage["prompt_tokens"], usage["completion_tokens"], prices), 6),
        "prices_per_million": asdict(prices),
    }


def _work(agent: Agent, model: AsksWithTools, sandbox: Sandbox, task: CompanyTask) -> tuple[Prediction, dict[str, int]]:
    prompt: Messages = list(first_messages(task))
    tools = [as_function(tool) for tool in sandbox.tools.values()]
    used = {"requests": 0, "prompt_tokens": 0, "completion_tokens": 0}
    calls: list[Call] = []
    answer: tuple[str, ...] = ()
    with sandbox.session(task.persona) as session:
        for _ in range(MOST_TURNS):
            reply = model.ask(
                agent.model, prompt, temperature=agent.temperature, max_tokens=agent.max_tokens, tools=tools
            )
            used["requests"] += 1
            used["prompt_tokens"] += reply.prompt_tokens
            used["completion_tokens"] += reply.completion_tokens
            if not reply.calls:
                answer = _answer(reply.text or "")
                break
            prompt.append(_said(reply))
            for wanted in reply.calls:
                if len(calls) >= MOST_CALLS:
                    break
                call, content = _called(session, wanted.name, wanted.arguments)
                calls.append(call)
                prompt.append({"role": "tool", "tool_call_id": wanted.id, "content": content})
            if len(calls) >= MOST_CALLS:
                break
    return Prediction(id=task.id, answer=answer, calls=tuple(calls)), used


def _called(session: Session, name: str, text: str) -> tuple[Call, str]:
    try:
        arguments = json.loads(text or "{}")
    except (ValueError, RecursionError):
        arguments = None
    if not isinstance(arguments, dict):
        return Call(tool=name, arguments={}), json.dumps(
            {"error": "invalid", "message": "Arguments are no JSON object."}
        )
    answer = session.call(name, arguments)
    return Call(tool=name, arguments=arguments), json.dumps(answer.as_json(), ensure_ascii=False)


def _said(reply: Reply) -> dict[str, Any]:
    calls = [
        {"id": one.id, "type": "function", "function": {"name": one.name, "arguments": one.arguments}}
        for one in reply.calls
    ]
    return {"role": "assistant", "content": reply.text, "tool_calls": calls}


def _answer(text: str) -> tuple[str, ...]:
    found = last_answer(text)
    if found is None:
        return ()
    return tuple(part.strip() for part in found.split("; ") if part.strip())


def _begun(out: Path, agent: Agent) -> dict[str, Any]:
    path = out / RUN
    fresh: dict[str, Any] = {
        "format": FORMAT,
        "agent": asdict(agent),
        "tasks": 0,
        "failed": {},
        "usage": {"requests": 0, "prompt_tokens": 0, "completion_tokens": 0},
    }
    if not path.is_file():
        return fresh
    try:
        told: dict[str, Any] = json.loads(path.read_bytes())
        same = told["agent"] == fresh["agent"] and told["format"] == FORMAT
    except (ValueError, KeyError, TypeError):
        same = False
    if not same:
        raise EntrophyError("the folder holds another run.", record=out.name, remedy="give another --out.")
    return told | {"failed": {}}


def _done(path: Path) -> set[str]:
    if not path.is_file():
        return set()
    found = set()
    for line in path.read_text("utf-8").splitlines():
        try:
            found.add(str(json.loads(line)["id"]))
        except (ValueError, KeyError, TypeError):
            continue  # cut off by a stop: done again
    return found


def _write(out: Path, told: Mapping[str, Any]) -> None:
    write_whole(out / RUN, (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode())
