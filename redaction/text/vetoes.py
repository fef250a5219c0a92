"""Why a finding of a name is dropped: one row a reason, each with a name by which it can be switched off.

What the registry knows or a label tells is never vetoed. Vetoes ask for the source of a finding, not for its detector.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from redaction.findings import Kind, Source, TextFinding
from redaction.kinds.spec import PROPER
from redaction.kinds.table import written_as
from redaction.lexicon.frequencies import COMMON, zipf
from redaction.lexicon.labels import label_kind
from redaction.lexicon.lists import WordList, any_of, word_list
from redaction.lexicon.names import NEVER, name_lists
from redaction.lexicon.shapes import common_word, plural
from redaction.lexicon.words import CALENDAR, COUNTRIES, is_word
from redaction.text.interface import (
    is_city,
    is_day_of_label,
    is_label,
    label_of_nobody,
    label_of_place,
    says,
    spelled_as_words,
    word_for_place,
)
from redaction.text.own_language import word_of_its_language
from redaction.text.patterns.secret import DRAWN, changes
from redaction.text.surnames import unspaced

#: Kinds that are made of words, and may be ordinary ones.
NAME_KINDS = written_as(PROPER)
#: Score below which a person made of ordinary words only is dropped.
PERSON_SCORE = 0.62
#: Score from which a company of ordinary words inside a sentence is believed.
COMPANY_SCORE = 0.9
#: Score from which a model is believed that a short word in capitals is a name and no abbreviation.
CODE_SCORE = 0.9
#: Score from which a model is believed that one word of the dictionary is somebody.
WORD_SCORE = 0.67
#: Score from which a model is believed that what stands behind the word for a project is somebody or a firm.
PROJECT_SCORE = 0.97
#: How common a word is from which on it is no name where it begins a sentence: Zipf's scale, the "you" of a language.
_COMMONEST = 6.0
#: Signs of the code of a state or a country, at most.
_STATE = 2
#: A city alone in a sentence of so many words at most is nobody's.
CITY_WORDS = 16
#: So many words in small letters around a finding make a sentence of it.
SENTENCE_WORDS = 3
#: Code points around a finding that are asked whether they are a sentence.
_NEAR = 60
#: Longest word, in letters, that a company's name may write small.
_SHORT_WORD = 3
#: Share of the long words of a line that capitals begin, from which on a capital there does not tell a name.
HEADLINE_SHARE = 0.75
#: Code points of a line, from the finding on, that are read to tell a headline.
_HEADLINE = 300

_NEVER = CALENDAR | NEVER
_KEYS = word_list(WordList.KEYBOARD_KEYS)
_NAMELESS = word_list(WordList.CONNECTING_WORDS)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_PIECE_WORD = re.compile(r"[^\W_]+(?:['’.&-][^\W_]+)*")
_CODE = re.compile(r"[A-Z]{1,4}\d?")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
#: Around a unit or a site in a mail route: "Ann Barrow / HOU / ECT@ECT"
AFTER_ROUTE = re.compile(r"[@/]\s*$")
_ROUTE_BEFORE = re.compile(r"(?:@|/[^/\n]{1,30}/)\s*$")
_ROUTE_AFTER = re.compile(r"\s*[/@]")
#: Code points before a finding in which its token begins.
_TOKEN = 100
#: Fewest signs of a token that may be one that was drawn at random.
DRAWN_LEAST = 16
_CHUNK = re.compile(r"\S{1,300}")
_CODE_SIGN = re.compile(r"[=(){}$_\\]|[a-z]\.[a-z]")
_COUNTER = re.compile(r"\d[^\w]{0,2}[\u3040-\u30ff\u3400-\u9fff]|[\u3040-\u30ff\u3400-\u9fff][^\w]{0,2}\d")
#: What the parts of Chinese and Japanese addresses end in; a room alone is none.
_PLACE_SIGN = re.compile(
    "[省市都道府州県县縣區区郡町村镇鎮乡鄉路街巷弄里坊號楼樓栋棟園园苑島岛]|丁目|番地|号(?!室)|ビル|マンション|ハイツ|コーポ|荘"
)
_NUMBER = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:[ \u00a0]\d{3})+|\d+)(?:[.,]\d+)?(?![.,]?\d)")
#: Units behind a number, and how far behind a finding one may end.
_UNIT = re.compile(
    r" ?(?:[mkcµ]?m[²³]|m[23]|km|cm|mm|kg|mg|mcg|µg|g|kW|kWh|W|V|Hz|kHz|MHz|GHz|ml|cl|dl|GB|MB|KB|TB|pcs|pç|pz|szt|ks|"
    r"stk|Stk|kom|db|adet|hab|Kč|zł|kr|lei|Ft|TL|[%°€£$])(?!\w)"
)
#: How much of a medicine: what stands beside it is a medicine whatever else is counted ("1000 MG 100 FILM TB").
_DOSE = re.compile(r"\d ?(?:mg|mcg|µg|ml)(?!\w)", re.IGNORECASE)
_UNIT_MOST = 5
#: The word for a project before its name; and behind it, or before up to two words with a capital.
_PROJECT_FIRST = re.compile(rf"{any_of(WordList.PROJECT_WORDS)}(?![\w-])", re.IGNORECASE)
_PROJECT_LAST = re.compile(rf"(?<![\w-])(?i:{any_of(WordList.PROJECT_WORDS)})(?: [^\W\d_a-zß-ÿ]\w{{1,20}}){{0,2}}$")
_NEXT_WORD = re.compile(r" (?P<word>[^\W\d_]{2,40})")
#: A letter four times in a row: a placeholder, or a cry.
_REPEATED = re.compile(r"([^\W\d_])\1{3}", re.IGNORECASE)
_ASSIGNED = re.compile(r"\w\s?[+:?.]?=\s?\Z")
#: A label of a few words and the code behind it: "Passport no. L898902C3".
_LABEL_AND_CODE = re.compile(r"(?P<label>[^\d\n]{2,40}?)[\s:#]+[^\s\d]{0,8}\d\S*")
_SMALL_WORD = re.compile(r"(?<![\w-])[a-z]{2,}(?![\w-])")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A finding of a name in its text, and its words."""

    text: str
    finding: TextFinding
    words: tuple[str, ...]

    @property
    def surface(self) -> str:
        return self.text[self.finding.start : self.finding.end]

    @property
    def modelled(self) -> bool:
        """Whether only a model says so."""
        return self.finding.source is Source.MODEL

    def all_of(self, *tests: Callable[[str], bool]) -> bool:
        """Whether every word passes one of the tests."""
        return all(any(test(word) for test in tests) for word in self.words)


@dataclass(frozen=True, slots=True)
class Veto:
    """`name` switches it off, `reason` says why such a finding is nobody, `when` whether it is such a finding."""

    name: str
    reason: str
    kinds: tuple[Kind, ...]
    when: Callable[[Candidate], bool]


def _never(word: str) -> bool:
    return word.casefold() in _NEVER


def _country(word: str) -> bool:
    return word.casefold() in COUNTRIES


def _nameless(word: str) -> bool:
    return word.casefold() in _NAMELESS


def _nobodys(word: str) -> bool:
    return is_word(word) and not name_lists().is_name(word)


def _calendar(word: str) -> bool:
    return word.casefold() in CALENDAR


def _goes_on(c: Candidate) -> bool:
    """Whether a name of the lists stands right behind: "Jan" of "Jan Willem"."""
    after = _NEXT_WORD.match(c.text, c.finding.end)
    return after is not None and after["word"][0].isupper() and name_lists().is_name(after["word"])


def _pronoun(c: Candidate) -> bool:
    """Whether it is one of the commonest words of a language and begins a sentence: "Nel menu", "Tôi không"."""
    after = _NEXT_WORD.match(c.text, c.finding.end)
    begins = not c.text[: c.finding.start].strip() and after is not None and after["word"].islower()
    return begins and len(c.words) == 1 and max(zipf(c.words[0].casefold())) >= _COMMONEST


def _own_word(c: Candidate) -> bool:
    listed = c.finding.source in (Source.FIRST_NAME, Source.PATTERN)
    return listed and c.finding.score < WORD_SCORE and word_of_its_language(c.text, c.finding)


def _accented(c: Candidate) -> bool:
    """Whether it is one word that no list writes so, and that screens or texts use: "Řádek" is no "Radek"."""
    if len(c.words) != 1 or name_lists().is_written(c.words[0]):
        return False
    return says(c.words[0]) or max(zipf(c.words[0].casefold())) >= COMMON


def _code_of_state(c: Candidate) -> bool:
    return is_label(c.text) and c.surface.isalpha() and c.surface.isascii() and len(c.surface) <= _STATE


def _of_project(c: Candidate) -> bool:
    """Whether a finding holds, or stands right beside, the word for a project or a module, and no surname."""
    start = c.finding.start
    inside = _PROJECT_FIRST.match(c.surface) or _PROJECT_LAST.search(c.surface)
    before = c.text[max(0, start - _NEAR) : start]
    beside = before.endswith(" ") and _PROJECT_LAST.search(before[:-1])
    if c.finding.source is Source.FIRST_NAME:
        return bool(beside)
    unsure = inside or (beside and c.finding.score < PROJECT_SCORE)
    return c.modelled and bool(unsure) and not any(name_lists().is_last(word) for word in c.words)


def _city_of_sentence(c: Candidate) -> bool:
    """Whether it is a city of the lists in a short text of one line that holds no number, as addresses do."""
    short = len(c.text.split()) <= CITY_WORDS and "\n" not in c.text
    return short and is_city(c.surface) and not any(map(str.isdigit, c.text))


def _begins_with_digit(word: str) -> bool:
    return word[0].isdigit()


def _full_name(c: Candidate) -> bool:
    lists = name_lists()
    return len(c.words) > 1 and lists.is_first(c.words[0]) and lists.is_last(c.words[-1])


def _company_in_sentence(c: Candidate) -> bool:
    """ "Lending Club" inside a sentence; alone on a button it would be a label."""
    return (
        len(c.words) > 1
        and c.finding.score >= COMPANY_SCORE
        and _in_sentence(c)
        and not headline(c.text, c.finding.start, c.finding.end)
        and all(word[0].isupper() for word in c.words if len(word) > _SHORT_WORD)
    )


def _in_sentence(c: Candidate) -> bool:
    """Whether ordinary words in small letters stand around a finding: a sentence, not a label or a title."""
    start, end = c.finding.start, c.finding.end
    around = c.text[max(0, start - _NEAR) : start] + c.text[end : end + _NEAR]
    return len(_SMALL_WORD.findall(around)) >= SENTENCE_WORDS


def headline(text: str, start: int, end: int) -> bool:
    """Whether the line writes its long words with capitals: there a capital does not tell a name."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line = text[first : min(last if last >= 0 else len(text), first + _HEADLINE)]
    around = [word for word in _LONG_WORD.findall(line) if word not in text[start:end]]
    return bool(around) and sum(word[0].isupper() for word in around) >= HEADLINE_SHARE * len(around)


def _in_route(c: Candidate) -> bool:
    """Whether it is the abbreviation of a unit or a site in a mail route."""
    start, end = c.finding.start, c.finding.end
    before, after = c.text[max(0, start - 36) : start], c.text[end : end + 3]
    return bool(_CODE.fullmatch(c.text, start, end)) and (
        bool(_ROUTE_BEFORE.search(before)) or bool(AFTER_ROUTE.search(before) and _ROUTE_AFTER.match(after))
    )


def _abbreviation(c: Candidate) -> bool:
    """One short word in capitals that no list knows, two letters or a line of its own (initials) aside."""
    if len(c.words) != 1 or not _CODE.fullmatch(c.words[0]) or name_lists().is_name(c.words[0]):
        return False
    initials = c.finding.kind is Kind.PERSON and (len(c.words[0]) == 2 or _has_line(c))
    return c.finding.score < CODE_SCORE and not initials


def _has_line(c: Candidate) -> bool:
    """Whether a finding has its line to itself, as a signature does."""
    first, last = c.text.rfind("\n", 0, c.finding.start) + 1, c.text.find("\n", c.finding.end)
    rest = c.text[first : c.finding.start] + " " + c.text[c.finding.end : last if last >= 0 else len(c.text)]
    return not re.search(r"\w", rest)


def _one_common_word(c: Candidate) -> bool:
    """One word of the dictionary; nobody is called by a plural that no list holds as a name."""
    if len(c.words) != 1 or not common_word(c.words[0]) or _unknown_code(c.words[0]):
        return False
    labels = c.text[c.finding.end : c.finding.end + 1] == ":"
    return plural(c.words[0]) or c.finding.score < WORD_SCORE or labels


def _unknown_code(word: str) -> bool:
    return bool(_CODE.fullmatch(word)) and not name_lists().is_name(word)


def _digits_only(c: Candidate) -> bool:
    """Digits, and no word that could be a street or a town."""
    return any(char.isdigit() for char in c.surface) and not any(len(w) > 2 and w.isalpha() for w in c.words)


def _in_code(c: Candidate) -> bool:
    """Whether it is a part of a token, of a word with the signs of code in it, a placeholder of one letter again and
    again or a variable in small letters that is assigned, and no list holds it as a name."""
    if any(name_lists().is_name(word) for word in c.words):
        return False
    if _REPEATED.search(c.surface):
        return True
    if c.surface.islower() and _ASSIGNED.search(c.text[max(0, c.finding.start - _TOKEN) : c.finding.start]):
        return True
    start = max((c.text.rfind(sign, max(0, c.finding.start - _TOKEN), c.finding.start) for sign in " \n\t"), default=-1)
    whole = _CHUNK.match(c.text, max(start + 1, c.finding.start - _TOKEN))
    chunk = whole.group().strip(".,;:!?()[]<>\"'*") if whole else ""
    if len(chunk) <= len(c.surface):
        return False
    written = c.surface.islower() or any(sign.isdigit() for sign in c.surface)
    return (written and bool(_CODE_SIGN.search(chunk))) or (len(chunk) >= DRAWN_LEAST and changes(chunk) >= DRAWN)


def _counted(c: Candidate) -> bool:
    """Whether a number stands before a Chinese or Japanese sign, and none of the signs is one that parts of an address
    are told by."""
    shown = c.text[c.finding.start : c.finding.end + 1]
    return bool(_COUNTER.search(shown)) and not _PLACE_SIGN.search(shown)


def _label_and_code(c: Candidate) -> bool:
    """Whether it is a label of numbers, accounts or the like and the code behind it: the code is found by its label."""
    match = _LABEL_AND_CODE.fullmatch(c.surface)
    kind = label_kind(match["label"]) if match else None
    return kind is not None and kind not in NAME_KINDS


def _measured(c: Candidate) -> bool:
    """Whether every number of a finding has its unit behind it, or one is a dose of a medicine."""
    shown = c.text[c.finding.start : c.finding.end + _UNIT_MOST]
    dose = _DOSE.search(shown)
    if dose is not None and dose.start() < len(c.surface):
        return True
    numbers = [n for n in _NUMBER.finditer(shown) if n.start() < len(c.surface)]
    return bool(numbers) and all(_UNIT.match(shown, n.end()) for n in numbers)


# fmt: off
#: Asked of the pieces of a model's finding, and of people, before they are snapped to whole words.
PIECE_VETOES: tuple[Veto, ...] = (
    Veto("in-mail-route", "the code of a unit or a site in a mail route", (Kind.PERSON, Kind.COMPANY), _in_route),
    Veto("model-digits", "a model alone says so of digits without a street or a town", (Kind.ADDRESS,),
        lambda c: c.modelled and _digits_only(c)),
    Veto("model-calendar", 'a model alone says so of a day: "August 8th"', (Kind.PERSON,),
        lambda c: c.modelled and bool(c.words) and c.all_of(_calendar, _begins_with_digit) and not _goes_on(c)),
    Veto("model-abbreviation", "a model alone, and not surely, says so of an abbreviation",
        (Kind.PERSON, Kind.COMPANY), lambda c: c.modelled and _abbreviation(c)),
    Veto("model-in-code", "a model alone says so of a part of a token or of code", NAME_KINDS,
        lambda c: c.modelled and _in_code(c)),
    Veto("model-common-word", "a model alone says so of one word of the dictionary", (Kind.PERSON,),
        lambda c: c.modelled and _one_common_word(c)),
)
# fmt: on


# fmt: off
#: Asked of every finding of a name that a pattern or a model makes, once it is snapped to whole words.
VETOES: tuple[Veto, ...] = (
    Veto("nobodys-words", "days, months and words of mails are nobody", NAME_KINDS,
        lambda c: c.all_of(_never) and not _goes_on(c)),
    Veto("keyboard-key", "a model alone says so of a key ('Moving with Page Down')", NAME_KINDS,
        lambda c: c.modelled and c.surface.casefold() in _KEYS),
    Veto("small-words", "a model alone says so of ordinary words in small letters", NAME_KINDS,
        lambda c: c.modelled and c.surface.islower() and c.all_of(_nobodys)),
    Veto("label-of-nobody", "a model alone says so of a label, a month or a city of another language", NAME_KINDS,
        lambda c: c.modelled and label_of_nobody(c.text, c.finding)),
    Veto("spelled-as-words", "a model alone says so of words that are spelled as those of a language, not as names",
        (Kind.PERSON,),
        lambda c: c.modelled and not unspaced(c.text, c.finding) and spelled_as_words(c.text, c.finding)),
    Veto("listed-city", "lists of names know a word of a city or a day that a label names", (Kind.PERSON,),
        lambda c: c.finding.source in (Source.PATTERN, Source.FIRST_NAME) and label_of_place(c.text, c.finding)),
    Veto("common-word-first", "lists of first names know one of the commonest words, which begins a sentence",
        (Kind.PERSON,), lambda c: c.finding.source is Source.FIRST_NAME and _pronoun(c)),
    Veto("word-of-its-language", "lists of first names know a common word of the language around it, where it is none",
        (Kind.PERSON,), _own_word),
    Veto("accented-word", "lists of first names know a word only without its accents, and texts use it with them",
        (Kind.PERSON,), lambda c: c.finding.source is Source.FIRST_NAME and _accented(c)),
    Veto("project", "what stands beside the word for a project or a module is its name, unless it is a surname",
        (Kind.PERSON, Kind.COMPANY), lambda c: not c.finding.source.known and _of_project(c)),
    Veto("lone-country", "a model alone says so of a country that has its line or its cell to itself",
        (Kind.PERSON, Kind.COMPANY), lambda c: c.modelled and c.all_of(_country) and c.surface == c.text.strip()),
    Veto("day-of-label", "a month or a day that lists of names know as well, in a label", (Kind.PERSON,),
        lambda c: is_day_of_label(c.text, c.finding)),
    Veto("company-of-words", "a model alone says so of ordinary words that no sentence uses as a name",
        (Kind.COMPANY,), lambda c: c.modelled and c.all_of(is_word, _nameless) and not _company_in_sentence(c)),
    Veto("counted-things", 'a model alone says so of a number and its counter in Chinese or Japanese: "3天", "101号室"',
        (Kind.ADDRESS,), lambda c: c.modelled and _counted(c)),
    Veto("label-and-code", 'a model alone says so of a label and its number: "Passport no. L898902C3"',
        (Kind.ADDRESS, Kind.COMPANY), lambda c: c.modelled and _label_and_code(c)),
    Veto("measured-things", 'a model alone says so of words and measures: "drill 650 W", "61 m²"', (Kind.ADDRESS,),
        lambda c: c.modelled and _measured(c)),
    Veto("place-of-code", 'a model alone says so of the code of a state or a country: "CA"', (Kind.ADDRESS,),
        lambda c: c.modelled and _code_of_state(c)),
    Veto("city-of-sentence", "a model alone says so of a city in a short text without a number", (Kind.ADDRESS,),
        lambda c: c.modelled and _city_of_sentence(c)),
    Veto("place-of-words", "a model alone says so of ordinary words and countries", (Kind.ADDRESS,),
        lambda c: c.modelled and (c.all_of(is_word, _country, _nameless) or word_for_place(c.text, c.finding))),
    Veto("person-of-words", "ordinary words and countries, and no sure finding, nor a first and a last name",
        (Kind.PERSON,),
        lambda c: c.finding.score < PERSON_SCORE and c.all_of(is_word, _country) and not _full_name(c)),
)
# fmt: on


def veto_of(text: str, finding: TextFinding, disabled: frozenset[str] = frozenset()) -> Veto | None:
    """The first veto that a finding meets, those switched off aside; None when it stays."""
    if finding.kind not in NAME_KINDS or finding.source.known or finding.source is Source.LABEL:
        return None
    candidate = Candidate(text, finding, tuple(_WORD.findall(text, finding.start, finding.end)))
    return _first(VETOES, candidate, disabled)


def piece_veto_of(text: str, finding: TextFinding, disabled: frozenset[str] = frozenset()) -> Veto | None:
    """The first veto that a piece of a name meets before it is snapped; None when it stays."""
    candidate = Candidate(text, finding, tuple(_PIECE_WORD.findall(text, finding.start, finding.end)))
    return _first(PIECE_VETOES, candidate, disabled)


def _first(vetoes: tuple[Veto, ...], candidate: Candidate, disabled: frozenset[str]) -> Veto | None:
    kind = candidate.finding.kind
    return next((v for v in vetoes if kind in v.kinds and v.name not in disabled and v.when(candidate)), None)
