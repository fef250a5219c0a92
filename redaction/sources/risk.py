"""How unique people are in a table: k-anonymity, l-diversity and the share of unique rows over quasi-identifiers.

k and l are pycanon's (Sáinz-Pardo Díaz and López García, 2022); both are counted here, too, and have to agree. Samarati
and Sweeney (1998) define k, Machanavajjhala and others (2007) l.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from redaction.errors import EntrophyError

ABSENT = ""
"""What stands for a value that is not there."""
LIBRARY_ROWS = 20_000
"""Rows up to which pycanon is asked, too; it compares every class with every row."""
Column = Sequence[str]


@dataclass(frozen=True, slots=True)
class Risk:
    """Of some rows over some fields. `k` is the size of the smallest class of rows that are alike in all of them, `l`
    the fewest different values of any sensitive field in one class (0 without one); `unique` counts rows that are alone
    in their class, `below` those in classes smaller than what was asked for."""

    fields: tuple[str, ...]
    rows: int
    classes: int
    k: int
    l: int  # noqa: E741
    unique: int
    below: int

    def told(self) -> dict[str, Any]:
        """For the report: numbers and names of fields only."""
        return {
            "fields": list(self.fields),
            "rows": self.rows,
            "classes": self.classes,
            "k": self.k,
            "l": self.l,
            "unique_share": round(self.unique / self.rows, 4) if self.rows else 0.0,
            "rows_below": self.below,
        }


def risk_of(
    columns: Mapping[str, Column], quasi: Sequence[str], sensitive: Sequence[str], k_at_least: int = 2
) -> Risk | None:
    """The risk of rows given as columns of texts; None without quasi-identifiers or rows. Raises EntrophyError where
    our count and the library's differ."""
    if not quasi or not columns[quasi[0]]:
        return None
    keys = list(zip(*(columns[name] for name in quasi), strict=True))
    sizes = Counter(keys)
    k = min(sizes.values())
    diverse = min((_diversity(keys, columns[name]) for name in sensitive), default=0)
    if len(keys) <= LIBRARY_ROWS:
        _agree(columns, quasi, sensitive, k, diverse)
    below = sum(size for size in sizes.values() if size < k_at_least)
    unique = sum(size == 1 for size in sizes.values())
    return Risk(tuple(quasi), len(keys), len(sizes), k, diverse, unique, below)


def _diversity(keys: Sequence[tuple[str, ...]], values: Column) -> int:
    found: dict[tuple[str, ...], set[str]] = {}
    for key, value in zip(keys, values, strict=True):
        found.setdefault(key, set()).add(value)
    return min(map(len, found.values()))


def _agree(columns: Mapping[str, Column], quasi: Sequence[str], sensitive: Sequence[str], k: int, diverse: int) -> None:
    import pandas as pd
    from pycanon import anonymity  # type: ignore[import-untyped]

    frame = pd.DataFrame({name: list(columns[name]) for name in (*quasi, *sensitive)}, dtype="object")
    told = int(anonymity.k_anonymity(frame, list(quasi)))
    told_l = min((int(anonymity.l_diversity(frame, list(quasi), [name])) for name in sensitive), default=0)
    if (told, told_l) != (k, diverse):
        raise EntrophyError(
            "two counts of how unique the rows of a source are differ.",
            remedy="report this with the versions of pycanon and pandas; nothing was released.",
        )


def with_degrees(keys: Column, referring: Iterable[str]) -> list[str]:
    """How many rows of another source refer to each row: what everybody knows who sees both tables."""
    counts = Counter(referring)
    return [str(counts[key]) for key in keys]
