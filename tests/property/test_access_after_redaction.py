"""Access rules of any shape: written anew with ids one for one they name who and what they named, and one letter that
is another one is told by the check that it concerns."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redaction.sources.rules import persons_of, with_persons
from redaction.sources.schema import SourceSchema
from validation.table.access_rules import Rules, check_access
from validation.table.sources import Table

SCHEMA = SourceSchema.model_validate(
    {
        "format": "entrophy-source/1",
        "name": "employees",
        "key": "emp_id",
        "fields": {
            "emp_id": {"type": "string", "role": "id"},
            "category": {"type": "string", "role": "category"},
            "Salary": {"type": "integer", "role": "quantity"},
        },
    }
)
STAFF = [{"emp_id": one, "category": what} for one, what in (("emp_1", "HR"), ("emp_2", "Sales"), ("emp_3", "HR"))]
BECAME = {"emp_1": "emp_7", "emp_2": "emp_5", "emp_3": "emp_6"}
STRANGER, OTHER = "emp_9", "emp_8"
PEOPLE = (*BECAME, STRANGER)
SIMPLE = st.one_of(
    st.builds(lambda n: {"level_at_least": n}, st.integers(9, 14)),
    st.builds(lambda r: {"role": r}, st.sampled_from(["staff", "executive"])),
    st.builds(lambda d: {"department": d}, st.sampled_from(["HR", "Sales", "Nowhere"])),
    st.builds(lambda p: {"person": p}, st.sampled_from(PEOPLE)),
    st.builds(lambda f: {"owner": f}, st.sampled_from(["emp_id", "Salary"])),
)
CONDITIONS = st.recursive(
    SIMPLE, lambda inner: st.builds(lambda of: {"all": of}, st.lists(inner, min_size=1, max_size=3))
)
RULE = st.fixed_dictionaries(
    {
        "id": st.text("abc", min_size=1, max_size=3),
        "allow": st.lists(st.sampled_from(["read", "update"]), min_size=1, max_size=2),
        "fields": st.lists(st.sampled_from(["Salary", "category", "*"]), min_size=1, max_size=2),
        "when": CONDITIONS,
        "lower_only": st.booleans(),
    }
)
RULES = st.lists(RULE, max_size=4).map(
    lambda rules: {"format": "entrophy-access/1", "source": "employees", "public": False, "rules": rules}
)


def rows(changed: dict[str, str]) -> Callable[[], Iterator[dict[str, Any]]]:
    return lambda: iter([{**row, "emp_id": changed.get(row["emp_id"], row["emp_id"])} for row in STAFF])


TABLES = {"employees": Table(SCHEMA, rows({}), rows(BECAME))}


def released(captured: Any) -> Any:
    """As redaction writes it: who is a row has the id of it, a stranger one of nobody."""
    return with_persons(captured, captured, lambda one: BECAME.get(one, OTHER))


def failed(captured: Any, made: Any) -> set[str]:
    return {r.name for r in check_access({"employees": Rules(captured, made)}, TABLES) if not r.passed}


@settings(max_examples=40, deadline=None)
@given(RULES)
def test_rules_that_were_written_anew_name_who_they_named(captured: dict[str, Any]) -> None:
    before = copy.deepcopy(captured)
    made = released(captured)
    assert captured == before and failed(captured, made) == set()
    assert not {*persons_of(made)} & {*PEOPLE}
    known = [(a, b) for a, b in zip(persons_of(captured), persons_of(made), strict=True) if a in BECAME]
    assert all(BECAME[one] == other for one, other in known)


WHOLE = {
    "format": "entrophy-access/1",
    "source": "employees",
    "public": False,
    "rules": [
        {
            "id": "one",
            "allow": ["read"],
            "fields": ["Salary"],
            "when": {"all": [{"person": "emp_2"}, {"level_at_least": 10}]},
            "lower_only": False,
        },
        {"id": "two", "allow": ["update"], "fields": ["*"], "when": {"any": [{"department": "HR"}, {"role": "staff"}]}},
        {"id": "three", "allow": ["update"], "fields": ["category"], "when": {"all": [{"person": STRANGER}]}},
        {"id": "four", "allow": ["update"], "fields": ["category"], "when": {"owner": "emp_id"}},
    ],
}


def put(path: str, value: Any) -> Callable[[Any], None]:
    def change(whole: Any) -> None:
        *way, last = (int(step) if step.isdecimal() else step for step in path.split("/"))
        for step in way:
            whole = whole[step]
        whole[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (put("rules/0/when/all/0/person", BECAME["emp_1"]), "persons"),
        (put("rules/0/when/all/0/person", "emp_2"), "persons"),
        (put("rules/2/when/all/0/person", BECAME["emp_1"]), "persons"),
        (put("rules/1/when/any/0/department", "Sales"), "roles"),
        (put("rules/1/when/any/1/role", "executive"), "roles"),
        (put("rules/0/fields", ["salary"]), "resources"),
        (put("rules/3/when/owner", "Salary"), "resources"),
        (put("rules/0/allow", ["read", "update"]), "form"),
        (put("rules/0/when/all/1/level_at_least", 9), "form"),
        (put("rules/0/lower_only", True), "form"),
        (put("public", True), "form"),
        (lambda whole: whole["rules"].pop(), "form"),
        (lambda whole: whole["rules"].append(whole["rules"][0]), "form"),
    ],
)
def test_whatever_a_rule_says_otherwise_is_told(change: Callable[[Any], None], check: str) -> None:
    made = json.loads(json.dumps(released(WHOLE)))
    assert failed(WHOLE, made) == set()
    change(made)
    assert failed(WHOLE, made) == {f"employees_access_{check}"}


def test_rules_that_are_lost_or_come_from_nowhere_are_told() -> None:
    assert failed(WHOLE, None) == failed(None, released(WHOLE)) == {"employees_access_form"}


def test_a_department_that_was_made_coarser_on_purpose_is_nobodys() -> None:
    coarse = {
        "employees": Table(
            SCHEMA, rows({}), lambda: iter([{"emp_id": one} for one in BECAME.values()]), {"category": "drop"}
        )
    }
    assert all(r.passed for r in check_access({"employees": Rules(WHOLE, released(WHOLE))}, coarse))
