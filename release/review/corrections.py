"""Decisions → corrections: what the next build covers, uncovers and learns."""

from __future__ import annotations

from pathlib import Path

from redaction.findings import Box, ImageFinding
from redaction.kinds.table import PICTURES
from redaction.page.boxes import touch
from redaction.records import DeclaredEntity
from redaction.stages.corrections import DETECTOR, Corrections, Uncover, save_corrections
from release.review.decisions import Decisions, Mark


def corrections_of(decisions: Decisions) -> Corrections:
    """All corrections that follow from the standing decisions of every bundle.

    In the order of the decisions: a box marked wrong takes back an earlier correction that drew it, a box marked
    missed takes back earlier uncovering of the same place.
    """
    cover: dict[str, dict[Box, ImageFinding]] = {}
    uncover: dict[str, set[Uncover]] = {}
    entities: set[DeclaredEntity] = set()
    for decision in decisions.standing():
        for mark in decision.marks:
            image = mark.image or decision.image
            covered = cover.setdefault(image, {})
            uncovered = uncover.setdefault(image, set())
            if mark.text.strip() and mark.type != "wrong" and mark.kind not in PICTURES:
                entities.add(DeclaredEntity(mark.kind.value, mark.text.strip()))
            if mark.box is None:
                continue
            if mark.type == "missed":
                uncovered -= {u for u in uncovered if touch(u.box, mark.box)}
                covered[mark.box] = ImageFinding(mark.box, mark.kind, 1.0, DETECTOR, mark.text.strip())
            else:
                _take_back(covered, mark)
                uncovered.add(Uncover(mark.box, mark.width, mark.height))
    return Corrections(
        cover={digest: tuple(sorted(found.values())) for digest, found in sorted(cover.items()) if found},
        uncover={digest: tuple(sorted(boxes)) for digest, boxes in sorted(uncover.items()) if boxes},
        entities=tuple(sorted(entities, key=lambda e: (e.kind, e.value))),
    )


def export_corrections(decisions: Decisions, path: Path) -> Corrections:
    """Write the corrections file of these decisions and return what is in it."""
    corrections = corrections_of(decisions)
    save_corrections(corrections, path)
    return corrections


def _take_back(covered: dict[Box, ImageFinding], mark: Mark) -> None:
    from redaction.screens.redact.pixels import drawn_as

    assert mark.box is not None
    for finding in drawn_as(list(covered.values()), mark.box, mark.width, mark.height):
        del covered[finding.box]
