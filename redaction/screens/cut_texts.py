"""What a screen shows, told by documents that say the same text in full.

A list shows "As agreed with Ada Brandt of Bra…", a tab "Ticket 12 (Sør", a narrow cell the second line of a company.
What is left may be a word or a letter. Where a document has the text whole, it tells what is to be hidden there, and
what is not.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from redaction.findings import ImageFinding, Source
from redaction.page.reading import Reading
from redaction.screens.cut_lines import DETECTOR as CUT_LINE
from redaction.screens.document_texts import Said, gaps
from redaction.screens.nets.models import Device
from redaction.screens.ocr.mapper import span_box
from redaction.screens.ocr.recognise import recognise
from redaction.screens.rescorer.rescore import DETECTOR as RESCORER
from redaction.screens.span_boxes import over
from redaction.screens.whole_tokens import place_on
from redaction.text.model import DETECTOR as NAMES_MODEL

DETECTOR = "cut-text"
SCORE = 0.85
BELIEVED = 0.7
"""Score from which a finding stands, whatever documents say."""
WEAK = frozenset((RESCORER, NAMES_MODEL))
"""Detectors that documents are believed against below that."""
_ABOVE, _BESIDE = 3, 2
"""px around half a line that it is read with."""


def cut_texts(reading: Reading, said: Said) -> list[ImageFinding]:
    """Findings over what is left on a screen of identifiers that documents say in full."""
    out = []
    for line in reading.lines:
        for start, end, kind in said.find(line.text) if not line.turned else ():
            box = span_box(line, start, end, reading.width, reading.height)
            out.append(ImageFinding(box, kind, SCORE, DETECTOR, line.text[start:end], Source.CUT_OFF))
    return out


def heard(found: Sequence[ImageFinding], reading: Reading, said: Said) -> list[ImageFinding]:
    """The findings of a screen as documents have them: of the weak ones what is an identifier there. Where a screen is
    misread, a name that a model is sure of loses no more than the small words beside it ("Ada Brandtof")."""
    return [left for one in found for left in (_heard(one, reading, said) if one.detector in WEAK else [one])]


def _heard(finding: ImageFinding, reading: Reading, said: Said) -> list[ImageFinding]:
    for line in reading.lines:
        start = place_on(line, finding)
        if start is None:
            continue
        end = start + len(finding.value)
        spans = said.within(line.text, start, end)
        sure = spans is not None
        if spans is None:
            spans = said.within(line.text, start, end, misread=True)
        if spans is None or spans == [(start, end)]:
            break
        beside = "".join(line.text[a:b] for a, b in gaps(spans, start, end))
        small = spans and not any(c.isupper() or c.isdigit() for c in beside)
        if finding.score >= BELIEVED and not sure and not small:
            break
        return [over(finding, reading, line, span) for span in spans]
    return [finding]


def not_in_clear(
    found: Sequence[ImageFinding], image: NDArray[np.uint8], said: Said, device: Device
) -> list[ImageFinding]:
    """The findings of an H × W × 3 frame without halves of lines, hidden unread, which are read well enough to be known
    for a text that documents have in clear."""
    halves = [one for one in found if one.detector == CUT_LINE]
    crops = [
        np.ascontiguousarray(image[max(0, y0 - _ABOVE) : y1, max(0, x0 - _BESIDE) : x1 + _BESIDE])
        for x0, y0, x1, y1 in (one.box for one in halves)
    ]
    read = recognise(crops, device)
    clear = {half for half, line in zip(halves, read, strict=True) if said.shows_clear(line.text)}
    return [one for one in found if one not in clear]
