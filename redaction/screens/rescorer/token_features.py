"""What a word tells by itself: its signs, and the lists and dictionaries that hold it."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from redaction.lexicon.forms import LEGAL, PARTICLES
from redaction.lexicon.frequencies import zipf
from redaction.lexicon.languages import is_word_of
from redaction.lexicon.names import name_lists
from redaction.lexicon.scripts import script_of
from redaction.lexicon.vocabulary import occurs
from redaction.lexicon.words import CALENDAR, is_word
from redaction.text.interface import is_city, says
from redaction.text.spelling import as_word

_LETTERS = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?")
_TIME = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")
_AMOUNT = re.compile(r"[$€£¥+-]?\d{1,3}(?:[.,' ]\d{3})*(?:[.,]\d{1,2})?[%€$£]?")
_LOGIN = re.compile(r"@?[a-z][a-z0-9]*(?:[._-][a-z0-9]+){0,3}")
_FILE = re.compile(r"\.[A-Za-z]{2,4}$")
_HOST = re.compile(r"(?:[\w-]+\.)+[A-Za-z]{2,}")
_HEX = re.compile(r"[0-9a-fA-F]{6,}")
_ODDS = 12.0
"""Log odds beyond it, either way, say no more."""
_LANGUAGES = ("de", "es", "fr", "it", "nl", "pt")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "ARABIC")

NAMES = (
    "length", "letters", "digits", "upper", "lower", "signs", "runs", "longest digits", "case", "script",
    "at", "dot", "hyphen", "underscore", "slash", "hash", "apostrophe", "ellipsis", "capital inside", "leading zero",
    "date", "time", "amount", "login", "file", "host", "hex", "single",
    "english", "page language", "other languages", "first name", "last name", "share of words", "share of names",
    "legal form", "particle", "calendar", "label word", "accents", "vowels",
    "frequency", "frequency in English", "frequency anywhere", "languages",
    "spelling", "least spelling", "screen words", "city",
)  # fmt: skip
"""One number each, in this order."""


@lru_cache(maxsize=100_000)
def token_features(token: str, language: str, likely: int = 0) -> tuple[float, ...]:
    """The numbers of `NAMES` for one word on a page in a language ("" for English or none that is known), `likely` by
    the frequencies of its words (index into `frequencies.LANGUAGES`). Frequencies are of a word's rarest part."""
    letters = [c for c in token if c.isalpha()]
    parts = _LETTERS.findall(token)
    digits = _DIGITS.findall(token)
    kinds = ["d" if c.isdigit() else "a" if c.isalpha() else "s" for c in token]
    lists = name_lists()
    known = [part for part in parts if len(part) > 1 and is_word(part)]
    named = [part for part in parts if len(part) > 1 and lists.is_name(part)]
    plain = token.strip(".'’-_")
    low = plain.casefold()
    return (
        float(len(token)),
        float(len(letters)),
        float(sum(map(len, digits))),
        float(sum(c.isupper() for c in letters)),
        float(sum(c.islower() for c in letters)),
        float(kinds.count("s")),
        float(sum(a != b for a, b in pairwise(kinds))),
        float(max(map(len, digits), default=0)),
        float(_case(letters)),
        float(_SCRIPTS.index(script) if (script := script_of(token)) in _SCRIPTS else len(_SCRIPTS)),
        float("@" in token),
        float(token.count(".")),
        float(token.count("-")),
        float(token.count("_")),
        float(token.count("/") + token.count("\\")),
        float("#" in token),
        float("'" in token or "’" in token),
        float(token.endswith(("…", ".."))),
        float(any(a.islower() and b.isupper() for a, b in pairwise(token))),
        float(token.startswith("0")),
        float(bool(_DATE.fullmatch(token))),
        float(bool(_TIME.fullmatch(token))),
        float(bool(_AMOUNT.fullmatch(token))),
        float(bool(_LOGIN.fullmatch(token))),
        float(bool(_FILE.search(token))),
        float(bool(_HOST.fullmatch(token))),
        float(bool(_HEX.fullmatch(token))),
        float(len(parts) == 1 and len(parts[0]) == len(plain)),
        float(is_word(plain)),
        float(is_word_of(plain, language)),
        float(sum(is_word_of(plain, other) for other in _LANGUAGES)),
        float(lists.is_first(plain)),
        float(lists.is_last(plain)),
        len(known) / max(1, len(parts)),
        len(named) / max(1, len(parts)),
        float(low.replace(".", "") in LEGAL),
        float(low in PARTICLES),
        float(low in CALENDAR),
        float(occurs(plain)),
        float(sum(c > "\x7f" for c in letters)),
        sum(c in "aeiouyAEIOUY" for c in letters) / max(1, len(letters)),
        *_frequencies(parts, likely),
        *spellings(token),
        float(is_city(plain)),
    )


@lru_cache(maxsize=100_000)
def spellings(token: str) -> tuple[float, float, float]:
    """How much a token's parts are spelled as words and not as names, in the mean and at least (log odds, 0 without a
    part of two letters), and the share of them that screens in some language use (-1 without one)."""
    parts = [part for part in _LETTERS.findall(token) if len(part) > 1]
    if not parts:
        return 0.0, 0.0, -1.0
    odds = [max(-_ODDS, min(_ODDS, as_word(part))) for part in parts]
    return round(sum(odds) / len(odds), 2), round(min(odds), 2), sum(map(says, parts)) / len(parts)


def _frequencies(parts: list[str], likely: int) -> tuple[float, float, float, float]:
    """In the page's language, in English, where it is highest, and how many languages know it; -1 without a letter."""
    if not parts:
        return -1.0, -1.0, -1.0, -1.0
    rarest = [min(some) for some in zip(*map(zipf, parts), strict=True)]
    return rarest[likely], rarest[0], max(rarest), float(sum(z > 0 for z in rarest))


def _case(letters: list[str]) -> int:
    """0 no letters, 1 small, 2 Title, 3 CAPITALS, 4 one capital, 5 mixed, 6 a script without case."""
    cased = [c for c in letters if c.isupper() or c.islower()]
    if not letters:
        return 0
    if not cased:
        return 6
    if len(cased) == 1 and cased[0].isupper():
        return 4
    if all(c.islower() for c in cased):
        return 1
    if all(c.isupper() for c in cased):
        return 3
    return 2 if cased[0].isupper() and all(c.islower() for c in cased[1:]) else 5
