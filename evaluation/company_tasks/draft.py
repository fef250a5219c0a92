"""A goal template filled with rows, run as its persona in the sandbox, and made a task if all of it holds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from evaluation.company.released import Row
from evaluation.company.sandbox import Sandbox, Session
from evaluation.company.tools import MOST_ROWS
from evaluation.company_tasks.changes import changes_of
from evaluation.company_tasks.goals import Goal, Step
from evaluation.company_tasks.records import HARD_FROM, Call, CompanyTask, Evidence, Part, Refused
from validation.table.access_rules import EMPLOYEES

_REFERENCE = re.compile(r"\$(\w+)(?:\.(.+))?")
_PLACE = re.compile(r"\{(\w+)(?:\.([^}]+))?\}")
_WRITES = ("create", "update", "delete")


class Dropped(Exception):
    """No task: why, in a word."""


@dataclass(slots=True)
class Draft:
    """What is known while a plan runs: rows by variable with their sources, and the cells that were used."""

    goal: Goal
    sandbox: Sandbox
    drawn: Mapping[str, Any]
    rows: dict[str, tuple[str, Row]]
    several: dict[str, tuple[str, Sequence[Mapping[str, Any]], int]] = field(default_factory=dict)
    used: dict[tuple[str, str, str], Any] = field(default_factory=dict)
    plan: list[Call] = field(default_factory=list)

    def key(self, source: str, row: Mapping[str, Any]) -> str:
        """The key of a row, as text."""
        return str(row[self.sandbox.company.sources[source].schema.key])

    def value(self, told: Any) -> Any:
        """What a reference means; Dropped where there is nothing."""
        if not isinstance(told, str) or "$" not in told:
            return told
        whole = _REFERENCE.fullmatch(told)
        if whole is None or (whole[2] is None and whole[1] not in self.drawn):
            prefix, _, name = told.partition("$")
            return prefix + str(self.drawn[name])
        if whole[2] is None:
            return self.drawn[whole[1]]
        source, row = self.rows[whole[1]]
        if row.get(whole[2]) in (None, "", []):
            raise Dropped("empty")
        self.used[source, self.key(source, row), whole[2]] = row[whole[2]]
        return row[whole[2]]

    def filled(self, text: str) -> str:
        """A text with its places filled."""
        return _PLACE.sub(lambda p: str(self.value(f"${p[1]}.{p[2]}") if p[2] else self.drawn[p[1]]), text)


def made(
    goal: Goal, sandbox: Sandbox, session: Session, given: Mapping[str, tuple[str, Row]], rng: Random, phrasing: int
) -> CompanyTask:
    """The task, as `session`'s person, without id; its plan was run. Dropped where something does not hold. The session
    is in its released state before and after."""
    drawn = {name: rng.choice(options) for name, options in goal.draw.items()}
    staff = sandbox.company.sources[EMPLOYEES]
    me = next(row for row in staff.rows if str(row[staff.schema.key]) == session.actor.id)
    draft = Draft(goal, sandbox, drawn, {"me": (EMPLOYEES, me), **given})
    text = draft.filled(goal.texts[phrasing % len(goal.texts)])
    refused = None
    try:
        for number, step in enumerate(goal.steps):
            last = number == len(goal.steps) - 1
            refused = _run(draft, session, step, must_refuse=last and goal.kind == "refused")
        changes = changes_of(session, sandbox.company)
    finally:
        if any(call.outcome == "ok" and call.action != "read" for call in session.calls):
            session.reset()
        session.calls.clear()
    if bool(changes) != (goal.kind == "write"):
        raise Dropped("changes nothing" if goal.kind == "write" else "changes something")
    answer = _answer(draft, text) if goal.kind == "search" else ()
    touched = {f"{s}:{draft.key(s, row)}" for var, (s, row) in draft.rows.items() if var != "me"}
    if goal.answer.startswith("*"):
        source, rows, _ = draft.several[goal.answer[1:].partition(".")[0]]
        touched |= {f"{source}:{draft.key(source, row)}" for row in rows}
    return CompanyTask(
        id="",
        domain=goal.domain,
        kind=goal.kind,
        difficulty="hard" if len(goal.steps) >= HARD_FROM else "easy",
        part="train",
        goal=goal.name,
        persona=session.actor.id,
        role=f"{session.actor.department}, level {session.actor.level}",
        text=text,
        sub_goals=tuple(_told(step) for step in goal.steps),
        plan=tuple(draft.plan),
        evidence=tuple(Evidence(source=s, key=k, field=f, value=v) for (s, k, f), v in draft.used.items()),
        entities=tuple(sorted(touched)),
        answer=answer,
        changes=changes,
        refused=refused,
    )


def _run(draft: Draft, session: Session, step: Step, *, must_refuse: bool) -> Refused | None:
    values = {name: draft.value(told) for name, told in step.values.items()}
    key = values.pop("id", None) if step.verb in ("read", "update", "delete") else None
    arguments: dict[str, Any] = {} if key is None else {"id": key}
    place = {"find": "where", "create": "row", "update": "changes"}.get(step.verb)
    if place:
        arguments[place] = values
    several = step.verb == "find" and any(draft.goal.answer.partition(".")[0] == f"{sign}{step.var}" for sign in "#*")
    if several:
        arguments["limit"] = MOST_ROWS
    call = Call(tool=f"{step.source}_{step.verb}", arguments=arguments)
    draft.plan.append(call)
    answer = session.call(call.tool, call.arguments)
    if must_refuse:
        if answer.refusal != "denied":
            raise Dropped("not refused")
        return Refused(source=step.source, action=step.verb, key=answer.key, rules=answer.rules)
    if not answer.ok:
        raise Dropped(str(answer.refusal))
    if step.verb in _WRITES:
        return None
    if several:
        if answer.total != len(answer.rows):
            raise Dropped("too many rows to trace")
        draft.several[step.var] = (step.source, answer.rows, answer.total or 0)
        schema = draft.sandbox.company.sources[step.source].schema
        for row in answer.rows:
            for name in values:
                draft.used[step.source, str(row[schema.key]), name] = row[name]
    elif len(answer.rows) != 1:
        raise Dropped("not unique")
    else:
        shown = dict(answer.rows[0])
        if step.var in draft.rows and draft.key(step.source, draft.rows[step.var][1]) != draft.key(step.source, shown):
            raise Dropped("another row")
        draft.rows[step.var] = (step.source, shown)
    return None


def _answer(draft: Draft, text: str) -> tuple[str, ...]:
    told = draft.goal.answer
    if told.startswith("#"):
        total = draft.several[told[1:]][2]
        if not total:
            raise Dropped("empty")
        return (str(total),)
    if told.startswith("*"):
        var, _, name = told[1:].partition(".")
        source, rows, total = draft.several[var]
        if not total or any(not row.get(name) for row in rows):
            raise Dropped("empty")
        for row in rows:
            draft.used[source, draft.key(source, row), name] = row[name]
        return tuple(sorted(str(row[name]) for row in rows))
    answer = str(draft.value(told))
    if answer.casefold() in text.casefold():
        raise Dropped("in the question")
    return (answer,)


def _told(step: Step) -> str:
    fields = ", ".join(name for name in step.values if name != "id")
    return {
        "read": f"Read the row of {step.source}.",
        "find": f"Find the rows of {step.source} by {fields}.",
        "create": f"Create a row of {step.source}.",
        "update": f"Update {fields} of the row of {step.source}.",
        "delete": f"Delete the row of {step.source}.",
    }[step.verb]


def part_of(task: CompanyTask, parts: Mapping[tuple[str, str], Part]) -> Part | None:
    """The part in which all its rows lie; None where they lie in both. One of no row but the persona's is of theirs."""
    touched = task.entities or (f"{EMPLOYEES}:{task.persona}",)
    found = {parts[source, key] for source, _, key in (one.partition(":") for one in touched)}
    return next(iter(found)) if len(found) == 1 else None
