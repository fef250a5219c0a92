"""Which values point at their owner wherever they stand, so that finding one in a release is a leak."""

from __future__ import annotations

import re

from redaction.findings import Kind
from redaction.kinds.spec import PROPER
from redaction.kinds.table import written_as
from redaction.lexicon.words import is_word

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NAMES = written_as(PROPER)


def is_distinctive(kind: Kind, value: str, declared: bool) -> bool:
    """Whether the value points at its owner wherever it stands."""
    if kind in _NAMES:
        words = {w.casefold(): w for w in _WORD.findall(value)}
        rare = [w for w in words.values() if not is_word(w) and (len(w) >= 4 or not w.isascii())]
        # What only a detector takes for a name must also be written like one: "ahref" on a web page is nobody.
        cased = declared or any(w[0].isupper() or not w.isascii() for w in rare)
        return bool(rare) and cased and (declared or len(words) >= 2 or len(rare[0]) >= 5 or not rare[0].isascii())
    if kind is Kind.EMAIL:
        local, _, domain = value.partition("@")
        return len(local) >= 2 and "." in domain
    if kind is Kind.PHONE:
        return sum(c.isdigit() for c in value) >= 8
    return declared or (len(value) >= 6 and not is_word(value))
