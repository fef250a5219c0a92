"""SOP generation: from a demonstration (intent, key frames, actions) its guide."""

from __future__ import annotations

from collections import Counter

from evaluation.demonstrations.builder import Built, ranked
from evaluation.demonstrations.draws import Draws
from evaluation.demonstrations.frames import frames_of, moments
from evaluation.demonstrations.records import SopGenerationSample
from evaluation.demonstrations.released import Demonstration, Released


def build(released: Released, draws: Draws) -> Built[SopGenerationSample]:
    """A sample for the best demonstration of each ranked task, as in the published benchmark; where nothing is ranked,
    for each demonstration. Nothing is drawn."""
    left_out: Counter[str] = Counter()
    if released.rankings:
        chosen = [some[0] for _, some in sorted(ranked(released, left_out).items())]
    else:
        chosen = list(released.demonstrations.values())
    return Built(tuple(_sample(one) for one in chosen if _kept(one, left_out)), left_out)


def _kept(one: Demonstration, left_out: Counter[str]) -> bool:
    left_out["a demonstration has no guide"] += not one.sop_lines
    return bool(one.sop_lines)


def _sample(one: Demonstration) -> SopGenerationSample:
    return SopGenerationSample(
        id=f"sop-generation/{one.name}",
        site=one.site,
        demonstration=one.name,
        intent=one.intent,
        frames=frames_of(moments(one)),
        reference=one.sop_lines,
    )
