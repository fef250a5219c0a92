"""What screens say in languages other than English (data/interface.txt.gz): words of menus and messages, months and
days, the cities of time zones; beside them the common words of `languages.py`. None of it is anybody's name; its
sources stand in data/interface.LICENSE.txt."""

from __future__ import annotations

import re
from functools import lru_cache

from redaction.findings import Kind, TextFinding
from redaction.lexicon.languages import LANGUAGES, is_word_of
from redaction.lexicon.lists import WordList, packed, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.text.spelling import as_word

WORD = re.compile(r"[^\W\d_][\w\u0300-\u036f\u0900-\u0dff]*(?:['’.-][^\W\d_][\w\u0300-\u036f\u0900-\u0dff]*)*")
#: What parts a title or a row of labels; each part may be in a language of its own.
_SEPARATOR = re.compile(r"[\n\t|:·•—–()\[\]/>]| - |  ")
_WORD_BEFORE, _WORD_AFTER = re.compile(r"[^\W\d_]{1,40}[ -]\Z"), re.compile(r"[ -][^\W\d_]{1,40}")
#: A letter that names of English sentences may be written with.
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
#: Letters that are looked at on either side of a finding, and of a label at most: long texts hold many findings.
_REACH = 300
#: From this score on a model is believed in Latin letters, where a name may be a word of some other language.
_SURE = 0.97
#: The least odds of `as_word` at which one word is nobody's, each of several, and the first where it alone has a
#: capital; a city's.
_LONE, _EACH, _FIRST, _CITY = 1.0, 0.3, -0.5, 9.0
#: The odds below which a word is spelled as names are: samples of screens name people, too ("Petrescu").
_SAID = -1.5
#: What may stand around a button's or a label's only word.
_BESIDE_LONE = " :*.…[]()–-•×"
#: The odds from which a word is spelled as hardly a name is.
SURELY = 2.0
#: Fewest letters of one word that is judged by its spelling: shorter ones are initials, codes and names of all kinds.
_LONE_LETTERS = 4
#: Words of so few small letters link others, and were not learned.
_LINKING = 2
#: Signs of a Chinese word, at least.
_CHINESE = 2
#: Letters of the parts of a compound.
_PART = 4
#: So many words of another language beside a name, and none of English, make a sentence of that language.
_SENTENCE = 2
#: Below this score a place or a company that a model sees in a label of another language is most often none.
_SURE_OF_PLACE = 0.97
#: A text of so many words or fewer is a label, a title or a cell; a city in it stands for an office or a filter.
_LABEL = 8


@lru_cache(maxsize=1)
def _sections() -> dict[str, frozenset[str]]:
    rows = (row.split("\t") for row in packed("redaction.text", "interface.txt.gz").splitlines())
    return {row[0]: frozenset(row[1:]) for row in rows}


def words_of(language: str) -> frozenset[str]:
    """Words, or whole labels, of a language that is written without blanks: "zh", "ja", "ko" or "th"."""
    return _sections()[language]


def says(word: str) -> bool:
    """Whether a word, case aside, is one that screens in some language use, a month or a day."""
    low = word.casefold()
    known = low in _sections()["words"] or low.rstrip(".") in _sections()["calendar"]
    return known or _common(word)


def says_as_word(word: str) -> bool:
    """Whether screens say a word and it is not spelled as names are."""
    return says(word) and as_word(word) >= _SAID


@lru_cache(maxsize=1)
def _cities() -> frozenset[str]:
    return _sections()["cities"] | frozenset(packed("redaction.text", "cities.txt.gz").split("\n"))


def is_city(text: str) -> bool:
    """Whether a text, case aside, is what some language calls a city of 50,000 inhabitants or a time zone."""
    return text.casefold() in _cities()


def label_of_nobody(text: str, finding: TextFinding) -> bool:
    """Whether what a model takes for a name is made of such words, is written as no name is, or is a city or an unsure
    place in a label or a title."""
    surface = text[finding.start : finding.end]
    words = WORD.findall(surface)
    if words and _is_day(words, text) and _is_label(text):
        return True
    if not words or (finding.kind is Kind.ADDRESS and any(c.isdigit() for c in surface)):
        return False
    label = _is_label(text)
    day = surface.casefold() in _sections()["calendar"]
    if label_of_city(text, finding) or _is_lone_word(text, words, finding):
        return True
    if _LATIN.search(surface):
        english, foreign = _beside(text, finding)
        sure = finding.score >= _SURE and (english or foreign < _SENTENCE)
        if sure or (english and foreign <= english) or not (label or finding.kind is Kind.PERSON):
            return False
    if finding.kind is not Kind.PERSON and finding.score >= _SURE_OF_PLACE:
        return False
    if finding.kind is Kind.ADDRESS and label and not any(is_word(w) for w in words):
        return True
    if day or all(_common(w) or is_word(w) for w in words):
        return any(says(w) for w in words)
    if len(words) > 1 and any(w.islower() for w in words) and words[0][0].isupper():
        # Names are written with capitals throughout, labels of most languages are not.
        return not any(name_lists().is_name(w) for w in words)
    # A sentence begins with a capital, whatever its first word is.
    begins = sum(_beside(text, finding)) >= _SENTENCE and not WORD.search(text, 0, finding.start)
    judged = words[1:] if begins and says(words[0]) else words
    capitals = len(judged) > 1 and all(w[0].isupper() and not w.isupper() for w in judged)
    return not capitals and all(says(w) or is_word(w) for w in words) and any(says(w) for w in words)


def _is_lone_word(text: str, words: list[str], finding: TextFinding) -> bool:
    """Whether a model's person or place is one word of screens that no list has as a name, with a text to itself: a
    button or a label, however sure the model is."""
    if len(words) != 1 or text.strip(_BESIDE_LONE) != words[0] or finding.kind not in (Kind.PERSON, Kind.ADDRESS):
        return False
    said = says(words[0]) if finding.kind is Kind.ADDRESS else says_as_word(words[0])
    return said and not name_lists().is_name(words[0])


def _is_day(words: list[str], text: str) -> bool:
    """Whether words are months and days with what links them, those that are names as well with a number beside them:
    "16 de abril"."""
    calendar = _sections()["calendar"]
    if any(c.isdigit() for c in text):
        calendar |= word_list(WordList.MONTHS_AND_NAMES)
    named = [word for word in words if len(word) > _LINKING or not word.islower()]
    return bool(named) and all(word.casefold() in calendar for word in named)


def spelled_as_words(text: str, finding: TextFinding) -> bool:
    """Whether the words of a finding are spelled as words are and names are not, or are cities, and none is a first
    name of the lists. In an English sentence a word of another language may well be a name."""
    surface = text[finding.start : finding.end]
    words = WORD.findall(surface)
    english, foreign = _beside(text, finding)
    if foreign <= english and not _is_label(text):
        return False
    spoken = english > foreign and english >= (_SENTENCE if surface.islower() else 1)
    if any(name_lists().is_first(word) for word in words) or (spoken and _LATIN.search(surface)):
        return False
    odds = [_CITY if is_city(w) else as_word(w) for w in words if len(w) > _LINKING or not w.islower()]
    if not odds:
        return bool(words)
    if len(words) > 1 and words[0][0].isupper() and all(word.islower() for word in words[1:]):
        return odds[0] >= _FIRST and sum(odds) >= 0
    if len(odds) == 1:
        return odds[0] >= _LONE and len(surface) >= _LONE_LETTERS
    return min(odds) >= _EACH


def surely_words(text: str, finding: TextFinding) -> bool:
    """Whether a finding is spelled as words, and one of its words is on screens of some language or all are spelled so
    by far: of unlisted surnames one in thirty is spelled as words are."""
    if not spelled_as_words(text, finding):
        return False
    words = WORD.findall(text[finding.start : finding.end])
    odds = [as_word(word) for word in words if len(word) > _LINKING]
    return any(says(word) for word in words) or (bool(odds) and min(odds) >= SURELY)


def chinese_words(run: str) -> bool:
    """Whether a text is two Chinese words or more, of two signs at least each: longer than names are."""
    known, cut = words_of("zh"), [True] + [False] * len(run)
    for end in range(_CHINESE, len(run) + 1):
        cut[end] = any(cut[start] and run[start:end] in known for start in range(end - _CHINESE + 1))
    return len(run) >= 2 * _CHINESE and cut[-1]


def _is_label(text: str) -> bool:
    return len(text) <= _REACH and len(text.split()) <= _LABEL


def label_of_city(text: str, finding: TextFinding) -> bool:
    """Whether a model's person or place is a city of the list, in a label or a title."""
    short = finding.kind in (Kind.PERSON, Kind.ADDRESS) and _is_label(text)
    return short and is_city(text[finding.start : finding.end])


def label_of_place(text: str, finding: TextFinding) -> bool:
    """Whether a finding, with the word before or after it or alone, is a city or a day in a label: "San Francisco"."""
    if not _is_label(text):
        return False
    before, after = _WORD_BEFORE.search(text, 0, finding.start), _WORD_AFTER.match(text, finding.end)
    start, end = before.start() if before else finding.start, after.end() if after else finding.end
    parts = (text[finding.start : finding.end], text[start : finding.end], text[finding.start : end])
    return any(is_city(part) or part.casefold() in _sections()["calendar"] for part in parts)


@lru_cache(maxsize=50_000)
def _common(word: str) -> bool:
    """Whether a word is a common one of another language, and no compound of English words ("Brightmoor")."""
    if not any(is_word_of(word, language) for language in LANGUAGES):
        return False
    return not any(is_word(word[:at]) and is_word(word[at:]) for at in range(_PART, len(word) - _PART + 1))


def _beside(text: str, finding: TextFinding) -> tuple[int, int]:
    """How many words beside a finding, in its part of a title or its sentence, are English, and how many are of other
    languages: in an English sentence a word of another language may well be a name."""
    first, last = max(0, finding.start - _REACH), min(len(text), finding.end + _REACH)
    start = max((m.end() for m in _SEPARATOR.finditer(text, first, finding.start)), default=first)
    after = _SEPARATOR.search(text, finding.end, last)
    end = after.start() if after else last
    words = WORD.findall(text[start : finding.start]) + WORD.findall(text[finding.end : end])
    return sum(is_word(w) for w in words), sum(says(w) for w in words)
