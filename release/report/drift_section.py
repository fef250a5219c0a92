"""How the released rows are distributed, as plots, and how far they moved from the version before or a profile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from redaction.policy import Policy
from release.difference.snapshot import signed_rows
from release.report.charts import shares
from validation.table.drift import Drift, drifts, told
from validation.table.profile import ALL, ORDER, Profile, profile, read_profile

MOST_BARS = 12
"""Values of a distribution without an order of its own that are drawn, the most frequent first."""
MOST_DRIFTS = 10
"""Measures within their limits that are listed, those that moved furthest first."""


@dataclass(frozen=True, slots=True)
class DriftSection:
    """What the report shows: plots by name, Table 3 by process, and the drift from each thing compared with."""

    plots: Mapping[str, Markup]
    profile: Profile
    compared: Mapping[str, list[Drift]]


def drift_section(bundle: Path, previous: Path | None, held_to: Path | None, policy: Policy) -> DriftSection:
    """Of a bundle, the bundle before it and a profile file, as far as these are given."""
    now = profile(signed_rows(bundle))
    others = {"the version before": profile(signed_rows(previous))} if previous is not None else {}
    if held_to is not None:
        others["the profile"] = read_profile(held_to)
    compared = {name: told(drifts(other, now, policy.release), MOST_DRIFTS) for name, other in others.items()}
    before = next(iter(others.values()), None)
    return DriftSection({name: _plot(name, now, before) for name in now.processes[ALL].shares}, now, compared)


def _plot(name: str, now: Profile, before: Profile | None) -> Markup:
    here = now.processes[ALL].shares[name]
    there = before.processes[ALL].shares.get(name) if before is not None else None
    counts = {value: here.counts.get(value, 0) for value in {*here.counts, *(there.counts if there else ())}}
    frequent = sorted(counts, key=lambda value: (-counts[value], value))[:MOST_BARS]
    values = [value for value in ORDER[name] if value in counts] if name in ORDER else frequent
    more = f", the first {MOST_BARS} of {len(counts)}" if len(values) < len(counts) else ""
    title = f"Interactions by {name}{more}"
    return shares(title, [(value, here.share(value), there.share(value) if there else None) for value in values])
