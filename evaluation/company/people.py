"""Employees as those who act: level, department and whom they manage, from the rows of the source `employees`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from evaluation.company.access import LEVELS, Actor
from validation.table.access_rules import DEPARTMENT

LEVEL, MANAGER = "Level", "reports_to"
"""Fields of `employees` by which rules know somebody."""
_LEVEL = re.compile(r"^[A-Za-z]{0,4}([0-9]{1,2})$")


def level_of(value: Any) -> int:
    """The number of a level ("EN12" → 12); 0 for what is none, as a level that was generalised."""
    found = _LEVEL.match(str(value).strip())
    level = int(found.group(1)) if found else 0
    return level if level in LEVELS else 0


def actors(rows: Iterable[Mapping[str, Any]], key: str) -> dict[str, Actor]:
    """Everybody by id. Whom somebody manages is who reports to them, directly or through others; a circle ends where it
    began, and nobody is their own manager."""
    people = {str(row[key]): row for row in rows if row.get(key)}
    below: dict[str, set[str]] = {one: set() for one in people}
    for one in people:
        seen, boss = {one}, people[one].get(MANAGER)
        while isinstance(boss, str) and boss in people and boss not in seen:
            below[boss].add(one)
            seen.add(boss)
            boss = people[boss].get(MANAGER)
    return {
        one: Actor(one, level_of(row.get(LEVEL)), str(row.get(DEPARTMENT) or ""), frozenset(below[one]))
        for one, row in people.items()
    }
