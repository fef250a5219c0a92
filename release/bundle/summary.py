"""redaction_summary.json: how much was found, by where × kind × application × process × detector. Counts only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from redaction.work import formats
from release.bundle.batches import ScrubbedBatch

_KEYS = ("where", "kind", "application", "process", "detector")


def redaction_summary(batches: Sequence[ScrubbedBatch], policy: Sequence[str]) -> dict[str, Any]:
    """Findings of all batches added up; entities are counted, never listed. `policy` is the policy in words."""
    counts: Counter[tuple[str, ...]] = Counter()
    lowest: dict[tuple[str, ...], float] = {}
    entities: dict[str, set[str]] = {}
    for batch in batches:
        for finding in batch.findings:
            key = (batch.domain, *(getattr(finding, name) for name in _KEYS))
            counts[key] += finding.count
            lowest[key] = min(lowest.get(key, 1.0), finding.score_min)
            if finding.entity:
                entities.setdefault(finding.kind, set()).add(finding.entity)
    return {
        "format": formats.SUMMARY,
        "policy": list(policy),
        "funnel": funnel(batches),
        "entities": {kind: len(ids) for kind, ids in sorted(entities.items())},
        "kinds": kind_counts(batches),
        "refused": refusal_counts(batches),
        "findings": [
            {
                **dict(zip(("domain", *_KEYS), key, strict=True)),
                "count": counts[key],
                "score_min": round(lowest[key], 4),
            }
            for key in sorted(counts)
        ],
    }


def kind_counts(batches: Sequence[ScrubbedBatch]) -> dict[str, dict[str, int]]:
    """kind → {"text": n, "screen": n}, and "source" where something of it was found in company sources."""
    kinds: dict[str, dict[str, int]] = {}
    for batch in batches:
        for finding in batch.findings:
            entry = kinds.setdefault(finding.kind, {"text": 0, "screen": 0})
            where = finding.where
            entry[where] = entry.get(where, 0) + finding.count
    return dict(sorted(kinds.items()))


def refusal_counts(batches: Sequence[ScrubbedBatch]) -> dict[str, int]:
    """Reason → how many records were refused for it."""
    return dict(sorted(Counter(r.reason for batch in batches for r in batch.refusals).items()))


def funnel(batches: Sequence[ScrubbedBatch]) -> dict[str, int]:
    """The funnels of all batches added up."""
    total: Counter[str] = Counter()
    for batch in batches:
        total.update(batch.about.funnel)
    keys = [
        *("recordings_in", "recordings_accepted", "events_in", "events_accepted"),
        *("screenshots_in", "screenshots_accepted", "screenshots_released"),
    ]
    return {key: total.get(key, 0) for key in keys} | {k: total[k] for k in sorted(total) if k not in keys}
