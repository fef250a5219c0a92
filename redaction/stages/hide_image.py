"""What is hidden on one image, a screenshot or a frame of a film, and what is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from redaction.capture.images import Pixels
from redaction.findings import Box, ImageFinding
from redaction.kinds.table import is_picture
from redaction.ledger.entities import Ledger
from redaction.policy import Policy
from redaction.screens.redact.pixels import redact_image
from redaction.screens.redact.styles import HIDING_STYLES


def to_hide(
    findings: Iterable[ImageFinding], policy: Policy, ledger: Ledger
) -> tuple[tuple[ImageFinding, ...], tuple[str, ...]]:
    """The findings that the policy hides, and the surrogate of each; "" where nothing stands in its place."""
    shown = tuple(f for f in findings if policy.text.treatment(f.kind) != "keep")
    surrogates = tuple(
        ledger.replacement(f.kind, f.value) if f.value and policy.text.treatment(f.kind) == "substitute" else ""
        for f in shown
    )
    return shown, surrogates


def hide(
    image: Pixels, shown: Sequence[ImageFinding], surrogates: Sequence[str], style: str
) -> tuple[Pixels, list[Box], list[int]]:
    """The redacted image, where each finding was hidden, and at which of them a surrogate can be read."""
    by_value = {(f.kind, f.value): made for f, made in zip(shown, surrogates, strict=True)}
    redacted, boxes = redact_image(image, shown, style, lambda kind, value: by_value[kind, value])
    can_be_read = HIDING_STYLES.open(style).surrogate == "readable"
    readable = [i for i, f in enumerate(shown) if can_be_read and not is_picture(f) and surrogates[i]]
    return redacted, list(boxes), readable


def boxes_told(shown: Sequence[ImageFinding], boxes: Sequence[Box]) -> list[dict[str, Any]]:
    """What was hidden where: no captured value."""
    return [
        {"kind": f.kind.value, "box": list(box), "score": round(f.score, 4), "detector": f.detector}
        for f, box in zip(shown, boxes, strict=True)
    ]


def places_told(boxes: Sequence[Box], surrogates: Sequence[str], readable: Iterable[int]) -> list[dict[str, Any]]:
    """Where which surrogates can be read."""
    return [{"box": list(boxes[i]), "text": surrogates[i]} for i in readable]
