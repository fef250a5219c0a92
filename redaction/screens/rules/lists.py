"""Lists of people: lines of one size and left edge, shaped like names, whatever stands over them.

Zhvexia Brink
Teo Varga
Ines Okafor         four or more
Uma Calloway
"""

from __future__ import annotations

from collections.abc import Container

from redaction.lexicon.labels import label_kind
from redaction.lexicon.shapes import name_like
from redaction.page.page import Page

_FEWEST = 4
"""Lines of a list."""


def lists(page: Page, labelled: Container[int] = ()) -> dict[int, int]:
    """Line index → first line of its list: four items or more shaped like names. Lines with labels of their own
    (`labelled`) are in no list."""
    lines = page.lines
    found: dict[int, int] = {}
    names = [
        i
        for i, x in enumerate(lines)
        if i not in labelled and name_like(x.text) and not page.language.plain(x.text) and not label_kind(x.text)
    ]
    for i in names:
        if i in found:
            continue
        like = [k for k in names if page.items[i, k]]
        if len(like) >= _FEWEST:
            found.update(dict.fromkeys([k for k in like if k not in found], i))
    return found
