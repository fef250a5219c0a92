"""Declared values on screens that wrap: two lines of one cell are one value, wherever the break falls."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from redaction.findings import TextFinding
from redaction.page.passage import Passage
from redaction.text.known.known_forms import KnownForm
from redaction.text.known.registry import Registry


def wrapped_values(passage: Passage, registry: Registry) -> Iterator[TextFinding]:
    """What the registry knows as a whole or cut off when the lines of a passage are read as lines, not as one text."""
    if len(passage.pieces) < 2 or not registry.has_declared:
        return
    text = passage.input.text
    for one, two in pairwise(passage.pieces):
        if two.start == one.end + 1 and text[one.end] == " ":
            text = text[: one.end] + "\n" + text[one.end + 1 :]
    for finding in registry.find(text, passage.input.role):
        if finding.detector in (KnownForm.WHOLE, KnownForm.CUT):
            yield finding
