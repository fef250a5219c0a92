"""A text as the words that a sweep asks for: folded, seen through what recognition and disguise did to them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from redaction.lexicon.fold import fold_token
from redaction.lexicon.forms import TOKEN
from redaction.lexicon.lookalikes import latin, leet, skeleton
from redaction.lexicon.words import is_word
from redaction.text.known.disguise import joined_words, written_in_signs

#: Fewest letters of a known word that is met in a word of letters in both cases; that optical recognition may have
#: confused; that signs stand in.
_CAMEL_LETTERS, LOOKS_LETTERS, _SIGNS_LETTERS = 6, 4, 3
_DIGITS = "0123456789"
Span = tuple[int, int]


class Token(NamedTuple):
    """What a token is read as: its known form, the same without digits around it ("" where there are none), whether it
    was in disguise; whether anything known may begin here, and whether known words may be inside it."""

    word: str
    bare: str = ""
    disguised: bool = False
    live: bool = True
    camel: bool = False


def _within(spans: Sequence[Span], start: int, end: int) -> range:
    """The tokens that touch characters start..end."""
    return range(
        bisect_right(spans, start, key=lambda span: span[1]), bisect_left(spans, end, key=lambda span: span[0])
    )


#: So many different tokens are remembered.
_REMEMBERED = 100_000


@dataclass(slots=True)
class Read:
    """A text as tokens."""

    text: str
    role: str
    spans: list[Span]
    tokens: list[Token]


@dataclass
class KnownWords:
    """The words of all known forms. Fill with `add`, then `seal`; `read` gives a text as tokens."""

    _vocabulary: set[str] = field(default_factory=set)
    _confused: dict[str, str] = field(default_factory=dict)
    _looks: dict[str, str] = field(default_factory=dict)
    _tokens: dict[str, Token] = field(default_factory=dict)
    _begins: frozenset[str] = frozenset()
    _initials: frozenset[str] = frozenset()

    def add(self, words: Iterable[str]) -> None:
        """Words of one form, folded."""
        self._vocabulary.update(words)

    def seal(self, begins: Iterable[str], initials: Iterable[str]) -> None:
        """Prepare what optical character recognition may have confused. `begins`: the words with which forms begin."""
        self._begins, self._initials = frozenset(begins), frozenset(initials)
        for word in sorted(self._vocabulary):
            if word.isascii() and not word.isdigit() and len(word) >= _SIGNS_LETTERS:
                self._looks.setdefault(leet(word), word)
                if len(word) >= LOOKS_LETTERS:
                    self._confused.setdefault(skeleton(word), word)

    def _canonical(self, raw: str) -> str:
        """The known word that a token is, or looks like; else the token folded."""
        word = fold_token(raw)
        if word in self._vocabulary or len(word) < _SIGNS_LETTERS:
            return word
        if not word.isascii():
            twin = latin(word)
            return twin if twin in self._vocabulary and len(twin) >= LOOKS_LETTERS else word
        candidate = self._confused.get(skeleton(word)) if len(word) >= LOOKS_LETTERS else None
        if candidate is None and not word.isalpha() and written_in_signs(word):
            candidate = self._looks.get(leet(word))
        if candidate is not None and not is_word(word):
            return candidate
        return word

    def _token(self, raw: str) -> Token:
        """What a token is read as; remembered, because words repeat."""
        word = self._canonical(raw)
        bare = "" if raw.isalpha() else word.strip(_DIGITS)
        bare = bare if bare != word else ""
        forms = (word, bare, word[:-1] if word.endswith("s") else "")
        live = raw in self._initials or not self._begins.isdisjoint(forms)
        camel = (
            len(raw) >= _CAMEL_LETTERS
            and raw.isascii()
            and not raw.islower()
            and not raw.isupper()
            and not raw.isdigit()
        )
        known = Token(word, bare, word.isalpha() and not raw.isalpha(), live, camel)
        if len(self._tokens) < _REMEMBERED:
            self._tokens[raw] = known
        return known

    def read(self, text: str, role: str) -> Read:
        spans = [m.span() for m in TOKEN.finditer(text)]
        seen, fresh = self._tokens, self._token
        tokens = [seen.get(raw) or fresh(raw) for raw in [text[s:e] for s, e in spans]]
        joined = joined_words(text, spans, self._vocabulary, self._looks)
        if joined:
            inside = {i for j in joined for i in _within(spans, j.start, j.end)}
            apart = [pair for i, pair in enumerate(zip(spans, tokens, strict=True)) if i not in inside]
            together = sorted([*apart, *(((j.start, j.end), Token(j.word, disguised=True)) for j in joined)])
            spans, tokens = [span for span, _ in together], [token for _, token in together]
        return Read(text, role, spans, tokens)
