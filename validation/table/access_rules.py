"""Great Expectations over the access rules of company sources, captured beside released: whoever, and whatever, a rule
names is there after redaction if it was before, and nothing is allowed that was not.

What no rule allows stays refused: rules are neither added nor lost, and say the same of the same rows. Rules are told
by source and place, no result holds a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from validation.table.expectations import MOST_SHOWN, Check, CheckResult, run_checks
from validation.table.sources import Table, id_pairs

EMPLOYEES, DEPARTMENT = "employees", "category"
"""The source of those who act, and the field of it that tells their department."""
_TOLD = ("id", "person", "department", "role", "owner", "manager_of", "fields", "actor")
"""Strings of a rule that are looked at by themselves, or may hold a name."""


@dataclass(frozen=True, slots=True)
class Rules:
    """access/<name>.json as it was captured and as it is released; None where there is none."""

    before: Any
    after: Any


def check_access(rules: Mapping[str, Rules], tables: Mapping[str, Table]) -> list[CheckResult]:
    """All checks of all rules, in the order of their sources. The rows of the tables are as many before as after."""
    became = _Became.of(rules, tables)
    return [result for name, one in sorted(rules.items()) for result in _checked(name, one, tables, became)]


@dataclass(frozen=True, slots=True)
class _Became:
    """Which id became which, of those that rules name, and which department; `given` are the released ids that rules
    name."""

    ids: Mapping[str, str]
    given: frozenset[str]
    departments: Mapping[str, str]

    @classmethod
    def of(cls, rules: Mapping[str, Rules], tables: Mapping[str, Table]) -> _Became:
        wanted = {text for one in rules.values() for rule in _rules(one.before) for text in _named(rule, "person")}
        held = {text for one in rules.values() for rule in _rules(one.after) for text in _named(rule, "person")}
        ids: dict[str, str] = {}
        given: set[str] = set()
        departments: dict[str, str] = {}
        for name, table in tables.items():
            for before, after in zip(table.before(), table.after(), strict=True):
                for one, other in id_pairs(table.schema, before, after) if wanted or held else ():
                    if one in wanted:
                        ids.setdefault(one, other)
                    if other in held:
                        given.add(other)
                if name == EMPLOYEES and DEPARTMENT in before:
                    departments.setdefault(str(before[DEPARTMENT]), str(after.get(DEPARTMENT)))
        return cls(ids, frozenset(given), departments)

    def person(self, before: str, after: str) -> bool:
        """Whether a rule still names the same row; one of whom there was no row names none."""
        return self.ids[before] == after if before in self.ids else after not in self.given


def _checked(name: str, rules: Rules, tables: Mapping[str, Table], became: _Became) -> list[CheckResult]:
    import pandas as pd

    before, after = _rules(rules.before), _rules(rules.after)
    detail = "there are the same rules, and they allow the same"
    if len(before) != len(after) or _head(rules.before) != _head(rules.after):
        apart = max(1, abs(len(before) - len(after)))
        return [CheckResult(f"{name}_access_form", False, apart, max(1, len(before)), detail, (f"access/{name}.json",))]
    if not before:
        return [CheckResult(f"{name}_access_form", True, 0, 0, detail)]
    staff = tables.get(EMPLOYEES)
    free = staff is not None and DEPARTMENT in staff.coarser  # it was made coarser on purpose: such a rule is nobody's

    def roles(one: Any, other: Any) -> bool:
        departments = _alike("department", lambda a, b: free or became.departments.get(a, a) == b)
        return _named(one, "role") == _named(other, "role") and departments(one, other)

    told: list[tuple[str, str, Callable[[Any, Any], bool]]] = [
        ("form", detail, lambda one, other: bool(_shape(one) == _shape(other))),
        ("persons", "every person that a rule names is who it was, and nobody else", _alike("person", became.person)),
        ("roles", "every role and department that a rule names is what it was", roles),
        (
            "resources",
            "every field that a rule names is what it was",
            lambda one, other: _fields(one) == _fields(other),
        ),
    ]
    frame: dict[str, Any] = {}
    checks = []
    for what, said, holds in told:
        failed = [place for place, (a, b) in enumerate(zip(before, after, strict=True)) if not holds(a, b)]
        column = f"({what})"
        frame[column] = [place not in failed for place in range(len(before))]
        arguments = {"column": column, "value_set": [True]}
        checks.append(Check(f"{name}_access_{what}", said, "ExpectColumnValuesToBeInSet", arguments, failed))
    return run_checks(pd.DataFrame(frame), checks, lambda places: _records(name, places))


def _records(name: str, places: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"access/{name}.json rule {place + 1}" for place in places[:MOST_SHOWN])


def _alike(key: str, same: Callable[[str, str], bool]) -> Callable[[Any, Any], bool]:
    """Whether two rules name as many under a key, each the same."""

    def holds(before: Any, after: Any) -> bool:
        one, other = _named(before, key), _named(after, key)
        return len(one) == len(other) and all(map(same, one, other))

    return holds


def _rules(whole: Any) -> list[Any]:
    return list(whole.get("rules", ())) if isinstance(whole, dict) else []


def _head(whole: Any) -> Any:
    return {k: v for k, v in whole.items() if k != "rules"} if isinstance(whole, dict) else None


def _named(rule: Any, *keys: str) -> list[str]:
    """The strings under these keys, wherever they stand in a rule, in its order."""
    return [text for key, text in _strings(rule, "") if key in keys]


def _strings(value: Any, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _strings(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part, key)


def _fields(rule: Any) -> list[str]:
    return _named(rule, "fields", "owner", "manager_of")


def _shape(value: Any, key: str = "") -> Any:
    """A rule without what the other checks look at: what is allowed, levels, and how conditions lie in each other."""
    if isinstance(value, dict):
        return {name: _shape(part, name) for name, part in value.items()}
    if isinstance(value, list):
        return [_shape(part, key) for part in value]
    return "" if isinstance(value, str) and key in _TOLD else value
