"""Which values may stand under which label."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from redaction.findings import Kind
from redaction.kinds.spec import PROPER, Value
from redaction.kinds.table import spec_of, written_as
from redaction.lexicon.forms import PARTICLES
from redaction.lexicon.frequencies import COMMON, zipf
from redaction.lexicon.labels import clean_label, is_weak, label_kind, label_spec
from redaction.lexicon.languages import ENGLISH, Language
from redaction.lexicon.lists import WordList, any_of
from redaction.lexicon.names import name_lists
from redaction.lexicon.shapes import day, first_name, fits, login_word, name_like, ordinary
from redaction.lexicon.vocabulary import LabelSpec, occurs
from redaction.lexicon.words import is_word

_LONGEST_NUMBER, _DIGITS = 48, 5
"""Characters of a number under a label, and the fewest digits of a telephone number."""
_DIALLED, _NUMBERED = 7, 4
"""Digits of a telephone number that serves as a log-in, and of what is no name any more."""
_SHORTEST = 3
"""Letters and digits of a number, letters of a name in Latin script that is on no list."""
_EXTENSION, _MONTH = 4, 3
"""Letters beside the digits of a telephone number ("ext"), and of the month of a day."""
_WORDS = re.compile(r"[^\W\d_]+")
#: Labels under which a single capitalised word is a name even when the dictionary has it.
_NAMES_ONLY = re.compile("(?:first|last|given|family|middle) name|surname|forename|nachname|vorname")
_DOCUMENT = re.compile(
    r"(?P<stem>.+)\.(?:od[gpst]|docx?|xlsx?|pptx?|pdf|csv|tsv|txt|rtf|eml|png|jpe?g)$", re.IGNORECASE
)
_CLOCK = re.compile(r"(?<!\d)\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?$", re.IGNORECASE)
FIGURES = r"\d[\d.,' \u00a0]{0,14}"
#: An expression for an amount of money or a share by the sign before it or behind it.
WITH_CURRENCY = rf"(?:[€$£¥₺₽₹]|[A-Z]{{1,3}}[$]) ?{FIGURES}|{FIGURES} ?[€£¥₺₽₹%]"
_WITH_SIGN = re.compile(
    r"[-+−]? ?(?:\d{1,3}(?:[ .'’\u00a0]\d{3})+|\d{1,7}),\d\d(?: ?(?:[€$£₺₽]|[^\W\d_]{1,3}\.?))?|" + WITH_CURRENCY
)
#: Expressions for the day and the month of a date, for a year, and for currencies that are written as words.
DAY_NUMBER, MONTH_NUMBER, YEAR = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])", r"(?:19|20)\d\d"
CURRENCY_WORDS = "kr|zł|Kč|lei|Ft|TL"
_D, _M, _Y = DAY_NUMBER, MONTH_NUMBER, YEAR
#: An expression for a day in figures; with "/" or "." where its year has two digits: "12-04-25" is a sort code.
DAY = (
    rf"(?:{_D}/{_M}/(?:{_Y}|\d\d)|{_D}\.{_M}\.(?:{_Y}|\d\d)|{_M}/{_D}/(?:{_Y}|\d\d)|{_D}-{_M}-{_Y}|{_M}-{_D}-{_Y}|"
    rf"{_Y}(?:-{_M}-{_D}|/{_M}/{_D}|\.{_M}\.{_D}))"
)
#: Expressions for a day without its year, and for a time of day.
DAY_OF_YEAR = rf"{_D}[./]{_M}"
CLOCK = r"(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\d)"
_DATE = re.compile(r"\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{4}")
_AMOUNT = re.compile(
    r"[-+(]?(?:[^\W\d_]{0,3}[$€£₹¥] ?)?-?"
    r"(?:\d{1,3}(?:,\d{2,3}){1,5}\.\d\d|\d{1,3}(?:[. ]\d{3}){1,5},\d\d|\d{1,6}[.,]\d\d)"
    r"(?: ?[$€£₹¥]| [A-Z]{2,3})?[-)]?"
)
_ONE_DAY = r"\d{1,2}(?:[-./ ]\d{1,2}[-./ ]|[-. ][^\W\d_]{3,9}\.?[- ])(?:19|20)\d\d"
_SPAN = re.compile(rf"{_ONE_DAY}(?: ?(?:to|bis|au|al|-|–) ?{_ONE_DAY})?")
_YEARS = re.compile(r"(?P<first>(?:19|20)\d\d)[-/–](?P<second>\d{2}|(?:19|20)\d\d)")
_CENTURY = 100
_TOTAL = re.compile(rf"[Σ∑]?\s?{any_of(WordList.TOTALS)}(?=[\s:：(（\d]|$)", re.IGNORECASE)
_TELLING_TOTAL = 8
"""Letters of a word for a total behind which words may stand: "Subtotal EU"; "Total Safety" is a firm."""
_ABBREVIATION = re.compile(r"([A-Z]{2,4})( \1)*")
_COUNTING = re.compile(r"(?<![\w-])[^\W\d_]{3,}(?![\w-])")


def suits(label: str, value: str, language: Language = ENGLISH) -> bool:
    """Whether a value may be what a label beside it or above it announces: anything under a strong one, a name or a
    log-in under a weak one, what has the shape under one that needs it."""
    spec = label_spec(label)
    if spec is None:
        return False
    if spec.shape:
        return _fits(spec, value, language)
    if not spec.weak or name_like(value):
        return True
    return (spec.logins or spec.kind is Kind.USERNAME) and login_word(value)


def plausible(label: str, value: str, language: Language = ENGLISH, *, near: bool) -> bool:
    """May `value` stand under `label`? Placeholders and other labels with their colon never do; ordinary words only
    right of a telling label (`near`)."""
    spec = label_spec(label)
    text = value.rstrip()
    cut = text.endswith(("...", "…")) and "@" not in text
    if spec is None or cut or text.endswith((":", "：")) or _is_total(value):
        return False
    if spec.shape:
        return _fits(spec, value, language)
    if any(wrong(value) for wrong in _WRONG.get(spec_of(spec.kind).value, ())):
        return False
    if spec.kind is Kind.USERNAME:
        digits = sum(c.isdigit() for c in value)
        if digits >= _DIALLED or (digits and login_word(value)):
            return True  # a telephone number that serves as a log-in, or a word with a number
    return spec.kind not in _WORDED or _more_than_words(label, spec.kind, value, language, near=near)


def _is_total(value: str) -> bool:
    """Whether a cell says what a column comes to: "Zwischensumme EU", "合計 14 件"."""
    value = value.strip()
    total = _TOTAL.match(value)
    if total is None:
        return False
    rest = value[total.end() :].strip(" :：(（")
    return not rest[:1].isalpha() or len(total.group()) >= _TELLING_TOTAL


def rests_on_others(label: str, value: str, *, single: bool) -> bool:
    """Whether `value` is too short or too ordinary to be believed under the header `label` alone, but may be what it
    says. An ordinary word may be a name among names of one word (`single`): not "Sales" in a column of full names."""
    words = _WORDS.findall(value)
    if not words or not all(word[0].isupper() for word in words) or any(c.isdigit() for c in value):
        return False
    kind = label_kind(label)
    if kind is Kind.COMPANY:
        return 2 <= len(words) <= 4
    if kind is not Kind.PERSON:
        return False
    if len(words) > 1:
        return len(words) <= 3 and name_lists().is_first(words[0])
    names_only = single or name_lists().is_first(words[0]) or bool(_NAMES_ONLY.fullmatch(clean_label(label).lower()))
    return len(words[0]) > 1 and (names_only or not is_word(words[0]))


def one_word_company(value: str) -> bool:
    """Whether `value` is one capitalised word that may be a company among companies: no abbreviation, no number."""
    words = value.split()
    return len(words) == 1 and len(value) > _SHORTEST and words[0][0].isupper() and words[0].isalpha()


def _fits(spec: LabelSpec, value: str, language: Language) -> bool:
    """Whether a value has the shape that a label asks for, and is more than words of the page's language."""
    spoken = _spoken(value.strip()) or (bool(language.code) and language.plain(value))
    return fits(spec.shape, value) and not spoken


def _spoken(word: str) -> bool:
    """Whether a word in small letters is a common one of some language and no name of the lists: no log-in, but what a
    field says ("aktiv")."""
    return word.islower() and word.isalpha() and max(zipf(word)) >= COMMON and not name_lists().is_name(word)


def _more_than_words(label: str, kind: Kind, value: str, language: Language, *, near: bool) -> bool:
    """Whether words under a label are more than a button, a label of their own or ordinary words."""
    words = _WORDS.findall(value)
    letters = "".join(words)
    if kind is Kind.PERSON and len(letters) < _SHORTEST and letters.isascii() and not _names(value):
        return False
    if len(words) > 1 and label_kind(words[-1]) and ordinary(" ".join(words[:-1])):
        return False  # a label or a button of its own: "Change password"
    if kind is Kind.PERSON and first_name(value):
        return True
    if kind is Kind.COMPANY and not near and language.plain(value):
        return False
    if not ordinary(value):
        return True
    if _NAMES_ONLY.fullmatch(clean_label(label).lower()):
        return near and name_like(value)
    return near and len(words) > 1 and (not is_weak(label) or proper(words))


def proper(words: Sequence[str]) -> bool:
    """Whether each of several words has a capital and labels are made of none: "Azure Interior", not "Next Action"."""
    return len(words) > 1 and all(word[0].isupper() and not occurs(word) for word in words)


def _names(value: str) -> bool:
    return any(name_lists().is_name(word) for word in _WORDS.findall(value))


def _file(value: str) -> bool:
    document = _DOCUMENT.match(value.strip())
    return document is not None and ordinary(document["stem"])


def _no_number(value: str) -> bool:
    """No digits, too long, or a number that counts something: "3 North", "14 days"."""
    digits, letters = _counts(value)
    counting = any(is_word(word) for word in _COUNTING.findall(value))
    return not digits or digits + letters < _SHORTEST or len(value) > _LONGEST_NUMBER or counting


def is_amount(value: str) -> bool:
    """An amount of money or hours, its thousands parted, two digits behind its point; or one, or a share, with a sign
    for what it is of."""
    return bool(_AMOUNT.fullmatch(value.strip()) or _WITH_SIGN.fullmatch(value.strip()))


def _time(value: str) -> bool:
    """Days with their year, or a year and the next: "01-Apr-2024 to 31-Mar-2025", "2025-26"."""
    year = _YEARS.fullmatch(value.strip())
    if year is not None:
        return (int(year["first"]) + 1) % _CENTURY == int(year["second"]) % _CENTURY
    return bool(_SPAN.fullmatch(value.strip()))


def _no_telephone(value: str) -> bool:
    digits, letters = _counts(value)
    worded = letters > max(digits, _EXTENSION) or (letters >= _MONTH and day(value))
    return worded or digits < _DIGITS or bool(_DATE.fullmatch(value.strip()))


def _abbreviation(value: str) -> bool:
    """An abbreviation, perhaps twice."""
    return bool(_ABBREVIATION.fullmatch(value.strip())) and not _names(value)


def _sentence(value: str) -> bool:
    """Words of a sentence, or a label with its own value."""
    small = [word for word in value.split() if word.islower() and is_word(word) and word not in PARTICLES]
    return bool(re.search(r"\w ?: ?\w", value)) or len(small) > 1


def _numbered(value: str) -> bool:
    return _counts(value)[0] >= _NUMBERED and not login_word(value)


def _counts(value: str) -> tuple[int, int]:
    return sum(c.isdigit() for c in value), sum(c.isalpha() for c in value)


_WORDED = written_as(PROPER, Value.LOGIN, Value.ANY)
"""Kinds whose values are words: ordinary ones are none of them."""
_WRONG: dict[Value, tuple[Callable[[str], bool], ...]] = {
    Value.COMPANY: (_file,),
    Value.NUMBER: (lambda value: bool(_CLOCK.search(value)), _no_number, is_amount, _time),
    Value.DAY: (lambda value: not day(value),),
    Value.TELEPHONE: (_no_telephone,),
    Value.NAME: (_abbreviation, _sentence, _numbered),
}
"""What no value of such kinds looks like, whichever label asks for it."""
