"""Findings by how likely they are: many uncertain ones are where a person should look first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from release.bundle.batches import ScrubbedBatch

BANDS = (0.0, 0.25, 0.5, 0.75, 0.9, 0.99)
"""Lower ends of the bands of likelihood, 0-1; each reaches to the next, the last includes 1."""


@dataclass(frozen=True, slots=True)
class Likelihood:
    """Findings of one kind on screens: their number by band (as `BANDS`), in all, and the lowest score."""

    kind: str
    bands: tuple[int, ...]
    total: int
    lowest: float


def band(score: float) -> int:
    """The place in `BANDS` of a score."""
    return max(0, sum(score >= low for low in BANDS) - 1)


def band_names() -> list[str]:
    """The bands in words."""
    ends = [*BANDS[1:], 1.0]
    return [f"{low:g} to {high:g}" for low, high in zip(BANDS, ends, strict=True)]


def likelihoods(batches: Sequence[ScrubbedBatch]) -> list[Likelihood]:
    """What was hidden on screens, by kind; the kinds with the least certain finding first."""
    scores: dict[str, list[float]] = {}
    for batch in batches:
        for screen in batch.boxes:
            for box in screen.get("boxes", ()):
                scores.setdefault(str(box["kind"]), []).append(float(box["score"]))
    found = []
    for kind, given in scores.items():
        counted = Counter(band(score) for score in given)
        found.append(Likelihood(kind, tuple(counted[at] for at in range(len(BANDS))), len(given), min(given)))
    return sorted(found, key=lambda one: (one.lowest, one.kind))
