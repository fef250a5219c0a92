"""Access rules: what nothing allows is refused, and nobody higher is allowed less unless a rule says so."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from evaluation.company.access import ALL, LEVELS, AccessRules, Actor, Condition, granted
from validation.files.file_models import WrongFields, parsed

IDS = ("emp_1", "emp_2", "emp_3")
FIELDS = ("emp_id", "owner", "Salary", "text")
SIMPLE = st.one_of(
    st.builds(lambda n: {"level_at_least": n}, st.integers(8, 16)),
    st.builds(lambda r: {"role": r}, st.sampled_from(["staff", "lead", "manager", "executive"])),
    st.builds(lambda d: {"department": d}, st.sampled_from(["HR", "Sales"])),
    st.builds(lambda p: {"person": p}, st.sampled_from(IDS)),
    st.builds(lambda f: {"owner": f}, st.sampled_from(FIELDS)),
    st.builds(lambda f: {"manager_of": f}, st.sampled_from(FIELDS)),
)
CONDITIONS = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.builds(lambda of: {"all": of}, st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda of: {"any": of}, st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=6,
)
ACTIONS = ("read", "create", "update", "delete")


def rules_of(lower: st.SearchStrategy[bool]) -> st.SearchStrategy[AccessRules]:
    rule = st.fixed_dictionaries(
        {
            "id": st.text("abc", min_size=1, max_size=3),
            "allow": st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=4),
            "fields": st.lists(st.sampled_from((*FIELDS, ALL)), min_size=1, max_size=3),
            "when": CONDITIONS,
            "lower_only": lower,
        }
    )
    return st.lists(rule, max_size=5).flatmap(
        lambda rules: st.booleans().map(lambda public: made(rules, public=public))
    )


def made(rules: list[dict[str, Any]], *, public: bool = False) -> AccessRules:
    whole = {"format": "entrophy-access/1", "source": "employees", "public": public, "rules": rules}
    return AccessRules.model_validate_json(json.dumps(whole))


ACTORS = st.builds(
    Actor,
    st.sampled_from(IDS),
    st.sampled_from(LEVELS),
    st.sampled_from(["HR", "IT"]),
    st.frozensets(st.sampled_from(IDS)),
)
ROWS = st.fixed_dictionaries({name: st.sampled_from([*IDS, None, 7, ["emp_1", "emp_3"]]) for name in FIELDS})


@given(rules_of(st.just(False)), ACTORS, st.sampled_from(LEVELS), st.sampled_from(ACTIONS), ROWS)
def test_a_higher_level_may_do_all_that_a_lower_one_may(
    rules: AccessRules, actor: Actor, level: int, action: Any, row: dict[str, Any]
) -> None:
    low, high = sorted((actor.level, level))
    below, above = (granted(rules, replace(actor, level=one), action, row) for one in (low, high))
    assert all(above.covers(field) for field in FIELDS if below.covers(field))
    assert set(below.rules) <= set(above.rules)


@given(rules_of(st.booleans()), ACTORS, st.sampled_from(ACTIONS), ROWS)
def test_only_a_rule_that_names_the_action_allows_it(
    rules: AccessRules, actor: Actor, action: Any, row: dict[str, Any]
) -> None:
    grant = granted(rules, actor, action, row)
    silent = all(action not in rule.allow for rule in rules.rules)
    if silent and not (rules.public and action == "read"):
        assert not grant.fields and not grant.rules
    assert bool(grant.fields) == bool(grant.rules)


@given(rules_of(st.booleans()), ACTORS, st.sampled_from(ACTIONS), ROWS)
def test_one_rule_more_never_takes_anything_away(
    rules: AccessRules, actor: Actor, action: Any, row: dict[str, Any]
) -> None:
    fewer = rules.model_copy(update={"rules": rules.rules[:-1]})
    before, after = granted(fewer, actor, action, row), granted(rules, actor, action, row)
    assert all(after.covers(field) for field in FIELDS if before.covers(field))


@given(CONDITIONS, ACTORS, ROWS)
def test_who_has_no_level_gains_nothing_by_levels(condition: dict[str, Any], actor: Actor, row: dict[str, Any]) -> None:
    nobody = replace(actor, level=0, department="", manages=frozenset())
    for lower in (False, True):
        rule = {"id": "a", "allow": ["read"], "fields": ["*"], "when": {"level_at_least": 9}, "lower_only": lower}
        assert not granted(made([rule]), nobody, "read", row).fields


@pytest.mark.parametrize("level", LEVELS)
def test_the_boundary_of_a_level(level: int) -> None:
    def allowed(at: int, lower: bool) -> bool:
        rule = {"id": "a", "allow": ["read"], "fields": ["*"], "when": {"level_at_least": level}, "lower_only": lower}
        return bool(granted(made([rule]), Actor("emp_1", at, "HR", frozenset()), "read", {}).fields)

    assert [allowed(at, False) for at in (level - 1, level, level + 1)] == [False, True, True]
    assert [allowed(at, True) for at in (level - 1, level, level + 1)] == [True, False, False]


@pytest.mark.parametrize(("role", "level"), [("staff", 9), ("lead", 10), ("manager", 12), ("executive", 13)])
def test_roles_begin_at_their_level(role: str, level: int) -> None:
    rules = made([{"id": "a", "allow": ["read"], "fields": ["*"], "when": {"role": role}}])
    found = [bool(granted(rules, Actor("e", at, "", frozenset()), "read", {}).fields) for at in (level - 1, level)]
    assert found == [False, True]


@pytest.mark.parametrize(
    "when",
    [{}, {"owner": "a", "department": "b"}, {"all": []}, {"owner": None}, {"sudo": True}, {"level_at_least": "9"}],
)
def test_a_condition_asks_for_exactly_one_known_thing(when: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Condition.model_validate(when)


def test_the_owner_of_nothing_is_nobody() -> None:
    rules = made([{"id": "a", "allow": ["read"], "fields": ["*"], "when": {"owner": "owner"}}])
    for value in (None, "", "emp_10", 1, ["emp_2"]):
        assert not granted(rules, Actor("emp_1", 14, "", frozenset()), "read", {"owner": value}).fields
    assert granted(rules, Actor("emp_1", 9, "", frozenset()), "read", {"owner": ["emp_2", "emp_1"]}).fields


def test_a_rules_file_of_another_form_is_refused() -> None:
    with pytest.raises(WrongFields):
        parsed(AccessRules, b'{"format": "entrophy-access/1", "source": "a", "rules": [], "default": "allow"}')
