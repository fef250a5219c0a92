"""Who may do what with which fields of a row: rules as data, and their evaluator. What no rule allows is refused.

Conditions only ever ask for at least something, so that whoever stands on a higher level may do all that a lower one
may. A rule that says `lower_only` turns its levels round: it holds for those below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from redaction.work import formats
from validation.files.file_models import FileModel

Action = Literal["read", "create", "update", "delete"]
Role = Literal["staff", "lead", "manager", "executive"]
LEVELS = range(9, 15)
"""Levels that there are."""
ROLE_FROM: Mapping[Role, int] = {"staff": 9, "lead": 10, "manager": 12, "executive": 13}
"""The lowest level of each role."""
ALL = "*"
"""In `fields`: every field."""


class Condition(FileModel):
    """One condition of a rule; exactly one thing is asked."""

    model_config = ConfigDict(extra="forbid")

    level_at_least: int | None = None
    role: Role | None = None
    department: str | None = None
    person: str | None = None
    owner: str | None = None
    manager_of: str | None = None
    all: tuple[Condition, ...] | None = Field(default=None, min_length=1)
    any: tuple[Condition, ...] | None = Field(default=None, min_length=1)

    @model_validator(mode="after")
    def _one(self) -> Condition:
        if len(self.model_fields_set) != 1 or next(iter(self.model_dump(exclude_unset=True).values())) is None:
            raise ValueError("a condition asks for exactly one thing")
        return self

    def parts(self) -> list[Condition]:
        """This one and all inside it."""
        return [self, *(part for one in (*(self.all or ()), *(self.any or ())) for part in one.parts())]


class Rule(FileModel):
    """Allows actions on fields of the rows for which its condition holds."""

    model_config = ConfigDict(extra="forbid")

    id: str
    allow: tuple[Action, ...] = Field(min_length=1)
    fields: tuple[str, ...] = Field(min_length=1)
    when: Condition
    lower_only: bool = False


class AccessRules(FileModel):
    """access/<name>.json. Of a `public` source everybody reads every field."""

    model_config = ConfigDict(extra="forbid")

    format: str = Field(pattern=f"^{formats.ACCESS}$")
    source: str
    public: bool = False
    rules: tuple[Rule, ...]

    @classmethod
    def nothing(cls, source: str) -> AccessRules:
        """Those of a source that has none: nobody may do anything."""
        return cls(format=formats.ACCESS, source=source, rules=())


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: id, level (0 where the record tells none), department, and the ids of all below them."""

    id: str
    level: int
    department: str
    manages: frozenset[str]


@dataclass(frozen=True, slots=True)
class Grant:
    """What is allowed: these fields (`*` for all), by these rules."""

    fields: frozenset[str]
    rules: tuple[str, ...]

    def covers(self, field: str) -> bool:
        """Whether the field is among them."""
        return ALL in self.fields or field in self.fields


PUBLIC = "public"
"""Stands in the place of a rule's id where a source is open to everybody."""


def granted(rules: AccessRules, actor: Actor, action: Action, row: Mapping[str, Any]) -> Grant:
    """What `actor` may do to `row`; for what is to be created, the row as it would be."""
    found = [r for r in rules.rules if action in r.allow and holds(r.when, actor, row, lower_only=r.lower_only)]
    fields = reduce(lambda so_far, rule: so_far | set(rule.fields), found, frozenset[str]())
    ids = tuple(rule.id for rule in found)
    if rules.public and action == "read":
        return Grant(frozenset({ALL}), (PUBLIC, *ids))
    return Grant(frozenset(fields), ids)


def holds(condition: Condition, actor: Actor, row: Mapping[str, Any], *, lower_only: bool = False) -> bool:
    """Whether a condition holds for this actor and row."""
    if condition.all is not None:
        return all(holds(one, actor, row, lower_only=lower_only) for one in condition.all)
    if condition.any is not None:
        return any(holds(one, actor, row, lower_only=lower_only) for one in condition.any)
    if condition.level_at_least is not None or condition.role is not None:
        least = condition.level_at_least if condition.role is None else ROLE_FROM[condition.role]
        assert least is not None
        # Somebody without a level is neither above nor below.
        return actor.level > 0 and ((actor.level < least) if lower_only else (actor.level >= least))
    if condition.department is not None:
        return actor.department == condition.department
    if condition.person is not None:
        return actor.id == condition.person
    if condition.owner is not None:
        return actor.id in _ids(row.get(condition.owner))
    return condition.manager_of is not None and not actor.manages.isdisjoint(_ids(row.get(condition.manager_of)))


def _ids(value: Any) -> frozenset[str]:
    return frozenset(v for v in (value if isinstance(value, list) else [value]) if isinstance(v, str) and v)


def asked_for(rules: AccessRules, action: Action) -> tuple[str, ...]:
    """The rules that allow an action to somebody: one of them would have to hold."""
    return tuple(rule.id for rule in rules.rules if action in rule.allow)
