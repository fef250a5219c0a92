"""The findings of a frame held against the texts whose places a trace tells (redaction.screens.frames.placed).

A trace is believed around a place where the texts beside it are read on the frame as the trace has them. There a text
that documents hide is hidden to its last letter, cut, misread or not; and where documents leave a text in clear,
nothing weak is believed against it: not that half a line may be somebody, nor that a part of it is. What a state shows
holds on every frame on which the same pixels stand there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import ceil, floor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.page.boxes import area, common, extent, inside, joined, middle, moved, share_in, touch, wider
from redaction.page.measures import same_row
from redaction.page.reading import Line, Reading
from redaction.screens.cut_lines import DETECTOR as CUT_LINE
from redaction.screens.cut_texts import BELIEVED, WEAK
from redaction.screens.document_texts import ANCHOR, LEAST, Said, letters_of
from redaction.screens.frames import noise
from redaction.screens.frames.judged import at, mask_of
from redaction.screens.frames.placed import Placed, Shown, visible
from redaction.screens.ocr.cut_pieces import CONTRAST, line_height
from redaction.screens.ocr.cut_pieces import LEAST as LEAST_PX
from redaction.screens.pictures.differences import spread

Pixels = NDArray[np.uint8]
DETECTOR = "placed-text"
SCORE = 0.9
NEIGHBOURS, AGREE = 6, 3
"""Of so many texts nearest to a place so many must be read where the trace has them."""
SHORTEST = 1.0
"""Line heights of what is left of a hidden text, at least."""
COVERED = 0.5
"""Share of another line that stands where a hidden one should."""
INSIDE = 0.8
"""Share of a finding that lies in the box of a text which it is about."""
PADDING = 0.4
"""Line heights by which the box of a finding is larger than its letters."""
LIKE = 70.0
"""Likeness (0 to 100, rapidfuzz's partial ratio) of what was read to the text that stands there."""
DOUBTED = 0.5
"""A weak finding below this score is about the text in whose place it stands, whatever was read there."""
MISREAD = 2
"""Letters by which the end of a misread line may be off."""
OWN = 2
"""Letters of a line that is a part of a hidden text, at least."""
STATES = 4
"""So many states are asked about a frame, the nearest ones."""
FLUSH = 1.0
"""Line heights by which lines of one text begin further left or right than each other, at most."""
BELOW = 1.2
"""Line heights from a line, or from where a text begins, to the next line of that text at most."""
LONGER = 1.2
"""So many times as many letters as in the line above may stand in the same length of half a line."""
NARROW = 0.5
"""Line heights of a letter, where no line tells."""


class _Line(NamedTuple):
    """Letters start..end of a text, which begin at `left` and are so many px `wide` each."""

    start: int
    end: int
    left: int
    wide: float

    def hidden_of(self, shown: Shown, box: Box) -> Iterator[Box]:
        """The parts of its box where what documents hide of it may stand: letters are not all as wide."""
        of = shown.hidden[self.start : self.end]
        for hidden, letters in groupby(range(len(of)), key=lambda at: bool(of[at])):
            run = list(letters)
            x0 = self.left + floor(self.wide * (run[0] / LONGER - 1)) if run[0] else box[0]
            x1 = self.left + ceil(self.wide * ((run[-1] + 1) * LONGER + 1)) if run[-1] + 1 < len(of) else box[2]
            if hidden:
                yield common(box, (x0, box[1], x1, box[3]))


class _State(NamedTuple):
    """The texts of a state as far as they show, and how many px high its lines are."""

    texts: Sequence[Shown]
    tall: int


@dataclass(slots=True)
class PlacedTexts:
    """What is placed on the frames of a film: for the index of a frame that shows a state, its texts."""

    images: Callable[[int], Pixels]
    readings: Sequence[Reading]
    said: Said
    placed: Mapping[int, Sequence[Placed]]
    _seen: dict[int, _State] = field(default_factory=dict)

    def judged(
        self, frame: int, found: Sequence[ImageFinding], read: Sequence[Box]
    ) -> tuple[list[ImageFinding], list[Box]]:
        """The findings of a frame as the trace has them, and the lines `read` for sure there with those in clear."""
        clear = [finding for finding in found if self.in_clear(frame, finding) is not None]
        kept = [part for finding in found if finding not in clear for part in self._trimmed(frame, finding)]
        known = [*read, *(f.box for f in clear if f.source is Source.UNREAD)]
        return [*kept, *self.hidden(frame, kept, known)], known

    def _trimmed(self, frame: int, finding: ImageFinding) -> list[ImageFinding]:
        """Half a line without what documents have in clear of it."""
        parts = self._hidden_parts(frame, finding.box) if finding.detector == CUT_LINE else None
        return [replace(finding, box=part) for part in parts] if parts else [finding]

    def hidden(self, frame: int, found: Sequence[ImageFinding], read: Sequence[Box]) -> list[ImageFinding]:
        """Findings over what nothing `found` hides of hidden texts on a frame; `read` are the lines read for sure."""
        tall = line_height(read)
        if frame not in self.placed or not tall:
            return []
        wanted = [s for s in self._on(frame).texts if any(s.hidden) and self._agreed(frame, s)]
        boxes = [f.box for f in found]
        out = [
            ImageFinding(line.box, Kind.PERSON, SCORE, DETECTOR, line.text, Source.CUT_OFF)
            for line in self.readings[frame].lines
            if not any(share_in(line.box, box) > INSIDE for box in boxes) and any(_hides(s, line) for s in wanted)
        ]
        hides = [*boxes, *(f.box for f in out)]
        for place in dict.fromkeys(place for shown in wanted for place in self._unread(frame, shown, tall)):
            if any(share_in(line, place) >= COVERED for line in read):
                continue  # another text stands over it
            box = _ink(self.images(frame), place, hides)
            if box is not None and box[2] - box[0] >= SHORTEST * tall and box[3] - box[1] >= LEAST_PX:
                out.append(ImageFinding(box, Kind.PERSON, SCORE, DETECTOR, "", Source.CUT_OFF))
        return out

    def _unread(self, state: int, shown: Shown, tall: int) -> Iterator[Box]:
        """Where a line of a text that documents hide stands, by the line above it; all of it where none is read and no
        other text reaches in."""
        lines = self._lines(state, shown, tall)
        if not lines and shown.alone and shown.hides(0, len(shown.letters)):
            yield shown.box
        for above in lines:
            start = _after(above, lines, shown)
            end = min((end for end in shown.ends if start is not None and end > start), default=0)
            if start is None or not shown.hides(start, end):
                continue
            x0, y1 = above.box[0], above.box[3]
            wide = ceil(LONGER * (end - start) * _letter_width(above))
            place = common(shown.box, (x0 - 2, y1 + 1, x0 + wide, y1 + round((BELOW + 1) * tall / 2) + 1))
            if area(place):
                yield place

    def _lines(self, state: int, shown: Shown, tall: int) -> list[Line]:
        """The lines read in the place of a text."""
        around = wider(shown.box, tall // 2)
        lines = [one for one in self.readings[state].lines if share_in(one.box, around) > INSIDE]
        return [one for one in lines if letters_of(one.text)]

    def in_clear(self, frame: int, finding: ImageFinding) -> Box | None:
        """The box of the text in clear that weak evidence on a frame is about; None where it may be right."""
        unread = finding.source is Source.UNREAD
        if not unread and (finding.detector not in WEAK or not finding.value):
            return None
        for state, shown in self._states(frame, finding.box):
            if unread:
                line = self._line_at(state, shown, finding.box)
                clear = line is not None and shown.hides(line.start, line.end) is False
            else:
                clear = _about_clear(finding, shown)
            if clear and self._holds(state, shown, frame, finding.box):
                return shown.box
        return None

    def _line_at(self, state: int, shown: Shown, box: Box) -> _Line | None:
        """The line of a text of which half is in a box, what comes after the line above it; None where nobody knows."""
        if share_in(box, wider(shown.box, 2)) < INSIDE:
            return None
        tall = self._on(state).tall
        lines = self._lines(state, shown, tall)
        above = max((one for one in lines if middle(one.box) < box[1]), key=lambda one: one.box[1], default=None)
        if above is None:
            start = 0 if box[1] - shown.top <= BELOW * tall else None
            left, wide = shown.box[0], NARROW * tall
        else:
            near = box[1] - above.box[3] <= BELOW * tall and abs(above.box[0] - box[0]) <= FLUSH * tall
            start = _after(above, lines, shown) if near else None
            left, wide = above.box[0], _letter_width(above)
        if start is None or start >= len(shown.letters):
            return None
        letters = ceil(LONGER * (box[2] - left) / wide) + 1
        return _Line(start, min([start + letters, *(e for e in shown.ends if e > start)]), left, wide)

    def _hidden_parts(self, frame: int, half: Box) -> list[Box] | None:
        """The parts of half a line in which documents hide something; None where nobody knows."""
        for state, shown in self._states(frame, half):
            line = self._line_at(state, shown, half)
            if line is None or None in shown.hidden[line.start : line.end]:
                continue
            if self._holds(state, shown, frame, half):
                return joined([part for part in line.hidden_of(shown, half) if area(part)])
        return None

    def _states(self, frame: int, box: Box) -> Iterator[tuple[int, Shown]]:
        """The texts in which the box of a finding stands, by the states nearest to a frame."""
        high = box[3] - box[1]
        for state in sorted(self.placed, key=lambda j: (abs(j - frame), j))[:STATES]:
            for shown in self._on(state).texts:
                if touch(shown.box, box) and share_in(box, _padded(shown.box, high)) >= INSIDE:
                    yield state, shown

    def _holds(self, state: int, shown: Shown, frame: int, box: Box) -> bool:
        """Whether what the trace tells of a place in a text holds for a frame."""
        return self._agreed(state, shown) and self._same(state, frame, common(shown.box, box))

    def _same(self, state: int, frame: int, box: Box) -> bool:
        if state == frame:
            return True
        one, other = self.images(state), self.images(frame)
        place = at(inside(box, one))
        return one.shape == other.shape and not noise.changed(one[place], other[place]).any()

    def _agreed(self, state: int, shown: Shown) -> bool:
        """Whether the texts around a place are read where the trace has them."""
        others = (s for s in self._on(state).texts if s is not shown and s.alone and len(s.letters) >= LEAST)
        nearest = sorted(others, key=lambda s: (_apart(s.box, shown.box), s.box))[:NEIGHBOURS]
        return sum(s.read for s in nearest) >= AGREE

    def _on(self, state: int) -> _State:
        """The texts of a state. WONDERBREAD's recorder tells centres, and its tool that cleans traces makes corners of
        them: by which more lines stand within their texts is right."""
        if state not in self._seen:
            placed, reading = self.placed.get(state, ()), self.readings[state]
            both = placed, [one.from_corner() for one in placed]
            shown = [list(visible(some, reading, self.said)) for some in both]
            tall = line_height([line.box for line in reading.lines if not line.turned])
            self._seen[state] = _State(max(shown, key=lambda some: _fitting(some, reading)), tall)
        return self._seen[state]


def _fitting(shown: Sequence[Shown], reading: Reading) -> int:
    """How many texts stand where they are read, from end to end."""
    lines = [(letters_of(line.text), line) for line in reading.lines]
    return sum(
        any(
            own == one.letters and share_in(line.box, _padded(one.box, line.height // 2)) > INSIDE
            for own, line in lines
        )
        for one in shown
    )


def _after(above: Line, lines: Sequence[Line], shown: Shown) -> int | None:
    """Where in a text goes on what comes after one of its lines; None where nobody knows: where there are columns, what
    stands below is not what comes next."""
    if any(one is not above and same_row(one, above) for one in lines):
        return None
    return _end_of(letters_of(above.text), shown)


def _letter_width(line: Line) -> float:
    """px of a letter of a line, on the mean."""
    return (line.box[2] - line.box[0]) / len(letters_of(line.text))


def _end_of(own: str, shown: Shown) -> int | None:
    """Where in a text a line of it ends, perhaps misread; None where that may be in several places."""
    from rapidfuzz.fuzz import partial_ratio_alignment

    begins = shown.letters.find(own)
    if begins >= 0:
        return begins + len(own) if shown.letters.find(own, begins + 1) < 0 else None
    there = partial_ratio_alignment(own, shown.letters, score_cutoff=LIKE) if len(own) >= LEAST else None
    if there is None:
        return None
    near = range(there.dest_end - MISREAD, there.dest_end + MISREAD + 1)
    right = [end for end in near if shown.letters[max(0, end - ANCHOR) : end] == own[-ANCHOR:]]
    right = right or [end for end in shown.ends if end in near]
    return right[0] if len(right) == 1 else None


def _hides(shown: Shown, line: Line) -> bool:
    """Whether a line is of letters of a text that documents hide."""
    own = letters_of(line.text)
    start = shown.letters.find(own)
    return (
        len(own) >= OWN
        and start >= 0
        and share_in(line.box, _padded(shown.box, line.height)) > INSIDE
        and shown.hides(start, start + len(own)) is True
    )


def _about_clear(finding: ImageFinding, shown: Shown) -> bool:
    """Whether a weak finding is about a part of a text that documents have in clear, or about all of one and hardly
    believed."""
    from rapidfuzz.fuzz import partial_ratio_alignment

    own = letters_of(finding.value)
    if not own or len(own) > len(shown.letters) or len(shown.letters) < LEAST:
        return False
    if finding.score < DOUBTED and shown.hides(0, len(shown.letters)) is False:
        return True
    there = partial_ratio_alignment(own, shown.letters, score_cutoff=LIKE)
    if there is None or shown.hides(there.dest_start, there.dest_end) is not False:
        return False
    start, end = there.dest_start, there.dest_end
    whole = {0, *shown.ends}
    return finding.score < BELIEVED or not (start in whole and end in whole)


def _ink(image: Pixels, place: Box, hidden: Sequence[Box]) -> Box | None:
    """The smallest box around what looks like letters in a place of an H × W × 3 frame and is not hidden there."""
    x0, y0, x1, y1 = inside(place, image)
    edges = spread(np.ascontiguousarray(image[y0:y1, x0:x1])) > CONTRAST
    edges &= ~mask_of(image.shape[:2], hidden)[y0:y1, x0:x1]
    box = extent(edges)
    return None if box is None else inside(wider(moved(box, x0, y0), 2), image)


def _padded(box: Box, high: int) -> Box:
    return wider(box, round(PADDING * high))


def _apart(one: Box, other: Box) -> float:
    return abs(middle(one) - middle(other)) + max(0, one[0] - other[2], other[0] - one[2])
