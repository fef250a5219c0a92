"""The one door: the texts of a PDF shown to a function, and a new PDF of pictures with only what came back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

from redaction.documents.unit import Each, Unit
from redaction.errors import EntrophyError
from redaction.findings import Box, ImageFinding, Kind
from redaction.pdf.limits import PdfLimits
from redaction.pdf.pages import PdfLine, PdfPage, open_pages
from redaction.pdf.write import NewPage, Placed, write_pdf
from redaction.screens.redact.pixels import redact_image

FindOnPage = Callable[[NDArray[np.uint8]], Sequence[ImageFinding]]
"""What the screen engine finds on the H × W × 3 RGB pixels of a page."""
Replace = Callable[[Kind, str], str]
_WORD = re.compile(r"\S+|\s+")


def read_pdf(data: bytes, each: Each, limits: PdfLimits | None = None) -> int:
    """Show all lines of every page, as one unit a page; the number of pages. Raises DocumentRefused."""
    count = 0
    for page in open_pages(data, limits or PdfLimits()):
        _asked(page, each)
        count += 1
    return count


def rewrite_pdf(
    data: bytes, each: Each, find: FindOnPage, style: str, replace: Replace, limits: PdfLimits | None = None
) -> bytes:
    """The PDF made anew. `replace` gives the surrogate of what only `find` saw. Raises DocumentRefused."""
    limits = limits or PdfLimits()
    return write_pdf([_made(page, each, find, style, replace) for page in open_pages(data, limits)])


def _asked(page: PdfPage, each: Each) -> list[str]:
    pieces = tuple(part for line in page.lines for part in ("\n", line.text))[1:]
    if not pieces:
        return []
    made = list(each(Unit(pieces)))
    if len(made) != len(pieces):
        raise EntrophyError("another number of pieces came back.", remedy="nothing was released; report this.")
    for at in range(1, len(made), 2):
        made[at - 1] += made[at].strip()
    return made[::2]


def _made(page: PdfPage, each: Each, find: FindOnPage, style: str, replace: Replace) -> NewPage:
    seen = list(find(page.pixels))
    hidden: list[ImageFinding] = []
    instead: dict[str, str] = {}
    placed: list[Placed] = []
    for line, made in zip(page.lines, _asked(page, each), strict=True):
        text = ""
        for start, end, new in _changes(line.text, made):
            box = _around(line, start, end)
            if new is None:  # unchanged, unless the picture of it is hidden
                if box is None or not any(_meets(box, one.box) for one in seen):
                    text += line.text[start:end]
                continue
            text += new
            if box is not None:
                value = line.text[start:end]
                instead[value] = new
                hidden.append(ImageFinding(box, Kind.PERSON, 1.0, "pdf", value))
        whole = _around(line, 0, len(line.text))
        if whole is not None and text.strip():
            placed.append(Placed(text.strip(), whole))
    covered = [one for one in seen if not any(_meets(one.box, own.box) for own in hidden)]
    # a finding that meets a span of the text layer is hidden to its own box, too, under the surrogate of that span
    overlapping = [one for one in seen if one not in covered]
    spans = [_grown(own, overlapping) for own in hidden]

    def surrogate(kind: Kind, value: str) -> str:
        return instead[value] if value in instead else replace(kind, value)

    pixels, _ = redact_image(page.pixels, [*spans, *covered], style, surrogate)
    return NewPage(page.width, page.height, pixels, tuple(placed))


def _grown(own: ImageFinding, others: Sequence[ImageFinding]) -> ImageFinding:
    box = own.box
    for one in others:
        if _meets(own.box, one.box):
            a, b = box, one.box
            box = min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
    return ImageFinding(box, own.kind, own.score, own.detector, own.value)


def _changes(before: str, after: str) -> list[tuple[int, int, str | None]]:
    """(start, end, what stands there now or None for unchanged) over whole words of a line."""
    a, b = _WORD.findall(before), _WORD.findall(after)
    starts = [0]
    for word in a:
        starts.append(starts[-1] + len(word))
    out: list[tuple[int, int, str | None]] = []
    for tag, i0, i1, j0, j1 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            out.extend((starts[i], starts[i + 1], None) for i in range(i0, i1))
            continue
        start, end, new = starts[i0], starts[i1], "".join(b[j0:j1])
        if len(out) > 1 and out[-1][2] is None and before[out[-1][0] : out[-1][1]].isspace():
            gap, first = out[-1], out[-2]
            if first[2] is not None:  # a name of two words is one, drawn in one size
                start, new = first[0], first[2] + before[gap[0] : gap[1]] + new
                del out[-2:]
        out.append((start, end, new))
    return out


def _around(line: PdfLine, start: int, end: int) -> Box | None:
    boxes = [box for box in line.boxes[start:end] if box is not None]
    if not boxes:
        return None
    xs0, ys0, xs1, ys1 = zip(*boxes, strict=True)
    return min(xs0), min(ys0), max(xs1), max(ys1)


def _meets(some: Box, other: Box) -> bool:
    return some[0] < other[2] and other[0] < some[2] and some[1] < other[3] and other[1] < some[3]
