"""Great Expectations over company sources, captured beside released: keys, references, trees, counts and orders hold
after redaction as they did before.

Row i of a source is row i of its release. As for the interactions, a check passes only if Great Expectations and our
own count agree, and no result holds a value: rows are told by source and place, fields by their number in the schema.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from redaction.sources.schema import FieldSpec, SourceSchema
from redaction.sources.values import ids_in, row_ids
from validation.table.expectations import MOST_SHOWN, Check, CheckResult, run_checks

REMEDY = (
    "build the batch again; if it fails again, report the check's name: what a source can hold is settled at ingest, "
    "so this is a mistake of ours or a changed work folder."
)
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """A source: `schema` as it was captured, rows before and after redaction. `coarser` maps fields that were made
    coarser on purpose to how."""

    schema: SourceSchema
    before: Callable[[], Iterator[Row]]
    after: Callable[[], Iterator[Row]]
    coarser: Mapping[str, str] = field(default_factory=dict)


def check_sources(tables: Mapping[str, Table]) -> list[CheckResult]:
    """All checks of all sources, in the order of their names."""
    lost = _length_checks(tables)
    if any(not check.passed for check in lost):
        return lost  # without the same rows every other check would fail for the same reason
    bent = _Mapping.of(tables)
    keys = {name: _keys(table) for name, table in tables.items()}
    results = list(lost)
    for name, table in sorted(tables.items()):
        results += _checked(name, table, tables, keys, bent)
    return results


def _length_checks(tables: Mapping[str, Table]) -> list[CheckResult]:
    results = []
    for name, table in sorted(tables.items()):
        before, after = sum(1 for _ in table.before()), sum(1 for _ in table.after())
        apart = abs(before - after)
        results.append(CheckResult(f"{name}_rows", not apart, apart, before, "every row of the source is released"))
    return results


Keys = tuple[list[str], list[str]]
"""The keys of a source in the order of its rows, before and after."""


def _keys(table: Table) -> Keys:
    key = table.schema.key
    return [str(row.get(key)) for row in table.before()], [str(row.get(key)) for row in table.after()]


@dataclass(frozen=True, slots=True)
class _Mapping:
    """Which id became which, over all fields of all sources, and which ids became two or share one."""

    wrong: frozenset[str]

    @classmethod
    def of(cls, tables: Mapping[str, Table]) -> _Mapping:
        made: dict[str, str] = {}
        given: dict[str, str] = {}
        wrong: set[str] = set()
        for table in tables.values():
            for before, after in zip(table.before(), table.after(), strict=True):
                for one, other in id_pairs(table.schema, before, after):
                    if made.setdefault(one, other) != other or given.setdefault(other, one) != one:
                        wrong |= {one, given.get(other, one)}
        return cls(frozenset(wrong))


def id_pairs(schema: SourceSchema, before: Row, after: Row) -> Iterator[tuple[str, str]]:
    """(before, after) of every id of a row; an id that is missing on one side became ""."""
    one = [value for _, _, value in row_ids(schema, dict(before))]
    other = [value for _, _, value in row_ids(schema, {n: v for n, v in after.items() if n in schema.fields})]
    yield from zip_longest(one, other, fillvalue="")


def _checked(
    name: str, table: Table, tables: Mapping[str, Table], keys: Mapping[str, Keys], bent: _Mapping
) -> list[CheckResult]:
    import pandas as pd

    schema = table.schema
    after = keys[name][1]
    frame: dict[str, Any] = {"key": pd.array(after, dtype="str")}
    counts = Counter(after)
    checks = [
        Check(
            f"{name}_unique_key",
            "every key occurs once",
            "ExpectColumnValuesToBeUnique",
            {"column": "key"},
            [place for place, key in enumerate(after) if counts[key] > 1],
        )
    ]

    def holds(what: str, detail: str, failed: Sequence[int]) -> None:
        column = f"({what})"
        frame[column] = [True] * len(after)
        for place in failed:
            frame[column][place] = False
        arguments = {"column": column, "value_set": [True]}
        checks.append(Check(f"{name}_{what}", detail, "ExpectColumnValuesToBeInSet", arguments, list(failed)))

    holds(
        "ids_one_to_one",
        "every id became one other, wherever it stands, and no two the same one",
        [p for p, row in enumerate(table.before()) if any(v in bent.wrong for _, _, v in row_ids(schema, dict(row)))],
    )
    for number, (at, spec) in enumerate(schema.fields.items(), start=1):
        target = tables.get(str(spec.to)) if spec.to else None
        if target is not None:
            _reference(holds, f"field_{number}", table, at, spec, target, keys)
        if spec.to == name and spec.type != "list" and spec.by is None:
            failed = _depths_differ(table, at, keys[name])
            holds(f"field_{number}_tree", "every row stands as deep in the tree as it did", failed)
        if spec.of is not None and spec.of in tables:
            failed = _apart(table, at, spec, tables[spec.of])
            holds(f"field_{number}_agrees", "the name or number is still that of the row that is referred to", failed)
        if at in table.coarser:
            if table.coarser[at] not in ("swap", "drop") and spec.role in ("quantity", "date"):
                failed = _out_of_order(table, at)
                holds(f"field_{number}_order", "what was made coarser is in the same order", failed)
        elif spec.type in ("integer", "number", "boolean") and spec.role in ("quantity", "category"):
            failed = [
                p
                for p, (one, other) in enumerate(zip(table.before(), table.after(), strict=True))
                if one.get(at) != other.get(at)
            ]
            holds(f"field_{number}_kept", "figures are what they were", failed)
    return run_checks(pd.DataFrame(frame), checks, lambda places: tuple(f"{name}[{p}]" for p in places[:MOST_SHOWN]))


def _reference(
    holds: Callable[[str, str, Sequence[int]], None],
    what: str,
    table: Table,
    at: str,
    spec: FieldSpec,
    target: Table,
    keys: Mapping[str, Keys],
) -> None:
    by = spec.by or target.schema.key
    there = {str(row[by]) for row in target.after() if by in row}
    failed = [
        place
        for place, row in enumerate(table.after())
        if at in row and any(v not in there for v in ids_in(spec, row[at]))
    ]
    holds(f"{what}_resolves", "every reference leads to a row", failed)
    referring = [
        Counter(v for row in rows() if at in row for v in ids_in(spec, row[at])) for rows in (table.before, table.after)
    ]
    targets = zip(
        (str(row.get(by)) for row in target.before()), (str(row.get(by)) for row in target.after()), strict=True
    )
    wrong = {one for one, other in targets if referring[0][one] != referring[1][other]}
    failed = [
        place
        for place, row in enumerate(table.before())
        if at in row and any(v in wrong for v in ids_in(spec, row[at]))
    ]
    holds(f"{what}_counts", "as many rows refer to every row as did", failed)


def _depths_differ(table: Table, at: str, keys: Keys) -> list[int]:
    one, other = (
        _depths(own, [str(row[at]) if at in row else None for row in rows()])
        for own, rows in zip(keys, (table.before, table.after), strict=True)
    )
    return [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]


def _depths(keys: Sequence[str], parents: Sequence[str | None]) -> list[int]:
    """How many rows stand above each; -1 for one that stands above itself."""
    parent = dict(zip(keys, parents, strict=True))
    known: dict[str, int] = {}
    for key in keys:
        way: list[str] = []
        at: str | None = key
        while at is not None and at not in known and at not in way:
            way.append(at)
            at = parent.get(at)
        depth = -1 if at is None else known.get(at, -2)
        if at in way:  # a ring
            depth = -2
        for one in reversed(way):
            depth = -2 if depth == -2 else depth + 1
            known[one] = depth
    return [max(-1, known[key]) for key in keys]


def _apart(table: Table, at: str, spec: FieldSpec, target: Table) -> list[int]:
    """Rows in which a value was that of the row that a reference leads to, and is not any more."""
    alike = [name for name, other in target.schema.fields.items() if other.hidden_as is spec.hidden_as]
    leading = [name for name, other in table.schema.fields.items() if other.to == spec.of and other.by is None]
    key = target.schema.key
    told = [
        {str(row[key]): [row.get(name) for name in alike] for row in rows()} for rows in (target.before, target.after)
    ]
    failed = []
    for place, (one, other) in enumerate(zip(table.before(), table.after(), strict=True)):
        if at not in one:
            continue
        same = [
            (name, number)
            for name in leading
            if name in one
            for number, value in enumerate(told[0].get(str(one[name]), ()))
            if value == one[at]
        ]
        if same and not all(told[1].get(str(other.get(n)), [None] * len(alike))[i] == other.get(at) for n, i in same):
            failed.append(place)
    return failed


def _out_of_order(table: Table, at: str) -> list[int]:
    from redaction.sources.typed import day_of

    def rank(value: Any) -> Any:
        day = day_of(value) if isinstance(value, str) else None
        return day.isoformat() if day is not None else value

    pairs = [
        (rank(one[at]), other[at], place)
        for place, (one, other) in enumerate(zip(table.before(), table.after(), strict=True))
        if at in one and at in other and (day_of(str(one[at])) or not isinstance(one[at], str))
    ]
    pairs.sort(key=lambda pair: (pair[0], pair[1]))
    return [pairs[i][2] for i in range(1, len(pairs)) if pairs[i][1] < pairs[i - 1][1]]
