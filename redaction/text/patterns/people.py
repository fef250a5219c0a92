"""People by position: salutations, signatures, titles, speakers, and the words that lead to a name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.lists import WordList, any_of, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import CALENDAR, COUNTRIES, is_word, word_set
from redaction.text.patterns.headers import HEADER, LABEL_WORDS
from redaction.text.patterns.listed_people import ROWS as LISTED
from redaction.text.patterns.listed_people import listed
from redaction.text.patterns.name_parts import NAME, PART, WORD, cut
from redaction.text.patterns.pattern import Pattern, find_all

_HONORIFICS = any_of(WordList.HONORIFICS)
_GREETINGS = any_of(WordList.GREETINGS)
_COMMON_NAMES = word_list(WordList.COMMON_NAMES)
_STRONG_HONORIFIC = re.compile(
    r"^(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Mme|Mlle|Herr|Frau|Messrs|Shri|Smt|Señora?|Signora?|Sra|Monsieur|Madame)\b"
)
_LINK = re.compile(r"[ ]?(?:and|&)[ ]")
#: What stands between the separators of several names.
_NAME_OF_SEVERAL = re.compile(r"(?:(?!,[ ]|[ ]and[ ]|[ ]&[ ]|/).)+")


def _names(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Every name of a match that has a word in no dictionary, or a first name that is hardly ever a word."""
    text = match.string
    for part in _NAME_OF_SEVERAL.finditer(text, *match.span("name")):
        first, last = part.span()
        link = _LINK.match(text, first, last)
        first, last = cut(text, link.end() if link else first, last)
        words = WORD.findall(text, first, last)
        if words and words[0].casefold() not in LABEL_WORDS and any(map(_proper, words)):
            yield first, last


def _known_names(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Those of `_names` of which the lists know a word."""
    lists = name_lists()
    for first, last in _names(match):
        # "X-Api-Art: …" is a header of a protocol.
        if match.string[first:last].count("-") < 2 and any(map(lists.is_name, WORD.findall(match.string, first, last))):
            yield first, last


def _proper(word: str) -> bool:
    low = word.casefold()
    if len(word) < 2 or low in COUNTRIES:
        return False
    return not is_word(word) or (name_lists().is_first(word) and low not in CALENDAR and low not in _COMMON_NAMES)


def _titled(match: re.Match[str], *, strong: bool) -> Iterator[tuple[int, int]]:
    """Title and name: "Mrs" tells a gender, and a bare title reads oddly without its name."""
    start, end = cut(match.string, *match.span("name"))
    if bool(_STRONG_HONORIFIC.match(match.group())) is not strong:
        return
    words = (word for word in WORD.findall(match.string, start, end) if len(word) > 1)
    if strong or any(not is_word(word) and word.casefold() not in COUNTRIES for word in words):
        yield match.start(), end


def _of_somebody(match: re.Match[str]) -> bool:
    """Whether the word before that of the account is a first name and no word."""
    return name_lists().is_first(match["name"]) and not is_word(match["name"])


#: What files are called by that are nobody's papers.
_VERSIONS = word_set(
    "anonymised anonymized blank copy draft english example final format french form german guide guidelines new old "
    "review sample screening summary template tips update updated version"
)


def _papers(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The name, unless a word of it is one of drafts and templates."""
    start, end = match.span("name")
    if _VERSIONS.isdisjoint(word.casefold() for word in re.findall(r"[^\W\d_]+", match["name"])):
        yield start, end


_HONORIFIC = re.compile(
    rf"(?<![\w])(?:{_HONORIFICS})\.?(?:[ \u00a0]+(?:Dr|Prof|Ing|Dipl|h\.c|Justice|"
    rf"Judge)\.?)*[ \u00a0]+(?P<name>{NAME}(?:[ \u00a0]+(?:and|&)[ \u00a0]+(?!(?:Mr|Mrs|Ms|Miss|Dr|Prof|Messrs|Sir|"
    rf"Lady|the)\b){PART})?)"
)
# fmt: off
POSITIONS: tuple[Pattern, ...] = (
    HEADER,
    Pattern("person-salutation", Kind.PERSON, re.compile(
            rf"(?im)(?:^|(?<=[\n.!?>\"“])|(?<=\S\s\s))[ \t>\"“*]{{0,8}}(?:{_GREETINGS})"
            rf"[ \t,]+(?-i:(?P<name>{NAME}(?:(?:,[ ]?|[ ]and[ ]|[ ]&[ ]|"
            rf"/){PART}(?:[ ]{PART})?){{0,4}}))(?=[ \t]{{0,8}}(?:[,.!:;?\n–—-]|$|[ ](?:for|I|we|can|please|just|this|"
            rf"my|and|it|how|do|are|did|the)\b))"
        ), 0.75, Source.POSITION, spans=_names, examples=("Dear «Maria»,", "Hi «Zquell» and «Maria»,"),
        counterexamples=("Dear Customer,", "Maria,")),
    Pattern("person-vocative", Kind.PERSON, re.compile(
            rf"(?m)^[ \t>]{{0,8}}(?P<name>{PART}(?:[ ]{PART})?(?:(?:,[ ]|/|[ ]and[ ]|[ ]&[ ]){PART}){{0,4}})[ ]?(?:,|"
            rf":|-|–|—|--|\.\.\.|!)[ \t]{{0,8}}(?:\n|$|(?=\S))"
        ), 0.65, spans=_known_names, examples=("«Maria», can you look?",),
        counterexamples=("However, can you look?", "Zquell, can you look?", "X-Maria-Api: can you look?")),
    Pattern("person-honorific", Kind.PERSON, _HONORIFIC, 0.9, Source.POSITION,
        spans=lambda match: _titled(match, strong=True), examples=("ask «Mrs Vexlor» now", "«Dr. Price»"),
        counterexamples=("Mrs vexlor", "Nurse Vexlor")),
    Pattern("person-title", Kind.PERSON, _HONORIFIC, 0.7, Source.POSITION,
        spans=lambda match: _titled(match, strong=False), examples=("ask «Nurse Vexlor» now",),
        counterexamples=("General Motors", "President Germany", "Mrs Vexlor")),
    # A number on the shoulder between a rank and a name, which may be a word.
    Pattern("person-ranked", Kind.PERSON, re.compile(
            rf"(?<![\w-])(?:W?PC|W?PS|W?D[CSI]|PCSO|Insp|Sgt|Const|Ofc|Officer|Constable|Sergeant)\.? #?\d{{2,6}} "
            rf"(?P<name>{NAME})(?!\w)"
        ), 0.8, Source.POSITION, group="name", examples=("escort PC 4711 «Banks»", "Sgt. 47 «Zquell»"),
        counterexamples=("PC 4711 banks", "room 4711 Banks", "PC Banks")),
    # Somebody's account, as programs name the first ones.
    Pattern("person-account", Kind.PERSON, re.compile(
            rf"(?<![\w-])(?P<name>{PART}) (?:Admin|Administrator|Demo|Test|Tester|User)(?![\w-])"
        ), 0.95, Source.POSITION, check=_of_somebody, examples=("«Anna Admin»", "by «Marta Demo» on 3 May"),
        counterexamples=("Site Admin", "Mark User", "Anna Administration", "Zquell Admin", "Demo User")),
    # Whose papers a file is.
    Pattern("person-papers", Kind.PERSON, re.compile(
            r"(?<![^\W_])(?i:cv|r[eé]sum[eé]|curriculum vitae|lebenslauf)(?:[ _-]{1,2}|[ _]-[ _])"
            rf"(?P<name>{PART}(?:[ _]{PART})?)(?=(?:[ _-](?:19|20)\d\d)?\.(?:pdf|docx?|odt|rtf|pages)(?!\w))"
        ), 0.8, Source.POSITION, spans=_papers, needs=(".",),
        examples=("CV_«Vexlor».pdf", "CV «Roots».docx", "Resume-«Vexlor_Anna»_2025.pdf"),
        counterexamples=("CV_Template.pdf", "CV Final Version.docx", "cv Vexlor")),
    # As airlines write a passenger.
    Pattern("person-passenger", Kind.PERSON, re.compile(
            r"(?<![\w/])(?P<name>[^\W\d_a-z](?:[^\W\d_a-z]|[ '-](?=[^\W\d_a-z])){1,40}/[^\W\d_a-z]"
            r"(?:[^\W\d_a-z]|[ '-](?=[^\W\d_a-z])){0,40}? (?:MRS|MR|MS|MISS|MSTR|DR|CHD))(?![\w/])"
        ), 0.85, Source.POSITION, group="name", needs=("/",),
        examples=("14C «VAN VEXLOR/ANNA MRS»", "«ZQUELL/JO MR»"),
        counterexamples=("VEXLOR/ANNA", "Vexlor/Anna Mrs", "N/A/ANNA MR")),
)
# fmt: on
ROWS = (*POSITIONS, *LISTED)


def people(text: str) -> Iterator[TextFinding]:
    """Names told by their position, then names told by the lists."""
    yield from find_all(ROWS, text)
    yield from listed(text)
