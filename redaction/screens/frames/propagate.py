"""What was found on one frame of a recording is hidden on its neighbours too, wherever its pixels still show.

A menu may cover half a number, a list may scroll half a name under its header: what is left is no name to any detector,
but a person can read it. So each finding is laid over the frames before and after, in its place and where the page
moved it to, and what is the same pixel by pixel, and not hidden there already, is hidden.

What nobody could read is carried no further than onto what nobody could read: a menu leaves the first letters of a
column, a frame without the menu tells what they are, and whatever that is was judged there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Source
from redaction.kinds.table import is_picture
from redaction.page.boxes import area, extent, is_vertical, moved, share_in
from redaction.screens.frames import noise
from redaction.screens.frames.fading import shining
from redaction.screens.frames.judged import Judged, at, goes_on, mask_of
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
_HIGHEST = 1.5
"""Heights of the frame's lines: a line that is higher was read too high for a moment, and what is left of it is not
held against that."""
_PART = 0.25
"""So much of a picture, across or along, can still be recognised."""
BORDER = 2
"""px of what covers a text, its border, that may be taken for a part of a letter."""
RINGING = 3
"""px by which a codec's noise around the edge of what covers a text reaches into what is left of it."""
_OFTEN = 2
"""On so many frames a text was found that is looked for among a codec's noise."""
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
                    there = Judged.of(image.shape[:2], out[i], known[i], once, staying[i] if staying else ())
                    out[i] = sorted({*out[i], *shown_again(before[0], image, differ, carried, there)})
            before = image, i
    return out


def shown_again(
    before: Pixels, after: Pixels, unmoved: NDArray[np.bool_], found: Iterable[ImageFinding], there: Judged
) -> Iterator[ImageFinding]:
    """What of the findings on one frame shows on another and is not judged `there`; `unmoved` tells which pixels of the
    two are not the same.

    What is the same but for a codec's noise is carried, too, though onto nothing that is read there: where the edge of
    a list cuts through a row nobody can judge what is left of it, and a line that is whole was judged by itself. So was
    a picture that stands still in one light. Of a text that is typed its beginnings are hidden
    (redaction.screens.frames.shortened), and what shines through something (redaction.screens.frames.fading)."""
    by = distance(before, after, unmoved)
    changed, relighted = _changed(before, after)
    letters = _LETTER if relighted else _LETTERS
    highest = _HIGHEST * median([y1 - y0 for _, y0, _, y1 in there.lines]) if there.lines else None
    for finding in found:
        strong = goes_on(finding, there.once)
        begun = beginning(after, changed, finding) if strong and not is_picture(finding) else None
        if begun is not None and there.known[at(begun.box)].all():
            begun = None
        if begun is not None and finding.detector == BEGINNING:
            yield begun
            continue
        for step in (0, by) if by else (0,):
            place = _inside(finding.box, unmoved.shape, step)
            box = moved(place, 0, step)
            if not area(place) or there.known[at(box)].all():  # as a rule it was found there, too
                continue
            covered = there.covered(finding, by)
            differ = differing(before[at(place)], after[at(box)]) if step else unmoved[at(box)]
            same = list(_left(before, differ, finding, place, covered[at(box)], highest))
            if strong and (not same or is_picture(finding)):
                noisy = noise.changed(before[at(place)], after[at(box)]) if step else changed[at(box)]
                cut = bool(noisy.any())
                if step or relighted or cut or not is_picture(finding):
                    onto = covered[at(box)] if relighted else there.alone(box, cut=cut)
                    more = _left(before, noisy, finding, place, onto, highest, letters, RINGING)
                    same += [b for b in more if not any(share_in(b, s) > 1 - _BARE_PICTURE for s in same)]
            for left in same:
                typed = begun is not None and not step and left[0] == begun.box[0]
                yield replace(finding, box=moved(left, 0, step), detector=BEGINNING if typed else finding.detector)
            if step or not strong or is_picture(finding):
                continue
            if differ.any():
                yield from _shining(before, after, finding, place, there.known)
            if begun is not None and not any(left[2] + BORDER >= begun.box[2] for left in same):
                yield begun  # strips end with the last letter that is the same


def _shining(
    before: Pixels, after: Pixels, finding: ImageFinding, place: Box, known: NDArray[np.bool_]
) -> Iterator[ImageFinding]:
    """What of a text at `place` shines through what fades over it, and is not known."""
    if is_vertical(finding.box):
        return
    x0, y0, _, y1 = place
    for left, right in shining(before[at(place)], after[at(place)]):
        box = x0 + left, y0, x0 + right, y1
        if not known[at(box)].all():
            yield replace(finding, box=box)


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


def _told(
    image: Pixels, differ: NDArray[np.bool_], found: Iterable[ImageFinding], read: Sequence[Box]
) -> set[ImageFinding]:
    """Which findings over unread text show, but for less than tells anything, what is `read` on the frame before."""
    judged = mask_of(image.shape[:2], read)
    return {
        finding
        for finding in found
        if finding.source is Source.UNREAD and _is_told(image, differ, judged, _inside(finding.box, judged.shape, 0))
    }


def _is_told(image: Pixels, differ: NDArray[np.bool_], judged: NDArray[np.bool_], box: Box) -> bool:
    if not area(box):
        return False
    changed = extent(differ[at(box)])
    if changed is not None:
        wide, high = changed[2] - changed[0], changed[3] - changed[1]
        if min(wide / (box[2] - box[0]), high / (box[3] - box[1])) > _SLICE:
            return False
    some = foreground_mask(image[at(box)]) & ~differ[at(box)]
    return bool(some.any()) and int((some & ~judged[at(box)]).sum()) <= _BARE_LINE * int(some.sum())


def _left(
    before: Pixels,
    differ: NDArray[np.bool_],
    finding: ImageFinding,
    place: Box,
    covered: NDArray[np.bool_],
    highest: float | None,
    letters: float = _LETTERS,
    ringing: int = 0,
) -> Iterator[Box]:
    """Boxes, on the frame before, of what of a finding still shows and is not covered: the part of it at `place`, of
    which `differ` tells what is not as it was. Lines of it are so many px high at most. They reach so many px of
    `ringing` into what is not."""
    if differ.all() or covered.all():
        return
    was = before[at(place)]
    foreground, bare = foreground_mask(was), _BARE_PICTURE if is_picture(finding) else _BARE_LINE
    height, width = differ.shape
    for a, b, c, d in _strips(differ, finding.box, is_picture(finding), letters, highest):
        some = foreground[b:d, a:c]
        if some.any() and (some & ~covered[b:d, a:c]).sum() > bare * some.sum():
            a, b, c, d = max(0, a - ringing), max(0, b - ringing), min(width, c + ringing), min(height, d + ringing)
            yield place[0] + a, place[1] + b, place[0] + c, place[1] + d


def _inside(box: Box, shape: tuple[int, ...], by: int) -> Box:
    """What of a box lies on a frame of H × W, and would still when moved down by so many px; perhaps nothing."""
    top, bottom = max(0, -by), shape[0] - max(0, by)
    x0, y0 = min(max(0, box[0]), shape[1]), min(max(top, box[1]), max(top, bottom))
    return x0, y0, max(x0, min(shape[1], box[2])), max(y0, min(bottom, box[3]))


def _strips(differ: NDArray[np.bool_], box: Box, whole: bool, letters: float, highest: float | None) -> list[Box]:
    """What lies around the smallest rectangle that holds all differences, where it is enough to tell something."""
    height, width = differ.shape
    changed = extent(differ)
    if changed is None:
        return [(0, 0, width, height)]
    left, top, right, bottom = changed
    tall, wide = box[3] - box[1], box[2] - box[0]
    if whole:
        across, along = _PART * wide, _PART * tall
    elif is_vertical(box):
        across, along = _SLICE * wide, letters * wide
    else:
        high = tall if highest is None else min(tall, highest)
        across, along = letters * high, _SLICE * high
    beside = [(0, 0, left, height), (right, 0, width, height)]
    above = [(left, 0, right, top), (left, bottom, right, height)] if right - left >= across else []
    return [s for s in beside if s[2] - s[0] >= across] + [s for s in above if s[3] - s[1] >= along]
