"""What a builder of samples is, and what it says of that of which it could make none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from evaluation.demonstrations.draws import Draws
from evaluation.demonstrations.records import Sample
from evaluation.demonstrations.released import Demonstration, Rank, Released

S = TypeVar("S", bound=Sample, covariant=True)


@dataclass(frozen=True, slots=True)
class Built(Generic[S]):
    """Samples in a fixed order, and how much was left out by reason."""

    samples: tuple[S, ...]
    left_out: Counter[str] = field(default_factory=Counter)


Builder = Callable[[Released, Draws], Built[Sample]]


def ranked(released: Released, left_out: Counter[str]) -> dict[str, list[Demonstration]]:
    """Task → its ranked demonstrations with a guide, the best first. Left out, and counted: a demonstration that is not
    released, one without a guide, and one of another task than the one it was ranked in (the published rankings have
    two)."""
    found: dict[str, list[Demonstration]] = {}
    for rank in released.rankings:
        one = _there(released, rank, left_out)
        if one is not None:
            found.setdefault(rank.task_id, []).append(one)
    return found


def _there(released: Released, rank: Rank, left_out: Counter[str]) -> Demonstration | None:
    one = released.demonstrations.get(rank.name)
    if one is None:
        left_out["a ranked demonstration is not released"] += 1
    elif one.task_id != rank.task_id:
        left_out["a demonstration is ranked in another task"] += 1
    elif not one.sop_lines:
        left_out["a ranked demonstration has no guide"] += 1
    else:
        return one
    return None
