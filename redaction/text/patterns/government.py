"""Numbers that governments, banks and registers give out: a word for the number, its shape, and the check that
python-stdnum knows of it. The countries stand in redaction/lexicon/data/numbers.yaml.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.national import country_of, number_rows
from redaction.lexicon.words import is_word
from redaction.text.patterns.checks import CHECKS
from redaction.text.patterns.pattern import Pattern

#: Code points before and behind a number in which the words for it must stand.
_BEFORE, _BEHIND = 50, 20
#: The same before a number that nothing but its shape tells: no other number stands in between.
SHAPED_GAP = 24
#: Fewest digits of a number that a word announces.
NAMED_DIGITS = 5
#: Fewest digits of a number of a country that the policy names, where no word announces it.
UNNAMED_DIGITS = 7
#: Fewest letters of a word that is said of numbers alone, and what may stand between it and one.
_TELLING = 3
_RIGHT_BEHIND = re.compile(r"(?:[ -]?(?:no|nr|number)\b)?\.?[ \u00a0]?[:#=]?[ \u00a0]?")
#: A number may stand right beside the signs of scripts that are written without blanks.
_BEGIN, _END = r"(?<![A-Za-z0-9_\u00c0-\u0dff.-])", r"(?![A-Za-z0-9_\u00c0-\u0dff]|[.-][A-Za-z0-9])"
#: Tokens of a number that is written in groups.
_GROUPS = 8


@dataclass(frozen=True, slots=True)
class Number:
    """A row of the file. `valid` is its check, None where no module knows it; `shape` what it needs beside that.

    Where the policy names its country and no word announces it: `believed` is the check that it must pass, None where
    there is none or most numbers pass it; `unnamed` how it is written where it is the whole text.
    """

    name: str
    valid: Callable[[str], bool] | None
    bare: re.Pattern[str] | None
    alone: re.Pattern[str] | None
    shape: re.Pattern[str] | None
    believed: Callable[[str], bool] | None
    unnamed: re.Pattern[str] | None

    def finding(self, start: int, end: int) -> TextFinding:
        score, source = (0.9, Source.CHECKED) if self.valid and not self.shape else (0.75, Source.PATTERN)
        return TextFinding(start, end, Kind.ID, score, f"id-{self.name}", source)

    def believes(self, text: str) -> bool:
        """Whether a text passes the check that is asked where no word announces the number."""
        shaped = self.name in CHECKS or self.shape is None or bool(self.shape.fullmatch(text))
        return self.believed is not None and shaped and self.believed(text)

    def passes(self, text: str) -> bool:
        """Whether a text is such a number, by its check and its shape."""
        shaped = self.shape is None or bool(self.shape.fullmatch(text))
        return shaped and (self.valid is None or self.valid(text))


def _check(name: str, row: dict[str, str]) -> Callable[[str], bool] | None:
    name = row.get("module", name)
    if "module" in row and name in CHECKS:
        return CHECKS[name]
    module = f"stdnum.{name}"
    if find_spec(module.rpartition(".")[0]) is None or find_spec(module) is None:
        return None
    flags = {flag: True for flag in row.get("flags", "").split()}
    drop = str.maketrans("", "", row.get("drop", ""))

    @cache
    def valid() -> Callable[..., bool]:
        found: Callable[..., bool] = import_module(module).is_valid
        return found

    return lambda text: valid()(text.translate(drop), **flags)


def _compacted(check: Callable[[str], bool]) -> Callable[[str], bool]:
    """A check of CHECKS for a number as it is written."""
    return lambda text: check(re.sub(r"[ ./-]", "", text))


def _compiled(pattern: str | None, *, checked: bool = False) -> re.Pattern[str] | None:
    """A form in its bounds; where a check decides, small letters do as well."""
    small = "(?i:" if checked else "(?:"
    return re.compile(rf"{_BEGIN}{small}{pattern}){_END}") if pattern else None


NUMBERS: tuple[Number, ...] = tuple(
    Number(
        name,
        check := _check(name, row),
        _compiled(row.get("bare"), checked=check is not None and "case" not in row),
        _compiled(row.get("alone")),
        _compiled(row.get("shape")),
        _compacted(CHECKS[name]) if name in CHECKS else None if "loose" in row else check,
        _compiled(row.get("unnamed")),
    )
    for name, row in number_rows().items()
)
NAMES = tuple(f"id-{number.name}" for number in NUMBERS)
_BARE = tuple(number for number in NUMBERS if number.bare)
_ALONE = tuple(number for number in NUMBERS if number.alone)
#: Where one of them may begin; which it is, each is asked.
_ANY_BARE = re.compile("(?=" + "|".join(f"(?:{number.bare.pattern})" for number in _BARE if number.bare) + ")")


def _by_word() -> dict[str, tuple[Number, ...]]:
    words: dict[str, tuple[Number, ...]] = {}
    for number in NUMBERS:
        for word in number_rows()[number.name].get("words", "").split(","):
            if word.strip():
                words[word.strip()] = (*words.get(word.strip(), ()), number)
    return words


_NUMBERS_OF = _by_word()
#: Code points of alphabets that are written with blanks end here.
_BLANKS = 0x0590
#: Words of alphabets with blanks stand alone; of others they may run on.
_WORDS = re.compile(
    "|".join(
        re.escape(word) if ord(word[0]) > _BLANKS else rf"(?<![^\W_]){re.escape(word)}(?![^\W_])"
        for word in sorted(_NUMBERS_OF, key=lambda word: (-len(word), word))
    ),
    re.IGNORECASE,
)


@cache
def _words_automaton() -> Any:
    import ahocorasick

    automaton = ahocorasick.Automaton()
    for word in _NUMBERS_OF:
        automaton.add_word(word.lower(), word.lower())
    automaton.make_automaton()
    return automaton


def _may_hold_word(low: str) -> bool:
    """Whether a text in small letters holds a word; the expression, which takes longer, says where."""
    for last, word in _words_automaton().iter(low):
        first = last + 1 - len(word)
        beside = low[max(0, first - 1) : first] + low[last + 1 : last + 2]
        if ord(word[0]) > _BLANKS or not any(sign.isalnum() for sign in beside):
            return True
    return False


#: Groups of capitals and digits: a number, perhaps with words in capitals or other numbers beside it.
_RUN = re.compile(rf"{_BEGIN}[A-Z\d*]{{1,40}}(?:[ ./-][A-Z\d*]{{1,40}}){{0,{_GROUPS}}}(?:\([\dA]\))?{_END}")
_GROUP = re.compile(r"[A-Z\d*()]+")


def government_numbers(text: str) -> Iterator[TextFinding]:
    """What is written as only such numbers are, what a word announces, and texts that are nothing but one."""
    for match in _ANY_BARE.finditer(text):
        for number in _BARE:
            found = number.bare.match(text, match.start()) if number.bare else None
            if found and (number.valid is None or number.valid(found.group())) and not _same(found.group()):
                yield number.finding(*found.span())
    for run in _RUN.finditer(text):
        if sum(c.isdigit() for c in run.group()) >= NAMED_DIGITS:
            yield from _named(text, run)
    whole = text.strip()
    for number in _ALONE if whole.isdecimal() else ():
        if number.alone and number.alone.fullmatch(whole) and number.passes(whole) and not _same(whole):
            yield number.finding(text.index(whole), text.index(whole) + len(whole))


@cache
def _of(countries: frozenset[str]) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """The numbers of countries: those with a check that is believed, and those that are told where they stand alone."""
    rows = [number for number in NUMBERS if (country_of(number.name) or "") in countries]
    return tuple(n for n in rows if n.believed), tuple(n for n in rows if n.unnamed)


def numbers_of_countries(text: str, countries: Collection[str]) -> Iterator[TextFinding]:
    """Numbers of these countries though no word announces them: what passes the check of one, the longest first, and
    texts that are nothing but one by their form.

    One of ten plain numbers passes a check of one digit: whoever names a country takes that for its numbers.
    """
    checked, alone = _of(frozenset(countries))
    for run in _RUN.finditer(text):
        groups, begin = [group.span() for group in _GROUP.finditer(text, *run.span())], 0
        while begin < len(groups):
            begin = yield from _checked_from(text, groups, begin, checked)
    whole = text.strip()
    start = text.index(whole)
    for number in alone:
        if number.unnamed and number.unnamed.fullmatch(whole.upper()) and not _same(whole):
            yield number.finding(start, start + len(whole))


def _checked_from(
    text: str, groups: list[tuple[int, int]], begin: int, rows: tuple[Number, ...]
) -> Generator[TextFinding, None, int]:
    """The longest number that begins with one of the groups; returns the group to go on with."""
    for last in range(len(groups) - 1, begin - 1, -1):
        start, end = groups[begin][0], groups[last][1]
        value = text[start:end]
        if sum(c.isdigit() for c in value) < UNNAMED_DIGITS:
            break
        for number in rows:
            if number.believes(value) and not _same(value):
                yield number.finding(start, end)
                return last + 1
    return begin + 1


def _same(number: str) -> bool:
    """Whether a number is one digit again and again: what stands for a number that is not there."""
    signs = {sign for sign in number if sign.isalnum()}
    return len(signs) == 1 and number[0].isdigit()


def _named(text: str, run: re.Match[str]) -> Iterator[TextFinding]:
    """The numbers of a run that words before it, in it or behind it announce, the longest first."""
    offset, last = max(0, run.start() - _BEFORE), run.end() + _BEHIND
    if not _may_hold_word(text[offset:last].lower()):
        return
    words = list(_WORDS.finditer(text, offset, last))
    groups = [group.span() for group in _GROUP.finditer(text, *run.span())] if words else []
    for first, (start, _) in enumerate(groups):
        for _, end in reversed(groups[first:]):
            value = text[start:end]
            if sum(c.isdigit() for c in value) < NAMED_DIGITS:
                break
            for word in words:
                if word.start() < end and word.end() > start:
                    continue
                near = word.end() <= start and start - word.end() <= SHAPED_GAP
                near = near and not any(c.isdigit() for c in text[word.end() : start])
                for number in _NUMBERS_OF.get(word.group().lower(), ()):
                    if (near or number.shape is None) and number.passes(value):
                        yield number.finding(start, end)
                        return
    yield from _mistyped(text, words, groups)


def _mistyped(text: str, words: list[re.Match[str]], groups: list[tuple[int, int]]) -> Iterator[TextFinding]:
    """What stands right behind a word that is said of such numbers alone, though its check digit is wrong: a number
    that was mistyped or misread is still somebody's."""
    for word in words:
        said = word.group().lower()
        behind = _RIGHT_BEHIND.match(text, word.end())
        if behind is None or len(said) < _TELLING or is_word(said):
            continue
        for start, end in groups:
            if start == behind.end() and sum(c.isdigit() for c in text[start:end]) >= UNNAMED_DIGITS:
                yield replace(_NUMBERS_OF[said][0].finding(start, end), score=0.6, source=Source.PATTERN)
                return


# fmt: off
#: Without check digits: what the shape or the words before it tell.
SHAPED: tuple[Pattern, ...] = (
    # No other number is written so, and a digit that was misread fails the check.
    Pattern("id-br.shape", Kind.ID, re.compile(
            r"(?<![\w.])(?:\d{2}\.\d{3}\.\d{3}/\d{4}|\d{3}\.\d{3}\.\d{3})-\d{2}(?![\w-])|"
            r"(?<![\w.])\d{1,2}\.\d{3}\.\d{3}(?:-[\dX])?(?= (?:SSP|SESP|SDS|DETRAN|IFP|PC)[/-]?[A-Z]{2}\b)"
        ), 0.7, examples=("CNPJ «85.445.335/0001-82»", "«123.456.789-00»", "«2.208.456» SSP/SC"),
        counterexamples=("1.445.335/0001", "v2.208.456", "2.208.456 itens")),
    # gov.uk, "National Insurance number" format
    Pattern("id-gb.nino", Kind.ID, re.compile(
            r"(?<![\w-])(?!BG|GB|KN|NK|NT|TN|ZZ)"
            r"(?:[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]|"
            r"(?!bg|gb|kn|nk|nt|tn|zz)[a-ceghj-pr-tw-z][a-ceghj-npr-tw-z]\d{6}[a-d])(?![\w-])"
        ), 0.8, examples=("NI «AB 12 34 56 C» on file", "«AB123456C»", "as «ab123456c»"),
        counterexamples=("GB 12 34 56 C", "AB 12 34 56 E", "part AB123456CX")),
    # Behind its name, with letters that are not given out, too.
    Pattern("id-gb.nino-named", Kind.ID, re.compile(
            r"\b(?i:nino|ni (?:no|number|nr)\b\.?|national insurance(?: (?:no|number)\b\.?)?)(?: is)?[ :#]{1,3}"
            r"(?P<value>[A-Z]{2} ?\d{2} ?\d{2} ?\d{2}(?: ?[A-D])?)(?![\w-])"
        ), 0.85, group="value", examples=("NI no. «QQ 12 34 56 C» on file", "national insurance number: «BG123456»"),
        counterexamples=("NI QQ 12 34 56 C", "NI no. QQ 12 34 5")),
    Pattern("id-us.ssn-named", Kind.ID,
        re.compile(r"(?:ssn|social security)\D{0,30}(\d{9}|\d{3}\D\d{2}\D\d{4})\b", re.IGNORECASE), 0.85, group=1,
        examples=("SSN: «000-12-3456»", "social security number «123456789»"),
        counterexamples=("ssn 12345678", "account 123456789")),
    Pattern("id-us.ssn-shape", Kind.ID, re.compile(r"(?<![\w-])\d{3}[-–. ]\d{2}[-–. ]\d{4}(?![\w]|[-.]\d)"), 0.6,
        check=lambda match: bool(re.match(r"(?!000|666)\d{3}-(?!00)\d\d-(?!0000)", match.group())),
        examples=("«987-65-4320»",),
        counterexamples=("000-12-3456", "666-12-3456", "987 65 4320", "1987-65-4320", "987-00-4320", "987-65.4320")),
)
# fmt: on


def government_number(text: str) -> bool:
    """Whether the whole text is a number with a government's right check digits, written as it is found."""
    return any(
        number.valid(text)
        for number in NUMBERS
        if number.valid
        and (
            any(form.fullmatch(text) for form in (number.bare, number.alone) if form)
            if number.bare or number.alone
            else number.shape is None
        )
    )
