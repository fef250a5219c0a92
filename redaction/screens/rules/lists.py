"""Lists of people: lines of one size and left edge, shaped like names, whatever stands over them.

Zhvexia Brink
Teo Varga
Ines Okafor         four or more
Uma Calloway
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from redaction.lexicon.shapes import name_like
from redaction.page.labels import label_kind
from redaction.page.language import ENGLISH, Language
from redaction.page.measures import same_edge
from redaction.page.reading import Line

_FEWEST = 4
"""Lines of a list."""
_HEIGHTS = 4
"""In px: how much the heights of lines of one list differ at most."""


def lists(lines: Sequence[Line], language: Language = ENGLISH, labelled: Container[int] = ()) -> dict[int, int]:
    """Line index → first line of its list: four lines or more of one size and left edge, shaped like names. Lines with
    labels of their own (`labelled`) are in no list."""
    found: dict[int, int] = {}
    names = [
        i
        for i, x in enumerate(lines)
        if i not in labelled and name_like(x.text) and not language.plain(x.text) and not label_kind(x.text)
    ]
    for i in names:
        if i in found:
            continue
        like = [
            k for k in names if same_edge(lines[k], lines[i]) and abs(lines[k].height - lines[i].height) <= _HEIGHTS
        ]
        if len(like) >= _FEWEST:
            found.update(dict.fromkeys([k for k in like if k not in found], i))
    return found
