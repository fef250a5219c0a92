"""The sweep: every form of every known entity, found in any encoding the captured text uses.

Text is read as folded tokens; a phrase is a sequence of tokens with little between them, so `Maria Keller`,
`KELLER, MARIA`, `maria.keller`, `Maria%20Keller` and `maria_keller.pdf` are one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from redaction.findings import Kind, TextFinding
from redaction.text.fold import fold_token, skeleton
from redaction.text.forms import TOKEN, company_core, initials, login_forms, parse_person, tokens
from redaction.text.names import name_lists
from redaction.text.words import CALENDAR, is_word, listing

_GAP = 4
_NUMBER_RUN = re.compile(r"\+?\d(?:[\s().\-–/]{0,3}\d){4,18}")
_NO_SPACES = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LEAD = re.compile(
    r"(?:\b(?:from|by|with|to|for|and|or|dear|hi|hello|hey|thanks|thank you|ask|tell|told|mr|mrs|ms|dr|cc|attn|met|"
    r"meet|see|call|called|"
    r"candidate|employee|customer|client|manager|contact|owner|named|name is|am|this is|assigned|via|than|that|when|"
    r"if)\b[.:]?|[@&/(\[\"“])\s*$",
    re.IGNORECASE,
)
_DATE_LEAD = re.compile(
    r"\b(?:in|on|by|of|since|until|till|last|next|early|mid|late|this|from|through|between|before|after|and|to|"
    r"during|\d{1,2}(?:st|nd|rd|th)?)\s+$",
    re.IGNORECASE,
)
#: "Mark all as read", "Grant the request": what follows a verb, not a name.
_OBJECT = re.compile(r"[ ](?:all|as|the|this|these|those|every|selected)\b")
#: A window title is made of segments ("Thimble | Account | CRM"): one of them alone stands where a name stands.
_NEAR = 40
_SEGMENT_BEFORE = re.compile(r"(?:^|\s[|·•–—:>/-]\s|\t)\s{0,40}$")
_SEGMENT_AFTER = re.compile(r"\s*(?:$|\s[|·•–—:>/-]\s|\t)")
_LETTER = re.compile(r"[^\W\d_]")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@dataclass(frozen=True, slots=True)
class _Hit:
    kind: Kind
    score: float
    detector: str
    ambiguous: bool = False
    declared: bool = False


@dataclass
class Matcher:
    """Compiled forms. Build with `compile_forms`; `find` gives findings on a decoded text."""

    phrases: dict[str, list[tuple[tuple[str, ...], _Hit]]] = field(default_factory=dict)
    single: dict[str, _Hit] = field(default_factory=dict)
    numbers: dict[str, _Hit] = field(default_factory=dict)
    initials: dict[str, _Hit] = field(default_factory=dict)
    confused: dict[str, str] = field(default_factory=dict)
    vocabulary: set[str] = field(default_factory=set)
    unspaced: list[tuple[str, _Hit]] = field(default_factory=list)
    _automaton: Any = None

    def _phrase(self, words: Iterable[str], hit: _Hit) -> None:
        sequence = tuple(words)
        if len(sequence) == 1:
            self._single(sequence[0], hit)
            return
        options = self.phrases.setdefault(sequence[0], [])
        options.append((sequence, hit))
        self.vocabulary.update(sequence)

    def _single(self, word: str, hit: _Hit) -> None:
        known = self.single.get(word)
        if known is None or (known.ambiguous, -known.score, known.kind, known.detector) > (
            hit.ambiguous,
            -hit.score,
            hit.kind,
            hit.detector,
        ):
            self.single[word] = hit
        self.vocabulary.add(word)

    def seal(self) -> Matcher:
        """Sort the options (longest first) and prepare what optical character recognition may have confused."""
        for options in self.phrases.values():
            options.sort(key=lambda option: (-len(option[0]), -option[1].score, option[0], option[1].kind))
        for word in sorted(self.vocabulary):
            if len(word) >= 4 and word.isascii():
                self.confused.setdefault(skeleton(word), word)
        if self.unspaced:
            import ahocorasick

            automaton = ahocorasick.Automaton()
            for form, hit in sorted(set(self.unspaced), key=lambda item: (item[0], item[1].kind)):
                automaton.add_word(form, (len(form), hit))
            automaton.make_automaton()
            self._automaton = automaton
        return self

    def _canonical(self, raw: str) -> str:
        word = fold_token(raw)
        if word in self.vocabulary or len(word) < 4 or not word.isascii():
            return word
        candidate = self.confused.get(skeleton(word))
        if candidate is not None and not is_word(word):
            return candidate
        return word

    def find(self, text: str, role: str) -> Iterator[TextFinding]:
        """Findings of known entities in a decoded text."""
        spans = [m.span() for m in TOKEN.finditer(text)]
        words = [self._canonical(text[s:e]) for s, e in spans]
        index = 0
        while index < len(words):
            found = self._at(text, words, spans, index, role)
            if found is None:
                yield from self._camel(text, spans[index])
                index += 1
            else:
                finding, index = found
                yield finding
        if self.numbers:
            yield from self._find_numbers(text)
        if self._automaton is not None and _NO_SPACES.search(text):
            for end, (length, hit) in self._automaton.iter(
                text.casefold() if len(text.casefold()) == len(text) else text
            ):
                yield TextFinding(end + 1 - length, end + 1, hit.kind, hit.score, hit.detector)

    def _at(
        self, text: str, words: list[str], spans: list[tuple[int, int]], index: int, role: str
    ) -> tuple[TextFinding, int] | None:
        for sequence, hit in self.phrases.get(words[index], ()):
            stop = index + len(sequence)
            if stop <= len(words) and tuple(words[index:stop]) == sequence and self._close(text, spans, index, stop):
                start, end = spans[index][0], spans[stop - 1][1]
                if not hit.ambiguous or _cased(text[start:end]):
                    return TextFinding(start, end, hit.kind, hit.score, hit.detector), stop
        start, end = spans[index]
        known = self.single.get(words[index])
        if known is None:
            stripped = words[index].rstrip("0123456789")
            if len(stripped) >= 4 and stripped != words[index] and not is_word(stripped):
                known = self.single.get(stripped)
            elif words[index].endswith("s") and len(words[index]) >= 5 and not is_word(words[index]):
                known = self.single.get(words[index][:-1])
        if known is not None and (
            not known.ambiguous
            or _name_position(text, start, end)
            or (known.declared and _written_as_name(text, start, end))
        ):
            return TextFinding(start, end, known.kind, known.score, known.detector), index + 1
        tight = self.initials.get(text[start:end])
        if tight is not None and _tight(text, start, end, role):
            return TextFinding(start, end, tight.kind, tight.score, tight.detector), index + 1
        return None

    @staticmethod
    def _close(text: str, spans: list[tuple[int, int]], start: int, stop: int) -> bool:
        return all(
            spans[i + 1][0] - spans[i][1] <= _GAP and text[spans[i][1] : spans[i + 1][0]].count("\n") < 2
            for i in range(start, stop - 1)
        )

    def _camel(self, text: str, span: tuple[int, int]) -> Iterator[TextFinding]:
        raw = text[span[0] : span[1]]
        if len(raw) < 6 or raw.islower() or raw.isupper() or not raw.isascii():
            return
        parts = list(_CAMEL.finditer(raw))
        if len(parts) < 2:
            return
        for part in parts:
            hit = self.single.get(fold_token(part.group()))
            if hit is not None and not hit.ambiguous and len(part.group()) >= 4:
                yield TextFinding(span[0] + part.start(), span[0] + part.end(), hit.kind, hit.score, hit.detector)

    def _find_numbers(self, text: str) -> Iterator[TextFinding]:
        for match in _NUMBER_RUN.finditer(text):
            hit = self.numbers.get(re.sub(r"\D", "", match.group()))
            if hit is not None:
                yield TextFinding(match.start(), match.end(), hit.kind, hit.score, hit.detector)


def compile_forms(entries: Iterable[tuple[str, str, bool]]) -> Matcher:
    """All forms of the entries (kind, value, declared), in one matcher; the order of the entries does not matter."""
    matcher = Matcher()
    for kind_name, value, declared in sorted(entries):
        kind = Kind(kind_name)
        score = 0.95 if declared else 0.85
        if _NO_SPACES.search(value):
            matcher.unspaced.append((value.casefold(), _Hit(kind, score, "registry")))
        if kind is Kind.PERSON:
            _add_person(matcher, value, declared, score)
        elif kind is Kind.COMPANY:
            _add_company(matcher, value, declared, score)
        else:
            _add_other(matcher, kind, value, declared, score)
    return matcher.seal()


def _add_person(matcher: Matcher, value: str, declared: bool, score: float) -> None:
    name = parse_person(value)
    everything = (*name.firsts, *name.lasts)
    ordinary = all(is_word(w) for w in everything)
    hit = _Hit(Kind.PERSON, score, "registry", ordinary)
    firsts, lasts = name.firsts, name.lasts
    if firsts and lasts:
        short = tuple(f for f in firsts if len(f) > 1)[:1]
        for first in {
            firsts,
            short,
            (firsts[0][0],),
            tuple(f[0] for f in firsts),
            short + tuple(f[0] for f in firsts[1:]),
        }:
            if first:
                matcher._phrase((*first, *lasts), hit)
                matcher._phrase((*lasts, *first), hit)
                if len(lasts) > 1:
                    matcher._phrase((*first, lasts[-1]), hit)
        for form in filter(_LETTER.search, login_forms(name)):
            matcher._single(
                form, _Hit(Kind.USERNAME if len(form) < 6 else Kind.PERSON, score, "registry-login", is_word(form))
            )
        for letters in initials(name):
            if declared or len(letters) > 1:
                matcher.initials.setdefault(letters.upper(), _Hit(Kind.PERSON, 0.8, "registry-initials"))
    for part in everything:
        if len(part) < 2 or part in _SMALL:
            continue
        unsure = is_word(part) or len(part) < 3
        if unsure and not declared and not name_lists().is_name(part):
            continue
        if not unsure or declared or len(everything) > 1:
            matcher._single(part, _Hit(Kind.PERSON, score - (0.1 if unsure else 0), "registry-name", unsure))


_SMALL = listing(
    """
    van der den de la los las dos das del della di da du des von zu ter ten bin ibn al el bint ben af le st jr sr ii
    iii and the of
    """
)


#: In other languages these words stand before a company's own name: "Groupe Northwind SARL" is Northwind.
_GROUP = listing("groupe grupo gruppe gruppo groep grupa skupina koncern compagnie societe sociedad societa firma")


def _add_company(matcher: Matcher, value: str, declared: bool, score: float) -> None:
    words, core = tuple(tokens(value)), company_core(value)
    if not words:
        return
    for form in {words, core}:
        ordinary = all(is_word(w) for w in form)
        if len(form) == 1 and (len(form[0]) < 3 or (ordinary and not declared)):
            continue
        unsure = ordinary or (len(form) == 1 and len(form[0]) < 4)
        matcher._phrase(form, _Hit(Kind.COMPANY, score, "registry", unsure, declared))
    squashed = "".join(core)
    if len(core) > 1 and len(squashed) >= 6 and not is_word(squashed):
        matcher._single(squashed, _Hit(Kind.COMPANY, score, "registry"))
    proper = next((word for word in core if word not in _GROUP), core[0])
    if len(core) > 1 and len(proper) >= 4 and not is_word(proper):
        matcher._single(proper, _Hit(Kind.COMPANY, score - 0.05, "registry-name"))


def _add_other(matcher: Matcher, kind: Kind, value: str, declared: bool, score: float) -> None:
    digits = re.sub(r"\D", "", value)
    letters = sum(c.isalpha() for c in value)
    if kind in (Kind.PHONE, Kind.ID) and len(digits) >= 6 and letters == 0:
        hit = _Hit(kind, score, "registry")
        matcher.numbers[digits] = hit
        if kind is Kind.PHONE and len(digits) > 10:
            matcher.numbers.setdefault(digits[-10:], hit)
        return
    words = tuple(tokens(value))
    if not words or sum(len(w) for w in words) < (3 if declared else 4):
        return
    ordinary = all(is_word(w) for w in words)
    if ordinary and not declared:
        return
    matcher._phrase(words, _Hit(kind, score, "registry", ordinary))


def _cased(surface: str) -> bool:
    """Names made of ordinary words count when capitalised, or joined like a log-in."""
    return any(c.isupper() for c in surface) or bool(re.search(r"[._]", surface))


def _name_position(text: str, start: int, end: int) -> bool:
    """Whether a word that may be a name ("Will") is capitalised, and not because a sentence begins."""
    word = text[start:end]
    if not (word[0].isupper() and (word[1:].islower() or len(word) == 2)):
        return False
    if len(text) < 100 and text.strip(" \t.,;:()[]\"'") == word:
        return True
    if word.casefold() not in CALENDAR and _segment(text, start, end):
        return True
    before, after = text[max(0, start - 40) : start], text[end : end + 30]
    if word.casefold() in CALENDAR and (re.match(r"[\s,]*\d", after) or _DATE_LEAD.search(before)):
        return False
    if after.startswith(("'s", "’s")):
        return True
    if _OBJECT.match(after) and not _LEAD.search(before):
        return False
    line_start = not before.strip(" \t>*-•") or before.rstrip(" \t>*-•").endswith("\n")
    if line_start:
        return (
            bool(re.match(r"[ \t]?(?:,|:|--|–|—)", after))
            or not after.strip(" \t")
            or bool(re.match(r"[ \t]*\n", after))
        )
    if re.search(r"[.!?:]\s*[\"“]?$", before) and not re.search(r"\b(?:Mr|Mrs|Ms|Dr)\.\s*$", before):
        return bool(re.match(r"\s?(?:,|said|wrote|asked)", after))
    if re.match(r"\s+[A-Z][a-z]", after) and not _LEAD.search(before):
        return False
    return bool(re.search(r"[a-z,]\s+$", before)) or bool(_LEAD.search(before))


def _segment(text: str, start: int, end: int) -> bool:
    """Whether a word is a segment of a title by itself. A few characters around it are looked at."""
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    cut = ("." if start > _NEAR else "") + before, after + ("." if len(text) - end > _NEAR else "")
    return bool(_SEGMENT_BEFORE.search(cut[0]) and _SEGMENT_AFTER.match(cut[1]))


def _written_as_name(text: str, start: int, end: int) -> bool:
    """A declared company whose name is a word ("Thimble"): capitalised within a line, or part of a file name."""
    if text[max(0, start - 1) : start] == "_" or text[end : end + 1] == "_":
        return True
    before = text[max(0, start - _NEAR) : start].rstrip()
    return text[start].isupper() and bool(before) and before[-1] not in ".!?:\n"


def _tight(text: str, start: int, end: int, role: str) -> bool:
    """Initials count only alone in their field or line, in brackets, or after a word that announces a person."""
    if len(text) < 100 and text.strip(" \t()[]") == text[start:end]:
        return role in ("line", "field")
    if (
        role == "prose"
        and re.search(r"\n[ \t>–—-]*$", text[max(0, start - 8) : start])
        and re.match(r"[ \t.]*(?:\n|$)", text[end : end + 8])
    ):
        return True  # a signature: alone on its line
    return text[max(0, start - 1) : start] == "(" and text[end : end + 1] == ")"
