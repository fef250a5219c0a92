"""Firms by their domains: what is written apart in a text and together in an address ("Paper Kite", paperkite.com).

Their words may all be ordinary; that somebody's address puts just these together tells that they are a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from redaction.findings import Kind, Source, TextFinding, known_finding
from redaction.lexicon.forms import tokens
from redaction.lexicon.vocabulary import occurs
from redaction.text.interface import says
from redaction.text.known.known_words import Span
from redaction.text.known.positions import cased

LETTERS = 6
"""Letters of a domain from which on its words are looked for."""
WORDS = 4
"""Most words that one is put together of, at least one of which labels are not made of ("Online Banking")."""
_BETWEEN = re.compile(r"[ \u00a0]?[&'’-]?[ \u00a0]?")


@dataclass
class RunTogether:
    """Names written together, each with the score of what was known of it, and of how many words that is made."""

    names: dict[str, tuple[float, int]] = field(default_factory=dict)
    _starts: set[str] = field(default_factory=set)

    def add(self, value: str, score: float) -> None:
        """A firm's name; one with blanks, with capitals, or too short, is none that a domain tells."""
        words = tokens(value)
        name = "".join(words)
        if " " in value or value != value.lower() or len(name) < LETTERS or not name.isalpha():
            return
        self.names[name] = max((score, len(words)), self.names.get(name, (0.0, 0)))
        self._starts.update(name[:end] for end in range(1, len(name)))

    def find(self, text: str, spans: Sequence[Span], words: Sequence[str]) -> Iterator[TextFinding]:
        """Two words of a text and more, with capitals, that are such a name when they are written together."""
        for first, word in enumerate(words):
            name, last = word, first
            while name in self._starts and last + 1 < len(words) and last - first + 1 < WORDS:
                if not _BETWEEN.fullmatch(text, spans[last][1], spans[last + 1][0]):
                    break
                last += 1
                name += words[last]
                start, end = spans[first][0], spans[last][1]
                score, parts = self.names.get(name, (0.0, 0))
                # In as many words as its value has it is found as what it is.
                if score and parts != last - first + 1 and _is_name(text[start:end], words[first : last + 1]):
                    yield known_finding(start, end, Kind.COMPANY, score, Source.REGISTRY)
                    break


def _is_name(surface: str, words: Sequence[str]) -> bool:
    """Whether words have a capital among them, and one that neither labels nor screens say."""
    return cased(surface) and not all(occurs(word) or says(word) for word in words)
