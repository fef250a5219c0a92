"""500 tasks of a company: a hundred a domain, of each 65 to search, 30 to write, 5 that the rules must refuse.

Deterministic by seed, without a model. A draft is dropped where its gold plan does not run in the sandbox, its answer
is not the only one, its rows lie in both parts, or its text is there already.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from evaluation.company.released import Row
from evaluation.company.sandbox import Sandbox, Session
from evaluation.company_tasks.draft import Dropped, made, part_of
from evaluation.company_tasks.goals import Goal, shipped_goals
from evaluation.company_tasks.parts import parts_of
from evaluation.company_tasks.records import DOMAINS, HARD_FROM, SEED, CompanyTask, Domain, Kind, Part
from redaction.errors import EntrophyError
from validation.table.access_rules import EMPLOYEES

TASKS = 500
SHARES: Mapping[Kind, float] = {"search": 0.65, "write": 0.30, "refused": 0.05}
HARD_SHARE = 0.4
"""Of the tasks of a domain and kind."""
TEST_EVERY = 5
"""Every so-many-th task is for the test."""
TRIES = 300
"""Drafts for one task before it is given up."""


@dataclass(slots=True)
class Built:
    """Tasks, how many drafts were dropped by reason, and how many tasks could not be made."""

    tasks: list[CompanyTask] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    missing: int = 0


def build_tasks(sandbox: Sandbox, seed: int = SEED, count: int = TASKS) -> Built:
    """The tasks. The same company and seed, the same tasks. EntrophyError for a company without employees."""
    if EMPLOYEES not in sandbox.company.sources:
        raise EntrophyError("the company has no employees.", remedy="build the source employees, too.")
    maker = _Maker(sandbox, seed)
    for domain in DOMAINS:
        for kind, share in SHARES.items():
            here = round(count / len(DOMAINS) * share)
            for number in range(here):
                hard = number < round(here * HARD_SHARE)
                # Of every five one, and not always of the same difficulty.
                part: Part = "test" if number % TEST_EVERY == TEST_EVERY - 1 else "train"
                maker.one(domain, kind, hard=hard, part=part)
    return maker.built


class _Maker:
    def __init__(self, sandbox: Sandbox, seed: int) -> None:
        self.built = Built()
        self._box, self._seed = sandbox, seed
        self._parts = parts_of(sandbox.company, seed)
        self._sessions: dict[str, Session] = {}
        self._texts: set[tuple[str, str]] = set()
        self._goals = [goal for goal in shipped_goals() if self._possible(goal)]

    def _possible(self, goal: Goal) -> bool:
        """Whether the company has the sources and fields."""
        sources = self._box.company.sources
        wanted = [(s, {*values} - {"id"}) for s, values in ((x.source, x.values) for x in goal.steps)]
        wanted += [(source, set(values)) for _, source, values in goal.given]
        return all(source in sources and fields <= set(sources[source].schema.fields) for source, fields in wanted)

    def one(self, domain: Domain, kind: Kind, *, hard: bool, part: Part) -> None:
        number = len(self.built.tasks) + self.built.missing
        goals = [g for g in self._goals if g.domain == domain and g.kind == kind]
        fitting = [g for g in goals if (len(g.steps) >= HARD_FROM) == hard]
        for attempt in range(TRIES if goals else 0):
            rng = Random(f"{self._seed}/{number}/{attempt}")
            # Where the company has no more of this difficulty, one of the other is better than none.
            choice = fitting if fitting and attempt < TRIES // 2 else goals
            goal = choice[(number + attempt) % len(choice)]
            try:
                task = self._draft(goal, rng, part, attempt)
            except Dropped as error:
                self.built.dropped[str(error)] += 1
                continue
            self._texts.add((task.persona, task.text))
            named = task.model_copy(update={"id": f"task-{len(self.built.tasks) + 1:04d}", "part": part})
            self.built.tasks.append(named)
            return
        self.built.missing += 1

    def _draft(self, goal: Goal, rng: Random, part: Part, attempt: int) -> CompanyTask:
        given: dict[str, tuple[str, Row]] = {}
        for var, source, values in goal.given:
            here = self._box.company.sources[source]
            rows = [
                row
                for row in here.rows
                if self._parts[source, str(row[here.schema.key])] == part
                and all(row.get(name) == value for name, value in values.items())
            ]
            if not rows:
                raise Dropped("no row")
            given[var] = (source, rng.choice(rows))
        task = made(goal, self._box, self._session(self._persona(goal, given, rng)), given, rng, attempt)
        if (task.persona, task.text) in self._texts:
            raise Dropped("there already")
        if part_of(task, self._parts) != part:
            raise Dropped("rows of both parts")
        return task

    def _persona(self, goal: Goal, given: Mapping[str, tuple[str, Row]], rng: Random) -> str:
        if isinstance(goal.who, str):
            var, _, name = goal.who[1:].partition(".")
            found = [str(given[var][1].get(name))]
            found = [one for one in found if one in self._box.people]
        else:
            found = [
                one.id
                for one in self._box.people.values()
                if any(one.department == of and low <= one.level <= high for of, low, high in goal.who)
            ]
        if not found:
            raise Dropped("no persona")
        return rng.choice(found)

    def _session(self, person: str) -> Session:
        if person not in self._sessions:
            self._sessions[person] = self._box.session(person)
        return self._sessions[person]


def tasks_bytes(tasks: list[CompanyTask]) -> bytes:
    """A line of JSON a task."""
    lines = (json.dumps(task.model_dump(mode="json"), ensure_ascii=False) + "\n" for task in tasks)
    return "".join(lines).encode()
