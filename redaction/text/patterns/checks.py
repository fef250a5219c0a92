"""Check digits that python-stdnum does not know, by the names of their rows in redaction/lexicon/data/numbers.yaml.

Each asks of a number, capitals and digits without separators, whether its check digit is right; what has another form
never passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence


def _weighted(digits: str, weights: Sequence[int]) -> int:
    return sum(weight * int(digit) for weight, digit in zip(weights, digits, strict=True))


def _places_added(digits: str, weights: Sequence[int]) -> int:
    """The weighted sum in which a product of two digits counts as their sum."""
    return sum(sum(divmod(weight * int(digit), 10)) for weight, digit in zip(weights, digits, strict=True))


def _singapore(number: str) -> bool:
    """The last letter of identity cards of Singapore (ICA): a weighed sum, moved for later series."""
    if not re.fullmatch(r"[STFGM]\d{7}[A-Z]", number):
        return False
    series = number[0]
    total = _weighted(number[1:8], (2, 7, 6, 5, 4, 3, 2)) + {"T": 4, "G": 4, "M": 3}.get(series, 0)
    letters = "JZIHGFEDCBA" if series in "ST" else "XWUTRQPNMLK" if series in "FG" else "XWUTRQPNJLK"
    return letters[total % 11] == number[8]


def _medicare(number: str) -> bool:
    """Australian Medicare cards (Services Australia): the ninth digit; what follows counts issues and persons."""
    if not re.fullmatch(r"[2-6]\d{9,10}", number):
        return False
    return _weighted(number[:8], (1, 3, 7, 9, 1, 3, 7, 9)) % 10 == int(number[8])


def _prescriber(number: str) -> bool:
    """Registrations of the US Drug Enforcement Administration."""
    if not re.fullmatch(r"[A-Z][A-Z9]\d{7}", number):
        return False
    return _weighted(number[2:8], (1, 2, 1, 2, 1, 2)) % 10 == int(number[8])


def _provider(number: str) -> bool:
    """US health providers (CMS): Luhn's check behind 80840."""
    from stdnum import luhn

    return bool(re.fullmatch(r"[12]\d{9}", number)) and bool(luhn.is_valid("80840" + number))


def _korean_firm(number: str) -> bool:
    """Business registrations of South Korea (National Tax Service)."""
    if not re.fullmatch(r"\d{10}", number):
        return False
    total = _weighted(number[:9], (1, 3, 7, 1, 3, 7, 1, 3, 5)) + int(number[8]) * 5 // 10
    return -total % 10 == int(number[9])


def _nigerian(number: str) -> bool:
    """National identification numbers of Nigeria (NIMC): Verhoeff's check."""
    from stdnum import verhoeff

    return bool(re.fullmatch(r"\d{11}", number)) and bool(verhoeff.is_valid(number))


def _german_health(number: str) -> bool:
    """German health insurance (GKV): the letter counts as its two digits in the alphabet."""
    if not re.fullmatch(r"[A-Z]\d{9}", number):
        return False
    digits = f"{ord(number[0]) - 64:02d}{number[1:9]}"
    return _places_added(digits, (1, 2) * 5) % 10 == int(number[9])


def _german_card(number: str) -> bool:
    """German identity cards and passports (ICAO 9303), with their tenth sign."""
    if not re.fullmatch(r"[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\d]{8}\d", number):
        return False
    values = [int(sign, 36) for sign in number[:9]]
    return sum(weight * value for weight, value in zip((7, 3, 1) * 3, values, strict=True)) % 10 == int(number[9])


def _german_doctor(number: str) -> bool:
    """German physicians (KBV, LANR): the seventh digit; two for the field of medicine follow."""
    if not re.fullmatch(r"\d{9}", number):
        return False
    return -_weighted(number[:6], (4, 9, 4, 9, 4, 9)) % 10 == int(number[6])


CHECKS: dict[str, Callable[[str], bool]] = {
    "au.medicare": _medicare,
    "de.arzt": _german_doctor,
    "de.ausweis": _german_card,
    "de.kvnr": _german_health,
    "kr.brn": _korean_firm,
    "ng.nin": _nigerian,
    "sg.nric": _singapore,
    "us.dea": _prescriber,
    "us.npi": _provider,
}
