"""Findings that stand on a misreading of one moment: the pointer runs over a line, and what is read there is another
text ("Changes are lS"), or a dialog fades in, and lines below each other are read as one. They are hidden where they
stand, and are not carried to the frames on which these very lines are read whole: those were judged by themselves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.lexicon.fold import fold_token
from redaction.page.boxes import area, common, height_in, middle, touch
from redaction.page.reading import Line

STEADY = 3
"""A line that stands on so many times as many frames as another text in its place is the steady one."""
ALIKE = 75.0
"""Likeness (0 to 100, rapidfuzz's partial ratio) of a misreading to the line that stands there on other frames."""
VARIANT = 88.0
"""The same likeness, of a text of a film to a steady one of which it is a variant, wherever it stands."""
_SHORTEST = 6
"""Characters of a text that others may be variants of."""
_INSIDE = 0.6
"""A finding and a line are about one another when they share so much of the smaller one's area: boxes of lines that the
pointer touches are higher than those of the line alone."""
_UNSURE = frozenset({Source.MODEL, Source.LABEL, Source.PATTERN})
"""Sources that judge by the words around; what is known, or passed a check, is right whatever it was read from."""
HIGH = 1.5
"""A finding this many times as high as the same one on other frames stands on a line that was read too high."""
_TYPED = 0.9
"""A line is still typed when it is shorter than this share of what it becomes."""
_AS_WIDE = 0.15
"""Share of its width by which a finding differs from the same one in letters of the same size."""
_SEVERAL = 2
"""Lines below each other that one finding covers: no line is as high as they are together."""


def passing(lines: Sequence[Sequence[Line]], found: Sequence[Sequence[ImageFinding]]) -> list[set[ImageFinding]]:
    """Of the findings of each frame those that are not carried to others. `lines` are what was read on each frame."""
    stands = Counter(key for frame in lines for key in {(line.box, line.text) for line in frame})
    steady = [(box, text, count) for (box, text), count in stands.items() if count >= STEADY]
    steady.sort(key=lambda one: middle(one[0]))
    tells: defaultdict[tuple[Kind, str], Counter[Box]] = defaultdict(Counter)
    for f in (f for findings in found for f in set(findings) if f.value):
        tells[f.kind, f.value][f.box] += 1
    wrong = [
        {f for f in findings if f.source in _UNSURE and _misread(f, frame, stands, steady)}
        for frame, findings in zip(lines, found, strict=True)
    ]
    # What is found in the same place on a frame that was read right is right, though its line was misread behind it.
    right = {(f.kind, f.value, f.box) for own, some in zip(found, wrong, strict=True) for f in own if f not in some}
    return [
        {
            f
            for f in findings
            if (f in some and (f.kind, f.value, f.box) not in right)
            or _is_several(f, frame, stands, steady)
            or (f.value != "" and _is_high(f, tells[f.kind, f.value]))
        }
        for frame, findings, some in zip(lines, found, wrong, strict=True)
    ]


def variants(stands: Mapping[str, int]) -> set[str]:
    """Of the texts of a film (text → how many frames it stands on) those that are misreadings of another one: cut off,
    merged with their neighbour, or with a word less, on a third of its frames at most."""
    from rapidfuzz.fuzz import partial_ratio
    from rapidfuzz.process import cdist

    texts = sorted(stands)
    often = [text for text in texts if stands[text] >= STEADY * min(stands.values(), default=1)]
    if not often:
        return set()
    likeness = cdist(texts, often, scorer=partial_ratio, score_cutoff=VARIANT)
    return {
        text
        for text, row in zip(texts, likeness, strict=True)
        for at in row.nonzero()[0].tolist()
        if often[at] != text and stands[often[at]] >= STEADY * stands[text] and len(often[at]) >= _SHORTEST
    }


def _misread(
    finding: ImageFinding,
    frame: Sequence[Line],
    stands: Counter[tuple[Box, str]],
    steady: Sequence[tuple[Box, str, int]],
) -> bool:
    own = [line for line in frame if _is_of(finding, line)]
    if not own:
        return False
    often = max(stands[line.box, line.text] for line in own)
    texts = {line.text for line in own}
    return any(
        count >= STEADY * often
        and text not in texts
        and touch(finding.box, box)
        and (_share(finding.box, box) or any(_share(line.box, box) for line in own))
        and any(_alike(line.text, text) and not _begins(line, text, box) for line in own)
        for box, text, count in steady
    )


def _is_several(
    finding: ImageFinding,
    frame: Sequence[Line],
    stands: Counter[tuple[Box, str]],
    steady: Sequence[tuple[Box, str, int]],
) -> bool:
    """Whether a finding has letters, and is as high as lines below each other that stand where its line does on other
    frames. `steady` goes down the page."""
    own = [line for line in frame if _has(line, finding)]
    if not own:
        return False
    left, right = min(line.box[0] for line in own), max(line.box[2] for line in own)
    often = max(stands[line.box, line.text] for line in own)
    below: list[Box] = []
    for box, _, count in steady:
        if count < STEADY * often or height_in(box, (left, finding.box[1], right, finding.box[3])) < _INSIDE:
            continue
        if not below or box[1] >= below[-1][3]:
            below.append(box)
    return len(below) >= _SEVERAL


def _is_high(finding: ImageFinding, tells: Mapping[Box, int]) -> bool:
    """Whether the same is found as wide on other frames, where its line was not read too high. `tells` says in which
    places it is found, and on how many frames."""
    wide, high = finding.box[2] - finding.box[0], finding.box[3] - finding.box[1]
    return any(
        count >= STEADY * tells[finding.box]
        and high >= HIGH * (box[3] - box[1])
        and abs(box[2] - box[0] - wide) <= _AS_WIDE * wide
        for box, count in tells.items()
    )


def _is_of(finding: ImageFinding, line: Line) -> bool:
    """Whether a finding is about a line. Boxes of findings are larger than those of letters, most of all where a line
    was read too high."""
    return _has(line, finding) or _share(finding.box, line.box)


def _has(line: Line, finding: ImageFinding) -> bool:
    return finding.value != "" and finding.value in line.text and touch(finding.box, line.box)


def _begins(line: Line, text: str, box: Box) -> bool:
    """Whether a line is how another, as long as its box, began while it was typed, which is no misreading of it."""
    return line.box[2] - line.box[0] < _TYPED * (box[2] - box[0]) and fold_token(text).startswith(fold_token(line.text))


def _share(one: Box, other: Box) -> bool:
    return area(common(one, other)) >= _INSIDE * min(area(one), area(other))


def _alike(one: str, other: str) -> bool:
    from rapidfuzz.fuzz import partial_ratio

    return partial_ratio(one, other) >= ALIKE
