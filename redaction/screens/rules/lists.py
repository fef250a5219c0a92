"""Lists of people: lines of one size and left edge, shaped like names, whatever stands over them.

Zhvexia Brink
Teo Varga
Ines Okafor         four or more
Uma Calloway
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from redaction.lexicon.labels import label_kind
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import name_like
from redaction.page.page import Page
from redaction.page.reading import Line

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
        if len(like) >= _FEWEST and not _repeated([lines[k].text for k in like]):
            members = like[1:] if _is_heading(lines, like) else like
            found.update(dict.fromkeys([k for k in members if k not in found], i))
    return found


def _repeated(texts: Sequence[str]) -> bool:
    """Whether a list says one word again and again that is on no list of names: a column of "Logistics"."""
    return len(set(texts)) == 1 and texts[0].isalpha() and not name_lists().is_name(texts[0])


def _is_heading(lines: Sequence[Line], like: Sequence[int]) -> bool:
    """Whether the first of a list says what the others are: one word in the plural over full names."""
    word = lines[like[0]].text
    plural = word.isalpha() and word.endswith("s") and not word.endswith("ss")
    return plural and not name_lists().is_name(word) and sum(" " in lines[k].text for k in like[1:]) >= 3
