"""What follows what: the directly-follows graph of each process of a domain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean
from typing import Any

from evaluation.mining.events import activity, cases, seconds


@dataclass(frozen=True, slots=True)
class Step:
    """An event as far as the graph goes: its activity, when (seconds since 1970), and where in its instance, from 0 for
    the first event to 1 for the last (0.5 in an instance of one event)."""

    activity: str
    application: str
    at: float
    position: float


@dataclass(frozen=True, slots=True)
class Process:
    """A process with its instances, each a sequence of steps."""

    name: str
    instances: list[tuple[Step, ...]] = field(default_factory=list)

    @property
    def steps(self) -> int:
        """How many events in all."""
        return sum(map(len, self.instances))

    def commonest(self, number: int) -> tuple[str, ...]:
        """The `number` most frequent activities, those of the same count in the order of the alphabet."""
        counted = Counter(step.activity for instance in self.instances for step in instance)
        return tuple(sorted(counted, key=lambda name: (-counted[name], name))[:number])


@dataclass(frozen=True, slots=True)
class Node:
    """An activity: how often, in which application, where in its instance on average (0 to 1)."""

    count: int
    application: str
    position: float


@dataclass(frozen=True, slots=True)
class Edge:
    """One activity right after another: how often, and after how many seconds on average."""

    count: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Graph:
    """The directly-follows graph. `starts` and `ends` count with what an instance begins and ends."""

    nodes: Mapping[str, Node]
    edges: Mapping[tuple[str, str], Edge]
    starts: Mapping[str, int]
    ends: Mapping[str, int]


def processes(rows: Iterable[Mapping[str, Any]]) -> list[Process]:
    """The processes of one domain's rows, in the order of their names. Holds a few numbers of each row. BundleError as
    for `evaluation.mining.events.cases`."""
    found: dict[str, Process] = {}
    names: dict[str, str] = {}
    for case in cases(rows):
        last = len(case.rows) - 1
        steps = []
        for number, row in enumerate(case.rows):
            name = activity(row)
            name = names.setdefault(name, name)  # one string for all events of an activity
            application = names.setdefault(row["application_name"], row["application_name"])
            steps.append(Step(name, application, seconds(row), number / last if last else 0.5))
        found.setdefault(case.process, Process(case.process)).instances.append(tuple(steps))
    return [found[name] for name in sorted(found)]


def graph(process: Process, kept: Collection[str] | None = None) -> Graph:
    """Its directly-follows graph. With `kept`, events of other activities are left out first, so that the ones before
    and after follow each other; an instance without any left is left out."""
    told: dict[str, list[Step]] = {}
    gaps: dict[tuple[str, str], list[float]] = {}
    starts: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for instance in process.instances:
        steps = [step for step in instance if kept is None or step.activity in kept]
        for step in steps:
            told.setdefault(step.activity, []).append(step)
        for one, other in pairwise(steps):
            gaps.setdefault((one.activity, other.activity), []).append(other.at - one.at)
        if steps:
            starts[steps[0].activity] += 1
            ends[steps[-1].activity] += 1
    nodes = {
        name: Node(len(steps), steps[0].application, fmean(step.position for step in steps))
        for name, steps in sorted(told.items())
    }
    edges = {pair: Edge(len(found), fmean(found)) for pair, found in sorted(gaps.items())}
    return Graph(nodes, edges, dict(sorted(starts.items())), dict(sorted(ends.items())))
