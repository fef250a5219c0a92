"""What a word of a description is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

WORD = r"\w+"
"""In any script. What redaction masks is none."""


def has_words(sequences: Iterable[Sequence[str]]) -> bool:
    """Whether any description has one: without, there is nothing to weigh."""
    return any(re.search(WORD, text) for sequence in sequences for text in sequence)
