"""Addresses that go on below their labelled first line.

Address: 4 Quay Street
         Northport          on even rows, until a label or another spacing
         NP4 7QA
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from redaction.findings import Kind
from redaction.lexicon.labels import inline_label, label_kind
from redaction.page.blocks import block_below
from redaction.page.reading import Line

_LINES, _LONGEST = 5, 40
"""Lines of an address, and characters of one that goes on."""


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
        for at in islice(block_below(lines, i, line.edges[start]), _LINES - 1):
            text = lines[at].text
            labelled = at in labels or inline_label(text) or label_kind(text)
            if labelled or text.rstrip().endswith(("?", ":")) or len(text) > _LONGEST:
                break
            chain.append((at, 0))
        if len(chain) > 1:
            yield chain
