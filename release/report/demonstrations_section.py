"""What the audit report says of demonstrations: how many, how long, what was hidden in videos, what stayed out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from redaction.capture.reasons import REASONS
from redaction.work import formats
from redaction.work.json_text import json_lines
from redaction.work.stage_records import FILMS
from release.bundle.batches import ScrubbedBatch
from release.bundle.bundle_models import Certificate, ScrubbedDemonstration
from release.bundle.withhold import DEMONSTRATION_REASON
from validation.files.demonstration_layout import is_archive


@dataclass(frozen=True, slots=True)
class OnFrames:
    """What was hidden of one kind in all videos: on how many frames, in how many boxes, and the lowest score (0-1)."""

    kind: str
    frames: int
    boxes: int
    lowest: float


@dataclass(frozen=True, slots=True)
class Shown:
    """One released demonstration. `lowest` is the score of its least certain finding, None without a video or one."""

    name: str
    domain: str
    minutes: float
    frames: int
    states: int
    boxes: int
    lowest: float | None


@dataclass(frozen=True, slots=True)
class Kept:
    """What was refused for one reason, and what to do about it."""

    reason: str
    number: int
    remedy: str


@dataclass(frozen=True, slots=True)
class Section:
    """The section. `came_in` counts demonstrations that were captured; `unread` are (place, regions) of frames and key
    frames with most text that could not be read again."""

    came_in: int
    shown: tuple[Shown, ...]
    kinds: tuple[OnFrames, ...]
    refused: tuple[Kept, ...]
    withheld: int
    unread: tuple[tuple[str, int], ...]

    @property
    def videos(self) -> int:
        """How many have a video."""
        return sum(one.frames > 0 for one in self.shown)

    @property
    def minutes(self) -> float:
        """How long all videos are."""
        return sum(one.minutes for one in self.shown)

    @property
    def frames(self) -> int:
        """How many frames differ, in all."""
        return sum(one.frames for one in self.shown)


def demonstrations_section(batches: Sequence[ScrubbedBatch], certificate: Certificate | None) -> Section | None:
    """The section of a release with these batches; None where no demonstration came in."""
    ours = [batch for batch in batches if (batch.folder / formats.SCRUBBED_DEMONSTRATIONS).is_file()]
    if not ours:
        return None
    shown: list[Shown] = []
    films: list[dict[str, Any]] = []
    for batch in ours:
        found = {str(line["instance"]): line["frames"] for line in _films(batch)}
        for one in batch.demonstrations.about:
            frames = found.get(one.instance, []) if one.film else []
            films += frames
            shown.append(_shown(one, batch.domain, frames))
    refusals = Counter(refusal.reason for batch in ours for refusal in batch.refusals)
    unread = certificate.text_on_screens.most_unread if certificate and certificate.text_on_screens else ()
    return Section(
        sum(batch.about.funnel.get("recordings_in", 0) for batch in ours),
        tuple(sorted(shown, key=lambda one: (1.0 if one.lowest is None else one.lowest, one.name))),
        tuple(_kinds(films)),
        tuple(_refused(refusals)),
        refusals[DEMONSTRATION_REASON],
        tuple((one.where, one.unread) for one in unread if is_archive(one.where.partition(" member ")[0])),
    )


def _films(batch: ScrubbedBatch) -> Iterable[dict[str, Any]]:
    path = batch.folder.parent / FILMS
    return json_lines(path) if path.is_file() else ()


def _shown(one: ScrubbedDemonstration, domain: str, frames: Sequence[dict[str, Any]]) -> Shown:
    scores = [float(box["score"]) for frame in frames for box in frame["boxes"]]
    minutes = one.milliseconds / 60_000
    return Shown(one.name, domain, minutes, one.frames, one.states, len(scores), min(scores, default=None))


def _kinds(frames: Iterable[dict[str, Any]]) -> list[OnFrames]:
    """By kind, the one with the least certain finding first."""
    scores: dict[str, list[float]] = {}
    on: Counter[str] = Counter()
    for frame in frames:
        for box in frame["boxes"]:
            scores.setdefault(str(box["kind"]), []).append(float(box["score"]))
        on.update({str(box["kind"]) for box in frame["boxes"]})
    found = [OnFrames(kind, on[kind], len(given), min(given)) for kind, given in scores.items()]
    return sorted(found, key=lambda one: (one.lowest, one.kind))


def _refused(counted: Counter[str]) -> list[Kept]:
    """By reason, the most frequent first; a code that is not ours has no remedy."""
    found = []
    for code, number in sorted(counted.items(), key=lambda item: (-item[1], item[0])):
        reason = REASONS.get(code)
        found.append(Kept(f"{reason.sentence} ({code})" if reason else code, number, reason.remedy if reason else ""))
    return found
