"""What is judged on a frame already, so that nothing is carried onto it from another: lines that were read there, and
what is hidden there by something that goes on."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Source
from redaction.kinds.table import is_picture
from redaction.page.boxes import height_in, is_vertical, moved, share_in, touch

MOSTLY = 0.6
"""A line of which this share lies in a box is under it."""
REMAINDER = 0.6
"""A line inside a box is what is left of it when it is no wider than this share of it."""

GRAZED = 0.6
"""A line of which less than this share of the height lies in a box is another line than the box is about."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Of one frame: what `hides` there, which `lines` were read, and of which of them nothing says that they were
    misread (`sure`). `hidden` is what lies under something that hides, `known` what lies under something that goes on;
    masks of H × W. `once` are the texts that were found on too few frames of the film to be looked for among noise."""

    hides: Sequence[Box]
    lines: Sequence[Box]
    sure: Sequence[Box]
    hidden: NDArray[np.bool_]
    known: NDArray[np.bool_]
    once: Container[str] = ()

    @classmethod
    def of(
        cls,
        shape: tuple[int, ...],
        found: Sequence[ImageFinding],
        lines: Sequence[Box] = (),
        once: Container[str] = (),
        stays: Container[ImageFinding] = (),
    ) -> Judged:
        """From the findings and lines of a frame of H × W; `stays` are findings that are carried nowhere."""
        hides = [f.box for f in found]
        # what is not carried on from there hides nothing on the frames behind it, and its line was misread
        on = [f.box for f in found if goes_on(f, once) and f not in stays]
        off = [f.box for f in found if not goes_on(f, once) or f in stays]
        sure = [line for line in lines if not any(share_in(line, box) >= MOSTLY for box in off)]
        return cls(hides, lines, sure, mask_of(shape, hides), mask_of(shape, on), once)

    def covered(self, finding: ImageFinding, by: int) -> NDArray[np.bool_]:
        """H × W: onto what a finding is not carried where pixels are the same, in its place or `by` px further down.
        What was not read is not carried onto the lines that are read here; nor is what was read as one line with its
        neighbour onto that neighbour, where both are read here and one of them is known; nor onto the lines above and
        below."""
        if finding.source is Source.UNREAD:
            return self.hidden | mask_of(self.hidden.shape, self.lines)
        covered = self.known if goes_on(finding, self.once) else self.hidden
        others = self._neighbours(finding, by) or self._grazed(finding, by)
        return covered | mask_of(covered.shape, others) if others else covered

    def alone(self, box: Box, *, cut: bool) -> NDArray[np.bool_]:
        """h × w: onto what of a box nothing is carried among noise. A line that is whole was judged by itself; where
        something covers a part of the box (`cut`), a line that is no more than a part of it was judged by what is left
        of it, which tells nothing."""
        inside = [line for line in self.sure if touch(line, box)]
        if cut:
            inside = [line for line in inside if not _remainder(line, box)]
        place = at(box)
        return np.asarray(self.known[place] | mask_of(self.hidden.shape, inside)[place], dtype=bool)

    def _neighbours(self, finding: ImageFinding, by: int) -> list[Box]:
        """The lines that a finding runs over without being about them: on one frame two cells of a row were read as one
        line, on this one they are read apart, and one of them is hidden by itself."""
        if is_picture(finding):
            return []
        for box in (finding.box, moved(finding.box, 0, by)):
            over = [line for line in self.lines if share_in(line, box) >= MOSTLY]
            own = [line for line in over if any(share_in(line, hid) >= MOSTLY for hid in self.hides)]
            if own and len(own) < len(over):
                return [line for line in over if line not in own]
        return []

    def _grazed(self, finding: ImageFinding, by: int) -> list[Box]:
        """The lines above and below of which a finding has a part: the line that it is about was read higher for a
        moment, with the pointer on it."""
        if is_picture(finding) or is_vertical(finding.box):
            return []
        boxes = {finding.box, moved(finding.box, 0, by)}
        return [line for line in self.sure if any(0 < height_in(line, box) < GRAZED for box in boxes)]


def goes_on(finding: ImageFinding, once: Container[str]) -> bool:
    """Whether a finding is looked for among noise: what was found `once` in a film is a misreading more often."""
    return finding.source is not Source.UNREAD and (is_picture(finding) or finding.value not in once)


def mask_of(shape: tuple[int, ...], boxes: Iterable[Box]) -> NDArray[np.bool_]:
    """Which pixels of H × W lie in one of the boxes."""
    mask = np.zeros(shape, dtype=bool)
    for x0, y0, x1, y1 in boxes:
        mask[max(0, y0) : y1, max(0, x0) : x1] = True
    return mask


def at(box: Box) -> tuple[slice, slice]:
    """Rows and columns of a box that lies on the frame."""
    return slice(box[1], box[3]), slice(box[0], box[2])


def _remainder(line: Box, box: Box) -> bool:
    return share_in(line, box) >= MOSTLY and line[2] - line[0] <= REMAINDER * (box[2] - box[0])
