"""Lines of text that something cuts through, the edge of a screen, of a tile or of a list: half their letters show, no
detector takes them for a line, nothing is read there, and yet a person can tell a name by it.

So they are hidden unread, and told on the frames where they stand whole (redaction.screens.frames.propagate).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.lexicon.forms import TOKEN
from redaction.page.boxes import middle, share_in
from redaction.screens.ocr.cut_pieces import Pixels, cut_pieces, line_height

DETECTOR = "cut-line"
_KNOWN = 0.5
"""What lies by this share under a line that is read, or under what is hidden, is no cut line."""
_WHOLE = 2
"""Words of a whole name; one alone may go on in the next line."""
_STEP, _EDGE = 2.0, 6
"""Line heights from line to line of one text at most, and px by which they differ: boxes of findings are larger than
those of lines. From left to right a line height is allowed, which the side of a tile may be read with."""


def cut_lines(image: Pixels, read: Sequence[Box], found: Sequence[ImageFinding]) -> list[ImageFinding]:
    """Findings over the lines of an H × W × 3 frame that something cuts; `read` are the lines that are read for sure
    there, and what is `found` is hidden already."""
    return unjudged(cut_pieces(image, read), read, found)


def unjudged(pieces: Sequence[Box], read: Sequence[Box], found: Sequence[ImageFinding]) -> list[ImageFinding]:
    """Findings over those of the `pieces` of cut lines that are neither read nor hidden."""
    tall = line_height(read)
    hidden = [finding.box for finding in found]
    cut = [box for box in pieces if not _under(box, (*read, *hidden))]
    if not cut or not tall:
        return []
    plain = [line for line in read if not _under(line, hidden)]
    names = [f.box for f in found if f.kind is Kind.PERSON and len(TOKEN.findall(f.value)) >= _WHOLE]
    return [
        ImageFinding(box, Kind.PERSON, 1.0, DETECTOR, source=Source.UNREAD)
        for box in sorted(cut)
        if not _is_third(box, tall, names, plain)
    ]


def _under(box: Box, others: Iterable[Box]) -> bool:
    return any(share_in(box, other) > _KNOWN for other in others)


def _is_third(box: Box, tall: int, names: Sequence[Box], plain: Sequence[Box]) -> bool:
    """Whether a line stands under a whole name as that stands under a heading: what is said of it, a room or a place.
    Where names stand below each other, the next line may be one."""
    for name in names:
        if abs(name[0] - box[0]) > tall:
            continue
        for line in plain:
            down = box[1] + (line[3] - line[1]) / 2 - middle(name)  # as high as the heading, were it whole
            up = middle(name) - middle(line)
            if abs(line[0] - box[0]) <= tall and 0 < down <= _STEP * tall and abs(down - up) <= _EDGE:
                return True
    return False
