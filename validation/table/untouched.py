"""Before against after redaction: what redaction must not touch is the same in every row, and what it renames keeps
its distribution. Reads captured rows and tells counts and ids only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from redaction.stages.text_fields import TEXT_FIELDS
from validation.table.expectations import CheckResult, records_of
from validation.table.schema import COLUMNS, Row

RENAMED = ("process_name", "application_name")
"""Columns that redaction may rename: one value for one value, so that the counts stay as they were."""
_MAY_BE_WITHHELD = "screenshot_name"


def compare_redaction(before: Sequence[Row], after: Sequence[Row], bent_at_most: float) -> list[CheckResult]:
    """One check for every column that redaction may not touch, one for nulls, and one for each of RENAMED: the total
    variation distance of its counts, ordered by size, is `bent_at_most` (share of the rows) at most; one row always may
    be another, unless that is 0. Rows without a
    twin on the other side fail the first check."""
    places = {row["interaction_uuid"]: place for place, row in enumerate(before)}
    kept = [c.name for c in COLUMNS if c.name not in TEXT_FIELDS and c.name != _MAY_BE_WITHHELD]
    failed: dict[str, list[int]] = {name: [] for name in (*kept, "nulls")}
    counts = {column: (Counter[str](), Counter[str]()) for column in RENAMED}
    lost = []
    left = set(places)
    for number, row in enumerate(after):
        left.discard(row["interaction_uuid"])
        if (place := places.get(row["interaction_uuid"])) is None:
            lost.append(number)
            continue
        old = before[place]
        for column in kept:
            if old[column] != row[column]:
                failed[column].append(number)
        if any((old[c] is None) != (row[c] is None) for c in TEXT_FIELDS):
            failed["nulls"].append(number)
        for column, sides in counts.items():
            for side, one in zip(sides, (old, row), strict=True):
                side[one[column]] += 1
    detail = "redaction neither adds nor drops a row"
    results = [CheckResult("redaction_keeps_rows", not lost and not left, len(lost) + len(left), len(after), detail)]
    results += [_result(f"redaction_keeps_{c}", f"{c} is as it was recorded", failed[c], after) for c in kept]
    results.append(_result("redaction_keeps_nulls", "a text is there where one was recorded", failed["nulls"], after))
    most = max(1, int(bent_at_most * len(after))) if bent_at_most else 0
    for column, sides in counts.items():
        moved = moved_by_renaming(*sides)
        detail = f"the counts of {column} are those that were recorded, under whatever names"
        results.append(CheckResult(f"redaction_bends_{column}", moved <= most, moved, len(after), detail))
    return results


def moved_by_renaming(before: Iterable[str], after: Iterable[str]) -> int:
    """How many rows the counts moved when values were renamed (total variation distance × rows): both sides ordered by
    size, so that only merging and splitting of values counts."""
    one, other = (sorted(Counter(values).values(), reverse=True) for values in (before, after))
    return sum(abs(a - b) for a, b in zip_longest(one, other, fillvalue=0)) // 2


def _result(name: str, detail: str, failed: Sequence[int], rows: Sequence[Row]) -> CheckResult:
    return CheckResult(name, not failed, len(failed), len(rows), detail, records_of(rows, failed))
