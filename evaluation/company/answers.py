"""What a call of a tool answers, and the log of calls."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Refusal = Literal["denied", "not_found", "invalid", "conflict"]
"""Why a call did nothing: the rules, no such row, arguments that are none, or other rows that stand against it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`rows` hold the fields that the acting person may read. `rules` are those that allowed it; where it was denied,
    those of which one would have to hold."""

    refusal: Refusal | None = None
    told: str = ""
    rows: tuple[Mapping[str, Any], ...] = ()
    total: int | None = None
    rules: tuple[str, ...] = ()
    key: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the call did what it was asked."""
        return self.refusal is None

    def as_json(self) -> dict[str, Any]:
        """For who called."""
        if self.refusal is not None:
            return {"error": self.refusal, "message": self.told}
        found: dict[str, Any] = {"rows": [dict(row) for row in self.rows]}
        return found if self.total is None else {"total": self.total, **found}


@dataclass(frozen=True, slots=True)
class Call:
    """A line of the log: who called what, on which row, and how it went. No value of an argument but the row's key."""

    number: int
    actor: str
    tool: str
    source: str
    action: str
    key: str | None
    fields: tuple[str, ...]
    outcome: str
    rules: tuple[str, ...] = field(default=())
    rows: int = 0

    def line(self) -> str:
        """As one line of JSON."""
        names = ("number", "actor", "tool", "source", "action", "key", "fields", "outcome", "rules", "rows")
        return json.dumps({name: getattr(self, name) for name in names}, ensure_ascii=False) + "\n"
