"""How far a dataset has moved from another one: distributions and means, beyond what chance explains.

Shares: total variation distance ½ Σ |p − q|, of each difference only what exceeds SURE standard errors. Means: relative
change |m − m₀| / m₀, of the difference only what exceeds SURE standard errors. So few recordings raise no alarm by
themselves, and many recordings of another kind do.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from redaction.errors import BundleError
from redaction.policy import ReleasePolicy
from validation.table.profile import Mean, ProcessProfile, Profile, Shares

SURE = 3.0
"""Standard errors of a difference that chance is granted."""
FEWEST = 5
"""Recordings that a process needs on both sides to be judged."""
_MOST_TOLD = 5


@dataclass(frozen=True, slots=True)
class Drift:
    """One measure of one process: how far it moved beyond chance, and how far it may (both as shares of 1)."""

    process: str
    measure: str
    value: float
    limit: float
    setting: str

    @property
    def held(self) -> bool:
        """Within the limit."""
        return self.value <= self.limit

    def sentence(self) -> str:
        """The measure in a phrase: names of the release's own, and figures."""
        return f"{self.measure} of {self.process} moved by {self.value:.1%} beyond chance (at most {self.limit:.1%})"


def drifts(before: Profile, now: Profile, policy: ReleasePolicy) -> list[Drift]:
    """Every measure of the processes that both have with FEWEST recordings, the furthest moved first."""
    found = []
    for name in sorted(set(before.processes) & set(now.processes)):
        old, new = before.processes[name], now.processes[name]
        if min(old.recordings, new.recordings) >= FEWEST:
            found += list(_measures(name, old, new, policy))
    return sorted(found, key=lambda one: (one.held, -one.value, one.process, one.measure))


def require_steady(before: Profile, now: Profile, policy: ReleasePolicy, than: str) -> None:
    """BundleError naming measures and processes that moved further from `than` than the policy allows."""
    moved = [one for one in drifts(before, now, policy) if not one.held]
    if moved:
        more = f"; and {len(moved) - _MOST_TOLD} more" if len(moved) > _MOST_TOLD else ""
        settings = " and ".join(sorted({f"release.{one.setting}" for one in moved}))
        raise BundleError(
            f"the data has drifted from {than}: "
            + "; ".join(one.sentence() for one in moved[:_MOST_TOLD])
            + more
            + ".",
            remedy=f"look at what the recordings were made of; if the change is meant, raise {settings} in the policy.",
        )


def _measures(name: str, old: ProcessProfile, new: ProcessProfile, policy: ReleasePolicy) -> Iterator[Drift]:
    for what in sorted(set(old.shares) & set(new.shares)):
        value = distance(old.shares[what], new.shares[what])
        yield Drift(name, f"the shares by {what}", value, policy.drift_shares_at_most, "drift_shares_at_most")
    for what, one, other in (("steps", old.steps, new.steps), ("seconds", old.seconds, new.seconds)):
        value = relative_change(one, other, old.recordings, new.recordings)
        yield Drift(name, f"the mean of {what}", value, policy.drift_means_at_most, "drift_means_at_most")


def distance(old: Shares, new: Shares) -> float:
    """Total variation distance beyond chance, 0–1."""
    values = {*old.counts, *new.counts}
    beyond = (
        abs(old.share(v) - new.share(v)) - SURE * math.hypot(old.errors.get(v, 0.0), new.errors.get(v, 0.0))
        for v in sorted(values)
    )
    return round(sum(max(0.0, one) for one in beyond) / 2, 6)


def relative_change(old: Mean, new: Mean, recordings: int, others: int) -> float:
    """|m − m₀| / m₀ beyond chance; 0 where the old mean is 0 or a spread is unknown."""
    if not old.mean or old.std is None or new.std is None:
        return 0.0
    error = math.hypot(old.std / math.sqrt(recordings), new.std / math.sqrt(others))
    return round(max(0.0, abs(new.mean - old.mean) - SURE * error) / old.mean, 6)


def told(found: Sequence[Drift], most: int) -> list[Drift]:
    """What is shown of them: all that are over the limit, and the furthest of the others."""
    return [one for number, one in enumerate(found) if not one.held or number < most]
