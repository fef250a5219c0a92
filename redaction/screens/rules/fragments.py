"""Known names that are cut off: by the edge of the screen, a menu over them, or a column too narrow for them.

Assigned to Okaforha|       the edge of the screen or a menu
Zhvexia Calloway…           a column too narrow
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from redaction.findings import ImageFinding, Kind, Source
from redaction.lexicon.fold import fold_token
from redaction.lexicon.forms import tokens
from redaction.lexicon.words import is_word
from redaction.page.page import Page
from redaction.screens.span_boxes import found_on
from redaction.text.known.registry import Registry

_LEAST = 5
"""A piece of fewer letters could be of anything."""
_HEAD = re.compile(r"(?P<piece>[^\W\d_a-z][^\W\d_]{1,60}+)[.…]*+$")
_TAIL = re.compile(r"^[^\w]*(?P<piece>[^\W\d_]+)")


def fragments(page: Page, _: Sequence[ImageFinding], registry: Registry | None) -> Iterator[ImageFinding]:
    """The last word of a line that begins a known name and the first that ends one, when no dictionary has them."""
    if registry is None:
        return
    heads, tails = _pieces(registry)
    for line in page.lines:
        for pattern, known in ((_HEAD, heads), (_TAIL, tails)):
            match = pattern.search(line.text)
            if match and fold_token(match["piece"]) in known and not page.language.common(match["piece"]):
                yield found_on(page, line, match.span("piece"), Kind.PERSON, 0.7, Source.CUT_OFF.value, Source.CUT_OFF)


@lru_cache(maxsize=2)
def _pieces(registry: Registry) -> tuple[frozenset[str], frozenset[str]]:
    """Beginnings and ends of the words of all known people's names."""
    full = [name for person in registry.people() if len(name := tokens(person)) > 1]
    words = {word for name in full for word in name if len(word) > _LEAST and not is_word(word)}
    heads = {word[:end] for word in words for end in range(_LEAST, len(word))}
    tails = {word[start:] for word in words for start in range(1, len(word) - _LEAST + 1)}
    return frozenset(heads), frozenset(tails)
