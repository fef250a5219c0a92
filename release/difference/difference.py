"""The difference of two releases, from their released bytes alone: what came, what went, what is another now.

Rows are told by `interaction_uuid`, which is made of a recording and an event in it and so stays the same in every
release; recordings by `process_instance_uuid`; screenshots by their name, which is made of the row's time and id. A
screenshot of the same name with other pixels was redacted anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set

from redaction.stages.text_fields import TEXT_FIELDS
from redaction.work import formats
from release.difference.snapshot import Snapshot
from release.difference.source_tables import SourceChange, changed_sources
from validation.files.file_models import FileModel
from validation.table.schema import Row
from validation.table.statistics import compare

MEANING = frozenset({"class_name", "subclass_name"})
"""Columns of the rule table: another value in the same row means that the table means something else."""
TEXTS = frozenset(TEXT_FIELDS)
SHOWN = "screenshot_name"


class Names(FileModel):
    """Names or ids, sorted: only in the newer one, only in the older one, and in both but not the same."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)


class Value(FileModel):
    """One named value before and now; None where there was none or is none."""

    name: str
    before: str | None
    now: str | None


class Figure(FileModel):
    """One figure of statistics.json that moved; `where` is "all", a domain, or "domain / process"."""

    where: str
    measure: str
    before: float | None
    now: float | None


class Release(FileModel):
    """Which release it is: dataset, version, and SHA-256 of the manifest ("" of one that is being built)."""

    dataset: str
    version: str
    digest: str


class Difference(FileModel):
    """Everything that changed. `cells` counts, for each column, the rows of both in which its value is another one;
    `rows.changed` are the rows with any such cell. Company `sources` are told by counts alone."""

    format: str = formats.DIFFERENCE
    before: Release
    now: Release
    rows: Names
    cells: dict[str, int]
    recordings: Names
    screenshots: Names
    processes: Names
    columns: Names
    statistics: tuple[Figure, ...]
    policy_changed: bool
    policy: Names
    kinds_kept: Names
    engines: tuple[Value, ...]
    detectors: Names
    checks: tuple[Value, ...]
    sources: tuple[SourceChange, ...] = ()


def difference(old: Snapshot, new: Snapshot) -> Difference:
    """What changed from `old` to `new`."""
    before, now = _by_id(old), _by_id(new)
    cells: Counter[str] = Counter()
    changed = []
    for uuid in sorted(set(before) & set(now)):
        one, other = before[uuid], now[uuid]
        differing = [name for name in {**one, **other} if one.get(name) != other.get(name)]
        cells.update(differing)
        if differing:
            changed.append(uuid)
    rows = _names(set(before), set(now), changed)
    return Difference(
        before=Release(dataset=old.dataset, version=old.version, digest=old.digest),
        now=Release(dataset=new.dataset, version=new.version, digest=new.digest),
        rows=rows,
        cells=dict(sorted(cells.items())),
        recordings=_recordings(before, now, rows),
        screenshots=_maps(old.screenshots, new.screenshots),
        processes=_names(_processes(old), _processes(new)),
        columns=_columns(old, new),
        statistics=tuple(
            Figure(where=line["where"], measure=line["measure"], before=line["before"], now=line["now"])
            for line in compare(new.figures, old.figures)
        ),
        policy_changed=old.policy_digest != new.policy_digest,
        policy=_names(set(old.policy), set(new.policy)),
        kinds_kept=_names(old.kinds_kept, new.kinds_kept),
        engines=_values(old.engines, new.engines),
        detectors=_names(old.detectors, new.detectors),
        # A release that is being built was not checked yet: that is no change.
        checks=_values(old.checks, new.checks) if old.checks and new.checks else (),
        sources=changed_sources(old.sources, new.sources),
    )


def _by_id(release: Snapshot) -> dict[str, Row]:
    return {row["interaction_uuid"]: row for rows in release.rows.values() for row in rows}


def _processes(release: Snapshot) -> set[str]:
    return {f"{domain} / {row['process_name']}" for domain, rows in release.rows.items() for row in rows}


def _columns(old: Snapshot, new: Snapshot) -> Names:
    """Of the domains that both have; a column in another place counts as changed."""
    both = sorted(set(old.columns) & set(new.columns))
    one = {f"{domain}: {column}" for domain in both for column in old.columns[domain]}
    other = {f"{domain}: {column}" for domain in both for column in new.columns[domain]}
    moved = {d for d in both if old.columns[d] != new.columns[d] and set(old.columns[d]) == set(new.columns[d])}
    return _names(one, other, {f"{domain}: their order" for domain in moved})


def _recordings(before: Mapping[str, Row], now: Mapping[str, Row], rows: Names) -> Names:
    of = "process_instance_uuid"
    touched = {before[u][of] for u in rows.removed} | {now[u][of] for u in (*rows.added, *rows.changed)}
    old, new = {row[of] for row in before.values()}, {row[of] for row in now.values()}
    return _names(old, new, touched & old & new)


def _names(old: Set[str], new: Set[str], changed: Iterable[str] = ()) -> Names:
    return Names(added=tuple(sorted(new - old)), removed=tuple(sorted(old - new)), changed=tuple(sorted(changed)))


def _maps(old: Mapping[str, str], new: Mapping[str, str]) -> Names:
    return _names(set(old), set(new), [name for name in set(old) & set(new) if old[name] != new[name]])


def _values(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[Value, ...]:
    names = sorted(name for name in {*old, *new} if old.get(name) != new.get(name))
    return tuple(Value(name=name, before=old.get(name), now=new.get(name)) for name in names)
