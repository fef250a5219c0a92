"""The goal templates, read from data/goals.yaml, whose head says how they are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from evaluation.company_tasks.records import Domain, Kind

Verb = str
VERBS = ("find", "read", "create", "update", "delete")
_NOTHING_FOUND = "done"
"""The variable of a step that writes."""


@dataclass(frozen=True, slots=True)
class Step:
    """A call: what it finds is called `var`. `values` are the id ("id"), the fields to find by, or those to write."""

    var: str
    source: str
    verb: Verb
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Goal:
    """A template. `who` are the departments of personas with their lowest and highest level, or `$t.emp_id`: whom a
    drawn row names. `given`: the variable, the source and fixed values of the rows that are drawn."""

    name: str
    domain: Domain
    kind: Kind
    texts: tuple[str, ...]
    who: tuple[tuple[str, int, int], ...] | str
    given: tuple[tuple[str, str, Mapping[str, Any]], ...]
    steps: tuple[Step, ...]
    answer: str = ""
    draw: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)


@cache
def shipped_goals() -> tuple[Goal, ...]:
    """Every goal template of the package, in the order of the file."""
    import yaml

    text = (files("evaluation.company_tasks") / "data" / "goals.yaml").read_text(encoding="utf-8")
    return tuple(map(_goal, yaml.safe_load(text)))


def _goal(told: Mapping[str, Any]) -> Goal:
    who = told["who"]
    return Goal(
        told["name"],
        told["domain"],
        told["kind"],
        tuple(told["texts"]),
        who if isinstance(who, str) else tuple((str(name), int(low), int(high)) for name, low, high in who),
        tuple((var, one["source"], one.get("where", {})) for var, one in told.get("given", {}).items()),
        tuple(map(_step, told["steps"])),
        told.get("answer", ""),
        {name: _options(options) for name, options in told.get("draw", {}).items()},
    )


def _step(told: Mapping[str, Any]) -> Step:
    (verb,) = (verb for verb in VERBS if verb in told)
    values = {"id": told["id"]} if "id" in told else {}
    return Step(told.get("as", _NOTHING_FOUND), told[verb], verb, values | told.get("where", {}) | told.get("set", {}))


def _options(told: Any) -> tuple[Any, ...]:
    if isinstance(told, list):
        return tuple(told)
    numbers = range(told["from"], told["to"] + 1, told.get("step", 1))
    return tuple(told["as"].format(n) if "as" in told else n for n in numbers)
