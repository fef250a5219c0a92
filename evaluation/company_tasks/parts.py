"""Which rows tasks to learn from may use, and which those to be tested on: no row is in both.

Teams stay together, and what refers to somebody goes with them; else hardly any task of several rows would lie on one
side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256

from evaluation.company.people import actors
from evaluation.company.released import Company
from evaluation.company_tasks.records import Part
from validation.table.access_rules import DEPARTMENT, EMPLOYEES

TEST_SHARE = 0.2
"""Share of the employees, and of the rows that refer to none, that are for the test: 4:1."""


def parts_of(company: Company, seed: int) -> Mapping[tuple[str, str], Part]:
    """The part of every row, by source and key."""
    people = _people(company, seed)
    found: dict[tuple[str, str], Part] = {(EMPLOYEES, key): part for key, part in people.items()}
    for name, source in company.sources.items():
        if name == EMPLOYEES:
            continue
        leading = [field for field, spec in source.schema.fields.items() if spec.to == EMPLOYEES]
        for row in source.rows:
            key = str(row[source.schema.key])
            of = next((people[str(row[f])] for f in leading if str(row[f]) in people), None)
            found[name, key] = of or ("test" if _share(seed, name, key) < TEST_SHARE else "train")
    return found


def _people(company: Company, seed: int) -> dict[str, Part]:
    """Of each department so many are for the test as their share says: the largest whole teams (somebody with all
    below) that fit, so that the manager of who is in the test is, too, as often as can be."""
    source = company.sources.get(EMPLOYEES)
    if source is None:
        return {}
    key = source.schema.key
    of = {str(row[key]): str(row.get(DEPARTMENT) or "") for row in source.rows}
    below = {one: actor.manages for one, actor in actors(source.rows, key).items()}
    teams = sorted(of, key=lambda one: (-len(below[one]), _share(seed, one)))
    left = {department: round(count * TEST_SHARE) for department, count in Counter(of.values()).items()}
    test: set[str] = set()
    for one in teams:
        team = {one, *below[one]} - test
        needed = Counter(of[member] for member in team)
        if one not in test and all(left[department] >= count for department, count in needed.items()):
            test |= team
            for department, count in needed.items():
                left[department] -= count
    return {one: "test" if one in test else "train" for one in of}


def _share(*of: object) -> float:
    return int.from_bytes(sha256("/".join(map(str, of)).encode()).digest()[:8]) / 2**64
