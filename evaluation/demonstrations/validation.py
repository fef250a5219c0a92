"""Validation: was the workflow completed, and do the frames follow the guide exactly? Demonstrations are right by
definition, so that wrong ones are made: cut off, shuffled, or with states left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from evaluation.demonstrations.builder import Built
from evaluation.demonstrations.draws import Draws
from evaluation.demonstrations.frames import Moment, frames_of, moments
from evaluation.demonstrations.records import ValidationSample
from evaluation.demonstrations.released import Demonstration, Released

FEWEST_STATES = {"completion": 2, "trajectory": 3}
"""Of a demonstration that a sample is made of: one state cannot be cut, two have hardly an order."""
TRIES = 20
"""Draws of an order until one differs from the original in what it shows."""

Kind = Literal["completion", "trajectory"]
Change = Literal["none", "truncated", "shuffled", "skipped"]


def build(released: Released, draws: Draws) -> Built[ValidationSample]:
    """Of each kind a sample a demonstration, as many right as wrong (one more right where their number is odd)."""
    left_out: Counter[str] = Counter()
    samples = [sample for kind in ("completion", "trajectory") for sample in _of_kind(kind, released, draws, left_out)]
    return Built(tuple(samples), left_out)


def _of_kind(kind: Kind, released: Released, draws: Draws, left_out: Counter[str]) -> list[ValidationSample]:
    names = []
    for name in draws.order(released.demonstrations, kind):
        one = released.demonstrations[name]
        if len(one.states) < FEWEST_STATES[kind]:
            left_out[f"{kind}: a demonstration has fewer than {FEWEST_STATES[kind]} states"] += 1
        elif kind == "trajectory" and not one.sop_lines:
            left_out[f"{kind}: a demonstration has no guide"] += 1
        elif kind == "trajectory" and len(set(map(_shown, moments(one)[:-1]))) < 2:
            left_out[f"{kind}: all states of a demonstration but the last show the same"] += 1
        else:
            names.append(name)
    made = []
    for turn, name in enumerate(names):
        one = released.demonstrations[name]
        change: Change = "none"
        if turn % 2 and kind == "completion":
            change = "truncated"
        elif turn % 2:
            change = "shuffled" if turn % 4 == 1 else "skipped"
        made.append(_sample(kind, one, change, CHANGES[change](one, draws)))
    return sorted(made, key=lambda sample: sample.id)


def _sample(kind: Kind, one: Demonstration, change: Change, chosen: Sequence[Moment]) -> ValidationSample:
    return ValidationSample(
        id=f"validation/{kind}/{one.name}",
        site=one.site,
        kind=kind,
        demonstration=one.name,
        intent=one.intent,
        sop=one.sop_lines,
        frames=frames_of(chosen),
        change=change,
        truth=change == "none",
    )


def whole(one: Demonstration, draws: Draws) -> list[Moment]:
    """Every state."""
    return moments(one)


def truncated(one: Demonstration, draws: Draws) -> list[Moment]:
    """The first states, at least one and not all; how many is drawn."""
    return moments(one)[: 1 + draws.below(len(one.states) - 1, "truncated", one.name)]


def shuffled(one: Demonstration, draws: Draws) -> list[Moment]:
    """All states but the last in another order, which shows something else than the original: two states may look
    alike. The last stays, as it has no action: elsewhere that would tell."""
    *every, last = moments(one)
    shown = [_shown(moment) for moment in every]
    for turn in range(TRIES):
        order = draws.order(map(str, range(len(every))), "shuffled", one.name, turn)
        if [shown[int(at)] for at in order] != shown:
            return [*(every[int(at)] for at in order), last]
    # Nearly all states look alike: the first that differs from its neighbour changes places with it.
    at = next(at for at in range(1, len(every)) if shown[at] != shown[at - 1])
    return [*every[: at - 1], every[at], every[at - 1], *every[at + 1 :], last]


def skipped(one: Demonstration, draws: Draws) -> list[Moment]:
    """The states without some of those between the first and the last: at least one, at most half of all. The first
    and the last stay, so that it is not a matter of completion."""
    every = moments(one)
    between = every[1:-1]
    most = max(1, min(len(between), len(every) // 2))
    number = 1 + draws.below(most, "skipped", one.name)
    gone = set(draws.order((str(at) for _, at in between), "skip", one.name)[:number])
    return [moment for moment in every if str(moment[1]) not in gone]


CHANGES: dict[Change, Callable[[Demonstration, Draws], list[Moment]]] = {
    "none": whole,
    "truncated": truncated,
    "shuffled": shuffled,
    "skipped": skipped,
}


def _shown(moment: Moment) -> tuple[str, str, tuple[str, ...]]:
    """What a frame shows of a state besides its pixels."""
    one, at = moment
    state = one.states[at]
    return state.url, state.tab, tuple(action.words for action in one.actions[at])
