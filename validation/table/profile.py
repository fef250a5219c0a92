"""The profile of a dataset: per process what ENTROPHY's Table 3 tells, and how its interactions are distributed.

Counts and means of released rows, nothing else: it may be kept, sent and compared with (validation.table.drift).
"""

from __future__ import annotations

import math
import statistics as stats
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path

from redaction.errors import BundleError
from redaction.work import formats
from validation.files.file_models import FileModel, read_file
from validation.table.schema import Row, parse_time
from validation.table.statistics import duration

ALL = "all"
"""The section over every process."""
GAPS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0)
"""Upper ends, in seconds, of the classes of time between an interaction and the one before it in its recording."""


class Mean(FileModel):
    """Mean and sample standard deviation (None of a single recording) of one number per recording."""

    mean: float
    std: float | None


class Shares(FileModel):
    """How often each value occurs, and the standard error of its share (0–1). Interactions of one recording are alike,
    so the errors are those of drawing recordings (ratio estimate); there are none of a single recording."""

    counts: dict[str, int]
    errors: dict[str, float]

    def share(self, value: str) -> float:
        """The share of a value, 0–1."""
        return self.counts.get(value, 0) / (sum(self.counts.values()) or 1)


class ProcessProfile(FileModel):
    """One process, or all: recordings, their steps and seconds, and the distributions by name."""

    recordings: int
    steps: Mean
    seconds: Mean
    shares: dict[str, Shares]


class Profile(FileModel):
    """A profile file: `processes` by "Domain / process", and ALL."""

    format: str
    dataset: str
    version: str
    processes: dict[str, ProcessProfile]


Recording = Sequence[Row]


def _gaps(rows: Recording) -> Iterable[str]:
    times = [parse_time(row["timestamp"]).timestamp() for row in rows]
    for before, now in pairwise(times):
        at = bisect_left(GAPS, now - before)
        yield f"up to {GAPS[at]:g} s" if at < len(GAPS) else f"over {GAPS[-1]:g} s"


DISTRIBUTIONS: dict[str, Callable[[Recording], Iterable[str]]] = {
    "class": lambda rows: (row["class_name"] for row in rows),
    "subclass": lambda rows: (f"{row['class_name']} / {row['subclass_name']}" for row in rows),
    "type": lambda rows: (row["interaction_type"] for row in rows),
    "application": lambda rows: (row["application_name"] for row in rows),
    "gap": _gaps,
    "hour": lambda rows: (row["timestamp"][11:13] for row in rows),
}
"""Name of a distribution → the values of one recording, whose rows are in order of time."""
ORDER: dict[str, tuple[str, ...]] = {
    "gap": (*(f"up to {end:g} s" for end in GAPS), f"over {GAPS[-1]:g} s"),
    "hour": tuple(f"{hour:02d}" for hour in range(24)),
}
"""Distributions whose values have an order of their own; others are shown most frequent first."""


def profile(domains: Mapping[str, Iterable[Row]], dataset: str = "", version: str = "") -> Profile:
    """The profile of released rows by domain. The rows of a recording stand together, as in a bundle (BundleError where
    they do not); one recording is in memory at a time."""
    sections: dict[str, list[_Measured]] = {ALL: []}
    for domain in sorted(domains):
        measured: dict[str, tuple[str, _Measured]] = {}
        for uuid, together in groupby(domains[domain], key=lambda row: str(row["process_instance_uuid"])):
            if uuid in measured:
                raise BundleError("the rows of a recording stand apart.", remedy="build the bundle again.")
            rows = sorted(together, key=lambda row: str(row["timestamp"]))
            measured[uuid] = (str(rows[0]["process_name"]), _measured(rows))
        for _, (process, one) in sorted(measured.items()):
            sections[ALL].append(one)
            sections.setdefault(f"{domain} / {process}", []).append(one)
    return Profile(
        format=formats.PROFILE,
        dataset=dataset,
        version=version,
        processes={name: _section(recordings) for name, recordings in sorted(sections.items())},
    )


def read_profile(path: Path) -> Profile:
    """A profile file. BundleError when it cannot be read or is of another format."""
    remedy = "write it with `entrophy profile BUNDLE --out FILE`."
    found = read_file(Profile, path, remedy)
    if found.format != formats.PROFILE or ALL not in found.processes:
        raise BundleError(f"is not of the format {formats.PROFILE}.", record=path.name, remedy=remedy)
    return found


@dataclass(frozen=True, slots=True)
class _Measured:
    """What is told of one recording: steps, seconds, and its values by distribution."""

    steps: float
    seconds: float
    counts: Mapping[str, Counter[str]]


def _measured(rows: Recording) -> _Measured:
    counts = {name: Counter(values(rows)) for name, values in DISTRIBUTIONS.items()}
    return _Measured(float(len(rows)), duration(rows), counts)


def _section(recordings: Sequence[_Measured]) -> ProcessProfile:
    return ProcessProfile(
        recordings=len(recordings),
        steps=_mean([one.steps for one in recordings]),
        seconds=_mean([one.seconds for one in recordings]),
        shares={name: _shares([one.counts[name] for one in recordings]) for name in DISTRIBUTIONS},
    )


def _mean(numbers: Sequence[float]) -> Mean:
    std = round(stats.stdev(numbers), 3) if len(numbers) > 1 else None
    return Mean(mean=round(stats.fmean(numbers), 3) if numbers else 0.0, std=std)


def _shares(counts: Sequence[Counter[str]]) -> Shares:
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    size, number = total.total(), len(counts)
    errors: dict[str, float] = {}
    if number > 1 and size:
        for value, times in total.items():
            rest = sum((one[value] - times / size * one.total()) ** 2 for one in counts)
            errors[value] = round(math.sqrt(rest * number / (number - 1)) / size, 6)
    return Shares(counts=dict(sorted(total.items())), errors=dict(sorted(errors.items())))
