"""What was found on one frame of a recording is hidden on its neighbours too, wherever its pixels still show.

A menu may cover half a number, a list may scroll half a name under its header: what is left is no name to any detector,
but a person can read it. So each finding is laid over the frames before and after, in its place and where the page
moved it to, and what is the same pixel by pixel, and not hidden there already, is hidden.

What nobody could read is carried no further than onto what nobody could read: a menu leaves the first letters of a
column, a frame without the menu tells what they are, and whatever that is was judged there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Source
from redaction.kinds.table import is_picture
from redaction.page.boxes import area, common, is_vertical, moved
from redaction.screens.frames import noise
from redaction.screens.frames.fading import shining
from redaction.screens.frames.light import relit
from redaction.screens.frames.scrolling import differing, distance
from redaction.screens.frames.shortened import DETECTOR as BEGINNING
from redaction.screens.frames.shortened import beginning
from redaction.screens.ocr.foreground import foreground_mask

Pixels = NDArray[np.uint8]
_LETTERS, _SLICE = 1.2, 0.3
"""What is left of a line tells something when it is so many line heights long, about two letters, and so much of the
height shows. Single letters are often the same by chance."""
_LETTER = 0.6
"""The same on a page that only stands in another light: about one letter, which is not the same by chance."""
_PART = 0.25
"""So much of a picture, across or along, can still be recognised."""
BORDER = 2
"""px of what covers a text, its border, that may be taken for a part of a letter."""
RINGING = 3
"""px by which a codec's noise around the edge of what covers a text reaches into what is left of it."""
_OFTEN = 2
"""On so many frames a text was found that is looked for among a codec's noise."""
_MOSTLY = 0.6
"""A line of which this share lies in a box is under it."""
_REMAINDER = 0.6
"""A line inside a box is what is left of it when it is no wider than this share of it."""
_BARE_LINE, _BARE_PICTURE = 0.1, 0.25
"""A line or a picture of which no more than this share of the foreground is bare is hidden already."""


def propagated(
    images: Callable[[int], Pixels],
    found: Sequence[Sequence[ImageFinding]],
    read: Sequence[Sequence[Box]] = (),
    staying: Sequence[Collection[ImageFinding]] = (),
) -> list[list[ImageFinding]]:
    """Findings of all frames, in order, with those carried forward and backward; sorted for each frame.

    `images(i)` gives frame i (H × W × 3); it is asked for each frame four times at most. `read` are the boxes of each
    frame's lines that were read for sure, none by default; `staying` those findings of each frame that are not carried
    (redaction.screens.frames.passing). Frames of another size carry nothing.
    """
    out = [sorted(findings) for findings in found]
    known = [list(boxes) for boxes in read] or [[] for _ in out]
    kept: dict[int, NDArray[np.uint8]] = {}
    once = _once(found)
    unread = any(f.source is Source.UNREAD for findings in out for f in findings)
    for settle, forward in ((True, True), (True, False), (False, True), (False, False)):
        if settle and not unread:
            continue
        order = range(len(out)) if forward else range(len(out) - 1, -1, -1)
        before: tuple[Pixels, int] | None = None
        for i in order:
            image = images(i)
            if before is not None and before[0].shape == image.shape:
                pair = min(i, before[1])
                if pair not in kept:  # packed: both ways need it, of all frames
                    kept[pair] = np.packbits(differing(before[0], image))
                height, width = image.shape[:2]
                differ = np.unpackbits(kept[pair], count=height * width).view(np.bool_).reshape(height, width)
                if settle:
                    told = _told(image, differ, out[i], known[before[1]])
                    out[i] = [f for f in out[i] if f not in told]
                    known[i] += [f.box for f in told]
                else:
                    carried = [f for f in out[before[1]] if not staying or f not in staying[before[1]]]
                    again = shown_again(
                        before[0], image, differ, carried, out[i], known[i], once, staying[i] if staying else ()
                    )
                    out[i] = sorted({*out[i], *again})
            before = image, i
    return out


def shown_again(
    before: Pixels,
    after: Pixels,
    unmoved: NDArray[np.bool_],
    found: Iterable[ImageFinding],
    known: Iterable[ImageFinding],
    read: Iterable[Box] = (),
    once: Container[str] = (),
    stays: Container[ImageFinding] = (),
) -> Iterator[ImageFinding]:
    """What of the findings on one frame shows on another and is not under what is known there; `unmoved` tells which
    pixels of the two are not the same. What was not read is not carried onto the lines that are `read` there; nor is
    what was read as one line with its neighbour onto that neighbour, where both are `read` and one of them is known.

    What is the same but for a codec's noise is carried, too, though onto nothing that is `read` there: where the edge
    of a list cuts through a row nobody can judge what is left of it, and a line that is whole was judged by itself. So
    was a picture that stands still in one light; and what was found `once` in a film is a misreading more often. What
    `stays` on this frame is in nobody's way. Of a text that is typed its beginnings are hidden
    (redaction.screens.frames.shortened)."""
    there = _There.of(after.shape[:2], list(read), list(known), once, stays)
    by = distance(before, after, unmoved)
    changed, relighted = _changed(before, after)
    letters = _LETTER if relighted else _LETTERS
    for finding in found:
        begun = beginning(after, changed, finding) if _goes_on(finding, once) and not is_picture(finding) else None
        if begun is not None and there.known[_at(begun.box)].all():
            begun = None
        if begun is not None and finding.detector == BEGINNING:
            yield begun
            continue
        covered = there.covered(finding, by, goes_on=_goes_on(finding, once))
        for step in (0, by) if by else (0,):
            place = _inside(finding.box, unmoved.shape, step)
            if not area(place):
                continue
            box = moved(place, 0, step)
            differ = differing(before[_at(place)], after[_at(box)]) if step else unmoved[_at(box)]
            same = list(_left(before, differ, finding, place, covered[_at(box)]))
            if not same and _goes_on(finding, once) and (step or relighted or not is_picture(finding)):
                noisy = noise.changed(before[_at(place)], after[_at(box)]) if step else changed[_at(box)]
                onto = covered[_at(box)] if relighted else there.judged_alone(box, cut=bool(noisy.any()))
                same = list(_left(before, noisy, finding, place, onto, letters, RINGING))
            for left in same:
                typed = begun is not None and not step and left[0] == begun.box[0]
                yield replace(finding, box=moved(left, 0, step), detector=BEGINNING if typed else finding.detector)
            if not step and _goes_on(finding, once) and not is_picture(finding) and differ.any():
                yield from there.shining(finding, before, after)
            if begun is not None and not step and not any(left[2] + BORDER >= begun.box[2] for left in same):
                yield begun  # strips end with the last letter that is the same


@dataclass(frozen=True, slots=True)
class _There:
    """What is `hidden` and `known` for sure on a frame onto which findings are carried, and which `lines` are read
    there; `sure` are those of which nothing says that they were misread. Masks of H × W."""

    lines: Sequence[Box]
    hiding: Sequence[Box]
    sure: Sequence[Box]
    hidden: NDArray[np.bool_]
    known: NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        shape: tuple[int, ...],
        lines: Sequence[Box],
        found: Sequence[ImageFinding],
        once: Container[str],
        stays: Container[ImageFinding],
    ) -> _There:
        """From the lines and findings of a frame of H × W."""
        hiding = [f.box for f in found]
        # what is not carried on from there hides nothing on the frames behind it, and its line was misread
        on = [f.box for f in found if _goes_on(f, once) and f not in stays]
        off = [f.box for f in found if not _goes_on(f, once) or f in stays]
        sure = [line for line in lines if not any(area(common(line, box)) >= _MOSTLY * area(line) for box in off)]
        return cls(lines, hiding, sure, _mask(shape, hiding), _mask(shape, on))

    def covered(self, finding: ImageFinding, by: int, *, goes_on: bool) -> NDArray[np.bool_]:
        """Onto what a finding is not carried where pixels are the same: what is hidden by something that goes on at
        least as far as itself."""
        if finding.source is Source.UNREAD:
            return self.hidden | _mask(self.hidden.shape, self.lines)
        covered = self.known if goes_on else self.hidden
        if neighbours := _neighbours(finding, by, self.lines, self.hiding):
            return covered | _mask(covered.shape, neighbours)
        return covered

    def judged_alone(self, box: Box, *, cut: bool) -> NDArray[np.bool_]:
        """Onto what of a box nothing is carried among noise: h × w. Where something covers a part of the box (`cut`),
        a line that is no more than a part of it was judged by what is left of it, which tells nothing."""
        inside = [line for line in self.sure if area(common(line, box))]
        if cut:
            inside = [line for line in inside if not _remainder(line, box)]
        lines = _mask(self.hidden.shape, inside)[_at(box)]
        return np.asarray(self.known[_at(box)] | lines, dtype=bool)

    def shining(self, finding: ImageFinding, before: Pixels, after: Pixels) -> Iterator[ImageFinding]:
        """What of a text that was found on the frame before shines through what fades over it, and is not known."""
        x0, y0, x1, y1 = _inside(finding.box, self.hidden.shape, 0)
        if is_vertical(finding.box):
            return
        for left, right in shining(before[y0:y1, x0:x1], after[y0:y1, x0:x1]):
            box = x0 + left, y0, x0 + right, y1
            if not self.known[_at(box)].all():
                yield replace(finding, box=box)


def _remainder(line: Box, box: Box) -> bool:
    return area(common(line, box)) >= _MOSTLY * area(line) and line[2] - line[0] <= _REMAINDER * (box[2] - box[0])


def _changed(before: Pixels, after: Pixels) -> tuple[NDArray[np.bool_], bool]:
    """Which pixels of two frames differ by more than noise, in one light; and whether the light is another."""
    pairs = [(before, after)]
    if (lit := relit(before, after)) is not None:
        pairs.append((lit, after))
    if (lit := relit(after, before)) is not None:
        pairs.append((before, lit))
    masks = [noise.changed(*pair) for pair in pairs]
    return min(masks, key=np.count_nonzero), len(pairs) > 1


def _once(found: Sequence[Sequence[ImageFinding]]) -> set[str]:
    """The texts that were found on too few frames of a film and that none begins which was found on another: whoever
    types a name shows each of its beginnings once."""
    stands = Counter(value for findings in found for value in {f.value for f in findings})
    if len(found) <= _OFTEN:
        return set()
    texts = sorted(stands)
    begun = {one for one, other in pairwise(texts) if one and other.startswith(one)}
    return {value for value, frames in stands.items() if frames < _OFTEN and value not in begun}


def _goes_on(finding: ImageFinding, once: Container[str]) -> bool:
    """Whether a finding is looked for among noise."""
    return finding.source is not Source.UNREAD and (is_picture(finding) or finding.value not in once)


def _neighbours(finding: ImageFinding, by: int, lines: Sequence[Box], hiding: Sequence[Box]) -> list[Box]:
    """The lines that a finding runs over without being about them: on one frame two cells of a row were read as one
    line, on this one they are read apart, and one of them is hidden by itself."""
    if finding.source is Source.UNREAD or is_picture(finding):
        return []
    for box in (finding.box, moved(finding.box, 0, by)):
        over = [line for line in lines if area(common(line, box)) >= _MOSTLY * area(line)]
        own = [line for line in over if any(area(common(line, hid)) >= _MOSTLY * area(line) for hid in hiding)]
        if own and len(own) < len(over):
            return [line for line in over if line not in own]
    return []


def _told(
    image: Pixels, differ: NDArray[np.bool_], found: Iterable[ImageFinding], read: Sequence[Box]
) -> set[ImageFinding]:
    """Which findings over unread text show, but for less than tells anything, what is `read` on the frame before."""
    judged = _mask(image.shape[:2], read)
    return {
        finding
        for finding in found
        if finding.source is Source.UNREAD and _is_told(image, differ, judged, _inside(finding.box, judged.shape, 0))
    }


def _is_told(image: Pixels, differ: NDArray[np.bool_], judged: NDArray[np.bool_], box: Box) -> bool:
    if not area(box):
        return False
    columns, rows = np.nonzero(differ[_at(box)].any(axis=0))[0], np.nonzero(differ[_at(box)].any(axis=1))[0]
    if columns.size:
        wide, high = int(columns[-1] - columns[0]) + 1, int(rows[-1] - rows[0]) + 1
        if min(wide / (box[2] - box[0]), high / (box[3] - box[1])) > _SLICE:
            return False
    some = foreground_mask(image[_at(box)]) & ~differ[_at(box)]
    return bool(some.any()) and int((some & ~judged[_at(box)]).sum()) <= _BARE_LINE * int(some.sum())


def _mask(shape: tuple[int, ...], boxes: Iterable[Box]) -> NDArray[np.bool_]:
    """Which pixels of H × W lie in one of the boxes."""
    mask = np.zeros(shape, dtype=bool)
    for x0, y0, x1, y1 in boxes:
        mask[max(0, y0) : y1, max(0, x0) : x1] = True
    return mask


def _left(
    before: Pixels,
    differ: NDArray[np.bool_],
    finding: ImageFinding,
    place: Box,
    covered: NDArray[np.bool_],
    letters: float = _LETTERS,
    ringing: int = 0,
) -> Iterator[Box]:
    """Boxes, on the frame before, of what of a finding still shows and is not covered: the part of it at `place`, of
    which `differ` tells what is not as it was. They reach so many px of `ringing` into what is not."""
    if differ.all() or covered.all():
        return
    was = before[_at(place)]
    foreground, bare = foreground_mask(was), _BARE_PICTURE if is_picture(finding) else _BARE_LINE
    height, width = differ.shape
    for a, b, c, d in _strips(differ, finding.box, is_picture(finding), letters):
        some = foreground[b:d, a:c]
        if some.any() and (some & ~covered[b:d, a:c]).sum() > bare * some.sum():
            a, b, c, d = max(0, a - ringing), max(0, b - ringing), min(width, c + ringing), min(height, d + ringing)
            yield place[0] + a, place[1] + b, place[0] + c, place[1] + d


def _inside(box: Box, shape: tuple[int, ...], by: int) -> Box:
    """What of a box lies on a frame of H × W, and would still when moved down by so many px; perhaps nothing."""
    top, bottom = max(0, -by), shape[0] - max(0, by)
    x0, y0 = min(max(0, box[0]), shape[1]), min(max(top, box[1]), max(top, bottom))
    return x0, y0, max(x0, min(shape[1], box[2])), max(y0, min(bottom, box[3]))


def _at(box: Box) -> tuple[slice, slice]:
    return slice(box[1], box[3]), slice(box[0], box[2])


def _strips(differ: NDArray[np.bool_], box: Box, whole: bool, letters: float) -> list[Box]:
    """What lies around the smallest rectangle that holds all differences, where it is enough to tell something."""
    height, width = differ.shape
    if not differ.any():
        return [(0, 0, width, height)]
    columns, rows = np.nonzero(differ.any(axis=0))[0], np.nonzero(differ.any(axis=1))[0]
    left, right, top, bottom = int(columns[0]), int(columns[-1]) + 1, int(rows[0]), int(rows[-1]) + 1
    tall, wide = box[3] - box[1], box[2] - box[0]
    if whole:
        across, along = _PART * wide, _PART * tall
    elif is_vertical(box):
        across, along = _SLICE * wide, letters * wide
    else:
        across, along = letters * tall, _SLICE * tall
    beside = [(0, 0, left, height), (right, 0, width, height)]
    above = [(left, 0, right, top), (left, bottom, right, height)] if right - left >= across else []
    return [s for s in beside if s[2] - s[0] >= across] + [s for s in above if s[3] - s[1] >= along]
