"""Segmentation: several demonstrations of one site in one recording; which frame is of which?

Frames come without actions, as in the published figures: the last state of a demonstration has none, which would tell
where it ends.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Literal

from evaluation.demonstrations.builder import Built
from evaluation.demonstrations.draws import Draws
from evaluation.demonstrations.frames import Moment, frames_of, moments
from evaluation.demonstrations.records import SegmentationSample
from evaluation.demonstrations.released import Demonstration, Released

TOGETHER = 3
"""Demonstrations of a sample, each of another task."""
SAMPLES = 100
"""Different samples a site, at most."""
TRIES = 5
"""Draws for each sample, at most: those of few demonstrations are soon all drawn."""

Arrangement = Literal["concatenated", "interleaved"]


def build(released: Released, draws: Draws) -> Built[SegmentationSample]:
    """TOGETHER demonstrations one after the other, as in the published benchmark."""
    return arranged(released, draws, "concatenated")


def arranged(released: Released, draws: Draws, arrangement: Arrangement) -> Built[SegmentationSample]:
    """The same with frames in turn: interleaved ones keep the order of each demonstration, and no other."""
    tasks: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for one in released.demonstrations.values():
        tasks[one.site][one.task_id].append(one.name)
    left_out: Counter[str] = Counter()
    samples: list[SegmentationSample] = []
    for site, own in sorted(tasks.items()):
        if len(own) < TOGETHER:
            left_out[f"a site has demonstrations of fewer than {TOGETHER} tasks"] += 1
            continue
        drawn: dict[frozenset[str], list[str]] = {}
        for turn in range(SAMPLES * TRIES):
            chosen = draws.order(own, "segmentation", site, turn)[:TOGETHER]
            names = [draws.order(own[task], "segmentation", site, turn, task)[0] for task in chosen]
            drawn.setdefault(frozenset(names), names)
            if len(drawn) == SAMPLES:
                break
        for number, names in enumerate(drawn.values()):
            identity = f"segmentation/{arrangement}/{site}/{number:03d}"
            together = [released.demonstrations[name] for name in names]
            samples.append(_sample(identity, arrangement, together, draws))
    return Built(tuple(samples), left_out)


def _sample(
    identity: str, arrangement: Arrangement, together: Sequence[Demonstration], draws: Draws
) -> SegmentationSample:
    """Letters are dealt by a draw of their own, so that A need not come first."""
    names = draws.order((one.name for one in together), "letter", identity)
    letters = dict(zip(names, ascii_uppercase, strict=False))
    if arrangement == "concatenated":
        chosen = [moment for one in together for moment in moments(one)]
    else:
        chosen = _interleaved(identity, together, draws)
    frames = frames_of(chosen, actions=False)
    by_name = {one.name: one for one in together}
    return SegmentationSample(
        id=identity,
        site=together[0].site,
        arrangement=arrangement,
        workflows={letters[name]: by_name[name].intent for name in names},
        frames=frames,
        truth={frame.id: letters[one.name] for frame, (one, _) in zip(frames, chosen, strict=True)},
        demonstrations={letters[name]: name for name in names},
    )


def _interleaved(identity: str, together: Sequence[Demonstration], draws: Draws) -> list[Moment]:
    """Whose frame is next is drawn among all frames that are left, so that long ones do not end up alone."""
    left = [moments(one) for one in together]
    chosen: list[Moment] = []
    while any(left):
        at = draws.below(sum(map(len, left)), "turn", identity, len(chosen))
        for some in left:
            if at < len(some):
                chosen.append(some.pop(0))
                break
            at -= len(some)
    return chosen
