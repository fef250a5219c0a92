"""A model as the judge: what it is asked of each prediction, and what its replies say.

Each question is one request, asked, cached and counted as any other (`evaluation.models.runner`). A judgement that does
not parse, or that never came, is nobody's mark: its sample is left out of the figures, and told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaluation.demonstrations.matcher import Matches
from evaluation.demonstrations.prompts import (
    ANSWER_SCALE,
    GUIDE_SCALE,
    RESPECTS,
    answer_prompt,
    guide_prompt,
    step_prompt,
)
from evaluation.models.questions import Item, Replies, mark_of, verdict_of
from evaluation.replies import Parsed


def step_items(sample: str, predicted: Sequence[str], reference: Sequence[str]) -> list[Item]:
    """Each step of both guides is asked for in the other."""
    return [
        Item(f"{sample}/{side}/{number}", step_prompt(step, others))
        for side, steps, others in (("predicted", predicted, reference), ("reference", reference, predicted))
        for number, step in enumerate(steps)
    ]


def step_matches(sample: str, predicted: int, reference: int, replies: Replies) -> Parsed[Matches]:
    """Which of so many steps the judge found in the other guide."""
    found: list[tuple[bool, ...]] = []
    for side, number in (("predicted", predicted), ("reference", reference)):
        flags = []
        for at in range(number):
            parsed = verdict_of(replies, f"{sample}/{side}/{at}")
            if parsed.value is None:
                return Parsed(None, parsed.reason)
            flags.append(parsed.value)
        found.append(tuple(flags))
    return Parsed((found[0], found[1]))


def answer_items(sample: str, question: str, reference: str, answer: str) -> list[Item]:
    """An answer in each respect."""
    return [
        Item(f"{sample}/{name}", answer_prompt(respect, question, reference, answer))
        for name, respect in RESPECTS.items()
    ]


def answer_marks(sample: str, replies: Replies) -> Parsed[dict[str, int]]:
    """Respect → mark."""
    return _marks({name: f"{sample}/{name}" for name in RESPECTS}, ANSWER_SCALE, replies)


GUIDES = ("original", "improved")
"""The guides that are marked of a sample of improvement."""


def guide_items(
    sample: str, intent: str, original: Sequence[str], improved: Sequence[str], reference: Sequence[str]
) -> list[Item]:
    """The guide that was there, and the one that was predicted."""
    guides = dict(zip(GUIDES, (original, improved), strict=True))
    return [Item(f"{sample}/{name}", guide_prompt(intent, steps, reference)) for name, steps in guides.items()]


def guide_marks(sample: str, replies: Replies) -> Parsed[dict[str, int]]:
    """GUIDES → mark."""
    return _marks({name: f"{sample}/{name}" for name in GUIDES}, GUIDE_SCALE, replies)


def _marks(items: Mapping[str, str], scale: range, replies: Replies) -> Parsed[dict[str, int]]:
    marks = {}
    for name, item in items.items():
        parsed = mark_of(replies, item, scale)
        if parsed.value is None:
            return Parsed(None, parsed.reason)
        marks[name] = parsed.value
    return Parsed(marks)
