"""What screens say in languages other than English (data/interface.txt.gz): words of menus and messages, months and
days, the cities of time zones; beside them the common words of `languages.py`. None of it is anybody's name; its
sources stand in data/interface.LICENSE.txt."""

from __future__ import annotations

import re
from functools import lru_cache

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.languages import LANGUAGES, is_word_of, is_word_of_any
from redaction.lexicon.lists import WordList, packed, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.text.spelling import as_word

WORD = re.compile(r"[^\W\d_][\w\u0300-\u036f\u0900-\u0dff]*(?:['’.-][^\W\d_][\w\u0300-\u036f\u0900-\u0dff]*)*")
#: What parts a title or a row of labels; each part may be in a language of its own.
_SEPARATOR = re.compile(r"[\n\t|:·•—–()\[\]/>]| - |  ")
_LETTERS = r"(?:[^\W\d_]|[\u0300-\u036f\u0900-\u0dff]){1,40}"
_WORD_BEFORE, _WORD_AFTER = re.compile(rf"{_LETTERS}[ -]\Z"), re.compile(rf"[ -]{_LETTERS}")
#: A letter that names of English sentences may be written with.
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
#: Letters that are looked at on either side of a finding, and of a label at most: long texts hold many findings.
_REACH = 300
#: From this score on a model is believed in Latin letters, where a name may be a word of some other language.
_SURE = 0.97
#: From this score on a model is believed that several words are somebody, however they are spelled: asked of labels and
#: of names in 26 languages it said so of five labels and of 24 names that their spelling alone would have taken away.
_CERTAIN = 0.999
#: From this score on a pattern has found a title, a header or a full name.
_LED = 0.7
#: Words of the lists of names that make somebody of what a model takes for a place.
_NAMED = 2
#: Below this score words of screens among several are words however they are spelled.
_SURE_OF_SEVERAL = 0.992
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


def is_ordinary(word: str) -> bool:
    """Whether a word is one of a language or of screens."""
    return says(word) or is_word_of_any(word)


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
    if words and _is_day(words, text) and is_label(text):
        return True
    if not words or (finding.kind is Kind.ADDRESS and any(c.isdigit() for c in surface)):
        return False
    if _begins_sentence(text, words, finding):
        return True
    if _is_certain(words, finding) or _beside_a_name(text, finding):
        return False
    label = is_label(text)
    day = surface.casefold() in _sections()["calendar"]
    if day and finding.kind is not Kind.PERSON and len(surface) >= _LONE_LETTERS:
        return True
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
        return sum(name_lists().is_name(w) for w in words) < _NAMED
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


def _is_certain(words: list[str], finding: TextFinding) -> bool:
    return finding.kind is Kind.PERSON and len(words) > 1 and finding.score >= _CERTAIN


def _begins_sentence(text: str, words: list[str], finding: TextFinding) -> bool:
    """Whether the first words of a sentence are each one of screens or a city: "Stránka Srpen se"."""
    if len(words) < _NAMED or not words[0].istitle():
        return False
    if text[: finding.start].strip():
        return False
    after = _WORD_AFTER.match(text, finding.end)
    sentence = after is not None and after.group().islower()
    if not sentence or not says_as_word(words[0]) or name_lists().is_name(words[0]) or _addresses(words[0]):
        return False
    return all(is_city(w) or (says_as_word(w) and not name_lists().is_name(w)) for w in words[1:])


def _beside_a_name(text: str, finding: TextFinding) -> bool:
    """Whether a person has a capitalised word of the lists right beside it, so that both are one name."""
    if finding.kind is not Kind.PERSON:
        return False
    return any(
        not word.islower() and name_lists().is_name(word) and not says(word) for word in _adjoining(text, finding)
    )


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
    beside_number = any(c.isdigit() for c in text)
    named = [word for word in words if len(word) > _LINKING or not word.islower()]
    return bool(named) and all(of_calendar(word, beside_number=beside_number) for word in named)


def of_calendar(word: str, *, beside_number: bool) -> bool:
    """Whether a word is a month or a day of the week in some language; one that is a name as well, beside a number."""
    low = word.casefold()
    return low in _sections()["calendar"] or (beside_number and low in word_list(WordList.MONTHS_AND_NAMES))


def spelled_as_words(text: str, finding: TextFinding) -> bool:
    """Whether the words of a finding are spelled as words are and names are not, or are cities, and none is a first
    name of the lists. In an English sentence a word of another language may well be a name."""
    surface = text[finding.start : finding.end]
    words = WORD.findall(surface)
    english, foreign = _beside(text, finding)
    if (foreign <= english and not is_label(text)) or _is_certain(words, finding) or _beside_a_name(text, finding):
        return False
    spoken = english > foreign and english >= (_SENTENCE if surface.islower() else 1)
    if any(name_lists().is_first(word) for word in words) or (spoken and _LATIN.search(surface)):
        return False
    several = len(words) > 1 and finding.score < _SURE_OF_SEVERAL and not any(is_word(w) for w in words)
    odds = [_odds(w, several=several) for w in words if len(w) > _LINKING or not w.islower()]
    if not odds:
        return bool(words)
    if len(words) > 1 and words[0][0].isupper() and all(word.islower() for word in words[1:]):
        return odds[0] >= _FIRST and sum(odds) >= 0
    if len(odds) == 1:
        return odds[0] >= _LONE and len(surface) >= _LONE_LETTERS
    return min(odds) >= _EACH


def _odds(word: str, *, several: bool) -> float:
    """How surely a word is spelled as words are; among several, a word of screens is one however it is spelled."""
    if is_city(word):
        return _CITY
    said = several and says_as_word(word) and not name_lists().is_name(word)
    return max(as_word(word), _EACH) if said else as_word(word)


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


def is_label(text: str) -> bool:
    """Whether a text is a label, a title or a cell and no sentence."""
    return len(text) <= _REACH and len(text.split()) <= _LABEL


def word_for_place(text: str, finding: TextFinding) -> bool:
    """Whether what a model takes for a place is one word that screens use and no city, alone or among words of its
    language: in an English sentence it may be somewhere ("Bavaria")."""
    words = WORD.findall(text[finding.start : finding.end])
    if len(words) != 1 or not says_as_word(words[0]) or is_city(words[0]):
        return False
    english, foreign = _beside(text, finding)
    return foreign > english or (is_label(text) and not english)


def label_of_city(text: str, finding: TextFinding) -> bool:
    """Whether a model's person or place is a city of the list, in a label or a title."""
    short = finding.kind in (Kind.PERSON, Kind.ADDRESS) and is_label(text)
    return short and is_city(text[finding.start : finding.end])


def label_of_place(text: str, finding: TextFinding) -> bool:
    """Whether a finding, with the word before or after it or alone, is a city or a day in a label: "San Francisco"."""
    if not is_label(text):
        return False
    before, after = _WORD_BEFORE.search(text, 0, finding.start), _WORD_AFTER.match(text, finding.end)
    start, end = before.start() if before else finding.start, after.end() if after else finding.end
    parts = (text[finding.start : finding.end], text[start : finding.end], text[finding.start : end])
    return any(is_city(part) or part.casefold() in _sections()["calendar"] for part in parts)


def is_day_of_label(text: str, finding: TextFinding) -> bool:
    """Whether a finding is one word for a month or a day of the week, in a label where no name goes on beside it and
    nobody is addressed so. What a pattern is surer of has a title or a header before it."""
    most = _SURE if finding.source is Source.MODEL else _LED
    if finding.score >= most or not is_label(text):
        return False
    if text[finding.start : finding.end].casefold() not in _days_and_names():
        return False
    beside = _adjoining(text, finding)
    addressed = text[: finding.start].rstrip().endswith(".") or any(map(_addresses, beside))
    return not addressed and all(word.islower() or says(word) or is_word(word) for word in beside)


def _addresses(word: str) -> bool:
    """Whether a word greets somebody, or stands before a name."""
    low = word.casefold().rstrip(".")
    return any(low in word_list(name) for name in (WordList.FORMS_OF_ADDRESS, WordList.GREETINGS, WordList.TITLES))


@lru_cache(maxsize=1)
def _days_and_names() -> frozenset[str]:
    return frozenset(word.casefold() for word in word_list(WordList.DAYS_AND_NAMES))


@lru_cache(maxsize=50_000)
def _common(word: str) -> bool:
    """Whether a word is a common one of another language, and no compound of English words ("Brightmoor")."""
    if not any(is_word_of(word, language) for language in LANGUAGES):
        return False
    return not any(is_word(word[:at]) and is_word(word[at:]) for at in range(_PART, len(word) - _PART + 1))


def _adjoining(text: str, finding: TextFinding) -> list[str]:
    """The words right before and right behind a finding, a blank or a hyphen between."""
    before, after = _WORD_BEFORE.search(text, 0, finding.start), _WORD_AFTER.match(text, finding.end)
    return [match.group().strip(" -") for match in (before, after) if match]


def _beside(text: str, finding: TextFinding) -> tuple[int, int]:
    """How many words beside a finding, in its part of a title or its sentence, are English, and how many are of other
    languages: in an English sentence a word of another language may well be a name."""
    first, last = max(0, finding.start - _REACH), min(len(text), finding.end + _REACH)
    start = max((m.end() for m in _SEPARATOR.finditer(text, first, finding.start)), default=first)
    after = _SEPARATOR.search(text, finding.end, last)
    end = after.start() if after else last
    words = WORD.findall(text[start : finding.start]) + WORD.findall(text[finding.end : end])
    return sum(is_word(w) for w in words), sum(says(w) for w in words)
