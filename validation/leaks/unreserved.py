"""Addresses and numbers that are not from reserved space: no surrogate looks like that."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from redaction.ledger.phones import COUNTRIES
from validation.leaks.decoding import BURIED, readings
from validation.leaks.folding import confuse
from validation.leaks.known_numbers import checked_numbers

_EMAIL = re.compile(
    r"[^\W_][\w.%+'-]{0,63}@(?:(?:[^\W_]|-){1,63}\.)+(?:xn--[a-z0-9-]{2,59}|[^\W\d_]{2,24})",
    re.IGNORECASE,
)
#: Letters of an address, nobody's that is known, in a piece of what only looks like base64 or hexadecimal. Of a million
#: random SHA-256 digests two hold some "a@b.cc" in their bytes (a release of 40,000 screenshots lists as many digests:
#: one in thirteen was stopped); of so many letters, one digest in 5e7 does.
BURIED_ADDRESS = 12
_RESERVED_DOMAINS = ("example.com", "example.org", "example.net", "example.edu")
_RESERVED_TOPS = ("example", "test", "invalid", "localhost")
_PHONE = re.compile(
    r"(?<![\w.@-])(?:(?:\+|00(?=[1-9]))\d[\d ().-]{7,18}\d|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4})(?![\w@-]|\.\d)"
)
#: A label that promises a telephone number, and digits right behind it, written as people of many countries write them.
_LABELLED = re.compile(
    r"(?<!\w)(?:(?:tele|mobile ?|cell ?|home ?|work ?|office ?|direct ?)?phone|tel|telefon|telefoon|téléphone|teléfono|"
    r"telefono|telefone|fax|mobile|mobil|móvil|cell|cellulare|celular|handy|durchwahl|whatsapp|电话|電話|телефон|тел)"
    r"(?: ?(?:no|number|nr|nummer|#))?[.:=\s#]{0,4}(?<!\d)"
    r"(?!\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d\d)(\(?\d[\d ().\-–/]{5,18}\d)(?![\w@:]|[.,]\d)",
    re.IGNORECASE,
)
#: Digits of a number that a label promises.
_FEWEST = 7
_DIGITS = re.compile(r"\d(?:[^\d\n]{0,9}\d){6}")
#: National numbers set aside for fiction and documentation, by country code: North America 555-01xx, United Kingdom
#: (Ofcom), Australia (ACMA). Elsewhere the same digits may be somebody's.
_RESERVED_PHONES = {
    1: re.compile(r"\d{3}55501\d\d"),
    44: re.compile(r"7700900\d{3}|1632960\d{3}|2079460\d{3}|8081570\d{3}|1134960\d{3}"),
    61: re.compile(r"491570\d{3}|[2378]5550\d{4}|[2378]7010\d{4}"),
}


def reserved_domain(domain: str, *, ocr: bool = False) -> bool:
    """Whether a domain is one that nobody can own; with `ocr`, or was misread from one."""
    domain = domain.casefold().rstrip(".")
    if ocr:
        spelled = confuse(domain.replace(".", ""))
        ends = (*(d.replace(".", "") for d in _RESERVED_DOMAINS), *_RESERVED_TOPS)
        return any(spelled.endswith(confuse(end)) for end in ends)
    return domain.endswith(tuple(f".{d}" for d in (*_RESERVED_DOMAINS, *_RESERVED_TOPS))) or domain in _RESERVED_DOMAINS


def pattern_hits(text: str, *, ocr: bool = False) -> list[str]:
    """Kinds ("email", "id", "phone") of real-looking identifiers in `text`, sorted, each once; also behind its
    wrappings, but with `ocr` only behind escapes."""
    kinds: set[str] = set()
    for said, least in readings(text):
        if ocr and least:
            continue
        plain = said if said.isascii() else unicodedata.normalize("NFKC", said)
        fewest = BURIED_ADDRESS if least >= BURIED else 0
        if "@" in plain and any(_owned(m[0], fewest, ocr=ocr) for m in _EMAIL.finditer(plain)):
            kinds.add("email")
        if not _DIGITS.search(plain):
            continue
        if any(real_phone(match.group()) for match in _PHONE.finditer(plain)) or any(
            _real_anywhere(match[1]) for match in _LABELLED.finditer(plain)
        ):
            kinds.add("phone")
        if not ocr and checked_numbers(plain):  # the second reader looks for these on screens
            kinds.add("id")
    return sorted(kinds)


def _owned(address: str, fewest: int, *, ocr: bool) -> bool:
    return len(address) >= fewest and not reserved_domain(address.rpartition("@")[2], ocr=ocr)


def real_phone(candidate: str) -> bool:
    """Whether a run of digits is a number that somebody may have: valid, and not set aside for examples."""
    if candidate.startswith("00"):
        candidate = "+" + candidate[2:]
    return _valid(candidate, "" if candidate.startswith("+") else "US")


def _real_anywhere(candidate: str) -> bool:
    """Whether digits that a label calls a telephone number are one in some country, as it is dialled there."""
    if candidate.startswith("00"):
        return real_phone(candidate)
    if sum(map(str.isdigit, candidate)) < _FEWEST or any(_set_aside(candidate, region) for region in COUNTRIES):
        return False
    return any(_valid(candidate, region) for region in COUNTRIES)


def _valid(candidate: str, region: str) -> bool:
    """Whether the plan of a region ("": of the country code that is written) has the number, outside reserved space."""
    return _judged(candidate, region) == (True, False)


def _set_aside(candidate: str, region: str) -> bool:
    """Whether these digits, dialled in a region, are from space set aside for fiction there."""
    return _judged(candidate, region)[1]


@lru_cache(maxsize=10_000)
def _judged(candidate: str, region: str) -> tuple[bool, bool]:
    """(a plan has the number, it is set aside for fiction); neither for digits that are no number in any country."""
    import phonenumbers

    try:
        number = phonenumbers.parse(candidate, region or None)
    except phonenumbers.NumberParseException:
        return False, False
    reserved = _RESERVED_PHONES.get(number.country_code or 0)
    fiction = reserved is not None and reserved.fullmatch(str(number.national_number)) is not None
    return bool(phonenumbers.is_valid_number(number)), fiction
