"""Counts of a release per domain and process, and how they moved since the version before. No captured value."""

from __future__ import annotations

import statistics as stats
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from redaction.work import formats
from validation.files.file_models import FileModel
from validation.table.schema import Row, parse_time


class Measures(FileModel):
    """Counts of some instances; means, standard deviation and total of their duration in seconds."""

    instances: int
    interactions: int
    screenshots: int
    applications: int
    steps_mean: float
    seconds_mean: float
    seconds_std: float | None
    seconds_total: float


class DomainMeasures(Measures):
    """Those of a domain, of its interactions by class, and of each of its processes."""

    participants: int | None
    classes: dict[str, int]
    processes: dict[str, Measures]


class TotalMeasures(Measures):
    """Those of everything."""

    processes: int
    participants: int | None


class Statistics(FileModel):
    """statistics.json."""

    format: str
    domains: dict[str, DomainMeasures]
    total: TotalMeasures


def duration(rows: Sequence[Row]) -> float:
    """Seconds from the first interaction of an instance to the end of its last."""
    times = [parse_time(row["timestamp"]).timestamp() for row in rows]
    ends = [time + (row["time_spent"] or 0.0) for time, row in zip(times, rows, strict=True)]
    return max(ends) - min(times)


def _summary(instances: Iterable[Sequence[Row]]) -> dict[str, Any]:
    groups = list(instances)
    rows = [row for group in groups for row in group]
    seconds = [duration(group) for group in groups]
    return {
        "instances": len(groups),
        "interactions": len(rows),
        "screenshots": len({row["screenshot_name"] for row in rows if row["screenshot_name"] is not None}),
        "applications": len({row["application_name"] for row in rows}),
        "steps_mean": round(stats.fmean(map(len, groups)), 1) if groups else 0.0,
        "seconds_mean": round(stats.fmean(seconds), 1) if seconds else 0.0,
        # Sample standard deviation; undefined for a single instance, as in the published table.
        "seconds_std": round(stats.stdev(seconds), 1) if len(seconds) > 1 else None,
        "seconds_total": round(sum(seconds), 1),
    }


def statistics(domains: Mapping[str, Sequence[Row]], participants: Mapping[str, int] | None = None) -> Statistics:
    """Totals, per domain and per process. `participants` maps a domain to how many people were recorded (a count)."""
    measured: dict[str, DomainMeasures] = {}
    everything: list[list[Row]] = []
    for domain in sorted(domains):
        instances: dict[str, list[Row]] = defaultdict(list)
        for row in domains[domain]:
            instances[row["process_instance_uuid"]].append(row)
        by_process: dict[str, list[list[Row]]] = defaultdict(list)
        for uuid in sorted(instances):
            by_process[instances[uuid][0]["process_name"]].append(instances[uuid])
        everything += [instances[uuid] for uuid in sorted(instances)]
        measured[domain] = DomainMeasures(
            **_summary([instances[uuid] for uuid in sorted(instances)]),
            participants=(participants or {}).get(domain),
            classes=dict(sorted(Counter(row["class_name"] for row in domains[domain]).items())),
            processes={name: Measures(**_summary(by_process[name])) for name in sorted(by_process)},
        )
    total = TotalMeasures(
        **_summary(everything),
        processes=sum(len(entry.processes) for entry in measured.values()),
        participants=sum(participants.values()) if participants else None,
    )
    return Statistics(format=formats.STATISTICS, domains=measured, total=total)


def compare(now: Statistics, before: Statistics | None) -> list[dict[str, Any]]:
    """Lines {"where", "measure", "before", "now"} for every count that differs; [] without a previous version."""
    if not before:
        return []
    old, new = _flat(before), _flat(now)
    lines = []
    for key in sorted(set(old) | set(new)):
        if old.get(key) != new.get(key):
            lines.append({"where": key[0], "measure": key[1], "before": old.get(key), "now": new.get(key)})
    return lines


def _flat(figures: Statistics) -> dict[tuple[str, str], Any]:
    sections: list[tuple[str, Measures]] = [("all", figures.total)]
    for domain, entry in figures.domains.items():
        sections.append((domain, entry))
        sections += [(f"{domain} / {name}", measures) for name, measures in entry.processes.items()]
    return {(where, name): value for where, some in sections for name, value in some if not isinstance(value, dict)}
