"""What identifies nobody however likely the re-scorer finds it: amounts, moments, this very machine and several Chinese
words; and when it stands alone a number of one or two digits, a single letter, a city, a known program, and short marks
of accounts, calendars and clocks that are nobody's initials."""

from __future__ import annotations

import re
from collections.abc import Iterable

from redaction.findings import Kind
from redaction.kinds.spec import Value
from redaction.kinds.table import written_as
from redaction.lexicon.lists import WordList, any_of, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.values import CURRENCY_WORDS, DAY, FIGURES, WITH_CURRENCY
from redaction.screens.rescorer.figures import of_time_or_money
from redaction.text.interface import chinese_words, is_city

_NUMBERS = written_as(Value.NUMBER)
_PROPER = written_as(Value.NAME, Value.COMPANY)
_FIRMS = written_as(Value.COMPANY)
_NAMED = written_as(Value.NAME, Value.LOGIN, Value.NUMBER)
_AROUND = "()[],;:."
_ROUND = " ()[],;:·"
"""What may stand around a value that its form settles."""
_QUOTED = "()[],;\"'·-–"
"""What may stand around a moment, as written and as read."""
FEWEST = 3
"""Digits of a number that tells somebody by itself."""
CRUMB = 3
"""Most digits of a number that is left over and tells nobody; postcodes have four or more."""
MARKS = 3
"""Lines of a page that are marks before they are believed to be: one or two may be somebody's initials."""
_SHORT_NAME = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff々]{2,4}")
_COUNT = re.compile(rf"\d{{1,{FEWEST - 1}}}")
_WORD = re.compile(r"[^\W\d_]+")
_AMOUNT = re.compile(
    rf"{WITH_CURRENCY}|{FIGURES} ?[km]?m[²³]|"
    r"[^\W\d_]{2,9}\.?,? \d{1,4} ?[km]?m[²³]"
)
"""An amount of money, a share or an area, perhaps behind what is counted ("rok, 34 m²")."""
_TIME = r"\d\d?:\d\d(?::\d\d(?:[.,]\d{1,6})?)?"
_FROM_UTC = r"[+\-−–](?:0\d|1[0-4]):?(?:00|15|30|45)"
_MOMENT = re.compile(
    rf"{DAY}(?:[T_]?{_TIME}(?:Z|{_FROM_UTC})?)?|"
    rf"(?:0[1-9]|1[0-2])[-./](?:0[1-9]|[12]\d|3[01]){_TIME}|"
    rf"{_TIME}(?:[-–/]{_TIME}){{0,3}}|"
    r"(?:19|20)\d\d[-./](?:0[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])[-./](?:19|20)\d\d"
)
"""A day, or a day and a time whose blank was not read, perhaps without its year ("05-1817:44"); hours; a month of a
year."""
_OFFSET = re.compile(_FROM_UTC)
"""How far a clock is from UTC, as mails have it behind the hour: "+0200"."""
_LOOPBACK = re.compile(
    r"(?:https?://)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[?::1\]?)(?::\d{1,5})?[/#]{0,2}", re.IGNORECASE
)
"""The machine itself, which every machine calls so, with a port."""
_YEAR = re.compile(r"(?:19|20)\d\d")
SURE_OF_YEAR = 0.5
"""Probability from which a number of somebody may look like a year."""
_RECENT = r"20[0-4]\d"
_PERIOD = re.compile(r"(?:[^\W\d_]{4,20}[_ #-]|(?:[^\W\d_]\.){2} ?)?20(?P<first>[0-4]\d)[-/–](?:20)?(?P<last>[0-4]\d)")
"""Two years, perhaps behind what they are called: "2024-2025", "A.S. 2025/26"."""
_OF_YEAR = re.compile(rf"(?:[^\W\d_]{{4,20}}[_ #-]){{1,3}}{_RECENT}(?:\.[a-z]{{3,4}})?|{_RECENT}\.[a-z]{{3,4}}")
"""A year behind words, and at the end of a file's name: "sales_2025", "2025.xlsx"."""
_UNIT = rf"(?:[€$£¥₺₽₹%]|[A-Z]{{3}}|{CURRENCY_WORDS}|km|kg|kWh|szt|buc)"
_MEASURE = re.compile(
    r"(?<![\w.,])(?:"
    r"\d[\d.,\u00a0]{0,15} ?(?:[kKMGT]i?B|[kKMGT]o|[кКМГТ][бБ]|[Bb]ytes?)"
    rf"|\d{{1,3}}(?:[ .,'’\u00a0]\d{{3}}){{1,5}}(?:[.,]\d\d?)? ?{_UNIT}"
    r"|\d{1,3}(?:[ .'’\u00a0]\d{3}){0,5},\d\d|\d{4,9},\d\d"
    r")(?!\w|[.,]\d)"
)
"""How large a file is ("1375 kB", "2,4 Mo"), a number in groups with what it counts ("147 000 kr"), and one with two
decimals behind a comma ("24592,00")."""
_COUNTED = re.compile(r"(?:\d{1,9}|\d{1,3}(?:[ .,\u00a0]\d{3}){1,3}) ?(?:h|ms|kWh|MWh|kg|km|mg|mcg|ml|cm|mm)\.?")
"""A number and its unit: "20089 kWh", "·36h"."""
_PRESSURE = r"(?:BP|NIBP|BT|PA|RR|TA|TK|CK)?:? ?(?:[89]\d|[12]\d\d)/(?:[4-9]\d|1[0-3]\d)"
_BEAT = r"(?:FC|GCS|HF|HR|NRS|Sat[OoUu]?[0O2₂]{0,2}|Sp[O0][2₂]?|VAS) ?\d{1,3}(?: ?%)?"
_SIGN = rf"(?:{_PRESSURE}|{_BEAT}|(?:AF|BZ|FR|RR|T) ?\d{{1,3}}(?:[.,]\d)?)"
_VITAL = re.compile(rf"{_PRESSURE}|{_BEAT}|{_SIGN}(?: ?[·,;/-]? ?{_SIGN})+")
"""A blood pressure and other vital signs as doctors of several countries note them: "RR 138/82 · HF 92"."""
_DRUG = re.compile(
    rf"[^\W\d_]{{2,20}}(?:{any_of(WordList.DRUG_STEMS)})[aeoy]?(?:\W{{0,3}}\d[\d.,]{{0,6}} ?(?:m?c?g|ml|I?E|µg))?",
    re.IGNORECASE,
)
"""The name of a substance by its stem, as one word, perhaps with how much of it."""
_NOMINAL = r"(?:(?:DN|PN|RAL|DIN|ISO|IP) ?\d{1,5}(?:[x×/-]\d{1,5})?|M\d{1,2}(?:[x×]\d{1,3})?)"
_SIZE = re.compile(
    rf"(?:[^\W\d_]{{3,30}} )?(?:{_NOMINAL}|\d{{1,3}}(?:/\d{{1,2}})? ?(?:Zoll|inch|[\"”]))(?: {_NOMINAL})?"
)
"""A size or a standard of goods, perhaps behind what has it: "DN80", "PN16 DN80", "Kugelhahn 3/4 Zoll"."""
_SOURCE = re.compile(
    r"(?:[\w.-]{1,60}/){0,8}[\w.-]{1,60}\.(?:py|java|kt|[jt]sx?|go|rb|cs|cpp|hpp|php|rs|sql|sh|ya?ml|toml)(?::\d{1,6})?|"
    r"[\w.$]{1,120}\(.{0,80}"
)
"""A file of a program's source, and a call in one."""
_HEX = re.compile(r"(?=[a-f]{0,6}\d)(?=\d{0,6}[a-f])[0-9a-f]{7}|0x[0-9A-Fa-f]{2,16}")
"""A commit as logs abbreviate it, and a code of an error; what is longer may be somebody's number."""
_AGED = re.compile(r"[^\W\d_][ .·]{0,2}\d{1,2}")
"""A letter and a number of two digits at most: somebody's sex and age, a seat, a class."""
_CLOCK = re.compile(r"(?:0[1-9]|1\d|2[0-3])[0-5]\d")
"""An hour as hospitals and armies write it: "0612"."""
SURE_OF_AGE = 0.5
"""Probability from which a line that looks so may be somebody's number."""
_WEEK = re.compile(r"(?:19|20)\d\d-W(?:0[1-9]|[1-4]\d|5[0-3])")
"""A week as ISO 8601 writes it."""


def initials_of(names: Iterable[str]) -> frozenset[str]:
    """The first letters of the first and the last word of names, and of all their words."""
    firsts = ["".join(word[0] for word in _WORD.findall(name)).casefold() for name in names]
    return frozenset(letters for all_of in firsts for letters in (all_of, all_of[:1] + all_of[-1:]))


def is_mark(value: str) -> bool:
    """Whether a text is such a mark."""
    return value.strip(_AROUND).casefold() in word_list(WordList.SHORT_MARKS)


def nobodys(value: str, kind: Kind, initials: frozenset[str], *, marked: bool) -> bool:
    """Whether words that were found as `kind` and stand alone are nobody's, on a page of people with these initials.
    `marked`: it shows other marks, too."""
    bare = value.strip(_AROUND)
    if bare.casefold() in initials:
        return False
    if (kind in _NUMBERS and _COUNT.fullmatch(bare)) or (len(bare) == 1 and bare.isascii()):
        return True
    if kind in _FIRMS and _is_program(bare):
        return True
    if kind in _PROPER and is_city(bare) and not name_lists().is_name(bare):
        return True
    return marked and kind in _NAMED and is_mark(bare)


def _is_program(value: str) -> bool:
    """Whether all words of a text are those of screens that no dictionary has: "Mozilla Firefox" ends a title."""
    return all(word in word_list(WordList.INTERFACE) for word in value.casefold().split())


def is_crumb(rest: str, chance: float) -> bool:
    """Whether what is left of a name or an address, once its unlikely words are taken out, and identifies somebody with
    this probability, tells nobody: a letter, or a number of few digits ("106" of "106 DBL")."""
    letters, digits = (sum(map(sign, rest)) for sign in (str.isalpha, str.isdigit))
    return chance < SURE_OF_AGE and letters + digits <= (CRUMB if letters == 0 else 1) and rest.isascii()


def is_moment(word: str, chance: float) -> bool:
    """Whether a word that identifies somebody with this probability is a day, a time or a year, which do not."""
    bare = word.strip(_QUOTED)
    return bool(_OFFSET.fullmatch(word) or _MOMENT.fullmatch(bare)) or (
        chance < SURE_OF_YEAR and bool(_YEAR.fullmatch(bare))
    )


def is_plain_number(word: str) -> bool:
    """Whether a word is a number of so many digits that it is no day's, month's or year's."""
    bare = word.strip(f"{_QUOTED}.")
    return bare.isdecimal() and len(bare) >= FEWEST and _YEAR.fullmatch(bare) is None


def is_short_name(word: str) -> bool:
    """Whether a word of Chinese signs is no longer than a name: each sign of it is a part of that."""
    return _SHORT_NAME.fullmatch(word) is not None


def is_day(word: str) -> bool:
    """Whether a word is a day with its year."""
    return re.fullmatch(DAY, word.strip(_QUOTED)) is not None


def is_age_or_hour(line: str, chance: float) -> bool:
    """Whether a line on which a word identifies somebody with this probability is a letter and a small number, or an
    hour."""
    return chance < SURE_OF_AGE and (_AGED.fullmatch(line.strip(_AROUND)) is not None or is_hour(line))


def is_hour(line: str) -> bool:
    """Whether a line is an hour without a colon."""
    return _CLOCK.fullmatch(line.strip(_AROUND)) is not None


def of_nobody(value: str) -> bool:
    """Whether a value that the re-scorer alone found is settled by its form: several Chinese words, days, hours and
    amounts, vital signs, a drug, a number with its unit, a commit or the machine itself."""
    plain = value.strip(_ROUND)
    forms = (_AMOUNT, _WEEK, _COUNTED, _LOOPBACK, _HEX)
    form = any(form.fullmatch(plain) for form in forms)
    return form or chinese_words(plain) or of_thing(plain) or of_time_or_money(plain)


def of_thing(value: str) -> bool:
    """Whether a value is vital signs, a drug or a size of goods: the names model takes these for somebody, too."""
    plain = value.strip(_ROUND)
    drug = _DRUG.fullmatch(plain.strip(f"{_ROUND}."))
    return bool(drug or _VITAL.fullmatch(plain) or _SIZE.fullmatch(plain))


def is_of_years(value: str) -> bool:
    """Whether all digits of a number are those of a year beside words, or of one and the next: a folder, a school
    year."""
    plain = value.strip(_QUOTED)
    period = _PERIOD.fullmatch(plain)
    if period is not None:
        return int(period["last"]) == int(period["first"]) + 1
    return _OF_YEAR.fullmatch(plain) is not None


def is_source(value: str) -> bool:
    """Whether a value is a file of a program's source or a call in one, and no host."""
    return _SOURCE.fullmatch(value.strip(" [],;:·\"'")) is not None


def is_measure(text: str, start: int, end: int) -> bool:
    """Whether characters start..end of a text are, whole or in part, how large a file is or an amount."""
    return any(match.start() <= start and end <= match.end() for match in _MEASURE.finditer(text))
