"""The sweep: every form of every known entity, found in any encoding the captured text uses.

Text is read as folded tokens; a phrase is a sequence of tokens with little between them, so `Maria Keller`,
`KELLER, MARIA`, `maria.keller`, `Maria%20Keller` and `maria_keller.pdf` are one thing.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from redaction.findings import Kind, Source, TextFinding, known_finding
from redaction.lexicon.fold import fold_token
from redaction.lexicon.forms import TOKEN
from redaction.lexicon.lookalikes import latin, leet, skeleton
from redaction.lexicon.words import is_word
from redaction.text.known.declared_context import believed
from redaction.text.known.disguise import joined_words, written_in_signs
from redaction.text.known.positions import cased, name_position, tight, written_as_name
from redaction.text.known.unspaced import UNSPACED, Unspaced
from redaction.text.known.whole_values import Values

#: Most code points between two words of a phrase.
_GAP = 4
#: Fewest letters of a known word that is met with digits around it or inside a longer one; with a plural's s; in a word
#: of letters in both cases; of one that optical recognition may have confused, or that signs stand in.
BARE_LETTERS, _PLURAL_LETTERS, _CAMEL_LETTERS, LOOKS_LETTERS, _SIGNS_LETTERS = 4, 5, 6, 4, 3
_WRAP = re.compile(r"[ \t]{0,20}+(?:[-‐‑][ \t]{0,20}+)?\r?\n[ \t>|*•]{0,60}")
_NUMBER_RUN = re.compile(r"\+?\d(?:[\s().\-–/]{0,3}\d){4,18}")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_DIGITS = "0123456789"
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Hit:
    """What a form stands for. `ambiguous` ones are ordinary words; `value` is the declared value it is all of."""

    kind: Kind
    score: float
    source: Source = Source.REGISTRY
    ambiguous: bool = False
    declared: bool = False
    value: str = ""


class _Token(NamedTuple):
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
class _Read:
    """A text as tokens."""

    text: str
    role: str
    spans: list[Span]
    tokens: list[_Token]


@dataclass
class Matcher:
    """Compiled forms. Fill with `phrase` and `single`, then `seal`; `find` gives findings on a decoded text."""

    phrases: dict[str, list[tuple[tuple[str, ...], Hit]]] = field(default_factory=dict)
    singles: dict[str, Hit] = field(default_factory=dict)
    numbers: dict[str, Hit] = field(default_factory=dict)
    initials: dict[str, Hit] = field(default_factory=dict)
    unspaced: Unspaced = field(default_factory=Unspaced)
    values: Values = field(default_factory=Values)
    _vocabulary: set[str] = field(default_factory=set)
    _confused: dict[str, str] = field(default_factory=dict)
    _looks: dict[str, str] = field(default_factory=dict)
    _tokens: dict[str, _Token] = field(default_factory=dict)

    def phrase(self, words: Iterable[str], hit: Hit) -> None:
        """A sequence of folded tokens; one token alone only where it is a whole declared value."""
        sequence = tuple(words)
        if len(sequence) == 1 and not hit.value:
            self.single(sequence[0], hit)
            return
        self.phrases.setdefault(sequence[0], []).append((sequence, hit))
        self._vocabulary.update(sequence)

    def single(self, word: str, hit: Hit) -> None:
        """One folded token."""
        known = self.singles.get(word)
        if known is None or (known.ambiguous, -known.score, known.kind, known.source) > (
            hit.ambiguous,
            -hit.score,
            hit.kind,
            hit.source,
        ):
            self.singles[word] = hit
        self._vocabulary.add(word)

    def seal(self) -> Matcher:
        """Sort the options (longest first) and prepare what optical character recognition may have confused."""
        for options in self.phrases.values():
            options.sort(key=lambda o: (-len(o[0]), -o[1].score, o[0], o[1].kind, o[1].source, o[1].value))
        for word in sorted(self._vocabulary):
            if word.isascii() and not word.isdigit() and len(word) >= _SIGNS_LETTERS:
                self._looks.setdefault(leet(word), word)
                if len(word) >= LOOKS_LETTERS:
                    self._confused.setdefault(skeleton(word), word)
        self.unspaced.seal()
        self.values.seal()
        return self

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

    def _token(self, raw: str) -> _Token:
        """What a token is read as; remembered, because words repeat."""
        word = self._canonical(raw)
        bare = "" if raw.isalpha() else word.strip(_DIGITS)
        bare = bare if bare != word else ""
        forms = (word, bare, word[:-1] if word.endswith("s") else "")
        live = raw in self.initials or any(form in self.phrases or form in self.singles for form in forms)
        camel = (
            len(raw) >= _CAMEL_LETTERS
            and raw.isascii()
            and not raw.islower()
            and not raw.isupper()
            and not raw.isdigit()
        )
        known = _Token(word, bare, word.isalpha() and not raw.isalpha(), live, camel)
        if len(self._tokens) < _REMEMBERED:
            self._tokens[raw] = known
        return known

    def _read(self, text: str, role: str) -> _Read:
        spans = [m.span() for m in TOKEN.finditer(text)]
        seen, fresh = self._tokens, self._token
        tokens = [seen.get(raw) or fresh(raw) for raw in [text[s:e] for s, e in spans]]
        joined = joined_words(text, spans, self._vocabulary, self._looks)
        if joined:
            inside = {i for j in joined for i in _within(spans, j.start, j.end)}
            apart = [pair for i, pair in enumerate(zip(spans, tokens, strict=True)) if i not in inside]
            together = sorted([*apart, *(((j.start, j.end), _Token(j.word, disguised=True)) for j in joined)])
            spans, tokens = [span for span, _ in together], [token for _, token in together]
        return _Read(text, role, spans, tokens)

    def find(self, text: str, role: str) -> Iterator[TextFinding]:
        """Findings of known entities in a decoded text."""
        read = self._read(text, role)
        index, tokens = 0, read.tokens
        while index < len(tokens):
            token = tokens[index]
            found = self._at(read, index) if token.live else None
            if found is None:
                if token.camel:
                    yield from self._camel(text, read.spans[index])
                index += 1
            else:
                finding, index = found
                yield finding
        if self.numbers:
            yield from self._find_numbers(text)
        if not text.isascii() and UNSPACED.search(text):
            yield from self.unspaced.find(text)
        yield from self.values.find(text, read.spans, [token.word for token in tokens], role)

    def _at(self, read: _Read, index: int) -> tuple[TextFinding, int] | None:
        text, spans = read.text, read.spans
        word, bare = read.tokens[index][:2]
        options = self.phrases.get(word)
        if bare:
            options = [*(options or ()), *self.phrases.get(bare, ())]
        for sequence, hit in options or ():
            stop = index + len(sequence)
            if stop <= len(spans) and self._reads(read, index, sequence) and self._close(text, spans, index, stop):
                source = self._source(read, index, stop, hit)
                if source is not None:
                    return known_finding(spans[index][0], spans[stop - 1][1], hit.kind, hit.score, source), stop
        start, end = spans[index]
        known = self.singles.get(word)
        if known is None:
            if bare:
                known = self.singles.get(bare) if len(bare) >= BARE_LETTERS and not is_word(bare) else None
            elif word[-1:] == "s" and len(word) >= _PLURAL_LETTERS and not is_word(word):
                known = self.singles.get(word[:-1])
        if known is not None and (
            not known.ambiguous
            or name_position(text, start, end)
            or (known.declared and written_as_name(text, start, end))
        ):
            return known_finding(start, end, known.kind, known.score, known.source), index + 1
        tightly = self.initials.get(text[start:end])
        if tightly is not None and tight(text, start, end, read.role):
            return known_finding(start, end, tightly.kind, tightly.score, tightly.source), index + 1
        return None

    @staticmethod
    def _reads(read: _Read, index: int, sequence: tuple[str, ...]) -> bool:
        """Whether the tokens from `index` on are these words, digits around names aside."""
        return all(
            read.tokens[i].word == word or (len(sequence) > 1 and read.tokens[i].bare == word)
            for i, word in enumerate(sequence, start=index)
        )

    @staticmethod
    def _source(read: _Read, index: int, stop: int, hit: Hit) -> Source | None:
        """In which form a phrase is met when it counts here, else None."""
        form = Source.DECLARED if hit.value else hit.source
        if not hit.ambiguous:
            return form
        start, end = read.spans[index][0], read.spans[stop - 1][1]
        several = stop - index > 1
        if several and (cased(read.text[start:end]) or any(t.disguised for t in read.tokens[index:stop])):
            return form
        if hit.value and believed(read.text, start, end, hit.value, hit.kind, stop - index):
            return form
        return None

    @staticmethod
    def _close(text: str, spans: Sequence[Span], start: int, stop: int) -> bool:
        """Whether the tokens follow each other closely; a line's end and what opens the next line count as nothing."""
        for i in range(start, stop - 1):
            after, before = spans[i][1], spans[i + 1][0]
            if before - after > _GAP:
                if not _WRAP.fullmatch(text, after, before):
                    return False
            elif text.count("\n", after, before) > 1:
                return False
        return True

    def _camel(self, text: str, span: Span) -> Iterator[TextFinding]:
        """Known words inside a word with capitals in it: "openZentrixReport"."""
        raw = text[span[0] : span[1]]
        parts = [(m.start() + span[0], m.end() + span[0], fold_token(m.group())) for m in _CAMEL.finditer(raw)]
        if len(parts) < 2:
            return
        words = tuple(word for _, _, word in parts)
        at = 0
        while at < len(parts):
            phrase = next(
                (
                    (len(sequence), hit)
                    for sequence, hit in self.phrases.get(words[at], ())
                    if len(sequence) > 1 and words[at : at + len(sequence)] == sequence
                ),
                None,
            )
            single = self.singles.get(words[at])
            if phrase is not None:
                length, hit = phrase
                yield known_finding(parts[at][0], parts[at + length - 1][1], hit.kind, hit.score, hit.source)
                at += length
                continue
            if single is not None and not single.ambiguous and len(words[at]) >= BARE_LETTERS:
                yield known_finding(parts[at][0], parts[at][1], single.kind, single.score, single.source)
            at += 1

    def _find_numbers(self, text: str) -> Iterator[TextFinding]:
        for match in _NUMBER_RUN.finditer(text):
            hit = self.numbers.get(re.sub(r"\D", "", match.group()))
            if hit is not None:
                yield known_finding(match.start(), match.end(), hit.kind, hit.score, hit.source)
