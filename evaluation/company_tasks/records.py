"""What a task is, and what is predicted for one."""

from __future__ import annotations

from typing import Any, Literal

from validation.files.file_models import FileModel

FORMAT: Literal["entrophy-company-task/1"] = "entrophy-company-task/1"
Domain = Literal["HR", "IT", "Software engineering", "Business operations", "Sales"]
Kind = Literal["search", "write", "refused"]
Difficulty = Literal["easy", "hard"]
Part = Literal["train", "test"]
DOMAINS: tuple[Domain, ...] = ("HR", "IT", "Software engineering", "Business operations", "Sales")
HARD_FROM = 3
"""Sub-goals from which a task is hard."""
SEED = 1905


class Call(FileModel):
    """A call of a tool."""

    tool: str
    arguments: dict[str, Any]


class Evidence(FileModel):
    """A cell that the task is made of, or that its answer is."""

    source: str
    key: str
    field: str
    value: Any


class Change(FileModel):
    """What is to be different afterwards. `fields` are those that changed, of a new row all; None: the row is gone."""

    source: str
    key: str
    fields: dict[str, Any] | None


class Refused(FileModel):
    """What must be tried and refused: the action, the row where one is named, and the rules of which one would have to
    hold for it."""

    source: str
    action: str
    key: str | None
    rules: tuple[str, ...]


class CompanyTask(FileModel):
    """One task. `persona` acts. Of `answer` (search), `changes` (write) and `refused` the one of its kind is filled."""

    format: Literal["entrophy-company-task/1"] = FORMAT
    id: str
    domain: Domain
    kind: Kind
    difficulty: Difficulty
    part: Part
    goal: str
    persona: str
    role: str
    text: str
    sub_goals: tuple[str, ...]
    plan: tuple[Call, ...]
    evidence: tuple[Evidence, ...]
    entities: tuple[str, ...]
    answer: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    refused: Refused | None = None


class Prediction(FileModel):
    """What an agent did: its calls in their order, and its last words (or a list of them)."""

    id: str
    answer: str | tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
