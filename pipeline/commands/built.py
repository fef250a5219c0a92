"""What a finished build says: what came in and went out, what was refused and withheld, and what is next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from evaluation.utility import Utility
from release.bundle.bundle_format import find_bundle
from release.bundle.bundle_models import DemonstrationIndex, Summary
from release.report.status import status_of
from validation.files.bundle_files import DEMONSTRATIONS, SUMMARY, UTILITY
from validation.files.file_models import parsed

_SHOWN = 5
"""So many reasons of refusal are told by name, the commonest first; the report has all."""


def _usefulness(found: Utility) -> str:
    judged = [score for score in found.scores if score.judged]
    if judged:
        worst = max(judged, key=lambda score: score.drop)
        return f"{worst.drop:.1f} points lost at most ({worst.domain}, {worst.task}); {found.drop_at_most:g} may be"
    least = found.judged_from_instances
    return f"{len(found.scores)} scores told, none judged: no domain has {least} instances"


def told(out: Path, key: Path) -> Iterator[str]:
    """Lines for the terminal, counts only."""
    summary = parsed(Summary, (find_bundle(out) / SUMMARY).read_bytes())
    for what, accepted, noun in (
        ("recordings_in", "recordings_accepted", "recordings"),
        ("events_in", "events_accepted", "interactions"),
        ("screenshots_in", "screenshots_released", "screenshots"),
    ):
        came, went = summary.funnel[what], summary.funnel[accepted]
        yield f"{noun:<14}{went:,} of {came:,} go out"
    if rows_in := summary.funnel.get("source_rows_in"):
        hidden = sum(places.get("source", 0) for places in summary.kinds.values())
        went = summary.funnel["source_rows_released"]
        yield f"sources       {went:,} of {rows_in:,} rows go out, {hidden:,} findings hidden in them"
    listed = find_bundle(out) / DEMONSTRATIONS
    if listed.is_file():
        released = parsed(DemonstrationIndex, listed.read_bytes()).demonstrations
        minutes = sum(one.milliseconds for one in released) / 60_000
        yield f"demonstrations {len(released):,} go out, {minutes:.1f} minutes of video"
    refused = sorted(summary.refused.items(), key=lambda one: (-one[1], one[0]))
    if refused:
        named = ", ".join(f"{reason} {count:,}" for reason, count in refused[:_SHOWN])
        more = f" and {len(refused) - _SHOWN} more reasons" if len(refused) > _SHOWN else ""
        yield f"refused       {named}{more} (each with its record and remedy in the report)"
    if (path := find_bundle(out) / UTILITY).is_file():
        yield f"usefulness    {_usefulness(parsed(Utility, path.read_bytes()))}"
    status = status_of(out, key)
    yield f"leak check    {dict(status.lines)['leak check']}"
    yield f"next          {status.next[0]}: {status.next[1]}"
