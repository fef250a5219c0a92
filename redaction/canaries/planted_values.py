"""Invented people, addresses, numbers and codes to be planted: structurally like real ones, different for every key.

Half of the people have names of many cultures; the names of the other half, first and last, are letter chains that
stand on no list and in no dictionary, so that a detector that only knows lists is found out. Latin script only: what
is planted in other scripts is not measured here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from redaction.kinds.spec import Draw
from redaction.ledger.surrogates import below, invent_name, stream

if TYPE_CHECKING:
    from faker import Faker

#: (Faker locale, telephone region, top-level domain)
CULTURES = (
    ("en_US", "US", "com"),
    ("en_IN", "IN", "in"),
    ("de_DE", "DE", "de"),
    ("fr_FR", "FR", "fr"),
    ("es_ES", "ES", "es"),
    ("pl_PL", "PL", "pl"),
    ("it_IT", "IT", "it"),
    ("tr_TR", "TR", "com"),
    ("pt_BR", "BR", "com"),
    ("nl_NL", "NL", "nl"),
    ("cs_CZ", "CZ", "cz"),
    ("id_ID", "ID", "co"),
)
_MAILS = ("{first}.{last}@{house}.{top}", "{f}{last}@{house}.{top}", "{first}_{last}@{house}-group.{top}")


@dataclass(frozen=True, slots=True)
class Planted:
    """One invented person with what belongs to them. `login` is made of the name, `number` a bare number as an employee
    has, `flat` the name without accents, as the font for screens needs it, `house` the firm in small letters."""

    person: str
    login: str
    number: str
    flat: str
    email: str
    phone: str
    house: str


def invent(key: bytes, place: str, number: int) -> Planted:
    """The person for one place of one batch; the same key, place and number give the same person."""
    source = stream(key, "canary", place, str(number))
    locale, region, top = CULTURES[below(source, len(CULTURES))]
    names = _faker(locale)
    names.seed_instance(below(source, 1 << 31))
    first, last = _word(names.first_name()), _word(names.last_name())
    if (below(source, 2) + number) % 2:
        first = invent_name(key, f"{place} {number} {_plain(first)}", "fm"[below(source, 2)], 0).capitalize()
        last = invent_name(key, f"{place} {number} {_plain(last)}", "last", 0).capitalize()
    house = invent_name(key, f"{place} {number} house", "last", 1)
    parts = {"first": _plain(first), "f": _plain(first)[0], "last": _plain(last), "house": _plain(house), "top": top}
    mail = _MAILS[below(source, len(_MAILS))].format(**parts)
    flat = f"{_plain(first).capitalize()} {_plain(last).capitalize()}"
    staff = str(10**6 + below(source, 9 * 10**6))
    login = _plain(first)[0] + _plain(last)
    return Planted(f"{first} {last}", login, staff, flat, mail, _phone(source, region), parts["house"])


def draws(key: bytes, *place: str) -> Draw:
    """Numbers for one place, from a stream of their own: what is drawn for one kind changes no other."""
    source = stream(key, "canary value", *place)
    return lambda limit: below(source, limit)


def _phone(source: Iterator[int], region: str) -> str:
    """A number that is valid in its region, in international writing, or the national one where that is usual."""
    import phonenumbers

    example = phonenumbers.example_number_for_type(region, phonenumbers.PhoneNumberType.MOBILE)
    if example is None:
        raise ValueError(f"no telephone numbers are known for {region}")
    base = str(example.national_number)
    for _ in range(1000):
        national = base[:-6] + "".join(str(below(source, 10)) for _ in range(6))
        number = phonenumbers.PhoneNumber(country_code=example.country_code, national_number=int(national))
        if phonenumbers.is_valid_number(number):
            break
    style = phonenumbers.PhoneNumberFormat.INTERNATIONAL
    if region == "US" and below(source, 2):
        style = phonenumbers.PhoneNumberFormat.NATIONAL
    return phonenumbers.format_number(number, style)


@lru_cache(maxsize=len(CULTURES))
def _faker(locale: str) -> Faker:
    from faker import Faker

    return Faker(locale)


def _word(name: str) -> str:
    """The longest of several names, so without titles, initials and particles."""
    return max(re.split(r"[\s.]+", name), key=len)


def _plain(name: str) -> str:
    flat = unicodedata.normalize("NFKD", name.translate(str.maketrans("łŁøØđĐıßæ", "lLoOdDisa")))
    return re.sub(r"[^a-z]", "", flat.casefold()) or "x"
