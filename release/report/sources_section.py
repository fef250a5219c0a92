"""What the audit report says of company sources: rows, how unique they are, and what was made coarser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from release.bundle.batches import ScrubbedBatch
from release.bundle.sources import ScrubbedSource


def sources_section(batches: Sequence[ScrubbedBatch]) -> list[dict[str, Any]]:
    """One entry a source, in the order of batches and names; empty where none came in."""
    return [_told(batch, one) for batch in batches for one in batch.sources.about]


def _told(batch: ScrubbedBatch, one: ScrubbedSource) -> dict[str, Any]:
    figures = one.generalised
    risks = [{"source": one.name, "when": when, **figures[when]} for when in ("before", "after") if figures.get(when)]
    risks += [{"source": one.name, "when": "before", **joined} for joined in figures.get("joined", ())]
    steps = [
        {"source": one.name, "field": name, "step": figures["steps"].get(name, "emptied"), **told}
        for name, told in figures.get("utility", {}).items()
    ]
    return {
        "name": one.name,
        "domain": batch.domain,
        "rows_in": one.rows_in,
        "rows": one.rows,
        "access": one.access,
        "withheld": sum(row.startswith(f"{one.name}/") for row in batch.sources.withheld),
        "risks": risks,
        "steps": steps,
    }
