"""What is reached without a model: predictions from the input of a sample alone, made offline and at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from evaluation.demonstrations.draws import Draws
from evaluation.demonstrations.records import (
    SEED,
    Frame,
    ImprovementSample,
    RankingSample,
    SegmentationSample,
    SopGenerationSample,
    Task,
    ValidationSample,
)


@dataclass(frozen=True, slots=True)
class Baseline:
    """`answer(sample)` reads what a sample asks with, and never its truth or reference."""

    task: Task
    name: str
    about: str
    answer: Callable[[Any], Any]


def trace_guide(sample: SopGenerationSample | ImprovementSample) -> list[str]:
    """Every action of the trace as a step; the same one several times in a row is one."""
    steps: list[str] = []
    for frame in sample.frames:
        if frame.action and frame.action not in steps[-1:]:
            steps.append(frame.action)
    return steps or [sample.intent]


def one_workflow(sample: SegmentationSample) -> dict[str, str]:
    """All frames are of the first workflow."""
    return {frame.id: min(sample.workflows) for frame in sample.frames}


def even(sample: SegmentationSample) -> dict[str, str]:
    """As many stretches of like length as there are workflows, in the order of the letters."""
    letters = sorted(sample.workflows)
    total = len(sample.frames)
    return {frame.id: letters[at * len(letters) // total] for at, frame in enumerate(sample.frames)}


def by_address(sample: SegmentationSample) -> dict[str, str]:
    """Cut where the address changes most: to another host, or to a path with the fewest parts in common; of equal
    changes the earlier one."""
    letters = sorted(sample.workflows)
    jumps = sorted(
        range(1, len(sample.frames)),
        key=lambda at: (-_jump(sample.frames[at - 1], sample.frames[at]), at),
    )
    starts = sorted(jumps[: len(letters) - 1])
    return {frame.id: letters[sum(start <= at for start in starts)] for at, frame in enumerate(sample.frames)}


def _jump(before: Frame, after: Frame) -> float:
    """How far one address is from the next: 3 for another host, else the share of path that is not in common (up to 1),
    and 1 more where the next is the site's first page."""
    one, other = urlsplit(before.url), urlsplit(after.url)
    if one.netloc != other.netloc:
        return 3.0
    left, right = ([part for part in parts.path.split("/") if part] for parts in (one, other))
    if left == right:
        return 0.0
    common = 0
    for here, there in zip(left, right, strict=False):
        if here != there:
            break
        common += 1
    return 1 - common / max(len(left), len(right)) + (not right)


def always(sample: ValidationSample) -> bool:
    """Everything is right: there is no majority where samples are as many right as wrong, and this finds all right
    ones."""
    return True


def coin(sample: ValidationSample) -> bool:
    """A coin, tossed by the sample's id."""
    return bool(Draws(SEED).below(2, "coin", sample.id))


def longest(sample: RankingSample) -> list[Any]:
    """Guides by their number of steps, the most first; equal ones are equally good."""
    return _by_length(sample, lambda steps: -len(steps))


def shortest(sample: RankingSample) -> list[Any]:
    """The fewest steps first."""
    return _by_length(sample, len)


def wordiest(sample: RankingSample) -> list[Any]:
    """Guides by their number of words, the most first."""
    return _by_length(sample, lambda steps: -sum(len(step.split()) for step in steps))


def _by_length(sample: RankingSample, length: Callable[[Sequence[str]], int]) -> list[Any]:
    groups: dict[int, list[str]] = {}
    for letter, steps in sorted(sample.sops.items()):
        groups.setdefault(length(steps), []).append(letter)
    return [groups[key] for key in sorted(groups)]


def unchanged(sample: ImprovementSample) -> list[str]:
    """The guide as it is."""
    return list(sample.sop)


BASELINES: Mapping[tuple[Task, str], Baseline] = {
    (one.task, one.name): one
    for one in (
        Baseline("sop-generation", "trace", "the actions of the trace, a step each", trace_guide),
        Baseline("segmentation", "one", "all frames in one workflow", one_workflow),
        Baseline("segmentation", "even", "stretches of like length", even),
        Baseline("segmentation", "address", "cut where the address changes most", by_address),
        Baseline("validation", "always", "everything is right", always),
        Baseline("validation", "coin", "a coin by the sample's id", coin),
        Baseline("sop-ranking", "longest", "the most steps first", longest),
        Baseline("sop-ranking", "shortest", "the fewest steps first", shortest),
        Baseline("sop-ranking", "wordiest", "the most words first", wordiest),
        Baseline("sop-improvement", "unchanged", "the guide as it is", unchanged),
        Baseline("sop-improvement", "trace", "the actions of the trace, a step each", trace_guide),
    )
}
"""The baselines by task and name. There is none for questions: whatever is said without reading is no answer."""
