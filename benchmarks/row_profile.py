"""The profile of a full release: processes with their instances, applications, steps and times, as the dataset that
this project rehearses was published with (ENTROPHY, Table 3)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from statistics import NormalDist, mean, stdev

_LOOKED_INTO = ("News", "Excel", "Outlook", "Calendar", "Teams", "Word", "PDF Reader", "Personnel list", "Salesforce")
"""What people open besides the applications of a process, the most frequent first."""
_STEPS_BY_TIME = 0.7
"""Power of an instance's time that its number of steps follows: who takes twice as long does 1.6 times as much."""


@dataclass(frozen=True, slots=True)
class Target:
    """A row of the table: `seconds` and `deviation` of an instance's time (none of a single instance)."""

    process: str
    instances: int
    apps: int
    steps: int
    seconds: int
    deviation: int = 0


TABLE: dict[str, tuple[Target, ...]] = {
    "Finance": (
        Target("Invoice processing", 3, 6, 307, 756, 587),
        Target("Purchase order creation", 10, 4, 140, 368, 54),
        Target("Vendor onboarding", 3, 6, 408, 949, 248),
        Target("Contract updates and forwarding", 21, 7, 253, 718, 212),
        Target("Financial review of contract", 15, 8, 39, 162, 57),
        Target("Invoice creation", 13, 7, 231, 547, 189),
        Target("Invoice dispatch", 14, 10, 113, 296, 107),
        Target("Payment collection", 14, 6, 67, 158, 75),
        Target("Revenue accounting", 3, 6, 549, 921, 615),
        Target("Invoice accounting", 9, 3, 150, 449, 144),
        Target("Invoice payment", 3, 5, 308, 666, 387),
    ),
    "Legal": (
        Target("Contract kickoff", 22, 7, 129, 318, 237),
        Target("First pass contract review", 1, 4, 128, 402),
        Target("MSA contract iteration", 1, 3, 261, 660),
        Target("Legal finalization and MSA execution", 1, 4, 299, 859),
        Target("SOW kickoff and order form creation", 20, 4, 179, 371, 170),
        Target("SOW iteration", 20, 5, 148, 406, 184),
        Target("Legal finalization and SOW execution", 37, 8, 97, 277, 166),
    ),
    "HR": (
        Target("Candidate sourcing and screening", 14, 9, 115, 320, 149),
        Target("Job creation", 21, 9, 259, 520, 158),
        Target("Employment letter generation", 15, 7, 199, 338, 75),
        Target("Employment record reporting", 4, 4, 730, 1014, 305),
        Target("Monthly leave reporting", 4, 4, 709, 1167, 154),
        Target("Employee offboarding", 15, 3, 132, 268, 89),
    ),
}
ROWS = sum(target.instances * target.steps for targets in TABLE.values() for target in targets)
"""Rows of the whole table."""


@dataclass(frozen=True, slots=True)
class Session:
    """One instance of a process to be made: `steps` rows in `seconds`; 0 where no time is given."""

    domain: str
    process: str
    steps: int
    seconds: float = 0


def deck(scale: int = 1, within: tuple[int, int] | None = None) -> list[Session]:
    """Every instance of the table, `scale` times as many, in an order of which each beginning is a small picture of the
    whole. Means and deviations are those of the table (whole seconds and steps aside). `within`: the least and most
    steps of an instance that is taken."""
    placed = [
        ((number + 0.5) / len(times), domain, target.process, steps, seconds)
        for domain, targets in TABLE.items()
        for target in targets
        for times in [_times(target, scale)]
        for number, (steps, seconds) in enumerate(zip(_steps(target, times), times, strict=True))
        if within is None or within[0] <= steps <= within[1]
    ]
    return [Session(domain, process, steps, seconds) for _, domain, process, steps, seconds in sorted(placed)]


def applications_of(target: Target, known: tuple[str, ...]) -> tuple[str, ...]:
    """As many applications as the table says: those a process is known for, then what people look into besides."""
    more = [name for name in _LOOKED_INTO if name not in known]
    return (*known, *more)[: target.apps]


def _times(target: Target, scale: int) -> list[float]:
    """Seconds of each instance: log-normal, stretched to the table's mean and deviation, in random order."""
    count = target.instances * scale
    if count == 1 or not target.deviation:
        return [float(target.seconds)] * count
    spread = math.sqrt(math.log1p((target.deviation / target.seconds) ** 2))
    drawn = [math.exp(spread * NormalDist().inv_cdf((i + 0.5) / count)) for i in range(count)]
    middle, wide = mean(drawn), stdev(drawn)
    times = [target.seconds + (value - middle) / wide * target.deviation for value in drawn]
    Random(target.process).shuffle(times)
    return times


def _steps(target: Target, times: list[float]) -> list[int]:
    """Steps of each instance, more where it takes longer; their sum is the table's."""
    weights = [seconds**_STEPS_BY_TIME for seconds in times]
    total, share = target.steps * len(times), target.steps * len(times) / sum(weights)
    ends = [round(share * sum(weights[: i + 1])) for i in range(len(weights))]
    assert ends[-1] == total
    return [end - start for start, end in zip((0, *ends[:-1]), ends, strict=True)]
