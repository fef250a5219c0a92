"""States of demonstrations as frames of a sample, whose ids tell nothing but their place in it."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.demonstrations.records import Frame
from evaluation.demonstrations.released import Demonstration

Moment = tuple[Demonstration, int]
"""A demonstration, and which of its states."""


def moments(demonstration: Demonstration) -> list[Moment]:
    """All states of a demonstration."""
    return [(demonstration, at) for at in range(len(demonstration.states))]


def frames_of(chosen: Sequence[Moment], actions: bool = True) -> tuple[Frame, ...]:
    """The frames of a sample, in this order, numbered from 0, with or without what was done there. What was done at the
    last frame is not told: it would lead to what the sample does not show."""
    made = []
    for number, (demonstration, at) in enumerate(chosen):
        state = demonstration.states[at]
        words = " ".join(action.words for action in demonstration.actions[at])
        made.append(
            Frame(
                id=str(number),
                url=state.url,
                tab=state.tab,
                action=words if actions and words and number < len(chosen) - 1 else None,
                screenshot=state.screenshot,
            )
        )
    return tuple(made)
