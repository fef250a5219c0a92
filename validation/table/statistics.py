"""Counts of a release per domain and process, and how they moved since the version before. No captured value."""

from __future__ import annotations

import math
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


class _Instance:
    """What is counted of the rows of one instance."""

    def __init__(self, process: str) -> None:
        self.process, self.steps = process, 0
        self.start, self.end = math.inf, -math.inf
        self.screenshots: set[str] = set()
        self.applications: set[str] = set()

    def add(self, row: Row) -> None:
        start, end = _times(row)
        self.steps += 1
        self.start, self.end = min(self.start, start), max(self.end, end)
        self.applications.add(row["application_name"])
        if row["screenshot_name"] is not None:
            self.screenshots.add(row["screenshot_name"])


def _times(row: Row) -> tuple[float, float]:
    """When an interaction begins and ends, in seconds since 1970."""
    start = parse_time(row["timestamp"]).timestamp()
    return start, start + (row["time_spent"] or 0.0)


def duration(rows: Sequence[Row]) -> float:
    """Seconds from the first interaction of an instance to the end of its last."""
    times = [_times(row) for row in rows]
    return max(end for _, end in times) - min(start for start, _ in times)


def _summary(groups: Sequence[_Instance]) -> dict[str, Any]:
    seconds = [group.end - group.start for group in groups]
    return {
        "instances": len(groups),
        "interactions": sum(group.steps for group in groups),
        "screenshots": len(set().union(*(group.screenshots for group in groups))),
        "applications": len(set().union(*(group.applications for group in groups))),
        "steps_mean": round(stats.fmean(group.steps for group in groups), 1) if groups else 0.0,
        "seconds_mean": round(stats.fmean(seconds), 1) if seconds else 0.0,
        # Sample standard deviation; undefined for a single instance, as in the published table.
        "seconds_std": round(stats.stdev(seconds), 1) if len(seconds) > 1 else None,
        "seconds_total": round(sum(seconds), 1),
    }


def statistics(domains: Mapping[str, Iterable[Row]], participants: Mapping[str, int] | None = None) -> Statistics:
    """Totals, per domain and per process. `participants` maps a domain to how many people were recorded (a count)."""
    measured: dict[str, DomainMeasures] = {}
    everything: list[_Instance] = []
    for domain in sorted(domains):
        instances: dict[str, _Instance] = {}
        classes: Counter[str] = Counter()
        for row in domains[domain]:
            instances.setdefault(row["process_instance_uuid"], _Instance(row["process_name"])).add(row)
            classes[row["class_name"]] += 1
        here = [instances[uuid] for uuid in sorted(instances)]
        by_process: dict[str, list[_Instance]] = defaultdict(list)
        for instance in here:
            by_process[instance.process].append(instance)
        everything += here
        measured[domain] = DomainMeasures(
            **_summary(here),
            participants=(participants or {}).get(domain),
            classes=dict(sorted(classes.items())),
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
