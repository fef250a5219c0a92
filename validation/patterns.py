"""E-mail addresses and telephone numbers that are not from reserved space: no surrogate looks like that."""

from __future__ import annotations

import re

from validation.folding import confuse

_EMAIL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._%+'-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,24}")
_RESERVED_DOMAINS = ("example.com", "example.org", "example.net", "example.edu")
_RESERVED_TOPS = ("example", "test", "invalid", "localhost")
_PHONE = re.compile(r"(?<![\w.@-])(?:\+\d[\d ().-]{7,18}\d|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4})(?![\w@-]|\.\d)")
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
    """Kinds ("email", "phone") of real-looking identifiers in `text`, sorted, each once."""
    kinds: set[str] = set()
    if "@" in text and any(not reserved_domain(m.group().rpartition("@")[2], ocr=ocr) for m in _EMAIL.finditer(text)):
        kinds.add("email")
    if any(real_phone(match.group()) for match in _PHONE.finditer(text)):
        kinds.add("phone")
    return sorted(kinds)


def real_phone(candidate: str) -> bool:
    """Whether a run of digits is a number that somebody may have: valid, and not set aside for examples."""
    import phonenumbers

    try:
        number = phonenumbers.parse(candidate, None if candidate.startswith("+") else "US")
    except phonenumbers.NumberParseException:
        return False  # digits that are no number in any country
    reserved = _RESERVED_PHONES.get(number.country_code or 0)
    if reserved is not None and reserved.fullmatch(str(number.national_number)):
        return False
    return bool(phonenumbers.is_valid_number(number))
