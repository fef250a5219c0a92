"""What screens say in languages other than English (data/interface.txt.gz): words of menus and messages, months and
days, the cities of time zones; beside them the common words of `languages.py`. None of it is anybody's name; its
sources stand in data/interface.LICENSE.txt."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from importlib import resources

from redaction.findings import Kind, TextFinding
from redaction.text.languages import LANGUAGES, is_word_of
from redaction.text.words import is_word

_WORD = re.compile(r"[^\W\d_][\w\u0300-\u036f\u0900-\u0dff]*(?:['’.-][^\W\d_][\w\u0300-\u036f\u0900-\u0dff]*)*")
#: What parts a title or a row of labels; each part may be in a language of its own.
_SEPARATOR = re.compile(r"[\n\t|:·•—–()\[\]/>]| - |  ")
#: A letter that names of English sentences may be written with.
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
#: From this score on a model is believed in Latin letters, where a name may be a word of some other language.
_SURE = 0.97
#: A text of so many words or fewer is a label, a title or a cell; a city in it stands for an office or a filter.
_LABEL = 8


@lru_cache(maxsize=1)
def _sections() -> dict[str, frozenset[str]]:
    packed = resources.files("redaction.text").joinpath("data/interface.txt.gz").read_bytes()
    rows = (row.split("\t") for row in gzip.decompress(packed).decode("utf-8").splitlines())
    return {row[0]: frozenset(row[1:]) for row in rows}


def words_of(language: str) -> frozenset[str]:
    """Words, or whole labels, of a language that is written without blanks: "zh", "ja", "ko" or "th"."""
    return _sections()[language]


def says(word: str) -> bool:
    """Whether a word, case aside, is one that screens in some language use, a month or a day."""
    low = word.casefold()
    known = low in _sections()["words"] or low.rstrip(".") in _sections()["calendar"]
    return known or any(is_word_of(word, language) for language in LANGUAGES)


def is_city(text: str) -> bool:
    """Whether a text, case aside, is the name of a city that the CLDR names time zones by, in some language."""
    return text.casefold() in _sections()["cities"]


def label_of_nobody(text: str, finding: TextFinding) -> bool:
    """Whether what a model takes for a name is made of such words alone, or is such a city in a label or a title."""
    surface = text[finding.start : finding.end]
    words = _WORD.findall(surface)
    if finding.kind is Kind.ADDRESS and any(c.isdigit() for c in surface):
        return False
    label = len(text.split()) <= _LABEL
    if _LATIN.search(surface) and (finding.score >= _SURE or not (label or finding.kind is Kind.PERSON)):
        return False
    known = bool(words) and all(says(w) or is_word(w) for w in words) and any(says(w) for w in words)
    if known and (not _LATIN.search(surface) or _foreign(text, finding)):
        return True
    return finding.kind is not Kind.COMPANY and is_city(surface) and label


def _foreign(text: str, finding: TextFinding) -> bool:
    """Whether the words beside a finding, in its part of a title or its sentence, are no more English than foreign: in
    an English sentence a word of another language may well be a name."""
    start = max((m.end() for m in _SEPARATOR.finditer(text, 0, finding.start)), default=0)
    after = _SEPARATOR.search(text, finding.end)
    beside = _WORD.findall(text[start : finding.start]) + _WORD.findall(
        text[finding.end : after.start() if after else None]
    )
    english = sum(is_word(w) for w in beside)
    return english == 0 or sum(says(w) for w in beside) > english
