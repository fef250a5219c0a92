"""The sweep: every form of every known entity, found in any encoding the captured text uses.

Text is read as folded tokens; a phrase is a sequence of tokens with little between them, so `Maria Keller`,
`KELLER, MARIA`, `maria.keller`, `Maria%20Keller` and `maria_keller.pdf` are one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from redaction.findings import Kind, Source, TextFinding, known_finding
from redaction.lexicon.fold import fold_token
from redaction.lexicon.words import is_word
from redaction.text.known.declared_context import believed
from redaction.text.known.known_words import KnownWords, Read, Span
from redaction.text.known.positions import cased, in_file_name, name_position, tight, written_as_name
from redaction.text.known.run_together import RunTogether
from redaction.text.known.unspaced import UNSPACED, Unspaced
from redaction.text.known.whole_values import Values

#: Most code points between two words of a phrase.
_GAP = 4
#: Fewest letters of a known word that is met with digits around it or inside a longer one; with a plural's s.
BARE_LETTERS, _PLURAL_LETTERS = 4, 5
_WRAP = re.compile(r"[ \t]{0,20}+(?:[-‐‑][ \t]{0,20}+)?\r?\n[ \t>|*•]{0,60}")
_NUMBER_RUN = re.compile(r"\+?\d(?:[\s().\-–/]{0,3}\d){4,18}")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@dataclass(frozen=True, slots=True)
class Hit:
    """What a form stands for. `ambiguous` ones are ordinary words, `filed` ones count in the name of a file alone;
    `value` is the declared value it is all of."""

    kind: Kind
    score: float
    source: Source = Source.REGISTRY
    ambiguous: bool = False
    declared: bool = False
    value: str = ""
    filed: bool = False


def spelled_apart(surface: str) -> bool:
    """Whether only folding makes a capitalised word an ordinary one: "Åge" is nobody's age, whatever its letters fold
    to."""
    plain = surface.lower()
    return surface[:1].isupper() and not surface.isascii() and plain != fold_token(plain) and not is_word(plain)


def _counts(hit: Hit, text: str, start: int, end: int) -> bool:
    """Whether a known word counts where it stands."""
    if hit.filed:
        return in_file_name(text, start, end)
    return (
        not hit.ambiguous
        or spelled_apart(text[start:end])
        or name_position(text, start, end)
        or in_file_name(text, start, end)
        or (hit.declared and written_as_name(text, start, end))
    )


@dataclass
class Matcher:
    """Compiled forms. Fill with `phrase` and `single`, then `seal`; `find` gives findings on a decoded text."""

    phrases: dict[str, list[tuple[tuple[str, ...], Hit]]] = field(default_factory=dict)
    singles: dict[str, Hit] = field(default_factory=dict)
    numbers: dict[str, Hit] = field(default_factory=dict)
    initials: dict[str, Hit] = field(default_factory=dict)
    unspaced: Unspaced = field(default_factory=Unspaced)
    values: Values = field(default_factory=Values)
    together: RunTogether = field(default_factory=RunTogether)
    words: KnownWords = field(default_factory=KnownWords)

    def phrase(self, words: Iterable[str], hit: Hit) -> None:
        """A sequence of folded tokens; one token alone only where it is a whole declared value."""
        sequence = tuple(words)
        if len(sequence) == 1 and not hit.value:
            self.single(sequence[0], hit)
            return
        self.phrases.setdefault(sequence[0], []).append((sequence, hit))
        self.words.add(sequence)

    def single(self, word: str, hit: Hit) -> None:
        """One folded token."""
        known = self.singles.get(word)
        if known is None or (known.filed, known.ambiguous, -known.score, known.kind, known.source) > (
            hit.filed,
            hit.ambiguous,
            -hit.score,
            hit.kind,
            hit.source,
        ):
            self.singles[word] = hit
        self.words.add((word,))

    def seal(self) -> Matcher:
        """Sort the options (longest first) and prepare what optical character recognition may have confused."""
        for options in self.phrases.values():
            options.sort(key=lambda o: (-len(o[0]), -o[1].score, o[0], o[1].kind, o[1].source, o[1].value))
        self.words.seal((*self.phrases, *self.singles), self.initials)
        self.unspaced.seal()
        self.values.seal()
        return self

    def find(self, text: str, role: str) -> Iterator[TextFinding]:
        """Findings of known entities in a decoded text."""
        read = self.words.read(text, role)
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
        words = [token.word for token in tokens]
        yield from self.values.find(text, read.spans, words, role)
        if self.together.names:
            yield from self.together.find(text, read.spans, words)

    def _at(self, read: Read, index: int) -> tuple[TextFinding, int] | None:
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
        if known is not None and _counts(known, text, start, end):
            return known_finding(start, end, known.kind, known.score, known.source), index + 1
        tightly = self.initials.get(text[start:end])
        if tightly is not None and tight(text, start, end, read.role):
            return known_finding(start, end, tightly.kind, tightly.score, tightly.source), index + 1
        return None

    @staticmethod
    def _reads(read: Read, index: int, sequence: tuple[str, ...]) -> bool:
        """Whether the tokens from `index` on are these words, digits around names aside."""
        return all(
            read.tokens[i].word == word or (len(sequence) > 1 and read.tokens[i].bare == word)
            for i, word in enumerate(sequence, start=index)
        )

    @staticmethod
    def _source(read: Read, index: int, stop: int, hit: Hit) -> Source | None:
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
            if single is not None and not (single.ambiguous or single.filed) and len(words[at]) >= BARE_LETTERS:
                yield known_finding(parts[at][0], parts[at][1], single.kind, single.score, single.source)
            at += 1

    def _find_numbers(self, text: str) -> Iterator[TextFinding]:
        for match in _NUMBER_RUN.finditer(text):
            hit = self.numbers.get(re.sub(r"\D", "", match.group()))
            if hit is not None:
                yield known_finding(match.start(), match.end(), hit.kind, hit.score, hit.source)
