"""The language of a page: which words are ordinary on it, besides those of English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from redaction.lexicon.languages import is_word_of, language_of
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import ordinary
from redaction.lexicon.words import is_word
from redaction.page.reading import Line


@dataclass(frozen=True, slots=True)
class Language:
    """`code` is what `language_of` says: "" for English and every language without a list of words."""

    code: str = ""

    def foreign(self, token: str) -> bool:
        """Whether a word is one of this language, which is not English."""
        return is_word_of(token, self.code)

    def common(self, token: str) -> bool:
        """Whether a word is one of English or of this language."""
        return is_word(token) or self.foreign(token)

    def plain(self, text: str) -> bool:
        """Ordinary English, or on a page in another language nothing but words of it, single letters and small words
        such as "de" aside ("Tipo B"). A first name is none of them."""
        if ordinary(text) or not self.code:
            return ordinary(text)
        tokens = [t for t in re.findall(r"[^\W\d_]+", text) if len(t) > (2 if t.islower() else 1)]
        several = len(tokens) > 1
        return bool(tokens) and all(self.common(t) and not (several and name_lists().is_first(t)) for t in tokens)


ENGLISH = Language()


def language_of_lines(lines: Sequence[Line]) -> Language:
    """The language that most words of these lines are in."""
    return Language(language_of(line.text for line in lines))
