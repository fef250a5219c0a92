"""Addresses that go on below their labelled first line.

Address: 4 Quay Street
         Northport          on even rows, until a label or another spacing
         NP4 7QA
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from redaction.findings import Kind
from redaction.page.labels import inline_label, label_kind
from redaction.page.measures import same_size
from redaction.page.reading import Line

_LINES, _LONGEST = 5, 40
"""Lines of an address, and characters of one that goes on."""
_PITCH, _EVEN = 2.2, 0.6
"""In line heights: the widest gap between two lines, and how much the rows differ."""


def address_blocks(
    lines: Sequence[Line], labels: Mapping[int, tuple[str, int | None]]
) -> Iterator[list[tuple[int, int]]]:
    """Chains (line, first character) of an address that goes on below its labelled first line, on even rows of the
    same left edge and size, until a label or another spacing."""
    for i, line in enumerate(lines):
        inline = inline_label(line.text)
        start = inline[1] if inline else 0
        label = inline[0] if inline else labels.get(i, ("", None))[0]
        if label_kind(label) is not Kind.ADDRESS or start >= len(line.text):
            continue
        chain = [(i, start)]
        left, last, spacing = line.edges[start], line, 0
        while len(chain) < _LINES:
            below = [
                k
                for k, other in enumerate(lines)
                if 0 < other.box[1] - last.box[3] <= _PITCH * last.height
                and abs(other.box[0] - left) <= max(6, last.height // 2)
                and same_size(last, other)
            ]
            if not below:
                break
            at = min(below, key=lambda k: (lines[k].box[1], lines[k].box[0]))
            gap = lines[at].box[1] - last.box[1]
            labelled = at in labels or inline_label(lines[at].text) or label_kind(lines[at].text)
            asked = lines[at].text.rstrip().endswith(("?", ":"))
            uneven = spacing and abs(gap - spacing) > _EVEN * last.height
            if labelled or asked or uneven or len(lines[at].text) > _LONGEST:
                break
            chain.append((at, 0))
            last, spacing = lines[at], gap
        if len(chain) > 1:
            yield chain
